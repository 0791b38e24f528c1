#include <limits>

#include "runtime/refusal.h"
#include "runtime/steering/steering_world.h"

// Steerings that are refused.

namespace ishi::testing {
namespace {

BlobContent content() {
  return steering_content({.parts = {{.kind = SteeringKind::seek, .is_conditional = true},
                                     {.kind = SteeringKind::arrive, .range = 2, .stop = 0.5f},
                                     {.kind = SteeringKind::separate, .range = 1},
                                     {.kind = SteeringKind::avoid}}});
}

// The behaviour `index` as `change` makes it.
template <typename Change>
void check_behaviour(uint32_t index, StatusCode code, Change&& change) {
  BlobContent changed = content();
  change(changed.steering_behaviours[index]);
  check_refused(changed, code);
}
template <typename Change>
void check_steering(StatusCode code, Change&& change) {
  BlobContent changed = content();
  change(changed.steerings[0]);
  check_refused(changed, code);
}

enum Part : uint32_t { seeking, arriving, separating, avoiding };
constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();

}  // namespace

TEST_CASE("a blob with steerings is loaded, and they can be looked at") {
  const Asset asset = load_valid(content());
  const AgentInfo agent = asset.agent(0);
  REQUIRE(agent.steerings.count == 2);
  const SteeringInfo first = asset.steering(agent.steerings.first);
  CHECK(first.directions == 16);
  CHECK(first.constant == 1.5f);
  REQUIRE(first.behaviours.count == 4);
  CHECK(asset.steering_behaviour(first.behaviours.first + arriving).stop == 0.5f);
}

TEST_CASE("steerings have 4 to 64 directions, a speed and a formula of their agent") {
  check_steering(StatusCode::steering_directions, [](auto& s) { s.directions = 3; });
  check_steering(StatusCode::steering_directions, [](auto& s) { s.directions = 65; });
  check_steering(StatusCode::number_not_finite, [](auto& s) { s.constant = kNaN; });
  check_steering(StatusCode::steering_amount, [](auto& s) { s.constant = -1; });
  check_steering(StatusCode::unknown_enumerator, [](auto& s) { s.interpolates = 2; });
  check_steering(StatusCode::reserved_not_zero, [](auto& s) { s.reserved = 1; });
  check_steering(StatusCode::formula_not_of_owner, [](auto& s) { s.formula = 99; });
  check_steering(StatusCode::index_out_of_range, [](auto& s) { s.formula = raw::kMissing; });
  check_steering(StatusCode::index_out_of_range, [](auto& s) { s.speed = 100; });
  check_steering(StatusCode::range_not_tiled, [](auto& s) { s.behaviours.first = 1; });
  check_steering(StatusCode::id_zero, [](auto& s) { s.id = 0; });
}

TEST_CASE("behaviours have what their kind needs, and nothing else") {
  check_behaviour(seeking, StatusCode::unknown_enumerator, [](auto& b) { b.kind = 8; });
  check_behaviour(seeking, StatusCode::reserved_not_zero, [](auto& b) { b.reserved_2 = 1; });
  check_behaviour(seeking, StatusCode::steering_part, [](auto& b) { b.right = raw::kMissing; });
  check_behaviour(seeking, StatusCode::steering_part, [](auto& b) { b.set = 0; });
  check_behaviour(seeking, StatusCode::index_out_of_range, [](auto& b) { b.ahead = 1000; });
  check_behaviour(seeking, StatusCode::index_out_of_range, [](auto& b) { b.when = 1000; });
  check_behaviour(seeking, StatusCode::number_not_finite, [](auto& b) { b.constant = kNaN; });
  check_behaviour(seeking, StatusCode::steering_amount, [](auto& b) { b.range = 1; });
  check_behaviour(arriving, StatusCode::steering_amount, [](auto& b) { b.stop = 2; });
  check_behaviour(arriving, StatusCode::steering_amount, [](auto& b) { b.stop = -1; });
  check_behaviour(separating, StatusCode::steering_amount, [](auto& b) { b.range = 0; });
  check_behaviour(separating, StatusCode::steering_part, [](auto& b) { b.set = raw::kMissing; });
  check_behaviour(separating, StatusCode::index_out_of_range, [](auto& b) { b.set = 1; });
  check_behaviour(separating, StatusCode::steering_part, [](auto& b) { b.right = 0; });
  check_behaviour(avoiding, StatusCode::steering_part, [](auto& b) { b.constant = 1; });
  BlobContent no_entities = content();
  no_entities.sets[0].entities = 0;
  check_refused(no_entities, StatusCode::steering_part);
}

TEST_CASE("a step steers by a steering of its agent, where bodies take time") {
  BlobContent far = content();
  far.nodes.back().subject = 2;
  check_refused(far, StatusCode::index_out_of_range);
  BlobContent none = content();
  none.agents.back().steerings = {0, 0};
  check_refused(none, StatusCode::index_out_of_range);
  BlobContent valued = content();
  valued.nodes.back().value = valued.agents.back().formulas.first;
  check_refused(valued, StatusCode::node_unused_part);
}

}  // namespace ishi::testing
