#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "cli/input/batch.h"
#include "mutate/try_mutants.h"

namespace ishi::compiler::cli {

// The mutants of several files that their tests notice. A mutant of a file that several include is noticed if
// a test of any of them notices it.
class MutationReport {
 public:
  // Tries all mutants of the inputs' files on `jobs` threads (0: one a core).
  void run(const std::vector<Input>& inputs, Projects& projects, const std::string& filter, unsigned jobs);

  // A table for people, with all that no test notices: to stdout.
  void print(bool color) const;
  // For the object of the tests.
  [[nodiscard]] nlohmann::ordered_json json() const;

 private:
  struct Row {
    MutantKind kind{};
    std::string file;  // as shown, and where it is
    uint32_t line = 0, column = 0;
    std::string words;
    MutantFate fate = MutantFate::refused;
    std::string test;  // the one that notices it
  };

  [[nodiscard]] std::vector<const Row*> of_kind(MutantKind kind, MutantFate fate) const;
  [[nodiscard]] size_t count(MutantFate fate) const;
  void number_equals();

  std::vector<Row> rows_;
};

}  // namespace ishi::compiler::cli
