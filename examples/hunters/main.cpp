#include <cstdio>
#include <span>

#include "picture.h"
#include "program.h"

// Hunters after a hare, without a window: shows the yard now and then, and draws where everybody went.

namespace hunters {
namespace {

constexpr const char* kUsage =
    "usage: hunters BLOB [--seconds N] [--seed N] [--svg FILE] [--record FILE] [--live]\n\n"
    "Plays N seconds (default 40), thirty frames each, with the behaviour in BLOB, which\n"
    "`ishi build examples/hunters -o DIR` makes. With --live it plays as fast as\n"
    "the clock, and `ishi live hunters` looks into it.\n"
    "  hunters build/hunters.ishi --svg hunters.svg\n";

// What this play is for: false, after a line, if something of it did not happen.
bool check(const Yard& yard) {
  bool is_right = true;
  const auto expect = [&](bool holds, char who, const char* what) {
    if (!holds) std::printf("WRONG: %c %s\n", who, what);
    is_right &= holds;
  };
  uint32_t detours = 0;
  const auto frames = static_cast<uint32_t>((yard.time() - kEnters) / kStep);
  for (const Hunter& hunter : yard.hunters()) {
    expect(hunter.frames_near > frames / 4, hunter.letter, "was hardly ever where it wants to be");
    expect(hunter.nearest > 0.12F, hunter.letter, "ran into another one");
    for (const Place place : hunter.trail)
      expect(yard.clearance(place) > kBody - 0.01F, hunter.letter, "stood in a pillar or a wall");
    detours += hunter.detours;
  }
  expect(detours > 0, '-', "nobody had to go round anything");
  return is_right;
}

void print_account(const Yard& yard) {
  const float frames = (yard.time() - kEnters) / kStep;
  for (const Hunter& hunter : yard.hunters()) {
    std::printf(
        "%c: %3.0f%% of the time at its distance, never nearer than %.2f m to another one, %u moves round "
        "something\n",
        hunter.letter, 100 * static_cast<float>(hunter.frames_near) / frames, hunter.nearest, hunter.detours);
  }
}

int play(std::span<char* const> values) {
  double seconds = 40;
  double seed = 1;
  const games::NumberArgument numbers[] = {{"--seconds", &seconds, 4, 3600}, {"--seed", &seed, 0, 1e9, true}};
  const games::Arguments arguments = games::read_arguments(values, kUsage, numbers);
  const ishi::Asset asset = games::load(arguments.blob);
  Yard yard(asset, static_cast<uint64_t>(seed));
  const auto frames = static_cast<uint64_t>(seconds / kStep);
  for (uint64_t i = 1; i <= frames; ++i) {
    yard.frame();
    const bool is_shown = i == 60 || i == 240 || i == 600 || i == frames;
    if (is_shown) std::printf("%6.1fs\n%s\n", yard.time(), map_text(yard).c_str());
  }
  print_account(yard);
  const bool is_right = seconds != 40 || seed != 1 || check(yard);
  std::printf("state %016llx\n", static_cast<unsigned long long>(yard.state_hash()));
  if (arguments.svg != nullptr) {
    if (!games::write(arguments.svg, svg(yard))) return 1;
    std::printf("the yard is drawn in %s\n", arguments.svg);
  }
  return is_right ? 0 : 1;
}

}  // namespace
}  // namespace hunters

int main(int count, char** values) {
  games::program = "hunters";
  return hunters::play({values, static_cast<size_t>(count)});
}
