#include <chrono>
#include <cstdio>
#include <set>
#include <span>
#include <string>

#include "drawing.h"
#include "picture.h"
#include "program.h"

// Which weapon is best right now: asks it in a row of situations, shows what inertia does to somebody who
// cannot make up their mind, and draws the answers as a map.

namespace weapons {
namespace {

constexpr const char* kUsage =
    "usage: weapons BLOB [--time N] [--svg FILE]\n\n"
    "Asks the behaviour in BLOB which weapon is best; `ishi build examples/weapons -o DIR` makes it.\n"
    "  --time N    asks N times more and prints what one call takes\n"
    "  --svg FILE  draws the answers over distance and number of foes\n"
    "  weapons build/weapons.ishi --svg weapons.svg\n";

struct Case {
  const char* name;
  Situation situation;
  bool fits = true;  // whether anything in the bag does
};
constexpr Case kCases[] = {
    {"one foe at arm's length", {.distance = 2}},
    {"one foe across the room", {.distance = 9}},
    {"the same, and nobody must hear", {.distance = 9, .stealth = 1}},
    {"a crowd that comes close", {.distance = 5, .foes = 6}},
    {"a crowd over there", {.distance = 20, .foes = 6}},
    {"as many, far apart", {.distance = 20, .foes = 6, .apart = 12}},
    {"one foe in heavy armour", {.distance = 30, .armour = 1}},
    {"three in heavy armour", {.distance = 40, .foes = 3, .armour = 1}},
    {"one foe far away", {.distance = 65}},
    {"nobody", {.foes = 0}, false},
    {"one foe beyond all reach", {.distance = 120}, false},
};

const char* name_of(int weapon) {
  return weapon == kNothing ? "nothing" : kBag[static_cast<size_t>(weapon)].name;
}

void print_row(const char* name, const Answer& best, const Answer& second) {
  std::printf("%-34s %-8s", name, name_of(best.weapon));
  if (best.weapon != kNothing) std::printf(" %.3f", best.score);
  if (second.weapon != kNothing) std::printf("   then %-8s %.3f", name_of(second.weapon), second.score);
  std::printf("\n");
}

// Each situation with its answer and what comes next. False if something is chosen where nothing fits, or the
// other way round.
bool print_cases(Armoury& armoury, std::set<int>& chosen) {
  bool is_right = true;
  const auto print = [&](const char* name, bool fits) {
    const Answer best = armoury.best();
    print_row(name, best, armoury.best_without(best.weapon));
    chosen.insert(best.weapon);
    is_right &= fits == (best.weapon != kNothing);
  };
  for (const Case& one : kCases) {
    armoury.set(one.situation);
    print(one.name, one.fits);
  }
  for (size_t i = 0; i < kBag.size(); ++i)
    armoury.set_rounds(static_cast<int>(i), i == 0 ? kBag[i].rounds : 0);
  armoury.set({.distance = 9});
  print("every magazine empty", false);
  armoury.set({.distance = 2});
  print("every magazine empty, and close", true);
  for (size_t i = 0; i < kBag.size(); ++i) armoury.set_rounds(static_cast<int>(i), kBag[i].rounds);
  return is_right;
}

// A foe sways to and fro around where two weapons are equally good. False if inertia spares no change.
bool print_inertia(Armoury& armoury) {
  constexpr float kDistances[] = {20, 18, 19, 17, 18, 16, 17, 15, 16, 14, 15, 13, 14, 12, 13,
                                  11, 12, 10, 11, 9,  10, 8,  9,  7,  8,  6,  7,  5,  6,  4};
  std::string metres, free, kept;
  int free_changes = 0, kept_changes = 0;
  for (const float distance : kDistances) {
    armoury.set({.distance = distance});
    const auto add = [&](std::string& row, int& changes, const Answer& answer) {
      const char letter = name_of(answer.weapon)[0];
      changes += !row.empty() && row[row.size() - 1] != letter ? 1 : 0;
      games::add(row, "%3c", letter);
    };
    games::add(metres, "%3.0f", distance);
    add(free, free_changes, armoury.best());
    add(kept, kept_changes, armoury.in_hand());
  }
  std::printf("\nA foe comes nearer, two steps forward and one back:\n");
  std::printf("metres        %s\n", metres.c_str());
  std::printf("best          %s   %d changes\n", free.c_str(), free_changes);
  std::printf("with inertia  %s   %d changes\n", kept.c_str(), kept_changes);
  return kept_changes > 0 && kept_changes < free_changes;
}

void print_time(Armoury& armoury, uint64_t calls) {
  armoury.set({.distance = 20, .foes = 6});
  float sum = 0;  // so that no call is left out
  const auto begin = std::chrono::steady_clock::now();
  for (uint64_t i = 0; i < calls; ++i) sum += armoury.best().score;
  const std::chrono::duration<double, std::nano> took = std::chrono::steady_clock::now() - begin;
  std::printf("\n%zu weapons, 6 foes: %.0f ns a call (mean score %.3f)\n", kBag.size(),
              took.count() / static_cast<double>(calls),
              static_cast<double>(sum) / static_cast<double>(calls));
}

int show(std::span<char* const> values) {
  double calls = 0;
  const games::NumberArgument numbers[] = {{"--time", &calls, 1, 1e9, true}};
  const games::Arguments arguments = games::read_arguments(values, kUsage, numbers);
  const ishi::Asset asset = games::load(arguments.blob);
  Armoury armoury(asset);
  std::set<int> chosen;
  const bool fits = print_cases(armoury, chosen);
  const bool keeps = print_inertia(armoury);
  chosen.erase(kNothing);
  std::printf("\n%zu of %zu weapons have their place\n", chosen.size(), kBag.size());
  if (!fits) std::printf("WRONG: something is chosen where nothing fits, or the other way round\n");
  if (!keeps) std::printf("WRONG: inertia spares no change\n");
  if (calls > 0) print_time(armoury, static_cast<uint64_t>(calls));
  if (arguments.svg != nullptr) {
    if (!games::write(arguments.svg, svg(armoury))) return 1;
    std::printf("the answers are drawn in %s\n", arguments.svg);
  }
  return fits && keeps && chosen.size() == kBag.size() ? 0 : 1;
}

}  // namespace
}  // namespace weapons

int main(int count, char** values) {
  games::program = "weapons";
  return weapons::show({values, static_cast<size_t>(count)});
}
