#include "asset/structure.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <vector>

#include "runtime/guard.h"
#include "trials.h"

// What lies where FlatBuffers has it: the runtime's own check against FlatBuffers' generated one.

namespace ishi::testing::structure_test {
namespace {

constexpr size_t kPrefix = sizeof(uint32_t);

using Bytes = std::vector<uint8_t>;

void write(Bytes& bytes, size_t at, uint32_t value) { std::memcpy(bytes.data() + at, &value, sizeof value); }

uint32_t number_at(const Bytes& bytes, size_t at) {
  uint32_t value = 0;
  std::memcpy(&value, bytes.data() + at, sizeof value);
  return value;
}

bool flatbuffers_takes(const Bytes& bytes) {
  flatbuffers::Verifier::Options options;
  options.max_depth = 2;
  options.max_tables = 2;
  flatbuffers::Verifier verifier(bytes.data(), bytes.size(), options);
  return blob::VerifySizePrefixedAssetBuffer(verifier);
}

bool runtime_takes(const Bytes& bytes, Tables& tables) {
  const Structure structure(bytes);
  const size_t root = structure.follow(kPrefix);
  return root != 0 && structure.read(root, tables);
}

// The guard, with and without names, and all blobs that tests/golden keeps.
std::vector<Bytes> blobs() {
  std::vector<Bytes> all{guard_content().write()};
  BlobContent stripped = guard_content();
  stripped.debug.reset();
  all.push_back(stripped.write());
  const std::filesystem::path golden = std::filesystem::path(ISHI_SOURCE_FOLDER) / "tests/golden";
  for (const auto& file : std::filesystem::recursive_directory_iterator(golden)) {
    if (file.path().extension() != ".ishi") continue;
    std::ifstream stream(file.path(), std::ios::binary);
    all.emplace_back(std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>());
  }
  return all;
}

// Edits that get far: most of them where offsets and sizes stand, some of which lead where others led.
void edit(Bytes& bytes, std::mt19937& random) {
  const auto below = [&](size_t n) { return static_cast<size_t>(random() % n); };
  const size_t head = std::min<size_t>(bytes.size() - 4, 700);
  const size_t at = kPrefix + (random() % 4 == 0 ? below(bytes.size() - 2 * kPrefix) : below(head - kPrefix));
  const size_t word = at / 4 * 4;
  switch (random() % 7) {
    case 0: bytes[at] ^= static_cast<uint8_t>(1u << random() % 8); break;
    case 1: bytes[at] = static_cast<uint8_t>(random()); break;
    case 2: write(bytes, word, number_at(bytes, word) + static_cast<uint32_t>(below(17)) - 8); break;
    case 3: write(bytes, word, static_cast<uint32_t>(bytes.size() - word - below(12))); break;
    case 4: write(bytes, word, static_cast<uint32_t>(random()) >> below(32)); break;
    case 5: write(bytes, word, number_at(bytes, kPrefix + below(head - kPrefix) / 4 * 4)); break;
    default:  // the end is cut off, or more follows
      bytes.resize(std::max<size_t>(20, bytes.size() - 8 + below(12)));
      write(bytes, 0, static_cast<uint32_t>(bytes.size() - kPrefix));
  }
}

// Each vector is where FlatBuffers finds it.
void compare(const Bytes& bytes, const Tables& tables) {
  const blob::Asset& asset = *blob::GetSizePrefixedAsset(bytes.data());
  const auto compare_all = [&](std::span<const BlobField> fields, const void* of) {
    const auto* const table = static_cast<const flatbuffers::Table*>(of);
    for (const BlobField& field : fields) {
      if (field.kind != BlobField::Kind::vector) continue;
      const auto* const vector = table->GetPointer<const flatbuffers::Vector<uint8_t>*>(field.in_blob);
      const auto elements = field.of(tables);
      const bool same = vector == nullptr
                            ? elements.empty()
                            : elements.data() == vector->Data() && elements.size() == vector->size();
      if (!same) FAIL("field " << field.in_blob);
    }
  };
  compare_all(asset_fields(), &asset);
  if (tables.debug.present != (asset.debug() != nullptr)) FAIL("debug");
  if (asset.debug() == nullptr) return;
  compare_all(debug_fields(), asset.debug());
  if (tables.debug.names != asset.debug()->names()) FAIL("names");
}

TEST_CASE("the runtime takes the structure of a blob that FlatBuffers takes") {
  for (const Bytes& bytes : blobs()) {
    Tables tables;
    const bool takes = runtime_takes(bytes, tables);
    REQUIRE(takes == flatbuffers_takes(bytes));
    if (takes) compare(bytes, tables);
  }
}

TEST_CASE("the runtime takes the structure of an edited blob exactly where FlatBuffers does") {
  const std::vector<Bytes> all = blobs();
  std::mt19937 random(20);
  size_t taken = 0, refused = 0;
  for (uint32_t trial = 0; trial < trials(800'000); ++trial) {
    Bytes bytes = all[random() % (trial % 2 == 0 ? 2 : all.size())];
    for (uint32_t i = 0; i <= random() % 3; ++i) edit(bytes, random);
    std::copy_n(blob::AssetIdentifier(), 4, bytes.begin() + 8);
    write(bytes, 0, static_cast<uint32_t>(bytes.size() - kPrefix));
    Tables tables;
    const bool expected = flatbuffers_takes(bytes);
    if (runtime_takes(bytes, tables) != expected) FAIL("trial " << trial);
    if (expected) compare(bytes, tables);
    ++(expected ? taken : refused);
  }
  CHECK(taken > trials(80'000));
  CHECK(refused > trials(80'000));
}

TEST_CASE(
    "the runtime takes the structure of a blob with any one bit turned exactly where FlatBuffers does") {
  BlobContent content = guard_content();
  content.debug->names = {"", "a", "b"};
  Bytes bytes = content.write();
  for (size_t i = kPrefix * 8; i < bytes.size() * 8; ++i) {
    if (i / 32 == 2) continue;  // the identifier, which is looked at before
    bytes[i / 8] ^= static_cast<uint8_t>(1u << i % 8);
    Tables tables;
    const bool expected = flatbuffers_takes(bytes);
    if (runtime_takes(bytes, tables) != expected) FAIL("bit " << i);
    if (expected) compare(bytes, tables);
    bytes[i / 8] ^= static_cast<uint8_t>(1u << i % 8);
  }
}

}  // namespace
}  // namespace ishi::testing::structure_test
