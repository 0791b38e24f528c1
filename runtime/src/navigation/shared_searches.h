#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <utility>

#include "navigation/grid_state.h"
#include "navigation/walks.h"
#include "views/agents.h"
#include "views/surroundings.h"

// Searches that many walkers share: one goes back from a place until it has come to all who walk there.
//
// When a walker's own search has ended it is seen if one for many is worth it. It says from how many cells a
// walker of this class has to be searched for, for each step that it stands off this place; those who wait
// for the same place would take so many again, each for its own steps. If these are twice as many as all
// cells that lie as near as they do, up to those of the grid, one search serves them all. Who stands too far
// off for that goes on waiting; who asks for the same place later, and stands no farther off, joins. If
// nothing leads to the place, the search has come to all cells from which nothing does; those who wait in
// them are served by one that goes back from the cells among them that are nearest to the place.
//
// A shared search gives each walker a way of least cost from the cell in which it stands by then. That costs
// as much as what a search of its own would find. Of several that cost the same PathSearch::way_from chooses,
// whoever else shares the search. A
// walker to which nothing leads from the place within the steps of its class, or that stands in a cell that
// it cannot enter, gets a search of its own.
//
// Who shares a search stands in the state (WayRequest) alone, so that whoever goes, or walks elsewhere,
// leaves nothing behind. A search ends when nobody shares it.

namespace ishi {

// A way that has been found.
struct NewWay {
  CellPlace start, place;  // of the search
  uint32_t version;        // version of the grid when the search began
  bool is_found;           // it leads to the place, or away from it
  uint32_t steps;
  std::span<const uint8_t> directions;  // of the first of them
};

// The cell in which a walker stands, on the grid or not.
[[nodiscard]] CellPlace cell_of_walker(const GridState& grid, const Agents& population, uint32_t slot);
// The class of a walker that walks.
[[nodiscard]] const Travel& travel_of(const Agents& population, uint32_t slot);
// Gives a walker its way, and asks for another one if its place has moved meanwhile.
void give_way(GridState& grid, const Agents& population, uint32_t slot, const NewWay& way);

// A walker that has left the grid waits no longer: its walk fails when it is looked at, or asks again if the
// walker is back by then.
void forget_request(const Agents& population, uint32_t slot);

// For one call of find_paths.
class SharedSearches {
 public:
  explicit SharedSearches(Surroundings& world) : world_(world), grid_(*world.grid) {}

  // True if a search that goes on serves a walker that waits, which shares it from now on.
  [[nodiscard]] bool join(const Agents& population, uint32_t slot, CellPlace start);
  // Begins one in place of a search that has ended, for those who wait for the same place, if that is worth
  // it.
  void begin_after(uint32_t search, const PathOwner& ended);
  // Goes on with one, and gives ways to whom it has come. How many cells' work that was: a way counts as one,
  // and one more for each eight of its steps.
  uint32_t go_on(uint32_t search, uint32_t budget);
  // True if somebody waits for another search since this was asked last.
  [[nodiscard]] bool has_left_somebody() { return std::exchange(has_left_somebody_, false); }

 private:
  // A walker, and where to look for the next one.
  struct Cursor {
    uint32_t population = 0, slot = 0;
    bool is_waiting_for = false;  // the search goes on until it has come to this walker
  };
  // What a search was for that has ended.
  struct Wanted {
    const PathOwner& ended;
    const Travel& travel;
    uint64_t steps;      // from its start to the place, over open ground
    bool is_closed_off;  // it has come to all cells that it can come to, and the place is none of them
  };
  struct Reach {
    uint64_t steps = 0;  // from the place, plain ones; 0: nobody
    uint32_t walkers = 0;
  };

  // Calls visit(population, slot) for each who waits, from a place in their order on, until it says false.
  template <typename Visit>
  void for_each_waiting(Cursor from, Visit&& visit) const;
  // True if a walker waits for a way to the same place at the same costs; `alone`: also if for one of its
  // own.
  [[nodiscard]] bool walks_like(const PathOwner& owner, const Travel& travel, const Agents& p, uint32_t slot,
                                bool alone) const;
  [[nodiscard]] bool is_served(uint32_t search, const Wanted& wanted, const Agents& p, uint32_t slot,
                               CellPlace& start) const;
  [[nodiscard]] Reach reach_worth_it(uint32_t search, const Wanted& wanted);
  [[nodiscard]] bool find(uint32_t search, Cursor& cursor) const;
  // True if the search has come to a walker, or never will; `work` is then what it took to say so.
  [[nodiscard]] bool answer(uint32_t search, const Cursor& at, uint32_t& work);

  Surroundings& world_;
  GridState& grid_;
  std::array<Cursor, kMostSearches> cursors_{};
  uint64_t looked_at_ = 0;  // walkers who wait
  uint64_t searched_ = 0;   // cells
  bool has_left_somebody_ = false;
};

}  // namespace ishi
