// Plays a village alone, or with a host that no viewer joins and a recorder that sleeps, so that callgrind
// can count what the host costs: `unwatched alone|host VILLAGERS FRAMES`. scripts/bench_unwatched.py runs it.

#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "ishi/live/host.h"
#include "ishi/record/recorder.h"
#include "village.h"

int main(int count, char** words) {
  using namespace ishi;
  const bool has_host = count == 4 && std::strcmp(words[1], "host") == 0;
  if (!has_host && (count != 4 || std::strcmp(words[1], "alone") != 0)) {
    std::fputs("usage: unwatched alone|host VILLAGERS FRAMES\n", stderr);
    return 2;
  }
  benchmarks::Village village(ISHI_VILLAGE_BLOB, static_cast<uint32_t>(std::atoi(words[2])));
  record::Recorder recorder;
  live::Host host;
  if (has_host) {
    if (record::Recorder::open(village.world(), {.dashcam_seconds = 5, .only_watched = true}, recorder) !=
            record::Result::ok ||
        host.open(recorder, {.name = "unwatched"}) != live::Result::ok)
      return 1;
  }
  for (int frame = std::atoi(words[3]); frame > 0; --frame) {
    if (host.is_open()) host.between_frames(village.world());
    village.frame();
  }
  return village.world().state_hash() == 0 ? 1 : 0;
}
