#include "compiler/oracle/random_options.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>
#include <utility>
#include <vector>

#include "compiler/oracle/random_facts.h"
#include "compiler/oracle/random_offers.h"

namespace ishi::compiler::oracle {
std::string RandomOptions::number(int depth) { return expressions_.number(std::min(depth, depth_)); }

void RandomOptions::add_for_each(Fields& option) {
  expressions_.set = dice_.chance(0.5) ? any_set(dice_) : "";
  if (!expressions_.set.empty()) option.emplace_back("for_each.item", expressions_.set);
}

void RandomOptions::add_conditions(Fields& option) {
  if (dice_.chance(0.4)) option.emplace_back("when", expressions_.condition(std::min(3, depth_)));
  if (dice_.chance(0.3)) option.emplace_back("weight", number(1));
  if (dice_.chance(0.15)) option.emplace_back("rank", std::to_string(dice_.below(3)));
}

// What it does to levels; nothing that is plainly against what it gains.
void RandomOptions::add_changes(Fields& option) {
  for (const std::string& motive : expressions_.carried) {
    if (dice_.chance(0.4)) continue;
    expressions_.in_option = false;
    if (dice_.chance(0.6)) option.emplace_back("after." + motive, fmt::format("({}) * m1", number(1)));
    expressions_.in_option = true;
    const std::string set = std::exchange(expressions_.set, "");
    if (dice_.chance(0.6))
      option.emplace_back("during." + motive, fmt::format("{}/s * ({})", dice_.real(-0.5, 0.5), number(1)));
    expressions_.set = set;
  }
}

void RandomOptions::add_gains(Fields& option) {
  option.emplace_back("gains.need0", fmt::format("{}", dice_.real(-1, 1)));
  option.emplace_back("gains.need1", number(1));
}

void RandomOptions::add_tactical(Fields& option) {
  option.emplace_back("tactical.expectation", number(3));
  option.emplace_back("tactical.risk", number(2));
  option.emplace_back("tactical.opportunity", number(2));
  if (!dice_.chance(0.5)) return;
  option.emplace_back("tactical.cost", number(2));
  option.emplace_back("tactical.weights.expectation", fmt::format("{}", dice_.real(0, 2)));
  option.emplace_back("tactical.weights.cost", fmt::format("{}", dice_.real(0, 2)));
}

void RandomOptions::add_considerations(Fields& option) {
  const int count = 1 + dice_.below(5);
  for (int i = 0; i < count; ++i) option.emplace_back(fmt::format("considerations.k{}", i), number(3));
}

Fields RandomOptions::choice() {
  Fields option;
  expressions_.set = any_set(dice_);
  option.emplace_back("for_each.item", expressions_.set);
  switch (dice_.below(expressions_.motives ? 6 : 5)) {
    case 0: add_tactical(option); break;
    case 1: add_considerations(option); break;
    case 2: option.emplace_back("score", member_number(dice_, expressions_.set)); break;
    case 5: add_gains(option); break;
    default: option.emplace_back("score", number(3)); break;
  }
  if (dice_.chance(0.4)) option.emplace_back("when", expressions_.condition(std::min(3, depth_)));
  if (dice_.chance(0.3)) option.emplace_back("weight", number(1));
  if (dice_.chance(0.6)) option.emplace_back("inertia", fmt::format("{}", dice_.real(0, 1)));
  return option;
}

Fields RandomOptions::choices(int first, int end) {
  Fields fields;
  for (int i = first; i < end; ++i) {
    const std::string name = fmt::format("pick{}", i);
    put_under(fields, name, choice());
    expressions_.choices.emplace_back(name, expressions_.set);
  }
  expressions_.set = "";
  return fields;
}

// Of each kind that an action may have; constants and bare facts among them, so that some scores are equal.
void RandomOptions::add_scores(Fields& option) {
  switch (dice_.below(7)) {
    case 0:
      add_gains(option);
      if (dice_.chance(0.5)) option.emplace_back("reduces.drive0", fmt::format("{}", dice_.real(-1, 1)));
      break;
    case 1: option.emplace_back("reduces.drive0", fmt::format("{}", dice_.real(-1, 1))); break;
    case 2: add_tactical(option); break;
    case 3:
      add_considerations(option);
      option.emplace_back("combine",
                          dice_.one_of("product", "compensated", "geometric", "min", "max", "mean", "sum"));
      break;
    case 4: option.emplace_back("score", dice_.one_of("0.25", "0.5")); break;
    case 5: option.emplace_back("score", number(0)); break;
    default: option.emplace_back("score", number(4)); break;
  }
  add_conditions(option);
  add_changes(option);
  option.emplace_back("do", "[wait: 1s]");  // what is drawn must end
}

Fields RandomOptions::action() {
  Fields option;
  add_for_each(option);
  add_scores(option);
  return option;
}

Fields RandomOptions::offers(const std::string& thing, const std::string& set) {
  expressions_.in_option = true;
  expressions_.set = set;
  expressions_.is_over_set = true;  // `it` is the thing that offers, which no member can stand beside
  Fields fields;
  const int count = 1 + dice_.below(2);
  for (int i = 0; i < count; ++i) {
    Fields offer;
    add_scores(offer);
    if (dice_.chance(0.3)) {
      std::erase_if(offer, [](const auto& field) { return field.first == "weight"; });
      offer.emplace_back("weight", offered_number(dice_, thing));
    }
    for (auto& [path, text] : offer) text = offered_text(text, thing);
    put_under(fields, fmt::format("o{}", i), offer);
  }
  expressions_.set = "";
  expressions_.is_over_set = false;
  return fields;
}

Fields RandomOptions::actions() {
  expressions_.in_option = true;
  Fields fields;
  const int count = 2 + dice_.below(4);
  for (int i = 0; i < count; ++i) put_under(fields, fmt::format("a{}", i), action());
  return fields;
}

Fields RandomOptions::select() {
  Fields fields;
  if (dice_.chance(0.5))
    fields.emplace_back("inertia", fmt::format("{}", dice_.real(0, dice_.chance(0.5) ? 0.2 : 2)));
  if (dice_.chance(0.3)) fields.emplace_back("minimum", fmt::format("{}", dice_.real(-0.5, 0.4)));
  if (dice_.chance(0.3)) fields.emplace_back("normalize", dice_.one_of("true", "false"));
  if (dice_.chance(0.4)) fields.emplace_back("ties", dice_.one_of("first", "last"));
  return fields;
}

void RandomOptions::add_actions(Fields& agent, const std::vector<std::string>& names) {
  const int states = dice_.chance(0.4) ? 2 + dice_.below(2) : 0;
  std::vector<std::string> lists(static_cast<size_t>(states) + 1);  // the agent's own first
  const auto add = [](std::string& list, const std::string& name) {
    list += (list.empty() ? "" : ", ") + name;
  };
  for (const std::string& name : names) {
    if (states == 0 || dice_.chance(0.4)) {
      add(lists[0], name);
      continue;
    }
    const int first = dice_.below(states);
    const int second = dice_.below(states);
    add(lists[static_cast<size_t>(first) + 1], name);
    if (second != first) add(lists[static_cast<size_t>(second) + 1], name);
  }
  if (!lists[0].empty() || states == 0) agent.emplace_back("actions", "[" + lists[0] + "]");
  for (int i = 0; i < states; ++i) {
    const std::string& list = lists[static_cast<size_t>(i) + 1];
    const std::string state = fmt::format("states.s{}", i);
    if (list.empty())
      agent.emplace_back(state + ".doc", "nothing of its own");
    else
      agent.emplace_back(state + ".actions", "[" + list + "]");
  }
  add_transitions(agent, states);
}

void RandomOptions::add_transitions(Fields& agent, int states) {
  expressions_.in_option = false;
  expressions_.set = "";
  for (int from = 0; from < states; ++from) {
    for (int to = 0; to < states; ++to) {
      if (from == to || dice_.chance(0.3)) continue;
      agent.emplace_back(
          fmt::format("states.s{}.to.s{}", from, to),
          dice_.chance(0.3) ? fmt::format("elapsed > {}s", dice_.below(6)) : expressions_.condition(2));
    }
  }
  expressions_.in_option = true;
}

Fields RandomOptions::agent(const Fields& actions, const PlannerChain& planners, const std::string& offers) {
  Fields fields;
  if (!offers.empty()) fields.emplace_back("offers", offers);
  const int which = dice_.below(4);  // actions alone, plans alone, or both
  if (which != 0) {
    const std::vector<std::string> names = heads(planners.text);
    fields.emplace_back("planner", names[static_cast<size_t>(dice_.below(static_cast<int>(names.size())))]);
  }
  if (which != 1) add_actions(fields, heads(actions));
  fields.emplace_back("importance", "p0");
  constexpr std::array kRhythms = {"3frames", "0.05s", "if(time > 1s, 1frames, 4frames)",
                                   "lerp(0.01s, 0.1s, clamp(time / 2s, 0, 1))"};
  if (dice_.chance(0.3)) {
    fields.emplace_back("think.every",
                        kRhythms[static_cast<size_t>(dice_.below(static_cast<int>(kRhythms.size())))]);
  }
  std::string asked;
  for (const auto& [choice, set] : expressions_.choices) {
    if (dice_.chance(0.5)) asked += (asked.empty() ? "" : ", ") + choice;
  }
  if (!asked.empty()) fields.emplace_back("choices", "[" + asked + "]");
  Fields choosing = select();
  // Among the best one alone nothing is left to chance.
  if (dice_.chance(0.2)) {
    std::erase_if(choosing, [](const auto& field) { return field.first == "inertia"; });
    choosing.emplace_back("weighted.top", "1");
  }
  put_under(fields, "select", choosing);
  return fields;
}

}  // namespace ishi::compiler::oracle
