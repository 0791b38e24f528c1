#include <algorithm>
#include <bit>

#include "program/chunk.h"
#include "rhythm/rhythm.h"
#include "world/population_state.h"

namespace ishi {
namespace {

// Of microseconds: such that the ring holds the longest interval if it can, and the shortest one is eight
// buckets long; a millisecond at least.
uint32_t bucket_shift(uint32_t least, uint32_t most) {
  const auto reaches = static_cast<uint32_t>(std::bit_width(most / (Calendar::kMostBuckets - 1)));
  const auto tells = static_cast<uint32_t>(std::bit_width(least / 8)) - (least < 8 ? 0 : 1);
  return std::max(std::min(reaches, tells), 10u);
}

}  // namespace

void RhythmBuilder::plan(ArenaPlan& plan, uint32_t padded) {
  Rhythm& r = p_.rhythm;
  r.unit = static_cast<ThinkUnit>(p_.agent->think_unit());
  r.least = p_.agent->think_least();
  r.most = p_.agent->think_most();
  r.is_computed = p_.agent->think_interval() != kNotFound && r.least != r.most;
  r.each_frame = r.unit == ThinkUnit::frames && r.most == 1;
  const bool fits = r.most < Calendar::kMostBuckets;
  r.is_exact = !r.is_computed && r.unit == ThinkUnit::frames && fits;
  header_ = plan.add(sizeof(RhythmHeader), 1);
  due_ = plan.add(sizeof(uint64_t), p_.capacity / 64 + 1);
  RowPlan rows(plan, padded);
  due_at_ = rows.add(sizeof(uint64_t));
  if (!r.each_frame) {
    newcomers_ = plan.add(sizeof(uint64_t), p_.capacity / 64 + 1);
    const bool counts_frames = r.unit == ThinkUnit::frames;
    r.calendar.plan(plan, p_.capacity,
                    counts_frames && fits ? std::bit_ceil(r.most + 1) : Calendar::kMostBuckets,
                    counts_frames ? 0 : bucket_shift(r.least, r.most));
  }
  if (r.is_computed) {
    look_at_ = rows.add(sizeof(uint64_t));
    interval_ = rows.add(sizeof(uint32_t));
  }
  p_.agent_bytes.own += rows.bytes();
}

void RhythmBuilder::attach(Arena& arena) {
  Rhythm& r = p_.rhythm;
  r.header = arena.at<RhythmHeader>(header_);
  r.due = arena.at<uint64_t>(due_);
  r.due_at = arena.at<uint64_t>(due_at_);
  if (!r.each_frame) {
    r.newcomers = arena.at<uint64_t>(newcomers_);
    r.calendar.attach(arena);
  }
  if (r.is_computed) {
    r.look_at = arena.at<uint64_t>(look_at_);
    r.interval = arena.at<uint32_t>(interval_);
  }
  const World::State& world = *p_.world;
  r.header->last = r.unit == ThinkUnit::frames ? world.header->frames : world.header->time_microseconds;
}

bool RhythmBuilder::allocate(ScheduleInput input) {
  Rhythm& r = p_.rhythm;
  if (!r.is_computed) return true;
  input.options = {};
  input.draws = false;
  input.decides = false;
  input.result = p_.agent->think_interval();
  return make_schedule(input, r.schedule) && r.looked.allocate(p_.capacity / 64 + 1) &&
         r.memory.allocate(r.schedule.registers, r.schedule.flags);
}

}  // namespace ishi
