#pragma once

#include <cstdint>
#include <vector>

#include "model/model.h"
#include "simulate/situation.h"

// What the second evaluator knows when an agent thinks, memories, candidates and what they hold included:
// kept from the language page, without the runtime.

namespace ishi::compiler::oracle {

// Entities are counted as in the situation; besides those there are these.
inline constexpr int kNobody = -1;
inline constexpr int kSelf = -2;
inline constexpr int kHandles = 1000;  // from here on: members of sets that are nothing but their fields
inline constexpr int64_t kNever = -1'000'000'000'000;  // long before any world

// Of a memory or of a set of candidates, which know nothing of when they were seen.
struct Member {
  int entity = kNobody;  // it may be gone
  Vector position{};
  int64_t first_seen = 0;  // microseconds of the world; below 0: before it began
  int64_t last_seen = 0;
  std::vector<SituationValue>
      fields;  // of a memory those of the thing, then the set's own; none: its default
};

// What the game does to a set of candidates.
struct Filling {
  enum class Kind : uint8_t { add, withdraw, arrange, describe };

  Kind kind = Kind::add;
  uint32_t set = 0;                    // of the model's, memories first
  int entity = kNobody;                // who is added (nobody: a member that is none), withdrawn, described
  std::vector<int> entities;           // all from now on, in this order, if they are arranged
  std::vector<SituationValue> fields;  // of the one who is added or described
};

// What a choice comes to.
struct Choosing {
  uint32_t member = kNone;  // of its set; kNone: nobody
  double score = 0;         // without inertia
  bool is_fragile = false;  // as of a Score
};

// What a choice has chosen last.
struct LastChosen {
  int entity = kNobody;
  double score = 0;
};

// Of a need or drive that the agent carries.
struct Level {
  double value = 0;
  bool is_fragile = false;  // as of a Score
};

struct Moment {
  // Takes all values from the situation; its time is ignored.
  Moment(const Model& model, Situation begin);

  Situation situation;
  int64_t now = 0;            // microseconds
  std::vector<bool> is_gone;  // by entity
  // Memories in the order in which facts were first noticed, then candidates in theirs.
  std::vector<std::vector<Member>> sets;
  int handles = kHandles;          // what the next member is called that is no entity
  std::vector<Choosing> choosing;  // by choice: as things stand
  std::vector<LastChosen> chosen;  // by choice
  std::vector<Level> levels;       // by need, then drive; 0 of those that are computed
  int64_t advanced_at = 0;         // when they were moved last
  uint32_t running = kNone;        // an option of the agent
  int running_for = kNobody;       // whom it is for, if it is for a fact
  int64_t since = 0;               // when it was chosen
  int64_t begun = kNever;          // when its body began; kNever: not yet
  std::vector<int64_t> ended;      // by option: when it was left; kNever: never
  std::vector<int64_t> ready;      // for each option: when its cooldown is over
  std::vector<int64_t> arrived;    // by event: likewise
  uint32_t state = 0;              // of the agent's, if it has any
  int64_t in_state_since = 0;

  // True if an option of the agent competes in the state that it is in.
  [[nodiscard]] bool competes(const Model& model, uint32_t option) const;
  [[nodiscard]] const Member* find(uint32_t memory, int entity) const;
  [[nodiscard]] const Vector& position_of(int entity) const;
  // Somebody who is there is noticed.
  void notice(const Model& model, uint32_t memory, int entity);
  void forget(uint32_t memory, int entity);
  // Facts are gone that nobody has noticed for so long as their memories say, and candidates that are gone.
  void begin_frame(const Model& model);
  // Changes a set of candidates; the caller makes sure that this is possible.
  void fill(const Filling& filling);
};

}  // namespace ishi::compiler::oracle
