#include "bodies/acting_builder.h"

#include <algorithm>

#include "asset/check.h"
#include "asset/find.h"

namespace ishi {

bool ActingBuilder::has_cooldown(const blob::Option& option) const {
  return option.cooldown() > 0 || option.cooldown_after_failure() > 0;
}

bool ActingBuilder::plan(ArenaPlan& plan, uint32_t padded) {
  const Tables& t = p_.asset->tables;
  if (!make_layout(t, *p_.agent, a_.layout) || !find_conditions(t, *p_.agent, a_.conditions)) return false;
  padded_ = a_.lane_stride = padded;
  a_.pending_lanes = std::max(a_.pending_lanes, a_.layout.lanes);
  const uint32_t words = p_.capacity / 64 + 1;
  RowPlan own(plan, padded);
  RowPlan bodies(plan, padded);
  RowPlan cooldowns(plan, padded);
  RowPlan pending(plan, p_.capacity);
  places_.blocks = bodies.add(a_.layout.block_bytes);
  places_.lanes = bodies.add(sizeof(uint64_t), a_.layout.lanes);
  places_.deadline = own.add(sizeof(uint64_t));
  places_.started = own.add(sizeof(uint64_t));
  if (a_.conditions.any()) places_.waiting = own.add(sizeof(uint64_t));
  for (ColumnPlace* bits : {&places_.awake, &places_.watching, &places_.think_now, &places_.awaits_end,
                            &places_.block_deadline}) {
    *bits = plan.add(sizeof(uint64_t), words);
  }
  places_.pending_ends = pending.add(sizeof(PendingEnd), a_.pending_lanes);
  const uint64_t events = a_.most_pending_events(1);
  places_.pending_events = pending.add(sizeof(PendingEvent), events);
  places_.pending_records = pending.add(1, events * a_.layout.event_bytes);

  if (a_.layout.plan_depth > 0) {
    a_.search_count = std::min(options_.plan_searches, p_.capacity);
    a_.expansions = options_.plan_situations_per_frame;
    a_.search_shape = {options_.plan_situations, a_.layout.planned_values, a_.layout.plan_depth};
  }
  places_.search_owners = plan.add(sizeof(SearchOwner), a_.search_count);
  places_.searches = plan.add(
      sizeof(uint64_t), uint64_t{a_.search_count} * PlanSearch::bytes(a_.search_shape) / sizeof(uint64_t));
  places_.wants_search = plan.add(sizeof(uint64_t), a_.search_count > 0 ? words : 0);
  places_.next_search_slot = plan.add(sizeof(uint32_t), a_.search_count > 0 ? 1 : 0);

  const auto options = part(t.options, p_.agent->options());
  places_.cooling_until = plan.add(sizeof(uint64_t), options.size());
  if (!ready_at_.allocate(options.size()) || !a_.ready_at.allocate(options.size())) return false;
  for (size_t i = 0; i < options.size(); ++i) {
    if (has_cooldown(options[i])) ready_at_[i] = cooldowns.add(sizeof(uint64_t));
  }
  AgentBytes& bytes = p_.agent_bytes;
  bytes.own += own.bytes();
  bytes.bodies = bodies.bytes();
  bytes.cooldowns = cooldowns.bytes();
  bytes.pending = pending.bytes();

  if (!a_.write_row.allocate(t.keys.size())) return false;
  for (size_t i = 0; i < t.keys.size(); ++i) {
    a_.write_row[i] = kNotFound;
    if (t.keys[i].merge() == blob::Merge::none) continue;
    a_.write_row[i] = write_rows_;
    write_rows_ += p_.keys[i].scope == Scope::team ? p_.world->options.teams : 1;
  }
  places_.writes = plan.add(sizeof(SharedWrite), write_rows_);
  return true;
}

void ActingBuilder::attach(Arena& arena) {
  a_.blocks = arena.at<std::byte>(places_.blocks);
  a_.lanes = arena.at<uint64_t>(places_.lanes);
  a_.deadline = arena.at<uint64_t>(places_.deadline);
  a_.started = arena.at<uint64_t>(places_.started);
  a_.awake = arena.at<uint64_t>(places_.awake);
  a_.watching = arena.at<uint64_t>(places_.watching);
  if (a_.conditions.any()) a_.conditions.waiting = arena.at<uint64_t>(places_.waiting);
  a_.think_now = arena.at<uint64_t>(places_.think_now);
  a_.awaits_end = arena.at<uint64_t>(places_.awaits_end);
  a_.block_deadline = arena.at<uint64_t>(places_.block_deadline);
  a_.pending_ends = arena.at<PendingEnd>(places_.pending_ends);
  a_.pending_events = arena.at<PendingEvent>(places_.pending_events);
  a_.pending_records = arena.at<std::byte>(places_.pending_records);
  a_.cooling_until = arena.at<uint64_t>(places_.cooling_until);
  a_.writes = arena.at<SharedWrite>(places_.writes);
  a_.search_owners = arena.at<SearchOwner>(places_.search_owners);
  a_.searches = arena.at<std::byte>(places_.searches);
  a_.wants_search = arena.at<uint64_t>(places_.wants_search);
  a_.next_search_slot = arena.at<uint32_t>(places_.next_search_slot);
  std::fill_n(a_.search_owners, a_.search_count, SearchOwner{});
  const auto options = part(p_.asset->tables.options, p_.agent->options());
  for (size_t i = 0; i < options.size(); ++i) {
    a_.ready_at[i] = has_cooldown(options[i]) ? arena.at<uint64_t>(ready_at_[i]) : nullptr;
  }
  std::fill_n(a_.block_deadline, p_.capacity / 64 + 1, kNever);
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
    if (owner[i] != kNotFound && node.interruptible() != kNotFound) {
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
    for (Population::State* const other : p_.world->populations) {
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
  // A job has at least one agent.
  return allocate_freshness(p_) && list_locks() && list_handlers() && find_homes() &&
         a_.jobs.allocate(capacity) && a_.job_outputs.allocate(capacity) &&
         a_.job_counters.allocate(capacity) && a_.start_outputs.allocate(commands) &&
         a_.update_outputs.allocate(commands) && a_.end_outputs.allocate(capacity * a_.ends_per_visit()) &&
         a_.write_outputs.allocate(capacity * a_.writes_per_visit()) &&
         a_.emit_outputs.allocate(capacity * a_.emits_per_visit()) &&
         a_.emit_records.allocate(capacity * a_.emits_per_visit() * a_.layout.event_bytes) &&
         a_.emitted.allocate(a_.most_pending_events(p_.capacity)) &&
         a_.node_events.allocate(options_.node_events) && a_.starts.allocate(commands) &&
         a_.updates.allocate(commands) &&
         a_.ends.allocate(capacity * (a_.ends_per_visit() + a_.pending_lanes)) &&
         a_.task_places.allocate(t.tasks.size() + 2);
}

}  // namespace ishi
