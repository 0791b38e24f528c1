// Six histories of ten thousand frames, as one number: the state of the world in every frame and all that was
// decided, planned, begun, ended, noticed and walked. It must be the same whatever computes it.

#include <algorithm>
#include <charconv>
#include <cinttypes>
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <optional>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "game.h"
#include "ishi/record/recorder.h"
#include "require.h"
#ifdef DETERMINISM_KERNELS
#include "determinism_kernels.h"
#endif

namespace determinism {
namespace {

#ifdef DETERMINISM_KERNELS
const ishi::Kernels& kCompiled = kernels;
#else
const ishi::Kernels kCompiled;
#endif

constexpr char kUsage[] =
    R"(usage: determinism BLOBS [OPTION…]

Plays six scenarios, whose blobs lie in the folder BLOBS, for 10,000 frames each, and prints a hash of all that
came of each, and of all of them.

  --threads N                   how many threads share the jobs (1)
  --chunks chunked|single       jobs of many agents, or of one or a few (chunked)
  --instructions best|scalar|sse4|avx2|avx512
                                with which agents decide (best)
  --kernels yes|no              whether kernels compute scores; only where they were compiled (no)
  --environment plain|hostile   the caller's floating-point environment: as it is, or rounding upward and flushing
                                denormals (plain)
  --rollback N                  goes back N frames after each N and plays them again, with raw snapshots of the world
  --golden FILE                 compares with the hashes in FILE
  --update                      … or writes them
  --scenario NAME               plays this one alone
  --frames N                    so many of the 10,000, in thousands; compares as far
  --decisions                   hashes what agents do and think alone, which stays the same when only the layout or the
                                hash of the state changes
  --record FOLDER               records each scenario in a file of its name in FOLDER, which there must be, for `ishi replay`
  --trace FILE                  writes the hash of every frame, to be compared with that of another run

0: equal; 1: a hash differs; 2: usage, or a file that cannot be read or written; 77: this processor or build does
not have the instructions.
)";

constexpr Scenario kScenarios[] = {
    {.name = "deciding", .agents = 16, .things = 6, .changes = 8},
    {.name = "acting", .agents = 10, .things = 4, .changes = 5},
    {.name = "planning", .agents = 6, .things = 6, .changes = 4},
    {.name = "remembering", .agents = 8, .things = 5, .changes = 10},
    {.name = "chance", .agents = 8, .things = 4, .changes = 5},
    {.name = "sensing", .agents = 8, .things = 5, .changes = 6},
};
constexpr uint32_t kFrames = 10'000;
constexpr uint32_t kFramesPerHash = 1'000;
constexpr int kUsageError = 2, kNoInstructions = 77;

struct Options {
  std::string blobs, golden, trace, scenario, recordings;
  uint32_t frames = kFrames;
  bool update = false;
  Way way;
};

// What became of a scenario: its hash after each thousand frames.
struct Outcome {
  std::string name;
  std::vector<uint64_t> hashes;
};

template <typename T, size_t kCount>
bool read_word(std::string_view word, const std::pair<std::string_view, T> (&words)[kCount], T& value) {
  for (const auto& [name, its_value] : words) {
    if (name != word) continue;
    value = its_value;
    return true;
  }
  return false;
}

bool read_number(std::string_view word, uint32_t most, uint32_t& number) {
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), number);
  return error == std::errc() && end == word.data() + word.size() && number >= 1 && number <= most;
}

bool read_option(std::string_view name, std::string_view value, Options& options) {
  using enum ishi::InstructionSet;
  static constexpr std::pair<std::string_view, ishi::InstructionSet> kInstructions[] = {
      {"best", best}, {"scalar", scalar}, {"sse4", sse4}, {"avx2", avx2}, {"avx512", avx512}};
  static constexpr std::pair<std::string_view, Chunks> kChunks[] = {{"chunked", Chunks::chunked},
                                                                    {"single", Chunks::single}};
  static constexpr std::pair<std::string_view, Environment> kEnvironments[] = {
      {"plain", Environment::plain}, {"hostile", Environment::hostile}};
  if (name == "--chunks") return read_word(value, kChunks, options.way.chunks);
  if (name == "--instructions") return read_word(value, kInstructions, options.way.instruction_set);
  if (name == "--environment") return read_word(value, kEnvironments, options.way.environment);
  static const std::pair<std::string_view, ishi::Kernels> kYesOrNo[] = {{"yes", kCompiled}, {"no", {}}};
  if (name == "--kernels") return !kCompiled.list.empty() && read_word(value, kYesOrNo, options.way.kernels);
  if (name == "--threads") return read_number(value, 64, options.way.threads);
  if (name == "--rollback") return read_number(value, kFramesPerHash, options.way.rollback);
  if (name == "--frames")
    return read_number(value, kFrames, options.frames) && options.frames % kFramesPerHash == 0;
  if (name == "--golden") return options.golden = value, true;
  if (name == "--record") return options.recordings = value, true;
  if (name == "--trace") return options.trace = value, true;
  if (name == "--scenario") return options.scenario = value, true;
  return false;
}

std::optional<Options> read_options(const std::vector<std::string_view>& words) {
  Options options;
  for (size_t i = 0; i < words.size(); ++i) {
    if (words[i] == "--update") {
      options.update = true;
    } else if (words[i] == "--decisions") {
      options.way.hashes_states = false;
    } else if (words[i].starts_with("--")) {
      if (i + 1 == words.size() || !read_option(words[i], words[i + 1], options)) return {};
      ++i;
    } else if (options.blobs.empty()) {
      options.blobs = words[i];
    } else {
      return {};
    }
  }
  const bool updates_all = !options.golden.empty() && options.frames == kFrames;
  if (options.blobs.empty() || (options.update && !updates_all)) return {};
  return options;
}

bool load(const std::string& path, ishi::Asset& asset) {
  std::ifstream file(path, std::ios::binary);
  const std::vector<char> text((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  const std::vector<uint8_t> bytes(text.begin(), text.end());
  const ishi::Status status = ishi::Asset::load(bytes, asset);
  if (!status) std::fprintf(stderr, "%s: %s\n", path.c_str(), ishi::describe(status));
  return static_cast<bool>(status);
}

bool has_instructions(ishi::InstructionSet set) {
  ishi::World world;
  return ishi::World::create({.instruction_set = set}, world).code != ishi::StatusCode::no_instruction_set;
}

void record(ishi::World& world, const std::string& path, ishi::record::Recorder& recorder) {
  // Several saves, and hashes often enough to find a difference.
  const ishi::record::RecorderOptions options{
      .path = path.c_str(), .save_seconds = 30, .save_frames = 1, .hash_frames = 16};
  const ishi::record::Result result = ishi::record::Recorder::open(world, options, recorder);
  require(result == ishi::record::Result::ok, ishi::record::describe(result));
}

Outcome play(const Scenario& scenario, const ishi::Asset& asset, const Options& options, std::FILE* trace,
             uint64_t& thoughts) {
  Outcome outcome{std::string(scenario.name), {}};
  Game game(scenario, asset, options.way);
  ishi::record::Recorder recorder;
  const std::string recording = options.recordings + "/" + outcome.name + ".ishirec";
  if (!options.recordings.empty()) record(game.world(), recording, recorder);
  const uint32_t rollback = options.way.rollback;
  for (uint32_t frame = 1; frame <= options.frames; ++frame) {
    if (rollback > 0 && frame % rollback == 1 % rollback) {
      game.keep();
      for (uint32_t i = 0; i < rollback; ++i) game.run_frame();
      game.go_back();
    }
    game.run_frame();
    if (trace != nullptr)
      std::fprintf(trace, "%s %" PRIu32 " %016" PRIx64 "\n", outcome.name.c_str(), frame, game.hash());
    if (frame % kFramesPerHash == 0) outcome.hashes.push_back(game.hash());
  }
  thoughts += game.thoughts();
  game.finish();
  if (recorder.is_open())
    require(recorder.close() == ishi::record::Result::ok, "every frame is in the recording");
  return outcome;
}

std::vector<Outcome> read_golden(const std::string& path) {
  std::vector<Outcome> golden;
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) {
    std::istringstream words(line);
    Outcome& outcome = golden.emplace_back();
    words >> outcome.name;
    for (uint64_t hash = 0; words >> std::hex >> hash;) outcome.hashes.push_back(hash);
  }
  return golden;
}

bool write_golden(const std::string& path, const std::vector<Outcome>& outcomes) {
  std::FILE* const file = std::fopen(path.c_str(), "w");
  if (file == nullptr) return false;
  for (const Outcome& outcome : outcomes) {
    std::fputs(outcome.name.c_str(), file);
    for (const uint64_t hash : outcome.hashes) std::fprintf(file, " %016" PRIx64, hash);
    std::fputc('\n', file);
  }
  return std::fclose(file) == 0;
}

bool is_as_expected(const Outcome& outcome, const std::vector<Outcome>& golden) {
  const auto expected = std::find_if(golden.begin(), golden.end(),
                                     [&](const Outcome& one) { return one.name == outcome.name; });
  if (expected == golden.end() || expected->hashes.size() < outcome.hashes.size()) {
    std::fprintf(stderr, "%s: nothing is expected of it\n", outcome.name.c_str());
    return false;
  }
  const auto [ours, theirs] =
      std::mismatch(outcome.hashes.begin(), outcome.hashes.end(), expected->hashes.begin());
  if (ours == outcome.hashes.end()) return true;
  const auto first = static_cast<uint32_t>(ours - outcome.hashes.begin()) * kFramesPerHash;
  std::fprintf(stderr,
               "%s differs in one of the frames %" PRIu32 " to %" PRIu32 ": %016" PRIx64
               ", expected %016" PRIx64 " (--trace tells which)\n",
               outcome.name.c_str(), first + 1, first + kFramesPerHash, *ours, *theirs);
  return false;
}

int run(const Options& options) {
  if (!has_instructions(options.way.instruction_set)) return kNoInstructions;
  std::FILE* const trace = options.trace.empty() ? nullptr : std::fopen(options.trace.c_str(), "w");
  if (trace == nullptr && !options.trace.empty()) {
    std::fprintf(stderr, "%s cannot be written\n", options.trace.c_str());
    return kUsageError;
  }
  enter(options.way.environment);
  std::vector<Outcome> outcomes;
  Digest all;
  uint64_t thoughts = 0;
  for (const Scenario& scenario : kScenarios) {
    if (!options.scenario.empty() && scenario.name != options.scenario) continue;
    ishi::Asset asset;
    if (!load(options.blobs + "/" + std::string(scenario.name) + ".ishi", asset)) return kUsageError;
    outcomes.push_back(play(scenario, asset, options, trace, thoughts));
    all.add(outcomes.back().hashes.back());
    std::printf("%-12s %016" PRIx64 "\n", outcomes.back().name.c_str(), outcomes.back().hashes.back());
  }
  if (trace != nullptr) std::fclose(trace);
  std::printf("%-12s %016" PRIx64 " of %" PRIu64 " thoughts\n", "all", all.value(), thoughts);
  if (!is_in(options.way.environment)) {
    std::fputs("the runtime left another floating-point environment\n", stderr);
    return 1;
  }
  if (options.golden.empty()) return 0;
  if (options.update) return write_golden(options.golden, outcomes) ? 0 : kUsageError;
  const std::vector<Outcome> golden = read_golden(options.golden);
  int result = 0;
  for (const Outcome& outcome : outcomes) {
    if (!is_as_expected(outcome, golden)) result = 1;
  }
  return result;
}

}  // namespace
}  // namespace determinism

int main(int count, char** arguments) {
  const std::vector<std::string_view> words(arguments + 1, arguments + count);
  if (words == std::vector<std::string_view>{"--help"}) {
    std::fputs(determinism::kUsage, stdout);
    return 0;
  }
  const auto options = determinism::read_options(words);
  if (!options) {
    std::fputs(determinism::kUsage, stderr);
    return determinism::kUsageError;
  }
  return determinism::run(*options);
}
