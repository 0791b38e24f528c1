#include <algorithm>
#include <catch2/catch.hpp>
#include <set>
#include <string>
#include <vector>

#include "compiler/asset_of.h"
#include "ishi/asset_info.h"
#include "source/read_file.h"

// Which `random` of a text draws for itself, and what an agent keeps of its past.

namespace ishi::compiler::chance_test {

namespace {

constexpr const char* kTasks = "tasks: { sing: { takes: 3s }, sit: { takes: 3s } }\n";

// The places of all draws in the scores of the first agent.
std::vector<uint32_t> places(const Asset& asset) {
  std::vector<uint32_t> found;
  for (uint32_t i = 0; i < AssetParts(asset).agent(0).operation_count; ++i) {
    const OperationView operation = AssetParts(asset).operation(0, i);
    if (operation.code == OperationCode::random) found.push_back(operation.parameter);
  }
  return found;
}

}  // namespace

TEST_CASE("each random that is written draws for itself, and none where agents choose") {
  const std::vector<uint32_t> found =
      places(asset_of(std::string("ishi: 1\n") + kTasks +
                      "actions:\n"
                      "  sing: { score: random * random, weight: 1 + random, do: sing }\n"
                      "  sit: { extends: sing, do: sit }\n"
                      "agents: { bard: { actions: [sing, sit], select: { weighted: {} } } }\n"));
  CHECK(found.size() == 6);
  CHECK(std::set<uint32_t>(found.begin(), found.end()).size() == 6);
  CHECK(std::ranges::find(found, 0U) == found.end());
}

TEST_CASE("a value is drawn once, however many scores name it") {
  CHECK(places(asset_of(std::string("ishi: 1\n") + kTasks +
                        "values: { luck: random, more: luck + 0.1 }\n"
                        "actions:\n"
                        "  sing: { score: luck * more, do: sing }\n"
                        "  sit: { score: luck, do: sit }\n"
                        "agents: { bard: { actions: [sing, sit] } }\n"))
            .size() == 1);
}

TEST_CASE("what is drawn does not depend on other entries, or on the alias of a library") {
  const auto with = [](const std::string& before, const std::string& alias) {
    MemoryReader reader;
    reader.add("lib.ishi.yaml", "ishi: 1\nvalues: { luck: random }\n");
    return places(asset_of("ishi: 1\nimport: { " + alias + ": lib.ishi.yaml }\n" + kTasks + "actions:\n" +
                               before + "  sing: { score: " + alias +
                               ".luck, weight: 1 + random, do: sing }\n"
                               "agents: { bard: { actions: [sing] } }\n",
                           reader));
  };
  const std::vector<uint32_t> found = with("", "std");
  REQUIRE(found.size() == 2);
  CHECK(with("  sit: { score: random, do: sit }\n", "std") == found);
  CHECK(with("", "basics") == found);
}

TEST_CASE("an agent keeps of its past what its scores, its steps and its states ask for, each once") {
  const Asset asset = asset_of(std::string("ishi: 1\n") + kTasks +
                               "events: { called: {}, seen: {}, heard: {} }\n"
                               "actions:\n"
                               "  sing:\n"
                               "    when: since(seen) > 3s\n"
                               "    score: if(since(sit) > 1s, 0.5, 0.2)\n"
                               "    do: [sing, { wait: 1s, when: since(seen) > 9s }]\n"
                               "  sit: { score: 0.1, do: sit }\n"
                               "agents:\n"
                               "  bard:\n"
                               "    actions: [sing, sit]\n"
                               "    states:\n"
                               "      calm: { to: { busy: since(called) < 2s } }\n"
                               "      busy: { to: { calm: since(called) > 5s } }\n");
  const IndexRange moments = AssetParts(asset).agent(0).moments;
  REQUIRE(moments.count == 3);
  CHECK(AssetParts(asset).moment(moments.first).kind == MomentKind::option);
  CHECK(AssetParts(asset).moment(moments.first).subject == 1);
  CHECK(AssetParts(asset).moment(moments.first + 1).subject == 0);
  CHECK(AssetParts(asset).moment(moments.first + 2).subject == 1);
}

}  // namespace ishi::compiler::chance_test
