#pragma once

#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "cli/lsp/commands.h"
#include "cli/lsp/connection.h"
#include "cli/lsp/diagnostics_of_files.h"
#include "cli/lsp/framing.h"
#include "cli/lsp/long_work.h"
#include "cli/lsp/projects.h"
#include "cli/lsp/text_requests.h"

// `ishi lsp`: the language server protocol 3.17 over standard input and output. One thread answers, one
// reads, one does what takes long. Messages are answered in their order, but for those that take long;
// diagnostics are found while no message waits, and are put off when one comes.

namespace ishi::compiler::cli {

class LanguageServer {
 public:
  using Send = Connection::Send;

  LanguageServer(MessageQueue& queue, Send send);
  ~LanguageServer();

  // Works until the client says `exit` or is gone. The exit code of the process.
  int run();
  // Answers a message, or does a piece of what nobody asks for. False if there was nothing to do.
  bool work();

 private:
  using Request = Json (LanguageServer::*)(const Json& params);
  using Notification = void (LanguageServer::*)(const Json& params);

  // dispatch (server.cpp)
  void receive(const std::string& text);
  void read_waiting();
  void handle(const Json& message);
  void answer_by(const Json& id, const std::function<std::optional<Json>()>& make);
  void stop_questions_if(const Stop& stop);
  static const std::map<std::string_view, Request>& requests();
  static const std::map<std::string_view, Notification>& notifications();

  // lifecycle.cpp
  Json initialize(const Json& params);
  Json shut_down(const Json& params);
  void initialized(const Json& params);
  void exit(const Json& params);
  void set_trace(const Json& params);
  void cancel(const Json& params);
  void note_cancelled(std::string id);
  static std::optional<std::string> cancelled_by(const std::string& message);

  // documents.cpp
  void did_open(const Json& params);
  void did_change(const Json& params);
  void did_close(const Json& params);
  void did_save(const Json& params);
  void did_change_watched_files(const Json& params);
  bool work_unasked();

  // Carries out a command that takes no time.
  Json execute_command(const Json& params) { return commands_.execute_command(params); }
  bool look_after_work();

  MessageQueue& queue_;
  Connection connection_;
  OpenProjects projects_;
  ClientCapabilities client_;
  TextsOfClient at_{projects_, client_};
  DiagnosticsOfFiles diagnostics_;

  enum class State : uint8_t { fresh, running, shut_down };
  State state_ = State::fresh;
  bool has_exited_ = false;

  std::deque<std::string> waiting_;  // messages that have come
  std::set<std::string> cancelled_;  // ids of requests, as JSON

  Commands commands_;
  LongWork work_;  // the last one, so that it ends before what it works on
};

}  // namespace ishi::compiler::cli
