#include <algorithm>
#include <cmath>

#include "asset/limits.h"
#include "navigation/walking.h"
#include "program/run_row.h"
#include "sets/sets.h"
#include "steering/blend.h"
#include "steering/steering.h"
#include "views/agents.h"

// One look at one agent: what its behaviours are given, and what becomes of them.

namespace ishi {
namespace {

constexpr float kHeaviest = 1e6f;    // weights are held within it, so that nothing overflows
constexpr float kSamePlace = 0.05f;  // metres: nearer than this there is no way apart
constexpr float kArrived = 0.01f;    // of the way on which one slows down: else it would never end
constexpr uint32_t kWanderPlace = 0x8000'0000;

float held_weight(float weight) {
  return weight > kHeaviest ? kHeaviest : weight < -kHeaviest ? -kHeaviest : weight;
}

// Direction and distance of a target in the plane.
struct Bearing {
  Heading to;          // of length 1; zeros if there is no way to go
  float distance = 0;  // metres
};

Bearing way(float right, float ahead) {
  const float distance = std::sqrt(right * right + ahead * ahead);
  if (!(distance > 0.0f)) return {};
  return {{right / distance, ahead / distance}, distance};
}

class Steerer {
 public:
  Steerer(Agents& population, uint32_t slot, const ProgramValues& values)
      : p_(population),
        s_(population.steering),
        plan_(s_.plans[s_.followed[slot] - 1]),
        slot_(slot),
        values_(values),
        blend_(plan_.directions),
        own_right_(place_of(p_.self[slot].index, 0)),
        own_ahead_(place_of(p_.self[slot].index, s_.axis_ahead)) {}

  void run(Move& move) {
    if (plan_.draws) ++p_.draws[slot_];  // what its program has drawn is drawn
    if (plan_.wanders) {
      wander_on();
    } else if (s_.wandering != nullptr) {
      s_.wandering[slot_] = -1;
    }
    for (uint32_t i = 0; i < plan_.behaviours.size(); ++i) add(plan_.behaviours[i], i);
    float* const weights = s_.weights.data() + size_t{slot_} * s_.weight_stride;
    s_.weighed[slot_] = s_.followed[slot_];
    const Headed headed = blend_.choose(weights, plan_.steering->interpolates() != 0);
    if (has_drawn_) ++p_.draws[slot_];
    s_.right[slot_] = headed.heading.right;
    s_.ahead[slot_] = headed.heading.ahead;
    move.direction = headed.direction;
    move.heading = s_.axis_ahead == 2 ? Vector3{headed.heading.right, 0, headed.heading.ahead}
                                      : Vector3{headed.heading.right, headed.heading.ahead, 0};
    const float speed = value_of(plan_.steering->speed(), plan_.steering->constant());
    move.speed = headed.direction == kNoDirection || !(speed > 0.0f)
                     ? 0.0f
                     : std::min(speed, limits::kSpeed) * slowed_;
  }

 private:
  [[nodiscard]] float place_of(uint32_t row, uint32_t axis) const {
    return held_component(p_.binding.entities.position[axis][row], 0);
  }
  // A value of the program, or the constant in its place.
  [[nodiscard]] float value_of(uint32_t operation, float constant) const {
    return operation == kNotFound ? constant : values_[operation];
  }

  void add(const blob::SteeringBehaviour& behaviour, uint32_t index) {
    using Kind = blob::SteeringKind;
    if (value_of(behaviour.when(), 1) == 0.0f || value_of(behaviour.known(), 1) == 0.0f) return;
    const float weight = held_weight(value_of(behaviour.weight(), behaviour.constant()));
    switch (behaviour.kind()) {
      case Kind::seek:
      case Kind::flee:
      case Kind::strafe:
      case Kind::arrive:
        return go(behaviour, weight,
                  way(values_[behaviour.right()] - own_right_, values_[behaviour.ahead()] - own_ahead_));
      case Kind::separate: return separate(behaviour, weight, index);
      case Kind::keep_heading:
        return blend_.keep({s_.right[slot_], s_.ahead[slot_]}, has_heading() ? weight : 0.0f);
      case Kind::wander: return blend_.seek(heading_of(s_.wandering[slot_]), weight);
      case Kind::avoid: return blend_.block(s_.blocked[slot_]);
      case Kind::follow_path: {
        float at[3];
        if (way_point(p_, slot_, at))
          go(behaviour, weight, way(at[0] - own_right_, at[s_.axis_ahead] - own_ahead_));
        return;
      }
    }
  }

  [[nodiscard]] bool has_heading() const { return s_.right[slot_] != 0.0f || s_.ahead[slot_] != 0.0f; }

  void go(const blob::SteeringBehaviour& behaviour, float weight, const Bearing& there) {
    if (!there.to.any()) return;
    switch (behaviour.kind()) {
      case blob::SteeringKind::flee: return blend_.seek({-there.to.right, -there.to.ahead}, weight);
      case blob::SteeringKind::strafe: return blend_.strafe(there.to, weight);
      case blob::SteeringKind::arrive: {
        const float rest = (there.distance - behaviour.stop()) / (behaviour.range() - behaviour.stop());
        if (rest <= kArrived) return;
        slowed_ = rest < slowed_ ? rest : slowed_;
        return blend_.seek(there.to, weight);
      }
      default: return blend_.seek(there.to, weight);
    }
  }

  void separate(const blob::SteeringBehaviour& behaviour, float weight, uint32_t index) {
    const SetTable& table = p_.sets.tables[behaviour.set()];
    const uint32_t owner = table.owner_of(slot_, p_.team[slot_]);
    Heading apart;
    for (uint32_t member = 0; member < table.count[owner]; ++member) {
      float right = 0;
      float ahead = 0;
      if (!place_of_member(table, table.row(owner, member), right, ahead)) continue;
      const float way_right = own_right_ - right;
      const float way_ahead = own_ahead_ - ahead;
      const float squared = way_right * way_right + way_ahead * way_ahead;
      if (squared >= behaviour.range() * behaviour.range()) continue;
      if (squared < kSamePlace * kSamePlace) {
        const Heading any = draw_direction(index, member);
        apart.right += any.right;
        apart.ahead += any.ahead;
      } else {
        const Bearing away = way(way_right, way_ahead);
        const float nearness = 1.0f - away.distance / behaviour.range();
        apart.right += away.to.right * nearness;
        apart.ahead += away.to.ahead * nearness;
      }
    }
    if (const Bearing there = way(apart.right, apart.ahead); there.to.any()) blend_.seek(there.to, weight);
  }

  // Where a member is: of a fact where it was noticed. False for the agent itself and for who is gone.
  bool place_of_member(const SetTable& table, uint32_t at, float& right, float& ahead) const {
    if (table.is_memory) {
      if (table.entity.is(at, p_.self[slot_])) return false;
      right = table.place(at, 0);
      ahead = table.place(at, s_.axis_ahead);
      return true;
    }
    const uint32_t row = table.entity.row_of(at, p_.binding.entities);
    if (row == 0 || row == p_.self[slot_].index) return false;
    right = place_of(row, 0);
    ahead = place_of(row, s_.axis_ahead);
    return true;
  }

  Heading draw_direction(uint32_t behaviour, uint32_t member) {
    constexpr uint32_t kMostMembers = 256;
    has_drawn_ = true;
    const float drawn = p_.binding.random(slot_, 1 + behaviour * kMostMembers + member);
    const auto count = static_cast<float>(plan_.directions.count);
    return plan_.directions.at(static_cast<uint32_t>(drawn * count));
  }

  // The heading drifts as a random walk: after a second it is `range` away, as a standard deviation, however
  // many frames that took.
  void wander_on() {
    float& turns = s_.wandering[slot_];
    if (turns < 0.0f) {
      turns = turns_of(first_heading());
      return;
    }
    float range = 0;
    for (const blob::SteeringBehaviour& behaviour : plan_.behaviours) {
      if (behaviour.kind() == blob::SteeringKind::wander) range = behaviour.range();
    }
    constexpr float kRootOfThree = 0x1.bb67aep+0f;
    constexpr float kInverseTwoPi = 0x1.45f306p-3f;
    has_drawn_ = true;
    const auto seconds = static_cast<float>(static_cast<double>(s_.passed) / 1e6);
    const float step = range * kInverseTwoPi * kRootOfThree * std::sqrt(seconds);
    const float turned = turns + (2.0f * p_.binding.random(slot_, kWanderPlace) - 1.0f) * step;
    turns = turned - std::floor(turned);
  }

  // On as it went, or where it looks.
  [[nodiscard]] Heading first_heading() const {
    if (has_heading()) return {s_.right[slot_], s_.ahead[slot_]};
    const uint32_t row = p_.self[slot_].index;
    const EntityView& entities = p_.binding.entities;
    return way(held_component(entities.facing[0][row], 0),
               held_component(entities.facing[s_.axis_ahead][row], 0))
        .to;
  }

  Agents& p_;
  Steering& s_;
  const SteeringPlan& plan_;
  uint32_t slot_;
  const ProgramValues& values_;
  Blend blend_;
  float own_right_, own_ahead_;
  float slowed_ = 1;
  bool has_drawn_ = false;
};

}  // namespace

void steer(Agents& p, uint32_t slot, const ProgramValues& values, Move& move) {
  Steerer(p, slot, values).run(move);
}

void steer_by_row(Agents& p, uint32_t slot, std::span<float> values, Move& move) {
  const SteeringPlan& plan = p.steering.plans[p.steering.followed[slot] - 1];
  const Row row{.slot = slot,
                .team = p.team[slot],
                .profile = p.profile[slot],
                .step_started = *p.binding.time_microseconds};
  run_row(p.binding, plan.program, plan.domains, row, values, [](const Row&, uint32_t) {});
  steer(p, slot, {values.data()}, move);
}

}  // namespace ishi
