#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <memory>

#include "claims/claims.h"
#include "columns/column_set.h"
#include "ishi/world.h"
#include "memory/arena.h"
#include "memory/array.h"
#include "navigation/grid_state.h"
#include "population/sounds.h"
#include "views/surroundings.h"

// The state that a World owns.

namespace ishi {

// The populations of a world, as features see them and as the order of a frame does.
class Populations : public Array<Agents*> {
 public:
  class Iterator {
   public:
    using iterator_category = std::input_iterator_tag;
    using value_type = Population::State*;
    using difference_type = std::ptrdiff_t;
    using pointer = void;
    using reference = value_type;

    explicit Iterator(Agents* const* at) : at_(at) {}
    Population::State* operator*() const { return own(*at_); }
    Iterator& operator++() { return ++at_, *this; }
    bool operator==(const Iterator& other) const { return at_ == other.at_; }

   private:
    Agents* const* at_;
  };

  [[nodiscard]] Population::State* operator[](size_t index) const { return own(data()[index]); }
  [[nodiscard]] Iterator begin() const { return Iterator(data()); }
  [[nodiscard]] Iterator end() const { return Iterator(data() + size()); }

 private:
  [[nodiscard]] static Population::State* own(Agents* agents);
};

struct World::State : Surroundings {
  WorldCell* cell = nullptr;  // in the registry
  uint32_t made = 0;          // which world of this process it is
  Arena arena;
  ColumnSet columns;       // of its arena
  float time_seconds = 0;  // the header's time
  ContractFault contract_fault;
  ClaimTable claim_table;
  Sounds sounds;

  Populations populations;  // in the order in which they were added
  uint32_t things = 0;      // kinds of things that their assets name together

  // Of the frame; not part of the state that is hashed.
  uint32_t thinking = 0;      // populations between begin_think and end_think
  uint32_t acting = 0;        // populations between begin_act and end_act
  uint32_t sensing = 0;       // populations between begin_sense and end_sense
  uint32_t moving = 0;        // populations between begin_move and end_move
  uint64_t batch_serial = 0;  // counts the phases of all populations that began
  uint64_t reloads = 0;       // counts those that were committed
  // Without NDEBUG: counts the reports that have been begun, and those that are done. Other threads report, too.
  std::atomic<uint64_t> reports_begun = 0, reports_done = 0;

  State() : Surroundings(claim_table, populations) {}
  ~State();

  // True if a population is at something.
  [[nodiscard]] bool is_busy() const { return thinking > 0 || acting > 0 || moving > 0 || sensing > 0; }
  // Brings `time_seconds` to the header's time. In the promised floating-point environment.
  void follow_time();
  // The world's number of a kind of thing; kAnyThing if no asset so far has it.
  [[nodiscard]] uint32_t find_thing(uint64_t id) const;
  // Brings an entity's fields to their defaults.
  void reset_fields(uint32_t row);
};

// Takes entities that are gone out of all sets of candidates. Linear in all members.
void withdraw_gone_entities(World::State& world);
// The same when the generations of a row that was given anew begin to look like earlier ones (MemberIds), and
// who acts on a candidate that is gone keeps an id which is nobody's.
void leave_before_others(World::State& world);

}  // namespace ishi
