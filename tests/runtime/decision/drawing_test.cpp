#include <cmath>
#include <string>
#include <vector>

#include "decision/lottery.h"
#include "ishi/tools.h"
#include "runtime/refusal.h"
#include "runtime/score_world.h"

// Choosing by chance: who takes part, how often each wins, and what ends it.

namespace ishi::testing::drawing_test {
namespace {

constexpr float kOut = -std::numeric_limits<float>::infinity();
constexpr uint32_t kAgents = 1000;

ScoreOptions weighted(uint32_t options, uint32_t top = 0, uint32_t capacity = 8) {
  return {.options = options, .capacity = capacity, .selection = SelectionKind::weighted, .top = top};
}
ScoreOptions softmax(uint32_t options, float temperature, uint32_t capacity = 8) {
  return {.options = options,
          .capacity = capacity,
          .selection = SelectionKind::softmax,
          .temperature = temperature};
}

// What each of these scores counts for.
std::vector<float> weights(const Selection& selection, const std::vector<float>& scores) {
  const auto rank_of = [](uint32_t) { return int64_t{0}; };
  const auto score_of = [&](uint32_t option) { return scores[option]; };
  const Lottery lottery(selection, static_cast<uint32_t>(scores.size()), std::numeric_limits<int64_t>::min(),
                        rank_of, score_of);
  std::vector<float> result;
  for (uint32_t i = 0; i < scores.size(); ++i) result.push_back(lottery.weight(i));
  return result;
}

Selection of(SelectionKind kind, uint32_t top = 0, float temperature = 1, float minimum = 0) {
  return {.minimum = minimum, .kind = kind, .top = top, .temperature = temperature};
}

// A world full of agents with the same scores; everyone chooses a thousand times with nothing running.
std::vector<double> draw_a_million(const ScoreOptions& options, const std::vector<float>& scores,
                                   uint32_t agents_per_job = 2048) {
  ScoreWorld w(options);
  for (uint32_t i = 0; i < kAgents; ++i) w.spawn();
  for (uint32_t slot = 0; slot < kAgents; ++slot) {
    for (uint32_t option = 0; option < scores.size(); ++option) w.give(slot, option, scores[option]);
  }
  std::vector<double> counts(scores.size());
  for (uint32_t thought = 0; thought < 1000; ++thought) {
    w.think(agents_per_job);
    for (uint32_t slot = 0; slot < kAgents; ++slot) {
      ++counts[w.population.option(w.population.agent_of(slot))];
      REQUIRE(Tools(w.population).set_option(w.population.agent_of(slot), kNoOption));
    }
  }
  return counts;
}

// Over the options that weigh something; the others must not have been drawn at all.
double chi_squared(const std::vector<double>& counts, const std::vector<double>& weights) {
  double all_counts = 0, all_weights = 0, sum = 0;
  for (const double count : counts) all_counts += count;
  for (const double weight : weights) all_weights += weight;
  for (size_t i = 0; i < counts.size(); ++i) {
    const double expected = all_counts * weights[i] / all_weights;
    if (expected == 0) CHECK(counts[i] == 0);
    if (expected > 0) sum += (counts[i] - expected) * (counts[i] - expected) / expected;
  }
  return sum;
}

TEST_CASE("the best weigh in proportion to their scores, the others nothing") {
  CHECK(weights(of(SelectionKind::weighted), {0.5f, 0.25f, 1}) == std::vector<float>{0.5f, 0.25f, 1});
  CHECK(weights(of(SelectionKind::weighted, 2), {0.5f, 0.25f, 1}) == std::vector<float>{0.5f, 0, 1});
  CHECK(weights(of(SelectionKind::weighted, 1), {0.5f, 0.25f, 1}) == std::vector<float>{0, 0, 1});
  CHECK(weights(of(SelectionKind::weighted, 9), {0.5f, 0.25f, 1}) == std::vector<float>{0.5f, 0.25f, 1});
  CHECK(weights(of(SelectionKind::weighted, 0, 1, -1), {-0.5f, kOut, 1}) == std::vector<float>{0, 0, 1});
}

TEST_CASE("of equal ones at the edge the first is among the best, or the last") {
  Selection selection = of(SelectionKind::weighted, 2);
  CHECK(weights(selection, {1, 1, 1}) == std::vector<float>{1, 1, 0});
  selection.last_wins_ties = true;
  CHECK(weights(selection, {1, 1, 1}) == std::vector<float>{0, 1, 1});
}

TEST_CASE("with a temperature scores weigh by how far they lie below the best") {
  const std::vector<float> found = weights(of(SelectionKind::softmax, 0, 0.5f), {1, 0.5f, kOut, 1});
  CHECK(found[0] == 1);
  CHECK(found[1] == Approx(std::exp(-1.0)));
  CHECK(found[2] == 0);
  CHECK(found[3] == 1);
  const std::vector<float> far = weights(of(SelectionKind::softmax, 0, 1e-30f, -3.3e38f), {3e38f, -3e38f});
  CHECK(far == std::vector<float>{1, 0});
}

TEST_CASE("where nothing weighs anything the best is chosen") {
  ScoreOptions options = weighted(3);
  options.minimum = -10;
  ScoreWorld w(options);
  const uint32_t slot = w.slot_of(w.spawn());
  w.give(slot, 0, -3);
  w.give(slot, 1, -1);
  w.give(slot, 2, -2);
  w.think();
  CHECK(w.population.option(w.population.agent_of(slot)) == 1);
}

TEST_CASE("the highest rank that has an eligible option draws alone") {
  ScoreOptions options = weighted(4);
  options.ranks = {0, 1, 1, 2};
  ScoreWorld w(options);
  const uint32_t slot = w.slot_of(w.spawn());
  w.give(slot, 0, 9);
  w.give(slot, 1, 0.5f);
  w.give(slot, 2, 0.5f);
  w.give(slot, 3, 0);  // not above the minimum
  bool seen[4] = {};
  for (int i = 0; i < 200; ++i) {
    w.think();
    seen[w.population.option(w.population.agent_of(slot))] = true;
    REQUIRE(Tools(w.population).set_option(w.population.agent_of(slot), kNoOption));
  }
  CHECK_FALSE(seen[0]);
  CHECK(seen[1]);
  CHECK(seen[2]);
  CHECK_FALSE(seen[3]);
}

TEST_CASE("what runs goes on, whatever the others score, until something of a higher rank comes") {
  ScoreOptions options = weighted(3);
  options.ranks = {0, 0, 1};
  ScoreWorld w(options);
  const uint32_t slot = w.slot_of(w.spawn());
  w.give(slot, 0, 0.1f);
  w.think();
  REQUIRE(w.population.option(w.population.agent_of(slot)) == 0);
  w.give(slot, 1, 9);
  for (int i = 0; i < 50; ++i) w.think();
  CHECK(w.population.option(w.population.agent_of(slot)) == 0);
  w.conditions[0][slot] = 0;  // not even then
  w.think();
  CHECK(w.population.option(w.population.agent_of(slot)) == 0);
  w.give(slot, 2, 0.1f);
  w.think();
  CHECK(w.population.option(w.population.agent_of(slot)) == 2);
  w.conditions[2][slot] = 0;
  w.think();
  CHECK(w.population.option(w.population.agent_of(slot)) == 2);
}

TEST_CASE("a million draws are in proportion to the scores") {
  const std::vector<float> scores = {0.3f, 0.05f, 0.4f, 0, 0.1f, 0.15f};
  const std::vector<double> all = draw_a_million(weighted(6, 0, kAgents), scores);
  const double of_all = chi_squared(all, {0.3, 0.05, 0.4, 0, 0.1, 0.15});
  const std::vector<double> best = draw_a_million(weighted(6, 3, kAgents), scores);
  const double of_best = chi_squared(best, {0.3, 0, 0.4, 0, 0, 0.15});
  WARN("chi-squared of 10^6 weighted draws: " << of_all << " (4 degrees of freedom), among the best three "
                                              << of_best << " (2)");
  // Beyond these in one of 10^4 cases.
  CHECK(of_all < 23.5);
  CHECK(of_best < 18.4);
}

TEST_CASE("a million draws are in proportion to e to the power of the score by the temperature") {
  const std::vector<double> counts = draw_a_million(softmax(4, 0.1f, kAgents), {0.5f, 0.4f, 0.45f, 0.1f});
  const double found = chi_squared(counts, {1, std::exp(-1.0), std::exp(-0.5), std::exp(-4.0)});
  WARN("chi-squared of 10^6 softmax draws: " << found << " (3 degrees of freedom)");
  CHECK(found < 21.1);
}

TEST_CASE("equal options win equally often: neither the first nor the last is preferred") {
  const std::vector<float> equal(16, 0.7f);
  for (const ScoreOptions& options : {weighted(16, 0, kAgents), softmax(16, 0.1f, kAgents)}) {
    const std::vector<double> counts = draw_a_million(options, equal);
    const double found = chi_squared(counts, std::vector<double>(16, 1));
    WARN("chi-squared of 10^6 draws among 16 equal options: "
         << found << " (15 degrees of freedom); the first " << counts.front() << " times, the last "
         << counts.back() << " times");
    CHECK(found < 45);
    // Four standard deviations of a binomial distribution.
    const double slack = 4 * std::sqrt(1e6 / 16 * 15 / 16);
    CHECK(std::abs(counts.front() - 1e6 / 16) < slack);
    CHECK(std::abs(counts.back() - 1e6 / 16) < slack);
  }
}

TEST_CASE("how agents are cut into jobs changes no draw") {
  const auto hash_of = [](uint32_t agents_per_job) {
    ScoreWorld w(softmax(5, 0.2f, 700));
    for (uint32_t slot = 0; slot < 700; ++slot) w.spawn();
    uint64_t hash = 0;
    for (uint32_t frame = 0; frame < 20; ++frame) {
      for (uint32_t slot = 0; slot < 700; ++slot) {
        for (uint32_t option = 0; option < 5; ++option)
          w.give(slot, option, 0.01f * static_cast<float>((slot * 7 + option * 13 + frame) % 97));
      }
      w.think(agents_per_job);
      hash = hash * 31 + w.world.state_hash();
      for (uint32_t slot = frame % 3; slot < 700; slot += 3)
        REQUIRE(Tools(w.population).set_option(w.population.agent_of(slot), kNoOption));
    }
    return hash;
  };
  const uint64_t expected = hash_of(2048);
  for (const uint32_t rows : {1u, 7u, 256u, 300u}) CHECK(hash_of(rows) == expected);
}

TEST_CASE("another seed draws otherwise") {
  const auto options_of = [](uint64_t seed) {
    ScoreOptions options = weighted(8, 0, 64);
    options.seed = seed;
    ScoreWorld w(options);
    std::string chosen;
    for (uint32_t slot = 0; slot < 64; ++slot) w.spawn();
    for (uint32_t slot = 0; slot < 64; ++slot) {
      for (uint32_t option = 0; option < 8; ++option) w.give(slot, option, 1);
    }
    w.think();
    for (uint32_t slot = 0; slot < 64; ++slot)
      chosen += static_cast<char>('0' + w.population.option(w.population.agent_of(slot)));
    return chosen;
  };
  CHECK(options_of(1) == options_of(1));
  CHECK(options_of(1) != options_of(2));
}

TEST_CASE("a selection that cannot be is refused") {
  const auto refused = [](const ScoreOptions& options, StatusCode code) {
    const BlobContent content = score_content(options);
    check_refused(content, code, content.agents[0]);
  };
  refused({.selection = static_cast<SelectionKind>(3)}, StatusCode::unknown_enumerator);
  refused({.top = 2}, StatusCode::unused_not_zero);
  refused({.temperature = 1}, StatusCode::unused_not_zero);
  refused({.inertia = 0.1f, .selection = SelectionKind::weighted}, StatusCode::unused_not_zero);
  refused({.selection = SelectionKind::softmax}, StatusCode::temperature_not_positive);
  refused({.selection = SelectionKind::softmax, .temperature = -1}, StatusCode::temperature_not_positive);
  refused({.selection = SelectionKind::softmax, .temperature = std::numeric_limits<float>::quiet_NaN()},
          StatusCode::number_not_finite);
}

}  // namespace
}  // namespace ishi::testing::drawing_test
