#pragma once

#include <filesystem>
#include <string>
#include <vector>

// The rules that keep the layers of this project apart, as the #include lines show them: which folder
// may use which other one, and which may use a library of others.

namespace ishi::layers {

struct Violation {
  std::string path;  // of the file, relative to the project's root, with '/' on every system
  int line = 0;      // from 1; 0 where the whole file is meant
  std::string rule;  // what is broken, as a sentence

  friend bool operator==(const Violation&, const Violation&) = default;
};

struct Report {
  int file_count = 0;
  std::vector<Violation> violations;  // by path, then by line
};

// Checks every .h, .cpp and .inl file below `root`'s folders of code, those of tests, examples and benchmarks
// included; the planted files of this very test are left out. Throws std::filesystem::filesystem_error where
// a folder cannot be read.
[[nodiscard]] Report check_layers(const std::filesystem::path& root);

// The folders of the compiler and the runtime that have a phase or layer above them, such as
// "compiler/back/emit/".
[[nodiscard]] std::vector<std::string> ranked_folders();

}  // namespace ishi::layers
