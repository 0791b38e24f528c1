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
#include <thread>
#include <tl/expected.hpp>
#include <vector>

#include "cli/dap/breakpoints.h"
#include "cli/dap/live_debuggee.h"
#include "cli/live/live_session.h"
#include "diagnostics/json.h"

namespace ishi::compiler::cli {

// A running game that one page looks into. A thread of its own takes in what the game streams and asks it, another
// one looks for breakpoints; the functions are called by any other thread.
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
  // Lets the thread of the game call `work`, and waits for its answer; {"done": false, …} if the game is gone.
  [[nodiscard]] nlohmann::json ask(const std::function<nlohmann::json(LiveSession&)>& work);
  // The breakpoints of a file, by their lines from 1, in place of those that it had: {"done": …, "said": "…",
  // "lines": [{"line": 12, "verified": true, "message": ""}, …]}. The frame that hits one is in the state that
  // `take` gives, as {"hit": {"number": 1, "seconds": …, "text": "…", "name": "guard#17", "index": …,
  // "generation": …}}, and the game is held then, some frames later. `root`: of the sources.
  [[nodiscard]] nlohmann::json set_breakpoints(const std::string& root, const std::string& path,
                                               const std::vector<uint32_t>& lines);
  // True if nobody has taken anything for so long that the page is gone.
  [[nodiscard]] bool is_deserted();

 private:
  using Clock = std::chrono::steady_clock;
  struct Work {
    const std::function<nlohmann::json(LiveSession&)>* function = nullptr;
    nlohmann::json* answer = nullptr;
    bool is_done = false;
  };

  void look();
  void look_for_hits();
  void do_work();
  void note_state();

  std::unique_ptr<LiveSession> session_;  // of the thread
  WholeRecords records_;                  // of the thread
  const live::Address address_;
  const std::string name_;
  std::mutex mutex_;
  std::condition_variable came_, done_;
  std::string bytes_;        // whole records of which nobody has said that they came
  uint64_t first_byte_ = 0;  // the place of the first of them in the recording
  std::string state_, taken_state_;
  std::deque<Work*> work_;
  Clock::time_point taken_at_ = Clock::now();
  bool is_over_ = false;   // the thread is to end
  bool is_ended_ = false;  // it asks the game no more
  bool is_slow_ = false;   // the page takes in less than the game plays
  bool is_held_ = false;   // the game
  nlohmann::json hit_;     // the last one

  // Of breakpoints: a viewer of its own that looks at each frame, as a debugger's, and lags where that takes long
  // without a loss for the page. Null without breakpoints.
  std::mutex run_mutex_;
  std::unique_ptr<LiveDebuggee> run_;
  std::unique_ptr<Breakpoints> breakpoints_;
  uint64_t hits_ = 0;
  bool is_stopped_ = false;  // at a hit, until the game is let go on

  std::thread thread_, looking_;  // last: they use all above
};

}  // namespace ishi::compiler::cli
