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
    "usage: squad BLOB [--seconds N] [--seed N] [--svg FILE]\n\n"
    "Plays a fight of at most N seconds (default 180), ten frames each, with the behaviour in BLOB,\n"
    "which `ishi build examples/squad -o DIR` makes.\n"
    "  squad build/squad.ishi --svg squad.svg\n";

bool print_account(const Fight& fight, const Ledger& ledger) {
  const char* const how = fight.warden().health <= 0 ? "the warden is beaten"
                          : fight.alive() == 0       ? "the squad is down"
                                                     : "nobody has won";
  std::printf("\n%6.1fs  %s; %d of five stand\n\n", fight.time(), how, fight.alive());
  bool is_right = ledger.print();
  ishi::ActCounters all = fight.squad().act_counters();
  const ishi::ActCounters boss = fight.boss().act_counters();
  all.started += boss.started;
  all.completed += boss.completed;
  all.failed += boss.failed;
  all.aborted += boss.aborted;
  is_right &= games::print_account("", all, fight.running_tasks());
  std::printf("state %016llx\n", static_cast<unsigned long long>(fight.world().state_hash()));
  return is_right;
}

int play(std::span<char* const> values) {
  double seconds = 180;
  double seed = 1;
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
  const bool is_right = print_account(fight, ledger);
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
