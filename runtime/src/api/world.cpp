#include "ishi/world.h"

#include <cassert>
#include <cmath>
#include <utility>

#include "asset/contract.h"
#include "asset/find.h"
#include "asset/limits.h"
#include "blackboard/member_ids.h"
#include "built_features.h"
#include "float_environment.h"
#include "memory/allocation.h"
#include "population/population_builder.h"
#include "population/refusals.h"
#include "population/world_registry.h"
#include "population/world_state.h"
#include "program/machine.h"
#include "program/state_hash.h"
#include "sets/facts.h"
#include "tape/calls.h"
#include "world/abandon.h"
#include "world/act.h"
#include "world/events.h"
#include "world/goes_on.h"

namespace ishi {
namespace {

Vector3 forward_of(Up up) { return up == Up::y ? Vector3{0, 0, 1} : Vector3{0, 1, 0}; }

Status check_options(const WorldOptions& options) {
  if (options.size != sizeof(WorldOptions)) return bad_option(BadOption::size);
  if (options.entities == 0 || options.entities > limits::kEntities) return bad_option(BadOption::entities);
  if (options.teams == 0 || options.teams > limits::kTeams) return bad_option(BadOption::teams);
  if (options.up > Up::z) return bad_option(BadOption::up);
  if (options.event_bytes > limits::kEventBytes || options.event_bytes % 8 != 0) {
    return bad_option(BadOption::event_bytes);
  }
  if (options.sounds > limits::kSounds) return bad_option(BadOption::sounds);
  if (!is_sorted(options.contract)) return bad_option(BadOption::contract);
  if (options.instruction_set > InstructionSet::avx512) return bad_option(BadOption::instruction_set);
  return check_allocator(options.allocator);
}

Status check_options(const PopulationOptions& options, const Asset& asset) {
  if (options.size != sizeof(PopulationOptions)) return bad_option(BadOption::size);
  if (options.capacity == 0 || options.capacity > limits::kEntities) return bad_option(BadOption::capacity);
  if (options.plan_searches == 0) return bad_option(BadOption::plan_searches);
  if (options.plan_situations == 0 || options.plan_situations > limits::kPlanSituations)
    return bad_option(BadOption::plan_situations);
  if (options.plan_situations_per_frame == 0) return bad_option(BadOption::plan_situations_per_frame);
  return asset.valid() ? Status() : bad_option(BadOption::asset);
}

void write(float* const* columns, uint32_t row, Vector3 value) {
  columns[0][row] = value.x;
  columns[1][row] = value.y;
  columns[2][row] = value.z;
}

void note_spawned(Tape& tape, const EntityOptions& options, EntityId id) {
  tape.touched_entity(id.index);
  tape.note(recording::Call::spawn_entity, Tape::kWorld,
            recording::Spawned(recording::id_of(id), recording::vector_of(options.position),
                               recording::vector_of(options.facing), 0, 0, 0, options.thing.value,
                               options.user, options.identity));
}

// As behaviours read it.
Vector3 read(const float* const* columns, uint32_t row) {
  return {read_axis(columns[0], row), read_axis(columns[1], row), read_axis(columns[2], row)};
}

}  // namespace

World::World(World&& other) noexcept : state_(std::exchange(other.state_, nullptr)) {}

World& World::operator=(World&& other) noexcept {
  std::swap(state_, other.state_);
  return *this;
}

World::~World() { destroy(state_); }

Status World::create(const WorldOptions& options, World& world) {
  if (Status status = check_options(options); !status) return status;
  const Machine* const machine = find_machine(machines(), options.instruction_set);
  if (machine == nullptr) return {StatusCode::no_instruction_set, 0};
  const AllocatorScope scope(options.allocator);
  Owned<State> state = make_owned<State>();
  if (state == nullptr) return {StatusCode::out_of_memory, 0};
  state->options = options;
  state->machine = machine;
  state->columns.add(state->header, 1, About(ColumnTag::world_header));
  state->entities.declare(state->columns, options.entities + 1);
  state->columns.add(state->events, options.event_bytes, About(ColumnTag::posted_events));
  if (!state->columns.allocate(state->arena, nullptr, FirstValues::defaults, {}))
    return {StatusCode::out_of_memory, 0};
  state->header->seed = options.seed;
  state->entities.begin(*state->header, forward_of(options.up));
  if (!enter_world(*state)) return {StatusCode::out_of_memory, 0};
  if (options.number != 0 && !renumber_world(*state, options.number, world.state_))
    return bad_option(BadOption::number);
  destroy(std::exchange(world.state_, state.release()));
  return {};
}

Status World::add_population(const Asset& asset, AgentId agent, const PopulationOptions& options,
                             Population& population) {
  if (state_ == nullptr) return kNotCreated;
  State& world = *state_;
  if (world.in_frame) return wrong_phase(world);
  if (Status status = check_options(options, asset); !status) return status;
  const AllocatorScope scope(world.options.allocator);
  Status status;
  if (world.options.contract.valid()) {
    in_float_environment(
        [&] { status = check_contract(asset, world.options.contract, world.contract_fault); });
    if (!status) return status;
  }
  status = add_population_of(world, *asset.state(), agent.value, options, 0);
  if (!status) return status;
  population = handle_of(static_cast<uint32_t>(world.populations.size() - 1));
  if (world.tape != nullptr) world.tape->became_other();
  return {};
}

Population World::handle_of(uint32_t population) const {
  Population handle;
  handle.cell_ = state_->cell;
  handle.world_ = state_->number;
  handle.index_ = static_cast<uint16_t>(population);
  return handle;
}

uint32_t World::population_count() const {
  return state_ == nullptr ? 0 : static_cast<uint32_t>(state_->populations.size());
}
Population World::population(uint32_t index) const {
  return index < population_count() ? handle_of(index) : Population();
}

uint32_t World::number() const { return state_ == nullptr ? 0 : state_->number; }
Entity World::entity(EntityId id) const { return state_ == nullptr ? kNobody : state_->handle_of(id); }

const ContractFault& World::contract_fault() const {
  static constexpr ContractFault kNone{};
  return state_ == nullptr ? kNone : state_->contract_fault;
}

Status World::spawn_entity(const EntityOptions& options, Entity& entity) {
  if (state_ == nullptr) return kNotCreated;
  State& world = *state_;
  if (world.in_frame) return wrong_phase(world);
  if (options.size != sizeof(EntityOptions)) return bad_option(BadOption::size);
  const bool is_thing = options.thing != ThingId();
  const uint32_t thing = is_thing ? world.find_thing(options.thing.value) : kAnyThing;
  if (is_thing && thing == kAnyThing) return {StatusCode::unknown_id, options.thing.value};
  if (world.entities.full()) return {StatusCode::world_full, 0};
  entity = world.handle_of(
      world.entities.add({options.position, options.facing, thing, options.user, options.identity}));
  if (MemberIds::must_leave(entity.generation, world.entities.rows())) leave_before_others(world);
  world.reset_fields(entity.index);
  if (world.tape != nullptr) note_spawned(*world.tape, options, entity);
  return {};
}

Status World::despawn_entity(Entity entity) {
  if (state_ == nullptr) return kNotCreated;
  State& world = *state_;
  if (world.in_frame) return wrong_phase(world);
  if (Status status = world.check(entity); !status) return status;
  if (world.entities.population[entity.index] != 0) return {StatusCode::belongs_to_population, 0};
  world.reset_fields(entity.index);
  world.entities.remove(entity);
  if (world.tape != nullptr) {
    world.tape->touched_entity(entity.index);
    world.tape->note(recording::Call::despawn_entity, Tape::kWorld,
                     recording::Named(recording::id_of(entity)));
  }
  return {};
}

bool World::is_alive(Entity entity) const {
  return state_ != nullptr && static_cast<bool>(state_->check(entity));
}
uint32_t World::entity_count() const { return state_ == nullptr ? 0 : state_->header->living; }

Status World::set_position(Entity entity, Vector3 position) {
  if (state_ == nullptr) return kNotCreated;
  if (state_->in_frame) return wrong_phase(*state_);
  if (Status status = state_->check(entity); !status) return status;
  write(state_->entities.position, entity.index, position);
  return {};
}

Status World::set_facing(Entity entity, Vector3 facing) {
  if (state_ == nullptr) return kNotCreated;
  if (state_->in_frame) return wrong_phase(*state_);
  if (Status status = state_->check(entity); !status) return status;
  write(state_->entities.facing, entity.index, is_given(facing) ? facing : forward_of(state_->options.up));
  return {};
}

Status World::position(Entity entity, Vector3& position) const {
  if (state_ == nullptr) return kNotCreated;
  if (Status status = state_->check(entity); !status) return status;
  in_float_environment([&] { position = read(state_->entities.position, entity.index); });
  return {};
}

Status World::facing(Entity entity, Vector3& facing) const {
  if (state_ == nullptr) return kNotCreated;
  if (Status status = state_->check(entity); !status) return status;
  in_float_environment([&] { facing = read(state_->entities.facing, entity.index); });
  return {};
}

Status World::user(Entity entity, uint64_t& user) const {
  if (state_ == nullptr) return kNotCreated;
  if (Status status = state_->check(entity); !status) return status;
  user = state_->entities.user[entity.index];
  return {};
}

PointColumn World::positions() {
  if (state_ == nullptr) return {};
  float* const* const axes = state_->entities.position;
  return {axes[0], axes[1], axes[2], state_->entities.rows()};
}

PointColumn World::facings() {
  if (state_ == nullptr) return {};
  float* const* const axes = state_->entities.facing;
  return {axes[0], axes[1], axes[2], state_->entities.rows()};
}

Status World::begin_frame(const Clock& clock) {
  if (state_ == nullptr) return kNotCreated;
  State& world = *state_;
  if (world.in_frame) return wrong_phase(world);
  const bool falls =
      clock.frame < world.header->frame || clock.time_microseconds < world.header->time_microseconds;
  if (falls) return {StatusCode::clock_fell, 0};
  if (clock.time_microseconds > kLastMicrosecond) return {StatusCode::time_too_late, clock.time_microseconds};
  if (world.tape != nullptr) world.tape->begins_frame(clock);
  const uint64_t last = world.header->time_microseconds;
  world.header->frame = clock.frame;
  world.header->time_microseconds = clock.time_microseconds;
  in_float_environment([&] { world.follow_time(); });
  for (Population::State* population : world.populations) {
    forget_what_is_due(*population, clock.time_microseconds);
  }
  if (std::exchange(world.header->has_lost, 0U) != 0) withdraw_gone_entities(world);
  if (world.claims.any()) count_claims(world);
  if (world.claims.queues()) wake_askers(world);
  if (world.claims.any()) grant_planned(world);
  world.in_frame = true;
  ++world.frame_serial;
  ++world.header->frames;
  world.sounds.forget(world, last);
  return {};
}

namespace {

void close_frame(World::State& world) {
  for (Population::State* population : world.populations) handle_events(*population);
  forget_events(world);
  in_float_environment([&world] { apply_shared_writes(world); });
  world.in_frame = false;
  assert(!is_anybody_hanging(world));
}

}  // namespace

Status World::end_frame() {
  if (state_ == nullptr) return kNotCreated;
  State& world = *state_;
  if (!world.in_frame || world.is_busy()) return wrong_phase(world);
  if (world.tape != nullptr) world.tape->ends_frame();
  close_frame(world);
  if (world.tape != nullptr) world.tape->ended_frame();
  return {};
}

Status World::cancel_frame() {
  if (state_ == nullptr) return kNotCreated;
  State& world = *state_;
  if (!world.in_frame) return wrong_phase(world);
  if (!world.is_busy()) return end_frame();
  if (world.tape != nullptr) world.tape->cancels_frame();
  abandon_parts(world);
  close_frame(world);
  return {};
}

namespace {

Status find_token(const World::State& world, TokenId id, TeamId team, const ClaimTable::Token*& token) {
  if (!is_built(Feature::claims)) return missing(Feature::claims);
  const uint32_t index = world.claims.find(id.value);
  if (index == kNotFound) return {StatusCode::unknown_id, id.value};
  token = &world.claims.tokens[index];
  if (team.index >= (token->scope == Scope::team ? world.options.teams : 1))
    return {StatusCode::out_of_range, team.index};
  return {};
}

}  // namespace

Status World::tokens_in_use(TokenId token, TeamId team, uint32_t& count) const {
  if (state_ == nullptr) return kNotCreated;
  const ClaimTable::Token* found = nullptr;
  const Status status = find_token(*state_, token, team, found);
  if (status) count = state_->claims.in_use[found->first + team.index];
  return status;
}

Status World::keep_tokens(TokenId token, TeamId team, uint32_t count) {
  if (state_ == nullptr) return kNotCreated;
  if (state_->is_busy()) return wrong_phase(*state_);
  const ClaimTable::Token* found = nullptr;
  if (Status status = find_token(*state_, token, team, found); !status) return status;
  if (count > found->count) return {StatusCode::too_few_tokens, found->count};
  kept_of(*state_, *found, team.index) = count;
  if (state_->tape != nullptr)
    state_->tape->note(recording::Call::keep_tokens, Tape::kWorld,
                       recording::KeptTokens(token.value, team.index, count));
  return {};
}

Status World::keep_entity(Entity entity, bool kept) {
  if (state_ == nullptr) return kNotCreated;
  if (state_->is_busy()) return wrong_phase(*state_);
  if (Status status = state_->check(entity); !status) return {status.code, entity.index};
  uint8_t& is_kept = state_->entities.kept[entity.index];
  state_->header->kept += (kept ? 1U : 0U) - is_kept;
  is_kept = kept ? 1 : 0;
  if (state_->claims.any()) count_claims(*state_);
  if (state_->tape != nullptr)
    state_->tape->note(recording::Call::keep_entity, Tape::kWorld,
                       recording::NamedPart(recording::id_of(entity), kept ? 1 : 0, {}));
  return {};
}

Entity World::claimed_by(Entity entity) const {
  if (!is_alive(entity) || !state_->claims.any()) return kNobody;
  const ClaimTable::Holder& holder = state_->claims.holder[entity.index];
  return holder.entity == entity && state_->entities.is_alive(holder.agent) ? state_->handle_of(holder.agent)
                                                                            : kNobody;
}

Clock World::clock() const {
  return state_ == nullptr ? Clock() : Clock{state_->header->frame, state_->header->time_microseconds};
}

uint64_t World::state_hash() const {
  if (state_ == nullptr) return 0;
  StateHash hash(*state_->machine);
  hash.add(state_->arena.bytes());
  if (state_->grid != nullptr) hash.add(state_->grid->arena.bytes());
  for (const Population::State* population : state_->populations) {
    hash.add(population->shared_arena.bytes());
    hash.add(population->arena.bytes());
  }
  if (state_->sounds.any()) hash.add(state_->sounds.bytes());
  return hash.value();
}

}  // namespace ishi
