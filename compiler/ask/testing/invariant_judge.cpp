#include "testing/invariant_judge.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <utility>

#include "ishi/id.h"
#include "language/unit.h"
#include "language/words.h"
#include "testing/run_judge.h"

namespace ishi::compiler {
namespace {

std::vector<uint32_t> options_of(const Agent& agent, const std::vector<Reference>& picks) {
  std::vector<uint32_t> options;
  for (const Reference& pick : picks) {
    const auto option = std::ranges::find(agent.actions, pick.text, &Reference::text);
    options.push_back(option == agent.actions.end() ? kNone
                                                    : static_cast<uint32_t>(option - agent.actions.begin()));
  }
  return options;
}

bool has(const std::vector<uint32_t>& list, uint32_t one) {
  return std::ranges::find(list, one) != list.end();
}

template <class Items, class Text>
std::string one_of(const Items& items, Text text) {
  std::vector<std::string_view> names;
  for (const auto& item : items) names.push_back(text(item));
  return quoted_list(names, "or");
}

std::string bounds_text(const Bounds& bounds) {
  return bounds.low == bounds.high ? fmt::format("{}", bounds.low)
                                   : fmt::format("{}..{}", bounds.low, bounds.high);
}

}  // namespace

InvariantJudge::InvariantJudge(const Model& model, const Asset& asset, const TypedExpectation& expect,
                               const SituationAgent& agent)
    : model_(model), asset_(asset), expect_(expect), agent_(model.agents[agent.agent].value) {
  always_picks_ = options_of(agent_, expect.always.value.picks);
  never_picks_ = options_of(agent_, expect.never.value.picks);
  for (const Reference& task : expect.never.value.does)
    tasks_.push_back(asset.find(ishi::TaskId::of(task.text)));
  for (const Reference& event : expect.never.value.emits)
    events_.push_back(asset.find(ishi::EventId::of(event.text)));
}

std::string_view InvariantJudge::name_of(uint32_t option) const {
  return option == kNone ? "nothing" : agent_.actions[option].text;
}

std::string_view InvariantJudge::state_of(const SimulatedAgent& agent) const {
  return agent_.states.value[agent.state()].name.text;
}

void InvariantJudge::lose(size_t claim, const std::function<std::string()>& line) {
  if (std::ranges::find(lines_, claim, [](const auto& one) { return one.first; }) != lines_.end()) return;
  lines_.emplace_back(claim, line());
  lost_at_ = now_;
}

void InvariantJudge::note(const SimulatedAgent& agent, const History& history) {
  if (!agent.place().is_alive()) return;
  now_ = agent.seconds();
  if (agent.has_thought()) {
    picked_ = agent.thought().picked;
    has_thought_ = true;
  }
  if (expect_.always.given) note_always(agent);
  if (expect_.never.given) note_never(agent, history);
  if (expect_.steady.given) note_switches(agent, history);
}

namespace {

enum Claim : size_t {
  kAlwaysPicks,
  kAlwaysState,
  kNeverPicks,
  kNeverState,
  kNeverDoes,
  kNeverEmits,
  kSteady,
  kRest
};

}  // namespace

void InvariantJudge::note_always(const SimulatedAgent& agent) {
  const TypedInvariant& always = expect_.always.value;
  const double now = agent.seconds();
  if (!always_picks_.empty() && has_thought_ && !has(always_picks_, picked_)) {
    lose(kAlwaysPicks, [&] {
      return fmt::format("expected it always to pick {}, but at {:.2f}s it picks {}",
                         one_of(always.picks, [](const Reference& one) { return one.text; }), now,
                         picked_ == kNone ? "nothing" : fmt::format("`{}`", name_of(picked_)));
    });
  }
  if (!always.in_states.empty() && agent.state() != kNoState && !has(always.in_states, agent.state())) {
    lose(kAlwaysState, [&] {
      return fmt::format("expected the state always to be {}, but at {:.2f}s it is `{}`",
                         one_of(always.states, [](const Setting<Name>& one) { return one.value.text; }), now,
                         state_of(agent));
    });
  }
  size_t claim = kRest;
  for (const ExpectedKey& key : always.keys) {
    const KeyStanding standing(model_, asset_, key, agent);
    if (!standing.is_met())
      lose(claim, [&] {
        return fmt::format("expected `{}` always to be {}, but at {:.2f}s it is {}", standing.name(),
                           key.text, now, standing.text());
      });
    ++claim;
  }
  for (const auto& level : always.level) {
    const LevelStanding standing(model_, asset_, level, agent);
    if (!standing.is_met())
      lose(claim, [&] {
        return fmt::format("expected the level of `{}` always to be {}, but at {:.2f}s it is {:.4f}",
                           level.name.text, bounds_text(level.value.value), now, standing.level());
      });
    ++claim;
  }
}

void InvariantJudge::note_never(const SimulatedAgent& agent, const History& history) {
  const TypedInvariant& never = expect_.never.value;
  const double now = agent.seconds();
  if (!never_picks_.empty() && has_thought_ && has(never_picks_, picked_)) {
    lose(kNeverPicks, [&] {
      return fmt::format("expected it never to pick {}, but it does at {:.2f}s",
                         picked_ == kNone ? "nothing" : fmt::format("`{}`", name_of(picked_)), now);
    });
  }
  if (!never.in_states.empty() && agent.state() != kNoState && has(never.in_states, agent.state())) {
    lose(kNeverState, [&] {
      return fmt::format("expected it never to be in the state `{}`, but it is at {:.2f}s", state_of(agent),
                         now);
    });
  }
  for (size_t i = 0; i < tasks_.size(); ++i) {
    if (history.times(tasks_[i]) > 0)
      lose(kNeverDoes, [&] {
        return fmt::format("expected it never to start `{}`, but it does so at {:.2f}s", never.does[i].text,
                           now);
      });
  }
  for (const SimulatedEvent& event : agent.events()) {
    if (event.kind != SimulatedEvent::Kind::event_emitted || !has(events_, event.index)) continue;
    lose(kNeverEmits, [&] {
      return fmt::format("expected it never to emit `{}`, but it does so at {:.2f}s",
                         asset_.name(ishi::Kind::events, event.index), now);
    });
  }
  size_t claim = kRest + expect_.always.value.keys.size() + expect_.always.value.level.size();
  for (const ExpectedKey& key : never.keys) {
    const KeyStanding standing(model_, asset_, key, agent);
    if (standing.is_met())
      lose(claim, [&] {
        return fmt::format("expected `{}` never to be {}, but at {:.2f}s it is {}", standing.name(), key.text,
                           now, standing.text());
      });
    ++claim;
  }
  for (const auto& level : never.level) {
    const LevelStanding standing(model_, asset_, level, agent);
    if (standing.is_met())
      lose(claim, [&] {
        return fmt::format("expected the level of `{}` never to be {}, but at {:.2f}s it is {:.4f}",
                           level.name.text, bounds_text(level.value.value), now, standing.level());
      });
    ++claim;
  }
}

void InvariantJudge::note_switches(const SimulatedAgent& agent, const History& history) {
  const Steadiness& steady = expect_.steady.value;
  const auto most = static_cast<size_t>(steady.changes.value);
  for (; switches_ < history.switches(); ++switches_) {
    switched_.push_back(agent.seconds());
    if (switched_.size() > most + 1) switched_.pop_front();
    constexpr double kHair = 1e-6;
    if (switched_.size() != most + 1 || switched_.back() - switched_.front() > steady.in.value + kHair)
      continue;
    lose(kSteady, [&] {
      std::string options;
      const auto& stretches = history.stretches();
      const size_t told = std::min<size_t>(most + 2, stretches.size());
      for (size_t i = stretches.size() - told; i < stretches.size(); ++i)
        options += fmt::format("{}{}", options.empty() ? "" : " → ", name_of(stretches[i].option));
      return fmt::format(
          "expected at most {} change{} of mind in {}, but from {:.2f}s to {:.2f}s there {} {}: {}", most,
          most == 1 ? "" : "s", show(steady.in.value, Quantity::duration), switched_.front(),
          switched_.back(), most + 1 == 1 ? "is" : "are", most + 1, options);
    });
  }
}

void InvariantJudge::judge(const std::function<void(std::string)>& fail) const {
  for (const auto& [claim, line] : lines_) fail(line);
}

}  // namespace ishi::compiler
