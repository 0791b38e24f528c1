#pragma once

#include <cstdint>
#include <span>

#include "program/binding.h"
#include "program/choice.h"
#include "program/compound.h"
#include "program/kernel_steps.h"

// A chunk: up to 256 agents for which a program runs operation by operation, each a loop over all of
// them. Values that are alive stand in registers, rows of 256 floats.

namespace ishi {

// Registers begin on cache lines, and 64 in a row on different lines of a 4 KiB page.
inline constexpr uint32_t kRegisterStride = kChunkRows + 16;
// Loops run over a multiple of these lanes. What the lanes beyond the last agent hold is never used.
inline constexpr uint32_t kLanes = 16;

// Which options may not be chosen again yet. By option of the agent; `ready_at` by slot, null if it never
// cools.
struct Cooling {
  std::span<uint64_t* const> ready_at;
  const uint64_t* until = nullptr;  // no agent's cooldown lasts longer
  uint64_t now = 0;
};

// Which options compete in which states of their agents. Null where agents have no states.
struct Allowing {
  const uint16_t* state = nullptr;  // by slot
  std::span<const uint64_t> in{};   // by option of the agent: a bit for each state
};

// The claims of agents, defined in claims/.
struct Claims;
[[nodiscard]] bool claims_entity(const Claims& claims, uint32_t option);
// Who holds an entity, and who is the first to wait for it; nobody: whoever comes.
struct EntityClaim {
  EntityId holder{}, first{};

  [[nodiscard]] bool is_free() const { return holder == kNobody && first == kNobody; }
  [[nodiscard]] bool leaves_to(EntityId who) const {
    return (holder == kNobody || holder == who) && (first == kNobody || first == who);
  }
};
// On the entity of a row, for those who decide.
[[nodiscard]] EntityClaim claim_on(const Claims& claims, uint32_t row);

struct Chunk {
  const Binding& binding;
  const Selection& selection;
  const Cooling& cooling;
  const float* shared;  // the values of the domains below the agents'
  const uint32_t* slots;
  uint32_t count;
  bool contiguous;  // slots follow each other
  float* registers;
  Choice& choice;
  uint32_t member = 0;  // in a pass over a set: which of each agent's
  Allowing allowing{};
  const Claims* claims = nullptr;  // null if no option claims anything
  std::span<const Compound> compounds{};
  const KernelSteps* kernels = nullptr;  // of the schedule
  // Room for as many registers as the schedule has, for pairs of an agent and a member; null: there are none.
  float* pair_registers = nullptr;
  // If lanes are such pairs: by lane, the row of the member of the shared set; else null.
  const uint32_t* pair_rows = nullptr;

  [[nodiscard]] float* lanes(uint32_t index) const { return registers + size_t{index} * kRegisterStride; }
  [[nodiscard]] uint32_t padded() const { return (count + kLanes - 1) / kLanes * kLanes; }

  // out[i] = read(slot of the i-th agent): in place where the slots follow each other, else packed. Slots are
  // size_t here: sums of 32 bits might begin anew at 0, and the compiler could not read them side by side.
  template <typename Read>
  void load(float* __restrict out, Read&& read) const {
    if (contiguous) {
      const size_t first = slots[0];
      for (size_t i = 0; i < count; ++i) out[i] = read(first + i);
    } else {
      for (size_t i = 0; i < count; ++i) out[i] = read(size_t{slots[i]});
    }
  }
};

// An option of a chunk that competes, with its score by lane.
struct Contestant {
  uint32_t scores;  // a register
  int32_t option;
  int32_t rank;
  bool has_inertia;  // it is in the scores
};

// One step of a schedule: a function and what it works on.
struct Instruction {
  using Run = void (*)(const Chunk& chunk, const Instruction& instruction);

  Run run = nullptr;
  uint32_t out = 0;           // a register
  uint32_t operands[3] = {};  // registers, or places among the shared values
  uint32_t operand_count = 0;
  uint32_t constants = 0;  // bit i is set if operand i is a place among the shared values
  uint32_t parameter = 0;
  uint32_t set = 0;     // of what is about members
  uint32_t flag = 0;    // 0, or 1 + the flag without which the instruction is skipped
  uint32_t raises = 0;  // 0, or 1 + the flag that says whether any lane of `out` is not 0
};

}  // namespace ishi
