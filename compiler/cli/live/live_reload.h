#pragma once

#include <functional>
#include <string>
#include <tl/expected.hpp>
#include <vector>

#include "cli/input/inputs.h"
#include "cli/live/live_changes.h"

namespace ishi::compiler::cli {

// The reason why a running game cannot be given the sources.
struct ReloadFault {
  std::string why;                  // a sentence
  std::vector<std::string> errors;  // of a source, as `ishi check` prints them
};

// Compiles the sources of the assets that a game has. Returns the change that gives the game those that
// differ, which has no blobs if none does. `replay`: of the game. `find` gives the file of a source that an
// asset names, or what is the matter with the asset ("whose source … "). `is_coloured`: errors are for a
// terminal. `has_all` also takes sources that do not differ: the game may have others by now, of which the
// replay does not tell yet. Takes as long as checking and compiling them.
[[nodiscard]] tl::expected<LiveChange, ReloadFault> change_of_sources(
    record::Replay& replay, const std::function<tl::expected<Input, std::string>(const std::string&)>& find,
    bool is_coloured, bool has_all = false);

}  // namespace ishi::compiler::cli
