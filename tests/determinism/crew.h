#pragma once

#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

#include "ishi/ishi.h"
#include "random.h"
#include "way.h"

// Threads that share the jobs of a phase: each time others of the jobs, in another order, and another number
// of threads. The one that calls is one of them.

namespace determinism {

class Crew {
 public:
  using Work = std::function<void(uint32_t job, ishi::Scratch& scratch)>;

  // For a world that has all of its populations.
  Crew(const ishi::World& world, const Way& way);
  Crew(const Crew&) = delete;
  Crew& operator=(const Crew&) = delete;
  ~Crew();

  // After a reload, which may need more room.
  void renew(const ishi::World& world);
  // Does all jobs, 0 to `jobs` - 1, and waits for them.
  void share(uint32_t jobs, const Work& work);
  // How many agents the next phase has a job. Large or small, changing from call to call.
  [[nodiscard]] uint32_t agents_per_job();
  // The scratch of the thread that calls.
  [[nodiscard]] ishi::Scratch& scratch() { return members_[0].scratch; }

 private:
  struct Member {
    ishi::Scratch scratch;
    uint32_t calls = 0;  // how often it was called to work
    std::thread thread;
  };

  void live(uint32_t member);
  void do_jobs(uint32_t member);

  Way way_;
  Random order_{2718};
  std::vector<Member> members_;
  std::vector<uint32_t> jobs_;  // in the order in which they are done
  uint32_t working_ = 0;        // members, the caller one of them
  const Work* work_ = nullptr;  // null: they go home
  // Atomics that wait would do, but for the C++ library of g++ 12 where the system has no futex: wakings get
  // lost there.
  std::mutex mutex_;
  std::condition_variable changed_;
  uint32_t busy_ = 0;
};

}  // namespace determinism
