#pragma once

#include <cstdint>
#include <span>

#include "ishi/asset_info.h"
#include "ishi/id.h"
#include "ishi/kernels.h"
#include "ishi/population.h"
#include "ishi/program.h"

// The calls by which editors, debuggers, simulators and tests query a population and put agents into states.
// A game needs none of it. Nodes, options, states, sets and senses are indices of the asset, which
// ishi/asset_info.h describes.

namespace ishi {

// A plan that an agent follows.
struct PlanInfo {
  uint32_t count = 0;
  uint32_t current = 0;     // which of the steps is at work
  double cost_seconds = 0;  // of all, as planned
  uint8_t steps[128] = {};  // children of the node, counted from its first
  EntityId members[128];    // whom each step is for; nobody if it goes over no members
  bool asks = false;        // it begins once the agent has got the members that it claims
};

// What a goal that foresees has chosen.
struct ForeseenChoice {
  uint32_t node = 0;  // a first or best, or a step whose failure counts as completion
  uint32_t method =
      kNotFound;  // of a first or best, counted from its first; kNotFound: it leaves the step out
};

// Somebody whom an agent has just noticed.
struct Notice {
  Entity agent{};
  uint32_t sense = 0;  // counted from the agent's first
  Entity who{};        // the maker of a sound may be gone
};

// The answer of a sense of touch or sight: it notices somebody, or they fail at one of its tests.
enum class SenseVerdict : uint8_t {
  noticed,
  clear_sight_needed,  // noticed unless something stands between
  not_there,           // gone, or the agent itself
  other_kind,          // of thing
  condition,           // its `when`
  too_far,
  outside_field,
  not_of_this_sense,  // hearing
};
struct SenseJudgement {
  SenseVerdict verdict = SenseVerdict::not_there;
  float distance = 0;  // metres
  float reach = 0;     // metres: how far such a target is noticed at most
  float cosine = 1;    // of the angle between where the agent looks and where the target is
};

// The bytes of one agent's state, by purpose, without its row among the world's entities. A population has
// about 50 bytes more for each 64 agents, and columns are aligned to cache lines.
struct AgentBytes {
  uint64_t own = 0;         // who it is, what it runs and since when, when it is to be visited
  uint64_t blackboard = 0;  // its keys
  uint64_t bodies = 0;      // what the option that runs remembers: room for the largest
  uint64_t levels = 0;      // of needs and drives that it carries
  uint64_t cooldowns = 0;
  uint64_t moments = 0;   // when what `since` asks for was last
  uint64_t walks = 0;     // the way of one that walks
  uint64_t sets = 0;      // memories and candidates, full, and whom it acts on
  uint64_t senses = 0;    // when it sensed last, and whom it waits to see
  uint64_t steering = 0;  // which way it went, and where its way is blocked
  uint64_t pending = 0;   // not yet handed to the game: ends of a despawned agent, events

  [[nodiscard]] uint64_t all() const {
    return own + blackboard + levels + bodies + cooldowns + moments + walks + sets + senses + steering +
           pending;
  }
};

// The handle of a population with more calls: `Tools(guards).explain(guard, values)`. One thread calls it,
// while the population neither senses, thinks, acts nor moves; calls that allow more say so. Every call that
// takes an agent and returns a Status has the errors of handles (ishi/population.h); those that change
// something have wrong_phase.
class Tools : public Population {
 public:
  explicit Tools(const Population& population) : Population(population) {}

  // The number of values that `explain` gives: the operations of the agent's program.
  [[nodiscard]] uint32_t value_count() const;
  // Computes every operation of the program for one agent as things stand now, bit for bit as `think` does;
  // `values` must hold at least value_count(). Any thread, while nobody writes what it reads. Linear in the
  // program. Errors: buffer_too_small.
  [[nodiscard]] Status explain(Entity agent, std::span<float> values) const;
  // Does the same for options that are for members of a set: computes their part of the program for one
  // member, an index of its set. `values` hold what `explain` gave. Errors: member_unknown, unknown_id.
  [[nodiscard]] Status explain_member(Entity agent, uint32_t set, uint32_t member,
                                      std::span<float> values) const;

  // The use that it makes of its agent's kernel (WorldOptions::kernels); none if the population is not valid.
  [[nodiscard]] KernelUse kernel_use() const;

  // Writes the nodes with which an agent is busy to `nodes`, from its option's body down to the step, as far
  // as there is room; returns how many there are, 0 if nothing runs.
  uint32_t active_nodes(Entity agent, std::span<uint32_t> nodes) const;
  // Gives the plan that an active node follows.
  // Errors: unknown_id (`where`: the node, which has no plan now).
  [[nodiscard]] Status plan(Entity agent, uint32_t node, PlanInfo& plan) const;
  // Writes what a goal that foresees (NodeInfo::foresees) has chosen, in the order of nodes. `count` is how
  // much that is, 0 if its body is not at work. Errors: unknown_id (`where`: the node, which the agent is not
  // at), buffer_too_small (`where`: the count).
  [[nodiscard]] Status foreseen(Entity agent, uint32_t goal, std::span<ForeseenChoice> choices,
                                uint32_t& count) const;
  // True if only an option of a higher rank may replace the running one now, since a part of it is not
  // interruptible.
  [[nodiscard]] bool is_locked(Entity agent) const;
  // True if the agent, whose turn it is to think in this frame, will put that off to the next one: its body
  // is over, or the member for which its option runs is gone, and the option ends when the agent acts. Right
  // before the thought, that is up to the first `think` after `begin_think`.
  [[nodiscard]] bool puts_off_thought(Entity agent) const;
  // The microseconds until an option's cooldown is over; 0 if it is over, and for what does not exist.
  [[nodiscard]] uint64_t cooldown_left(Entity agent, uint16_t option) const;

  // The steering that an agent follows; kNotFound if it does not steer.
  [[nodiscard]] uint32_t steering(Entity agent) const;
  // Writes the weight of each direction in the agent's last move, −infinity where its way was blocked, for
  // drawing; until the next begin_move. `count` is how many there are, 0 if the agent does not steer or has
  // not moved yet. Errors: buffer_too_small.
  [[nodiscard]] Status weights(Entity agent, std::span<float> weights, uint32_t& count) const;

  // The notices of agents since begin_sense, in a population that keeps them (PopulationOptions::notices).
  [[nodiscard]] std::span<const Notice> notices() const;
  // Says how a sense of the agent, counted from its first, would judge an entity now.
  // Errors: out_of_range (sense), wrong_phase.
  [[nodiscard]] Status judge_sense(Entity agent, uint32_t sense, Entity target,
                                   SenseJudgement& judgement) const;

  // The bytes of one agent's state; zeros if the population is not valid.
  [[nodiscard]] AgentBytes agent_bytes() const;
  // The bytes of one agent's members of a set; 0 if there is no such set, and if agents share it.
  [[nodiscard]] uint64_t bytes_of_set(uint32_t set) const;
  // The bytes of one search for plans; 0 without plans.
  [[nodiscard]] uint64_t plan_search_bytes() const;

  // Writes into the keys what the contract says that a running task changes, for simulations without a game.
  // `record`, unless empty, becomes the task's record with what the contract says that it gives back, if it
  // does; nothing is written to it of other tasks. With `only_gives` the record is written, and no key.
  // Errors: token_unknown (never given), token_stale (the task is over), buffer_too_small (`where`: the
  // bytes).
  [[nodiscard]] Status apply_effects(const Token& token, std::span<std::byte> record = {},
                                     bool only_gives = false);
  // The parameters of a running task, laid out as in its Start, which a loaded or reloaded world holds
  // elsewhere; null if there is no such task or it is over. They live until the task is over or the world is
  // reloaded. Linear in the active nodes of the agent.
  [[nodiscard]] const void* parameters(const Token& token) const;
  // Puts a fact behind those that there are, with the defaults of its fields. Times are held so that
  // first <= last <= now. Takes stale handles.
  // Errors: unknown_id, foreign_handle, stale_handle (of nobody), wrong_thing, already_known, set_full.
  [[nodiscard]] Status restore_fact(Entity agent, MemoryId memory, const FactInfo& fact);
  // Sets how aware an agent is of a fact, held in 0..1. Raises no event of the levels up to it.
  // Errors: unknown_id, member_unknown, wrong_type.
  [[nodiscard]] Status set_awareness(Entity agent, MemoryId memory, uint32_t fact, float awareness);
  // Lets an option run. One that is for a fact needs its entity, and fails when the agent acts if that is not
  // remembered. Where options of the population claim something, no population may think or act.
  // Errors: foreign_handle, out_of_range, claim_taken (`where`: the option).
  [[nodiscard]] Status set_option(Entity agent, uint16_t option, Entity candidate = kNobody);
  // Puts the agent into a state, as if it were so from now on. Nothing of `enter` and `finally` is done, and
  // an option that runs goes on, also one that does not compete there. Errors: out_of_range.
  [[nodiscard]] Status set_state(Entity agent, uint32_t state);
  // Says when, in microseconds of the world's time, was last what a `since` of the agent asks for: `moment`
  // counts from the first of AgentInfo::moments. The time may lie before the world's beginning.
  // Errors: out_of_range (`where`: the moment).
  [[nodiscard]] Status set_moment(Entity agent, uint32_t moment, int64_t last);
  // Sets when the cooldown of an option ends, in microseconds of the world's time; a time in the past ends it
  // now. Options count from the agent's first. Errors: out_of_range (`where`: the option, which does not
  // exist or never cools down).
  [[nodiscard]] Status set_cooldown(Entity agent, uint16_t option, uint64_t until);
};

}  // namespace ishi
