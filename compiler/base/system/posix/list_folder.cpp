#include "system/list_folder.h"

#include <dirent.h>

#include <cerrno>
#include <memory>
#include <new>
#include <string_view>

namespace ishi::compiler {

std::vector<std::filesystem::path> list_folder(const std::filesystem::path& folder, std::error_code& error) {
  std::vector<std::filesystem::path> paths;
  error.clear();
  const auto close = [](DIR* open) { ::closedir(open); };
  const std::unique_ptr<DIR, decltype(close)> open(::opendir(folder.empty() ? "." : folder.c_str()), close);
  if (open == nullptr) {
    if (errno == ENOMEM) throw std::bad_alloc();
    error.assign(errno, std::generic_category());
    return paths;
  }
  for (;;) {
    errno = 0;
    const dirent* const entry = ::readdir(open.get());  // NOLINT(concurrency-mt-unsafe): a folder of its own
    if (entry == nullptr) break;
    const std::string_view name = static_cast<const char*>(entry->d_name);
    if (name != "." && name != "..") paths.push_back(folder / name);
  }
  if (errno == ENOMEM) throw std::bad_alloc();
  if (errno != 0) error.assign(errno, std::generic_category());
  return paths;
}

}  // namespace ishi::compiler
