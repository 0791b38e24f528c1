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
  struct Options {
    std::string filter;             // only tests whose name contains it
    std::vector<std::string> only;  // as ChosenMutants has it; none: all mutants
    unsigned jobs = 0;              // threads; 0: one a core
    bool prints = false;            // what no test notices goes to stdout at once, for people
    bool color = false;
  };
  // Tries the mutants of the inputs' files. False after a message: `only` names what is not there.
  [[nodiscard]] bool run(const std::vector<Input>& inputs, Projects& projects, const Options& options);

  // The closing table for people: to stdout.
  void print(bool color) const;
  // For the object of the tests.
  [[nodiscard]] nlohmann::ordered_json json() const;

  // A mutant, and the tests of one input that are to notice it.
  struct Trial {
    const MutationSubject* subject;
    const MutationSubject::File* file;
    const Mutant* mutant;
    TriedMutant result{};
  };

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
  void take(const std::vector<Trial>& trials, const Options& options);
  void end_line(const Options& options);
  void number_equals(size_t begin);

  std::vector<Row> rows_;  // by file, line and column
  size_t line_begin_ = 0;  // the first row of the line that is being tried
  bool has_printed_ = false;
};

}  // namespace ishi::compiler::cli
