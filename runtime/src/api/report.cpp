#include <algorithm>
#include <cstring>

#include "asset/check.h"
#include "asset/find.h"
#include "blackboard/record.h"
#include "bodies/body_formulas.h"
#include "float_environment.h"
#include "ishi/population.h"
#include "ishi/tools.h"
#include "population/refusals.h"
#include "tape/calls.h"
#include "world/reports.h"

// What the game says of the tasks that it was given.

namespace ishi {
namespace {

// Checks that a lane of this population can have been given with the token.
Status check_token(const Population::State& p, const Token& token) {
  const Acting& a = p.acting;
  const bool may_be_ours = token.population == p.index && token.slot < p.capacity &&
                           token.lane < a.pending_lanes && token.serial != 0;
  if (token.serial != 0 && token.world != p.world->number) return {StatusCode::foreign_handle, token.serial};
  if (!may_be_ours) return {StatusCode::token_unknown, token.serial};
  // A reload has brought bodies that need fewer lanes.
  return token.lane < a.layout.lanes ? Status{} : Status{StatusCode::token_stale, token.serial};
}

// Checks that the token's task is the one that its lane still knows.
Status check_lane(const LaneWord& known, const Token& token) {
  if (token.serial > known.serial) return {StatusCode::token_unknown, token.serial};
  if (token.serial < known.serial || known.status == LaneStatus::over) {
    return {StatusCode::token_stale, token.serial};
  }
  return {};
}

// The id of the task that runs in a lane, if it gives something back; else 0.
uint64_t giving_task(const Acting& a, const Token& token) {
  if (a.layout.lane_record_bytes == 0) return 0;
  return read_at<uint64_t>(a.lane_record(token.slot, token.lane), 0);
}

std::span<const blob::Parameter> parameters_of(const Tables& t, uint64_t task) {
  return part(t.parameters, t.tasks[find_entry(t.tasks_by_id, task)].parameters());
}

// Checks the record of a task that gives nothing back: it may be that of its parameters, but not one of a
// task that gives something.
bool fits_no_giving(const Tables& t, const Report& report) {
  if (report.record == nullptr) return true;
  if (find_entry(t.tasks_by_id, report.task.value) == kNotFound) return false;
  const auto parameters = parameters_of(t, report.task.value);
  return std::none_of(parameters.begin(), parameters.end(),
                      [](const blob::Parameter& parameter) { return parameter.given() != 0; });
}

size_t record_room(const Acting& a) { return a.layout.lane_record_bytes - sizeof(uint64_t); }

// Copies what a task gives back and zeros the rest: the record is a part of the state, and between the values
// of the game's struct lies anything.
void copy_given(std::span<const blob::Parameter> parameters, const void* record, std::span<std::byte> to) {
  std::fill(to.begin(), to.end(), std::byte{0});
  for (const blob::Parameter& parameter : parameters) {
    if (parameter.given() == 0) continue;
    std::memcpy(to.data() + parameter.offset(), static_cast<const std::byte*>(record) + parameter.offset(),
                size_of(static_cast<ValueType>(parameter.variable().type())));
  }
}

}  // namespace

Status check_report(const Population::State& p, const Report& report) {
  if (report.ending != Ending::completed && report.ending != Ending::failed)
    return bad_option(BadOption::ending);
  if (Status status = check_token(p, report.token); !status) return status;
  const auto known =
      LaneWord::unpack(p.acting.lane(report.token.slot, report.token.lane).load(std::memory_order_acquire));
  if (Status status = check_lane(known, report.token); !status) return status;
  if (known.status != LaneStatus::running && known.status != LaneStatus::aborting)
    return {StatusCode::already_reported, report.token.serial};
  const bool completes = known.status == LaneStatus::running && report.ending == Ending::completed;
  const uint64_t giving = completes ? giving_task(p.acting, report.token) : 0;
  if (giving == 0) {
    const bool fits = !completes || fits_no_giving(p.asset->tables, report);
    return fits ? Status{} : Status{StatusCode::wrong_task, report.token.serial};
  }
  if (report.record == nullptr) return {StatusCode::nothing_given, report.token.serial};
  const bool fits = report.task.value == giving &&
                    report.record_bytes == record_size(parameters_of(p.asset->tables, giving));
  return fits ? Status{} : Status{StatusCode::wrong_task, report.token.serial};
}

Status Population::report(const Report& report) {
  if (Status status = this->status(); !status) return status;
  Tape* const tape = state()->world->tape;
  return tape == nullptr ? take_report(*state(), report) : tape->report(*state(), report);
}

namespace {

// Without NDEBUG: counts a report while it is being taken, see is_anybody_hanging().
class UnderWay {
 public:
#ifdef NDEBUG
  explicit UnderWay(World::State&) {}
#else
  explicit UnderWay(World::State& world) : world_(world) { ++world_.reports_begun; }
  UnderWay(const UnderWay&) = delete;
  UnderWay& operator=(const UnderWay&) = delete;
  ~UnderWay() { ++world_.reports_done; }

 private:
  World::State& world_;
#endif
};

}  // namespace

Status take_report(Population::State& p, const Report& report) {
  const UnderWay counted(*p.world);
  const Acting& a = p.acting;
  const Token& token = report.token;
  if (report.ending != Ending::completed && report.ending != Ending::failed)
    return bad_option(BadOption::ending);
  if (Status status = check_token(p, token); !status) return status;
  const auto lane = a.lane(token.slot, token.lane);
  const auto packed = [&](LaneStatus status) { return LaneWord::pack(token.serial, status); };
  uint64_t word = lane.load(std::memory_order_acquire);
  while (true) {
    const LaneWord known = LaneWord::unpack(word);
    if (Status status = check_lane(known, token); !status) return status;
    if (known.status != LaneStatus::running && known.status != LaneStatus::aborting) {
      return {StatusCode::already_reported, token.serial};
    }
    const bool completes = known.status == LaneStatus::running && report.ending == Ending::completed;
    const uint64_t giving = completes ? giving_task(a, token) : 0;
    if (completes && giving == 0 && !fits_no_giving(p.asset->tables, report))
      return {StatusCode::wrong_task, token.serial};
    if (giving != 0 && report.record != nullptr) {
      const auto parameters = parameters_of(p.asset->tables, giving);
      const bool fits = report.task.value == giving && report.record_bytes == record_size(parameters);
      if (!fits) return {StatusCode::wrong_task, token.serial};
      if (!lane.compare_exchange_weak(word, packed(LaneStatus::reporting), std::memory_order_acq_rel))
        continue;
      copy_given(parameters, report.record,
                 {a.lane_record(token.slot, token.lane) + sizeof(uint64_t), record_room(a)});
      // Whoever was aborted meanwhile has left the lane to this report.
      uint64_t reporting = packed(LaneStatus::reporting);
      if (!lane.compare_exchange_strong(reporting, packed(LaneStatus::completed), std::memory_order_acq_rel))
        lane.store(packed(LaneStatus::over), std::memory_order_release);
      break;
    }
    const LaneStatus next = known.status == LaneStatus::aborting ? LaneStatus::over
                            : completes && giving == 0           ? LaneStatus::completed
                                                                 : LaneStatus::failed;
    if (!lane.compare_exchange_weak(word, packed(next), std::memory_order_acq_rel)) continue;
    Acting::raise(a.awake, token.slot);
    return giving != 0 ? Status{StatusCode::nothing_given, token.serial} : Status{};
  }
  Acting::raise(a.awake, token.slot);
  return {};
}

uint32_t Population::report_many(std::span<const Report> reports) {
  uint32_t taken = 0;
  for (const Report& one : reports) taken += report(one) ? 1 : 0;
  return taken;
}

Status Tools::apply_effects(const Token& token, std::span<std::byte> record, bool only_gives) {
  if (Status status = this->status(); !status) return status;
  State& p = *state();
  Acting& a = p.acting;
  if (p.in_thought() || p.acts_or_moves()) return wrong_phase(p);
  if (Status status = check_token(p, token); !status) return status;
  const auto known = LaneWord::unpack(a.lane(token.slot, token.lane).load(std::memory_order_acquire));
  if (Status status = check_lane(known, token); !status) return status;
  if (known.status != LaneStatus::running) return {StatusCode::token_stale, token.serial};
  const size_t room = giving_task(a, token) != 0 ? record_room(a) : 0;
  if (!record.empty() && record.size() < room) return {StatusCode::buffer_too_small, room};
  const bool is_noted = !only_gives && p.world->tape != nullptr;
  if (is_noted) p.world->tape->reads({&p, token.slot, 0, true});
  in_float_environment([&] {
    ActiveBody body(p);
    BodyFormulas formulas(body, {a.formula_values.data(), a.formula_values.size()});
    ishi::apply_effects(formulas, token.slot, token.lane,
                        room > 0 && !record.empty() ? record.data() : nullptr, only_gives);
  });
  if (is_noted) {
    p.world->tape->touched(p, token.slot);
    p.world->tape->touched_shared();
    p.world->tape->note(recording::Call::apply_effects, p.index,
                        recording::TaskReport(token.serial, 0, token.slot, token.lane, 0, 0));
  }
  return {};
}

const void* Tools::parameters(const Token& token) const {
  if (!status()) return nullptr;
  State& p = *state();
  if (!check_token(p, token)) return nullptr;
  const auto known = LaneWord::unpack(p.acting.lane(token.slot, token.lane).load(std::memory_order_acquire));
  if (!check_lane(known, token) || known.status != LaneStatus::running) return nullptr;
  ActiveBody body(p);
  const uint32_t node = running_task(body, token.slot, token.lane);
  return node == kNotFound ? nullptr : body.record_of(node);
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
