#include "cli/input/inputs.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <map>
#include <set>
#include <system_error>

#include "cli/output/terminal.h"
#include "source/read_file.h"

namespace ishi::compiler::cli {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kSuffix = ".ishi.yaml";

Viewpoint viewpoint_of(const fs::path& root) {
  std::error_code error;
  const fs::path here = fs::canonical(fs::current_path(error), error);
  if (here != root && is_inside(here, root))
    return {"", here.lexically_relative(root).generic_string(), root.generic_string()};
  const std::string relative = root.lexically_relative(here).generic_string();
  return {relative.empty() || relative == "." ? "" : relative + "/", "", root.generic_string()};
}

class Finder {
 public:
  explicit Finder(std::string root) : root_option_(std::move(root)) {}

  bool add(const std::string& given) {
    if (given.empty()) {
      complain("a PATH is empty; `.` is this folder");
      return false;
    }
    std::error_code error;
    const fs::path path = fs::canonical(given, error);
    if (error)
      return fail(given, error == std::errc::no_such_file_or_directory ? "does not exist" : "cannot be read");
    fs::path root = root_option_.empty() ? find_root(path) : fs::canonical(root_option_, error);
    if (error || !fs::is_directory(root, error)) return fail(root_option_, "is no folder that can be read");
    if (!is_inside(path, root)) return fail(given, fmt::format("lies outside the root {}", root.string()));
    if (!fs::is_directory(path, error)) {
      if (!path.string().ends_with(kSuffix)) return fail(given, "is not a source file (NAME.ishi.yaml)");
      add_file(path, path.parent_path(), root);
      return true;
    }
    std::vector<fs::path> files;
    const auto options = fs::directory_options::none;
    fs::recursive_directory_iterator iterator(path, options, error);
    for (; !error && iterator != fs::recursive_directory_iterator(); iterator.increment(error)) {
      const bool is_source = iterator->path().native().ends_with(kSuffix);
      std::error_code unreadable;  // a link in a circle is a file that cannot be read, and said so later
      if (is_source && !iterator->is_directory(unreadable)) files.push_back(iterator->path());
    }
    if (error) return fail(given, fmt::format("cannot be read: {}", error.message()));
    std::ranges::sort(files, {}, [](const fs::path& file) -> const std::string& { return file.native(); });
    for (const fs::path& file : files) add_file(file, path, root);
    return true;
  }

  std::vector<Input> inputs;

 private:
  static bool fail(const std::string& path, const std::string& why) {
    complain("{} {}", path, why);
    return false;
  }

  void add_file(const fs::path& file, const fs::path& base, const fs::path& root) {
    if (!known_.insert(file.generic_string()).second) return;
    std::string output = relative_to(base, file);
    output.resize(output.size() - kSuffix.size());
    auto viewpoint = viewpoints_.find(root.native());
    if (viewpoint == viewpoints_.end())
      viewpoint = viewpoints_.emplace(root.native(), viewpoint_of(root)).first;
    inputs.push_back({root, relative_to(root, file), output, viewpoint->second});
  }

  std::string root_option_;
  std::set<std::string> known_;
  std::map<std::string, Viewpoint> viewpoints_;  // by root
};

}  // namespace

std::optional<std::vector<Input>> find_inputs(const std::vector<std::string>& paths,
                                              const std::string& root) {
  Finder finder(root);
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
  const std::string_view why = read.error() == ReadError::not_found ? "does not exist"
                               : read.error() == ReadError::outside_root
                                   ? "is a link that leads out of the project"
                               : read.error() == ReadError::not_a_file ? "is not a file"
                                                                       : "cannot be read";
  return tl::unexpected(fmt::format("{} {}", input.shown_path(), why));
}

std::optional<std::string> read_input(const Input& input) {
  auto read = read_input(input, ProjectFiles(input.root));
  if (read) return std::move(read->text);
  complain("{}", read.error());
  return std::nullopt;
}

}  // namespace ishi::compiler::cli
