#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <tl/expected.hpp>
#include <vector>

#include "cli/dap/debug_program.h"
#include "ishi/world.h"
#include "model/contract.h"
#include "simulate/stage.h"

namespace ishi::compiler::cli {

// Expressions in the words of a source, such as `hp < 20 and threat.known`, computed for its agents in a
// world as it stands. They are compiled as the scores of actions that each agent has besides its own, in a
// copy of the world with which nobody thinks.
class Probes {
 public:
  struct Value {
    Type type;
    float number = 0;  // of an entity its index; below 0: nobody
    [[nodiscard]] bool holds() const { return number != 0; }
  };

  // `all_agents`: as debug_program() has it.
  Probes(std::shared_ptr<const DebugProgram> program, bool all_agents);

  // The number of an expression, which is the same for the same text. Or what is wrong with it, in a
  // sentence. Compiles the source.
  [[nodiscard]] tl::expected<uint32_t, std::string> add(const std::string& expression);
  // Copies the world, which stands between two frames; `others`: the assets of its other populations. Or why
  // that cannot be. Nothing is done where no expression was added.
  [[nodiscard]] tl::expected<void, std::string> look(const World& world,
                                                     std::span<const Asset* const> others);
  // For an agent of the world as it was copied.
  [[nodiscard]] tl::expected<Value, std::string> value(uint32_t probe, uint32_t population,
                                                       EntityId agent) const;
  // "12", "true", "3.5m", "crouch", "thug": as the agent would call it.
  [[nodiscard]] std::string text(const Value& value, const StageAgent& agent) const;
  [[nodiscard]] bool is_empty() const { return expressions_.empty(); }

 private:
  [[nodiscard]] tl::expected<void, std::string> build();

  std::shared_ptr<const DebugProgram> program_;
  bool all_agents_ = false;
  std::vector<std::string> expressions_;
  std::vector<Type> types_;
  std::unique_ptr<Asset> asset_;
  World world_;
  std::vector<Population> populations_;
};

}  // namespace ishi::compiler::cli
