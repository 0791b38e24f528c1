#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "cli/dap/debuggee.h"

// An agent as a debugger shows it: its stack with the lines of the text, and what stands in it.

namespace ishi::compiler::cli {

// A level of the stack, the innermost first: steps, methods and goals, their action, then the state and the
// decision that began it.
struct StackLevel {
  std::string name;
  Span span{};  // in the program's sources
  bool has_span = false;
  std::vector<uint32_t>
      nodes{};  // of the asset that belong to it, the outermost first; of an action its body
};
[[nodiscard]] std::vector<StackLevel> stack_of(const SimulatedAgent& agent, const DebugProgram& program,
                                               const std::optional<DebugDecision>& decision);

// "needs.hunger": a need or drive as expressions name it.
[[nodiscard]] std::string name_of_level(const Asset& asset, uint32_t motive);

struct ShownVariable {
  std::string name, value, type{};
  std::string expression{};  // that gives the same value; empty: none
  bool is_settable = false;
  bool is_watchable = false;  // a data breakpoint may stop at its change
  std::vector<ShownVariable> parts{};
};

enum class ScopeKind : uint8_t { keys, levels, memories, scores, plan, claims, timers, position };
struct ScopeRow {
  ScopeKind kind;
  std::string_view name;
};
[[nodiscard]] std::span<const ScopeRow> scope_rows();

// The variables of a scope at a time; `decision`: the agent's last one.
[[nodiscard]] std::vector<ShownVariable> variables_of(ScopeKind scope, const SimulatedAgent& agent,
                                                      double seconds, const DebugProgram& program,
                                                      const std::optional<DebugDecision>& decision);

// The answer of `why` in lines.
[[nodiscard]] std::string why_text(const nlohmann::ordered_json& why);

}  // namespace ishi::compiler::cli
