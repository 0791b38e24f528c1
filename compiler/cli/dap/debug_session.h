#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "cli/dap/agent_view.h"
#include "cli/dap/breakpoints.h"
#include "cli/dap/debuggee.h"

namespace ishi::compiler::cli {

// How a run goes on until it stops.
enum class Motion : uint8_t {
  none,
  forward,     // to the next breakpoint
  reverse,     // to the last one before
  step,        // to the agent's next step or decision
  step_in,     // to the next frame in which anything happens to the agent
  step_out,    // until its action is over, or another one
  frame,       // one frame
  step_back,   // to its last step or decision before
  frame_back,  // one frame
  to_begin,    // back to where a level of the agent's stack began
};

// Why a run has stopped.
struct Stop {
  std::string reason;         // as the protocol names it
  std::string description{};  // for people
  uint32_t agent = 0;
  std::vector<int> breakpoints{};
  bool is_end = false;  // of the run
};

// A run that moves from stop to stop, forwards and backwards.
class DebugSession {
 public:
  using Clock = std::chrono::steady_clock;

  DebugSession(std::unique_ptr<Debuggee> run, Breakpoints& breakpoints)
      : run_(std::move(run)), breakpoints_(breakpoints) {}

  [[nodiscard]] Debuggee& run() { return *run_; }
  [[nodiscard]] bool is_moving() const { return motion_ != Motion::none; }
  [[nodiscard]] bool is_going_back() const;
  // Begins to move. `level`: of Motion::to_begin.
  void move(Motion motion, uint32_t agent, StackLevel level = {});
  // Moves on for a while. A stop, once the run has come to one.
  [[nodiscard]] std::optional<Stop> work(Clock::duration most);
  // Ends a motion where it is.
  [[nodiscard]] Stop pause();
  // A message about how the run goes on, shown once; empty if there is none.
  [[nodiscard]] std::string take_note() { return std::exchange(note_, {}); }
  // Stops where the run stands if that frame hits a breakpoint.
  [[nodiscard]] std::optional<Stop> look();
  [[nodiscard]] bool is_at_end() const { return run_->at() + 1 == run_->frame_count(); }
  // The description of the fault that stopped the run last; empty if none did.
  [[nodiscard]] const std::string& fault() const { return fault_; }
  [[nodiscard]] const std::string& fault_kind() const { return fault_kind_; }

 private:
  [[nodiscard]] std::optional<Stop> go_forward();
  [[nodiscard]] std::optional<Stop> go_back();
  [[nodiscard]] std::optional<Stop> wait_for_game();
  void note_work(Clock::duration took);
  [[nodiscard]] std::optional<Stop> judge(bool is_quiet);
  [[nodiscard]] bool is_step() const;
  [[nodiscard]] bool is_action_over() const;
  [[nodiscard]] bool is_beginning() const;
  [[nodiscard]] Stop stop_of(const std::vector<Hit>& hits);
  [[nodiscard]] Stop stop(std::string reason, std::string description) const;
  [[nodiscard]] Stop fail(std::string why);

  std::unique_ptr<Debuggee> run_;
  Breakpoints& breakpoints_;
  Motion motion_ = Motion::none;
  uint32_t agent_ = 0;
  StackLevel level_;
  std::string fault_, fault_kind_;
  std::string note_;
  bool is_too_slow_ = false;  // for a game that waits for each frame
  Clock::time_point asked_time_{};
  size_t asked_at_ = 0;  // how many frames there were when a game was let go
  // Backwards: blocks are searched from their beginnings.
  size_t block_end_ = 0;    // the frame behind the block
  size_t block_begin_ = 0;  // its first frame
  size_t next_ = 0;         // the frame of the block that is looked at next
  std::optional<size_t> found_;
  std::optional<Stop> found_stop_;
};

}  // namespace ishi::compiler::cli
