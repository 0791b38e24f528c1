#include <algorithm>
#include <bit>
#include <cmath>
#include <new>

#include "asset/check.h"
#include "asset/find.h"
#include "built_features.h"
#include "memory/arena.h"
#include "senses/senses.h"
#include "sets/sets.h"
#include "views/agents.h"

namespace ishi {

namespace {

// True if a formula is one number, which is brought to `value`.
bool find_constant(const Tables& t, uint32_t formula, float& value) {
  if (formula == kNotFound) return false;
  const auto program = part(t.operations, t.formulas[formula].program());
  const blob::Operation* result = &program.back();
  while (result->code() == blob::OperationCode::spread) result = &program[result->a()];
  if (result->code() != blob::OperationCode::constant) return false;
  value = std::bit_cast<float>(result->parameter());
  return true;
}

}  // namespace

bool SensesBuilder::describe() {
  const Tables& t = p_.asset->tables;
  Senses& senses = p_.senses;
  const auto own = part(t.senses, p_.agent->senses());
  const auto asking = std::count_if(own.begin(), own.end(), [](const blob::Sense& s) {
    return s.occlusion() != 0 && s.kind() != blob::SenseKind::hearing;
  });
  if (!senses.in_sight.allocate(static_cast<size_t>(asking))) return false;
  if (!senses.senses.allocate(own.size()) || !senses.shape.reserve_more(own.size()) ||
      !senses.sound_shape.reserve_more(own.size()))
    return false;
  for (size_t i = 0; i < own.size(); ++i) {
    const blob::Sense& source = own[i];
    Sense& sense = senses.senses[i];
    sense.kind = static_cast<SenseKind>(source.kind());
    sense.occlusion = source.occlusion() != 0;
    sense.sees_all_around = source.cosine() == -1;
    sense.thing = source.thing() == kNotFound ? kAnyThing : p_.things[source.thing()];
    sense.range = source.range();
    sense.cosine = source.cosine();
    sense.memory = source.memory();
    sense.capacity = t.sets[source.memory()].capacity();
    sense.filter = source.filter();
    sense.when = source.when();
    sense.visibility = source.visibility();
    sense.rise = source.rise();
    sense.is_rise_constant = find_constant(t, sense.rise, sense.constant_rise);
    sense.sounds = part(t.sense_sounds, source.sounds());
    if (sense.visibility != kNotFound) {
      const blob::Range& program = t.formulas[sense.visibility].program();
      const blob::Operation& result = t.operations[program.first() + program.count() - 1];
      const bool is_spread = result.code() == blob::OperationCode::spread;
      sense.judges_pairs = !is_spread || p_.asset->domains_of(program)[result.a()] > Domain::world;
    }
    if (sense.occlusion) {
      sense.first_waiting = senses.waiting_places;
      sense.places = sense.capacity;
      if (sense.keeps_in_sight()) {
        sense.asking = senses.asking++;
        senses.shape.append({source.id(), sense.places});
      } else {
        // A sound is asked about once, so it needs a place while those of the sensing before still wait.
        sense.places *= kAskedMoments;
        sense.first_asked = senses.asked_sounds;
        senses.asked_sounds += sense.places;
        const ShapePart part{source.id(), uint64_t{1} << 32 | sense.places};
        senses.shape.append(part);
        senses.sound_shape.append(part);
      }
      senses.waiting_places += sense.places;
    }
    senses.hears = senses.hears || sense.kind == SenseKind::hearing;
  }
  for (const blob::Awareness& awareness : t.awareness) {
    if (!senses.aware.reserve_more(1)) return false;
    senses.aware.append({awareness.set(), awareness.fall(), part(t.awareness_levels, awareness.levels())});
  }
  return true;
}

bool SensesBuilder::declare(ColumnSet& columns) {
  if (!is_built(Feature::senses)) return true;
  if (!describe()) return false;
  Senses& senses = p_.senses;
  if (!senses.any()) return true;
  // Tickets count the places of all slots in 32 bits.
  if (uint64_t{senses.waiting_places} * columns.rows() > 0xffff'ffffu) return false;
  senses.stride = columns.rows();
  const auto own = part(p_.asset->tables.senses, p_.agent->senses());
  uint64_t* const bytes = &p_.agent_bytes.senses;
  columns.add_rows(senses.sensed_at, About(ColumnTag::sensed_at).vacant(Vacant::now).bytes(bytes));
  if (senses.hears) {
    columns.add_rows(senses.heard, About(ColumnTag::heard).vacant(Vacant::last_sound).bytes(bytes));
  }
  // Queries wait at places that the senses which look through walls have one after the other. A place counts
  // them, so `reset_senses` frees it.
  columns.add(
      senses.waiting, uint64_t{senses.waiting_places} * senses.stride,
      About(ColumnTag::waiting_queries).shape_parts(senses.shape).since(7).report(ReloadPart::queries));
  *bytes += sizeof(Waiting) * senses.waiting_places;
  if (senses.asked_sounds != 0) {
    columns.add(senses.asked_about, uint64_t{senses.asked_sounds} * senses.stride,
                About(ColumnTag::asked_sounds).shape_parts(senses.sound_shape).since(8));
    *bytes += sizeof(AskedSound) * senses.asked_sounds;
  }
  // The columns of each sense follow those of the sense before, in the same order.
  const auto info = [&](ColumnTag tag, size_t sense) {
    ColumnInfo of = About(tag).id(own[sense].id()).since(7);
    for (size_t k = 0; k < sense; ++k) of.part += own[k].id() == own[sense].id() ? 1 : 0;
    return of;
  };
  if (senses.waiting_places != 0)
    columns.add(senses.asked, kAskedMoments, About(ColumnTag::asked_moments).since(7));
  // What a sense has in sight goes with the facts of its memory (`clear_row`).
  for (size_t i = 0; i < own.size(); ++i) {
    const Sense& sense = senses.senses[i];
    if (!sense.keeps_in_sight()) continue;
    SetTable& facts = p_.sets.tables[sense.memory];
    SightColumns& sight = senses.in_sight[sense.asking];
    sight.next = facts.sights;
    facts.sights = &sight;
    const auto of_facts = [&](ColumnTag tag) {
      ColumnInfo of = info(tag, i);
      of.within = p_.asset->tables.sets[sense.memory].id();
      return of;
    };
    const uint64_t rows = uint64_t{facts.capacity} * facts.stride;
    columns.add(sight.turns, rows, of_facts(ColumnTag::in_sight_turns));
    ColumnInfo seconds = of_facts(ColumnTag::in_sight_seconds);
    seconds.rule = Rule::within(0, 1e12f);
    columns.add(sight.seconds, rows, seconds);
    *bytes += (sizeof *sight.turns + sizeof *sight.seconds) * facts.capacity;
  }
  columns.add_whole(senses.cursors, uint64_t{senses.asking} * senses.stride);
  for (size_t i = 0; i < own.size(); ++i) {
    if (senses.senses[i].keeps_in_sight()) columns.add_part_rows(1, info(ColumnTag::ask_cursor, i));
  }
  *bytes += sizeof(AskCursor) * senses.asking;
  columns.add_bits(senses.has_waiting,
                   About(ColumnTag::has_waiting_query).rule(Rule::living()).shape_parts(senses.shape));
  columns.add_bits(senses.to_tell, About(ColumnTag::levels_to_tell).rule(Rule::living()));
  return true;
}

bool Senses::are_queries_sound() const {
  const auto is_within = [](float value, float high) { return value >= 0 && value <= high; };
  for (size_t i = 0; i < size_t{waiting_places} * stride; ++i) {
    if (waiting[i].state() > Answer::blocked || !is_within(waiting[i].seconds, 1e12f)) return false;
  }
  for (size_t i = 0; i < size_t{asked_sounds} * stride; ++i) {
    const AskedSound& sound = asked_about[i];
    if (!is_within(sound.loudness, 1) || sound.is_outdated > 1 || sound.has_risen > 1) return false;
    for (const float at : sound.position) {
      if (!std::isfinite(at)) return false;
    }
  }
  for (size_t i = 0; i < size_t{asking} * stride; ++i) {
    if (!is_within(cursors[i].distance_squared, 1e15f)) return false;
  }
  return true;
}

bool SensesBuilder::allocate() {
  if (!is_built(Feature::senses)) return true;
  const Tables& t = p_.asset->tables;
  Senses& senses = p_.senses;
  const auto count = [&](uint32_t formula) {
    if (formula == kNotFound) return;
    senses.value_count = std::max(senses.value_count, t.formulas[formula].program().count());
  };
  for (const Sense& sense : senses.senses) {
    for (const uint32_t formula : {sense.filter, sense.when, sense.visibility, sense.rise}) count(formula);
  }
  // Sounds of the asset are measured by a population that need not hear them.
  for (const blob::Sound& sound : t.sounds) count(sound.scale());
  if (!senses.values.allocate(senses.value_count)) return false;
  if (!senses.any()) return true;
  const uint32_t sounds = senses.hears ? p_.around->options.sounds : 0;
  if (!senses.targets.allocate(senses.senses.size()) || !senses.conditions.allocate(senses.senses.size()) ||
      !senses.jobs.allocate(p_.capacity) || !senses.sounds.allocate(sounds) ||
      !senses.sound_counts_for.allocate(senses.senses.size() * sounds) ||
      !senses.queries.allocate(size_t{p_.capacity} * senses.waiting_places) ||
      !senses.notices.allocate(options_.notices)) {
    return false;
  }
  for (size_t i = 0; i < senses.senses.size(); ++i) {
    const Sense& sense = senses.senses[i];
    if (sense.kind == SenseKind::hearing) continue;
    if (!senses.targets[i].allocate(p_.around->options.entities)) return false;
    if (sense.when != kNotFound && !plan_targets(p_, sense.when, senses.conditions[i])) return false;
  }
  return true;
}

namespace {

size_t on_a_line(size_t bytes) { return (bytes + kCacheLine - 1) / kCacheLine * kCacheLine; }

}  // namespace

size_t sensing_scratch(const Senses& senses) {
  size_t most = 0;
  for (const TargetPlan& plan : senses.conditions) most = std::max(most, memory_of(plan));
  return on_a_line(senses.value_count * sizeof(float)) + on_a_line(sizeof(TargetBatch)) + most;
}

SenseMemory sense_memory(const Senses& senses, std::byte* scratch) {
  std::byte* const batch = scratch + on_a_line(senses.value_count * sizeof(float));
  return {{reinterpret_cast<float*>(scratch), senses.value_count},
          new (batch) TargetBatch,
          batch + on_a_line(sizeof(TargetBatch))};
}

}  // namespace ishi
