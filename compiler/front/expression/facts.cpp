#include <utility>

#include "expression/constant.h"
#include "expression/typer.h"
#include "expression/types.h"
#include "language/functions.h"

// The entities that are known to be somebody, because a condition holds.

namespace ishi::compiler {

void Typer::add_facts(const Expression& node, bool truth, Facts& facts) {
  ++fact_collection_;
  add_facts_of(node, truth, facts);
}

void Typer::add_facts_of(const Expression& node, bool truth, Facts& facts) {
  switch (node.kind) {
    case ExpressionKind::known:
      if (truth) facts.push_back(node.operands[0]);
      break;
    case ExpressionKind::value: {
      // Once each: values that read values twice would otherwise be walked through again and again.
      const Expression* root = model_.values[node.index].value.is.root;
      if (root == nullptr || std::exchange(seen_values_[node.index], fact_collection_) == fact_collection_)
        break;
      add_facts_of(*root, truth, facts);
      break;
    }
    case ExpressionKind::not_: add_facts_of(*node.operands[0], !truth, facts); break;
    case ExpressionKind::both:
    case ExpressionKind::multiply:
      if (truth) {
        add_facts_of(*node.operands[0], true, facts);
        add_facts_of(*node.operands[1], true, facts);
      }
      break;
    case ExpressionKind::either:
      if (!truth) {
        add_facts_of(*node.operands[0], false, facts);
        add_facts_of(*node.operands[1], false, facts);
      }
      break;
    default:
      if (node.operands.size() == 2) {
        add_fact_of_comparison(node, truth, facts);
        add_fact_of_score(node, truth, facts);
      }
      break;
  }
}

// `prey.score > 0`: a choice of nobody scores 0.
void Typer::add_fact_of_score(const Expression& node, bool truth, Facts& facts) {
  const bool is_left = node.operands[0]->kind == ExpressionKind::choice_score;
  const Expression& score = *node.operands[is_left ? 0 : 1];
  const auto bound = score.kind == ExpressionKind::choice_score
                         ? constant_value(*node.operands[is_left ? 1 : 0])
                         : std::nullopt;
  if (!bound) return;
  const double left = is_left ? 0 : *bound, right = is_left ? *bound : 0;
  bool holds_of_nobody = truth;
  switch (node.kind) {
    case ExpressionKind::less: holds_of_nobody = left < right; break;
    case ExpressionKind::less_equal: holds_of_nobody = left <= right; break;
    case ExpressionKind::greater: holds_of_nobody = left > right; break;
    case ExpressionKind::greater_equal: holds_of_nobody = left >= right; break;
    default: break;
  }
  if (holds_of_nobody != truth) facts.push_back(score.operands[0]);
}

// `threat != nothing`, `threat == self`, `distance(threat) < 20m`: nobody is farther away than any number
// says.
void Typer::add_fact_of_comparison(const Expression& node, bool truth, Facts& facts) {
  const Expression& left = *node.operands[0];
  const Expression& right = *node.operands[1];
  const auto is_near = [](const Expression& distance, const Expression& limit) {
    return distance.kind == ExpressionKind::call && !failed(distance) &&
           distance.function->name == "distance" && limit.kind == ExpressionKind::number &&
           limit.number < 1e6;
  };
  const auto add_near = [&](const Expression& distance) {
    for (const Expression* end : distance.operands) {
      if (end->type.kind == ValueKind::entity) facts.push_back(end);
    }
  };
  switch (node.kind) {
    case ExpressionKind::equal:
    case ExpressionKind::not_equal:
      if (truth == (node.kind == ExpressionKind::not_equal)) {
        if (right.kind == ExpressionKind::nobody) facts.push_back(&left);
        if (left.kind == ExpressionKind::nobody) facts.push_back(&right);
      } else {
        if (right.kind == ExpressionKind::self) facts.push_back(&left);
        if (left.kind == ExpressionKind::self) facts.push_back(&right);
      }
      break;
    case ExpressionKind::less:
    case ExpressionKind::less_equal:
      if (truth && is_near(left, right)) add_near(left);
      if (!truth && is_near(right, left)) add_near(right);
      break;
    case ExpressionKind::greater:
    case ExpressionKind::greater_equal:
      if (truth && is_near(right, left)) add_near(right);
      if (!truth && is_near(left, right)) add_near(left);
      break;
    default: break;
  }
}

void Typer::check_with(Expression& node, const Type& wanted, const Expression& condition, bool truth) {
  const size_t before = facts_.size();
  add_facts(condition, truth, facts_);
  check(node, wanted);
  facts_.resize(before);
}

void Typer::assume(const Formula& condition, bool truth) {
  if (condition.root != nullptr) add_facts(*condition.root, truth, facts_);
  suspect(condition);
}

void Typer::suspect(const Formula& condition) {
  is_suspect_ = is_suspect_ || (condition.given() && condition.root == nullptr);
}

}  // namespace ishi::compiler
