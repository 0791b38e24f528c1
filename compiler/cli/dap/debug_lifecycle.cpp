#include <fmt/format.h>

#include <algorithm>
#include <exception>

#include "cli/dap/attach.h"
#include "cli/dap/debug_failure.h"
#include "cli/dap/recording_debuggee.h"
#include "cli/dap/scene_debuggee.h"
#include "diagnostics/json.h"

// The beginning and the end of what is debugged.

namespace ishi::compiler::cli {
namespace {

using Json = nlohmann::json;

// The parts of a question by what they are called in a launch configuration.
constexpr QuestionWords kOfConfiguration = {.agent = "`agent`",
                                            .test = "`test`",
                                            .moment = "`at`",
                                            .importance = "`importance`",
                                            .running = "`running`",
                                            .state = "`state`",
                                            .set = "`set`",
                                            .world = "`world`",
                                            .remembers = "`remembers`",
                                            .at = "`at`",
                                            .fail = "`fail`",
                                            .duration = "`for`",
                                            .over = "`over`"};

std::string argument_text(const Json& arguments, const char* name) {
  const auto found = arguments.find(name);
  return found == arguments.end() || found->is_null() ? std::string() : found->get<std::string>();
}
std::vector<std::string> argument_texts(const Json& arguments, const char* name) {
  const auto found = arguments.find(name);
  return found == arguments.end() || found->is_null() ? std::vector<std::string>()
                                                      : found->get<std::vector<std::string>>();
}

}  // namespace

void DebugServer::initialize(const Json& arguments, Json& body) {
  is_initialized_ = true;
  lines_from_one_ = arguments.value("linesStartAt1", true);
  paths_are_uris_ = arguments.value("pathFormat", std::string("path")) == "uri";
  Json filters = Json::array();
  for (const FaultRow& row : fault_rows())
    filters.push_back({{"filter", row.filter}, {"label", row.label}, {"description", row.description}});
  body = {{"supportsConfigurationDoneRequest", true},
          {"supportsFunctionBreakpoints", true},
          {"supportsConditionalBreakpoints", true},
          {"supportsHitConditionalBreakpoints", true},
          {"supportsLogPoints", true},
          {"supportsDataBreakpoints", true},
          {"supportsBreakpointLocationsRequest", true},
          {"supportsExceptionInfoRequest", true},
          {"exceptionBreakpointFilters", std::move(filters)},
          {"supportsStepBack", true},
          {"supportsSteppingGranularity", true},
          {"supportsRestartFrame", true},
          {"supportsRestartRequest", true},
          {"supportsSetVariable", true},
          {"supportsSetExpression", true},
          {"supportsEvaluateForHovers", true},
          {"supportsLoadedSourcesRequest", true},
          {"supportsTerminateRequest", true},
          {"supportsDelayedStackTraceLoading", true}};
}

// Opens what the arguments name, in place of what is open.
void DebugServer::open(const Json& arguments) {
  AskOptions options;
  options.words = kOfConfiguration;
  options.path = argument_text(arguments, "program");
  std::string recording = argument_text(arguments, "recording");
  if (recording.empty() && is_recording(options.path)) recording = options.path;
  options.root = argument_text(arguments, "root");
  options.test = argument_text(arguments, "test");
  options.scene = argument_text(arguments, "scene");
  options.agent = argument_text(arguments, "agent");
  options.duration = argument_text(arguments, "for");
  options.importance = argument_text(arguments, "importance");
  options.state = argument_text(arguments, "state");
  options.running = argument_text(arguments, "running");
  options.set = argument_texts(arguments, "set");
  options.world = argument_texts(arguments, "world");
  options.remembers = argument_texts(arguments, "remembers");
  options.at = argument_texts(arguments, "at");
  options.fail = argument_texts(arguments, "fail");
  if (recording.empty() && options.path.empty())
    throw Failure{
        "`program` names the source, such as guard.ishi.yaml, and `test` or `scene` what of it runs; or "
        "`recording` a recorded game"};
  if (!recording.empty()) {
    std::vector<std::string> roots = argument_texts(arguments, "roots");
    if (!options.root.empty()) roots.insert(roots.begin(), options.root);
    auto run = RecordingDebuggee::open(recording, std::move(roots));
    if (!run) throw Failure{run.error()};
    session_ = std::make_unique<DebugSession>(std::move(*run), breakpoints_);
  } else {
    auto run = SceneDebuggee::open(std::move(options), arguments.value("seed", uint64_t{0}));
    if (!run) throw Failure{run.error()};
    session_ = std::make_unique<DebugSession>(std::move(*run), breakpoints_);
  }
  is_over_ = false;
  has_told_branch_ = false;
  forget_handles();
}

void DebugServer::launch(const Json& arguments, Json&) {
  if (session_ != nullptr) throw Failure{"something is debugged already"};
  const bool has_debugger = !arguments.value("noDebug", false);
  stops_on_entry_ = has_debugger && arguments.value("stopOnEntry", false);
  open(arguments);
  begin(arguments);
}

void DebugServer::attach(const Json& arguments, Json&) {
  if (session_ != nullptr) throw Failure{"something is debugged already"};
  std::vector<std::string> roots = argument_texts(arguments, "roots");
  if (const std::string root = argument_text(arguments, "root"); !root.empty())
    roots.insert(roots.begin(), root);
  auto run = attach_to_game(argument_text(arguments, "game"), std::move(roots));
  if (!run) throw Failure{run.error()};
  session_ = std::make_unique<DebugSession>(std::move(*run), breakpoints_);
  stops_on_entry_ = arguments.value("stopOnEntry", false);
  begin(arguments);
}

// Tells the client what was opened.
void DebugServer::begin(const Json& arguments) {
  auto asked = std::make_unique<Launch>();
  asked->arguments = arguments.dump();
  asked->agents = argument_text(arguments, "agents");
  if (!asked->agents.empty()) {
    const auto value = breakpoints_.evaluate(debuggee(), agent_of(Json::object()), asked->agents);
    if (!value) session_.reset();
    if (!value) throw Failure{fmt::format("`agents` cannot be computed: {}", value.error())};
  }
  launch_ = std::move(asked);
  afterwards_.emplace_back([this] { tell("initialized", Json::object()); });
}

void DebugServer::configuration_done(const Json&, Json&) {
  static_cast<void>(debuggee());
  if (is_configured_) throw Failure{"the configuration is done already"};
  is_configured_ = true;
  afterwards_.emplace_back([this] {
    if (stops_on_entry_) {
      stopped({.reason = "entry"});
    } else if (const auto stop = session_->look()) {
      stopped(*stop);
    } else {
      session_->move(Motion::forward, 0);
    }
  });
}

// The sources as they are now, up to the frame at hand.
void DebugServer::restart(const Json& arguments, Json&) {
  if (debuggee().is_live())
    throw Failure{"a running game is not restarted; a hot reload gives it other sources"};
  const size_t at = debuggee().at();
  const std::string shown = debuggee().agent_name(shown_agent_);
  const auto own = arguments.find("arguments");
  const Json launched = own != arguments.end() && own->is_object() ? *own : Json::parse(launch_->arguments);
  open(launched);
  launch_->arguments = launched.dump();
  move_breakpoints();
  const size_t frame = std::min(at, debuggee().frame_count() - 1);
  if (auto gone = debuggee().go_to(frame); !gone) throw Failure{gone.error()};
  uint32_t agent = 0;  // the first, where the one who was shown is not in the new cast
  for (uint32_t i = 0; i < debuggee().agent_count(); ++i)
    if (debuggee().agent_name(i) == shown) agent = i;
  afterwards_.emplace_back([this, agent] { stopped({.reason = "restart", .agent = agent}); });
}

// Breakpoints go where their places are now, and the client hears of it.
void DebugServer::move_breakpoints() {
  for (const SetBreakpoint& moved : breakpoints_.move_to(debuggee()))
    afterwards_.emplace_back([this, moved] {
      tell("breakpoint", {{"reason", "changed"}, {"breakpoint", breakpoint_json(moved)}});
    });
}

// A request of our own, named as other debuggers name theirs.
void DebugServer::hot_reload(const Json&, Json& body) { body["message"] = reload(); }

// Goes on with the sources as they are now, while agents keep their state; a run that moves goes on moving.
std::string DebugServer::reload() {
  Debuggee& run = debuggee();
  if (is_over_) throw Failure{"the run is over: restart it"};
  if (!is_configured_) throw Failure{"`configurationDone` comes first"};
  if (session_->is_going_back()) throw Failure{"the run goes back: pause it first"};
  auto done = run.reload();
  if (!done) throw Failure{done.error()};
  move_breakpoints();
  breakpoints_.begin(run);
  if (!session_->is_moving() && !run.is_live()) {
    forget_handles();
    afterwards_.emplace_back([this] { stopped({.reason = "hot reload", .agent = shown_agent_}); });
  }
  return std::move(*done);
}

void DebugServer::end() {
  if (session_ == nullptr || is_over_) return;
  is_over_ = true;
  tell("terminated", Json::object());
  tell("exited", {{"exitCode", 0}});
}

void DebugServer::terminate(const Json&, Json&) {
  afterwards_.emplace_back([this] {
    if (session_ != nullptr && session_->is_moving()) static_cast<void>(session_->pause());
    end();
  });
}

// A game that was held goes on.
void DebugServer::disconnect(const Json&, Json&) {
  if (session_ != nullptr) static_cast<void>(session_->run().let_go(0));
  afterwards_.emplace_back([this] { has_ended_ = true; });
}

}  // namespace ishi::compiler::cli
