#include <algorithm>
#include <catch2/catch.hpp>
#include <cctype>
#include <string>
#include <vector>

#include "compiler/village.h"
#include "ishi/asset_info.h"
#include "ishi/id.h"
#include "ishi/ishi.h"

namespace ishi::compiler::renames_test {

// What a designer calls otherwise while the game runs: it goes on where it stood, if the text says what it
// was called.

namespace {

// One of each kind that has a name, each called as nothing else is.
const std::string kTown = R"YAML(ishi: 1
enums: { metal: { members: [tin, iron, gold] } }
things:
  vein: { fields: { wealth: { type: number, range: 0..1, default: 0.5 } }, offers: { mine: { score: 0.3 * it.wealth, do: [dig] } } }
blackboard:
  coal:  { type: integer, range: 0..50, default: 7 }
  alarm: { type: number, range: 0..1, scope: team, merge: max }
  ore:   { type: metal, default: tin }
  shape: { one_of: [round, flat] }
memory:
  veins: { of: vein, capacity: 4, forget: 60s, fields: { tapped: { type: boolean } } }
candidates:
  orders: { capacity: 3, fields: { urgency: { type: number, range: 0..1 } } }
tokens: { anvil: { count: 1 } }
events: { called: { fields: { volume: { type: number, range: 0..1 } } } }
curves: { steep: { power: 2 } }
needs:  { hunger: { rise: 0.01/s, start: 0.25, curve: steep } }
drives: { greed: { rise: 0.02/s, start: 0.5 } }
importance:
  calm: { hunger: 0.5 }
  wild: { hunger: 1.5 }
senses: { hands: { touch: { range: 5m }, of: vein, remember: veins } }
choices: { richest: { for_each: { seen: veins }, score: seen.wealth } }
steering:
  stroll: { directions: 8, speed: 1m/s, blend: { way: { wander: {} } } }
tasks:
  dig:    {}
  fetch:  { params: { what: { type: metal } } }
  hammer: { params: { times: { type: integer, range: 0..9 } } }
  eat:    {}
goals:
  make_blade: { params: { stuff: { type: metal } }, do: [fetch: { what: stuff }, hammer: { times: 3 }] }
actions:
  work: { score: 0.5 + 0.1 * richest.score, claims: anvil, do: [make_blade: { stuff: ore }] }
  dine: { cooldown: 10s, gains: { hunger: +0.3 }, reduces: { greed: +0.01 }, do: [eat] }
  walk_about: { score: "if(since(called) < 100s, 2, 0)", do: [any: [steer: stroll, wait: 1s]], cooldown: 3s }
agents:
  smith:
    actions: [dine]
    importance: calm
    offers: veins
    senses: [hands]
    on: { called: [set: { coal: coal + 1 }] }
    states:
      morning: { actions: [walk_about], to: { evening: time > 1s } }
      evening: { actions: [work, walk_about] }
)YAML";

bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

std::string with_word(std::string text, const std::string& word, const std::string& by) {
  for (size_t at = text.find(word); at != std::string::npos; at = text.find(word, at)) {
    const bool is_whole = !is_word(text[at - 1]) && !is_word(text[at + word.size()]);
    if (is_whole) text.replace(at, word.size(), by);
    at += is_whole ? by.size() : word.size();
  }
  return text;
}

// The text in which `name` is `other` everywhere, and says so.
std::string renamed(const std::string& text, const std::string& name, const std::string& other) {
  const std::string before = with_word(text, name, other);
  const std::string place = other + ":";
  size_t at = before.find("{", before.find(place)) + 1;
  if (before[before.find_first_not_of(' ', before.find(place) + place.size())] == '\n') {
    at = before.find('\n', before.find(place));  // the agent
    return std::string(before).insert(at, "\n    renamed_from: " + name);
  }
  const std::string comma = before[at] == '}' ? "" : ",";
  return std::string(before).insert(at, " renamed_from: " + name + comma);
}

// A morning of a smith who has come to know a vein, has an order and was called.
struct Town : Village {
  Entity vein{}, order{};

  Town() : Village(kTown) {
    REQUIRE(world.spawn_entity({.position = {1, 0, 1}, .thing = ThingId::of("vein")}, vein));
    Column<float> wealth;
    REQUIRE(world.field(id_of("things/vein", "wealth"), wealth));
    wealth[vein.index] = 0.75f;
    REQUIRE(smiths.remember(smiths.agent_of(slot), MemoryId::of("veins"), vein));
    REQUIRE(smiths.set_fact_field(smiths.agent_of(slot), MemoryId::of("veins"), 0,
                                  id_of("memory/veins", "tapped"), uint8_t{1}));
    REQUIRE(smiths.candidates(smiths.agent_of(slot), SetId::of("orders")).add(order));
    REQUIRE(smiths.candidates(smiths.agent_of(slot), SetId::of("orders"))
                .set_field(order, id_of("candidates/orders", "urgency"), 0.5f));
    Column<float> alarm;
    REQUIRE(world.team_key(id_of("blackboard", "alarm"), alarm));
    alarm[1] = 0.5f;
    key<int32_t>("coal") = 31;
    key<uint8_t>("ore") = 1;
    key<uint8_t>("shape") = 1;
    REQUIRE(smiths.set_profile(smiths.agent_of(slot), AssetParts(assets[0]).profile(1).id));
    const float record[] = {0.5f, 0};
    EventOptions called;
    called.event = EventId::of("called");
    called.agent = smith;
    called.record = record;
    called.record_bytes = sizeof record;
    REQUIRE(world.post(called));
  }

  // What starts is over after three frames.
  void play(int frames) {
    for (int i = 0; i < frames; ++i) {
      step();
      if (!starts.empty()) task = starts.back().token, since = frame;
      if (since != 0 && frame == since + 3) {
        static_cast<void>(smiths.report(task, Ending::completed));
        since = 0;
      }
    }
  }

  [[nodiscard]] bool keeps_all() const {
    const ReloadCounts counts = reload.counts();
    return std::ranges::all_of(reload.items(),
                               [](const ReloadItem& item) { return item.effect == ReloadEffect::kept; }) &&
           counts.aborted_tasks + counts.restarted_goals + counts.restarted_options + counts.ended_options +
                   counts.dropped_members + counts.dropped_events ==
               0;
  }

  ishi::Token task{};
  uint64_t since = 0;
};

// When a town is reloaded: the smith strolls, fetches what he needs, or works it.
enum class Moment { strolling, fetching, hammering };

void play_until(Moment moment, Town& town) {
  if (moment == Moment::strolling) return town.play(5);
  const TaskId task = TaskId::of(moment == Moment::fetching ? "fetch" : "hammer");
  for (int i = 0; i < 200; ++i) {
    town.play(1);
    if (!town.starts.empty() && town.starts.back().task == task) return;
  }
  FAIL("it is never started");
}

}  // namespace

TEST_CASE("whatever has another name and says what it was called goes on as though it had kept its name") {
  const std::string name =
      GENERATE(as<std::string>(), "metal", "vein", "wealth", "mine", "coal", "alarm", "ore", "shape", "veins",
               "tapped", "orders", "urgency", "anvil", "called", "volume", "steep", "hunger", "greed", "calm",
               "wild", "hands", "richest", "stroll", "fetch", "what", "hammer", "times", "make_blade",
               "stuff", "work", "dine", "walk_about", "smith", "morning", "evening");
  const Moment moment = GENERATE(Moment::strolling, Moment::fetching, Moment::hammering);
  CAPTURE(name, static_cast<int>(moment));
  Town town, other;
  play_until(moment, town);
  play_until(moment, other);
  REQUIRE(town.world.state_hash() == other.world.state_hash());
  const std::string next = replaced(kTown, "score: 0.5 + 0.1 *", "score: 0.5 + 0.125 *");
  town.change(renamed(next, name, "so_called"));
  other.change(next);
  CHECK(town.keeps_all());
  CHECK(town.world.state_hash() == other.world.state_hash());
  for (int i = 0; i < 40; ++i) {
    town.play(1);
    other.play(1);
    REQUIRE(town.world.state_hash() == other.world.state_hash());
  }
}

TEST_CASE("what has another name and does not say so begins anew") {
  const std::string name =
      GENERATE(as<std::string>(), "wealth", "coal", "alarm", "ore", "veins", "tapped", "orders", "urgency",
               "hunger", "greed", "richest", "make_blade", "work", "fetch", "what", "evening");
  CAPTURE(name);
  Town town;
  play_until(Moment::fetching, town);
  town.change(with_word(kTown, name, "so_called"));
  CHECK_FALSE(town.keeps_all());
}

TEST_CASE("a report tells what something was called") {
  Town town;
  town.change(renamed(kTown, "coal", "fuel"));
  CHECK(town.effect(ReloadPart::key, "fuel") == ReloadEffect::kept);
  const auto of = [&](std::string_view name) {
    return *std::ranges::find_if(town.reload.items(),
                                 [&](const ReloadItem& item) { return item.name == name; });
  };
  CHECK(std::string(of("fuel").former_name) == "coal");
  CHECK(std::string(of("ore").former_name).empty());
  CHECK(town.key<int32_t>("fuel") == 31);
}

TEST_CASE("members of an enum can be called otherwise, too") {
  Town town;
  town.change(replaced(kTown, "{ members: [tin, iron, gold] }",
                       "{ members: [gold, tin, steel], members_renamed_from: { steel: iron } }"));
  CHECK(town.key<uint8_t>("ore") == 2);
}

TEST_CASE("what has another name and another type begins anew, and the report says what it was called") {
  Town town;
  town.change(replaced(renamed(kTown, "coal", "fuel"), "type: integer, range: 0..50, default: 7",
                       "type: number, range: 0..50, default: 7"));
  CHECK(town.effect(ReloadPart::key, "fuel") == ReloadEffect::reset);
  CHECK(town.key<float>("fuel") == 7);
}

TEST_CASE("of several former names the latest counts that the version before has") {
  const auto with_former = [](const std::string& names) {
    return replaced(with_word(kTown, "coal", "fuel"), "fuel:  {", "fuel:  { renamed_from: " + names + ",");
  };
  Town town;
  SECTION("a version is left out") {
    town.change(with_former("[coal, peat]"));
    CHECK(town.key<int32_t>("fuel") == 31);
  }
  SECTION("one after the other") {
    town.change(renamed(kTown, "coal", "peat"));
    town.change(with_former("[coal, peat]"));
    CHECK(town.key<int32_t>("fuel") == 31);
    town.change(with_former("[coal, peat]"));
    CHECK(town.key<int32_t>("fuel") == 31);
  }
  SECTION("both were there") {
    town.change(
        replaced(kTown, "  ore:   {", "  peat:  { type: integer, range: 0..50, default: 9 }\n  ore:   {"));
    town.change(with_former("[coal, peat]"));
    CHECK(town.key<int32_t>("fuel") == 9);
  }
  SECTION("its own name was there") {
    town.change(
        replaced(kTown, "  ore:   {", "  fuel:  { type: integer, range: 0..50, default: 9 }\n  ore:   {"));
    town.change(with_former("coal"));
    CHECK(town.key<int32_t>("fuel") == 9);
    CHECK(town.effect(ReloadPart::key, "coal") == ReloadEffect::dropped);
  }
}

TEST_CASE("a field keeps its value where it and its thing are called otherwise") {
  Town town;
  town.change(renamed(renamed(kTown, "wealth", "worth"), "vein", "lode"));
  Column<float> worth;
  REQUIRE(town.world.field(id_of("things/lode", "worth"), worth));
  CHECK(worth[town.vein.index] == 0.75f);
  CHECK(town.keeps_all());
}

TEST_CASE("what one asset calls otherwise stays where another has kept the name") {
  const std::string text =
      "ishi: 1\nblackboard: { alarm: { type: number, range: 0..1, scope: team, merge: max } }\n"
      "actions: { watch: { score: alarm } }\nagents: { smith: { actions: [watch] } }\n";
  Village village(text);
  const Asset& first = village.assets[0];
  const Asset& other = village.compiled(with_word(text, "smith", "miller"));
  Population millers;
  REQUIRE(village.world.add_population(other, AgentId::of("miller"), {.capacity = 2}, millers));
  Column<float> alarm, siren;
  REQUIRE(village.world.team_key(id_of("blackboard", "alarm"), alarm));
  alarm[1] = 0.5f;
  const Asset& next = village.compiled(renamed(text, "alarm", "siren"));
  const AssetChange change{&first, &next};
  REQUIRE(village.world.prepare_reload({&change, 1}, village.reload));
  REQUIRE(village.world.commit_reload(village.reload));
  REQUIRE(village.world.team_key(id_of("blackboard", "alarm"), alarm));
  REQUIRE(village.world.team_key(id_of("blackboard", "siren"), siren));
  CHECK(alarm[1] == 0.5f);
  CHECK(siren[1] == 0.5f);
}

}  // namespace ishi::compiler::renames_test
