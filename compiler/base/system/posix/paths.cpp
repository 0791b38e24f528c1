#include "system/paths.h"

#include <unistd.h>

namespace ishi::compiler {

namespace fs = std::filesystem;

fs::path real_path(const fs::path& path, std::error_code& error) { return fs::canonical(path, error); }

fs::path real_path_of_new(const fs::path& path, std::error_code& error) {
  return fs::weakly_canonical(path, error);
}

bool is_spelt_as(std::string_view, std::string_view) { return true; }

std::string error_text(const std::error_code& error) { return error.message(); }

bool may_write(const fs::path& path) { return ::access(path.c_str(), W_OK) == 0; }

fs::path program_path() { return "/proc/self/exe"; }

std::string path_in_uri(const fs::path& path) { return path.native(); }

// The host is this computer, whatever it is called.
std::string path_from_uri(std::string_view, std::string path) { return path; }

}  // namespace ishi::compiler
