#include "testing/varied_runs.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string_view>
#include <utility>

#include "language/unit.h"
#include "simulate/variation.h"
#include "testing/test_attempt.h"
#include "testing/thresholds.h"

namespace ishi::compiler {
namespace {

// "ann: expected `radio` within 4s of `bark`" of "ann: expected `radio` within 4s of `bark` (1.20s), but …"
std::string claim_of(std::string_view message) {
  const std::string_view line = message.substr(0, message.find('\n'));
  std::string claim;
  int depth = 0;
  for (const char c : line.substr(0, line.find(", but"))) {
    if (c == '(') ++depth;
    if (depth == 0) claim += c;
    if (c == ')' && depth > 0) --depth;
  }
  return claim;
}

}  // namespace

bool is_of_moments(const TypedExpectation& expect) {
  const bool has_other =
      !expect.picks.empty() || !expect.never_picks.empty() || expect.state.given || expect.on.given ||
      expect.within.given || expect.after.given() || !expect.chooses.empty() || !expect.notices.empty() ||
      !expect.order.empty() || !expect.score.empty() || expect.heads.given || expect.expects_place ||
      !expect.does.empty() || !expect.does_in_order.empty() || !expect.never_does.empty() ||
      !expect.times.empty() || expect.emits.given || expect.max_switches.given || !expect.keys.empty() ||
      !expect.level.empty() || !expect.goals.empty() || !expect.remembers.empty() || !expect.at.empty();
  return !has_other;
}

VariedRuns::VariedRuns(const Model& model, const Asset& asset, const TypedTest& test,
                       const TestRunOptions& options)
    : model_(model), asset_(asset), test_(test), varied_(test), features_() {
  options_.coverage = options.coverage;
  options_.stop = options.stop;
  options_.after_run = options.after_run;
  for (uint32_t i = 0; i < test.situation.agent_count(); ++i) {
    const TypedExpectation* const expect = test.expected_of(i);
    arrived_.push_back(expect == nullptr || !expect->after.given());
  }
  is_light_ = options.coverage == nullptr &&
              std::ranges::none_of(test.expect, [](const std::optional<TypedExpectation>& expect) {
                return expect && asks_for_thoughts(*expect);
              });
  is_of_moments_ =
      test.has_run &&
      std::ranges::all_of(test.expect,
                          [](const std::optional<TypedExpectation>& expect) {
                            return !expect || compiler::is_of_moments(*expect);
                          }) &&
      std::ranges::none_of(test.holds, [](const TokenExpectation& one) { return one.at_least.given; });
  thresholds_ = thresholds_of(asset, test.variations);
}

RunVerdict VariedRuns::run(std::span<const double> numbers, const FailedCondition* conditions,
                           double seconds) {
  RunVerdict verdict;
  features_.clear();
  varied_.situation = test_.situation;
  vary(test_.variations, numbers, varied_.situation);
  if (seconds > 0) varied_.situation.course.seconds = seconds;
  if (!can_be(model_, varied_.situation)) {
    verdict.kind = RunVerdict::Kind::impossible;
    return verdict;
  }
  // Run the failing case again to get the reason.
  if (is_light_ && conditions == nullptr && !watch_) {
    verdict = try_run(nullptr, true);
    if (verdict.kind != RunVerdict::Kind::failed) return verdict;
    features_.clear();
  }
  return try_run(conditions, false);
}

RunVerdict VariedRuns::try_run(const FailedCondition* conditions, bool is_light) {
  RunVerdict verdict;
  TestAttempt attempt(model_, asset_, varied_, conditions, options_,
                      {.features = &features_,
                       .simulation = &simulation_,
                       .is_light = is_light,
                       .watch = watch_ ? &watch_ : nullptr});
  while (attempt.go_on()) {
  }
  distances_ = attempt.distances();
  for (uint32_t i = 0; i < arrived_.size(); ++i) arrived_[i] = arrived_[i] || attempt.has_arrived(i);
  TestResult& result = attempt.result();
  if (result.outcome == Outcome::passed) return verdict;
  verdict.kind = result.outcome == Outcome::error ? RunVerdict::Kind::error : RunVerdict::Kind::failed;
  verdict.message = std::move(result.message);
  verdict.claim = claim_of(verdict.message);
  verdict.lost_at = attempt.lost_at();
  return verdict;
}

void SearchTally::add(const SearchTally& other) {
  runs += other.runs;
  impossible += other.impossible;
  failed += other.failed;
  if (error.empty()) error = other.error;
  if (arrived.empty()) arrived = other.arrived;
  for (size_t i = 0; i < std::min(arrived.size(), other.arrived.size()); ++i)
    arrived[i] = arrived[i] || other.arrived[i];
  for (const FailingRun& one : other.failing) {
    const auto known = std::ranges::find(failing, one.claim, &FailingRun::claim);
    if (known == failing.end()) {
      failing.push_back(one);
      continue;
    }
    const uint64_t count = known->count + one.count;
    if (one.run < known->run) *known = one;
    known->count = count;
  }
  std::ranges::sort(failing, {}, [](const FailingRun& one) { return std::pair(one.run, one.claim); });
  if (failing.size() > kMostClaims) failing.resize(kMostClaims);
  std::vector<FeatureCount> all;
  all.reserve(features.size() + other.features.size());
  std::ranges::merge(features, other.features, std::back_inserter(all), {}, &FeatureCount::feature,
                     &FeatureCount::feature);
  features.clear();
  for (const FeatureCount& one : all) {
    if (features.empty() || features.back().feature != one.feature) {
      if (features.size() < kMostFeatures) features.push_back(one);
      continue;
    }
    features.back().runs += one.runs;
    features.back().first = std::min(features.back().first, one.first);
  }
}

SearchBlock::SearchBlock(VariedRuns& runs, uint64_t seed, uint64_t block, bool follows_near_misses)
    : runs_(runs),
      sequence_(runs.test().variations, seed),
      follows_near_misses_(follows_near_misses),
      seed_(seed),
      first_(block * kBlock),
      numbers_(numbers_of(runs.test().variations)) {}

// The first half of a block covers the values evenly. Of the rest three of eight lie near a run that nearly
// failed, if some were nearer than others, and the others of each second one near a run that showed what few
// have shown; of those between them some lie at thresholds, and some are as given but for one or two values.
void SearchBlock::choose(uint64_t run) {
  if (next_ < kBlock / 2) return sequence_.make(run, numbers_);
  const bool is_for_near_misses = run % 4 == 3 || run % 8 == 6;
  if (follows_near_misses_ && is_for_near_misses && choose_nearer(run)) return;
  if (run % 2 == 0 || rare_.empty()) {
    switch (run / 2 % 4) {
      case 0:
      case 1: return sequence_.make_at(run, runs_.thresholds(), numbers_);
      case 2: return sequence_.make_sparse(run, 1 + run / 8 % 2, numbers_);
      default: return sequence_.make(run, numbers_);
    }
  }
  uint64_t fewest = rare_[0].runs;
  for (const Rare& one : rare_) fewest = std::min(fewest, one.runs);
  const auto of_fewest = static_cast<size_t>(std::ranges::count(rare_, fewest, &Rare::runs));
  constexpr uint64_t kWhich = uint64_t{8} << 32;
  size_t which = mixed(seed_, kWhich, run) % of_fewest;
  for (const Rare& one : rare_) {
    if (one.runs != fewest || which-- > 0) continue;
    return sequence_.make_near(run, one.latest, numbers_);
  }
}

bool SearchBlock::choose_nearer(uint64_t run) {
  const auto count = static_cast<size_t>(std::ranges::count_if(nearest_, &Nearest::leads));
  if (count == 0) return false;
  constexpr uint64_t kWhichClaim = uint64_t{13} << 32;
  size_t which = mixed(seed_, kWhichClaim, run) % count;
  for (const Nearest& one : nearest_) {
    if (!one.leads() || which-- > 0) continue;
    sequence_.make_nearer(run, one.numbers, numbers_);
    return true;
  }
  return false;
}

bool SearchBlock::go_on() {
  if (next_ == kBlock || !tally_.error.empty()) return false;
  const uint64_t run = first_ + next_;
  choose(run);
  RunVerdict verdict = runs_.run(numbers_);
  outcome_ = verdict.kind;
  ++next_;
  ++tally_.runs;
  tally_.arrived = runs_.arrived();
  switch (verdict.kind) {
    case RunVerdict::Kind::impossible: ++tally_.impossible; return true;
    case RunVerdict::Kind::error: tally_.error = std::move(verdict.message); return false;
    case RunVerdict::Kind::failed: note_failure(run, std::move(verdict)); break;
    case RunVerdict::Kind::held: note_distances(); break;
  }
  note_features(run);
  return true;
}

void SearchBlock::note_features(uint64_t run) {
  for (const uint64_t feature : runs_.features()) {
    auto known = std::ranges::lower_bound(rare_, feature, {}, &Rare::feature);
    if (known == rare_.end() || known->feature != feature) known = rare_.insert(known, {feature, 0, run, {}});
    ++known->runs;
    known->latest = numbers_;
  }
  tally_.features.clear();
  for (const Rare& one : rare_) tally_.features.push_back({one.feature, one.runs, one.first});
}

// A run that failed leads to nothing else: those near it fail alike.
void SearchBlock::note_distances() {
  const std::span<const double> distances = runs_.distances();
  nearest_.resize(std::max(nearest_.size(), distances.size()));
  for (size_t i = 0; i < distances.size(); ++i) {
    Nearest& nearest = nearest_[i];
    if (!std::isfinite(distances[i])) continue;
    const bool is_first = nearest.numbers.empty();
    nearest.most = is_first ? distances[i] : std::max(nearest.most, distances[i]);
    if (!is_first && distances[i] >= nearest.least) continue;
    nearest.least = distances[i];
    nearest.numbers = numbers_;
  }
}

void SearchBlock::note_failure(uint64_t run, RunVerdict verdict) {
  ++tally_.failed;
  const auto known = std::ranges::find(tally_.failing, verdict.claim, &FailingRun::claim);
  if (known != tally_.failing.end())
    ++known->count;
  else if (tally_.failing.size() < kMostClaims)
    tally_.failing.push_back({run, numbers_, std::move(verdict.claim), std::move(verdict.message), 1});
}

namespace {

class Shrinker {
 public:
  Shrinker(VariedRuns& runs, FailingRun failing, uint32_t& tried)
      : runs_(runs), best_(std::move(failing)), tried_(tried) {}

  FailingRun shrink() {
    leave_all_out();
    simplify();
    if (look_for_fewer()) simplify();
    for (const Variation& variation : runs_.test().variations) {
      if (!std::isnan(best_.numbers[variation.first])) round(variation);
    }
    shorten();
    return std::move(best_);
  }

 private:
  // Takes values out, one after the other.
  void simplify() {
    for (bool goes_on = true; goes_on;) {
      goes_on = false;
      for (const Variation& variation : runs_.test().variations) {
        if (std::isnan(best_.numbers[variation.first])) continue;
        const bool is_simpler = leave_out(variation) || (variation.is_of_choices() ? choose_before(variation)
                                                         : variation.detours > 0   ? drop_detours(variation)
                                                                                   : false);
        goes_on = goes_on || is_simpler;
      }
    }
  }

  // Values that must all be there may hide a run with fewer others.
  bool look_for_fewer() {
    constexpr uint64_t kTries = 40;  // of each number of values
    constexpr size_t kMostGiven = 3;
    size_t given = 0;
    for (const Variation& variation : runs_.test().variations)
      given += variation.may_be_left_out && !std::isnan(best_.numbers[variation.first]) ? 1 : 0;
    RunSequence sequence(runs_.test().variations, best_.run);
    std::vector<double> numbers(best_.numbers.size());
    for (size_t fewer = 1; fewer < std::min(given, kMostGiven + 1); ++fewer) {
      for (uint64_t i = 1; i <= kTries; ++i) {
        sequence.make_sparse(i, fewer, numbers);
        if (fails(numbers)) return true;
      }
    }
    return false;
  }

  // The run ends when all is lost, unless something is to come later that the test names.
  void shorten() {
    if (!runs_.is_of_moments()) return;
    const RunVerdict whole = runs_.run(best_.numbers);
    if (whole.kind != RunVerdict::Kind::failed || whole.claim != best_.claim) return;
    const Course& course = runs_.test().situation.course;
    double least = whole.lost_at;
    for (const Course::Change& change : course.changes) least = std::max(least, change.seconds);
    for (const Course::Failure& failure : course.failures) least = std::max(least, failure.seconds);
    for (const Variation& variation : runs_.test().variations) {
      const bool is_time =
          variation.part == Variation::Part::time || variation.part == Variation::Part::starts;
      if (is_time && !std::isnan(best_.numbers[variation.first]) && !variation.is_of_choices())
        least = std::max(
            least, best_.numbers[variation.first] * (variation.unit == nullptr ? 1 : variation.unit->factor));
    }
    const double seconds = (std::floor(least * 2) + 1) / 2;
    if (seconds >= course.seconds || tried_ >= kMostShrinkingRuns) return;
    ++tried_;
    RunVerdict verdict = runs_.run(best_.numbers, nullptr, seconds);
    if (verdict.kind != RunVerdict::Kind::failed || verdict.claim != best_.claim) return;
    best_.seconds = seconds;
    best_.message = std::move(verdict.message);
  }

  // Takes these numbers over if they fail alike.
  bool fails(std::vector<double> numbers) {
    if (tried_ >= kMostShrinkingRuns) return false;
    ++tried_;
    RunVerdict verdict = runs_.run(numbers);
    if (verdict.kind != RunVerdict::Kind::failed || verdict.claim != best_.claim) return false;
    best_.numbers = std::move(numbers);
    best_.message = std::move(verdict.message);
    return true;
  }

  bool fails_with(size_t index, double number) {
    if (best_.numbers[index] == number) return false;
    std::vector<double> numbers = best_.numbers;
    numbers[index] = number;
    return fails(std::move(numbers));
  }

  void leave_all_out() {
    std::vector<double> numbers = best_.numbers;
    bool leaves_any = false;
    for (const Variation& variation : runs_.test().variations) {
      if (!variation.may_be_left_out || std::isnan(numbers[variation.first])) continue;
      std::fill_n(numbers.begin() + static_cast<ptrdiff_t>(variation.first), variation.count, kAsGiven);
      leaves_any = true;
    }
    if (leaves_any) fails(std::move(numbers));
  }

  bool leave_out(const Variation& variation) {
    if (!variation.may_be_left_out) return false;
    std::vector<double> numbers = best_.numbers;
    std::fill_n(numbers.begin() + static_cast<ptrdiff_t>(variation.first), variation.count, kAsGiven);
    return fails(std::move(numbers));
  }

  bool choose_before(const Variation& variation) {
    const auto chosen = static_cast<size_t>(best_.numbers[variation.first]);
    constexpr size_t kTried = 4;  // what stands first in a list is simpler
    for (size_t i = 0; i < std::min(chosen, kTried); ++i) {
      if (fails_with(variation.first, static_cast<double>(i))) return true;
    }
    return false;
  }

  bool drop_detours(const Variation& variation) {
    const auto detours = static_cast<size_t>(best_.numbers[variation.first]);
    for (size_t i = 0; i < detours; ++i) {
      std::vector<double> numbers = best_.numbers;
      numbers[variation.first] = static_cast<double>(detours - 1);
      const auto place = numbers.begin() + static_cast<ptrdiff_t>(variation.first + 1 + 3 * i);
      std::rotate(place, place + 3,
                  numbers.begin() + static_cast<ptrdiff_t>(variation.first + variation.count));
      if (fails(std::move(numbers))) return true;
    }
    return false;
  }

  void round(const Variation& variation) {
    if (variation.is_of_choices()) return;
    const bool is_path = variation.detours > 0;
    const size_t count =
        is_path ? 1 + 3 * static_cast<size_t>(best_.numbers[variation.first]) : variation.count;
    for (size_t i = is_path ? 1 : 0; i < count; ++i)
      round_number(variation.first + i, variation.ranges[is_path ? (i - 1) % 3 : i]);
  }

  // The roundest number that fails: zero, then as few digits as may be, the nearest of each first.
  void round_number(size_t index, const VariedRange& range) {
    if (range.low >= range.high) return;
    const double found = best_.numbers[index];
    if (range.low <= 0 && range.high >= 0 && fails_with(index, 0)) return;
    for (int decimals = range.decimals - 4; decimals < range.decimals; ++decimals) {
      const double near = round_within(range, found, decimals);
      if (near == found) return;
      double step = 1;
      for (int i = 0; i < std::abs(decimals); ++i) step = decimals > 0 ? step / 10 : step * 10;
      const double beyond = round_within(range, near < found ? near + step : near - step, decimals);
      if (fails_with(index, near) || (beyond != near && fails_with(index, beyond))) return;
    }
  }

  VariedRuns& runs_;
  FailingRun best_;
  uint32_t& tried_;
};

}  // namespace

FailingRun shrink(VariedRuns& runs, const FailingRun& failing, uint32_t& tried) {
  return Shrinker(runs, failing, tried).shrink();
}

uint64_t quick_runs(const TypedTest& test) {
  constexpr uint64_t kFramesOfAgents = 180'000;
  constexpr uint64_t kFewest = 4;
  const uint64_t frames = frames_of(test.situation.course.seconds) * test.situation.agent_count();
  return std::clamp(kFramesOfAgents / std::max<uint64_t>(frames, 1), kFewest, kBlock);
}

}  // namespace ishi::compiler
