#include "senses/target_lanes.h"

#include <array>
#include <bit>
#include <catch2/catch.hpp>
#include <random>
#include <vector>

#include "population/population_state.h"
#include "runtime/senses/sense_world.h"
#include "trials.h"

// The condition of a sense is judged for many targets together, with the same result as one by one.

namespace ishi::testing::target_lanes_test {
namespace {

using Code = OperationCode;
using Operand = ProgramBuilder::Operand;

constexpr uint32_t kPeople = kChunkRows + 8;
constexpr uint64_t kCloth = id_of("things/person", "cloth");
constexpr uint64_t kSide = id_of("things/person", "side");
constexpr uint64_t kOwnSide = id_of("blackboard", "own_side");

// Conditions that nobody would write: what is read of the target and of the observer, and anything made of
// it.
class RandomCondition {
 public:
  RandomCondition(ProgramBuilder& program, uint32_t seed) : program_(program), random_(seed) {}

  Operand write() {
    const Operand target = program_.add(Code::target_row), self = program_.add(Code::self_row);
    Operand made[kSteps];
    uint32_t count = 0;
    made[count++] = program_.spread(program_.add(Code::field, target));
    made[count++] = program_.spread(program_.add(Code::field, target, {0}, {0}, 1));
    made[count++] = program_.spread(program_.add(Code::position_z, target));
    made[count++] = program_.spread(program_.add(Code::is_thing, target));
    made[count++] = program_.add(Code::position_x, self);
    made[count++] = program_.with_parameter(Code::key, 0);
    made[count++] = program_.constant(0.5f);
    made[count++] = program_.constant(-3);
    const auto any = [&] { return made[random_() % count]; };
    while (count < kSteps) {
      const Code code = kCodes[random_() % kCodes.size()];
      const Operand a = any(), b = any(), c = any();
      made[count++] = program_.add(code, a, b, c);
    }
    return program_.add(Code::add, made[kSteps - 1], made[random_() % 4]);
  }

 private:
  static constexpr uint32_t kSteps = 24;
  static constexpr auto kCodes = std::to_array<Code>(
      {Code::add,     Code::subtract,    Code::multiply,    Code::divide,     Code::modulo, Code::power,
       Code::minimum, Code::maximum,     Code::negate,      Code::absolute,   Code::sign,   Code::floor,
       Code::round,   Code::square_root, Code::exponential, Code::logarithm,  Code::sine,   Code::arc_tangent,
       Code::equal,   Code::not_equal,   Code::less,        Code::less_equal, Code::both,   Code::either,
       Code::not_,    Code::select});

  ProgramBuilder& program_;
  std::mt19937 random_;
};

template <typename Write>
BlobContent content_with(bool occlusion, Write&& write) {
  BlobContent c = watch_content({.senses = {sight(1000, senses::kAllAround, occlusion)}, .capacity = 8});
  c.things = {{id_of("things", "person"), {0, 2}}};
  c.fields.push_back({kSide, number_variable(0, 3, 1)});
  c.keys = {{kOwnSide, number_variable(0, 3, 0)}};
  ProgramBuilder program(c);
  write(program);
  const auto operations = program.finish();
  const raw::Range range{static_cast<uint32_t>(c.operations.size()),
                         static_cast<uint32_t>(operations.size())};
  c.operations.insert(c.operations.end(), operations.begin(), operations.end());
  c.agents[0].formulas = {static_cast<uint32_t>(c.formulas.size()), 1};
  c.senses[0].when = static_cast<uint32_t>(c.formulas.size());
  c.formulas.push_back({.program = range, .record_kind = static_cast<uint8_t>(RecordKind::sense)});
  c.sort_by_id();
  return c;
}

// Two watchers in a crowd, each of whom is dressed in another way and of some side.
struct Crowd {
  explicit Crowd(const BlobContent& content) : w(content, {.agents = 2, .entities = kPeople + 8}) {
    std::mt19937 random(7);
    Column<float> cloth, side;
    Column<float> own_side;
    w.spawn({1, 0, 1});
    w.spawn({-2, 0, 3});
    for (uint32_t i = 0; i < kPeople; ++i)
      people.push_back(w.person({static_cast<float>(random() % 40), 0, static_cast<float>(random() % 40)}));
    REQUIRE(w.world.field(kCloth, cloth));
    REQUIRE(w.world.field(kSide, side));
    REQUIRE(w.watchers.column(kOwnSide, own_side));
    own_side[0] = 1;
    own_side[1] = 2;
    for (const EntityId who : people) {
      cloth[who.index] = static_cast<float>(random() % 1000) / 1000;
      side[who.index] = static_cast<float>(random() % 4);
    }
  }

  WatchWorld w;
  std::vector<EntityId> people;
};

uint32_t bits(float value) { return std::bit_cast<uint32_t>(value); }

}  // namespace

TEST_CASE("a condition is the same to the bit for targets one by one and in batches of any size") {
  for (uint32_t seed = 0; seed < trials(400); ++seed) {
    CAPTURE(seed);
    Crowd crowd(
        content_with(false, [&](ProgramBuilder& program) { RandomCondition(program, seed).write(); }));
    const Agents& p = *crowd.w.watchers.state();
    const TargetPlan& plan = p.senses.conditions[0];
    REQUIRE(plan.any());
    const SenseMemory memory = sense_memory(p.senses, crowd.w.scratch.memory());
    const std::span<float> values = memory.values;
    std::vector<uint32_t> rows;
    for (const EntityId who : crowd.people) rows.push_back(who.index);
    for (uint32_t slot = 0; slot < 2; ++slot) {
      std::vector<uint32_t> alone;
      for (const uint32_t row : rows) alone.push_back(bits(sense_value(p, plan.formula, slot, row, values)));
      for (uint32_t size = 0; size <= kChunkRows; size == 2 * kLanes + 1 ? size = kChunkRows : ++size) {
        const uint32_t first = size % 5;
        const float* const together =
            values_of_targets(p, plan, slot, {rows.data() + first, size}, values, memory.lanes);
        uint32_t differences = 0;
        for (uint32_t i = 0; i < size; ++i) differences += bits(together[i]) != alone[first + i] ? 1 : 0;
        CAPTURE(slot, size);
        REQUIRE(differences == 0);
      }
    }
  }
}

TEST_CASE("those whose condition holds are noticed or asked for, however many are judged together") {
  const bool occlusion = GENERATE(false, true);
  const uint32_t people = GENERATE(0u, 1u, 2u, 3u, 16u, 17u, 33u, 256u, 257u, 264u);
  Crowd crowd(content_with(occlusion, [](ProgramBuilder& program) {
    const Operand side = program.spread(program.add(Code::field, program.add(Code::target_row), {0}, {0}, 1));
    program.add(Code::not_equal, side, program.with_parameter(Code::key, 0));
  }));
  for (size_t i = people; i < crowd.people.size(); ++i)
    REQUIRE(crowd.w.world.despawn_entity(crowd.w.world.entity(crowd.people[i])));
  Column<float> side;
  REQUIRE(crowd.w.world.field(kSide, side));
  uint32_t others = 0;
  for (uint32_t i = 0; i < people; ++i) others += side[crowd.people[i].index] != 1 ? 1 : 0;
  crowd.w.begin_frame();
  crowd.w.sense();
  uint32_t found = 0;
  const auto judge = [&](EntityId who) {
    CHECK(side[who.index] != 1);
    ++found;
  };
  if (occlusion) {
    for (const OcclusionQuery& query : crowd.w.queries) {
      if (query.slot == 0) judge(query.target);
    }
  } else {
    for (const Entity who : crowd.w.remembered(0)) judge(who);
  }
  // The other watcher, who is of the default side, is one of its own.
  CHECK(found == std::min(others, 8u));
  // One is not a target of oneself.
  CHECK(crowd.w.watchers.sense_counters().conditions == 2 * (people + 1));
}

TEST_CASE("a condition that asks a set or that is the same for all is judged one by one") {
  const Crowd asks(content_with(false, [](ProgramBuilder& program) {
    const Operand side = program.spread(program.add(Code::field, program.add(Code::target_row), {0}, {0}, 1));
    program.add(Code::less, side, program.with_parameter(Code::member_count, 0));
  }));
  CHECK_FALSE(asks.w.watchers.state()->senses.conditions[0].any());
  const Crowd same(content_with(false, [](ProgramBuilder& program) {
    program.add(Code::less, program.with_parameter(Code::key, 0), program.constant(1));
  }));
  CHECK_FALSE(same.w.watchers.state()->senses.conditions[0].any());
}

}  // namespace ishi::testing::target_lanes_test
