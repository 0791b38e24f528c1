#pragma once

#include <filesystem>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <vector>

#include "source/project_files.h"
#include "source/sources.h"

namespace ishi::compiler::cli {

// How the name of a source file ends.
inline constexpr std::string_view kSourceSuffix = ".ishi.yaml";

// True for a folder that is left out of what a folder named by a user holds: its name begins with a dot, so
// that it belongs to some tool (.git, or a package unpacked by a pipeline).
[[nodiscard]] bool is_hidden(const std::filesystem::path& folder);

// One source file that a command is about.
struct Input {
  std::filesystem::path root;  // the project's root, absolute
  std::string path;            // of the file, relative to the root, with '/'
  std::string output;          // relative to the PATH that named it, without .ishi.yaml: "a/b"
  Viewpoint viewpoint;         // how messages show it from here

  [[nodiscard]] std::string shown_path() const { return viewpoint.shown(path); }
};

// The files that PATHs mean: a file itself; of a folder every *.ishi.yaml below it, by name, hidden folders
// left out and links to folders not followed. `root`: what --root says, or empty. Each file once. Nothing,
// after a message on stderr, if a PATH cannot be used. A file of a folder that was meant as a source, but is
// not called as one, is named on stderr; with `said`, which keeps them, only the first time.
[[nodiscard]] std::optional<std::vector<Input>> find_inputs(const std::vector<std::string>& paths,
                                                            const std::string& root,
                                                            std::set<std::string>* said = nullptr);

// The same for a verb that is about one file.
[[nodiscard]] std::optional<Input> find_input(const std::string& path, const std::string& root);

// The text of an input, one of the files below its root; or why it cannot be read, in a sentence for stderr.
[[nodiscard]] tl::expected<IdentifiedText, std::string> read_input(const Input& input,
                                                                   const ProjectFiles& files);
// The same for a verb that is about one file. Nothing, after a message on stderr, if it cannot be read.
[[nodiscard]] std::optional<std::string> read_input(const Input& input);

}  // namespace ishi::compiler::cli
