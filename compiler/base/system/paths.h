#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <system_error>

// What the system calls files, and what it says of them.

namespace ishi::compiler {

// A path as the file system has it: absolute, all links followed, without "." and "..", on Windows with the
// letters that the names on the disk have. All of it must be there.
[[nodiscard]] std::filesystem::path real_path(const std::filesystem::path& path, std::error_code& error);

// The same for a path of which the end need not be there: that stays as it is written.
[[nodiscard]] std::filesystem::path real_path_of_new(const std::filesystem::path& path,
                                                     std::error_code& error);

// False if a path below a folder finds a file merely since the system takes great letters for small ones: the
// file's own path there is `real`. Other systems would not find it.
[[nodiscard]] bool is_spelt_as(std::string_view path, std::string_view real);

// The meaning of an error in English, in UTF-8, the same words on each system as far as it has the same
// errors.
[[nodiscard]] std::string error_text(const std::error_code& error);

// True if this process may write the file, as far as its permissions say.
[[nodiscard]] bool may_write(const std::filesystem::path& path);

// This program's own file; empty if the system does not say it.
[[nodiscard]] std::filesystem::path program_path();

// A path that begins at a root of the file system is written with a slash first in URIs, "/C:/ai" on Windows:
// such a path as the system takes it, and back.
[[nodiscard]] std::string path_in_uri(const std::filesystem::path& path);
[[nodiscard]] std::string path_from_uri(std::string_view host, std::string path);

}  // namespace ishi::compiler
