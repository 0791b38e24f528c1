#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "mutate/mutants.h"
#include "pipeline/pipeline.h"
#include "source/read_file.h"
#include "source/sources.h"

// Runs the tests of a program against its mutants.

namespace ishi::compiler {

enum class MutantFate : uint8_t {
  refused,    // it does not compile
  same,       // the blob is the same but for places in the text
  unnoticed,  // all tests pass
  noticed,    // a test fails
};

struct TriedMutant {
  MutantFate fate = MutantFate::refused;
  size_t replacement = 0;  // the one that was tried
  std::string test;        // the one that noticed it
};

// A program without errors whose tests pass, to be compiled again with changes. Several threads may try its
// mutants at the same time.
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

  // Compiles the program with one change and runs its tests up to the first that fails.
  [[nodiscard]] TriedMutant try_mutant(const File& file, const Mutant& mutant) const;

 private:
  [[nodiscard]] MutantFate try_text(const File& file, std::string text, std::string& test) const;

  std::string path_, text_;
  const FileReader& reader_;
  std::string filter_;
  Sources sources_;
  std::vector<File> list_;
  std::vector<uint8_t> stripped_;  // the blob of the program as it is
};

}  // namespace ishi::compiler
