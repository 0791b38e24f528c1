#include "cli/output/output.h"

#include <fmt/format.h>

#include <optional>
#include <set>
#include <system_error>

#include "cli/output/terminal.h"
#include "system/paths.h"
#include "system/whole_file.h"

namespace ishi::compiler::cli {
namespace {

namespace fs = std::filesystem;

bool holds(const fs::path& path, std::string_view bytes) {
  const std::optional<std::string> held = read_whole(path, bytes.size());
  return held && *held == bytes;
}

// The target of a link, which is written while the link stays; else the path itself.
fs::path written_path(const fs::path& named, std::error_code& error) {
  const fs::file_type type = fs::symlink_status(named, error).type();
  if (type == fs::file_type::not_found) error.clear();
  return type == fs::file_type::symlink ? real_path_of_new(named, error) : named;
}

}  // namespace

std::string write_file(const fs::path& named, std::string_view bytes) {
  std::error_code error;
  const auto failed = [&] { return fmt::format("cannot write {}: {}", named.string(), error_text(error)); };
  const fs::path path = written_path(named, error);
  if (error) return failed();
  if (const fs::file_status status = fs::status(path, error); fs::exists(status)) {
    if (!fs::is_regular_file(status))
      return fmt::format("cannot write {}: it is {}", named.string(),
                         fs::is_directory(status) ? "a folder" : "not a regular file");
  } else if (status.type() != fs::file_type::not_found) {
    return failed();
  }
  if (holds(path, bytes)) return {};
  error.clear();
  if (path.has_parent_path()) fs::create_directories(path.parent_path(), error);
  if (error)
    return fmt::format("cannot make the folder {}: {}", path.parent_path().string(), error_text(error));

  const std::string failure = replace_whole(path, bytes);
  return failure.empty() ? "" : fmt::format("cannot write {}: {}", path.string(), failure);
}

void remove_leftovers_beside(const std::vector<fs::path>& outputs) {
  std::set<fs::path> folders;
  for (const fs::path& output : outputs) {
    std::error_code error;
    folders.insert(written_path(output, error).parent_path());
  }
  for (const fs::path& folder : folders) remove_leftovers(folder);
}

bool overwrites(const fs::path& output, std::string_view option, const fs::path& source) {
  std::error_code error;
  // Asked first, since libraries call a comparison with what is not there by different errors.
  const bool is_there = fs::exists(output, error) && fs::exists(source, error);
  if (is_there && fs::equivalent(output, source, error)) {
    complain("{} is a source; {} would overwrite it", output.string(), option);
    return true;
  }
  const bool is_told = !error || error == std::errc::no_such_file_or_directory;
  if (!is_told) complain("cannot write {}: {}", output.string(), error_text(error));
  return !is_told;
}

}  // namespace ishi::compiler::cli
