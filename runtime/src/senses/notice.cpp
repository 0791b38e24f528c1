#include <algorithm>
#include <bit>
#include <cstring>

#include "bodies/acting.h"
#include "program/level_sum.h"
#include "program/run_row.h"
#include "senses/in_sight.h"
#include "senses/senses.h"
#include "sets/facts.h"
#include "sets/sets.h"
#include "views/agents.h"
#include "views/events.h"

// What becomes of somebody whom a sense notices: a fact, and how aware the agent is of it.

namespace ishi {
namespace {

void note(Agents& p, uint32_t sense, uint32_t slot, EntityId who) {
  Senses& senses = p.senses;
  if (senses.notices.size() == 0) return;
  const uint32_t place = senses.notice_count.fetch_add(1, std::memory_order_relaxed);
  if (place >= senses.notices.size()) return;
  senses.notices[place] = {p.around->handle_of(p.self[slot]), sense, p.around->handle_of(who)};
}

// Which fact of a full memory makes room for somebody: the one noticed longest ago of those not in sight.
// A fact noticed at this moment does not make room, or facts of one moment would push each other out. Neither
// does a target in sight that was put off, except for a nearer one. kNotFound: no fact makes room.
uint32_t who_gives_way(const Agents& p, const Sense& sense, uint32_t slot, EntityId who) {
  const SetTable& table = p.sets.tables[sense.memory];
  int64_t last = signed_time(p.around->header->time_microseconds), last_unseen = last;
  uint32_t oldest = kNotFound, oldest_unseen = kNotFound;
  for (uint32_t i = 0; i < table.count[slot]; ++i) {
    const uint32_t row = table.row(slot, i);
    if (table.last_seen[row] < last) {
      oldest = i;
      last = table.last_seen[row];
    }
    if (table.last_seen[row] < last_unseen && !is_in_sight(p, table, row)) {
      oldest_unseen = i;
      last_unseen = table.last_seen[row];
    }
  }
  if (oldest_unseen != kNotFound) return oldest_unseen;
  return sense.keeps_in_sight() ? find_farther(p, sense, slot, who) : oldest;
}

// False if a full memory has no room for somebody of whom it has no fact.
bool make_room(Agents& p, const Sense& sense, uint32_t slot, EntityId who) {
  const SetTable& table = p.sets.tables[sense.memory];
  if (table.count[slot] < table.capacity) return true;
  const uint32_t fact = who_gives_way(p, sense, slot, who);
  if (fact == kNotFound) return false;
  forget(p, sense.memory, slot, table.entity[table.row(slot, fact)]);
  return true;
}

// How fast the agent becomes aware, or by how much at once.
float rise_of(Agents& p, const Sense& sense, uint32_t slot, EntityId who, std::span<float> values) {
  if (sense.rise == kNotFound) return 0;
  if (sense.is_rise_constant)
    return held(sense.constant_rise, -limits::kAwarenessRate, limits::kAwarenessRate, 0);
  const uint32_t row = p.binding.entities.row_of(who, kAnyThing);
  return held(sense_value(p, sense.rise, slot, row, values), -limits::kAwarenessRate, limits::kAwarenessRate,
              0);
}

// Tells the older sounds of a maker that wait for the game's answer that a hearing has noticed this one.
void outdate(const Agents& p, const Sense& by, uint32_t slot, const HeardSound& heard) {
  const Senses& senses = p.senses;
  if (senses.asked_sounds == 0 || !senses.has_some_waiting(slot)) return;
  for (const Sense& sense : senses.senses) {
    if (sense.kind != SenseKind::hearing || !sense.occlusion || sense.memory != by.memory) continue;
    const Waiting* const places = senses.waiting_of(slot, sense);
    AskedSound* const sounds = senses.sounds_of(slot, sense);
    for (uint32_t i = 0; i < sense.places; ++i) {
      if (!places[i].is_free() && places[i].target == heard.maker && sounds[i].serial < heard.serial)
        sounds[i].is_outdated = 1;
    }
  }
}

float held_seconds(float seconds) { return held(seconds, 0, limits::kLongAgo, 0); }

}  // namespace

float sense_value(const Agents& p, uint32_t formula, uint32_t slot, uint32_t target,
                  std::span<float> values) {
  const blob::Range& range = p.asset->tables.formulas[formula].program();
  Row row{slot, p.team[slot], p.profile[slot]};
  row.target = target;
  run_row(p.binding, p.asset->program(range), p.asset->domains_of(range), row, values,
          [](const Row&, uint32_t) {});
  return values[range.count() - 1];
}

const AwareMemory* find_aware(const Senses& senses, uint32_t memory) {
  for (const AwareMemory& aware : senses.aware) {
    if (aware.memory == memory) return &aware;
  }
  return nullptr;
}

uint8_t levels_reached(const AwareMemory& aware, float awareness) {
  uint8_t reached = 0;
  for (const blob::AwarenessLevel& level : aware.levels) reached += awareness >= level.level() ? 1 : 0;
  return reached;
}

void change_awareness(Agents& p, const AwareMemory& aware, uint32_t slot, uint32_t row, float change) {
  const SetTable& table = p.sets.tables[aware.memory];
  const LevelSum sum = level_after(held(table.awareness[row], 0, 1, 0), table.awareness_rest[row], change);
  table.awareness[row] = sum.level;
  table.awareness_rest[row] = sum.rest;
  const uint8_t reached = levels_reached(aware, sum.level);
  if (reached > table.told[row]) {
    Acting::raise(p.senses.to_tell, slot);
  } else {
    table.told[row] = reached;
  }
}

void raise_awareness(Agents& p, uint32_t memory, uint32_t slot, EntityId who, float at_least) {
  const SetTable& table = p.sets.tables[memory];
  const AwareMemory* const aware = find_aware(p.senses, memory);
  const uint32_t fact = table.find(slot, who);
  if (aware == nullptr || fact == kNotFound) return;
  const uint32_t row = table.row(slot, fact);
  const float raised = held(at_least, 0, 1, 0);
  if (raised > held(table.awareness[row], 0, 1, 0)) {
    table.awareness[row] = raised;
    table.awareness_rest[row] = 0;
  }
  change_awareness(p, *aware, slot, row, 0);
}

uint32_t notice(Agents& p, uint32_t index, uint32_t slot, EntityId who, uint32_t known, float seconds,
                std::span<float> values) {
  const Sense& sense = p.senses.senses[index];
  const SetTable& table = p.sets.tables[sense.memory];
  if (known == kNotFound && !make_room(p, sense, slot, who)) return kNotFound;
  const uint32_t fact = remember(p, sense.memory, slot, who, known);
  if (const AwareMemory* const aware = find_aware(p.senses, sense.memory); aware != nullptr) {
    const float change = rise_of(p, sense, slot, who, values) * held_seconds(seconds);
    change_awareness(p, *aware, slot, table.row(slot, fact), change);
  }
  note(p, index, slot, who);
  return fact;
}

bool notice_sound(Agents& p, uint32_t index, uint32_t slot, const HeardSound& sound, float loudness,
                  bool rises, std::span<float> values) {
  const Sense& sense = p.senses.senses[index];
  const SetTable& table = p.sets.tables[sense.memory];
  const EntityView& entities = p.binding.entities;
  if (table.find(slot, sound.maker) == kNotFound && !make_room(p, sense, slot, sound.maker)) return false;
  const uint32_t row = remember_place(p, sense.memory, slot, sound.maker, sound.position);
  const float which[3] = {static_cast<float>(sound.sound), 0, 0};
  const float how_loud[3] = {loudness, 0, 0};
  table.fields[0].write(row, which, entities);
  table.fields[1].write(row, how_loud, entities);
  if (const AwareMemory* const aware = find_aware(p.senses, sense.memory); aware != nullptr)
    change_awareness(p, *aware, slot, row, rises ? rise_of(p, sense, slot, sound.maker, values) : 0);
  Senses::count(p.senses.counters.noticed);
  note(p, index, slot, sound.maker);
  outdate(p, sense, slot, sound);
  return true;
}

void notice_older_sound(Agents& p, uint32_t index, uint32_t slot, EntityId maker, std::span<float> values) {
  const Sense& sense = p.senses.senses[index];
  const SetTable& table = p.sets.tables[sense.memory];
  const AwareMemory* const aware = find_aware(p.senses, sense.memory);
  const uint32_t fact = table.find(slot, maker);
  if (aware == nullptr || fact == kNotFound) return;
  change_awareness(p, *aware, slot, table.row(slot, fact), rise_of(p, sense, slot, maker, values));
}

void tell_levels(Agents& p) {
  Senses& senses = p.senses;
  const Tables& t = p.asset->tables;
  for (uint32_t begin = 0; begin < p.capacity; begin += 64) {
    uint64_t waiting = senses.to_tell[begin / 64];
    for (; waiting != 0; waiting &= waiting - 1) {
      const uint32_t slot = begin + static_cast<uint32_t>(std::countr_zero(waiting));
      bool is_told = true;
      for (const AwareMemory& aware : senses.aware) {
        const SetTable& table = p.sets.tables[aware.memory];
        for (uint32_t i = 0; i < table.count[slot]; ++i) {
          const uint32_t row = table.row(slot, i);
          const uint8_t reached = levels_reached(aware, held(table.awareness[row], 0, 1, 0));
          for (uint8_t& told = table.told[row]; told < reached; ++told) {
            const EntityId who = table.entity[row];
            std::byte record[8] = {};
            std::memcpy(record, &who, sizeof who);
            if (post_event(*p.around, t.events[aware.levels[told].event()].id(), EventTarget::agent, 0,
                           p.self[slot], record)) {
              continue;
            }
            ++senses.counters.lost_events;
            is_told = false;
            break;
          }
          table.told[row] = std::min(table.told[row], reached);
        }
      }
      if (is_told) Acting::lower(senses.to_tell, slot);
    }
  }
}

}  // namespace ishi
