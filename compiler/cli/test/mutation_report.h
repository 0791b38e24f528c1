#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
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
    std::string page;  // a file that gets the same as people do, in plain text; empty: none
  };
  // Tries the mutants of the inputs' files. False after a message: `only` names what is not there, or the
  // page cannot be written. Ctrl-C ends it early.
  [[nodiscard]] bool run(const std::vector<Input>& inputs, Projects& projects, const Options& options);

  // The closing table for people: to stdout, and to the page. False after a message: the page is not whole.
  [[nodiscard]] bool print(bool prints, bool color);
  // True if Ctrl-C has ended it before all mutants were tried.
  [[nodiscard]] bool is_interrupted() const { return tried_ < all_; }
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
  [[nodiscard]] std::string table(bool color) const;
  void print_on_page(std::string_view text) const;
  [[nodiscard]] bool close_page();

  std::vector<Row> rows_;  // by file, line and column
  size_t line_begin_ = 0;  // the first row of the line that is being tried
  bool has_printed_ = false;
  size_t all_ = 0, tried_ = 0;  // mutants
  std::string page_path_;
  std::unique_ptr<std::FILE, int (*)(std::FILE*)> page_{nullptr, &std::fclose};
};

}  // namespace ishi::compiler::cli
