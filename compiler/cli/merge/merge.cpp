#include <fmt/format.h>

#include <array>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "cli/exit_code.h"
#include "cli/input/inputs.h"
#include "cli/output/output.h"
#include "cli/output/terminal.h"
#include "cli/verbs.h"
#include "merging/merge_texts.h"
#include "system/whole_file.h"
#include "workspace/checked_file.h"

// `ishi merge`.

namespace ishi::compiler::cli {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kAttribute = "*.ishi.yaml merge=ishi";

// The folder that holds .git, from the current one upwards; empty: none does.
fs::path repository() {
  std::error_code error;
  for (fs::path at = fs::current_path(error); !at.empty(); at = at.parent_path()) {
    if (fs::exists(at / ".git", error)) return at;
    if (at == at.parent_path()) break;
  }
  return {};
}

int install() {
  const fs::path root = repository();
  if (root.empty()) {
    complain("--install is for a repository of git, and neither this folder nor one above it is one");
    return kUsage;
  }
  if (std::system(nullptr) == 0) {
    complain(
        "--install starts git, which this build of ishi cannot: install with one that runs without Node");
    return kUsage;
  }
  const bool is_told =
      std::system("git config merge.ishi.name \"behaviours of Ishi\"") == 0 &&
      std::system("git config merge.ishi.driver \"ishi merge %O %A %B -o %A --path %P --marker-size %L\"") ==
          0;
  if (!is_told) {
    complain("git could not be told: see what it says above");
    return kUsage;
  }
  const fs::path path = root / ".gitattributes";
  std::ifstream file(path, std::ios::binary);
  const std::string before{std::istreambuf_iterator<char>(file), {}};
  file.close();
  if (before.find(kAttribute) == std::string::npos) {
    std::ofstream more(path, std::ios::binary | std::ios::app);
    if (!before.empty() && !before.ends_with('\n')) more << '\n';
    more << kAttribute << '\n';
    more.close();
    if (more.fail()) {
      complain("{} cannot be written", path.string());
      return kUsage;
    }
    fmt::print("{} says now that *.ishi.yaml are merged by ishi: commit it\n", path.string());
  }
  fmt::print("git merges *.ishi.yaml of this repository by `ishi merge`, as long as ishi is on the PATH\n");
  return kGood;
}

// The errors of a text in the place of a file: their codes and messages.
std::set<std::string> errors_of(const Input& input, std::string text) {
  ParsedFiles parsed;
  const auto checked = check_file(input.path, std::move(text), FolderReader(input.root), parsed,
                                  CheckDepth::model, input.viewpoint);
  std::set<std::string> errors;
  for (const Diagnostic& one : checked->diagnostics.sorted()) {
    if (one.severity == Severity::error) errors.insert(one.message);
  }
  return errors;
}

// The errors of the merged text that neither side has, such as of a name that one has taken out and the other
// uses.
std::vector<std::string> new_errors(const MergeVerbOptions& options, const std::string& ours,
                                    const std::string& theirs, const std::string& merged) {
  std::error_code error;
  if (options.path.empty() || !fs::is_regular_file(options.path, error)) return {};
  const auto input = find_input(options.path, "");
  if (!input) return {};
  std::vector<std::string> fresh;
  const auto before = errors_of(*input, ours), also = errors_of(*input, theirs);
  for (const std::string& one : errors_of(*input, merged)) {
    if (!before.contains(one) && !also.contains(one)) fresh.push_back(one);
  }
  return fresh;
}

}  // namespace

int run_merge(const MergeVerbOptions& options) {
  if (options.installs) return install();
  if (options.theirs.empty()) {
    complain("merge takes three files: the text that both come from, and the two; or --install");
    return kUsage;
  }
  std::array<std::string, 3> texts;
  const std::array<const std::string*, 3> paths = {&options.base, &options.ours, &options.theirs};
  for (size_t i = 0; i < paths.size(); ++i) {
    auto text = read_to_end(*paths[i]);
    if (!text) {
      complain("{} cannot be read: {}", *paths[i], text.error());
      return kUsage;
    }
    texts[i] = std::move(*text);
  }
  const std::string& name = options.path.empty() ? options.ours : options.path;
  const MergedText merged = merge_texts(
      texts[0], texts[1], texts[2], {.marker_size = options.marker_size, .ours = "ours", .theirs = "theirs"});
  if (options.output.empty()) {
    fmt::print("{}", merged.text);
  } else {
    std::ofstream file(fs::path(options.output), std::ios::binary | std::ios::trunc);
    file << merged.text;
    file.close();
    if (file.fail()) {
      complain("{} cannot be written", options.output);
      return kUsage;
    }
  }
  for (const MergeConflict& one : merged.conflicts)
    fmt::print(stderr, "{}: {}: {}\n", name, one.path.empty() ? "the file" : one.path, one.why);
  if (!merged.conflicts.empty()) return kFound;
  const std::vector<std::string> errors = new_errors(options, texts[1], texts[2], merged.text);
  for (const std::string& one : errors) fmt::print(stderr, "{}: {}\n", name, one);
  if (errors.empty()) return kGood;
  complain("{} is merged, but has {} that neither side has: look at what both have changed", name,
           errors.size() == 1 ? "an error" : fmt::format("{} errors", errors.size()));
  return kFound;
}

}  // namespace ishi::compiler::cli
