#include "cli/dap/debug_session.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace ishi::compiler::cli {
namespace {

constexpr size_t kBlock = 64;  // frames that are searched from their beginning when going back

bool is_backwards(Motion motion) {
  return motion == Motion::reverse || motion == Motion::step_back || motion == Motion::to_begin;
}

}  // namespace

bool DebugSession::is_going_back() const { return is_backwards(motion_) || motion_ == Motion::frame_back; }

void DebugSession::move(Motion motion, uint32_t agent, StackLevel level) {
  motion_ = motion;
  agent_ = agent;
  level_ = std::move(level);
  fault_.clear();
  fault_kind_.clear();
  asked_at_ = 0;
  if (is_backwards(motion)) {
    // The beginning of a level may lie in the frame at hand.
    block_end_ = block_begin_ = next_ = run_->at() + (motion == Motion::to_begin ? 1 : 0);
    found_.reset();
    found_stop_.reset();
  } else if (motion != Motion::frame_back) {
    breakpoints_.begin(*run_);
  }
}

std::optional<Stop> DebugSession::work(Clock::duration most) {
  const auto end = Clock::now() + most;
  while (motion_ != Motion::none) {
    std::optional<Stop> stopped;
    if (motion_ == Motion::frame_back) {
      const size_t at = run_->at();
      if (at == 0)
        stopped = stop("entry", "the run begins here");
      else if (auto gone = run_->go_to(at - 1); !gone)
        stopped = fail(std::move(gone.error()));
      else
        stopped = stop("step", "");
    } else {
      stopped = is_backwards(motion_) ? go_back() : go_forward();
    }
    if (stopped) {
      motion_ = Motion::none;
      return stopped;
    }
    if (Clock::now() >= end) break;
  }
  return std::nullopt;
}

Stop DebugSession::pause() {
  motion_ = Motion::none;
  return stop("pause", "");
}

std::optional<Stop> DebugSession::look() {
  breakpoints_.begin(*run_);
  const std::vector<Hit> hits = breakpoints_.check(*run_, false);
  return hits.empty() ? std::nullopt : std::optional(stop_of(hits));
}

std::optional<Stop> DebugSession::go_forward() {
  if (is_at_end() && run_->is_live()) return wait_for_game();
  if (is_at_end()) {
    Stop ended = stop("pause", fmt::format("the run is over: {}", run_->time(run_->at())));
    ended.is_end = true;
    return ended;
  }
  const Clock::time_point begin = Clock::now();
  if (auto gone = run_->go_to(run_->at() + 1); !gone) return fail(std::move(gone.error()));
  auto stopped = judge(false);
  note_work(Clock::now() - begin);
  return stopped;
}

// Lets a game that is held play on, as far as the motion needs, and waits for its frames. With breakpoints it
// plays frame by frame, each when the one before has hit none, so that it is held in the very frame of a hit.
std::optional<Stop> DebugSession::wait_for_game() {
  constexpr std::chrono::milliseconds kPiece{10};
  const bool goes_far = motion_ == Motion::forward || motion_ == Motion::step_out;
  const bool is_in_lockstep = goes_far && breakpoints_.is_any() && !is_too_slow_;
  // Once for each frame; again where one was lost on its way, since others come only behind the next save.
  constexpr std::chrono::milliseconds kLost{300};
  if (asked_at_ != run_->frame_count() || Clock::now() > asked_time_ + kLost) {
    asked_at_ = run_->frame_count();
    asked_time_ = Clock::now();
    auto gone = is_in_lockstep ? run_->hold() : Debuggee::Done();
    if (gone && asked_at_ == run_->frame_count()) gone = run_->let_go(goes_far && !is_in_lockstep ? 0 : 1);
    if (!gone && run_->is_live()) return fail(std::move(gone.error()));
  }
  static_cast<void>(run_->wait_for_more(kPiece));
  return std::nullopt;
}

// A game does not wait for a debugger that is slow.
void DebugSession::note_work(Clock::duration took) {
  constexpr std::chrono::milliseconds kMost{100};
  if (took <= kMost || is_too_slow_ || !run_->is_live() || !breakpoints_.is_any()) return;
  is_too_slow_ = true;
  note_ =
      "a frame took more than 100 ms to be looked through, so the game no longer waits for each: a "
      "breakpoint still shows its frame, and the game is held some frames later\n";
}

// A stop, if the frame at hand is one to stop at.
std::optional<Stop> DebugSession::judge(bool is_quiet) {
  if (motion_ == Motion::step_back || motion_ == Motion::to_begin)
    return (motion_ == Motion::to_begin ? is_beginning() : is_step())
               ? std::optional(stop(motion_ == Motion::to_begin ? "restart" : "step", ""))
               : std::nullopt;
  const std::vector<Hit> hits = breakpoints_.check(*run_, is_quiet);
  if (!hits.empty()) return stop_of(hits);
  if (motion_ == Motion::forward || motion_ == Motion::reverse) return std::nullopt;
  const bool is_gone = !run_->is_there(agent_);
  const bool is_there =
      motion_ == Motion::frame || is_gone || (motion_ == Motion::step && is_step()) ||
      (motion_ == Motion::step_out && is_action_over()) ||
      (motion_ == Motion::step_in &&
       std::ranges::any_of(run_->events(), [&](const auto& one) { return one.agent == agent_; }));
  if (!is_there) return std::nullopt;
  return stop("step", is_gone ? fmt::format("{} is gone", run_->agent_name(agent_)) : "");
}

// Looks at the next frame of a block, or takes the block before.
std::optional<Stop> DebugSession::go_back() {
  if (next_ < block_end_) {
    if (auto gone = run_->go_to(next_); !gone) return fail(std::move(gone.error()));
    if (auto here = judge(true)) {
      found_ = next_;
      found_stop_ = std::move(here);
    }
    ++next_;
    return std::nullopt;
  }
  if (found_) {
    if (auto gone = run_->go_to(*found_); !gone) return fail(std::move(gone.error()));
    fault_.clear();
    return std::move(found_stop_);
  }
  if (block_begin_ == 0) {
    if (auto gone = run_->go_to(0); !gone) return fail(std::move(gone.error()));
    return stop("entry", "the run begins here");
  }
  block_end_ = block_begin_;
  block_begin_ = block_end_ > kBlock ? block_end_ - kBlock : 0;
  next_ = block_begin_;
  if (auto gone = run_->go_to(block_begin_ == 0 ? 0 : block_begin_ - 1); !gone)
    return fail(std::move(gone.error()));
  breakpoints_.begin(*run_);
  return std::nullopt;
}

// The agent begins a step that the text names, or decides.
bool DebugSession::is_step() const {
  const DebugProgram* const program = run_->program_of(agent_);
  return std::ranges::any_of(run_->events(), [&](const DebugEvent& event) {
    if (event.agent != agent_) return false;
    switch (event.kind) {
      case DebugEvent::Kind::chosen:
      case DebugEvent::Kind::left:
      case DebugEvent::Kind::ended:
      case DebugEvent::Kind::failed:
      case DebugEvent::Kind::state:
      case DebugEvent::Kind::gone: return true;
      case DebugEvent::Kind::node:
        return event.change == NodeChange::began && program != nullptr &&
               event.index < program->nodes.size() && program->nodes[event.index].step != nullptr;
      default: return false;
    }
  });
}

bool DebugSession::is_action_over() const {
  return std::ranges::any_of(run_->events(), [&](const DebugEvent& event) {
    return event.agent == agent_ &&
           (event.kind == DebugEvent::Kind::chosen || event.kind == DebugEvent::Kind::left ||
            event.kind == DebugEvent::Kind::ended || event.kind == DebugEvent::Kind::failed);
  });
}

// The level's node begins, or the action if the level is an action.
bool DebugSession::is_beginning() const {
  return std::ranges::any_of(run_->events(), [&](const DebugEvent& event) {
    if (event.agent != agent_) return false;
    if (level_.name.starts_with("action ")) return event.kind == DebugEvent::Kind::chosen;
    if (level_.name.starts_with("state ")) return event.kind == DebugEvent::Kind::state;
    if (level_.nodes.empty())
      return event.kind == DebugEvent::Kind::chosen || event.kind == DebugEvent::Kind::left;
    return event.kind == DebugEvent::Kind::node && event.index == level_.nodes.front() &&
           (event.change == NodeChange::began || event.change == NodeChange::tried_again);
  });
}

Stop DebugSession::stop_of(const std::vector<Hit>& hits) {
  const Hit& first = hits.front();
  std::string text =
      fmt::format("{}: {} at {}", run_->agent_name(first.agent), first.text, run_->time(run_->at()));
  for (const Hit& hit : hits) {
    if (&hit != &first && hit.agent != first.agent)
      text += fmt::format("; {}: {}", run_->agent_name(hit.agent), hit.text);
  }
  Stop stopped = stop(first.fault ? "exception" : first.is_data ? "data breakpoint" : "breakpoint", text);
  stopped.agent = first.agent;
  for (const Hit& hit : hits) {
    if (hit.id != 0) stopped.breakpoints.push_back(hit.id);
  }
  if (first.fault) {
    fault_ = first.text;
    for (const FaultRow& row : fault_rows()) {
      if (row.kind == *first.fault) fault_kind_ = row.filter;
    }
  }
  return stopped;
}

Stop DebugSession::stop(std::string reason, std::string description) const {
  return {.reason = std::move(reason), .description = std::move(description), .agent = agent_};
}

Stop DebugSession::fail(std::string why) { return stop("pause", std::move(why)); }

}  // namespace ishi::compiler::cli
