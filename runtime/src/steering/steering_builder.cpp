#include <algorithm>

#include "asset/check.h"
#include "steering/steering.h"
#include "world/population_state.h"

namespace ishi {
namespace {

std::span<const blob::SteeringBehaviour> behaviours_of(const Tables& t, const blob::Steering& steering) {
  return part(t.steering_behaviours, steering.behaviours());
}

bool has(std::span<const blob::SteeringBehaviour> behaviours, blob::SteeringKind kind) {
  return std::any_of(behaviours.begin(), behaviours.end(),
                     [kind](const blob::SteeringBehaviour& one) { return one.kind() == kind; });
}

}  // namespace

bool steerings_draw(const Tables& t, const blob::Agent& agent) {
  const auto steerings = part(t.steerings, agent.steerings());
  return std::any_of(steerings.begin(), steerings.end(), [&](const blob::Steering& steering) {
    const auto behaviours = behaviours_of(t, steering);
    return has(behaviours, blob::SteeringKind::separate) || has(behaviours, blob::SteeringKind::wander);
  });
}

bool SteeringBuilder::plan(ArenaPlan& plan, uint32_t padded) {
  const Tables& t = p_.asset->tables;
  const auto steerings = part(t.steerings, p_.agent->steerings());
  Steering& s = p_.steering;
  if (steerings.empty()) return true;
  if (!s.plans.allocate(steerings.size())) return false;
  s.axis_ahead = p_.asset->up == Up::y ? 2 : 1;
  uint32_t most = 0;
  for (size_t i = 0; i < steerings.size(); ++i) {
    SteeringPlan& one = s.plans[i];
    one.steering = &steerings[i];
    one.behaviours = behaviours_of(t, steerings[i]);
    if (steerings[i].formula() != kNotFound) {
      const blob::Range& program = t.formulas[steerings[i].formula()].program();
      one.program = part(t.operations, program);
      one.domains = p_.asset->domains_of(program);
    }
    one.draws = std::any_of(one.program.begin(), one.program.end(), [](const blob::Operation& operation) {
      return operation.code() == blob::OperationCode::random;
    });
    one.wanders = has(one.behaviours, blob::SteeringKind::wander);
    one.directions.spread(steerings[i].directions());
    wanders_ = wanders_ || one.wanders;
    avoids_ = avoids_ || has(one.behaviours, blob::SteeringKind::avoid);
    most = std::max(most, one.directions.padded);
  }
  s.weight_stride = most;
  RowPlan rows(plan, padded);
  places_.followed = rows.add(sizeof(uint16_t));
  places_.right = rows.add(sizeof(float));
  places_.ahead = rows.add(sizeof(float));
  if (wanders_) places_.wandering = rows.add(sizeof(float));
  if (avoids_) places_.blocked = rows.add(sizeof(uint64_t));
  places_.moved_at = plan.add(sizeof(uint64_t), 1);
  p_.agent_bytes.steering = rows.bytes();
  return true;
}

void SteeringBuilder::attach(Arena& arena) {
  Steering& s = p_.steering;
  if (!s.any()) return;
  s.followed = arena.at<uint16_t>(places_.followed);
  s.right = arena.at<float>(places_.right);
  s.ahead = arena.at<float>(places_.ahead);
  if (wanders_) s.wandering = arena.at<float>(places_.wandering);
  if (avoids_) s.blocked = arena.at<uint64_t>(places_.blocked);
  s.moved_at = arena.at<uint64_t>(places_.moved_at);
}

bool SteeringBuilder::allocate() {
  Steering& s = p_.steering;
  if (!s.any() && !p_.walks.any()) return true;
  for (SteeringPlan& plan : s.plans) {
    if (!plan_lanes(p_, plan)) return false;
  }
  const size_t capacity = p_.capacity;
  return s.jobs.allocate(capacity) && s.moves.allocate(capacity) && s.weighed.allocate(capacity) &&
         s.weights.allocate(capacity * s.weight_stride);
}

}  // namespace ishi
