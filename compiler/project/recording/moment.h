#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ishi/types.h"
#include "recording/recording_file.h"

// The moments and agents of a recording, by their names.

namespace ishi::compiler {

// What somebody who asks calls the moment and the agent, for messages.
struct NamedBy {
  std::string_view moment;  // empty: any moment will do
  std::string_view agent = "agent";
};

// "12.5s" of the world's time, "-2s" before the end, or "frame 750": the place in `Replay::frames` of the
// last frame up to then, by the times that are printed (FrameTimes); of frames that the game has played again
// the last time counts. Or why there is none, in a sentence.
[[nodiscard]] tl::expected<size_t, std::string> frame_of_moment(const RecordingFile& file, const NamedBy& by,
                                                                const std::string& text);

// The frames that led to one, by their places, that one last: without those that the game took back when it
// restored a snapshot, and from the last lost frames on.
[[nodiscard]] std::vector<size_t> history_of(std::span<const record::RecordedFrame> frames, size_t last);

// An agent of a recording.
struct RecordedName {
  uint32_t population = 0;
  EntityId id{};
  std::string text;  // "guard#17"
};

// Is told about frames that are played to find something: how many there are, once for each.
using PlayedFrame = std::function<void(size_t frames)>;

// "guard#17", or "guard" where there is one: the agent that lives where the replay stands, at the moment that
// `by` names; one that lives at any time if that is empty. Or why there is none, in a sentence, for which the
// recording may be played again.
[[nodiscard]] tl::expected<RecordedName, std::string> agent_called(RecordingFile& file, const NamedBy& by,
                                                                   const std::string& text,
                                                                   const PlayedFrame& played = {});

// How everybody of the replay's world is called: "guard#17", "person#3"; of a kind without a name "entity#5".
// `asset` has the names of things.
[[nodiscard]] std::string entity_name(const record::Replay& replay, const Asset& asset, EntityId id);

}  // namespace ishi::compiler
