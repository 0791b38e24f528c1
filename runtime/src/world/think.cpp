#include <algorithm>

#include "float_environment.h"
#include "ishi/population.h"
#include "world/act.h"
#include "world/refusals.h"
#include "world/thought.h"

// The calls of a thought, and what each may not be called after.

namespace ishi {
namespace {

// `batch` is that of a population's thought that has not ended.
Status check_batch(const Population::State* population, uint64_t serial) {
  if (population == nullptr) return kNotCreated;
  const Population::State& p = *population;
  if (!p.thinking) return wrong_phase(p);
  if (serial != p.batch) return {StatusCode::batch_stale, 0};
  return {};
}

}  // namespace

std::span<const uint32_t> Batch::rows(uint32_t job) const {
  if (job >= jobs_) return {};
  const size_t first = size_t{job} * rows_per_job_;
  return slots_.subspan(first, std::min<size_t>(rows_per_job_, slots_.size() - first));
}

Status Population::begin_think(const BatchOptions& options, Batch& batch) {
  if (state_ == nullptr) return kNotCreated;
  State& p = *state_;
  World::State& world = *p.world;
  if (options.size != sizeof(BatchOptions)) return bad_option(BadOption::size);
  if (options.rows_per_job == 0) return bad_option(BadOption::rows_per_job);
  if (!world.in_frame || p.thinking || p.acts_or_moves()) return wrong_phase(p);
  if (p.thought_in == world.frame_serial) {
    return {StatusCode::wrong_phase, static_cast<uint64_t>(Phase::has_thought)};
  }
  handle_events(p);
  in_float_environment([&p] { compute_shared_values(p); });
  const uint32_t due = list_due(p, world.header->frame);
  p.thought_in = world.frame_serial;
  p.batch = ++world.batch_serial;
  p.batch_size = due;
  p.jobs = static_cast<uint32_t>((uint64_t{due} + options.rows_per_job - 1) / options.rows_per_job);
  for (uint32_t job = 0; job < p.jobs; ++job) {
    p.job_done[job].store(0, std::memory_order_relaxed);
    if (p.states.any()) begin_state_outputs(p, job, size_t{job} * options.rows_per_job);
  }
  p.thinking = true;
  ++world.thinking;
  batch.slots_ = {p.due.data(), due};
  batch.rows_per_job_ = options.rows_per_job;
  batch.jobs_ = p.jobs;
  batch.serial_ = p.batch;
  return {};
}

Status Population::think(const Batch& batch, uint32_t job, Scratch& scratch) {
  if (Status status = check_batch(state_, batch.serial_); !status) return status;
  State& p = *state_;
  if (job >= p.jobs) return {StatusCode::out_of_range, job};
  if (scratch.size() < p.scratch_size()) return {StatusCode::scratch_too_small, 0};
  if (p.job_done[job].exchange(1, std::memory_order_acq_rel) != 0) return {StatusCode::job_done, job};
  in_float_environment([&] { decide(p, batch.rows(job), scratch.memory(), job); });
  return {};
}

Status Population::end_think(const Batch& batch) {
  if (Status status = check_batch(state_, batch.serial_); !status) return status;
  State& p = *state_;
  for (uint32_t job = 0; job < p.jobs; ++job) {
    if (p.job_done[job].load(std::memory_order_acquire) == 0) return {StatusCode::jobs_missing, job};
  }
  if (p.states.any()) in_float_environment([&] { gather_outputs(p, {p.states.job_outputs.data(), p.jobs}); });
  p.thinking = false;
  p.claims.has_thought = p.claims.any();
  if (--p.world->thinking == 0 && p.world->claims.any()) grant_claims(*p.world);
  return {};
}

namespace {

Status find_choice(const Population::State* population, uint32_t slot, uint64_t id, uint32_t& choice) {
  if (population == nullptr) return kNotCreated;
  const Population::State& p = *population;
  if (slot >= p.capacity) return {StatusCode::out_of_range, slot};
  if (!p.lives(slot)) return {StatusCode::slot_empty, slot};
  const blob::Range& own = p.agent->choices();
  for (choice = 0; choice < own.count(); ++choice) {
    if (p.asset->tables.choices[own.first() + choice].id() == id) return {};
  }
  return {StatusCode::unknown_id, id};
}

Chosen chosen_last(const Population::State& p, uint32_t slot, uint32_t choice) {
  const ChoiceState& state = p.sets.choices[choice];
  const SetTable& table = p.sets.tables[state.set];
  const EntityId member = state.entity[slot];
  const bool is_there =
      member != kNobody && table.find(table.owner_of(slot, p.team[slot]), member) != kNotFound;
  return is_there ? Chosen{member, state.score[slot]} : Chosen{};
}

}  // namespace

Status Population::chosen(uint32_t slot, uint64_t choice, Chosen& chosen) const {
  uint32_t index = 0;
  if (Status status = find_choice(state_, slot, choice, index); !status) return status;
  chosen = chosen_last(*state_, slot, index);
  return {};
}

Status Population::choose(uint32_t slot, uint64_t choice, Scratch& scratch, Chosen& chosen) {
  uint32_t index = 0;
  if (Status status = find_choice(state_, slot, choice, index); !status) return status;
  State& p = *state_;
  if (p.in_thought() || p.acts_or_moves()) return wrong_phase(p);
  if (scratch.size() < p.scratch_size()) return {StatusCode::scratch_too_small, 0};
  const std::span<float> values(reinterpret_cast<float*>(scratch.memory()), p.agent->program().count());
  in_float_environment([&] { ishi::choose(p, slot, index, values); });
  chosen = chosen_last(p, slot, index);
  return {};
}

uint32_t Population::value_count() const { return state_ == nullptr ? 0 : state_->agent->program().count(); }

Status Population::explain(uint32_t slot, std::span<float> values) const {
  if (state_ == nullptr) return kNotCreated;
  const State& p = *state_;
  if (slot >= p.capacity) return {StatusCode::out_of_range, slot};
  if (values.size() < value_count()) return {StatusCode::buffer_too_small, value_count()};
  if (!p.lives(slot)) return {StatusCode::slot_empty, slot};
  in_float_environment([&] { explain_agent(p, slot, values); });
  return {};
}

Status Population::explain_member(uint32_t slot, uint32_t set, uint32_t member,
                                  std::span<float> values) const {
  if (state_ == nullptr) return kNotCreated;
  const State& p = *state_;
  if (slot >= p.capacity) return {StatusCode::out_of_range, slot};
  if (values.size() < value_count()) return {StatusCode::buffer_too_small, value_count()};
  if (!p.lives(slot)) return {StatusCode::slot_empty, slot};
  if (set >= p.sets.tables.size()) return {StatusCode::unknown_id, set};
  const SetTable& table = p.sets.tables[set];
  if (member >= table.count[table.owner_of(slot, p.team[slot])]) return {StatusCode::member_unknown, member};
  in_float_environment([&] { ishi::explain_member(p, slot, set, member, values); });
  return {};
}

}  // namespace ishi
