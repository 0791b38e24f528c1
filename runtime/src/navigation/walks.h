#pragma once

#include <cstdint>

#include "asset/tables.h"
#include "ishi/population.h"
#include "ishi/types.h"
#include "memory/arena.h"
#include "memory/array.h"
#include "navigation/cell_grid.h"
#include "navigation/travel.h"

// What a population keeps of agents that walk; nothing if no body of its agent does. All of it is state.

namespace ishi {

// How many steps of a way an agent keeps; from the end of them it is searched again.
inline constexpr uint32_t kWaySteps = 128;

// Whether a walker has asked for a way.
enum class WayRequest : uint8_t { none, waiting, searching };

struct WalkState {
  uint32_t node = kNotFound;  // that walks, of the asset; kNotFound: the agent does not walk
  uint32_t request = 0;       // counts requests, so that a search for an earlier walk is known
  uint32_t version = 0;       // of the grid in which the way can be walked
  uint16_t steps = 0;         // of the way, as far as it is kept
  uint16_t position = 0;      // steps that are done
  int16_t place[2] = {};      // the cell that is walked to, or away from
  int16_t here[2] = {};       // the cell of the way at `position`
  WayRequest asked = WayRequest::none;
  uint8_t has_way = 0;
  uint8_t is_fresh = 0;  // the way has just been found
  uint8_t is_away = 0;
  uint8_t reserved[4] = {};
  uint8_t directions[kWaySteps / 2] = {};  // two steps a byte, the lower half first

  [[nodiscard]] uint8_t direction(uint32_t step) const {
    return static_cast<uint8_t>(directions[step / 2] >> (step % 2 * 4) & 7);
  }
  void set_direction(uint32_t step, uint8_t direction) {
    uint8_t& pair = directions[step / 2];
    const uint32_t shift = step % 2 * 4;
    pair = static_cast<uint8_t>((pair & ~(7u << shift)) | static_cast<uint32_t>(direction) << shift);
  }
  [[nodiscard]] CellPlace cell() const { return {here[0], here[1]}; }
  [[nodiscard]] CellPlace place_cell() const { return {place[0], place[1]}; }
};
static_assert(sizeof(WalkState) == 96);

struct Walks {
  WalkState* states = nullptr;  // by slot; null if nobody walks
  uint64_t* waiting = nullptr;  // a bit a slot: has asked for a way
  Array<Travel> travels;        // by class of the asset

  [[nodiscard]] bool any() const { return states != nullptr; }
  // As of an agent that does not walk; what is searched for it is of no use any more.
  void release(uint32_t slot) const;
  // Asks for a way from where the agent is. Whoever has asked already waits for that one: a search that was
  // begun ends, however often its place moves, so that whoever follows somebody gets a way.
  void ask(uint32_t slot) const;
};

// Makes them: planned, then attached when the arena is there. False if there is no memory.
class WalksBuilder {
 public:
  explicit WalksBuilder(Population::State& population) : p_(population) {}

  [[nodiscard]] bool plan(ArenaPlan& plan, uint32_t padded);
  void attach(Arena& arena);

 private:
  Population::State& p_;
  bool walks_ = false;
  uint32_t rows_ = 0;
  ColumnPlace states_, waiting_;
};

}  // namespace ishi
