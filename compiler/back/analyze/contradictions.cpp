#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "analyze/evidence.h"
#include "analyze/joined_conditions.h"
#include "analyze/kinds_of_findings.h"
#include "analyze/purposes.h"
#include "analyze/truth.h"
#include "expression/constant.h"
#include "ishi/compiler/diagnostic.h"
#include "lower/name_values.h"
#include "lower/lowered.h"
#include "model/model.h"

// Reports conditions whose answer is known where a body asks them: the body itself has asked or set something
// right before that decides it.

namespace ishi::compiler {
namespace {

// Something that holds at one moment of a body.
struct Fact {
  enum class Kind : uint8_t {
    asked,    // the formula holds
    refused,  // the formula does not hold
    set       // the key has the formula's value
  };
  Kind kind = Kind::asked;
  const LoweredFormula* formula = nullptr;  // null: `operation` of the agent's program
  uint32_t operation = 0;
  uint32_t begun = kNoRef;  // where the joined condition of `operation` begins: see JoinedConditions::add
  uint32_t key = 0;         // the key that was `set`
  Span span;

  bool is_sure = true;  // false: what runs between the agent's thought and its body may change it

  uint32_t number = 0;  // its own among the facts of its agent
};

// The facts that hold at one moment of an agent's body. Nothing but the body's own steps changes the agent
// meanwhile; once time passes, nothing is known any more.
class KnownFacts {
 public:
  KnownFacts(const Model& model, const Lowered& lowered, const LoweredAgent& agent)
      : model_(model), lowered_(lowered), agent_(agent) {}

  // Adds a fact. Where there are too many, the earliest is forgotten.
  void hold(Fact fact);
  // A `set` step: forgets what it changes, and knows what it has written.
  void write(const LoweredNode& set);
  void forget_all() { facts_.clear(); }
  // Forgets what reads the parameters of a goal: the goal has ended.
  void forget_parameters();

  [[nodiscard]] const std::vector<Fact>& all() const { return facts_; }
  void take(std::vector<Fact> facts) { facts_ = std::move(facts); }
  // Keeps the facts that are also among `others`.
  void keep(const std::vector<Fact>& others);

  // If a condition always or never holds where these facts hold. `sometimes`: the facts do not decide it, or
  // it needs no fact to be decided.
  struct Verdict {
    Holds holds = Holds::sometimes;
    std::vector<Fact> because;
    std::string proof;
  };
  [[nodiscard]] Verdict judge(const LoweredFormula& condition, bool of_sure_ones, Budget& budget) const;

 private:
  [[nodiscard]] uint32_t join(JoinedConditions& joined, const Fact& fact) const;
  [[nodiscard]] std::vector<LoweredOperation> operations_of(const Fact& fact) const;
  [[nodiscard]] bool is_changed_by(const Fact& fact, std::span<const LoweredAssignment> assignments) const;
  [[nodiscard]] bool can_know(const LoweredAssignment& assignment) const;

  const Model& model_;
  const Lowered& lowered_;
  const LoweredAgent& agent_;
  std::vector<Fact> facts_;
  uint32_t next_ = 0;
};

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

class Contradictions {
 public:
  Contradictions(const Model& model, const Lowered& lowered, Budget& budget, Diagnostics& diagnostics)
      : model_(model), lowered_(lowered), budget_(budget), diagnostics_(diagnostics) {
    for (const ModifierRow& row : modifier_rows()) {
      if (row.form == ModifierForm::condition && row.in_blob == Modifier::when) when_ = purpose_of(row);
    }
  }

  void look_at(const LoweredAgent& agent) {
    facts_.emplace(model_, lowered_, agent);
    std::vector<const LoweredNode*> between;
    for (const LoweredOption& option : agent.options) {
      collect_sets(option.finally, between);
      collect_cleanups(option.body, between);
    }
    for (const LoweredHandler& handler : agent.handlers) collect_sets(handler.body, between);
    for (const LoweredOption& option : agent.options) {
      facts_->forget_all();
      const Formula& when = model_.actions[option.action].value.when;
      Fact condition{Fact::Kind::asked, nullptr, option.condition, own_moment(agent, option), 0, when.span};
      if (when.given()) {
        condition.is_sure = is_kept(condition, between);
        facts_->hold(condition);
      }
      walk(option.body);
      walk_alone(option.finally);
    }
    for (const LoweredHandler& handler : agent.handlers) walk_alone(handler.body);
    for (const LoweredState& state : agent.states) {
      walk_alone(state.enter);
      walk_alone(state.finally);
    }
  }

  // Reports a goal's condition only if it has the same answer wherever the goal is used.
  void report() {
    for (const auto& [place, found] : found_) {
      if (found.verdict.holds == Holds::sometimes || is_beside_certain_case(found)) continue;
      const bool never = found.verdict.holds == Holds::never;
      const Purpose& words = found.purpose;
      auto report =
          diagnostics_.report(never ? Code::guard_never : Code::guard_always, found.span,
                              fmt::format("this {} {} holds here", words.what, never ? "never" : "always"));
      report.caption(std::string(never ? words.never : words.always));
      for (const Fact& fact : found.verdict.because) report.label(fact.span, std::string(words_of(fact)));
      report.note(found.verdict.proof)
          .help(never ? "look for a comparison the wrong way round, or take it out"
                : words.asks_for_nothing
                    ? "leave it out, or look for a comparison the wrong way round"
                    : "write what is done then without asking, or look for a comparison the wrong way round");
    }
  }

 private:
  struct Found {
    KnownFacts::Verdict verdict;
    Purpose purpose;
    Span span;
  };

  // True if a case never holds because another case, which is reported, always does.
  [[nodiscard]] bool is_beside_certain_case(const Found& one) const {
    const auto leads_to = [&](const auto& entry) {
      const Found& other = entry.second;
      return other.verdict.holds == Holds::always && other.purpose.what == one.purpose.what &&
             other.verdict.because[0].number == one.verdict.because[0].number &&
             other.verdict.because[0].span.begin == one.verdict.because[0].span.begin;
    };
    return one.verdict.holds == Holds::never && one.purpose.what == purpose_of_branch(false).what &&
           std::ranges::any_of(found_, leads_to);
  }

  static std::string_view words_of(const Fact& fact) {
    switch (fact.kind) {
      case Fact::Kind::asked: return "this is reached only where this holds";
      case Fact::Kind::refused: return "this is reached only where this does not hold";
      case Fact::Kind::set: break;
    }
    return "this has been set";
  }

  static void collect_sets(const LoweredNode& node,  // NOLINT(misc-no-recursion): as deep as the text
                           std::vector<const LoweredNode*>& sets) {
    if (node.kind == ishi::NodeKind::set) sets.push_back(&node);
    for (const LoweredNode& child : node.children) collect_sets(child, sets);
  }

  static void collect_cleanups(const LoweredNode& node,  // NOLINT(misc-no-recursion)
                               std::vector<const LoweredNode*>& sets) {
    if (node.kind == ishi::NodeKind::cleanup) return collect_sets(node, sets);
    for (const LoweredNode& child : node.children) collect_cleanups(child, sets);
  }

  // Between the thought and the body of its action run the bodies of what ends, and those of events.
  bool is_kept(const Fact& fact, const std::vector<const LoweredNode*>& between) {
    facts_->hold(fact);
    const std::vector<Fact> held = facts_->all();
    for (const LoweredNode* const set : between) facts_->write(*set);
    facts_->keep(held);
    const bool is_left = !facts_->all().empty();
    facts_->forget_all();
    return is_left;
  }

  void hold(const LoweredFormula& condition, Fact::Kind kind) {
    if (condition.given() && condition.written != nullptr)
      facts_->hold({kind, &condition, 0, kNoRef, 0, condition.written->span});
  }

  void walk_alone(const LoweredNode& node) {  // NOLINT(misc-no-recursion): as deep as the text
    facts_->forget_all();
    walk(node);
    facts_->forget_all();
  }

  void walk(const LoweredNode& node) {  // NOLINT(misc-no-recursion)
    ask(node[Modifier::when], when_);
    walk_asked(node);
  }

  // Before: the facts are those that hold as the node begins. After: those that hold once it is over.
  void walk_asked(const LoweredNode& node) {  // NOLINT(misc-no-recursion)
    const std::vector<Fact> before = facts_->all();
    hold(node[Modifier::when], Fact::Kind::asked);
    if (node.kind != ishi::NodeKind::walk) {  // a walk's `while` also asks whether its target is there
      ask_while(node[Modifier::while_true]);
      hold(node[Modifier::while_true], Fact::Kind::asked);
    }
    walk_into(node);
    const bool may_be_passed = node[Modifier::when].given() || node[Modifier::until].given() ||
                               node.continues || node.inverts || node.is_once;
    if (may_be_passed) facts_->keep(before);
  }

  void walk_into(const LoweredNode& node) {  // NOLINT(misc-no-recursion)
    using enum ishi::NodeKind;
    if (node.retries > 0) facts_->forget_all();  // another attempt begins later
    switch (node.kind) {
      case sequence: return walk_in_order(node.children);
      case goal: return walk_goal(node);
      case first: return node.count != 0 ? walk_branches(node) : walk_methods(node);
      case all:
      case any: return walk_beside(node.children);
      case set: return facts_->write(node);
      case fail: ask(node.value, purpose_of_check()); return hold(node.value, Fact::Kind::asked);
      case emit:
      case sound:
      case succeed: return;
      default: break;
    }
    for (const LoweredNode& child : node.children) walk_alone(child);
    facts_->forget_all();
  }

  void walk_in_order(const std::vector<LoweredNode>& steps) {  // NOLINT(misc-no-recursion)
    bool may_end_early = false;
    for (const LoweredNode& step : steps) {
      walk(step);
      may_end_early |= step.kind == ishi::NodeKind::succeed;
    }
    if (may_end_early) facts_->forget_all();
  }

  // A goal's interjections run before its body, its cleanup after it.
  void walk_goal(const LoweredNode& node) {  // NOLINT(misc-no-recursion)
    const bool has_more = node.children.size() > 1;
    if (has_more) facts_->forget_all();
    walk(node.children[0]);
    for (size_t i = 1; i < node.children.size(); ++i) walk_alone(node.children[i]);
    facts_->forget_parameters();
  }

  // A later method may be asked after an earlier one has failed, so after time has passed.
  void walk_methods(const LoweredNode& node) {  // NOLINT(misc-no-recursion)
    if (node.reconsiders) facts_->forget_all();
    for (const LoweredNode& method : node.children) {
      walk(method);
      facts_->forget_all();
    }
  }

  // One branch is done. Each is asked only where those before it do not hold. The last case of a `switch` may
  // be all that is left, which is no fault.
  void walk_branches(const LoweredNode& node) {  // NOLINT(misc-no-recursion)
    const Purpose purpose = purpose_of_branch(node.count == kChosenByCondition);
    const std::vector<Fact> whole = facts_->all();
    std::vector<Fact> start = whole, behind = whole;
    for (const LoweredNode& branch : node.children) {
      facts_->take(whole);
      ask(branch[Modifier::when], purpose);
      facts_->take(start);
      walk_asked(branch);
      const std::vector<Fact> left = facts_->all();
      facts_->take(std::move(behind));
      facts_->keep(left);
      behind = facts_->all();
      facts_->take(start);
      hold(branch[Modifier::when], Fact::Kind::refused);
      start = facts_->all();
    }
    facts_->take(std::move(behind));
  }

  // The steps begin one after the other in the same frame.
  void walk_beside(const std::vector<LoweredNode>& steps) {  // NOLINT(misc-no-recursion)
    std::vector<Fact> start = facts_->all();
    for (const LoweredNode& step : steps) {
      facts_->take(start);
      walk(step);
      facts_->take(std::move(start));
      std::vector<const LoweredNode*> sets;
      collect_sets(step, sets);
      const std::vector<Fact> known = facts_->all();
      for (const LoweredNode* const set : sets) facts_->write(*set);
      facts_->keep(known);
      start = facts_->all();
    }
    facts_->forget_all();
  }

  static bool is_open(const LoweredFormula& condition) {
    return condition.given() && condition.written != nullptr && condition.written->root != nullptr &&
           !is_constantly(*condition.written, true) && !is_constantly(*condition.written, false);
  }

  void ask(const LoweredFormula& condition, const Purpose& purpose) {
    if (!is_open(condition)) return;
    const Span span = condition.written->span;
    const auto [entry, is_new] = found_.try_emplace({span.file, span.begin});
    Found& found = entry->second;
    if (!is_new && found.verdict.holds == Holds::sometimes) return;
    KnownFacts::Verdict verdict = facts_->judge(condition, true, budget_);
    if (is_new)
      found = {std::move(verdict), purpose, span};
    else if (verdict.holds != found.verdict.holds)
      found.verdict.holds = Holds::sometimes;
  }

  // Reports a `while` at each place where it ends its step as soon as that begins.
  void ask_while(const LoweredFormula& condition) {
    if (!is_open(condition)) return;
    const Span span = condition.written->span;
    if (said_.contains({span.file, span.begin})) return;
    const KnownFacts::Verdict verdict = facts_->judge(condition, false, budget_);
    if (verdict.holds != Holds::never) return;
    said_.emplace(span.file, span.begin);
    auto report = diagnostics_.report(Code::guard_never, span, "this `while` never holds where this begins");
    report.caption("so this is over as soon as it begins");
    for (const Fact& fact : verdict.because)
      report.label(fact.span, fact.kind == Fact::Kind::asked ? "it begins only where this holds"
                                                             : std::string(words_of(fact)));
    report.note(verdict.proof)
        .help(
            "look for a comparison the wrong way round; a `while` says how long what its `when` begins goes "
            "on");
  }

  const Model& model_;
  const Lowered& lowered_;
  Budget& budget_;
  Diagnostics& diagnostics_;
  Purpose when_;
  std::optional<KnownFacts> facts_;                       // of the agent at hand
  std::map<std::pair<uint32_t, uint32_t>, Found> found_;  // by place
  std::set<std::pair<uint32_t, uint32_t>> said_;
};

}  // namespace

void find_contradictions(const Model& model, const Lowered& lowered, Budget& budget,
                         Diagnostics& diagnostics) {
  Contradictions contradictions(model, lowered, budget, diagnostics);
  for (const LoweredAgent& agent : lowered.agents) contradictions.look_at(agent);
  contradictions.report();
}

}  // namespace ishi::compiler
