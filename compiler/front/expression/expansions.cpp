#include "expression/expansions.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>
#include <utility>
#include <vector>

#include "expression/types.h"
#include "language/limits.h"

namespace ishi::compiler {
namespace {

size_t count_parts(const Expression& node) {  // NOLINT(misc-no-recursion): as high as expressions are
  size_t count = 1;
  for (const Expression* operand : node.operands) count += count_parts(*operand);
  return count;
}

// Turns reads of a parameter into reads of the memory, where the call gives it a member of one. False after a
// report.
bool read_as_remembered(const Model& model, Expression& node, Span call, Diagnostics& diagnostics) {
  const bool reads = node.kind == ExpressionKind::position || node.kind == ExpressionKind::facing ||
                     node.kind == ExpressionKind::field;
  if (!reads) return true;
  const Expression& object = *node.operands[0];
  const bool is_member = object.kind == ExpressionKind::fact || object.kind == ExpressionKind::choice;
  if (!is_member || !is_memory(model, set_of(model, object))) return true;
  if (node.kind == ExpressionKind::position) {
    node.kind = ExpressionKind::fact_position;
  } else if (node.kind == ExpressionKind::field) {
    node.kind = ExpressionKind::fact_field;
    node.owner = set_of(model, object);
  } else {
    diagnostics
        .report(Code::unknown_member, call,
                "this asks where a fact looks, but facts remember where somebody was, and nothing of that")
        .label(node.span, "asked here")
        .help("let a field of the thing hold it, if it matters");
    return false;
  }
  return true;
}

// Copies a formula, with what is given in place of the parameters.
class Copier {
 public:
  Copier(const Model& model, ExpressionArena& arena, uint32_t& last_pass, Diagnostics& diagnostics,
         const Expression& call)
      : model_(model),
        arena_(arena),
        last_pass_(last_pass),
        diagnostics_(diagnostics),
        call_(call.span),
        given_(call.operands) {
    for (const Expression* given : given_) sizes_.push_back(count_parts(*given));
  }

  // Null after a report.
  Expression* copy(const Expression& node) {  // NOLINT(misc-no-recursion): as high as expressions are
    if (node.kind == ExpressionKind::parameter) {
      parts_ += sizes_[node.index];
      return given_[node.index];
    }
    ++parts_;
    Expression& result = arena_.add(node.kind, node.span);
    result = node;
    result.call = call_;
    if (node.kind == ExpressionKind::call && node.pass != 0) result.pass = passes_[node.pass] = ++last_pass_;
    if (node.kind == ExpressionKind::fact && passes_.contains(node.pass)) result.pass = passes_[node.pass];
    result.height = 1;
    for (Expression*& operand : result.operands) {
      operand = copy(*operand);
      if (operand == nullptr) return nullptr;
      result.height = std::max(result.height, operand->height + 1);
    }
    return read_as_remembered(model_, result, call_, diagnostics_) ? &result : nullptr;
  }

  [[nodiscard]] size_t parts() const { return parts_; }

 private:
  const Model& model_;
  ExpressionArena& arena_;
  uint32_t& last_pass_;
  Diagnostics& diagnostics_;
  Span call_;
  std::vector<Expression*> given_;
  std::vector<size_t> sizes_;
  std::unordered_map<uint32_t, uint32_t> passes_;
  size_t parts_ = 0;
};

}  // namespace

void Expansions::expand(Expression& node, const Named<Value>& value) {
  const Expression* root = nullptr;
  if (written_out_ <= kLimits.expression_nodes && all_written_out_ <= kLimits.written_out) {
    Copier copier(model_, arena_, passes_, diagnostics_, node);
    root = copier.copy(*value.value.is.root);
    written_out_ += copier.parts();
    all_written_out_ += copier.parts();
    if (root == nullptr) return;
  }
  if (written_out_ > kLimits.expression_nodes || all_written_out_ > kLimits.written_out) {
    const bool is_file = written_out_ <= kLimits.expression_nodes;
    diagnostics_
        .report(Code::expression_too_large, node.span,
                fmt::format("written out, the values with parameters {} come to more than {} parts",
                            is_file ? "of this file up to here" : "in this expression",
                            is_file ? kLimits.written_out : kLimits.expression_nodes))
        .label(value.name.span, "this one is written out here")
        .help("let values without parameters hold what is the same in all calls, or call fewer");
    return;
  }
  Expression written = *root;
  written.span = node.span;
  written.text_span = node.text_span;
  written.expands = node.index;
  node = std::move(written);
}

}  // namespace ishi::compiler
