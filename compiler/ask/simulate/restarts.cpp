#include "simulate/restarts.h"

#include <fmt/format.h>

#include <algorithm>

namespace ishi::compiler {
namespace {

constexpr uint64_t kMostFrames = 3;    // from one beginning to the next
constexpr uint32_t kFewestTimes = 20;  // in a row: fewer may be an action that waits for a world that changes

}  // namespace

void Restarts::note(const SimulatedAgent& agent, uint64_t frame) {
  const uint32_t index = agent.place().index();
  if (index >= tracks_.size()) tracks_.resize(index + 1);
  Track& track = tracks_[index];
  for (const SimulatedEvent& event : agent.events()) {
    if (event.kind == SimulatedEvent::Kind::option_ended ||
        event.kind == SimulatedEvent::Kind::option_failed) {
      track.has_ended = true;
    } else if (event.kind == SimulatedEvent::Kind::option_chosen) {
      const bool is_again = track.has_ended && frame - track.chosen_at <= kMostFrames;
      if (!is_again) {
        track.now = {};
        track.now.from = agent.seconds();
      }
      const SituationAgent& who = agent.place().situation();
      const auto& kind = agent.place().stage().model().agents[who.agent];
      track.now.who =
          who.name.empty() ? fmt::format("the {}", kind.name.text) : fmt::format("`{}`", who.name);
      track.now.action = kind.value.actions[event.index].text;
      ++track.now.times;
      track.now.until = agent.seconds();
      if (track.now.times > track.longest.times) track.longest = track.now;
      track.chosen_at = frame;
      track.has_ended = false;
    }
  }
}

std::optional<Restarting> Restarts::of(uint32_t agent) const {
  if (agent >= tracks_.size() || tracks_[agent].longest.times < kFewestTimes) return std::nullopt;
  return tracks_[agent].longest;
}

std::string restarting_text(const Restarting& restarting, std::string_view from, std::string_view until) {
  return fmt::format(
      "{} begins `{}` {} times from {} to {}, in nearly every frame: it is over as soon as it begins. Give "
      "it a `cooldown`, or a `when` that does not hold once it is done",
      restarting.who, restarting.action, restarting.times, from, until);
}

std::string restarting_text(const Restarting& restarting) {
  return restarting_text(restarting, fmt::format("{:.2f}s", restarting.from),
                         fmt::format("{:.2f}s", restarting.until));
}

}  // namespace ishi::compiler
