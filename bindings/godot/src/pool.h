#pragma once

#include <atomic>
#include <cstdint>
#include <vector>

#include "ishi/c_api.h"
#include "value.h"

// Runs the jobs of a world's phases on the engine's WorkerThreadPool and on the calling thread. States do not
// depend on it: however many threads there are, and whichever of them takes a job, the world is the same.
//
// All members are called on the thread of the world. The pool's threads do jobs of the library alone: they
// touch no value of the engine.

namespace ishi::godot {

inline constexpr uint32_t kMostThreads = 64;

class Pool {
 public:
  Pool() = default;
  Pool(const Pool&) = delete;
  Pool& operator=(const Pool&) = delete;
  ~Pool() { close(); }

  // `threads`: how many run jobs at once, the calling one included; at most kMostThreads. A phase of fewer
  // than `least_agents` agents stays on the calling thread, since handing it out takes longer.
  void open(uint32_t threads, uint32_t least_agents);
  void close();
  // Makes a scratch for each thread, before a frame. Keeps those that still fit the world.
  ishi_status prepare(ishi_world world);
  // Runs all jobs of a phase of the world that it was prepared for, also if the engine has no pool or
  // refuses. Returns the first status that is not ISHI_OK.
  ishi_status run(const ishi_batch& batch);

 private:
  static void run_element(void* pool, uint32_t element);
  void take_jobs(ishi_scratch scratch);

  uint32_t threads_ = 1;
  uint32_t least_agents_ = 0;
  ObjectPointer engine_pool_ = nullptr;  // null: the engine has none
  std::vector<ishi_scratch> scratches_;  // one a thread, the first of the calling one
  // Of the phase that runs.
  const ishi_batch* batch_ = nullptr;
  std::atomic<uint32_t> next_job_ = 0;
  std::atomic<bool> has_fault_ = false;
  ishi_status fault_{};
};

}  // namespace ishi::godot
