// Records a village, for questions about a long recording of many agents (scripts/bench_answers.py).
//
// record_village BLOB FILE VILLAGERS SECONDS: of village.ishi.yaml, at 60 frames a second.

#include <cstdio>
#include <cstdlib>

#include "ishi/record/recorder.h"
#include "village.h"

int main(int count, char** arguments) {
  using namespace ishi;
  if (count != 5) {
    std::fputs("usage: record_village BLOB FILE VILLAGERS SECONDS\n", stderr);
    return 2;
  }
  benchmarks::Village village(arguments[1], static_cast<uint32_t>(std::atoi(arguments[3])));
  record::Recorder recorder;
  if (record::Recorder::open(village.world(), {.path = arguments[2], .memory_bytes = uint64_t{256} << 20},
                             recorder) != record::Result::ok)
    return 1;
  const int frames = 60 * std::atoi(arguments[4]);
  for (int i = 0; i < frames; ++i) village.frame();
  const record::Result result = recorder.close();
  if (result != record::Result::ok) std::fprintf(stderr, "%s\n", describe(result));
  return result == record::Result::ok ? 0 : 1;
}
