#include "rollback.h"

#include <algorithm>
#include <chrono>

#include "program.h"

namespace lockstep {
namespace {

using games::require;

// Adds how long `work` takes.
template <typename Work>
void measure(Times& times, Work&& work) {
  const auto begin = std::chrono::steady_clock::now();
  work();
  const std::chrono::duration<float, std::micro> passed = std::chrono::steady_clock::now() - begin;
  times.microseconds.push_back(passed.count());
}

}  // namespace

double Times::median() const {
  if (microseconds.empty()) return 0;
  std::vector<float> sorted = microseconds;
  const auto middle = sorted.begin() + static_cast<ptrdiff_t>(sorted.size() / 2);
  std::nth_element(sorted.begin(), middle, sorted.end());
  return *middle;
}

Rollback::Rollback(const ishi::Asset& asset, uint64_t seed) : yard_(asset, seed) {
  for (Save& save : saves_) save.world.resize(yard_.world().snapshot_size());
}

void Rollback::frame(const Calls& arrived) {
  games::between_frames(yard_.world(), 1.0 / 60);
  if (next_ >= kLate) {
    last_known_ = arrived;
    const uint64_t frame = next_ - kLate;
    if (saved_before(frame).calls != arrived) {
      const auto before = options();
      go_back(frame);
      play(frame, arrived);
      for (uint64_t again = frame + 1; again < next_; ++again) {
        save(again);
        play(again, last_known_);
      }
      ++rollbacks_;
      const auto after = options();
      for (uint32_t child = 0; child < kChildren; ++child)
        minds_changed_ += before[child] != after[child] ? 1 : 0;
    }
  }
  save(next_);
  play(next_, last_known_);
  ++next_;
}

void Rollback::save(uint64_t frame) {
  Save& to = saved_before(frame);
  measure(saving_, [&] {
    require(yard_.world().save_snapshot(to.world, to.size), "a snapshot");
    to.match = yard_.match();
  });
  to.hash = yard_.hash();
}

void Rollback::go_back(uint64_t frame) {
  const Save& from = saved_before(frame);
  measure(restoring_, [&] {
    require(yard_.world().restore_snapshot(from.world), "going back");
    yard_.bring_back(from.match);
  });
}

void Rollback::play(uint64_t frame, const Calls& calls) {
  saved_before(frame).calls = calls;
  measure(playing_, [&] { yard_.frame(calls); });
}

std::array<uint16_t, kChildren> Rollback::options() const {
  std::array<uint16_t, kChildren> options{};
  for (uint32_t child = 0; child < kChildren; ++child) options[child] = yard_.option(child);
  return options;
}

}  // namespace lockstep
