#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <vector>

#include "compare/compare_decisions.h"
#include "workspace/ask/meaning.h"
#include "workspace/checked_file.h"

namespace ishi::compiler {

// The difference between two versions of a file: of its text, and of what agents decide.
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
  // Nothing but names changes, so no decision does: none were compared.
  bool has_only_names = false;
  // Other files of the comparison, as shown, that this one includes and whose changes are reported with them.
  std::vector<std::string> reported_in;

  // Names of decisions are parts of these.
  std::shared_ptr<const CheckedFile> older_file, newer_file;

  [[nodiscard]] bool is_any() const {
    return older.empty() || newer.empty() || !changes.empty() || !agents.empty();
  }
};

struct DifferenceQuestion {
  std::string agent;     // empty: all that both have
  uint64_t samples = 0;  // of all agents together; 0: decisions are not compared
  std::string mixture;   // how they are drawn: as SampleMixture
  // Told how many situations are over, of how many.
  std::function<void(uint64_t done, uint64_t all)> progress{};
};

// Compares two versions that have no errors. Decisions are compared where what they say is different. The
// files may have changed afterwards: each agent has been made to think all at once. Or why the runtime
// refuses something, in a sentence.
[[nodiscard]] tl::expected<FileDifference, std::string> compare_files(
    const std::shared_ptr<CheckedFile>& older, const std::shared_ptr<CheckedFile>& newer,
    const DifferenceQuestion& question);

}  // namespace ishi::compiler
