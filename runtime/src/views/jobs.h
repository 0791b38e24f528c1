#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <span>

#include "ishi/batch.h"
#include "ishi/status.h"
#include "memory/array.h"

// A phase of a population's frame: one thread begins it and ends it, any threads do its jobs in between.

namespace ishi {

class Jobs {
 public:
  // For at most so many agents, and as many jobs. False if there is no memory.
  [[nodiscard]] bool allocate(uint32_t capacity) {
    return slots_.allocate(capacity) && done_.allocate(capacity);
  }

  // Room for the slots of those it is for, to be filled before it begins.
  [[nodiscard]] uint32_t* slots() { return slots_.data(); }
  // For the first `size` of the slots, at most `agents_per_job` of them a job. Where there are so few agents
  // that a pool of threads could not share the jobs evenly, jobs are smaller, down to `least`, below which
  // they take longer to hand out than to do. `serial` is like no other batch's of the world, which is the one
  // of this process that `made` counts.
  void begin(uint32_t made, uint64_t serial, uint32_t size, uint32_t agents_per_job, uint32_t least,
             AgentBatch& batch) {
    constexpr uint32_t kShares = 8;
    const uint32_t share = (size / kShares + least - 1) / least * least;
    agents_per_job = std::min(agents_per_job, std::max(share, least));
    batch.slots_ = {slots_.data(), size};
    batch.agents_per_job_ = agents_per_job;
    batch.jobs_ = static_cast<uint32_t>((uint64_t{size} + agents_per_job - 1) / agents_per_job);
    batch.made_ = made;
    batch.serial_ = serial;
    for (uint32_t job = 0; job < batch.jobs_; ++job) done_[job].store(0, std::memory_order_relaxed);
    batch_ = batch;
    is_open_ = true;
  }
  void end() { is_open_ = false; }

  [[nodiscard]] bool is_open() const { return is_open_; }
  [[nodiscard]] bool owns(const AgentBatch& batch) const { return batch.serial_ == batch_.serial_; }
  // One that never began is of no world.
  [[nodiscard]] static bool is_foreign(const AgentBatch& batch, uint32_t made) {
    return batch.made_ != 0 && batch.made_ != made;
  }
  [[nodiscard]] uint32_t count() const { return batch_.jobs(); }
  // Of the last phase that began.
  [[nodiscard]] std::span<const uint32_t> rows() const { return batch_.rows(); }
  [[nodiscard]] std::span<const uint32_t> rows(uint32_t job) const { return batch_.rows(job); }
  [[nodiscard]] size_t first_row(uint32_t job) const { return batch_.first_row(job); }

  // Each job is taken once: job_done. There must be such a job.
  [[nodiscard]] Status take(uint32_t job) {
    if (done_[job].exchange(1, std::memory_order_acq_rel) != 0) return {StatusCode::job_done, job};
    return {};
  }
  [[nodiscard]] bool is_taken(uint32_t job) const { return done_[job].load(std::memory_order_acquire) != 0; }
  // Checks that all jobs were taken: jobs_missing.
  [[nodiscard]] Status all_taken() const {
    for (uint32_t job = 0; job < count(); ++job) {
      if (!is_taken(job)) return {StatusCode::jobs_missing, job};
    }
    return {};
  }

 private:
  AgentBatch batch_;
  bool is_open_ = false;
  Array<uint32_t> slots_;
  Array<std::atomic<uint8_t>> done_;
};

}  // namespace ishi
