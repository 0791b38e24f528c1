#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "testing/run_features.h"
#include "testing/run_sequence.h"
#include "testing/run_tests.h"

namespace ishi::compiler {

// True if all that is expected of an agent is lost at a moment: `always`, `never` and `steady`.
[[nodiscard]] bool is_of_moments(const TypedExpectation& expect);

// The outcome of one run of a test that varies.
struct RunVerdict {
  enum class Kind : uint8_t { held, failed, impossible, error };
  Kind kind = Kind::held;
  std::string message;  // what did not hold, a line each
  // The first line of that without numbers that differ from run to run: runs with the same one fail alike.
  std::string claim;
  double lost_at = 0;  // seconds: the end of the frame in which all that did not hold was lost
};

// Runs of one test with the numbers of its variations.
class VariedRuns {
 public:
  // All must outlive this. Of the options `coverage`, `stop` and `after_run` count.
  VariedRuns(const Model& model, const Asset& asset, const TypedTest& test, const TestRunOptions& options);
  VariedRuns(const VariedRuns&) = delete;
  VariedRuns& operator=(const VariedRuns&) = delete;

  // One run. `conditions`, which may be null, explains conditions that do not hold. `seconds`: how long it
  // lasts; 0: as the test says.
  RunVerdict run(std::span<const double> numbers, const FailedCondition* conditions = nullptr,
                 double seconds = 0);
  // True if all that is expected is lost at a moment, so that the rest of a run makes no difference then.
  [[nodiscard]] bool is_of_moments() const { return is_of_moments_; }
  // The numbers at which the behaviour may change its mind, by variation.
  [[nodiscard]] std::span<const std::vector<double>> thresholds() const { return thresholds_; }
  // Lets a function look at each agent after each frame of the runs that follow; an empty one ends that.
  void watch(std::function<void(const SimulatedAgent&)> watch) { watch_ = std::move(watch); }
  // The features of the last run.
  [[nodiscard]] const std::vector<uint64_t>& features() { return features_.all(); }
  // The distances of the last run's claims to failing (NearMisses::distances).
  [[nodiscard]] std::span<const double> distances() const { return distances_; }
  // For each agent: true if the event of its expectation arrived in at least one run, or if it has no such
  // expectation.
  [[nodiscard]] const std::vector<bool>& arrived() const { return arrived_; }
  [[nodiscard]] const TypedTest& test() const { return test_; }

 private:
  RunVerdict try_run(const FailedCondition* conditions, bool is_light);

  const Model& model_;
  const Asset& asset_;
  const TypedTest& test_;
  TypedTest varied_;
  TestRunOptions options_;
  RunFeatures features_;
  std::vector<double> distances_;
  std::optional<Simulation> simulation_;  // of `varied_`
  bool is_light_ = false;                 // no run needs all that agents think
  bool is_of_moments_ = false;
  std::vector<std::vector<double>> thresholds_;
  std::vector<bool> arrived_;
  std::function<void(const SimulatedAgent&)> watch_;
};

// A run that fails.
struct FailingRun {
  uint64_t run = 0;
  std::vector<double> numbers;
  std::string claim, message;
  uint64_t count = 1;  // of the runs that fail alike; this is the first of them
  double seconds = 0;  // how long it lasts; 0: as the test says
};

// How often something happened, and in which run first.
struct FeatureCount {
  uint64_t feature = 0;
  uint64_t runs = 0;
  uint64_t first = 0;
};

// The outcome of several runs of a test.
struct SearchTally {
  uint64_t runs = 0;
  uint64_t impossible = 0;  // of these: an agent stood in a wall
  uint64_t failed = 0;
  std::vector<FailingRun> failing;     // one for each claim, by their first runs; at most kMostClaims
  std::vector<bool> arrived;           // as VariedRuns
  std::vector<FeatureCount> features;  // rising; at most kMostFeatures
  std::string error;                   // the runtime refused a run

  // Adds what other runs came to. What it gives does not depend on the order.
  void add(const SearchTally& other);
};

inline constexpr size_t kMostClaims = 64;
inline constexpr size_t kMostFeatures = 65'536;

// Runs come in blocks: within one the search is led to what its runs have rarely reached and to where they
// nearly failed, and a block depends on nothing but the seed and its number. So blocks may be run anywhere
// and in any order.
inline constexpr uint64_t kBlock = 250;

// The search through one block, run by run.
class SearchBlock {
 public:
  // `runs` must outlive this. `follows_near_misses`: to measure what these are worth.
  SearchBlock(VariedRuns& runs, uint64_t seed, uint64_t block, bool follows_near_misses = true);

  // The next run; false if the block is over. Of a failing run the tally holds all.
  bool go_on();
  [[nodiscard]] const SearchTally& tally() const { return tally_; }
  // The latest run: its number from 0 on, its numbers and its outcome.
  [[nodiscard]] uint64_t run() const { return first_ + next_ - 1; }
  [[nodiscard]] std::span<const double> numbers() const { return numbers_; }
  [[nodiscard]] RunVerdict::Kind outcome() const { return outcome_; }

 private:
  void choose(uint64_t run);
  // Chooses a run near the one that failed most nearly in one of the claims. False if all were as near.
  bool choose_nearer(uint64_t run);
  void note_features(uint64_t run);
  void note_distances();
  void note_failure(uint64_t run, RunVerdict verdict);

  struct Rare {
    uint64_t feature = 0;
    uint64_t runs = 0;
    uint64_t first = 0;
    std::vector<double> latest;  // the numbers of the latest run with it
  };

  // A claim's distances to failing over the runs that held.
  struct Nearest {
    double least = 0, most = 0;
    std::vector<double> numbers;  // of the run with the least
    [[nodiscard]] bool leads() const { return !numbers.empty() && least < most; }
  };

  VariedRuns& runs_;
  RunSequence sequence_;
  bool follows_near_misses_;
  uint64_t seed_;
  uint64_t first_;  // run
  uint64_t next_ = 0;
  std::vector<double> numbers_;
  RunVerdict::Kind outcome_ = RunVerdict::Kind::held;
  std::vector<Rare> rare_;        // rising by feature
  std::vector<Nearest> nearest_;  // by claim
  SearchTally tally_;
};

// Makes a failing run simple: fewer values, and round ones, and no longer than it takes. What it gives fails
// alike. `tried` counts the
// runs that this takes, at most kMostShrinkingRuns.
inline constexpr uint32_t kMostShrinkingRuns = 400;
[[nodiscard]] FailingRun shrink(VariedRuns& runs, const FailingRun& failing, uint32_t& tried);

// The runs of a test that `ishi test` tries: as many as take less than a second, by count and not by a
// clock.
[[nodiscard]] uint64_t quick_runs(const TypedTest& test);

}  // namespace ishi::compiler
