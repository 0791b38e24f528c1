#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "cli/verbs.h"
#include "recording/moment.h"
#include "recording/recorded_decision.h"
#include "recording/recorded_sources.h"
#include "recording/recording_file.h"

// The recordings that a command line names, with their moments, agents and sources. Whatever is wrong with
// one is said on stderr.

namespace ishi::compiler::cli {

// True of a recording, and of the name of a game that runs: what it streams in a moment is its recording.
[[nodiscard]] bool is_recorded_game(const std::string& name);

// Reads a recording, or of a game that runs its last seconds. Or why that cannot be.
[[nodiscard]] tl::expected<std::unique_ptr<RecordingFile>, RecordingFile::Refusal> read_recording(
    const std::string& path, record::ReplayOptions options, bool is_sought);
// The same for a verb. Null after a message; `code` is then the exit code.
[[nodiscard]] std::unique_ptr<RecordingFile> open_recording(const std::string& path,
                                                            record::ReplayOptions options, bool is_sought,
                                                            int& code);
// Says that parts of a recording are left out; true if that is so.
bool tell_damage(const RecordingFile& file);

// As frame_of_moment() and agent_called(); nothing after a message. `option` names the moment.
[[nodiscard]] std::optional<size_t> find_frame(const RecordingFile& file, std::string_view option,
                                               const std::string& text);
[[nodiscard]] std::optional<RecordedName> find_agent(RecordingFile& file, std::string_view option,
                                                     const std::string& text);
// "10s" in seconds; nothing after a message.
[[nodiscard]] std::optional<double> read_length(const std::string& text);

// Looks for the source of an asset in the projects of `root` and `more_roots`; if `root` is empty, in that of
// the current folder. Empty after a message on stderr: it says which text differs, or that there is none.
[[nodiscard]] RecordedSource find_source(const RecordingFile& recording, const Asset& asset,
                                         const std::string& root,
                                         std::span<const std::string> more_roots = {});

// Reads the decision that `why` and others ask for: an exit code, after a message unless it is kGood. Of
// `options` PATH, --root, --agent and `moment` are taken.
int read_question(const AskOptions& options, RecordedQuestion& question);
// Refuses options that are about a situation without a game: true after a message.
[[nodiscard]] bool has_options_of_sources(const AskOptions& options);

}  // namespace ishi::compiler::cli
