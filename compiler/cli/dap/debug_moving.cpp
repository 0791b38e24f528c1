#include <fmt/format.h>

#include "cli/dap/debug_failure.h"
#include "diagnostics/json.h"

// Moving through the run.

namespace ishi::compiler::cli {

void DebugServer::forget_handles() {
  // Later handles get other numbers, since an editor may still ask by an old one.
  constexpr uint32_t kMost = 1'000'000'000;
  forgotten_handles_ = (forgotten_handles_ + static_cast<uint32_t>(handles_.size())) % kMost;
  forgotten_frames_ = (forgotten_frames_ + static_cast<uint32_t>(frames_.size())) % kMost;
  handles_.clear();
  frames_.clear();
}

void DebugServer::move(Motion motion, const Json& arguments) {
  static_cast<void>(debuggee());
  if (!is_configured_) throw Failure{"`configurationDone` comes first"};
  if (session_->is_moving()) throw Failure{"the run goes on already"};
  const bool is_of_all = motion == Motion::forward || motion == Motion::reverse;
  const uint32_t agent = is_of_all && !arguments.contains("threadId") ? 0 : agent_of(arguments);
  const bool is_fine = arguments.value("granularity", std::string()) == "instruction";
  const bool is_back = motion == Motion::step_back;
  if (is_fine && !is_of_all) motion = is_back ? Motion::frame_back : Motion::frame;
  forget_handles();
  // At the end of the run there is nothing to go on to.
  const bool is_last = session_->is_at_end() && motion == Motion::forward;
  afterwards_.emplace_back([this, motion, agent, is_last] {
    if (is_last)
      end();
    else
      session_->move(motion, agent);
  });
}

void DebugServer::go_on(const Json& arguments, Json& body) {
  move(Motion::forward, arguments);
  body["allThreadsContinued"] = true;
}
void DebugServer::next(const Json& arguments, Json&) { move(Motion::step, arguments); }
void DebugServer::step_in(const Json& arguments, Json&) { move(Motion::step_in, arguments); }
void DebugServer::step_out(const Json& arguments, Json&) { move(Motion::step_out, arguments); }
void DebugServer::step_back(const Json& arguments, Json&) { move(Motion::step_back, arguments); }
void DebugServer::reverse_continue(const Json& arguments, Json&) { move(Motion::reverse, arguments); }

void DebugServer::pause(const Json&, Json&) {
  static_cast<void>(debuggee());
  if (!session_->is_moving()) throw Failure{"the run stands still"};
  afterwards_.emplace_back([this] {
    if (session_->is_moving()) stopped(session_->pause());
  });
}

void DebugServer::restart_frame(const Json& arguments, Json&) {
  static_cast<void>(debuggee());
  const FrameHandle* const frame = frame_of(arguments);
  if (frame == nullptr) throw Failure{"there is no such stack frame any more"};
  if (session_->is_moving()) throw Failure{"the run goes on"};
  const FrameHandle own = *frame;
  forget_handles();
  afterwards_.emplace_back([this, own] { session_->move(Motion::to_begin, own.agent, own.level); });
}

// A game that runs is held as long as one looks at it.
void DebugServer::stopped(const Stop& stop) {
  Debuggee& run = session_->run();
  breakpoints_.forget_values();
  if (const auto held = run.hold(); !held)
    print("important", fmt::format("the game goes on while you look: {}\n", held.error()));
  shown_agent_ = stop.agent < run.agent_count() ? stop.agent : 0;
  Json body = {{"reason", stop.reason}, {"threadId", shown_agent_ + 1}, {"allThreadsStopped", true}};
  const std::string time = run.time(run.at());
  body["description"] = stop.description.empty() ? fmt::format("at {}", time) : stop.description;
  if (stop.reason == "exception") body["text"] = session_->fault();
  if (!stop.breakpoints.empty()) body["hitBreakpointIds"] = stop.breakpoints;
  if (stop.is_end) {
    if (const std::string epilogue = run.epilogue(); !epilogue.empty()) print("console", epilogue);
  }
  tell("stopped", std::move(body));
}

}  // namespace ishi::compiler::cli
