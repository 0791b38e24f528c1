#include "cli/lsp/server.h"

#include <fmt/format.h>

#include <exception>

#include "cli/exit_code.h"
#include "cli/lsp/failure.h"
#include "diagnostics/json.h"

namespace ishi::compiler::cli {

LanguageServer::LanguageServer(MessageQueue& queue, Send send)
    : queue_(queue),
      connection_(std::move(send)),
      diagnostics_(at_, connection_),
      commands_(at_, connection_, queue_, work_),
      work_([this] { queue_.wake(); }) {}
LanguageServer::~LanguageServer() = default;

int LanguageServer::run() {
  while (!has_exited_ && !connection_.is_gone()) {
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
  if (message.is_discarded()) return connection_.answer_failure(nullptr, kParseError, "this is no JSON");
  if (!message.is_object())
    return connection_.answer_failure(nullptr, kInvalidRequest, "a message is one object");
  handle(message);
}

void LanguageServer::handle(const Json& message) {
  const bool has_method = message.contains("method") && message["method"].is_string();
  const Json id = message.contains("id") ? message["id"] : Json();
  if (!has_method) {
    const bool is_answer = message.contains("result") || message.contains("error");
    if (!is_answer) connection_.answer_failure(id, kInvalidRequest, "a message has a method");
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
    return connection_.answer_failure(nullptr, kInvalidRequest, "an id is a number or text");
  if (cancelled_.erase(id.dump()) > 0) return connection_.answer_failure(id, kCancelled, "cancelled");
  if (state_ == State::fresh && method != "initialize")
    return connection_.answer_failure(id, kNotInitialized, "`initialize` comes first");
  if (state_ == State::shut_down)
    return connection_.answer_failure(id, kInvalidRequest, "the server is shut down");
  const auto own = requests().find(method);
  const auto of_texts = text_requests().find(method);
  if (own == requests().end() && of_texts == text_requests().end())
    return connection_.answer_failure(id, kMethodNotFound,
                                      fmt::format("there is no method `{}` here", method));
  // A question asks now and then whether the client still wants it.
  const std::string own_id = id.dump();
  stop_questions_if([&] {
    return queue_.holds([&](const std::string& waiting) { return cancelled_by(waiting) == own_id; });
  });
  answer_by(id, [&]() -> std::optional<Json> {
    if (commands_.begin_long(method, own_id, params)) return std::nullopt;
    if (own != requests().end()) return (this->*own->second)(params);
    return of_texts->second(at_, params);
  });
  stop_questions_if({});
}

void LanguageServer::stop_questions_if(const Stop& stop) {
  for (const auto& [root, project] : at_.projects.all()) project->workspace.stop_if(stop);
}

// Answers a request, unless `make` gives nothing: that one is answered later.
void LanguageServer::answer_by(const Json& id, const std::function<std::optional<Json>()>& make) {
  try {
    if (const std::optional<Json> result = make()) connection_.answer(id, *result);
  } catch (const Workspace::Stopped&) {
    connection_.answer_failure(id, kCancelled, "cancelled");
  } catch (const Failure& failure) {
    connection_.answer_failure(id, failure.code, failure.message);
  } catch (const Json::exception& error) {
    connection_.answer_failure(id, kInvalidParams, error.what());
  } catch (const std::bad_alloc&) {
    throw;
  } catch (const std::exception& error) {
    connection_.answer_failure(id, kInternalError, error.what());
  }
}

const std::map<std::string_view, LanguageServer::Request>& LanguageServer::requests() {
  static const std::map<std::string_view, Request> kRequests = {
      {"initialize", &LanguageServer::initialize},
      {"shutdown", &LanguageServer::shut_down},
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

// Answers what is done, and stops what nobody can use any more: a text that it is of is another one now.
// False if nothing was done.
bool LanguageServer::look_after_work() {
  bool has_answered = false;
  for (const auto& request : work_.unfinished()) {
    const bool is_of_texts = !request->made_of.empty();
    if (is_of_texts && !request->is_outdated && !request->project->workspace.is_current(request->made_of))
      request->is_outdated = true;
  }
  while (const auto request = work_.take_done()) {
    has_answered = true;
    commands_.tell_progress_of(*request, "end");
    const Json id = Json::parse(request->id);
    if (request->is_cancelled)
      connection_.answer_failure(id, kCancelled, "cancelled");
    else if (request->is_outdated)
      connection_.answer_failure(id, kContentModified, "the text has changed meanwhile; ask again");
    else
      answer_by(id, [&]() -> std::optional<Json> {
        if (request->thrown) std::rethrow_exception(request->thrown);
        auto made = request->finish();
        const auto* const raw = std::get_if<LongRequest::RawJson>(&made);
        if (raw == nullptr) return std::get<Json>(std::move(made));
        connection_.answer_raw(id, raw->text);
        return std::nullopt;
      });
  }
  for (const auto& request : work_.unfinished()) {
    const auto percentage = static_cast<int>(100 * request->share);
    if (percentage != std::exchange(request->told_percentage, percentage))
      commands_.tell_progress_of(*request, "report");
  }
  return has_answered;
}

}  // namespace ishi::compiler::cli
