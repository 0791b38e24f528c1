#include <algorithm>

#include "asset/check.h"
#include "built_features.h"
#include "navigation/walks.h"
#include "steering/steering.h"
#include "views/agents.h"

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
  if (!is_built(Feature::steering)) return false;
  const auto steerings = part(t.steerings, agent.steerings());
  return std::any_of(steerings.begin(), steerings.end(), [&](const blob::Steering& steering) {
    const auto behaviours = behaviours_of(t, steering);
    return has(behaviours, blob::SteeringKind::separate) || has(behaviours, blob::SteeringKind::wander);
  });
}

bool SteeringBuilder::declare(ColumnSet& columns) {
  const Tables& t = p_.asset->tables;
  const auto steerings = part(t.steerings, p_.agent->steerings());
  Steering& s = p_.steering;
  if (!is_built(Feature::steering) || steerings.empty()) return true;
  if (!s.plans.allocate(steerings.size())) return false;
  s.axis_ahead = p_.asset->up == Up::y ? 2 : 1;
  uint32_t most = 0;
  bool wanders = false, avoids = false;
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
      return ishi::draws(static_cast<OperationCode>(operation.code()));
    });
    one.wanders = has(one.behaviours, blob::SteeringKind::wander);
    one.directions.spread(steerings[i].directions());
    wanders = wanders || one.wanders;
    avoids = avoids || has(one.behaviours, blob::SteeringKind::avoid);
    most = std::max(most, one.directions.count);
  }
  s.most_directions = most;
  uint64_t* const bytes = &p_.agent_bytes.steering;
  const auto count = static_cast<uint32_t>(steerings.size());
  const Rule heading = Rule::within(-2, 2);
  columns.add_rows(
      s.followed,
      About(ColumnTag::steering_followed).index(Index{IndexOf::steering, count, 0, 1, 0}).bytes(bytes));
  columns.add_rows(s.right, About(ColumnTag::heading_right).rule(heading).bytes(bytes));
  columns.add_rows(s.ahead, About(ColumnTag::heading_ahead).rule(heading).bytes(bytes));
  if (wanders) {
    columns.add_rows(s.wandering, About(ColumnTag::wandering).rule(Rule::within(-1, 1e6f)).bytes(bytes),
                     -1.0f);
  }
  if (avoids) columns.add_rows(s.blocked, About(ColumnTag::blocked_directions).bytes(bytes));
  columns.add(s.moved_at, 1, About(ColumnTag::moved_at).begins_now());
  return true;
}

bool SteeringBuilder::allocate() {
  Steering& s = p_.steering;
  if (!s.any() && !p_.walks.any()) return true;
  for (SteeringPlan& plan : s.plans) {
    if (!plan_lanes(p_, plan)) return false;
  }
  const size_t capacity = p_.capacity;
  return s.jobs.allocate(capacity) && s.moves.allocate(capacity) && s.weighed.allocate(capacity) &&
         s.weights.allocate(capacity * s.most_directions);
}

}  // namespace ishi
