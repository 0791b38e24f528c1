#pragma once

#include "ishi/status.h"
#include "population/population_state.h"
#include "population/world_state.h"

// The refusals that many calls share, with the `where` that a log needs.

namespace ishi {

inline constexpr Status kNotCreated{StatusCode::not_created, 0};

[[nodiscard]] constexpr Status bad_option(BadOption option) {
  return {StatusCode::bad_options, static_cast<uint64_t>(option)};
}

// `where` is what goes on in the world.
[[nodiscard]] inline Status wrong_phase(const World::State& world) {
  const Phase phase = world.acting > 0     ? Phase::acting
                      : world.moving > 0   ? Phase::moving
                      : world.thinking > 0 ? Phase::thinking
                      : world.sensing > 0  ? Phase::sensing
                      : world.in_frame     ? Phase::in_frame
                                           : Phase::between_frames;
  return {StatusCode::wrong_phase, static_cast<uint64_t>(phase)};
}

// … in this population: others may think or act meanwhile.
[[nodiscard]] inline Status wrong_phase(const Population::State& population) {
  const Phase phase = population.acting.jobs.is_open()     ? Phase::acting
                      : population.senses.jobs.is_open()   ? Phase::sensing
                      : population.steering.jobs.is_open() ? Phase::moving
                      : population.in_thought()            ? Phase::thinking
                      : population.world->in_frame         ? Phase::in_frame
                                                           : Phase::between_frames;
  return {StatusCode::wrong_phase, static_cast<uint64_t>(phase)};
}

// Finds the population of a handle. Errors: not_created, world_gone.
[[nodiscard]] inline Status find(const Population& population, Population::State*& found) {
  found = population.state();
  return found == nullptr ? population.status() : Status();
}

// Finds the population of a handle, which must be in the phase of a batch. Errors: not_created, world_gone,
// foreign_handle, wrong_phase, batch_stale.
template <typename SomeBatch>
[[nodiscard]] Status find_in_phase(const Population& population, const SomeBatch& batch,
                                   Population::State*& found) {
  if (Status status = find(population, found); !status) return status;
  const Jobs& jobs = found->jobs_of(batch);
  if (jobs.is_foreign(batch, found->world->made)) return {StatusCode::foreign_handle, 0};
  if (!jobs.is_open()) {
    const Status status = wrong_phase(*found);
    const bool is_idle = status.where == static_cast<uint64_t>(Phase::in_frame);
    return is_idle ? Status{status.code, static_cast<uint64_t>(Phase::not_begun)} : status;
  }
  if (!jobs.owns(batch)) return {StatusCode::batch_stale, 0};
  return {};
}

// out_of_range, scratch_too_small, job_done.
[[nodiscard]] inline Status take_job(const Population::State& population, Jobs& jobs, uint32_t job,
                                     const Scratch& scratch) {
  if (job >= jobs.count()) return {StatusCode::out_of_range, job};
  if (scratch.size() < population.scratch_size) return {StatusCode::scratch_too_small, 0};
  return jobs.take(job);
}

}  // namespace ishi
