#include <algorithm>

#include "asset/find.h"
#include "blackboard/variable.h"
#include "built_features.h"
#include "float_environment.h"
#include "ishi/population.h"
#include "ishi/tools.h"
#include "levels/levels.h"
#include "population/refusals.h"
#include "tape/calls.h"
#include "world/act.h"
#include "world/thought.h"

// The calls of a thought, and what each may not be called after.

namespace ishi {
Status Population::begin_think(const BatchOptions& options, Batch& batch) {
  State* found = nullptr;
  if (Status status = find(*this, found); !status) return status;
  State& p = *found;
  World::State& world = *p.world;
  if (options.size != sizeof(BatchOptions)) return bad_option(BadOption::size);
  if (options.agents_per_job == 0) return bad_option(BadOption::agents_per_job);
  if (!world.in_frame || p.jobs.is_open() || p.senses.jobs.is_open() || p.acts_or_moves())
    return wrong_phase(p);
  if (p.thought_in == world.frame_serial) {
    return {StatusCode::wrong_phase, static_cast<uint64_t>(Phase::has_thought)};
  }
  if (world.tape != nullptr) world.tape->begins(p, recording::Part::think, options.quota);
  if (p.senses.any()) in_float_environment([&p] { apply_answers(p); });
  handle_events(p);
  in_float_environment([&p] {
    compute_shared_values(p);
    plan_thoughts(p);
  });
  const uint32_t due = list_thinking(p, options.quota, p.jobs.slots());
  p.thought_in = world.frame_serial;
  p.jobs.begin(world.made, ++world.batch_serial, due, options.agents_per_job, kChunkRows, batch);
  if (p.states.any()) {
    for (uint32_t job = 0; job < p.jobs.count(); ++job) begin_state_outputs(p, job, p.jobs.first_row(job));
  }
  ++world.thinking;
  if (world.tape != nullptr) world.tape->begun();
  return {};
}

Status Population::think(const Batch& batch, uint32_t job, Scratch& scratch) {
  State* found = nullptr;
  if (Status status = find_in_phase(*this, batch, found); !status) return status;
  State& p = *found;
  if (Status status = take_job(p, p.jobs, job, scratch); !status) return status;
  if (p.world->tape != nullptr) p.world->tape->enters(p, recording::Part::think, p.jobs.rows(job));
  in_float_environment([&] { decide(p, p.jobs.rows(job), scratch.memory(), job); });
  if (p.world->tape != nullptr) p.world->tape->left(p, recording::Part::think, p.jobs.rows(job));
  return {};
}

ThinkCounters Population::think_counters() const {
  return state() == nullptr ? ThinkCounters() : state()->rhythm.counters;
}

void close_thought(Population::State& p) {
  if (p.states.any())
    in_float_environment([&] { gather_outputs(p, {p.states.job_outputs.data(), p.jobs.count()}); });
  p.jobs.end();
  p.claims.has_thought = p.claims.any();
  if (--p.world->thinking == 0 && p.world->claims.any())
    in_float_environment([&] { grant_claims(*p.world); });
}

Status Population::end_think(const Batch& batch) {
  State* found = nullptr;
  if (Status status = find_in_phase(*this, batch, found); !status) return status;
  State& p = *found;
  if (Status status = p.jobs.all_taken(); !status) return status;
  if (p.world->tape != nullptr) p.world->tape->ends(p, recording::Part::think);
  close_thought(p);
  if (p.world->tape != nullptr) p.world->tape->ended(p, recording::Part::think);
  return {};
}

namespace {

Status find_choice(const Population& population, Entity agent, ChoiceId id, uint32_t& slot,
                   uint32_t& choice) {
  if (Status status = population.slot_of(agent, slot); !status) return status;
  const Population::State& p = *population.state();
  if (!is_built(Feature::memories)) return missing(Feature::memories);
  const blob::Range& own = p.agent->choices();
  for (choice = 0; choice < own.count(); ++choice) {
    if (p.asset->tables.choices[own.first() + choice].id() == id.value) return {};
  }
  return {StatusCode::unknown_id, id.value};
}

Chosen chosen_last(const Population::State& p, uint32_t slot, uint32_t choice) {
  const ChoiceState& state = p.sets.choices[choice];
  const SetTable& table = p.sets.tables[state.set];
  const EntityId member = state.entity[slot];
  const bool is_there =
      member != kNobody && table.find(table.owner_of(slot, p.team[slot]), member) != kNotFound;
  return is_there ? Chosen{p.world->handle_of(member), state.score[slot]} : Chosen{};
}

}  // namespace

Status Population::chosen(Entity agent, ChoiceId choice, Chosen& chosen) const {
  uint32_t slot = 0, index = 0;
  if (Status status = find_choice(*this, agent, choice, slot, index); !status) return status;
  chosen = chosen_last(*state(), slot, index);
  return {};
}

Status Population::choose(Entity agent, ChoiceId choice, Scratch& scratch, Chosen& chosen) {
  uint32_t slot = 0, index = 0;
  if (Status status = find_choice(*this, agent, choice, slot, index); !status) return status;
  State& p = *state();
  if (p.in_thought() || p.acts_or_moves()) return wrong_phase(p);
  if (scratch.size() < p.scratch_size) return {StatusCode::scratch_too_small, 0};
  const std::span<float> values(reinterpret_cast<float*>(scratch.memory()), p.agent->program().count());
  if (p.world->tape != nullptr) p.world->tape->reads({&p, slot, 0, true});
  in_float_environment([&] { ishi::choose(p, slot, index, values); });
  if (p.world->tape != nullptr)
    p.world->tape->note(recording::Call::choose, p.index,
                        recording::NamedPart(recording::id_of(agent), choice.value, {}));
  chosen = chosen_last(p, slot, index);
  return {};
}

Status Population::level_now(Entity agent, MotiveId motive, Scratch& scratch, float& level) const {
  uint32_t slot = 0;
  if (Status status = slot_of(agent, slot); !status) return status;
  const State& p = *state();
  const uint32_t index = find_entry(p.asset->tables.motives_by_id, motive.value);
  if (index == kNotFound) return {StatusCode::unknown_id, motive.value};
  if (p.levels.columns[index] == nullptr) return {StatusCode::wrong_type, motive.value};
  if (p.in_thought() || p.acts_or_moves()) return wrong_phase(p);
  if (scratch.size() < p.scratch_size) return {StatusCode::scratch_too_small, 0};
  const std::span<float> values(reinterpret_cast<float*>(scratch.memory()), p.acting.layout.values);
  const size_t motives = p.levels.columns.size();
  bool is_read = false;
  in_float_environment(
      [&] { is_read = read_levels(p, slot, values.first(values.size() - motives), values.last(motives)); });
  level = is_read ? values.last(motives)[index] : held(p.levels.columns[index][slot], 0, 1, 0);
  return {};
}

uint32_t Tools::value_count() const { return state() == nullptr ? 0 : state()->agent->program().count(); }

Status Tools::explain(Entity agent, std::span<float> values) const {
  uint32_t slot = 0;
  if (Status status = slot_of(agent, slot); !status) return status;
  const State& p = *state();
  if (values.size() < value_count()) return {StatusCode::buffer_too_small, value_count()};
  in_float_environment([&] { explain_agent(p, slot, values); });
  return {};
}

Status Tools::explain_member(Entity agent, uint32_t set, uint32_t member, std::span<float> values) const {
  uint32_t slot = 0;
  if (Status status = slot_of(agent, slot); !status) return status;
  const State& p = *state();
  if (values.size() < value_count()) return {StatusCode::buffer_too_small, value_count()};
  if (set >= p.sets.tables.size()) return {StatusCode::unknown_id, set};
  const SetTable& table = p.sets.tables[set];
  if (member >= table.count[table.owner_of(slot, p.team[slot])]) return {StatusCode::member_unknown, member};
  in_float_environment([&] { ishi::explain_member(p, slot, set, member, values); });
  return {};
}

}  // namespace ishi
