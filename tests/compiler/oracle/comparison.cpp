#include "compiler/oracle/comparison.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <limits>
#include <random>
#include <vector>

namespace ishi::compiler::oracle {

void Comparison::compare() {
  REQUIRE(trial_.is_thinking_right());
  for (const Answer& answer : trial_.answers()) compare_answer(answer);
  if (!trial_.thinks()) return;
  ++tally_.thoughts;
  const auto& options = model_.agents[0].value.actions;
  REQUIRE(trial_.thought().agent.options.count == options.size());
  REQUIRE(trial_.is_state_right());
  compare_levels();
  if (trial_.has_changed_state()) return compare_transition();
  if (!trial_.is_settled()) return compare_unaided();
  compare_order();
  std::vector<Scores> scores;
  for (uint32_t option = 0; option < options.size(); ++option) {
    INFO("option " << options[option].text);
    scores.push_back(compare_scores(option));
  }
  compare_choice(choice_of(model_, trial_.moment(), scores));
}

void Comparison::compare_levels() {
  for (const LevelReading& level : trial_.levels()) {
    INFO("level " << level.motive);
    if (level.expected.is_fragile) {
      ++tally_.fragile;
      continue;
    }
    ++tally_.levels;
    compare_number(level.expected.value, level.level);
  }
}

const Action& Comparison::action(uint32_t option) const {
  return model_.actions[model_.agents[0].value.actions[option].index].value;
}

void Comparison::compare_order() {
  bool is_offer = false;
  for (uint32_t option = 0; option < model_.agents[0].value.actions.size(); ++option) {
    is_offer = is_offer || action(option).offered_by != kNone;
    const bool is_own = action(option).offered_by == kNone && !is_of_state(option);
    REQUIRE_FALSE((is_offer && is_own));
  }
}

bool Comparison::is_of_state(uint32_t option) const {
  return std::ranges::any_of(model_.agents[0].value.states.value, [option](const auto& state) {
    return std::ranges::find(state.value.options, option) != state.value.options.end();
  });
}

void Comparison::compare_transition() {
  ++tally_.transitions;
  const uint32_t picked = trial_.thought().picked;
  if (picked != kNone) REQUIRE(trial_.moment().competes(model_, picked));
}

void Comparison::compare_unaided() {
  std::vector<Scores> scores;
  for (uint32_t option = 0; option < model_.agents[0].value.actions.size(); ++option) {
    if (!find_scores(option, scores.emplace_back())) return;
  }
  const Choice expected = choice_of(model_, trial_.moment(), scores);
  if (is_close(scores, expected)) return;
  ++tally_.unaided;
  REQUIRE(trial_.thought().picked == expected.picked);
  REQUIRE(trial_.thought().picked_for == trial_.name_of(expected.picked, expected.picked_for));
}

bool Comparison::find_scores(uint32_t option, Scores& scores) const {
  bool is_certain = true;
  const auto add = [&](const Member* member) {
    const Score score = score_of(model_, trial_.moment(), option, member);
    is_certain = is_certain && !score.is_fragile;
    scores.push_back(score.is_eligible ? static_cast<float>(score.value)
                                       : -std::numeric_limits<float>::infinity());
  };
  if (!trial_.is_for_members(option)) {
    add(nullptr);
  } else {
    for (const Member& member : trial_.members_for(option)) add(&member);
  }
  return is_certain || !trial_.moment().competes(model_, option);
}

bool Comparison::is_close(const std::vector<Scores>& scores, const Choice& choice) const {
  constexpr int kTries = 6;
  constexpr float kLittle = 2e-4F;
  std::mt19937 random(1);
  std::uniform_real_distribution<float> little(-kLittle, kLittle);
  for (int i = 0; i < kTries; ++i) {
    std::vector<Scores> shaken = scores;
    for (Scores& own : shaken) {
      for (float& score : own) {
        if (!std::isinf(score)) score += little(random) * std::max(1.0F, std::abs(score));
      }
    }
    const Choice other = choice_of(model_, trial_.moment(), shaken);
    if (other.picked != choice.picked || other.picked_for != choice.picked_for) return true;
  }
  return false;
}

void Comparison::compare_answer(const Answer& answer) {
  INFO("choice " << model_.choices[answer.choice].name.text);
  if (answer.expected.is_fragile) {
    ++tally_.fragile;
    return;
  }
  ++tally_.answers;
  if (answer.expected.member != kNone) ++tally_.chosen;
  UNSCOPED_INFO("expected " << answer.expected_member << " of " << answer.expected.score << ", got "
                            << answer.member << " of " << answer.score);
  REQUIRE(answer.member == answer.expected_member);
  compare_number(answer.expected.score, answer.score);
}

Scores Comparison::compare_scores(uint32_t option) {
  if (!trial_.moment().competes(model_, option)) {
    ++tally_.not_of_state;
    const size_t scores =
        trial_.thought().facts_of(option) != nullptr ? trial_.members_for(option).size() : 1;
    REQUIRE(std::isinf(trial_.thought().score(asset_, option)));
    return Scores(scores, -std::numeric_limits<float>::infinity());
  }
  const FactThought* const own = trial_.thought().facts_of(option);
  if (own == nullptr) {
    const float score = trial_.thought().score(asset_, option);
    compare(score_of(model_, trial_.moment(), option, nullptr), score);
    return {score};
  }
  const std::vector<Member>& members = trial_.members_for(option);
  REQUIRE(own->scores.size() == members.size());
  (trial_.is_for_facts(option) ? tally_.facts : tally_.candidates) += members.size();
  if (action(option).offered_by != kNone) tally_.offers += members.size();
  for (uint32_t i = 0; i < members.size(); ++i) {
    INFO("for " << own->names[i]);
    REQUIRE(own->names[i] == trial_.name_of_member(option, i));
    compare(score_of(model_, trial_.moment(), option, &members[i]), own->scores[i]);
  }
  return own->scores;
}

void Comparison::compare_choice(const Choice& expected) {
  const Thought& thought = trial_.thought();
  for (const FactThought& own : thought.facts) {
    if (!trial_.moment().competes(model_, own.option)) continue;  // whichever is best, it is not asked
    REQUIRE(own.best == expected.best[own.option]);
    if (own.scores.size() > 1 && own.best != kNone) ++tally_.best_of_several;
  }
  REQUIRE(thought.picked == expected.picked);
  REQUIRE(thought.picked_for == trial_.name_of(expected.picked, expected.picked_for));
  if (!thought.picked_for.empty()) ++tally_.for_members;
}

void Comparison::compare(const Score& expected, float score) {
  if (expected.is_fragile) {
    ++tally_.fragile;
    return;
  }
  ++tally_.scores;
  if (!expected.is_eligible) {
    REQUIRE(std::isinf(score));
    return;
  }
  compare_number(expected.value, score);
}

void Comparison::compare_number(double expected, float score) {
  const double error = std::abs(score - expected) / std::max(1.0, std::abs(expected));
  tally_.worst = std::max(tally_.worst, error);
  if (error < 2e-5) return;
  UNSCOPED_INFO("expected " << expected << ", got " << score);
  REQUIRE(error < 2e-5);
}

}  // namespace ishi::compiler::oracle
