#include "prove/witness.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "analyze/evidence.h"
#include "language/reader.h"
#include "language/tables.h"
#include "language/unit.h"
#include "model/motives.h"
#include "simulate/situation_values.h"
#include "syntax/read_tree.h"

namespace ishi::compiler {
namespace {

using enum OperationCode;

class SituationMaker {
 public:
  SituationMaker(const Contest& contest, const std::vector<bool>& relevant, const std::vector<float>& values,
                 const std::vector<bool>& is_left_out, float self_row, const SituationEntity& self,
                 std::vector<std::string>& names)
      : contest_(contest),
        model_(contest.model()),
        relevant_(relevant),
        values_(values),
        is_left_out_(is_left_out),
        self_row_(self_row),
        self_(self),
        names_(names) {}

  Situation make() {
    names_.clear();
    names_.reserve(model_.blackboard.size());
    situation_.agent = contest_.agent().agent;
    situation_.self = self_;
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
        if (is_left_out_[source.parameter]) break;
        SituationValue& one = key_value(source.parameter);
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
  const std::vector<bool>& is_left_out_;
  const float self_row_;
  const SituationEntity& self_;
  std::vector<std::string>& names_;
  Situation situation_;
  std::map<uint32_t, uint32_t> entities_;  // by operation: of the situation
};

std::string level_text(float level) {
  return show(std::clamp(std::round(level * 1e6) / 1e6, 0.0, 1.0), Quantity::number);
}

std::string in_braces(const WitnessText::Entries& entries) {
  std::vector<std::string> parts;
  for (const auto& [name, value] : entries) parts.push_back(fmt::format("{}: {}", name, value));
  return fmt::format("{{ {} }}", fmt::join(parts, ", "));
}

// The place and fields of somebody that differ from the defaults.
WitnessText::Entries described(const Model& model, const SituationEntity& entity) {
  WitnessText::Entries entries;
  if (entity.thing != kNone) entries.emplace_back("is", model.things[entity.thing].name.text);
  if (entity.position != Vector{}) entries.emplace_back("position", written_point(entity.position));
  if (entity.facing != forward(model)) entries.emplace_back("facing", written_point(entity.facing));
  for (const SituationValue& field : entity.fields) {
    const auto& [name, variable] = model.things[entity.thing].value.fields[field.index];
    if (variable.resolved.kind != ValueKind::entity && field.value != variable.fallback)
      entries.emplace_back(name.text, written_value(model, variable, field.value));
  }
  return entries;
}

}  // namespace

std::vector<std::string> WitnessText::lines() const {
  std::vector<std::string> result;
  if (!state.empty()) result.push_back(fmt::format("state: {}", state));
  const auto add = [&](std::string_view field, const Entries& entries) {
    if (!entries.empty()) result.push_back(fmt::format("{}: {}", field, in_braces(entries)));
  };
  add("given", given);
  add("self", self);
  add("world", world);
  add("remembers", remembers);
  add("candidates", candidates);
  if (!taken.empty()) result.push_back(fmt::format("taken: {}", taken));
  return result;
}

Situation situation_of(const Contest& contest, const std::vector<bool>& relevant,
                       const std::vector<float>& values, const std::vector<bool>& is_left_out, float self_row,
                       const SituationEntity& self, std::vector<std::string>& names) {
  return SituationMaker(contest, relevant, values, is_left_out, self_row, self, names).make();
}

WitnessText text_of(const Model& model, const Situation& situation) {
  WitnessText text;
  if (situation.state != kNone)
    text.state = model.agents[situation.agent].value.states.value[situation.state].name.text;
  for (const SituationValue& key : situation.keys) {
    const auto& [name, variable] = model.blackboard[key.index];
    const bool is_entity = variable.resolved.kind == ValueKind::entity;
    if (key.entity == kNone && key.value == variable.fallback) continue;  // so it is anyhow
    std::string value = is_entity ? "nothing" : written_value(model, variable, key.value);
    if (key.entity == kSelfEntity) {
      value = "self";
    } else if (key.entity != kNone) {
      const std::string_view who = situation.entities[key.entity].name;
      value = who.empty() ? "someone" : std::string(who);
    }
    text.given.emplace_back(name.text, std::move(value));
  }
  for (const SituationValue& level : situation.levels)
    text.given.emplace_back(motive_name(model, level.index), show(level.value[0], Quantity::number));
  text.seconds = static_cast<double>(situation.time_microseconds) * 1e-6;
  std::vector<std::string_view> tokens;
  for (const uint32_t token : situation.taken.tokens) tokens.push_back(model.tokens[token].name.text);
  if (!tokens.empty()) text.taken = fmt::format("[{}]", fmt::join(tokens, ", "));
  text.self = described(model, situation.self);
  for (const SituationEntity& entity : situation.entities) {
    if (entity.name.empty()) continue;
    WitnessText::Entries entries = described(model, entity);
    if (entries.empty()) entries.emplace_back("position", "[0, 0, 0]");
    text.world.emplace_back(entity.name, in_braces(entries));
  }
  return text;
}

std::unique_ptr<WrittenSituation> read_written(const Model& model, const Test& beside,
                                               const WitnessText& text) {
  auto written = std::make_unique<WrittenSituation>();
  Test& test = written->test;
  test = beside;
  test.for_all = {};
  test.who.given = {};
  test.who.self = {};
  test.who.in_state = kNone;
  Diagnostics wrong;
  Test said;
  if (const std::vector<std::string> lines = text.lines(); !lines.empty()) {
    const uint32_t file = written->sources.add("witness", fmt::format("{}\n", fmt::join(lines, "\n")));
    written->tree = read_tree(written->sources.file(file).text(), file, wrong);
    if (wrong.has_errors() || written->tree.root == nullptr) return nullptr;
    Reader reader(wrong);
    for (const Entry& entry : written->tree.root->entries) {
      const Field* const field = find_field(kTestMapping, entry.key);
      field->read(reader, *field, *entry.value, &said);
    }
  }
  test.who.given = said.who.given;
  // Fields that hold an entity are not in the text; they are those of the test.
  Map<const Node*> named = beside.who.self.value.fields;
  test.who.self = said.who.self;
  for (const auto& field : named) {
    if (find_index(test.who.self.value.fields, field.name.text) == kNone)
      test.who.self.value.fields.push_back(field);
  }
  if (beside.who.self.given) test.who.self.given = true;
  if (beside.who.self.value.is.given()) test.who.self.value.is = beside.who.self.value.is;
  test.around.taken = said.around.taken;
  for (const auto& entity : said.around.world) test.around.world.push_back(entity);
  for (auto& memory : said.who.remembers) test.who.remembers.push_back(std::move(memory));
  for (auto& set : said.who.candidates) test.who.candidates.push_back(std::move(set));
  for (Reference& token : test.around.taken) token.index = find_index(model.tokens, token.text);
  const auto link = [&](Placement& placement) {
    placement.is.index = find_index(model.things, placement.is.text);
  };
  link(test.who.self.value);
  for (auto& entity : test.around.world) link(entity.value);
  if (!text.state.empty())
    test.who.in_state = find_index(model.agents[test.who.agent.index].value.states.value, text.state);
  written->situation = read_situation(model, test, wrong);
  written->situation.time_microseconds = static_cast<uint64_t>(std::llround(text.seconds * 1e6));
  return wrong.has_errors() ? nullptr : std::move(written);
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
