#include "testing/scene_coverage.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <utility>

#include "ishi/id.h"
#include "testing/run_features.h"

namespace ishi::compiler {

SceneCoverage::SceneCoverage(const Model& model, const Asset& asset, const TypedTest& test)
    : model_(model), asset_(asset), test_(test) {
  for (uint32_t i = 0; i < test.situation.agent_count(); ++i) {
    list_options(i);
    list_transitions(i);
    list_failures(i);
  }
}

void SceneCoverage::add(Kind kind, uint32_t agent, uint32_t from, uint32_t to, std::string_view what) {
  const std::string_view name = test_.situation.agent_at(agent).name;
  Item& item = items_.emplace_back();
  item.kind = kind;
  item.agent = agent;
  item.from = from;
  item.to = to;
  item.what = name.empty() ? std::string(what) : fmt::format("{}: {}", name, what);
}

void SceneCoverage::list_options(uint32_t agent) {
  const SituationAgent& own = test_.situation.agent_at(agent);
  const std::vector<Reference>& actions = model_.agents[own.agent].value.actions;
  for (uint32_t i = 0; i < actions.size(); ++i) add(Kind::option, agent, 0, i, actions[i].text);
}

void SceneCoverage::list_transitions(uint32_t agent) {
  const SituationAgent& own = test_.situation.agent_at(agent);
  const uint32_t kind =
      asset_.find(ishi::Kind::agents, model_.imported.id("agents", model_.agents[own.agent].name.text));
  const AssetParts parts(asset_);
  const IndexRange states = parts.agent(kind).states;
  for (uint32_t from = 0; from < states.count; ++from) {
    const ishi::StateInfo state = parts.agent_state(states.first + from);
    for (uint32_t i = 0; i < state.transitions.count; ++i) {
      const uint32_t to = parts.transition(state.transitions.first + i).target;
      const std::string_view name = parts.agent_state(states.first + to).name;
      add(Kind::transition, agent, from, to, fmt::format("state {} → {}", state.name, name));
    }
  }
}

// Tasks that the test lets fail in some runs.
void SceneCoverage::list_failures(uint32_t agent) {
  for (const Variation& variation : test_.variations) {
    const bool is_own = variation.value.owner == kNone || variation.value.owner == agent;
    const bool may_fail = std::ranges::any_of(
        variation.choices, [](const VariedChoice& choice) { return choice.text == "failed"; });
    if (variation.part != Variation::Part::result || !is_own || !may_fail) continue;
    const std::string_view name = model_.tasks[variation.task].name.text;
    const uint32_t task = asset_.find(ishi::Kind::tasks, id_of("tasks", name));
    add(Kind::failure, agent, 0, task, fmt::format("{} fails", name));
  }
}

void SceneCoverage::watch(VariedRuns& runs, uint64_t seed, uint64_t count) {
  watched_ = count;
  RunSequence sequence(test_.variations, seed);
  std::vector<double> numbers(numbers_of(test_.variations));
  uint64_t run = 0;
  runs.watch([&](const SimulatedAgent& agent) { note(run, agent); });
  for (; run < count; ++run) {
    sequence.make(run, numbers);
    in_state_.assign(test_.situation.agent_count(), {kNoState, 0});
    static_cast<void>(runs.run(numbers));
  }
  runs.watch({});
}

void SceneCoverage::note(uint64_t run, const SimulatedAgent& agent) {
  const uint32_t index = agent.place().index();
  if (!agent.place().is_alive()) return;
  const uint32_t state = agent.state();
  auto& [before, since] = in_state_[index];
  if (before != state) since = agent.seconds();
  before = state;
  for (Item& item : items_) {
    if (item.agent != index) continue;
    if (item.kind == Kind::option && agent.has_thought()) note_option(item, run, agent);
    if (item.kind != Kind::transition || item.from != state) continue;
    const double gap = test_.situation.course.seconds - (agent.seconds() - since);
    if (gap < item.gap) item.gap = gap, item.run = run, item.seconds = agent.seconds() - since;
  }
}

void SceneCoverage::note_option(Item& item, uint64_t run, const SimulatedAgent& agent) const {
  constexpr double kFar = 1e9;  // farther off than any score, nearer than what never competed
  const Thought& thought = agent.thought();
  if (!thought.competes(asset_, item.to) || thought.picked == item.to) return;
  const std::vector<Reference>& actions = model_.agents[agent.place().situation().agent].value.actions;
  const double score = thought.score(asset_, item.to);
  double gap = kFar;
  std::string by;
  if (const auto held = thought.held_from(model_, model_.actions[actions[item.to].index].value, item.to)) {
    by = fmt::format("{} {} `{}`", held->by, held->by.find(' ') == std::string::npos ? "holds" : "hold",
                     held->what);
  } else if (score > -kFar && thought.picked == kNone) {
    gap = 1;
    by = fmt::format("it scores {:.4f}, and nothing is chosen", score);
  } else if (score > -kFar) {
    const double best = thought.score(asset_, thought.picked) + thought.inertia(thought.picked);
    const bool competes = best > -kFar;  // else it goes on since nothing may take its place
    gap = competes ? std::max(0.0, best - score) : 1;
    by = competes
             ? fmt::format("it scores {:.4f}, and `{}` {:.4f}", score, actions[thought.picked].text, best)
             : fmt::format("it scores {:.4f}, but `{}` goes on", score, actions[thought.picked].text);
  }
  if (gap >= item.gap) return;
  item.gap = gap;
  item.run = run;
  item.seconds = agent.seconds();
  item.by = std::move(by);
}

std::string SceneCoverage::nearest(const Item& item) const {
  if (watched_ == 0) return {};
  const bool is_near = item.gap < std::numeric_limits<double>::infinity();
  switch (item.kind) {
    case Kind::option:
      if (is_near && item.by.empty())
        return fmt::format("its `when` holds in none of the first {} runs", watched_);
      return is_near ? fmt::format("closest in run {} at {:.2f}s: {}", item.run + 1, item.seconds, item.by)
                     : "it never competes: no run comes to such a state";
    case Kind::transition:
      return is_near ? fmt::format("closest in run {}, which is in that state for {:.2f}s", item.run + 1,
                                   item.seconds)
                     : "no run comes to the first of these states";
    case Kind::failure: break;
  }
  return "no run in which it may fail starts it";
}

std::vector<Unshown> SceneCoverage::unshown(std::span<const FeatureCount> seen) const {
  std::vector<Unshown> all;
  for (const Item& item : items_) {
    const bool is_shown = std::ranges::any_of(seen, [&](const FeatureCount& one) {
      const RunFeatures::Parts parts = RunFeatures::parts(one.feature);
      if (parts.agent != item.agent || parts.to != item.to + 1) return false;
      switch (item.kind) {
        case Kind::option: return parts.kind == RunFeatures::Kind::option;
        case Kind::transition: return parts.kind == RunFeatures::Kind::state && parts.from == item.from + 1;
        case Kind::failure: break;
      }
      return parts.kind == RunFeatures::Kind::failure;
    });
    if (!is_shown) all.push_back({item.what, nearest(item)});
  }
  return all;
}

}  // namespace ishi::compiler
