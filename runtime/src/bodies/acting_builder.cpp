#include "bodies/acting_builder.h"

#include <algorithm>

#include "asset/check.h"
#include "asset/find.h"
#include "bodies/acting.h"

namespace ishi {

bool ActingBuilder::has_cooldown(const blob::Option& option) const {
  return option.cooldown() > 0 || option.cooldown_after_failure() > 0;
}

bool ActingBuilder::declare(ColumnSet& columns) {
  const Tables& t = p_.asset->tables;
  if (!make_layout(t, *p_.agent, a_.layout) || !find_conditions(t, *p_.agent, a_.conditions)) return false;
  a_.lane_stride = columns.rows();
  a_.pending_lanes = std::max(a_.pending_lanes, a_.layout.lanes);
  if (a_.layout.plan_depth > 0) {
    a_.search_count = std::min(options_.plan_searches, p_.capacity);
    a_.expansions = options_.plan_situations_per_frame;
    const uint32_t usual = a_.layout.any_plan_of_usual_size ? options_.plan_situations : 0;
    a_.usual_situations = options_.plan_situations;
    a_.search_shape = {std::max(a_.layout.plan_situations, usual), a_.layout.planned_values,
                       a_.layout.plan_depth};
  }
  declare_bodies(columns);
  declare_pending(columns);
  declare_searches(columns);
  return declare_cooldowns(columns) && declare_writes(columns);
}

void ActingBuilder::declare_bodies(ColumnSet& columns) {
  AgentBytes& bytes = p_.agent_bytes;
  // These two hold serials that a slot never gives twice, so `reset_body` resets them, all but the serials.
  columns.add_blocks(a_.blocks, a_.layout.block_bytes,
                     About(ColumnTag::blocks).is_of_bodies().bytes(&bytes.bodies),
                     BodyHeader{.option = kNoOption});
  columns.add(a_.lanes, uint64_t{a_.layout.lanes} * columns.rows(), About(ColumnTag::lanes).is_of_bodies(),
              LaneWord::pack(0, LaneStatus::over));
  bytes.bodies += uint64_t{a_.layout.lanes} * (sizeof *a_.lanes + a_.layout.lane_record_bytes);
  if (a_.layout.lane_record_bytes > 0)
    columns.add(a_.lane_records, uint64_t{a_.layout.lanes} * columns.rows() * a_.layout.lane_record_bytes,
                About(ColumnTag::lane_records).is_of_bodies().since(5));
  columns.add_rows(a_.deadline, About(ColumnTag::deadline).bytes(&bytes.own), kNever);
  columns.add_rows(a_.started, About(ColumnTag::started).bytes(&bytes.own));
  const size_t conditions = a_.conditions.list.size();
  if (a_.conditions.any()) {
    const bool is_any = conditions >= Conditions::kMost;
    columns.add_rows(a_.conditions.waiting,
                     About(ColumnTag::waiting_conditions)
                         .rule(is_any ? Rule{} : Rule::at_most((uint64_t{1} << conditions) - 1))
                         .is_of_bodies()
                         .bytes(&bytes.own));
  }
  columns.add_bits(a_.awake, About(ColumnTag::awake).rule(Rule::living()));
  columns.add_bits(a_.watching, About(ColumnTag::watching).rule(Rule::living()));
  columns.add_bits(a_.think_now, About(ColumnTag::think_now).rule(Rule::living()));
  columns.add_bits(a_.awaits_end, About(ColumnTag::awaits_end).rule(Rule::living()).since(2));
  columns.add(a_.block_deadline, columns.words(), About(ColumnTag::block_deadline), kNever);
}

void ActingBuilder::declare_pending(ColumnSet& columns) {
  const uint64_t ends = a_.pending_lanes, events = a_.most_pending_events(1);
  const auto info = [](ColumnTag tag) { return About(tag).is_of_bodies(); };
  columns.add(a_.pending_ends, ends * p_.capacity, info(ColumnTag::pending_ends));
  columns.add(a_.pending_events, events * p_.capacity, info(ColumnTag::pending_events));
  columns.add(a_.pending_records, events * p_.capacity * a_.layout.event_bytes,
              info(ColumnTag::pending_records));
  p_.agent_bytes.pending =
      ends * sizeof(PendingEnd) + events * (sizeof(PendingEvent) + a_.layout.event_bytes);
}

void ActingBuilder::declare_searches(ColumnSet& columns) {
  const bool any = a_.search_count > 0;
  columns.add(a_.search_owners, a_.search_count, About(ColumnTag::search_owners).is_of_bodies().since(8),
              SearchOwner{});
  columns.add(a_.searches,
              uint64_t{a_.search_count} * PlanSearch::bytes(a_.search_shape) / sizeof *a_.searches,
              About(ColumnTag::searches).is_of_bodies().since(8));
  columns.add(a_.wants_search, any ? columns.words() : 0,
              About(ColumnTag::wants_search).rule(Rule::living()).is_of_bodies());
  columns.add(a_.next_search_slot, any ? 1 : 0,
              About(ColumnTag::next_search_slot)
                  .rule(Rule::at_most(uint64_t{columns.words()} * 64 - 1))
                  .is_of_bodies());
}

bool ActingBuilder::declare_cooldowns(ColumnSet& columns) {
  const auto options = part(p_.asset->tables.options, p_.agent->options());
  if (!a_.ready_at.allocate(options.size())) return false;
  columns.add_whole(a_.cooling_until, options.size());
  for (const blob::Option& option : options)
    columns.add_part(1, About(ColumnTag::cooling_until).id(option.id()));
  for (size_t i = 0; i < options.size(); ++i) {
    if (!has_cooldown(options[i])) continue;
    columns.add_rows(a_.ready_at[i],
                     About(ColumnTag::ready_at).id(options[i].id()).bytes(&p_.agent_bytes.cooldowns));
  }
  return true;
}

bool ActingBuilder::declare_writes(ColumnSet& columns) {
  const Tables& t = p_.asset->tables;
  if (!a_.write_row.allocate(t.keys.size())) return false;
  uint32_t rows = 0;
  const auto rows_of = [&](size_t key) {
    return p_.keys[key].scope == Scope::team ? p_.around->options.teams : 1;
  };
  for (size_t i = 0; i < t.keys.size(); ++i) {
    const bool is_written = t.keys[i].merge() != blob::Merge::none;
    a_.write_row[i] = is_written ? rows : kNotFound;
    rows += is_written ? rows_of(i) : 0;
  }
  a_.has_writable_keys = rows > 0;
  columns.add_whole(a_.writes, rows);
  for (size_t i = 0; i < t.keys.size(); ++i) {
    if (a_.write_row[i] == kNotFound) continue;
    const blob::Key& key = t.keys[i];
    const uint32_t is_teams = p_.keys[i].scope == Scope::team ? 1u << 24 : 0;
    columns.add_part(rows_of(i), About(ColumnTag::shared_writes)
                                     .id(key.id())
                                     .variable(&key.variable())
                                     .shape(static_cast<uint32_t>(key.merge()) << 16 ^ is_teams));
  }
  return true;
}

void Acting::reset_body(uint32_t slot) const {
  header(slot).option = kNoOption;
  for (uint32_t i = 0; i < layout.lanes; ++i) {
    const auto word = lane(slot, i);
    const LaneWord known = LaneWord::unpack(word.load());
    // A report that is still writing frees the lane itself.
    const bool is_written = known.status == LaneStatus::reporting;
    word.store(LaneWord::pack(known.serial, is_written ? LaneStatus::aborting : LaneStatus::over));
  }
}

bool ActingBuilder::list_locks() {
  const Tables& t = p_.asset->tables;
  const auto options = part(t.options, p_.agent->options());
  const uint32_t first = p_.agent->nodes().first();
  const uint32_t count = p_.agent->nodes().count();
  // Which option each node belongs to: children come after their parents.
  Array<uint32_t> owner;
  if (!owner.allocate(count) || !a_.may_be_locked.allocate(options.size())) return false;
  std::fill(owner.begin(), owner.end(), kNotFound);
  for (uint32_t i = 0; i < options.size(); ++i) owner[options[i].body() - first] = i;
  for (uint32_t i = 0; i < count; ++i) {
    const blob::Node& node = t.nodes[first + i];
    if (owner[i] != kNotFound && modifier(node, Modifier::interruptible) != kNotFound) {
      a_.may_be_locked[owner[i]] = 1;
      a_.any_locks = true;
    }
    for (uint32_t k = 0; k < node.children().count(); ++k)
      owner[node.children().first() - first + k] = owner[i];
  }
  return true;
}

bool ActingBuilder::list_handlers() {
  const Tables& t = p_.asset->tables;
  if (!a_.handler_of_event.allocate(t.events.size())) return false;
  std::fill(a_.handler_of_event.begin(), a_.handler_of_event.end(), kNotFound);
  const blob::Range& handlers = p_.agent->handlers();
  for (uint32_t i = 0; i < handlers.count(); ++i) {
    a_.handler_of_event[t.handlers[handlers.first() + i].event()] = handlers.first() + i;
  }
  return true;
}

// Of a shared key, the rows of the population that brought it.
bool ActingBuilder::find_homes() {
  const Tables& t = p_.asset->tables;
  if (!a_.home_writes.allocate(t.keys.size())) return false;
  for (size_t i = 0; i < t.keys.size(); ++i) {
    if (a_.write_row[i] == kNotFound) continue;
    for (Agents* const other : p_.around->everybody) {
      const uint32_t index = find_entry(other->asset->tables.keys_by_id, t.keys[i].id());
      if (index == kNotFound) continue;
      a_.home_writes[i] = other->acting.writes + other->acting.write_row[index];
      break;
    }
  }
  return true;
}

bool ActingBuilder::allocate() {
  const Tables& t = p_.asset->tables;
  const size_t capacity = p_.capacity;
  const size_t commands = capacity * a_.starts_per_visit();
  // Handlers may post more than is kept for the game: once for each event that they get.
  const bool tells_posted = options_.node_events > 0 && a_.emits_per_visit() > 0;
  const size_t posted =
      tells_posted ? std::max<size_t>(a_.most_pending_events(p_.capacity), options_.node_events) : 0;
  // A job has at least one agent.
  return allocate_freshness(p_) && list_locks() && list_handlers() && find_homes() &&
         a_.merely_watching.allocate(capacity / 64 + 1) && a_.jobs.allocate(capacity) && a_.job_outputs.allocate(capacity) &&
         a_.job_counters.allocate(capacity) && a_.start_outputs.allocate(commands) &&
         a_.update_outputs.allocate(commands) && a_.end_outputs.allocate(capacity * a_.ends_per_visit()) &&
         a_.write_outputs.allocate(capacity * a_.writes_per_visit()) &&
         a_.emit_outputs.allocate(capacity * a_.emits_per_visit()) &&
         a_.emit_records.allocate(capacity * a_.emits_per_visit() * a_.layout.event_bytes) &&
         a_.emitted.allocate(a_.most_pending_events(p_.capacity)) &&
         a_.node_events.allocate(options_.node_events) && a_.posted.allocate(posted) &&
         a_.posted_records.allocate(posted * a_.layout.event_bytes) && a_.starts.allocate(commands) &&
         a_.updates.allocate(commands) &&
         a_.ends.allocate(capacity * (a_.ends_per_visit() + a_.pending_lanes)) &&
         a_.task_places.allocate(t.tasks.size() + 2);
}

}  // namespace ishi
