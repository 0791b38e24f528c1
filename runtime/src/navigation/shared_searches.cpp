#include "navigation/shared_searches.h"

#include <algorithm>
#include <bit>

#include "blackboard/variable.h"
#include "bodies/acting.h"
#include "navigation/walking.h"

namespace ishi {
namespace {

constexpr uint32_t kStepsAsCell = 8;  // of a way that is given: as much work as a cell that is searched from
constexpr uint32_t kFewest = 8;       // who share a search: fewer take the ways of their own searches
// No more cells lie within r steps of a place than this times r².
constexpr uint64_t kCellsAround = 3;
// One search for all is begun if it is so many times less work.
constexpr uint64_t kGain = 2;
constexpr uint32_t kDistances = 16;  // powers of two; no cell lies 2^15 steps off
static_assert(2 * kMostColumns < 1u << (kDistances - 1));

bool is_place(const PathOwner& owner, const WalkState& walk) {
  return walk.is_away == 0 && walk.place[0] == owner.place[0] && walk.place[1] == owner.place[1];
}

uint64_t steps_between(const Travel& travel, CellPlace a, CellPlace b) {
  return travel.distance(a, b) / travel.unit;
}

CellPlace place_of(const PathOwner& owner) { return {owner.place[0], owner.place[1]}; }

}  // namespace

CellPlace cell_of_walker(const GridState& grid, const Agents& p, uint32_t slot) {
  const uint32_t row = p.self[slot].index;
  float position[3];
  for (uint32_t axis = 0; axis < 3; ++axis)
    position[axis] = read_axis(p.around->entities.position[axis], row);
  return grid.cell_of(position);
}

const Travel& travel_of(const Agents& p, uint32_t slot) {
  return p.walks.travels[p.asset->tables.nodes[p.walks.states[slot].node].subject()];
}

void forget_request(const Agents& population, uint32_t slot) {
  WalkState& walk = population.walks.states[slot];
  Acting::lower(population.walks.waiting, slot);
  walk.asked = WayRequest::none;
  walk.has_way = 0;
}

void give_way(GridState& grid, const Agents& p, uint32_t slot, const NewWay& way) {
  WalkState& walk = p.walks.states[slot];
  ++grid.counters.searches;
  ++(way.is_found ? grid.counters.found : grid.counters.unreachable);
  Acting::lower(p.walks.waiting, slot);
  walk.asked = WayRequest::none;
  walk.has_way = walk.is_fresh = 1;
  // When the walker walks on it checks what has changed on the grid since the search began.
  walk.version = way.version;
  walk.steps = static_cast<uint16_t>(walk.keep(way.directions.first(std::min(way.steps, kMostWaySteps))));
  walk.end = walk.steps < way.steps ? WayEnd::part : way.is_found ? WayEnd::place : WayEnd::nearest;
  walk.position = 0;
  walk.here[0] = static_cast<int16_t>(way.start.column);
  walk.here[1] = static_cast<int16_t>(way.start.row);
  // The place has moved meanwhile: the next way is searched in its turn.
  if (way.place.column != walk.place[0] || way.place.row != walk.place[1]) p.walks.ask(slot);
  Acting::raise(p.acting.awake, slot);
}

void wait_again(const Agents& p, uint32_t search) {
  for (uint32_t slot = 0; p.walks.any() && slot < p.capacity; ++slot) {
    if (p.walks.states[slot].asked == shared_request(search))
      p.walks.states[slot].asked = WayRequest::waiting;
  }
}

template <typename Visit>
void SharedSearches::for_each_waiting(Cursor from, Visit&& visit) const {
  for (uint32_t i = from.population; i < world_.everybody.size(); ++i) {
    const Agents& p = *world_.everybody[i];
    const uint32_t first = i == from.population ? from.slot : 0;
    if (!p.walks.any()) continue;
    for (uint32_t word = first / 64; word * 64 < p.capacity; ++word) {
      const uint32_t skipped = word == first / 64 ? first % 64 : 0;
      for (uint64_t bits = p.walks.waiting[word] >> skipped << skipped; bits != 0; bits &= bits - 1) {
        if (!visit(p, word * 64 + static_cast<uint32_t>(std::countr_zero(bits)))) return;
      }
    }
  }
}

bool SharedSearches::walks_like(const PathOwner& owner, const Travel& travel, const Agents& p, uint32_t slot,
                                bool alone) const {
  const WalkState& walk = p.walks.states[slot];
  const bool waits = walk.asked == WayRequest::waiting || (alone && walk.asked == WayRequest::alone);
  if (!waits || !is_place(owner, walk)) return false;
  const Travel& own = travel_of(p, slot);
  return &own == &travel || own == travel;
}

bool SharedSearches::join(const Agents& p, uint32_t slot, CellPlace start) {
  for (uint32_t search = 0; search < grid_.options.searches; ++search) {
    const PathOwner& owner = grid_.owners[search];
    if (!owner.is_shared() || owner.version != grid_.header->version) continue;
    const Travel& travel = *travel_of_search(world_, search);
    if (!walks_like(owner, travel, p, slot, false) ||
        steps_between(travel, start, place_of(owner)) > owner.slot)
      continue;
    p.walks.states[slot].asked = shared_request(search);
    Acting::raise(p.walks.waiting, slot);
    cursors_[search] = {.is_waiting_for = cursors_[search].is_waiting_for};
    return true;
  }
  return false;
}

// True if a walker waits for what the search that has ended was for, and stands where one for all may come
// to.
bool SharedSearches::is_served(uint32_t search, const Wanted& wanted, const Agents& p, uint32_t slot,
                               CellPlace& start) const {
  if (!walks_like(wanted.ended, wanted.travel, p, slot, wanted.is_closed_off)) return false;
  start = cell_of_walker(grid_, p, slot);
  if (!grid_.grid().holds(start)) return false;
  return !wanted.is_closed_off || grid_.searches[search].knows(grid_.grid().index_of(start));
}

// The walkers are counted by the power of two below which their distance lies.
SharedSearches::Reach SharedSearches::reach_worth_it(uint32_t search, const Wanted& wanted) {
  struct Group {
    uint64_t steps = 0, farthest = 0;
    uint32_t walkers = 0;
  };
  std::array<Group, kDistances> groups{};
  for_each_waiting({}, [&](const Agents& p, uint32_t slot) {
    ++looked_at_;
    CellPlace start;
    if (!is_served(search, wanted, p, slot, start)) return true;
    const uint64_t steps = steps_between(wanted.travel, start, place_of(wanted.ended));
    Group& group = groups[static_cast<size_t>(std::bit_width(steps))];
    group.steps += steps;
    group.farthest = std::max(group.farthest, steps);
    ++group.walkers;
    return true;
  });
  const uint64_t expanded = grid_.searches[search].expanded(), all_cells = grid_.grid().size();
  Reach reach;
  Group all;
  for (const Group& group : groups) {
    if (group.walkers == 0) continue;
    all = {all.steps + group.steps, std::max(all.farthest, group.farthest), all.walkers + group.walkers};
    const uint64_t around = std::min(all_cells, kCellsAround * all.farthest * all.farthest);
    // Where nothing leads to the place, a search comes to all cells from wherever it begins.
    const bool is_worth_it = wanted.is_closed_off ? all.walkers * expanded >= kGain * all_cells
                                                  : all.steps * expanded >= kGain * around * wanted.steps;
    if (is_worth_it && all.walkers >= kFewest) reach = {all.farthest, all.walkers};
  }
  return reach;
}

void SharedSearches::begin_after(uint32_t search, const PathOwner& ended) {
  PathSearch& path = grid_.searches[search];
  searched_ += path.expanded();
  const CellGrid cells = grid_.grid();
  // Counting walkers must stay cheap beside searching: at most one walker for two cells.
  if (looked_at_ > searched_ / 2 || ended.version != grid_.header->version || !cells.holds(place_of(ended)))
    return;
  const Agents& owner = *world_.everybody[ended.population - 1];
  const uint32_t number = owner.asset->tables.nodes[owner.walks.states[ended.slot].node].subject();
  const Travel& travel = owner.walks.travels[number];
  const CellPlace start{ended.start[0], ended.start[1]};
  const Wanted wanted{ended, travel, steps_between(travel, start, place_of(ended)),
                      !path.is_as_near_as_can_be()};
  // A walker in a cell that it cannot enter may leave it to either side, which this search did not try.
  const bool is_everywhere =
      travel.limit == kFarthestCost && travel.can_enter(cells.cells[cells.index_of(start)]);
  if (travel.most_turning != 0 || wanted.steps == 0 || (wanted.is_closed_off && !is_everywhere)) return;
  const Reach reach = reach_worth_it(search, wanted);
  if (reach.walkers == 0) return;
  for_each_waiting({}, [&](const Agents& p, uint32_t slot) {
    CellPlace from;
    if (is_served(search, wanted, p, slot, from) &&
        steps_between(travel, from, place_of(ended)) <= reach.steps)
      p.walks.states[slot].asked = shared_request(search);
    return true;
  });
  // Nobody joins who may stand elsewhere, from where the place can be reached.
  const uint64_t joined = wanted.is_closed_off ? 0 : reach.steps;
  grid_.owners[search] = {ended.population, static_cast<uint32_t>(joined),    number, ended.version,
                          {-1, -1},         {ended.place[0], ended.place[1]}, 0};
  cursors_[search] = {.is_waiting_for = true};
  path.begin_back(cells, travel, place_of(ended), path.distance());
}

bool SharedSearches::find(uint32_t search, Cursor& cursor) const {
  bool is_found = false;
  for_each_waiting(cursor, [&](const Agents& p, uint32_t slot) {
    if (p.walks.states[slot].asked != shared_request(search)) return true;
    cursor.population = p.index;
    cursor.slot = slot;
    is_found = true;
    return false;
  });
  return is_found;
}

bool SharedSearches::answer(uint32_t search, const Cursor& at, uint32_t& work) {
  const Agents& p = *world_.everybody[at.population];
  const PathOwner& owner = grid_.owners[search];
  const PathSearch& path = grid_.searches[search];
  const Travel& travel = *travel_of_search(world_, search);
  const CellGrid cells = grid_.grid();
  WalkState& walk = p.walks.states[at.slot];
  const CellPlace start = cell_of_walker(grid_, p, at.slot);
  work = 1;
  if (!cells.holds(start)) {
    forget_request(p, at.slot);
    return true;
  }
  const uint32_t cell = cells.index_of(start);
  const bool is_known = path.knows(cell);
  if (is_known && path.cost_from(cell) < travel.limit && travel.can_enter(cells.cells[cell])) {
    uint8_t directions[kMostWaySteps];
    const uint32_t steps = path.way_from(cells, travel, cell, directions);
    work += steps / kStepsAsCell;
    give_way(grid_, p, at.slot,
             {start, place_of(owner), owner.version, path.leads_to_place(), steps, directions});
    has_left_somebody_ |= walk.asked != WayRequest::none;
    return true;
  }
  if (!is_known && path.status() == PathStatus::running && travel.can_enter(cells.cells[cell])) return false;
  walk.asked = WayRequest::alone;
  has_left_somebody_ = true;
  return true;
}

// At first those are answered to whom it came in earlier frames; then it goes on until it has come to one
// after the other.
uint32_t SharedSearches::go_on(uint32_t search, uint32_t budget) {
  Cursor& cursor = cursors_[search];
  PathSearch& path = grid_.searches[search];
  uint32_t done = 0;
  while (done < budget) {
    if (!find(search, cursor)) {
      if (cursor.is_waiting_for) {
        grid_.owners[search] = {};
        break;
      }
      cursor = {.is_waiting_for = true};
      continue;
    }
    uint32_t work = 0;
    if (answer(search, cursor, work)) {
      done += work;
    } else if (cursor.is_waiting_for) {
      const uint32_t cells = path.run(grid_.grid(), *travel_of_search(world_, search), budget - done);
      grid_.counters.expansions += cells;
      done += cells;
      continue;
    }
    ++cursor.slot;
  }
  grid_.owners[search].expanded = grid_.owners[search].population == 0 ? 0 : path.expanded();
  return done;
}

}  // namespace ishi
