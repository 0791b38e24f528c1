#include <algorithm>
#include <catch2/catch.hpp>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <vector>

#include "compiler/compiled.h"
#include "diagnostics/diagnostics.h"
#include "diagnostics/render_text.h"
#include "explain/flip.h"
#include "simulate/thought.h"
#include "syntax/read_tree.h"

// What smallest change of one key would have made an agent decide otherwise.

namespace ishi::compiler::flips_test {

namespace {

constexpr std::string_view kGuard = R"(ishi: 1
enums: { posture: [stand, crouch, prone] }
things: { person: {} }
blackboard:
  hp:      { type: number, range: 0..100, default: 100 }
  ammo:    { type: integer, range: 0..12, default: 12 }
  stance:  posture
  alarm:   boolean
  threat:  person
  turned:  { type: angle, range: -180deg..180deg }
  gold:    number
  coins:   { type: integer, range: 0..1000 }
  unread:  { type: number, range: 0..1 }
needs:
  hunger: { start: 0.2, rise: 0.01/s }
)";

// A program that is thought with.
struct Asked : Compiled {
  explicit Asked(const std::string& text) : Compiled(text) { load(); }
  Asked(const std::filesystem::path& folder, const std::string& name) : Compiled(folder, name) { load(); }

  std::vector<Flip> flips(const Test& test, const Stop* stop = nullptr) {
    Diagnostics none;
    const Situation situation = read_situation(program->model, test, none);
    Thought thought;
    REQUIRE(think_once(asset, program->model, situation, thought));
    return find_flips(asset, program->model, situation, thought, stop);
  }

  // What the test's agent picks if something else is given, written as in a test.
  uint32_t picks(Test test, const std::string& key, const std::string& value) {
    const std::string text = key + ": " + value + "\n";
    Sources given;
    Diagnostics none;
    const uint32_t file = given.add("given", text);
    const Tree tree = read_tree(given.file(file).text(), file, none);
    test.who.given.erase(key);
    test.who.given.push_back({{tree.root->entries[0].key, {}}, tree.root->entries[0].value});
    const Situation situation = read_situation(program->model, test, none);
    INFO(text << render_text(none.sorted(), given));
    REQUIRE_FALSE(none.has_errors());
    Thought thought;
    REQUIRE(think_once(asset, program->model, situation, thought));
    return thought.picked;
  }
};

// "at hp ≤ 31: flee", nearest first, of an agent with these actions in the situation `given`.
std::vector<std::string> told_of(const std::string& actions, const std::string& given = "{}",
                                 const std::string& select = "{}") {
  Asked asked(std::string(kGuard) + "actions:\n  idle: { score: 0.3 }\n  act:  " + actions +
              "\nagents: { guard: { actions: [idle, act], select: " + select +
              " } }\ntests:\n  it: { agent: guard, given: " + given + ", expect: { picks: idle } }\n");
  std::vector<std::string> told;
  for (const Flip& flip : asked.flips(asked.program->model.tests[0].value))
    told.push_back(flip.condition + ": " +
                   (flip.option == kNone ? "nothing"
                    : flip.option == 0   ? "idle"
                                         : "act"));
  return told;
}

using Told = std::vector<std::string>;

}  // namespace

TEST_CASE("a threshold is told with as few digits as are needed") {
  CHECK(told_of("{ score: 1 - hp.norm }") == Told{"at hp < 70: act"});
  CHECK(told_of("{ score: 1 - hp.norm }", "{ hp: 70.5 }") == Told{"at hp < 70: act"});
  CHECK(told_of("{ score: 1 - hp.norm }", "{ hp: 20 }") == Told{"at hp ≥ 70: idle"});
  CHECK(told_of("{ when: hp < 12.25, score: 1 }") == Told{"at hp ≤ 12: act"});
}

TEST_CASE("a threshold near the end of a range is not rounded to that") {
  CHECK(told_of("{ when: hp < 0.5, score: 1 }") == Told{"at hp < 0.5: act"});
  CHECK(told_of("{ when: hp > 99.7, score: 1 }", "{ hp: 20 }") == Told{"at hp > 99.7: act"});
}

TEST_CASE("a whole number's threshold is a whole number") {
  CHECK(told_of("{ when: ammo < 5, score: 1 }") == Told{"at ammo ≤ 4: act"});
  CHECK(told_of("{ when: ammo < 5, score: 1 }", "{ ammo: 0 }") == Told{"at ammo ≥ 5: idle"});
}

TEST_CASE("what wins only in between is told with both ends") {
  CHECK(told_of("{ when: hp > 20 and hp < 40, score: 1 }") == Told{"at 20 < hp < 40: act"});
  CHECK(told_of("{ when: ammo > 3 and ammo < 5, score: 1 }") == Told{"at ammo = 4: act"});
}

TEST_CASE("a narrow band is found where the program compares with its ends") {
  CHECK(told_of("{ when: hp > 33.3 and hp < 33.4, score: 1 }").size() == 1);
}

TEST_CASE("what is a little more than it is now needs no number") {
  CHECK(told_of("{ when: hp < 100, score: 1 }") == Told{"at hp < 100: act"});
}

TEST_CASE("words, yes and no, and somebody or nobody are tried, too") {
  CHECK(told_of("{ when: stance == prone, score: 1 }") == Told{"if stance were prone: act"});
  CHECK(told_of("{ when: alarm, score: 1 }") == Told{"if alarm were true: act"});
  CHECK(told_of("{ when: threat.known, score: 1 }") == Told{"if threat were someone: act"});
  CHECK(told_of("{ when: threat.known, score: 1 }", "{ threat: someone }") ==
        Told{"if threat were nothing: idle"});
}

TEST_CASE("a level that the agent carries is tried, too") {
  CHECK(told_of("{ gains: { hunger: +1 } }") == Told{"at needs.hunger > 0.3: act"});
}

TEST_CASE("a number is written in the unit in which its range is") {
  CHECK(told_of("{ when: turned > 90deg, score: 1 }") == Told{"at turned > 90deg: act"});
}

TEST_CASE("a key without a range is tried far off, too") {
  CHECK(told_of("{ when: gold > 5000, score: 1 }") == Told{"at gold > 5000: act"});
}

TEST_CASE("the smallest share of a range comes first") {
  CHECK(told_of("{ score: (hp < 50) + (ammo < 11) + alarm }") ==
        Told{"at ammo ≤ 10: act", "at hp < 50: act", "if alarm were true: act"});
}

TEST_CASE("there is no change where none can be") {
  CHECK(told_of("{ when: threat.known and alarm, score: 1 }").empty());
  CHECK(told_of("{ score: 0.1 * unread }").empty());
}

TEST_CASE("nothing may be picked, too") {
  CHECK(told_of("{ when: hp < 10, score: 1 }", "{ hp: 5 }", "{ minimum: 0.5 }") ==
        Told{"at hp ≥ 10: nothing"});
}

TEST_CASE("a search that is stopped ends, wherever it was") {
  Asked asked(std::string(kGuard) +
              "actions:\n  idle: { score: 0.3 }\n  act: { when: hp > 20 and hp < 40 or ammo == 3 and alarm, "
              "score: 1 - hp.norm }\n"
              "agents: { guard: { actions: [idle, act] } }\n"
              "tests:\n  it: { agent: guard, given: { hp: 70.5 }, expect: { picks: idle } }\n");
  const Test& test = asked.program->model.tests[0].value;
  constexpr int kMostAfterwards = 100'000;
  int asks = 0;
  const Stop never = [&] { return ++asks < 0; };
  REQUIRE_FALSE(asked.flips(test, &never).empty());
  for (int all = asks, most = 0; most <= all; ++most) {
    asks = 0;
    const Stop stop = [&] {
      if (++asks > most + kMostAfterwards) throw std::runtime_error("it does not end");
      return asks > most;
    };
    INFO("stopped after " << most << " of " << all);
    REQUIRE_NOTHROW(asked.flips(test, &stop));
  }
}

TEST_CASE("in every test of the examples what is told is so", "[large]") {
  const std::filesystem::path examples = std::filesystem::path(ISHI_SOURCE_FOLDER) / "examples";
  size_t told = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(examples)) {
    const std::string name = entry.path().filename().string();
    if (!name.ends_with(".ishi.yaml") || name == "game.ishi.yaml") continue;
    Asked asked(entry.path().parent_path(), name);
    for (const auto& test : asked.program->model.tests) {
      if (test.value.run.given) continue;
      const uint32_t agent = test.value.who.agent.index;
      if (asked.program->model.agents[agent].value.actions.empty()) continue;
      for (const Flip& flip : asked.flips(test.value)) {
        INFO(name << ": " << test.name.text << ": " << flip.condition << ", " << flip.to);
        CHECK(asked.picks(test.value, flip.key, flip.to) == flip.option);
        ++told;
      }
    }
  }
  CHECK(told > 100);
}

TEST_CASE("what is told of several numbers holds for each of them") {
  CHECK(told_of("{ when: 'mod(coins, 7) == 3', score: 1 }", "{ coins: 997 }") ==
        Told{"at 991 ≤ coins ≤ 996: idle", "at coins ≥ 998: idle"});
}

}  // namespace ishi::compiler::flips_test
