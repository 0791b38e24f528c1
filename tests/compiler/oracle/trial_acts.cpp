#include "compiler/oracle/living.h"
#include "compiler/oracle/trial.h"

// What the agent of a trial does of what it has chosen.

namespace ishi::compiler::oracle {
namespace {

// Microseconds.
constexpr int64_t kBody = 1'000'000;

}  // namespace

Status Trial::act() {
  expect_ending();
  Population& population = agent().population();
  Status status;
  while (status && population.wants_act()) {
    Round round;
    Commands commands;
    status = population.begin_act(round);
    for (uint32_t job = 0; job < round.jobs(); ++job) {
      if (status) status = population.act(round, job, scratch_);
    }
    if (status) status = population.end_act(round, commands);
  }
  const uint16_t option = population.option(population.agent_of(agent().slot()));
  is_running_right_ = moment_.running == (option == kNoOption ? kNone : option);
  read_levels();
  return status;
}

// All bodies are a second long.
bool Trial::is_body_over() const {
  return acts_ && moment_.running != kNone && moment_.begun != kNever && moment_.now - moment_.begun >= kBody;
}

bool Trial::has_lost_member() const {
  const uint32_t set = moment_.running == kNone ? kNone : set_of(moment_.running);
  return set != kNone && moment_.find(set, moment_.running_for) == nullptr;
}

// The action ends in this frame, before the agent thinks again.
bool Trial::is_bound_to_end() const {
  return is_body_over() || (acts_ && moment_.begun != kNever && has_lost_member());
}

// A body that is not over and whose member is gone fails.
void Trial::expect_ending() {
  if (moment_.running == kNone) return;
  const uint32_t set = set_of(moment_.running);
  const Member* const member = set == kNone ? nullptr : moment_.find(set, moment_.running_for);
  const uint32_t option = moment_.running;
  if (has_lost_member() && !is_body_over()) {
    advance_levels(model_, moment_);
    return end_running();
  }
  if (moment_.begun == kNever) {
    moment_.begun = moment_.since = moment_.now;
  } else if (is_body_over()) {
    advance_levels(model_, moment_);
    // Somebody who has left the set is still who they are, but nothing more is known of them as a member.
    const int whom = moment_.running_for;
    const bool is_gone = whom < 0 || whom >= kHandles || moment_.is_gone[static_cast<uint32_t>(whom)];
    const Member lost{is_gone ? kNobody : whom, {}, kNever, kNever, {}};
    complete(model_, moment_, option, set != kNone && member == nullptr ? &lost : member);
    end_running();
  }
}

void Trial::end_running() {
  has_ended_ = true;
  thought_.picked = kNone;
  moment_.ended[moment_.running] = moment_.now;
  moment_.running = kNone;
  moment_.running_for = kNobody;
  moment_.begun = kNever;
}

}  // namespace ishi::compiler::oracle
