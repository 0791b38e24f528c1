#include <algorithm>
#include <bit>

#include "blackboard/variable.h"
#include "bodies/acting.h"
#include "navigation/grid_state.h"
#include "navigation/shared_searches.h"
#include "navigation/walking.h"
#include "navigation/walks.h"

// Searches for all walkers of a world, a few at a time, in turn.

namespace ishi {
namespace {

// How many cells a search goes on for before the next one has its turn: long ones do not keep short ones
// waiting.
constexpr uint32_t kTurn = 512;

class PathFinding {
 public:
  explicit PathFinding(Surroundings& world)
      : world_(world), grid_(*world.grid), header_(*grid_.header), shared_(world) {}

  void run(uint32_t left) {
    const uint32_t count = grid_.options.searches;
    for (uint32_t i = 0; i < count; ++i) {
      if (grid_.owners[i].population != 0 && travel_of_search(world_, i) == nullptr) grid_.owners[i] = {};
    }
    while (left > 0 && fill()) {
      for (uint32_t i = 0; i < count && left > 0; ++i) {
        const uint32_t search = header_.next_search;
        header_.next_search = (search + 1) % count;
        if (grid_.owners[search].population == 0) continue;
        // A search that ends at its start counts, too.
        left -= std::min(left, std::max(go_on(search, std::min(left, kTurn)), 1u));
      }
    }
  }

 private:
  [[nodiscard]] Agents& population_of(uint32_t search) const {
    return *world_.everybody[grid_.owners[search].population - 1];
  }

  [[nodiscard]] bool shares_any() const {
    return std::any_of(grid_.owners, grid_.owners + grid_.options.searches,
                       [](const PathOwner& owner) { return owner.is_shared(); });
  }

  // Assigns free searches to waiting agents. Returns whether any search is running.
  bool fill() {
    bool any = false;
    for (uint32_t search = 0; search < grid_.options.searches; ++search) {
      if (grid_.owners[search].population == 0 && !nobody_waits_) begin(search);
      any |= grid_.owners[search].population != 0;
    }
    return any;
  }

  // Finds the next one who waits, in the order of populations and slots, going round.
  bool next_waiting() {
    const auto count = static_cast<uint32_t>(world_.everybody.size());
    // The population where it begins is looked at twice: what lies before the slot comes last.
    for (uint32_t i = 0; i <= count && count > 0; ++i) {
      const Agents& p = *world_.everybody[header_.population];
      if (p.walks.any() && header_.slot < p.capacity) {
        for (uint32_t word = header_.slot / 64; word * 64 < p.capacity; ++word) {
          const uint32_t skipped = word == header_.slot / 64 ? header_.slot % 64 : 0;
          for (uint64_t bits = p.walks.waiting[word] >> skipped << skipped; bits != 0; bits &= bits - 1) {
            const uint32_t slot = word * 64 + static_cast<uint32_t>(std::countr_zero(bits));
            if (p.walks.states[slot].asked >= WayRequest::shared) continue;
            header_.slot = slot;
            return true;
          }
        }
      }
      header_.population = (header_.population + 1) % count;
      header_.slot = 0;
    }
    return false;
  }

  void begin(uint32_t search) {
    while (next_waiting()) {
      Agents& p = *world_.everybody[header_.population];
      const uint32_t slot = header_.slot++;
      WalkState& walk = p.walks.states[slot];
      const CellPlace start = cell_of_walker(grid_, p, slot);
      if (!grid_.grid().holds(start)) {
        forget_request(p, slot);
        continue;
      }
      if (shared_.join(p, slot, start)) continue;
      Acting::lower(p.walks.waiting, slot);
      walk.asked = WayRequest::searching;
      grid_.owners[search] = {p.index + 1,
                              slot,
                              walk.request,
                              header_.version,
                              {static_cast<int16_t>(start.column), static_cast<int16_t>(start.row)},
                              {walk.place[0], walk.place[1]},
                              0};
      const Travel& travel = travel_of(p, slot);
      const auto facing = [&](uint32_t axis) {
        return read_axis(world_.entities.facing[axis], p.self[slot].index);
      };
      grid_.searches[search].begin(grid_.grid(), travel,
                                   {.start = start,
                                    .place = walk.place_cell(),
                                    .facing = direction_of(facing(0), facing(grid_.axis), travel.diagonals),
                                    .away = walk.is_away != 0});
      return;
    }
    // Those who share a search would be gone over again and again.
    nobody_waits_ = shares_any();
  }

  // The nearest of four or eight directions.
  static uint8_t direction_of(float x, float other, bool diagonals) {
    constexpr float kTangent = 0.41421357f;  // of a sixteenth of a turn
    const float wide = x < 0 ? -x : x, high = other < 0 ? -other : other;
    if (diagonals && wide > kTangent * high && high > kTangent * wide) {
      return static_cast<uint8_t>(x > 0 ? (other > 0 ? 1 : 3) : (other > 0 ? 7 : 5));
    }
    if (wide > high) return x > 0 ? uint8_t{2} : uint8_t{6};
    return other >= 0 ? uint8_t{0} : uint8_t{4};
  }

  uint32_t go_on(uint32_t search, uint32_t budget) {
    if (grid_.owners[search].is_shared()) {
      const uint32_t done = shared_.go_on(search, budget);
      if (shared_.has_left_somebody() || !shares_any()) nobody_waits_ = false;
      return done;
    }
    PathSearch& path = grid_.searches[search];
    const uint32_t done = path.run(grid_.grid(), *travel_of_search(world_, search), budget);
    grid_.owners[search].expanded = path.expanded();
    grid_.counters.expansions += done;
    if (path.status() != PathStatus::running) end(search);
    return done;
  }

  void end(uint32_t search) {
    const PathOwner owner = grid_.owners[search];
    const PathSearch& path = grid_.searches[search];
    const Agents& p = population_of(search);
    const bool is_away = p.walks.states[owner.slot].is_away != 0;
    uint8_t directions[kMostWaySteps];
    const uint32_t steps = path.way(grid_.grid(), directions);
    grid_.owners[search] = {};
    // Of a place outside of the grid the search knows the nearest cell.
    const CellPlace start{owner.start[0], owner.start[1]}, place{owner.place[0], owner.place[1]};
    const bool is_found = is_away || (path.status() == PathStatus::reached && grid_.grid().holds(place));
    give_way(grid_, p, owner.slot, {start, place, owner.version, is_found, steps, directions});
    nobody_waits_ = false;
    if (!is_away) shared_.begin_after(search, owner);
  }

  Surroundings& world_;
  GridState& grid_;
  GridHeader& header_;
  SharedSearches shared_;
  bool nobody_waits_ = false;  // no agent waits for a search of its own
};

}  // namespace

const Travel* travel_of_search(const Surroundings& world, uint32_t search) {
  const PathOwner& owner = world.grid->owners[search];
  if (owner.population == 0) return nullptr;
  const Agents& p = *world.everybody[owner.population - 1];
  if (owner.is_shared()) return &p.walks.travels[owner.request];
  const WalkState& walk = p.walks.states[owner.slot];
  if (walk.asked != WayRequest::searching || walk.request != owner.request) return nullptr;
  return &travel_of(p, owner.slot);
}

void find_paths(Surroundings& world, uint32_t expansions) { PathFinding(world).run(expansions); }

}  // namespace ishi
