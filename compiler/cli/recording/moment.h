#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cli/recording/recording_file.h"
#include "ishi/types.h"

// The moments and agents of a recording that the command line names.

namespace ishi::compiler::cli {

// "12.5s" of the world's time, "-2s" before the end, or "frame 750": the place in `Replay::frames` of the
// last frame up to then, by the times that are printed (FrameTimes); of frames that the game has played again
// the last time counts. Nothing after a message on stderr.
[[nodiscard]] std::optional<size_t> find_frame(const RecordingFile& file, std::string_view option,
                                               const std::string& text);

// The frames that led to one, by their places, that one last: without those that the game took back when it
// restored a snapshot, and from the last lost frames on.
[[nodiscard]] std::vector<size_t> history_of(std::span<const record::RecordedFrame> frames, size_t last);

// "10s" in seconds; nothing after a message.
[[nodiscard]] std::optional<double> read_length(const std::string& text);

// An agent of a recording.
struct RecordedName {
  uint32_t population = 0;
  EntityId id{};
  std::string text;  // "guard#17"
};

// "guard#17", or "guard" where there is one: the agent that lives where the replay stands, at the moment that
// `option` names; one that lives at any time if that is empty. Nothing after a message on stderr, for which
// the recording may be played again.
[[nodiscard]] std::optional<RecordedName> find_agent(RecordingFile& file, std::string_view option,
                                                     const std::string& text);

// How everybody of the replay's world is called: "guard#17", "person#3"; of a kind without a name "entity#5".
// `asset` has the names of things.
[[nodiscard]] std::string entity_name(const record::Replay& replay, const Asset& asset, EntityId id);

}  // namespace ishi::compiler::cli
