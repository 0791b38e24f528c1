#include "cli/output/output.h"

#include <fmt/format.h>

#include <optional>
#include <system_error>

#include "cli/output/terminal.h"
#include "source/whole_file.h"

namespace ishi::compiler::cli {
namespace {

namespace fs = std::filesystem;

bool holds(const fs::path& path, std::string_view bytes) {
  const std::optional<std::string> held = read_whole(path, bytes.size());
  return held && *held == bytes;
}

}  // namespace

std::string write_file(const fs::path& named, std::string_view bytes) {
  std::error_code error;
  // A link stays, and what it leads to is written.
  const fs::path path = fs::is_symlink(named, error) ? fs::weakly_canonical(named, error) : named;
  std::error_code missing;  // what is new is no error
  const fs::file_status status = fs::status(path, missing);
  if (fs::exists(status) && !fs::is_regular_file(status))
    return fmt::format("cannot write {}: it is {}", named.string(),
                       fs::is_directory(status) ? "a folder" : "not a regular file");
  if (holds(path, bytes)) return {};
  error.clear();
  if (path.has_parent_path()) fs::create_directories(path.parent_path(), error);
  if (error)
    return fmt::format("cannot make the folder {}: {}", path.parent_path().string(), error.message());

  const std::string failure = replace_whole(path, bytes);
  return failure.empty() ? "" : fmt::format("cannot write {}: {}", path.string(), failure);
}

bool overwrites(const fs::path& output, std::string_view option, const fs::path& source) {
  std::error_code error;
  if (!fs::equivalent(output, source, error) || error) return false;
  complain("{} is a source; {} would overwrite it", output.string(), option);
  return true;
}

}  // namespace ishi::compiler::cli
