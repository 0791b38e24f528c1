#include "cli/recording/recorded_test.h"

#include <fmt/format.h>

#include <string>
#include <string_view>
#include <utility>

#include "cli/exit_code.h"
#include "cli/output/terminal.h"
#include "cli/recording/named_recordings.h"
#include "diagnostics/json.h"
#include "diagnostics/render_json.h"
#include "recording/recorded_decision.h"

namespace ishi::compiler::cli {
namespace {

// As it stands under `tests`.
std::string indented(std::string_view text) {
  std::string result;
  while (!text.empty()) {
    const size_t end = text.find('\n') + 1;
    result += fmt::format("  {}", text.substr(0, end));
    text.remove_prefix(end);
  }
  return result;
}

}  // namespace

int write_recorded_test(const TestOptions& options) {
  if (options.paths.size() != 1 || options.paths[0] != ".") {
    complain(
        "--from writes a test and runs none, so it goes without a PATH; --root says where the sources are");
    return kUsage;
  }
  if (!is_recorded_game(options.recording)) {
    complain(
        "--from takes a recording of a game, and {} is none; `ishi sweep` with --write-tests writes tests "
        "of situations of a source",
        options.recording);
    return kUsage;
  }
  AskOptions asked;
  asked.path = options.recording;
  asked.root = options.root;
  asked.more_roots = options.more_roots;
  asked.agent = options.agent;
  asked.moment = options.moment;
  RecordedQuestion question;
  if (const int code = read_question(asked, question); code != kGood) return code;
  const WrittenMoment written = written_moment(question);
  if (!written.is_written) complain("the moment cannot be written as a test: {}", written.obstacle);
  if (options.format == Format::json) {
    using OrderedJson = nlohmann::ordered_json;
    fmt::print(
        "{}",
        json_text({{"version", 1},
                   {"recording", options.recording},
                   {"agent", question.who().text},
                   {"frame", question.decision().frame},
                   {"source", question.source().path},
                   {"name", question.test().name},
                   {"text", written.is_written ? OrderedJson(indented(question.test().text()))
                                               : OrderedJson(nullptr)},
                   {"obstacle", written.is_written ? OrderedJson(nullptr) : OrderedJson(written.obstacle)}}));
  } else if (written.is_written) {
    if (!question.obstacle().empty())
      fmt::print("  # its choice is the game's, its scores are not: {}\n", question.obstacle());
    fmt::print("{}", indented(question.test().text()));
  }
  return written.is_written ? kGood : kFound;
}

}  // namespace ishi::compiler::cli
