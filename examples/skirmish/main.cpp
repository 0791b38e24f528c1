#include <cstdio>
#include <set>
#include <span>

#include "picture.h"
#include "program.h"

// Two sides of six on a field, without a window: tells what changes, shows the field now and then, and draws
// where everybody went.

namespace skirmish {
namespace {

constexpr const char* kUsage =
    "usage: skirmish BLOB [--seconds N] [--seed N] [--svg FILE] [--record FILE] [--live]\n\n"
    "Plays N seconds (default 48), ten frames each, of six against six with the behaviour in BLOB,\n"
    "which `ishi build examples/skirmish -o DIR` makes. With --live it plays as fast as\n"
    "the clock, and `ishi live skirmish` looks into it.\n"
    "  skirmish build/skirmish.ishi --svg skirmish.svg\n";

// What this play is for: false, after a line, if something of it did not happen.
bool check(const Field& field) {
  std::set<std::string> seen;
  int fallen = 0;
  for (const Fighter& fighter : field.fighters()) {
    for (const Trail& trail : fighter.trails) seen.insert(trail.option);
    fallen += fighter.alive ? 0 : 1;
  }
  bool is_right = true;
  const auto expect = [&](bool holds, const char* what) {
    if (!holds) std::printf("WRONG: %s\n", what);
    is_right &= holds;
  };
  for (const char* const option :
       {"approach", "circle", "flee", "hide", "bolt", "shelter", "hunt", "go", "attack", "hold"})
    expect(seen.contains(option), (std::string("nobody chose to ") + option).c_str());
  int done = 0, forgotten = 0;
  for (const Order& order : field.orders()) {
    expect(order.told == 0 || order.obeyed > 0, "an order that nobody obeyed");
    done += order.done;
    forgotten += order.forgotten;
  }
  expect(done > 0, "no order was done");
  expect(forgotten > 0, "no order was forgotten");
  expect(fallen > 0, "nobody fell");
  return is_right;
}

void print_account(const Field& field) {
  for (size_t i = 0; i < field.orders().size(); ++i) {
    const Order& order = field.orders()[i];
    std::printf("order %zu: %d told, %d obeyed, %d done, %d forgotten\n", i + 1, order.told, order.obeyed,
                order.done, order.forgotten);
  }
  std::printf("changes of mind:");
  for (const Fighter& fighter : field.fighters()) std::printf(" %c %d", fighter.letter, fighter.changes);
  std::printf("\n");
}

int play(std::span<char* const> values) {
  double seconds = 48;
  double seed = 4;
  const games::NumberArgument numbers[] = {{"--seconds", &seconds, 0.1, 3600},
                                           {"--seed", &seed, 0, 1e9, true}};
  const games::Arguments arguments = games::read_arguments(values, kUsage, numbers);
  const ishi::Asset asset = games::load(arguments.blob);
  Field field(asset, static_cast<uint64_t>(seed));
  const auto frames = static_cast<uint64_t>(seconds * 10);
  size_t told = 0;
  for (uint64_t i = 1; i <= frames; ++i) {
    field.frame();
    for (; told < field.happenings().size(); ++told)
      std::printf("%6.1fs  %s\n", field.happenings()[told].time, field.happenings()[told].text.c_str());
    if (i % 120 == 0) std::printf("\n%6.1fs\n%s\n", field.time(), map_text(field).c_str());
  }
  print_account(field);
  bool is_right = games::print_account("", field.counters(), field.running_tasks());
  if (frames == 480 && seed == 4) is_right &= check(field);
  std::printf("state %016llx\n", static_cast<unsigned long long>(field.state_hash()));
  if (arguments.svg != nullptr) {
    if (!games::write(arguments.svg, svg(field))) return 1;
    std::printf("the field is drawn in %s\n", arguments.svg);
  }
  return is_right ? 0 : 1;
}

}  // namespace
}  // namespace skirmish

int main(int count, char** values) {
  games::program = "skirmish";
  return skirmish::play({values, static_cast<size_t>(count)});
}
