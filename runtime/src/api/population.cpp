#include "ishi/population.h"
#include "ishi/tools.h"

#include <algorithm>
#include <bit>

#include "asset/find.h"
#include "blackboard/member_ids.h"
#include "population/refusals.h"
#include "population/world_registry.h"
#include "program/state_hash.h"
#include "tape/calls.h"
#include "world/act.h"

// Agents come and go, and what a game may ask about one of them.

namespace ishi {
namespace {

// There is one.
uint32_t lowest_free_slot(Population::State& p) {
  uint32_t word = p.header->first_free / 64;
  while (~p.living[word] == 0) ++word;
  return word * 64 + static_cast<uint32_t>(std::countr_one(p.living[word]));
}

void set_living(Population::State& p, uint32_t slot, bool lives) {
  const uint64_t bit = uint64_t{1} << (slot % 64);
  uint64_t& word = p.living[slot / 64];
  word = lives ? word | bit : word & ~bit;
  p.header->first_free = lives ? slot + 1 : std::min(p.header->first_free, slot);
  p.header->living += lives ? 1 : -1;
}

// For writing one agent from outside: not while the population thinks.
Status find_to_write(const Population& population, Entity agent, uint32_t& slot) {
  if (Status status = population.status(); !status) return status;
  const Population::State& p = *population.state();
  if (p.in_thought() || p.acts_or_moves()) return wrong_phase(p);
  return population.slot_of(agent, slot);
}

void note_spawned(const Population::State& p, uint32_t slot, const SpawnOptions& options) {
  Tape& tape = *p.world->tape;
  tape.touched(p, slot);
  tape.touched_entity(p.self[slot].index);
  tape.note(recording::Call::spawn, p.index,
            recording::Spawned(recording::id_of(p.self[slot]), recording::vector_of(options.position),
                               recording::vector_of(options.facing), options.team.index, 0,
                               options.profile.value, options.thing.value, options.user, options.identity));
}

void note_despawned(const Population::State& p, uint32_t slot, EntityId agent) {
  Tape& tape = *p.world->tape;
  tape.touched(p, slot);
  tape.touched_entity(agent.index);
  tape.note(recording::Call::despawn, p.index, recording::Named(recording::id_of(agent)));
}

// A call that gave an agent a part.
void note_part(const Population::State& p, recording::Call call, EntityId agent, uint64_t part,
               EntityId other = {}) {
  if (p.world->tape == nullptr) return;
  p.world->tape->note(call, p.index,
                      recording::NamedPart(recording::id_of(agent), part, recording::id_of(other)));
}

// The index of a profile, kNoProfile for kNoProfileId. False if the asset has no such profile.
bool find_profile(const Population::State& p, ProfileId id, uint32_t& index) {
  index = id == kNoProfileId ? kNoProfile : find_entry(p.asset->tables.profiles_by_id, id.value);
  return id == kNoProfileId || index != kNotFound;
}

}  // namespace

Population::State* Population::state() const {
  const World::State* const world = find_world(cell_, world_);
  return world == nullptr || index_ >= world->populations.size() ? nullptr : world->populations[index_];
}

bool Population::valid() const {
  // No more than this may be read of a world that is being destroyed.
  return find_world(cell_, world_) != nullptr;
}

Status Population::status() const {
  if (world_ == 0) return kNotCreated;
  return state() == nullptr ? Status{StatusCode::world_gone, 0} : Status{};
}

uint32_t Population::capacity() const { return state() == nullptr ? 0 : state()->capacity; }
uint32_t Population::size() const { return state() == nullptr ? 0 : state()->header->living; }
AgentId Population::agent_id() const {
  return state() == nullptr ? AgentId() : AgentId(state()->agent->id());
}
uint16_t Population::index() const {
  return state() == nullptr ? uint16_t{0} : static_cast<uint16_t>(state()->index);
}

Status Population::spawn(const SpawnOptions& options, Entity& agent) {
  if (Status status = this->status(); !status) return status;
  State& p = *state();
  World::State& world = *p.world;
  if (world.in_frame) return wrong_phase(world);
  if (options.size != sizeof(SpawnOptions)) return bad_option(BadOption::size);
  if (options.team.index >= world.options.teams) return {StatusCode::out_of_range, options.team.index};
  uint32_t profile = p.agent->profile();
  if (options.profile != ProfileId() && !find_profile(p, options.profile, profile))
    return {StatusCode::unknown_id, options.profile.value};
  const bool is_thing = options.thing != ThingId();
  const uint32_t thing = is_thing ? world.find_thing(options.thing.value) : kAnyThing;
  if (is_thing && thing == kAnyThing) return {StatusCode::unknown_id, options.thing.value};
  if (p.header->living == p.capacity) return {StatusCode::population_full, 0};
  if (world.entities.full()) return {StatusCode::world_full, 0};

  const uint32_t slot = lowest_free_slot(p);
  agent = world.handle_of(
      world.entities.add({options.position, options.facing, thing, options.user, options.identity}));
  if (MemberIds::must_leave(agent.generation, world.entities.rows())) leave_before_others(world);
  world.entities.population[agent.index] = p.index + 1;
  world.entities.slot[agent.index] = slot;
  world.reset_fields(agent.index);
  p.reset(slot);
  p.self[slot] = agent;
  p.team[slot] = options.team.index;
  p.set_profile(slot, profile);
  set_living(p, slot, true);
  begin_rhythm(p, slot);
  if (world.tape != nullptr) note_spawned(p, slot, options);
  return {};
}

Status Population::spawn_many(std::span<const SpawnOptions> options, std::span<Entity> agents) {
  if (Status status = this->status(); !status) return status;
  if (agents.size() < options.size()) return {StatusCode::buffer_too_small, options.size()};
  for (size_t i = 0; i < options.size(); ++i) {
    if (Status status = spawn(options[i], agents[i]); !status) return {status.code, i};
  }
  return {};
}

Status Population::despawn(Entity agent) {
  if (Status status = this->status(); !status) return status;
  State& p = *state();
  if (p.world->in_frame) return wrong_phase(*p.world);
  uint32_t slot = 0;
  if (Status status = slot_of(agent, slot); !status) return status;
  const bool runs = p.option[slot] != kNoOption || p.states.any();
  if (p.world->tape != nullptr && runs) p.world->tape->reads({&p, slot, 0, true});
  end_body(p, slot);
  end_rhythm(p, slot);
  p.reset(slot);
  set_living(p, slot, false);
  p.world->reset_fields(agent.index);
  p.world->entities.remove(agent);
  if (p.world->tape != nullptr) note_despawned(p, slot, agent);
  return {};
}

Status Population::slot_of(Entity agent, uint32_t& slot) const {
  if (Status status = this->status(); !status) return status;
  const State& p = *state();
  const Entities& entities = p.world->entities;
  if (Status status = p.world->check(agent); !status) return status;
  if (entities.population[agent.index] != p.index + 1) return {StatusCode::not_of_population, 0};
  slot = entities.slot[agent.index];
  return {};
}

Entity Population::agent_of(uint32_t slot) const {
  const State* const p = state();
  return p != nullptr && p->lives(slot) ? p->world->handle_of(p->self[slot]) : kNobody;
}

uint16_t Population::option(Entity agent) const {
  uint32_t slot = 0;
  return slot_of(agent, slot) ? state()->option[slot] : kNoOption;
}

Entity Population::candidate(Entity agent) const {
  uint32_t slot = 0;
  if (!slot_of(agent, slot)) return kNobody;
  const State& p = *state();
  return p.sets.any() ? p.world->handle_of(p.sets.candidate[slot]) : kNobody;
}

Status Tools::set_option(Entity agent, uint16_t option, Entity candidate) {
  uint32_t slot = 0;
  if (Status status = find_to_write(*this, agent, slot); !status) return status;
  if (candidate != kNobody && candidate.world != world_) return {StatusCode::foreign_handle, candidate.index};
  if (option >= state()->agent->options().count() && option != kNoOption)
    return {StatusCode::out_of_range, option};
  if (state()->claims.any()) {
    // What ended since the last thought is free; others must not be looking who holds what.
    World::State& world = *state()->world;
    if (world.is_busy()) return wrong_phase(world);
    count_claims(world);
    if (option != kNoOption &&
        !take_claims(world, *state(), slot, option, candidate, Claims::Queues::ignored))
      return {StatusCode::claim_taken, option};
  }
  state()->option[slot] = option;
  if (state()->sets.any()) {
    const Tables& t = state()->asset->tables;
    const bool for_set =
        option != kNoOption && t.options[state()->agent->options().first() + option].set() != kNotFound;
    state()->sets.candidate[slot] = for_set ? candidate : kNobody;
  }
  state()->acting.started[slot] = state()->world->header->time_microseconds;
  Acting::raise(state()->acting.awake, slot);
  note_part(*state(), recording::Call::set_option, agent, option, candidate);
  return {};
}

ProfileId Population::profile(Entity agent) const {
  uint32_t slot = 0;
  if (!slot_of(agent, slot)) return {};
  const State& p = *state();
  const uint32_t own = p.states.any() ? p.states.own_profile[slot] : p.profile[slot];
  return own == kNoProfile ? kNoProfileId : ProfileId(p.asset->tables.profiles[own].id());
}

Status Population::set_profile(Entity agent, ProfileId profile) {
  uint32_t slot = 0;
  if (Status status = find_to_write(*this, agent, slot); !status) return status;
  uint32_t own = kNoProfile;
  if (!find_profile(*state(), profile, own)) return {StatusCode::unknown_id, profile.value};
  state()->set_profile(slot, own);
  note_part(*state(), recording::Call::set_profile, agent, profile.value);
  return {};
}

uint32_t Population::state(Entity agent) const {
  uint32_t slot = 0;
  return slot_of(agent, slot) && state()->states.any() ? state()->states.state[slot] : kNoState;
}

Status Tools::set_state(Entity agent, uint32_t state) {
  uint32_t slot = 0;
  if (Status status = find_to_write(*this, agent, slot); !status) return status;
  if (state >= this->state()->states.states.size()) return {StatusCode::out_of_range, state};
  put_into_state(*this->state(), slot, state, this->state()->world->header->time_microseconds);
  note_part(*this->state(), recording::Call::set_state, agent, state);
  return {};
}

Status Tools::set_moment(Entity agent, uint32_t moment, int64_t last) {
  uint32_t slot = 0;
  if (Status status = find_to_write(*this, agent, slot); !status) return status;
  if (moment >= state()->moments.last.size()) return {StatusCode::out_of_range, moment};
  const auto wrapped = static_cast<uint64_t>(last);
  state()->moments.last[moment][slot] = wrapped == MomentTimes::kNever ? wrapped - 1 : wrapped;
  note_part(*state(), recording::Call::set_moment, agent, moment,
            {static_cast<uint32_t>(wrapped), static_cast<uint32_t>(wrapped >> 32)});
  return {};
}

Status Tools::set_cooldown(Entity agent, uint16_t option, uint64_t until) {
  uint32_t slot = 0;
  if (Status status = find_to_write(*this, agent, slot); !status) return status;
  Acting& acting = state()->acting;
  if (option >= acting.ready_at.size() || acting.ready_at[option] == nullptr)
    return {StatusCode::out_of_range, option};
  acting.ready_at[option][slot] = until;
  acting.cooling_until[option] = std::max(acting.cooling_until[option], until);
  note_part(*state(), recording::Call::set_cooldown, agent, option,
            {static_cast<uint32_t>(until), static_cast<uint32_t>(until >> 32)});
  return {};
}

TeamId Population::team(Entity agent) const {
  uint32_t slot = 0;
  return slot_of(agent, slot) ? TeamId(state()->team[slot]) : TeamId();
}

Status Population::set_team(Entity agent, TeamId team) {
  uint32_t slot = 0;
  if (Status status = find_to_write(*this, agent, slot); !status) return status;
  if (team.index >= state()->world->options.teams) return {StatusCode::out_of_range, team.index};
  state()->team[slot] = team.index;
  note_part(*state(), recording::Call::set_team, agent, team.index);
  return {};
}

uint64_t Population::state_hash() const {
  if (state() == nullptr) return 0;
  StateHash hash(*state()->world->machine);
  hash.add(state()->shared_arena.bytes());
  hash.add(state()->arena.bytes());
  return hash.value();
}

}  // namespace ishi
