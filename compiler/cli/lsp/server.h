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

#include "cli/lsp/framing.h"
#include "cli/lsp/long_work.h"
#include "cli/lsp/projects.h"
#include "cli/lsp/to_json.h"

// `ishi lsp`: the language server protocol 3.17 over standard input and output. One thread answers, one
// reads, one does what takes long. Messages are answered in their order, but for those that take long;
// diagnostics are found while no message waits, and are put off when one comes.

namespace ishi::compiler::cli {

struct OpenRecordings;

class LanguageServer {
 public:
  // Takes an answer. False: the client is gone.
  using Send = std::function<bool(std::string_view json)>;

  LanguageServer(MessageQueue& queue, Send send);
  ~LanguageServer();

  // Works until the client says `exit` or is gone. The exit code of the process.
  int run();
  // Answers a message, or does a piece of what nobody asks for. False if there was nothing to do.
  bool work();

 private:
  struct Failure;  // of a request: a code and a sentence
  using Request = Json (LanguageServer::*)(const Json& params);
  using Notification = void (LanguageServer::*)(const Json& params);

  // dispatch (server.cpp)
  void receive(const std::string& text);
  void read_waiting();
  void handle(const Json& message);
  void answer(const Json& id, const Json& result);
  void answer_raw(const Json& id, std::string_view result);
  void answer_by(const Json& id, const std::function<std::optional<Json>()>& make);
  void stop_questions_if(const Stop& stop);
  void answer_failure(const Json& id, int code, const std::string& message);
  void notify(std::string_view method, const Json& params);
  void send(const Json& message);
  void send_text(const std::string& text);
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
  bool publish_next();
  bool index_next();
  void tell_progress(size_t left);
  void publish(OpenProject& project, const std::string& path);

  // requests.cpp
  Json completion(const Json& params);
  Json hover(const Json& params);
  Json hover_json(const ProjectFile& file, const HoverText& hover);
  Json signature_help(const Json& params);
  Json definition(const Json& params);
  Json references(const Json& params);
  Json highlights(const Json& params);
  Json document_symbols(const Json& params);
  Json workspace_symbols(const Json& params);
  Json code_actions(const Json& params);
  Json code_lenses(const Json& params);
  Json document_links(const Json& params);
  Json folding_ranges(const Json& params);
  Json selection_ranges(const Json& params);
  Json prepare_rename(const Json& params);
  Json rename(const Json& params);
  Json formatting(const Json& params);
  Json on_type_formatting(const Json& params);
  Json semantic_tokens(const Json& params);
  Json semantic_tokens_of_range(const Json& params);
  Json inlay_hints(const Json& params);

  // commands.cpp
  Json execute_command(const Json& params);
  bool begin_long(const std::string& method, const std::string& id, const Json& params);
  bool begin_command(const std::string& id, const Json& params);
  bool begin_hover(const std::string& id, const Json& params);
  bool begin_recorded(const std::string& id, const Json& params, const std::string& command);
  LongRequest::Work ask(const ProjectFile& file, const std::string& command, const Json& options);
  LongRequest::Work run_tests(const ProjectFile& file, std::string name);
  LongRequest::Work add_test(const ProjectFile& file, std::variant<SituationQuestion, std::string> about);
  void begin(const std::string& id, const Json& params, const ProjectFile& file, LongRequest::Work work,
             bool is_of_texts = true);
  Json apply(const ProjectFile& file, std::string_view label, const std::vector<FileEdit>& edits);
  Json tell_results(const ProjectFile& file, const std::vector<TestRun>& runs);
  void tell_progress_of(const LongRequest& request, std::string_view kind);
  bool look_after_work();
  static std::string argument(const Json& params, size_t place);

  struct Asked;  // where a request asks
  [[nodiscard]] Asked asked(const Json& params);
  [[nodiscard]] ProjectFile file_of(const Json& params);
  [[nodiscard]] std::pair<uint32_t, uint32_t> range_of(const ProjectFile& file, const Json& params);
  [[nodiscard]] Positions positions_of(const ProjectFile& file) {
    return {projects_, *file.project, encoding_};
  }

  MessageQueue& queue_;
  Send send_;
  OpenProjects projects_;
  PositionEncoding encoding_ = PositionEncoding::utf16;

  enum class State : uint8_t { fresh, running, shut_down };
  State state_ = State::fresh;
  bool has_exited_ = false;
  bool is_client_gone_ = false;
  int next_id_ = 1;

  // The client's capabilities.
  bool takes_snippets_ = false;
  bool watches_files_ = false;
  bool takes_edits_ = false;
  bool shows_progress_ = false;
  std::set<std::string> client_commands_;  // commands of its own, for code lenses

  // Files of projects whose names were not known when that was begun to be looked up; 0: nothing is told.
  size_t told_files_ = 0;

  std::deque<std::string> waiting_;  // messages that have come
  std::set<std::string> cancelled_;  // ids of requests, as JSON

  std::deque<std::pair<OpenProject*, std::string>>
      unchecked_;  // open files whose diagnostics may have changed
  std::map<std::pair<OpenProject*, std::string>, std::string> said_;  // the last diagnostics of each file
  // The last check of an open file.
  struct Look {
    std::vector<Dependency> made_of;           // its texts then
    std::map<std::string, std::string> found;  // diagnostics by file
  };
  std::map<std::pair<OpenProject*, std::string>, Look> looks_;

  // Recordings that are open, by their paths. Only long work touches them.
  std::shared_ptr<OpenRecordings> recordings_;

  LongWork work_;  // the last one, so that it ends before what it works on
};

}  // namespace ishi::compiler::cli
