#include "states/states.h"

#include <algorithm>
#include <utility>

#include "asset/check.h"
#include "bodies/acting.h"
#include "bodies/visit.h"
#include "levels/levels.h"
#include "moments/moments.h"
#include "sets/sets.h"
#include "views/agents.h"

namespace ishi {
namespace {

// What runs and does not compete in a state is aborted when the agent acts.
void leave_option(Agents& p, uint32_t slot) {
  p.moments.option_ended(p.option[slot], slot, p.around->header->time_microseconds);
  p.option[slot] = kNoOption;
  if (p.sets.any()) p.sets.candidate[slot] = kNobody;
  Acting::raise(p.acting.awake, slot);
}

bool lacks_running(const Agents& p, uint32_t slot, uint32_t state) {
  return p.option[slot] != kNoOption && !p.states.allows(state, p.option[slot]);
}

struct Ended {
  blob::HowEnded how = blob::HowEnded::none;
  uint32_t option = kNotFound;
};

Ended take_ending(const States& s, uint32_t slot) {
  if (s.ending == nullptr) return {};
  const uint16_t option = std::exchange(s.ended_option[slot], kNoOption);
  const uint8_t how = std::exchange(s.ending[slot], static_cast<uint8_t>(blob::HowEnded::none));
  return {static_cast<blob::HowEnded>(how), option == kNoOption ? kNotFound : option};
}

bool asks_for_endings(const Tables& t, const blob::Formula& condition) {
  const auto program = part(t.operations, condition.program());
  return std::any_of(program.begin(), program.end(), [](const blob::Operation& operation) {
    return operation.code() == blob::OperationCode::ending || operation.code() == blob::OperationCode::ended;
  });
}

}  // namespace

void begin_state_outputs(Agents& p, uint32_t job, size_t first) {
  States& s = p.states;
  const size_t writes = size_t{kInstantsPerThought} * p.acting.layout.instant_shared_writes;
  const size_t emits = size_t{kInstantsPerThought} * p.acting.layout.instant_emits;
  Outputs& outputs = s.job_outputs[job];
  outputs = {};
  outputs.writes = s.write_outputs.data() + first * writes;
  outputs.emits = s.emit_outputs.data() + first * emits;
  outputs.records = s.emit_records.data() + first * emits * p.acting.layout.event_bytes;
}

void advance_state(Agents& p, uint32_t slot, std::span<float> values, Outputs& outputs) {
  States& s = p.states;
  const uint64_t now = p.around->header->time_microseconds;
  ActCounters no_counters;
  Visit visit(p, values, outputs, no_counters);
  const auto run = [&](uint32_t body) {
    if (body != kNotFound) visit.run_instant(slot, body, nullptr, {});
  };
  if (s.since[slot] == kNever) {
    s.since[slot] = now;
    run(s.states[s.state[slot]].enter());
  }
  const blob::State& before = s.states[s.state[slot]];
  const Ended ended = take_ending(s, slot);  // whatever comes of it, an end is asked of once
  if (before.transitions().count() == 0) return;
  advance_levels(p, slot, values);  // conditions read the levels of now
  for (const blob::Transition& transition : part(p.asset->tables.transitions, before.transitions())) {
    if (!visit.formulas().holds(slot, transition.condition(), s.since[slot], ended.how, ended.option)) continue;
    const bool aborts = lacks_running(p, slot, transition.target());
    if (aborts && p.acting.may_be_locked[p.option[slot]] != 0 && visit.formulas().is_locked(slot)) return;
    run(before.finally());
    put_into_state(p, slot, transition.target(), now);
    run(s.states[transition.target()].enter());
    return;
  }
}

void put_into_state(Agents& p, uint32_t slot, uint32_t state, uint64_t since) {
  p.states.state[slot] = static_cast<uint16_t>(state);
  p.states.since[slot] = since;
  static_cast<void>(take_ending(p.states, slot));
  apply_profile(p, slot);
  if (lacks_running(p, slot, state)) leave_option(p, slot);
}

void apply_profile(Agents& p, uint32_t slot) {
  const uint32_t of_state = p.states.states[p.states.state[slot]].profile();
  p.profile[slot] = of_state != kNoProfile ? of_state : p.states.own_profile[slot];
}

bool StatesBuilder::declare(ColumnSet& columns) {
  const Tables& t = p_.asset->tables;
  States& s = p_.states;
  s.states = part(t.states, p_.agent->states());
  if (!s.any()) return true;
  const auto count = static_cast<uint32_t>(s.states.size());
  uint64_t* const bytes = &p_.agent_bytes.own;
  columns.add_rows(s.state,
                   About(ColumnTag::state).index(Index{IndexOf::state, count, kNotFound, 0, 0}).bytes(bytes));
  columns.add_rows(s.since, About(ColumnTag::state_since).bytes(bytes), kNever);
  columns.add_rows(s.own_profile,
                   About(ColumnTag::own_profile).index(profile_index(t, *p_.agent)).bytes(bytes), kNoProfile);
  const bool asks = std::any_of(s.states.begin(), s.states.end(), [&](const blob::State& state) {
    const auto transitions = part(t.transitions, state.transitions());
    return std::any_of(transitions.begin(), transitions.end(), [&](const blob::Transition& transition) {
      return asks_for_endings(t, t.formulas[transition.condition()]);
    });
  });
  if (asks) declare_endings(columns);
  // An action that no state lists competes in all states.
  if (!s.allowed_in.allocate(p_.agent->options().count())) return false;
  std::fill(s.allowed_in.begin(), s.allowed_in.end(), uint64_t{0});
  for (size_t i = 0; i < s.states.size(); ++i) {
    for (const uint32_t option : part(t.state_options, s.states[i].options()))
      s.allowed_in[option] |= uint64_t{1} << i;
  }
  std::replace(s.allowed_in.begin(), s.allowed_in.end(), uint64_t{0}, ~uint64_t{0});
  return true;
}

void StatesBuilder::declare_endings(ColumnSet& columns) {
  States& s = p_.states;
  uint64_t* const bytes = &p_.agent_bytes.own;
  const uint32_t options = p_.agent->options().count();
  columns.add_rows(s.ended_option,
                   About(ColumnTag::ended_option)
                       .index(Index{IndexOf::option, options, kNoOption, 0, kNoOption})
                       .since(5)
                       .bytes(bytes),
                   kNoOption);
  columns.add_rows(s.ending, About(ColumnTag::ending)
                                 .rule(Rule::at_most(static_cast<uint8_t>(blob::HowEnded::aborted)))
                                 .since(5)
                                 .bytes(bytes));
}

bool StatesBuilder::allocate() {
  States& s = p_.states;
  if (!s.any()) return true;
  const BodyLayout& layout = p_.acting.layout;
  const size_t visits = size_t{p_.capacity} * kInstantsPerThought;
  return s.write_outputs.allocate(visits * layout.instant_shared_writes) &&
         s.emit_outputs.allocate(visits * layout.instant_emits) &&
         s.emit_records.allocate(visits * layout.instant_emits * layout.event_bytes) &&
         s.job_outputs.allocate(p_.capacity);
}

}  // namespace ishi
