#include <fmt/format.h>

#include <cstdio>
#include <functional>
#include <memory>
#include <string>
#include <utility>

#include "cli/exit_code.h"
#include "cli/input/ask.h"
#include "cli/input/inputs.h"
#include "cli/output/output.h"
#include "cli/output/terminal.h"
#include "cli/recording/named_recordings.h"
#include "cli/sweep/print_swept.h"
#include "cli/verbs.h"
#include "diagnostics/render_json.h"
#include "recording/recorded_decision.h"
#include "source/read_file.h"
#include "workspace/ask/tested_file.h"
#include "workspace/new_entry.h"

namespace ishi::compiler::cli {

namespace {

// The source with other text, compiled; null after a message.
using WithText = std::function<std::shared_ptr<CheckedFile>(std::string text)>;

// The fault of written tests once they stand in the source, as a sentence; empty: they compile and pass.
std::string fault_of_tests(const std::string& tests, const AskedSituation& asked, const WithText& with_text) {
  const Node* const root = asked.program().units.units.front().tree.root;
  const auto file = with_text(with_section(asked.sources().file(0).text(), *root, "tests", tests));
  if (file == nullptr) return "they cannot be compiled";
  for (const Diagnostic& one : file->diagnostics.sorted()) {
    if (one.severity == Severity::error) return one.message;
  }
  Diagnostics diagnostics = file->diagnostics;
  for (const TestResult& result : test_file(*file, {}, diagnostics).results) {
    if (!is_good(result.outcome)) return fmt::format("\"{}\" fails: {}", result.name, result.message);
  }
  return {};
}

int print_sweep(const AskedSituation& asked, const SweepOptions& options, const WithText& with_text) {
  const auto answer = sweep(asked, options.over, options.importance);
  if (!answer) {
    complain("{}", answer.error());
    return kUsage;
  }
  const Swept& swept = *answer;
  for (const std::string& idle : swept.idle) complain("{}", idle);
  if (options.writes_tests && !options.scene.empty()) {
    complain("--write-tests writes tests of one agent; leave --scene out, or begin with a test");
    return kUsage;
  }
  if (options.writes_tests && swept.axes.size() == 2) {
    complain("--write-tests writes the changes along one key; name one with --over");
    return kUsage;
  }
  if (options.writes_tests && swept.axes[0].is_field()) {
    complain("--write-tests writes the changes along a key or level, but {} is a field of somebody",
             swept.axes[0].name);
    return kUsage;
  }
  if (options.writes_tests) {
    const std::string tests = swept_tests(swept);
    if (const std::string fault = fault_of_tests(tests, asked, with_text); !fault.empty()) {
      complain("the tests of this sweep would not pass where they are pasted: {}", fault);
      return kFound;
    }
    fmt::print("{}", tests);
  } else {
    switch (options.format) {
      case Format::json: fmt::print("{}", json_text(swept_json(swept))); break;
      case Format::csv: print_swept_csv(swept); break;
      default: print_swept(swept); break;
    }
  }
  if (options.picture.empty()) return kGood;
  if (overwrites(options.picture, "--svg", options.path)) return kUsage;
  if (const std::string failure = write_file(options.picture, swept_picture(swept)); !failure.empty()) {
    complain("{} cannot be written: {}", options.picture, failure);
    return kUsage;
  }
  return kGood;
}

// The situation of a decision of a recording, as a test has it.
int sweep_recorded(const SweepOptions& of_one, const SweepOptions& options) {
  if (!options.importance.empty()) {
    complain(
        "--importance is about a situation of a source, and {} is a recording, where the agent has the "
        "profile that it had",
        options.path);
    return kUsage;
  }
  RecordedQuestion recorded;
  if (const int code = read_question(of_one, recorded); code != kGood) return code;
  if (!recorded.obstacle().empty()) {
    complain(
        "the situation of {} cannot be made again outside of the game, so nothing can be swept from it: {}",
        recorded.who().text, recorded.obstacle());
    return kUsage;
  }
  SituationQuestion question;
  question.words = kFlags;
  question.asks_of_one = true;
  AskedSituation asked(question, options.path);
  if (asked.read(recorded.source().file, recorded.decision().moment.situation) !=
      AskedSituation::Outcome::good)
    return kUsage;
  return print_sweep(asked, options,
                     [&](std::string text) { return recorded.source().with_text(std::move(text)); });
}

}  // namespace

int run_sweep(const SweepOptions& options) {
  SweepOptions of_one = options;
  if (of_one.importance == kAllProfiles) of_one.importance.clear();
  if (is_recorded_game(options.path)) return sweep_recorded(of_one, options);
  if (!options.moment.empty()) {
    complain(
        "--at is about a recording, and `ishi sweep` of a source is about its beginning; leave --at out, or "
        "ask "
        "`ishi why {} --at {}{}{}`, which names the values that would turn the decision then",
        options.path, options.moment, options.scene.empty() ? "" : " --scene " + options.scene,
        options.agent.empty() ? "" : " --agent " + options.agent);
    return kUsage;
  }
  AskedSituation asked(of_one, options.path);
  if (const int code = ask(asked, of_one); code != kGood) return report_faults(asked, options.path, code);
  return print_sweep(asked, options, [&](std::string text) -> std::shared_ptr<CheckedFile> {
    const auto input = find_input(options.path, options.root);
    ParsedFiles parsed;
    return !input ? nullptr
                  : check_file(input->path, std::move(text), FolderReader(input->root), parsed,
                               CheckDepth::programs, input->viewpoint);
  });
}

}  // namespace ishi::compiler::cli
