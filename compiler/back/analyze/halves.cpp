#include "analyze/halves.h"

#include "expression/constant.h"

namespace ishi::compiler {
namespace {

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

}  // namespace

std::vector<Half> find_halves(const AnalyzedProgram& program, uint32_t operation, const Expression& written,
                              Budget& budget) {
  Halves halves(program, budget);
  halves.look_at(operation, written);
  return std::move(halves.found);
}

}  // namespace ishi::compiler
