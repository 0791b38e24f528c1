#include "bodies/visit.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "asset/check.h"
#include "asset/limits.h"
#include "bodies/record.h"

namespace ishi {
namespace {

constexpr auto kRelease = std::memory_order_release;

bool is_shared(const blob::Key& key) { return key.variable().scope() != blob::Scope::agent; }

}  // namespace

void Visit::run(uint32_t slot, bool first_round) {
  look_at(slot);
  first_round_ = first_round;
  deadline_ = kNever;
  watches_ = again_ = false;
  first_start_ = outputs_.start_count;
  first_write_ = outputs_.write_count;
  ++counters_.visits;

  BodyHeader& header = a_.header(slot);
  const uint16_t chosen = p_.option[slot];
  if (header.option != kNoOption && header.option != chosen) {
    abort_node(option(header.option).body());
    end_option(false);
  }
  if (chosen != kNoOption) {
    const uint32_t root = option(chosen).body();
    if (header.option == kNoOption) begin_option(chosen);
    NodeState& state = state_of(root);
    row_.step_started = state.started;
    if (truth(t_.nodes[root].while_()) == Truth::no) {
      abort_node(root);
      p_.option[slot] = kNoOption;
      end_option(false);
    } else {
      watches_ |= t_.nodes[root].while_() != kNotFound;
      // A body without steps goes on until something replaces it.
      const bool lasts = t_.nodes[root].children().count() == 0;
      if (const Outcome outcome = lasts ? Outcome::running : sequence(root); outcome != Outcome::running) {
        p_.option[slot] = kNoOption;
        end_option(outcome == Outcome::failed);
      }
    }
  }
  a_.deadline[slot] = deadline_;
  if (watches_) {
    Acting::raise(a_.watching, slot);
  } else {
    Acting::lower(a_.watching, slot);
  }
  if (again_) Acting::raise(a_.awake, slot);
}

void Visit::abort(uint32_t slot) {
  look_at(slot);
  const BodyHeader& header = a_.header(slot);
  if (header.option == kNoOption) return;
  abort_node(option(header.option).body());
  end_option(false);
}

void Visit::look_at(uint32_t slot) {
  row_ = {.slot = slot, .team = p_.team[slot], .profile = p_.profile[slot], .step_started = now_};
  block_ = a_.block(slot);
}

const blob::Option& Visit::option(uint16_t index) const {
  return t_.options[p_.agent->options().first() + index];
}

void Visit::begin_option(uint16_t index) {
  a_.header(row_.slot).option = index;
  a_.started[row_.slot] = now_;
  const blob::Node& root = t_.nodes[option(index).body()];
  NodeState& state = state_of(option(index).body());
  state = {.started = now_, .timeout_at = kNever, .phase = static_cast<uint8_t>(NodePhase::active)};
  if (root.children().count() > 0) state_of(root.children().first()).phase = 0;
}

void Visit::end_option(bool failed) {
  BodyHeader& header = a_.header(row_.slot);
  const blob::Option& ended = option(header.option);
  if (failed) ++counters_.failed_options;
  if (ended.finally() != kNotFound) instant(ended.finally());
  if (uint64_t* const ready_at = a_.ready_at[header.option]; ready_at != nullptr) {
    const bool longer = failed && ended.cooldown_after_failure() > ended.cooldown();
    const uint64_t ready = after(longer ? ended.cooldown_after_failure() : ended.cooldown());
    ready_at[row_.slot] = ready;
    std::atomic_ref<uint64_t> until(a_.cooling_until[header.option]);
    uint64_t known = until.load(std::memory_order_relaxed);
    while (known < ready && !until.compare_exchange_weak(known, ready, std::memory_order_relaxed)) {
    }
  }
  header.option = kNoOption;
  Acting::raise(a_.think_now, row_.slot);
}

NodeState& Visit::state_of(uint32_t node) const {
  const uint32_t index = node - p_.agent->nodes().first();
  return *reinterpret_cast<NodeState*>(block_ + a_.layout.places[index].offset);
}

std::byte* Visit::record_of(uint32_t node) const {
  return reinterpret_cast<std::byte*>(&state_of(node)) + sizeof(NodeState);
}

uint32_t Visit::lane_of(uint32_t node) const {
  return a_.layout.places[node - p_.agent->nodes().first()].lane;
}

Outcome Visit::enter(uint32_t node) {
  row_.step_started = now_;
  if (truth(t_.nodes[node].when()) == Truth::no) return Outcome::completed;
  state_of(node) = {};
  state_of(node).retries_left = static_cast<uint16_t>(t_.nodes[node].retries());
  begin_attempt(node);
  return tick(node);
}

void Visit::begin_attempt(uint32_t index) {
  const blob::Node& node = t_.nodes[index];
  NodeState& state = state_of(index);
  state.started = row_.step_started = now_;
  state.child = 0;
  state.phase = static_cast<uint8_t>(node.kind() == blob::NodeKind::task ? NodePhase::waiting_for_lane
                                                                         : NodePhase::active);
  state.timeout_at = node.timeout() != kNotFound ? after(number(node.timeout())) : kNever;
  if (node.kind() == blob::NodeKind::wait) state.due = after(number(node.value()));
  if (node.children().count() > 0) state_of(node.children().first()).phase = 0;
}

Outcome Visit::tick(uint32_t index) {
  const blob::Node& node = t_.nodes[index];
  NodeState& state = state_of(index);
  row_.step_started = state.started;
  if (truth(node.until()) == Truth::yes) {
    abort_node(index);
    return Outcome::completed;
  }
  if (truth(node.while_()) == Truth::no) {
    abort_node(index);
    return failed(node);
  }
  watches_ |= node.until() != kNotFound || node.while_() != kNotFound;
  if (state.phase == static_cast<uint8_t>(NodePhase::between_attempts)) {
    if (state.due == frame_) {
      watches_ = true;
      return Outcome::running;
    }
    begin_attempt(index);
  }
  Outcome outcome = Outcome::failed;
  if (state.timeout_at <= now_) {
    abort_node(index);
  } else {
    outcome = attempt(index);
  }
  if (outcome == Outcome::failed) return attempt_failed(index);
  if (outcome == Outcome::running) {
    wake_at(state.timeout_at);
  } else {
    state.phase = static_cast<uint8_t>(NodePhase::inactive);
  }
  return outcome;
}

Outcome Visit::attempt(uint32_t index) {
  const blob::Node& node = t_.nodes[index];
  switch (node.kind()) {
    case blob::NodeKind::sequence: return sequence(index);
    case blob::NodeKind::task: return task(index);
    case blob::NodeKind::set: return set(index);
    case blob::NodeKind::wait: break;
  }
  const uint64_t due = state_of(index).due;
  if (due <= now_) return Outcome::completed;
  wake_at(due);
  return Outcome::running;
}

Outcome Visit::attempt_failed(uint32_t index) {
  NodeState& state = state_of(index);
  if (state.retries_left == 0) {
    state.phase = static_cast<uint8_t>(NodePhase::inactive);
    return failed(t_.nodes[index]);
  }
  --state.retries_left;
  state.phase = static_cast<uint8_t>(NodePhase::between_attempts);
  state.due = frame_;
  watches_ = true;
  return Outcome::running;
}

Outcome Visit::failed(const blob::Node& node) {
  return node.continues() != 0 ? Outcome::completed : Outcome::failed;
}

Outcome Visit::sequence(uint32_t index) {
  const blob::Range& children = t_.nodes[index].children();
  NodeState& state = state_of(index);
  while (state.child < children.count()) {
    const uint32_t child = children.first() + state.child;
    const bool inactive = state_of(child).phase == static_cast<uint8_t>(NodePhase::inactive);
    const Outcome outcome = inactive ? enter(child) : tick(child);
    if (outcome != Outcome::completed) return outcome;
    ++state.child;
  }
  return Outcome::completed;
}

Outcome Visit::task(uint32_t index) {
  NodeState& state = state_of(index);
  const auto lane = a_.lane(row_.slot, lane_of(index));
  const LaneWord word = LaneWord::unpack(lane.load(std::memory_order_acquire));
  if (state.phase == static_cast<uint8_t>(NodePhase::waiting_for_lane)) {
    return word.status == LaneStatus::aborting ? Outcome::running : start(index);
  }
  if (word.status == LaneStatus::running) {
    if (follow_live(index)) watches_ = true;
    return Outcome::running;
  }
  const bool completed = word.status == LaneStatus::completed;
  lane.store(LaneWord::pack(word.serial, LaneStatus::over), kRelease);
  ++(completed ? counters_.completed : counters_.failed);
  return completed ? Outcome::completed : Outcome::failed;
}

Outcome Visit::start(uint32_t index) {
  const blob::Node& node = t_.nodes[index];
  const blob::Task& task = t_.tasks[node.task()];
  if (outputs_.start_count - first_start_ >= a_.starts_per_visit()) {
    again_ = true;
    return Outcome::running;
  }
  write_arguments(index, false);
  row_.record = record_of(index);
  row_.variables = t_.parameters.data() + task.parameters().first();
  const bool may_start = truth(task.condition()) != Truth::no;
  row_.record = nullptr;
  if (!may_start) return Outcome::failed;
  NodeState& state = state_of(index);
  state.phase = static_cast<uint8_t>(NodePhase::active);
  state.due = ++a_.header(row_.slot).serial;
  const uint32_t lane = lane_of(index);
  a_.lane(row_.slot, lane).store(LaneWord::pack(state.due, LaneStatus::running), kRelease);
  outputs_.starts[outputs_.start_count++] = {row_.slot, index, lane, 0, state.due};
  ++counters_.started;
  watches_ |= has_live(task);
  return Outcome::running;
}

bool Visit::has_live(const blob::Task& task) const {
  const auto parameters = part(t_.parameters, task.parameters());
  return std::any_of(parameters.begin(), parameters.end(),
                     [](const blob::Parameter& parameter) { return parameter.live() != 0; });
}

bool Visit::follow_live(uint32_t index) {
  const blob::Task& task = t_.tasks[t_.nodes[index].task()];
  if (!has_live(task)) return false;
  if (!first_round_) return true;
  std::byte before[limits::kRecordBytes];
  std::byte* const record = record_of(index);
  const uint32_t size = record_size(part(t_.parameters, task.parameters()));
  std::memcpy(before, record, size);
  row_.step_started = state_of(index).started;
  write_arguments(index, true);
  if (std::memcmp(before, record, size) != 0) {
    outputs_.updates[outputs_.update_count++] = {row_.slot, index, lane_of(index), 0, state_of(index).due};
  }
  return true;
}

void Visit::write_arguments(uint32_t index, bool live_only) {
  const blob::Node& node = t_.nodes[index];
  const auto parameters = part(t_.parameters, t_.tasks[node.task()].parameters());
  std::byte* const record = record_of(index);
  if (!live_only) {
    std::memset(record, 0, record_size(parameters));
    for (const blob::Parameter& parameter : parameters) write_default(record, parameter);
  }
  for (const blob::Argument& argument : part(t_.arguments, node.arguments())) {
    const blob::Parameter& parameter = parameters[argument.parameter()];
    if (live_only && parameter.live() == 0) continue;
    float value[3];
    evaluate(argument.formula(), storage_of(static_cast<ValueType>(parameter.variable().type())), value);
    write_record(record, parameter, value, p_.binding.entities);
  }
}

Outcome Visit::set(uint32_t index) {
  const auto assignments = part(t_.assignments, t_.nodes[index].assignments());
  uint32_t shared = 0;
  for (const blob::Assignment& assignment : assignments)
    shared += is_shared(t_.keys[assignment.key()]) ? 1 : 0;
  if (outputs_.write_count - first_write_ + shared > a_.layout.shared_writes) {
    again_ = true;
    return Outcome::running;
  }
  write_all(assignments);
  return Outcome::completed;
}

void Visit::write_all(std::span<const blob::Assignment> assignments) {
  // All values first: `set: { a: b, b: a }` swaps.
  evaluate_all(assignments);
  const float* from = values_to_write(assignments);
  for (const blob::Assignment& assignment : assignments) {
    const float value[3] = {from[0], from[1], from[2]};
    from += 3;
    if (is_shared(t_.keys[assignment.key()])) {
      outputs_.writes[outputs_.write_count++] = {row_.slot, assignment.key(), {value[0], value[1], value[2]}};
    } else {
      p_.keys[assignment.key()].write(row_.slot, value, p_.binding.entities);
    }
  }
}

void Visit::abort_node(uint32_t index) {
  const blob::Node& node = t_.nodes[index];
  NodeState& state = state_of(index);
  if (state.phase == static_cast<uint8_t>(NodePhase::active)) {
    if (node.kind() == blob::NodeKind::task) abort_task(index);
    if (state.child < node.children().count()) {
      const uint32_t child = node.children().first() + state.child;
      if (state_of(child).phase != static_cast<uint8_t>(NodePhase::inactive)) abort_node(child);
    }
  }
  state.phase = static_cast<uint8_t>(NodePhase::inactive);
}

void Visit::abort_task(uint32_t index) {
  const uint32_t task = t_.nodes[index].task();
  const uint32_t lane = lane_of(index);
  const auto word = a_.lane(row_.slot, lane);
  const uint64_t serial = state_of(index).due;
  const bool waits = t_.tasks[task].abort() == blob::Abort::wait;
  uint64_t running = LaneWord::pack(serial, LaneStatus::running);
  const LaneStatus next = waits ? LaneStatus::aborting : LaneStatus::over;
  if (!word.compare_exchange_strong(running, LaneWord::pack(serial, next), std::memory_order_acq_rel)) {
    // It ended just now, and nobody needs it to any more.
    const bool completed = LaneWord::unpack(running).status == LaneStatus::completed;
    ++(completed ? counters_.completed : counters_.failed);
    word.store(LaneWord::pack(serial, LaneStatus::over), kRelease);
    return;
  }
  ++counters_.aborted;
  outputs_.ends[outputs_.end_count++] = {row_.slot, task, lane, waits ? 1u : 0u, serial};
}

void Visit::run_instant(uint32_t slot, uint32_t body, const std::byte* record,
                        std::span<const blob::Parameter> variables) {
  look_at(slot);
  row_.record = record;
  row_.variables = variables.data();
  instant(body);
}

void Visit::instant(uint32_t index) {
  const blob::Node& node = t_.nodes[index];
  row_.step_started = now_;
  if (truth(node.when()) == Truth::no) return;
  if (node.kind() == blob::NodeKind::set) write_all(part(t_.assignments, node.assignments()));
  for (uint32_t i = 0; i < node.children().count(); ++i) instant(node.children().first() + i);
}

bool Visit::is_locked(uint32_t slot) {
  look_at(slot);
  if (a_.header(slot).option != p_.option[slot]) {
    // Chosen, but not begun.
    row_.step_started = a_.started[slot];
    return truth(t_.nodes[option(p_.option[slot]).body()].interruptible()) == Truth::no;
  }
  bool locked = false;
  for_each_active(slot, [&](uint32_t node) {
    row_.step_started = state_of(node).started;
    locked = truth(t_.nodes[node].interruptible()) == Truth::no;
    return !locked;
  });
  return locked;
}

bool Visit::apply_effects(uint32_t slot, uint32_t lane) {
  uint32_t node = kNotFound;
  for_each_active(slot, [&](uint32_t active) {
    const bool runs = t_.nodes[active].kind() == blob::NodeKind::task &&
                      state_of(active).phase == static_cast<uint8_t>(NodePhase::active);
    if (runs && lane_of(active) == lane) node = active;
    return true;
  });
  if (node == kNotFound) return false;
  const blob::Task& task = t_.tasks[t_.nodes[node].task()];
  row_.record = record_of(node);
  row_.variables = t_.parameters.data() + task.parameters().first();
  const auto effects = part(t_.effects, task.effects());
  evaluate_all(effects);
  const float* from = values_to_write(effects);
  for (const blob::Assignment& effect : effects) {
    const Variable& key = p_.keys[effect.key()];
    const float value[3] = {from[0], from[1], from[2]};
    from += 3;
    const uint32_t row = key.scope == Scope::agent ? slot : key.scope == Scope::team ? row_.team : 0;
    key.write(row, value, p_.binding.entities);
  }
  row_.record = nullptr;
  return true;
}

float Visit::number(uint32_t formula) {
  const auto program = part(t_.operations, t_.formulas[formula].program());
  const auto value_of = [this](uint32_t operand) { return values_[operand]; };
  for (size_t i = 0; i < program.size(); ++i)
    values_[i] = evaluate_row(p_.binding, program[i], row_, value_of);
  return values_[program.size() - 1];
}

void Visit::evaluate(uint32_t formula, Storage storage, float (&value)[3]) {
  value[0] = number(formula);
  value[1] = value[2] = 0;
  if (storage != Storage::vector) return;
  std::memcpy(value, &values_[t_.formulas[formula].program().count() - 3], sizeof value);
}

void Visit::evaluate_all(std::span<const blob::Assignment> assignments) {
  float* values = values_to_write(assignments);
  for (const blob::Assignment& assignment : assignments) {
    float value[3];
    evaluate(assignment.formula(), p_.keys[assignment.key()].storage, value);
    values = std::copy(value, value + 3, values);
  }
}

Visit::Truth Visit::truth(uint32_t formula) {
  if (formula == kNotFound) return Truth::missing;
  return number(formula) != 0.0f ? Truth::yes : Truth::no;
}

uint64_t Visit::after(float seconds) const {
  const double held_seconds =
      seconds > 0.0f ? (seconds < limits::kSeconds ? seconds : limits::kSeconds) : 0.0;
  return now_ + static_cast<uint64_t>(std::floor(held_seconds * 1e6 + 0.5));
}

}  // namespace ishi
