#pragma once

#include <string>
#include <tl/expected.hpp>
#include <vector>

#include "cli/live/live_session.h"
#include "recording/moment.h"

namespace ishi::compiler::cli {

// Something that the command line asks of the game, and its words for people.
struct LiveChange {
  live::Command command;
  std::string words;  // "found of ant#4 to 12"
};

// The changes that the options ask for, in their order: keys and levels, events, tasks, choices. `who`: the
// agent that they name; null: none. `replay`: of the game, at its last frame. Or why the game cannot be asked.
[[nodiscard]] tl::expected<std::vector<LiveChange>, std::string> read_changes(record::Replay& replay,
                                                                              const LiveOptions& options,
                                                                              const RecordedName* who);

// Asks the game for it, and prints what came of it; false if it was refused.
bool ask_for(LiveSession& session, const LiveOptions& options, const LiveChange& change);

}  // namespace ishi::compiler::cli
