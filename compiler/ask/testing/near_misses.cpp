#include "testing/near_misses.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "ishi/id.h"
#include "simulate/key_values.h"

namespace ishi::compiler {
namespace {

constexpr double kUnknown = std::numeric_limits<double>::infinity();

}  // namespace

NearMisses::NearMisses(const Model& model, const Asset& asset, const TypedTest& test,
                       const Simulation& simulation)
    : model_(model), asset_(asset), test_(test) {
  for (const SimulatedAgent& agent : simulation.agents()) {
    const uint32_t index = agent.place().index();
    const TypedExpectation* const expect = test.expected_of(index);
    if (expect == nullptr) continue;
    add_keys(index, expect->always.value.keys, false, false);
    add_keys(index, expect->never.value.keys, true, false);
    add_keys(index, expect->keys, false, true);
    add_levels(index, expect->always.value.level, false, false);
    add_levels(index, expect->never.value.level, true, false);
    add_levels(index, expect->level, false, true);
    if (expect->steady.given) steady_.push_back({.agent = index, .distance = kUnknown});
  }
}

void NearMisses::add_keys(uint32_t agent, const std::vector<ExpectedKey>& keys, bool stays_out,
                          bool is_of_end) {
  for (const ExpectedKey& key : keys) {
    const auto& [name, variable] = model_.blackboard[key.key];
    const bool is_whole = variable.resolved.kind == ValueKind::integer;
    if (!key.is_range || (!is_whole && variable.resolved.kind != ValueKind::number)) continue;
    double width = variable.has_range() ? double{variable.high} - variable.low : double{key.high} - key.low;
    if (!std::isfinite(width) || width <= 0) width = 1;
    ranged_.push_back({.agent = agent,
                       .is_whole = is_whole,
                       .stays_out = stays_out,
                       .is_of_end = is_of_end,
                       .index = asset_.find(ishi::Kind::keys, id_of("blackboard", name.text)),
                       .low = key.low,
                       .high = key.high,
                       .width = width,
                       .distance = kUnknown});
  }
}

void NearMisses::add_levels(uint32_t agent, const Map<Setting<Bounds>>& levels, bool stays_out,
                            bool is_of_end) {
  for (const auto& level : levels) {
    ranged_.push_back(
        {.agent = agent,
         .is_level = true,
         .stays_out = stays_out,
         .is_of_end = is_of_end,
         .index = asset_.find(ishi::Kind::motives, model_.imported.id("motives", level.name.text)),
         .low = level.value.value.low,
         .high = level.value.value.high,
         .distance = kUnknown});
  }
}

// The distance of the number to the end of its range, as a share of its width; negative where the claim
// fails.
double NearMisses::distance(const Ranged& one, const SimulatedAgent& agent) {
  double value = 0;
  if (one.is_level) {
    value = agent.level(one.index).value_or(0);
  } else {
    const RawValue& raw = agent.key(one.index);
    value = one.is_whole ? value_as<int32_t>(raw.data()) : value_as<float>(raw.data());
  }
  const double inside = std::min(value - one.low, one.high - value);
  return (one.stays_out ? -inside : inside) / one.width;
}

void NearMisses::note(const Simulation& simulation, const std::deque<History>& histories) {
  for (Ranged& one : ranged_) {
    const SimulatedAgent& agent = simulation.agent(one.agent);
    if (!one.is_of_end && agent.place().is_alive())
      one.distance = std::min(one.distance, distance(one, agent));
  }
  for (Steady& one : steady_) {
    const SimulatedAgent& agent = simulation.agent(one.agent);
    const Steadiness& steady = test_.expected_of(one.agent)->steady.value;
    const auto most = static_cast<size_t>(steady.changes.value);
    for (; one.switches < histories[one.agent].switches(); ++one.switches) {
      one.switched.push_back(agent.seconds());
      if (one.switched.size() > most + 1) one.switched.pop_front();
      if (one.switched.size() <= most) continue;
      const double period = one.switched.back() - one.switched.front();
      one.distance = std::min(one.distance, (period - steady.in.value) / steady.in.value);
    }
  }
}

std::vector<double> NearMisses::distances(const Simulation& simulation,
                                          const std::deque<History>& histories) const {
  std::vector<double> all;
  for (const Ranged& one : ranged_) {
    const SimulatedAgent& agent = simulation.agent(one.agent);
    const bool is_asked = one.is_of_end && agent.place().is_alive();
    all.push_back(is_asked ? distance(one, agent) : one.distance);
  }
  for (const Steady& one : steady_) {
    // With fewer changes of mind than it takes, each that is missing is as much as a whole run between two of
    // them.
    const double most = test_.expected_of(one.agent)->steady.value.changes.value;
    const double in = test_.expected_of(one.agent)->steady.value.in.value;
    const double longest = test_.situation.course.seconds / in;
    all.push_back(std::min(one.distance, longest + (most + 1 - static_cast<double>(one.switches))));
  }
  for (const SimulatedAgent& agent : simulation.agents())
    add_within(agent.place().index(), histories[agent.place().index()], all);
  return all;
}

// Adds the share of the allowed time that was left when the expected thing came; negative where it came too
// late.
void NearMisses::add_within(uint32_t agent, const History& history, std::vector<double>& all) const {
  const TypedExpectation* const expect = test_.expected_of(agent);
  if (expect == nullptr || !expect->within.given || (expect->picks.empty() && !expect->state.given)) return;
  static const History::Since kBeginning{};
  const History::Since& since = expect->after.given()
                                    ? history.first_event(asset_.find(ishi::EventId::of(expect->after.text)))
                                    : kBeginning;
  const double end = test_.situation.course.seconds;
  const auto left = [&](double first) {
    if (since.seconds < 0) return kUnknown;
    const double taken = (first < 0 ? end : first) - since.seconds;
    return (expect->within.value - taken) / expect->within.value;
  };
  if (expect->state.given) all.push_back(left(history.first_in_state(expect->in_state, since, end)));
  if (expect->picks.empty()) return;
  const auto& actions = model_.agents[test_.situation.agent_at(agent).agent].value.actions;
  double first = -1;
  for (const Reference& pick : expect->picks) {
    const auto option = std::ranges::find(actions, pick.text, &Reference::text);
    const double picked = history.first_picked(
        option == actions.end() ? kNone : static_cast<uint32_t>(option - actions.begin()), since, end);
    if (picked >= 0 && (first < 0 || picked < first)) first = picked;
  }
  all.push_back(left(first));
}

}  // namespace ishi::compiler
