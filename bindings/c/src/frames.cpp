#include <span>

#include "convert.h"
#include "ishi/c_api.h"
#include "objects.h"

// The phases of a frame. The library keeps the batches: what a game gives back is compared and not used.

using namespace ishi::c;

namespace {

template <typename Options>
Options cpp_options(const ishi_phase_options& options) {
  Options cpp;
  if (options.agents_per_job > 0) cpp.agents_per_job = options.agents_per_job;
  if constexpr (requires { cpp.quota; }) cpp.quota = options.quota;
  return cpp;
}

template <typename Element, typename Cpp>
void give_list(std::span<const Cpp> list, const Element*& first, uint32_t& count) {
  first = list.empty() ? nullptr : reinterpret_cast<const Element*>(list.data());
  count = static_cast<uint32_t>(list.size());
}

ishi_status begin(PopulationObject& its, uint32_t phase, const ishi_phase_options& options) {
  switch (phase) {
    case ISHI_SENSE: return said(its.handle.begin_sense(cpp_options<ishi::SenseOptions>(options), its.sense));
    case ISHI_THINK: return said(its.handle.begin_think(cpp_options<ishi::BatchOptions>(options), its.think));
    case ISHI_ACT: return said(its.handle.begin_act(cpp_options<ishi::RoundOptions>(options), its.act));
    case ISHI_MOVE: return said(its.handle.begin_move(cpp_options<ishi::MoveOptions>(options), its.move));
    default: return said(ISHI_BAD_ENUMERATOR, phase);
  }
}

const ishi::AgentBatch& batch_of(const PopulationObject& its, uint32_t phase) {
  switch (phase) {
    case ISHI_SENSE: return its.sense;
    case ISHI_THINK: return its.think;
    case ISHI_ACT: return its.act;
    default: return its.move;
  }
}

ishi::Status run(PopulationObject& its, uint32_t phase, uint32_t job, ishi::Scratch& scratch) {
  switch (phase) {
    case ISHI_SENSE: return its.handle.sense(its.sense, job, scratch);
    case ISHI_THINK: return its.handle.think(its.think, job, scratch);
    case ISHI_ACT: return its.handle.act(its.act, job, scratch);
    default: return its.handle.move(its.move, job, scratch);
  }
}

ishi::Status end(PopulationObject& its, uint32_t phase, ishi_results& results) {
  switch (phase) {
    case ISHI_SENSE: {
      std::span<const ishi::OcclusionQuery> queries;
      const ishi::Status status = its.handle.end_sense(its.sense, queries);
      give_list(queries, results.queries, results.query_count);
      return status;
    }
    case ISHI_THINK: return its.handle.end_think(its.think);
    case ISHI_ACT: {
      ishi::Commands commands;
      const ishi::Status status = its.handle.end_act(its.act, commands);
      give_list(commands.starts, results.starts, results.start_count);
      give_list(commands.updates, results.updates, results.update_count);
      give_list(commands.ends, results.ends, results.end_count);
      give_list(commands.events, results.events, results.event_count);
      return status;
    }
    default: {
      std::span<const ishi::Move> moves;
      const ishi::Status status = its.handle.end_move(its.move, moves);
      give_list(moves, results.moves, results.move_count);
      return status;
    }
  }
}

}  // namespace

ishi_status ishi_population_begin(ishi_population population, uint32_t phase,
                                  const ishi_phase_options* options, ishi_batch* batch) {
  if (batch == nullptr) return null_argument(4);
  ishi_phase_options given;
  if (const ishi_status status = read_options(options, {}, given); !is_good(status)) return status;
  WorldObject* world = nullptr;
  PopulationObject* its = nullptr;
  if (const ishi_status status = find(population, world, its); !is_good(status)) return status;
  if (const ishi_status status = begin(*its, phase, given); !is_good(status)) return status;
  its->serials[phase] = ++world->serial;
  const ishi::AgentBatch& made = batch_of(*its, phase);
  const auto first_job = static_cast<uint32_t>(made.rows(0).size());
  *batch = {population,         phase,       made.rows().data(),
            made.size(),        made.jobs(), made.jobs() > 1 ? first_job : made.size(),
            its->serials[phase]};
  return said(kGood);
}

ishi_status ishi_batch_run(const ishi_batch* batch, uint32_t job, ishi_scratch scratch) {
  if (batch == nullptr) return null_argument(1);
  PopulationObject* its = nullptr;
  if (const ishi_status status = find(*batch, its); !is_good(status)) return status;
  const UsedScratch used(scratch);
  if (!is_good(used.status())) return used.status();
  return said(run(*its, batch->phase, job, used.get()));
}

ishi_status ishi_batch_run_all(const ishi_batch* batch, ishi_scratch scratch) {
  if (batch == nullptr) return null_argument(1);
  PopulationObject* its = nullptr;
  if (const ishi_status status = find(*batch, its); !is_good(status)) return status;
  const UsedScratch used(scratch);
  if (!is_good(used.status())) return used.status();
  const uint32_t jobs = batch_of(*its, batch->phase).jobs();
  for (uint32_t job = 0; job < jobs; ++job) {
    if (const ishi::Status status = run(*its, batch->phase, job, used.get()); !status) return said(status);
  }
  return said(kGood);
}

ishi_status ishi_batch_end(const ishi_batch* batch, ishi_results* results) {
  if (batch == nullptr) return null_argument(1);
  PopulationObject* its = nullptr;
  if (const ishi_status status = find(*batch, its); !is_good(status)) return status;
  if (results != nullptr && !has_good_size(*results)) return said(ISHI_BAD_OPTIONS, kBadSize);
  ishi_results found{};
  if (const ishi::Status status = end(*its, batch->phase, found); !status) return said(status);
  its->serials[batch->phase] = 0;
  return results == nullptr ? said(kGood) : write_sized(found, results);
}

uint32_t ishi_population_wants_act(ishi_population population) {
  WorldObject* world = nullptr;
  PopulationObject* its = nullptr;
  return is_good(find(population, world, its)) && its->handle.wants_act() ? 1 : 0;
}

ishi_status ishi_population_answer(ishi_population population, ishi_ticket ticket, uint32_t sight) {
  if (sight > ISHI_BLOCKED) return said(ISHI_BAD_OPTIONS, static_cast<uint64_t>(ishi::BadOption::sight));
  return with_population(population, [&](ishi::Population& its) {
    return its.answer(to_cpp(ticket), static_cast<ishi::Sight>(sight));
  });
}

namespace {

ishi::Status report_one(ishi::Population& population, const ishi_report& report) {
  if (report.ending > ISHI_FAILED)
    return {ishi::StatusCode::bad_options, static_cast<uint64_t>(ishi::BadOption::ending)};
  if (report.record == nullptr && report.record_bytes > 0)
    return {ishi::StatusCode::bad_options, static_cast<uint64_t>(ishi::BadOption::record)};
  return population.report({to_cpp(report.token), static_cast<ishi::Ending>(report.ending),
                            ishi::TaskId(report.task), report.record, report.record_bytes});
}

}  // namespace

ishi_status ishi_population_report(ishi_population population, const ishi_report* report) {
  if (report == nullptr) return null_argument(2);
  return with_population(population, [&](ishi::Population& its) { return report_one(its, *report); });
}

ishi_status ishi_population_report_many(ishi_population population, const ishi_report* reports,
                                        uint32_t count, uint32_t* taken) {
  if (reports == nullptr && count > 0) return null_argument(2);
  if (taken == nullptr) return null_argument(4);
  return with_population(population, [&](ishi::Population& its) {
    *taken = 0;
    for (uint32_t i = 0; i < count; ++i) *taken += report_one(its, reports[i]) ? 1 : 0;
    return kGood;
  });
}

ishi_status ishi_population_sense_counters(ishi_population population, ishi_sense_counters* counters) {
  if (counters == nullptr) return null_argument(2);
  return with_population(population, [&](const ishi::Population& its) {
    const ishi::SenseCounters found = its.sense_counters();
    return write_sized({.size = 0,
                        .candidates = found.candidates,
                        .distance_tests = found.distance_tests,
                        .field_tests = found.field_tests,
                        .conditions = found.conditions,
                        .queries = found.queries,
                        .noticed = found.noticed,
                        .lapsed = found.lapsed,
                        .lost_events = found.lost_events},
                       counters);
  });
}

ishi_status ishi_population_think_counters(ishi_population population, ishi_think_counters* counters) {
  if (counters == nullptr) return null_argument(2);
  return with_population(population, [&](const ishi::Population& its) {
    const ishi::ThinkCounters found = its.think_counters();
    return write_sized({.size = 0,
                        .thoughts = found.thoughts,
                        .put_off = found.put_off,
                        .early = found.early,
                        .looked_at = found.looked_at,
                        .overdue_frames = found.overdue_frames,
                        .overdue_microseconds = found.overdue_microseconds},
                       counters);
  });
}

ishi_status ishi_population_act_counters(ishi_population population, ishi_act_counters* counters) {
  if (counters == nullptr) return null_argument(2);
  return with_population(population, [&](const ishi::Population& its) {
    const ishi::ActCounters found = its.act_counters();
    return write_sized({.size = 0,
                        .visits = found.visits,
                        .started = found.started,
                        .completed = found.completed,
                        .failed = found.failed,
                        .aborted = found.aborted,
                        .failed_options = found.failed_options,
                        .plans = found.plans,
                        .planned_situations = found.planned_situations,
                        .dropped_events = found.dropped_events,
                        .plans_given_up = found.plans_given_up},
                       counters);
  });
}

ishi_status ishi_population_refreshed(ishi_population population, uint64_t key) {
  return with_population(population, [&](ishi::Population& its) { return its.refreshed(key); });
}
