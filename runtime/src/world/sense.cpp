#include <algorithm>

#include "asset/find.h"
#include "built_features.h"
#include "float_environment.h"
#include "ishi/population.h"
#include "ishi/tools.h"
#include "population/population_state.h"
#include "population/refusals.h"
#include "senses/senses.h"
#include "tape/calls.h"
#include "world/reports.h"
#include "world/thought.h"

// The calls of sensing, and what each may not be called after.

namespace ishi {
namespace {

constexpr uint32_t kLeastSensing = 16;  // agents of a job, as in views/jobs.h

// Whom a sense may notice in this frame: what the sense says of the target alone is asked once for all
// observers.
void list_targets(Population::State& p, uint32_t index, bool has_grid) {
  Senses& senses = p.senses;
  const Sense& sense = senses.senses[index];
  TargetList& targets = senses.targets[index];
  const EntityView& entities = p.binding.entities;
  const std::span<float> values(senses.values.data(), senses.values.size());
  targets.begin();
  for (uint32_t row = 1; row < p.world->header->never_used; ++row) {
    const bool is_alive = (entities.generation[row] & 1) != 0;
    if (!is_alive || (sense.thing != kAnyThing && entities.thing[row] != sense.thing)) continue;
    if (sense.filter != kNotFound && sense_value(p, sense.filter, 0, row, values) == 0) continue;
    const bool scales = sense.visibility != kNotFound && !sense.judges_pairs;
    const float visibility = scales ? held(sense_value(p, sense.visibility, 0, row, values), 0, 1, 0) : 1.0f;
    float position[3];
    for (uint32_t axis = 0; axis < 3; ++axis) position[axis] = read_axis(entities.position[axis], row);
    targets.add(row, position, sense.range * visibility);
  }
  targets.sort(sense.range, p.world->options.up == Up::y ? 2 : 1, has_grid);
}

// The sounds that may still be heard, and which senses they count for.
void list_sounds(Population::State& p) {
  Senses& senses = p.senses;
  const Tables& t = p.asset->tables;
  const std::span<float> values(senses.values.data(), senses.values.size());
  senses.sound_count = 0;
  senses.last_sound = p.world->sounds.last_serial();
  p.world->sounds.for_each([&](const MadeSound& made) {
    const uint32_t sound = find_entry(t.sounds_by_id, made.id);
    if (sound == kNotFound) return;
    const uint32_t place = senses.sound_count++;
    senses.sounds[place] = {
        made.serial, made.maker, {made.position[0], made.position[1], made.position[2]}, made.reach, sound};
    const uint32_t maker = p.binding.entities.row_of(made.maker, kAnyThing);
    for (uint32_t i = 0; i < senses.senses.size(); ++i) {
      const Sense& sense = senses.senses[i];
      if (sense.kind != SenseKind::hearing) continue;
      const bool is_listed = sense.sounds.empty() ||
                             std::find(sense.sounds.begin(), sense.sounds.end(), sound) != sense.sounds.end();
      const bool counts =
          is_listed && (sense.filter == kNotFound || sense_value(p, sense.filter, 0, maker, values) != 0);
      senses.sound_counts_for[size_t{i} * senses.sounds.size() + place] = counts ? 1 : 0;
    }
  });
}

}  // namespace

Status Population::begin_sense(const SenseOptions& options, SenseBatch& batch) {
  State* found = nullptr;
  if (Status status = find(*this, found); !status) return status;
  State& p = *found;
  World::State& world = *p.world;
  Senses& senses = p.senses;
  if (options.size != sizeof(SenseOptions)) return bad_option(BadOption::size);
  if (options.agents_per_job == 0) return bad_option(BadOption::agents_per_job);
  if (!world.in_frame || p.in_thought() || p.acts_or_moves()) return wrong_phase(p);
  if (p.thought_in == world.frame_serial)
    return {StatusCode::wrong_phase, static_cast<uint64_t>(Phase::has_thought)};
  if (senses.sensed_in == world.frame_serial)
    return {StatusCode::wrong_phase, static_cast<uint64_t>(Phase::has_sensed)};
  if (world.tape != nullptr) world.tape->begins(p, recording::Part::sense, options.quota);
  senses.sensed_in = world.frame_serial;
  uint32_t count = 0;
  if (senses.any()) {
    senses.notice_count.store(0, std::memory_order_relaxed);
    in_float_environment([&] {
      apply_answers(p);
      if (senses.waiting_places != 0)
        senses.begin_asking(world.header->frames, world.header->time_microseconds);
      if (p.rhythm.is_computed) compute_shared_values(p);
      plan_thoughts(p);
      count = list_sensing(p, options.quota, senses.jobs.slots());
      if (count == 0) return;
      for (uint32_t i = 0; i < senses.senses.size(); ++i) {
        if (senses.senses[i].kind != SenseKind::hearing) list_targets(p, i, options.broad_phase);
      }
      if (senses.hears) list_sounds(p);
    });
  }
  senses.jobs.begin(world.made, ++world.batch_serial, count, options.agents_per_job, kLeastSensing, batch);
  ++world.sensing;
  if (world.tape != nullptr) world.tape->begun();
  return {};
}

Status Population::sense(const SenseBatch& batch, uint32_t job, Scratch& scratch) {
  State* found = nullptr;
  if (Status status = find_in_phase(*this, batch, found); !status) return status;
  State& p = *found;
  Senses& senses = p.senses;
  if (Status status = take_job(p, senses.jobs, job, scratch); !status) return status;
  if (p.world->tape != nullptr) p.world->tape->enters(p, recording::Part::sense, senses.jobs.rows(job));
  in_float_environment([&] {
    if (!senses.any()) return;
    const SenseMemory memory = sense_memory(senses, scratch.memory());
    for (const uint32_t slot : senses.jobs.rows(job)) sense_agent(p, slot, memory);
  });
  return {};
}

Status Population::end_sense(const SenseBatch& batch, std::span<const OcclusionQuery>& queries) {
  State* found = nullptr;
  if (Status status = find_in_phase(*this, batch, found); !status) return status;
  State& p = *found;
  Senses& senses = p.senses;
  if (Status status = senses.jobs.all_taken(); !status) return status;
  if (p.world->tape != nullptr) p.world->tape->ends(p, recording::Part::sense);
  if (senses.any()) {
    in_float_environment([&] {
      tell_levels(p);
      queries = list_queries(p);
    });
  } else {
    queries = {};
  }
  senses.jobs.end();
  --p.world->sensing;
  if (p.world->tape != nullptr) p.world->tape->ended(p, recording::Part::sense);
  return {};
}

SenseCounters Population::sense_counters() const {
  return state() == nullptr ? SenseCounters() : state()->senses.counters;
}

std::span<const Notice> Tools::notices() const {
  if (state() == nullptr) return {};
  const Senses& senses = state()->senses;
  const size_t count = senses.notice_count.load(std::memory_order_relaxed);
  return {senses.notices.data(), std::min(count, senses.notices.size())};
}

Status Tools::judge_sense(Entity agent, uint32_t sense, Entity target, SenseJudgement& judgement) const {
  uint32_t slot = 0;
  if (Status status = slot_of(agent, slot); !status) return status;
  State& p = *state();
  if (target != kNobody && target.world != world_) return {StatusCode::foreign_handle, target.index};
  if (sense >= p.senses.senses.size()) return {StatusCode::out_of_range, sense};
  if (p.in_thought() || p.acts_or_moves()) return wrong_phase(p);
  const std::span<float> values(p.senses.values.data(), p.senses.values.size());
  in_float_environment([&] { judgement = ishi::judge_sense(p, sense, slot, target, values); });
  return {};
}

// One step checks that a place waits for this very answer and changes it, since several threads may answer,
// and others sense meanwhile.
Status take_answer(const Population::State& p, const Ticket& ticket, Sight sight) {
  if (sight > Sight::blocked) return {StatusCode::bad_options, static_cast<uint64_t>(BadOption::sight)};
  const uint64_t query = ticket.query;
  if (query != 0 && ticket.world != p.around->number) return {StatusCode::foreign_handle, query};
  if (ticket.population != p.index) return {StatusCode::query_unknown, query};
  const Senses& senses = p.senses;
  const uint64_t place = query >> 32;
  const auto serial = static_cast<uint32_t>(query);
  if (place >= uint64_t{p.capacity} * senses.waiting_places) return {StatusCode::query_unknown, query};
  Waiting& waiting = senses.waiting[place];
  const uint32_t asked = waiting.serial();
  if (serial == 0 || serial > asked) return {StatusCode::query_unknown, query};
  if (serial < asked || waiting.is_free()) return {StatusCode::query_stale, query};
  const bool is_late = senses.is_late(waiting, p.around->header->frames);
  if (is_late && waiting.state() == Answer::waiting) return {StatusCode::query_stale, query};
  if (waiting.give(serial, sight == Sight::clear ? Answer::clear : Answer::blocked)) return {};
  // Answered by another thread just now, or asked anew.
  return {waiting.serial() == serial ? StatusCode::query_answered : StatusCode::query_stale, query};
}

Status Population::answer(Ticket ticket, Sight sight) {
  if (Status status = this->status(); !status) return status;
  if (!is_built(Feature::senses)) return missing(Feature::senses);
  Tape* const tape = state()->world->tape;
  return tape == nullptr ? take_answer(*state(), ticket, sight) : tape->answer(*state(), ticket, sight);
}

}  // namespace ishi
