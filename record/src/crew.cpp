#include "crew.h"

namespace ishi::record {

Crew::~Crew() {
  {
    const std::scoped_lock guard(mutex_);
    is_over_ = true;
  }
  changed_.notify_all();
  for (std::thread& thread : threads_) thread.join();
}

void Crew::begin(uint32_t threads) {
  scratches_ = std::vector<Scratch>(threads);
  for (uint32_t member = 1; member < threads; ++member)
    threads_.emplace_back([this, member] { live(member); });
}

Status Crew::prepare(const World& world) {
  for (Scratch& scratch : scratches_) {
    if (scratch.fits(world)) continue;
    if (const Status status = Scratch::create(world, scratch); !status) return status;
  }
  return {};
}

void Crew::run(uint32_t jobs, const Work& work) {
  next_.store(0, std::memory_order_relaxed);
  if (threads_.empty() || jobs < 2) {
    for (uint32_t job = 0; job < jobs; ++job) work(job, scratches_[0]);
    return;
  }
  {
    const std::scoped_lock guard(mutex_);
    work_ = &work;
    jobs_ = jobs;
    busy_ = static_cast<uint32_t>(threads_.size());
    ++turn_;
  }
  changed_.notify_all();
  do_jobs(0);
  std::unique_lock guard(mutex_);
  changed_.wait(guard, [this] { return busy_ == 0; });
}

void Crew::do_jobs(uint32_t member) {
  for (uint32_t job = next_++; job < jobs_; job = next_++) (*work_)(job, scratches_[member]);
}

void Crew::live(uint32_t member) {
  uint64_t seen = 0;
  while (true) {
    {
      std::unique_lock guard(mutex_);
      changed_.wait(guard, [&] { return is_over_ || turn_ != seen; });
      if (is_over_) return;
      seen = turn_;
    }
    do_jobs(member);
    const std::scoped_lock guard(mutex_);
    if (--busy_ == 0) changed_.notify_all();
  }
}

}  // namespace ishi::record
