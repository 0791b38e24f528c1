#include "reload/columns.h"

#include "asset/check.h"

namespace ishi {
namespace {

// Folds numbers into one that tells their lists apart (FNV-1a, Fowler, Noll and Vo).
class Fold {
 public:
  Fold& add(uint64_t value) {
    for (int byte = 0; byte < 8; ++byte) hash_ = (hash_ ^ (value >> (8 * byte) & 0xff)) * 0x100000001b3u;
    return *this;
  }
  [[nodiscard]] uint64_t value() const { return hash_; }
  [[nodiscard]] uint32_t half() const { return static_cast<uint32_t>(hash_ ^ hash_ >> 32); }

 private:
  uint64_t hash_ = 0xcbf29ce484222325u;
};

// What a column is of, besides its tag. `id` is as it is now; `before`, if it is not 0, stands for what it
// was.
struct What {
  uint64_t id = 0;
  uint32_t shape = 0;
  uint16_t part = 0;
  bool shared = false;
  uint64_t before = 0;
};

class Lister {
 public:
  Lister(Population::State& population, uint32_t body_shape, Array<StateColumn>& columns,
         const FormerIds& former)
      : p_(population),
        t_(population.asset->tables),
        padded_(population.acting.lane_stride),
        words_(population.capacity / 64 + 1),
        body_shape_(body_shape),
        out_(columns),
        former_(former) {}

  bool run() {
    list_agents();
    list_rhythm();
    list_claims();
    list_acting();
    for (uint32_t i = 0; i < p_.sets.tables.size(); ++i) list_set(i);
    list_sets();
    list_levels();
    list_moments();
    list_moving();
    list_senses();
    return has_room_;
  }

 private:
  using Tag = ColumnTag;

  template <typename T>
  void add(Tag tag, T* data, size_t count, const What& what = {}) {
    add(tag, reinterpret_cast<std::byte*>(data), sizeof(T), count, what);
  }
  void add(Tag tag, std::byte* data, size_t width, size_t count, const What& what) {
    has_room_ = has_room_ && out_.reserve_more(1);
    if (!has_room_) return;
    const uint64_t before = what.before != 0 ? what.before : former_.before(what.id);
    out_.append({before, what.id, data, width, count, what.shape, tag, what.part, what.shared});
  }

  [[nodiscard]] uint32_t meaning(const blob::Variable& variable) const {
    return shape_of(t_, variable, former_);
  }

  void add_variable(Tag tag, const Variable& variable, size_t rows, const What& what) {
    const uint32_t axes = variable.storage == Storage::vector ? 3 : 1;
    What part = what;
    for (uint32_t axis = 0; axis < axes; ++axis, ++part.part)
      add(tag, static_cast<std::byte*>(variable.columns[axis]), width_of(variable.storage), rows, part);
  }

  void list_agents() {
    add(Tag::header, p_.header, 1);
    add(Tag::living, p_.living, words_);
    add(Tag::self, p_.self, padded_);
    add(Tag::team, p_.team, padded_);
    add(Tag::profile, p_.profile, padded_);
    add(Tag::option, p_.option, padded_);
    if (p_.draws != nullptr) add(Tag::draws, p_.draws, padded_);
    for (size_t i = 0; i < p_.keys.size(); ++i) {
      const Variable& key = p_.keys[i];
      const bool shared = key.scope != Scope::agent;
      if (shared && !p_.shared_arena.holds(key.columns[0])) continue;  // an earlier population brought it
      const size_t rows = key.scope == Scope::agent  ? padded_
                          : key.scope == Scope::team ? p_.world->options.teams
                                                     : 1;
      const uint32_t scope = static_cast<uint32_t>(key.scope) << 8;
      add_variable(Tag::key, key, rows, {t_.keys[i].id(), meaning(t_.keys[i].variable()) ^ scope, 0, shared});
    }
    for (const uint32_t i : p_.brought_fields) {
      add_variable(Tag::field, p_.fields[i], p_.world->entities.rows(),
                   {t_.fields[i].id(), meaning(t_.fields[i].variable()), 0, true});
    }
  }

  void list_rhythm() {
    const Rhythm& r = p_.rhythm;
    const What what{.shape = Fold()
                                 .add(static_cast<uint64_t>(r.unit))
                                 .add(r.least)
                                 .add(r.most)
                                 .add(r.is_computed ? 1 : 0)
                                 .half()};
    add(Tag::rhythm_header, r.header, 1, what);
    add(Tag::due, r.due, words_, what);
    add(Tag::due_at, r.due_at, padded_, what);
    if (!r.each_frame) {
      add(Tag::newcomers, r.newcomers, words_, what);
      add(Tag::calendar, r.calendar.bits().data(), r.calendar.bits().size(), what);
      add(Tag::calendar_counts, r.calendar.counts().data(), r.calendar.counts().size(), what);
    }
    if (!r.is_computed) return;
    add(Tag::look_at, r.look_at, padded_, what);
    add(Tag::interval, r.interval, padded_, what);
  }

  void list_claims() {
    for (size_t i = 0; i < t_.tokens.size(); ++i) {
      if (p_.claims.kept[i] == nullptr) continue;
      const bool is_teams = t_.tokens[i].scope() == blob::Scope::team;
      add(Tag::kept_tokens, p_.claims.kept[i], is_teams ? p_.world->options.teams : 1,
          {t_.tokens[i].id(), is_teams ? 1u : 0u, 0, true});
    }
    if (!p_.claims.any()) return;
    add(Tag::claim_team, p_.claims.team, padded_);
    add(Tag::claim_body_team, p_.claims.body_team, padded_);
  }

  void list_acting() {
    Acting& a = p_.acting;
    const What bodies{.shape = body_shape_};
    add(Tag::blocks, a.blocks, a.layout.block_bytes, padded_, bodies);
    add(Tag::lanes, a.lanes, size_t{a.layout.lanes} * padded_, bodies);
    add(Tag::deadline, a.deadline, padded_);
    add(Tag::started, a.started, padded_);
    if (a.conditions.any()) add(Tag::waiting_conditions, a.conditions.waiting, padded_, bodies);
    add(Tag::awake, a.awake, words_);
    add(Tag::watching, a.watching, words_);
    add(Tag::think_now, a.think_now, words_);
    add(Tag::awaits_end, a.awaits_end, words_);
    add(Tag::block_deadline, a.block_deadline, words_);
    add(Tag::pending_ends, a.pending_ends, size_t{p_.capacity} * a.pending_lanes, bodies);
    const size_t events = a.most_pending_events(p_.capacity);
    add(Tag::pending_events, a.pending_events, events, bodies);
    add(Tag::pending_records, a.pending_records, events * a.layout.event_bytes, bodies);
    add(Tag::search_owners, a.search_owners, a.search_count, bodies);
    add(Tag::searches, a.searches, size_t{a.search_count} * PlanSearch::bytes(a.search_shape) / 8 * 8,
        bodies);
    if (a.search_count > 0) {
      add(Tag::wants_search, a.wants_search, words_, bodies);
      add(Tag::next_search_slot, a.next_search_slot, 1, bodies);
    }
    add(Tag::act_counters, &a.counters, 1);
    add(Tag::think_counters, &p_.rhythm.counters, 1);
    add(Tag::sense_counters, &p_.senses.counters, 1);
    add(Tag::shared_values, p_.shared_values.data(), p_.shared_values.size(), bodies);
    const auto options = part(t_.options, p_.agent->options());
    for (size_t i = 0; i < options.size(); ++i) {
      add(Tag::cooling_until, a.cooling_until + i, 1, {.id = options[i].id()});
      if (a.ready_at[i] != nullptr) add(Tag::ready_at, a.ready_at[i], padded_, {.id = options[i].id()});
    }
    for (size_t i = 0; i < t_.keys.size(); ++i) {
      if (a.write_row[i] == kNotFound) continue;
      const blob::Key& key = t_.keys[i];
      const bool is_teams = p_.keys[i].scope == Scope::team;
      const auto merge = static_cast<uint32_t>(key.merge()) << 16;
      add(Tag::shared_writes, a.writes + a.write_row[i], is_teams ? p_.world->options.teams : 1,
          {key.id(), meaning(key.variable()) ^ merge ^ (is_teams ? 1u << 24 : 0)});
    }
  }

  void list_sets() {
    Sets& sets = p_.sets;
    if (!sets.any()) return;
    add(Tag::candidate, sets.candidate, padded_);
    add(Tag::bound, sets.bound, padded_);
    add(Tag::facts_due, sets.due, padded_);
    add(Tag::facts_block_due, sets.block_due, words_);
    const auto choices = part(t_.choices, p_.agent->choices());
    for (size_t i = 0; i < choices.size(); ++i) {
      add(Tag::choice_entity, sets.choices[i].entity, padded_, {.id = choices[i].id()});
      add(Tag::choice_score, sets.choices[i].score, padded_, {.id = choices[i].id()});
    }
  }

  void list_set(uint32_t index) {
    SetTable& table = p_.sets.tables[index];
    const blob::Set& set = t_.sets[index];
    const bool shared = table.scope != Scope::agent;
    if (shared && !p_.shared_arena.holds(table.count)) return;
    const uint32_t shape = (table.is_memory ? 1u : 0u) | (table.has_entities ? 2u : 0u) |
                           static_cast<uint32_t>(table.scope) << 2;
    const What what{set.id(), shape, 0, shared};
    const size_t rows = size_t{table.stride} * table.capacity;
    add(Tag::member_count, table.count, table.stride, what);
    if (!table.has_entities) add(Tag::member_serial, table.serial, table.stride, what);
    add(Tag::member_entity, table.entity, rows, what);
    if (table.is_memory) {
      add(Tag::member_first_seen, table.first_seen, rows, what);
      add(Tag::member_last_seen, table.last_seen, rows, what);
      What axis = what;
      for (float* const column : table.position) {
        add(Tag::member_position, column, rows, axis);
        ++axis.part;
      }
    }
    if (table.awareness != nullptr) {
      add(Tag::member_awareness, table.awareness, rows, what);
      add(Tag::member_awareness_rest, table.awareness_rest, rows, what);
      add(Tag::member_told, table.told, rows, what);
    }
    const auto first = static_cast<size_t>(table.fields.data() - p_.sets.fields.data());
    for (size_t i = 0; i < table.fields.size(); ++i) {
      const blob::Field& field = *p_.asset->member_fields[first + i].field;
      add_variable(Tag::member_field, table.fields[i], rows,
                   {field.id(), meaning(field.variable()), 0, shared,
                    Fold().add(former_.before(set.id())).add(former_.before(field.id())).value()});
    }
  }

  void list_levels() {
    Levels& levels = p_.levels;
    if (!levels.any()) return;
    for (const uint32_t motive : levels.motives) {
      add(Tag::level, levels.columns[motive], padded_, {.id = t_.motives[motive].id()});
      add(Tag::level_rest, levels.rests[motive], padded_, {.id = t_.motives[motive].id()});
    }
    add(Tag::levels_advanced_at, levels.advanced_at, padded_);
  }

  void list_moments() {
    const auto moments = part(t_.moments, p_.agent->moments());
    const auto options = part(t_.options, p_.agent->options());
    for (size_t i = 0; i < moments.size(); ++i) {
      const bool is_event = moments[i].kind() == blob::MomentKind::event;
      const uint64_t id =
          is_event ? t_.events[moments[i].subject()].id() : options[moments[i].subject()].id();
      add(Tag::moment, p_.moments.last[i], padded_, {id, is_event ? 1u : 0u});
    }
    const States& states = p_.states;
    if (!states.any()) return;
    add(Tag::state, states.state, padded_);
    add(Tag::state_since, states.since, padded_);
    add(Tag::own_profile, states.own_profile, padded_);
  }

  void list_moving() {
    if (p_.walks.any()) {
      add(Tag::walk, p_.walks.states, padded_);
      add(Tag::walks_waiting, p_.walks.waiting, words_);
    }
    const Steering& s = p_.steering;
    if (!s.any()) return;
    add(Tag::steering_followed, s.followed, padded_);
    add(Tag::heading_right, s.right, padded_);
    add(Tag::heading_ahead, s.ahead, padded_);
    if (s.wandering != nullptr) add(Tag::wandering, s.wandering, padded_);
    if (s.blocked != nullptr) add(Tag::blocked_directions, s.blocked, padded_);
    add(Tag::moved_at, s.moved_at, 1);
  }

  void list_senses() {
    const Senses& senses = p_.senses;
    if (!senses.any()) return;
    add(Tag::sensed_at, senses.sensed_at, padded_);
    if (senses.hears) add(Tag::heard, senses.heard, padded_);
    // Queries wait at places that the senses which look through walls have one after the other.
    Fold places;
    const auto own = part(t_.senses, p_.agent->senses());
    for (size_t i = 0; i < own.size(); ++i) {
      if (own[i].occlusion() != 0) places.add(former_.before(own[i].id())).add(senses.senses[i].capacity);
    }
    const What what{.shape = places.half()};
    add(Tag::waiting_queries, senses.waiting, size_t{senses.waiting_places} * padded_, what);
    add(Tag::has_waiting_query, senses.has_waiting, words_, what);
    add(Tag::levels_to_tell, senses.to_tell, words_);
    for (size_t i = 0; i < own.size(); ++i) {
      const Sense& sense = senses.senses[i];
      if (!sense.occlusion) continue;
      What what{.id = own[i].id()};
      for (size_t k = 0; k < i; ++k) what.part += own[k].id() == own[i].id() ? 1 : 0;
      add(Tag::ask_cursor, senses.cursors + size_t{sense.asking} * senses.stride, senses.stride, what);
      add(Tag::in_sight, senses.in_sight + size_t{sense.first_waiting} * senses.stride,
          size_t{sense.capacity} * senses.stride, what);
    }
  }

  Population::State& p_;
  const Tables& t_;
  size_t padded_;
  size_t words_;
  uint32_t body_shape_;
  Array<StateColumn>& out_;
  const FormerIds& former_;
  bool has_room_ = true;
};

}  // namespace

bool list_columns(Population::State& population, uint32_t body_shape, Array<StateColumn>& columns,
                  const FormerIds& former) {
  return Lister(population, body_shape, columns, former).run();
}

bool list_world_columns(World::State& world, Array<StateColumn>& columns) {
  bool has_room = true;
  const auto add = [&]<typename T>(ColumnTag tag, T* data, size_t count, uint16_t part = 0) {
    has_room = has_room && columns.reserve_more(1);
    if (has_room)
      columns.append({0, 0, reinterpret_cast<std::byte*>(data), sizeof(T), count, 0, tag, part, true});
  };
  Entities& entities = world.entities;
  const size_t rows = entities.rows();
  add(ColumnTag::world_header, world.header, 1);
  auto tag = static_cast<uint16_t>(ColumnTag::entity_generation);
  entities.for_each_own_column([&](uint32_t* column) { add(static_cast<ColumnTag>(tag++), column, rows); });
  add(ColumnTag::entity_thing, entities.thing, rows);
  add(ColumnTag::entity_population, entities.population, rows);
  add(ColumnTag::entity_slot, entities.slot, rows);
  add(ColumnTag::entity_user, entities.user, rows);
  add(ColumnTag::entity_identity, entities.identity, rows);
  add(ColumnTag::entity_kept, entities.kept, rows);
  for (uint16_t axis = 0; axis < 3; ++axis) {
    add(ColumnTag::entity_position, entities.position[axis], rows, axis);
    add(ColumnTag::entity_facing, entities.facing[axis], rows, axis);
  }
  add(ColumnTag::posted_events, world.events, world.options.event_bytes);
  if (world.sounds.any()) {
    tag = static_cast<uint16_t>(ColumnTag::sounds_header);
    world.sounds.for_each_column(
        [&](auto* column, size_t count) { add(static_cast<ColumnTag>(tag++), column, count); });
  }
  if (world.grid != nullptr) {
    const GridOptions& options = world.grid->options;
    add(ColumnTag::grid_header, world.grid->header, 1);
    add(ColumnTag::path_counters, &world.grid->counters, 1);
    add(ColumnTag::grid_cells, world.grid->cells, CellGrid::size_of(options.columns, options.rows));
  }
  return has_room;
}

uint32_t shape_of(const Tables& tables, const blob::Variable& variable, const FormerIds& former) {
  Fold fold;
  fold.add(static_cast<uint64_t>(variable.type()));
  if (variable.type() == blob::ValueType::enumeration)
    fold.add(former.before(tables.enums[variable.reference()].id()));
  if (variable.type() == blob::ValueType::thing)
    fold.add(former.before(tables.things[variable.reference()].id()));
  return fold.half();
}

}  // namespace ishi
