#include <algorithm>
#include <array>
#include <cstring>

#include "asset/structure.h"
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

// Version 15 added operations at the end of their enum, and gave a meaning to a byte that was 0: a blob of 14
// means what it did.
constexpr uint32_t kOldestFormatVersion = 14;

// The version is read before anything else is believed: another version may have another structure.
Status validate_version(const Structure& structure, size_t root) {
  if (root == 0) return {StatusCode::blob_structure, kPrefix};
  if (!structure.is_table(root)) return {StatusCode::blob_structure, root};
  const size_t version = structure.field(root, blob::Asset::VT_FORMAT_VERSION);
  if (version == 0) return {StatusCode::blob_unknown_version, root};
  if (!structure.holds(version, sizeof(uint32_t))) return {StatusCode::blob_structure, root};
  const auto said = structure.number<uint32_t>(version);
  if (said < kOldestFormatVersion || said > kFormatVersion)
    return {StatusCode::blob_unknown_version, version};
  return {};
}

// Vectors that share memory could make later passes quadratic. There are a few dozen of them; the
// names, which may be many, are measured.
bool validate_vectors(Check& check, const Tables& tables, size_t blob_size) {
  std::array<Region, kMostVectors> regions;
  size_t count = 0;
  const uint8_t* misaligned = nullptr;
  const auto add = [&](const uint8_t* begin, size_t size, size_t width, size_t alignment) {
    if (size == 0) return;
    if (reinterpret_cast<uintptr_t>(begin) % alignment != 0) misaligned = begin;
    regions[count++] = {begin, begin + size * width};
  };
  for (const auto fields : {asset_fields(), debug_fields()}) {
    for (const BlobField& field : fields) {
      if (field.kind != BlobField::Kind::vector) continue;
      const auto elements = field.of(tables);
      add(elements.data(), elements.size(), field.width, field.alignment);
    }
  }
  const DebugTables& debug = tables.debug;
  if (debug.name_count() > 0)
    add(debug.names->Data(), debug.name_count(), sizeof(uint32_t), alignof(uint32_t));
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
  const Structure structure(bytes);
  const size_t root = structure.follow(kPrefix);
  if (Status status = validate_version(structure, root); !status) return status;
  if (!structure.read(root, tables)) return {StatusCode::blob_structure, kPrefix};
  Check check(bytes.data());
  validate_vectors(check, tables, bytes.size());
  return check.status();
}

}  // namespace ishi
