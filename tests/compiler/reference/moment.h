#pragma once

#include <cstdint>
#include <vector>

#include "model/model.h"
#include "testing/situation.h"

// What the second evaluator knows when an agent thinks, memories and what they hold included: kept from
// the language page, without the runtime.

namespace ishi::compiler::reference {

// Entities are counted as in the situation; besides those there are these.
inline constexpr int kNobody = -1;
inline constexpr int kSelf = -2;
inline constexpr int64_t kNever = -1'000'000'000'000;  // long before any world

struct Fact {
  int entity = kNobody;  // it may be gone
  Vector position{};
  int64_t first_seen = 0;  // microseconds of the world; below 0: before it began
  int64_t last_seen = 0;
  std::vector<SituationValue> fields;  // those of the thing, then the memory's own; none: its default
};

struct Moment {
  // As the situation says, whose time is not asked.
  Moment(const Model& model, Situation begin);

  Situation situation;
  int64_t now = 0;                          // microseconds
  std::vector<bool> is_gone;                // by entity
  std::vector<std::vector<Fact>> memories;  // in the order in which facts were first noticed
  uint32_t running = kNone;                 // an option of the agent
  int running_for = kNobody;                // whom it is for, if it is for a fact
  int64_t since = 0;                        // when it was chosen
  std::vector<int64_t> ended;               // by option: when it was left; kNever: never
  std::vector<int64_t> arrived;             // by event: likewise
  uint32_t state = 0;                       // of the agent's, if it has any
  int64_t in_state_since = 0;

  // Whether an option of the agent competes in the state that it is in.
  [[nodiscard]] bool competes(const Model& model, uint32_t option) const;
  [[nodiscard]] const Fact* find(uint32_t memory, int entity) const;
  [[nodiscard]] const Vector& position_of(int entity) const;
  // Somebody who is there is noticed.
  void notice(const Model& model, uint32_t memory, int entity);
  void forget(uint32_t memory, int entity);
  // Facts are gone that nobody has noticed for so long as their memories say.
  void forget_old(const Model& model);
};

}  // namespace ishi::compiler::reference
