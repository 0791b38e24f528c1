#include "cli/input/inputs.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <map>
#include <set>
#include <system_error>

#include "cli/output/terminal.h"
#include "diagnostics/suggest.h"
#include "recording/recording_file.h"
#include "source/read_file.h"
#include "syntax/characters.h"
#include "system/list_folder.h"
#include "system/paths.h"

namespace ishi::compiler::cli {
namespace {

namespace fs = std::filesystem;

// The endings of files that were meant as sources: of another system, of an editor that adds one, in
// capitals.
constexpr std::string_view kMistakenSuffixes[] = {".ishi.yaml.txt", ".ishi.yml.txt", ".ishi.yml",
                                                  ".ishi.yaml"};

// A file that was meant as a source, but is not called as one: `orc.yaml` that begins with `ishi:`,
// `guard.ishi.yml`, `guard.ishi.yaml.txt`, `Guard.ISHI.YAML`.
bool is_meant_as_source(const fs::path& path) {
  const std::string name = lower_case(path.filename().string());
  if (std::ranges::any_of(kMistakenSuffixes, [&](std::string_view end) { return name.ends_with(end); }))
    return true;
  if (name == "ishi.yaml" || (!name.ends_with(".yaml") && !name.ends_with(".yml"))) return false;
  std::ifstream file(path, std::ios::binary);
  std::string line;
  constexpr int kMostLines = 64;  // of comments before the first key
  for (int i = 0; i < kMostLines && std::getline(file, line); ++i) {
    const size_t content = line.find_first_not_of(" \t\r\xEF\xBB\xBF");
    if (content == std::string::npos || line[content] == '#' || line.starts_with("---")) continue;
    return line.starts_with("ishi:") || line.starts_with("\xEF\xBB\xBFishi:");
  }
  return false;
}

// The name that would make the file a source.
std::string name_of_source(const fs::path& path) {
  std::string name = path.filename().string();
  const std::string plain = lower_case(name);
  std::vector<std::string_view> suffixes(std::begin(kMistakenSuffixes), std::end(kMistakenSuffixes));
  suffixes.insert(suffixes.end(), {".yaml", ".yml"});
  const auto suffix =
      std::ranges::find_if(suffixes, [&](std::string_view end) { return plain.ends_with(end); });
  if (suffix != suffixes.end()) name.resize(name.size() - suffix->size());
  return name + std::string(kSourceSuffix);
}

// Finds the file that somebody meant by a name that does not exist: `guard.ishi.yaml.txt` beside it for
// `guard.ishi.yaml`. Returns an empty text if no file fits.
std::string misnamed_beside(const fs::path& missing) {
  std::error_code error;
  const fs::path folder = missing.has_parent_path() ? missing.parent_path() : fs::path(".");
  for (const fs::path& path : list_folder(folder, error)) {
    std::error_code broken;
    if (path.filename() != missing.filename() && fs::is_regular_file(path, broken) &&
        name_of_source(path) == missing.filename().string() && is_meant_as_source(path))
      return (missing.parent_path() / path.filename()).generic_string();
  }
  return {};
}

// The file beside one that is not there that was probably meant: nearly of its name, or of its name with the
// suffix of sources; empty if there is none.
std::string meant_beside(const fs::path& missing) {
  std::error_code error;
  const fs::path folder = missing.has_parent_path() ? missing.parent_path() : fs::path(".");
  std::vector<std::string> names;
  for (const fs::path& path : list_folder(folder, error)) {
    std::string name = path.filename().string();
    if (name.ends_with(kSourceSuffix) || fs::is_directory(path, error)) names.push_back(std::move(name));
  }
  std::ranges::sort(names);
  const std::string wanted = missing.filename().string();
  const std::vector<std::string_view> known(names.begin(), names.end());
  std::vector<std::string_view> near = suggestions(wanted, known);
  const std::string source = name_of_source(missing);
  if (std::ranges::find(names, source) != names.end()) near = {source};
  if (near.empty()) near = suggestions(source, known);
  return near.empty() ? std::string() : (missing.parent_path() / near[0]).generic_string();
}

std::string unreadable(const std::error_code& error) {
  return fmt::format("cannot be read: {}", error_text(error));
}

Viewpoint viewpoint_of(const fs::path& root, std::error_code& error) {
  const fs::path current = fs::current_path(error);
  if (error) return {};
  const fs::path here = real_path(current, error);
  if (here != root && is_inside(here, root))
    return {"", here.lexically_relative(root).generic_string(), root.generic_string()};
  const std::string relative = root.lexically_relative(here).generic_string();
  return {relative.empty() || relative == "." ? "" : relative + "/", "", root.generic_string()};
}

// The source files below a folder, in any order, hidden folders left out and links to folders not followed.
// With an error, `unread` is the folder that cannot be read.
std::vector<fs::path> sources_below(const fs::path& folder, fs::path& unread, std::vector<fs::path>& skipped,
                                    std::vector<fs::path>& linked, std::error_code& error) {
  std::vector<fs::path> files;
  skipped.clear();
  linked.clear();
  std::vector<fs::path> open = {folder};
  while (!open.empty()) {
    unread = std::move(open.back());
    open.pop_back();
    for (fs::path& path : list_folder(unread, error)) {
      std::error_code broken;  // a link in a circle is a file that cannot be read, and said so later
      const bool is_folder = fs::is_directory(path, broken);
      if (is_folder && is_hidden(path)) continue;
      if (is_folder && fs::is_symlink(path, broken))
        linked.push_back(std::move(path));
      else if (is_folder)
        open.push_back(std::move(path));
      else if (path.string().ends_with(kSourceSuffix))
        files.push_back(std::move(path));
      else if (fs::is_regular_file(path, broken) && is_meant_as_source(path))
        skipped.push_back(std::move(path));
    }
    if (error) break;
  }
  return files;
}

// True if one of the first thousand files and folders below a folder is a source.
bool has_sources(const fs::path& folder) {
  constexpr int kMostEntries = 1'000;
  std::error_code error;
  fs::recursive_directory_iterator entry(folder, fs::directory_options::skip_permission_denied, error);
  for (int i = 0; i < kMostEntries && !error && entry != fs::recursive_directory_iterator(); ++i) {
    if (entry->path().string().ends_with(kSourceSuffix)) return true;
    entry.increment(error);
  }
  return false;
}

class Finder {
 public:
  Finder(std::string root, std::set<std::string>* said) : root_option_(std::move(root)), said_(said) {}

  bool add(const std::string& given) {
    if (given.empty()) {
      complain("a PATH is empty; `.` is this folder");
      return false;
    }
    std::error_code error;
    const fs::path path = real_path(given, error);
    if (error == std::errc::no_such_file_or_directory) {
      if (const std::string misnamed = misnamed_beside(given); !misnamed.empty())
        return fail(given, fmt::format("does not exist, but {} does: rename it", misnamed));
      const std::string meant = meant_beside(given);
      return fail(given,
                  meant.empty() ? "does not exist" : fmt::format("does not exist; did you mean {}?", meant));
    }
    if (error) return fail(given, unreadable(error));
    const fs::path root = root_option_.empty() ? find_root(path, error) : real_path(root_option_, error);
    if (error) return fail(root_option_.empty() ? given : root_option_, unreadable(error));
    if (!fs::is_directory(root, error))
      return fail(root.string(), error ? unreadable(error) : "is no folder");
    if (!is_inside(path, root)) return fail(given, fmt::format("lies outside the root {}", root.string()));
    const auto [known, is_new] = viewpoints_.try_emplace(root.string());
    if (is_new) known->second = viewpoint_of(root, error);
    if (error) return fail("the working folder", unreadable(error));
    const Viewpoint& viewpoint = known->second;
    const bool is_folder = fs::is_directory(path, error);
    if (error) return fail(given, unreadable(error));
    if (!is_folder) {
      if (is_recording(given))
        return fail(given,
                    "is a recording of a game, and here go sources (NAME.ishi.yaml); `ishi replay`, `why`, "
                    "`play`, `sweep`, `test --from` and `diff` take recordings");
      if (!path.string().ends_with(kSourceSuffix)) {
        return fail(given,
                    is_meant_as_source(path)
                        ? fmt::format("is not taken for a source file, whose names end in {}; call it {}",
                                      kSourceSuffix, name_of_source(path))
                        : "is not a source file (NAME.ishi.yaml)");
      }
      add_file(path, path.parent_path(), root, viewpoint);
      return true;
    }
    std::vector<fs::path> files;
    fs::path unread = path;
    std::vector<fs::path> skipped, linked;
    do {
      files = sources_below(path, unread, skipped, linked, error);
    } while (error == std::errc::interrupted);
    if (error) return fail(unread == path ? given : unread.string(), unreadable(error));
    std::ranges::sort(files, {},
                      [](const fs::path& file) -> const fs::path::string_type& { return file.native(); });
    if (files.empty()) note_project_around(given, path, root);
    for (const fs::path& file : files) add_file(file, path, root, viewpoint);
    std::ranges::sort(skipped, {},
                      [](const fs::path& file) -> const fs::path::string_type& { return file.native(); });
    tell_linked(path, linked, root, viewpoint);
    for (const fs::path& file : skipped) {
      if (said_ != nullptr && !said_->insert(file.generic_string()).second) continue;
      complain("{} is left out: the names of source files end in {}, so this one would be {}",
               viewpoint.shown(relative_to(root, file)), kSourceSuffix, name_of_source(file));
    }
    return true;
  }

  std::vector<Input> inputs;

 private:
  // A command in the wrong folder of a project finds nothing, which would look as if all were well.
  void note_project_around(const std::string& given, const fs::path& folder, const fs::path& root) {
    std::error_code error;
    if (folder == root || !fs::exists(root / "ishi.yaml", error)) return;
    if (said_ != nullptr && !said_->insert(folder.generic_string()).second) return;
    const fs::path around = (fs::path(given) / root.lexically_relative(folder)).lexically_normal();
    complain("{} holds no source files; the project that it belongs to begins in {}", given,
             around.generic_string());
  }

  // The search follows no links, since a circle of them has no end. Names each link behind which sources lie
  // that the search does not find elsewhere.
  void tell_linked(const fs::path& folder, const std::vector<fs::path>& links, const fs::path& root,
                   const Viewpoint& viewpoint) {
    for (const fs::path& link : links) {
      std::error_code error;
      const fs::path target = real_path(link, error);
      if (error || is_inside(target, folder) || !has_sources(target)) continue;
      if (said_ != nullptr && !said_->insert(link.generic_string()).second) continue;
      const std::string shown = viewpoint.shown(relative_to(root, link));
      if (is_inside(target, root))
        complain("{} is a link to a folder, and is left out: name {} as well", shown,
                 viewpoint.shown(relative_to(root, target)));
      else
        complain("{} is a link to a folder, and is left out: it leads out of the project", shown);
    }
  }

  static bool fail(const std::string& path, const std::string& why) {
    complain("{} {}", path, why);
    return false;
  }

  void add_file(const fs::path& file, const fs::path& base, const fs::path& root,
                const Viewpoint& viewpoint) {
    if (!known_.insert(file.generic_string()).second) return;
    std::string output = relative_to(base, file);
    output.resize(output.size() - kSourceSuffix.size());
    inputs.push_back({root, relative_to(root, file), output, viewpoint});
  }

  std::string root_option_;
  std::set<std::string>* said_;
  std::set<std::string> known_;
  std::map<std::string, Viewpoint> viewpoints_;  // by root
};

}  // namespace

bool is_hidden(const fs::path& folder) { return folder.filename().native().starts_with('.'); }

std::optional<std::vector<Input>> find_inputs(const std::vector<std::string>& paths, const std::string& root,
                                              std::set<std::string>* said) {
  Finder finder(root, said);
  for (const std::string& path : paths) {
    if (!finder.add(path)) return std::nullopt;
  }
  return std::move(finder.inputs);
}

std::optional<Input> find_input(const std::string& path, const std::string& root) {
  std::error_code error;
  if (fs::is_directory(path, error)) {
    complain("{} is a folder; this command is about one file", path);
    return std::nullopt;
  }
  auto inputs = find_inputs({path}, root);
  if (!inputs) return std::nullopt;
  return inputs->front();
}

tl::expected<IdentifiedText, std::string> read_input(const Input& input, const ProjectFiles& files) {
  auto read = files.read_main(input.path);
  if (read) return std::move(*read);
  const std::string why = read.error().why == ReadError::not_found ? "does not exist"
                          : read.error().why == ReadError::outside_root
                              ? "is a link that leads out of the project"
                          : read.error().why == ReadError::not_a_file ? "is not a file"
                                                                      : unreadable(read.error().system);
  return tl::unexpected(fmt::format("{} {}", input.shown_path(), why));
}

std::optional<std::string> read_input(const Input& input) {
  auto read = read_input(input, ProjectFiles(input.root));
  if (read) return std::move(read->text);
  complain("{}", read.error());
  return std::nullopt;
}

}  // namespace ishi::compiler::cli
