#include "population/population_builder.h"

#include <algorithm>
#include <limits>

#include "asset/check.h"
#include "asset/contract.h"
#include "asset/find.h"
#include "asset/limits.h"
#include "bodies/acting_builder.h"
#include "built_features.h"
#include "claims/claims.h"
#include "float_environment.h"
#include "memory/allocation.h"
#include "navigation/walks.h"
#include "population/find.h"
#include "program/kernel_check.h"
#include "senses/senses.h"
#include "sets/sets_builder.h"
#include "steering/steering.h"
#include "views/shared_values.h"

namespace ishi {
namespace {

constexpr uint32_t kRowsPadding = 16;

bool draws(std::span<const blob::Operation> program) {
  return std::any_of(program.begin(), program.end(), [](const blob::Operation& operation) {
    return ishi::draws(static_cast<OperationCode>(operation.code()));
  });
}

}  // namespace

void Population::State::enter(World::State& entered) {
  world = &entered;
  around = &entered;
  claims.table = &entered.claims;
  binding.entities = entered.entities.view();
  binding.pick = entered.machine->pick_of_entities;
  binding.rows_of_candidates = entered.machine->rows_of_candidates;
  binding.time_seconds = &entered.time_seconds;
  binding.time_microseconds = &entered.header->time_microseconds;
  binding.draws.seed = &entered.header->seed;
  binding.draws.identity = entered.entities.identity;
  for (SetTable& table : sets.tables) table.bind(binding.entities);
  bind_kernels();
}

void Population::State::bind_kernels() {
  if (is_built(Feature::kernels)) schedule.kernels.bind(binding, capacity, columns.rows());
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
  Owned<Population::State> made = make_owned<Population::State>();
  if (made == nullptr || !world.populations.reserve_more(1)) return {StatusCode::out_of_memory, 0};
  made->acting.pending_lanes = pending_lanes;
  PopulationBuilder builder(world, asset, agent_index, options, values);
  const size_t tokens = world.claims.tokens.size();
  Status status;
  in_float_environment([&] { status = builder.build(*made); });
  // Last, since sounds are a part of the state from now on.
  if (is_built(Feature::senses) && status && !asset.tables.sounds.empty() &&
      !world.sounds.reserve(world.options.sounds))
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
  population.world = &world_;
  population.around = &world_;
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
  const uint32_t padded = (capacity_ + kRowsPadding - 1) / kRowsPadding * kRowsPadding;
  ColumnSet& columns = population.columns = ColumnSet(capacity_, padded);
  declare_agents(columns);
  declare_keys(columns);
  declare_fields(columns);
  rhythm.declare(columns);
  if (Status status = claims.declare(columns); !status) return status;
  const bool is_declared = acting.declare(columns) && sets.declare(columns) && levels.declare(columns) &&
                           moments.declare(columns) && states.declare(columns) && walks.declare(columns) &&
                           steering.declare(columns) && senses.declare(columns);
  if (!is_declared ||
      !columns.allocate(population.arena, &population.shared_arena, values_, population.moment())) {
    return {StatusCode::out_of_memory, 0};
  }
  rhythm.begin();
  moments.bind();
  bind();
  if (!acting.allocate() || !states.allocate() || !steering.allocate() || !prepare_program(rhythm, acting) ||
      !levels.find_needed() || !sets.find_needed() || !senses.allocate()) {
    return {StatusCode::out_of_memory, 0};
  }
  if (!population.declare_outside()) return {StatusCode::out_of_memory, 0};
  uint32_t& values = population.acting.layout.values;
  values = std::max(values, std::max(static_cast<uint32_t>(population.levels.needed.size()),
                                     population.senses.value_count)) +
           static_cast<uint32_t>(asset_.tables.motives.size());
  population.plan_memory();
  if (!population.acting.formula_values.allocate(values) || !claims.allocate(population.scratch_size))
    return {StatusCode::out_of_memory, 0};
  return {};
}

bool PopulationBuilder::allocate_lists() {
  const Tables& t = asset_.tables;
  return population_->things.allocate(t.things.size()) && population_->keys.allocate(t.keys.size()) &&
         population_->fields.allocate(t.fields.size()) &&
         population_->brought_fields.reserve_more(t.fields.size()) &&
         population_->curves.allocate(t.curves.size());
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

void PopulationBuilder::declare_agents(ColumnSet& columns) {
  Population::State& p = *population_;
  uint64_t* const bytes = &p.agent_bytes.own;
  const auto states = part(asset_.tables.states, p.agent->states());
  columns.add(p.header, 1, About(ColumnTag::header));
  columns.add_bits(p.living, About(ColumnTag::living).outlives_agents());
  columns.add_rows(p.self, About(ColumnTag::self).bytes(bytes), kNobody);
  columns.add_rows(p.team, About(ColumnTag::team).rule(Rule::at_most(world_.options.teams - 1)).bytes(bytes));
  columns.add_rows(p.profile,
                   About(ColumnTag::profile).index(profile_index(asset_.tables, *p.agent)).bytes(bytes),
                   states.empty() ? kNoProfile : states[0].profile());
  columns.add_rows(p.option,
                   About(ColumnTag::option)
                       .index(Index{IndexOf::option, p.agent->options().count(), kNoOption, 0, kNoOption})
                       .bytes(bytes),
                   kNoOption);
  if (draws_) columns.add_rows(p.draws, About(ColumnTag::draws).bytes(bytes));
}

bool Population::State::declare_outside() {
  columns.add_outside(&acting.counters, 1, About(ColumnTag::act_counters).home(Home::save));
  columns.add_outside(&rhythm.counters, 1, About(ColumnTag::think_counters).home(Home::save));
  columns.add_outside(&senses.counters, 1, About(ColumnTag::sense_counters).home(Home::save));
  columns.add_outside(shared_values.data(), shared_values.size(),
                      About(ColumnTag::shared_values).home(Home::snapshot).is_of_bodies());
  return columns.has_room();
}

void PopulationBuilder::declare_keys(ColumnSet& columns) {
  const Tables& t = asset_.tables;
  for (size_t i = 0; i < t.keys.size(); ++i) {
    Variable& variable = population_->keys[i];
    population_->describe(variable, t.keys[i].variable());
    const bool is_own = variable.scope == Scope::agent;
    const Variable* const known = is_own ? nullptr : find_shared_key(world_, t.keys[i].id());
    if (known != nullptr) {
      std::copy(std::begin(known->columns), std::end(known->columns), variable.columns);
      continue;
    }
    columns.add_variable(variable,
                         is_own                          ? columns.rows()
                         : variable.scope == Scope::team ? world_.options.teams
                                                         : 1,
                         About(ColumnTag::key)
                             .id(t.keys[i].id())
                             .home(is_own ? Home::own : Home::shared)
                             .variable(&t.keys[i].variable())
                             .shape(static_cast<uint32_t>(variable.scope) << 8)
                             .report(ReloadPart::key)
                             .bytes(is_own ? &population_->agent_bytes.blackboard : nullptr),
                         is_own);
  }
}

void PopulationBuilder::declare_fields(ColumnSet& columns) {
  const Tables& t = asset_.tables;
  for (size_t kind = 0; kind < t.things.size(); ++kind) {
    const blob::Thing& thing = t.things[kind];
    for (uint32_t k = 0; k < thing.fields().count(); ++k) {
      const uint32_t i = thing.fields().first() + k;
      Variable& variable = population_->fields[i];
      population_->describe(variable, t.fields[i].variable());
      variable.owner = population_->things[kind];
      if (const Variable* const known = find_field(world_, thing.id(), k); known != nullptr) {
        std::copy(std::begin(known->columns), std::end(known->columns), variable.columns);
        continue;
      }
      columns.add_variable(variable, world_.entities.rows(),
                           About(ColumnTag::field)
                               .id(t.fields[i].id())
                               .home(Home::shared)
                               .variable(&t.fields[i].variable())
                               .report(ReloadPart::field));
      population_->brought_fields.append(i);
    }
  }
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

// The game's kernel of the agent, if it is one of this program that gives what the machine gives.
bool PopulationBuilder::find_kernel(ScheduleInput& input, KernelPlan::State& plan) {
  Population::State& p = *population_;
  if (!is_built(Feature::kernels)) return true;
  const Kernels& kernels = world_.options.kernels;
  for (const Kernel& kernel : kernels.list) {
    if (kernel.agent.value != p.agent->id()) continue;
    if (kernels.version != kKernelVersion) {
      p.kernel_use = KernelUse::other_version;
      return true;
    }
    const bool is_first = p.kernel_use != KernelUse::other_program;
    if (is_first && !make_kernel_plan(asset_, *p.agent, plan)) return false;
    p.kernel_use = KernelUse::other_program;
    if (plan.hash != kernel.program) continue;
    const KernelCheck check{.plan = plan,
                            .parts = kernel.parts,
                            .set = world_.machine->instruction_set,
                            .program = input.program,
                            .keys = input.keys,
                            .fields = input.fields,
                            .things = p.things,
                            .curves = input.curves};
    bool same = false;
    if (!check.run(same)) return false;
    p.kernel_use = same ? KernelUse::runs : KernelUse::differs;
    if (!same) return true;
    input.plan = &plan;
    input.kernel = kernel.parts;
    return true;
  }
  return true;
}

bool PopulationBuilder::prepare_decision(const ScheduleInput& by_machine) {
  Population::State& p = *population_;
  ScheduleInput input = by_machine;
  KernelPlan::State plan;
  if (!find_kernel(input, plan)) return false;
  if (p.kernel_use == KernelUse::runs) return make_schedule(input, p.schedule);
  return (!is_built(Feature::pruning) || prepare_pruned(input)) && make_schedule(input, p.schedule) &&
         (!is_built(Feature::packs) || p.packs.make(input, p.schedule));
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
      .draws = p.selection.draws(),
      .has_pairs = true};
  if (!prepare_decision(input) || !rhythm.allocate(input) || !acting.prepare(input)) return false;
  if (p.schedule.shared_size > std::numeric_limits<uint32_t>::max()) return false;
  if (!p.shared_values.allocate(p.schedule.shared_size) || !p.jobs.allocate(capacity_)) {
    return false;
  }
  p.bind_kernels();
  compute_shared_constants(p);
  return true;
}

}  // namespace ishi
