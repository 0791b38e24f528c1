#include "workspace/ask/same_formula.h"

#include <fmt/format.h>

#include "diagnostics/diagnostics.h"
#include "expression/expression.h"
#include "expression/parse.h"

namespace ishi::compiler {
namespace {

using Kind = ExpressionKind;

std::string spelling(const Expression& node) {  // NOLINT(misc-no-recursion): the parser limits the depth
  std::string text;
  switch (node.kind) {
    case Kind::number: return fmt::format("{}u{}", node.number, static_cast<int>(node.type.quantity));
    case Kind::truth: return node.number != 0 ? "true" : "false";
    case Kind::member: return fmt::format("{}.{}", spelling(*node.operands[0]), node.text);
    case Kind::name: return std::string(node.text);
    case Kind::call:
      text = node.alias.empty() ? std::string(node.text) : fmt::format("{}.{}", node.alias, node.text);
      break;
    default: text = fmt::format("op{} {}", static_cast<int>(node.kind), node.text); break;
  }
  for (const Expression* operand : node.operands) text += fmt::format(" ({})", spelling(*operand));
  return text;
}

}  // namespace

std::string plain_formula(std::string_view text) {
  ExpressionArena arena;
  Diagnostics nothing;
  Formula formula;
  formula.text = text;
  const Expression* const root = parse_expression(formula, arena, nothing);
  return root == nullptr || nothing.has_errors() ? std::string() : spelling(*root);
}

}  // namespace ishi::compiler
