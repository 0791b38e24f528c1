#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

// The agents of one phase of a frame, cut into jobs that any threads take, a scratch each. Plain values: a
// batch is read by any number of threads, and is valid until its phase ends.

namespace ishi {

class AgentBatch {
 public:
  [[nodiscard]] uint32_t jobs() const { return jobs_; }
  [[nodiscard]] uint32_t size() const { return static_cast<uint32_t>(slots_.size()); }
  // The slots of all, rising.
  [[nodiscard]] std::span<const uint32_t> rows() const { return slots_; }
  // The slots of one job; none if there is no such job.
  [[nodiscard]] std::span<const uint32_t> rows(uint32_t job) const {
    return job < jobs_ ? slots_.subspan(first_row(job), rows_of(job)) : std::span<const uint32_t>();
  }

 private:
  friend class Jobs;
  [[nodiscard]] size_t first_row(uint32_t job) const { return size_t{job} * agents_per_job_; }
  [[nodiscard]] size_t rows_of(uint32_t job) const {
    return std::min<size_t>(agents_per_job_, slots_.size() - first_row(job));
  }

  std::span<const uint32_t> slots_;
  uint32_t agents_per_job_ = 1;
  uint32_t jobs_ = 0;
  uint32_t made_ = 0;  // which world of this process
  uint64_t serial_ = 0;
};

// The agents that sense, from begin_sense to end_sense.
class SenseBatch : public AgentBatch {};
// The agents that are due to think, from begin_think to end_think.
class Batch : public AgentBatch {};
// The agents that something woke, from begin_act to end_act.
class Round : public AgentBatch {};
// The agents that steer or walk, from begin_move to end_move.
class MoveBatch : public AgentBatch {};

}  // namespace ishi
