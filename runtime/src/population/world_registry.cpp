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

// After two thousand million worlds numbers come again; those that are in use are left out.
uint32_t next_number() {
  uint32_t number = 0;
  do {
    number = kFirstOwnNumber | g_made++;
  } while (find_cell(number) != nullptr);
  return number;
}

}  // namespace

bool enter_world(World::State& world) {
  const Entering entering;
  WorldCell* cell = find_cell(0);
  if (cell == nullptr) {
    cell = g_used_cells < std::size(g_cells) ? &g_cells[g_used_cells++] : new (std::nothrow) WorldCell;
    if (cell == nullptr) return false;
    cell->next = g_first.load(std::memory_order_relaxed);
    g_first.store(cell, std::memory_order_release);
  }
  world.cell = cell;
  world.number = world.made = next_number();
  cell->world.store(&world, std::memory_order_relaxed);
  cell->number.store(world.number, std::memory_order_release);
  return true;
}

bool renumber_world(World::State& world, uint32_t number, World::State* replaced) {
  const Entering entering;
  WorldCell* const holder = find_cell(number);
  const bool is_handed_on = holder != nullptr && replaced != nullptr && holder == replaced->cell;
  if (!is_handed_on && (holder != nullptr || number >= kFirstOwnNumber)) return false;
  if (is_handed_on) {
    replaced->number = next_number();
    holder->number.store(replaced->number, std::memory_order_release);
  }
  world.number = number;
  world.cell->number.store(number, std::memory_order_release);
  return true;
}

void leave_world(World::State& world) {
  if (world.cell == nullptr) return;
  const Entering entering;
  world.cell->number.store(0, std::memory_order_release);
  std::exchange(world.cell, nullptr)->world.store(nullptr, std::memory_order_release);
}

World::State* find_world(const WorldCell* hint, uint32_t number) {
  if (number == 0) return nullptr;
  const bool is_there = hint != nullptr && hint->number.load(std::memory_order_acquire) == number;
  const WorldCell* const cell = is_there ? hint : find_cell(number);
  return cell == nullptr ? nullptr : cell->world.load(std::memory_order_acquire);
}

}  // namespace ishi
