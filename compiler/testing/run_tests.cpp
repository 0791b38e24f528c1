#include "testing/run_tests.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <optional>

#include "language/words.h"
#include "lower/lower.h"
#include "simulate/history.h"
#include "simulate/simulation.h"
#include "simulate/situation.h"
#include "simulate/thought.h"
#include "testing/prove_test.h"
#include "testing/run_judge.h"

namespace ishi::compiler {
namespace {

constexpr double kScoreTolerance = 1e-5;  // of a score that is given as one number

class TestRun {
 public:
  TestRun(const Model& model, const Asset& asset, const Named<Test>& test, const FailedCondition* conditions,
          CoverageWatch* coverage)
      : model_(model), asset_(asset), test_(test), conditions_(conditions), coverage_(coverage) {
    result_.name = test.name.text;
    result_.span = test.name.span;
  }

  // `progress` is told the seconds of the run that are over.
  TestResult run(const std::function<void(double)>& progress) {
    Diagnostics nothing_new;  // a situation has been checked before anything runs
    const Situation given = read_situation(model_, test_.value, nothing_new);
    situation_ = given;
    const bool is_run = given.course.seconds > 0;
    const Status status =
        is_run ? simulate(given, progress) : think_once(asset_, model_, situation_, thought_);
    if (!status) {
      result_.outcome = Outcome::error;
      result_.message = fmt::format("the runtime refused the situation: {}", describe(status.code));
      return result_;
    }
    if (coverage_ != nullptr && !is_run) coverage_->note(thought_, given);
    if (coverage_ != nullptr && is_run) coverage_->note(simulation_->agent());
    const Expectation& expect = test_.value.expect.value;
    if (expect.picks.given && !expect.within.given) check_picks(expect);
    if (expect.state.given) check_state(expect);
    if (!expect.order.empty()) check_order(expect.order);
    for (const auto& score : expect.score) check_score(score);
    for (const auto& chosen : expect.chooses) check_chosen(chosen);
    if (!expect.notices.empty()) check_notices(given, expect);
    if (expect.heads != nullptr) check_heading(read_heading(expect, nothing_new));
    if (given.reaches && !is_run) check_reached(*given.reaches);
    if (is_run) judge_run(given);
    return result_;
  }

 private:
  // Afterwards the thought is the run's last one, and the situation that in which it was thought.
  Status simulate(const Situation& given, const std::function<void(double)>& progress) {
    constexpr uint64_t kFramesPerReport = 60 * kFramesPerSecond;
    constexpr size_t kTold = 32;  // tasks, at least
    simulation_.emplace(asset_, model_, given);
    Status status = simulation_->open(0);
    if (!status) return status;
    history_.emplace(simulation_->agent(), std::max(kTold, test_.value.expect.value.does.size() + 1));
    const uint64_t frames = frames_of(given.course.seconds);
    for (uint64_t frame = 0; frame < frames && status; ++frame) {
      status = simulation_->frame();
      history_->note(simulation_->agent());
      if (coverage_ != nullptr && simulation_->agent().has_thought())
        coverage_->note(simulation_->agent().thought(), given);
      if (frame % kFramesPerReport == 0) progress(simulation_->seconds());
    }
    thought_ = simulation_->agent().thought();
    situation_ = simulation_->agent().situation_of_thought();
    return status;
  }

  void judge_run(const Situation& given) {
    const RunJudge judge(model_, asset_, test_.value, given, *simulation_, *history_);
    judge.judge([this](const std::string& line) { fail(line); });
    judge.tell_unused([this](const std::string& line) { say("note: " + line); });
  }

  void say(std::string_view line) {
    if (!result_.message.empty()) result_.message += '\n';
    result_.message += line;
  }

  void fail(std::string_view line) {
    result_.outcome = Outcome::failed;
    say(line);
  }

  [[nodiscard]] uint32_t option_of(std::string_view action) const {
    const auto& actions = model_.agents[test_.value.agent.index].value.actions;
    return static_cast<uint32_t>(std::ranges::find(actions, action, &Reference::text) - actions.begin());
  }

  [[nodiscard]] std::string_view name_of(uint32_t option) const {
    return option == kNone ? "nothing" : model_.agents[test_.value.agent.index].value.actions[option].text;
  }

  [[nodiscard]] uint32_t action_of(uint32_t option) const {
    return model_.agents[test_.value.agent.index].value.actions[option].index;
  }

  [[nodiscard]] bool is_eligible(uint32_t option) const {
    return thought_.score(asset_, option) != -std::numeric_limits<float>::infinity();
  }

  // "`flee` (0.81)", "`reload` (its `when` does not hold)"
  [[nodiscard]] std::string with_score(uint32_t option) const {
    if (option == kNone) return "nothing";
    if (!is_eligible(option)) return fmt::format("`{}` ({})", name_of(option), failed_condition(option));
    const float inertia = thought_.inertia(option);
    const FactThought* const facts = thought_.facts_of(option);
    const double cooldown = thought_.cooldowns.empty() ? 0 : thought_.cooldowns[option];
    return fmt::format("`{}`{} ({:.4f}{}{})", name_of(option),
                       facts == nullptr ? "" : fmt::format(" for `{}`", facts->names[facts->best]),
                       thought_.score(asset_, option),
                       inertia != 0 ? fmt::format(" + inertia {:.3g}", inertia) : "",
                       cooldown > 0 ? fmt::format(", but it cools down for {:.2f}s more", cooldown) : "");
  }

  // "its `when` does not hold: `hp > 20` is false: `hp` is 8"
  [[nodiscard]] std::string failed_condition(uint32_t option) const {
    if (!thought_.competes(asset_, option))
      return fmt::format("the state `{}` lacks it", state_name(thought_.state));
    if (const std::string_view token = taken_token(option); !token.empty())
      return fmt::format("others hold `{}`, which it claims", token);
    if (const FactThought* const facts = thought_.facts_of(option); facts != nullptr) {
      if (facts->scores.empty()) return "it remembers nothing for it";
      const bool may_be_taken = !model_.actions[action_of(option)].value.claims.empty() && !history_ &&
                                !situation_.taken_entities.empty();
      return may_be_taken ? "its `when` holds for no fact of whom others hold nothing"
                          : "its `when` holds for no fact";
    }
    // What runs may ask how long it has run, which only the run itself knows.
    const bool is_known = !history_ || option != thought_.running;
    const std::string part =
        conditions_ != nullptr && is_known ? conditions_->explain(situation_, action_of(option)) : "";
    return fmt::format("its `when` does not hold{}{}", part.empty() ? "" : ": ", part);
  }

  // What an option claims of the tokens that the test gives to others; empty: nothing.
  [[nodiscard]] std::string_view taken_token(uint32_t option) const {
    if (thought_.taken.empty() || !thought_.taken[option]) return {};
    for (const Reference& claim : model_.actions[action_of(option)].value.claims) {
      if (std::ranges::find(situation_.taken_tokens, claim.index) != situation_.taken_tokens.end())
        return claim.text;
    }
    return {};
  }

  void check_picks(const Expectation& expect) {
    const bool wants_nothing = expect.picks.value.text == "nothing";
    const uint32_t wanted = wants_nothing ? kNone : option_of(expect.picks.value.text);
    if (thought_.picked == wanted) return check_entity(expect);
    const bool is_kept = thought_.is_locked && thought_.picked == thought_.running;
    const std::string since = history_ ? fmt::format(" since {:.2f}s", history_->picked_since()) : "";
    fail(fmt::format("expected {}{}, but it picks {}{}{}", with_score(wanted), history_ ? " at the end" : "",
                     with_score(thought_.picked), since,
                     is_kept ? ", which runs and may not be interrupted" : ""));
  }

  [[nodiscard]] std::string_view state_name(uint32_t state) const {
    return model_.agents[test_.value.agent.index].value.states.value[state].name.text;
  }

  void check_state(const Expectation& expect) {
    const uint32_t state = history_ ? simulation_->agent().state() : thought_.state;
    if (state == expect.in_state) return;
    fail(fmt::format("expected the state `{}`{}, but it is `{}`", expect.state.value.text,
                     history_ ? " at the end" : "", state_name(state)));
  }

  void check_reached(const Vector& wanted) {
    const AgentMove& move = thought_.move;
    const Up up = model_.up.value;
    if (is_there(move.cells > 0 ? move.way_end : thought_.position, wanted, up)) return;
    const std::string expected =
        fmt::format("expected its way to reach {}", place_text({wanted[0], wanted[1], wanted[2]}));
    if (move.cells > 0) {
      fail(fmt::format("{}, but it ends at {} after {} cell{}", expected, place_text(move.way_end),
                       move.cells, move.cells == 1 ? "" : "s"));
    } else {
      fail(fmt::format("{}, but it walks nowhere: it picks {}, and is at {}", expected,
                       with_score(thought_.picked), place_text(thought_.position)));
    }
  }

  void check_heading(const ExpectedHeading& wanted) {
    const AgentMove& move = history_ ? simulation_->agent().move() : thought_.move;
    if (!wanted.given || wanted.is_met(move)) return;
    const std::string expected =
        wanted.stands ? "expected it to stand" : "expected it to head " + wanted.text;
    const std::string_view end = history_ ? " at the end" : "";
    if (move.stands() && move.steering == kNone) {
      fail(fmt::format("{}{}, but it goes nowhere: it picks {}", expected, end, with_score(thought_.picked)));
    } else if (move.stands()) {
      fail(fmt::format("{}{}, but it stands: {} `{}`{}", expected, end,
                       move.is_blocked ? "all directions are blocked for" : "nothing in",
                       asset_.steering(move.steering).name, move.is_blocked ? "" : " moves it"));
    } else {
      fail(fmt::format("{}{}, but it heads {}", expected, end, heading_text(move)));
    }
  }

  static std::string score_text(float score) {
    return score == -std::numeric_limits<float>::infinity() ? ", for whom its `when` does not hold,"
                                                            : fmt::format(" ({:.4f})", score);
  }

  void check_entity(const Expectation& expect) {
    if (!expect.on.given || thought_.picked_for == expect.on.value.text) return;
    const FactThought& facts = *thought_.facts_of(thought_.picked);
    const auto wanted = std::ranges::find(facts.names, expect.on.value.text);
    const std::string score =
        wanted == facts.names.end()
            ? ", of whom it remembers nothing,"
            : score_text(facts.scores[static_cast<size_t>(wanted - facts.names.begin())]);
    fail(fmt::format("expected `{}` for `{}`{}, but it is for `{}` ({:.4f})", name_of(thought_.picked),
                     expect.on.value.text, score, thought_.picked_for, facts.scores[facts.best]));
  }

  void check_chosen(const Named<Setting<Name>>& wanted) {
    const uint64_t id = model_.imported.id("choices", wanted.name.text);
    const auto found = std::ranges::find(thought_.choices, id, &ChoiceThought::id);
    if (found == thought_.choices.end()) {
      return fail(
          fmt::format("expected a choice of `{0}`, but `{1}` never asks for it: list it under its `choices`",
                      wanted.name.text, test_.value.agent.text));
    }
    const std::string_view member = wanted.value.value.text == "nothing" ? "" : wanted.value.value.text;
    if (found->member == member) return;
    fail(fmt::format("expected `{}` to choose `{}`, but it chooses {}", wanted.name.text,
                     wanted.value.value.text,
                     found->member.empty() ? std::string("nothing")
                                           : fmt::format("`{}` ({:.4f})", found->member, found->score)));
  }

  // Of a run when the agent sensed last; else of one sensing as the situation stands.
  void check_notices(const Situation& given, const Expectation& expect) {
    Sensing sensing;
    if (simulation_) {
      sensing = simulation_->agent().sensing();
    } else if (const Status status = sense_once(asset_, model_, given, sensing); !status) {
      result_.outcome = Outcome::error;
      return say(fmt::format("the runtime refused the situation: {}", describe(status.code)));
    }
    for (const auto& wanted : expect.notices) check_noticed(given, wanted, sensing);
  }

  void check_noticed(const Situation& given, const Named<std::vector<Setting<Name>>>& wanted,
                     const Sensing& sensing) {
    const auto& senses = model_.agents[test_.value.agent.index].value.senses;
    const auto sense =
        static_cast<uint32_t>(std::ranges::find(senses, wanted.name.text, &Reference::text) - senses.begin());
    std::vector<std::string_view> expected, found;
    for (const Setting<Name>& who : wanted.value) {
      if (who.value.text != "nothing") expected.push_back(who.value.text);
    }
    for (const Noticed& one : sensing.noticed) {
      if (one.sense != sense) continue;
      const bool is_named = one.entity < given.entities.size() && !given.entities[one.entity].name.empty();
      const std::string_view name = is_named ? given.entities[one.entity].name : "somebody without a name";
      if (std::ranges::find(found, name) == found.end()) found.push_back(name);
    }
    std::ranges::sort(expected);
    std::ranges::sort(found);
    if (expected == found) return;
    const auto list = [](const std::vector<std::string_view>& names) {
      return names.empty() ? std::string("nothing") : quoted_list(names, "and");
    };
    std::string reasons;
    for (const std::string_view who : expected) {
      if (std::ranges::find(found, who) == found.end()) reasons += why_unnoticed(given, sensing, sense, who);
    }
    fail(fmt::format("expected `{}` to notice {}{}, but it notices {}{}", wanted.name.text, list(expected),
                     simulation_ ? " at the end" : "", list(found), reasons));
  }

  // Empty if the senses' tests do not tell it.
  static std::string why_unnoticed(const Situation& given, const Sensing& sensing, uint32_t sense,
                                   std::string_view who) {
    const auto judged = std::ranges::find_if(sensing.judged, [&](const JudgedEntity& one) {
      return one.sense == sense && given.entities[one.entity].name == who;
    });
    if (judged == sensing.judged.end()) return {};
    constexpr double kDegrees = 180 / std::numbers::pi;
    const SenseJudgement& j = judged->judgement;
    switch (j.verdict) {
      case SenseVerdict::other_kind: return fmt::format("; `{}` is not of the kind that it notices", who);
      case SenseVerdict::condition: return fmt::format("; for `{}` its `when` does not hold", who);
      case SenseVerdict::too_far:
        return fmt::format("; `{}` is {:.2f} m away, and it reaches {:.2f} m there", who, j.distance,
                           j.reach);
      case SenseVerdict::outside_field:
        return fmt::format("; `{}` is {:.0f} degrees beside where the agent looks", who,
                           std::acos(j.cosine) * kDegrees);
      case SenseVerdict::clear_sight_needed:
        return judged->is_hidden ? fmt::format("; `{}` is hidden", who)
                                 : fmt::format("; nearer ones leave no room for `{}`", who);
      case SenseVerdict::noticed: return fmt::format("; nearer ones leave no room for `{}`", who);
      case SenseVerdict::not_there:
      case SenseVerdict::not_of_this_sense: break;
    }
    return {};
  }

  void check_order(const std::vector<Reference>& order) {
    for (size_t i = 0; i < order.size(); ++i) {
      const uint32_t option = option_of(order[i].text);
      if (!is_eligible(option)) {
        fail(fmt::format("expected `{}` in an order, but {}", order[i].text, failed_condition(option)));
        return;
      }
      if (i == 0) continue;
      const uint32_t before = option_of(order[i - 1].text);
      if (thought_.score(asset_, before) > thought_.score(asset_, option)) continue;
      fail(fmt::format("expected {} above {}", with_score(before), with_score(option)));
    }
  }

  void check_score(const Named<Setting<Bounds>>& wanted) {
    const uint32_t option = option_of(wanted.name.text);
    if (!is_eligible(option)) {
      fail(fmt::format("expected a score of `{}`, but {}", wanted.name.text, failed_condition(option)));
      return;
    }
    const double score = thought_.score(asset_, option);
    const Bounds& bounds = wanted.value.value;
    const bool is_number = bounds.low == bounds.high;
    const double slack = is_number ? kScoreTolerance : 0;
    // As numbers that a game calculates with: a score of 0.6 lies in 0..0.6.
    if (score >= static_cast<float>(bounds.low - slack) && score <= static_cast<float>(bounds.high + slack))
      return;
    fail(is_number ? fmt::format("expected `{}` to score {}, but it scores {:.6f}", wanted.name.text,
                                 bounds.low, score)
                   : fmt::format("expected `{}` to score {} to {}, but it scores {:.6f}", wanted.name.text,
                                 bounds.low, bounds.high, score));
  }

  const Model& model_;
  const Asset& asset_;
  const Named<Test>& test_;
  const FailedCondition* conditions_;
  CoverageWatch* coverage_;
  Situation situation_;
  Thought thought_;
  std::optional<Simulation> simulation_;  // of a run
  std::optional<History> history_;
  TestResult result_;
};

}  // namespace

std::vector<TestResult> run_tests(const Model& model, uint32_t main_file, const Asset& asset,
                                  std::string_view filter, const FailedCondition* conditions,
                                  const TestProgress& progress, CoverageWatch* coverage) {
  constexpr size_t kMostExplained = 100;  // failures; nobody reads more of them, and each costs compilations
  std::vector<const Named<Test>*> tests;
  double all = 0;  // seconds of the game's time; a thought counts as one
  const auto seconds_of = [](const Named<Test>& test) { return std::max(1.0, test.value.run.value); };
  for (const auto& test : model.tests) {
    if (!is_own(test, main_file) || test.name.text.find(filter) == std::string_view::npos) continue;
    tests.push_back(&test);
    all += seconds_of(test);
  }
  size_t failures = 0;
  double done = 0;
  std::vector<TestResult> results;
  const auto proves = [](const Named<Test>* test) { return test->value.for_all.given; };
  Lowered lowered;
  Diagnostics nothing_new;
  if (std::ranges::any_of(tests, proves)) lowered = lower(model, kNone, nothing_new);
  for (const Named<Test>* test : tests) {
    if (proves(test)) {
      results.push_back(prove_test(model, lowered, asset, *test));
      done += seconds_of(*test);
      if (progress) progress(done / all);
      continue;
    }
    TestRun run(model, asset, *test, failures < kMostExplained ? conditions : nullptr, coverage);
    results.push_back(run.run([&](double seconds) {
      if (progress) progress((done + seconds) / all);
    }));
    done += seconds_of(*test);
    if (results.back().outcome != Outcome::passed) ++failures;
  }
  return results;
}

std::string_view outcome_name(Outcome outcome) {
  switch (outcome) {
    case Outcome::passed: return "passed";
    case Outcome::failed: return "failed";
    case Outcome::proved: return "proved";
    case Outcome::refuted: return "refuted";
    case Outcome::unknown: return "undecided";
    case Outcome::error: break;
  }
  return "error";
}

}  // namespace ishi::compiler
