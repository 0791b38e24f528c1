#include <fmt/format.h>

#include <set>
#include <utility>
#include <vector>

#include "analyze/evidence.h"
#include "analyze/joined_conditions.h"
#include "analyze/kinds_of_findings.h"
#include "analyze/truth.h"

// Steps that begin where their `while` never holds: they are over at once.

namespace ishi::compiler {
namespace {

// A condition that holds when something begins.
struct Held {
  const LoweredFormula* formula = nullptr;  // null: it is of the agent's program
  uint32_t operation = 0;
  Span span;
};

class Contradictions {
 public:
  Contradictions(const Model& model, const Lowered& lowered, Budget& budget, Diagnostics& diagnostics)
      : model_(model), lowered_(lowered), budget_(budget), diagnostics_(diagnostics) {}

  void look_at(const LoweredAgent& agent) {
    agent_ = &agent;
    for (const LoweredOption& option : agent.options) {
      const Formula& when = model_.actions[option.action].value.when;
      std::vector<Held> held;
      if (when.given()) held.push_back({nullptr, option.condition, when.span});
      look_at(option.body, held);
    }
    for (const LoweredHandler& handler : agent.handlers) look_at(handler.body, {});
  }

 private:
  // `held`: what holds as the node begins.
  void look_at(const LoweredNode& node, std::vector<Held> held) {  // NOLINT(misc-no-recursion)
    if (node[Modifier::when].given() && node[Modifier::when].written != nullptr)
      held.push_back({&node[Modifier::when], 0, node[Modifier::when].written->span});
    if (node[Modifier::while_true].given() && node[Modifier::while_true].written != nullptr &&
        node.kind != ishi::NodeKind::walk) {
      for (const Held& one : held) compare(one, node[Modifier::while_true]);
      held.push_back({&node[Modifier::while_true], 0, node[Modifier::while_true].written->span});
    }
    // Of steps in order only the first begins as the list does.
    const bool is_in_order = node.kind == ishi::NodeKind::sequence || node.kind == ishi::NodeKind::repeat ||
                             node.kind == ishi::NodeKind::goal;
    for (size_t i = 0; i < node.children.size(); ++i)
      look_at(node.children[i], is_in_order && i > 0 ? std::vector<Held>() : held);
  }

  void compare(const Held& held, const LoweredFormula& goes_on) {
    const Span span = goes_on.written->span;
    if (said_.contains({span.file, span.begin})) return;
    JoinedConditions joined(model_, lowered_);
    const uint32_t begins = held.formula != nullptr
                                ? joined.add(*held.formula)
                                : joined.add(agent_->program, agent_->ranges, held.operation);
    const uint32_t lasts = joined.add(goes_on);
    const uint32_t both = joined.both(begins, lasts);
    const AnalyzedProgram program = joined.program();
    if (find_truth(program, both, budget_) != Holds::never) return;
    // A condition that never holds at all is another finding.
    if (find_truth(program, begins, budget_) == Holds::never ||
        find_truth(program, lasts, budget_) == Holds::never)
      return;
    said_.emplace(span.file, span.begin);
    diagnostics_.report(Code::guard_never, span, "this `while` never holds where this begins")
        .caption("so this is over as soon as it begins")
        .label(held.span, "it begins only where this holds")
        .note(proved_over(model_, program, source_of(program, both)))
        .help(
            "look for a comparison the wrong way round; a `while` says how long what its `when` begins goes "
            "on");
  }

  const Model& model_;
  const Lowered& lowered_;
  Budget& budget_;
  Diagnostics& diagnostics_;
  const LoweredAgent* agent_ = nullptr;
  std::set<std::pair<uint32_t, uint32_t>> said_;
};

}  // namespace

void find_contradictions(const Model& model, const Lowered& lowered, Budget& budget,
                         Diagnostics& diagnostics) {
  Contradictions contradictions(model, lowered, budget, diagnostics);
  for (const LoweredAgent& agent : lowered.agents) contradictions.look_at(agent);
}

}  // namespace ishi::compiler
