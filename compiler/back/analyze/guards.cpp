#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "analyze/joined_conditions.h"
#include "analyze/kinds_of_findings.h"
#include "analyze/purposes.h"
#include "analyze/truth.h"
#include "expression/constant.h"
#include "expression/expression.h"

// Conditions that ask in vain: of options, and in what they do.

namespace ishi::compiler {
namespace {

// A part of a condition that might as well not be there: it always holds beside an `and`, or never beside an
// `or`.
struct Half {
  Span span;
  Holds holds = Holds::sometimes;
  uint32_t operation = 0;
};

class Halves {
 public:
  Halves(const AnalyzedProgram& program, Budget& budget) : program_(program), budget_(budget) {}

  void look_at(uint32_t operation,
               const Expression& node) {  // NOLINT(misc-no-recursion): as deep as the text
    const bool is_both = node.kind == ExpressionKind::both;
    if (!is_both && node.kind != ExpressionKind::either) return;
    const Expression* const sides[] = {node.operands[0], node.operands[1]};
    // A constant is folded, so that the other side alone is left.
    if (constant_value(*sides[0]) || constant_value(*sides[1])) return;
    operation = behind_copies(operation);
    const LoweredOperation& joins = program_.operations[operation];
    if (joins.code != (is_both ? OperationCode::both : OperationCode::either)) return;
    const uint32_t operations[] = {joins.a, joins.b};
    for (const int i : {0, 1}) {
      if (sides[i]->kind != node.kind && is_idle(operations[i], is_both))
        found.push_back({sides[i]->span, is_both ? Holds::always : Holds::never, operations[i]});
      else
        look_at(operations[i], *sides[i]);
    }
  }

  std::vector<Half> found;

 private:
  bool is_idle(uint32_t operation, bool always) {
    return find_truth(program_, operation, budget_) == (always ? Holds::always : Holds::never);
  }

  [[nodiscard]] uint32_t behind_copies(uint32_t operation) const {
    const auto code = [&] { return program_.operations[operation].code; };
    while (code() == OperationCode::spread || code() == OperationCode::saturate)
      operation = program_.operations[operation].a;
    return operation;
  }

  const AnalyzedProgram& program_;
  Budget& budget_;
};

// Of what an operation is computed from, as it is written.
std::vector<Half> find_halves(const AnalyzedProgram& program, uint32_t operation, const Expression& written,
                              Budget& budget) {
  Halves halves(program, budget);
  halves.look_at(operation, written);
  return std::move(halves.found);
}

void report_half(const Half& half, const std::string& condition, const std::string& proof,
                 Diagnostics& diagnostics) {
  const bool never = half.holds == Holds::never;
  diagnostics
      .report(never ? Code::guard_never : Code::guard_always, half.span,
              fmt::format("this part of {} {} holds", condition, never ? "never" : "always"))
      .caption(never ? "adds nothing to the `or`" : "adds nothing to the `and`")
      .note(proof)
      .help(
          "leave this part out, or look for a comparison the wrong way round or a range that should reach "
          "further");
}

// The conditions in the bodies that agents run. A condition of a goal is analyzed for each agent that pursues
// the goal, and reported only if the finding holds for all of them.
class BodyGuards {
 public:
  BodyGuards(const Model& model, const Lowered& lowered, Budget& budget)
      : model_(model), lowered_(lowered), budget_(budget) {}

  void look_at(const LoweredAgent& agent) {
    for (const LoweredOption& option : agent.options) {
      look_at(option.body);
      look_at(option.finally);
    }
    for (const LoweredHandler& handler : agent.handlers) look_at(handler.body);
    for (const LoweredState& state : agent.states) {
      look_at(state.enter);
      look_at(state.finally);
      for (const LoweredTransition& transition : state.transitions)
        look_at(transition.condition, purpose_of_transition());
    }
    for (const LoweredSense& sense : agent.senses) look_at(sense.when, purpose_of_sense());
  }

  void report(Diagnostics& diagnostics) const {
    for (const auto& [place, found] : found_) {
      if (found.holds == Holds::sometimes) {
        const std::string condition = fmt::format("this {}", found.purpose.what);
        for (const Half& half : found.halves) report_half(half, condition, found.proof, diagnostics);
        continue;
      }
      const bool never = found.holds == Holds::never;
      const Purpose& words = found.purpose;
      const bool freezes = never && words.locks;
      auto report = diagnostics.report(
          freezes ? Code::frozen_choice
          : never ? Code::guard_never
                  : Code::guard_always,
          found.span, fmt::format("this {} {} holds", words.what, never ? "never" : "always"));
      report.caption(std::string(never ? words.never : words.always)).note(found.proof);
      if (freezes)
        report.help("let the range reach further; or say `interruptible: false` if that is meant");
      else if (never)
        report.help("look for parts that contradict each other, or for a range that does not reach so far");
      else if (words.asks_for_nothing)
        report.help("leave it out, or look for a range that should reach further");
      else
        report.help("look for a comparison the wrong way round, or for a range that should reach further");
    }
  }

 private:
  struct Found {
    Holds holds = Holds::sometimes;
    Purpose purpose;
    Span span;
    std::vector<Half> halves;  // if the whole condition holds sometimes
    std::string proof;
  };

  void look_at(const LoweredNode& node) {  // NOLINT(misc-no-recursion): as deep as the text
    if (node.kind == ishi::NodeKind::first && node.count != 0) {
      for (const LoweredNode& branch : node.children)
        look_at(branch[Modifier::when], purpose_of_branch(node.count == kChosenByCondition));
    }
    const bool breaks_in = node.kind == ishi::NodeKind::interjection;
    for (const ModifierRow& row : modifier_rows()) {
      // A walk's `while` asks, too, whether somebody is there to walk to.
      const bool is_own = row.in_blob != Modifier::while_true || node.kind != ishi::NodeKind::walk;
      if (row.form == ModifierForm::condition && is_own)
        look_at(node[row.in_blob], breaks_in ? purpose_of_interjection() : purpose_of(row));
    }
    if (node.kind == ishi::NodeKind::fail) look_at(node.value, purpose_of_check());
    for (const LoweredNode& child : node.children) look_at(child);
  }

  void look_at(const LoweredFormula& formula, const Purpose& purpose) {
    if (!formula.given() || formula.written == nullptr || formula.written->root == nullptr) return;
    if (is_constantly(*formula.written, true) || is_constantly(*formula.written, false)) return;
    const Span span = formula.written->span;
    const auto [entry, is_new] = found_.try_emplace(std::pair(span.file, span.begin));
    Found& found = entry->second;
    if (!is_new && found.holds == Holds::sometimes && found.halves.empty()) return;
    const AnalyzedProgram program = analyzed(model_, lowered_, formula.program, formula.ranges);
    const auto result = static_cast<uint32_t>(formula.program.size() - 1);
    const Holds holds = find_truth(program, result, budget_);
    auto halves = find_halves(program, result, *formula.written->root, budget_);
    if (is_new) {
      found = {holds, purpose, span, std::move(halves),
               proved_over(model_, program, source_of(program, result))};
      return;
    }
    if (found.holds != holds) found.holds = Holds::sometimes;
    std::erase_if(found.halves, [&](const Half& half) {
      return std::ranges::find(halves, half.span, &Half::span) == halves.end();
    });
  }

  const Model& model_;
  const Lowered& lowered_;
  Budget& budget_;
  std::map<std::pair<uint32_t, uint32_t>, Found> found_;  // by place
};

// The `when` as it stands in the text: of what only some kinds of a set offer it is asked of those alone.
uint32_t written_condition(const Contest& contest, uint32_t option) {
  const uint32_t condition = contest.contenders()[option].condition;
  const LoweredOperation& joins = contest.program().operations[condition];
  const bool is_of_some = contest.action_of(option).value.offered_by != kNone &&
                          joins.code == OperationCode::both &&
                          contest.program().operations[joins.a].code == OperationCode::is_thing;
  return is_of_some ? joins.b : condition;
}

}  // namespace

// Of a condition that holds sometimes: whether it does where the set that the option is for has a member.
Holds truth_with_members(const Contest& contest, uint32_t option, Budget& budget) {
  const uint32_t condition = contest.contenders()[option].condition;
  const std::vector<bool> reads = source_of(contest.program(), condition);
  const auto& counts = contest.contenders()[option].counts;
  const auto count = std::ranges::find_if(counts, [&](uint32_t one) { return bool{reads[one]}; });
  if (count == counts.end()) return Holds::sometimes;
  const LoweredAgent& agent = contest.agent();
  LoweredFormula has_members;
  has_members.program = {{}, agent.program[*count], {OperationCode::less, 0, 1, 0, 0, 0}};
  has_members.ranges = {{0, 0}, agent.ranges[*count], kTruth};
  JoinedConditions joined(contest.model(), contest.lowered());
  const uint32_t asked = joined.add(agent.program, agent.ranges, condition);
  const uint32_t members = joined.add(has_members);
  const uint32_t with = joined.both(members, asked);
  const uint32_t without = joined.both(members, joined.negated(asked));
  const AnalyzedProgram program = joined.program();
  if (find_truth(program, with, budget) == Holds::never) return Holds::never;
  return find_truth(program, without, budget) == Holds::never ? Holds::always : Holds::sometimes;
}

std::vector<bool> find_vain_guards(const Contest& contest, Budget& budget, Diagnostics& diagnostics) {
  std::vector<bool> never_holds(contest.contenders().size());
  for (uint32_t i = 0; i < never_holds.size(); ++i) {
    const Formula& when = contest.action_of(i).value.when;
    if (!when.given() || when.root == nullptr) continue;
    const AnalyzedProgram& program = contest.program();
    const uint32_t condition = written_condition(contest, i);
    const std::string name = contest.name_of(i);
    const std::string proof = proved_over(contest.model(), program, source_of(program, condition));
    Holds holds = find_truth(program, condition, budget);
    const bool is_for_members = holds == Holds::sometimes;
    if (is_for_members) holds = truth_with_members(contest, i, budget);
    never_holds[i] = holds == Holds::never;
    if (is_for_members && holds != Holds::sometimes) {
      const bool never = holds == Holds::never;
      diagnostics
          .report(never ? Code::guard_never : Code::guard_always, when.span,
                  fmt::format("the `when` of {} {} holds: it is asked for each member of `{}`", name,
                              never ? "never" : "always",
                              name_of_set(contest.model(), contest.action_of(i).value.set()).text))
          .caption(never ? fmt::format("so {} is never chosen", name) : std::string("asks for nothing"))
          .note(
              "proved: where it is asked there is one, and an action for a set without members is out anyway")
          .help(never ? "ask for that in an action without `for_each`"
                      : "leave it out, or ask something of the member");
      continue;
    }
    if (holds == Holds::never) {
      diagnostics.report(Code::guard_never, when.span, fmt::format("the `when` of {} never holds", name))
          .caption(fmt::format("so {} is never chosen", name))
          .note(proof)
          .help("look for parts that contradict each other, or for a range that does not reach so far");
    } else if (holds == Holds::always) {
      diagnostics.report(Code::guard_always, when.span, fmt::format("the `when` of {} always holds", name))
          .caption("asks for nothing")
          .note(proof)
          .help("leave it out, or look for a range that should reach further");
    } else {
      for (const Half& half : find_halves(program, condition, *when.root, budget)) {
        const std::string of_half = proved_over(contest.model(), program, source_of(program, half.operation));
        report_half(half, fmt::format("the `when` of {}", name), of_half, diagnostics);
      }
    }
  }
  return never_holds;
}

void find_vain_guards_in_bodies(const Model& model, const Lowered& lowered, Budget& budget,
                                Diagnostics& diagnostics) {
  BodyGuards guards(model, lowered, budget);
  for (const LoweredAgent& agent : lowered.agents) guards.look_at(agent);
  guards.report(diagnostics);
}

}  // namespace ishi::compiler
