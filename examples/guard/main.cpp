#include <algorithm>
#include <chrono>
#include <cstdio>
#include <span>

#include "ishi/asset_info.h"
#include "picture.h"
#include "program.h"

// A thousand guards and sixty raiders, without a window: follows one guard of each personality line by line,
// draws the field now and then, and ends with a summary and a picture.

namespace guards {
namespace {

constexpr const char* kUsage =
    "usage: guards BLOB [--seconds N] [--guards N] [--svg FILE] [--record FILE] [--live]\n\n"
    "Plays N seconds (default 30) of 1,000 guards against 60 raiders with the behaviour in BLOB,\n"
    "which `ishi build examples/guard/guard.ishi.yaml -o DIR` makes. With --live it plays as fast as\n"
    "the clock, and `ishi live guards` looks into it.\n"
    "  guards build/guard.ishi --seconds 60 --svg field.svg\n";

// One guard of each personality: those whom the raiders, who come from the left, will meet first.
void follow_some(Field& field) {
  for (size_t personality = 0; personality < 3; ++personality) {
    const auto& guards = field.guards();
    size_t best = personality;
    for (size_t i = personality; i < guards.size(); i += 3) {
      const auto far = [](const Guard& guard) { return std::abs(guard.place.x - 30); };
      if (far(guards[i]) < far(guards[best])) best = i;
    }
    field.followed.push_back(best);
  }
}

void print_happenings(Field& field) {
  for (const Happening& happening : field.happenings) {
    const Guard& guard = field.guards()[happening.guard];
    std::printf("%7.2fs  guard %-4zu %-11s health %3.0f, %2d rounds   %s\n", happening.time, happening.guard,
                kPersonalities[static_cast<size_t>(guard.personality)], guard.hp, guard.ammo,
                happening.text.c_str());
  }
  field.happenings.clear();
}

void print_moment(const Field& field, const ishi::Asset& asset) {
  const ishi::IndexRange options = ishi::AssetParts(asset).agent(0).options;
  std::vector<int> counts(options.count);
  int alive = 0;
  for (const Guard& guard : field.guards()) {
    alive += guard.alive ? 1 : 0;
    if (const uint16_t option = field.option(guard); guard.alive && option != ishi::kNoOption)
      ++counts[option];
  }
  std::printf("\n%7.2fs  %d guards alive", field.time(), alive);
  for (uint32_t i = 0; i < options.count; ++i) {
    const std::string name(ishi::AssetParts(asset).option(options.first + i).name);
    std::printf(" | %s %s %d", name.c_str(),
                bar(static_cast<float>(counts[i]) / static_cast<float>(std::max(alive, 1)), 8).c_str(),
                counts[i]);
  }
  std::printf("\n%s\n", map_text(field, asset).c_str());
}

void print_summary(const Field& field) {
  std::printf("%-12s %6s %6s %7s %6s %6s %8s %8s %12s\n", "personality", "guards", "alive", "health", "shots",
              "hits", "reloads", "flights", "interrupted");
  for (size_t personality = 0; personality < 3; ++personality) {
    int guards = 0, alive = 0, shots = 0, hits = 0, reloads = 0, flights = 0, interrupted = 0;
    float health = 0;
    for (const Guard& guard : field.guards()) {
      if (static_cast<size_t>(guard.personality) != personality) continue;
      ++guards;
      alive += guard.alive ? 1 : 0;
      health += guard.alive ? guard.hp : 0;
      shots += guard.shots;
      hits += guard.hits;
      reloads += guard.reloads;
      flights += guard.flights;
      interrupted += guard.interrupted;
    }
    std::printf("%-12s %6d %6d %7.1f %6d %6d %8d %8d %12d\n", kPersonalities[personality], guards, alive,
                health / static_cast<float>(std::max(alive, 1)), shots, hits, reloads, flights, interrupted);
  }
}

int play(std::span<char* const> values) {
  constexpr uint32_t kRaiders = 60;
  double seconds = 30;
  double guards = 1000;
  const games::NumberArgument numbers[] = {{"--seconds", &seconds, 0.1, 3600},
                                           {"--guards", &guards, 3, 100'000, true}};
  const games::Arguments arguments = games::read_arguments(values, kUsage, numbers);
  const ishi::Asset asset = games::load(arguments.blob);
  Field field(asset, static_cast<uint32_t>(guards), kRaiders, 7);
  follow_some(field);
  std::printf("s shoots, f flees, r reloads, . patrols, X is a raider, + died here\n");
  const auto begin = std::chrono::steady_clock::now();
  const auto frames = static_cast<uint64_t>(seconds * 60);
  for (uint64_t i = 1; i <= frames; ++i) {
    field.frame();
    print_happenings(field);
    if (i % 300 == 0) print_moment(field, asset);
  }
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
  print_summary(field);

  std::printf("\n");
  const bool is_right = games::print_account("", field.counters(), field.running_tasks());
  std::printf("%llu frames in %.2f s, the game included; state %016llx\n",
              static_cast<unsigned long long>(frames), took.count(),
              static_cast<unsigned long long>(field.state_hash()));
  if (arguments.svg != nullptr) {
    if (!games::write(arguments.svg, svg(field, asset))) return 1;
    std::printf("the field is drawn in %s\n", arguments.svg);
  }
  return is_right ? 0 : 1;
}

}  // namespace
}  // namespace guards

int main(int count, char** values) {
  games::program = "guards";
  return guards::play({values, static_cast<size_t>(count)});
}
