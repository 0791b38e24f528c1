#include <catch2/catch.hpp>
#include <initializer_list>
#include <map>
#include <string>
#include <utility>

#include "compiler/asset_of.h"
#include "ishi/asset_info.h"
#include "ishi/id.h"
#include "source/read_file.h"

// What imported names are called in the blob, and which ids they have.

namespace ishi::compiler::imports_test {

namespace {

class Files final : public FileReader {
 public:
  Files(std::initializer_list<std::pair<const std::string, std::string>> texts) : texts_(texts) {}
  tl::expected<std::string, ReadError> read(const std::string& path) const override {
    const auto found = texts_.find(path);
    if (found == texts_.end()) return tl::unexpected(ReadError::not_found);
    return found->second;
  }

 private:
  std::map<std::string, std::string> texts_;
};

constexpr const char* kLibrary =
    "ishi: 1\ncurves: { near: { power: 2 } }\nneeds: { rest: { level: near(0.5) } }\n"
    "actions: { sleep: { gains: { rest: +0.5 } } }\n";

Asset load(const std::string& text, const Files& files) { return asset_of(text, files, "ai/main.ishi.yaml"); }

std::string name_of(const Asset& asset, Kind kind, uint64_t id) {
  const uint32_t index = asset.find(kind, id);
  return index == kNotFound ? "nothing" : std::string(asset.name(kind, index));
}

}  // namespace

TEST_CASE("what is imported has its file in its id, whatever its alias, and its alias in its name") {
  const Files files{{"lib/std.ishi.yaml", kLibrary}};
  for (const std::string alias : {"std", "other"}) {
    const Asset asset =
        load("ishi: 1\nimport: { " + alias + ": ../lib/std.ishi.yaml }\nagents: { one: { actions: [" + alias +
                 ".sleep] } }\n",
             files);
    CHECK(name_of(asset, Kind::curves, id_of("curves/lib/std.ishi.yaml", "near")) == alias + ".near");
    CHECK(name_of(asset, Kind::motives, id_of("motives/lib/std.ishi.yaml", "rest")) == alias + ".rest");
    CHECK(AssetParts(asset).option(0).id == id_of("actions/lib/std.ishi.yaml", "sleep"));
    CHECK(asset.find(Kind::curves, id_of("curves", "near")) == kNotFound);
  }
}

TEST_CASE("the plans of an imported planner have its file in their ids, not its alias") {
  const Files files{{"lib/std.ishi.yaml",
                     "ishi: 1\nplanners: { thrifty: { rewards: { energy: 0.5 }, plans: { roam: { rewards: { "
                     "energy: 1 } } } } }\n"}};
  for (const std::string alias : {"std", "other"}) {
    const Asset asset =
        load("ishi: 1\nimport: { " + alias + ": ../lib/std.ishi.yaml }\nagents: { one: { planner: " + alias +
                 ".thrifty } }\n",
             files);
    CHECK(AssetParts(asset).option(0).id == id_of("actions/lib/std.ishi.yaml", "thrifty.roam"));
  }
}

TEST_CASE("what is included has no file in its id, though it is imported, too") {
  const Files files{{"lib/std.ishi.yaml", kLibrary}};
  const Asset asset = load(
      "ishi: 1\ninclude: [../lib/std.ishi.yaml]\nimport: { std: ../lib/std.ishi.yaml }\n"
      "agents: { one: { actions: [std.sleep] } }\n",
      files);
  CHECK(asset.count(Kind::curves) == 1);
  CHECK(name_of(asset, Kind::curves, id_of("curves", "near")) == "near");
  CHECK(AssetParts(asset).option(0).id == id_of("actions", "sleep"));
}

TEST_CASE("two files may give one alias to different libraries") {
  const Files files{{"a.ishi.yaml", kLibrary},
                    {"b.ishi.yaml", "ishi: 1\ncurves: { near: { power: 3 } }\n"},
                    {"ai/more.ishi.yaml",
                     "ishi: 1\nimport: { std: ../b.ishi.yaml }\ncurves: { far: { extends: std.near } }\n"}};
  const Asset asset = load(
      "ishi: 1\ninclude: [more.ishi.yaml]\nimport: { std: ../a.ishi.yaml }\n"
      "agents: { one: { actions: [std.sleep] } }\n",
      files);
  CHECK(name_of(asset, Kind::curves, id_of("curves/a.ishi.yaml", "near")) == "std.near");
  CHECK(name_of(asset, Kind::curves, id_of("curves/b.ishi.yaml", "near")) == "std(b.ishi.yaml).near");
}

TEST_CASE("a library behind a library is reached once, whichever way is shorter") {
  const Files files{
      {"a.ishi.yaml",
       "ishi: 1\nimport: { deep: b.ishi.yaml }\nactions: { sleep: { score: deep.near(0.5) } }\n"},
      {"b.ishi.yaml", "ishi: 1\ncurves: { near: { power: 3 } }\n"}};
  const Asset one =
      load("ishi: 1\nimport: { a: ../a.ishi.yaml }\nagents: { one: { actions: [a.sleep] } }\n", files);
  CHECK(name_of(one, Kind::curves, id_of("curves/b.ishi.yaml", "near")) == "a.deep.near");
  const Asset both = load(
      "ishi: 1\nimport: { a: ../a.ishi.yaml, b: ../b.ishi.yaml }\nvalues: { x: b.near(0.5) }\n"
      "agents: { one: { actions: [a.sleep] } }\n",
      files);
  CHECK(both.count(Kind::curves) == 1);
}

}  // namespace ishi::compiler::imports_test
