#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <tl/expected.hpp>
#include <vector>

#include "client/running_games.h"
#include "ishi/record/replay.h"

// A running game that this process watches: what it streams goes into a replay, which answers every question
// about it, and what the viewer wants goes to the game. For the tool, a debugger and the studio: it prints
// nothing and knows no sources. One thread uses it.

namespace ishi::live {

// The game's description of itself.
struct GameInfo {
  std::string name, build;
  uint64_t process = 0;
  uint64_t frame = 0;  // when this viewer joined
  bool may_hold = false, may_change = false, may_reload = false, may_write = false;
};

// A command, of which most parts stay as they are: see Deed in schemas/live.fbs.
struct Command {
  enum class Deed : uint8_t {
    none,
    hold,
    step,
    go_on,
    set_key,
    set_level,
    post_event,
    complete_task,
    fail_task,
    think,
    choose,
    reload,
    write_dashcam
  };
  Deed deed = Deed::none;
  uint32_t frames = 0;
  EntityId agent{};
  uint64_t id = 0;
  uint32_t team = 0;
  bool is_for_team = false;
  double value = 0;
  Vector3 axes{};
  EntityId entity{};
  std::vector<std::byte> record{};
  std::vector<std::vector<uint8_t>> blobs{};
};

struct Answer {
  enum class Outcome : uint8_t { done, refused, not_allowed, busy };
  Outcome outcome = Outcome::done;
  std::string why;     // a sentence; empty if it is done
  uint64_t frame = 0;  // after which it was done
  explicit operator bool() const { return outcome == Outcome::done; }
};

class LiveGame {
 public:
  using Milliseconds = std::chrono::milliseconds;

  // Joins a game, within two seconds. What it streams goes into `replay`, a stream (Replay::open_stream) that
  // outlives this. `wants_past`: the seconds that the game keeps come first. Or why that cannot be, in a
  // sentence.
  [[nodiscard]] static tl::expected<std::unique_ptr<LiveGame>, std::string> join(const Address& address,
                                                                                 bool wants_past,
                                                                                 record::Replay& replay);
  // Joins over a connection that is open, which this closes; it need not be a socket of a host's.
  [[nodiscard]] static tl::expected<std::unique_ptr<LiveGame>, std::string> join_over(
      int socket, const std::string& secret, bool wants_past, record::Replay& replay);
  ~LiveGame();
  LiveGame(const LiveGame&) = delete;
  LiveGame& operator=(const LiveGame&) = delete;

  [[nodiscard]] const GameInfo& info() const { return info_; }
  // Takes in what the game has sent, and waits up to so long for the first of it. True if something came.
  // Says to the game now and then that this viewer lives, so call it at least each second while it holds the
  // game.
  bool take_in(Milliseconds most);
  // True until the game has ended or closed its host, or the connection broke.
  [[nodiscard]] bool is_there() const { return socket_ >= 0; }
  // Why it is not, in a sentence; empty if the game has ended.
  [[nodiscard]] const std::string& fault() const { return fault_; }

  // Sends a command and waits for its answer, up to two seconds, while it takes in what comes. Or why there
  // is none.
  [[nodiscard]] tl::expected<Answer, std::string> ask(const Command& command);

  // True while the game has taken a reload of this viewer's and played no frame since: the replay does not
  // know of it yet.
  [[nodiscard]] bool is_reload_unseen() const { return reloaded_at_ == replay_.frames().size(); }
  // As far as the game has said.
  [[nodiscard]] bool is_held() const { return is_held_; }
  [[nodiscard]] bool was_let_go() const { return was_let_go_; }  // since its viewer said nothing
  [[nodiscard]] uint32_t viewers() const { return viewers_; }
  [[nodiscard]] uint64_t lost_frames() const { return lost_frames_; }  // for which this viewer was too slow
  [[nodiscard]] uint64_t received_bytes() const { return received_bytes_; }

  // Is called with the bytes of the recording as they come, which together are a recording. After a loss the
  // last record of earlier bytes may be cut.
  std::function<void(std::span<const std::byte>)> on_bytes;
  // The last record will not be completed: whoever keeps the bytes forgets it.
  std::function<void()> on_cut;

 private:
  explicit LiveGame(record::Replay& replay) : replay_(replay) {}
  void end(std::string why);
  [[nodiscard]] bool say(uint8_t kind, std::span<const std::byte> bytes);
  [[nodiscard]] bool read(Milliseconds most);
  void take_messages();
  void take_message(uint8_t kind, std::span<const std::byte> bytes);
  void stay_alive();

  record::Replay& replay_;
  int socket_ = -1;
  std::string fault_;
  GameInfo info_;
  bool has_hello_ = false;
  std::vector<std::byte> in_;
  size_t in_begin_ = 0;
  std::chrono::steady_clock::time_point said_at_{};
  uint64_t next_command_ = 1;
  std::vector<std::pair<uint64_t, Answer>> answers_;
  std::optional<size_t> reloaded_at_;  // how many frames the replay had when the game took a reload
  bool is_held_ = false, was_let_go_ = false;
  uint32_t viewers_ = 0;
  uint64_t lost_frames_ = 0, received_bytes_ = 0;
};

}  // namespace ishi::live
