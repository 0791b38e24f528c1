#include <cstring>
#include <utility>

#include "asset/asset_state.h"
#include "asset/needed_features.h"
#include "asset/validate.h"
#include "built_features.h"
#include "float_environment.h"
#include "ishi/asset.h"
#include "memory/allocation.h"

namespace ishi {
namespace {

bool copy_bytes(std::span<const uint8_t> bytes, Asset::State& state) {
  if (!state.copy.allocate(bytes.size())) return false;
  std::memcpy(state.copy.data(), bytes.data(), bytes.size());
  state.bytes = {state.copy.data(), bytes.size()};
  return true;
}

Status validate(Asset::State& state) {
  if (Status status = validate_envelope(state.bytes, state.tables); !status) return status;
  const Tables& tables = state.tables;
  if constexpr (kBuiltFeatures.bits != kAllFeatures.bits) {
    const FeatureSet lacking = needed_features(tables).without(kBuiltFeatures);
    if (!lacking.empty()) return missing(lacking.first());
  }
  const blob::Asset& root = *blob::GetSizePrefixedAsset(state.bytes.data());
  Check check(state.bytes.data());
  if (!state.domains.allocate(tables.operations.size())) return {StatusCode::out_of_memory, 0};
  const bool valid =
      check.that(root.up() <= blob::Up::MAX, StatusCode::unknown_enumerator, &root) &&
      validate_contract(check, tables) && validate_curves(check, tables) &&
      (!is_built(Feature::memories) || validate_sets(check, tables, state.member_fields)) &&
      validate_behaviour(check, tables, state.member_fields) &&
      (!is_built(Feature::claims) || validate_claims(check, tables)) && validate_navigation(check, tables) &&
      (!is_built(Feature::senses) || validate_senses(check, tables)) &&
      validate_programs(check, tables, state.member_fields,
                        {state.domains.data(), tables.operations.size()}) &&
      (!is_built(Feature::senses) ||
       validate_shared_formulas(check, tables, {state.domains.data(), tables.operations.size()})) &&
      (!is_built(Feature::steering) ||
       validate_steerings(check, tables, {state.domains.data(), tables.operations.size()})) &&
      validate_renames(check, tables) && validate_debug(check, tables);
  if (!valid) return check.status();
  if (!find_known_parts(state.tables, state.known)) return {StatusCode::out_of_memory, 0};
  state.contract_hash = root.contract_hash();
  state.up = static_cast<Up>(root.up());
  return {};
}

}  // namespace

Asset::Asset(Asset&& other) noexcept : state_(std::exchange(other.state_, nullptr)) {}

Asset& Asset::operator=(Asset&& other) noexcept {
  std::swap(state_, other.state_);
  return *this;
}

Asset::~Asset() { destroy(state_); }

Status Asset::load(std::span<const uint8_t> bytes, const Options& options, Asset& asset) {
  if (options.size != sizeof(Options))
    return {StatusCode::bad_options, static_cast<uint64_t>(BadOption::size)};
  if (Status status = check_allocator(options.allocator); !status) return status;
  // What cannot be a blob is refused before memory is asked for.
  if (bytes.size() < sizeof(uint64_t)) return {StatusCode::blob_too_small, bytes.size()};
  if (bytes.size() >= FLATBUFFERS_MAX_BUFFER_SIZE) return {StatusCode::blob_too_large, bytes.size()};
  const AllocatorScope scope(options.allocator);
  Owned<State> state = make_owned<State>();
  if (state == nullptr) return {StatusCode::out_of_memory, 0};
  if (!options.borrow) {
    if (!copy_bytes(bytes, *state)) return {StatusCode::out_of_memory, 0};
  } else if (reinterpret_cast<uintptr_t>(bytes.data()) % alignof(uint64_t) != 0) {
    return {StatusCode::blob_misaligned, 0};
  } else {
    state->bytes = bytes;
  }
  Status status;
  in_float_environment([&] { status = validate(*state); });
  if (!status) return status;
  destroy(std::exchange(asset.state_, state.release()));
  return {};
}

Status Asset::load(std::span<const uint8_t> bytes, Asset& asset) { return load(bytes, {}, asset); }

}  // namespace ishi
