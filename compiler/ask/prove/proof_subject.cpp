#include "prove/proof_subject.h"

#include <algorithm>

#include "lower/lower_condition.h"
#include "model/motives.h"
#include "prove/proof_dependence.h"

namespace ishi::compiler {

namespace {

bool is_level(OperationCode code) {
  return code == OperationCode::level || code == OperationCode::level_after;
}

// In the only thought of a test, a carried level has the value that the test gives, before and after it
// advances.
bool reads_same(const LoweredOperation& a, const LoweredOperation& b) {
  if (is_level(a.code) && is_level(b.code)) return a.parameter == b.parameter;
  return a.code == b.code && a.a == b.a && a.b == b.b && a.c == b.c && a.parameter == b.parameter;
}

}  // namespace

// Adds the test's condition to the program of its agent, so that both read the same sources.
FixedAgent ProofSubject::with_condition(FixedAgent agent, const Lowered& lowered, uint32_t& place) const {
  Diagnostics nothing_new;  // it has been checked
  const LoweredFormula condition = lower_condition(model, lowered.curves, claim().where, nothing_new);
  const uint32_t value = append_condition(condition, agent.agent.program, reads_same, [&](size_t i) {
    agent.agent.ranges.push_back(condition.ranges[i]);
    agent.operations.push_back(kNoRef);
  });
  if (value != kNoRef) place = value;
  return agent;
}

std::string ProofSubject::changed_in_where(const Circumstance& circumstance) const {
  if (where == kNoRef) return {};
  std::vector<bool> roots(contest.program().operations.size());
  roots[where] = true;
  const std::vector<bool> read = sources_of(contest.program(), std::move(roots));
  for (uint32_t i = 0; i < read.size(); ++i) {
    const LoweredOperation& source = contest.program().operations[i];
    if (!read[i]) continue;
    if (reads_key(source.code) && circumstance.sets(source.parameter))
      return std::string(model.blackboard[source.parameter].name.text);
    const bool is_raised = is_level(source.code) &&
                           circumstance.changes({.is_level = true, .index = source.parameter, .of = {}});
    if (is_raised) return motive_name(model, source.parameter);
  }
  return {};
}

uint32_t ProofSubject::option_of(std::string_view action) const {
  const auto& actions = contest.written().actions;
  return known
      .best[static_cast<size_t>(std::ranges::find(actions, action, &Reference::text) - actions.begin())];
}

std::vector<uint32_t> ProofSubject::options_of(std::string_view action) const {
  const uint32_t option = option_of(action);
  if (option < known.competing || contest.action_of(option).value.claims.empty()) return {option};
  std::vector<uint32_t> members;
  for (uint32_t i = 0; i < known.competing; ++i) {
    if (known.origins[i] == known.origins[option]) members.push_back(i);
  }
  return members;
}

std::string_view ProofSubject::name_of(uint32_t option) const {
  return contest.written().actions[known.origins[option]].text;
}

Ranges ProofSubject::box_of(const Circumstance& circumstance) const {
  Ranges box = contest.box_of(circumstance.weighing);
  for (uint32_t i = 0; i < box.size(); ++i) {
    const OperationCode code = contest.program().operations[i].code;
    const bool is_of_running = code == OperationCode::running || code == OperationCode::elapsed ||
                               code == OperationCode::step_elapsed || code == OperationCode::ending ||
                               code == OperationCode::ended;
    if (is_of_running) box[i] = {0, 0};
    if (code == OperationCode::self_row) box[i] = {fixed.self_row, fixed.self_row};
    if (is_fixed_of_self(i)) box[i] = {fixed.values[known.operations[i]], fixed.values[known.operations[i]]};
    const uint32_t key = known.operations[i] == kNoRef ? kNone : fixed_key_of(i);
    if (key != kNone && !circumstance.sets(key))
      box[i] = {fixed.values[known.operations[i]], fixed.values[known.operations[i]]};
  }
  std::vector<ProofRange> held = ranges();
  held.insert(held.end(), circumstance.before.begin(), circumstance.before.end());
  std::erase_if(held, [&](const ProofRange& range) { return circumstance.changes(range); });
  held.insert(held.end(), circumstance.after.begin(), circumstance.after.end());
  hold_within(contest.program(), held, box);
  return box;
}

// True if a source reads the agent itself, and the test's `self` gives its value.
bool ProofSubject::is_fixed_of_self(uint32_t source) const {
  using enum OperationCode;
  const LoweredOperation& operation = contest.program().operations[source];
  const bool is_of_self = claim().gives_self && known.operations[source] != kNoRef &&
                          reads_entity(operation.code) && is_self(operation.a);
  if (!is_of_self) return false;
  if (operation.code >= position_x && operation.code <= position_z) return claim().gives_position;
  if (operation.code >= facing_x && operation.code <= facing_z) return claim().gives_facing;
  if (operation.code != field && operation.code != field_entity) return false;
  uint32_t index = operation.parameter;  // counted over all things
  for (uint32_t thing = 0; thing < model.things.size(); ++thing) {
    const Map<Variable>& fields = model.things[thing].value.fields;
    if (index >= fields.size()) {
      index -= static_cast<uint32_t>(fields.size());
      continue;
    }
    // Somebody has no fields of other things.
    const SituationEntity& self = test.situation.self;
    return self.thing != kNone &&
           (self.thing != thing ||
            std::ranges::find(self.fields, index, &SituationValue::index) != self.fields.end());
  }
  return false;
}

// The key that names somebody of the test's world, if a source is that, or read of them.
uint32_t ProofSubject::fixed_key_of(uint32_t source) const {
  const LoweredOperation* operation = &contest.program().operations[source];
  while (reads_entity(operation->code)) {
    if (is_self(operation->a)) return kNone;
    operation = &contest.program().operations[operation->a];
  }
  const bool is_fixed =
      operation->code == OperationCode::key_entity && fixed.named[operation->parameter] != kNone;
  return is_fixed ? operation->parameter : kNone;
}

// True if an operation gives the agent itself by what the test says of its world.
bool ProofSubject::is_self(uint32_t row) const {
  const uint32_t of_given = known.operations[row];
  return of_given != kNoRef && fixed.values[of_given] == fixed.self_row;
}

bool ProofSubject::is_sayable(uint32_t source) const {
  return dependence_of(model, given, fixed, known, source).words.empty();
}

// Each member has a draw of its own; the copies of the draw are in the order of the members.
float ProofSubject::value_in_tests(uint32_t source) const {
  const uint32_t place = known.operations[source];
  const LoweredOperation& read = given.program[place];
  if (read.code != OperationCode::member_random || given.program[read.a].code != OperationCode::each)
    return fixed.values[place];
  const auto set = std::ranges::find(fixed.sets, given.program[read.a].parameter, &FixedSet::set);
  const auto member =
      static_cast<size_t>(std::count(known.operations.begin(), known.operations.begin() + source, place));
  const bool is_known = set != fixed.sets.end() && member < set->members.size();
  return is_known ? set->members[member][place] : fixed.values[place];
}

void ProofSubject::hold_as_in_tests(uint32_t source, Ranges& box) const {
  const float value = value_in_tests(source);
  if (box[source].contains(value)) box[source] = {value, value};
}

}  // namespace ishi::compiler
