#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <vector>

#include "cache/build_cache.h"
#include "cache/record.h"
#include "source/content_hash.h"
#include "source/project_files.h"
#include "system/whole_file.h"

// What was compiled is kept, and believed only if it is whole.

namespace ishi::compiler::cache_test {

namespace fs = std::filesystem;

namespace {

// A folder of its own, gone at the end.
class Folder {
 public:
  Folder() {
    std::random_device random;
    do {
      path_ = fs::canonical(fs::temp_directory_path()) / ("ishi_cache_test_" + std::to_string(random()));
    } while (!fs::create_directory(path_));
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  ~Folder() {
    std::error_code error;
    fs::remove_all(path_, error);
  }

  [[nodiscard]] fs::path operator/(const std::string& name) const { return path_ / name; }
  [[nodiscard]] const fs::path& path() const { return path_; }
  void write(const std::string& name, const std::string& text) const {
    fs::create_directories((path_ / name).parent_path());
    std::ofstream(path_ / name, std::ios::binary) << text;
  }

 private:
  fs::path path_;
};

Variant some_variant() {
  Variant variant;
  variant.asked = {"game.ishi.yaml", "b/c.ishi.yaml"};
  variant.inputs = {7, 8};
  variant.sources = {"a.ishi.yaml", "game.ishi.yaml", "b/c.ishi.yaml"};
  Diagnostic& warning = variant.verdict.diagnostics.emplace_back();
  warning.code = Code::nobody_read;
  warning.severity = Severity::warning;
  warning.message = "nobody may be there";
  warning.span = {0, 10, 14};
  warning.caption = "here";
  warning.labels = {{{1, 3, 4}, "declared here"}};
  warning.notes = {"first", "second"};
  warning.help = "ask first";
  warning.edits = {{{0, 10, 10}, "threat.known and "}};
  variant.verdict.is_asset = true;
  variant.verdict.unused.emplace_back().message = "nobody claims `seat`";
  return variant;
}

std::vector<fs::path> files_below(const fs::path& folder) {
  std::vector<fs::path> files;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (entry.is_regular_file()) files.push_back(entry.path());
  }
  return files;
}

const ContentHash kKey = content_hash("a key");
const std::string kBlob = "the bytes of a blob";

}  // namespace

TEST_CASE("a hash is that of the published algorithm, whatever the length") {
  CHECK(content_hash("").hex() == "00000000000000000000000000000000");
  CHECK(content_hash("hello").hex() == "cbd8a7b341bd9b025b1e906a48ae1d19");
  CHECK(content_hash("The quick brown fox jumps over the lazy dog").hex() ==
        "e34bbc7bbc071b6c7a433ca9c49a9347");
}

TEST_CASE("things hashed one after the other do not run into each other") {
  HashedList one;
  one.add("ab");
  one.add("c");
  HashedList other;
  other.add("a");
  other.add("bc");
  CHECK(one.hash() != other.hash());
}

TEST_CASE("a record says again what it was told") {
  Record record;
  record.variants = {some_variant(), {}};
  const auto read = decode(encode(record));
  REQUIRE(read);
  REQUIRE(read->variants.size() == 2);
  const Variant& variant = read->variants[0];
  const Variant expected = some_variant();
  CHECK(variant.asked == expected.asked);
  CHECK(variant.inputs == expected.inputs);
  CHECK(variant.sources == expected.sources);
  REQUIRE(variant.verdict.diagnostics.size() == 1);
  const Diagnostic& warning = variant.verdict.diagnostics[0];
  CHECK(warning.code == Code::nobody_read);
  CHECK(warning.severity == Severity::warning);
  CHECK(warning.message == "nobody may be there");
  CHECK(warning.span == Span{0, 10, 14});
  CHECK(warning.caption == "here");
  CHECK(variant.verdict.is_asset);
  REQUIRE(variant.verdict.unused.size() == 1);
  CHECK(variant.verdict.unused[0].message == "nobody claims `seat`");
  REQUIRE(warning.labels.size() == 1);
  CHECK(warning.labels[0].span == Span{1, 3, 4});
  CHECK(warning.labels[0].text == "declared here");
  CHECK(warning.notes == std::vector<std::string>{"first", "second"});
  CHECK(warning.help == "ask first");
  REQUIRE(warning.edits.size() == 1);
  CHECK(warning.edits[0].replacement == "threat.known and ");
  CHECK(read->variants[1].asked.empty());
}

TEST_CASE("a record that is cut off or has a wrong byte is none") {
  Record record;
  record.variants = {some_variant()};
  const std::string bytes = encode(record);
  for (size_t size = 0; size < bytes.size(); ++size) CHECK_FALSE(decode(bytes.substr(0, size)));
  for (size_t i = 0; i < bytes.size(); ++i) {
    std::string bent = bytes;
    bent[i] = static_cast<char>(bent[i] ^ 1);
    CHECK_FALSE(decode(bent));
  }
  CHECK_FALSE(decode(bytes + '\0'));
}

TEST_CASE("what was kept is found with its blob") {
  const Folder folder;
  BuildCache cache(folder / "cache");
  CHECK(cache.find(kKey).variants.empty());
  cache.keep(kKey, {}, some_variant(), kBlob);
  const Record record = BuildCache(folder / "cache").find(kKey);
  REQUIRE(record.variants.size() == 1);
  CHECK(record.variants[0].sources == some_variant().sources);
  CHECK(cache.blob(record.variants[0]) == kBlob);
  CHECK(cache.find(content_hash("another key")).variants.empty());
}

TEST_CASE("the states of included files are kept side by side, but not without end") {
  const Folder folder;
  BuildCache cache(folder / "cache");
  for (uint64_t i = 0; i < Record::kMostVariants + 3; ++i) {
    Variant variant = some_variant();
    variant.inputs = {i, 0};
    cache.keep(kKey, cache.find(kKey), variant, kBlob);
  }
  const Record record = cache.find(kKey);
  REQUIRE(record.variants.size() == Record::kMostVariants);
  CHECK(record.variants[0].inputs == ContentHash{Record::kMostVariants + 2, 0});
  CHECK(record.variants.back().inputs == ContentHash{3, 0});
}

TEST_CASE("the same state of included files is kept once") {
  const Folder folder;
  BuildCache cache(folder / "cache");
  cache.keep(kKey, {}, some_variant(), kBlob);
  cache.keep(kKey, cache.find(kKey), some_variant(), kBlob);
  CHECK(cache.find(kKey).variants.size() == 1);
}

TEST_CASE("a blob that is damaged, cut off or gone is none") {
  const Folder folder;
  BuildCache cache(folder / "cache");
  cache.keep(kKey, {}, some_variant(), kBlob);
  const Variant variant = cache.find(kKey).variants.at(0);
  const fs::path blob = files_below(folder / "cache/blobs").at(0);
  std::ofstream(blob, std::ios::binary) << "the bytes of a blot";
  CHECK_FALSE(cache.blob(variant));
  std::ofstream(blob, std::ios::binary) << "the bytes";
  CHECK_FALSE(cache.blob(variant));
  fs::remove(blob);
  CHECK_FALSE(cache.blob(variant));
  cache.keep(kKey, {}, some_variant(), kBlob);
  CHECK(cache.blob(variant) == kBlob);
}

TEST_CASE("a cache that has grown too large loses what was kept first") {
  const Folder folder;
  BuildCache cache(folder / "cache", 40'000);
  const auto start = fs::file_time_type::clock::now() - std::chrono::hours(1);
  const auto keep = [&](int number) {
    const std::string blob(1000, static_cast<char>('a' + number % 26));
    cache.keep(content_hash(std::to_string(number)), {}, {}, blob + std::to_string(number));
    for (const fs::path& file : files_below(folder / "cache")) {
      if (fs::last_write_time(file) > start + std::chrono::minutes(30))
        fs::last_write_time(file, start + std::chrono::seconds(number));
    }
  };
  for (int i = 0; i < 50; ++i) keep(i);
  cache.trim();
  uint64_t bytes = 0;
  for (const fs::path& file : files_below(folder / "cache/blobs")) bytes += fs::file_size(file);
  for (const fs::path& file : files_below(folder / "cache/records")) bytes += fs::file_size(file);
  CHECK(bytes <= 30'000);
  CHECK(bytes > 20'000);
  CHECK(cache.find(content_hash("0")).variants.empty());
  REQUIRE_FALSE(cache.find(content_hash("49")).variants.empty());
  CHECK(cache.blob(cache.find(content_hash("49")).variants[0]));
}

TEST_CASE("a cache deletes nothing that is not its own") {
  const Folder folder;
  folder.write("cache/notes.txt", std::string(50'000, 'x'));
  BuildCache cache(folder / "cache", 10'000);
  cache.keep(kKey, {}, some_variant(), kBlob);
  cache.trim();
  CHECK(fs::exists(folder / "cache/notes.txt"));
  CHECK(cache.blob(cache.find(kKey).variants.at(0)) == kBlob);
}

TEST_CASE("where no cache can be, nothing is kept and nothing fails") {
  const Folder folder;
  folder.write("cache", "a file");
  BuildCache cache(folder / "cache");
  cache.keep(kKey, {}, some_variant(), kBlob);
  cache.trim();
  CHECK(cache.find(kKey).variants.empty());
}

TEST_CASE("what files are depends on their bytes, their names and what links lead to") {
  const Folder folder;
  folder.write("a.ishi.yaml", "one");
  folder.write("b.ishi.yaml", "one");
  fs::create_symlink("a.ishi.yaml", folder / "c.ishi.yaml");
  const auto hash = [&](const std::vector<std::string>& asked) {
    return inputs_hash(asked, ProjectFiles(folder.path()));
  };
  const auto before = hash({"a.ishi.yaml", "c.ishi.yaml"});
  REQUIRE(before);
  CHECK(before == hash({"a.ishi.yaml", "c.ishi.yaml"}));
  CHECK(before != hash({"c.ishi.yaml", "a.ishi.yaml"}));
  fs::remove(folder / "c.ishi.yaml");
  fs::create_symlink("b.ishi.yaml", folder / "c.ishi.yaml");
  CHECK(before != hash({"a.ishi.yaml", "c.ishi.yaml"}));
  fs::remove(folder / "c.ishi.yaml");
  CHECK_FALSE(hash({"a.ishi.yaml", "c.ishi.yaml"}));
}

TEST_CASE("all that ask for a file in one run see the same bytes") {
  const Folder folder;
  folder.write("a.ishi.yaml", "one");
  const ProjectFiles files(folder.path());
  CHECK(files.read("a.ishi.yaml") == "one");
  const auto fingerprint = files.fingerprint("a.ishi.yaml");
  folder.write("a.ishi.yaml", "two");
  CHECK(files.read("a.ishi.yaml") == "one");
  CHECK(files.fingerprint("a.ishi.yaml") == fingerprint);
  CHECK(ProjectFiles(folder.path()).fingerprint("a.ishi.yaml") != fingerprint);
}

}  // namespace ishi::compiler::cache_test
