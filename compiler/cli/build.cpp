#include <fmt/format.h>

#include <cstdio>
#include <filesystem>
#include <map>
#include <memory>
#include <set>
#include <vector>

#include "cache/build_cache.h"
#include "cli/batch.h"
#include "cli/build_one.h"
#include "cli/exit_code.h"
#include "cli/header.h"
#include "cli/inputs.h"
#include "cli/output.h"
#include "cli/terminal.h"
#include "cli/verbs.h"
#include "source/whole_file.h"

namespace ishi::compiler::cli {
namespace {

namespace fs = std::filesystem;

// Two sources that would become one blob: the later one is said to be in the way.
bool outputs_collide(const std::vector<Input>& inputs) {
  std::map<std::string, const Input*> outputs;
  for (const Input& input : inputs) {
    const auto [first, is_new] = outputs.emplace(input.output, &input);
    if (is_new) continue;
    complain("{} and {} would both become {}.ishi; build them in one folder or into two",
             first->second->shown_path(), input.shown_path(), input.output);
    return true;
  }
  return false;
}

// What tells this compiler from every other: its own program. Nothing where the system does not show it.
std::optional<ContentHash> tool_hash() {
  constexpr size_t kMostBytes = size_t{256} << 20;
  const auto program = read_whole("/proc/self/exe", kMostBytes);
  if (!program) return std::nullopt;
  return content_hash(*program);
}

// Beside the output, so that in this there is nothing but what was asked for. Empty if there is no place for
// it.
fs::path cache_beside(const std::string& output) {
  fs::path folder = fs::path(output).lexically_normal();
  if (!folder.has_filename()) folder = folder.parent_path();  // of "out/"
  if (!folder.has_filename() || folder.filename() == "." || folder.filename() == "..") return {};
  return folder += ".ishi-cache";
}

// The build of a batch of files.
class Build {
 public:
  Build(const BuildOptions& options, const std::vector<Input>& inputs)
      : options_(options), inputs_(inputs), projects_(inputs) {
    if (!options.uses_cache) return;
    const fs::path folder = options.cache.empty() ? cache_beside(options.output) : fs::path(options.cache);
    std::error_code error;
    const bool is_no_folder = fs::exists(options.output, error) && !fs::is_directory(options.output, error);
    if (folder.empty() || is_no_folder) return;
    if (const auto tool = tool_hash()) {
      tool_ = *tool;
      cache_ = std::make_unique<BuildCache>(folder);
    }
  }

  int run(const HeaderFile& header) {
    build_all();
    findings_.settle();
    const bool is_written = is_readable_ && failures_.empty();
    for (const std::string& failure : failures_) complain("{}", failure);
    fmt::print("{}", stats_);
    findings_.print_text();
    if (blobs_ == 0 && findings_.errors() == 0 && is_written) {
      complain("nothing to build: none of the {} files has `agents:`", inputs_.size());
    }
    int code = !is_written ? kUsage : findings_.errors() > 0 ? kFound : kGood;
    if (code == kGood && !options_.header.empty()) code = build_header(header);
    if (cache_ != nullptr) cache_->trim();
    return code;
  }

 private:
  void build_all() {
    std::vector<Built> results(inputs_.size());
    const Builder builder(options_, cache_.get(), tool_);
    for_all(
        inputs_.size(), options_.jobs, "building",
        [&](size_t i) { results[i] = builder.build(inputs_[i], projects_.of(inputs_[i])); },
        [&](size_t i) {
          take(inputs_[i], results[i]);
          results[i] = {};
        });
  }

  void take(const Input& input, const Built& built) {
    if (!built.is_readable) {
      complain("{}", built.failure);
      is_readable_ = false;
      return;
    }
    findings_.add(built.verdict, built.sources, input.shown_path());
    if (!built.failure.empty()) failures_.push_back(built.failure);
    if (built.has_blob) ++blobs_;
    stats_ += built.stats;
    if (options_.header.empty()) return;
    for (const std::string& path : built.paths) sources_.insert(input.root / path);
    state_.add(input.path);
    state_.add(built.state);
  }

  // The header of files without errors. Of the same files it is the same.
  int build_header(const HeaderFile& header) {
    for (const fs::path& source : sources_) {
      if (overwrites(header.path, header.option, source)) return kUsage;
    }
    state_.add("header");
    state_.add(header.name_space);
    const ContentHash key = state_.hash();
    const Record record = cache_ != nullptr ? cache_->find(key) : Record();
    const auto kept = record.variants.empty() ? std::nullopt : cache_->blob(record.variants[0]);
    if (kept) return write_header(header, *kept);
    Findings said_already;
    const auto text = make_header(inputs_, header, projects_, said_already);
    if (!text) return text.error();
    const int code = write_header(header, *text);
    if (code == kGood && cache_ != nullptr) cache_->keep(key, {}, {}, *text);
    return code;
  }

  const BuildOptions& options_;
  const std::vector<Input>& inputs_;
  Projects projects_;
  ContentHash tool_;
  std::unique_ptr<BuildCache> cache_;  // null without one

  bool is_readable_ = true;
  std::vector<std::string> failures_;
  Findings findings_;
  std::string stats_;
  size_t blobs_ = 0;
  std::set<fs::path> sources_;  // that were read, if there is to be a header
  HashedList state_;            // of all files, likewise
};

}  // namespace

int run_build(const BuildOptions& options) {
  if (options.output.empty()) {
    complain("-o needs the name of a folder; `.` is this one");
    return kUsage;
  }
  const HeaderFile header{options.header, "--header", options.name_space, options.jobs};
  if (!options.header.empty() && !check_header(header)) return kUsage;
  const auto inputs = find_inputs(options.paths, options.root);
  if (!inputs || outputs_collide(*inputs)) return kUsage;
  if (!options.header.empty() && overwrites_input(header, *inputs)) return kUsage;
  return Build(options, *inputs).run(header);
}

}  // namespace ishi::compiler::cli
