#include "world/population_builder.h"

#include <algorithm>
#include <limits>
#include <memory>
#include <new>

#include "asset/check.h"
#include "asset/find.h"
#include "asset/limits.h"
#include "bodies/acting_builder.h"
#include "claims/claims.h"
#include "float_environment.h"
#include "navigation/walks.h"
#include "senses/senses.h"
#include "sets/sets_builder.h"
#include "steering/steering.h"
#include "world/contract.h"
#include "world/find.h"
#include "world/thought.h"

namespace ishi {
namespace {

constexpr uint32_t kRowsPadding = 16;

bool draws(std::span<const blob::Operation> program) {
  return std::any_of(program.begin(), program.end(), [](const blob::Operation& operation) {
    return operation.code() == blob::OperationCode::random;
  });
}

}  // namespace

void Population::State::describe(Variable& variable, const blob::Variable& source) const {
  variable.storage = storage_of(static_cast<ValueType>(source.type()));
  variable.scope = static_cast<Scope>(source.scope());
  const bool of_kind = source.type() == blob::ValueType::thing;
  variable.thing = of_kind ? things[source.reference()] : kAnyThing;
  variable.low = source.low();
  variable.high = source.high();
  variable.fallback[0] = source.fallback_x();
  variable.fallback[1] = source.fallback_y();
  variable.fallback[2] = source.fallback_z();
}

void Population::State::enter(World::State& entered) {
  world = &entered;
  claims.table = &entered.claims;
  binding.entities = entered.entities.view();
  binding.time_seconds = &entered.time_seconds;
  binding.time_microseconds = &entered.header->time_microseconds;
  binding.draws.seed = &entered.header->seed;
  binding.draws.identity = entered.entities.identity;
}

Status add_population_of(World::State& world, const Asset::State& asset, uint64_t agent,
                         const PopulationOptions& options, uint32_t pending_lanes, FirstValues values) {
  const uint32_t agent_index = find_entry(asset.tables.agents_by_id, agent);
  if (agent_index == kNotFound) return {StatusCode::unknown_id, agent};
  if (asset.up != world.options.up) return {StatusCode::up_mismatch, 0};
  if (world.populations.size() >= limits::kPopulations) return {StatusCode::too_many_populations, 0};
  for (const Population::State* earlier : world.populations) {
    if (earlier->asset == &asset) continue;
    Status status;
    in_float_environment([&] { status = compare_contracts(*earlier->asset, asset, world.contract_fault); });
    if (!status) return status;
  }
  std::unique_ptr<Population::State> made(new (std::nothrow) Population::State);
  if (made == nullptr || !world.populations.reserve_more(1)) return {StatusCode::out_of_memory, 0};
  made->acting.pending_lanes = pending_lanes;
  PopulationBuilder builder(world, asset, agent_index, options, values);
  const size_t tokens = world.claims.tokens.size();
  Status status;
  in_float_environment([&] { status = builder.build(*made); });
  // Last, since sounds are a part of the state from now on.
  if (status && !asset.tables.sounds.empty() && !world.sounds.reserve(world.options.sounds))
    status = {StatusCode::out_of_memory, 0};
  if (!status) {
    world.claims.forget_tokens(tokens);  // those that it would have brought
    return status;
  }
  world.things = builder.things();
  world.populations.append(made.release());
  return {};
}

Status PopulationBuilder::build(Population::State& population) {
  population_ = &population;
  padded_ = (capacity_ + kRowsPadding - 1) / kRowsPadding * kRowsPadding;
  population.world = &world_;
  population.asset = &asset_;
  population.agent = &asset_.tables.agents[agent_];
  population.index = static_cast<uint32_t>(world_.populations.size());
  population.options = options_;
  population.capacity = capacity_;
  population.selection = {population.agent->inertia(),
                          population.agent->minimum(),
                          population.agent->ties() == blob::Ties::last,
                          static_cast<SelectionKind>(population.agent->selection()),
                          population.agent->top(),
                          population.agent->temperature()};
  if (!allocate_lists()) return {StatusCode::out_of_memory, 0};
  number_things();
  find_draws();
  plan_keys();
  plan_fields();
  RhythmBuilder rhythm(population);
  ActingBuilder acting(population, options_);
  SetsBuilder sets(population);
  LevelsBuilder levels(population);
  MomentsBuilder moments(population);
  StatesBuilder states(population);
  WalksBuilder walks(population);
  SteeringBuilder steering(population);
  ClaimsBuilder claims(population);
  SensesBuilder senses(population, options_);
  rhythm.plan(plan_, padded_);
  if (Status status = claims.plan(plan_, shared_plan_, padded_); !status) return status;
  if (!acting.plan(plan_, padded_) || !sets.plan(plan_, shared_plan_, padded_) ||
      !levels.plan(plan_, padded_) || !moments.plan(plan_, padded_) || !states.plan(plan_, padded_) ||
      !walks.plan(plan_, padded_) || !steering.plan(plan_, padded_) || !senses.plan(plan_, padded_) ||
      !allocate_arenas()) {
    return {StatusCode::out_of_memory, 0};
  }
  rhythm.attach(population.arena);
  acting.attach(population.arena);
  sets.attach(population.arena, population.shared_arena);
  levels.attach(population.arena);
  moments.attach(population.arena);
  states.attach(population.arena);
  walks.attach(population.arena);
  steering.attach(population.arena);
  claims.attach(population.arena, population.shared_arena);
  senses.attach(population.arena);
  attach_columns();
  bind();
  if (!acting.allocate() || !states.allocate() || !steering.allocate() || !prepare_program(rhythm, acting) ||
      !levels.find_needed() || !sets.find_needed() || !claims.allocate() || !senses.allocate()) {
    return {StatusCode::out_of_memory, 0};
  }
  uint32_t& values = population.acting.layout.values;
  values = std::max(values, std::max(static_cast<uint32_t>(population.levels.needed.size()),
                                     population.senses.value_count)) +
           static_cast<uint32_t>(asset_.tables.motives.size());
  if (!population.acting.formula_values.allocate(values)) return {StatusCode::out_of_memory, 0};
  return {};
}

bool PopulationBuilder::allocate_lists() {
  const Tables& t = asset_.tables;
  return population_->things.allocate(t.things.size()) && population_->keys.allocate(t.keys.size()) &&
         population_->fields.allocate(t.fields.size()) &&
         population_->brought_fields.reserve_more(t.fields.size()) &&
         population_->curves.allocate(t.curves.size()) && keys_.allocate(t.keys.size()) &&
         fields_.allocate(t.fields.size());
}

void PopulationBuilder::find_draws() {
  const Tables& t = asset_.tables;
  population_->thought_draws = draws(population_->program()) || population_->selection.draws();
  draws_ = population_->thought_draws || steerings_draw(t, *population_->agent);
  for (const blob::Formula& formula : part(t.formulas, population_->agent->formulas()))
    draws_ = draws_ || draws(part(t.operations, formula.program()));
}

void PopulationBuilder::number_things() {
  things_ = world_.things;
  for (size_t i = 0; i < asset_.tables.things.size(); ++i) {
    const uint32_t known = world_.find_thing(asset_.tables.things[i].id());
    population_->things[i] = known != kAnyThing ? known : ++things_;
  }
}

void PopulationBuilder::place(Plan& plan, RowPlan& rows, const Variable& variable) {
  for (uint32_t i = 0; i < variable.column_count(); ++i)
    plan.places[i] = rows.add(width_of(variable.storage));
}

void PopulationBuilder::plan_keys() {
  places_.header = plan_.add(sizeof(PopulationHeader), 1);
  places_.living = plan_.add(sizeof(uint64_t), capacity_ / 64 + 1);
  RowPlan own(plan_, padded_);
  RowPlan blackboard(plan_, padded_);
  places_.self = own.add(sizeof(EntityId));
  places_.team = own.add(sizeof(uint32_t));
  places_.profile = own.add(sizeof(uint32_t));
  places_.option = own.add(sizeof(uint16_t));
  if (draws_) places_.draws = own.add(sizeof(uint32_t));
  for (size_t i = 0; i < keys_.size(); ++i) {
    const blob::Key& key = asset_.tables.keys[i];
    Variable& variable = population_->keys[i];
    population_->describe(variable, key.variable());
    if (variable.scope == Scope::agent) {
      keys_[i].mine = true;
      place(keys_[i], blackboard, variable);
      continue;
    }
    if (const Variable* const known = find_shared_key(world_, key.id()); known != nullptr) {
      std::copy(std::begin(known->columns), std::end(known->columns), variable.columns);
      continue;
    }
    keys_[i].brought = true;
    RowPlan shared(shared_plan_, variable.scope == Scope::team ? world_.options.teams : 1);
    place(keys_[i], shared, variable);
  }
  population_->agent_bytes.own += own.bytes();
  population_->agent_bytes.blackboard = blackboard.bytes();
}

void PopulationBuilder::plan_fields() {
  RowPlan entities(shared_plan_, world_.entities.rows());
  for (size_t t = 0; t < asset_.tables.things.size(); ++t) {
    const blob::Thing& thing = asset_.tables.things[t];
    for (uint32_t k = 0; k < thing.fields().count(); ++k) {
      const uint32_t i = thing.fields().first() + k;
      Variable& variable = population_->fields[i];
      population_->describe(variable, asset_.tables.fields[i].variable());
      variable.owner = population_->things[t];
      if (const Variable* const known = find_field(world_, thing.id(), k); known != nullptr) {
        std::copy(std::begin(known->columns), std::end(known->columns), variable.columns);
        continue;
      }
      fields_[i].brought = true;
      place(fields_[i], entities, variable);
      population_->brought_fields.append(i);
    }
  }
}

bool PopulationBuilder::allocate_arenas() {
  return population_->arena.allocate(plan_) && population_->shared_arena.allocate(shared_plan_);
}

void PopulationBuilder::attach(Variable& variable, const Plan& plan, uint32_t rows) {
  if (!plan.mine && !plan.brought) return;
  Arena& arena = plan.mine ? population_->arena : population_->shared_arena;
  for (uint32_t i = 0; i < variable.column_count(); ++i)
    variable.columns[i] = arena.at<std::byte>(plan.places[i]);
  if (values_ == FirstValues::written) return;
  for (uint32_t row = 0; row < rows; ++row) variable.reset(row);
}

void PopulationBuilder::attach_columns() {
  Population::State& p = *population_;
  p.header = p.arena.at<PopulationHeader>(places_.header);
  p.living = p.arena.at<uint64_t>(places_.living);
  p.self = p.arena.at<EntityId>(places_.self);
  p.team = p.arena.at<uint32_t>(places_.team);
  p.profile = p.arena.at<uint32_t>(places_.profile);
  p.option = p.arena.at<uint16_t>(places_.option);
  if (draws_) p.draws = p.arena.at<uint32_t>(places_.draws);
  for (size_t i = 0; i < keys_.size(); ++i) {
    const Scope scope = p.keys[i].scope;
    attach(p.keys[i], keys_[i],
           scope == Scope::agent  ? padded_
           : scope == Scope::team ? world_.options.teams
                                  : 1);
  }
  for (size_t i = 0; i < fields_.size(); ++i) attach(p.fields[i], fields_[i], world_.entities.rows());
  if (values_ == FirstValues::written) return;
  for (uint32_t slot = 0; slot < padded_; ++slot) p.reset(slot);
}

void PopulationBuilder::bind() {
  Population::State& p = *population_;
  const Tables& t = asset_.tables;
  for (size_t i = 0; i < t.curves.size(); ++i) {
    const blob::Curve& c = t.curves[i];
    p.curves[i] = {
        static_cast<CurveKind>(c.kind()),
        curves::frame_of(c.clamped() != 0, c.shift(), c.scale(), c.output_scale(), c.output_shift()),
        {t.numbers.data() + c.numbers().first(), c.numbers().count()}};
  }
  p.binding.keys = p.keys;
  p.binding.fields = p.fields;
  p.binding.curves = p.curves;
  p.binding.weights = t.weights;
  p.binding.motive_count = static_cast<uint32_t>(t.motives.size());
  p.binding.profile_count = static_cast<uint32_t>(t.profiles.size());
  p.binding.self = p.self;
  p.binding.option = p.option;
  p.binding.team = p.team;
  p.binding.profile = p.profile;
  p.binding.started = p.acting.started;
  p.binding.things = p.things;
  p.binding.draws.count = p.draws;
  p.binding.levels = p.levels.columns;
  p.binding.level_rests = p.levels.rests;
  p.binding.leveled_at = p.levels.advanced_at;
  p.binding.sets = p.sets.tables;
  p.binding.member_fields = p.sets.fields;
  p.binding.set_of_field = asset_.member_fields;
  p.binding.candidate = p.sets.candidate;
  p.binding.choices = p.sets.choices;
  p.enter(world_);
}

bool PopulationBuilder::prepare_pruned(const ScheduleInput& input) {
  Population::State& p = *population_;
  Array<Interval> ranges;
  const RangeInput program{.program = input.program,
                           .keys = p.keys,
                           .curves = p.curves,
                           .weights = p.binding.weights,
                           .motive_count = p.binding.motive_count};
  if (!find_ranges(program, ranges)) return false;
  ScheduleInput pruned = input;
  pruned.prunes = true;
  pruned.ranges = ranges;
  return make_schedule(pruned, p.pruned);
}

bool PopulationBuilder::prepare_program(RhythmBuilder& rhythm, ActingBuilder& acting) {
  Population::State& p = *population_;
  const blob::Range& program = p.agent->program();
  const ScheduleInput input{
      .machine = world_.machine,
      .program = p.program(),
      .domains = asset_.domains_of(program),
      .options = asset_.tables.options.subspan(p.agent->options().first(), p.agent->options().count()),
      .keys = p.keys,
      .fields = p.fields,
      .curves = p.curves,
      .levels = p.levels.results,
      .level_motives = p.levels.motives,
      .choices = asset_.tables.choices.subspan(p.agent->choices().first(), p.agent->choices().count()),
      .sets = p.sets.tables,
      .member_fields = p.sets.fields,
      .set_of_field = asset_.member_fields,
      .has_states = p.agent->states().count() > 0,
      .teams = world_.options.teams,
      .profiles = p.binding.profile_count,
      .last_wins_ties = p.selection.last_wins_ties,
      .draws = p.selection.draws()};
  if (!prepare_pruned(input)) return false;
  if (!make_schedule(input, p.schedule) || !p.packs.make(input, p.schedule) || !rhythm.allocate(input) ||
      !acting.prepare(input))
    return false;
  if (p.schedule.shared_size > std::numeric_limits<uint32_t>::max()) return false;
  if (!p.shared_values.allocate(p.schedule.shared_size) || !p.jobs.allocate(capacity_)) {
    return false;
  }
  compute_shared_constants(p);
  return true;
}

}  // namespace ishi
