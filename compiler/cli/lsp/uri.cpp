#include "cli/lsp/uri.h"

#include <fmt/format.h>

#include <utility>

#include "system/paths.h"

namespace ishi::compiler::cli {
namespace {

int digit_of(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

bool is_plain(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '/' || c == '-' ||
         c == '_' || c == '.' || c == '~';
}

}  // namespace

std::optional<std::string> path_of_uri(std::string_view uri) {
  constexpr std::string_view kScheme = "file://";
  if (!uri.starts_with(kScheme)) return std::nullopt;
  uri.remove_prefix(kScheme.size());
  const size_t slash = uri.find('/');  // behind the host
  if (slash == std::string_view::npos) return std::nullopt;
  const std::string_view host = uri.substr(0, slash);
  uri.remove_prefix(slash);
  std::string path;
  for (size_t i = 0; i < uri.size(); ++i) {
    const bool is_coded =
        uri[i] == '%' && i + 2 < uri.size() && digit_of(uri[i + 1]) >= 0 && digit_of(uri[i + 2]) >= 0;
    if (is_coded) {
      path += static_cast<char>(digit_of(uri[i + 1]) * 16 + digit_of(uri[i + 2]));
      i += 2;
    } else {
      path += uri[i];
    }
  }
  if (path.find('\0') != std::string::npos) return std::nullopt;
  return path_from_uri(host, std::move(path));
}

std::string uri_of_path(const std::filesystem::path& path) {
  std::string uri = "file://";
  for (const char c : path_in_uri(path)) {
    if (is_plain(c))
      uri += c;
    else
      uri += fmt::format("%{:02X}", static_cast<unsigned char>(c));
  }
  return uri;
}

}  // namespace ishi::compiler::cli
