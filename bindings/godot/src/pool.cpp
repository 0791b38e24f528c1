#include "pool.h"

#include <algorithm>

namespace ishi::godot {
namespace {

// Hands `elements` elements to the pool, which runs them while this thread goes on. Returns the number of
// their group, below zero if the pool refuses.
int64_t add_group(ObjectPointer pool, GroupElement run, void* userdata, uint32_t elements) {
  void* description = nullptr;
  engine.string_new_with_utf8_chars_and_len(&description, "Ishi", 4);
  const auto count = static_cast<int>(elements);
  const int64_t group =
      engine.worker_thread_pool_add_native_group_task(pool, run, userdata, count, count, 1, &description);
  engine.variant_get_ptr_destructor(Type::string)(&description);
  return group;
}

}  // namespace

void Pool::open(uint32_t threads, uint32_t least_agents) {
  close();
  Name name("WorkerThreadPool");
  engine_pool_ = engine.global_get_singleton(name.pointer());
  threads_ = engine_pool_ == nullptr ? 1 : std::clamp(threads, 1U, kMostThreads);
  least_agents_ = least_agents;
}

void Pool::close() {
  for (const ishi_scratch scratch : scratches_) ishi_scratch_destroy(scratch);
  scratches_.clear();
}

ishi_status Pool::prepare(ishi_world world) {
  scratches_.resize(threads_);
  for (ishi_scratch& scratch : scratches_) {
    if (scratch.generation != 0 && ishi_scratch_fits(scratch, world) != 0) continue;
    if (scratch.generation != 0) ishi_scratch_destroy(scratch);
    scratch = {};
    if (const ishi_status status = ishi_scratch_create(world, &scratch); status.code != ISHI_OK)
      return status;
  }
  return {ISHI_OK, 0};
}

ishi_status Pool::run(const ishi_batch& batch) {
  const uint32_t threads = std::min(threads_, batch.jobs);
  if (threads < 2 || batch.count < least_agents_) return ishi_batch_run_all(&batch, scratches_[0]);
  batch_ = &batch;
  next_job_ = 0;
  has_fault_ = false;
  const int64_t group = add_group(engine_pool_, run_element, this, threads - 1);
  // This thread goes on until no job is left: also where the pool is busy with other things, or refuses.
  take_jobs(scratches_[0]);
  if (group >= 0) {
    const Value number(group);
    (void)Value::object(engine_pool_).call("wait_for_group_task_completion", {&number, 1});
  }
  return has_fault_ ? fault_ : ishi_status{ISHI_OK, 0};
}

void Pool::run_element(void* pool, uint32_t element) {
  Pool& self = *static_cast<Pool*>(pool);
  self.take_jobs(self.scratches_[element + 1]);
}

void Pool::take_jobs(ishi_scratch scratch) {
  while (!has_fault_) {
    const uint32_t job = next_job_.fetch_add(1);
    if (job >= batch_->jobs) return;
    const ishi_status status = ishi_batch_run(batch_, job, scratch);
    if (status.code == ISHI_OK) continue;
    if (!has_fault_.exchange(true)) fault_ = status;
  }
}

}  // namespace ishi::godot
