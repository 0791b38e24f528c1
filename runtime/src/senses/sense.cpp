#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <utility>

#include "asset/limits.h"
#include "memory/sort.h"
#include "senses/asking.h"
#include "senses/asking_about_sounds.h"
#include "senses/in_sight.h"
#include "senses/nearest.h"
#include "senses/senses.h"
#include "sets/sets.h"
#include "views/agents.h"

// One agent senses. Cheap tests come first, and a target that is out on one is never tested on the next: the
// grid leaves those that may be near enough, then the distance, the field of sight, the sense's `when`, its
// visibility where that depends on the observer, and in the end the game's answer.

namespace ishi {
namespace {

constexpr float kEverywhere = std::numeric_limits<float>::infinity();

struct Observer {
  uint32_t slot = 0;
  uint32_t row = 0;
  float position[3] = {};
  float facing[3] = {};
  float facing_length = 1;
  float seconds = 0;  // time since it last sensed
};

// A facing of any length but zero is as good as one of length 1; zero, like NaN, is the world's forward.
void read_facing(const EntityView& entities, Observer& observer) {
  const auto read = [&](uint32_t row) {
    float longest = 0;
    for (uint32_t axis = 0; axis < 3; ++axis) {
      observer.facing[axis] = read_axis(entities.facing[axis], row);
      const float length = observer.facing[axis] < 0 ? -observer.facing[axis] : observer.facing[axis];
      longest = length > longest ? length : longest;
    }
    return longest;
  };
  float longest = read(observer.row);
  if (longest == 0) longest = read(0);
  for (float& part : observer.facing) part /= longest;
  const float* const f = observer.facing;
  observer.facing_length = std::sqrt(f[0] * f[0] + f[1] * f[1] + f[2] * f[2]);
}

Observer observer_in(const Agents& p, uint32_t slot) {
  const EntityView& entities = p.binding.entities;
  const uint64_t now = p.around->header->time_microseconds;
  Observer observer;
  observer.slot = slot;
  observer.row = p.self[slot].index;
  for (uint32_t axis = 0; axis < 3; ++axis)
    observer.position[axis] = read_axis(entities.position[axis], observer.row);
  read_facing(entities, observer);
  const uint64_t since = p.senses.sensed_at[slot];
  observer.seconds = static_cast<float>(static_cast<double>(now > since ? now - since : 0) / 1e6);
  return observer;
}

struct Counts {
  uint64_t candidates = 0, distance_tests = 0, field_tests = 0, conditions = 0;
};

// dot(facing, to) >= cosine * |facing| * |to|; whoever stands at the observer's own place is inside.
bool is_in_field(const Sense& sense, const Observer& observer, const float (&to)[3], float distance_squared) {
  const float* const f = observer.facing;
  const float dot = f[0] * to[0] + f[1] * to[1] + f[2] * to[2];
  return dot >= sense.cosine * observer.facing_length * std::sqrt(distance_squared);
}

// The test of a visibility that depends on the observer.
bool is_visible(const Agents& p, const Sense& sense, const Observer& observer, uint32_t target,
                float distance_squared, std::span<float> values) {
  if (!sense.judges_pairs) return true;
  const float visibility = held(sense_value(p, sense.visibility, observer.slot, target, values), 0, 1, 0);
  const float reach = sense.range * visibility;
  return distance_squared <= reach * reach;
}

bool passes(const Agents& p, const Sense& sense, const Observer& observer, uint32_t target,
            float distance_squared, std::span<float> values, Counts& counts) {
  if (sense.when != kNotFound) {
    ++counts.conditions;
    if (sense_value(p, sense.when, observer.slot, target, values) == 0) return false;
  }
  return is_visible(p, sense, observer, target, distance_squared, values);
}

bool passes_field(const Sense& sense, const Observer& observer, const float (&to)[3], float distance_squared,
                  Counts& counts) {
  if (sense.sees_all_around) return true;
  ++counts.field_tests;
  return is_in_field(sense, observer, to, distance_squared);
}

// Calls visit(row, distance_squared, is_in_field) for targets that are near enough, and no farther away than
// so much squared.
template <typename Visitor>
void for_each_near(const Agents& p, uint32_t index, const Observer& observer, float most_squared,
                   Counts& counts, Visitor&& visit) {
  const Sense& sense = p.senses.senses[index];
  const TargetList& targets = p.senses.targets[index];
  const SightTargets columns = targets.columns();
  const float* const o = observer.position;
  const float* const f = observer.facing;
  const SightFrom from{
      {o[0], o[1], o[2]}, {f[0], f[1], f[2]}, sense.cosine * observer.facing_length, most_squared};
  const uint32_t own = targets.find(observer.row);
  targets.for_each_run(observer.position, [&](uint32_t first, uint32_t end) {
    counts.candidates += end - first;
    counts.distance_tests += end - first - (own >= first && own < end ? 1 : 0);
    for (uint32_t begin = first; begin < end; begin += 64) {
      InSight found;
      p.schedule.machine->find_in_sight(columns, from, begin, std::min(end - begin, 64u), found);
      if (sense.sees_all_around) found.in_field = ~uint64_t{0};
      for (uint64_t near = found.near; near != 0; near &= near - 1) {
        const auto bit = static_cast<uint32_t>(std::countr_zero(near));
        if (begin + bit == own) continue;
        visit(targets.row(begin + bit), found.squared[bit], (found.in_field >> bit & 1) != 0);
      }
    }
  });
}

// Calls take(row, distance_squared) for those of a batch that pass the sense's condition, and empties it.
template <typename Take>
void judge_batch(const Agents& p, uint32_t index, const Observer& observer, const SenseMemory& memory,
                 Counts& counts, Take&& take) {
  const Sense& sense = p.senses.senses[index];
  TargetBatch& batch = *memory.batch;
  const uint32_t count = std::exchange(batch.count, 0);
  if (count < kFewTargets) {
    for (uint32_t i = 0; i < count; ++i) {
      if (passes(p, sense, observer, batch.rows[i], batch.distance_squared[i], memory.values, counts))
        take(batch.rows[i], batch.distance_squared[i]);
    }
    return;
  }
  counts.conditions += count;
  const float* const holds = values_of_targets(p, p.senses.conditions[index], observer.slot,
                                               {batch.rows, count}, memory.values, memory.lanes);
  for (uint32_t i = 0; i < count; ++i) {
    if (holds[i] != 0 &&
        is_visible(p, sense, observer, batch.rows[i], batch.distance_squared[i], memory.values))
      take(batch.rows[i], batch.distance_squared[i]);
  }
}

// Calls take(row, distance_squared) for targets that pass all tests but the game's, of those for which
// is_wanted(row, distance_squared); farther away than `most_squared` none is.
template <typename Wanted, typename Take>
void for_each_passing(const Agents& p, uint32_t index, const Observer& observer, const SenseMemory& memory,
                      float most_squared, Counts& counts, Wanted&& is_wanted, Take&& take) {
  const Sense& sense = p.senses.senses[index];
  const bool is_together = p.senses.conditions[index].any();
  TargetBatch& batch = *memory.batch;
  batch.count = 0;
  for_each_near(p, index, observer, most_squared, counts,
                [&](uint32_t row, float distance_squared, bool is_in_field) {
                  if (!is_wanted(row, distance_squared)) return;
                  counts.field_tests += sense.sees_all_around ? 0 : 1;
                  if (!is_in_field) return;
                  if (is_together) {
                    batch.rows[batch.count] = row;
                    batch.distance_squared[batch.count] = distance_squared;
                    if (++batch.count == kChunkRows) judge_batch(p, index, observer, memory, counts, take);
                  } else if (passes(p, sense, observer, row, distance_squared, memory.values, counts)) {
                    take(row, distance_squared);
                  }
                });
  judge_batch(p, index, observer, memory, counts, take);
}

// Nothing can stand in between: the nearest are noticed. Those who are facts come first, so that nobody new
// takes their place.
void notice_nearest(Agents& p, uint32_t index, const Observer& observer, const SenseMemory& memory,
                    Counts& counts) {
  const Sense& sense = p.senses.senses[index];
  const SetTable& facts = p.sets.tables[sense.memory];
  Nearest nearest(sense.capacity);
  for_each_passing(
      p, index, observer, memory, kEverywhere, counts, [](uint32_t, float) { return true; },
      [&](uint32_t row, float distance_squared) {
        nearest.add({distance_squared, row, distance_squared, 0});
      });
  for (const bool is_known : {true, false}) {
    for (const Near& near : nearest.all()) {
      const auto row = static_cast<uint32_t>(near.which);
      const EntityId who{row, p.binding.entities.generation[row]};
      const uint32_t known = facts.find(observer.slot, who);
      if ((known != kNotFound) != is_known) continue;
      if (notice(p, index, observer.slot, who, known, observer.seconds, memory.values) != kNotFound)
        Senses::count(p.senses.counters.noticed);
    }
  }
}

// Goes over those whom the sense had in sight.
void test_in_sight(const Agents& p, uint32_t index, const Observer& observer, std::span<float> values,
                   Asking& asking, Counts& counts) {
  const Sense& sense = p.senses.senses[index];
  const TargetList& targets = p.senses.targets[index];
  for (uint32_t i = 0; i < asking.in_sight().size(); ++i) {
    if (!asking.in_sight().holds(i)) continue;
    const uint32_t row = p.binding.entities.row_of(asking.in_sight().who(i), kAnyThing);
    const uint32_t place = row == 0 ? kNotFound : targets.find(row);
    if (place == kNotFound) {
      asking.lose(i);
      continue;
    }
    const float* const o = observer.position;
    const float to[3] = {targets.axis(0)[place] - o[0], targets.axis(1)[place] - o[1],
                         targets.axis(2)[place] - o[2]};
    const float distance_squared = to[0] * to[0] + to[1] * to[1] + to[2] * to[2];
    if (distance_squared <= targets.reach(place) * targets.reach(place) &&
        passes_field(sense, observer, to, distance_squared, counts) &&
        passes(p, sense, observer, row, distance_squared, values, counts))
      asking.keep(i, distance_squared, row);
    else
      asking.lose(i);
  }
}

// Asks the game what stands in between.
void ask(Agents& p, uint32_t index, const Observer& observer, const SenseMemory& memory, Counts& counts) {
  const Sense& sense = p.senses.senses[index];
  Asking asking(p, sense, observer.slot);
  test_in_sight(p, index, observer, memory.values, asking, counts);
  asking.begin_others();
  for_each_passing(
      p, index, observer, memory, asking.most_squared(), counts,
      [&](uint32_t row, float distance_squared) { return asking.takes(distance_squared, row); },
      [&](uint32_t row, float distance_squared) { asking.add(distance_squared, row); });
  asking.ask(observer.seconds);
}

// Adds a sound, later than all before. Each maker counts once, as near as the nearest of its sounds; `place`
// becomes that of its latest one.
void add_sound(const Senses& senses, Nearest& makers, Near heard) {
  const EntityId maker = senses.sounds[heard.place].maker;
  const std::span<Near> known = makers.all();
  for (size_t i = 0; i < known.size(); ++i) {
    if (senses.sounds[known[i].place].maker != maker) continue;
    if (!heard.is_before(known[i])) {
      known[i].place = heard.place;
      known[i].distance_squared = heard.distance_squared;
      return;
    }
    makers.remove(i);
    break;
  }
  makers.add(heard);
}

void hear(Agents& p, uint32_t index, const Observer& observer, std::span<float> values, Counts& counts) {
  Senses& senses = p.senses;
  const Sense& sense = senses.senses[index];
  Nearest makers(sense.capacity);
  Nearest latest(sense.capacity);  // for a hearing that asks
  for (uint32_t i = 0; i < senses.sound_count; ++i) {
    const HeardSound& sound = senses.sounds[i];
    if (sound.serial <= senses.heard[observer.slot] ||
        senses.sound_counts_for[size_t{index} * senses.sounds.size() + i] == 0)
      continue;
    ++counts.candidates;
    if (sound.maker == p.self[observer.slot]) continue;
    ++counts.distance_tests;
    const float reach = sound.reach * sense.range;
    float distance_squared = 0;
    for (uint32_t axis = 0; axis < 3; ++axis) {
      const float to = sound.position[axis] - observer.position[axis];
      distance_squared += to * to;
    }
    if (!(distance_squared <= reach * reach)) continue;
    const uint32_t maker = p.binding.entities.row_of(sound.maker, kAnyThing);
    if (!passes(p, sense, observer, maker, distance_squared, values, counts)) continue;
    add_sound(senses, makers, {distance_squared, sound.serial, distance_squared, i});
    if (sense.occlusion) latest.add({0, ~sound.serial, distance_squared, i});
  }
  if (sense.occlusion) {
    ask_about_sounds(p, index, observer.slot, observer.seconds, makers.all(), latest.all());
    return;
  }
  const std::span<Near> heard = makers.all();
  sort_rarely(heard.data(), heard.data() + heard.size(),
              [](const Near& a, const Near& b) { return a.place < b.place; });
  for (const Near& near : heard) {
    const HeardSound& sound = senses.sounds[near.place];
    const float loudness = loudness_of(sense, sound, near.distance_squared);
    static_cast<void>(notice_sound(p, index, observer.slot, sound, loudness, true, values));
  }
}

bool waits_for(const Senses& senses, uint32_t slot, uint32_t memory, EntityId who) {
  if (!senses.has_some_waiting(slot)) return false;
  for (const Sense& sense : senses.senses) {
    if (!sense.occlusion || sense.memory != memory) continue;
    const Waiting* const places = senses.waiting_of(slot, sense);
    for (uint32_t i = 0; i < sense.places; ++i) {
      if (!places[i].is_free() && places[i].target == who) return true;
    }
  }
  return false;
}

// A target that no sense notices slowly loses awareness. One that waits for an answer, or was put off, is
// judged when the answer is there.
void lose_awareness(Agents& p, const Observer& observer) {
  const int64_t now = signed_time(p.around->header->time_microseconds);
  const float seconds = held(observer.seconds, 0, limits::kLongAgo, 0);
  for (const AwareMemory& aware : p.senses.aware) {
    const SetTable& table = p.sets.tables[aware.memory];
    for (uint32_t i = 0; i < table.count[observer.slot]; ++i) {
      const uint32_t row = table.row(observer.slot, i);
      const EntityId who = table.entity[row];
      if (table.last_seen[row] >= now || waits_for(p.senses, observer.slot, aware.memory, who) ||
          is_put_off(table, row))
        continue;
      change_awareness(p, aware, observer.slot, row, -(aware.fall * seconds));
    }
  }
}

}  // namespace

void sense_agent(Agents& p, uint32_t slot, const SenseMemory& memory) {
  Senses& senses = p.senses;
  const Observer observer = observer_in(p, slot);
  Counts counts;
  for (uint32_t i = 0; i < senses.senses.size(); ++i) {
    const Sense& sense = senses.senses[i];
    if (sense.kind == SenseKind::hearing) {
      hear(p, i, observer, memory.values, counts);
      continue;
    }
    if (sense.occlusion)
      ask(p, i, observer, memory, counts);
    else
      notice_nearest(p, i, observer, memory, counts);
  }
  lose_awareness(p, observer);
  senses.sensed_at[slot] = p.around->header->time_microseconds;
  if (senses.hears) senses.heard[slot] = senses.last_sound;
  Senses::count(senses.counters.candidates, counts.candidates);
  Senses::count(senses.counters.distance_tests, counts.distance_tests);
  Senses::count(senses.counters.field_tests, counts.field_tests);
  Senses::count(senses.counters.conditions, counts.conditions);
}

SenseJudgement judge_sense(const Agents& p, uint32_t index, uint32_t slot, EntityId target,
                           std::span<float> values) {
  const Sense& sense = p.senses.senses[index];
  const EntityView& entities = p.binding.entities;
  const Observer observer = observer_in(p, slot);
  const uint32_t row = entities.row_of(target, kAnyThing);
  if (sense.kind == SenseKind::hearing) return {.verdict = SenseVerdict::not_of_this_sense};
  if (row == 0 || row == observer.row) return {.verdict = SenseVerdict::not_there};

  SenseJudgement judgement;
  float to[3];
  float distance_squared = 0;
  float dot = 0;
  for (uint32_t axis = 0; axis < 3; ++axis) {
    to[axis] = read_axis(entities.position[axis], row) - observer.position[axis];
    distance_squared += to[axis] * to[axis];
    dot += to[axis] * observer.facing[axis];
  }
  judgement.distance = std::sqrt(distance_squared);
  const float lengths = judgement.distance * observer.facing_length;
  if (lengths > 0) judgement.cosine = held(dot / lengths, -1, 1, 1);
  const bool scales = sense.visibility != kNotFound;
  const float visibility = scales ? held(sense_value(p, sense.visibility, slot, row, values), 0, 1, 0) : 1.0f;
  judgement.reach = sense.range * visibility;
  const auto holds = [&](uint32_t formula) {
    return formula == kNotFound || sense_value(p, formula, slot, row, values) != 0;
  };
  const auto verdict = [&] {
    if (sense.thing != kAnyThing && entities.thing[row] != sense.thing) return SenseVerdict::other_kind;
    if (!(distance_squared <= judgement.reach * judgement.reach)) return SenseVerdict::too_far;
    if (!sense.sees_all_around && !is_in_field(sense, observer, to, distance_squared))
      return SenseVerdict::outside_field;
    if (!holds(sense.filter) || !holds(sense.when)) return SenseVerdict::condition;
    return sense.occlusion ? SenseVerdict::clear_sight_needed : SenseVerdict::noticed;
  };
  judgement.verdict = verdict();
  return judgement;
}

}  // namespace ishi
