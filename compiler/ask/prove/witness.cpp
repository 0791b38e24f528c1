#include "prove/witness.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "analyze/evidence.h"
#include "language/unit.h"
#include "model/motives.h"
#include "simulate/situation_values.h"

namespace ishi::compiler {
namespace {

using enum OperationCode;

class SituationMaker {
 public:
  SituationMaker(const Contest& contest, const std::vector<bool>& relevant, const std::vector<float>& values,
                 float self_row, const Situation& shared, std::deque<std::string>& names)
      : contest_(contest),
        model_(contest.model()),
        relevant_(relevant),
        values_(values),
        self_row_(self_row),
        names_(names),
        situation_(shared),
        first_(shared.entities.size()) {}

  Situation make() {
    situation_.agent = contest_.agent().agent;
    for (uint32_t i = 0; i < relevant_.size(); ++i) {
      if (relevant_[i] || is_key_of_relevant(i)) take(i);
    }
    for (uint32_t i = 0; i < relevant_.size(); ++i) {
      if (relevant_[i] && reads_entity(operation(i).code)) take_of_entity(i);
    }
    look_somewhere(situation_.self);
    for (size_t i = first_; i < situation_.entities.size(); ++i) look_somewhere(situation_.entities[i]);
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
        if (one.entity != kNone && one.entity < first_) break;  // the test names it
        if (value < 1) break;
        if (value == self_row_ && is_compared_with_self()) {
          one.entity = kSelfEntity;
          const uint32_t thing = model_.blackboard[source.parameter].value.resolved.reference;
          if (situation_.self.thing == kNone) situation_.self.thing = thing;
          break;
        }
        one.entity = static_cast<uint32_t>(situation_.entities.size());
        entities_[i] = one.entity;
        const auto& [name, variable] = model_.blackboard[source.parameter];
        situation_.entities.push_back({{}, variable.resolved.reference, {}, forward(model_), {}});
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

  // Else it makes no difference, and somebody else is simpler.
  [[nodiscard]] bool is_compared_with_self() const {
    return std::ranges::any_of(contest_.program().operations, [&](const LoweredOperation& one) {
      const bool compares = one.code == equal || one.code == not_equal;
      return compares && (operation(one.a).code == OperationCode::self_row ||
                          operation(one.b).code == OperationCode::self_row);
    });
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
    const auto known = entities_.find(source.a);
    const bool is_self = known == entities_.end() && values_[source.a] == self_row_;
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
    if (!is_self && entity.name.empty())
      entity.name = new_name(model_.blackboard[operation(source.a).parameter].name);
  }

  // "threat_1", or the first number behind it that is free.
  std::string_view new_name(const Name& key) {
    for (int number = 1;; ++number) {
      std::string name = fmt::format("{}_{}", key.text, number);
      if (find_named(situation_, name) == kNone) return names_.emplace_back(std::move(name));
    }
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
      const bool is_given =
          std::ranges::find(entity.fields, index, &SituationValue::index) != entity.fields.end();
      if (entity.thing == thing && !is_given) entity.fields.push_back({index, {value, 0, 0}, kNone});
      return;
    }
  }

  const Contest& contest_;
  const Model& model_;
  const std::vector<bool>& relevant_;
  const std::vector<float>& values_;
  const float self_row_;
  std::deque<std::string>& names_;
  Situation situation_;
  const size_t first_;                     // of the entities that are added
  std::map<uint32_t, uint32_t> entities_;  // by operation: of the situation
};

std::string level_text(float level) {
  return show(std::clamp(std::round(level * 1e6) / 1e6, 0.0, 1.0), Quantity::number);
}

}  // namespace

Situation situation_of(const Contest& contest, const std::vector<bool>& relevant,
                       const std::vector<float>& values, float self_row, const Situation& shared,
                       std::deque<std::string>& names) {
  return SituationMaker(contest, relevant, values, self_row, shared, names).make();
}

std::string text_of(const Contest& contest, const std::vector<bool>& relevant, const Ranges& ranges) {
  const Model& model = contest.model();
  std::vector<std::string> parts;
  for (uint32_t i = 0; i < relevant.size(); ++i) {
    const LoweredOperation& source = contest.program().operations[i];
    if (!relevant[i]) continue;
    const Interval range = ranges[i];
    std::string part;
    // Ends that read alike are one value: a range has two.
    const auto between = [](const std::string& low, const std::string& high) {
      return low == high ? low : fmt::format("{}..{}", low, high);
    };
    if (source.code == key) {
      const auto& [name, variable] = model.blackboard[source.parameter];
      const std::string low = written_value(model, variable, {range.low, 0, 0});
      const std::string high = written_value(model, variable, {range.high, 0, 0});
      const bool is_number =
          variable.resolved.kind == ValueKind::number || variable.resolved.kind == ValueKind::integer;
      part = fmt::format("{}: {}", name.text, is_number || low == high ? between(low, high) : "any");
    } else if (source.code == key_entity) {
      part = fmt::format("{}: {}", model.blackboard[source.parameter].name.text,
                         range.high < 1   ? "nothing"
                         : range.low >= 1 ? "someone"
                                          : "any");
    } else if (source.code == level || source.code == level_after) {
      part = fmt::format("{}: {}", motive_name(model, source.parameter),
                         between(level_text(range.low), level_text(range.high)));
    }
    if (!part.empty() && std::ranges::find(parts, part) == parts.end()) parts.push_back(std::move(part));
  }
  return parts.empty() ? "" : fmt::format("{{ {} }}", fmt::join(parts, ", "));
}

}  // namespace ishi::compiler
