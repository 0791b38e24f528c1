#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <tl/expected.hpp>
#include <vector>

#include "cli/dap/breakpoints.h"
#include "cli/dap/live_debuggee.h"
#include "cli/live/live_session.h"
#include "diagnostics/json.h"

namespace ishi::compiler::cli {

// A running game that one page looks into. A thread of its own takes in what the game streams and asks it,
// another one looks for breakpoints; the functions are called by any other thread.
class WatchedGame {
 public:
  // Joins it, and waits for its first frame. Or why that cannot be.
  [[nodiscard]] static tl::expected<std::shared_ptr<WatchedGame>, std::string> join(
      const live::Address& address, const std::string& name);
  WatchedGame(const live::Address& address, std::unique_ptr<LiveSession> session);
  ~WatchedGame();
  WatchedGame(const WatchedGame&) = delete;
  WatchedGame& operator=(const WatchedGame&) = delete;

  // See StudioGames::take; nothing if the byte `from` is not kept.
  [[nodiscard]] std::optional<std::string> take(uint64_t from);
  // Holds the game, plays frames of it, or lets it go on: {"done": …, "said": "…"}. Frames that are stepped
  // are looked at for breakpoints, too.
  [[nodiscard]] nlohmann::json steer(live::Command::Deed deed, uint32_t frames, std::string_view words);
  // Lets the thread of the game call `work`, and waits for its answer; {"done": false, …} if the game is
  // gone.
  [[nodiscard]] nlohmann::json ask(const std::function<nlohmann::json(LiveSession&)>& work);
  // The breakpoints of a file, by their lines from 1, in place of those that it had: {"done": …, "said": "…",
  // "lines": [{"line": 12, "verified": true, "message": ""}, …]}. The frame that hits one is in the state
  // that `take` gives, as {"hit": {"number": 1, "seconds": …, "text": "…", "name": "guard#17", "index": …,
  // "generation": …}}, and the game is held then, some frames later; "breakpoints_fault" says why that may
  // not be so. A game that may not be held takes none. `root`: of the sources.
  [[nodiscard]] nlohmann::json set_breakpoints(const std::string& root, const std::string& path,
                                               const std::vector<uint32_t>& lines);
  // True if nobody has taken anything for so long that the page is gone; the game is left then.
  [[nodiscard]] bool is_deserted();

 private:
  using Clock = std::chrono::steady_clock;
  struct Work {
    const std::function<nlohmann::json(LiveSession&)>* function = nullptr;
    nlohmann::json* answer = nullptr;
    bool is_done = false;
  };

  void look();
  nlohmann::json ask_to(live::Command::Deed deed, uint32_t frames, std::string_view words);
  void look_for_hits();
  void hold_at(const Hit& hit, size_t others);
  void let_go();
  void do_work();
  void note_state();

  std::unique_ptr<LiveSession> session_;  // of the thread; null once it is left
  WholeRecords records_;                  // of the thread
  const live::Address address_;
  const std::string name_;
  const bool may_hold_;
  std::mutex mutex_;
  std::condition_variable came_, done_;
  std::string bytes_;        // whole records of which nobody has said that they came
  uint64_t first_byte_ = 0;  // the place of the first of them in the recording
  std::string state_, taken_state_;
  std::deque<Work*> work_;
  Clock::time_point taken_at_ = Clock::now();
  bool is_over_ = false;   // the thread is to end
  bool is_ended_ = false;  // the game is left
  bool is_slow_ = false;   // the page takes in less than the game plays
  bool is_held_ = false;   // the game, by whomever
  bool holds_ = false;     // this page holds it
  bool has_breakpoints_ = false;
  std::string breakpoints_fault_;
  nlohmann::json hit_;  // the last one

  // A second viewer that looks for breakpoints in each frame, as a debugger's does, and lags where that takes
  // long without a loss for the page. Null without breakpoints.
  std::mutex run_mutex_;
  std::unique_ptr<LiveDebuggee> run_;
  std::unique_ptr<Breakpoints> breakpoints_;
  uint64_t hits_ = 0;
  bool is_stopped_ = false;  // at a hit, until the game is let go on

  std::thread thread_, looking_;  // last: they use all above
};

}  // namespace ishi::compiler::cli
