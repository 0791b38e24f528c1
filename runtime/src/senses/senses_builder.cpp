#include <algorithm>

#include "asset/check.h"
#include "asset/find.h"
#include "senses/senses.h"
#include "world/population_state.h"

namespace ishi {

bool SensesBuilder::describe() {
  const Tables& t = p_.asset->tables;
  Senses& senses = p_.senses;
  const auto own = part(t.senses, p_.agent->senses());
  if (!senses.senses.allocate(own.size())) return false;
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
    sense.sounds = part(t.sense_sounds, source.sounds());
    if (sense.visibility != kNotFound) {
      const blob::Range& program = t.formulas[sense.visibility].program();
      const blob::Operation& result = t.operations[program.first() + program.count() - 1];
      const bool is_spread = result.code() == blob::OperationCode::spread;
      sense.judges_pairs = !is_spread || p_.asset->domains_of(program)[result.a()] > Domain::world;
    }
    if (sense.occlusion) {
      sense.first_waiting = senses.waiting_places;
      sense.asking = senses.asking++;
      senses.waiting_places += sense.capacity;
    }
    senses.hears = senses.hears || sense.kind == SenseKind::hearing;
  }
  for (const blob::Awareness& awareness : t.awareness) {
    if (!senses.aware.reserve_more(1)) return false;
    senses.aware.append({awareness.set(), awareness.fall(), part(t.awareness_levels, awareness.levels())});
  }
  return true;
}

bool SensesBuilder::plan(ArenaPlan& plan, uint32_t padded) {
  if (!describe()) return false;
  Senses& senses = p_.senses;
  if (!senses.any()) return true;
  // Tickets count the places of all slots in 32 bits.
  if (uint64_t{senses.waiting_places} * padded > 0xffff'ffffu) return false;
  RowPlan rows(plan, padded);
  sensed_at_ = rows.add(sizeof(uint64_t));
  if (senses.hears) heard_ = rows.add(sizeof(uint64_t));
  waiting_ = rows.add(sizeof(Waiting), senses.waiting_places);
  in_sight_ = rows.add(sizeof(InSight), senses.waiting_places);
  cursors_ = rows.add(sizeof(AskCursor), senses.asking);
  senses.stride = padded;
  p_.agent_bytes.senses = rows.bytes();
  has_waiting_ = plan.add(sizeof(uint64_t), p_.capacity / 64 + 1);
  to_tell_ = plan.add(sizeof(uint64_t), p_.capacity / 64 + 1);
  return true;
}

void SensesBuilder::attach(Arena& arena) {
  Senses& senses = p_.senses;
  if (!senses.any()) return;
  senses.sensed_at = arena.at<uint64_t>(sensed_at_);
  if (senses.hears) senses.heard = arena.at<uint64_t>(heard_);
  senses.waiting = arena.at<Waiting>(waiting_);
  senses.in_sight = arena.at<InSight>(in_sight_);
  senses.cursors = arena.at<AskCursor>(cursors_);
  senses.has_waiting = arena.at<uint64_t>(has_waiting_);
  senses.to_tell = arena.at<uint64_t>(to_tell_);
}

bool SensesBuilder::allocate() {
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
  const uint32_t sounds = senses.hears ? p_.world->options.sounds : 0;
  if (!senses.targets.allocate(senses.senses.size()) || !senses.jobs.allocate(p_.capacity) ||
      !senses.sounds.allocate(sounds) || !senses.sound_counts_for.allocate(senses.senses.size() * sounds) ||
      !senses.queries.allocate(size_t{p_.capacity} * senses.waiting_places) ||
      !senses.notices.allocate(options_.notices)) {
    return false;
  }
  for (size_t i = 0; i < senses.senses.size(); ++i) {
    if (senses.senses[i].kind != SenseKind::hearing &&
        !senses.targets[i].allocate(p_.world->options.entities)) {
      return false;
    }
  }
  return true;
}

}  // namespace ishi
