#include "analyze/known_facts.h"

#include <algorithm>
#include <utility>

#include "analyze/evidence.h"
#include "lower/expression_lowerer.h"
#include "model/model.h"

namespace ishi::compiler {
namespace {

constexpr size_t kKept = 8;

bool is_key(OperationCode code) { return code >= OperationCode::key && code <= OperationCode::key_entity; }

bool is_record(OperationCode code) {
  return code >= OperationCode::record && code <= OperationCode::record_entity;
}

bool is_level(OperationCode code) {
  return code >= OperationCode::level && code <= OperationCode::level_after;
}

bool is_given(OperationCode code) {
  return code >= OperationCode::given && code <= OperationCode::given_member;
}

// True if the operation reads the members of a set.
bool is_of_members(OperationCode code) {
  return (code >= OperationCode::each && code <= OperationCode::best_score) ||
         code == OperationCode::chosen || code == OperationCode::chosen_score ||
         code == OperationCode::member_awareness || code == OperationCode::member_random ||
         code == OperationCode::given_member || code == OperationCode::nth;
}

bool changes(const LoweredAssignment& assignment, const LoweredOperation& operation) {
  switch (assignment.target) {
    case Target::key: return is_key(operation.code) && operation.parameter == assignment.subject;
    case Target::level: return is_level(operation.code);
    case Target::given: return is_given(operation.code);
    default: return is_of_members(operation.code);
  }
}

bool any_is_shared(const std::vector<bool>& a, const std::vector<bool>& b) {
  for (size_t i = 0; i < a.size(); ++i) {
    if (a[i] && b[i]) return true;
  }
  return false;
}

}  // namespace

void KnownFacts::hold(Fact fact) {
  fact.number = next_++;
  if (facts_.size() == kKept) facts_.erase(facts_.begin());
  facts_.push_back(fact);
}

void KnownFacts::keep(const std::vector<Fact>& others) {
  std::erase_if(facts_, [&](const Fact& fact) {
    return std::ranges::find(others, fact.number, &Fact::number) == others.end();
  });
}

// A key of the team or the world changes when the frame ends.
bool KnownFacts::can_know(const LoweredAssignment& assignment) const {
  if (assignment.target != Target::key) return false;
  const Variable& key = model_.blackboard[assignment.subject].value;
  const ValueKind kind = key.resolved.kind;
  return key.scope.value == Scope::agent && kind != ValueKind::point && kind != ValueKind::direction;
}

void KnownFacts::write(const LoweredNode& set) {
  std::erase_if(facts_, [&](const Fact& fact) { return is_changed_by(fact, set.assignments); });
  for (const LoweredAssignment& assignment : set.assignments) {
    const LoweredFormula& value = assignment.formula;
    if (!can_know(assignment) || !value.given() || value.written == nullptr) continue;
    const Interval range = range_of(model_.blackboard[assignment.subject].value);
    const Interval given = value.ranges.back();
    const bool is_held = given.low < range.low || given.high > range.high;
    const Fact fact{Fact::Kind::set, &value, 0, kNoRef, assignment.subject, value.written->span};
    if (!is_held && !is_changed_by(fact, set.assignments)) hold(fact);
  }
}

void KnownFacts::forget_parameters() {
  std::erase_if(facts_, [&](const Fact& fact) {
    return std::ranges::any_of(operations_of(fact), is_record, &LoweredOperation::code);
  });
}

std::vector<LoweredOperation> KnownFacts::operations_of(const Fact& fact) const {
  if (fact.formula != nullptr) return fact.formula->program;
  JoinedConditions alone(model_, lowered_);
  static_cast<void>(alone.add(agent_.program, agent_.ranges, fact.operation, fact.begun));
  const AnalyzedProgram program = alone.program();
  return {program.operations.begin(), program.operations.end()};
}

// True if a value that was `set` may have changed since.
bool KnownFacts::is_changed_by(const Fact& fact, std::span<const LoweredAssignment> assignments) const {
  const std::vector<LoweredOperation> operations = operations_of(fact);
  return std::ranges::any_of(assignments, [&](const LoweredAssignment& assignment) {
    if (assignment.target == Target::key &&
        model_.blackboard[assignment.subject].value.scope.value != Scope::agent)
      return false;
    const bool is_itself = fact.kind == Fact::Kind::set && fact.formula == &assignment.formula;
    const bool is_overwritten = fact.kind == Fact::Kind::set && assignment.target == Target::key &&
                                assignment.subject == fact.key && !is_itself;
    return is_overwritten || std::ranges::any_of(operations, [&](const LoweredOperation& operation) {
             return changes(assignment, operation);
           });
  });
}

uint32_t KnownFacts::join(JoinedConditions& joined, const Fact& fact) const {
  if (fact.kind == Fact::Kind::set) {
    LoweredFormula written = *fact.formula;
    const Variable& key = model_.blackboard[fact.key].value;
    const bool is_entity = key.resolved.kind == ValueKind::entity;
    const auto value = static_cast<uint32_t>(written.program.size() - 1);
    written.program.push_back(
        {is_entity ? OperationCode::key_entity : OperationCode::key, 0, 0, 0, 0, fact.key});
    written.ranges.push_back(range_of(key));
    written.program.push_back({OperationCode::equal, value, value + 1, 0, 0, 0});
    written.ranges.push_back(kTruth);
    return joined.add(written);
  }
  const uint32_t holds = fact.formula != nullptr
                             ? joined.add(*fact.formula)
                             : joined.add(agent_.program, agent_.ranges, fact.operation, fact.begun);
  return fact.kind == Fact::Kind::refused ? joined.negated(holds) : holds;
}

KnownFacts::Verdict KnownFacts::judge(const LoweredFormula& condition, bool of_sure_ones,
                                      Budget& budget) const {
  std::vector<Fact> facts = facts_;
  if (of_sure_ones) std::erase_if(facts, [](const Fact& fact) { return !fact.is_sure; });
  if (facts.empty()) return {};
  JoinedConditions joined(model_, lowered_);
  std::vector<uint32_t> roots;  // they come first: where an agent decided, the member at hand was there
  for (const Fact& fact : facts) roots.push_back(join(joined, fact));
  const uint32_t asked = joined.add(condition);
  const uint32_t not_asked = joined.negated(asked);
  std::vector<uint32_t> with, without;  // by fact: both hold, and the fact alone does
  for (const uint32_t root : roots) {
    with.push_back(joined.both(root, asked));
    without.push_back(joined.both(root, not_asked));
  }
  uint32_t all = roots[0];
  for (const uint32_t root : roots) all = joined.both(all, root);
  const uint32_t all_with = joined.both(all, asked), all_without = joined.both(all, not_asked);
  const AnalyzedProgram program = joined.program();
  const std::vector<bool> read = source_of(program, asked);
  const auto is_about = [&](uint32_t root) { return any_is_shared(source_of(program, root), read); };
  if (std::ranges::none_of(roots, is_about)) return {};

  const auto is_never = [&](uint32_t root) { return find_truth(program, root, budget) == Holds::never; };
  const bool never = is_never(all_with), always = !never && is_never(all_without);
  if ((!never && !always) || is_never(all) || find_truth(program, asked, budget) != Holds::sometimes)
    return {};
  Verdict verdict;
  verdict.holds = never ? Holds::never : Holds::always;
  verdict.proof = proved_over(model_, program, source_of(program, never ? all_with : all_without));
  for (size_t i = 0; i < roots.size() && verdict.because.empty(); ++i) {
    if (is_about(roots[i]) && is_never((never ? with : without)[i])) {
      verdict.because = {facts[i]};
      verdict.proof = proved_over(model_, program, source_of(program, with[i]));
    }
  }
  if (!verdict.because.empty()) return verdict;
  for (size_t i = 0; i < roots.size(); ++i) {
    if (is_about(roots[i])) verdict.because.push_back(facts[i]);
  }
  return verdict;
}

}  // namespace ishi::compiler
