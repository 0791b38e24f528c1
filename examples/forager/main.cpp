#include <cstdio>
#include <span>

#include "picture.h"
#include "program.h"

// Two foragers in a yard, without a window: tells what each of them chooses and what becomes of it, and draws
// where they went.

namespace foragers {
namespace {

constexpr const char* kUsage =
    "usage: foragers BLOB [--seconds N] [--seed N] [--svg FILE] [--record FILE] [--live]\n\n"
    "Plays N seconds (default 90) of two foragers with the behaviour in BLOB,\n"
    "which `ishi build examples/forager/forager.ishi.yaml -o DIR` makes. With --live it plays as fast as\n"
    "the clock, and `ishi live foragers` looks into it.\n"
    "  foragers build/forager.ishi --seconds 120 --svg yard.svg\n";

int play(std::span<char* const> values) {
  double seconds = 90;
  double seed = 5;
  const games::NumberArgument numbers[] = {{"--seconds", &seconds, 0.1, 3600},
                                           {"--seed", &seed, 0, 1e9, true}};
  const games::Arguments arguments = games::read_arguments(values, kUsage, numbers);
  const ishi::Asset asset = games::load(arguments.blob);
  Yard yard(asset, static_cast<uint64_t>(seed));
  const auto frames = static_cast<uint64_t>(seconds * 60);
  size_t told = 0;
  for (uint64_t i = 0; i < frames; ++i) {
    yard.frame();
    for (; told < yard.happenings().size(); ++told)
      std::printf("%s\n", story_line(yard.happenings()[told]).c_str());
  }
  std::printf("\n");
  bool is_right = true;
  for (const Forager& forager : yard.foragers()) {
    const uint64_t running = forager.activity == Activity::none ? 0 : 1;
    is_right &= games::print_account(forager.name, forager.population.act_counters(), running);
  }
  std::printf("state %016llx\n", static_cast<unsigned long long>(yard.state_hash()));
  if (arguments.svg != nullptr) {
    if (!games::write(arguments.svg, svg(yard))) return 1;
    std::printf("the yard is drawn in %s\n", arguments.svg);
  }
  return is_right ? 0 : 1;
}

}  // namespace
}  // namespace foragers

int main(int count, char** values) {
  games::program = "foragers";
  return foragers::play({values, static_cast<size_t>(count)});
}
