#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "picture.h"
#include "program.h"

// Two foragers in a yard, without a window: tells what each of them chooses and what becomes of it, and draws
// where they went.

namespace foragers {
namespace {

struct Options {
  const char* blob = nullptr;
  const char* svg = nullptr;
  float seconds = 90;
  uint64_t seed = 5;
};

constexpr const char* kUsage =
    "usage: foragers BLOB [--seconds N] [--seed N] [--svg FILE]\n\n"
    "Plays N seconds (default 90) of two foragers with the behaviour in BLOB,\n"
    "which `ishi build examples/forager/forager.ishi.yaml -o DIR` makes.\n"
    "  foragers build/forager.ishi --seconds 120 --svg yard.svg\n";

Options read_options(int count, char** values) {
  Options options;
  const auto fail = [](const char* what) {
    std::fprintf(stderr, "foragers: %s\n%s", what, kUsage);
    std::exit(2);
  };
  for (int i = 1; i < count; ++i) {
    const bool has_value = i + 1 < count;
    const auto is = [&](const char* name) { return std::strcmp(values[i], name) == 0; };
    if (is("--help") || is("-h")) {
      std::fputs(kUsage, stdout);
      std::exit(0);
    } else if (is("--seconds") && has_value) {
      options.seconds = std::strtof(values[++i], nullptr);
    } else if (is("--seed") && has_value) {
      options.seed = std::strtoull(values[++i], nullptr, 10);
    } else if (is("--svg") && has_value) {
      options.svg = values[++i];
    } else if (values[i][0] == '-' || options.blob != nullptr) {
      fail("an argument that it does not know, or a value is missing");
    } else {
      options.blob = values[i];
    }
  }
  if (options.blob == nullptr) fail("which blob?");
  if (!(options.seconds > 0 && options.seconds <= 3600)) fail("--seconds is 0 to 3600");
  return options;
}

// Whether what started has ended once, or still runs.
bool print_account(const Forager& forager) {
  const ishi::ActCounters counters = forager.population.act_counters();
  const uint64_t ended = counters.completed + counters.failed + counters.aborted;
  const uint64_t running = forager.activity == Activity::none ? 0 : 1;
  const bool is_right = ended + running == counters.started;
  std::printf("%-8s %llu tasks started: %llu completed, %llu failed, %llu aborted, %llu still runs: %s\n",
              forager.name, static_cast<unsigned long long>(counters.started),
              static_cast<unsigned long long>(counters.completed),
              static_cast<unsigned long long>(counters.failed),
              static_cast<unsigned long long>(counters.aborted), static_cast<unsigned long long>(running),
              is_right ? "each ended once" : "the account is WRONG");
  return is_right;
}

int play(const Options& options) {
  const ishi::Asset asset = games::load(options.blob);
  Yard yard(asset, options.seed);
  const auto frames = static_cast<uint64_t>(options.seconds * 60);
  size_t told = 0;
  for (uint64_t i = 0; i < frames; ++i) {
    yard.frame();
    for (; told < yard.happenings().size(); ++told)
      std::printf("%s\n", story_line(yard.happenings()[told]).c_str());
  }
  std::printf("\n");
  bool is_right = true;
  for (const Forager& forager : yard.foragers()) is_right &= print_account(forager);
  std::printf("state %016llx\n", static_cast<unsigned long long>(yard.state_hash()));
  if (options.svg != nullptr) {
    if (!games::write(options.svg, svg(yard))) return 1;
    std::printf("the yard is drawn in %s\n", options.svg);
  }
  return is_right ? 0 : 1;
}

}  // namespace
}  // namespace foragers

int main(int count, char** values) {
  games::program = "foragers";
  return foragers::play(foragers::read_options(count, values));
}
