#pragma once

#include <cstddef>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "cli/verbs.h"
#include "tune/tune.h"

namespace ishi::compiler::cli {

// Everything that `ishi tune` prints about a result.
struct TunedReport {
  const TuneVerbOptions& options;
  const TunedProgram& program;
  const std::vector<Lesson>& lessons;
  const Tuned& tuned;
  std::vector<std::string> diffs;         // of the files that change
  std::vector<std::string> broken_tests;  // that passed before, and fail with the new values
  bool is_written = false;

  [[nodiscard]] std::string name_of(size_t lesson, uint32_t option) const;
};

void print_tuned(const TunedReport& report);
[[nodiscard]] nlohmann::ordered_json tuned_json(const TunedReport& report);

}  // namespace ishi::compiler::cli
