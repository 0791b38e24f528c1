#include <algorithm>
#include <atomic>
#include <bit>

#include "asset/find.h"
#include "bodies/acting.h"
#include "senses/in_sight.h"
#include "senses/senses.h"
#include "sets/sets.h"
#include "views/agents.h"

// What becomes of the pairs whose line of sight the game was asked for.

namespace ishi {
namespace {

// A target that was not seen loses awareness, unless another sense notices it or may yet notice it.
void lose(Agents& p, const Sense& own, uint32_t slot, const Waiting& waiting) {
  const AwareMemory* const aware = find_aware(p.senses, own.memory);
  if (aware == nullptr) return;
  const SetTable& table = p.sets.tables[own.memory];
  const uint32_t fact = table.find(slot, waiting.target);
  if (fact == kNotFound) return;
  const uint32_t row = table.row(slot, fact);
  if (table.last_seen[row] >= signed_time(p.senses.asked_at(waiting))) return;
  for (const Sense& sense : p.senses.senses) {
    if (!sense.occlusion || sense.memory != own.memory) continue;
    const Waiting* const places = p.senses.waiting_of(slot, sense);
    for (uint32_t i = 0; i < sense.places; ++i) {
      const bool is_other = &places[i] != &waiting && !places[i].is_free();
      if (is_other && places[i].target == waiting.target) return;
    }
  }
  if (is_put_off(table, row)) return;
  change_awareness(p, *aware, slot, row, -(aware->fall * held(waiting.seconds, 0, limits::kLongAgo, 0)));
}

// `known`: the fact that there is of the target.
void apply_to_target(Agents& p, uint32_t index, uint32_t slot, Waiting& waiting, bool is_clear,
                     uint32_t known) {
  const Sense& sense = p.senses.senses[index];
  const InSightList in_sight(p, sense, slot);
  const EntityId target = waiting.target;
  const float seconds = waiting.seconds;
  if (is_clear && p.binding.entities.row_of(target, sense.thing) != 0) {
    waiting.free();
    const uint32_t fact =
        notice(p, index, slot, target, known, seconds, {p.senses.values.data(), p.senses.values.size()});
    if (fact == kNotFound) {
      in_sight.remove(target);
    } else {
      ++p.senses.counters.noticed;  // no job senses meanwhile
      in_sight.add(fact);
    }
  } else {
    in_sight.remove(target);
    lose(p, sense, slot, waiting);
    waiting.free();
  }
}

// Awareness of a maker rises once for all of its sounds that one sensing has heard.
void mark_risen(const Senses& senses, const Sense& sense, uint32_t slot, EntityId maker, uint32_t moment) {
  const Waiting* const places = senses.waiting_of(slot, sense);
  for (uint32_t i = 0; i < sense.places; ++i) {
    if (!places[i].is_free() && places[i].target == maker && places[i].moment() == moment)
      senses.sounds_of(slot, sense)[i].has_risen = 1;
  }
}

// A sound is heard even if its maker is gone.
void apply_to_sound(Agents& p, uint32_t index, uint32_t slot, Waiting& waiting, bool is_clear) {
  const Sense& sense = p.senses.senses[index];
  AskedSound& place = p.senses.sounds_of(slot, sense)[&waiting - p.senses.waiting_of(slot, sense)];
  const AskedSound asked = place;
  const EntityId maker = waiting.target;
  const uint32_t moment = waiting.moment();
  const std::span<float> values{p.senses.values.data(), p.senses.values.size()};
  const uint32_t sound = find_entry(p.asset->tables.sounds_by_id, asked.sound.value);
  place = {};
  if (!is_clear || sound == kNotFound) {
    lose(p, sense, slot, waiting);
    waiting.free();
    return;
  }
  waiting.free();
  const bool rises = asked.has_risen == 0;
  if (asked.is_outdated == 0) {
    const HeardSound heard{
        asked.serial, maker, {asked.position[0], asked.position[1], asked.position[2]}, 0, sound};
    if (!notice_sound(p, index, slot, heard, asked.loudness, rises, values)) return;
  } else if (rises) {
    notice_older_sound(p, index, slot, maker, values);
  }
  mark_risen(p.senses, sense, slot, maker, moment);
}

// True if the pair waits no more. `known`: the fact that there is of its target.
bool apply(Agents& p, uint32_t index, uint32_t slot, Waiting& waiting, uint32_t known) {
  const Answer answer = waiting.state();
  if (answer == Answer::none) return true;
  const bool is_late = p.senses.is_late(waiting, p.around->header->frames);
  if (answer == Answer::waiting && !is_late) return false;
  if (answer == Answer::waiting) Senses::count(p.senses.counters.lapsed);
  if (p.senses.senses[index].keeps_in_sight())
    apply_to_target(p, index, slot, waiting, answer == Answer::clear, known);
  else
    apply_to_sound(p, index, slot, waiting, answer == Answer::clear);
  return true;
}

// Those of a slot; true if none waits any more. Who is a fact comes first, so that nobody new takes the place
// of one who is seen at the same moment.
bool apply_all(Agents& p, uint32_t slot) {
  const Senses& senses = p.senses;
  bool is_over = true;
  for (const bool is_known : {true, false}) {
    for (uint32_t i = 0; i < senses.senses.size(); ++i) {
      const Sense& sense = senses.senses[i];
      if (!sense.occlusion) continue;
      const SetTable& facts = p.sets.tables[sense.memory];
      Waiting* const places = senses.waiting_of(slot, sense);
      for (uint32_t k = 0; k < sense.places; ++k) {
        if (places[k].is_free()) continue;
        const uint32_t known = facts.find(slot, places[k].target);
        if (is_known && known == kNotFound) continue;
        is_over = apply(p, i, slot, places[k], known) && is_over;
      }
    }
  }
  return is_over;
}

}  // namespace

void apply_answers(Agents& p) {
  Senses& senses = p.senses;
  if (senses.waiting_places == 0) return;
  bool any = false;
  for (uint32_t begin = 0; begin < p.capacity; begin += 64) {
    uint64_t waiting = senses.has_waiting[begin / 64];
    any = any || waiting != 0;
    for (; waiting != 0; waiting &= waiting - 1) {
      const uint32_t slot = begin + static_cast<uint32_t>(std::countr_zero(waiting));
      if (apply_all(p, slot)) Acting::lower(senses.has_waiting, slot);
    }
  }
  if (any) tell_levels(p);
}

std::span<const OcclusionQuery> list_queries(Agents& p) {
  Senses& senses = p.senses;
  const EntityView& entities = p.binding.entities;
  const uint64_t frame = p.around->header->frames;
  size_t count = 0;
  const auto place_of = [&](uint32_t row) {
    return Vector3{read_axis(entities.position[0], row), read_axis(entities.position[1], row),
                   read_axis(entities.position[2], row)};
  };
  const auto list = [&](uint32_t slot, const Sense& sense, Entity observer, const Vector3& from) {
    const Waiting* const places = senses.waiting_of(slot, sense);
    const auto first = static_cast<uint64_t>(places - senses.waiting);
    for (uint32_t i = 0; i < sense.places; ++i) {
      const Waiting& waiting = places[i];
      if (waiting.state() != Answer::waiting || senses.asked_in(waiting) != frame) continue;
      // Field by field: a struct that is put together elsewhere is read before its parts have been stored.
      OcclusionQuery& query = senses.queries[count++];
      query.ticket.query = (first + i) << 32 | waiting.serial();
      query.ticket.world = p.around->number;
      query.ticket.population = static_cast<uint16_t>(p.index);
      query.observer = observer;
      query.target.index = waiting.target.index;
      query.target.generation = waiting.target.generation;
      query.target.world = p.around->number;
      query.slot = slot;
      query.from = from;
      if (sense.kind == SenseKind::hearing) {
        const AskedSound& sound = senses.sounds_of(slot, sense)[i];
        query.to = {sound.position[0], sound.position[1], sound.position[2]};
      } else {
        query.to.x = read_axis(entities.position[0], waiting.target.index);
        query.to.y = read_axis(entities.position[1], waiting.target.index);
        query.to.z = read_axis(entities.position[2], waiting.target.index);
      }
    }
  };
  for (const uint32_t slot : senses.jobs.rows()) {
    if (senses.waiting_places == 0 || !senses.has_some_waiting(slot)) continue;
    const Entity observer = p.around->handle_of(p.self[slot]);
    const Vector3 from = place_of(observer.index);
    for (const Sense& sense : senses.senses) {
      if (sense.occlusion) list(slot, sense, observer, from);
    }
  }
  senses.counters.queries += count;
  return {senses.queries.data(), count};
}

void reset_senses(Agents& p, uint32_t slot) {
  const Senses& senses = p.senses;
  Waiting* const first = senses.waiting + size_t{slot} * senses.waiting_places;
  for (uint32_t i = 0; i < senses.waiting_places; ++i) first[i].free();
  AskedSound* const sounds = senses.asked_about + size_t{slot} * senses.asked_sounds;
  std::fill_n(sounds, senses.asked_sounds, AskedSound{});
}

}  // namespace ishi
