#include "expression/known_entities.h"

#include <algorithm>
#include <utility>

#include "expression/constant.h"
#include "expression/types.h"
#include "language/functions.h"

namespace ishi::compiler {
namespace {

// Do two checked expressions name the same?
bool is_same(const Expression& a, const Expression& b) {
  return a.kind == b.kind && a.index == b.index && a.owner == b.owner && a.function == b.function &&
         a.number == b.number && (a.kind != ExpressionKind::given || a.text == b.text) &&
         std::ranges::equal(a.operands, b.operands,
                            [](const Expression* x, const Expression* y) { return is_same(*x, *y); });
}

}  // namespace

bool KnownEntities::contains(const Expression& one) const {
  return std::ranges::any_of(entities_, [&](const Expression* known) { return is_same(*known, one); });
}

bool KnownEntities::is_somebody(const Expression& entity) const {
  // An event of a level of awareness says of whom the agent has just become aware.
  const bool is_of_awareness =
      entity.kind == ExpressionKind::event_field && model_.events[entity.owner].value.of_memory != kNone;
  return is_of_awareness || entity.kind == ExpressionKind::self || entity.kind == ExpressionKind::fact ||
         entity.kind == ExpressionKind::target || is_suspect_ || contains(entity) ||
         (entity.kind == ExpressionKind::fact_maker && contains(*entity.operands[0]));
}

void KnownEntities::add(const Expression& node, bool truth) {
  ++added_;
  add_of(node, truth);
}

void KnownEntities::add_of(const Expression& node, bool truth) {
  switch (node.kind) {
    case ExpressionKind::known:
      if (truth) entities_.push_back(node.operands[0]);
      break;
    case ExpressionKind::value: {
      // Once each: values that read values twice would otherwise be walked through again and again.
      const Expression* root = model_.values[node.index].value.is.root;
      if (root == nullptr || std::exchange(seen_values_[node.index], added_) == added_) break;
      add_of(*root, truth);
      break;
    }
    case ExpressionKind::not_: add_of(*node.operands[0], !truth); break;
    case ExpressionKind::both:
    case ExpressionKind::multiply:
      if (truth) {
        add_of(*node.operands[0], true);
        add_of(*node.operands[1], true);
      }
      break;
    case ExpressionKind::either:
      if (!truth) {
        add_of(*node.operands[0], false);
        add_of(*node.operands[1], false);
      }
      break;
    default:
      if (node.operands.size() == 2) {
        add_of_comparison(node, truth);
        add_of_score(node, truth);
      }
      break;
  }
}

// `prey.score > 0`: a choice of nobody scores 0.
void KnownEntities::add_of_score(const Expression& node, bool truth) {
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
  if (holds_of_nobody != truth) entities_.push_back(score.operands[0]);
}

// `threat != nothing`, `threat == self`, `distance(threat) < 20m`: nobody is farther away than any number
// says.
void KnownEntities::add_of_comparison(const Expression& node, bool truth) {
  const Expression& left = *node.operands[0];
  const Expression& right = *node.operands[1];
  const auto is_near = [](const Expression& distance, const Expression& limit) {
    return distance.kind == ExpressionKind::call && !failed(distance) &&
           distance.function->name == "distance" && limit.kind == ExpressionKind::number &&
           limit.number < 1e6;
  };
  const auto add_near = [&](const Expression& distance) {
    for (const Expression* end : distance.operands) {
      if (end->type.kind == ValueKind::entity) entities_.push_back(end);
    }
  };
  switch (node.kind) {
    case ExpressionKind::equal:
    case ExpressionKind::not_equal:
      if (truth == (node.kind == ExpressionKind::not_equal)) {
        if (right.kind == ExpressionKind::nobody) entities_.push_back(&left);
        if (left.kind == ExpressionKind::nobody) entities_.push_back(&right);
      } else {
        if (right.kind == ExpressionKind::self) entities_.push_back(&left);
        if (left.kind == ExpressionKind::self) entities_.push_back(&right);
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

void KnownEntities::assume(const Formula& condition, bool truth) {
  if (condition.root != nullptr) add(*condition.root, truth);
  suspect(condition);
}

void KnownEntities::suspect(const Formula& condition) {
  is_suspect_ = is_suspect_ || (condition.given() && condition.root == nullptr);
}

}  // namespace ishi::compiler
