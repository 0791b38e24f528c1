#include <algorithm>
#include <cstdio>
#include <span>

#include "picture.h"
#include "program.h"

// A night in a house with a jewel, without a window: tells what happens, shows the house now and then, and
// draws who went where and who saw what.

namespace thief {
namespace {

constexpr const char* kUsage =
    "usage: thief BLOB [--seconds N] [--seed N] [--svg FILE] [--record FILE] [--live]\n\n"
    "Plays a night of at most N seconds (default 150), ten frames each, with the behaviour in BLOB,\n"
    "which `ishi build examples/thief -o DIR` makes. With --live it plays as fast as\n"
    "the clock, and `ishi live thief` looks into it.\n"
    "  thief build/thief.ishi --svg thief.svg\n";

constexpr double kUsualSeed = 1;
constexpr double kUsualSeconds = 150;

// What the night of the usual seed is for: false, after a line, if something of it did not happen.
bool check(const Heist& heist) {
  bool is_right = true;
  const auto expect = [&](bool holds, const char* what) {
    if (!holds) std::printf("WRONG: %s\n", what);
    is_right &= holds;
  };
  const auto is_told = [&](const char* words) {
    return std::any_of(heist.happenings().begin(), heist.happenings().end(),
                       [words](const Happening& one) { return one.text.find(words) != std::string::npos; });
  };
  expect(is_told("goes to look"), "nobody heard anything");
  expect(is_told("something moved"), "nobody became suspicious");
  expect(is_told("runs after"), "nobody was chased");
  expect(is_told("where the thief was last"), "nobody searched");
  expect(is_told("throws a bottle"), "no bottle was thrown");
  expect(heist.outcome() == Outcome::escaped, "the thief did not get away with it");
  return is_right;
}

void print_senses(const char* who, const ishi::SenseCounters& counters) {
  const auto number = [](uint64_t value) { return static_cast<unsigned long long>(value); };
  std::printf(
      "%s: %llu pairs compared by distance, %llu by the field of sight, %llu asked what stands in "
      "between, %llu noticed\n",
      who, number(counters.distance_tests), number(counters.field_tests), number(counters.queries),
      number(counters.noticed));
}

bool print_account(const Heist& heist) {
  const char* const how = heist.outcome() == Outcome::escaped  ? "the thief has got away"
                          : heist.outcome() == Outcome::caught ? "the thief is caught"
                                                               : "the night is over";
  std::printf("\n%6.1fs  %s\n\n", heist.time(), how);
  print_senses("guards", heist.sense_counters(game::Side::guard));
  print_senses("the thief", heist.sense_counters(game::Side::thief));
  const bool is_right = games::print_account("", heist.act_counters(), heist.running_tasks());
  std::printf("state %016llx\n", static_cast<unsigned long long>(heist.world().state_hash()));
  return is_right;
}

int play(std::span<char* const> values) {
  double seconds = kUsualSeconds;
  double seed = kUsualSeed;
  const games::NumberArgument numbers[] = {{"--seconds", &seconds, 0.1, 3600},
                                           {"--seed", &seed, 0, 1e9, true}};
  const games::Arguments arguments = games::read_arguments(values, kUsage, numbers);
  const ishi::Asset asset = games::load(arguments.blob);
  Heist heist(asset, static_cast<uint64_t>(seed));
  const auto frames = static_cast<uint64_t>(seconds / kStep);
  size_t told = 0;
  for (uint64_t i = 1; i <= frames && heist.outcome() == Outcome::open; ++i) {
    heist.frame();
    for (; told < heist.happenings().size(); ++told)
      std::printf("%6.1fs  %s\n", heist.happenings()[told].time, heist.happenings()[told].text.c_str());
    if (i % 200 == 50) std::printf("\n%6.1fs\n%s\n", heist.time(), map_text(heist).c_str());
  }
  bool is_right = print_account(heist);
  if (seed == kUsualSeed && seconds == kUsualSeconds) is_right &= check(heist);
  if (arguments.svg != nullptr) {
    if (!games::write(arguments.svg, svg(heist))) return 1;
    std::printf("the night is drawn in %s\n", arguments.svg);
  }
  return is_right ? 0 : 1;
}

}  // namespace
}  // namespace thief

int main(int count, char** values) {
  games::program = "thief";
  return thief::play({values, static_cast<size_t>(count)});
}
