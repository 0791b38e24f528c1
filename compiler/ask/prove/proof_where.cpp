#include "prove/proof_where.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>

#include "analyze/evidence.h"
#include "analyze/prover.h"
#include "expression/expression.h"
#include "lower/curve_data.h"
#include "lower/lower_condition.h"
#include "model/motives.h"
#include "syntax/tree.h"

namespace ishi::compiler {
namespace {

using enum OperationCode;

constexpr uint64_t kWhereOperations = 1'000'000;  // of the search for a situation in which it holds

// The first part of an expression that reads a key or level; null if it stands in a value that is named.
const Expression* part_that_reads(const Expression& node, ExpressionKind kind,  // NOLINT(misc-no-recursion)
                                  uint32_t index) {
  if (node.kind == kind && node.index == index) return &node;
  for (const Expression* const operand : node.operands) {
    if (const Expression* const found = part_that_reads(*operand, kind, index)) return found;
  }
  return nullptr;
}

class WhereChecker {
 public:
  WhereChecker(const Model& model, const Test& test, const std::vector<ProofRange>& ranges,
               Diagnostics& diagnostics)
      : model_(model), test_(test), ranges_(ranges), diagnostics_(diagnostics) {
    for (const auto& curve : model.curves) lowered_.curves.push_back(lower_curve(curve.value));
  }

  void check() {
    // `for_all` decides if a key holds somebody, so warnings about nobody are left out.
    Diagnostics said;
    condition_ = lower_condition(model_, lowered_.curves, test_.where, said);
    if (said.has_errors()) return void(lower_condition(model_, lowered_.curves, test_.where, diagnostics_));
    const AnalyzedProgram program = analyzed(model_, lowered_, condition_.program, condition_.ranges);
    bool reads_any = false;
    for (uint32_t i = 0; i < condition_.program.size(); ++i) {
      if (!program.is_source(i)) continue;
      reads_any = true;
      if (report_fixed(condition_.program[i])) return;
    }
    if (!reads_any) return report_constant();
    if (!can_hold(program)) report_never();
  }

 private:
  // True if the test gives the value of a source.
  bool report_fixed(const LoweredOperation& source) {
    const bool is_of_self =
        reads_entity(source.code) && test_.who.self.given && condition_.program[source.a].code == self_row;
    if (is_of_self) {
      report(test_.where.span, "the agent is the same in all of these situations", test_.who.self.span,
             "this says where it is, and what");
      return true;
    }
    const bool is_level_source = source.code == level || source.code == level_after;
    if (!is_level_source && !reads_key(source.code)) return false;
    for (const auto* const written : {&test_.for_all.value, &test_.who.given}) {
      for (const auto& entry : *written) {
        if (!is_of(entry.name.text, source.parameter, is_level_source) || !is_single(source, entry)) continue;
        const Expression* const part =
            part_that_reads(*test_.where.root, is_level_source ? ExpressionKind::motive : ExpressionKind::key,
                            source.parameter);
        report(part != nullptr ? part->span : test_.where.span,
               fmt::format("`{}` is `{}` in all of these situations", entry.name.text, entry.value->text),
               entry.name.span, "here it has one value");
        return true;
      }
    }
    return false;
  }

  void report(Span span, const std::string& what, Span where, std::string_view label) {
    diagnostics_
        .report(Code::not_for_proofs, span,
                fmt::format("{}, so `where` has nothing to choose from there", what))
        .label(where, std::string(label))
        .help("take it out of `where`, or let `for_all` vary it");
  }

  [[nodiscard]] bool is_of(std::string_view name, uint32_t index, bool is_level_source) const {
    return is_level_source ? name == motive_name(model_, index) : name == model_.blackboard[index].name.text;
  }

  // Somebody of the test's world is one; `someone` may be anybody.
  [[nodiscard]] bool is_single(const LoweredOperation& source, const Named<const Node*>& entry) const {
    if (source.code == key_entity)
      return entry.value->text == "nothing" || find_index(test_.around.world, entry.value->text) != kNone;
    const bool is_level_source = source.code == level || source.code == level_after;
    const auto range = std::ranges::find_if(ranges_, [&](const ProofRange& one) {
      return one.is_level == is_level_source && one.index == source.parameter;
    });
    return range != ranges_.end() &&
           std::ranges::all_of(range->of, [](Interval of) { return of.low == of.high; });
  }

  void report_constant() {
    diagnostics_.report(Code::not_for_proofs, test_.where.span, "this is the same in all situations")
        .label(test_.for_all.span, "of these `where` chooses some")
        .help("compare keys and carried levels, such as `where: hp < 30`, or take `where` out");
  }

  [[nodiscard]] bool can_hold(const AnalyzedProgram& program) const {
    const auto last = static_cast<uint32_t>(condition_.program.size() - 1);
    Ranges box = all_situations(program);
    hold_within(program, ranges_, box);
    std::vector<bool> sources(condition_.program.size());
    for (uint32_t i = 0; i < sources.size(); ++i) sources[i] = program.is_source(i);
    const Question question{[&](Ranges& part) { return !narrow(program, part, last, true); },
                            [&](const std::vector<float>& values) { return values[last] != 0; }};
    Budget budget{kWhereOperations};
    return Prover(program).prove(box, question, sources, budget) != Proof::never;
  }

  void report_never() {
    diagnostics_
        .report(Code::test_checks_nothing, test_.where.span,
                "`where` holds in none of these situations, so nothing is proved of them")
        .label(test_.for_all.span, "these situations")
        .help("widen the ranges of `for_all`, or ask for less");
  }

  const Model& model_;
  const Test& test_;
  const std::vector<ProofRange>& ranges_;
  Diagnostics& diagnostics_;
  Lowered lowered_;
  LoweredFormula condition_;
};

}  // namespace

void check_where(const Model& model, const Test& test, const std::vector<ProofRange>& ranges,
                 Diagnostics& diagnostics) {
  if (test.where.root == nullptr) return;
  WhereChecker(model, test, ranges, diagnostics).check();
}

}  // namespace ishi::compiler
