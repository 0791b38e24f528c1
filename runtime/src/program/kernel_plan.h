#pragma once

#include <cstdint>
#include <span>

#include "asset/asset_state.h"
#include "ishi/kernel_plan.h"
#include "memory/array.h"

// The state of a KernelPlan (ishi/kernel_plan.h).

namespace ishi {

struct KernelPlan::State {
  static constexpr uint32_t kNone = 0xffff'ffff;
  // The values of `part_of` for operations that are in no part.
  static constexpr uint32_t kMachines = kNone, kKey = kNone - 1, kShared = kNone - 2;

  struct List {
    uint32_t first = 0, count = 0;  // in `operations`
  };
  struct Part {
    bool of_members = false;
    uint32_t before = 0;
    uint32_t set = kNotFound;    // whose candidates at hand it reads
    uint32_t thing = kNotFound;  // the only one that they may be
    List computed{}, inputs{}, shared{}, outputs{}, picked{};
  };

  Array<Part> parts;
  Array<uint32_t> operations;  // the lists of all parts
  Array<uint32_t> part_of;     // by operation
  Array<uint8_t> is_given;     // by operation: a part gives it, or the machine loads a key
  Array<uint32_t> resolved;    // by operation: the one that gives its value
  uint64_t hash = 0;

  // True if no part but an instruction of the machine gives an operation's value.
  [[nodiscard]] bool leaves(uint32_t i) const {
    return part_of[i] == kMachines || (part_of[i] == kKey && is_given[i] != 0);
  }
  [[nodiscard]] std::span<const uint32_t> list(const List& list) const {
    return std::span<const uint32_t>(operations).subspan(list.first, list.count);
  }
};

// Plans an agent of an asset. False if there is no memory.
[[nodiscard]] bool make_kernel_plan(const Asset::State& asset, const blob::Agent& agent,
                                    KernelPlan::State& plan);

// By operation: the one that gives its value. A gate that is always open is what goes through it.
void resolve_gates(std::span<const blob::Operation> program, std::span<const Domain> domains,
                   std::span<uint32_t> resolved);

}  // namespace ishi
