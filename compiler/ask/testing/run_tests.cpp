#include "testing/run_tests.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "lower/lower.h"
#include "simulate/profiles_of.h"
#include "testing/prove_run.h"
#include "testing/prove_test.h"
#include "testing/test_attempt.h"
#include "testing/test_search.h"

namespace ishi::compiler {
namespace {

double seconds_of(const TypedTest& test) {
  const double seconds = std::max(1.0, test.situation.course.seconds);
  return test.is_search() ? seconds * static_cast<double>(quick_runs(test)) : seconds;
}

}  // namespace

TestRunner::TestRunner(const Model& model, std::span<const TypedTest> tests, uint32_t main_file,
                       const Asset& asset, TestRunOptions options)
    : model_(model), asset_(asset), options_(std::move(options)) {
  for (const TypedTest& test : tests) {
    if (options_.only != nullptr && options_.only != &test) continue;
    if (test.name.span.file != main_file || test.name.text.find(options_.filter) == std::string_view::npos)
      continue;
    tests_.push_back(&test);
    all_ += seconds_of(test);
  }
  lowered_ = options_.lowered != nullptr ? options_.lowered : &own_lowered_;
  Diagnostics nothing_new;
  if (options_.lowered == nullptr &&
      std::ranges::any_of(tests_, [](const auto* test) { return test->is_proof(); }))
    own_lowered_ = lower(model, kNone, nothing_new);
}

TestRunner::~TestRunner() = default;

bool TestRunner::go_on() {
  constexpr size_t kMostExplained = 100;  // failures; nobody reads more of them, and each costs compilations
  const bool is_over = next_ == tests_.size() || (options_.stops_at_failure && has_fault_);
  if (is_over || is_stopped(options_.stop)) return false;
  const TypedTest& test = *tests_[next_];
  if (attempt_ == nullptr && search_ == nullptr) {
    if (test.tries_all_profiles) {
      with_profile_ = test;
      with_profile_->situation.profile = profiles_of(model_, test.situation.agent)[profile_];
    }
    const TypedTest& current = test.tries_all_profiles ? *with_profile_ : test;
    if (test.is_proof()) {
      end(test.has_run ? prove_run(model_, *lowered_, asset_, current, options_.stop)
                       : prove_test(model_, *lowered_, asset_, current, options_.stop));
      return true;
    }
    const FailedCondition* const conditions = failures_ < kMostExplained ? options_.conditions : nullptr;
    if (test.is_search())
      search_ = std::make_unique<TestSearch>(model_, asset_, current, conditions, options_);
    else
      attempt_ = std::make_unique<TestAttempt>(model_, asset_, current, conditions, options_);
  }
  if (search_ != nullptr) {
    if (!search_->go_on()) {
      end(std::move(search_->result()));
      search_.reset();
    } else if (options_.progress) {
      options_.progress((done_ + search_->seconds()) / all_);
    }
  } else if (!attempt_->go_on()) {
    end(std::move(attempt_->result()));
    attempt_.reset();
  } else if (options_.progress) {
    options_.progress((done_ + attempt_->seconds()) / all_);
  }
  return true;
}

// A test of all profiles goes on with the next one up to the first with which it is not good.
void TestRunner::end(TestResult result) {
  const bool is_fine = is_good(result.outcome);
  has_fault_ = has_fault_ || finds_fault(result.outcome);
  const TypedTest& test = *tests_[next_];
  const std::vector<uint32_t> profiles =
      test.tries_all_profiles ? profiles_of(model_, test.situation.agent) : std::vector<uint32_t>();
  if (is_fine && profile_ + 1 < profiles.size() && !is_stopped(options_.stop)) {
    ++profile_;
    return;
  }
  if (test.tries_all_profiles && !is_fine)
    result.message = fmt::format("with the importance profile `{}`:\n{}",
                                 model_.importance[profiles[profile_]].name.text, result.message);
  results_.push_back(std::move(result));
  if (!is_fine) ++failures_;
  ++next_;
  profile_ = 0;
  done_ += seconds_of(test);
  if (options_.progress && !is_stopped(options_.stop)) options_.progress(done_ / all_);
}

std::vector<TestResult> run_tests(const Model& model, std::span<const TypedTest> tests, uint32_t main_file,
                                  const Asset& asset, const TestRunOptions& options) {
  TestRunner runner(model, tests, main_file, asset, options);
  while (runner.go_on()) {
  }
  return std::move(runner.results());
}

std::string_view outcome_name(Outcome outcome) {
  switch (outcome) {
    case Outcome::passed: return "passed";
    case Outcome::failed: return "failed";
    case Outcome::proved: return "proved";
    case Outcome::refuted: return "refuted";
    case Outcome::searched: return "searched";
    case Outcome::unknown: return "undecided";
    case Outcome::error: break;
  }
  return "error";
}

}  // namespace ishi::compiler
