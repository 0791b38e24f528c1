#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "analyze/joined_conditions.h"
#include "analyze/kinds_of_findings.h"
#include "analyze/times_of_bodies.h"
#include "language/unit.h"
#include "model/steps_within.h"

// Conditions that ask whether an event came a moment ago, of agents that think less often than that and are
// not woken by it: the event comes and is over between two thoughts.

namespace ishi::compiler {
namespace {

class MissedEvents {
 public:
  MissedEvents(const Model& model, const Lowered& lowered, const LoweredAgent& agent, uint32_t main_file,
               Diagnostics& diagnostics)
      : model_(model), lowered_(lowered), agent_(agent), main_file_(main_file), diagnostics_(diagnostics) {
    const LoweredRhythm& rhythm = agent.rhythm;
    if (rhythm.interval == kNoRef && rhythm.unit != ThinkUnit::frames)
      least_ = static_cast<float>(rhythm.least) * 1e-6F;
  }

  void find() {
    if (least_ <= 0) return;
    for (const LoweredOption& option : agent_.options) {
      const Formula& when = model_.actions[option.action].value.when;
      if (!when.given()) continue;
      JoinedConditions joined(model_, lowered_);
      const uint32_t root = joined.add(agent_.program, agent_.ranges, option.condition);
      look_at(joined.program(), root, when, option.action,
              fmt::format("`{}` is not chosen", model_.actions[option.action].name.text));
    }
    const auto& states = model_.agents[agent_.agent].value.states.value;
    for (const LoweredState& state : agent_.states) {
      for (const LoweredTransition& transition : state.transitions) {
        if (!transition.condition.given() || transition.condition.written == nullptr) continue;
        JoinedConditions joined(model_, lowered_);
        const uint32_t root = joined.add(transition.condition);
        look_at(joined.program(), root, *transition.condition.written, kNone,
                fmt::format("the agent does not go over to `{}`", states[transition.target].name.text));
      }
    }
  }

 private:
  // `chosen`: the action whose condition it is; kNone: it is a transition's.
  void look_at(const AnalyzedProgram& program, uint32_t root, const Formula& written, uint32_t chosen,
               const std::string& outcome) {
    if (written.span.file != main_file_) return;
    for (uint32_t event = 0; event < model_.events.size(); ++event) {
      Ranges ranges = all_situations(program);
      if (!narrow(program, ranges, root, true)) return;
      // As it was when the condition held, and as it is if the thought came an interval later.
      float latest = -1;
      Ranges later = all_situations(program);
      for (uint32_t i = 0; i < program.operations.size(); ++i) {
        const LoweredOperation& operation = program.operations[i];
        if (operation.code != OperationCode::since) continue;
        const LoweredMoment& moment = agent_.moments[operation.parameter];
        if (moment.kind != MomentKind::event || moment.subject != event) continue;
        latest = std::max(latest, ranges[i].high);
        later[i].low = std::max(later[i].low, least_);
      }
      if (latest < 0 || !(latest < least_) || wakes(event) || is_never_busy(chosen, latest)) continue;
      propagate(program, later);
      if (narrow(program, later, root, true)) continue;
      report(event, latest, written, outcome);
      return;
    }
  }

  // True if the agent may think right after the event. It does after a level of awareness, which comes right
  // before a thought, after what it tells itself, which it does at the end of a step, and where a handler
  // emits what wakes it.
  [[nodiscard]] bool wakes(uint32_t event) const {
    if (model_.events[event].value.of_memory != kNone) return true;
    bool is_told_by_itself = false;
    for_each_written_step(model_, [&](const Step& step) {
      const auto* const emit = step.as<EmitStep>();
      is_told_by_itself |=
          emit != nullptr && emit->event.index == event && step.modifiers.audience.value == Audience::self;
    });
    if (is_told_by_itself) return true;
    const Agent& written = model_.agents[agent_.agent].value;
    const bool is_woken = !written.think.on.empty();
    return std::ranges::any_of(agent_.handlers, [&](const LoweredHandler& handler) {
      return handler.event == event && (handler.wakes || is_woken);
    });
  }

  // True if every other action ends within so many seconds: with its end the agent thinks again.
  [[nodiscard]] bool is_never_busy(uint32_t chosen, float seconds) const {
    return std::ranges::all_of(agent_.options, [&](const LoweredOption& option) {
      const Setting<std::vector<Step>>& steps = model_.actions[option.action].value.steps;
      return option.action == chosen || (steps.given && least_seconds_of(model_, steps.value) < seconds);
    });
  }

  void report(uint32_t event, float latest, const Formula& written, const std::string& outcome) {
    const std::string_view name = model_.events[event].name.text;
    const Formula& every = model_.agents[agent_.agent].value.think.every;
    const double moment = std::round(double{latest} * 1000) / 1000;  // of a bound that lies a float below
    const std::string interval = show(least_, Quantity::duration);
    Report report = diagnostics_.report(Code::event_missed, written.span,
                                        fmt::format("`{}` can be over before `{}` thinks again", name,
                                                    model_.agents[agent_.agent].name.text));
    report.caption(fmt::format("holds for {} after `{}`", show(moment, Quantity::duration), name));
    if (every.given() && every.span.file == main_file_)
      report.label(every.span, fmt::format("{} or more pass between two thoughts", interval));
    report.note(fmt::format("proved: if the next thought comes {} after it, {}", interval, outcome))
        .help(fmt::format("let the event wake the agent: `think: {{ on: [{}] }}`; or let it think more often",
                          name));
  }

  const Model& model_;
  const Lowered& lowered_;
  const LoweredAgent& agent_;
  uint32_t main_file_;
  Diagnostics& diagnostics_;
  float least_ = 0;  // seconds between two thoughts; 0: not known
};

}  // namespace

void find_missed_events(const Model& model, const Lowered& lowered, uint32_t main_file,
                        Diagnostics& diagnostics) {
  for (const LoweredAgent& agent : lowered.agents)
    MissedEvents(model, lowered, agent, main_file, diagnostics).find();
}

}  // namespace ishi::compiler
