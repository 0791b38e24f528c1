#include "population/world_registry.h"

#include <iterator>
#include <new>
#include <utility>

#include "population/world_state.h"

namespace ishi {
namespace {

constinit std::atomic<WorldCell*> g_first{nullptr};
constinit std::atomic_flag g_is_entering = ATOMIC_FLAG_INIT;
constinit uint32_t g_made = 0;  // counts the worlds of this process
// The first cells, which belong to no allocator.
constinit WorldCell g_cells[256];
constinit size_t g_used_cells = 0;

// What follows is read and written by who holds the lock alone: making a world takes as long among thousands
// as alone.
constinit WorldCell* g_free = nullptr;
constinit WorldCell* g_buckets[256] = {};  // by number, the cells of worlds that live

// Held for a few steps when a world comes or goes.
class Entering {
 public:
  Entering() {
    while (g_is_entering.test_and_set(std::memory_order_acquire)) {
    }
  }
  Entering(const Entering&) = delete;
  Entering& operator=(const Entering&) = delete;
  ~Entering() { g_is_entering.clear(std::memory_order_release); }
};

WorldCell* find_cell(uint32_t number) {
  WorldCell* cell = g_first.load(std::memory_order_acquire);
  while (cell != nullptr && cell->number.load(std::memory_order_acquire) != number) cell = cell->next;
  return cell;
}

WorldCell*& bucket_of(uint32_t number) { return g_buckets[number % std::size(g_buckets)]; }

WorldCell* find_living(uint32_t number) {
  WorldCell* cell = bucket_of(number);
  while (cell != nullptr && cell->number.load(std::memory_order_relaxed) != number) cell = cell->neighbour;
  return cell;
}

void take_out(WorldCell& cell) {
  WorldCell** at = &bucket_of(cell.number.load(std::memory_order_relaxed));
  while (*at != &cell) at = &(*at)->neighbour;
  *at = cell.neighbour;
}

void put_in(WorldCell& cell, uint32_t number) {
  cell.neighbour = std::exchange(bucket_of(number), &cell);
  cell.number.store(number, std::memory_order_release);
}

// After two thousand million worlds numbers come again; those that are in use are left out.
uint32_t next_number() {
  uint32_t number = 0;
  do {
    number = kFirstOwnNumber | g_made++;
  } while (find_living(number) != nullptr);
  return number;
}

// A cell of no world; null if there is no memory.
WorldCell* take_cell() {
  if (g_free != nullptr) return std::exchange(g_free, g_free->neighbour);
  WorldCell* const cell =
      g_used_cells < std::size(g_cells) ? &g_cells[g_used_cells++] : new (std::nothrow) WorldCell;
  if (cell == nullptr) return nullptr;
  cell->next = g_first.load(std::memory_order_relaxed);
  g_first.store(cell, std::memory_order_release);
  return cell;
}

}  // namespace

bool enter_world(World::State& world) {
  const Entering entering;
  WorldCell* const cell = take_cell();
  if (cell == nullptr) return false;
  world.cell = cell;
  world.number = world.made = next_number();
  cell->world.store(&world, std::memory_order_relaxed);
  put_in(*cell, world.number);
  return true;
}

bool renumber_world(World::State& world, uint32_t number, World::State* replaced) {
  const Entering entering;
  WorldCell* const holder = find_living(number);
  const bool is_handed_on = holder != nullptr && replaced != nullptr && holder == replaced->cell;
  if (!is_handed_on && (holder != nullptr || number >= kFirstOwnNumber)) return false;
  if (is_handed_on) {
    take_out(*holder);
    replaced->number = next_number();
    put_in(*holder, replaced->number);
  }
  take_out(*world.cell);
  world.number = number;
  put_in(*world.cell, number);
  return true;
}

void leave_world(World::State& world) {
  if (world.cell == nullptr) return;
  const Entering entering;
  WorldCell& cell = *std::exchange(world.cell, nullptr);
  take_out(cell);
  cell.number.store(0, std::memory_order_release);
  cell.world.store(nullptr, std::memory_order_release);
  cell.neighbour = std::exchange(g_free, &cell);
}

World::State* find_world(const WorldCell* hint, uint32_t number) {
  if (number == 0) return nullptr;
  const bool is_there = hint != nullptr && hint->number.load(std::memory_order_acquire) == number;
  const WorldCell* const cell = is_there ? hint : find_cell(number);
  return cell == nullptr ? nullptr : cell->world.load(std::memory_order_acquire);
}

}  // namespace ishi
