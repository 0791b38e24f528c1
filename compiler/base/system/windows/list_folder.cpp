#include "system/list_folder.h"

#include <new>
#include <string_view>

#include "system/windows/windows.h"

namespace ishi::compiler {

std::vector<std::filesystem::path> list_folder(const std::filesystem::path& folder, std::error_code& error) {
  std::vector<std::filesystem::path> paths;
  error.clear();
  const std::filesystem::path all = (folder.empty() ? std::filesystem::path(".") : folder) / L"*";
  WIN32_FIND_DATAW entry;
  const HANDLE open = ::FindFirstFileExW(all.c_str(), FindExInfoBasic, &entry, FindExSearchNameMatch, nullptr,
                                         FIND_FIRST_EX_LARGE_FETCH);
  if (open == INVALID_HANDLE_VALUE) {
    if (::GetLastError() == ERROR_NOT_ENOUGH_MEMORY) throw std::bad_alloc();
    // The root of an empty disk holds nothing, not even itself.
    if (::GetLastError() != ERROR_FILE_NOT_FOUND) error = windows::last_error();
    return paths;
  }
  do {
    const std::wstring_view name = entry.cFileName;
    if (name != L"." && name != L"..") paths.push_back(folder / name);
  } while (::FindNextFileW(open, &entry) != 0);
  if (::GetLastError() != ERROR_NO_MORE_FILES) error = windows::last_error();
  ::FindClose(open);
  return paths;
}

}  // namespace ishi::compiler
