#include "testing/agent_judge.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <optional>

#include "language/words.h"
#include "simulate/agent_move.h"

namespace ishi::compiler {
namespace {

constexpr double kScoreTolerance = 1e-5;  // of a score that is given as one number
constexpr double kWholeRun = std::numeric_limits<double>::infinity();

}  // namespace

void AgentJudge::judge(const TypedExpectation& expect) {
  const bool is_at_end = !expect.within.given;
  if (!expect.picks.empty() && is_at_end) check_picks(expect);
  for (const Reference& never : expect.never_picks) check_never_picked(never);
  if (expect.state.given && is_at_end) check_state(expect);
  if (!expect.order.empty()) check_order(expect.order);
  for (const auto& score : expect.score) check_score(score);
  for (const auto& chosen : expect.chooses) check_chosen(chosen);
  for (const auto& wanted : expect.notices) {
    const bool is_nothing = wanted.value.size() == 1 && wanted.value[0].value.text == "nothing";
    if (is_at_end || is_nothing) check_noticed(wanted);
  }
  check_heading(expect.heads);
  const std::optional<Vector>& reaches = given_.agent_at(index_).reaches;
  if (reaches && !is_run()) check_reached(*reaches);
}

uint32_t AgentJudge::option_of(std::string_view action) const {
  const auto& actions = model_.agents[agent_].value.actions;
  return static_cast<uint32_t>(std::ranges::find(actions, action, &Reference::text) - actions.begin());
}

std::string_view AgentJudge::name_of(uint32_t option) const {
  return option == kNone ? "nothing" : model_.agents[agent_].value.actions[option].text;
}

uint32_t AgentJudge::action_of(uint32_t option) const {
  return model_.agents[agent_].value.actions[option].index;
}

bool AgentJudge::is_eligible(uint32_t option) const {
  return thought_.score(asset_, option) != -std::numeric_limits<float>::infinity();
}

// "`flee` (0.81)", "`reload` (its `when` does not hold)"
std::string AgentJudge::with_score(uint32_t option) const {
  if (option == kNone) return "nothing";
  if (!is_eligible(option)) return fmt::format("`{}` ({})", name_of(option), failed_condition(option));
  const float inertia = thought_.inertia(option);
  const FactThought* const facts = thought_.facts_of(option);
  const double cooldown = thought_.cooldowns.empty() ? 0 : thought_.cooldowns[option];
  const auto held = option == thought_.picked
                        ? std::nullopt
                        : thought_.held_from(model_, model_.actions[action_of(option)].value, option);
  return fmt::format(
      "`{}`{} ({:.4f}{}{}{})", name_of(option),
      facts == nullptr ? "" : fmt::format(" for `{}`", facts->names[facts->best]),
      thought_.score(asset_, option), inertia != 0 ? fmt::format(" + inertia {:.3g}", inertia) : "",
      cooldown > 0 ? fmt::format(", but it cools down for {:.2f}s more", cooldown) : "",
      held ? fmt::format(", but {} {} `{}`", held->by,
                         held->by.find(' ') == std::string::npos ? "holds" : "hold", held->what)
           : "");
}

// "its `when` does not hold: `hp > 20` is false: `hp` is 8"
std::string AgentJudge::failed_condition(uint32_t option) const {
  if (!thought_.competes(asset_, option))
    return fmt::format("the state `{}` lacks it", state_name(thought_.state));
  if (const std::string_view token = taken_token(option); !token.empty())
    return fmt::format("others hold `{}`, which it claims", token);
  if (const FactThought* const facts = thought_.facts_of(option); facts != nullptr) {
    if (facts->scores.empty()) {
      const uint32_t set = model_.actions[action_of(option)].value.set();
      return is_memory(model_, set) ? "it remembers nothing for it"
                                    : fmt::format("`{}` has no members", name_of_set(model_, set).text);
    }
    const bool may_be_taken = !model_.actions[action_of(option)].value.claims.empty() && !is_run() &&
                              !situation_.taken.entities.empty();
    const Action& action = model_.actions[action_of(option)].value;
    return fmt::format("its `when` holds for no {} of `{}`{}{}",
                       is_memory(model_, action.set()) ? "fact" : "member",
                       name_of_set(model_, action.set()).text, may_be_taken ? " that others do not hold" : "",
                       action.cooldown_for_member.given ? " that does not cool down" : "");
  }
  // A running option may read how long it has run, which only the run itself knows.
  const bool is_known = !is_run() || option != thought_.running;
  const std::string part =
      conditions_ != nullptr && is_known ? conditions_->explain(situation_, action_of(option)) : "";
  return fmt::format("its `when` does not hold{}{}", part.empty() ? "" : ": ", part);
}

// The token that an option claims and the test gives to others; empty: none.
std::string_view AgentJudge::taken_token(uint32_t option) const {
  if (thought_.taken.empty() || !thought_.taken[option]) return {};
  for (const Reference& claim : model_.actions[action_of(option)].value.claims) {
    if (std::ranges::find(situation_.taken.tokens, claim.index) != situation_.taken.tokens.end())
      return claim.text;
  }
  return {};
}

void AgentJudge::check_picks(const TypedExpectation& expect) {
  const auto option_for = [&](const Reference& wanted) {
    return wanted.text == "nothing" ? kNone : option_of(wanted.text);
  };
  const auto is_picked = [&](const Reference& wanted) { return thought_.picked == option_for(wanted); };
  if (std::ranges::any_of(expect.picks, is_picked)) return check_entity(expect);
  std::string wanted;
  for (size_t i = 0; i < expect.picks.size(); ++i) {
    const std::string_view between = i == 0 ? "" : i + 1 == expect.picks.size() ? " or " : ", ";
    wanted += fmt::format("{}{}", between, with_score(option_for(expect.picks[i])));
  }
  const bool is_kept = thought_.is_locked && thought_.picked == thought_.running;
  const std::string since = is_run() ? fmt::format(" since {:.2f}s", history_->picked_since()) : "";
  fail(fmt::format("expected {}{}, but it picks {}{}{}", wanted, at_that_time(), with_score(thought_.picked),
                   since, is_kept ? ", which runs and may not be interrupted" : ""));
}

void AgentJudge::check_never_picked(const Reference& never) {
  const uint32_t option = option_of(never.text);
  const double first = is_run()                    ? history_->first_picked(option, {}, kWholeRun)
                       : thought_.picked == option ? 0
                                                   : -1;
  if (first < 0) return;
  fail(fmt::format("expected it never to pick `{}`, but it does{}", never.text,
                   is_run() ? fmt::format(" at {:.2f}s", first) : fmt::format(": {}", with_score(option))));
}

std::string_view AgentJudge::state_name(uint32_t state) const {
  return model_.agents[agent_].value.states.value[state].name.text;
}

void AgentJudge::check_state(const TypedExpectation& expect) {
  const uint32_t state = is_run() ? simulated_->state() : thought_.state;
  if (state == expect.in_state) return;
  const bool has_left = state == kNoState;
  fail(fmt::format("expected the state `{}`{}, but {}", expect.state.value.text, at_that_time(),
                   has_left ? "it has left" : fmt::format("it is `{}`", state_name(state))));
}

void AgentJudge::check_reached(const Vector& wanted) {
  const AgentMove& move = thought_.move;
  const Up up = model_.up.value;
  if (is_there(move.cells > 0 ? move.way_end : thought_.position, wanted, up)) return;
  const std::string expected =
      fmt::format("expected its way to reach {}", place_text({wanted[0], wanted[1], wanted[2]}));
  if (move.cells > 0) {
    fail(fmt::format("{}, but it ends at {} after {} cell{}", expected, place_text(move.way_end), move.cells,
                     move.cells == 1 ? "" : "s"));
  } else {
    fail(fmt::format("{}, but it walks nowhere: it picks {}, and is at {}", expected,
                     with_score(thought_.picked), place_text(thought_.position)));
  }
}

void AgentJudge::check_heading(const ExpectedHeading& wanted) {
  const AgentMove& move = is_run() ? simulated_->move() : thought_.move;
  if (!wanted.given || wanted.is_met(move)) return;
  const std::string expected = wanted.stands ? "expected it to stand" : "expected it to head " + wanted.text;
  const std::string end = at_that_time();
  if (move.stands() && move.steering == kNone) {
    fail(fmt::format("{}{}, but it goes nowhere: it picks {}", expected, end, with_score(thought_.picked)));
  } else if (move.stands()) {
    fail(fmt::format("{}{}, but it stands: {} `{}`{}", expected, end,
                     move.is_blocked ? "all directions are blocked for" : "nothing in",
                     AssetParts(asset_).steering(move.steering).name, move.is_blocked ? "" : " moves it"));
  } else {
    fail(fmt::format("{}{}, but it heads {}", expected, end, heading_text(move)));
  }
}

std::string AgentJudge::score_text(float score) {
  return score == -std::numeric_limits<float>::infinity() ? ", for whom its `when` does not hold,"
                                                          : fmt::format(" ({:.4f})", score);
}

// True if a member of a set is the one that a test names: by its name, as `self`, or, if it is the agent of a
// scene, by that agent's name.
bool AgentJudge::is_named(std::string_view member, std::string_view wanted) const {
  return member == wanted || (member == "self" && wanted == given_.agent_at(index_).name);
}

void AgentJudge::check_entity(const TypedExpectation& expect) {
  if (!expect.on.given || is_named(thought_.picked_for, expect.on.value.text)) return;
  const FactThought& facts = *thought_.facts_of(thought_.picked);
  const auto wanted = std::ranges::find_if(
      facts.names, [&](const std::string& name) { return is_named(name, expect.on.value.text); });
  const std::string score = wanted == facts.names.end()
                                ? ", of whom it remembers nothing,"
                                : score_text(facts.scores[static_cast<size_t>(wanted - facts.names.begin())]);
  fail(fmt::format("expected `{}` for `{}`{}, but it is for `{}` ({:.4f})", name_of(thought_.picked),
                   expect.on.value.text, score, thought_.picked_for, facts.scores[facts.best]));
}

void AgentJudge::check_chosen(const Named<Setting<Name>>& wanted) {
  const ChoiceId id(model_.imported.id("choices", wanted.name.text));
  const auto found = std::ranges::find(thought_.choices, id, &ChoiceThought::id);
  if (found == thought_.choices.end()) {
    return fail(
        fmt::format("expected a choice of `{0}`, but `{1}` never asks for it: list it under its `choices`",
                    wanted.name.text, std::string_view(model_.agents[agent_].name.text)));
  }
  const std::string_view member = wanted.value.value.text == "nothing" ? "" : wanted.value.value.text;
  if (found->member == member || (!member.empty() && is_named(found->member, member))) return;
  fail(fmt::format("expected `{}` to choose `{}`, but it chooses {}", wanted.name.text,
                   wanted.value.value.text,
                   found->member.empty() ? std::string("nothing")
                                         : fmt::format("`{}` ({:.4f})", found->member, found->score)));
}

void AgentJudge::check_noticed(const Named<std::vector<Setting<Name>>>& wanted) {
  const auto& senses = model_.agents[agent_].value.senses;
  const auto sense =
      static_cast<uint32_t>(std::ranges::find(senses, wanted.name.text, &Reference::text) - senses.begin());
  std::vector<std::string_view> expected, found;
  for (const Setting<Name>& who : wanted.value) {
    if (who.value.text != "nothing") expected.push_back(who.value.text);
  }
  for (const Noticed& one : sensing_.noticed) {
    if (one.sense != sense) continue;
    const std::string_view known = name_of_entity(given_, one.entity);
    const std::string_view name = known.empty() ? "somebody without a name" : known;
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
    if (std::ranges::find(found, who) == found.end()) reasons += why_unnoticed(sense, who);
  }
  fail(fmt::format("expected `{}` to notice {}{}, but it notices {}{}", wanted.name.text, list(expected),
                   at_that_time(), list(found), reasons));
}

// Empty if the tests of the senses do not show the reason.
std::string AgentJudge::why_unnoticed(uint32_t sense, std::string_view who) const {
  const auto judged = std::ranges::find_if(sensing_.judged, [&](const JudgedEntity& one) {
    return one.sense == sense && name_of_entity(given_, one.entity) == who;
  });
  if (judged == sensing_.judged.end()) return {};
  constexpr double kDegrees = 180 / std::numbers::pi;
  const SenseJudgement& j = judged->judgement;
  switch (j.verdict) {
    case SenseVerdict::other_kind: return fmt::format("; `{}` is not of the kind that it notices", who);
    case SenseVerdict::condition: return fmt::format("; for `{}` its `when` does not hold", who);
    case SenseVerdict::too_far:
      return fmt::format("; `{}` is {:.2f} m away, and it reaches {:.2f} m there", who, j.distance, j.reach);
    case SenseVerdict::outside_field:
      return fmt::format("; `{}` is {:.0f} degrees beside where the agent looks", who,
                         std::acos(j.cosine) * kDegrees);
    case SenseVerdict::clear_sight_needed:
      return judged->is_hidden        ? fmt::format("; `{}` is hidden", who)
             : judged->is_behind_wall ? fmt::format("; a wall hides `{}`", who)
                                      : fmt::format("; nearer ones leave no room for `{}`", who);
    case SenseVerdict::noticed: return fmt::format("; nearer ones leave no room for `{}`", who);
    case SenseVerdict::not_there:
    case SenseVerdict::not_of_this_sense: break;
  }
  return {};
}

void AgentJudge::check_order(const std::vector<Reference>& order) {
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

void AgentJudge::check_score(const Named<Setting<Bounds>>& wanted) {
  const ChoiceId id(model_.imported.id("choices", wanted.name.text));
  if (find_index(model_.choices, wanted.name.text) != kNone) {
    const auto choice = std::ranges::find(thought_.choices, id, &ChoiceThought::id);
    if (choice != thought_.choices.end() && !choice->member.empty()) return compare(wanted, choice->score);
    return fail(fmt::format("expected a score of `{}`, but it chooses nothing", wanted.name.text));
  }
  const uint32_t option = option_of(wanted.name.text);
  if (is_eligible(option)) return compare(wanted, thought_.score(asset_, option));
  fail(fmt::format("expected a score of `{}`, but {}", wanted.name.text, failed_condition(option)));
}

void AgentJudge::compare(const Named<Setting<Bounds>>& wanted, double score) {
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

}  // namespace ishi::compiler
