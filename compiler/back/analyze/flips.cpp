#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "analyze/evidence.h"
#include "analyze/joined_conditions.h"
#include "analyze/kinds_of_findings.h"
#include "analyze/shrink.h"
#include "analyze/words_of_findings.h"
#include "language/unit.h"
#include "model/steps_within.h"

// Two or three states of which each leads to the next one in one situation, and the last one back: the agent
// goes from one to the other with every thought.

namespace ishi::compiler {
namespace {

class Flips {
 public:
  Flips(const Model& model, const Lowered& lowered, const LoweredAgent& agent, Budget& budget,
        Diagnostics& diagnostics)
      : model_(model),
        lowered_(lowered),
        agent_(agent),
        states_(model.agents[agent.agent].value.states.value),
        budget_(budget),
        diagnostics_(diagnostics) {}

  void find() {
    for (uint32_t a = 0; a < agent_.states.size(); ++a) {
      for (const LoweredTransition& there : agent_.states[a].transitions) {
        if (there.target <= a || !is_lasting(there)) continue;
        for (const LoweredTransition& next : agent_.states[there.target].transitions) {
          if (next.target < a || next.target == there.target || !is_lasting(next)) continue;
          if (next.target == a) {
            compare({{a, &there}, {there.target, &next}});
            continue;
          }
          for (const LoweredTransition& back : agent_.states[next.target].transitions) {
            if (back.target == a && is_lasting(back))
              compare({{a, &there}, {there.target, &next}, {next.target, &back}});
          }
        }
      }
    }
  }

 private:
  // A transition, and the state from which it leads.
  struct Leg {
    uint32_t from = 0;
    const LoweredTransition* transition = nullptr;
  };
  using Legs = std::vector<Leg>;

  [[nodiscard]] static bool is_elapsed(const LoweredOperation& operation) {
    return operation.code == OperationCode::elapsed || operation.code == OperationCode::step_elapsed;
  }

  // True if it holds on as long as nothing that it reads changes, the time aside.
  [[nodiscard]] bool is_lasting(const LoweredTransition& transition) const {
    return transition.condition.given() && transition.condition.written != nullptr &&
           std::ranges::none_of(transition.condition.program, [&](const LoweredOperation& operation) {
             if (operation.code == OperationCode::since)
               return agent_.moments[operation.parameter].kind != MomentKind::event;
             return JoinedConditions::is_of_place(operation.code) && !is_elapsed(operation);
           });
  }

  // True if a condition asks for nothing but how long the agent has been in the state.
  static bool is_of_time_alone(const LoweredTransition& transition) {
    bool asks = false;
    for (const LoweredOperation& operation : transition.condition.program) {
      if (is_elapsed(operation))
        asks = true;
      else if (operation_table()[static_cast<uint32_t>(operation.code)].operands == 0 &&
               operation.code != OperationCode::constant)
        return false;
    }
    return asks;
  }

  // A step on the way may end it: it sets keys that the conditions read, or its effect is unknown.
  [[nodiscard]] bool changes_what_they_read(const Legs& legs) const {
    const auto reads = [&](uint32_t key) {
      const auto reads_it = [&](const LoweredOperation& operation) {
        return operation.code >= OperationCode::key && operation.code <= OperationCode::key_entity &&
               operation.parameter == key;
      };
      return std::ranges::any_of(legs, [&](const Leg& leg) {
        return std::ranges::any_of(leg.transition->condition.program, reads_it);
      });
    };
    const auto asks_for = [&](uint32_t event) {
      const auto asks = [&](const LoweredOperation& operation) {
        return operation.code == OperationCode::since && agent_.moments[operation.parameter].subject == event;
      };
      return std::ranges::any_of(
          legs, [&](const Leg& leg) { return std::ranges::any_of(leg.transition->condition.program, asks); });
    };
    const auto changes = [&](const std::vector<Step>& steps) {
      bool found = false;
      for (const Step& step : steps) {
        for_each_step_in(step, [&](const Step& part) {
          const auto* const emit = part.as<EmitStep>();
          found |= emit != nullptr && emit->event.index != kNone && asks_for(emit->event.index);
          const auto* const set = part.as<SetStep>();
          const bool is_known =
              set != nullptr || part.is<EmitStep>() || part.is<WaitStep>() || part.is<BodyStep>();
          found |= !is_known;
          if (set == nullptr) return;
          for (const auto& assignment : set->values) {
            const uint32_t key = find_index(model_.blackboard, assignment.name.text);
            found |= key == kNone || reads(key);
          }
        });
      }
      return found;
    };
    return std::ranges::any_of(legs, [&](const Leg& leg) {
      const State& state = states_[leg.from].value;
      return changes(state.enter.value) || changes(state.finally.value);
    });
  }

  // The transition, and that none holds that stands before it.
  uint32_t add(JoinedConditions& joined, uint32_t state, const LoweredTransition& transition) const {
    uint32_t condition = joined.add(transition.condition);
    for (const LoweredTransition& before : agent_.states[state].transitions) {
      if (&before == &transition) break;
      if (before.condition.given())
        condition = joined.both(condition, joined.negated(joined.add(before.condition)));
    }
    return condition;
  }

  // Conditions that share nothing may exclude each other in ways that only the game knows.
  [[nodiscard]] bool are_about_the_same(const LoweredTransition& there, const LoweredTransition& back) const {
    JoinedConditions joined(model_, lowered_);
    const uint32_t a = joined.add(there.condition), b = joined.add(back.condition);
    const AnalyzedProgram program = joined.program();
    const std::vector<bool> of_a = source_of(program, a), of_b = source_of(program, b);
    bool share = false;
    for (size_t i = 0; i < of_a.size(); ++i) share |= of_a[i] && of_b[i];
    return share;
  }

  void compare(const Legs& legs) {
    if (changes_what_they_read(legs)) return;
    for (size_t i = 0; i < legs.size(); ++i) {
      const LoweredTransition& there = *legs[i].transition;
      const LoweredTransition& next = *legs[(i + 1) % legs.size()].transition;
      if (is_of_time_alone(there) && is_of_time_alone(next)) return;
      if (!is_of_time_alone(there) && !is_of_time_alone(next) && !are_about_the_same(there, next)) return;
    }
    // Events have come long ago, or a moment ago.
    if (!compare(legs, kLongAgo)) compare(legs, kShortly);
  }

  // An agent that stays in no state for longer than this goes to and fro.
  static constexpr float kShortly = 0.5F;
  static constexpr float kLongAgo = 1e6F;

  // True if it has been reported: where each event came so many seconds ago, and the agent has been in each
  // state for a short time.
  bool compare(const Legs& legs, float since_events) {
    JoinedConditions joined(model_, lowered_);
    std::vector<uint32_t> leads;
    for (const Leg& leg : legs) leads.push_back(add(joined, leg.from, *leg.transition));
    uint32_t all = leads[0];
    for (size_t i = 1; i < leads.size(); ++i) all = joined.both(all, leads[i]);
    const AnalyzedProgram program = joined.program();
    const Prover prover(program);
    Ranges ranges = all_situations(program);
    for (uint32_t i = 0; i < program.operations.size(); ++i) {
      const bool is_since = program.operations[i].code == OperationCode::since;
      if (is_since) ranges[i] = {since_events, since_events};
      if (is_elapsed(program.operations[i])) ranges[i] = {kShortly, kShortly};
    }
    propagate(program, ranges);
    if (!narrow(program, ranges, all, true)) return false;
    if (!budget_.spend(kSituations * program.operations.size())) return true;
    const auto flips = [&](const std::vector<float>& values) { return values[all] != 0; };
    const auto samples = prover.situations(ranges, kSituations);
    const auto found = std::ranges::find_if(samples, flips);
    if (found == samples.end()) return false;
    auto sources = source_of(program, all);
    for (uint32_t i = 0; i < sources.size(); ++i) {
      const bool is_since = program.operations[i].code == OperationCode::since;
      if (is_since || is_elapsed(program.operations[i])) sources[i] = false;
    }
    const std::vector<float> simple =
        simplest(program, ranges, sources, plain_values(model_, program), *found, flips);
    const bool is_timed = std::ranges::any_of(program.operations, is_elapsed);
    report(legs, observed_in(model_, program, sources, simple) +
                     band_of(program, ranges, sources, simple, flips) +
                     (since_events == kShortly ? ", 0.5s after the event" : "") +
                     (is_timed ? ", when it has been in each state for 0.5s" : ""));
    return true;
  }

  // ", and with `hp` from 40 to 60": how far the first number that they read may go, to a thousandth of that.
  template <class IsSo>
  [[nodiscard]] std::string band_of(const AnalyzedProgram& program, const Ranges& box,
                                    const std::vector<bool>& sources, const std::vector<float>& values,
                                    const IsSo& is_so) const {
    for (uint32_t i = 0; i < sources.size(); ++i) {
      const LoweredOperation& source = program.operations[i];
      if (!sources[i] || source.code != OperationCode::key) continue;
      const auto& [name, variable] = model_.blackboard[source.parameter];
      if (variable.resolved.kind != ValueKind::number || !variable.has_range()) continue;
      const auto holds = [&](float value) {
        std::vector<float> changed = values;
        changed[i] = value;
        evaluate_consistently(program, changed);
        return is_so(changed);
      };
      const auto end_towards = [&](float end) {
        if (holds(end)) return end;
        float so = values[i], not_so = end;
        constexpr int kSteps = 24;
        for (int step = 0; step < kSteps; ++step) {
          const float middle = so / 2 + not_so / 2;
          (holds(middle) ? so : not_so) = middle;
        }
        return so;
      };
      const float low = end_towards(box[i].low), high = end_towards(box[i].high);
      if (!(low < high)) continue;
      const auto text = [high, low, &variable = variable](float value) {
        const double unit = std::pow(10.0, std::floor(std::log10(double{high} - low)) - 3);
        return show(std::round(value / unit) * unit, variable.resolved.quantity, variable.unit);
      };
      return fmt::format(", and with `{}` from {} to {}", name.text, text(low), text(high));
    }
    return {};
  }

  void report(const Legs& legs, const std::string& observed) {
    std::vector<std::string> names;
    for (const Leg& leg : legs) names.push_back(fmt::format("`{}`", states_[leg.from].name.text));
    const std::string of_agent =
        model_.agents.size() > 1 ? fmt::format(" of `{}`", model_.agents[agent_.agent].name.text) : "";
    const auto leads = [&](size_t i) {
      return fmt::format("leads from {} to {}", names[i], names[(i + 1) % names.size()]);
    };
    Report report = diagnostics_.report(
        Code::oscillation, legs[0].transition->condition.written->span,
        fmt::format("the states {}{} take turns for ever", listed(names, "and"), of_agent));
    report.caption(leads(0));
    for (size_t i = 1; i < legs.size(); ++i)
      report.label(legs[i].transition->condition.written->span,
                   i + 1 == legs.size() ? "leads back, and holds at the same time" : leads(i));
    report.note(observed).help(legs.size() > 2 ? "let one of them exclude another, with a gap between: one "
                                                 "such as `fear > 0.6`, the other `fear < 0.4`"
                                               : "let the two exclude each other, with a gap between: one "
                                                 "such as `fear > 0.6`, the other `fear < "
                                                 "0.4`");
  }

  const Model& model_;
  const Lowered& lowered_;
  const LoweredAgent& agent_;
  const Map<State>& states_;
  Budget& budget_;
  Diagnostics& diagnostics_;
};

}  // namespace

void find_flipping_states(const Model& model, const Lowered& lowered, Budget& budget,
                          Diagnostics& diagnostics) {
  for (const LoweredAgent& agent : lowered.agents) Flips(model, lowered, agent, budget, diagnostics).find();
}

}  // namespace ishi::compiler
