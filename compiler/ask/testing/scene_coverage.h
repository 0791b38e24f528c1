#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "simulate/simulation.h"
#include "simulate/typed_test.h"
#include "testing/varied_runs.h"

namespace ishi::compiler {

// Something that no run of a search has shown.
struct Unshown {
  std::string what;     // "ann: coffee", "ann: state calm → wary"
  std::string nearest;  // the run that came closest to it, in words; empty: none was looked at
};

// Everything that the agents of a test could show in its runs: options that are chosen, transitions between
// states, and failures of tasks that the test lets fail; and how close runs have come to each.
class SceneCoverage {
 public:
  // All must outlive this.
  SceneCoverage(const Model& model, const Asset& asset, const TypedTest& test);

  // Looks at the first runs of a search once more, for those that came closest. The runs are the same
  // whatever part of the search this is.
  void watch(VariedRuns& runs, uint64_t seed, uint64_t count);
  // What is not among these features.
  [[nodiscard]] std::vector<Unshown> unshown(std::span<const FeatureCount> seen) const;

 private:
  enum class Kind : uint8_t { option, transition, failure };
  struct Item {
    Kind kind{};
    uint32_t agent = 0;  // of the situation
    uint32_t from = 0;   // the state that is left
    uint32_t to = 0;     // the option, state or task
    std::string what;
    // Of the run that came closest: how far off it was, which it was, and when. Of a transition `gap` is how
    // long the agent was not in the state that is left.
    double gap = std::numeric_limits<double>::infinity();
    uint64_t run = 0;
    double seconds = 0;
    std::string by{};  // of an option: the scores, or why it could not be chosen
  };

  void add(Kind kind, uint32_t agent, uint32_t from, uint32_t to, std::string_view what);
  void list_options(uint32_t agent);
  void list_transitions(uint32_t agent);
  void list_failures(uint32_t agent);
  void note(uint64_t run, const SimulatedAgent& agent);
  void note_option(Item& item, uint64_t run, const SimulatedAgent& agent) const;
  [[nodiscard]] std::string nearest(const Item& item) const;

  const Model& model_;
  const Asset& asset_;
  const TypedTest& test_;
  std::vector<Item> items_;
  std::vector<std::pair<uint32_t, double>> in_state_;  // by agent: its state, and since when
  uint64_t watched_ = 0;                               // runs
};

}  // namespace ishi::compiler
