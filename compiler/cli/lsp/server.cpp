#include "cli/lsp/server.h"

#include <fmt/format.h>

#include <exception>

#include "cli/exit_code.h"
#include "cli/lsp/failure.h"
#include "diagnostics/json.h"

namespace ishi::compiler::cli {

LanguageServer::LanguageServer(MessageQueue& queue, Send send)
    : queue_(queue), send_(std::move(send)), work_([this] { queue_.wake(); }) {}
LanguageServer::~LanguageServer() = default;

int LanguageServer::run() {
  while (!has_exited_ && !is_client_gone_) {
    if (!work() && !queue_.wait()) break;  // the client is gone
  }
  return has_exited_ && state_ == State::shut_down ? kGood : kFound;
}

bool LanguageServer::work() {
  read_waiting();
  if (look_after_work()) return true;
  if (waiting_.empty()) {
    // Where there are no threads: what is short, then diagnostics, then the rest of what takes long.
    constexpr bool kOnlyFirst = true;
    return work_.do_piece(kOnlyFirst) || (state_ == State::running && work_unasked()) ||
           work_.do_piece(!kOnlyFirst);
  }
  const std::string text = std::move(waiting_.front());
  waiting_.pop_front();
  receive(text);
  return true;
}

// A request may be cancelled by a message that has come behind it.
void LanguageServer::read_waiting() {
  while (auto message = queue_.take()) {
    if (auto id = cancelled_by(*message))
      note_cancelled(std::move(*id));
    else
      waiting_.push_back(std::move(*message));
  }
}

void LanguageServer::receive(const std::string& text) {
  const Json message = Json::parse(text, nullptr, false);
  if (message.is_discarded()) return answer_failure(nullptr, kParseError, "this is no JSON");
  if (!message.is_object()) return answer_failure(nullptr, kInvalidRequest, "a message is one object");
  handle(message);
}

void LanguageServer::handle(const Json& message) {
  const bool has_method = message.contains("method") && message["method"].is_string();
  const Json id = message.contains("id") ? message["id"] : Json();
  if (!has_method) {
    const bool is_answer = message.contains("result") || message.contains("error");
    if (!is_answer) answer_failure(id, kInvalidRequest, "a message has a method");
    return;  // answers to what was asked of the client
  }
  const auto method = message["method"].get<std::string>();
  static const Json kNone = Json::object();
  const Json& params = message.contains("params") ? message["params"] : kNone;
  if (id.is_null()) {
    if (const auto found = notifications().find(method); found != notifications().end()) {
      if (state_ != State::running && method != "exit" && method != "initialized") return;
      try {
        (this->*found->second)(params);
      } catch (const Failure&) {
      } catch (const Json::exception&) {  // of another shape than the protocol's: there is nobody to tell
      }
    }
    return;
  }
  if (!id.is_string() && !id.is_number())
    return answer_failure(nullptr, kInvalidRequest, "an id is a number or text");
  if (cancelled_.erase(id.dump()) > 0) return answer_failure(id, kCancelled, "cancelled");
  if (state_ == State::fresh && method != "initialize")
    return answer_failure(id, kNotInitialized, "`initialize` comes first");
  if (state_ == State::shut_down) return answer_failure(id, kInvalidRequest, "the server is shut down");
  const auto found = requests().find(method);
  if (found == requests().end())
    return answer_failure(id, kMethodNotFound, fmt::format("there is no method `{}` here", method));
  // A question asks now and then whether the client still wants it.
  const std::string own_id = id.dump();
  stop_questions_if([&] {
    return queue_.holds([&](const std::string& waiting) { return cancelled_by(waiting) == own_id; });
  });
  answer_by(id, [&]() -> std::optional<Json> {
    if (begin_long(method, own_id, params)) return std::nullopt;
    return (this->*found->second)(params);
  });
  stop_questions_if({});
}

void LanguageServer::stop_questions_if(const Stop& stop) {
  for (const auto& [root, project] : projects_.all()) project->workspace.stop_if(stop);
}

// Answers a request, unless `make` gives nothing: that one is answered later.
void LanguageServer::answer_by(const Json& id, const std::function<std::optional<Json>()>& make) {
  try {
    if (const std::optional<Json> result = make()) answer(id, *result);
  } catch (const Workspace::Stopped&) {
    answer_failure(id, kCancelled, "cancelled");
  } catch (const Failure& failure) {
    answer_failure(id, failure.code, failure.message);
  } catch (const Json::exception& error) {
    answer_failure(id, kInvalidParams, error.what());
  } catch (const std::bad_alloc&) {
    throw;
  } catch (const std::exception& error) {
    answer_failure(id, kInternalError, error.what());
  }
}

namespace {

// Bytes of a text that are no UTF-8 are shown as such.
std::string text_of(const Json& json) { return json.dump(-1, ' ', false, Json::error_handler_t::replace); }

}  // namespace

// Written around the text of the result, which may be large, in place of a copy in an object.
void LanguageServer::answer(const Json& id, const Json& result) { answer_raw(id, text_of(result)); }
void LanguageServer::answer_raw(const Json& id, std::string_view result) {
  send_text(fmt::format(R"({{"jsonrpc":"2.0","id":{},"result":{}}})", text_of(id), result));
}

void LanguageServer::answer_failure(const Json& id, int code, const std::string& message) {
  send({{"jsonrpc", "2.0"}, {"id", id}, {"error", {{"code", code}, {"message", message}}}});
}

void LanguageServer::notify(std::string_view method, const Json& params) {
  send({{"jsonrpc", "2.0"}, {"method", method}, {"params", params}});
}

void LanguageServer::send(const Json& message) { send_text(text_of(message)); }

void LanguageServer::send_text(const std::string& text) {
  if (!send_(text)) is_client_gone_ = true;
}

const std::map<std::string_view, LanguageServer::Request>& LanguageServer::requests() {
  static const std::map<std::string_view, Request> kRequests = {
      {"initialize", &LanguageServer::initialize},
      {"shutdown", &LanguageServer::shut_down},
      {"textDocument/completion", &LanguageServer::completion},
      {"textDocument/hover", &LanguageServer::hover},
      {"textDocument/signatureHelp", &LanguageServer::signature_help},
      {"textDocument/definition", &LanguageServer::definition},
      {"textDocument/declaration", &LanguageServer::definition},
      {"textDocument/references", &LanguageServer::references},
      {"textDocument/documentHighlight", &LanguageServer::highlights},
      {"textDocument/documentSymbol", &LanguageServer::document_symbols},
      {"workspace/symbol", &LanguageServer::workspace_symbols},
      {"textDocument/codeAction", &LanguageServer::code_actions},
      {"textDocument/codeLens", &LanguageServer::code_lenses},
      {"textDocument/documentLink", &LanguageServer::document_links},
      {"textDocument/foldingRange", &LanguageServer::folding_ranges},
      {"textDocument/selectionRange", &LanguageServer::selection_ranges},
      {"textDocument/prepareRename", &LanguageServer::prepare_rename},
      {"textDocument/rename", &LanguageServer::rename},
      {"textDocument/formatting", &LanguageServer::formatting},
      {"textDocument/onTypeFormatting", &LanguageServer::on_type_formatting},
      {"textDocument/semanticTokens/full", &LanguageServer::semantic_tokens},
      {"textDocument/semanticTokens/range", &LanguageServer::semantic_tokens_of_range},
      {"textDocument/inlayHint", &LanguageServer::inlay_hints},
      {"workspace/executeCommand", &LanguageServer::execute_command},
  };
  return kRequests;
}

const std::map<std::string_view, LanguageServer::Notification>& LanguageServer::notifications() {
  static const std::map<std::string_view, Notification> kNotifications = {
      {"initialized", &LanguageServer::initialized},
      {"exit", &LanguageServer::exit},
      {"$/setTrace", &LanguageServer::set_trace},
      {"$/cancelRequest", &LanguageServer::cancel},
      {"textDocument/didOpen", &LanguageServer::did_open},
      {"textDocument/didChange", &LanguageServer::did_change},
      {"textDocument/didClose", &LanguageServer::did_close},
      {"textDocument/didSave", &LanguageServer::did_save},
      {"workspace/didChangeWatchedFiles", &LanguageServer::did_change_watched_files},
  };
  return kNotifications;
}

}  // namespace ishi::compiler::cli
