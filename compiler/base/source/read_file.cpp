#include "source/read_file.h"

#include <algorithm>
#include <new>
#include <system_error>
#include <utility>
#include <vector>

#include "system/paths.h"
#include "system/whole_file.h"

namespace ishi::compiler {
namespace {

constexpr size_t kMostBytes = (size_t{1} << 20) + 1;
constexpr auto kSeparator = std::filesystem::path::preferred_separator;

}  // namespace

FolderReader::FolderReader(std::filesystem::path root) {
  std::error_code error;
  root_ = real_path(root, error);
  if (error) root_ = std::move(root);
}

tl::expected<std::string, ReadError> FolderReader::read(const std::string& path) const {
  return read_identified(path).map([](IdentifiedText&& file) { return std::move(file.text); });
}

tl::expected<IdentifiedText, ReadError> FolderReader::read_identified(const std::string& path) const {
  std::error_code error;
  const std::filesystem::path real = real_path(root_ / path, error);
  if (error == std::errc::not_enough_memory) throw std::bad_alloc();  // which says nothing of the file
  if (error) {
    const bool missing = error == std::errc::no_such_file_or_directory || error == std::errc::not_a_directory;
    return tl::unexpected(missing ? ReadError(ReadError::not_found)
                                  : ReadError(ReadError::unreadable, error));
  }
  if (!is_inside(real, root_)) return tl::unexpected(ReadError::outside_root);
  if (!is_spelt_as(path, relative_to(root_, real))) return tl::unexpected(ReadError::not_found);

  auto text = read_beginning(real, kMostBytes);
  if (!text && text.error().is_no_file) return tl::unexpected(ReadError::not_a_file);
  if (!text) return tl::unexpected(ReadError(ReadError::unreadable, text.error().system));
  return IdentifiedText{std::move(*text), relative_to(root_, real)};
}

std::string FolderReader::identity(const std::string& path) const {
  std::error_code error;
  const std::filesystem::path real = real_path(root_ / path, error);
  if (error) return path;
  if (!is_inside(real, root_)) return real.generic_string();
  std::string identity = relative_to(root_, real);
  return is_spelt_as(path, identity) ? identity : path;  // which is then not found
}

tl::expected<std::string, ReadError> MemoryReader::read(const std::string& path) const {
  const auto found = texts_.find(path);
  if (found == texts_.end()) return tl::unexpected(ReadError::not_found);
  return found->second;
}

tl::expected<std::string, ReadError> OverlaidTexts::read(const std::string& path) const {
  const auto found = texts_.find(path);
  if (found == texts_.end()) return below_.read(path);
  return found->second;
}

std::filesystem::path find_root(const std::filesystem::path& path, std::error_code& error) {
  const bool is_folder = std::filesystem::is_directory(path, error);
  const std::filesystem::path start = is_folder ? path : path.parent_path();
  for (std::filesystem::path folder = start; !error; folder = folder.parent_path()) {
    if (std::filesystem::exists(folder / "ishi.yaml", error)) return folder;
    if (folder == folder.parent_path()) break;
  }
  return start;
}

bool is_inside(const std::filesystem::path& path, const std::filesystem::path& folder) {
  const auto& inner = path.native();
  const auto& outer = folder.native();
  if (!inner.starts_with(outer)) return false;
  return inner.size() == outer.size() || outer.ends_with(kSeparator) || inner[outer.size()] == kSeparator;
}

std::string relative_to(const std::filesystem::path& folder, const std::filesystem::path& path) {
  const size_t above = folder.native().size() + (folder.native().ends_with(kSeparator) ? 0 : 1);
  const auto& whole = path.native();
  return std::filesystem::path(whole.substr(std::min(above, whole.size()))).generic_string();
}

std::optional<std::string> join_paths(std::string_view from, std::string_view path) {
  if (path.starts_with('/')) return std::nullopt;
  std::vector<std::string_view> parts;
  const auto push = [&](std::string_view text) {
    while (!text.empty()) {
      const size_t slash = std::min(text.find('/'), text.size());
      const std::string_view part = text.substr(0, slash);
      text.remove_prefix(std::min(slash + 1, text.size()));
      if (part.empty() || part == ".") continue;
      if (part != "..") {
        parts.push_back(part);
      } else if (parts.empty()) {
        return false;
      } else {
        parts.pop_back();
      }
    }
    return true;
  };
  const size_t folder = from.rfind('/');
  if (folder != std::string_view::npos && !push(from.substr(0, folder))) return std::nullopt;
  if (!push(path)) return std::nullopt;
  std::string result;
  for (std::string_view part : parts) {
    if (!result.empty()) result += '/';
    result += part;
  }
  return result;
}

}  // namespace ishi::compiler
