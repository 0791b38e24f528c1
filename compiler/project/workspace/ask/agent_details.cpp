#include "workspace/ask/agent_details.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <numbers>
#include <string_view>
#include <utility>

#include "ishi/tools.h"

namespace ishi::compiler {

using OrderedJson = nlohmann::ordered_json;

namespace {

constexpr uint64_t kFramesPerLook = 6;  // at what changes little by little

// To a thousandth; null for what is no number.
OrderedJson short_number(double value) {
  return std::isfinite(value) ? OrderedJson(std::round(value * 1e3) / 1e3) : OrderedJson(nullptr);
}

OrderedJson place_json(const SimulatedAgent& agent, const Vector3& at) {
  const bool is_y_up = agent.place().stage().up() == Up::y;
  return {short_number(at.x), short_number(is_y_up ? at.z : at.y)};
}

std::string_view kind_name(ishi::NodeKind kind) {
  constexpr std::array<std::string_view, 20> kNames = {
      "in order",  "task",    "wait",    "set",  "first", "best", "all",   "any",   "repeat", "goal",
      "breaks in", "cleanup", "succeed", "fail", "emit",  "plan", "steer", "sound", "walk",   ""};
  return kNames[std::min<size_t>(static_cast<size_t>(kind), kNames.size() - 1)];
}

std::string_view node_name(const Asset& asset, const NodeInfo& node, uint32_t agent) {
  using ishi::NodeKind;
  switch (node.kind) {
    case NodeKind::task: return asset.name(ishi::Kind::tasks, node.subject);
    case NodeKind::goal: return asset.name(ishi::Kind::goals, node.subject);
    case NodeKind::emit: return asset.name(ishi::Kind::events, node.subject);
    case NodeKind::sound: return AssetParts(asset).sound(node.subject).name;
    case NodeKind::steer:
      return AssetParts(asset).steering(AssetParts(asset).agent(agent).steerings.first + node.subject).name;
    default: return {};
  }
}

OrderedJson sense_json(const SenseInfo& sense) {
  constexpr std::array<std::string_view, 3> kKinds = {"touch", "sight", "hearing"};
  OrderedJson json = {{"name", sense.name},
                      {"kind", kKinds[std::min<size_t>(static_cast<size_t>(sense.kind), kKinds.size() - 1)]},
                      {"range", short_number(sense.range)}};
  if (sense.kind == ishi::SenseKind::sight)
    json["degrees"] =
        short_number(2 * std::acos(std::clamp(sense.cosine, -1.0F, 1.0F)) * 180 / std::numbers::pi);
  return json;
}

}  // namespace

void AgentDetails::Changes::take(double seconds, OrderedJson now) {
  if (now == last) return;
  last = std::move(now);
  entries.push_back({short_number(seconds), last});
}

void AgentDetails::add(Line& line, double seconds, OrderedJson value) {
  if (!line.points.empty() && line.last == value) return;
  line.last = value;
  line.points.push_back({short_number(seconds), std::move(value)});
}

// A point that goes on the way of the two before it takes the place of the last.
void AgentDetails::add_on_line(Line& line, double seconds, OrderedJson value) {
  constexpr double kHair = 0.0015;
  const size_t count = line.points.size();
  if (count >= 2 && value.is_number()) {
    const OrderedJson &a = line.points[count - 2], &b = line.points[count - 1];
    const double share = (b[0].get<double>() - a[0].get<double>()) / (seconds - a[0].get<double>());
    const double between = a[1].get<double>() + share * (value.get<double>() - a[1].get<double>());
    if (std::abs(between - b[1].get<double>()) < kHair) line.points.erase(count - 1);
  }
  line.last = value;
  line.points.push_back({short_number(seconds), std::move(value)});
}

void AgentDetails::begin(const SimulatedAgent& agent) {
  has_begun_ = true;
  const AssetParts parts(agent.place().asset());
  const AgentInfo info = parts.agent(agent.place().agent_index());
  for (uint32_t i = 0; i < info.senses.count; ++i)
    senses_.push_back(sense_json(parts.sense(info.senses.first + i)));
  for (uint32_t motive = 0; motive < agent.place().asset().count(ishi::Kind::motives); ++motive)
    levels_.push_back({std::string(parts.motive(motive).name), OrderedJson::array(), nullptr});
  for (uint32_t i = 0; i < info.options.count; ++i)
    scores_.push_back(
        {std::string(parts.option(info.options.first + i).name), OrderedJson::array(), nullptr});
}

void AgentDetails::note(const SimulatedAgent& agent) {
  if (!has_begun_) begin(agent);
  if (agent.place().is_alive()) {
    note_numbers(agent);
    note_body(agent);
    if (frames_ % kFramesPerLook == 0) {
      note_memory(agent);
      note_moves(agent);
    }
  } else {
    leave(agent.seconds());
  }
  ++frames_;
}

void AgentDetails::leave(double seconds) {
  if (gone_ || !has_begun_) return;
  gone_ = seconds;
  for (std::vector<Line>* const lines : {&levels_, &scores_})
    for (Line& line : *lines) add(line, seconds, nullptr);
  for (Changes* const changes : {&active_, &plans_, &memory_, &path_, &weights_}) {
    if (!changes->entries.empty()) changes->take(seconds, OrderedJson::array());
  }
}

void AgentDetails::note_numbers(const SimulatedAgent& agent) {
  const double seconds = agent.seconds();
  for (uint32_t motive = 0; frames_ % kFramesPerLook == 0 && motive < levels_.size(); ++motive) {
    if (const auto level = agent.level(motive)) add_on_line(levels_[motive], seconds, short_number(*level));
  }
  if (!agent.has_thought()) return;
  for (uint32_t i = 0; i < scores_.size(); ++i)
    add(scores_[i], seconds, short_number(agent.thought().score(agent.place().asset(), i)));
}

void AgentDetails::note_body(const SimulatedAgent& agent) {
  constexpr size_t kMost = 256;
  const StageAgent& place = agent.place();
  const Tools tools(place.population());
  std::vector<uint32_t> nodes(kMost);
  nodes.resize(std::min<size_t>(kMost, tools.active_nodes(place.self(), nodes)));
  active_.take(agent.seconds(), OrderedJson(nodes));
  OrderedJson plans = OrderedJson::array();
  for (const uint32_t node : nodes) {
    PlanInfo plan;
    if (!tools.plan(place.self(), node, plan)) continue;
    const auto& made = agent.plans();
    const auto own =
        std::find_if(made.rbegin(), made.rend(), [&](const MadePlan& one) { return one.node == node; });
    if (own == made.rend()) continue;
    plans.push_back({{"node", node},
                     {"steps", own->steps},
                     {"current", plan.current},
                     {"cost_seconds", short_number(own->cost_seconds)}});
  }
  plans_.take(agent.seconds(), std::move(plans));
}

// Of somebody who is seen all the time twice a second when that was.
void AgentDetails::note_memory(const SimulatedAgent& agent) {
  constexpr double kSeenPerSecond = 2;
  const StageAgent& place = agent.place();
  const Asset& asset = place.asset();
  OrderedJson facts = OrderedJson::array();
  for (uint32_t memory = 0; memory < asset.count(ishi::Kind::sets); ++memory) {
    const SetInfo info = AssetParts(asset).set(memory);
    if (info.kind != ishi::SetKind::memory) continue;
    const std::vector<FactInfo> known = place.facts(memory);
    for (uint32_t i = 0; i < known.size(); ++i) {
      const double seen = static_cast<double>(known[i].last_seen_microseconds) / 1e6;
      OrderedJson fact = {
          {"memory", info.name},
          {"who", place.member_name(memory, i)},
          {"since", short_number(static_cast<double>(known[i].first_seen_microseconds) / 1e6)},
          {"seen", std::floor(seen * kSeenPerSecond) / kSeenPerSecond}};
      const OrderedJson at = place_json(agent, known[i].position);
      fact["right"] = at[0].is_null() ? at[0] : OrderedJson(std::round(at[0].get<double>() * 4) / 4);
      fact["ahead"] = at[1].is_null() ? at[1] : OrderedJson(std::round(at[1].get<double>() * 4) / 4);
      float awareness = 0;
      if (info.has_awareness && place.population().awareness(place.self(), MemoryId(info.id), i, awareness))
        fact["awareness"] = std::round(awareness * 50) / 50;
      if (std::string fields = own_fields_text(place, memory, i); !fields.empty())
        fact["fields"] = std::move(fields);
      facts.push_back(std::move(fact));
    }
  }
  memory_.take(agent.seconds(), std::move(facts));
}

void AgentDetails::note_moves(const SimulatedAgent& agent) {
  constexpr size_t kMostCells = 64;  // of a way that is left, as far as it is shown
  const StageAgent& place = agent.place();
  std::array<Vector3, 2048> cells;
  uint32_t count = 0;
  OrderedJson path = OrderedJson::array();
  if (place.population().path(place.self(), cells, count)) {
    const size_t step = std::max<size_t>(1, (count + kMostCells - 1) / kMostCells);
    for (size_t i = 0; i < count; i += step) path.push_back(place_json(agent, cells[i]));
    if (count > 0 && (count - 1) % step != 0) path.push_back(place_json(agent, cells[count - 1]));
  }
  path_.take(agent.seconds(), std::move(path));
  std::array<float, 64> weights{};
  OrderedJson ways = OrderedJson::array();
  if (Tools(place.population()).weights(place.self(), weights, count)) {
    for (uint32_t i = 0; i < count; ++i) ways.push_back(short_number(weights[i]));
  }
  weights_.take(agent.seconds(), std::move(ways));
}

OrderedJson AgentDetails::json() const {
  OrderedJson json = OrderedJson::object();
  const auto add_lines = [&](const char* name, const std::vector<Line>& lines) {
    OrderedJson named = OrderedJson::object();
    for (const Line& line : lines) {
      if (!line.points.empty()) named[line.name] = line.points;
    }
    if (!named.empty()) json[name] = std::move(named);
  };
  // A list that was never more than empty says nothing.
  const auto add_changes = [&](const char* name, const Changes& changes) {
    if (changes.entries.size() > 1 || (changes.entries.size() == 1 && !changes.last.empty()))
      json[name] = changes.entries;
  };
  if (gone_) json["gone"] = short_number(*gone_);
  if (!senses_.empty()) json["senses"] = senses_;
  add_lines("levels", levels_);
  add_lines("scores", scores_);
  add_changes("active", active_);
  add_changes("plans", plans_);
  add_changes("memory", memory_);
  add_changes("path", path_);
  add_changes("weights", weights_);
  return json;
}

OrderedJson bodies_json(const Asset& asset, uint32_t agent) {
  const AssetParts parts(asset);
  const AgentInfo info = parts.agent(agent);
  OrderedJson bodies = OrderedJson::array();
  for (uint32_t i = 0; i < info.options.count; ++i) {
    const OptionInfo option = parts.option(info.options.first + i);
    OrderedJson nodes = OrderedJson::array();
    const std::function<void(uint32_t, OrderedJson)> list = [&](uint32_t index, OrderedJson parent) {
      const NodeInfo node = parts.node(index);
      OrderedJson json = {{"node", index}, {"parent", std::move(parent)}, {"kind", kind_name(node.kind)}};
      if (const std::string_view name = node_name(asset, node, agent); !name.empty()) json["name"] = name;
      nodes.push_back(std::move(json));
      for (uint32_t k = 0; k < node.children.count; ++k) list(node.children.first + k, index);
    };
    list(option.body, nullptr);
    bodies.push_back({{"action", option.name}, {"nodes", std::move(nodes)}});
  }
  return bodies;
}

}  // namespace ishi::compiler
