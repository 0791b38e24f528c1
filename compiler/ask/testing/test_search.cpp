#include "testing/test_search.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>

#include "language/unit.h"

namespace ishi::compiler {
namespace {

std::string runs_text(uint64_t runs) { return fmt::format("{} run{}", runs, runs == 1 ? "" : "s"); }

// A line for each event after which something is expected, and which has come in no run.
std::string unreached(const TypedTest& test, const SearchTally& tally) {
  std::string lines;
  for (size_t i = 0; i < tally.arrived.size(); ++i) {
    if (tally.arrived[i]) continue;
    const auto agent = static_cast<uint32_t>(i);
    const std::string_view name = test.situation.agent_at(agent).name;
    const std::string& whom = name.empty() ? std::string("it") : fmt::format("`{}`", name);
    lines += fmt::format("{}in none of {} does `{}` reach {}, so nothing was asked of what comes after it",
                         lines.empty() ? "" : "\n", runs_text(tally.runs - tally.impossible),
                         test.expected_of(agent)->after.text, whom);
  }
  return lines;
}

}  // namespace

TestResult result_of(const Model& /*model*/, VariedRuns& runs, const SearchTally& tally,
                     const FailedCondition* conditions, bool shrinks) {
  const TypedTest& test = runs.test();
  TestResult result;
  result.name = test.name.text;
  result.span = test.name.span;
  result.runs = tally.runs;
  if (!tally.error.empty()) {
    result.outcome = Outcome::error;
    result.message = tally.error;
    return result;
  }
  if (!tally.failing.empty()) {
    const FailingRun& failing = tally.failing[0];
    result.outcome = Outcome::failed;
    result.failing = failing.run;
    result.message = failing.message;
    if (!shrinks) return result;
    uint32_t tried = 0;
    const FailingRun simple = shrink(runs, failing, tried);
    const RunVerdict again = runs.run(simple.numbers, conditions, simple.seconds);
    result.with = written_run(test.variations, simple.numbers, test.situation);
    result.seconds = simple.seconds;
    result.message = fmt::format(
        "run {} fails; made as simple as it can be in {} more, with {}{}\n{}", failing.run + 1, tried,
        result.with.text(),
        simple.seconds == 0 ? std::string()
                            : fmt::format(" and a run of {}", show(simple.seconds, Quantity::duration)),
        again.message);
    return result;
  }
  result.outcome = Outcome::searched;
  if (tally.impossible == tally.runs) {
    result.outcome = Outcome::unknown;
    result.message =
        fmt::format("undecided: in each of {} an agent would stand in a wall", runs_text(tally.runs));
    return result;
  }
  if (const std::string lines = unreached(test, tally); !lines.empty()) {
    result.outcome = Outcome::unknown;
    result.message = fmt::format("undecided: {}", lines);
    return result;
  }
  result.message = fmt::format("searched: {} held", runs_text(tally.runs - tally.impossible));
  if (tally.impossible > 0)
    result.message += fmt::format("; {} could not be, for an agent stood in a wall", tally.impossible);
  return result;
}

TestSearch::TestSearch(const Model& model, const Asset& asset, const TypedTest& test,
                       const FailedCondition* conditions, const TestRunOptions& options)
    : model_(model),
      test_(test),
      conditions_(conditions),
      options_(options),
      runs_(model, asset, test, options),
      block_(runs_, 0, 0),
      most_(quick_runs(test)) {}

double TestSearch::seconds() const {
  return static_cast<double>(block_.tally().runs) * std::max(1.0, test_.situation.course.seconds);
}

bool TestSearch::go_on() {
  constexpr int kAtOnce = 8;
  for (int i = 0; i < kAtOnce; ++i) {
    const bool is_over = block_.tally().runs == most_ || !block_.tally().failing.empty();
    if (is_over || is_stopped(options_.stop) || !block_.go_on()) {
      end();
      return false;
    }
  }
  return true;
}

void TestSearch::end() {
  result_ = result_of(model_, runs_, block_.tally(), conditions_, !options_.stops_at_failure);
}

}  // namespace ishi::compiler
