#include <fmt/format.h>

#include <algorithm>

#include "analyze/evidence.h"
#include "analyze/joined_conditions.h"
#include "analyze/kinds_of_findings.h"
#include "analyze/shrink.h"
#include "model/steps_within.h"

// Two states of which each leads to the other in one situation: the agent goes to and fro between them.

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
        for (const LoweredTransition& back : agent_.states[there.target].transitions) {
          if (back.target == a && is_lasting(back) && !changes_what_they_read(there, back))
            compare(a, there, back);
        }
      }
    }
  }

 private:
  // True if it holds on as long as nothing that it reads changes.
  static bool is_lasting(const LoweredTransition& transition) {
    return transition.condition.given() && transition.condition.written != nullptr &&
           std::ranges::none_of(transition.condition.program, [](const LoweredOperation& operation) {
             return JoinedConditions::is_of_place(operation.code) || operation.code == OperationCode::since;
           });
  }

  // A step on the way may end it: it sets keys that the conditions read, or its effect is unknown.
  [[nodiscard]] bool changes_what_they_read(const LoweredTransition& there,
                                            const LoweredTransition& back) const {
    const auto reads = [&](uint32_t key) {
      const auto reads_it = [&](const LoweredOperation& operation) {
        return operation.code >= OperationCode::key && operation.code <= OperationCode::key_entity &&
               operation.parameter == key;
      };
      return std::ranges::any_of(there.condition.program, reads_it) ||
             std::ranges::any_of(back.condition.program, reads_it);
    };
    const auto changes = [&](const std::vector<Step>& steps) {
      bool found = false;
      for (const Step& step : steps) {
        for_each_step_in(step, [&](const Step& part) {
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
    const uint32_t from = back.target, to = there.target;
    return std::ranges::any_of(std::initializer_list<uint32_t>{from, to}, [&](uint32_t state) {
      return changes(states_[state].value.enter.value) || changes(states_[state].value.finally.value);
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

  // Conditions on unlike things may exclude each other in ways that only the game knows.
  [[nodiscard]] bool are_about_the_same(const LoweredTransition& there, const LoweredTransition& back) const {
    JoinedConditions joined(model_, lowered_);
    const uint32_t a = joined.add(there.condition), b = joined.add(back.condition);
    const AnalyzedProgram program = joined.program();
    const std::vector<bool> of_a = source_of(program, a), of_b = source_of(program, b);
    bool has_a = false, has_b = false, a_has_all = true, b_has_all = true;
    for (size_t i = 0; i < of_a.size(); ++i) {
      has_a |= of_a[i];
      has_b |= of_b[i];
      a_has_all &= of_a[i] || !of_b[i];
      b_has_all &= of_b[i] || !of_a[i];
    }
    return has_a && has_b && (a_has_all || b_has_all);
  }

  void compare(uint32_t a, const LoweredTransition& there, const LoweredTransition& back) {
    if (!are_about_the_same(there, back)) return;
    JoinedConditions joined(model_, lowered_);
    const uint32_t leaves = add(joined, a, there), returns = add(joined, there.target, back);
    const uint32_t both = joined.both(leaves, returns);
    const AnalyzedProgram program = joined.program();
    const Prover prover(program);
    Ranges ranges = all_situations(program);
    if (!narrow(program, ranges, both, true)) return;
    if (!budget_.spend(kSituations * program.operations.size())) return;
    const auto flips = [&](const std::vector<float>& values) { return values[both] != 0; };
    const auto samples = prover.situations(ranges, kSituations);
    const auto found = std::ranges::find_if(samples, flips);
    if (found == samples.end()) return;
    const auto sources = source_of(program, both);
    const auto values = simplest(program, ranges, sources, plain_values(model_, program), *found, flips);
    const Name& first = states_[a].name;
    const Name& second = states_[there.target].name;
    diagnostics_
        .report(Code::oscillation, there.condition.written->span,
                fmt::format("the states `{}` and `{}`{} take turns for ever", first.text, second.text,
                            model_.agents.size() > 1
                                ? fmt::format(" of `{}`", model_.agents[agent_.agent].name.text)
                                : ""))
        .caption(fmt::format("leads from `{}` to `{}`", first.text, second.text))
        .label(back.condition.written->span, "leads back, and holds at the same time")
        .note(observed_in(model_, program, sources, values))
        .help(
            "let the two exclude each other, with a gap between: one such as `fear > 0.6`, the other `fear < "
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
