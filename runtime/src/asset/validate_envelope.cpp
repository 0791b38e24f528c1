#include <algorithm>
#include <array>
#include <cstring>

#include "asset/validate.h"
#include "ishi/asset.h"
#include "memory/sort.h"

namespace ishi {
namespace {

constexpr size_t kPrefix = sizeof(uint32_t);
// The size in front, the root's offset, the identifier, and the smallest table.
constexpr size_t kSmallest = kPrefix + 8 + 8;
// The size in front, the root's offset and the identifier.
constexpr size_t kIdentified = kPrefix + 4 + flatbuffers::kFileIdentifierLength;
constexpr uint32_t kDepth = 2;  // the root and its debug table
constexpr uint32_t kTables = 2;

struct Region {
  const uint8_t* begin;
  const uint8_t* end;
};

Status validate_size(std::span<const uint8_t> bytes) {
  // What is another file altogether is said to be that, whatever its first bytes would mean as a size.
  if (bytes.size() >= kIdentified &&
      !flatbuffers::BufferHasIdentifier(bytes.data(), blob::AssetIdentifier(), true)) {
    return {StatusCode::blob_wrong_identifier, kPrefix + sizeof(uint32_t)};
  }
  if (bytes.size() < kSmallest) return {StatusCode::blob_too_small, bytes.size()};
  const uint64_t said = flatbuffers::ReadScalar<uint32_t>(bytes.data()) + kPrefix;
  if (said > bytes.size()) return {StatusCode::blob_truncated, bytes.size()};
  if (said < bytes.size()) return {StatusCode::blob_trailing_bytes, said};
  return {};
}

flatbuffers::Verifier verifier_of(std::span<const uint8_t> bytes) {
  flatbuffers::Verifier::Options options;
  options.max_depth = kDepth;
  options.max_tables = kTables;
  return flatbuffers::Verifier(bytes.data(), bytes.size(), options);
}

// The version is read before anything else is believed: another version may have another structure.
Status validate_version(std::span<const uint8_t> bytes) {
  flatbuffers::Verifier verifier = verifier_of(bytes);
  const uint32_t offset = verifier.VerifyOffset(kPrefix);
  if (offset == 0) return {StatusCode::blob_structure, kPrefix};
  const uint8_t* const place = bytes.data() + kPrefix + offset;
  if (!verifier.VerifyTableStart(place)) return {StatusCode::blob_structure, kPrefix + offset};
  const auto* const table = reinterpret_cast<const flatbuffers::Table*>(place);
  const flatbuffers::voffset_t field = table->GetOptionalFieldOffset(blob::Asset::VT_FORMAT_VERSION);
  if (field == 0) return {StatusCode::blob_unknown_version, kPrefix + offset};
  if (!verifier.VerifyField<uint32_t>(place, field, sizeof(uint32_t))) {
    return {StatusCode::blob_structure, kPrefix + offset};
  }
  const uint32_t version = flatbuffers::ReadScalar<uint32_t>(place + field);
  if (version != kFormatVersion) return {StatusCode::blob_unknown_version, kPrefix + offset + field};
  return {};
}

// Vectors that share memory could make later passes quadratic. There are a few dozen of them; the
// names, which may be many, are measured.
bool validate_vectors(Check& check, const Tables& tables, size_t blob_size) {
  std::array<Region, count_vectors() + 1> regions;  // and the names
  size_t count = 0;
  const uint8_t* misaligned = nullptr;
  const auto add = [&](const auto* data, size_t size) {
    if (size == 0) return;
    const auto* const begin = reinterpret_cast<const uint8_t*>(data);
    using Element = std::remove_cvref_t<decltype(*data)>;
    if (reinterpret_cast<uintptr_t>(begin) % alignof(Element) != 0) misaligned = begin;
    regions[count++] = {begin, begin + size * sizeof(Element)};
  };
  for_each_vector(tables, [&](const auto& span) { add(span.data(), span.size()); });
  const DebugTables& debug = tables.debug;
  if (debug.name_count() > 0) add(debug.names->data(), debug.name_count());
  if (!check.that(misaligned == nullptr, StatusCode::blob_vector_misaligned, misaligned)) return false;

  sort_rarely(regions.begin(), regions.begin() + count,
              [](const Region& a, const Region& b) { return std::less<>()(a.begin, b.begin); });
  size_t total = 0;
  for (size_t i = 0; i < count; ++i) {
    total += static_cast<size_t>(regions[i].end - regions[i].begin);
    if (i > 0 && !check.that(regions[i].begin >= regions[i - 1].end, StatusCode::blob_vectors_overlap,
                             regions[i].begin)) {
      return false;
    }
  }
  for (uint32_t i = 0; i < debug.name_count(); ++i) {
    total += debug.name(i).size() + sizeof(uint32_t);
    if (!check.that(total <= blob_size, StatusCode::blob_vectors_overlap, debug.name(i).data())) return false;
  }
  return true;
}

}  // namespace

Status validate_envelope(std::span<const uint8_t> bytes, Tables& tables) {
  if (Status status = validate_size(bytes); !status) return status;
  if (Status status = validate_version(bytes); !status) return status;
  flatbuffers::Verifier verifier = verifier_of(bytes);
  if (!blob::VerifySizePrefixedAssetBuffer(verifier)) return {StatusCode::blob_structure, kPrefix};
  tables = tables_of(*blob::GetSizePrefixedAsset(bytes.data()));
  Check check(bytes.data());
  validate_vectors(check, tables, bytes.size());
  return check.status();
}

}  // namespace ishi
