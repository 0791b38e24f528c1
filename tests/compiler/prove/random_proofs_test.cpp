#include <algorithm>
#include <catch2/catch.hpp>
#include <cstdint>
#include <map>
#include <random>
#include <string>
#include <vector>

#include "compiler/oracle/random_document.h"
#include "compiler/test_results.h"
#include "trials.h"

// Random behaviours and claims about them: a refutation is tried as the test that it tells, and what is
// proved holds in random situations.

namespace ishi::compiler::random_proofs_test {

namespace {

const uint32_t kBehaviours = trials(150);
const uint32_t kDocuments = trials(80);
constexpr uint32_t kClaims = 6;       // of each
constexpr uint32_t kSituations = 40;  // of each proof

class RandomText {
 public:
  explicit RandomText(std::mt19937& random) : random_(random) {}

  std::string behaviour(uint32_t actions) {
    std::string text =
        "ishi: 1\nblackboard:\n  a: { type: number, range: 0..1 }\n  b: { type: number, range: -2..6 }\n"
        "  n: { type: integer, range: 0..5 }\n  f: boolean\n  who: entity\n"
        "curves:\n  up: { power: 2 }\n  bend: { points: [[0, 0.1], [0.3, 0.8], [1, 0.4]] }\n"
        "needs:\n  x: { level: a }\n  y: { level: 1 - b.norm, curve: up }\n  z: { start: 0.3 }\n"
        "importance:\n  bold: { x: " +
        number(0, 2) + ", y: " + number(0, 3) + " }\nactions:\n";
    for (uint32_t i = 0; i < actions; ++i) {
      text += "  o" + std::to_string(i) + ":\n" + score();
      if (below(2) == 0) text += "    when: " + condition() + "\n";
      if (below(5) == 0) text += "    rank: 1\n";
    }
    text += "agents:\n  it: { actions: [";
    for (uint32_t i = 0; i < actions; ++i) text += (i == 0 ? "o" : ", o") + std::to_string(i);
    text += "]" + std::string(below(2) == 0 ? ", importance: bold" : "") + " }\ntests:\n";
    return text;
  }

  std::string number(int low, int high) {
    return std::to_string(low + (high - low) * static_cast<double>(below(17)) / 16);
  }
  uint32_t below(uint32_t n) { return static_cast<uint32_t>(random_() % n); }

 private:
  std::string value() {
    switch (below(6)) {
      case 0: return number(0, 1);
      case 1: return "a";
      case 2: return "bend(b.norm)";
      case 3: return "n / 5";
      case 4: return "up(a)";
      default: return "needs.z";
    }
  }
  std::string score() {
    switch (below(3)) {
      case 0: return "    score: " + number(0, 1) + " * " + value() + " + " + number(0, 1) + "\n";
      case 1:
        return "    gains: { x: " + number(-1, 1) + ", y: " + number(-1, 1) + ", z: " + number(-1, 1) +
               " }\n";
      default: return "    considerations: { p: " + value() + ", q: " + value() + " }\n";
    }
  }
  std::string condition() {
    switch (below(5)) {
      case 0: return "a < " + number(0, 1);
      case 1: return "b >= " + number(-2, 6);
      case 2: return "n > " + std::to_string(below(5));
      case 3: return "f";
      default: return "who.known";
    }
  }

  std::mt19937& random_;
};

// A value of each key and level in a box, as `for_all` says it and as a test gives it.
struct Box {
  double a[2], b[2], z[2];
  uint32_t n[2];

  static void order(double (&range)[2], double most) {
    if (range[0] > range[1]) std::swap(range[0], range[1]);
    if (range[0] != range[1]) return;
    range[0] < most ? range[1] += 0.01 : range[0] -= 0.01;
  }
  explicit Box(RandomText& text) {
    for (double& end : a) end = std::stod(text.number(0, 1));
    for (double& end : b) end = std::stod(text.number(-2, 6));
    for (double& end : z) end = std::stod(text.number(0, 1));
    order(a, 1), order(b, 6), order(z, 1);
    n[0] = text.below(5);
    n[1] = n[0] + 1;
  }
  static std::string span(const double (&range)[2]) {
    return std::to_string(range[0]) + ".." + std::to_string(range[1]);
  }
  [[nodiscard]] std::string for_all() const {
    return "    for_all: { a: " + span(a) + ", b: " + span(b) + ", needs.z: " + span(z) +
           ", n: " + std::to_string(n[0]) + ".." + std::to_string(n[1]) + " }\n";
  }
  [[nodiscard]] std::string given(RandomText& text) const {
    const auto within = [&](const double(&range)[2]) {
      const uint32_t pick = text.below(10);
      const double part = pick < 2 ? pick : std::stod(text.number(0, 1));
      return std::to_string(range[0] + (range[1] - range[0]) * part);
    };
    const auto held = [](const std::string& value, double most) {
      return std::stod(value) > most ? std::to_string(most) : value;
    };
    return "    given: { a: " + held(within(a), 1) + ", b: " + held(within(b), 6) +
           ", needs.z: " + held(within(z), 1) + ", n: " + std::to_string(n[text.below(2)]) +
           ", f: " + (text.below(2) == 0 ? "true" : "false") +
           ", who: " + (text.below(2) == 0 ? "someone" : "nothing") + " }\n";
  }
};

// The actions of the agent of a random document, which its last lines name.
std::vector<std::string> actions_of(const std::string& document) {
  const std::string agent = document.substr(document.rfind("agents:"));
  std::vector<std::string> actions;
  const size_t list = agent.find("    actions: [");
  if (list == std::string::npos) return actions;
  size_t at = agent.find('[', list) + 1;
  while (agent[at - 1] != ']') {
    const size_t end = agent.find_first_of(",]", at);
    const size_t begin = agent.find_first_not_of(' ', at);
    actions.push_back(agent.substr(begin, end - begin));
    at = end + 1;
  }
  return actions;
}

// Two actions: the first scores 1 where two narrow bells have their tops, and nearly 0 elsewhere, so that
// hardly a sample finds it; the second always scores `rival`.
std::string needle(RandomText& text, const std::string& score, double rival) {
  return "ishi: 1\nblackboard:\n  a: { type: number, range: 0..1 }\n  b: { type: number, range: -2..6 }\n"
         "curves:\n  p: { gaussian: { center: " +
         text.number(0, 1) + ", width: 0.004 } }\n  q: { gaussian: { center: " + text.number(0, 1) +
         ", width: 0.01 } }\nneeds:\n  x: { level: p(a) }\n  y: { level: q(b.norm) }\nactions:\n  seldom: "
         "{ " +
         score + " }\n  often: { score: " + std::to_string(rival) +
         " }\nagents: { it: { actions: [seldom, often] } }\ntests:\n"
         "  never: { agent: it, for_all: { a: any, b: any }, never: { picks: seldom } }\n";
}

}  // namespace

TEST_CASE("random claims: a refutation is a test that fails, and a proof holds wherever it is tried") {
  std::mt19937 random(5);
  std::map<Outcome, uint32_t> tally;
  for (uint32_t i = 0; i < kBehaviours; ++i) {
    RandomText text(random);
    const uint32_t actions = 2 + text.below(3);
    const std::string behaviour = text.behaviour(actions);
    std::string proofs = behaviour, trials = behaviour;
    std::vector<Box> boxes;
    std::vector<std::string> picked;
    for (uint32_t c = 0; c < kClaims; ++c) {
      boxes.emplace_back(text);
      const uint32_t option = text.below(actions + 1);
      picked.push_back(option == actions ? "nothing" : "o" + std::to_string(option));
      proofs += "  c" + std::to_string(c) + ":\n    agent: it\n" + boxes.back().for_all() +
                "    never: { picks: " + picked.back() + " }\n";
    }
    const std::vector<TestResult> results = results_of(proofs);
    std::vector<bool> is_proof;  // by trial
    for (uint32_t c = 0; c < kClaims; ++c) {
      ++tally[results[c].outcome];
      const bool proved = results[c].outcome == Outcome::proved;
      if (!proved && results[c].outcome != Outcome::refuted) continue;
      for (uint32_t s = 0; s < (proved ? kSituations : 1); ++s) {
        trials += "  t" + std::to_string(is_proof.size()) + ":\n    agent: it\n" +
                  (proved ? boxes[c].given(text) : lines_of(results[c])) +
                  "    expect: { picks: " + picked[c] + " }\n";
        is_proof.push_back(proved);
      }
    }
    if (is_proof.empty()) continue;
    const std::vector<TestResult> tried = results_of(trials);
    for (size_t t = 0; t < tried.size(); ++t) {
      const bool is_contradicted = (tried[t].outcome == Outcome::passed) == is_proof[t];
      if (!is_contradicted) continue;
      INFO(proofs << trials << tried[t].name << ": " << tried[t].message);
      FAIL((is_proof[t] ? "contradicts a proof" : "is no refutation"));
    }
  }
  INFO("proved " << tally[Outcome::proved] << ", refuted " << tally[Outcome::refuted] << ", undecided "
                 << tally[Outcome::unknown]);
  CHECK(tally[Outcome::proved] >= sightings(100));
  CHECK(tally[Outcome::refuted] >= sightings(100));
  CHECK(tally[Outcome::unknown] <= 10);
}

TEST_CASE(
    "random claims about documents that use the whole language: each refutation is a test that passes") {
  std::mt19937 random(11);
  std::map<Outcome, uint32_t> tally;
  std::map<std::string, uint32_t> reasons;  // of what is undecided
  // So many that the shares below do not hang on chance.
  const uint32_t enough = std::max(kDocuments, 40u);
  uint32_t documents = 0;
  for (uint32_t i = 0; i < 40 * enough && documents < enough; ++i) {
    const std::string text = oracle::random_document(random).text;
    std::vector<std::string> actions = actions_of(text);
    if (actions.size() < 2) continue;
    ++documents;
    actions.resize(std::min<size_t>(actions.size(), 3));
    std::string proofs = text + "tests:\n";
    for (const std::string& action : actions)
      proofs += "  " + action + ": { agent: who, for_all: {}, never: { picks: " + action + " } }\n";
    const std::vector<TestResult> results = results_of(proofs);
    REQUIRE(results.size() == actions.size());
    const bool draws = text.find("select:") != std::string::npos;
    for (size_t c = 0; c < actions.size(); ++c) {
      ++tally[results[c].outcome];
      if (results[c].outcome == Outcome::unknown)
        ++reasons[results[c].message.substr(results[c].message.find('\n') + 1)];
      if (results[c].outcome != Outcome::refuted || draws) continue;
      const std::string trial = text + "tests:\n  t:\n    agent: who\n" + lines_of(results[c]) +
                                "    expect: { picks: " + actions[c] + " }\n";
      const std::vector<TestResult> tried = results_of(trial);
      INFO(trial << (tried.empty() ? "" : tried[0].message));
      REQUIRE(tried.size() == 1);
      REQUIRE(tried[0].outcome == Outcome::passed);
    }
  }
  const uint32_t claims = tally[Outcome::proved] + tally[Outcome::refuted] + tally[Outcome::unknown];
  std::string undecided;
  for (const auto& [reason, count] : reasons) undecided += std::to_string(count) + " " + reason + "\n";
  WARN(claims << " claims about rich documents: " << tally[Outcome::proved] << " proved, "
              << tally[Outcome::refuted] << " refuted, " << tally[Outcome::unknown] << " undecided\n"
              << undecided);
  CHECK(documents == enough);
  CHECK(tally[Outcome::refuted] >= claims / 3);
  CHECK(tally[Outcome::unknown] <= claims / 2);
}

TEST_CASE("an action that wins in a narrow place of its ranges is never proved to lose") {
  const char* const score =
      GENERATE("score: p(a) * q(b.norm)", "score: 0.5 * p(a) + 0.5 * q(b.norm)",
               "score: \"min(p(a), q(b.norm))\"", "score: 1.5 * p(a) - 0.5 * (2 - q(b.norm))",
               "score: \"max(p(a), q(b.norm)) * q(b.norm)\"", "gains: { x: 0.5, y: 0.5 }",
               "considerations: { one: p(a), other: q(b.norm) }", "when: p(a) > 0.9, score: q(b.norm)");
  std::mt19937 random(3);
  RandomText text(random);
  uint32_t refuted = 0;
  for (uint32_t i = 0; i < trials(64); ++i) {
    const double rival = 0.7 + 0.29 * static_cast<double>(i % 16) / 16;
    const std::string wins = needle(text, score, rival);
    const TestResult result = results_of(wins)[0];
    INFO(wins << result.message);
    REQUIRE(result.outcome != Outcome::proved);
    refuted += result.outcome == Outcome::refuted ? 1 : 0;
    // … and a rival above the tops always wins.
    const std::string loses = needle(text, score, 1.001 + 0.3 * static_cast<double>(i % 4));
    const TestResult certain = results_of(loses)[0];
    INFO(loses << certain.message);
    REQUIRE(certain.outcome == Outcome::proved);
  }
  CHECK(refuted >= trials(64) / 2);
}

}  // namespace ishi::compiler::random_proofs_test
