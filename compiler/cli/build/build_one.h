#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cache/build_cache.h"
#include "cli/input/batch.h"
#include "cli/input/inputs.h"
#include "cli/input/kept_results.h"
#include "cli/verbs.h"
#include "ishi/compiler/diagnostic.h"
#include "source/content_hash.h"
#include "source/sources.h"

// Building one asset, by compiling or from the cache. Either way the same is written and said.

namespace ishi::compiler::cli {

// The result of building a file.
struct Built {
  std::string failure;  // of reading or writing: a sentence for stderr
  bool is_readable = true;
  Sources sources;  // what the verdict refers to
  Verdict verdict;
  bool has_blob = false;
  std::string stats;               // if they are asked for
  std::vector<std::string> paths;  // of the sources that were read, relative to the root
  ContentHash state;               // with a cache: of all that a result without errors depends on
  Dependencies dependencies;

  // With --deny-warnings: the blob, which is written when all others are without warnings, too.
  struct Held {
    std::string blob;
    bool is_written = false;  // by an earlier run
  };
  std::optional<Held> held;
};

// The path of an input's blob.
[[nodiscard]] std::filesystem::path output_of(const BuildOptions& options, const Input& input);

class Builder {
 public:
  // `cache` may be null. `tool` tells this compiler from others.
  Builder(const BuildOptions& options, BuildCache* cache, ContentHash tool)
      : options_(options), cache_(cache), tool_(tool) {}

  // Any thread.
  [[nodiscard]] Built build(const Input& input, Project& project) const;
  // Writes what `build` held back.
  void write_held(const Input& input, Built& built) const;

 private:
  struct Work;

  [[nodiscard]] ContentHash key_of(const Work& work) const;
  [[nodiscard]] bool take(const Variant& variant, Work& work) const;
  void compile(Record record, Work& work) const;
  void finish(std::string blob, bool is_written, Work& work) const;
  void write(const Input& input, std::string_view blob, bool is_written, Built& built) const;

  const BuildOptions& options_;
  BuildCache* cache_;
  ContentHash tool_;
};

}  // namespace ishi::compiler::cli
