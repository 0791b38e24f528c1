#include <catch2/catch.hpp>
#include <cstdint>
#include <map>
#include <random>
#include <string>
#include <vector>

#include "compiler/test_results.h"
#include "trials.h"

// Random behaviours and claims about them: a refutation is tried as the test that it tells, and what is
// proved holds in random situations.

namespace ishi::compiler::random_proofs_test {

namespace {

const uint32_t kBehaviours = trials(150);
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

}  // namespace ishi::compiler::random_proofs_test
