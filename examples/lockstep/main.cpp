#include <cstdio>
#include <span>

#include "captain.h"
#include "program.h"
#include "rollback.h"
#include "yard.h"

// A snowball fight of two captains whose calls arrive late, beside the same fight in which every call was
// known from the beginning: both must be the same in every frame.

namespace lockstep {
namespace {

constexpr const char* kUsage =
    "usage: lockstep BLOB [--rollbacks N] [--seed N] [--record FILE] [--live]\n\n"
    "Plays until the game has gone back N times (default 10000), eight frames each, with the behaviour in "
    "BLOB,\n"
    "which `ishi build examples/lockstep -o DIR` makes, and compares each frame with a fight in which "
    "nothing\n"
    "came late. With --live it plays as fast as the clock, and `ishi live lockstep` looks into it.\n"
    "  lockstep build/lockstep.ishi --rollbacks 1000\n";

constexpr const char* kCallNames[] = {"stay", "left", "right", "ahead", "back", "charge", "fall back"};

void print_yard(const Yard& yard) {
  constexpr int kColumns = 31, kRows = 9;
  char map[kRows][kColumns + 1];
  for (auto& row : map) {
    for (int i = 0; i < kColumns; ++i) row[i] = '.';
    row[kColumns] = '\0';
  }
  const auto put = [&](Place place, char letter) {
    map[static_cast<int>(place.z / 2)][static_cast<int>(place.x)] = letter;
  };
  put({Yard::kWidth / 2, Yard::kDepth / 2}, '*');
  for (uint32_t side = 0; side < kSides; ++side) put(yard.match().flags[side], side == 0 ? 'P' : 'q');
  for (uint32_t i = 0; i < kChildren; ++i) {
    const auto letter =
        static_cast<char>((i < kChildrenASide ? 'A' : 'a') + static_cast<int>(i % kChildrenASide));
    put(yard.match().children[i].place, letter);
  }
  for (const auto& row : map) std::printf("  %s\n", row);
}

// What the fight is for: false, after a line, if something of it did not happen.
bool check(const Match& match, const Rollback& late) {
  bool is_right = true;
  const auto expect = [&](bool holds, const char* what) {
    if (!holds) std::printf("WRONG: %s\n", what);
    is_right &= holds;
  };
  const Tally& tally = match.tally;
  expect(tally.hits[0] > 0 && tally.hits[1] > 0, "somebody was never hit");
  expect(tally.kneaded > 0 && tally.warmed > 0 && tally.shouts > 0, "something was never done");
  expect(tally.most_at_fire == 3, "the seats at the fire were never all taken, or too often");
  expect(late.minds_changed() > 0, "nobody cared for what had been guessed");
  return is_right;
}

int play(std::span<char* const> values) {
  double rollbacks = 10'000, seed = 1;
  const games::NumberArgument numbers[] = {{"--rollbacks", &rollbacks, 1, 1e7, true},
                                           {"--seed", &seed, 0, 1e9, true}};
  const games::Arguments arguments = games::read_arguments(values, kUsage, numbers);
  const ishi::Asset asset = games::load(arguments.blob);
  const auto whole_seed = static_cast<uint64_t>(seed);
  Captain captains[] = {{whole_seed, 0}, {whole_seed, 1}};
  const auto calls_in = [&](uint64_t frame) {
    return Calls{captains[0].call(frame), captains[1].call(frame)};
  };

  Rollback late(asset, whole_seed);
  Yard straight(asset, whole_seed);
  uint64_t compared = 0, different = 0, told = 0;
  while (static_cast<double>(late.rollbacks()) < rollbacks) {
    const uint64_t frame = late.frames();
    const uint64_t before = late.rollbacks(), changed = late.minds_changed();
    const uint64_t late_frame = frame < kLate ? 0 : frame - kLate;
    late.frame(calls_in(late_frame));
    if (late.rollbacks() > before && told++ < 5) {
      std::printf(
          "frame %4llu: red calls \"%s\", blue calls \"%s\": back to frame %llu, %llu of %u change their "
          "minds\n",
          static_cast<unsigned long long>(frame), kCallNames[static_cast<size_t>(calls_in(late_frame)[0])],
          kCallNames[static_cast<size_t>(calls_in(late_frame)[1])],
          static_cast<unsigned long long>(late_frame),
          static_cast<unsigned long long>(late.minds_changed() - changed), kChildren);
    }
    if (!late.knows()) continue;
    straight.frame(calls_in(compared));
    ++compared;
    if (late.known_hash() == straight.hash()) continue;
    if (different++ == 0)
      std::printf("frame %llu DIFFERS from what it is when every call is known\n",
                  static_cast<unsigned long long>(compared));
  }

  std::printf("…\n\n");
  print_yard(late.yard());
  const Match& match = straight.match();
  std::printf("\nred %u : blue %u, of %u balls thrown and %u made; %u went to the fire, %u mocked\n",
              match.tally.hits[0], match.tally.hits[1], match.tally.thrown, match.tally.kneaded,
              match.tally.warmed, match.tally.shouts);
  std::printf(
      "%llu times back by %llu frames, in %llu frames; after each %.1f of %u children do something else\n",
      static_cast<unsigned long long>(late.rollbacks()), static_cast<unsigned long long>(kLate),
      static_cast<unsigned long long>(late.frames()),
      static_cast<double>(late.minds_changed()) / static_cast<double>(late.rollbacks()), kChildren);
  std::printf("a save %.2f µs, a restore %.2f µs, of %zu bytes; a frame of the game %.1f µs\n",
              late.saving().median(), late.restoring().median(), late.snapshot_bytes(),
              late.playing().median());
  std::printf("%llu of %llu frames are as they are when every call is known; state %016llx\n",
              static_cast<unsigned long long>(compared - different),
              static_cast<unsigned long long>(compared), static_cast<unsigned long long>(straight.hash()));
  bool is_right = different == 0;
  if (rollbacks >= 1000) is_right &= check(match, late);
  return is_right ? 0 : 1;
}

}  // namespace
}  // namespace lockstep

int main(int count, char** values) {
  games::program = "lockstep";
  return lockstep::play({values, static_cast<size_t>(count)});
}
