#include <cstdio>
#include <span>

#include "diary.h"
#include "picture.h"
#include "program.h"

// Four people in a flat, without a window: tells what they do, and draws their last day.

namespace household {
namespace {

constexpr const char* kUsage =
    "usage: household BLOB [--days N] [--seed N] [--svg FILE]\n\n"
    "Plays N days (default 2), ten seconds a frame, of four people with the behaviour in BLOB,\n"
    "which `ishi build examples/household -o DIR` makes.\n"
    "  household build/household.ishi --svg household.svg\n";

int play(std::span<char* const> values) {
  double days = 2;
  double seed = 3;
  const games::NumberArgument numbers[] = {{"--days", &days, 1, 365, true}, {"--seed", &seed, 0, 1e9, true}};
  const games::Arguments arguments = games::read_arguments(values, kUsage, numbers);
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
