#include "cli/input/rewrite.h"

#include <fmt/format.h>

#include <filesystem>

#include "system/paths.h"
#include "system/whole_file.h"

namespace ishi::compiler::cli {

std::string rewrite_input(const Input& input, std::string_view before, std::string_view after) {
  namespace fs = std::filesystem;
  std::error_code error;
  const fs::path path = real_path(input.root / input.path, error);
  const auto now = read_input(input, ProjectFiles(input.root));
  if (error || !now || now->text != before) return "left alone: somebody else is changing it";
  if (!may_write(path)) return "cannot be written: it is read-only";
  const std::string failure = replace_whole(path, after);
  return failure.empty() ? "" : fmt::format("cannot be written: {}", failure);
}

}  // namespace ishi::compiler::cli
