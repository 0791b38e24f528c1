#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "ishi/ishi.h"

// An account of every task that a game was told to start, of its own and not by the runtime's counters: what
// starts ends exactly once. A breach ends the process with 2.

namespace determinism {

class Ledger {
 public:
  void start(const ishi::Start& start);
  void end(const ishi::End& end);
  // What the game reported, and what the population said to that.
  void report(const ishi::Token& token, ishi::Status status);
  // Before the agent in this slot goes.
  void despawn(uint16_t population, uint32_t slot);
  // When nobody lives any more and all commands were given: that nothing runs, and that the populations have
  // counted the same, each for itself.
  void settle(std::span<const ishi::ActCounters> populations) const;

  // Calls visit(token, task) with what runs, as far as the game knows.
  template <typename Visitor>
  void for_each_running(Visitor&& visit) const {
    for (const Run& run : runs_) {
      if (!run.is_aborted) visit(run.token, run.task);
    }
  }

  [[nodiscard]] uint64_t started() const { return started_; }

 private:
  struct Run {
    ishi::Token token{};
    ishi::TaskId task{};
    bool is_aborted = false;  // and needs time to end
  };

  [[nodiscard]] std::vector<Run>::iterator find(const ishi::Token& token);

  std::vector<Run> runs_;  // which have not ended
  uint64_t started_ = 0;
  uint64_t aborted_ = 0;
};

}  // namespace determinism
