#include "testing/thresholds.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "language/unit.h"

namespace ishi::compiler {
namespace {

// Collects the constants of an asset's programs and formulas, in base units.
class ConstantReader {
 public:
  explicit ConstantReader(const Asset& asset) : parts_(asset) {
    for (uint32_t i = 0; i < asset.count(ishi::Kind::agents); ++i) read_agent(i);
    std::ranges::sort(found_);
    found_.erase(std::unique(found_.begin(), found_.end()), found_.end());
  }

  [[nodiscard]] const std::vector<double>& found() const { return found_; }

 private:
  void read_agent(uint32_t index) {
    const AgentInfo agent = parts_.agent(index);
    for (uint32_t i = 0; i < agent.operation_count; ++i) note(parts_.operation(index, i));
    for (uint32_t i = 0; i < agent.options.count; ++i) read_node(parts_.option(agent.options.first + i).body);
    for (uint32_t i = 0; i < agent.states.count; ++i) {
      const StateInfo state = parts_.agent_state(agent.states.first + i);
      for (uint32_t k = 0; k < state.transitions.count; ++k)
        read_formula(parts_.transition(state.transitions.first + k).condition);
    }
  }

  void read_node(uint32_t index) {
    std::vector<uint32_t> open = {index};
    while (!open.empty()) {
      const NodeInfo node = parts_.node(open.back());
      open.pop_back();
      // The value of a wait and its like is an operation or formula, too; that of a check is a condition.
      if (node.kind == ishi::NodeKind::fail) read_formula(node.value);
      for (const uint32_t formula : node.modifiers) read_formula(formula);
      for (uint32_t k = 0; k < node.children.count; ++k) open.push_back(node.children.first + k);
    }
  }

  void read_formula(uint32_t index) {
    if (index == kNotFound) return;
    const FormulaInfo formula = parts_.formula(index);
    for (uint32_t i = 0; i < formula.program.count; ++i) note(parts_.operation(formula.program.first + i));
  }

  void note(const OperationView& operation) {
    if (operation.code == ishi::OperationCode::constant)
      found_.push_back(double{std::bit_cast<float>(operation.parameter)});
  }

  AssetParts parts_;
  std::vector<double> found_;
};

}  // namespace

std::vector<std::vector<double>> thresholds_of(const Asset& asset, std::span<const Variation> variations) {
  constexpr size_t kMost = 64;  // of a variation
  const ConstantReader constants(asset);
  std::vector<std::vector<double>> all(variations.size());
  for (size_t i = 0; i < variations.size(); ++i) {
    const Variation& variation = variations[i];
    if (variation.is_of_choices() || variation.detours > 0 || variation.ranges.size() != 1) continue;
    const VariedRange& range = variation.ranges[0];
    const double factor = variation.unit == nullptr ? 1 : variation.unit->factor;
    for (const double constant : constants.found()) {
      const double number = constant / factor;
      if (number > range.low && number < range.high && all[i].size() < kMost) all[i].push_back(number);
    }
  }
  return all;
}

}  // namespace ishi::compiler
