#include "bodies/leaf_steps.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "asset/check.h"
#include "asset/limits.h"
#include "blackboard/record.h"
#include "built_features.h"
#include "levels/levels.h"
#include "memory/sort.h"
#include "senses/senses.h"
#include "sets/facts.h"
#include "sets/sets.h"

namespace ishi {
namespace {

constexpr auto kRelease = std::memory_order_release;

bool is_shared(const blob::Key& key) { return key.variable().scope() != blob::Scope::agent; }

}  // namespace

Outcome LeafSteps::task(uint32_t index) {
  NodeState& state = body_.state_of(index);
  if (body_.is_in(index, NodePhase::has_completed)) return Outcome::completed;
  if (body_.is_in(index, NodePhase::has_failed)) return Outcome::failed;
  const auto lane = body_.a.lane(body_.row.slot, body_.lane_of(index));
  const LaneWord word = LaneWord::unpack(lane.load(std::memory_order_acquire));
  if (state.phase == static_cast<uint8_t>(NodePhase::waiting_for_lane)) {
    return word.status == LaneStatus::aborting ? Outcome::running : start(index);
  }
  if (word.status == LaneStatus::running || word.status == LaneStatus::reporting) {
    if (follow_live(index)) notes_.watches = true;
    return Outcome::running;
  }
  const bool completed = word.status == LaneStatus::completed;
  if (completed) take_given(index);
  lane.store(LaneWord::pack(word.serial, LaneStatus::over), kRelease);
  ++(completed ? counters_.completed : counters_.failed);
  return completed ? Outcome::completed : Outcome::failed;
}

bool LeafSteps::take_report(uint32_t index) {
  const auto lane = body_.a.lane(body_.row.slot, body_.lane_of(index));
  const LaneWord word = LaneWord::unpack(lane.load(std::memory_order_acquire));
  if (word.status != LaneStatus::completed && word.status != LaneStatus::failed) return false;
  const bool completed = word.status == LaneStatus::completed;
  if (completed) take_given(index);
  lane.store(LaneWord::pack(word.serial, LaneStatus::over), kRelease);
  ++(completed ? counters_.completed : counters_.failed);
  body_.state_of(index).phase =
      static_cast<uint8_t>(completed ? NodePhase::has_completed : NodePhase::has_failed);
  return true;
}

// Copies what a report has given back to where later steps read it.
void LeafSteps::take_given(uint32_t index) {
  const blob::Node& node = body_.t.nodes[index];
  if (node.given() == kNotFound) return;
  const std::byte* const from = body_.a.lane_record(body_.row.slot, body_.lane_of(index)) + sizeof(uint64_t);
  std::byte* const to = body_.a.given(body_.row.slot);
  uint32_t next = node.given();
  write_at(to, body_.givens[next].offset(), uint8_t{1});
  for (const blob::Parameter& parameter :
       part(body_.t.parameters, body_.t.tasks[node.subject()].parameters())) {
    if (parameter.given() == 0) continue;
    const blob::Parameter& place = body_.givens[++next];
    std::memcpy(to + place.offset(), from + parameter.offset(),
                size_of(static_cast<ValueType>(parameter.variable().type())));
  }
}

Outcome LeafSteps::start(uint32_t index) {
  const blob::Node& node = body_.t.nodes[index];
  const blob::Task& task = body_.t.tasks[node.subject()];
  const auto parameters = part(body_.t.parameters, task.parameters());
  formulas_.write_arguments(node, parameters, body_.record_of(index), false);
  const std::byte* const outer = std::exchange(body_.row.record, body_.record_of(index));
  const blob::Parameter* const outer_variables = std::exchange(body_.row.variables, parameters.data());
  const bool may_start =
      !lacks_place(body_.record_of(index), parameters) && formulas_.truth(task.condition()) != Truth::no;
  body_.row.record = outer;
  body_.row.variables = outer_variables;
  if (!may_start) {
    notes_.cause = NodeCause::requirement;
    return Outcome::failed;
  }
  NodeState& state = body_.state_of(index);
  state.phase = static_cast<uint8_t>(NodePhase::active);
  state.due = ++body_.a.header(body_.row.slot).serial;
  const uint32_t lane = body_.lane_of(index);
  if (body_.a.layout.lane_record_bytes > 0)
    write_at(body_.a.lane_record(body_.row.slot, lane), 0,
             gives_back(body_.t, task) ? task.id() : uint64_t{0});
  body_.a.lane(body_.row.slot, lane).store(LaneWord::pack(state.due, LaneStatus::running), kRelease);
  begun_in(lane) = {body_.row.slot, index, lane, 0, state.due};
  notes_.watches |= has_live(task);
  return Outcome::running;
}

NodeChange LeafSteps::abort_task(uint32_t index) {
  const uint32_t task = body_.t.nodes[index].subject();
  const uint32_t lane = body_.lane_of(index);
  const auto word = body_.a.lane(body_.row.slot, lane);
  const uint64_t serial = body_.state_of(index).due;
  if (serial > body_.first_serial) {  // it began in this very visit, and the game has not heard of it
    word.store(LaneWord::pack(serial, LaneStatus::over), kRelease);
    return NodeChange::aborted;
  }
  const bool waits = body_.t.tasks[task].abort() == blob::Abort::wait;
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
  outputs_.ends[outputs_.end_count++] = {body_.row.slot, task, lane, waits ? 1u : 0u, serial};
  return NodeChange::aborted;
}

void LeafSteps::emit_starts() {
  if (body_.a.header(body_.row.slot).serial == body_.first_serial) return;
  StartOutput* const first = &begun_in(0);
  StartOutput* end = first;
  for (uint32_t lane = 0; lane < body_.a.layout.lanes; ++lane) {
    const LaneWord word =
        LaneWord::unpack(body_.a.lane(body_.row.slot, lane).load(std::memory_order_relaxed));
    if (word.serial > body_.first_serial && word.status == LaneStatus::running) *end++ = begun_in(lane);
  }
  sort_rarely(first, end, [](const StartOutput& a, const StartOutput& b) { return a.serial < b.serial; });
  outputs_.start_count += static_cast<uint32_t>(end - first);
  counters_.started += static_cast<uint64_t>(end - first);
}

// A task that ends has nothing to follow any more.
void LeafSteps::retract_update(uint64_t serial) {
  const auto last = outputs_.updates + outputs_.update_count;
  const auto found = std::find_if(outputs_.updates, last, [&](const auto& update) {
    return update.slot == body_.row.slot && update.serial == serial;
  });
  if (found == last) return;
  std::copy(found + 1, last, found);
  --outputs_.update_count;
}

bool LeafSteps::has_live(const blob::Task& task) const {
  const auto parameters = part(body_.t.parameters, task.parameters());
  return std::any_of(parameters.begin(), parameters.end(),
                     [](const blob::Parameter& parameter) { return parameter.live() != 0; });
}

bool LeafSteps::follow_live(uint32_t index) {
  const blob::Node& node = body_.t.nodes[index];
  const blob::Task& task = body_.t.tasks[node.subject()];
  if (!has_live(task)) return false;
  if (!notes_.first_round) return true;
  const auto parameters = part(body_.t.parameters, task.parameters());
  std::byte before[limits::kRecordBytes];
  std::byte* const record = body_.record_of(index);
  const uint32_t size = record_size(parameters);
  std::memcpy(before, record, size);
  body_.row.step_started = body_.state_of(index).started;
  for (const blob::Argument& argument : part(body_.t.arguments, node.arguments())) {
    if (parameters[argument.parameter()].live() != 0) notes_.watch(argument.formula());
  }
  formulas_.write_arguments(node, parameters, record, true);
  if (std::memcmp(before, record, size) != 0) {
    outputs_.updates[outputs_.update_count++] = {body_.row.slot, index, body_.lane_of(index), 0,
                                                 body_.state_of(index).due};
  }
  return true;
}

Outcome LeafSteps::set(uint32_t index) {
  write_all(part(body_.t.assignments, body_.t.nodes[index].assignments()));
  return Outcome::completed;
}

void LeafSteps::write_all(std::span<const blob::Assignment> assignments) {
  // What is added to levels is added to those of now, also by who last thought some frames ago.
  if (!assignments.empty() && assignments.front().target() == blob::Target::level)
    advance_levels(body_.p, body_.row.slot, formulas_.values());
  // All values first: `set: { a: b, b: a }` swaps.
  formulas_.evaluate_all(assignments, body_.givens);
  const float* from = formulas_.values_to_write(assignments);
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
        write_record(body_.a.given(body_.row.slot), body_.givens[assignment.subject()], value,
                     body_.p.binding.entities);
        break;
      case blob::Target::level:
        body_.p.levels.columns[assignment.subject()][body_.row.slot] = held(value[0], 0, 1, 0);
        break;
      case blob::Target::awareness:
        if (is_built(Feature::senses))
          raise_awareness(body_.p, assignment.subject(), body_.row.slot,
                          body_.p.binding.entities.id_of(value[0]), value[1]);
        break;
      case blob::Target::remember:
      case blob::Target::forget:
        if (is_built(Feature::memories)) change_memory(assignment, value);
        break;
    }
  }
}

void LeafSteps::write_key(uint32_t key, const float (&value)[3]) {
  if (is_shared(body_.t.keys[key])) {
    outputs_.writes[outputs_.write_count++] = {body_.row.slot, key, {value[0], value[1], value[2]}};
  } else {
    body_.p.keys[key].write(body_.row.slot, value, body_.p.binding.entities);
  }
}

// Of the member that the option is for, or a step; of one that is no more there is nothing to write.
void LeafSteps::write_member_field(const blob::Assignment& assignment, const float (&value)[3]) {
  const uint32_t field = assignment.subject();
  const SetTable& table = body_.p.sets.tables[body_.p.asset->member_fields[field].set];
  const uint32_t member = assignment.member() == 0
                              ? body_.row.bound
                              : table.find(body_.row.slot, body_.member_at(assignment.member() - 1u));
  if (member == kNotFound) return;
  body_.p.sets.fields[field].write(table.row(body_.row.slot, member), value, body_.p.binding.entities);
}

void LeafSteps::change_memory(const blob::Assignment& assignment, const float (&handle)[3]) {
  EntityId entity;
  std::memcpy(&entity, handle, sizeof entity);
  const uint32_t memory = assignment.subject();
  if (assignment.target() == blob::Target::forget) {
    forget(body_.p, memory, body_.row.slot, entity);
  } else if (entity != body_.p.self[body_.row.slot] &&
             body_.p.binding.entities.row_of(entity, kAnyThing) != 0 &&
             body_.p.sets.tables[memory].takes(entity, body_.p.binding.entities)) {
    remember(body_.p, memory, body_.row.slot, entity);
  }
  body_.bind_again();
}

Outcome LeafSteps::emit(uint32_t index) {
  const blob::Node& node = body_.t.nodes[index];
  const EntityId to = node.audience() == blob::Audience::one ? formulas_.whom(node.value()) : EntityId();
  const uint32_t place = outputs_.emit_count++;
  outputs_.emits[place] = {body_.row.slot, node.subject(), static_cast<uint32_t>(node.audience()), place, to};
  formulas_.write_arguments(node, part(body_.t.event_fields, body_.t.events[node.subject()].fields()),
                            outputs_.records + size_t{place} * body_.a.layout.event_bytes, false);
  return Outcome::completed;
}

Outcome LeafSteps::sound(uint32_t index) {
  const uint32_t place = outputs_.emit_count++;
  outputs_.emits[place] = {body_.row.slot, body_.t.nodes[index].subject(), EmitOutput::kSound, place,
                           EntityId()};
  return Outcome::completed;
}

}  // namespace ishi
