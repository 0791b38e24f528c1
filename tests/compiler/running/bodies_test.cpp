#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "compiler/asset_of.h"
#include "diagnostics/render_text.h"
#include "ishi/asset_info.h"
#include "ishi/compiler/compile.h"
#include "source/read_file.h"
#include "source/sources.h"

namespace ishi::compiler::bodies_test {

namespace {

constexpr std::string_view kContract = R"(ishi: 1
things: { person: { fields: { anger: { type: number, range: 0..1 } } } }
blackboard:
  hp:     { type: number, range: 0..100 }
  ammo:   { type: integer, range: 0..12 }
  threat: person
  home:   point
  alarm:  { type: number, range: 0..1, scope: team, merge: max }
  shots:  { type: integer, range: 0..99, scope: world, merge: sum }
  seen:   { type: person, scope: team, merge: last }
  calm:   { type: boolean, scope: team, merge: min }
  night:  { type: boolean, scope: world }
tasks:
  move_to: { params: { place: point, pace: { type: speed, default: 2m/s } } }
  aim:     { params: { at: { type: person, live: true } }, abort: wait }
  fire:    {}
events:
  bell:    {}
  damaged: { fields: { amount: { type: number, range: 0..100 }, by: person, where: point } }
  night:   {}
)";

// What is said of a text, as codes.
std::vector<Code> codes_of(const std::string& text) {
  Sources sources;
  std::vector<Code> codes;
  for (const Diagnostic& diagnostic : compile("a.ishi.yaml", text, MemoryReader(), {}, sources).diagnostics)
    codes.push_back(diagnostic.code);
  return codes;
}

// An agent `guard` with one action `act`, whose fields are given, indented by four.
Asset load_action(const std::string& fields) {
  return asset_of(std::string(kContract) + "actions:\n  act:\n    score: 0.5\n" + fields +
                  "agents: { guard: { actions: [act] } }\n");
}

Asset load_agent(const std::string& fields) {
  return asset_of(std::string(kContract) +
                  "actions: { act: { score: 0.5 } }\nagents:\n  guard:\n    actions: [act]\n" + fields);
}

NodeInfo child(const Asset& asset, const NodeInfo& node, uint32_t index) {
  REQUIRE(index < node.children.count);
  return AssetParts(asset).node(node.children.first + index);
}

std::vector<OperationCode> operations_of(const Asset& asset, uint32_t formula) {
  REQUIRE(formula != kNotFound);
  const IndexRange program = AssetParts(asset).formula(formula).program;
  std::vector<OperationCode> codes;
  for (uint32_t i = 0; i < program.count; ++i)
    codes.push_back(AssetParts(asset).operation(program.first + i).code);
  return codes;
}

bool has(const Asset& asset, uint32_t formula, OperationCode code) {
  const std::vector<OperationCode> codes = operations_of(asset, formula);
  return std::find(codes.begin(), codes.end(), code) != codes.end();
}

// The value of a formula that is a constant.
float constant_of(const Asset& asset, uint32_t formula) {
  REQUIRE(formula != kNotFound);
  const IndexRange program = AssetParts(asset).formula(formula).program;
  REQUIRE(program.count == 2);  // the constant, and what makes it a result
  return std::bit_cast<float>(AssetParts(asset).operation(program.first).parameter);
}

}  // namespace

TEST_CASE("steps become nodes in their order, with the modifiers that stand beside them") {
  const Asset asset = load_action(R"(    do:
      - move_to: { place: home }
        when: ammo > 3
        until: hp < 20
        while: threat.known
        timeout: 6s
        retry: 2
        on_fail: continue
        interruptible: false
      - wait: 250ms
      - set: { shots: shots + 1, ammo: 0 }
)");
  const NodeInfo body = AssetParts(asset).node(AssetParts(asset).option(0).body);
  CHECK(body.kind == ishi::NodeKind::sequence);
  REQUIRE(body.children.count == 3);

  const NodeInfo move = child(asset, body, 0);
  CHECK(move.kind == ishi::NodeKind::task);
  CHECK(asset.name(Kind::tasks, move.subject) == "move_to");
  REQUIRE(move.arguments.count == 1);
  CHECK(AssetParts(asset).argument(move.arguments.first).parameter == 0);
  CHECK(AssetParts(asset).formula(AssetParts(asset).argument(move.arguments.first).formula).program.count >=
        3);
  CHECK(has(asset, move[Modifier::when], OperationCode::less));
  CHECK(has(asset, move[Modifier::until], OperationCode::less));
  CHECK(has(asset, move[Modifier::while_true], OperationCode::not_equal));
  CHECK(constant_of(asset, move[Modifier::timeout]) == 6);
  CHECK(constant_of(asset, move[Modifier::interruptible]) == 0);
  CHECK(move.retries == 2);
  CHECK(move.continues);

  const NodeInfo wait = child(asset, body, 1);
  CHECK(wait.kind == ishi::NodeKind::wait);
  CHECK(constant_of(asset, wait.value) == 0.25F);
  CHECK(wait[Modifier::timeout] == kNotFound);
  CHECK(wait.retries == 0);
  CHECK_FALSE(wait.continues);

  const NodeInfo set = child(asset, body, 2);
  CHECK(set.kind == ishi::NodeKind::set);
  REQUIRE(set.assignments.count == 2);  // in the order of the blackboard
  CHECK(asset.name(Kind::keys, AssetParts(asset).assignment(set.assignments.first).subject) == "ammo");
  CHECK(asset.name(Kind::keys, AssetParts(asset).assignment(set.assignments.first + 1).subject) == "shots");
}

TEST_CASE("a body in place is a node with steps of its own, a name behind `do` is the task itself") {
  const Asset asset = load_action(R"(    do:
      - do: fire
        interruptible: false
      - do:
          - fire
          - do: [fire, wait: 1s]
            while: hp > 10
        retry: 1
)");
  const NodeInfo body = AssetParts(asset).node(AssetParts(asset).option(0).body);
  REQUIRE(body.children.count == 2);
  CHECK(child(asset, body, 0).kind == ishi::NodeKind::task);
  CHECK(child(asset, body, 0)[Modifier::interruptible] != kNotFound);
  const NodeInfo outer = child(asset, body, 1);
  CHECK(outer.kind == ishi::NodeKind::sequence);
  CHECK(outer.retries == 1);
  const NodeInfo inner = child(asset, outer, 1);
  CHECK(inner.kind == ishi::NodeKind::sequence);
  CHECK(inner[Modifier::while_true] != kNotFound);
  CHECK(child(asset, inner, 1).kind == ishi::NodeKind::wait);
}

TEST_CASE(
    "an action's `while` and `interruptible` stand at the root of its body, `finally` is a body of its own") {
  const Asset asset = load_action(R"(    while: threat.known
    interruptible: elapsed > 2s
    cooldown: 1.5s
    finally:
      - set: { ammo: 0 }
        when: ammo > 6
)");
  const OptionInfo option = AssetParts(asset).option(0);
  const NodeInfo body = AssetParts(asset).node(option.body);
  CHECK(body.children.count == 0);
  CHECK(has(asset, body[Modifier::while_true], OperationCode::not_equal));
  CHECK(has(asset, body[Modifier::interruptible], OperationCode::step_elapsed));
  REQUIRE(option.finally != kNotFound);
  const NodeInfo set = child(asset, AssetParts(asset).node(option.finally), 0);
  CHECK(set.kind == ishi::NodeKind::set);
  CHECK(set[Modifier::when] != kNotFound);
  CHECK(option.cooldown_seconds == 1.5F);
}

TEST_CASE("only an action that can fail has a cooldown after a failure") {
  const auto cooldown = [](const std::string& body) {
    return AssetParts(load_action(body)).option(0).cooldown_after_failure_seconds;
  };
  CHECK(cooldown("    do: fire\n") == 0.5F);
  CHECK(cooldown("    cooldown_after_failure: 3s\n    do: fire\n") == 3);
  CHECK(cooldown("    do: [wait: 1s, set: { ammo: 0 }]\n") == 0);
  CHECK(cooldown("    do: [{ do: fire, on_fail: continue }]\n") == 0);
  CHECK(cooldown("    do: [{ wait: 1s, timeout: 0.5s }]\n") == 0.5F);
  CHECK(cooldown("    do: [{ do: [wait: 1s, fire] }]\n") == 0.5F);
  CHECK(cooldown("    while: hp > 5\n") == 0);
}

TEST_CASE("`elapsed` is the action's time in its scores and the step's in its body") {
  const Asset asset = asset_of(std::string(kContract) + R"(actions:
  rest: { score: 0.1 }
  act:
    score: elapsed / 10s
    do:
      - do: fire
        timeout: 1s + elapsed
agents: { guard: { actions: [rest, act] } }
)");
  uint32_t found = 0;
  for (uint32_t i = 0; i < AssetParts(asset).agent(0).operation_count; ++i) {
    const OperationView operation = AssetParts(asset).operation(0, i);
    CHECK(operation.code != OperationCode::step_elapsed);
    if (operation.code != OperationCode::elapsed) continue;
    CHECK(operation.parameter == 1);
    ++found;
  }
  CHECK(found == 1);
  const NodeInfo step = child(asset, AssetParts(asset).node(AssetParts(asset).option(1).body), 0);
  CHECK(has(asset, step[Modifier::timeout], OperationCode::step_elapsed));
}

TEST_CASE("each event that wakes an agent or makes it act has one handler, in the contract's order") {
  const Asset asset = load_agent(R"(    think: { on: [night, damaged] }
    on:
      damaged:
        - set: { threat: event.by, home: event.where, hp: event.amount }
          when: event.by.known and event.by.anger > 0.5
      bell: [set: { alarm: 1 }]
)");
  const IndexRange handlers = AssetParts(asset).agent(0).handlers;
  REQUIRE(handlers.count == 3);
  const auto handler = [&](uint32_t i) { return AssetParts(asset).handler(handlers.first + i); };
  CHECK(asset.name(Kind::events, handler(0).event) == "bell");
  CHECK_FALSE(handler(0).wakes);
  CHECK(handler(0).body != kNotFound);
  CHECK(asset.name(Kind::events, handler(1).event) == "damaged");
  CHECK(handler(1).wakes);
  CHECK(asset.name(Kind::events, handler(2).event) == "night");
  CHECK(handler(2).wakes);
  CHECK(handler(2).body == kNotFound);

  const NodeInfo set = child(asset, AssetParts(asset).node(handler(1).body), 0);
  REQUIRE(set.assignments.count == 3);
  const auto formula = [&](uint32_t i) {
    return AssetParts(asset).assignment(set.assignments.first + i).formula;
  };
  CHECK(AssetParts(asset).formula(formula(0)).record_kind == RecordKind::event);
  CHECK(AssetParts(asset).formula(formula(0)).record == handler(1).event);
  CHECK(operations_of(asset, formula(0)).front() == OperationCode::record);         // hp: event.amount
  CHECK(operations_of(asset, formula(1)).front() == OperationCode::record_entity);  // threat: event.by
  CHECK(operations_of(asset, formula(2)).front() == OperationCode::record_x);       // home: event.where
  CHECK(has(asset, set[Modifier::when], OperationCode::record_entity));
  const NodeInfo alarm = child(asset, AssetParts(asset).node(handler(0).body), 0);
  CHECK(
      AssetParts(asset).formula(AssetParts(asset).assignment(alarm.assignments.first).formula).record_kind ==
      RecordKind::none);
}

TEST_CASE("what a task requires and changes reads its parameters") {
  const Asset asset = asset_of(R"(ishi: 1
blackboard:
  home: point
  ammo: { type: integer, range: 0..12 }
tasks:
  wait_there: {}
  move_to:
    params: { pace: { type: speed, range: 0m/s..8m/s, default: 2m/s }, place: point }
    requires: pace.norm > 0.1 and distance(place) > 1m
    effects:
      ammo: max(ammo - 1, 0)
      home: place
actions: { act: { score: 0.5, do: [move_to: { place: home }] } }
agents: { guard: { actions: [act] } }
)");
  const TaskInfo task = AssetParts(asset).task(1);
  CHECK(AssetParts(asset).task(0).condition == kNotFound);
  CHECK(AssetParts(asset).task(0).effects.count == 0);
  CHECK(AssetParts(asset).formula(task.condition).record_kind == RecordKind::task);
  CHECK(AssetParts(asset).formula(task.condition).record == 1);
  CHECK(has(asset, task.condition, OperationCode::record));
  CHECK(has(asset, task.condition, OperationCode::record_x));
  REQUIRE(task.effects.count == 2);
  CHECK(asset.name(Kind::keys, AssetParts(asset).effect(task.effects.first).subject) == "home");
  const IndexRange program =
      AssetParts(asset).formula(AssetParts(asset).effect(task.effects.first).formula).program;
  CHECK(AssetParts(asset).operation(program.first).code == OperationCode::record_x);
  CHECK(AssetParts(asset).operation(program.first).parameter == 1);
}

TEST_CASE("keys say how their writes merge, parameters whether they live, tasks how they are aborted") {
  const Asset asset = load_action("    do: fire\n");
  const auto merge = [&](uint32_t key) { return AssetParts(asset).key(key).merge; };
  CHECK(merge(0) == ishi::Merge::none);
  CHECK(merge(4) == ishi::Merge::max);
  CHECK(merge(5) == ishi::Merge::sum);
  CHECK(merge(6) == ishi::Merge::last);
  CHECK(merge(7) == ishi::Merge::min);
  CHECK(merge(8) == ishi::Merge::none);
  CHECK(AssetParts(asset).task(0).abort == ishi::Abort::now);
  CHECK(AssetParts(asset).task(1).abort == ishi::Abort::wait);
  CHECK_FALSE(AssetParts(asset).parameter(0).live);
  CHECK(AssetParts(asset).parameter(2).live);
}

TEST_CASE("what a step asks first is known in its arguments and in its body") {
  const std::string text = std::string(kContract) + R"(actions:
  act:
    score: 0.5
    do:
      - when: hp > 0 and threat.known
        do:
          - wait: 1s / hp
          - move_to: { place: threat.position }
agents: { guard: { actions: [act] } }
)";
  std::string known = text;
  CHECK(codes_of(known).empty());
  known.replace(known.find("when: hp > 0 and threat.known"), 29, "while: hp > 50");
  CHECK(codes_of(known) == std::vector<Code>{Code::nobody_read});
  known.replace(known.find("while: hp > 50"), 14, "until: hp > 50");
  CHECK(codes_of(known) == std::vector<Code>{Code::possible_division_by_zero, Code::nobody_read});
}

TEST_CASE("a condition that has its own warning is warned of once, however many steps it guards") {
  const std::string text = std::string(kContract) + R"(actions:
  act:
    when: 1 / hp > 0.5
    score: 0.5
    do: [wait: 1s / ammo, wait: 2s, wait: 3s]
agents: { guard: { actions: [act] } }
)";
  CHECK(codes_of(text) ==
        std::vector<Code>{Code::possible_division_by_zero, Code::possible_division_by_zero});
}

TEST_CASE("the parameters of a task take 1024 bytes at most") {
  const auto with = [](int count) {
    std::string text = "ishi: 1\ntasks:\n  devise:\n    params:\n";
    for (int i = 0; i < count; ++i) text += fmt::format("      p{}: {{ type: number, default: 0 }}\n", i);
    return text + "actions: { act: { score: 1, do: devise } }\nagents: { guard: { actions: [act] } }\n";
  };
  CHECK(codes_of(with(256)).empty());
  CHECK(codes_of(with(257)) == std::vector<Code>{Code::too_many_entries});
}

TEST_CASE("the fields of an event take 1024 bytes at most, conditions one byte each") {
  const auto with = [](std::string_view type, int count) {
    std::string text = "ishi: 1\nevents:\n  news:\n    fields:\n";
    for (int i = 0; i < count; ++i) text += fmt::format("      f{}: {}\n", i, type);
    return text + "actions: { act: { score: 1 } }\nagents: { guard: { actions: [act] } }\n";
  };
  CHECK(codes_of(with("boolean", 1024)).empty());
  CHECK(codes_of(with("boolean", 1025)) == std::vector<Code>{Code::too_many_entries});
  CHECK(codes_of(with("entity", 129)) == std::vector<Code>{Code::too_many_entries});
}

TEST_CASE("all that an agent can do has 65535 steps at most", "[large]") {
  const auto with = [](int steps) {
    std::string text = "ishi: 1\ntasks: { hop: {} }\nactions:\n";
    std::string names;
    for (int i = 0; steps > 0; ++i) {
      const int here = std::min(steps, 255);
      text += fmt::format("  a{}: {{ score: 1, do: [hop", i);
      for (int k = 1; k < here; ++k) text += ", hop";
      text += "] }\n";
      names += fmt::format("{}a{}", i == 0 ? "" : ", ", i);
      steps -= here;
    }
    return text + fmt::format("agents: {{ guard: {{ actions: [{}] }} }}\n", names);
  };
  // 255 steps and the body that holds them are 256 nodes.
  CHECK(codes_of(with(255 * 256 - 1)).empty());
  CHECK(codes_of(with(255 * 256)) == std::vector<Code>{Code::too_many_entries});
}

TEST_CASE("a formula has 4096 operations at most") {
  const auto with = [](int values) {
    std::string text = "ishi: 1\nblackboard: { hp: { type: number, range: 0..1 } }\nvalues:\n";
    std::string sum;
    for (int v = 0; v < values; ++v) {
      text += fmt::format("  v{}: hp", v);
      for (int i = 0; i < 300; ++i) text += fmt::format(" + {} * hp", 2 + v * 300 + i);
      text += "\n";
      sum += fmt::format("{}v{}", v == 0 ? "" : " + ", v);
    }
    return text + fmt::format("actions: {{ act: {{ score: 1, do: [wait: 1s * ({})] }} }}\n", sum) +
           "agents: { guard: { actions: [act] } }\n";
  };
  CHECK(codes_of(with(4)).empty());
  CHECK(codes_of(with(5)) == std::vector<Code>{Code::program_too_large});
}

}  // namespace ishi::compiler::bodies_test
