#include "system/whole_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <system_error>
#include <vector>

#include "system/list_folder.h"
#include "system/paths.h"
#include "system/windows/windows.h"

namespace ishi::compiler {
namespace {

namespace fs = std::filesystem;
using windows::Handle;

// A file that is being written is called ".PID-NUMBER.ishi-tmp", which fits wherever the file's own name
// does.
constexpr std::string_view kTemporary = ".ishi-tmp";
constexpr DWORD kShared = FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE;
constexpr DWORD kMostAtOnce = DWORD{1} << 20;

HANDLE open_to_read(const fs::path& path) {
  // With the flag folders can be opened, too, and be recognised.
  return ::CreateFileW(path.c_str(), GENERIC_READ, kShared, nullptr, OPEN_EXISTING,
                       FILE_FLAG_BACKUP_SEMANTICS, nullptr);
}

bool is_regular(const Handle& file) {
  BY_HANDLE_FILE_INFORMATION about;
  return ::GetFileType(file.value) == FILE_TYPE_DISK &&
         ::GetFileInformationByHandle(file.value, &about) != 0 &&
         (about.dwFileAttributes & FILE_ATTRIBUTE_DIRECTORY) == 0;
}

// Appends what comes until there are `most` bytes. False if the system does not let it be read.
bool append_all(const Handle& file, size_t most, std::string& bytes) {
  std::array<char, 65536> buffer;
  while (bytes.size() < most) {
    const auto wanted = static_cast<DWORD>(std::min(buffer.size(), most - bytes.size()));
    DWORD count = 0;
    if (::ReadFile(file.value, buffer.data(), wanted, &count, nullptr) == 0)
      return ::GetLastError() == ERROR_BROKEN_PIPE;  // the end of a pipe
    if (count == 0) break;
    bytes.append(buffer.data(), count);
  }
  return true;
}

// Renames an open file over another one, so that there is one of the two at each moment.
bool rename_open(const Handle& file, const fs::path& to, std::error_code& error) {
  const std::wstring& name = to.native();
  const size_t name_bytes = name.size() * sizeof(wchar_t);
  std::vector<std::byte> buffer(sizeof(FILE_RENAME_INFO) + name_bytes);
  auto& wanted = *reinterpret_cast<FILE_RENAME_INFO*>(buffer.data());
  wanted.FileNameLength = static_cast<DWORD>(name_bytes);
  std::copy(name.begin(), name.end(), static_cast<wchar_t*>(wanted.FileName));
  const auto rename = [&](int how) {
    return ::SetFileInformationByHandle(file.value, static_cast<FILE_INFO_BY_HANDLE_CLASS>(how), &wanted,
                                        static_cast<DWORD>(buffer.size())) != 0;
  };
  // As POSIX has it, so that others may have the old file open; older systems cannot.
  constexpr int kRenameInfoEx = 22;
  constexpr DWORD kReplace = 1;
  constexpr DWORD kAsPosix = 2;
  *reinterpret_cast<DWORD*>(&wanted) = kReplace | kAsPosix;
  if (rename(kRenameInfoEx)) return true;
  *reinterpret_cast<DWORD*>(&wanted) = TRUE;
  if (rename(FileRenameInfo)) return true;
  error = windows::last_error();
  return false;
}

// A file with a temporary name, which no other process can delete while it is open here.
class Temporary {
 public:
  // Makes one in a folder, unless `failure` says why not.
  explicit Temporary(const fs::path& folder) : file_(INVALID_HANDLE_VALUE) {
    static std::atomic<unsigned> counter = 0;
    constexpr int kMostNames = 100;  // others may use this process's number, on other computers
    for (int i = 0; i < kMostNames && !file_.is_open(); ++i) {
      path_ = folder / fmt::format(".{}-{}{}", ::GetCurrentProcessId(), counter.fetch_add(1), kTemporary);
      file_.value = ::CreateFileW(path_.c_str(), GENERIC_WRITE | DELETE, FILE_SHARE_READ, nullptr, CREATE_NEW,
                                  FILE_ATTRIBUTE_NORMAL, nullptr);
      if (!file_.is_open() && ::GetLastError() != ERROR_FILE_EXISTS) break;
    }
    if (!file_.is_open()) failure = error_text(windows::last_error());
    is_there_ = file_.is_open();
  }
  Temporary(const Temporary&) = delete;
  Temporary& operator=(const Temporary&) = delete;
  ~Temporary() {
    file_.close();
    if (is_there_) ::DeleteFileW(path_.c_str());
  }

  void write(std::string_view bytes) {
    while (failure.empty() && !bytes.empty()) {
      DWORD count = 0;
      const auto wanted = static_cast<DWORD>(std::min<size_t>(bytes.size(), kMostAtOnce));
      if (::WriteFile(file_.value, bytes.data(), wanted, &count, nullptr) == 0 || count == 0)
        failure = error_text(windows::last_error());
      bytes.remove_prefix(count);
    }
  }

  // Puts it into the place of `path`, with the permissions of what is there.
  void replace(const fs::path& path) {
    std::error_code error;
    const fs::path target = failure.empty() ? fs::absolute(path, error) : fs::path();
    if (error) failure = error_text(error);
    if (!failure.empty()) return;
    keep_permissions(target);
    // Editors, indexers and scanners for viruses have files open for moments.
    constexpr int kMostTries = 40;
    constexpr DWORD kPauseMilliseconds = 50;
    for (int i = 0; i < kMostTries; ++i) {
      if (i != 0) ::Sleep(kPauseMilliseconds);
      is_there_ = !rename_open(file_, target, error);
      if (!is_there_) return;
      const bool may_pass = error.value() == ERROR_SHARING_VIOLATION || error.value() == ERROR_ACCESS_DENIED;
      if (!may_pass || !may_write(target)) break;
    }
    const bool is_held =
        error.value() == ERROR_SHARING_VIOLATION ||
        (error.value() == ERROR_ACCESS_DENIED && fs::is_regular_file(target) && may_write(target));
    failure = is_held ? "another program has it open" : error_text(error);
  }

  std::string failure;

 private:
  // What cannot be kept is that of a new file in the folder.
  void keep_permissions(const fs::path& old) const {
    DWORD bytes = 0;
    ::GetFileSecurityW(old.c_str(), DACL_SECURITY_INFORMATION, nullptr, 0, &bytes);
    std::vector<std::byte> permissions(bytes);
    if (bytes != 0 &&
        ::GetFileSecurityW(old.c_str(), DACL_SECURITY_INFORMATION, permissions.data(), bytes, &bytes) != 0)
      ::SetFileSecurityW(path_.c_str(), DACL_SECURITY_INFORMATION, permissions.data());
  }

  fs::path path_;
  Handle file_;
  bool is_there_ = false;  // under this name
};

}  // namespace

tl::expected<std::string, FileFault> read_beginning(const fs::path& path, size_t most) {
  const Handle file(open_to_read(path));
  if (!file.is_open()) return tl::unexpected(FileFault{false, windows::last_error()});
  if (!is_regular(file)) return tl::unexpected(FileFault{true, {}});
  std::string bytes;
  if (!append_all(file, most, bytes)) return tl::unexpected(FileFault{false, windows::last_error()});
  return bytes;
}

std::optional<std::string> read_whole(const fs::path& path, size_t most) {
  const Handle file(open_to_read(path));
  LARGE_INTEGER size;
  if (!file.is_open() || !is_regular(file) || ::GetFileSizeEx(file.value, &size) == 0) return std::nullopt;
  if (static_cast<uint64_t>(size.QuadPart) > most) return std::nullopt;
  std::string bytes;
  const auto wanted = static_cast<size_t>(size.QuadPart);
  bytes.reserve(wanted);
  if (!append_all(file, wanted, bytes) || bytes.size() != wanted) return std::nullopt;
  return bytes;
}

tl::expected<std::string, std::string> read_to_end(const fs::path& path) {
  const Handle file(open_to_read(path));
  std::string bytes;
  if (file.is_open() && ::GetFileType(file.value) == FILE_TYPE_DISK && !is_regular(file))
    return tl::unexpected(error_text(std::make_error_code(std::errc::is_a_directory)));
  if (!file.is_open() || !append_all(file, bytes.max_size(), bytes))
    return tl::unexpected(error_text(windows::last_error()));
  return bytes;
}

std::string replace_whole(const fs::path& path, std::string_view bytes) {
  return replace_whole(path, bytes, path.parent_path());
}

std::string replace_whole(const fs::path& path, std::string_view bytes, const fs::path& beside) {
  Temporary temporary(beside);
  temporary.write(bytes);
  temporary.replace(path);
  return temporary.failure;
}

void remove_leftovers(const fs::path& folder) {
  std::error_code error;
  for (const fs::path& path : list_folder(folder, error)) {
    const std::wstring name = path.filename().native();
    if (!name.starts_with(L'.') || !name.ends_with(windows::wide(kTemporary))) continue;
    // Can only be opened while nobody else has it, and is deleted with the handle.
    const Handle file(::CreateFileW(path.c_str(), DELETE, 0, nullptr, OPEN_EXISTING,
                                    FILE_FLAG_OPEN_REPARSE_POINT | FILE_FLAG_DELETE_ON_CLOSE, nullptr));
  }
}

}  // namespace ishi::compiler
