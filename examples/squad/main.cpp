#include <algorithm>
#include <cstdio>
#include <span>

#include "ledger.h"
#include "picture.h"
#include "program.h"

// Five soldiers against a warden, without a window: tells what happens, shows the ground now and then, and
// draws the fight.

namespace squad {
namespace {

constexpr const char* kUsage =
    "usage: squad BLOB [--seconds N] [--seed N] [--svg FILE] [--record FILE] [--live]\n\n"
    "Plays a fight of at most N seconds (default 180), ten frames each, with the behaviour in BLOB,\n"
    "which `ishi build examples/squad -o DIR` makes. With --live it plays as fast as\n"
    "the clock, and `ishi live squad` looks into it.\n"
    "  squad build/squad.ishi --svg squad.svg\n";

constexpr double kUsualSeed = 35;

// What the fight of the usual seed is for: false, after a line, if something of it did not happen.
bool check(const Fight& fight, const Ledger& ledger) {
  bool is_right = true;
  const auto expect = [&](bool holds, const char* what) {
    if (!holds) std::printf("WRONG: %s\n", what);
    is_right &= holds;
  };
  const auto is_told = [&](const char* words) {
    return std::any_of(fight.happenings().begin(), fight.happenings().end(),
                       [words](const Happening& one) { return one.text.find(words) != std::string::npos; });
  };
  expect(fight.warden().health <= 0 && fight.alive() > 0 && fight.alive() < 5, "it was no narrow fight");
  for (const char* const role : {"suppressor", "flanker", "medic"})
    expect(ledger.holders_of(role) >= 2, "nobody took over a role");
  expect(ledger.replanned() > 0, "nothing was planned anew");
  expect(is_told("bandages"), "nobody was bandaged");
  expect(is_told("finds an empty"), "no box was found empty");
  expect(is_told("roars"), "the warden kept its temper");
  return is_right;
}

bool print_account(const Fight& fight, const Ledger& ledger) {
  const char* const how = fight.warden().health <= 0 ? "the warden is beaten"
                          : fight.alive() == 0       ? "the squad is down"
                                                     : "nobody has won";
  std::printf("\n%6.1fs  %s; %d of five stand\n\n", fight.time(), how, fight.alive());
  bool is_right = ledger.print();
  const ishi::Population all[] = {fight.squad(), fight.boss()};
  is_right &= games::print_account("", games::counters_of(all), fight.running_tasks());
  std::printf("state %016llx\n", static_cast<unsigned long long>(fight.world().state_hash()));
  return is_right;
}

int play(std::span<char* const> values) {
  double seconds = 180;
  double seed = kUsualSeed;
  const games::NumberArgument numbers[] = {{"--seconds", &seconds, 0.1, 3600},
                                           {"--seed", &seed, 0, 1e9, true}};
  const games::Arguments arguments = games::read_arguments(values, kUsage, numbers);
  const ishi::Asset asset = games::load(arguments.blob);
  Fight fight(asset, static_cast<uint64_t>(seed));
  Ledger ledger(fight);
  const auto frames = static_cast<uint64_t>(seconds * 10);
  size_t told = 0;
  for (uint64_t i = 1; i <= frames && !fight.is_over(); ++i) {
    fight.frame();
    ledger.note();
    for (; told < fight.happenings().size(); ++told)
      std::printf("%6.1fs  %s\n", fight.happenings()[told].time, fight.happenings()[told].text.c_str());
    if (i % 250 == 100) std::printf("\n%6.1fs\n%s\n", fight.time(), map_text(fight, ledger).c_str());
  }
  bool is_right = print_account(fight, ledger);
  if (seed == kUsualSeed && seconds == 180) is_right &= check(fight, ledger);
  if (arguments.svg != nullptr) {
    if (!games::write(arguments.svg, svg(fight, ledger))) return 1;
    std::printf("the fight is drawn in %s\n", arguments.svg);
  }
  return is_right ? 0 : 1;
}

}  // namespace
}  // namespace squad

int main(int count, char** values) {
  games::program = "squad";
  return squad::play({values, static_cast<size_t>(count)});
}
