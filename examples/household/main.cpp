#include <chrono>
#include <cstdio>
#include <memory>
#include <span>
#include <string>
#include <thread>
#include <vector>

#include "diary.h"
#include "picture.h"
#include "program.h"
#include "reloader.h"

// Four people in a flat, without a window: tells what they do, and draws their last day.

namespace household {
namespace {

constexpr const char* kUsage =
    "usage: household BLOB [--days N] [--seed N] [--svg FILE] [--record FILE]\n"
    "                 [--reload SECONDS | --live SECONDS]\n\n"
    "Plays N days (default 2), ten seconds a frame, of four people with the behaviour in BLOB,\n"
    "which `ishi build examples/household -o DIR` makes. With --reload it plays for so many seconds, half "
    "an\n"
    "hour in each, tells what everybody begins, and takes BLOB over whenever it is built anew. With --live\n"
    "it plays as long and as fast, and `ishi live household` looks into it.\n"
    "  household build/household.ishi --svg household.svg\n";

// What people begin to do, one line each time.
class Teller {
 public:
  void tell(const Household& household) {
    options_.resize(household.people().size());
    for (size_t i = 0; i < options_.size(); ++i) {
      const std::string option = household.option_of(household.people()[i]);
      if (option == options_[i]) continue;
      options_[i] = option;
      std::printf("%s  %s: %s\n", clock_text(household.frames()).c_str(), household.people()[i].name,
                  option.c_str());
    }
  }

 private:
  std::vector<std::string> options_;
};

int play_and_reload(const char* blob, uint64_t seed, double seconds) {
  using Clock = std::chrono::steady_clock;
  constexpr uint64_t kFramesPerSecond = 30 * kFramesPerMinute;
  auto asset = std::make_unique<ishi::Asset>(games::load(blob));
  Household household(*asset, seed);
  Reloader reloader(blob, asset, household);
  Teller teller;
  const Clock::time_point begin = Clock::now();
  const auto frames = static_cast<uint64_t>(seconds * kFramesPerSecond);
  while (household.frames() < frames) {
    reloader.take_over(household);
    household.frame();
    teller.tell(household);
    std::fflush(stdout);
    std::this_thread::sleep_until(begin + household.frames() *
                                              std::chrono::microseconds(1'000'000 / kFramesPerSecond));
  }
  return games::print_account("", household.counters(), household.running_tasks()) ? 0 : 1;
}

#if defined(ISHI_HAS_LIVE)
int play_and_watch(const char* blob, uint64_t seed, double seconds) {
  using Clock = std::chrono::steady_clock;
  constexpr uint64_t kFramesPerSecond = 30 * kFramesPerMinute;
  const ishi::Asset asset = games::load(blob);
  const ishi::Asset* const assets[] = {&asset};
  ishi::live::Host host;  // it outlives the world, which may have assets of its viewers
  Household household(asset, seed);
  const auto go_on = [](void* context, std::span<const ishi::AssetChange> changes) {
    static_cast<Household*>(context)->go_on_with(*changes[0].to);
  };
  const auto forget = [](void* context, const ishi::Token& token, ishi::Ending) {
    static_cast<Household*>(context)->forget_task(token);
  };
  games::let_watch(
      household.world(),
      {.name = "household", .assets = assets, .reloaded = go_on, .ended = forget, .context = &household},
      host);
  Clock::time_point next = Clock::now();
  const auto frames = static_cast<uint64_t>(seconds * kFramesPerSecond);
  while (household.frames() < frames) {
    const ishi::live::Turn turn = host.between_frames(household.world());
    next += std::chrono::microseconds(1'000'000 / kFramesPerSecond + turn.held_microseconds);
    household.frame();
    std::this_thread::sleep_until(next);
  }
  return games::print_account("", household.counters(), household.running_tasks()) ? 0 : 1;
}
#else
int play_and_watch(const char*, uint64_t, double) {
  std::fprintf(stderr, "%s: --live takes the sockets of POSIX\n", games::program);
  return 2;
}
#endif

int play(std::span<char* const> values) {
  double days = 2;
  double seed = 3;
  double seconds = 0, live_seconds = 0;
  const games::NumberArgument numbers[] = {{"--days", &days, 1, 365, true},
                                           {"--seed", &seed, 0, 1e9, true},
                                           {"--reload", &seconds, 1, 1e6},
                                           {"--live", &live_seconds, 1, 1e6}};
  const games::Arguments arguments = games::read_arguments(values, kUsage, numbers);
  if (seconds > 0) return play_and_reload(arguments.blob, static_cast<uint64_t>(seed), seconds);
  if (live_seconds > 0) return play_and_watch(arguments.blob, static_cast<uint64_t>(seed), live_seconds);
  const ishi::Asset asset = games::load(arguments.blob);
  Household household(asset, static_cast<uint64_t>(seed));
  Diary diary;
  const auto frames = static_cast<uint64_t>(days) * kFramesPerDay;
  while (household.frames() < frames) {
    household.frame();
    diary.note(household);
  }
  for (uint64_t first = 0; first < frames; first += kFramesPerDay) diary.print_day(household, first);
  bool is_right = diary.print_account(household);
  is_right &= games::print_account("", household.counters(), household.running_tasks());
  std::printf("state %016llx\n", static_cast<unsigned long long>(household.state_hash()));
  if (arguments.svg != nullptr) {
    if (!games::write(arguments.svg, svg(household, diary))) return 1;
    std::printf("the last day is drawn in %s\n", arguments.svg);
  }
  return is_right ? 0 : 1;
}

}  // namespace
}  // namespace household

int main(int count, char** values) {
  games::program = "household";
  return household::play({values, static_cast<size_t>(count)});
}
