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

// Compiles the sources of the assets that a game has: the change that gives it those that have become others;
// one without blobs if none has. `replay`: of the game. `find`: the file of a source that an asset names, or
// what is the matter with the asset ("whose source … "). `is_coloured`: the errors, for a terminal. Takes as
// long as checking and compiling them. `has_all`: also those that have not become others, since the game may
// have taken some of which the replay does not tell yet.
[[nodiscard]] tl::expected<LiveChange, ReloadFault> change_of_sources(
    record::Replay& replay, const std::function<tl::expected<Input, std::string>(const std::string&)>& find,
    bool is_coloured, bool has_all = false);

}  // namespace ishi::compiler::cli
