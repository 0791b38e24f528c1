#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <limits>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "compiler/reference/choice.h"
#include "compiler/reference/evaluator.h"
#include "compiler/reference/random_document.h"
#include "compiler/reference/random_situation.h"
#include "compiler/reference/trial.h"
#include "diagnostics/diagnostics.h"
#include "diagnostics/render_text.h"
#include "ishi/asset.h"
#include "pipeline.h"
#include "source/read_file.h"

using namespace ishi;
using namespace ishi::compiler;

namespace {

constexpr int kDocuments = 1200;
constexpr int kSituations = 3;
constexpr int kThoughts = 3;  // of each situation

// A source file, read and compiled.
struct Compiled {
  explicit Compiled(const std::string& text) {
    program = analyze_source("random.ishi.yaml", text, MemoryReader(), sources, diagnostics);
    if (!diagnostics.has_errors()) blob = build_blob(*program, {}, sources, diagnostics);
    if (!blob.empty() && Asset::load(blob, asset)) return;
    UNSCOPED_INFO(text << render_text(diagnostics.sorted(), sources));
    FAIL("a random document does not compile");
  }

  Sources sources;
  Diagnostics diagnostics;
  std::unique_ptr<Program> program;
  std::vector<uint8_t> blob;
  Asset asset;
};

struct Tally {
  size_t thoughts = 0;
  size_t scores = 0;
  size_t facts = 0;            // of these: scores for a fact
  size_t candidates = 0;       // of these: scores for a candidate
  size_t fragile = 0;          // scores that were left out
  size_t levels = 0;           // that agents carry, after thoughts and after what was done
  size_t unaided = 0;          // choices by scores that were not asked for
  size_t offers = 0;           // of these: scores of an offer
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
  Comparison(const Asset& asset, const Model& model, const reference::Trial& trial, Tally& tally)
      : asset_(asset), model_(model), trial_(trial), tally_(tally) {}

  void compare() {
    ++tally_.thoughts;
    const auto& options = model_.agents[0].value.actions;
    REQUIRE(trial_.thought().agent.options.count == options.size());
    REQUIRE(trial_.is_state_right());
    for (const reference::Answer& answer : trial_.answers()) compare_answer(answer);
    compare_levels();
    if (trial_.has_changed_state()) return compare_transition();
    if (!trial_.is_settled()) return compare_unaided();
    compare_order();
    std::vector<reference::Scores> scores;
    for (uint32_t option = 0; option < options.size(); ++option) {
      INFO("option " << options[option].text);
      scores.push_back(compare_scores(option));
    }
    compare_choice(reference::choice_of(model_, trial_.moment(), scores));
  }

  // Those of the thought, or what became of them when the agent acted.
  void compare_levels() {
    for (const reference::LevelReading& level : trial_.levels()) {
      INFO("level " << level.motive);
      if (level.expected.is_fragile) {
        ++tally_.fragile;
        continue;
      }
      ++tally_.levels;
      compare_number(level.expected.value, level.level);
    }
  }

 private:
  [[nodiscard]] const Action& action(uint32_t option) const {
    return model_.actions[model_.agents[0].value.actions[option].index].value;
  }

  // What is offered stands behind the agent's own actions and plans.
  void compare_order() {
    bool is_offer = false;
    for (uint32_t option = 0; option < model_.agents[0].value.actions.size(); ++option) {
      is_offer = is_offer || action(option).offered_by != kNone;
      const bool is_own = action(option).offered_by == kNone && !is_of_state(option);
      REQUIRE_FALSE((is_offer && is_own));
    }
  }

  [[nodiscard]] bool is_of_state(uint32_t option) const {
    return std::ranges::any_of(model_.agents[0].value.states.value, [option](const auto& state) {
      return std::ranges::find(state.value.options, option) != state.value.options.end();
    });
  }

  // What is known of the scores is what they were before; but what was chosen competes in the new state.
  void compare_transition() {
    ++tally_.transitions;
    const uint32_t picked = trial_.thought().picked;
    if (picked != kNone) REQUIRE(trial_.moment().competes(model_, picked));
  }

  // What is chosen by scores that nobody tells, unless a choice is close.
  void compare_unaided() {
    std::vector<reference::Scores> scores;
    for (uint32_t option = 0; option < model_.agents[0].value.actions.size(); ++option) {
      std::vector<reference::Score> all;
      if (trial_.is_for_members(option)) {
        for (const reference::Member& member : trial_.members_for(option))
          all.push_back(reference::score_of(model_, trial_.moment(), option, &member));
      } else {
        all.push_back(reference::score_of(model_, trial_.moment(), option, nullptr));
      }
      reference::Scores& own = scores.emplace_back();
      for (const reference::Score& score : all) {
        if (score.is_fragile && trial_.moment().competes(model_, option)) return;
        own.push_back(score.is_eligible ? static_cast<float>(score.value)
                                        : -std::numeric_limits<float>::infinity());
      }
    }
    const reference::Choice expected = reference::choice_of(model_, trial_.moment(), scores);
    std::mt19937 noise(1);
    for (int i = 0; i < 6; ++i) {
      std::vector<reference::Scores> shaken = scores;
      for (reference::Scores& own : shaken) {
        for (float& score : own)
          score +=
              std::uniform_real_distribution<float>(-2e-4F, 2e-4F)(noise) * std::max(1.0F, std::abs(score));
      }
      const reference::Choice other = reference::choice_of(model_, trial_.moment(), shaken);
      if (other.picked != expected.picked || other.picked_for != expected.picked_for) return;
    }
    ++tally_.unaided;
    REQUIRE(trial_.thought().picked == expected.picked);
    REQUIRE(trial_.thought().picked_for == trial_.name_of(expected.picked, expected.picked_for));
  }

  // What a choice has chosen, in a thought or asked by the game.
  void compare_answer(const reference::Answer& answer) {
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

  reference::Scores compare_scores(uint32_t option) {
    if (!trial_.moment().competes(model_, option)) {
      ++tally_.not_of_state;
      const size_t scores =
          trial_.thought().facts_of(option) != nullptr ? trial_.members_for(option).size() : 1;
      REQUIRE(std::isinf(trial_.thought().score(asset_, option)));
      return reference::Scores(scores, -std::numeric_limits<float>::infinity());
    }
    const FactThought* const own = trial_.thought().facts_of(option);
    if (own == nullptr) {
      const float score = trial_.thought().score(asset_, option);
      compare(reference::score_of(model_, trial_.moment(), option, nullptr), score);
      return {score};
    }
    const std::vector<reference::Member>& members = trial_.members_for(option);
    REQUIRE(own->scores.size() == members.size());
    (trial_.is_for_facts(option) ? tally_.facts : tally_.candidates) += members.size();
    if (action(option).offered_by != kNone) tally_.offers += members.size();
    for (uint32_t i = 0; i < members.size(); ++i) {
      INFO("for " << own->names[i]);
      REQUIRE(own->names[i] == trial_.name_of_member(option, i));
      compare(reference::score_of(model_, trial_.moment(), option, &members[i]), own->scores[i]);
    }
    return own->scores;
  }

  void compare_choice(const reference::Choice& expected) {
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

  void compare(const reference::Score& expected, float score) {
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

  void compare_number(double expected, float score) {
    const double error = std::abs(score - expected) / std::max(1.0, std::abs(expected));
    tally_.worst = std::max(tally_.worst, error);
    if (error < 2e-5) return;
    UNSCOPED_INFO("expected " << expected << ", got " << score);
    REQUIRE(error < 2e-5);
  }

  const Asset& asset_;
  const Model& model_;
  const reference::Trial& trial_;
  Tally& tally_;
};

}  // namespace

TEST_CASE(
    "the blob's scores and choices are those of the language page, on random documents and situations") {
  std::mt19937 random(20);
  Tally tally;
  for (int d = 0; d < kDocuments; ++d) {
    const reference::RandomDocument document = reference::random_document(random);
    INFO(document.text);
    const Compiled compiled(document.text);
    const Compiled written_out(document.written_out);
    const Model& model = compiled.program->model;
    for (int s = 0; s < kSituations; ++s) {
      const Situation situation = reference::random_situation(model, random);
      reference::Trial trial(compiled.asset, model, situation, s == 0);
      REQUIRE(trial.open());
      for (int t = 0; t < kThoughts; ++t) {
        INFO("document " << d << ", situation " << s << ", thought " << t);
        bool is_settled = false;
        for (reference::Change change = reference::random_change(model, trial.moment(), random); !is_settled;
             change = {}) {
          REQUIRE(trial.think(change));
          is_settled = trial.is_settled();
          Comparison comparison(compiled.asset, written_out.program->model, trial, tally);
          comparison.compare();
          REQUIRE(trial.go_on());
          REQUIRE(trial.is_running_right());
          comparison.compare_levels();
        }
      }
    }
  }
  CHECK(tally.scores > 4 * tally.fragile);
  CHECK(tally.best_of_several > tally.thoughts / 2);
  CHECK(tally.for_members > tally.thoughts / 5);
  CHECK(tally.transitions > tally.thoughts / 50);
  CHECK(tally.not_of_state > tally.thoughts / 20);
  CHECK(tally.offers > tally.thoughts / 4);
  CHECK(tally.chosen > tally.thoughts / 2);
  CHECK(tally.levels > tally.thoughts);
  CHECK(tally.unaided > tally.thoughts / 20);
  WARN(tally.transitions << " transitions; " << tally.thoughts << " choices, " << tally.for_members
                         << " of them for a member of a set; " << tally.best_of_several
                         << " best ones of several members; " << tally.scores << " scores, " << tally.facts
                         << " for a fact, " << tally.candidates << " for a candidate, " << tally.offers
                         << " of an offer; " << tally.levels << " levels and " << tally.unaided
                         << " choices by them alone; " << tally.answers << " answers of `choices`, "
                         << tally.chosen << " of them somebody; " << tally.fragile
                         << " left out as too close to an edge; greatest relative error " << tally.worst);
}
