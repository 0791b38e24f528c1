#pragma once

#include <string>
#include <vector>

#include "cli/diff/meaning.h"
#include "compare/compare_decisions.h"

namespace ishi::compiler::cli {

// What `diff` found out about one pair of files.
struct FileDifference {
  struct Agent {
    std::string name;
    DecisionComparison decisions;
    std::vector<std::string> unsampled;  // on what they depend that no sample has
  };
  std::string older, newer;  // as shown; one is empty if there is no such file
  std::vector<MeaningChange> changes;
  std::vector<Agent> agents;
  std::string mixture;       // how situations were drawn: "uniform"
  bool is_recorded = false;  // the decisions are those of a recording

  [[nodiscard]] bool is_any() const { return older.empty() || newer.empty() || !changes.empty(); }
};

// For people, and for programs.
void print_differences(const std::vector<FileDifference>& files);
void print_differences_json(const std::vector<FileDifference>& files);

}  // namespace ishi::compiler::cli
