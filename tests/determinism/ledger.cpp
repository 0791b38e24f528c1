#include "ledger.h"

#include <algorithm>

#include "require.h"

namespace determinism {

std::vector<Ledger::Run>::iterator Ledger::find(const ishi::Token& token) {
  return std::find_if(runs_.begin(), runs_.end(), [&](const Run& run) { return run.token == token; });
}

void Ledger::start(const ishi::Start& start) {
  require(find(start.token) == runs_.end(), "a token is given once");
  runs_.push_back({start.token, start.task});
  ++started_;
}

void Ledger::end(const ishi::End& end) {
  const auto run = find(end.token);
  require(run != runs_.end() && !run->is_aborted, "only what runs is aborted, and once");
  ++aborted_;
  if (end.report_when_over) {
    run->is_aborted = true;
  } else {
    runs_.erase(run);
  }
}

void Ledger::report(const ishi::Token& token, ishi::Status status) {
  const auto run = find(token);
  // Of a despawned agent the end is still to come; a task that gives something back and was reported without
  // that has failed.
  const bool is_taken = status || status.code == ishi::StatusCode::nothing_given;
  if (!is_taken) return;
  require(run != runs_.end(), "a report is taken of what runs alone");
  runs_.erase(run);
}

void Ledger::despawn(uint16_t population, uint32_t slot) {
  std::erase_if(runs_, [&](const Run& run) {
    return run.is_aborted && run.token.population == population && run.token.slot == slot;
  });
}

void Ledger::settle(std::span<const ishi::ActCounters> populations) const {
  require(runs_.empty(), "what starts ends");
  ishi::ActCounters all;
  for (const ishi::ActCounters& counters : populations) {
    all.started += counters.started;
    all.aborted += counters.aborted;
    require(counters.started == counters.completed + counters.failed + counters.aborted,
            "the runtime counts as many ends as starts");
  }
  require(all.started == started_ && all.aborted == aborted_, "the runtime counts what it has told");
}

}  // namespace determinism
