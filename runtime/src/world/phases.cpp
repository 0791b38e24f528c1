#include "world/population_state.h"

namespace ishi {

uint32_t Phases::of_slot(uint32_t slot) const {
  // The last phase whose first slot, rounded down, is not beyond this slot.
  return static_cast<uint32_t>(((uint64_t{slot} + 1) * count - 1) / capacity);
}

uint32_t Phases::due_in(uint64_t frame) const {
  // Phase k is due in frame floor(k * frames / count) of the round.
  const uint64_t in_round = frame % frames;
  const uint64_t phase = (in_round * count + frames - 1) / frames;
  return phase < count && phase * frames / count == in_round ? static_cast<uint32_t>(phase) : count;
}

}  // namespace ishi
