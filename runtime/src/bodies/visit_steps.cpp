#include <algorithm>
#include <cstring>
#include <utility>

#include "asset/check.h"
#include "asset/limits.h"
#include "blackboard/record.h"
#include "bodies/visit.h"
#include "built_features.h"
#include "levels/levels.h"
#include "memory/sort.h"
#include "senses/senses.h"
#include "sets/facts.h"
#include "sets/sets.h"

// What bodies do: tasks of the game, writes, events.

namespace ishi {
namespace {

constexpr auto kRelease = std::memory_order_release;

bool is_shared(const blob::Key& key) { return key.variable().scope() != blob::Scope::agent; }

}  // namespace

Outcome Visit::task(uint32_t index) {
  NodeState& state = state_of(index);
  if (is_in(index, NodePhase::has_completed)) return Outcome::completed;
  if (is_in(index, NodePhase::has_failed)) return Outcome::failed;
  const auto lane = a_.lane(row_.slot, lane_of(index));
  const LaneWord word = LaneWord::unpack(lane.load(std::memory_order_acquire));
  if (state.phase == static_cast<uint8_t>(NodePhase::waiting_for_lane)) {
    return word.status == LaneStatus::aborting ? Outcome::running : start(index);
  }
  if (word.status == LaneStatus::running || word.status == LaneStatus::reporting) {
    if (follow_live(index)) watches_ = true;
    return Outcome::running;
  }
  const bool completed = word.status == LaneStatus::completed;
  if (completed) take_given(index);
  lane.store(LaneWord::pack(word.serial, LaneStatus::over), kRelease);
  ++(completed ? counters_.completed : counters_.failed);
  return completed ? Outcome::completed : Outcome::failed;
}

// True if a task that is to be interrupted is over already: its lane is free then, and how it ended is kept.
bool Visit::take_report(uint32_t index) {
  const auto lane = a_.lane(row_.slot, lane_of(index));
  const LaneWord word = LaneWord::unpack(lane.load(std::memory_order_acquire));
  if (word.status != LaneStatus::completed && word.status != LaneStatus::failed) return false;
  const bool completed = word.status == LaneStatus::completed;
  if (completed) take_given(index);
  lane.store(LaneWord::pack(word.serial, LaneStatus::over), kRelease);
  ++(completed ? counters_.completed : counters_.failed);
  state_of(index).phase = static_cast<uint8_t>(completed ? NodePhase::has_completed : NodePhase::has_failed);
  return true;
}

// Copies what a report has given back to where later steps read it.
void Visit::take_given(uint32_t index) {
  const blob::Node& node = t_.nodes[index];
  if (node.given() == kNotFound) return;
  const std::byte* const from = a_.lane_record(row_.slot, lane_of(index)) + sizeof(uint64_t);
  std::byte* const to = a_.given(row_.slot);
  uint32_t next = node.given();
  write_at(to, givens_[next].offset(), uint8_t{1});
  for (const blob::Parameter& parameter : part(t_.parameters, t_.tasks[node.subject()].parameters())) {
    if (parameter.given() == 0) continue;
    const blob::Parameter& place = givens_[++next];
    std::memcpy(to + place.offset(), from + parameter.offset(),
                size_of(static_cast<ValueType>(parameter.variable().type())));
  }
}

Outcome Visit::start(uint32_t index) {
  const blob::Node& node = t_.nodes[index];
  const blob::Task& task = t_.tasks[node.subject()];
  const auto parameters = part(t_.parameters, task.parameters());
  write_arguments(node, parameters, record_of(index), false);
  const std::byte* const outer = std::exchange(row_.record, record_of(index));
  const blob::Parameter* const outer_variables = std::exchange(row_.variables, parameters.data());
  const bool may_start = !lacks_place(record_of(index), parameters) && truth(task.condition()) != Truth::no;
  row_.record = outer;
  row_.variables = outer_variables;
  if (!may_start) {
    cause_ = NodeCause::requirement;
    return Outcome::failed;
  }
  NodeState& state = state_of(index);
  state.phase = static_cast<uint8_t>(NodePhase::active);
  state.due = ++a_.header(row_.slot).serial;
  const uint32_t lane = lane_of(index);
  if (a_.layout.lane_record_bytes > 0)
    write_at(a_.lane_record(row_.slot, lane), 0, gives_back(t_, task) ? task.id() : uint64_t{0});
  a_.lane(row_.slot, lane).store(LaneWord::pack(state.due, LaneStatus::running), kRelease);
  begun_in(lane) = {row_.slot, index, lane, 0, state.due};
  watches_ |= has_live(task);
  return Outcome::running;
}

NodeChange Visit::abort_task(uint32_t index) {
  const uint32_t task = t_.nodes[index].subject();
  const uint32_t lane = lane_of(index);
  const auto word = a_.lane(row_.slot, lane);
  const uint64_t serial = state_of(index).due;
  if (serial > first_serial_) {  // it began in this very visit, and the game has not heard of it
    word.store(LaneWord::pack(serial, LaneStatus::over), kRelease);
    return NodeChange::aborted;
  }
  const bool waits = t_.tasks[task].abort() == blob::Abort::wait;
  uint64_t running = LaneWord::pack(serial, LaneStatus::running);
  const LaneStatus next = waits ? LaneStatus::aborting : LaneStatus::over;
  bool is_aborted =
      word.compare_exchange_strong(running, LaneWord::pack(serial, next), std::memory_order_acq_rel);
  if (!is_aborted && running == LaneWord::pack(serial, LaneStatus::reporting)) {
    // A report that still writes what it gives back frees the lane when it has done so.
    is_aborted = word.compare_exchange_strong(running, LaneWord::pack(serial, LaneStatus::aborting),
                                              std::memory_order_acq_rel);
  }
  if (!is_aborted) {
    // It ended just now, and nobody needs it to any more.
    const bool completed = LaneWord::unpack(running).status == LaneStatus::completed;
    ++(completed ? counters_.completed : counters_.failed);
    word.store(LaneWord::pack(serial, LaneStatus::over), kRelease);
    return completed ? NodeChange::completed : NodeChange::failed;
  }
  ++counters_.aborted;
  retract_update(serial);
  outputs_.ends[outputs_.end_count++] = {row_.slot, task, lane, waits ? 1u : 0u, serial};
  return NodeChange::aborted;
}

// The tasks that began in this visit and still run at its end, in the order in which they began.
void Visit::emit_starts() {
  if (a_.header(row_.slot).serial == first_serial_) return;
  StartOutput* const first = &begun_in(0);
  StartOutput* end = first;
  for (uint32_t lane = 0; lane < a_.layout.lanes; ++lane) {
    const LaneWord word = LaneWord::unpack(a_.lane(row_.slot, lane).load(std::memory_order_relaxed));
    if (word.serial > first_serial_ && word.status == LaneStatus::running) *end++ = begun_in(lane);
  }
  sort_rarely(first, end, [](const StartOutput& a, const StartOutput& b) { return a.serial < b.serial; });
  outputs_.start_count += static_cast<uint32_t>(end - first);
  counters_.started += static_cast<uint64_t>(end - first);
}

// A task that ends has nothing to follow any more.
void Visit::retract_update(uint64_t serial) {
  const auto last = outputs_.updates + outputs_.update_count;
  const auto found = std::find_if(outputs_.updates, last, [&](const auto& update) {
    return update.slot == row_.slot && update.serial == serial;
  });
  if (found == last) return;
  std::copy(found + 1, last, found);
  --outputs_.update_count;
}

bool Visit::has_live(const blob::Task& task) const {
  const auto parameters = part(t_.parameters, task.parameters());
  return std::any_of(parameters.begin(), parameters.end(),
                     [](const blob::Parameter& parameter) { return parameter.live() != 0; });
}

bool Visit::follow_live(uint32_t index) {
  const blob::Node& node = t_.nodes[index];
  const blob::Task& task = t_.tasks[node.subject()];
  if (!has_live(task)) return false;
  if (!first_round_) return true;
  const auto parameters = part(t_.parameters, task.parameters());
  std::byte before[limits::kRecordBytes];
  std::byte* const record = record_of(index);
  const uint32_t size = record_size(parameters);
  std::memcpy(before, record, size);
  row_.step_started = state_of(index).started;
  write_arguments(node, parameters, record, true);
  if (std::memcmp(before, record, size) != 0) {
    outputs_.updates[outputs_.update_count++] = {row_.slot, index, lane_of(index), 0, state_of(index).due};
  }
  return true;
}

void Visit::write_arguments(const blob::Node& node, std::span<const blob::Parameter> parameters,
                            std::byte* record, bool live_only) {
  if (!live_only) {
    std::memset(record, 0, record_size(parameters));
    for (const blob::Parameter& parameter : parameters) write_default(record, parameter);
  }
  for (const blob::Argument& argument : part(t_.arguments, node.arguments())) {
    const blob::Parameter& parameter = parameters[argument.parameter()];
    if (live_only && parameter.live() == 0) continue;
    if (live_only) watch(argument.formula());
    const Storage storage = storage_of(static_cast<ValueType>(parameter.variable().type()));
    // A goal that is planned is given what the plan assumes.
    if (storage == Storage::entity && node.kind() == blob::NodeKind::goal && row_.planned == nullptr) {
      write_at(record, parameter.offset(), whom(argument.formula()));
      continue;
    }
    float value[3];
    evaluate(argument.formula(), storage, value);
    write_record(record, parameter, value, p_.binding.entities);
  }
}

Outcome Visit::set(uint32_t index) {
  write_all(part(t_.assignments, t_.nodes[index].assignments()));
  return Outcome::completed;
}

void Visit::write_all(std::span<const blob::Assignment> assignments) {
  // What is added to levels is added to those of now, also by who last thought some frames ago.
  if (!assignments.empty() && assignments.front().target() == blob::Target::level)
    advance_levels(p_, row_.slot, values_);
  // All values first: `set: { a: b, b: a }` swaps.
  evaluate_all(assignments, givens_);
  const float* from = values_to_write(assignments);
  for (const blob::Assignment& assignment : assignments) {
    float value[3];
    std::memcpy(value, from, sizeof value);
    from += 3;
    switch (assignment.target()) {
      case blob::Target::key: write_key(assignment.subject(), value); break;
      case blob::Target::member_field:
        if (is_built(Feature::memories)) write_member_field(assignment, value);
        break;
      case blob::Target::given:
        write_record(a_.given(row_.slot), givens_[assignment.subject()], value, p_.binding.entities);
        break;
      case blob::Target::level:
        p_.levels.columns[assignment.subject()][row_.slot] = held(value[0], 0, 1, 0);
        break;
      case blob::Target::awareness:
        if (is_built(Feature::senses))
          raise_awareness(p_, assignment.subject(), row_.slot, p_.binding.entities.id_of(value[0]), value[1]);
        break;
      case blob::Target::remember:
      case blob::Target::forget:
        if (is_built(Feature::memories)) change_memory(assignment, value);
        break;
    }
  }
}

void Visit::write_key(uint32_t key, const float (&value)[3]) {
  if (is_shared(t_.keys[key])) {
    outputs_.writes[outputs_.write_count++] = {row_.slot, key, {value[0], value[1], value[2]}};
  } else {
    p_.keys[key].write(row_.slot, value, p_.binding.entities);
  }
}

// Of the member that the option is for, or a step; of one that is no more there is nothing to write.
void Visit::write_member_field(const blob::Assignment& assignment, const float (&value)[3]) {
  const uint32_t field = assignment.subject();
  const SetTable& table = p_.sets.tables[p_.asset->member_fields[field].set];
  const uint32_t member =
      assignment.member() == 0 ? row_.bound : table.find(row_.slot, member_at(assignment.member() - 1u));
  if (member == kNotFound) return;
  p_.sets.fields[field].write(table.row(row_.slot, member), value, p_.binding.entities);
}

void Visit::change_memory(const blob::Assignment& assignment, const float (&handle)[3]) {
  EntityId entity;
  std::memcpy(&entity, handle, sizeof entity);
  const uint32_t memory = assignment.subject();
  if (assignment.target() == blob::Target::forget) {
    forget(p_, memory, row_.slot, entity);
  } else if (entity != p_.self[row_.slot] && p_.binding.entities.row_of(entity, kAnyThing) != 0 &&
             p_.sets.tables[memory].takes(entity, p_.binding.entities)) {
    remember(p_, memory, row_.slot, entity);
  }
  bind_again();
}

Outcome Visit::emit(uint32_t index) {
  const blob::Node& node = t_.nodes[index];
  const EntityId to = node.audience() == blob::Audience::one ? whom(node.value()) : EntityId();
  const uint32_t place = outputs_.emit_count++;
  outputs_.emits[place] = {row_.slot, node.subject(), static_cast<uint32_t>(node.audience()), place, to};
  write_arguments(node, part(t_.event_fields, t_.events[node.subject()].fields()),
                  outputs_.records + size_t{place} * a_.layout.event_bytes, false);
  return Outcome::completed;
}

Outcome Visit::sound(uint32_t index) {
  const uint32_t place = outputs_.emit_count++;
  outputs_.emits[place] = {row_.slot, t_.nodes[index].subject(), EmitOutput::kSound, place, EntityId()};
  return Outcome::completed;
}

void Visit::apply_effects(uint32_t slot, uint32_t lane, std::byte* record, bool only_gives) {
  uint32_t node = kNotFound;
  for_each_active(slot, [&](uint32_t active) {
    const bool runs = t_.nodes[active].kind() == blob::NodeKind::task &&
                      state_of(active).phase == static_cast<uint8_t>(NodePhase::active);
    if (runs && lane_of(active) == lane) node = active;
    return true;
  });
  if (node == kNotFound) return;
  const blob::Task& task = t_.tasks[t_.nodes[node].subject()];
  row_.record = record_of(node);
  const auto parameters = part(t_.parameters, task.parameters());
  row_.variables = parameters.data();
  if (record != nullptr) {
    std::memcpy(record, record_of(node), record_size(parameters));
    for (const blob::Parameter& parameter : parameters) {
      if (parameter.given() != 0) write_default(record, parameter);
    }
  }
  const auto effects = part(t_.effects, task.effects());
  evaluate_all(effects, parameters);
  const float* from = values_to_write(effects);
  for (const blob::Assignment& effect : effects) {
    const float value[3] = {from[0], from[1], from[2]};
    from += 3;
    if (effect.target() == blob::Target::given) {
      if (record != nullptr) write_record(record, parameters[effect.subject()], value, p_.binding.entities);
      continue;
    }
    if (only_gives) continue;
    const Variable& key = p_.keys[effect.subject()];
    const uint32_t row = key.scope == Scope::agent ? slot : key.scope == Scope::team ? row_.team : 0;
    key.write(row, value, p_.binding.entities);
  }
}

}  // namespace ishi
