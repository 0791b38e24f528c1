#include "program.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <thread>
#include <vector>

#include "ishi/record/recorder.h"

namespace games {
namespace {

const char* recording = nullptr;  // what --record says
ishi::record::Recorder recorder;
bool is_live = false;  // --live
#if defined(ISHI_HAS_LIVE)
ishi::live::Host host;
#endif

}  // namespace

const char* program = "game";

namespace {

bool is_recorded(ishi::record::Result result) {
  if (result == ishi::record::Result::ok) return true;
  std::fprintf(stderr, "%s: %s: %s\n", program, recording, ishi::record::describe(result));
  return false;
}

// The world has gone with the game by then.
void end_recording() {
  const ishi::record::Result result = recorder.close();
  if (result == ishi::record::Result::no_world || is_recorded(result)) return;
  std::fflush(nullptr);
  std::_Exit(1);
}

}  // namespace

void record(ishi::World& world) {
  if (recorder.is_open()) return;
  if (recording != nullptr) {
    if (!is_recorded(ishi::record::Recorder::open(world, {.path = recording}, recorder))) std::exit(1);
    static const int registered = std::atexit(end_recording);
    static_cast<void>(registered);
  }
#if defined(ISHI_HAS_LIVE)
  if (is_live) let_watch(world, {.name = program}, host);
#endif
}

void between_frames(ishi::World& world, double seconds) {
  if (!is_live) return;
#if defined(ISHI_HAS_LIVE)
  using Clock = std::chrono::steady_clock;
  static Clock::time_point next = Clock::now();
  const ishi::live::Turn turn = host.between_frames(world);
  next += std::chrono::microseconds(static_cast<int64_t>(seconds * 1e6) +
                                    static_cast<int64_t>(turn.held_microseconds));
  std::this_thread::sleep_until(next);
#else
  static_cast<void>(world);
  static_cast<void>(seconds);
#endif
}

#if defined(ISHI_HAS_LIVE)
void let_watch(ishi::World& world, const ishi::live::HostOptions& options, ishi::live::Host& host) {
  const auto fail = [](const char* what) {
    std::fprintf(stderr, "%s: %s\n", program, what);
    std::exit(1);
  };
  if (!recorder.is_open()) {
    using ishi::record::Recorder;
    const auto result = Recorder::open(world, {.dashcam_seconds = 3600, .only_watched = true}, recorder);
    if (result != ishi::record::Result::ok) fail(ishi::record::describe(result));
    static const int registered = std::atexit([] { static_cast<void>(recorder.close()); });
    static_cast<void>(registered);
  }
  const ishi::live::Result result = host.open(recorder, options);
  if (result != ishi::live::Result::ok) fail(ishi::live::describe(result));
  std::printf("`ishi live %s` looks into this game\n", options.name);
  std::fflush(stdout);
}
#endif

Arguments read_arguments(std::span<char* const> values, const char* usage,
                         std::span<const NumberArgument> numbers) {
  Arguments arguments;
  const auto fail = [&](const std::string& what) {
    std::fprintf(stderr, "%s: %s\n%s", program, what.c_str(), usage);
    std::exit(2);
  };
  for (size_t i = 1; i < values.size(); ++i) {
    const std::string written = values[i];
    const auto number = std::find_if(numbers.begin(), numbers.end(),
                                     [&](const NumberArgument& one) { return written == one.name; });
    if (written == "--help" || written == "-h") {
      std::fputs(usage, stdout);
      std::exit(0);
    }
    const bool is_record = written == "--record" && std::strstr(usage, "--record") != nullptr;
    const bool is_watched = written == "--live" && std::strstr(usage, "[--live]") != nullptr;
    const bool takes_value = number != numbers.end() || written == "--svg" || is_record;
    if (takes_value && i + 1 == values.size()) fail(written + " needs a value");
    if (written == "--svg") {
      arguments.svg = values[++i];
    } else if (is_watched) {
#if defined(ISHI_HAS_LIVE)
      is_live = true;
#else
      fail("--live takes the sockets of POSIX");
#endif
    } else if (is_record) {
      recording = values[++i];
    } else if (number != numbers.end()) {
      char* end = nullptr;
      const double value = std::strtod(values[++i], &end);
      const bool fits = end != values[i] && *end == '\0' && value >= number->low && value <= number->high &&
                        (!number->whole || value == std::floor(value));
      char bounds[80];
      std::snprintf(bounds, sizeof bounds, " is %s from %.6g to %.6g",
                    number->whole ? "a whole number" : "a number", number->low, number->high);
      if (!fits) fail(written + bounds);
      *number->value = value;
    } else if (written.starts_with('-')) {
      fail("there is no argument " + written);
    } else if (arguments.blob != nullptr) {
      fail("one blob is enough");
    } else {
      arguments.blob = values[i];
    }
  }
  if (arguments.blob == nullptr) fail("which blob?");
  return arguments;
}

ishi::ActCounters counters_of(std::span<const ishi::Population> populations) {
  ishi::ActCounters all;
  for (const ishi::Population& population : populations) {
    const ishi::ActCounters one = population.act_counters();
    all.started += one.started;
    all.completed += one.completed;
    all.failed += one.failed;
    all.aborted += one.aborted;
  }
  return all;
}

bool print_account(const char* who, const ishi::ActCounters& counters, uint64_t running) {
  const uint64_t ended = counters.completed + counters.failed + counters.aborted;
  const bool is_right = ended + running == counters.started;
  const auto number = [](uint64_t value) { return static_cast<unsigned long long>(value); };
  std::printf("%s%s%llu tasks started: %llu completed, %llu failed, %llu aborted, %llu still running: %s\n",
              who, *who == '\0' ? "" : ": ", number(counters.started), number(counters.completed),
              number(counters.failed), number(counters.aborted), number(running),
              is_right ? "each ended once" : "the account is WRONG");
  return is_right;
}

void require(ishi::Status status, const char* what) {
  if (status || (is_live && status.code == ishi::StatusCode::token_stale)) return;
  std::fprintf(stderr, "%s: %s: %s\n", program, what, ishi::describe(status));
  std::exit(1);
}

void require(const ishi::Dispatched& done, const char* what) {
  require(done.status, what);
  if (done) return;
  std::fprintf(stderr, "%s: %s: no handler took %u commands\n", program, what, done.unhandled);
  std::exit(1);
}

void add_agents(ishi::World& world, const ishi::Asset& asset, const char* agent, uint32_t capacity,
                ishi::Population& population) {
  const ishi::Status status =
      world.add_population(asset, ishi::AgentId::of(agent), {.capacity = capacity}, population);
  if (status.code != ishi::StatusCode::contract_mismatch) return require(status, agent);
  char text[256];
  ishi::describe(world.contract_fault(), text);
  std::fprintf(stderr, "%s: this blob is not for this game: %s\n", program, text);
  std::exit(1);
}

void think(ishi::Population& population, ishi::Scratch& scratch) {
  ishi::Batch batch;
  require(population.begin_think(batch), "begin_think");
  for (uint32_t job = 0; job < batch.jobs(); ++job) require(population.think(batch, job, scratch), "think");
  require(population.end_think(batch), "end_think");
}

ishi::Asset load(const char* path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) {
    std::fprintf(stderr, "%s: %s cannot be read\n", program, path);
    std::exit(2);
  }
  const std::vector<char> text((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  ishi::Asset asset;
  require(ishi::Asset::load(std::vector<uint8_t>(text.begin(), text.end()), asset), path);
  return asset;
}

bool write(const char* path, const std::string& text) {
  std::ofstream file(path);
  file << text;
  file.close();
  if (!file) std::fprintf(stderr, "%s: %s cannot be written\n", program, path);
  return static_cast<bool>(file);
}

}  // namespace games
