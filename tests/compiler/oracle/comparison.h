#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "compiler/oracle/choice.h"
#include "compiler/oracle/evaluator.h"
#include "compiler/oracle/trial.h"
#include "ishi/asset_info.h"
#include "model/model.h"

// What the blob makes of a thought, held against the second evaluator, by assertions of the test.

namespace ishi::compiler::oracle {

struct Tally {
  size_t thoughts = 0;
  size_t scores = 0;
  size_t facts = 0;            // of these: scores for a fact
  size_t candidates = 0;       // how many of these were scores for a candidate
  size_t offers = 0;           // of these: scores of an offer
  size_t fragile = 0;          // scores, answers and levels that were left out
  size_t levels = 0;           // that agents carry, after thoughts and after what was done
  size_t unaided = 0;          // choices by scores that were not asked for
  size_t answers = 0;          // of choices, in thoughts and to the game
  size_t chosen = 0;           // of these: somebody
  size_t best_of_several = 0;  // options for which one of several members of a set was best
  size_t for_members = 0;      // choices for a member of a set
  size_t transitions = 0;      // of the agent's state, before a thought
  size_t not_of_state = 0;     // options that do not compete in the agent's state
  double worst = 0;
};

// Compares one thought with what the language page says.
class Comparison {
 public:
  Comparison(const Asset& asset, const Model& model, const Trial& trial, Tally& tally)
      : asset_(asset), model_(model), trial_(trial), tally_(tally) {}

  void compare();

  // Those of the thought, or what became of them when the agent acted.
  void compare_levels();

 private:
  [[nodiscard]] const Action& action(uint32_t option) const;

  // What is offered stands behind the agent's own actions and plans.
  void compare_order();
  [[nodiscard]] bool is_of_state(uint32_t option) const;

  // What is known of the scores is what they were before; but what was chosen competes in the new state.
  void compare_transition();

  // What is chosen by scores that nobody tells, unless a choice is close.
  void compare_unaided();
  // Those of the second evaluator alone; false if one is fragile.
  [[nodiscard]] bool find_scores(uint32_t option, Scores& scores) const;
  // True if scores that differ a little would make another choice.
  [[nodiscard]] bool is_close(const std::vector<Scores>& scores, const Choice& choice) const;

  // What a choice has chosen, in a thought or asked by the game.
  void compare_answer(const Answer& answer);
  Scores compare_scores(uint32_t option);
  void compare_choice(const Choice& expected);
  void compare(const Score& expected, float score);
  void compare_number(double expected, float score);

  const Asset& asset_;
  const Model& model_;
  const Trial& trial_;
  Tally& tally_;
};

}  // namespace ishi::compiler::oracle
