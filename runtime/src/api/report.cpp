#include "bodies/visit.h"
#include "float_environment.h"
#include "ishi/population.h"
#include "ishi/tools.h"
#include "population/refusals.h"

// What the game says of the tasks that it was given.

namespace ishi {
namespace {

// Checks that a lane of this population can have been given with the token.
Status check_token(const Population::State& p, const Token& token) {
  const bool may_be_ours = token.population == p.index && token.slot < p.capacity &&
                           token.lane < p.acting.layout.lanes && token.serial != 0;
  if (token.serial != 0 && token.world != p.world->number) return {StatusCode::foreign_handle, token.serial};
  return may_be_ours ? Status{} : Status{StatusCode::token_unknown, token.serial};
}

// Checks that the token's task is the one that its lane still knows.
Status check_lane(const LaneWord& known, const Token& token) {
  if (token.serial > known.serial) return {StatusCode::token_unknown, token.serial};
  if (token.serial < known.serial || known.status == LaneStatus::over) {
    return {StatusCode::token_stale, token.serial};
  }
  return {};
}

}  // namespace

Status Population::report(const Token& token, Ending ending) {
  if (Status status = this->status(); !status) return status;
  State& p = *state();
  const Acting& a = p.acting;
  if (ending != Ending::completed && ending != Ending::failed) return bad_option(BadOption::ending);
  if (Status status = check_token(p, token); !status) return status;
  const auto lane = a.lane(token.slot, token.lane);
  uint64_t word = lane.load(std::memory_order_acquire);
  while (true) {
    const LaneWord known = LaneWord::unpack(word);
    if (Status status = check_lane(known, token); !status) return status;
    if (known.status != LaneStatus::running && known.status != LaneStatus::aborting) {
      return {StatusCode::already_reported, token.serial};
    }
    const LaneStatus next = known.status == LaneStatus::aborting ? LaneStatus::over
                            : ending == Ending::completed        ? LaneStatus::completed
                                                                 : LaneStatus::failed;
    if (lane.compare_exchange_weak(word, LaneWord::pack(token.serial, next), std::memory_order_acq_rel))
      break;
  }
  Acting::raise(a.awake, token.slot);
  return {};
}

uint32_t Population::report_many(std::span<const Report> reports) {
  uint32_t taken = 0;
  for (const Report& one : reports) taken += report(one.token, one.ending) ? 1 : 0;
  return taken;
}

Status Tools::apply_effects(const Token& token) {
  if (Status status = this->status(); !status) return status;
  State& p = *state();
  Acting& a = p.acting;
  if (p.in_thought() || p.acts_or_moves()) return wrong_phase(p);
  if (Status status = check_token(p, token); !status) return status;
  const auto known = LaneWord::unpack(a.lane(token.slot, token.lane).load(std::memory_order_acquire));
  if (Status status = check_lane(known, token); !status) return status;
  if (known.status != LaneStatus::running) return {StatusCode::token_stale, token.serial};
  Outputs no_outputs;
  in_float_environment([&] {
    Visit visit(p, {a.formula_values.data(), a.formula_values.size()}, no_outputs, a.counters);
    visit.apply_effects(token.slot, token.lane);
  });
  return {};
}

Status Population::refreshed(uint64_t key) {
  if (Status status = this->status(); !status) return status;
  State& p = *state();
  const uint32_t index = find_entry(p.asset->tables.keys_by_id, key);
  if (index == kNotFound) return {StatusCode::unknown_id, key};
  if constexpr (kCountsStale) {
    p.acting.freshness.is_told = true;
    p.acting.freshness.refreshed_in[index] = p.around->frame_serial + (p.around->in_frame ? 0 : 1);
  }
  return {};
}

uint64_t Population::stale_visits() const {
  return state() == nullptr ? 0 : state()->acting.freshness.count.load(std::memory_order_relaxed);
}

}  // namespace ishi
