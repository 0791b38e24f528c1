#include "workspace/ask/play_json.h"

#include <cmath>
#include <string>
#include <string_view>
#include <utility>

namespace ishi::compiler {
namespace {

using EventKind = SimulatedEvent::Kind;

std::string_view name_of(EventKind kind) {
  switch (kind) {
    case EventKind::option_chosen: return "chosen";
    case EventKind::option_left: return "left";
    case EventKind::option_ended: return "over";
    case EventKind::option_failed: return "failed";
    case EventKind::task_started: return "task_started";
    case EventKind::task_completed: return "task_completed";
    case EventKind::task_failed: return "task_failed";
    case EventKind::task_aborted: return "task_aborted";
    case EventKind::node_changed: return "step";
    case EventKind::planned: return "planned";
    case EventKind::reached: return "nothing_to_plan";
    case EventKind::foreseen: return "foreseen";
    case EventKind::key_changed: return "key";
    case EventKind::noticed: return "remembered";
    case EventKind::forgotten: return "forgotten";
    case EventKind::fact_changed: return "fact";
    case EventKind::event_posted: return "event";
    case EventKind::event_emitted: return "emitted";
    case EventKind::state_changed: return "state";
    case EventKind::leaves: return "leaves";
    case EventKind::walks: return "walks";
    case EventKind::heads: return "heads";
    case EventKind::sound_made: return "sound";
  }
  return {};
}

std::string_view name_of(NodeChange change) {
  switch (change) {
    case NodeChange::began: return "began";
    case NodeChange::skipped: return "skipped";
    case NodeChange::completed: return "completed";
    case NodeChange::failed: return "failed";
    case NodeChange::aborted: return "aborted";
    case NodeChange::interrupted: return "interrupted";
    case NodeChange::tried_again: return "tried_again";
  }
  return {};
}

std::string_view name_of(const SimulatedAgent& agent, const Model& model) {
  const SituationAgent& who = agent.place().situation();
  return who.name.empty() ? model.agents[who.agent].name.text : std::string_view(who.name);
}

// To a ten-thousandth.
double rounded(double value) { return std::round(value * 1e4) / 1e4; }

}  // namespace

// Four decimals distinguish the frames of a simulation, six those of a recording.
double PlayJson::time_of(double seconds) const {
  return situation_ != nullptr ? rounded(seconds) : std::round(seconds * 1e6) / 1e6;
}

nlohmann::ordered_json PlayJson::of_sound(uint32_t sound, double seconds, std::string_view by) const {
  const SoundInfo info = AssetParts(asset_).sound(sound);
  return {{"seconds", time_of(seconds)}, {"name", info.name}, {"by", by}, {"radius", rounded(info.radius)}};
}

void PlayJson::note(const SimulatedAgent& agent) {
  for (const SimulatedEvent& event : agent.events()) events_.push_back(of_event(agent, event));
  const std::string name(name_of(agent, model_));
  details_[name].note(agent);
  const std::string_view kind = model_.agents[agent.place().situation().agent].name.text;
  if (!bodies_.contains(kind)) bodies_[std::string(kind)] = bodies_json(asset_, agent.place().agent_index());
  for (const uint32_t sound : agent.sounds()) sounds_.push_back(of_sound(sound, agent.seconds(), name));
}

void PlayJson::note_leaving(const std::string& name, uint64_t frame, double seconds) {
  events_.push_back({{"seconds", time_of(seconds)},
                     {"frame", frame},
                     {"agent", name},
                     {"kind", name_of(EventKind::leaves)}});
  details_[name].leave(seconds);
}

// Those that bodies make, and those of the situation.
nlohmann::ordered_json PlayJson::sounds() const {
  nlohmann::ordered_json all = sounds_;
  const auto add = [&](double seconds, const std::vector<SituationSound>& sounds) {
    for (const SituationSound& sound : sounds) {
      const uint32_t index = asset_.find(SoundId::of(model_.sounds[sound.sound].name.text));
      if (index != kNotFound)
        all.push_back(of_sound(index, seconds, name_of_entity(*situation_, sound.entity)));
    }
  };
  if (situation_ == nullptr) return all;
  add(0, situation_->sounds);
  for (const Course::Change& change : situation_->course.changes) add(change.seconds, change.sounds);
  return all;
}

nlohmann::ordered_json PlayJson::of_event(const SimulatedAgent& agent, const SimulatedEvent& event) const {
  const Agent& kind = model_.agents[agent.place().situation().agent].value;
  nlohmann::ordered_json json = {{"seconds", time_of(agent.seconds())},
                                 {"frame", agent.frame()},
                                 {"agent", name_of(agent, model_)},
                                 {"kind", name_of(event.kind)}};
  const auto of_asset = [&](ishi::Kind section) { json["name"] = asset_.name(section, event.index); };
  switch (event.kind) {
    case EventKind::option_chosen:
    case EventKind::option_left:
    case EventKind::option_ended:
    case EventKind::option_failed: json["name"] = kind.actions[event.index].text; break;
    case EventKind::task_started:
    case EventKind::task_completed:
    case EventKind::task_failed:
    case EventKind::task_aborted: of_asset(ishi::Kind::tasks); break;
    case EventKind::key_changed: json["name"] = AssetParts(asset_).key(event.index).name; break;
    case EventKind::noticed:
    case EventKind::forgotten:
    case EventKind::fact_changed: of_asset(ishi::Kind::sets); break;
    case EventKind::event_posted:
    case EventKind::event_emitted: of_asset(ishi::Kind::events); break;
    case EventKind::sound_made: of_asset(ishi::Kind::sounds); break;
    case EventKind::state_changed: json["name"] = kind.states.value[event.index].name.text; break;
    case EventKind::heads: json["name"] = AssetParts(asset_).steering(event.index).name; break;
    case EventKind::node_changed:
      json["node"] = event.index;
      json["change"] = name_of(event.change.change);
      break;
    case EventKind::planned:
    case EventKind::foreseen:
    case EventKind::reached: json["node"] = event.index; break;
    case EventKind::walks:
    case EventKind::leaves: break;
  }
  if (event.kind == EventKind::event_emitted) {
    constexpr std::string_view kAudiences[] = {"game", "self", "team", "world", "one"};
    json["to"] = kAudiences[static_cast<size_t>(event.audience)];
  }
  if (!event.text.empty()) json["text"] = event.text;
  if (event.kind == EventKind::option_chosen) json["scores"] = of_choice(agent);
  return json;
}

// The scores of a thought; of what is not eligible null.
nlohmann::ordered_json PlayJson::of_choice(const SimulatedAgent& agent) const {
  const Agent& kind = model_.agents[agent.place().situation().agent].value;
  const Thought& thought = agent.thought();
  nlohmann::ordered_json scores = nlohmann::ordered_json::object();
  for (uint32_t i = 0; i < thought.agent.options.count; ++i) {
    const float score = thought.score(asset_, i);
    scores[std::string(kind.actions[i].text)] =
        std::isfinite(score) ? nlohmann::ordered_json(rounded(score)) : nlohmann::ordered_json();
  }
  return scores;
}

nlohmann::ordered_json PlayJson::json(const Simulation& simulation) const {
  nlohmann::ordered_json agents = nlohmann::ordered_json::array();
  for (const SimulatedAgent& agent : simulation.agents()) {
    const SituationAgent& who = agent.place().situation();
    nlohmann::ordered_json json = {{"name", name_of(agent, model_)},
                                   {"agent", model_.agents[who.agent].name.text}};
    if (who.profile != kNone) json["importance"] = model_.importance[who.profile].name.text;
    agents.push_back(std::move(json));
  }
  return json(simulation.seconds(), std::move(agents));
}

nlohmann::ordered_json PlayJson::json(double seconds, nlohmann::ordered_json agents) const {
  for (nlohmann::ordered_json& agent : agents) {
    const auto own = details_.find(agent["name"].get<std::string>());
    if (own != details_.end()) agent.update(own->second.json());
  }
  nlohmann::ordered_json json = {
      {"version", 1},      {"seconds", rounded(seconds)}, {"agents", std::move(agents)},
      {"events", events_}, {"bodies", bodies_},           {"sounds", sounds()}};
  if (!ways_) return json;
  json["ways"] = json["walls"] = nlohmann::ordered_json::array();
  for (const RunWays::Way& way : ways_->ways()) {
    nlohmann::ordered_json places = nlohmann::ordered_json::array();
    for (const RunWays::Place& place : way.places)
      places.push_back({rounded(place.seconds), rounded(place.right), rounded(place.ahead), place.facing});
    json["ways"].push_back(
        {{"name", way.name}, {"is_agent", way.is_agent}, {"ends", rounded(way.ends)}, {"places", places}});
  }
  for (const RunWays::Wall& wall : ways_->walls())
    json["walls"].push_back({{rounded(wall.from.right), rounded(wall.from.ahead)},
                             {rounded(wall.to.right), rounded(wall.to.ahead)}});
  return json;
}

}  // namespace ishi::compiler
