#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "compiler/oracle/random_options.h"

// Planners and their plans, each with what it takes over written out.

namespace ishi::compiler::oracle {

void RandomOptions::add_rewards(Fields& plan, const std::vector<std::string>& names) {
  bool any = false;
  for (const std::string& name : names) {
    if (any && dice_.chance(0.4)) continue;
    plan.emplace_back("rewards." + name, number(2));
    any = true;
  }
}

Fields RandomOptions::plan(const std::vector<std::string>& rewards) {
  Fields option;
  add_for_each(option);
  switch (dice_.below(6)) {
    case 0: option.emplace_back("score", number(2)); break;
    case 1: add_considerations(option); break;
    case 2: add_gains(option); break;
    default: add_rewards(option, rewards); break;
  }
  add_conditions(option);
  add_changes(option);
  option.emplace_back("do", "[wait: 1s]");  // what is drawn must end
  return option;
}

// A planner that says nothing else of what it takes over from another one.
Fields RandomOptions::planner(const Fields& base) {
  Fields fields;
  std::vector<std::string> rewards = heads(under(base, "rewards"));
  const size_t inherited = heads(under(base, "plans")).size();
  const int count = base.empty() ? 1 + dice_.below(3) : dice_.below(2);
  expressions_.in_option = false;
  expressions_.set = "";
  for (int i = 0; i < count; ++i) {
    const std::string& name = rewards.emplace_back(fmt::format("r{}", rewards.size()));
    fields.emplace_back("rewards." + name, number(2));
  }
  expressions_.in_option = true;
  const size_t plans = inherited + static_cast<size_t>(base.empty() ? 2 + dice_.below(3) : dice_.below(2));
  for (size_t i = inherited; i < plans; ++i) put_under(fields, fmt::format("plans.p{}", i), plan(rewards));
  put_under(fields, "select", select());
  return fields;
}

// What an heir says otherwise of a plan: nothing of whom it is for.
Fields RandomOptions::changed_plan(const Fields& base, const std::vector<std::string>& rewards) {
  Fields option;
  expressions_.set = value_of(base, "for_each.item");
  if (dice_.chance(0.3)) option.emplace_back("score", number(2));
  if (option.empty() && dice_.chance(0.5)) add_rewards(option, rewards);
  add_conditions(option);
  return option;
}

Fields RandomOptions::heir(const Fields& base) {
  const std::vector<std::string> rewards = heads(under(base, "rewards"));
  Fields fields = planner(base);
  for (const std::string& plan : heads(under(base, "plans"))) {
    if (dice_.chance(0.5)) continue;
    put_under(fields, "plans." + plan, changed_plan(under(base, "plans." + plan), rewards));
  }
  expressions_.in_option = false;
  expressions_.set = "";
  for (const std::string& reward : rewards) {
    if (dice_.chance(0.4)) fields.emplace_back("rewards." + reward, number(2));
  }
  expressions_.in_option = true;
  return fields;
}

PlannerChain RandomOptions::planners() {
  PlannerChain chain;
  Fields whole = planner({});
  const auto write_out = [&](const std::string& name) {
    put_under(chain.selections, name, under(whole, "select"));
    put_under(chain.written_out, name + ".rewards", under(whole, "rewards"));
    put_under(chain.written_out, name + ".plans", under(whole, "plans"));
  };
  put_under(chain.text, "plain", whole);
  write_out("plain");
  std::string last = "plain";
  for (const char* const name : {"bold", "rash"}) {
    if (dice_.chance(0.4)) continue;
    const Fields own = heir(whole);
    whole = extended(whole, own);
    chain.text.emplace_back(fmt::format("{}.extends", name), last);
    put_under(chain.text, name, own);
    write_out(name);
    last = name;
  }
  return chain;
}

Fields with_select_of(const PlannerChain& planners, Fields agent) {
  const Fields own = under(agent, "select");
  const std::string planner = value_of(agent, "planner");
  for (const auto& [path, value] : under(planners.selections, planner)) {
    const bool is_replaced = path == "inertia" && !value_of(own, "weighted.top").empty();
    if (value_of(own, path).empty() && !is_replaced) agent.emplace_back("select." + path, value);
  }
  return agent;
}

}  // namespace ishi::compiler::oracle
