#pragma once

#include <cstdint>
#include <span>

#include "asset/tables.h"
#include "built_features.h"
#include "columns/column_set.h"
#include "ishi/population.h"
#include "ishi/types.h"
#include "memory/array.h"
#include "planning/cell_grid.h"
#include "planning/travel.h"
#include "views/agents.h"

// What a population keeps of agents that walk; nothing if no body of its agent does. All of it is state.

namespace ishi {

// A way is kept as its directions in half bytes: 0 to 7 is a step that way, and each of the half bytes of 8
// and more behind it is a digit, the lowest first, of how often it is done again (1 to 8 times for one digit,
// 9 to 72 for two). So a way keeps as many steps at least as it has half bytes, however it winds, and where
// it goes straight far more.
inline constexpr uint32_t kWayCodes = 128;
inline constexpr uint32_t kMostWaySteps = 2048;  // that are kept; from the end of them it is searched again

// The request of a walker for a way. What follows `shared` waits for a search that others share.
enum class WayRequest : uint8_t {
  none,
  waiting,
  searching,
  alone,  // waits for a search of its own: one that is shared did not come to it
  shared  // + the number of the search
};
[[nodiscard]] constexpr WayRequest shared_request(uint32_t search) {
  return static_cast<WayRequest>(static_cast<uint32_t>(WayRequest::shared) + search);
}
// The number of the search that a walker shares.
[[nodiscard]] constexpr uint32_t shared_search(WayRequest request) {
  return static_cast<uint32_t>(request) - static_cast<uint32_t>(WayRequest::shared);
}

// The end of a way: at its place, in the cell nearest to one that cannot be reached, or where it goes on
// unkept.
enum class WayEnd : uint8_t { place, nearest, part };

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
  WayEnd end = WayEnd::place;
  uint8_t code = 0;                   // the half byte of the run of steps that `position` is in
  uint16_t used = 0;                  // steps of this run that are done
  uint8_t codes[kWayCodes / 2] = {};  // two half bytes a byte, the lower one first

  // Keeps the first steps of a way; how many.
  uint32_t keep(std::span<const uint8_t> directions);
  [[nodiscard]] uint8_t half_byte(uint32_t index) const {
    return static_cast<uint8_t>(codes[index / 2] >> (index % 2 * 4) & 15);
  }
  // The direction of the next step.
  [[nodiscard]] uint32_t direction() const {
    const uint32_t found = code < kWayCodes ? half_byte(code) : 0;
    return found < kDirections ? found : 0;
  }
  [[nodiscard]] CellPlace cell() const { return {here[0], here[1]}; }
  [[nodiscard]] CellPlace place_cell() const { return {place[0], place[1]}; }
};
static_assert(sizeof(WalkState) == 96);

// Follows a way from where a walker is on it. Reads no more than there is, whatever the state says.
class WayReader {
 public:
  explicit WayReader(const WalkState& walk)
      : walk_(&walk), cell_(walk.cell()), step_(walk.position), code_(walk.code), used_(walk.used) {
    read_run();
  }

  [[nodiscard]] bool is_at_end() const { return step_ >= walk_->steps; }
  [[nodiscard]] CellPlace cell() const { return cell_; }
  [[nodiscard]] uint8_t direction() const { return direction_; }  // of the step that follows
  [[nodiscard]] bool is_diagonal() const { return direction_ % 2 != 0; }
  [[nodiscard]] CellPlace next() const { return beside(0); }
  // The cell that lies some eighths of a turn beside the next one.
  [[nodiscard]] CellPlace beside(int eighths) const {
    const CellPlace step = kStepOf[(direction_ + static_cast<uint32_t>(eighths)) % kDirections];
    return {cell_.column + step.column, cell_.row + step.row};
  }
  // Not at the end.
  void advance();
  // True if the steps that are left are all there.
  [[nodiscard]] bool is_sound() const;
  // The walker is here now.
  void put_to(WalkState& walk) const;

 private:
  void read_run();

  const WalkState* walk_;
  CellPlace cell_;
  uint32_t step_, code_, used_, length_ = 0, next_code_ = 0;
  uint8_t direction_ = 0;
};

// Where a walking node is, found without visiting the body around it.
struct WalkPlace {
  enum class Form : uint8_t {
    other,    // it draws, or reads levels or members: only a visit tells
    key,      // a point of the agent's own
    given,    // a point that the goal around it was given
    entity,   // where an entity is, which the first operation names
    formula,  // of keys, entities and what the goal was given
  };
  Form form = Form::other;
  uint32_t key = 0;           // of the asset
  uint32_t parameter = 0;     // of the asset
  uint32_t goal = kNotFound;  // the nearest goal around it, a node of the asset
};

struct Walks {
  WalkState* states = nullptr;  // by slot; null if nobody walks
  uint64_t* waiting = nullptr;  // a bit a slot: has asked for a way, and has no search of its own
  Array<Travel> travels;        // by class of the asset
  Array<WalkPlace> places;      // by node, counted from the agent's first; of those that walk
  // By slot: true if its walk is all that had its last visit look at it again in each frame. No state: where
  // it is false a visit finds the same.
  Array<uint8_t> alone;

  [[nodiscard]] bool any() const { return is_built(Feature::walking) && states != nullptr; }
  // As of an agent that does not walk; what is searched for it is of no use any more.
  void release(uint32_t slot) const;
  // Asks for a way from where the agent is. Whoever has asked already waits for that one: a search that was
  // begun ends, however often its place moves, so that whoever follows somebody gets a way.
  void ask(uint32_t slot) const;
};

// True if what was read can be their state.
[[nodiscard]] bool are_walks_sound(const Agents& population);

// Declares them. False if there is no memory.
class WalksBuilder {
 public:
  explicit WalksBuilder(Agents& population) : p_(population) {}

  [[nodiscard]] bool declare(ColumnSet& columns);

 private:
  Agents& p_;
};

}  // namespace ishi
