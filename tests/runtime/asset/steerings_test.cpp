#include <algorithm>
#include <cstring>
#include <limits>
#include <random>

#include "runtime/refusal.h"
#include "runtime/steering/steering_world.h"

// Steerings that are refused.

namespace ishi::testing::steerings_test {
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
// True if it loads; what does moves, whatever it says.
bool moves(const std::vector<uint8_t>& bytes) {
  Asset asset;
  World world;
  Population population;
  Scratch scratch;
  if (!Asset::load(bytes, asset) || asset.count(Kind::agents) == 0) return false;
  if (!World::create({.entities = 8, .up = asset.up()}, world)) return false;
  if (!world.add_population(asset, AssetParts(asset).agent(0).id, {.capacity = 4}, population)) return true;
  REQUIRE(Scratch::create(world, scratch));
  Entity agents[3];
  for (Entity& agent : agents) REQUIRE(population.spawn({}, agent));
  for (const char* const key : {"want_0", "flag_0"}) {
    if (auto column = population.column<float>(id_of("blackboard", key)); !column.empty()) column[0] = 1;
  }
  if (auto target = population.column<EntityId>(id_of("blackboard", "target")); !target.empty())
    target[0] = agents[1];
  static_cast<void>(population.candidates(population.agent_of(0), SetId::of("pack")).set(agents));
  for (uint64_t frame = 1; frame < 4; ++frame) {
    REQUIRE(world.begin_frame({frame, frame * 10'000}));
    Batch batch;
    Round round;
    Commands commands;
    MoveBatch move_batch;
    std::span<const Move> made;
    REQUIRE(population.begin_think(batch));
    for (uint32_t job = 0; job < batch.jobs(); ++job) REQUIRE(population.think(batch, job, scratch));
    REQUIRE(population.end_think(batch));
    REQUIRE(population.begin_act(round));
    for (uint32_t job = 0; job < round.jobs(); ++job) REQUIRE(population.act(round, job, scratch));
    REQUIRE(population.end_act(round, commands));
    REQUIRE(population.begin_move(move_batch));
    for (uint64_t& mask : population.blocked()) mask = ~frame;
    for (uint32_t job = 0; job < move_batch.jobs(); ++job) REQUIRE(population.move(move_batch, job, scratch));
    REQUIRE(population.end_move(move_batch, made));
    for (const Move& move : made) CHECK((move.direction < kMostDirections || move.speed == 0));
    REQUIRE(world.end_frame());
  }
  return true;
}

constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();

}  // namespace

TEST_CASE("a blob with steerings is loaded, and they can be looked at") {
  const Asset asset = load_valid(content());
  const AgentInfo agent = AssetParts(asset).agent(0);
  REQUIRE(agent.steerings.count == 2);
  const SteeringInfo first = AssetParts(asset).steering(agent.steerings.first);
  CHECK(first.directions == 16);
  CHECK(first.constant == 1.5f);
  REQUIRE(first.behaviours.count == 4);
  CHECK(AssetParts(asset).steering_behaviour(first.behaviours.first + arriving).stop == 0.5f);
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
  check_behaviour(seeking, StatusCode::unknown_enumerator, [](auto& b) { b.kind = 9; });
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

TEST_CASE("a blob with steerings and any one bit of them turned is refused or moves") {
  BlobContent one = content();
  const std::vector<uint8_t> valid = one.write();
  REQUIRE(moves(valid));
  size_t loaded = 0;
  const auto turn_all = [&](const void* element, size_t size) {
    const auto* const first = static_cast<const uint8_t*>(element);
    const auto found = std::search(valid.begin(), valid.end(), first, first + size);
    REQUIRE(found != valid.end());
    const auto begin = static_cast<size_t>(found - valid.begin());
    for (size_t bit = 0; bit < size * 8; ++bit) {
      std::vector<uint8_t> bytes = valid;
      bytes[begin + bit / 8] ^= static_cast<uint8_t>(1u << (bit % 8));
      loaded += moves(bytes) ? 1 : 0;
    }
  };
  for (const raw::Steering& steering : one.steerings) turn_all(&steering, sizeof steering);
  for (const raw::SteeringBehaviour& behaviour : one.steering_behaviours)
    turn_all(&behaviour, sizeof behaviour);
  CHECK(loaded > 0);
}

TEST_CASE("a blob with steerings and random words in it is refused or moves") {
  const std::vector<uint8_t> valid = content().write();
  std::mt19937 random(7);
  for (int round = 0; round < 10'000; ++round) {
    std::vector<uint8_t> bytes = valid;
    for (uint32_t changes = 1 + random() % 3; changes > 0; --changes) {
      const size_t word = random() % (bytes.size() / 4) * 4;
      const uint32_t values[] = {0, 1, 2, 0xff, 0x7fff'ffff, 0xffff'ffff, static_cast<uint32_t>(random())};
      const uint32_t value = values[random() % std::size(values)];
      std::memcpy(&bytes[word], &value, sizeof value);
    }
    moves(bytes);
  }
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

}  // namespace ishi::testing::steerings_test
