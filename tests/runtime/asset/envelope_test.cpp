#include <algorithm>
#include <cstring>
#include <string_view>

#include "ishi/id.h"
#include "runtime/guard.h"
#include "runtime/refusal.h"

// What surrounds a blob's content: its size, its identifier, its version, and where its vectors lie.

namespace ishi::testing::envelope_test {
namespace {

using Bytes = std::vector<uint8_t>;

uint32_t read_u32(const Bytes& bytes, size_t at) {
  uint32_t value = 0;
  std::memcpy(&value, &bytes.at(at), sizeof value);
  return value;
}

void write_u32(Bytes& bytes, size_t at, uint32_t value) { std::memcpy(&bytes.at(at), &value, sizeof value); }

// Where the root table says that a vector is: the place of its offset.
size_t place_of_field(const Bytes& bytes, flatbuffers::voffset_t field) {
  const size_t root = 4 + read_u32(bytes, 4);
  const size_t vtable = root - read_u32(bytes, root);
  uint16_t offset = 0;
  std::memcpy(&offset, &bytes.at(vtable + field), sizeof offset);
  return root + offset;
}

TEST_CASE("a valid blob loads and is copied") {
  Bytes bytes = guard_content().write();
  Asset asset;
  REQUIRE(Asset::load(bytes, asset));
  const Bytes before = bytes;
  std::fill(bytes.begin(), bytes.end(), uint8_t{0});
  CHECK(Bytes(asset.bytes().begin(), asset.bytes().end()) == before);
  CHECK(asset.find(Kind::agents, id_of("agents", "guard")) == 0);
}

TEST_CASE("a borrowed blob is used in place") {
  const Bytes bytes = guard_content().write();
  Asset asset;
  REQUIRE(Asset::load(bytes, {.borrow = true}, asset));
  CHECK(asset.bytes().data() == bytes.data());
}

TEST_CASE("an empty blob is too small") { CHECK(load_status({}).code == StatusCode::blob_too_small); }

TEST_CASE("two gigabytes are too large, and refused before they are read") {
  const Bytes bytes = guard_content().write();
  Asset asset;
  const std::span<const uint8_t> large(bytes.data(), size_t{1} << 31);
  CHECK(Asset::load(large, asset).code == StatusCode::blob_too_large);
}

TEST_CASE("a blob that is truncated anywhere is refused") {
  const Bytes whole = guard_content().write();
  for (size_t size = 0; size < whole.size(); ++size) {
    const Status status = load_status(Bytes(whole.begin(), whole.begin() + static_cast<ptrdiff_t>(size)));
    const bool expected =
        status.code == StatusCode::blob_too_small || status.code == StatusCode::blob_truncated;
    if (!expected) FAIL("truncated to " << size << ": " << status.code);
  }
}

TEST_CASE("a blob that is truncated anywhere and says so is refused") {
  const Bytes whole = guard_content().write();
  // The last bytes may be padding, which nothing misses.
  for (size_t size = 8; size + 8 <= whole.size(); ++size) {
    Bytes cut(whole.begin(), whole.begin() + static_cast<ptrdiff_t>(size));
    write_u32(cut, 0, static_cast<uint32_t>(size - 4));
    if (load_status(cut)) FAIL("truncated to " << size);
  }
}

TEST_CASE("bytes behind a blob are refused") {
  Bytes bytes = guard_content().write();
  const size_t size = bytes.size();
  bytes.push_back(0);
  const Status status = load_status(bytes);
  CHECK(status.code == StatusCode::blob_trailing_bytes);
  CHECK(status.where == size);
}

TEST_CASE("another file is said to be that, whatever its first bytes would mean as a size") {
  for (const std::string_view text : {"ishi: 1\nagents: {}\n", "{\"a\": 1}    ",
                                      "\x7f"
                                      "ELF and so on"}) {
    const Bytes bytes(text.begin(), text.end());
    CHECK(load_status(bytes).code == StatusCode::blob_wrong_identifier);
  }
}

TEST_CASE("another identifier is refused") {
  Bytes bytes = guard_content().write();
  bytes[8] = 'X';
  const Status status = load_status(bytes);
  CHECK(status.code == StatusCode::blob_wrong_identifier);
  CHECK(status.where == 8);
}

TEST_CASE("another version is refused before the structure is believed") {
  BlobContent content = guard_content();
  content.format_version = kFormatVersion + 1;
  Bytes bytes = content.write();
  write_u32(bytes, place_of_field(bytes, blob::Asset::VT_KEYS), 0x7fff'ff00);
  const Status status = load_status(bytes);
  CHECK(status.code == StatusCode::blob_unknown_version);
  CHECK(status.where == place_of_field(bytes, blob::Asset::VT_FORMAT_VERSION));
}

TEST_CASE("a blob without a version is refused") {
  BlobContent content = guard_content();
  content.format_version = 0;
  CHECK(load_status(content.write()).code == StatusCode::blob_unknown_version);
}

TEST_CASE("a blob of version 14 is loaded, and none that is older") {
  BlobContent content = guard_content();
  for (const uint32_t version : {1U, 13U}) {
    content.format_version = version;
    CHECK(load_status(content.write()).code == StatusCode::blob_unknown_version);
  }
  content.format_version = 14;
  CHECK(load_status(content.write()).code == StatusCode::ok);
}

TEST_CASE("an offset that leads out of the blob is refused") {
  Bytes bytes = guard_content().write();
  write_u32(bytes, place_of_field(bytes, blob::Asset::VT_KEYS), 0x7fff'ff00);
  CHECK(load_status(bytes).code == StatusCode::blob_structure);
}

TEST_CASE("a root that leads out of the blob is refused") {
  Bytes bytes = guard_content().write();
  write_u32(bytes, 4, 0x7fff'ff00);
  CHECK(load_status(bytes).code == StatusCode::blob_structure);
}

TEST_CASE("vectors that share their memory are refused") {
  Bytes bytes = guard_content().write();
  const size_t fields = place_of_field(bytes, blob::Asset::VT_FIELDS);
  const size_t keys = place_of_field(bytes, blob::Asset::VT_KEYS);
  write_u32(bytes, keys, static_cast<uint32_t>(fields + read_u32(bytes, fields) - keys));
  CHECK(load_status(bytes).code == StatusCode::blob_vectors_overlap);
}

TEST_CASE("a vector of structs that is not aligned is refused") {
  // An empty vector becomes one of a single member that begins four bytes off.
  BlobContent content = guard_content();
  content.numbers.insert(content.numbers.end(), {0, 0, 0, 0, 0, 0, 0});
  Bytes bytes = content.write();
  const size_t numbers = place_of_field(bytes, blob::Asset::VT_NUMBERS);
  const size_t members = place_of_field(bytes, blob::Asset::VT_MEMBERS);
  size_t vector = numbers + read_u32(bytes, numbers);
  while ((vector + 4) % 8 == 0) vector += 4;
  write_u32(bytes, vector, 1);
  write_u32(bytes, members, static_cast<uint32_t>(vector - members));
  CHECK(load_status(bytes).code == StatusCode::blob_vector_misaligned);
}

TEST_CASE("borrowed memory that is not aligned is refused, copied memory need not be aligned") {
  const Bytes blob = guard_content().write();
  Bytes shifted(blob.size() + 1);
  std::copy(blob.begin(), blob.end(), shifted.begin() + 1);
  const std::span<const uint8_t> misaligned(shifted.data() + 1, blob.size());
  Asset asset;
  CHECK(Asset::load(misaligned, {.borrow = true}, asset).code == StatusCode::blob_misaligned);
  CHECK(Asset::load(misaligned, asset));
}

TEST_CASE("names that share their bytes are refused before they are compared") {
  // A thousand names that all are the same long string would take a thousand times its length.
  constexpr uint32_t kNames = 1000;
  BlobContent content = guard_content();
  content.debug->names.assign(kNames, "");
  content.debug->names[0].assign(10'000, 'x');
  Bytes bytes = content.write();
  const size_t debug = place_of_field(bytes, blob::Asset::VT_DEBUG);
  const size_t table = debug + read_u32(bytes, debug);
  const size_t vtable = table - read_u32(bytes, table);
  uint16_t offset = 0;
  std::memcpy(&offset, &bytes.at(vtable + blob::Debug::VT_NAMES), sizeof offset);
  const size_t names = table + offset + read_u32(bytes, table + offset);
  const auto place_of_name = [&](uint32_t i) { return names + 4 + 4 * size_t{i}; };
  const size_t longest = place_of_name(0) + read_u32(bytes, place_of_name(0));
  for (uint32_t i = 1; i < kNames; ++i) {
    write_u32(bytes, place_of_name(i), static_cast<uint32_t>(longest - place_of_name(i)));
  }
  CHECK(load_status(bytes).code == StatusCode::blob_vectors_overlap);
}

TEST_CASE("options of another size are refused") {
  const Bytes bytes = guard_content().write();
  Asset asset;
  Asset::Options options;
  options.size += 1;
  CHECK(Asset::load(bytes, options, asset).code == StatusCode::bad_options);
}

TEST_CASE("what is loaded stays when the next blob is refused") {
  Asset asset = load_valid(guard_content());
  const uint8_t* const bytes = asset.bytes().data();
  CHECK_FALSE(Asset::load(Bytes(100), asset));
  CHECK(asset.bytes().data() == bytes);
  CHECK(asset.count(Kind::agents) == 1);
}

TEST_CASE("every status has its own description") {
  std::vector<std::string> texts;
  for (uint32_t code = 0; code < 1000; ++code) {
    const std::string text = describe(static_cast<StatusCode>(code));
    if (text != "unknown status") texts.push_back(text);
  }
  std::sort(texts.begin(), texts.end());
  CHECK(std::adjacent_find(texts.begin(), texts.end()) == texts.end());
  CHECK(describe(static_cast<StatusCode>(0xffff'ffff)) == std::string("unknown status"));
}

}  // namespace
}  // namespace ishi::testing::envelope_test
