#include "prove/proof_subject.h"

#include <algorithm>

#include "prove/proof_dependence.h"

namespace ishi::compiler {

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
    const uint32_t key = fixed_key_of(i);
    if (key != kNone && !circumstance.sets(key))
      box[i] = {fixed.values[known.operations[i]], fixed.values[known.operations[i]]};
  }
  std::vector<ProofRange> held = ranges;
  held.insert(held.end(), circumstance.before.begin(), circumstance.before.end());
  std::erase_if(held, [&](const ProofRange& range) { return circumstance.changes(range); });
  held.insert(held.end(), circumstance.after.begin(), circumstance.after.end());
  hold_within(contest.program(), held, box);
  return box;
}

// The key that names somebody of the test's world, if a source is that, or read of them.
uint32_t ProofSubject::fixed_key_of(uint32_t source) const {
  const LoweredOperation* operation = &contest.program().operations[source];
  while (reads_entity(operation->code)) {
    if (is_self(operation->a)) return kNone;
    operation = &contest.program().operations[operation->a];
  }
  const bool is_fixed =
      operation->code == OperationCode::key_entity && fixed.keys[operation->parameter] != nullptr;
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

// What a member draws is its own: the copies of a draw stand in the order of the members.
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
