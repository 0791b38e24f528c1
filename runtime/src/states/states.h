#pragma once

#include <cstdint>
#include <span>

#include "bodies/acting.h"
#include "built_features.h"
#include "columns/column_set.h"
#include "ishi/population.h"
#include "memory/array.h"
#include "views/agents.h"

// The states of agents: what each is in, since when, and which options compete there. What is one agent's
// lies in the population's arena.

namespace ishi {

struct States {
  std::span<const blob::State> states;  // of the agent
  // By slot.
  uint16_t* state = nullptr;
  uint64_t* since = nullptr;        // when it was entered; kNever: the first one has not been
  uint32_t* own_profile = nullptr;  // the agent's, whatever its state has
  // The option that ended in this state since the last thought, and how; kNoOption if none did. Null if no
  // transition asks for that.
  uint16_t* ended_option = nullptr;
  uint8_t* ending = nullptr;   // a blob::HowEnded
  Array<uint64_t> allowed_in;  // by option: a bit for each state in which it competes

  // What `enter` and `finally` give out in a thought: a list for each job.
  Array<WriteOutput> write_outputs;
  Array<EmitOutput> emit_outputs;
  Array<std::byte> emit_records;
  Array<Outputs> job_outputs;

  [[nodiscard]] bool any() const { return is_built(Feature::states) && !states.empty(); }
  // Notes that an option has ended: transitions of the next thought may ask about it, unless the agent left
  // its state because of it.
  void option_ended(uint32_t slot, uint16_t option, blob::HowEnded how) const {
    if (ending == nullptr || !allows(state[slot], option)) return;
    ended_option[slot] = option;
    ending[slot] = static_cast<uint8_t>(how);
  }
  [[nodiscard]] bool allows(uint32_t in_state, uint32_t option) const {
    return (allowed_in[option] >> in_state & 1) != 0;
  }
};

// In one thought an agent may enter its first state, leave it and enter another one.
inline constexpr uint32_t kInstantsPerThought = 3;

// Gives a job the lists that its agents, of which `first` are before it, may fill.
void begin_state_outputs(Agents& population, uint32_t job, size_t first);
// The first state that an agent is in has been entered, or the first transition is made whose condition
// holds. In the promised floating-point environment; for different slots from any thread. `values` has room
// for any formula.
void advance_state(Agents& population, uint32_t slot, std::span<float> values, Outputs& outputs);
// Puts an agent into a state; nothing is done for it.
void put_into_state(Agents& population, uint32_t slot, uint32_t state, uint64_t since);
// The agent's own profile, or the one of its state, counts from now on.
void apply_profile(Agents& population, uint32_t slot);

// Makes them: declared, then given what is no state. False if there is no memory.
class StatesBuilder {
 public:
  explicit StatesBuilder(Agents& population) : p_(population) {}

  [[nodiscard]] bool declare(ColumnSet& columns);
  [[nodiscard]] bool allocate();

 private:
  void declare_endings(ColumnSet& columns);

  Agents& p_;
};

}  // namespace ishi
