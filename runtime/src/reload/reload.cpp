#include "ishi/reload.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "asset/check.h"
#include "asset/find.h"
#include "built_features.h"
#include "float_environment.h"
#include "ishi/world.h"
#include "navigation/walking.h"
#include "population/refusals.h"
#include "reload/bodies.h"
#include "reload/reload_state.h"
#include "tape/tape.h"
#include "world/events.h"
#include "world/thought.h"

// The commit of a reload: between two frames, without allocating.

namespace ishi {
namespace {

void copy_progress(const Population::State& from, Population::State& to) {
  to.thought_in = from.thought_in;
  to.acting.acted_in = from.acting.acted_in;
  to.acting.rounds = from.acting.rounds;
  to.rhythm.planned_in = from.rhythm.planned_in;
  to.rhythm.passed = from.rhythm.passed;
  to.steering.moved_in = from.steering.moved_in;
  to.steering.passed = from.steering.passed;
  to.senses.sensed_in = from.senses.sensed_in;
}

// What begins now, since the old population did not have it.
void begin_new(const PopulationReload& reload, Population::State& p) {
  const WorldHeader& header = *p.world->header;
  const uint64_t now = header.time_microseconds;
  const Moment moment = p.moment();
  for (const StateColumn* const column : reload.beginning) {
    const uint64_t value = column->vacant == Vacant::last_sound ? moment.last_sound : moment.now;
    std::fill_n(reinterpret_cast<uint64_t*>(column->data), std::min<size_t>(column->count, p.capacity),
                value);
  }
  if (reload.keeps_rhythm) return;
  p.rhythm.header->last = p.rhythm.unit == ThinkUnit::frames ? header.frames : now;
  p.for_each_living([&](uint32_t slot) { begin_rhythm(p, slot); });
}

}  // namespace

Reload::Reload(Reload&& other) noexcept : state_(std::exchange(other.state_, nullptr)) {}

Reload& Reload::operator=(Reload&& other) noexcept {
  std::swap(state_, other.state_);
  return *this;
}

Reload::~Reload() { destroy(state_); }

bool Reload::valid() const { return state_ != nullptr && state_->world != nullptr && !state_->is_committed; }

std::span<const ReloadItem> Reload::items() const {
  return state_ == nullptr ? std::span<const ReloadItem>() : state_->items;
}

ReloadCounts Reload::counts() const { return state_ == nullptr ? ReloadCounts() : state_->counts; }

const ContractFault& Reload::contract_fault() const {
  static constexpr ContractFault kNone{};
  return state_ == nullptr ? kNone : state_->staged.contract_fault;
}

Status World::prepare_reload(std::span<const AssetChange> changes, Reload& reload) const {
  if (state_ == nullptr) return kNotCreated;
  if (!is_built(Feature::reloading)) return missing(Feature::reloading);
  destroy(std::exchange(reload.state_, nullptr));
  const AllocatorScope scope(state_->options.allocator);
  return Reload::State::make(*state_, changes, reload.state_);
}

Status World::commit_reload(Reload& reload) {
  if (state_ == nullptr) return kNotCreated;
  if (!is_built(Feature::reloading)) return missing(Feature::reloading);
  if (state_->in_frame) return wrong_phase(*state_);
  Reload::State* const prepared = reload.state_;
  if (!reload.valid() || prepared->world != state_ || prepared->made != state_->made ||
      prepared->reloads != state_->reloads || prepared->populations.size() != state_->populations.size())
    return {StatusCode::reload_outdated, 0};
  prepared->commit();
  if (state_->tape != nullptr) state_->tape->became_other();
  return {};
}

void Reload::State::commit() {
  const auto count = static_cast<uint32_t>(populations.size());
  for (uint32_t i = 0; i < count; ++i) {
    if (!populations[i].map.same) abort_lost_bodies(*world->populations[i], populations[i].map, counts);
  }
  for (const ColumnCopy& copy : columns) std::memcpy(copy.to, copy.from, copy.bytes);
  for (const MemberCopy& copy : members) {
    for (size_t row = 0; row < copy.count; ++row) {
      const uint16_t member = copy.map->members[copy.column[row]];
      copy.column[row] = member == EnumMap::kGone ? copy.fallback : static_cast<uint8_t>(member);
    }
  }
  renumber_things();
  rename_events();
  rename_sounds();
  if (!world->sounds.any()) world->sounds.swap(staged.sounds);
  for (uint32_t i = 0; i < count; ++i) {
    Population::State& from = *world->populations[i];
    Population::State& to = *staged.populations[i];
    to.enter(*world);
    copy_progress(from, to);
    if (populations[i].map.same)
      counts.kept_tasks += count_tasks(from);
    else
      transfer_bodies(from, populations[i].map, to, counts);
  }
  release_searches();
  std::swap(world->populations, staged.populations);
  std::swap(world->things, staged.things);
  for (uint32_t i = 0; i < count; ++i) {
    Population::State& to = *world->populations[i];
    begin_new(populations[i], to);
    if (populations[i].map.same) continue;
    transfer_sets(to);
    in_float_environment([&] { compute_shared_values(to); });  // what acts before it thinks reads them
  }
  const bool is_same = std::all_of(populations.begin(), populations.end(),
                                   [](const PopulationReload& reload) { return reload.map.same; });
  if (!is_same) {  // who was told to hold what in the last thought is told until the next one
    std::swap(world->claims, staged.claims);
    if (world->claims.any()) count_claims(*world);
  }
  ++world->reloads;
  is_committed = true;
}

// Which kind an entity is of, by the world's numbers of kinds.
void Reload::State::renumber_things() {
  for (uint32_t row = 0; row < world->header->never_used; ++row) {
    uint32_t& thing = world->entities.thing[row];
    if (thing < things.size()) thing = things[thing];
  }
}

// What can be heard. Where several assets know a sound, one that has kept its name says what it is called.
void Reload::State::rename_sounds() {
  world->sounds.for_each([&](MadeSound& sound) {
    uint64_t id = 0;
    for (uint32_t i = 0; i < populations.size(); ++i) {
      if (find_entry(world->populations[i]->asset->tables.sounds_by_id, sound.id) == kNotFound) continue;
      const uint64_t own = populations[i].map.former.now(sound.id);
      if (id == 0 || own == sound.id) id = own;
    }
    if (id != 0) sound.id = id;
  });
}

// Events that wait: those that the new assets know otherwise or not at all are dropped.
void Reload::State::rename_events() {
  // Its id, 0 if it is gone. Where several assets know it, one that changes it says so.
  const auto now = [&](const PostedEvent& event) -> uint64_t {
    uint64_t id = 0;
    for (uint32_t i = 0; i < populations.size(); ++i) {
      const uint32_t index = find_entry(world->populations[i]->asset->tables.events_by_id, event.id);
      if (index == kNotFound) continue;
      const uint32_t to = populations[i].map.events[index];
      if (to == kNotFound) return 0;
      const uint64_t own = staged.populations[i]->asset->tables.events[to].id();
      if (id == 0 || own == event.id) id = own;
    }
    return id;
  };
  const uint32_t end = world->header->event_bytes;
  uint32_t kept = 0;
  for (uint32_t at = 0; at < end;) {
    PostedEvent& event = *reinterpret_cast<PostedEvent*>(world->events + at);
    const uint32_t size = event.size();
    if (const uint64_t id = now(event); id != 0) {
      event.id = id;
      std::memmove(world->events + kept, world->events + at, size);
      kept += size;
    } else {
      ++counts.dropped_events;
      for (Population::State* population : staged.populations) {
        if (population->header->events_seen > kept) population->header->events_seen -= size;
      }
    }
    at += size;
  }
  std::memset(world->events + kept, 0, end - kept);
  world->header->event_bytes = kept;
}

// Ways that were searched for whoever is of another asset now, whose costs may be others.
void Reload::State::release_searches() {
  if (world->grid == nullptr) return;
  for (uint32_t i = 0; i < world->grid->options.searches; ++i) {
    PathOwner& owner = world->grid->owners[i];
    if (owner.population == 0 || populations[owner.population - 1].map.same) continue;
    for (const Population::State* p : staged.populations) {
      if (owner.is_shared()) wait_again(*p, i);
    }
    owner = {};
  }
}

// Members for which there is no room, or no kind, any more; and when the next one is forgotten.
void Reload::State::transfer_sets(Population::State& p) {
  if (!p.sets.any()) return;
  for (const SetTable& table : p.sets.tables) {
    if (table.scope != Scope::agent && !p.shared_arena.holds(table.count)) continue;
    const uint32_t owners = table.scope == Scope::agent ? p.capacity : table.stride;
    for (uint32_t owner = 0; owner < owners; ++owner) {
      const uint32_t before = table.count[owner];
      if (before > table.capacity) table.count[owner] = static_cast<uint8_t>(table.capacity);
      if (table.has_entities) {
        for (uint32_t i = table.count[owner]; i-- > 0;) {
          const EntityId entity = table.entity[table.row(owner, i)];
          if (world->entities.is_alive(entity) && !table.takes(entity, world->entities.view()))
            table.remove(owner, i);
        }
      }
      counts.dropped_members += before - table.count[owner];
    }
  }
  if (p.sets.due == nullptr) return;
  // How long facts last may have changed: who has some is looked at in the next frame.
  const auto has_facts = [&](uint32_t slot) {
    return std::any_of(p.sets.tables.begin(), p.sets.tables.end(),
                       [slot](const SetTable& table) { return table.is_memory && table.count[slot] != 0; });
  };
  p.for_each_living([&](uint32_t slot) {
    if (p.sets.due[slot] != SetTable::kForever || has_facts(slot)) p.sets.due[slot] = 0;
  });
  for (uint32_t slot = 0; slot < p.capacity; slot += 64) p.sets.block_due[slot / 64] = 0;
}

}  // namespace ishi
