#include "testing/run_features.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

namespace ishi::compiler {
namespace {

// A feature is one number: kind, agent, and two indices from 1 on.
constexpr int kKindShift = 60, kAgentShift = 48, kFromShift = 24;
constexpr uint64_t kIndex = (uint64_t{1} << kFromShift) - 1;

}  // namespace

void RunFeatures::add(Kind kind, uint32_t agent, uint32_t from, uint32_t to) {
  const uint64_t feature = static_cast<uint64_t>(kind) << kKindShift |
                           static_cast<uint64_t>(agent) << kAgentShift |
                           static_cast<uint64_t>(from) << kFromShift | to;
  if (std::ranges::find(seen_, feature) != seen_.end()) return;
  seen_.push_back(feature);
  is_sorted_ = false;
}

void RunFeatures::note(const SimulatedAgent& agent, bool is_expected) {
  using EventKind = SimulatedEvent::Kind;
  const uint32_t index = agent.place().index();
  if (option_.size() <= index) option_.resize(index + 1);
  if (state_.size() <= index) state_.resize(index + 1);
  if (agent.frame() == 0) option_[index] = state_[index] = 0;
  for (const SimulatedEvent& event : agent.events()) {
    switch (event.kind) {
      case EventKind::option_chosen:
        add(Kind::option, index, option_[index], event.index + 1);
        option_[index] = event.index + 1;
        break;
      case EventKind::state_changed:
        if (is_expected) add(Kind::state, index, agent.state_before() + 1, event.index + 1);
        break;
      case EventKind::task_failed: add(Kind::failure, index, 0, event.index + 1); break;
      case EventKind::event_emitted:
        if (is_expected) add(Kind::event, index, 0, event.index + 1);
        break;
      default: break;
    }
  }
  // Nothing is noted of the states of others, so the end of the frame counts.
  if (is_expected || !agent.place().is_alive()) return;
  const uint32_t state = agent.state() == kNoState ? 0 : agent.state() + 1;
  if (state != state_[index] && state_[index] != 0) add(Kind::state, index, state_[index], state);
  state_[index] = state;
}

const std::vector<uint64_t>& RunFeatures::all() {
  if (!is_sorted_) std::ranges::sort(seen_);
  is_sorted_ = true;
  return seen_;
}

RunFeatures::Parts RunFeatures::parts(uint64_t feature) {
  return {static_cast<Kind>(feature >> kKindShift), static_cast<uint32_t>(feature >> kAgentShift) & 0xfff,
          static_cast<uint32_t>(feature >> kFromShift & kIndex), static_cast<uint32_t>(feature & kIndex)};
}

std::string RunFeatures::text(uint64_t feature, const Model& model, const Asset& asset,
                              const Situation& situation) {
  const auto [kind, agent, from, to] = parts(feature);
  const SituationAgent& somebody = situation.agent_at(agent);
  const Agent& own = model.agents[somebody.agent].value;
  const std::string who = somebody.name.empty() ? std::string() : fmt::format("{}: ", somebody.name);
  const auto option = [&own](uint32_t place) -> std::string_view {
    return place == 0 ? "nothing" : own.actions[place - 1].text;
  };
  const auto state = [&own](uint32_t place) -> std::string_view {
    return place == 0 || place > own.states.value.size() ? "no state" : own.states.value[place - 1].name.text;
  };
  switch (kind) {
    case Kind::option: return fmt::format("{}{} → {}", who, option(from), option(to));
    case Kind::state: return fmt::format("{}state {} → {}", who, state(from), state(to));
    case Kind::failure: return fmt::format("{}{} fails", who, asset.name(ishi::Kind::tasks, to - 1));
    case Kind::event: break;
  }
  return fmt::format("{}emits {}", who, asset.name(ishi::Kind::events, to - 1));
}

}  // namespace ishi::compiler
