#include <algorithm>
#include <catch2/catch.hpp>
#include <cstdlib>
#include <map>
#include <random>
#include <string>
#include <vector>

#include "claimed_document.h"
#include "compiler/test_results.h"
#include "first_seed.h"
#include "trials.h"

// Random claims with `where`, places, and members that the test gives or leaves open. A proved claim holds in
// random situations, a refuted one yields a test that fails, an undecided one withstands 180 situations.
// ISHI_CLAIMS is the number of behaviours, ISHI_FIRST_SEED the seed of the first.

namespace ishi::compiler::claims_test {

namespace {

using claims::Claim;
using claims::ClaimedDocument;

constexpr uint32_t kClaims = 6;  // about each behaviour
constexpr uint32_t kOfUndecided = 180;
constexpr uint32_t kOfProved = 30;
constexpr double kMostUndecided = 0.03;

uint32_t behaviour_count() {
  const char* const text = std::getenv("ISHI_CLAIMS");
  return text != nullptr ? static_cast<uint32_t>(std::strtoul(text, nullptr, 10)) : trials(1200);
}

// Whether one of some situations contradicts a claim, and which one.
std::string contradiction(ClaimedDocument& document, const Claim& claim, uint32_t count) {
  std::string text = document.text() + "tests:\n";
  std::vector<std::string> situations;
  for (uint32_t i = 0; i < count; ++i) {
    const std::string situation = document.situation(claim);
    if (situation.empty()) continue;
    text += "  t" + std::to_string(situations.size()) + ":\n    agent: it\n" + situation + "    expect: { " +
            claim.expected + " }\n";
    situations.push_back(situation);
  }
  if (situations.empty()) return {};
  const std::vector<TestResult> results = results_of(text);
  REQUIRE(results.size() == situations.size());
  for (size_t i = 0; i < results.size(); ++i) {
    REQUIRE(results[i].outcome != Outcome::error);
    if ((results[i].outcome == Outcome::passed) == claim.is_never) return situations[i];
  }
  return {};
}

}  // namespace

TEST_CASE("random claims are decided, and nothing contradicts the verdicts") {
  const uint32_t first = first_seed();
  std::map<Outcome, uint32_t> tally;
  std::map<std::string, uint32_t> reasons;
  for (uint32_t seed = first; seed < first + behaviour_count(); ++seed) {
    std::mt19937 random(seed);
    ClaimedDocument document(random);
    std::vector<Claim> claims;
    std::string proofs = document.text() + "tests:\n";
    for (uint32_t c = 0; c < kClaims; ++c) {
      claims.push_back(document.claim());
      proofs += "  c" + std::to_string(c) + ":\n    agent: it\n" + claims[c].fields + "    " +
                claims[c].claimed + "\n";
    }
    INFO("seed " << seed << "\n" << proofs);
    const std::vector<TestResult> results = results_of(proofs);
    REQUIRE(results.size() == claims.size());
    for (uint32_t c = 0; c < kClaims; ++c) {
      const Outcome outcome = results[c].outcome;
      ++tally[outcome];
      INFO("claim " << c << ": " << results[c].message);
      REQUIRE(outcome != Outcome::error);
      if (outcome == Outcome::unknown) {
        const std::string& message = results[c].message;
        const size_t line = message.find('\n');
        ++reasons[line == std::string::npos ? message : message.substr(line + 1)];
      }
      if (claims[c].expected.empty()) continue;
      if (outcome == Outcome::unknown || outcome == Outcome::proved) {
        const std::string found =
            contradiction(document, claims[c], outcome == Outcome::unknown ? kOfUndecided : kOfProved);
        INFO(found);
        REQUIRE(found.empty());
      } else if (outcome == Outcome::refuted) {
        const std::vector<TestResult> tried =
            results_of(document.text() + "tests:\n  t:\n    agent: it\n" + lines_of(results[c]) +
                       claims[c].sets + "    expect: { " + claims[c].expected + " }\n");
        REQUIRE(tried.size() == 1);
        CHECK((tried[0].outcome == Outcome::passed) == claims[c].is_never);
      }
    }
  }
  uint32_t all = 0;
  for (const auto& [outcome, count] : tally) all += count;
  std::string words;
  for (const auto& [reason, count] : reasons) words += std::to_string(count) + " " + reason + "\n";
  const uint32_t undecided = tally[Outcome::unknown];
  WARN(all << " claims: " << tally[Outcome::proved] << " proved, " << tally[Outcome::refuted] << " refuted, "
           << tally[Outcome::failed] << " say nothing, " << undecided << " undecided ("
           << 100.0 * undecided / all << " %)\n"
           << words);
  CHECK(undecided <= kMostUndecided * all);
  CHECK(tally[Outcome::proved] >= all / 10);
  CHECK(tally[Outcome::refuted] >= all / 10);
}

}  // namespace ishi::compiler::claims_test
