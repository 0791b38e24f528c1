#include <set>
#include <utility>

#include "analyze/evidence.h"
#include "analyze/joined_conditions.h"
#include "analyze/kinds_of_findings.h"
#include "analyze/truth.h"

// Reports a `margin` so large that no method of a `best` ever takes over.

namespace ishi::compiler {
namespace {

class Margins {
 public:
  Margins(const Model& model, const Lowered& lowered, Budget& budget, Diagnostics& diagnostics)
      : model_(model), lowered_(lowered), budget_(budget), diagnostics_(diagnostics) {}

  void look_at(const LoweredNode& node) {  // NOLINT(misc-no-recursion): as deep as the text
    const bool has_margin = node.kind == ishi::NodeKind::best && node.reconsiders && node.value.given();
    if (has_margin && node.value.written != nullptr) check(node);
    for (const LoweredNode& child : node.children) look_at(child);
  }

 private:
  void check(const LoweredNode& best) {
    const Span span = best.value.written->span;
    if (!seen_.emplace(span.file, span.begin).second || best.children.size() < 2) return;
    JoinedConditions joined(model_, lowered_);
    const uint32_t margin = joined.add(best.value);
    std::vector<uint32_t> scores, leads;
    for (const LoweredNode& method : best.children) {
      if (!method[Modifier::score].given()) return;  // which has been reported
      scores.push_back(joined.add(method[Modifier::score]));
    }
    for (size_t running = 0; running < scores.size(); ++running) {
      const uint32_t least = joined.apply(OperationCode::add, scores[running], margin);
      for (size_t other = 0; other < scores.size(); ++other) {
        if (other == running) continue;
        const uint32_t is_above = joined.apply(OperationCode::less, least, scores[other]);
        const LoweredFormula& when = best.children[other][Modifier::when];
        leads.push_back(when.given() ? joined.both(joined.add(when), is_above) : is_above);
      }
    }
    const AnalyzedProgram program = joined.program();
    std::vector<bool> read(program.operations.size());
    for (const uint32_t lead : leads) {
      if (find_truth(program, lead, budget_) != Holds::never) return;
      read[lead] = true;
    }
    diagnostics_
        .report(Code::guard_never, span,
                "no method ever scores so much more than another one, so none takes over")
        .caption("more than their scores can differ")
        .note(proved_over(model_, program, sources_of(program, std::move(read))))
        .help("write a smaller `margin`, such as 0.1, or take `reconsider` out");
  }

  const Model& model_;
  const Lowered& lowered_;
  Budget& budget_;
  Diagnostics& diagnostics_;
  std::set<std::pair<uint32_t, uint32_t>> seen_;
};

}  // namespace

void find_vain_margins(const Model& model, const Lowered& lowered, Budget& budget, Diagnostics& diagnostics) {
  Margins margins(model, lowered, budget, diagnostics);
  for (const LoweredAgent& agent : lowered.agents) {
    for (const LoweredOption& option : agent.options) margins.look_at(option.body);
  }
}

}  // namespace ishi::compiler
