#pragma once

#include <atomic>
#include <cstdint>
#include <thread>
#include <utility>

// A pool of one thread beside the caller's, for measuring what a second processor brings. It spins while it
// waits, as pools of games do within a frame.

namespace ishi::benchmarks {

class TwoThreads {
 public:
  TwoThreads() : other_([this] { serve(); }) {}
  TwoThreads(const TwoThreads&) = delete;
  TwoThreads& operator=(const TwoThreads&) = delete;
  ~TwoThreads() {
    is_over_.store(true);
    begun_.fetch_add(1);
    other_.join();
  }

  // Calls work(job, thread) once for each job, on both threads, and returns when all calls have.
  template <typename Work>
  void run(uint32_t jobs, Work&& work) {
    if (jobs < 2) {
      for (uint32_t job = 0; job < jobs; ++job) work(job, 0u);
      return;
    }
    next_.store(0);
    jobs_ = jobs;
    work_ = &work;
    call_ = [](void* of, uint32_t job, uint32_t thread) {
      (*static_cast<std::remove_reference_t<Work>*>(of))(job, thread);
    };
    begun_.fetch_add(1, std::memory_order_release);
    take(0);
    while (ended_.load(std::memory_order_acquire) != begun_.load(std::memory_order_relaxed)) {
    }
  }

 private:
  void take(uint32_t thread) {
    for (uint32_t job = next_++; job < jobs_; job = next_++) call_(work_, job, thread);
  }
  void serve() {
    for (uint32_t seen = 0;;) {
      while (begun_.load(std::memory_order_acquire) == seen) {
      }
      ++seen;
      if (is_over_.load()) return;
      take(1);
      ended_.store(seen, std::memory_order_release);
    }
  }

  std::atomic<uint32_t> begun_{0}, ended_{0}, next_{0};
  std::atomic<bool> is_over_{false};
  uint32_t jobs_ = 0;
  void* work_ = nullptr;
  void (*call_)(void*, uint32_t, uint32_t) = nullptr;
  std::thread other_;
};

}  // namespace ishi::benchmarks
