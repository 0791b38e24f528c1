#include "asset/limits.h"
#include "asset/validate.h"
#include "ishi/types.h"

namespace ishi {
namespace {

class SteeringCheck {
 public:
  SteeringCheck(Check& check, const Tables& tables, std::span<const Domain> domains)
      : check_(check),
        t_(tables),
        domains_(domains),
        steerings_(tables.steerings.size()),
        behaviours_(tables.steering_behaviours.size()) {}

  bool all() {
    return Check::all(t_.agents, [&](const blob::Agent& agent) { return one_agent(agent); }) &&
           steerings_.complete(check_, t_.steerings.data()) &&
           behaviours_.complete(check_, t_.steering_behaviours.data());
  }

 private:
  bool one_agent(const blob::Agent& agent) {
    return steerings_.follows(check_, agent.steerings()) &&
           check_.that(agent.steerings().count() <= limits::kSteerings, StatusCode::too_many, &agent) &&
           ids_.check(check_, part(t_.steerings, agent.steerings())) &&
           Check::all(part(t_.steerings, agent.steerings()),
                      [&](const blob::Steering& steering) { return one_steering(agent, steering); });
  }

  bool one_steering(const blob::Agent& agent, const blob::Steering& steering) {
    const bool directions =
        steering.directions() >= limits::kLeastDirections && steering.directions() <= limits::kMostDirections;
    if (!check_.that(steering.reserved() == 0, StatusCode::reserved_not_zero, &steering) ||
        !check_.that(steering.interpolates() <= 1, StatusCode::unknown_enumerator, &steering) ||
        !check_.that(directions, StatusCode::steering_directions, &steering) ||
        !check_finite(check_, &steering, steering.constant()) ||
        !check_.that(steering.constant() >= 0, StatusCode::steering_amount, &steering) ||
        !behaviours_.follows(check_, steering.behaviours()) ||
        !check_.that(steering.behaviours().count() <= limits::kSteeringBehaviours, StatusCode::too_many,
                     &steering) ||
        !formula(agent, steering) || !operation(steering.speed(), &steering)) {
      return false;
    }
    return Check::all(part(t_.steering_behaviours, steering.behaviours()),
                      [&](const blob::SteeringBehaviour& behaviour) { return one_behaviour(behaviour); });
  }

  bool formula(const blob::Agent& agent, const blob::Steering& steering) {
    const uint32_t index = steering.formula();
    program_ = {};
    if (index == kNotFound) return true;
    const blob::Range& own = agent.formulas();
    const bool owned = index >= own.first() && index - own.first() < own.count();
    if (!check_.that(owned, StatusCode::formula_not_of_owner, &steering)) return false;
    const blob::Formula& formula = t_.formulas[index];
    program_ = formula.program();
    return check_.that(formula.record_kind() == blob::RecordKind::none, StatusCode::formula_record,
                       &steering) &&
           check_.that(formula.set() == kNotFound, StatusCode::formula_member, &steering);
  }

  // One of the program's that is the agent's, or missing.
  bool operation(uint32_t index, const void* where) {
    return index == kNotFound ||
           (check_.that(index < program_.count(), StatusCode::index_out_of_range, where) &&
            check_.that(domains_[program_.first() + index] != Domain::candidate,
                        StatusCode::member_outside_pass, where));
  }

  bool one_behaviour(const blob::SteeringBehaviour& behaviour) {
    const bool reserved = behaviour.reserved() == 0 && behaviour.reserved_2() == 0;
    return check_.that(reserved, StatusCode::reserved_not_zero, &behaviour) &&
           check_.that(behaviour.kind() <= blob::SteeringKind::MAX, StatusCode::unknown_enumerator,
                       &behaviour) &&
           check_finite(check_, &behaviour, behaviour.constant(), behaviour.range(), behaviour.stop()) &&
           parts(behaviour) && amounts(behaviour);
  }

  bool parts(const blob::SteeringBehaviour& behaviour) {
    using Kind = blob::SteeringKind;
    const Kind kind = behaviour.kind();
    const bool has_place =
        kind == Kind::seek || kind == Kind::flee || kind == Kind::strafe || kind == Kind::arrive;
    const bool place = has_place == (behaviour.right() != kNotFound) &&
                       has_place == (behaviour.ahead() != kNotFound) &&
                       (has_place || behaviour.known() == kNotFound);
    const bool weighs = kind != Kind::avoid || (behaviour.weight() == kNotFound && behaviour.constant() == 0);
    const bool has_set = kind == Kind::separate;
    if (!check_.that(place && weighs && has_set == (behaviour.set() != kNotFound), StatusCode::steering_part,
                     &behaviour)) {
      return false;
    }
    for (const uint32_t index :
         {behaviour.when(), behaviour.weight(), behaviour.known(), behaviour.right(), behaviour.ahead()}) {
      if (!operation(index, &behaviour)) return false;
    }
    return !has_set ||
           (check_.that(behaviour.set() < t_.sets.size(), StatusCode::index_out_of_range, &behaviour) &&
            check_.that(t_.sets[behaviour.set()].entities() != 0, StatusCode::steering_part, &behaviour));
  }

  bool amounts(const blob::SteeringBehaviour& behaviour) {
    using Kind = blob::SteeringKind;
    const Kind kind = behaviour.kind();
    const bool has_range = kind == Kind::arrive || kind == Kind::separate || kind == Kind::wander;
    const bool range = has_range ? behaviour.range() > 0 : behaviour.range() == 0;
    const bool stop = kind == Kind::arrive ? behaviour.stop() >= 0 && behaviour.stop() < behaviour.range()
                                           : behaviour.stop() == 0;
    return check_.that(range && stop, StatusCode::steering_amount, &behaviour);
  }

  Check& check_;
  const Tables& t_;
  std::span<const Domain> domains_;
  Tiling steerings_, behaviours_;
  DistinctIds ids_;
  blob::Range program_;  // of the steering at hand
};

}  // namespace

bool validate_steerings(Check& check, const Tables& t, std::span<const Domain> domains) {
  return SteeringCheck(check, t, domains).all();
}

}  // namespace ishi
