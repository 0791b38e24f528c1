#include <fmt/format.h>

#include "cli/exit_code.h"
#include "cli/input/ask.h"
#include "cli/input/batch.h"
#include "cli/output/terminal.h"
#include "cli/recording/named_recordings.h"
#include "cli/verbs.h"
#include "cli/why/print_explanation.h"
#include "diagnostics/json.h"
#include "diagnostics/render_json.h"
#include "recording/recorded_decision.h"
#include "workspace/ask/explanation_json.h"

namespace ishi::compiler::cli {
namespace {

// Says what is wrong with the file or what it is asked about. An exit code.
int report_why(const WhyOptions& options, const AskedSituation& asked, int code) {
  if (options.format != Format::json) return report_faults(asked, options.path, code);
  if (code == kUsage && !asked.diagnostics().has_errors()) return code;  // it has been said
  Findings findings;
  findings.add(asked.verdict(), asked.sources(), options.path);
  nlohmann::ordered_json json = findings.json();
  json["agent"] = nullptr;
  json["choice"] = nullptr;
  json["options"] = nlohmann::ordered_json::array();
  json["choices"] = nlohmann::ordered_json::array();
  json["flip"] = nullptr;
  json["flips"] = nlohmann::ordered_json::array();
  fmt::print("{}", json_text(json));
  return code;
}

int explain_recorded(const WhyOptions& options) {
  RecordedQuestion question;
  if (const int code = read_question(options, question); code != kGood) return code;
  if (options.format == Format::json) {
    const auto json = recorded_why_json(question);
    if (json) fmt::print("{}", json_text(*json));
    if (!json) complain("{}", json.error());
    return json ? kGood : kFound;
  }
  ExplainedDecision decision(question.asked());
  const bool is_made_again = question.obstacle().empty();
  if (const Status status = is_made_again ? decision.explain() : decision.explain_alone(); !status) {
    complain("internal error: the runtime refused the situation: {}", describe(status.code));
    return kFound;
  }
  fmt::print("{} in {}, frame {}\n", shown(question.who().text), shown(options.path),
             question.decision().frame);
  print_explanation(decision, question.obstacle());
  return kGood;
}

}  // namespace

int run_why(const WhyOptions& options) {
  if (is_recorded_game(options.path)) return explain_recorded(options);
  AskedSituation asked(options, options.path);
  if (const int code = ask(asked, options); code != kGood) return report_why(options, asked, code);
  ExplainedDecision decision(asked);
  if (const Status status = decision.explain(); !status) {
    complain("internal error: the runtime refused the situation: {}", describe(status.code));
    return kFound;
  }
  if (options.format == Format::json) {
    fmt::print("{}", json_text(explanation_json(decision)));
    return kGood;
  }
  print_explanation(decision);
  return report_why(options, asked, kGood);
}

}  // namespace ishi::compiler::cli
