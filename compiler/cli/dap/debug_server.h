#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cli/dap/debug_session.h"
#include "cli/lsp/framing.h"

// `ishi dap`: the Debug Adapter Protocol. One thread answers, and plays the run in pieces while no request
// waits; one reads. Whatever comes, in whatever order, gets a response.

namespace ishi::compiler::cli {

class DebugServer {
 public:
  using Json = nlohmann::json;
  // Takes a message. False: the client is gone.
  using Send = std::function<bool(std::string_view json)>;

  DebugServer(MessageQueue& queue, Send send);
  ~DebugServer();

  // Works until the client disconnects or is gone. The exit code of the process.
  int run();

 private:
  struct Failure;  // of a request: a sentence
  using Request = void (DebugServer::*)(const Json& arguments, Json& body);
  // The objects behind the client's references, valid until the run goes on.
  struct Handle {
    uint32_t agent = 0;
    std::optional<ScopeKind> scope;  // of a scope itself
    std::vector<ShownVariable> variables;
  };
  struct FrameHandle {
    uint32_t agent = 0;
    StackLevel level;
  };
  struct Launch;

  // Messages.
  void receive(const std::string& text);
  void handle(const Json& message);
  void send(Json message);
  void tell(std::string_view event, Json body);
  void print(std::string_view category, std::string text);
  static const std::map<std::string_view, Request>& requests();

  // Life (debug_lifecycle.cpp).
  void initialize(const Json& arguments, Json& body);
  void launch(const Json& arguments, Json& body);
  void attach(const Json& arguments, Json& body);
  void configuration_done(const Json& arguments, Json& body);
  void restart(const Json& arguments, Json& body);
  void hot_reload(const Json& arguments, Json& body);
  void terminate(const Json& arguments, Json& body);
  void disconnect(const Json& arguments, Json& body);
  void open(const Json& arguments);
  void begin(const Json& arguments);
  void move_breakpoints();
  std::string reload();
  void end();

  // Breakpoints (debug_breakpoints.cpp).
  void set_breakpoints(const Json& arguments, Json& body);
  void set_function_breakpoints(const Json& arguments, Json& body);
  void set_exception_breakpoints(const Json& arguments, Json& body);
  void set_data_breakpoints(const Json& arguments, Json& body);
  void data_breakpoint_info(const Json& arguments, Json& body);
  void breakpoint_locations(const Json& arguments, Json& body);
  void exception_info(const Json& arguments, Json& body);
  [[nodiscard]] Json breakpoint_json(const SetBreakpoint& set) const;

  // Looking (debug_questions.cpp).
  void threads(const Json& arguments, Json& body);
  void stack_trace(const Json& arguments, Json& body);
  void scopes(const Json& arguments, Json& body);
  void variables(const Json& arguments, Json& body);
  void set_variable(const Json& arguments, Json& body);
  void set_expression(const Json& arguments, Json& body);
  void evaluate(const Json& arguments, Json& body);
  void loaded_sources(const Json& arguments, Json& body);
  void source(const Json& arguments, Json& body);
  [[nodiscard]] std::string command(uint32_t agent, const std::string& text);
  [[nodiscard]] std::optional<ShownVariable> find_shown(uint32_t agent, const std::string& name);
  void set_value(uint32_t agent, const std::string& name, const std::string& value);
  [[nodiscard]] Json variables_json(std::vector<ShownVariable> shown, uint32_t agent);
  [[nodiscard]] int add_handle(Handle handle);
  [[nodiscard]] const Handle& handle_of(const Json& arguments) const;
  [[nodiscard]] const FrameHandle* frame_of(const Json& arguments) const;
  [[nodiscard]] uint32_t agent_of(const Json& arguments) const;
  [[nodiscard]] Json source_json(const std::string& path) const;

  // Moving (debug_moving.cpp).
  void go_on(const Json& arguments, Json& body);
  void next(const Json& arguments, Json& body);
  void step_in(const Json& arguments, Json& body);
  void step_out(const Json& arguments, Json& body);
  void step_back(const Json& arguments, Json& body);
  void reverse_continue(const Json& arguments, Json& body);
  void pause(const Json& arguments, Json& body);
  void restart_frame(const Json& arguments, Json& body);
  void move(Motion motion, const Json& arguments);
  void stopped(const Stop& stop);
  void forget_handles();

  [[nodiscard]] Debuggee& debuggee() const;
  [[nodiscard]] uint32_t line_of(const Json& line) const;

  MessageQueue& queue_;
  Send send_;
  int sequence_ = 1;
  bool is_initialized_ = false, has_ended_ = false, is_client_gone_ = false;
  bool lines_from_one_ = true;
  bool paths_are_uris_ = false;
  bool is_configured_ = false, stops_on_entry_ = false, is_over_ = false;
  std::unique_ptr<Launch> launch_;
  Breakpoints breakpoints_;
  std::unique_ptr<DebugSession> session_;
  std::vector<Handle> handles_;
  std::vector<FrameHandle> frames_;
  uint32_t forgotten_handles_ = 0, forgotten_frames_ = 0;
  std::vector<std::function<void()>> afterwards_;  // what is done once the response is sent
  uint32_t shown_agent_ = 0;                       // of the last stop
  bool has_told_branch_ = false;
};

}  // namespace ishi::compiler::cli
