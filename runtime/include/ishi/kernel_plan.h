#pragma once

#include <cstdint>
#include <span>

#include "ishi/asset.h"
#include "ishi/kernels.h"
#include "ishi/status.h"

// The parts of an agent's score program that a kernel computes; the machine does the rest. For tools that
// write kernels. A part is a list of operations between which the machine has nothing to do; it reads inputs
// and shared values, and gives outputs. An operation is an index of the agent's program.

namespace ishi {

class KernelPlan {
 public:
  struct Part {
    bool of_members = false;                 // it runs once for each member of a set
    uint32_t before = 0;                     // it runs before this operation
    std::span<const uint32_t> operations{};  // in order
    // Number keys of the agent, as their column holds them, and operations that the machine or another part
    // computes.
    std::span<const uint32_t> inputs{};
    std::span<const uint32_t> shared{};  // operations below the agents' domain, constants left out
    std::span<const uint32_t> outputs{};
    // Those of `operations` that read an entity, whose row is their first operand; each has a column of its
    // own. A `member_row` among `operations` is the row of the candidate at hand.
    std::span<const uint32_t> picked{};
  };

  KernelPlan() = default;
  KernelPlan(KernelPlan&& other) noexcept;
  KernelPlan& operator=(KernelPlan&& other) noexcept;
  ~KernelPlan();

  // Makes the plan of an agent of an asset that is loaded. Any thread; linear in the program.
  // Errors: out_of_memory.
  [[nodiscard]] static Status make(const Asset& asset, uint32_t agent, KernelPlan& plan);

  [[nodiscard]] uint32_t parts() const;
  [[nodiscard]] Part part(uint32_t index) const;
  // True for a number key of the agent: a kernel holds it in its range.
  [[nodiscard]] bool is_key(uint32_t operation) const;
  // The operation that gives the value of another: of a gate that is always open what goes through it.
  [[nodiscard]] uint32_t value_of(uint32_t operation) const;
  // True if no part but the machine computes an operation of the agents' domain or above.
  [[nodiscard]] bool is_machines(uint32_t operation) const;
  // The hash of everything that a kernel has built in; equal for equal programs, whatever asset they are of.
  [[nodiscard]] uint64_t program_hash() const;

  struct State;  // for the runtime itself
  [[nodiscard]] const State* state() const { return state_; }

 private:
  State* state_ = nullptr;
};

}  // namespace ishi
