#pragma once

#include <optional>
#include <string>
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
// agent that they name; null: none. Nothing after a message on stderr.
[[nodiscard]] std::optional<std::vector<LiveChange>> read_changes(LiveSession& session,
                                                                  const LiveOptions& options,
                                                                  const RecordedName* who);

// Asks the game for it, and prints what came of it; false if it was refused.
bool ask_for(LiveSession& session, const LiveOptions& options, const LiveChange& change);

}  // namespace ishi::compiler::cli
