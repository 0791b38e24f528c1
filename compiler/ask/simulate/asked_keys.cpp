#include "simulate/asked_keys.h"

#include <algorithm>
#include <bit>

namespace ishi::compiler {
namespace {

class AskedKeysReader {
 public:
  AskedKeysReader(const Asset& asset, AskedKeys& asked) : asset_(asset), asked_(asked) {}

  void read_agent(uint32_t index) {
    const AgentInfo agent = AssetParts(asset_).agent(index);
    const auto operation = [&](uint32_t i) { return AssetParts(asset_).operation(index, i); };
    for (uint32_t i = 0; i < agent.operation_count; ++i) read(operation, i);
    for (uint32_t i = 0; i < agent.states.count; ++i) {
      const IndexRange ways = AssetParts(asset_).agent_state(agent.states.first + i).transitions;
      for (uint32_t k = 0; k < ways.count; ++k)
        read_formula(AssetParts(asset_).transition(ways.first + k).condition);
    }
    for (uint32_t i = 0; i < agent.options.count; ++i)
      read_formula(AssetParts(asset_).node(
          AssetParts(asset_).option(agent.options.first + i).body)[Modifier::interruptible]);
  }

 private:
  void read_formula(uint32_t index) {
    if (index == kNotFound) return;
    const IndexRange program = AssetParts(asset_).formula(index).program;
    const auto operation = [&](uint32_t i) { return AssetParts(asset_).operation(program.first + i); };
    for (uint32_t i = 0; i < program.count; ++i) read(operation, i);
  }

  template <class Operation>
  void read(const Operation& operation, uint32_t index) {
    const OperationView view = operation(index);
    if (ishi::reads_key(view.code)) asked_.ids.insert(AssetParts(asset_).key(view.parameter).id);
    if (view.code < ishi::OperationCode::equal || view.code > ishi::OperationCode::less_equal) return;
    for (const uint32_t operand : {view.a, view.b}) {
      const OperationView compared = operation(operand);
      if (compared.code == ishi::OperationCode::constant)
        asked_.constants.push_back(std::bit_cast<float>(compared.parameter));
    }
  }

  const Asset& asset_;
  AskedKeys& asked_;
};

}  // namespace

AskedKeys asked_keys(const Asset& asset, uint32_t agent) {
  AskedKeys asked;
  AskedKeysReader(asset, asked).read_agent(agent);
  std::ranges::sort(asked.constants);
  asked.constants.erase(std::unique(asked.constants.begin(), asked.constants.end()), asked.constants.end());
  return asked;
}

}  // namespace ishi::compiler
