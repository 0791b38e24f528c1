#pragma once

#include <chrono>
#include <cstddef>
#include <fstream>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "cli/verbs.h"
#include "client/live_game.h"
#include "recording/recording_file.h"

// A running game that a verb looks into: what it streams, as the functions of recordings take it.

namespace ishi::compiler::cli {

// The bytes of a recording to a file, whole records alone, so that the file can be read at any time.
class StreamFile {
 public:
  // False if it cannot be made.
  [[nodiscard]] bool open(const std::string& path);
  void take(std::span<const std::byte> bytes);
  void cut();
  // False if something could not be written.
  [[nodiscard]] bool close();

 private:
  std::ofstream file_;
  std::vector<std::byte> waiting_;
  bool has_header_ = false;
};

class LiveSession {
 public:
  // Joins a game, whose name `name` is for people, and waits until its first frame is there. Null after a
  // message on stderr; `code` is then the exit code.
  [[nodiscard]] static std::unique_ptr<LiveSession> join(const live::Address& address,
                                                         const std::string& name, const LiveOptions& options,
                                                         int& code);

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

// "12.50s" of a frame.
[[nodiscard]] std::string live_time(uint64_t microseconds);

}  // namespace ishi::compiler::cli
