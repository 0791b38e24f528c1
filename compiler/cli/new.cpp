#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <string>
#include <system_error>
#include <vector>

#include "cli/exit_code.h"
#include "cli/input/inputs.h"
#include "cli/output/output.h"
#include "cli/output/terminal.h"
#include "cli/verbs.h"
#include "diagnostics/suggest.h"
#include "language/schema.h"
#include "source/embedded_text.h"
#include "system/list_folder.h"
#include "system/paths.h"

namespace ishi::compiler {

std::span<const EmbeddedText> embedded_templates();  // made by the build from cli/template/

}  // namespace ishi::compiler

namespace ishi::compiler::cli {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kCommon = "common";  // the folder of files that every template has

void replace_all(std::string& text, std::string_view from, std::string_view to) {
  for (size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
    text.replace(at, from.size(), to);
}

// The first sentence below the title of a README, on one line.
std::string_view about_of(std::string_view readme) {
  readme.remove_prefix(std::min(readme.find("\n\n") + 2, readme.size()));
  return readme.substr(0, readme.find_first_of(".\n"));
}

// The files of a template by their paths in the new project.
std::map<std::string, std::string> files_of(std::string_view chosen, std::string_view title) {
  std::map<std::string, std::string> files;
  std::string asset;  // the stem of the file with the agents
  for (const EmbeddedText& file : embedded_templates()) {
    const size_t slash = file.name.find('/');
    const std::string_view folder = file.name.substr(0, slash);
    if (folder != kCommon && folder != chosen) continue;
    const std::string path(file.name.substr(slash + 1));
    files.emplace(path, file.text);
    if (path.ends_with(kSourceSuffix) && path != "game.ishi.yaml")
      asset = path.substr(0, path.size() - kSourceSuffix.size());
  }
  for (auto& [path, text] : files) {
    replace_all(text, "@name@", title);
    replace_all(text, "@asset@", asset);
  }
  files.emplace("ishi.schema.json", json_schema());
  return files;
}

// The first file of these that would take the place of something; empty if none does. `error` says what could
// not be asked.
std::string file_in_the_way(const fs::path& folder, const std::map<std::string, std::string>& files,
                            std::error_code& error) {
  for (const auto& [path, text] : files) {
    const fs::path parent = (folder / path).parent_path();
    const fs::file_status above = fs::status(parent, error);
    if (fs::exists(above) && !fs::is_directory(above)) return parent.string();
    const fs::file_status there = fs::symlink_status(folder / path, error);
    if (fs::exists(there)) return (folder / path).string();
    // There is no such file, or no folder for it: as it should be.
    if (error == std::errc::no_such_file_or_directory) error.clear();
    if (error) return {};
  }
  if (!fs::exists(folder, error)) return {};
  std::vector<fs::path> others = list_folder(folder, error);
  std::ranges::sort(others);
  const auto visible = std::ranges::find_if(
      others, [](const fs::path& path) { return !path.filename().string().starts_with('.'); });
  return visible == others.end() ? std::string() : (folder / visible->filename()).string();
}

}  // namespace

std::vector<ProjectTemplate> project_templates() {
  std::vector<ProjectTemplate> result;
  for (const EmbeddedText& file : embedded_templates()) {
    const std::string_view name = file.name.substr(0, file.name.find('/'));
    if (file.name.substr(name.size()) == "/README.md") result.push_back({name, about_of(file.text)});
  }
  std::ranges::sort(result, {}, &ProjectTemplate::name);
  return result;
}

int run_new(const NewOptions& options) {
  if (options.name.empty()) {
    complain("a new project needs a name");
    return kUsage;
  }
  std::vector<std::string_view> names;
  for (const ProjectTemplate& known : project_templates()) names.push_back(known.name);
  if (std::ranges::find(names, options.project_template) == names.end()) {
    const auto near = suggestions(options.project_template, names);
    complain("there is no template {}; {}", options.project_template,
             near.empty() ? fmt::format("the templates are {}", fmt::join(names, ", "))
                          : fmt::format("did you mean {}?", near[0]));
    return kUsage;
  }
  const fs::path folder(options.name);
  std::error_code error;
  const fs::file_status there = fs::status(folder, error);
  if (error == std::errc::no_such_file_or_directory) error.clear();
  if (!error && fs::exists(there) && !fs::is_directory(there)) {
    complain("{} is a file; a new project goes into a folder", options.name);
    return kUsage;
  }
  // `.` is called as the folder is.
  std::string title = fs::absolute(folder, error).lexically_normal().filename().string();
  if (title.empty()) title = fs::absolute(folder, error).lexically_normal().parent_path().filename().string();
  const std::map<std::string, std::string> files = files_of(options.project_template, title);
  const std::string taken = error ? std::string() : file_in_the_way(folder, files, error);
  if (error) {
    complain("{} cannot be read: {}", options.name, error_text(error));
    return kUsage;
  }
  if (!taken.empty()) {
    complain("{} is in the way: a new project goes into a new or empty folder; nothing has been written",
             taken);
    return kUsage;
  }
  for (const auto& [path, text] : files) {
    const std::string failure = write_file(folder / path, text);
    if (failure.empty()) continue;
    complain("{}", failure);
    // None of these was there before, so that it can be tried again.
    for (const auto& [written, unused] : files) {
      // Its folders, too, from the innermost; one that still holds something stays.
      for (fs::path one = written; !one.empty(); one = one.parent_path()) fs::remove(folder / one, error);
    }
    if (!fs::exists(there)) fs::remove(folder, error);
    return kUsage;
  }
  fmt::print("{} is ready, and its README.md says what to try first. Begin with:\n", shown(title));
  if (options.name != ".") fmt::print("  cd {}\n", shell_word(options.name));
  fmt::print("  ishi test\n");
  return kGood;
}

}  // namespace ishi::compiler::cli
