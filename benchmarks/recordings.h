#pragma once

#include <benchmark/benchmark.h>

#include "ishi/record/recorder.h"

namespace ishi::benchmarks {

// The bytes of a recording in MB, by what they are of; none of its frames may be lost.
inline void report_sizes(::benchmark::State& state, const record::RecorderCounters& counters) {
  constexpr double kMegabyte = 1e6;
  state.counters["saves"] = static_cast<double>(counters.saves);
  state.counters["save_mb"] = static_cast<double>(counters.save_bytes) / kMegabyte;
  state.counters["column_mb"] = static_cast<double>(counters.column_bytes) / kMegabyte;
  state.counters["call_mb"] = static_cast<double>(counters.call_bytes) / kMegabyte;
  state.counters["call_bytes"] =
      static_cast<double>(counters.call_bytes) / static_cast<double>(counters.frames);
  state.counters["lost"] = static_cast<double>(counters.lost_frames);
}

}  // namespace ishi::benchmarks
