#pragma once

#include <memory>
#include <span>
#include <string>
#include <tl/expected.hpp>
#include <vector>

#include "ishi/asset.h"
#include "pipeline/pipeline.h"
#include "resolve/parsed_files.h"
#include "source/read_file.h"
#include "source/sources.h"
#include "tune/number_text.h"

// A program whose numbers are changed: its texts, and what the runtime makes of them.

namespace ishi::compiler {

// A program with other numbers, compiled.
struct TunedVersion {
  Sources sources;
  std::unique_ptr<Program> program;
  Asset asset;
};

class TunedProgram {
 public:
  // `program` without errors, which was read from `text` at `path` and from `reader`, and its `sources`; all
  // outlive this.
  TunedProgram(std::string path, const FileReader& reader, const Program& program, const Sources& sources,
               std::vector<TunedNumber> numbers);

  [[nodiscard]] const std::vector<TunedNumber>& numbers() const { return numbers_; }
  [[nodiscard]] const Program& program() const { return program_; }

  // A file with other numbers. `texts`: one for each number, empty where it stays as it is.
  struct File {
    std::string path;
    uint32_t file = 0;  // in the sources
    std::string before, after;
  };
  // Those that change.
  [[nodiscard]] std::vector<File> files_with(std::span<const std::string> texts) const;

  // Compiles it with these numbers, or says in a sentence why that is no program. Any thread. Some
  // milliseconds.
  [[nodiscard]] tl::expected<std::unique_ptr<TunedVersion>, std::string> compile(
      std::span<const std::string> texts) const;
  // The same with values of all numbers, written to the last digit that a float holds.
  [[nodiscard]] tl::expected<std::unique_ptr<TunedVersion>, std::string> compile(
      std::span<const double> values) const;

 private:
  std::string path_;
  const FileReader& reader_;
  const Program& program_;
  const Sources& sources_;
  std::vector<TunedNumber> numbers_;
};

}  // namespace ishi::compiler
