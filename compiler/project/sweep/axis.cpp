#include "sweep/axis.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>

#include "diagnostics/suggest.h"
#include "language/scalar.h"
#include "model/motives.h"
#include "simulate/inputs.h"
#include "simulate/situation_values.h"

namespace ishi::compiler {
namespace {

class AxisFinder {
 public:
  AxisFinder(const Model& model, Situation& situation, const QuestionWords& words)
      : model_(model), situation_(situation), words_(words) {}

  tl::expected<Axis, std::string> find(std::string_view written) {
    const size_t equals = written.find('=');
    axis_.name = written.substr(0, equals);
    if (axis_.name.empty())
      return tl::unexpected(fmt::format("{0} takes the name of a key or level, such as {0} hp", words_.over));
    std::string fault = axis_.name.find('.') != std::string::npos ? find_level() : find_key();
    if (fault.empty() && equals != std::string_view::npos) fault = hold(written.substr(equals + 1));
    if (fault.empty()) fault = check_ends();
    if (!fault.empty()) return tl::unexpected(std::move(fault));
    return std::move(axis_);
  }

 private:
  [[nodiscard]] std::vector<std::string> known_names() const {
    std::vector<std::string> names;
    for (Input& input : inputs_of(model_)) {
      const bool is_vector =
          input.variable != nullptr && (input.variable->resolved.kind == ValueKind::point ||
                                        input.variable->resolved.kind == ValueKind::direction);
      if (!is_vector) names.push_back(std::move(input.name));
    }
    return names;
  }

  [[nodiscard]] std::string unknown(std::string_view noun) const {
    constexpr size_t kMostListed = 12;
    const std::vector<std::string> names = known_names();
    const std::vector<std::string_view> known(names.begin(), names.end());
    const auto near = suggestions(axis_.name, known);
    std::string more;
    if (!near.empty())
      more = fmt::format("; did you mean {}?", near[0]);
    else if (!known.empty() && known.size() <= kMostListed)
      more = fmt::format("; there is {}", fmt::join(known, ", "));
    return fmt::format("there is no {} {}{}", noun, axis_.name, more);
  }

  std::string find_key() {
    axis_.index = find_index(model_.blackboard, axis_.name);
    if (axis_.index == kNone) return unknown_key();
    return take_variable(model_.blackboard[axis_.index].value);
  }

  std::string take_variable(const Variable& variable) {
    axis_.quantity = variable.resolved.quantity;
    axis_.unit = find_unit(written_or_usual(variable.unit, axis_.quantity));
    switch (variable.resolved.kind) {
      case ValueKind::number:
      case ValueKind::integer:
        axis_.kind = variable.resolved.kind == ValueKind::integer ? Axis::Kind::whole : Axis::Kind::number;
        axis_.low = variable.low;
        axis_.high = variable.high;
        has_range_ = variable.has_range();
        return {};
      case ValueKind::boolean: return take_words({"false", "true"});
      case ValueKind::enumeration: {
        std::vector<std::string> words;
        for (const Name& word : model_.enums[variable.resolved.reference].value.members)
          words.emplace_back(word.text);
        return take_words(std::move(words));
      }
      case ValueKind::entity:
        if (axis_.is_field())
          return fmt::format("{} is somebody; sweep a number, a boolean or an enum of it", axis_.name);
        return take_entities(variable.resolved.reference);
      default: break;
    }
    return fmt::format(
        "{} is a {}, which has no order to go along; sweep a number, a boolean, an enum, an entity or a "
        "level",
        axis_.name, variable.resolved.kind == ValueKind::point ? "point" : "direction");
  }

  // A name that is something else than a key is told as what it is.
  [[nodiscard]] std::string unknown_key() const {
    const auto level_named = [&](std::string_view section, const Map<Motive>& motives) {
      return find_index(motives, axis_.name) != kNone ? fmt::format("{} is no key, but in {}; write {}.{}",
                                                                    axis_.name, section, section, axis_.name)
                                                      : std::string();
    };
    if (std::string fault = level_named("needs", model_.needs); !fault.empty()) return fault;
    if (std::string fault = level_named("drives", model_.drives); !fault.empty()) return fault;
    if (find_index(model_.values, axis_.name) != kNone)
      return fmt::format("{} is computed from keys (`values`); sweep a key that it is made of", axis_.name);
    if (find_index(model_.actions, axis_.name) != kNone)
      return fmt::format("{} is an action; a sweep goes along a key or level and shows which action wins",
                         axis_.name);
    return unknown("key");
  }

  std::string find_level() {
    const size_t dot = axis_.name.find('.');
    const std::string section = axis_.name.substr(0, dot);
    const std::string name = axis_.name.substr(dot + 1);
    const bool is_need = section == "needs";
    if (!is_need && section != "drives") return find_field_of(section, name);
    const Map<Motive>& motives = is_need ? model_.needs : model_.drives;
    const uint32_t index = find_index(motives, name);
    if (index == kNone) return unknown("level");
    if (!motives[index].value.is_carried())
      return fmt::format("{} is computed from its `level`; sweep a key that it reads", axis_.name);
    axis_.is_level = true;
    axis_.index = index + (is_need ? 0 : static_cast<uint32_t>(model_.needs.size()));
    axis_.low = 0;
    axis_.high = 1;
    has_range_ = true;
    return {};
  }

  // A field of somebody in the situation, or of a member of a set by its number: "spots 1".
  std::string find_field_of(std::string_view owner, std::string_view field) {
    for (uint32_t i = 0; i < situation_.entities.size(); ++i) {
      const SituationEntity& entity = situation_.entities[i];
      if (entity.name != owner || entity.thing == kNone) continue;
      const auto& thing = model_.things[entity.thing];
      axis_.index = find_index(thing.value.fields, field);
      if (axis_.index == kNone) return unknown_field(thing.value.fields, thing.name.text, field);
      axis_.entity = i;
      return take_variable(thing.value.fields[axis_.index].value);
    }
    const size_t space = owner.rfind(' ');
    const std::string_view set_name = owner.substr(0, space);
    const auto first = static_cast<uint32_t>(model_.memory.size());
    const uint32_t set = find_set(model_, set_name);
    if (set != kNone && set < first)
      return fmt::format("{} remembers somebody; write their name, such as ann.{}", set_name, field);
    if (set == kNone || space == std::string_view::npos) return unknown_owner(owner, field, set_name);
    const Map<Variable>& fields = own_fields(model_, set);
    axis_.index = find_index(fields, field);
    if (axis_.index == kNone) return unknown_field(fields, set_name, field);
    size_t number = 0;
    const std::string_view digits = owner.substr(space + 1);
    std::from_chars(digits.data(), digits.data() + digits.size(), number);  // 0: it is no number
    for (uint32_t i = 0; i < situation_.candidates.size(); ++i) {
      if (situation_.candidates[i].set + first != set || --number != 0) continue;
      axis_.candidate = i;
      return take_variable(fields[axis_.index].value);
    }
    return fmt::format("the situation has no {}; begin with a test whose `candidates` has it: {}", owner,
                       words_.test);
  }

  [[nodiscard]] static std::string unknown_field(const Map<Variable>& fields, std::string_view owner,
                                                 std::string_view field) {
    std::vector<std::string_view> known;
    for (const auto& one : fields) known.push_back(one.name.text);
    return fmt::format("{} has no field {}{}", owner, field,
                       known.empty() ? "" : fmt::format("; there is {}", fmt::join(known, ", ")));
  }

  [[nodiscard]] std::string unknown_owner(std::string_view owner, std::string_view field,
                                          std::string_view set_name) const {
    if (find_set(model_, set_name) != kNone)
      return fmt::format("which member of {}? write its number, such as {} 1.{}", set_name, set_name, field);
    std::vector<std::string_view> known;
    for (const SituationEntity& entity : situation_.entities)
      if (!entity.name.empty() && entity.thing != kNone) known.push_back(entity.name);
    if (find_index(model_.things, owner) != kNone || !known.empty())
      return fmt::format("there is no {} in the situation{}", owner,
                         known.empty()
                             ? fmt::format("; begin with a test whose `world` has one: {}", words_.test)
                             : fmt::format("; there is {}", fmt::join(known, ", ")));
    return unknown("key or level");
  }

  std::string take_words(std::vector<std::string> words) {
    axis_.kind = Axis::Kind::words;
    axis_.low = 0;
    axis_.high = static_cast<float>(words.size() - 1);
    axis_.words = std::move(words);
    has_range_ = true;
    return {};
  }

  // Nobody, those of the situation who can be meant by name, or, without any, someone.
  std::string take_entities(uint32_t thing) {
    std::vector<std::string> names = {"nothing"};
    axis_.entities = {kNone};
    for (uint32_t i = 0; i < situation_.entities.size(); ++i) {
      const SituationEntity& entity = situation_.entities[i];
      if (entity.name.empty() || (thing != kNone && entity.thing != thing)) continue;
      names.emplace_back(entity.name);
      axis_.entities.push_back(i);
    }
    if (names.size() == 1) {
      names.emplace_back("someone");
      axis_.entities.push_back(static_cast<uint32_t>(situation_.entities.size()));
      situation_.entities.push_back({{}, thing, {}, forward(model_), {}});
    }
    return take_words(std::move(names));
  }

  // `20..60`: a part of its range.
  std::string hold(std::string_view text) {
    if (axis_.kind == Axis::Kind::words)
      return fmt::format("{} takes all of {}; leave ={} out", axis_.name, fmt::join(axis_.words, ", "), text);
    Diagnostics faults;
    Bounds bounds;
    if (!read_bounds(text, {}, faults, bounds))
      return fmt::format("{} {}={} has no range; write from where to where, such as {}={}", words_.over,
                         axis_.name, text, axis_.name, example());
    if (bounds.quantity != axis_.quantity)
      return fmt::format("{} is {}, but {} goes along {}", axis_.name, describe(axis_.quantity), text,
                         describe(bounds.quantity));
    const auto low = static_cast<float>(bounds.low);
    const auto high = static_cast<float>(bounds.high);
    if (has_range_ && (low < axis_.low || high > axis_.high))
      return fmt::format("{} goes from {} to {}, but {} reaches further", axis_.name, axis_.text(axis_.low),
                         axis_.text(axis_.high), text);
    axis_.low = low;
    axis_.high = high;
    has_range_ = true;
    return {};
  }

  [[nodiscard]] std::string example() const {
    return has_range_ ? fmt::format("{}..{}", axis_.text(axis_.low), axis_.text(axis_.high))
                      : fmt::format("0{0}..100{0}", axis_.unit == nullptr ? "" : axis_.unit->suffix);
  }

  std::string check_ends() {
    if (!has_range_)
      return fmt::format("{} has no range; say from where to where, such as {} {}={}", axis_.name,
                         words_.over, axis_.name, example());
    if (axis_.kind == Axis::Kind::whole) {
      axis_.low = std::ceil(axis_.low);
      axis_.high = std::floor(axis_.high);
    }
    axis_.low += 0.0F;  // no minus before a zero
    axis_.high += 0.0F;
    if (axis_.low <= axis_.high) return {};
    return fmt::format("no whole number lies in the range of {}", axis_.name);
  }

  const Model& model_;
  Situation& situation_;
  const QuestionWords& words_;
  Axis axis_;
  bool has_range_ = false;
};

}  // namespace

tl::expected<Axis, std::string> find_axis(const Model& model, std::string_view written, Situation& situation,
                                          const QuestionWords& words) {
  return AxisFinder(model, situation, words).find(written);
}

uint32_t Axis::count() const {
  if (kind == Kind::words) return static_cast<uint32_t>(words.size());
  const double count = static_cast<double>(high) - low + 1;
  return kind == Kind::whole && count <= kMostSingleValues ? static_cast<uint32_t>(count) : 0;
}

std::string Axis::text(float value) const {
  if (kind == Kind::words) return words[static_cast<size_t>(value)];
  return show_exactly(value, quantity, unit);
}

void Axis::set(const Model& model, Situation& situation, float value) const {
  if (entity != kNone) {
    SituationEntity& whose = situation.entities[entity];
    const Vector& fallback = model.things[whose.thing].value.fields[index].value.fallback;
    find_or_add(whose.fields, index, fallback).value[0] = value;
    for (SituationFact& fact : situation.facts) {  // whose fields are those of the thing first
      if (fact.entity == entity) find_or_add(fact.fields, index, fallback).value[0] = value;
    }
    return;
  }
  if (candidate != kNone) {
    SituationCandidate& member = situation.candidates[candidate];
    const auto set_index = static_cast<uint32_t>(model.memory.size()) + member.set;
    find_or_add(member.fields, index, own_fields(model, set_index)[index].value.fallback).value[0] = value;
    return;
  }
  if (is_level) {
    const auto start = static_cast<float>(motive_at(model, index).value.start.value);
    find_or_add(situation.levels, index, {start, 0, 0}).value[0] = value;
    return;
  }
  SituationValue& key = find_or_add(situation.keys, index, model.blackboard[index].value.fallback);
  if (entities.empty())
    key.value[0] = value;
  else
    key.entity = entities[static_cast<size_t>(value)];
}

float Axis::value_in(const Model& model, const Situation& situation) const {
  if (is_field()) {
    const auto& fields =
        entity != kNone ? situation.entities[entity].fields : situation.candidates[candidate].fields;
    const auto field = std::ranges::find(fields, index, &SituationValue::index);
    return std::clamp(field == fields.end() ? low : field->value[0], low, high);
  }
  const auto& values = is_level ? situation.levels : situation.keys;
  const auto found = std::ranges::find(values, index, &SituationValue::index);
  float value = 0;
  if (!entities.empty()) {
    const uint32_t entity = found == values.end() ? kNone : found->entity;
    const auto known = std::ranges::find(entities, entity);
    return known == entities.end() ? 0 : static_cast<float>(known - entities.begin());
  }
  if (found != values.end())
    value = found->value[0];
  else
    value = is_level ? static_cast<float>(motive_at(model, index).value.start.value)
                     : model.blackboard[index].value.fallback[0];
  return std::clamp(value, low, high);
}

}  // namespace ishi::compiler
