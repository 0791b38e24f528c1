#include "system/paths.h"

#include <array>

#include "system/windows/windows.h"

namespace ishi::compiler {
namespace {

namespace fs = std::filesystem;
using windows::Handle;

// "\\?\C:\ai" as "C:\ai", "\\?\UNC\server\ai" as "\\server\ai".
std::wstring without_prefix(std::wstring path) {
  constexpr std::wstring_view kNetwork = L"\\\\?\\UNC\\";
  constexpr std::wstring_view kLong = L"\\\\?\\";
  if (path.starts_with(kNetwork)) return L"\\\\" + path.substr(kNetwork.size());
  return path.starts_with(kLong) ? path.substr(kLong.size()) : path;
}

}  // namespace

fs::path real_path(const fs::path& path, std::error_code& error) {
  error.clear();
  constexpr DWORD kShared = FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE;
  const Handle file(::CreateFileW(path.c_str(), FILE_READ_ATTRIBUTES, kShared, nullptr, OPEN_EXISTING,
                                  FILE_FLAG_BACKUP_SEMANTICS, nullptr));
  std::wstring real(MAX_PATH, L'\0');
  DWORD units = file.is_open() ? 0 : 1;
  while (file.is_open()) {
    units = ::GetFinalPathNameByHandleW(file.value, real.data(), static_cast<DWORD>(real.size()),
                                        VOLUME_NAME_DOS);
    const bool fits = units < real.size();
    real.resize(units);
    if (fits) break;
  }
  if (!file.is_open() || units == 0) {
    error = windows::last_error();
    return {};
  }
  return without_prefix(std::move(real));
}

fs::path real_path_of_new(const fs::path& path, std::error_code& error) {
  error.clear();
  const fs::path whole = fs::absolute(path, error).lexically_normal();
  if (error) return {};
  fs::path rest;
  for (fs::path there = whole; there.has_relative_path(); there = there.parent_path()) {
    std::error_code missing;
    const fs::path real = real_path(there, missing);
    if (!missing) return rest.empty() ? real : real / rest;
    const fs::path name = there.filename();
    rest = rest.empty() ? name : name / rest;
  }
  return whole;
}

bool is_spelt_as(std::string_view path, std::string_view real) {
  return path == real || ::CompareStringOrdinal(windows::wide(path).c_str(), -1, windows::wide(real).c_str(),
                                                -1, TRUE) != CSTR_EQUAL;
}

std::string error_text(const std::error_code& error) {
  // What both systems have is said in the same words.
  const std::error_condition condition = error.default_error_condition();
  if (condition.category() == std::generic_category()) return condition.message();
  if (error.category() != std::system_category()) return error.message();
  std::array<wchar_t, 512> text{};
  constexpr DWORD kEnglish = MAKELANGID(LANG_ENGLISH, SUBLANG_ENGLISH_US);
  DWORD units = ::FormatMessageW(FORMAT_MESSAGE_FROM_SYSTEM | FORMAT_MESSAGE_IGNORE_INSERTS, nullptr,
                                 static_cast<DWORD>(error.value()), kEnglish, text.data(),
                                 static_cast<DWORD>(text.size()), nullptr);
  if (units == 0)
    units = ::FormatMessageW(FORMAT_MESSAGE_FROM_SYSTEM | FORMAT_MESSAGE_IGNORE_INSERTS, nullptr,
                             static_cast<DWORD>(error.value()), 0, text.data(),
                             static_cast<DWORD>(text.size()), nullptr);
  std::string message = windows::narrow({text.data(), units});
  message.erase(message.find_last_not_of(" .\r\n") + 1);
  return message.empty() ? "error " + std::to_string(error.value()) + " of Windows" : message;
}

bool may_write(const fs::path& path) {
  const DWORD attributes = ::GetFileAttributesW(path.c_str());
  return attributes == INVALID_FILE_ATTRIBUTES || (attributes & FILE_ATTRIBUTE_READONLY) == 0;
}

fs::path program_path() {
  std::wstring path(MAX_PATH, L'\0');
  constexpr size_t kMostUnits = 32768;
  while (path.size() <= kMostUnits) {
    const DWORD units = ::GetModuleFileNameW(nullptr, path.data(), static_cast<DWORD>(path.size()));
    if (units < path.size()) {
      path.resize(units);
      return path;
    }
    path.resize(path.size() * 2);
  }
  return {};
}

std::string path_in_uri(const fs::path& path) {
  std::string text = path.generic_string();
  // Of a file on another computer, "//server/…", the server is the host.
  if (text.starts_with("//")) return text.substr(2);
  return text.starts_with('/') ? text : "/" + text;
}

std::string path_from_uri(std::string_view host, std::string path) {
  if (!host.empty() && host != "localhost") return "//" + std::string(host) + path;
  const bool has_drive = path.size() >= 3 && path[0] == '/' && path[2] == ':';
  return has_drive ? path.substr(1) : path;
}

}  // namespace ishi::compiler
