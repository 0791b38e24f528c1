#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "cli/lsp/connection.h"
#include "cli/lsp/long_work.h"
#include "cli/lsp/text_requests.h"

namespace ishi::compiler::cli {

class MessageQueue;
struct OpenRecordings;

// The commands that an editor gives by `workspace/executeCommand`, and other requests that take long: those
// are begun as long work, and answered when that is done.
class Commands {
 public:
  // All outlive this. Work in progress wakes the queue.
  Commands(TextsOfClient texts, Connection& connection, MessageQueue& queue, LongWork& work)
      : at_(texts), connection_(connection), queue_(queue), work_(work) {}

  // Carries out a command that takes no time.
  Json execute_command(const Json& params);
  // Begins a request that takes long, with its id as JSON. False if it is none.
  bool begin_long(const std::string& method, const std::string& id, const Json& params);
  // Tells a client that asked for it how far a request is.
  void tell_progress_of(const LongRequest& request, std::string_view kind);

 private:
  bool begin_command(const std::string& id, const Json& params);
  bool begin_hover(const std::string& id, const Json& params);
  bool begin_recorded(const std::string& id, const Json& params, const std::string& command);
  LongRequest::Work ask(const ProjectFile& file, const std::string& command, const Json& options);
  LongRequest::Work run_tests(const ProjectFile& file, std::string name);
  LongRequest::Work add_test(const ProjectFile& file, std::variant<SituationQuestion, std::string> about);
  void begin(const std::string& id, const Json& params, const ProjectFile& file, LongRequest::Work work,
             bool is_of_texts = true);
  Json apply(const ProjectFile& file, std::string_view label, const std::vector<FileEdit>& edits);
  Json edit_by_picture(const Json& params);
  Json tell_results(const ProjectFile& file, const std::vector<TestRun>& runs);
  static std::string argument(const Json& params, size_t place);

  TextsOfClient at_;
  Connection& connection_;
  MessageQueue& queue_;
  LongWork& work_;
  // Recordings that are open, by their paths. Only long work touches them.
  std::shared_ptr<OpenRecordings> recordings_;
};

}  // namespace ishi::compiler::cli
