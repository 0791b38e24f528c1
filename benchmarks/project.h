#pragma once

#include <cstddef>
#include <string>
#include <vector>

// A made-up game of many files, as a large one could have them: one contract that all include, libraries
// that some import, and files with two kinds of agents, their importance, what they do, and tests.

namespace ishi::benchmarks {

struct ProjectFile {
  std::string path;  // below the project's root, with '/'
  std::string text;
};

// A project of `files` files (at least 30), each of about `bytes` but for the contract and the libraries,
// which are as long as such files are. Without errors and warnings. The same arguments give the same texts.
[[nodiscard]] std::vector<ProjectFile> make_project(size_t files, size_t bytes);

}  // namespace ishi::benchmarks
