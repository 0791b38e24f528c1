#include "sweep/sweep.h"

#include <algorithm>
#include <array>
#include <catch2/catch.hpp>
#include <cmath>
#include <filesystem>
#include <memory>
#include <optional>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "compiler/compiled.h"
#include "compiler/oracle/random_document.h"
#include "lower/lower.h"
#include "sweep/edge.h"
#include "trials.h"

namespace ishi::compiler::sweep_test {

namespace fs = std::filesystem;

namespace {

struct Subject : Compiled {
  explicit Subject(const std::string& text) : Compiled(text) { prepare(); }
  Subject(const fs::path& folder, const std::string& name) : Compiled(folder, name) { prepare(); }

  void prepare() {
    load();
    Diagnostics none;
    lowered = lower(program->model, kNone, none);
  }

  SweepQuestion ask(const Test& test, const std::vector<std::string>& over) {
    Diagnostics none;
    SweepQuestion question{program->model, lowered, asset, read_situation(program->model, test, none), {}};
    for (const std::string& one : over) {
      auto axis = find_axis(program->model, one, question.situation);
      INFO((axis ? "" : axis.error()));
      REQUIRE(axis);
      question.axes.push_back(std::move(*axis));
    }
    return question;
  }

  std::string name_of(uint32_t agent, const SweptDecision& decision) {
    if (!decision.chosen.empty()) return decision.chosen;
    return decision.option == kNone
               ? "nothing"
               : std::string(program->model.agents[agent].value.actions[decision.option].text);
  }

  Lowered lowered;
};

constexpr std::string_view kGuard = R"(ishi: 1
enums: { posture: [stand, crouch, prone] }
things: { person: { fields: { hp: { type: number, range: 0..100 } } } }
candidates: { foes: { of: person, capacity: 4 } }
blackboard:
  hp:     { type: number, range: 0..100, default: 100 }
  ammo:   { type: integer, range: 0..12, default: 12 }
  stance: posture
  alarm:  boolean
  threat: person
  turned: { type: angle, range: -180deg..180deg }
  place:  point
  gold:   number
needs:
  hunger: { start: 0.2, rise: 0.01/s * hp }
  fear:   { level: 1 - hp.norm }
values: { weak: hp < 20 }
)";

std::string guard(const std::string& actions, const std::string& select = "{ inertia: 0 }",
                  const std::string& given = "{}") {
  return std::string(kGuard) + "actions:\n  idle: { score: 0.3 }\n  act:  " + actions +
         "\nagents: { guard: { actions: [idle, act], select: " + select +
         " } }\ntests:\n  it: { agent: guard, given: " + given + ", expect: { picks: idle } }\n";
}

// "idle 0..70, act 70..100", with the places as `edge_between` tells them; a `?` if it is not all proved.
std::string line_of(const std::string& text, const std::string& over) {
  Subject subject(text);
  const Test& test = subject.program->model.tests[0].value;
  const SweepQuestion question = subject.ask(test, {over});
  const SweptLine line = sweep_line(question);
  std::string result;
  for (size_t i = 0; i < line.stretches.size(); ++i) {
    const SweptStretch& stretch = line.stretches[i];
    if (i > 0) {
      const Edge edge = edge_between(question.axes[0], line.stretches[i - 1].last, stretch.first);
      result += (edge.belongs_to_upper ? " [" : " ]") + edge.text + " ";
    }
    result += subject.name_of(test.who.agent.index, stretch.decision);
  }
  return result + (line.widest_gap > 0 ? " ?" : "");
}

std::string fault_of(const std::string& over) {
  Subject subject(guard("{ score: hp.norm }"));
  Diagnostics none;
  Situation situation = read_situation(subject.program->model, subject.program->model.tests[0].value, none);
  const auto axis = find_axis(subject.program->model, over, situation, {.over = "--over"});
  return axis ? "" : axis.error();
}

// What a line says of a value.
const SweptDecision& said(const SweptLine& line, float value) {
  return std::ranges::find_if(line.stretches, [&](const SweptStretch& one) { return value <= one.last; })
      ->decision;
}

// Holds a line against the runtime in random places, and at both ends of each stretch.
void check_line(const SweepQuestion& question, const SweptLine& line, uint32_t places, std::mt19937& random) {
  const Axis& axis = question.axes[0];
  Decider decider(question.asset, question.model, question.situation, question.axes);
  const auto decide = [&](float value) { return decider.decide(std::array<float, 1>{value}); };
  REQUIRE(line.stretches.front().first == axis.low);
  REQUIRE(line.stretches.back().last == axis.high);
  for (size_t i = 0; i < line.stretches.size(); ++i) {
    const SweptStretch& stretch = line.stretches[i];
    CHECK(decide(stretch.first) == stretch.decision);
    CHECK(decide(stretch.last) == stretch.decision);
    if (i == 0) continue;
    const SweptStretch& before = line.stretches[i - 1];
    CHECK_FALSE(before.decision == stretch.decision);
    const float next =
        axis.kind == Axis::Kind::number ? std::nextafter(before.last, axis.high) : before.last + 1;
    CHECK(next == stretch.first);
  }
  if (line.widest_gap > 0) return;
  for (uint32_t i = 0; i < places; ++i) {
    const double part = std::generate_canonical<double, 32>(random);
    double value = axis.low + (static_cast<double>(axis.high) - axis.low) * part;
    if (i % 4 == 0) {  // close to a change
      const SweptStretch& near = line.stretches[random() % line.stretches.size()];
      value = near.first + (part - 0.5) * 1e-5 * (static_cast<double>(axis.high) - axis.low);
    }
    if (axis.kind != Axis::Kind::number) value = std::round(value);
    const float at = std::clamp(static_cast<float>(value), axis.low, axis.high);
    INFO(axis.name << " = " << axis.text(at));
    REQUIRE(decide(at) == said(line, at));
  }
}

std::vector<std::string> keys_of(const Model& model) {
  std::vector<std::string> keys;
  for (const auto& [name, variable] : model.blackboard) {
    const ValueKind kind = variable.resolved.kind;
    const bool is_number = kind == ValueKind::number || kind == ValueKind::integer;
    if (kind == ValueKind::point || kind == ValueKind::direction) continue;
    keys.push_back(std::string(name.text) + (is_number && !variable.has_range() ? "=-10..10" : ""));
  }
  for (const auto& [name, motive] : model.needs) {
    if (motive.is_carried()) keys.push_back("needs." + std::string(name.text));
  }
  for (const auto& [name, motive] : model.drives) {
    if (motive.is_carried()) keys.push_back("drives." + std::string(name.text));
  }
  return keys;
}

}  // namespace

TEST_CASE("a change of the decision is found to the last float") {
  CHECK(line_of(guard("{ score: 1 - hp.norm }"), "hp") == "act [70 idle");
  CHECK(line_of(guard("{ when: hp < 12.25, score: 1 }"), "hp") == "act [12.25 idle");
  CHECK(line_of(guard("{ when: hp <= 12.25, score: 1 }"), "hp") == "act ]12.25 idle");
  CHECK(line_of(guard("{ score: hp.norm / 3 }"), "hp") == "idle ]90.00001 act");
  CHECK(line_of(guard("{ when: turned > 90deg, score: 1 }"), "turned") == "idle ]90deg act");
}

TEST_CASE("an action that wins over a millionth of the range is found") {
  CHECK(line_of(guard("{ when: hp > 33.3333 and hp < 33.3334, score: 1 }"), "hp") ==
        "idle ]33.3333 act [33.3334 idle");
  CHECK(line_of(guard("{ when: abs(hp - 71.25) < 0.00001, score: 1 }"), "hp").find("act") !=
        std::string::npos);
  CHECK(line_of(guard("{ score: 0.3 + 0.001 * (1 - (200 * (hp.norm - 0.4321))^2) }"), "hp").find("idle") ==
        0);
}

TEST_CASE("values one by one: whole numbers, words, booleans and who is there") {
  CHECK(line_of(guard("{ when: ammo < 5, score: 1 }"), "ammo") == "act [5 idle");
  CHECK(line_of(guard("{ when: ammo == 5, score: 1 }"), "ammo") == "idle [5 act [6 idle");
  CHECK(line_of(guard("{ when: stance == crouch, score: 1 }"), "stance") == "idle [crouch act [prone idle");
  CHECK(line_of(guard("{ when: alarm, score: 1 }"), "alarm") == "idle [true act");
  CHECK(line_of(guard("{ when: threat.known, score: 1 }"), "threat") == "idle [someone act");
}

TEST_CASE("levels that agents carry are swept, though they rise by keys") {
  CHECK(line_of(guard("{ gains: { hunger: +1 } }"), "needs.hunger") == "idle ]0.3 act");
  CHECK(
      line_of(guard("{ gains: { hunger: +1 }, weight: hp.norm }", "{ inertia: 0 }", "{ needs.hunger: 0.9 }"),
              "hp") == "idle [33.33334 act");
}

TEST_CASE("only a part of a range is swept if that is asked for") {
  CHECK(line_of(guard("{ score: 1 - hp.norm }"), "hp=80..90") == "idle");
  CHECK(line_of(guard("{ when: gold > 7, score: 1 }"), "gold=0..10") == "idle ]7 act");
}

TEST_CASE("equal scores everywhere are no change: the first one wins all of them") {
  CHECK(line_of(guard("{ score: 0.3 }"), "hp") == "idle");
  CHECK(line_of(guard("{ score: \"min(0.3, hp)\" }"), "hp") == "idle");
}

TEST_CASE("nothing is chosen, too") {
  CHECK(line_of(guard("{ when: hp < 10, score: 1 }", "{ inertia: 0, minimum: 0.5 }"), "hp") ==
        "act [10 nothing");
}

TEST_CASE("states that are left within the sweep change what is chosen") {
  const std::string text =
      std::string(kGuard) +
      "importance: { bold: { hunger: 2 }, meek: { hunger: 0.5 } }\n"
      "actions:\n  calm_down: { score: 0.3 }\n  eat: { gains: { hunger: +1 } }\n"
      "agents:\n  guard:\n    actions: [calm_down, eat]\n    select: { inertia: 0 }\n    states:\n"
      "      calm: { importance: meek, to: { wild: hp < 50 } }\n"
      "      wild: { importance: bold }\n"
      "tests:\n  it: { agent: guard, expect: { picks: eat } }\n";
  CHECK(line_of(text, "hp") == "eat [50 calm_down");
}

TEST_CASE("actions for members and choices are swept") {
  const std::string members =
      std::string(kGuard) +
      "actions:\n  idle: { score: 0.3 }\n"
      "  hit: { for_each: { foe: foes }, when: foe.hp > hp, score: foe.hp / 100 }\n"
      "agents: { guard: { actions: [idle, hit], select: { inertia: 0 } } }\n"
      "tests:\n  it:\n    agent: guard\n    candidates: { foes: [{ hp: 20 }, { hp: 80 }, { hp: 50 }] }\n"
      "    expect: { picks: hit }\n";
  CHECK(line_of(members, "hp") == "hit [80 idle");
  const std::string choice =
      std::string(kGuard) +
      "choices:\n  best: { for_each: { foe: foes }, when: foe.hp > hp, score: 100 - foe.hp }\n"
      "agents: { guard: { choices: [best] } }\n"
      "tests:\n  it:\n    agent: guard\n    candidates: { foes: [{ hp: 20 }, { hp: 80 }, { hp: 50 }] }\n"
      "    expect: { chooses: { best: foes 1 } }\n";
  CHECK(line_of(choice, "hp") == "best: foes 1 [20 best: foes 3 [50 best: foes 2 [80 best: nothing");
}

TEST_CASE("what runs stays a little longer, from both sides") {
  Subject subject(guard("{ score: 1 - hp.norm }", "{ inertia: 0.1 }"));
  const SweepQuestion question = subject.ask(subject.program->model.tests[0].value, {"hp"});
  const SweptLine line = sweep_line(question);
  const auto hysteresis = sweep_hysteresis(question, line);
  REQUIRE(hysteresis);
  REQUIRE(hysteresis->rising.size() == 1);
  REQUIRE(hysteresis->falling.size() == 1);
  CHECK(hysteresis->rising[0].at == Approx(80));
  CHECK(hysteresis->falling[0].at == Approx(60));
  CHECK(hysteresis->widest_gap == 0);
  CHECK_FALSE(sweep_hysteresis(subject.ask(subject.program->model.tests[0].value, {"alarm"}), line));
}

// What slowly goes from one end of an axis to the other, by the runtime alone: the values at which it
// changes.
std::vector<float> slow_changes(SweepQuestion question, bool is_rising, uint32_t steps) {
  std::vector<float> changes;
  const Axis& axis = question.axes[0];
  std::optional<SweptDecision> before;
  for (uint32_t i = 0; i <= steps; ++i) {
    const float part = static_cast<float>(is_rising ? i : steps - i) / static_cast<float>(steps);
    const float at = axis.low + (axis.high - axis.low) * part;
    Decider decider(question.asset, question.model, question.situation, question.axes);
    const SweptDecision now = decider.decide(std::array<float, 1>{at});
    if (before && !(*before == now)) changes.push_back(at);
    before = now;
    question.situation.running =
        now.option == kNone ? kNone
                            : question.model.agents[question.situation.agent].value.actions[now.option].index;
    question.situation.running_for = decider.picked_for();
  }
  return changes;
}

TEST_CASE("inertia is for the member that an action runs for, with and without entities") {
  const auto text = [](const std::string& set, const std::string& rows) {
    return "ishi: 1\n"
           "things: { person: {} }\n"
           "blackboard: { x: { type: number, range: 0..1 }, y: { type: number, range: 0..1 } }\n"
           "candidates: { marks: { " +
           set +
           "fields: { q: { type: number, range: 0..1 }, slope: { type: number, range: -1..1 } }, "
           "capacity: 4 } }\n"
           "actions:\n"
           "  rest: { score: x }\n"
           "  work: { for_each: { m: marks }, score: m.q + m.slope * y }\n"
           "agents: { clerk: { actions: [rest, work], select: { inertia: 0.2 } } }\n"
           "tests:\n"
           "  one: { agent: clerk, candidates: { marks: [{ q: 0.5 }] }, expect: { picks: work } }\n"
           "  two: { agent: clerk, given: { x: 0.45 }, candidates: { marks: [" +
           rows + "] }, expect: { picks: work } }\n";
  };
  const std::string rows = "{ q: 0.6, slope: -0.5 }, { q: 0.1, slope: 0.5 }";
  for (const char* const set : {"", "of: person, "}) {
    INFO(set);
    Subject subject(text(set, rows));
    for (const auto& [test, over] : {std::pair(0, "x"), std::pair(1, "y")}) {
      const SweepQuestion question = subject.ask(subject.program->model.tests[test].value, {over});
      const auto hysteresis = sweep_hysteresis(question, sweep_line(question));
      REQUIRE(hysteresis);
      for (const bool is_rising : {true, false}) {
        const std::vector<float> slow = slow_changes(question, is_rising, 1000);
        const auto& swept = is_rising ? hysteresis->rising : hysteresis->falling;
        INFO(over << (is_rising ? " rising" : " falling"));
        REQUIRE(swept.size() == slow.size());
        for (size_t i = 0; i < slow.size(); ++i) CHECK(swept[i].at == Approx(slow[i]).margin(0.0011));
      }
      if (test == 0) CHECK(hysteresis->rising[0].at == Approx(0.7));
    }
  }
}

TEST_CASE("a map is proved but for the squares in which the decision changes") {
  Subject subject(guard("{ score: (1 - hp.norm) * (turned + 180deg) / 360deg }"));
  const SweepQuestion question = subject.ask(subject.program->model.tests[0].value, {"hp", "turned"});
  const SweptMap map = sweep_map(question);
  CHECK(map.unproved < 0.03);
  std::mt19937 random(3);
  Decider decider(question.asset, question.model, question.situation, question.axes);
  for (const SweptArea& area : map.areas) {
    if (!area.is_proved) continue;
    const auto within = [&](Interval range) {
      return range.low + (range.high - range.low) * std::generate_canonical<float, 24>(random);
    };
    CHECK(decider.decide(std::array<float, 2>{within(area.first), within(area.second)}) == area.decision);
  }
  const SweptLine line = sweep_line(question, 3.1415927F);
  CHECK(line.stretches.size() == 2);
}

TEST_CASE("what cannot be swept is told with what can") {
  CHECK(fault_of("hpp") == "there is no key hpp; did you mean hp?");
  CHECK(fault_of("zzzzzz") ==
        "there is no key zzzzzz; there is hp, ammo, stance, alarm, threat, turned, gold, needs.hunger");
  CHECK(fault_of("place") ==
        "place is a point, which has no order to go along; sweep a number, a boolean, an enum, an entity or "
        "a level");
  CHECK(fault_of("gold") == "gold has no range; say from where to where, such as --over gold=0..100");
  CHECK(fault_of("hp=20") == "--over hp=20 has no range; write from where to where, such as hp=0..100");
  CHECK(fault_of("hp=20..200") == "hp goes from 0 to 100, but 20..200 reaches further");
  CHECK(fault_of("hp=2m..20m") == "hp is a plain number, but 2m..20m goes along a length");
  CHECK(fault_of("stance=1..2") == "stance takes all of stand, crouch, prone; leave =1..2 out");
  CHECK(fault_of("hunger") == "hunger is no key, but in needs; write needs.hunger");
  CHECK(fault_of("needs.fear") == "needs.fear is computed from its `level`; sweep a key that it reads");
  CHECK(fault_of("needs.hungr") == "there is no level needs.hungr; did you mean needs.hunger?");
  CHECK(fault_of("weak") == "weak is computed from keys (`values`); sweep a key that it is made of");
  CHECK(fault_of("act") == "act is an action; a sweep goes along a key or level and shows which action wins");
  CHECK(fault_of("") == "--over takes the name of a key or level, such as --over hp");
}

TEST_CASE("in every test of the examples a sweep of every key says what the runtime decides", "[large]") {
  std::mt19937 random(11);
  size_t lines = 0, proved = 0, changes = 0;
  for (const auto& entry : fs::recursive_directory_iterator(fs::path(ISHI_SOURCE_FOLDER) / "examples")) {
    const std::string name = entry.path().filename().string();
    if (!name.ends_with(".ishi.yaml") || name == "game.ishi.yaml") continue;
    Subject subject(entry.path().parent_path(), name);
    for (const auto& test : subject.program->model.tests) {
      const bool is_one =
          test.value.who.agent.index != kNone && !test.value.for_all.given && !test.value.scene.given();
      if (!is_one || subject.program->model.agents[test.value.who.agent.index].value.select.draws()) continue;
      for (const std::string& key : keys_of(subject.program->model)) {
        INFO(name << ": " << test.name.text << ": " << key);
        const SweepQuestion question = subject.ask(test.value, {key});
        const SweptLine line = sweep_line(question);
        check_line(question, line, trials(16), random);
        ++lines;
        proved += line.widest_gap == 0;
        changes += line.stretches.size() - 1;
      }
    }
  }
  CHECK(lines > 500);
  CHECK(changes > 100);
  CHECK(proved > lines * 98 / 100);
}

TEST_CASE("in random documents a sweep says what the runtime decides", "[large]") {
  std::mt19937 random(23);
  size_t lines = 0, proved = 0, changes = 0;
  for (uint32_t i = 0; i < rare_trials(120); ++i) {
    const std::string text =
        oracle::random_document(random).text + "tests:\n  it: { agent: who, expect: { picks: nothing } }\n";
    INFO(text);
    Subject subject(text);
    const Test& test = subject.program->model.tests[0].value;
    if (subject.program->model.agents[test.who.agent.index].value.select.draws()) continue;
    for (const std::string& key : keys_of(subject.program->model)) {
      INFO(key);
      SweepQuestion question = subject.ask(test, {key});
      for (const std::string& other : keys_of(subject.program->model)) {
        if (other == key || random() % 3 == 0) continue;
        const auto axis = find_axis(subject.program->model, other, question.situation);
        const double part = std::generate_canonical<double, 32>(random);
        const double value = axis->low + (static_cast<double>(axis->high) - axis->low) * part;
        axis->set(subject.program->model, question.situation,
                  static_cast<float>(axis->kind == Axis::Kind::number ? value : std::round(value)));
      }
      const auto& actions = subject.program->model.agents[test.who.agent.index].value.actions;
      if (!actions.empty() && random() % 3 == 0)
        question.situation.running = actions[random() % actions.size()].index;
      const SweptLine line = sweep_line(question);
      check_line(question, line, 12, random);
      ++lines;
      proved += line.widest_gap == 0;
      changes += line.stretches.size() - 1;
    }
  }
  INFO(lines << " lines, " << proved << " proved, " << changes << " changes");
  CHECK(lines > rare_trials(120));
  CHECK(changes > sightings(20));
  CHECK(proved > lines * 8 / 10);
}

}  // namespace ishi::compiler::sweep_test
