#include "crew.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <numeric>
#include <utility>

#include "require.h"

namespace determinism {

Crew::Crew(const ishi::World& world, const Way& way) : way_(way), members_(way.threads) {
  for (Member& member : members_) require(ishi::Scratch::create(world, member.scratch), "Scratch::create");
  for (uint32_t i = 1; i < way.threads; ++i) members_[i].thread = std::thread([this, i] { live(i); });
}

Crew::~Crew() {
  {
    const std::scoped_lock lock(mutex_);
    work_ = nullptr;
    for (Member& member : members_) ++member.calls;
  }
  changed_.notify_all();
  for (size_t i = 1; i < members_.size(); ++i) members_[i].thread.join();
}

void Crew::renew(const ishi::World& world) {
  for (Member& member : members_) require(ishi::Scratch::create(world, member.scratch), "Scratch::create");
}

uint32_t Crew::agents_per_job() {
  static constexpr uint32_t kMany[] = {4096, 24, 11, 5};
  static constexpr uint32_t kFew[] = {1, 1, 1, 3};
  return (way_.chunks == Chunks::chunked ? kMany : kFew)[order_.below(4)];
}

void Crew::share(uint32_t jobs, const Work& work) {
  jobs_.resize(jobs);
  std::iota(jobs_.begin(), jobs_.end(), 0);
  for (uint32_t i = jobs; i > 1; --i) std::swap(jobs_[i - 1], jobs_[order_.below(i)]);
  work_ = &work;
  if (jobs == 0) return;
  {
    const std::scoped_lock lock(mutex_);
    working_ = 1 + order_.below(std::min(jobs, way_.threads));
    busy_ = working_ - 1;
    for (uint32_t i = 1; i < working_; ++i) ++members_[i].calls;
  }
  if (working_ > 1) changed_.notify_all();
  do_jobs(0);
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [&] { return busy_ == 0; });
}

void Crew::live(uint32_t member) {
  enter(way_.environment);
  for (uint32_t calls = 0;; ++calls) {
    {
      std::unique_lock lock(mutex_);
      changed_.wait(lock, [&] { return members_[member].calls != calls; });
    }
    if (work_ == nullptr) break;
    do_jobs(member);
    const std::scoped_lock lock(mutex_);
    if (--busy_ == 0) changed_.notify_all();
  }
  if (!is_in(way_.environment)) {
    std::fprintf(stderr, "the runtime left another floating-point environment\n");
    std::exit(2);
  }
}

void Crew::do_jobs(uint32_t member) {
  for (size_t i = member; i < jobs_.size(); i += working_) (*work_)(jobs_[i], members_[member].scratch);
}

}  // namespace determinism
