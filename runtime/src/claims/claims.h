#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "asset/tables.h"
#include "blackboard/entity_view.h"
#include "built_features.h"
#include "columns/column_set.h"
#include "ishi/world.h"
#include "memory/array.h"
#include "views/agents.h"

// What agents claim: tokens, of which there are only so many, and the entity that an option is for. An agent
// holds what its chosen option claims and what the body claims that still runs, and nothing else: what is
// held follows from the state, and is counted anew when a frame begins. So it is freed however an option
// ends.
//
// Jobs that think see who held what before; an option that others keep from an agent is not eligible for it.
// When the last population has thought, what the agents have chosen is granted one after the other, and who
// comes too late decides again.
//
// For what is first come, first served, agents queue: a thought chooses as if it were free, and so asks for
// it; since when is state, kept while each thought of the agent still asks. Who asked first is first, of
// those who asked at the same time who is first in the order of populations and slots. Whose turn it is
// thinks in the next frame. All claims of an agent have been asked for at one time, so two queues never wait
// for each other.

namespace ishi {

// What is held in a world.
struct ClaimTable {
  struct Token {
    uint64_t id = 0;
    uint32_t count = 0;
    Scope scope = Scope::world;
    bool is_fifo = false;
    uint32_t first = 0;  // of `in_use`: a number for each team, or one
    // Whose asset brought it into the world, and its number there: it has room for what the game keeps.
    uint32_t population = 0, number = 0;
  };
  // The agent that holds an entity. Either may be gone by now and its row reused.
  struct Holder {
    EntityId agent, entity;
  };
  // An agent that waits in a queue.
  struct Asker {
    uint64_t since;
    uint32_t population, slot;
  };
  // An agent that waits to be granted what it has chosen.
  struct Asking {
    int32_t rank;
    float score;
    uint32_t population, slot;
  };

  Array<Token> tokens;
  static constexpr EntityId kGame{0xffff'ffff, 0xffff'ffff};  // as a holder: it keeps the entity

  Array<uint32_t> in_use;  // by agents
  Array<Holder> holder;    // by row of the entity table; nobody holds row 0
  Array<uint32_t> held;    // the rows that have a holder
  Array<Asking> asking;
  // The agents whose plans ask for members, in the order of populations and slots.
  struct Planner {
    uint32_t population, slot;
  };
  Array<Planner> planners;
  // Of the queues, made anew before they are asked: who waits, by token as `in_use` how many, and who is
  // first by row of the entity table.
  Array<Asker> askers;
  Array<uint32_t> asked;
  Array<EntityId> first_asker;

  [[nodiscard]] bool any() const { return is_built(Feature::claims) && asking.size() != 0; }
  // True if anything is first come, first served.
  [[nodiscard]] bool queues() const { return is_built(Feature::claims) && first_asker.size() != 0; }
  void forget_askers();
  // An agent holds the entity of a row, unless somebody does already.
  void hold(uint32_t row, EntityId entity, EntityId agent);
  // kNotFound if no asset so far has it.
  [[nodiscard]] uint32_t find(uint64_t id) const;
  // Forgets the tokens behind the first `count`.
  void forget_tokens(size_t count);
  // Lists the rows that have a holder, after `holder` was written as a whole.
  void list_held();
};

// What a population's agents claim.
struct Claims {
  const Agents* population = nullptr;
  const ClaimTable* table = nullptr;
  std::span<const blob::Option> options;  // of the agent
  std::span<const uint32_t> claims;       // of the asset
  Array<uint32_t> tokens;                 // by the asset's number: the world's
  bool is_any = false;                    // true if any option or plan of the agent claims something
  bool do_plans = false;                  // … a plan
  bool is_any_fifo = false;               // … something that is first come, first served

  // The state, by slot: of which team's tokens the chosen option holds some, and those of the running body.
  uint32_t* team = nullptr;
  uint32_t* body_team = nullptr;
  // Of those whose options have claims that are first come, first served: what the agent waits for;
  // kNoOption: nothing.
  uint16_t* ask_option = nullptr;
  EntityId* ask_candidate = nullptr;
  uint64_t* ask_since = nullptr;
  uint32_t* ask_team = nullptr;
  Array<uint32_t*>
      kept;  // by the asset's token: what the game keeps of it, by team; null if an earlier asset has it

  // Of a thought, by slot: what an agent has chosen and not yet been granted; kNoOption: nothing.
  Array<uint16_t> wanted;
  Array<EntityId> wanted_candidate;
  Array<int32_t> wanted_rank;
  Array<float> wanted_score;
  bool has_thought = false;  // since claims were granted last
  Array<uint32_t> again;     // for each slot: how often the agent has decided again in this thought
  bool is_again = false;     // those that decide do so again
  Array<uint8_t> turn;       // for each slot: the agent that waits has its turn
  struct alignas(64) Line {
    std::byte bytes[64];
  };
  Array<Line> scratch;

  [[nodiscard]] bool any() const { return is_built(Feature::claims) && is_any; }
  [[nodiscard]] std::span<const uint32_t> of(uint32_t option) const {
    const blob::Range& range = options[option].claims();
    return claims.subspan(range.first(), range.count());
  }
  // As a claim: the entity that the option is for; and the same, first come, first served.
  static constexpr uint32_t kEntity = 0xffff'ffff, kEntityInTurn = 0xffff'fffe;
  // The use of queues: a thought joins them whoever holds the token; a grant goes to the first of a queue; a
  // tool passes them by.
  enum class Queues : uint8_t { asks, in_turn, ignored };

  [[nodiscard]] bool claims_entity(uint32_t option) const {
    const std::span<const uint32_t> own = of(option);
    return !own.empty() && own.back() >= kEntityInTurn;
  }
  [[nodiscard]] bool queues_for_entity(uint32_t option) const {
    return claims_entity(option) && of(option).back() == kEntityInTurn;
  }
  // True if the agent holds the tokens of an option, or each has room for it. `kNoOption` claims nothing.
  [[nodiscard]] bool has_tokens(uint32_t option, uint32_t slot, Queues queues) const;
  // True if nobody else holds the entity of a row.
  [[nodiscard]] bool has_entity(uint32_t row, uint32_t slot, Queues queues) const;
  // True if an option has a claim that is first come, first served and not the agent's yet.
  [[nodiscard]] bool must_queue(uint32_t option, EntityId candidate, uint32_t slot) const;
  // Keeps what an agent's thought asks for; kNoOption: nothing.
  void ask(uint32_t slot, uint32_t option, EntityId candidate, uint64_t now) const;
  // True if who waits for one thing also waits for a claim of another.
  [[nodiscard]] bool asks_for(uint32_t slot, uint32_t claim) const;
  // True if what an option claims is the agent's, as its team is now.
  [[nodiscard]] bool holds_all(uint32_t option, EntityId candidate, uint32_t slot) const;
};

// What the game keeps of a token of the world, of a team if it is the teams'.
[[nodiscard]] uint32_t& kept_of(const Surroundings& world, const ClaimTable::Token& token, uint32_t team);

// Counts who holds what, and lists whose plans ask for members.
void count_claims(Surroundings& world);
// Lets agents hold what their plans have been given, and lists whose plans ask for more; then gives it to
// them.
void hold_planned(Surroundings& world);
void grant_planned(Surroundings& world);
// Makes the queues anew, and says whose turn it is.
void count_askers(Surroundings& world);
// Lets those think whose turn it is.
void wake_askers(Surroundings& world);
// True if the body that runs is this option's for the same one: it then holds what is granted now.
[[nodiscard]] bool goes_on(const Agents& agents, uint32_t slot, uint32_t option, EntityId candidate);
[[nodiscard]] bool can_take(const Agents& agents, uint32_t slot, uint32_t option, EntityId candidate,
                            Claims::Queues queues = Claims::Queues::in_turn);
// Lets an agent hold what an option claims, if it can.
[[nodiscard]] bool take_claims(Surroundings& world, Agents& population, uint32_t slot, uint32_t option,
                               EntityId candidate, Claims::Queues queues = Claims::Queues::in_turn);

// Makes them: declared, then given what is no state.
class ClaimsBuilder {
 public:
  explicit ClaimsBuilder(Agents& population) : p_(population) {}

  // out_of_memory. If the population is not made, the world must forget the tokens that were added.
  [[nodiscard]] Status declare(ColumnSet& columns);
  // Once the program is there.
  // `scratch_bytes`: what deciding again takes.
  [[nodiscard]] bool allocate(size_t scratch_bytes);

 private:
  [[nodiscard]] Status add_tokens(ColumnSet& columns);

  Agents& p_;
};

}  // namespace ishi
