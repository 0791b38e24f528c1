#include "asset/limits.h"
#include "asset/validate.h"
#include "ishi/types.h"

namespace ishi {
namespace {

class BehaviourCheck {
 public:
  BehaviourCheck(Check& check, const Tables& tables)
      : check_(check),
        t_(tables),
        programs_(tables.operations.size()),
        options_(tables.options.size()),
        steps_(tables.steps.size()),
        arguments_(tables.arguments.size()) {}

  bool all() {
    // The programs of the agents come before those of the arguments.
    return Check::all(t_.agents, [&](const blob::Agent& agent) { return one_agent(agent); }) &&
           options_.complete(check_, t_.options.data()) &&
           Check::all(t_.options,
                      [&](const blob::Option& option) { return steps_.follows(check_, option.steps()); }) &&
           steps_.complete(check_, t_.steps.data()) &&
           Check::all(t_.steps, [&](const blob::Step& step) { return one_step(step); }) &&
           arguments_.complete(check_, t_.arguments.data()) &&
           programs_.complete(check_, t_.operations.data());
  }

 private:
  bool one_agent(const blob::Agent& agent) {
    const bool reserved = agent.reserved() == 0 && agent.reserved_2() == 0 && agent.reserved_3() == 0;
    const bool profile = agent.profile() == kNoProfile || agent.profile() < t_.profiles.size();
    return programs_.follows(check_, agent.program()) && options_.follows(check_, agent.options()) &&
           check_.that(reserved, StatusCode::reserved_not_zero, &agent) &&
           check_.that(agent.ties() <= blob::Ties::MAX, StatusCode::unknown_enumerator, &agent) &&
           check_.that(profile, StatusCode::index_out_of_range, &agent) &&
           check_.that(agent.think_every_frames() > 0, StatusCode::agent_without_interval, &agent) &&
           check_finite(check_, &agent, agent.inertia(), agent.minimum()) &&
           check_.that(agent.inertia() >= 0, StatusCode::inertia_negative, &agent) &&
           check_.that(agent.options().count() <= limits::kOptions, StatusCode::too_many, &agent) &&
           check_.that(agent.program().count() <= limits::kOperations, StatusCode::too_many, &agent) &&
           ids_.check(check_, part(t_.options, agent.options()));
  }

  bool one_step(const blob::Step& step) {
    if (!arguments_.follows(check_, step.arguments()) ||
        !check_.that(step.kind() <= blob::StepKind::MAX, StatusCode::unknown_enumerator, &step) ||
        !check_.that(step.reserved() == 0 && step.reserved_2() == 0, StatusCode::reserved_not_zero, &step)) {
      return false;
    }
    const auto arguments = part(t_.arguments, step.arguments());
    return step.kind() == blob::StepKind::wait ? wait(step, arguments) : task(step, arguments);
  }

  bool wait(const blob::Step& step, std::span<const blob::Argument> arguments) {
    return check_.that(step.task() == 0, StatusCode::unused_not_zero, &step) &&
           check_.that(arguments.size() == 1, StatusCode::argument_count, &step) &&
           check_.that(arguments[0].parameter() == 0, StatusCode::index_out_of_range, arguments.data()) &&
           value(arguments[0], 1);
  }

  bool task(const blob::Step& step, std::span<const blob::Argument> arguments) {
    if (!check_.that(step.task() < t_.tasks.size(), StatusCode::index_out_of_range, &step)) return false;
    const auto parameters = part(t_.parameters, t_.tasks[step.task()].parameters());
    uint32_t next = 0;
    for (const blob::Argument& argument : arguments) {
      const uint32_t given = argument.parameter();
      if (!check_.that(given < parameters.size(), StatusCode::index_out_of_range, &argument) ||
          !check_.that(given >= next, StatusCode::argument_order, &argument) ||
          !none_required(step, parameters.subspan(next, given - next))) {
        return false;
      }
      const blob::ValueType type = parameters[given].variable().type();
      const bool three = type == blob::ValueType::point || type == blob::ValueType::direction;
      if (!value(argument, three ? 3 : 1)) return false;
      next = given + 1;
    }
    return none_required(step, parameters.subspan(next));
  }

  bool none_required(const blob::Step& step, std::span<const blob::Parameter> skipped) {
    return Check::all(skipped, [&](const blob::Parameter& parameter) {
      return check_.that(parameter.required() == 0, StatusCode::argument_missing, &step);
    });
  }

  bool value(const blob::Argument& argument, uint32_t results) {
    const uint32_t count = argument.program().count();
    return programs_.follows(check_, argument.program()) &&
           check_.that(count >= results, StatusCode::program_empty, &argument) &&
           check_.that(count <= limits::kOperations, StatusCode::too_many, &argument);
  }

  Check& check_;
  const Tables& t_;
  Tiling programs_, options_, steps_, arguments_;
  DistinctIds ids_;
};

}  // namespace

bool validate_behaviour(Check& check, const Tables& t) {
  return check_lookup(check, t.agents_by_id, t.agents) && BehaviourCheck(check, t).all();
}

}  // namespace ishi
