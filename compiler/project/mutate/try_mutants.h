#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "ishi/asset_info.h"
#include "lower/lowered.h"
#include "mutate/mutants.h"
#include "mutate/seen_part.h"
#include "pipeline/pipeline.h"
#include "source/read_file.h"
#include "source/sources.h"
#include "source/stop.h"

// Runs the tests of a program against its mutants.

namespace ishi::compiler {

enum class MutantFate : uint8_t {
  refused,    // it does not compile
  same,       // the blob is the same but for places in the text, or only what an action does that never wins
  unnoticed,  // all tests pass
  noticed,    // a test fails
};

struct TriedMutant {
  MutantFate fate = MutantFate::refused;
  size_t replacement = 0;  // the one that was tried
  std::string test;        // the one that noticed it
};

// A program without errors whose tests pass, to be compiled again with changes. Several threads may try its
// mutants at the same time. A mutant's tests are run the quickest first, as far as they can see the change,
// up to the first that fails.
class MutationSubject {
 public:
  // `files` must outlive this. `filter`: only tests whose name contains it. `viewpoint`: from where paths are
  // shown.
  MutationSubject(std::string path, std::string text, const FileReader& files, std::string filter,
                  const Viewpoint& viewpoint);

  // A file of the program, and what can be changed in it.
  struct File {
    std::string path;
    uint32_t file = 0;  // in sources()
    std::vector<Mutant> mutants;
  };
  // The main file first, then what it includes and imports. Empty if there are no tests, or errors.
  [[nodiscard]] const std::vector<File>& files() const { return list_; }
  [[nodiscard]] const Sources& sources() const { return sources_; }

  // The program as it is; null if there are no tests, or errors.
  [[nodiscard]] const Program* program() const { return program_.get(); }

  // Compiles the program with one change and runs its tests. `stop`: may be null; what was tried after it
  // stops means nothing.
  [[nodiscard]] TriedMutant try_mutant(const File& file, const Mutant& mutant,
                                       const Stop* stop = nullptr) const;

 private:
  // A test of the program as it is.
  struct WatchedTest {
    std::string name;
    double cost = 0;                // about, in frames of one agent
    std::vector<size_t> sees = {};  // of parts_
  };
  // The parts of an agent that some test can observe.
  struct Part {
    BegunSteps begun;
    const LoweredAgent* agent = nullptr;
    std::vector<uint8_t> bytes;
  };

  void watch_tests();
  [[nodiscard]] size_t part_of(BegunSteps begun);
  [[nodiscard]] MutantFate try_text(const File& file, std::string text, const Stop* stop,
                                    std::string& test) const;
  void find_dead(const Program& program, Diagnostics& diagnostics);
  [[nodiscard]] bool is_dead(const File& file, const Mutant& mutant) const;

  std::string path_, text_;
  const FileReader& reader_;
  std::string filter_;
  Sources sources_;
  std::vector<File> list_;
  mutable ParsedFiles parsed_;  // as they are
  std::unique_ptr<Program> program_;
  Lowered lowered_;
  Asset asset_;
  std::vector<uint8_t> stripped_;  // the blob of the program as it is
  std::vector<Part> parts_;
  std::vector<WatchedTest> tests_;  // the quickest first
  std::vector<Span> dead_;          // actions that can never win: no test can observe them
};

}  // namespace ishi::compiler
