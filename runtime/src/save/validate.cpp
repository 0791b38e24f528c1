#include "save/validate.h"

#include <bit>
#include <cmath>
#include <span>

#include "asset/check.h"
#include "asset/find.h"
#include "asset/limits.h"
#include "navigation/walks.h"
#include "world/events.h"
#include "world/population_state.h"

namespace ishi::save {
namespace {

// Of times before the world's beginning and after it, so that differences fit.
constexpr int64_t kFarthestTime = int64_t{1} << 62;

bool is_within(float value, float low, float high) { return value >= low && value <= high; }

bool is_time(int64_t microseconds) { return microseconds >= -kFarthestTime && microseconds <= kFarthestTime; }

class PopulationCheck {
 public:
  explicit PopulationCheck(const Population::State& population)
      : p_(population), t_(population.asset->tables), words_(population.capacity / 64 + 1) {}

  bool run() {
    return check_slots() && check_rhythm() && check_columns() && check_sets() && check_levels() &&
           check_moving() && check_senses() && check_pending() && check_bodies() && check_shared_values();
  }

 private:
  [[nodiscard]] bool is_profile(uint32_t profile) const {
    return profile < t_.profiles.size() || profile == kNoProfile;
  }
  [[nodiscard]] bool is_option(uint32_t option) const {
    return option < p_.agent->options().count() || option == kNoOption;
  }
  // Whether bits stand only where somebody lives.
  [[nodiscard]] bool are_living(const uint64_t* bits) const {
    for (uint32_t word = 0; word < words_; ++word) {
      if ((bits[word] & ~p_.living[word]) != 0) return false;
    }
    return true;
  }
  template <typename Holds>
  [[nodiscard]] bool all_rows(Holds&& holds) const {
    for (uint32_t slot = 0; slot < p_.acting.lane_stride; ++slot) {
      if (!holds(slot)) return false;
    }
    return true;
  }

  [[nodiscard]] bool check_slots() const {
    uint32_t living = 0;
    for (uint32_t word = 0; word < words_; ++word)
      living += static_cast<uint32_t>(std::popcount(p_.living[word]));
    const PopulationHeader& header = *p_.header;
    if (living != header.living || header.first_free > p_.capacity) return false;
    const uint32_t in_last = p_.capacity % 64;
    if (p_.living[words_ - 1] >> in_last != 0) return false;
    for (uint32_t slot = 0; slot < header.first_free; ++slot) {
      if (!p_.lives(slot)) return false;
    }
    // Each entity of a population has a slot of its own, as check_entities saw, and each slot has one.
    return all_rows([&](uint32_t slot) {
      const EntityId self = p_.self[slot];
      return p_.lives(slot) ? p_.world->entities.is_alive(self) : self == kNobody;
    });
  }

  [[nodiscard]] bool check_rhythm() const {
    const Rhythm& r = p_.rhythm;
    const RhythmHeader& header = *r.header;
    constexpr int64_t kMost = int64_t{1} << 61;
    if (header.rest < -kMost || header.rest > kMost || header.overdue > kLastMicrosecond) return false;
    if (header.last > kLastMicrosecond || header.put_off > p_.capacity) return false;
    if (header.rate > Rhythm::kOneThought * p_.capacity) return false;
    if (!are_living(r.due)) return false;
    if (r.each_frame) return true;
    uint32_t newcomers = 0;
    for (uint32_t word = 0; word < words_; ++word)
      newcomers += static_cast<uint32_t>(std::popcount(r.newcomers[word]));
    if (!are_living(r.newcomers) || newcomers != header.newcomers) return false;
    const std::span<const uint64_t> bits = r.calendar.bits();
    const std::span<const uint32_t> counts = r.calendar.counts();
    for (size_t bucket = 0; bucket < counts.size(); ++bucket) {
      const uint64_t* const row = bits.data() + bucket * r.calendar.words();
      uint32_t count = 0;
      for (uint32_t word = 0; word < words_; ++word) count += static_cast<uint32_t>(std::popcount(row[word]));
      if (count != counts[bucket] || !are_living(row)) return false;
    }
    if (!all_rows([&](uint32_t slot) { return r.due_at[slot] <= 2 * kLastMicrosecond; })) return false;
    if (!r.is_computed) return true;
    return all_rows([&](uint32_t slot) {
      return r.look_at[slot] <= 2 * kLastMicrosecond &&
             (r.interval[slot] == 0 || (r.interval[slot] >= r.least && r.interval[slot] <= r.most));
    });
  }

  [[nodiscard]] bool check_columns() const {
    const uint32_t teams = p_.world->options.teams;
    const Acting& a = p_.acting;
    for (const uint64_t* bits : {a.awake, a.watching, a.think_now, a.awaits_end}) {
      if (!are_living(bits)) return false;
    }
    if (a.search_count > 0 && !are_living(a.wants_search)) return false;
    if (a.search_count > 0 && *a.next_search_slot >= words_ * 64) return false;
    const size_t conditions = a.conditions.list.size();
    if (conditions > 0 && conditions < Conditions::kMost &&
        !all_rows([&](uint32_t slot) { return a.conditions.waiting[slot] >> conditions == 0; }))
      return false;
    const bool claims = p_.claims.any();
    const States& states = p_.states;
    return all_rows([&](uint32_t slot) {
      const bool lives = p_.lives(slot);
      if (p_.team[slot] >= teams || !is_profile(p_.profile[slot]) || !is_option(p_.option[slot]))
        return false;
      if (!lives && p_.option[slot] != kNoOption) return false;
      if (claims && (p_.claims.team[slot] >= teams || p_.claims.body_team[slot] >= teams)) return false;
      if (!states.any()) return true;
      return states.state[slot] < states.states.size() && is_profile(states.own_profile[slot]);
    });
  }

  [[nodiscard]] bool check_sets() const {
    if (!p_.sets.any()) return true;
    for (const ChoiceState& choice : p_.sets.choices) {
      if (!all_rows([&](uint32_t slot) { return std::isfinite(choice.score[slot]); })) return false;
    }
    for (uint32_t i = 0; i < p_.sets.tables.size(); ++i) {
      const SetTable& table = p_.sets.tables[i];
      const blob::Awareness* const awareness = find_awareness(t_, i);
      const uint32_t levels = awareness == nullptr ? 0 : awareness->levels().count();
      for (uint32_t owner = 0; owner < table.stride; ++owner) {
        if (table.count[owner] > table.capacity) return false;
      }
      for (uint32_t row = 0; row < table.stride * table.capacity; ++row) {
        if (table.is_memory && (!is_time(table.first_seen[row]) || !is_time(table.last_seen[row])))
          return false;
        if (table.awareness == nullptr) continue;
        if (!is_within(table.awareness[row], 0, 1) || !is_within(table.awareness_rest[row], -1, 1) ||
            table.told[row] > levels)
          return false;
      }
    }
    return true;
  }

  [[nodiscard]] bool check_levels() const {
    for (const uint32_t motive : p_.levels.motives) {
      const float* const level = p_.levels.columns[motive];
      const float* const rest = p_.levels.rests[motive];
      if (!all_rows(
              [&](uint32_t slot) { return is_within(level[slot], 0, 1) && is_within(rest[slot], -1, 1); }))
        return false;
    }
    return true;
  }

  [[nodiscard]] bool is_cell(const int16_t (&place)[2]) const {
    const GridState* const grid = p_.world->grid.get();
    return grid != nullptr && grid->grid().holds({place[0], place[1]});
  }

  // Whether a way stays on the grid.
  [[nodiscard]] bool is_way(const WalkState& walk) const {
    if (walk.steps > kMostWaySteps || walk.end > WayEnd::part || walk.position > walk.steps ||
        walk.asked > WayRequest::waiting)
      return false;
    if (walk.has_way > 1 || walk.is_fresh > 1 || walk.is_away > 1) return false;
    const auto is_node = [&](uint32_t node) {
      const blob::Range& own = p_.agent->nodes();
      return node >= own.first() && node < own.first() + own.count() &&
             t_.nodes[node].kind() == blob::NodeKind::walk;
    };
    if (walk.node == kNotFound) return walk.has_way == 0 && walk.asked == WayRequest::none;
    if (!is_node(walk.node)) return false;
    if (walk.has_way == 0 && walk.steps == 0) return true;
    if (!is_cell(walk.here)) return false;
    WayReader way(walk);
    if (!way.is_sound()) return false;
    for (; !way.is_at_end(); way.advance()) {
      if (!p_.world->grid->grid().holds(way.next())) return false;
    }
    return true;
  }

  [[nodiscard]] bool check_moving() const {
    if (p_.walks.any()) {
      if (!are_living(p_.walks.waiting)) return false;
      if (!all_rows([&](uint32_t slot) {
            const bool waits = slot < p_.capacity && (p_.walks.waiting[slot / 64] >> (slot % 64) & 1) != 0;
            const WalkState& walk = p_.walks.states[slot];
            return is_way(walk) && waits == (walk.asked == WayRequest::waiting);
          }))
        return false;
    }
    const Steering& s = p_.steering;
    if (!s.any()) return true;
    return all_rows([&](uint32_t slot) {
      const bool heads = is_within(s.right[slot], -2, 2) && is_within(s.ahead[slot], -2, 2);
      const bool wanders = s.wandering == nullptr || is_within(s.wandering[slot], -1, 1e6f);
      return heads && wanders && s.followed[slot] <= s.plans.size();
    });
  }

  [[nodiscard]] bool check_senses() const {
    const Senses& senses = p_.senses;
    if (!senses.any()) return true;
    if (!are_living(senses.has_waiting) || !are_living(senses.to_tell)) return false;
    for (size_t i = 0; i < size_t{senses.waiting_places} * p_.acting.lane_stride; ++i) {
      const Waiting& query = senses.waiting[i];
      if (query.state() > Answer::blocked || !is_within(query.seconds, 0, 1e12f)) return false;
      if (!is_within(senses.in_sight[i].seconds, 0, 1e12f)) return false;
    }
    for (size_t i = 0; i < size_t{senses.asking} * senses.stride; ++i) {
      const AskCursor& cursor = senses.cursors[i];
      if (!is_within(cursor.distance_squared, 0, 1e15f) || cursor.by_row > 1) return false;
    }
    return true;
  }

  [[nodiscard]] bool check_pending() const {
    const Acting& a = p_.acting;
    const PopulationHeader& header = *p_.header;
    if (header.pending_ends > uint64_t{p_.capacity} * a.pending_lanes) return false;
    if (header.pending_events > a.most_pending_events(p_.capacity)) return false;
    for (uint32_t i = 0; i < header.pending_ends; ++i) {
      if (a.pending_ends[i].slot >= p_.capacity) return false;
    }
    for (uint32_t i = 0; i < header.pending_events; ++i) {
      if (a.pending_events[i].event >= t_.events.size()) return false;
      const auto fields = part(t_.event_fields, t_.events[a.pending_events[i].event].fields());
      if (record_size(fields) > a.layout.event_bytes) return false;
    }
    for (uint32_t i = 0; i < a.search_count; ++i) {
      if (a.search_owners[i].slot != SearchOwner::kNobodyPlans) return false;
    }
    return true;
  }

  [[nodiscard]] bool check_bodies() const {
    const Acting& a = p_.acting;
    return all_rows([&](uint32_t slot) {
      constexpr uint64_t kMostTasks = uint64_t{1} << 60;  // of a slot
      const uint64_t serial = a.header(slot).serial;
      if (serial > kMostTasks) return false;
      for (uint32_t lane = 0; lane < a.layout.lanes; ++lane) {
        const LaneWord word = LaneWord::unpack(a.lane(slot, lane).load());
        if (word.serial > serial || word.status > LaneStatus::aborting) return false;
      }
      const uint16_t option = a.header(slot).option;
      if (!is_option(option) || (option != kNoOption && !p_.lives(slot))) return false;
      return option == kNoOption ||
             is_node_state(slot, t_.options[p_.agent->options().first() + option].body());
    });
  }

  // Operations give finite numbers, but for gates.
  [[nodiscard]] bool check_shared_values() const {
    const auto program = p_.program();
    for (uint32_t i = 0; i < p_.schedule.shared.size(); ++i) {
      const SharedOperation& shared = p_.schedule.shared[i];
      const bool is_gate = program[i].code() == blob::OperationCode::gate;
      for (uint32_t row = 0; row < shared.rows; ++row) {
        const float value = p_.shared_values[shared.place + row];
        if (!std::isfinite(value) && !(is_gate && value < 0)) return false;
      }
    }
    return true;
  }

  // A node and all at work below it. Children come after their parents, so this ends.
  [[nodiscard]] bool is_node_state(uint32_t slot, uint32_t index) const {
    const blob::Node& node = t_.nodes[index];
    const uint32_t offset = p_.acting.layout.places[index - p_.agent->nodes().first()].offset;
    const std::byte* const at = p_.acting.block(slot) + offset;
    const NodeState& state = *reinterpret_cast<const NodeState*>(at);
    if (state.phase > static_cast<uint8_t>(NodePhase::has_failed)) return false;
    if (state.phase != static_cast<uint8_t>(NodePhase::active)) return true;
    const blob::Range& children = node.children();
    const auto child = [&](uint32_t i) {
      return i >= children.count() || is_node_state(slot, children.first() + i);
    };
    switch (node.kind()) {
      case blob::NodeKind::all:
      case blob::NodeKind::any:
        for (uint32_t i = 0; i < children.count(); ++i) {
          if (!child(i)) return false;
        }
        return true;
      case blob::NodeKind::goal:
        if (state.child == 0) return child(0);
        return state.child < children.count() &&
               t_.nodes[children.first() + state.child].kind() == blob::NodeKind::interjection && child(0) &&
               child(state.child);
      case blob::NodeKind::repeat: return child(0);
      case blob::NodeKind::plan: {
        const PlanState& plan = *reinterpret_cast<const PlanState*>(at + sizeof(NodeState));
        if (state.due == 0) return true;
        if (state.due > 1 || plan.count > kPlanDepth) return false;
        for (uint32_t i = 0; i < plan.count; ++i) {
          if (plan.steps[i] >= children.count()) return false;
        }
        return state.child >= plan.count || child(plan.steps[state.child]);
      }
      default: return child(state.child);
    }
  }

  const Population::State& p_;
  const Tables& t_;
  uint32_t words_;
};

bool check_entities(const World::State& world) {
  const WorldHeader& header = *world.header;
  const Entities& entities = world.entities;
  const uint32_t rows = entities.rows();
  if (header.never_used < 1 || header.never_used > rows || header.first_free >= header.never_used)
    return false;
  if (header.time_microseconds > kLastMicrosecond || header.has_lost > 1) return false;
  uint32_t living = 0, kept = 0, of_populations = 0;
  for (uint32_t row = 1; row < header.never_used; ++row) {
    const bool lives = entities.is_alive({row, entities.view().generation[row]});
    living += lives ? 1 : 0;
    if (entities.kept[row] > (lives ? 1 : 0) || entities.thing[row] > world.things) return false;
    kept += entities.kept[row];
    const uint32_t population = entities.population[row];
    if (population == 0) continue;
    if (!lives || population > world.populations.size()) return false;
    const Population::State& p = *world.populations[population - 1];
    if (!p.lives(entities.slot[row]) || p.self[entities.slot[row]].index != row) return false;
    ++of_populations;
  }
  for (uint32_t row = header.never_used; row < rows; ++row) {
    if (entities.view().generation[row] != 0) return false;
  }
  uint32_t agents = 0;
  for (const Population::State* p : world.populations) agents += p->header->living;
  return living == header.living && kept == header.kept && agents == of_populations;
}

// Whether the rows that are given out again are dead ones, each once.
bool check_free_rows(const World::State& world) {
  const uint32_t* next = nullptr;
  const_cast<Entities&>(world.entities).for_each_own_column([&](const uint32_t* column) { next = column; });
  uint32_t steps = 0;
  for (uint32_t row = world.header->first_free; row != 0; row = next[row]) {
    if (row >= world.header->never_used || (world.entities.view().generation[row] & 1) != 0) return false;
    if (++steps > world.header->never_used) return false;
  }
  return true;
}

// Whether events stand one behind the other, of a size that those have who know them.
bool check_events(const World::State& world) {
  const uint32_t end = world.header->event_bytes;
  if (end > world.options.event_bytes) return false;
  const auto record_bytes = [&](uint64_t id, uint32_t otherwise) {
    for (const Population::State* p : world.populations) {
      const Tables& t = p->asset->tables;
      const uint32_t index = find_entry(t.events_by_id, id);
      if (index != kNotFound) return record_size(part(t.event_fields, t.events[index].fields()));
    }
    return otherwise;
  };
  uint64_t seen = 0;  // populations that have handled all before an event
  for (uint32_t at = 0; at < end;) {
    if (end - at < sizeof(PostedEvent)) return false;
    const PostedEvent& event = *reinterpret_cast<const PostedEvent*>(world.events + at);
    const bool fits =
        event.record_bytes % 8 == 0 && event.record_bytes <= limits::kRecordBytes && event.size() <= end - at;
    if (!fits || event.target > static_cast<uint32_t>(EventTarget::everyone) ||
        event.team >= world.options.teams || event.record_bytes != record_bytes(event.id, event.record_bytes))
      return false;
    for (const Population::State* p : world.populations) seen += p->header->events_seen == at ? 1 : 0;
    at += event.size();
  }
  for (const Population::State* p : world.populations) seen += p->header->events_seen == end ? 1 : 0;
  return seen == world.populations.size();
}

bool check_grid(const World::State& world) {
  if (world.grid == nullptr) return true;
  const GridState& grid = *world.grid;
  const CellGrid cells = grid.grid();
  if (grid.header->next_search >= grid.options.searches) return false;
  if (grid.header->population != 0 && grid.header->population >= world.populations.size()) return false;
  for (size_t index = 0; index < cells.size(); ++index) {
    const bool is_border = !cells.holds(cells.place_of(static_cast<uint32_t>(index)));
    if (is_border && grid.cells[index] != kImpassable) return false;
  }
  return true;
}

bool check_sounds(World::State& world) { return !world.sounds.any() || world.sounds.is_sound(); }

}  // namespace

Status validate(World::State& world) {
  const bool is_world = check_entities(world) && check_free_rows(world) && check_events(world) &&
                        check_grid(world) && check_sounds(world);
  if (!is_world) return {StatusCode::save_invalid, 0};
  for (const Population::State* population : world.populations) {
    if (!PopulationCheck(*population).run())
      return {StatusCode::save_invalid, uint64_t{1} + population->index};
  }
  return {};
}

}  // namespace ishi::save
