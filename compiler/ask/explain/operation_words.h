#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "ishi/asset_info.h"

namespace ishi::compiler {

// The names of an agent's own parts that operations use.
struct AgentNames {
  IndexRange options{};
  IndexRange choices{};
  IndexRange moments{};
  IndexRange givens{};
};
[[nodiscard]] inline AgentNames names_of(const AgentInfo& agent) {
  return {agent.options, agent.choices, agent.moments, agent.givens};
}

// Whose names the operations of a program use besides those of the whole asset.
struct ProgramNames {
  AgentNames agent{};
  RecordKind record_kind = RecordKind::none;
  uint32_t record = 0;  // the task or event
};

// An operation in words: its form with parameter and operands put in. `texts` holds those of the operations
// before it in its program.
[[nodiscard]] std::string operation_words(const Asset& asset, const ProgramNames& names,
                                          const OperationView& operation,
                                          const std::vector<std::string>& texts);

// The name of a thing; in a blob without names its kind and number.
[[nodiscard]] std::string name_or(std::string_view name, std::string_view kind, uint32_t index);

// A formula of an agent (or of a task: then without names of one) in words. `results`: 3 for a point or
// direction, else 1. Long parts are cut short.
[[nodiscard]] std::string formula_text(const Asset& asset, const AgentNames& agent, uint32_t formula,
                                       uint32_t results);

}  // namespace ishi::compiler
