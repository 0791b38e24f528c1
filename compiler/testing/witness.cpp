#include "testing/witness.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "analyze/evidence.h"
#include "language/unit.h"
#include "testing/situation_values.h"

namespace ishi::compiler {
namespace {

using enum OperationCode;

class SituationMaker {
 public:
  SituationMaker(const Contest& contest, const std::vector<bool>& relevant, const std::vector<float>& values,
                 std::vector<std::string>& names)
      : contest_(contest), model_(contest.model()), relevant_(relevant), values_(values), names_(names) {}

  Situation make() {
    names_.clear();
    names_.reserve(model_.blackboard.size());
    situation_.agent = contest_.agent().agent;
    situation_.self.facing = forward(model_);
    for (uint32_t i = 0; i < relevant_.size(); ++i) {
      if (relevant_[i] || is_key_of_relevant(i)) take(i);
    }
    for (uint32_t i = 0; i < relevant_.size(); ++i) {
      if (relevant_[i] && reads_entity(operation(i).code)) take_of_entity(i);
    }
    look_somewhere(situation_.self);
    std::ranges::for_each(situation_.entities, [&](SituationEntity& entity) { look_somewhere(entity); });
    return std::move(situation_);
  }

 private:
  [[nodiscard]] const LoweredOperation& operation(uint32_t i) const {
    return contest_.program().operations[i];
  }
  // Somebody of whom something relevant is read is somebody.
  [[nodiscard]] bool is_key_of_relevant(uint32_t i) const {
    if (operation(i).code != key_entity) return false;
    for (uint32_t other = 0; other < relevant_.size(); ++other) {
      if (relevant_[other] && reads_entity(operation(other).code) && operation(other).a == i) return true;
    }
    return false;
  }

  void take(uint32_t i) {
    const LoweredOperation& source = operation(i);
    const float value = values_[i];
    switch (source.code) {
      case key: key_value(source.parameter).value[0] = value; break;
      case key_x: key_value(source.parameter).value[0] = value; break;
      case key_y: key_value(source.parameter).value[1] = value; break;
      case key_z: key_value(source.parameter).value[2] = value; break;
      case key_entity: {
        SituationValue& one = key_value(source.parameter);
        if (value < 1) break;
        one.entity = static_cast<uint32_t>(situation_.entities.size());
        entities_[i] = one.entity;
        const auto& [name, variable] = model_.blackboard[source.parameter];
        situation_.entities.push_back({{}, variable.resolved.reference, {}, forward(model_), {}});
        names_.push_back(fmt::format("{}_1", name.text));
        break;
      }
      case level:
      case level_after: {
        const auto known = std::ranges::find(situation_.levels, source.parameter, &SituationValue::index);
        if (known == situation_.levels.end())
          situation_.levels.push_back({source.parameter, {value, 0, 0}, kNone});
        break;
      }
      case OperationCode::time:
        situation_.time_microseconds = static_cast<uint64_t>(std::max(0.0F, value) * 1e6);
        break;
      default: break;
    }
  }

  // A direction has the length 1.
  void look_somewhere(SituationEntity& entity) const {
    const auto& [x, y, z] = entity.facing;
    const double length = std::sqrt(double{x} * x + double{y} * y + double{z} * z);
    if (!(length > 0)) {
      entity.facing = forward(model_);
      return;
    }
    for (float& part : entity.facing) part = static_cast<float>(part / length);
  }

  SituationValue& key_value(uint32_t key) {
    const auto known = std::ranges::find(situation_.keys, key, &SituationValue::index);
    if (known != situation_.keys.end()) return *known;
    return situation_.keys.emplace_back(SituationValue{key});
  }

  // Of the agent itself, or of somebody in a key.
  void take_of_entity(uint32_t i) {
    const LoweredOperation& source = operation(i);
    const bool is_self = operation(source.a).code == self_row;
    const auto known = entities_.find(source.a);
    if (!is_self && known == entities_.end()) return;
    SituationEntity& entity = is_self ? situation_.self : situation_.entities[known->second];
    const float value = values_[i];
    if (source.code >= position_x && source.code <= position_z) {
      entity.position[static_cast<size_t>(source.code) - static_cast<size_t>(position_x)] = value;
    } else if (source.code >= facing_x && source.code <= facing_z) {
      entity.facing[static_cast<size_t>(source.code) - static_cast<size_t>(facing_x)] = value;
    } else if (source.code == field) {
      set_field(entity, source.parameter, value);
    }
    if (!is_self) entity.name = names_[known->second];
  }

  // Fields are counted over all things.
  void set_field(SituationEntity& entity, uint32_t index, float value) {
    for (uint32_t thing = 0; thing < model_.things.size(); ++thing) {
      const auto count = static_cast<uint32_t>(model_.things[thing].value.fields.size());
      if (index >= count) {
        index -= count;
        continue;
      }
      if (entity.thing == kNone) entity.thing = thing;
      if (entity.thing == thing) entity.fields.push_back({index, {value, 0, 0}, kNone});
      return;
    }
  }

  const Contest& contest_;
  const Model& model_;
  const std::vector<bool>& relevant_;
  const std::vector<float>& values_;
  std::vector<std::string>& names_;
  Situation situation_;
  std::map<uint32_t, uint32_t> entities_;  // by operation: of the situation
};

}  // namespace

std::vector<std::string> WitnessText::lines() const {
  std::vector<std::string> result;
  const auto add = [&](std::string_view field, const auto& entries) {
    if (entries.empty()) return;
    std::vector<std::string> parts;
    for (const auto& [name, value] : entries) parts.push_back(fmt::format("{}: {}", name, value));
    result.push_back(fmt::format("{}: {{ {} }}", field, fmt::join(parts, ", ")));
  };
  add("given", given);
  add("world", world);
  if (!self.empty()) result.push_back("self: " + self);
  if (!taken.empty()) result.push_back("taken: " + taken);
  return result;
}

std::vector<std::pair<std::string, std::string>> WitnessText::all() const {
  std::vector<std::pair<std::string, std::string>> result = given;
  result.insert(result.end(), world.begin(), world.end());
  if (!self.empty()) result.emplace_back("self", self);
  if (!taken.empty()) result.emplace_back("taken", taken);
  return result;
}

Situation situation_of(const Contest& contest, const std::vector<bool>& relevant,
                       const std::vector<float>& values, std::vector<std::string>& names) {
  return SituationMaker(contest, relevant, values, names).make();
}

namespace {

// What a test says of somebody, but where it is: what it is, first.
std::vector<std::string> parts_of(const Model& model, const SituationEntity& entity) {
  std::vector<std::string> parts;
  if (entity.thing != kNone) parts.push_back(fmt::format("is: {}", model.things[entity.thing].name.text));
  if (entity.facing != forward(model))
    parts.push_back(fmt::format("facing: {}", written_point(entity.facing)));
  for (const SituationValue& field : entity.fields) {
    const auto& [name, variable] = model.things[entity.thing].value.fields[field.index];
    parts.push_back(fmt::format("{}: {}", name.text, written_value(model, variable, field.value)));
  }
  return parts;
}

}  // namespace

WitnessText text_of(const Model& model, const Situation& situation) {
  WitnessText text;
  for (const SituationValue& key : situation.keys) {
    const auto& [name, variable] = model.blackboard[key.index];
    const bool is_entity = variable.resolved.kind == ValueKind::entity;
    if (key.entity == kNone && key.value == variable.fallback) continue;  // so it is anyhow
    std::string value = is_entity ? "nothing" : written_value(model, variable, key.value);
    if (key.entity != kNone) {
      const std::string_view who = situation.entities[key.entity].name;
      value = who.empty() ? "someone" : std::string(who);
    }
    text.given.emplace_back(name.text, std::move(value));
  }
  for (const SituationValue& level : situation.levels)
    text.given.emplace_back(level_name(model, level.index), show(level.value[0], Quantity::number));
  for (const SituationEntity& entity : situation.entities) {
    if (entity.name.empty()) continue;
    std::vector<std::string> parts = parts_of(model, entity);
    parts.insert(parts.begin() + (entity.thing == kNone ? 0 : 1),
                 fmt::format("position: {}", written_point(entity.position)));
    text.world.emplace_back(entity.name, fmt::format("{{ {} }}", fmt::join(parts, ", ")));
  }
  std::vector<std::string> own = parts_of(model, situation.self);
  if (situation.self.position != Vector{})
    own.push_back(fmt::format("position: {}", written_point(situation.self.position)));
  if (!own.empty()) text.self = fmt::format("{{ {} }}", fmt::join(own, ", "));
  std::vector<std::string_view> tokens;
  for (const uint32_t token : situation.taken_tokens) tokens.push_back(model.tokens[token].name.text);
  if (!tokens.empty()) text.taken = fmt::format("[{}]", fmt::join(tokens, ", "));
  return text;
}

std::string text_of(const Contest& contest, const std::vector<bool>& relevant, const Ranges& ranges) {
  const Model& model = contest.model();
  std::vector<std::string> parts;
  for (uint32_t i = 0; i < relevant.size(); ++i) {
    const LoweredOperation& source = contest.program().operations[i];
    if (!relevant[i]) continue;
    const Interval range = ranges[i];
    std::string part;
    if (source.code == key) {
      const auto& [name, variable] = model.blackboard[source.parameter];
      const std::string low = written_value(model, variable, {range.low, 0, 0});
      const std::string high = written_value(model, variable, {range.high, 0, 0});
      const bool is_number =
          variable.resolved.kind == ValueKind::number || variable.resolved.kind == ValueKind::integer;
      part = fmt::format("{}: {}", name.text,
                         range.low == range.high ? low
                         : is_number             ? fmt::format("{}..{}", low, high)
                                                 : "any");
    } else if (source.code == key_entity) {
      part = fmt::format("{}: {}", model.blackboard[source.parameter].name.text,
                         range.high < 1   ? "nothing"
                         : range.low >= 1 ? "someone"
                                          : "any");
    } else if (source.code == level || source.code == level_after) {
      part = fmt::format("{}: {:.4g}..{:.4g}", level_name(model, source.parameter), range.low, range.high);
    }
    if (!part.empty() && std::ranges::find(parts, part) == parts.end()) parts.push_back(std::move(part));
  }
  return parts.empty() ? "" : fmt::format("{{ {} }}", fmt::join(parts, ", "));
}

}  // namespace ishi::compiler
