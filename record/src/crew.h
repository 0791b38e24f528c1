#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

#include "ishi/scratch.h"
#include "ishi/world.h"

// Threads that share the jobs of a replay; the one that calls is one of them.

namespace ishi::record {

class Crew {
 public:
  using Work = std::function<void(uint32_t job, Scratch& scratch)>;

  Crew() = default;
  Crew(const Crew&) = delete;
  Crew& operator=(const Crew&) = delete;
  ~Crew();

  void begin(uint32_t threads);
  // For a world whose populations may be others than before.
  [[nodiscard]] Status prepare(const World& world);
  // Does the jobs 0 to `jobs` - 1, and waits for them.
  void run(uint32_t jobs, const Work& work);
  [[nodiscard]] Scratch& scratch() { return scratches_[0]; }

 private:
  void live(uint32_t member);
  void do_jobs(uint32_t member);

  std::vector<Scratch> scratches_;
  std::vector<std::thread> threads_;
  std::mutex mutex_;
  std::condition_variable changed_;
  const Work* work_ = nullptr;
  uint32_t jobs_ = 0, busy_ = 0;
  uint64_t turn_ = 0;
  bool is_over_ = false;
  std::atomic<uint32_t> next_{0};
};

}  // namespace ishi::record
