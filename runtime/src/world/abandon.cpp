#include "world/abandon.h"

#include <algorithm>

#include "float_environment.h"
#include "population/population_state.h"
#include "senses/senses.h"
#include "steering/steering.h"
#include "world/act.h"
#include "world/thought.h"

namespace ishi {
namespace {

// The agents of jobs that nobody took get what `raise` sets.
void raise_untaken(const Jobs& jobs, uint64_t* bits) {
  for (uint32_t job = 0; job < jobs.count(); ++job) {
    if (jobs.is_taken(job)) continue;
    for (const uint32_t slot : jobs.rows(job)) Acting::raise(bits, slot);
  }
}

// Questions that the game is not asked count as late, and are asked again.
void abandon_sensing(Population::State& p) {
  if (!p.senses.jobs.is_open()) return;
  if (p.senses.any()) in_float_environment([&] { tell_levels(p); });
  p.senses.jobs.end();
  --p.world->sensing;
}

void abandon_thought(Population::State& p) {
  if (!p.jobs.is_open()) return;
  raise_untaken(p.jobs, p.acting.think_now);
  close_thought(p);
}

// A task that was started and will not be carried out has failed; who waits for the lane of one that the game
// would have to end does so no longer.
void give_back_lanes(const Population::State& p, const Outputs& outputs) {
  const Acting& a = p.acting;
  for (uint32_t i = 0; i < outputs.start_count; ++i) {
    const StartOutput& start = outputs.starts[i];
    uint64_t running = LaneWord::pack(start.serial, LaneStatus::running);
    a.lane(start.slot, start.lane)
        .compare_exchange_strong(running, LaneWord::pack(start.serial, LaneStatus::failed));
    Acting::raise(a.awake, start.slot);
  }
  for (uint32_t i = 0; i < outputs.end_count; ++i) {
    const EndOutput& end = outputs.ends[i];
    uint64_t aborting = LaneWord::pack(end.serial, LaneStatus::aborting);
    a.lane(end.slot, end.lane)
        .compare_exchange_strong(aborting, LaneWord::pack(end.serial, LaneStatus::over));
    Acting::raise(a.awake, end.slot);
  }
}

void keep_ends(Population::State& p, const Outputs& outputs) {
  Acting& a = p.acting;
  for (uint32_t i = 0; i < outputs.end_count; ++i) {
    const EndOutput& end = outputs.ends[i];
    const EntityId agent = p.self[end.slot];
    a.pending_ends[p.header->pending_ends++] = {end.serial,
                                                p.world->entities.user[agent.index],
                                                p.asset->tables.tasks[end.task].id(),
                                                end.slot,
                                                end.lane,
                                                agent};
  }
}

void abandon_round(Population::State& p) {
  Acting& a = p.acting;
  if (!a.jobs.is_open()) return;
  raise_untaken(a.jobs, a.awake);
  close_round(p);
  for (uint32_t job = 0; job < a.jobs.count(); ++job) {
    give_back_lanes(p, a.job_outputs[job]);
    keep_ends(p, a.job_outputs[job]);
  }
}

// Who would have moved stands still in this frame.
void abandon_moves(Population::State& p) {
  if (!p.steering.jobs.is_open()) return;
  p.steering.jobs.end();
  --p.world->moving;
}

}  // namespace

void abandon_parts(World::State& world) {
  for (Population::State* const p : world.populations) {
    abandon_sensing(*p);
    abandon_round(*p);
    abandon_moves(*p);
  }
  for (Population::State* const p : world.populations) abandon_thought(*p);
}

}  // namespace ishi
