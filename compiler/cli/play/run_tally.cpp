#include "cli/play/run_tally.h"

#include <fmt/format.h>

#include <algorithm>

namespace ishi::compiler::cli {

using EventKind = SimulatedEvent::Kind;

namespace {

constexpr std::string_view kIdle = "nothing";
constexpr double kLeastShare =
    0.005;  // share of the time; an agent that does nothing for less is not mentioned

}  // namespace

RunTally::Done& RunTally::done(Row& row, std::string_view action) {
  const auto known = std::ranges::find(row.done, action, &Done::action);
  return known != row.done.end() ? *known : row.done.emplace_back(Done{std::string(action)});
}

void RunTally::note(size_t which, const SimulatedAgent& agent, double seconds) {
  Row& row = agents_[which];
  const auto& actions = agent.place().stage().model().agents[agent.place().situation().agent].value.actions;
  for (const SimulatedEvent& event : agent.events()) {
    if (event.kind == EventKind::option_chosen) ++done(row, actions[event.index].text).times;
    if (event.kind == EventKind::option_failed) ++done(row, actions[event.index].text).failures;
  }
  if (!agent.place().is_alive()) return;
  const uint16_t option = agent.option();
  done(row, option == kNoOption ? std::string_view() : actions[option].text).seconds += seconds;
}

std::string RunTally::table() const {
  size_t name_width = 0, action_width = 0;
  for (const Row& row : agents_) {
    name_width = std::max(name_width, row.agent.size());
    for (const Done& done : row.done) action_width = std::max(action_width, done.action.size());
  }
  std::string text;
  for (const Row& row : agents_) {
    std::vector<Done> done = row.done;
    std::ranges::stable_sort(done, [](const Done& a, const Done& b) {
      if (a.action.empty() != b.action.empty()) return b.action.empty();  // nothing comes last
      return a.seconds != b.seconds ? a.seconds > b.seconds : a.times > b.times;
    });
    double whole = 0;
    for (const Done& one : done) whole += one.seconds;
    bool is_first = true;
    for (const Done& one : done) {
      if (one.action.empty() && done.size() > 1 && one.seconds < kLeastShare * whole) continue;
      const bool is_idle = one.action.empty();
      text += fmt::format("  {:<{}}  {:<{}}  {:>6}  {:>8.2f}s  {:>3.0f}%{}\n", is_first ? row.agent : "",
                          name_width, is_idle ? kIdle : one.action, std::max(action_width, kIdle.size()),
                          is_idle ? "" : fmt::format("{}×", one.times), one.seconds,
                          whole > 0 ? 100 * one.seconds / whole : 0,
                          one.failures > 0 ? fmt::format("  {} failed", one.failures) : "");
      is_first = false;
    }
  }
  return text;
}

}  // namespace ishi::compiler::cli
