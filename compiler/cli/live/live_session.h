#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <fstream>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <tl/expected.hpp>
#include <vector>

#include "cli/verbs.h"
#include "client/live_game.h"
#include "recording/recording_file.h"

// A running game that a verb looks into: what it streams, as the functions of recordings take it.

namespace ishi::compiler::cli {

// Cuts a stream into whole records, so that what was passed on can be read as a recording at any time.
class WholeRecords {
 public:
  // Takes in the next bytes of the stream, and calls `pass_on` for what is whole by then.
  void take(std::span<const std::byte> bytes, const std::function<void(std::span<const std::byte>)>& pass_on);
  // The rest of the last record will not come.
  void cut() { waiting_.clear(); }

 private:
  std::vector<std::byte> waiting_;
  bool has_header_ = false;
};

// The whole records of a stream in a file.
class StreamFile {
 public:
  // False if it cannot be made.
  [[nodiscard]] bool open(const std::string& path);
  void take(std::span<const std::byte> bytes);
  void cut() { records_.cut(); }
  // False if something could not be written.
  [[nodiscard]] bool close();

 private:
  std::ofstream file_;
  WholeRecords records_;
};

class LiveSession {
 public:
  // Joins a game, whose name `name` is for people; `wants_past`: what its dashcam keeps comes first. Or why
  // that cannot be, in a sentence. No frame is there yet.
  [[nodiscard]] static tl::expected<std::unique_ptr<LiveSession>, std::string> enter(
      const live::Address& address, const std::string& name, bool wants_past);
  // The same, recorded to the options' file, and waits until the first frame is there. Null after a message
  // on stderr; `code` is then the exit code.
  [[nodiscard]] static std::unique_ptr<LiveSession> join(const live::Address& address,
                                                         const std::string& name, const LiveOptions& options,
                                                         int& code);
  // Waits up to so long for the first frame, and plays up to it; false if none came. `is_over`: it need not
  // come.
  [[nodiscard]] bool wait_for_frame(std::chrono::milliseconds most, const std::function<bool()>& is_over);

  // Takes in what the game has sent, and waits for it up to so long. False once the game has ended.
  bool take_in(std::chrono::milliseconds most);
  // Plays on to the last frame that is there; says on stderr once if the replay comes to another state.
  void play();
  // Plays to the last frame, from wherever the replay stands.
  void go_to_end();
  [[nodiscard]] record::Replay& replay() { return file.replay; }
  // The time and number of the last frame that was played: "12.50s, frame 750".
  [[nodiscard]] std::string moment() const;
  // Ends the session: an exit code. Says on stderr why the game is gone, and whether frames were lost.
  [[nodiscard]] int end();

  RecordingFile file;  // its replay grows
  std::unique_ptr<live::LiveGame> game;

 private:
  StreamFile stream_file_;
  std::string recorded_to_;
  bool has_differed_ = false;
};

// Asks the game for it: the frame after which it was done. Or why it was not, in a sentence.
[[nodiscard]] tl::expected<uint64_t, std::string> carry_out(live::LiveGame& game,
                                                            const live::Command& command);

// "12.50s" of a frame.
[[nodiscard]] std::string live_time(uint64_t microseconds);

}  // namespace ishi::compiler::cli
