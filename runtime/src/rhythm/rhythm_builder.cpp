#include <algorithm>
#include <bit>

#include "columns/state_columns.h"
#include "program/chunk.h"
#include "rhythm/rhythm.h"
#include "views/agents.h"

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

void RhythmBuilder::declare(ColumnSet& columns) {
  Rhythm& r = p_.rhythm;
  r.unit = static_cast<ThinkUnit>(p_.agent->think_unit());
  r.least = p_.agent->think_least();
  r.most = p_.agent->think_most();
  r.is_computed = p_.agent->think_interval() != kNotFound && r.least != r.most;
  r.each_frame = r.unit == ThinkUnit::frames && r.most == 1;
  const bool fits = r.most < Calendar::kMostBuckets;
  r.is_exact = !r.is_computed && r.unit == ThinkUnit::frames && fits;
  const uint32_t shape = shape_of({static_cast<uint64_t>(r.unit), r.least, r.most, r.is_computed ? 1u : 0u});
  uint64_t* const bytes = &p_.agent_bytes.own;
  const Rule in_time = Rule::at_most(2 * kLastMicrosecond);
  const auto info = [&](ColumnTag tag, const Rule& rule = {}) {
    return About(tag).rule(rule).shape(shape).outlives_agents();
  };
  ColumnInfo header = info(ColumnTag::rhythm_header);
  header.report = ReloadPart::rhythm;
  columns.add(r.header, 1, header);
  columns.add_bits(r.due, info(ColumnTag::due, Rule::living()));
  // `due_at` has no meaning where all agents are due in each frame.
  ColumnInfo due_at = info(ColumnTag::due_at, r.each_frame ? Rule{} : in_time);
  due_at.bytes = bytes;
  columns.add_rows(r.due_at, due_at);
  if (!r.each_frame) {
    columns.add_bits(r.newcomers, info(ColumnTag::newcomers, Rule::living()));
    const bool counts_frames = r.unit == ThinkUnit::frames;
    r.calendar.declare(columns, counts_frames && fits ? std::bit_ceil(r.most + 1) : Calendar::kMostBuckets,
                       counts_frames ? 0 : bucket_shift(r.least, r.most), shape);
  }
  if (!r.is_computed) return;
  ColumnInfo look_at = info(ColumnTag::look_at, in_time), interval = info(ColumnTag::interval);
  look_at.bytes = interval.bytes = bytes;
  columns.add_rows(r.look_at, look_at);
  columns.add_rows(r.interval, interval);
}

bool Rhythm::is_sound(const ColumnSet& columns, const uint64_t* living, uint32_t capacity) const {
  constexpr int64_t kMost = int64_t{1} << 61;
  if (header->rest < -kMost || header->rest > kMost || header->overdue > kLastMicrosecond) return false;
  if (header->last > kLastMicrosecond || header->put_off > capacity) return false;
  if (header->rate > kOneThought * capacity) return false;
  if (each_frame) return true;
  const uint32_t words = columns.words();
  const auto count = [words](const uint64_t* bits) {
    uint32_t sum = 0;
    for (uint32_t word = 0; word < words; ++word) sum += static_cast<uint32_t>(std::popcount(bits[word]));
    return sum;
  };
  if (count(newcomers) != header->newcomers) return false;
  for (size_t bucket = 0; bucket < calendar.counts().size(); ++bucket) {
    const uint64_t* const row = calendar.bits().data() + bucket * words;
    for (uint32_t word = 0; word < words; ++word) {
      if ((row[word] & ~living[word]) != 0) return false;
    }
    if (count(row) != calendar.counts()[bucket]) return false;
  }
  for (uint32_t slot = 0; is_computed && slot < columns.rows(); ++slot) {
    if (interval[slot] != 0 && (interval[slot] < least || interval[slot] > most)) return false;
  }
  for (uint32_t slot = 0; slot < capacity; ++slot) {
    if ((living[slot / 64] >> (slot % 64) & 1) != 0 && !comes_to(slot)) return false;
  }
  return true;
}

void RhythmBuilder::begin() {
  const Surroundings& world = *p_.around;
  Rhythm& r = p_.rhythm;
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
