#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <tl/expected.hpp>

// Files read and written as a whole.

namespace ishi::compiler {

// Why a file was not read: it is a folder, a pipe or a device, or what the system says.
struct FileFault {
  bool is_no_file = false;
  std::error_code system;
};

// The bytes of a regular file, `most` at most: of a longer one its beginning. Never waits for a pipe.
[[nodiscard]] tl::expected<std::string, FileFault> read_beginning(const std::filesystem::path& path,
                                                                  size_t most);

// The bytes of a file of the tool's own. Nothing if it cannot be read, is no regular file or has more than
// `most` bytes.
[[nodiscard]] std::optional<std::string> read_whole(const std::filesystem::path& path, size_t most);

// The bytes of a file that somebody named, who may have named a pipe: it is read to its end. Or why the
// system does not let it be read.
[[nodiscard]] tl::expected<std::string, std::string> read_to_end(const std::filesystem::path& path);

// Writes a file so that it is the old or the new one at every moment, whoever else writes it and whenever
// this process is killed: to a temporary name beside it, then renamed. An old file's permissions are kept.
// Its folder must be there. Returns an empty string, or why it could not be done: then the old file is there,
// and nothing temporary is. Windows refuses to replace a file that a program holds open and does not share:
// the call waits for that program, two seconds at most.
//
// The system need not have the bytes on its disk when this returns: a computer that loses its power may lose
// them.
[[nodiscard]] std::string replace_whole(const std::filesystem::path& path, std::string_view bytes);
// The same with the temporary name in the folder `beside`, which is on the same disk.
[[nodiscard]] std::string replace_whole(const std::filesystem::path& path, std::string_view bytes,
                                        const std::filesystem::path& beside);

// Deletes what writers that were killed have left in a folder. What others write at this moment stays. What
// cannot be deleted stays as well. Takes time in proportion to the number of files in the folder.
void remove_leftovers(const std::filesystem::path& folder);

}  // namespace ishi::compiler
