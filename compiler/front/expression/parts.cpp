#include "expression/parts.h"

#include <algorithm>
#include <unordered_map>
#include <vector>

#include "language/functions.h"

namespace ishi::compiler {
namespace {

class PartFinder {
 public:
  PartFinder(const Model& model, std::initializer_list<ExpressionKind> kinds)
      : model_(model), kinds_(kinds) {}

  const Expression* find(const Expression& node) {  // NOLINT(misc-no-recursion): as high as expressions are
    if (std::ranges::find(kinds_, node.kind) != kinds_.end() || is_in_named(node)) return &node;
    for (const Expression* operand : node.operands) {
      if (const Expression* found = find(*operand); found != nullptr) return found;
    }
    return nullptr;
  }

 private:
  // A value or level: each is looked into once.
  bool is_in_named(const Expression& node) {  // NOLINT(misc-no-recursion)
    const Expression* named = nullptr;
    if (node.kind == ExpressionKind::value) named = model_.values[node.index].value.is.root;
    if (node.kind == ExpressionKind::motive) {
      const size_t needs = model_.needs.size();
      named = (node.index < needs ? model_.needs[node.index] : model_.drives[node.index - needs])
                  .value.level.root;
    }
    if (named == nullptr) return false;
    if (const auto known = known_.find(named); known != known_.end()) return known->second;
    known_[named] = false;
    const bool is_found = find(*named) != nullptr;
    return known_[named] = is_found;
  }

  const Model& model_;
  std::vector<ExpressionKind> kinds_;
  std::unordered_map<const Expression*, bool> known_;
};

}  // namespace

const Expression* find_part(const Model& model, const Expression& root,
                            std::initializer_list<ExpressionKind> kinds) {
  return PartFinder(model, kinds).find(root);
}

bool is_of_target_alone(const Model& model, const Expression& node) {  // NOLINT(misc-no-recursion)
  const auto are_operands = [&] {
    for (const Expression* operand : node.operands) {
      if (!is_of_target_alone(model, *operand)) return false;
    }
    return true;
  };
  switch (node.kind) {
    case ExpressionKind::number:
    case ExpressionKind::truth:
    case ExpressionKind::enum_member:
    case ExpressionKind::nobody:
    case ExpressionKind::target:
    case ExpressionKind::time: return true;
    case ExpressionKind::key: return model.blackboard[node.index].value.scope.value == Scope::world;
    case ExpressionKind::value: {
      const Expression* root = model.values[node.index].value.is.root;
      return root != nullptr && is_of_target_alone(model, *root);
    }
    case ExpressionKind::call: {
      const std::string_view name = node.function->name;
      const bool is_from_self =
          name == "bearing" || ((name == "distance" || name == "direction") && node.operands.size() == 1);
      return !is_from_self && !node.function->arguments.starts_with('s') && are_operands();
    }
    case ExpressionKind::known:
    case ExpressionKind::position:
    case ExpressionKind::facing:
    case ExpressionKind::field:
    case ExpressionKind::curve:
    case ExpressionKind::norm: return are_operands();
    default: return node.kind >= ExpressionKind::negate && are_operands();
  }
}

}  // namespace ishi::compiler
