#include "cli/dap/debug_server.h"

#include <fmt/format.h>

#include <exception>
#include <new>
#include <utility>

#include "cli/dap/debug_failure.h"
#include "cli/exit_code.h"
#include "diagnostics/json.h"

namespace ishi::compiler::cli {

DebugServer::DebugServer(MessageQueue& queue, Send send)
    : queue_(queue),
      send_(std::move(send)),
      breakpoints_([this](std::string text) { print("console", std::move(text) + "\n"); }) {}
DebugServer::~DebugServer() = default;

// While the run goes on, requests that have come are answered between its pieces.
int DebugServer::run() {
  constexpr auto kPiece = std::chrono::milliseconds(20);
  while (!has_ended_ && !is_client_gone_) {
    if (auto message = queue_.take()) {
      receive(*message);
      continue;
    }
    if (session_ != nullptr && session_->is_moving()) {
      if (queue_.is_over()) break;
      if (const auto stop = session_->work(kPiece)) stopped(*stop);
      if (std::string note = session_->take_note(); !note.empty()) print("important", std::move(note));
      continue;
    }
    // A game that is paused needs a message from its viewer now and then, and the viewer must read what the
    // game sends.
    if (session_ != nullptr && session_->run().is_live()) {
      if (queue_.is_over()) break;
      static_cast<void>(session_->run().wait_for_more(kPiece));
      continue;
    }
    if (!queue_.wait()) break;
  }
  return has_ended_ ? kGood : kFound;
}

void DebugServer::receive(const std::string& text) {
  const Json message = Json::parse(text, nullptr, false);
  if (!message.is_object()) {
    print("important", "a message is one JSON object, and this is none\n");
    return;
  }
  handle(message);
}

void DebugServer::handle(const Json& message) {
  const auto text_of = [&](const char* name) {
    const auto found = message.find(name);
    return found != message.end() && found->is_string() ? found->get<std::string>() : std::string();
  };
  if (text_of("type") != "request") return;  // answers to what was asked of the client
  const std::string command = text_of("command");
  const auto sequence = message.find("seq");
  Json response = {
      {"type", "response"},
      {"request_seq", sequence != message.end() && sequence->is_number_integer() ? *sequence : Json(0)},
      {"command", command}};
  const auto given = message.find("arguments");
  const Json arguments = given != message.end() && given->is_object() ? *given : Json::object();
  Json body = Json::object();
  std::string fault;
  bool is_late = false;
  try {
    const auto found = requests().find(command);
    if (found == requests().end()) throw Failure{fmt::format("there is no request `{}` here", command)};
    if (!is_initialized_ && command != "initialize" && command != "disconnect")
      throw Failure{"`initialize` comes first"};
    (this->*found->second)(arguments, body);
  } catch (const Failure& failure) {
    fault = failure.message;
    is_late = failure.is_late && !command.starts_with("set");  // a change that is refused is always shown
  } catch (const Json::exception& error) {
    fault = fmt::format("the arguments are not those of `{}`: {}", command, error.what());
  } catch (const std::bad_alloc&) {
    throw;
  } catch (const std::exception& error) {
    fault = error.what();
  }
  response["success"] = fault.empty();
  if (fault.empty()) {
    response["body"] = std::move(body);
  } else {
    response["message"] = fault;
    response["body"] = {{"error", {{"id", 1}, {"format", fault}, {"showUser", !is_late}}}};
  }
  send(std::move(response));
  for (const auto& after : std::exchange(afterwards_, {})) after();
}

void DebugServer::send(Json message) {
  message["seq"] = sequence_++;
  if (!send_(message.dump(-1, ' ', false, Json::error_handler_t::replace))) is_client_gone_ = true;
}

void DebugServer::tell(std::string_view event, Json body) {
  send({{"type", "event"}, {"event", event}, {"body", std::move(body)}});
}

void DebugServer::print(std::string_view category, std::string text) {
  tell("output", {{"category", category}, {"output", std::move(text)}});
}

Debuggee& DebugServer::debuggee() const {
  if (session_ == nullptr) throw Failure{"nothing is debugged: `launch` comes first"};
  return session_->run();
}

uint32_t DebugServer::line_of(const Json& line) const {
  const auto number = line.is_number_unsigned() || line.is_number_integer() ? line.get<int64_t>() : -1;
  constexpr int64_t kMost = 1 << 24;
  const int64_t from_one = number + (lines_from_one_ ? 0 : 1);
  if (from_one < 1 || from_one > kMost) throw Failure{"there is no such line"};
  return static_cast<uint32_t>(from_one);
}

const std::map<std::string_view, DebugServer::Request>& DebugServer::requests() {
  static const std::map<std::string_view, Request> kRequests = {
      {"initialize", &DebugServer::initialize},
      {"launch", &DebugServer::launch},
      {"attach", &DebugServer::attach},
      {"configurationDone", &DebugServer::configuration_done},
      {"restart", &DebugServer::restart},
      {"hotReload", &DebugServer::hot_reload},
      {"terminate", &DebugServer::terminate},
      {"disconnect", &DebugServer::disconnect},
      {"setBreakpoints", &DebugServer::set_breakpoints},
      {"setFunctionBreakpoints", &DebugServer::set_function_breakpoints},
      {"setExceptionBreakpoints", &DebugServer::set_exception_breakpoints},
      {"setDataBreakpoints", &DebugServer::set_data_breakpoints},
      {"dataBreakpointInfo", &DebugServer::data_breakpoint_info},
      {"breakpointLocations", &DebugServer::breakpoint_locations},
      {"exceptionInfo", &DebugServer::exception_info},
      {"threads", &DebugServer::threads},
      {"stackTrace", &DebugServer::stack_trace},
      {"scopes", &DebugServer::scopes},
      {"variables", &DebugServer::variables},
      {"setVariable", &DebugServer::set_variable},
      {"setExpression", &DebugServer::set_expression},
      {"evaluate", &DebugServer::evaluate},
      {"loadedSources", &DebugServer::loaded_sources},
      {"source", &DebugServer::source},
      {"continue", &DebugServer::go_on},
      {"next", &DebugServer::next},
      {"stepIn", &DebugServer::step_in},
      {"stepOut", &DebugServer::step_out},
      {"stepBack", &DebugServer::step_back},
      {"reverseContinue", &DebugServer::reverse_continue},
      {"pause", &DebugServer::pause},
      {"restartFrame", &DebugServer::restart_frame},
  };
  return kRequests;
}

}  // namespace ishi::compiler::cli
