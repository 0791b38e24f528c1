#include <algorithm>
#include <cmath>

#include "asset/limits.h"
#include "navigation/walking.h"
#include "program/chunk.h"
#include "sets/sets.h"
#include "steering/blend.h"
#include "steering/steering.h"
#include "views/agents.h"

// Where agents go that follow the same steering, side by side: each behaviour is a loop over them.

namespace ishi {
namespace {

constexpr float kHeaviest = 1e6f;    // weights are held within it, so that nothing overflows
constexpr float kSamePlace = 0.05f;  // metres: nearer than this there is no way apart
constexpr float kArrived = 0.01f;    // of the way on which one slows down: else it would never end
constexpr uint64_t kUnknownFrame = 100'000;  // microseconds: how long a frame may be where none has passed yet
constexpr uint32_t kWanderPlace = 0x8000'0000;

float held_weight(float weight) {
  return weight > kHeaviest ? kHeaviest : weight < -kHeaviest ? -kHeaviest : weight;
}

class Steerers {
 public:
  // `weights`: as Blend has it.
  Steerers(Agents& population, const SteeringPlan& plan, std::span<const uint32_t> slots,
           const ProgramValues& values, SteerFloats* weights)
      : p_(population),
        s_(population.steering),
        plan_(plan),
        slots_(slots.data()),
        count_(static_cast<uint32_t>(slots.size())),
        is_contiguous_(slots.back() - slots.front() == slots.size() - 1),
        values_(values),
        blend_(plan.directions, weights, count_) {
    for (uint32_t i = 0; i < count_; ++i) rows_[i] = p_.self[slots_[i]].index;
    place(rows_, own_right_, own_ahead_);
    std::fill_n(slowed_, whole_vectors(count_), 1.0f);
    std::fill_n(left_, whole_vectors(count_), limits::kFar);
  }

  void run(Move* moves) {
    for (uint32_t i = 0; i < count_; ++i) {
      if (plan_.draws) ++p_.draws[slots_[i]];  // what its program has drawn is drawn
      if (plan_.wanders)
        wander_on(i);
      else if (s_.wandering != nullptr)
        s_.wandering[slots_[i]] = -1;
    }
    for (uint32_t i = 0; i < plan_.behaviours.size(); ++i) add(plan_.behaviours[i], i);
    blend_.complete();
    for (uint32_t i = 0; i < count_; ++i) go(i, moves[i]);
    keep_weights();
  }

 private:
  // Where entities are in the plane.
  void place(const SteerWords& rows, SteerFloats& right, SteerFloats& ahead) const {
    const float* const rights = p_.binding.entities.position[0];
    const float* const aheads = p_.binding.entities.position[s_.axis_ahead];
    for (uint32_t i = 0; i < count_; ++i) right[i] = rights[rows[i]];
    for (uint32_t i = 0; i < count_; ++i) ahead[i] = aheads[rows[i]];
    for (uint32_t i = 0; i < whole_vectors(count_); ++i) {
      right[i] = held_component(right[i], 0);
      ahead[i] = held_component(ahead[i], 0);
    }
  }

  void add(const blob::SteeringBehaviour& behaviour, uint32_t index) {
    using Kind = blob::SteeringKind;
    weigh(behaviour);
    switch (behaviour.kind()) {
      case Kind::seek:
      case Kind::flee:
      case Kind::strafe:
      case Kind::arrive: find_way_to(behaviour); break;
      case Kind::separate: find_way_apart(behaviour, index); break;
      case Kind::keep_heading: return keep();
      case Kind::wander:
        for (uint32_t i = 0; i < count_; ++i) {
          if (counts_[i] != 0) set_way(i, heading_of(s_.wandering[slots_[i]]));
        }
        to_right_ = to_ahead_ = kNotFound;
        return blend_.seek(counts_, way_right_, way_ahead_, weight_);
      case Kind::avoid:
        for (uint32_t i = 0; i < count_; ++i) {
          if (counts_[i] != 0) blend_.block(i, s_.blocked[slots_[i]]);
        }
        return;
      case Kind::follow_path: find_way_to_point(); break;
    }
    for (uint32_t i = 0; i < whole_vectors(count_); ++i) counts_[i] &= has_way_[i];
    if (behaviour.kind() == Kind::arrive) slow_down(behaviour);
    if (behaviour.kind() == Kind::strafe)
      blend_.strafe(counts_, way_right_, way_ahead_, weight_);
    else
      blend_.seek(counts_, way_right_, way_ahead_, weight_, behaviour.kind() == Kind::flee);
  }

  // For whom a behaviour counts, and what it weighs for them.
  void weigh(const blob::SteeringBehaviour& behaviour) {
    // It counts for nobody behind the last agent, whatever these lanes hold.
    for (uint32_t i = 0; i < whole_vectors(count_); ++i) counts_[i] = i < count_ ? 1u : 0u;
    for (const uint32_t condition : {behaviour.when(), behaviour.known()}) {
      if (condition == kNotFound) continue;
      const float* const holds = values_.of(condition);
      for (uint32_t i = 0; i < whole_vectors(count_); ++i) counts_[i] &= holds[i] != 0.0f ? 1u : 0u;
    }
    if (behaviour.weight() == kNotFound) {
      std::fill_n(weight_, whole_vectors(count_), held_weight(behaviour.constant()));
      return;
    }
    const float* const weights = values_.of(behaviour.weight());
    for (uint32_t i = 0; i < whole_vectors(count_); ++i) weight_[i] = held_weight(weights[i]);
  }

  void set_way(uint32_t i, const Heading& to) {
    way_right_[i] = to.right;
    way_ahead_[i] = to.ahead;
  }

  // Behaviours in a row are often about the same place.
  void find_way_to(const blob::SteeringBehaviour& behaviour) {
    const bool is_same = behaviour.right() == to_right_ && behaviour.ahead() == to_ahead_;
    if (!is_same) find_way(values_.of(behaviour.right()), values_.of(behaviour.ahead()));
    to_right_ = behaviour.right();
    to_ahead_ = behaviour.ahead();
  }

  void find_way(const float* right, const float* ahead) {
    for (uint32_t i = 0; i < whole_vectors(count_); ++i) {
      way_right_[i] = right[i] - own_right_[i];
      way_ahead_[i] = ahead[i] - own_ahead_[i];
    }
    normalize();
  }

  // Makes ways of length 1, where there is a way to go.
  void normalize() {
    for (uint32_t i = 0; i < whole_vectors(count_); ++i) {
      const float right = way_right_[i], ahead = way_ahead_[i];
      distance_[i] = std::sqrt(right * right + ahead * ahead);
      way_right_[i] = right / distance_[i];
      way_ahead_[i] = ahead / distance_[i];
      const uint32_t is_any = (way_right_[i] != 0.0f ? 1u : 0u) | (way_ahead_[i] != 0.0f ? 1u : 0u);
      has_way_[i] = (distance_[i] > 0.0f ? 1u : 0u) & is_any;
    }
    to_right_ = to_ahead_ = kNotFound;
  }

  void keep() {
    SteerFloats right, ahead;
    for (uint32_t i = 0; i < count_; ++i) right[i] = s_.right[slots_[i]];
    for (uint32_t i = 0; i < count_; ++i) ahead[i] = s_.ahead[slots_[i]];
    for (uint32_t i = 0; i < whole_vectors(count_); ++i)
      counts_[i] &= (right[i] != 0.0f ? 1u : 0u) | (ahead[i] != 0.0f ? 1u : 0u);
    blend_.keep(counts_, right, ahead, weight_);
  }

  void slow_down(const blob::SteeringBehaviour& behaviour) {
    const float stop = behaviour.stop(), range = behaviour.range() - stop;
    for (uint32_t i = 0; i < whole_vectors(count_); ++i) {
      const float rest = (distance_[i] - stop) / range;
      counts_[i] &= rest <= kArrived ? 0u : 1u;
      slowed_[i] = counts_[i] != 0 && rest < slowed_[i] ? rest : slowed_[i];
      const float left = distance_[i] - stop;
      left_[i] = counts_[i] != 0 && left < left_[i] ? left : left_[i];
    }
  }

  void find_way_to_point() {
    SteerFloats right, ahead;
    for (uint32_t i = 0; i < count_; ++i) {
      float at[3] = {};
      if (counts_[i] != 0 && !way_point(p_, slots_[i], at)) counts_[i] = 0;
      right[i] = at[0];
      ahead[i] = at[s_.axis_ahead];
    }
    find_way(right, ahead);
  }

  void find_way_apart(const blob::SteeringBehaviour& behaviour, uint32_t index) {
    const SetTable& table = p_.sets.tables[behaviour.set()];
    const float range = behaviour.range();
    SteerWords owners, members;
    uint32_t most = 0;
    for (uint32_t i = 0; i < count_; ++i) {
      owners[i] = table.owner_of(slots_[i], p_.team[slots_[i]]);
      members[i] = table.count[owners[i]];
      most = std::max(most, members[i]);
      set_way(i, {});
    }
    SteerFloats right, ahead;
    SteerWords exists;
    for (uint32_t member = 0; member < most; ++member) {
      for (uint32_t i = 0; i < whole_vectors(count_); ++i)
        exists[i] = counts_[i] & (member < members[i] ? 1u : 0u);
      find_members(table, owners, member, right, ahead, exists);
      uint32_t is_anybody_here = 0;
      for (uint32_t i = 0; i < whole_vectors(count_); ++i) {
        const float apart_right = own_right_[i] - right[i], apart_ahead = own_ahead_[i] - ahead[i];
        const float squared = apart_right * apart_right + apart_ahead * apart_ahead;
        const uint32_t is_near = exists[i] & (squared >= range * range ? 0u : 1u);
        const uint32_t is_here = is_near & (squared < kSamePlace * kSamePlace ? 1u : 0u);
        const float distance = std::sqrt(squared);
        const float nearness = 1.0f - distance / range;
        const float with_right = way_right_[i] + apart_right / distance * nearness;
        const float with_ahead = way_ahead_[i] + apart_ahead / distance * nearness;
        way_right_[i] = is_near != is_here ? with_right : way_right_[i];
        way_ahead_[i] = is_near != is_here ? with_ahead : way_ahead_[i];
        exists[i] = is_here;
        is_anybody_here |= is_here;
      }
      for (uint32_t i = 0; i < count_ && is_anybody_here != 0; ++i) {
        if (exists[i] == 0) continue;
        const Heading any = draw_direction(i, index, member);
        set_way(i, {way_right_[i] + any.right, way_ahead_[i] + any.ahead});
      }
    }
    normalize();
  }

  // Where the members of this number are that exist: of facts where they were noticed. The agents themselves
  // and who is gone do not exist.
  void find_members(const SetTable& table, const SteerWords& owners, uint32_t member, SteerFloats& right,
                    SteerFloats& ahead, SteerWords& exists) const {
    SteerWords rows;
    if (table.is_memory) {
      for (uint32_t i = 0; i < count_; ++i) {
        const uint32_t at = exists[i] != 0 ? table.row(owners[i], member) : 0;
        exists[i] &= table.entity.is(at, p_.self[slots_[i]]) ? 0u : 1u;
        right[i] = table.place(at, 0);
        ahead[i] = table.place(at, s_.axis_ahead);
      }
      return;
    }
    table.load_packed(member, slots_, p_.team, count_, is_contiguous_, rows);
    const uint32_t lanes = (count_ + kLanes - 1) / kLanes * kLanes;
    std::fill(rows + count_, rows + lanes, 0);
    p_.binding.rows_of_candidates(table.entity, rows, lanes, rows);
    for (uint32_t i = 0; i < count_; ++i)
      exists[i] &= (rows[i] != 0 ? 1u : 0u) & (rows[i] != rows_[i] ? 1u : 0u);
    place(rows, right, ahead);
  }

  Heading draw_direction(uint32_t i, uint32_t behaviour, uint32_t member) {
    constexpr uint32_t kMostMembers = 256;
    has_drawn_[i] = 1;
    const float drawn = p_.binding.random(slots_[i], 1 + behaviour * kMostMembers + member);
    const auto count = static_cast<float>(plan_.directions.count);
    return plan_.directions.at(static_cast<uint32_t>(drawn * count));
  }

  // The heading drifts as a random walk: after a second it is `range` away, as a standard deviation, however
  // many frames that took.
  void wander_on(uint32_t i) {
    float& turns = s_.wandering[slots_[i]];
    if (turns < 0.0f) {
      turns = turns_of(first_heading(i));
      return;
    }
    float range = 0;
    for (const blob::SteeringBehaviour& behaviour : plan_.behaviours) {
      if (behaviour.kind() == blob::SteeringKind::wander) range = behaviour.range();
    }
    constexpr float kRootOfThree = 0x1.bb67aep+0f;
    constexpr float kInverseTwoPi = 0x1.45f306p-3f;
    has_drawn_[i] = 1;
    const auto seconds = static_cast<float>(static_cast<double>(s_.passed) / 1e6);
    const float step = range * kInverseTwoPi * kRootOfThree * std::sqrt(seconds);
    const float turned = turns + (2.0f * p_.binding.random(slots_[i], kWanderPlace) - 1.0f) * step;
    turns = turned - std::floor(turned);
  }

  [[nodiscard]] Heading heading(uint32_t i) const { return {s_.right[slots_[i]], s_.ahead[slots_[i]]}; }

  // On as it went, or where it looks.
  [[nodiscard]] Heading first_heading(uint32_t i) const {
    if (const Heading last = heading(i); last.any()) return last;
    const EntityView& entities = p_.binding.entities;
    const float right = held_component(entities.facing[0][rows_[i]], 0);
    const float ahead = held_component(entities.facing[s_.axis_ahead][rows_[i]], 0);
    const float length = std::sqrt(right * right + ahead * ahead);
    return length > 0.0f ? Heading{right / length, ahead / length} : Heading{};
  }

  void go(uint32_t i, Move& move) {
    const uint32_t slot = slots_[i];
    const Headed headed = blend_.choose(i, plan_.steering->interpolates() != 0);
    if (has_drawn_[i] != 0) ++p_.draws[slot];
    s_.right[slot] = headed.heading.right;
    s_.ahead[slot] = headed.heading.ahead;
    move.direction = headed.direction;
    move.heading = s_.axis_ahead == 2 ? Vector3{headed.heading.right, 0, headed.heading.ahead}
                                      : Vector3{headed.heading.right, headed.heading.ahead, 0};
    const uint32_t formula = plan_.steering->speed();
    const float speed = formula == kNotFound ? plan_.steering->constant() : values_.of(formula)[i];
    move.speed = headed.direction == kNoDirection || !(speed > 0.0f)
                     ? 0.0f
                     : held_to_arrive(std::min(speed, limits::kSpeed) * slowed_[i], i);
  }

  // So slow that a frame as long as the last one leads no further than to where the agent arrives.
  [[nodiscard]] float held_to_arrive(float speed, uint32_t i) const {
    if (left_[i] == limits::kFar) return speed;
    const uint64_t microseconds = s_.passed == 0 ? kUnknownFrame : s_.passed;
    const auto seconds = static_cast<float>(static_cast<double>(microseconds) / 1e6);
    return std::min(speed, left_[i] / seconds);
  }

  // For those who look at them.
  void keep_weights() const {
    for (uint32_t i = 0; i < count_; ++i) s_.weighed[slots_[i]] = s_.followed[slots_[i]];
    for (uint32_t d = 0; d < plan_.directions.count; ++d) {
      float* const kept = s_.weights.data() + size_t{d} * p_.capacity;
      SteerFloats weights;
      blend_.write(d, is_contiguous_ ? kept + slots_[0] : weights);
      for (uint32_t i = 0; i < count_ && !is_contiguous_; ++i) kept[slots_[i]] = weights[i];
    }
  }

  Agents& p_;
  Steering& s_;
  const SteeringPlan& plan_;
  const uint32_t* slots_;
  uint32_t count_;
  bool is_contiguous_;  // their slots follow each other
  const ProgramValues& values_;
  Blend blend_;

  SteerWords rows_;  // of their entities
  SteerFloats own_right_, own_ahead_;
  // Of the behaviour at hand: 1 for whom it counts, what it weighs, and the way, of length 1.
  SteerWords counts_;
  SteerFloats weight_, way_right_ = {}, way_ahead_ = {}, distance_;
  SteerWords has_way_;
  uint32_t to_right_ = kNotFound, to_ahead_ = kNotFound;  // the operations that say where the way leads
  SteerFloats slowed_;                                    // what is left of the speed where one arrives
  SteerFloats left_;  // how far that is at most, in metres; kFar: one does not arrive
  SteerWords has_drawn_ = {};
};

}  // namespace

void steer(Agents& p, const SteeringPlan& plan, std::span<const uint32_t> slots, const ProgramValues& values,
           SteerFloats* weights, Move* moves) {
  Steerers(p, plan, slots, values, weights).run(moves);
}

}  // namespace ishi
