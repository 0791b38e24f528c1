#include <catch2/catch.hpp>

#include "ishi/id.h"
#include "runtime/guard.h"

// What an asset tells about itself.

namespace ishi::testing::views_test {
namespace {

const Asset& guard_asset() {
  static const Asset kAsset = load_valid(guard_content());
  return kAsset;
}

TEST_CASE("ids are stable") {
  // FNV-1a of "agents/guard" and "blackboard/hp", computed apart from this code.
  CHECK(AgentId::of("guard").value == 0x1541b1f67c7e6f45u);
  CHECK(id_of("blackboard", "hp") == 0x5b4b570d880a9b89u);
  CHECK(id_of("a", "bc") != id_of("ab", "c"));
}

TEST_CASE("everything is found by its id") {
  const Asset& asset = guard_asset();
  CHECK(asset.find(Kind::keys, id_of("blackboard", "threat")) == guard::threat);
  CHECK(asset.find(TaskId::of("fire")) == 1);
  CHECK(asset.find(ProfileId::of("coward")) == 1);
  CHECK(asset.find(Kind::curves, id_of("curves", "tent")) == 3);
  CHECK(asset.find(Kind::keys, id_of("tasks", "fire")) == kNotFound);
  CHECK(asset.find(Kind::keys, 0) == kNotFound);
}

TEST_CASE("a key says its type, scope, range and default") {
  const NamedVariable ammo = AssetParts(guard_asset()).key(guard::ammo);
  CHECK(ammo.id == id_of("blackboard", "ammo"));
  CHECK(ammo.variable.type == ValueType::integer);
  CHECK(ammo.variable.high == 12);
  CHECK(ammo.variable.fallback.x == 12);
  CHECK(AssetParts(guard_asset()).key(guard::alarm).variable.scope == Scope::team);
  CHECK(AssetParts(guard_asset()).key(guard::posture).variable.reference == 0);
}

TEST_CASE("a task says where its parameters lie in its record") {
  const TaskInfo move_to = AssetParts(guard_asset()).task(0);
  CHECK(move_to.record_size == 24);
  CHECK(move_to.takes_seconds == 3);
  CHECK(AssetParts(guard_asset()).parameter(move_to.parameters.first + 1).offset == 4);
  CHECK(AssetParts(guard_asset()).parameter(move_to.parameters.first + 1).required);
  CHECK(AssetParts(guard_asset()).task(1).record_size == 0);
}

TEST_CASE("an agent says how it decides") {
  const AgentInfo agent = AssetParts(guard_asset()).agent(0);
  CHECK(agent.inertia == 0.03f);
  CHECK(agent.profile == 0);
  CHECK(agent.options.count == guard::kOptions);
  const OptionInfo shoot = AssetParts(guard_asset()).option(agent.options.first + guard::shoot);
  CHECK(shoot.id == id_of("actions", "shoot"));
  CHECK(AssetParts(guard_asset()).operation(0, shoot.score).code == OperationCode::gate);
}

TEST_CASE("a profile says its weights and curves") {
  CHECK(AssetParts(guard_asset()).weight(1, 1) == 1.8f);
  CHECK(AssetParts(guard_asset()).curve_choice(1, 1) == 1);
  CHECK(AssetParts(guard_asset()).curve_choice(1, 0) == 0);
}

TEST_CASE("a curve is given as it is evaluated") {
  const CurveView tent = AssetParts(guard_asset()).curve(3);
  CHECK(tent.kind == CurveKind::triangle);
  CHECK(evaluate_curve(tent, 0.25f) == 0.5f);
}

TEST_CASE("nodes and arguments are given in order") {
  const NodeInfo body = AssetParts(guard_asset()).node(AssetParts(guard_asset()).option(guard::flee).body);
  REQUIRE(body.children.count == 1);
  const NodeInfo move_to = AssetParts(guard_asset()).node(body.children.first);
  CHECK(move_to.kind == NodeKind::task);
  REQUIRE(move_to.arguments.count == 2);
  const ArgumentInfo place = AssetParts(guard_asset()).argument(move_to.arguments.first);
  CHECK(place.parameter == 1);
  const FormulaInfo formula = AssetParts(guard_asset()).formula(place.formula);
  CHECK(AssetParts(guard_asset()).operation(formula.program.first + 2).code == OperationCode::key_z);
}

TEST_CASE("names and places come from debug") {
  CHECK(guard_asset().name(Kind::agents, 0) == "n\xc3\xa4me");
  CHECK(AssetParts(guard_asset()).agent_place(0).source == "guard.ishi.yaml");
  CHECK(AssetParts(guard_asset()).agent_place(0).line == 3);
  CHECK(AssetParts(guard_asset()).key_place(2).column == 3);
  const OptionInfo reload = AssetParts(guard_asset()).option(guard::reload);
  REQUIRE(reload.terms.count == 1);
  CHECK(AssetParts(guard_asset()).term(reload.terms.first).name == "contribution");
  CHECK(AssetParts(guard_asset()).term(reload.terms.first).kind == TermKind::score);
}

TEST_CASE("an asset is moved with what it holds") {
  Asset first = load_valid(guard_content());
  Asset second = std::move(first);
  CHECK_FALSE(first.valid());  // NOLINT(bugprone-use-after-move): what a moved asset is, is promised
  CHECK(second.count(Kind::keys) == guard::kKeys);
}

}  // namespace
}  // namespace ishi::testing::views_test
