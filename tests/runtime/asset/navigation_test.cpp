#include "runtime/body_world.h"
#include "runtime/refusal.h"

// What a blob may not say of classes of walkers, and of walks.

namespace ishi::testing::navigation_test {
namespace {

BlobContent valid(bool away = false) {
  const raw::Navigation infantry{.id = id_of("navigation", "infantry"), .max_steps = 12};
  BodySpec spec{.options = {{.body = sequence({walk_by(0, away)})}}, .navigations = {infantry}};
  BlobContent content = BodyContent(spec).content;
  content.enums = {{id_of("enums", "ground"), {0, 3}}};
  content.members = {{1}, {2}, {3}};
  content.navigations[0].cells = 0;
  content.navigations[0].costs = {0, 3};
  content.travel_costs = {1, 255, 0};
  content.sort_by_id();
  return content;
}

raw::Node& walk_of(BlobContent& content) {
  for (raw::Node& node : content.nodes) {
    if (node.kind == static_cast<uint8_t>(NodeKind::walk)) return node;
  }
  return content.nodes[0];
}

TEST_CASE("a blob with walkers loads, and says how they walk") {
  BlobContent content = valid(true);
  content.sources = {{1}};
  content.add_debug();
  const Asset asset = load_valid(content);
  REQUIRE(asset.count(Kind::navigations) == 1);
  const NavigationInfo info =
      AssetParts(asset).navigation(asset.find(Kind::navigations, id_of("navigation", "infantry")));
  CHECK(info.max_steps == 12);
  CHECK(info.speed == 2);
  CHECK(info.cells == 0);
  CHECK(!info.name.empty());
  REQUIRE(info.costs.count == 3);
  CHECK(AssetParts(asset).travel_cost(info.costs.first + 1) == 255);
}

TEST_CASE("a class of walkers that makes no sense is refused") {
  BlobContent content = valid();
  raw::Navigation& infantry = content.navigations[0];
  StatusCode code = StatusCode::navigation_range;
  SECTION("steps that weigh nothing") { infantry.step = 0; }
  SECTION("steps that weigh too much") { infantry.step = 17; }
  SECTION("turning that weighs too much") { infantry.turn_side = 256; }
  SECTION("turning back that weighs too much") { infantry.turn_back = 256; }
  SECTION("too many steps") { infantry.max_steps = (1u << 20) + 1; }
  SECTION("no speed") { infantry.speed = 0; }
  SECTION("a speed beyond reason") { infantry.speed = 1e7f; }
  SECTION("a speed that is no number") {
    infantry.speed = std::nanf("");
    code = StatusCode::number_not_finite;
  }
  SECTION("6 neighbours") {
    infantry.neighbours = 6;
    code = StatusCode::unknown_enumerator;
  }
  SECTION("corners that are no truth") {
    infantry.corners = 2;
    code = StatusCode::unknown_enumerator;
  }
  SECTION("reserved") {
    infantry.reserved = 1;
    code = StatusCode::reserved_not_zero;
  }
  SECTION("also reserved") {
    infantry.reserved_2 = 1;
    code = StatusCode::reserved_not_zero;
  }
  SECTION("an enum that does not exist") {
    infantry.cells = 1;
    code = StatusCode::index_out_of_range;
  }
  SECTION("too few costs") {
    infantry.costs.count = 2;
    content.travel_costs.pop_back();
    code = StatusCode::travel_costs;
  }
  SECTION("costs without terrains") {
    infantry.cells = raw::kMissing;
    code = StatusCode::travel_costs;
  }
  SECTION("a cost that is too high") {
    content.travel_costs[1] = 256;
    code = StatusCode::travel_costs;
  }
  SECTION("costs of nobody") {
    content.travel_costs.push_back(1);
    code = StatusCode::elements_left_over;
  }
  SECTION("an id that is 0") {
    infantry.id = 0;
    content.navigations_by_id[0].id = 0;
    code = StatusCode::id_zero;
  }
  SECTION("more than there may be") {
    for (uint32_t i = 0; i < 64; ++i) content.navigations.push_back({.id = 100 + i});
    content.sort_by_id();
    code = StatusCode::too_many;
  }
  check_refused(content, code);
}

TEST_CASE("a walk that makes no sense is refused") {
  BlobContent content = valid(true);
  raw::Node& walk = walk_of(content);
  StatusCode code = StatusCode::node_unused_part;
  SECTION("by a class that does not exist") {
    walk.subject = 1;
    code = StatusCode::index_out_of_range;
  }
  SECTION("to nowhere") {
    walk.value = raw::kMissing;
    code = StatusCode::node_without_value;
  }
  SECTION("to a number") {
    content.formulas[walk.value].program.count = 2;
    content.operations.pop_back();
    code = StatusCode::program_empty;
  }
  SECTION("away without an end") {
    content.navigations[0].max_steps = 0;
    code = StatusCode::walk_away_unbounded;
  }
  SECTION("twice away") { walk.count = 2; }
  SECTION("with arguments") { walk.arguments.count = 1; }
  check_refused(content, code);
}

}  // namespace
}  // namespace ishi::testing::navigation_test
