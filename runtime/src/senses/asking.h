#pragma once

#include <cstdint>
#include <limits>
#include <span>

#include "senses/in_sight.h"
#include "senses/nearest.h"
#include "senses/senses.h"
#include "views/agents.h"

// Chooses the targets about which a sense asks the game in one sensing of an agent. There are as many
// questions as its memory holds facts, and more targets may pass all other tests: those in sight and the
// others take turns.
//
// Half of the questions at least go to others while others wait, so that whoever steps out of cover is
// noticed; whoever is in sight is asked for in every second sensing at least. The others' turn goes round in
// sweeps: from the nearest outward, the next time by row. In a sweep by row nobody can slip past the cursor
// by moving, so whoever passes the tests all the while is asked for within two sweeps. While as many are in
// sight as the memory holds, others count only if they are nearer than one of those.

namespace ishi {

class Asking {
 public:
  Asking(Agents& population, const Sense& sense, uint32_t slot);

  // Those in sight come first, by number of their facts, which stay as they are meanwhile: each is to be
  // given to `keep` with the squared distance if it passes the tests, or else to `lose`.
  [[nodiscard]] const InSightList& in_sight() const { return seen_; }
  void keep(uint32_t fact, float distance_squared, uint32_t row);
  void lose(uint32_t fact) { seen_.remove(fact); }
  // After these, before the others.
  void begin_others();

  // Farther away than that, squared, it asks about none that is not in sight.
  [[nodiscard]] float most_squared() const {
    return has_horizon_ ? horizon_.distance_squared : std::numeric_limits<float>::infinity();
  }
  // True if the sense may ask about a target at this distance that is not in sight and does not wait already.
  [[nodiscard]] bool takes(float distance_squared, uint32_t row) const {
    const Near near{distance_squared, row, distance_squared, 0};
    if (has_horizon_ && horizon_.is_before(near)) return false;
    return (known_ >> (row % 64) & 1) == 0 || is_another(row);
  }
  // They pass the tests, too.
  void add(float distance_squared, uint32_t row);

  // Asks for those whose turn it is, the nearest first. `seconds`: since the agent sensed last.
  void ask(float seconds);

 private:
  [[nodiscard]] EntityId entity(uint32_t row) const;
  [[nodiscard]] bool waits(EntityId who) const;
  // True if a row is none of those that wait or are in sight.
  [[nodiscard]] bool is_another(uint32_t row) const;
  [[nodiscard]] uint32_t count_free() const;
  // Adds the first `wanted` of those not in sight to `chosen`, and moves the cursor behind the last.
  void choose_others(uint32_t wanted, Nearest& chosen);
  // Adds those in sight who have been put off longest; the rest is put off.
  void choose_seen(uint32_t wanted, float seconds, Nearest& chosen);

  Agents& p_;
  const Sense& sense_;
  uint32_t slot_;
  InSightList seen_;
  AskCursor& cursor_;
  std::span<Waiting> places_;
  uint32_t rows_[limits::kSetMembers];  // of those in sight
  uint32_t in_sight_count_ = 0;
  Near kept_[limits::kSetMembers];  // in sight, `place` is the fact; who waits is not among them
  uint32_t kept_count_ = 0, fresh_ = 0;
  Near horizon_{};            // nobody behind it is asked for
  bool has_horizon_ = false;  // as many are in sight as the memory holds
  uint64_t known_ = 0;        // a bit for the last six of each row that waits or is in sight
  uint64_t waiting_ = 0;      // the same of those that wait
  uint32_t others_count_ = 0;
  Nearest ahead_, anew_;  // of this sweep behind the cursor; of the next one
};

}  // namespace ishi
