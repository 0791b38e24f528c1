#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <list>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "asset_generated.h"
#include "cache/build_cache.h"
#include "cli/build/build_one.h"
#include "cli/exit_code.h"
#include "cli/header.h"
#include "cli/input/batch.h"
#include "cli/input/inputs.h"
#include "cli/input/kept_results.h"
#include "cli/output/output.h"
#include "cli/output/terminal.h"
#include "cli/verbs.h"
#include "cli/watch/watch.h"
#include "ishi/asset.h"
#include "kernels/kernel_file.h"
#include "system/list_folder.h"
#include "system/paths.h"
#include "system/whole_file.h"

namespace ishi::compiler::cli {
namespace {

namespace fs = std::filesystem;

constexpr size_t kMostBytes = size_t{1} << 30;

fs::path header_of(const std::string& source) { return fs::path(source).replace_extension(".h"); }

int report(const std::string& failure) {
  if (failure.empty()) return kGood;
  complain("{}", failure);
  return kUsage;
}

// True if the file that --kernels names can be what it is to be; if not, says so on stderr.
bool check_kernels(const BuildOptions& options) {
  const fs::path path(options.kernels);
  const std::string name = path.filename().string();
  const bool is_source =
      path.extension() == ".cpp" || path.extension() == ".cc" || path.extension() == ".cxx";
  if (!is_source || path.stem().empty()) {
    complain(
        "--kernels needs the name of a C++ file, such as guard_kernels.cpp; its header is written beside it");
    return false;
  }
  // It includes itself by name.
  const auto is_awkward = [](unsigned char c) { return c < ' ' || c == '"' || c == '\\'; };
  if (std::ranges::any_of(name, is_awkward)) {
    complain(
        "--kernels takes no name with quotes, backslashes or line ends, since the file includes itself by "
        "it");
    return false;
  }
  return true;
}

// Writes the kernels of these blobs to the file that --kernels names, and their header beside it. Returns an
// exit code, after a message.
int write_kernels(const BuildOptions& options, const std::vector<fs::path>& blobs) {
  std::list<Asset> assets;
  std::vector<const Asset*> all;
  for (const fs::path& blob : blobs) {
    const auto bytes = read_whole(blob.string(), kMostBytes);
    Asset& asset = assets.emplace_back();
    const bool is_loaded =
        bytes && Asset::load({reinterpret_cast<const uint8_t*>(bytes->data()), bytes->size()}, asset);
    if (!is_loaded) return report("cannot read " + blob.string() + " again, which was just written");
    all.push_back(&asset);
  }
  const std::string name = fs::path(options.kernels).filename().string();
  const KernelFile file{name, options.name_space};
  if (const int code = report(write_file(header_of(options.kernels), kernels_header(file))); code != kGood)
    return code;
  return report(write_file(options.kernels, kernels_source(file, all)));
}

namespace fs = std::filesystem;

// Other files may have the suffix; what stands at their beginning tells blobs from them.
bool is_blob(const fs::path& path) {
  constexpr size_t kSizeBytes = 4, kOffsetBytes = 4, kIdentifierBytes = 4;
  char begin[kSizeBytes + kOffsetBytes + kIdentifierBytes] = {};
  std::ifstream file(path, std::ios::binary);
  return file.read(begin, sizeof begin) &&
         std::memcmp(begin + kSizeBytes + kOffsetBytes, blob::AssetIdentifier(), kIdentifierBytes) == 0;
}

// The blobs below a folder that are not among `made`, by name: what earlier builds have made of sources that
// are gone, or have no agents any more. Looks at names alone; links are not followed. What cannot be read is
// left out.
std::vector<fs::path> stale_blobs(const fs::path& folder, const std::set<fs::path>& made) {
  constexpr std::string_view kSuffix = ".ishi";
  std::vector<fs::path> result;
  std::vector<fs::path> open = {folder};
  while (!open.empty()) {
    std::error_code error;
    const fs::path current = std::move(open.back());
    open.pop_back();
    std::vector<fs::path> paths;
    do {
      paths = list_folder(current, error);
    } while (error == std::errc::interrupted);
    // A folder that cannot be read, or is not there, holds no blob of ours.
    const bool is_empty =
        error == std::errc::permission_denied || error == std::errc::no_such_file_or_directory;
    if (error && !is_empty) throw fs::filesystem_error("cannot be read", current, error);
    for (const fs::path& path : paths) {
      std::error_code unknown;
      const fs::file_type type = fs::symlink_status(path, unknown).type();
      if (type == fs::file_type::directory) open.push_back(path);
      if (type != fs::file_type::regular || !path.string().ends_with(kSuffix)) continue;
      if (fs::path normal = path.lexically_normal(); !made.contains(normal) && is_blob(path))
        result.push_back(std::move(normal));
    }
  }
  std::ranges::sort(result);
  return result;
}

// Deletes blobs with their depfiles. Those that could not be deleted.
std::vector<fs::path> remove_blobs(const std::vector<fs::path>& blobs) {
  std::vector<fs::path> left;
  for (const fs::path& blob : blobs) {
    std::error_code error;
    fs::path depfile = blob;
    fs::remove(depfile += ".d", error);
    if (!fs::remove(blob, error) || error) left.push_back(blob);
  }
  return left;
}

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

// The identity of this compiler: its own program. Nothing if the system does not show it.
std::optional<ContentHash> tool_hash() {
  constexpr size_t kMostBytes = size_t{256} << 20;
  const auto program = read_whole(program_path(), kMostBytes);
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
  explicit Build(const BuildOptions& options)
      : options_(options),
        header_{options.header, "--header", options.name_space, options.jobs},
        results_(options.watches) {
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

  // Can these inputs be built at all? If not, it has been said why.
  [[nodiscard]] bool takes(const std::vector<Input>& inputs) const {
    return !outputs_collide(inputs) && (options_.header.empty() || !overwrites_input(header_, inputs));
  }

  std::string update(const std::vector<Input>& inputs) {
    inputs_ = inputs;
    std::vector<fs::path> outputs;
    for (const Input& input : inputs) outputs.push_back(output_of(options_, input));
    if (!header_.path.empty()) outputs.emplace_back(header_.path);
    remove_leftovers_beside(outputs);
    const Builder builder(options_, cache_.get(), tool_);
    const auto each = [&](size_t count, const std::function<void(size_t)>& work) {
      for_all(count, options_.jobs, "building", work, [](size_t) {});
    };
    return results_.update(
        inputs, each, [&](const Input& input, Project& project) { return builder.build(input, project); });
  }

  int report(const std::string& headline) {
    Round round;
    for (const auto& entry : results_.entries()) take(entry.input, *entry.result, round);
    round.findings.settle();
    const bool is_denied = options_.denies_warnings && round.findings.are_bad(true);
    if (options_.denies_warnings && !is_denied && round.is_readable) write_held(round);
    const bool is_written = round.is_readable && round.failures.empty();
    complain_of_failures(round.failures);
    fmt::print("{}", round.stats);
    print_headline(options_.format, headline, count_text(round.findings.errors(), round.findings.warnings()));
    round.findings.print(options_.format, {is_written, options_.watches,
                                           is_denied ? "warnings are denied, so nothing was written" : ""});
    if (round.blobs == 0 && round.findings.errors() == 0 && is_written) complain_of_nothing();
    int code = !is_written ? kUsage : round.findings.are_bad(options_.denies_warnings) ? kFound : kGood;
    if (code == kGood && !options_.header.empty()) code = build_header(round);
    if (code == kGood && !options_.kernels.empty())
      code = write_kernels(options_, {round.made.begin(), round.made.end()});
    tell_blobs_of_before(round);
    if (is_written && !is_denied && !tell_stale_blobs(round)) code = kUsage;
    if (cache_ != nullptr) {
      cache_->trim();
      tell_cache_failure();
    }
    return code;
  }

  [[nodiscard]] std::set<fs::path> folders() const { return results_.folders(); }

 private:
  struct Round {
    bool is_readable = true;
    std::vector<std::string> failures;
    Findings findings;
    std::string stats;
    size_t blobs = 0;
    std::set<fs::path> made;     // blobs, also of files with errors, where they are what they were
    std::set<fs::path> kept;     // of these, those of files with errors
    std::set<fs::path> sources;  // that were read, if there is to be a header
    HashedList state;            // of all files, likewise
  };

  void take(const Input& input, const Built& built, Round& round) {
    if (!built.is_readable) {
      complain("{}", built.failure);
      round.is_readable = false;
      return;
    }
    std::vector<std::string> read;
    for (const std::string& path : built.paths) read.push_back(input.viewpoint.shown(path));
    round.findings.add(built.verdict, built.sources, input.shown_path(), read);
    if (!built.failure.empty()) round.failures.push_back(built.failure);
    if (built.has_blob) ++round.blobs;
    const bool has_errors = std::ranges::any_of(built.verdict.diagnostics, [](const Diagnostic& diagnostic) {
      return diagnostic.severity == Severity::error;
    });
    if (built.has_blob || has_errors) round.made.insert(output_of(options_, input));
    if (has_errors) round.kept.insert(output_of(options_, input));
    round.stats += built.stats;
    if (options_.header.empty()) return;
    for (const std::string& path : built.paths) round.sources.insert(input.root / path);
    round.state.add(input.path);
    round.state.add(built.state);
  }

  // The reason is nearly always the same for all files: the first ones say enough.
  static void complain_of_failures(const std::vector<std::string>& failures) {
    constexpr size_t kSaid = 5;
    for (size_t i = 0; i < std::min(failures.size(), kSaid); ++i) complain("{}", failures[i]);
    if (failures.size() > kSaid)
      complain("{} more outputs could not be written either", failures.size() - kSaid);
  }

  void complain_of_nothing() const {
    if (inputs_.empty())
      complain("no source files (NAME.ishi.yaml) found");
    else if (inputs_.size() == 1)
      complain("nothing to build: the file has no `agents:`");
    else
      complain("nothing to build: none of the {} files has `agents:`", inputs_.size());
  }

  static std::string names_of(const std::vector<fs::path>& blobs) {
    constexpr size_t kNamed = 5;
    std::string names;
    for (size_t i = 0; i < std::min(blobs.size(), kNamed); ++i)
      names += fmt::format("{}{}", i == 0 ? "" : ", ", blobs[i].string());
    if (blobs.size() > kNamed) names += fmt::format(" and {} more", blobs.size() - kNamed);
    return names;
  }

  // A game that is started now runs what was built before an error came.
  void tell_blobs_of_before(const Round& round) const {
    std::error_code error;
    std::vector<fs::path> old;
    for (const fs::path& blob : round.kept) {
      if (fs::exists(blob, error)) old.push_back(blob);
    }
    if (old.empty() || options_.format != Format::human || options_.watches) return;
    complain("{} {} from an earlier build, since the {} errors", names_of(old),
             old.size() == 1 ? "is still the one" : "are still those",
             old.size() == 1 ? "source has" : "sources have");
  }

  void tell_cache_failure() {
    if (options_.cache.empty() || cache_->failure().empty() || std::exchange(said_cache_, true)) return;
    complain("the cache {} could not keep everything, so some is compiled again each time: {}",
             options_.cache, cache_->failure());
  }

  // Of whole folders it is known what all of them become: what lies there besides was made of what is gone.
  // False, after a message, if it was to be deleted and could not.
  bool tell_stale_blobs(const Round& round) {
    std::error_code error;
    const auto is_folder = [&](const std::string& path) { return fs::is_directory(path, error); };
    if (!std::ranges::all_of(options_.paths, is_folder)) {
      if (options_.prunes) complain("--prune needs folders: what other files become is not known");
      return !options_.prunes;
    }
    std::vector<fs::path> stale = stale_blobs(fs::path(options_.output).lexically_normal(), round.made);
    if (options_.prunes && round.made.empty() && !stale.empty()) {
      complain(
          "--prune deletes nothing, since no source was found that becomes a blob: {} would go; is the PATH "
          "right? Delete the folder if it is",
          names_of(stale));
      return false;
    }
    if (options_.prunes) {
      for (const fs::path& blob : remove_blobs(stale)) complain("cannot delete {}", blob.string());
      return std::ranges::none_of(stale, [&](const fs::path& blob) { return fs::exists(blob, error); });
    }
    if (stale.empty() || options_.format != Format::human) return true;
    complain("no source becomes {} any more; --prune deletes {}", names_of(stale),
             stale.size() == 1 ? "it" : "them");
    return true;
  }

  // The files that waited for all to be without warnings.
  void write_held(Round& round) {
    const Builder builder(options_, cache_.get(), tool_);
    for (auto& entry : results_.entries()) {
      if (!entry.result->held) continue;
      builder.write_held(entry.input, *entry.result);
      if (!entry.result->failure.empty()) round.failures.push_back(entry.result->failure);
      round.stats += entry.result->stats;
    }
  }

  // The header of files without errors. Of the same files it is the same.
  int build_header(Round& round) {
    for (const fs::path& source : round.sources) {
      if (overwrites(header_.path, header_.option, source)) return kUsage;
    }
    round.state.add("header");
    round.state.add(header_.name_space);
    const ContentHash key = round.state.hash();
    const Record record = cache_ != nullptr ? cache_->find(key) : Record();
    const auto kept = record.variants.empty() ? std::nullopt : cache_->blob(record.variants[0]);
    if (kept) return write_header(header_, *kept);
    Findings said_already;
    const auto text = make_header(inputs_, header_, results_.projects(), said_already);
    if (!text) return text.error();
    const int code = write_header(header_, *text);
    if (code == kGood && cache_ != nullptr) cache_->keep(key, {}, {}, *text);
    return code;
  }

  const BuildOptions& options_;
  HeaderFile header_;
  ContentHash tool_;
  std::unique_ptr<BuildCache> cache_;  // null without one
  bool said_cache_ = false;            // that it keeps nothing
  std::vector<Input> inputs_;
  KeptResults<Built> results_;
};

}  // namespace

int run_build(const BuildOptions& options) {
  if (options.output.empty()) {
    complain("-o needs the name of a folder; `.` is this one");
    return kUsage;
  }
  if (options.stats && options.format != Format::human) {
    complain("--stats prints tables for people; leave it or --format out");
    return kUsage;
  }
  const HeaderFile header{options.header, "--header", options.name_space, options.jobs};
  if (!options.header.empty() && !check_header(header)) return kUsage;
  if (!options.kernels.empty() && (!check_namespace(options.name_space) || !check_kernels(options)))
    return kUsage;
  Build build(options);
  return run_rounds(options, build);
}

}  // namespace ishi::compiler::cli
