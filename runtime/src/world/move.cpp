#include <algorithm>

#include "built_features.h"
#include "float_environment.h"
#include "ishi/population.h"
#include "ishi/tools.h"
#include "navigation/walking.h"
#include "population/refusals.h"
#include "steering/steering.h"
#include "tape/calls.h"

// The calls of the move phase, and what each may not be called after.

namespace ishi {
namespace {

constexpr uint32_t kLeastMoving = 64;  // agents of a job, as in views/jobs.h

bool steers(const Population::State& p, uint32_t slot) {
  return p.steering.any() && p.steering.followed[slot] != 0;
}

// Lists who moves, rising. Who does not has no heading to keep.
uint32_t list_moving(Population::State& p) {
  Steering& s = p.steering;
  if (!s.any() && !p.walks.any()) return 0;
  uint32_t* const slots = s.jobs.slots();
  uint32_t count = 0;
  for (uint32_t slot = 0; slot < p.capacity; ++slot) {
    if (steers(p, slot) || is_walking(p, slot)) slots[count++] = slot;
    if (!s.any() || s.followed[slot] != 0) continue;
    if (s.right[slot] != 0.0f || s.ahead[slot] != 0.0f || s.wandering != nullptr) {
      s.forget_heading(slot);
    }
  }
  return count;
}

// Those whose steering reads a key that the game has not refreshed.
void count_stale(Population::State& p, std::span<const uint32_t> slots) {
  if (!kCountsStale || !p.acting.freshness.is_told) return;
  find_stale(p);
  for (const uint32_t slot : slots) {
    if (!steers(p, slot)) continue;
    const uint32_t steering = p.agent->steerings().first() + p.steering.followed[slot] - 1;
    const uint32_t formula = p.asset->tables.steerings[steering].formula();
    if (formula != kNotFound && p.acting.freshness.is_stale[formula] != 0) p.acting.freshness.add(slot);
  }
}

// Those who steer together, as far as they stand together; the others walk.
void move_all(Population::State& p, std::span<const uint32_t> slots, std::byte* scratch, Move* moves) {
  for (size_t first = 0; first < slots.size();) {
    size_t end = first;
    while (end < slots.size() && steers(p, slots[end])) ++end;
    if (is_built(Feature::steering) && end > first) {
      steer_all(p, slots.subspan(first, end - first), scratch, moves + first);
    } else {
      const uint32_t slot = slots[end];
      moves[end] = {.agent = p.world->handle_of(p.self[slot]),
                    .user = p.world->entities.user[p.self[slot].index],
                    .slot = slot};
      if (is_built(Feature::walking)) head_for_way_point(p, slot, moves[end]);
      ++end;
    }
    first = end;
  }
}

}  // namespace

Status Population::begin_move(const MoveOptions& options, MoveBatch& batch) {
  State* found = nullptr;
  if (Status status = find(*this, found); !status) return status;
  State& p = *found;
  Steering& s = p.steering;
  World::State& world = *p.world;
  if (options.size != sizeof(MoveOptions)) return bad_option(BadOption::size);
  if (options.agents_per_job == 0) return bad_option(BadOption::agents_per_job);
  if (!world.in_frame || p.in_thought() || p.acts_or_moves()) return wrong_phase(p);
  if (s.moved_in == world.frame_serial)
    return {StatusCode::wrong_phase, static_cast<uint64_t>(Phase::has_moved)};
  if (world.tape != nullptr) world.tape->begins(p, recording::Part::move, 0);
  const uint32_t count = list_moving(p);
  const uint64_t now = world.header->time_microseconds;
  if (s.any()) {
    s.passed = now - std::min(*s.moved_at, now);
    *s.moved_at = now;
  }
  s.moved_in = world.frame_serial;
  count_stale(p, {s.jobs.slots(), count});
  s.jobs.begin(world.made, ++world.batch_serial, count, options.agents_per_job, kLeastMoving, batch);
  ++world.moving;
  if (world.tape != nullptr) world.tape->begun();
  return {};
}

std::span<uint64_t> Population::blocked() {
  if (state() == nullptr || state()->steering.blocked == nullptr) return {};
  return {state()->steering.blocked, state()->capacity};
}

Status Population::move(const MoveBatch& batch, uint32_t job, Scratch& scratch) {
  State* found = nullptr;
  if (Status status = find_in_phase(*this, batch, found); !status) return status;
  State& p = *found;
  Steering& s = p.steering;
  if (Status status = take_job(p, s.jobs, job, scratch); !status) return status;
  if (p.world->tape != nullptr) p.world->tape->enters(p, recording::Part::move, s.jobs.rows(job));
  in_float_environment([&] {
    if (s.any() || p.walks.any())
      move_all(p, s.jobs.rows(job), scratch.memory(), s.moves.data() + s.jobs.first_row(job));
  });
  return {};
}

Status Population::end_move(const MoveBatch& batch, std::span<const Move>& moves) {
  State* found = nullptr;
  if (Status status = find_in_phase(*this, batch, found); !status) return status;
  State& p = *found;
  Steering& s = p.steering;
  if (Status status = s.jobs.all_taken(); !status) return status;
  Tape* const tape = p.world->tape;
  if (tape != nullptr) tape->ends(p, recording::Part::move);
  s.jobs.end();
  --p.world->moving;
  moves = {s.moves.data(), s.jobs.rows().size()};
  if (tape != nullptr) tape->ended(p, recording::Part::move);
  return {};
}

uint32_t Tools::steering(Entity agent) const {
  uint32_t slot = 0;
  if (!slot_of(agent, slot) || !state()->steering.any()) return kNotFound;
  const uint16_t followed = state()->steering.followed[slot];
  return followed == 0 ? kNotFound : state()->agent->steerings().first() + followed - 1;
}

Status Tools::weights(Entity agent, std::span<float> weights, uint32_t& count) const {
  uint32_t slot = 0;
  if (Status status = slot_of(agent, slot); !status) return status;
  const State& p = *state();
  count = 0;
  const Steering& s = p.steering;
  if (!s.any() || s.followed[slot] == 0 || s.weighed[slot] != s.followed[slot]) return {};
  const uint32_t directions = s.plans[s.followed[slot] - 1].directions.count;
  if (weights.size() < directions) return {StatusCode::buffer_too_small, directions};
  count = directions;
  for (uint32_t i = 0; i < directions; ++i) weights[i] = s.weights[size_t{i} * p.capacity + slot];
  return {};
}

}  // namespace ishi
