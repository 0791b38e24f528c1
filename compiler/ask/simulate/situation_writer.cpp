#include "simulate/situation_writer.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <string_view>

#include "analyze/evidence.h"
#include "language/unit.h"
#include "model/motives.h"
#include "simulate/situation_values.h"
#include "syntax/yaml_text.h"

namespace ishi::compiler {
namespace {

using Entries = SituationText::Entries;

std::string in_braces(const Entries& entries) {
  if (entries.empty()) return "{}";
  std::vector<std::string> parts;
  for (const auto& [name, value] : entries) parts.push_back(fmt::format("{}: {}", name, value));
  return fmt::format("{{ {} }}", fmt::join(parts, ", "));
}

bool is_nowhere(const Vector& point) {
  return std::ranges::all_of(point, [](float part) { return part == kNowhere; });
}

class SituationWriter {
 public:
  SituationWriter(const Model& model, const Situation& situation, const WrittenBefore& before)
      : model_(model), situation_(situation), before_(before) {}

  SituationText write() {
    if (!before_.is_agent_known) write_agent();
    if (situation_.state != kNone) text_.state = agent().states.value[situation_.state].name.text;
    write_running();
    write_given();
    text_.self = described(situation_.self);
    for (size_t i = before_.entities; i < situation_.entities.size(); ++i) {
      const SituationEntity& entity = situation_.entities[i];
      if (!entity.name.empty()) text_.world.emplace_back(quoted(entity.name), in_braces(described(entity)));
    }
    write_facts();
    write_candidates();
    write_taken();
    text_.seconds = static_cast<double>(situation_.time_microseconds) * 1e-6;
    return std::move(text_);
  }

 private:
  static std::string quoted(std::string_view name) { return yaml_scalar(name, true); }
  [[nodiscard]] const Agent& agent() const { return model_.agents[situation_.agent].value; }

  void write_agent() {
    text_.agent = model_.agents[situation_.agent].name.text;
    if (situation_.profile != kNone) text_.importance = model_.importance[situation_.profile].name.text;
  }

  void write_running() {
    if (situation_.running == kNone) return;
    const auto& [name, action] = model_.actions[situation_.running];
    // An agent calls the actions of its planner by their own names.
    const auto& actions = agent().actions;
    const auto option = std::ranges::find(actions, situation_.running, &Reference::index);
    text_.running = option == actions.end() ? name.text : option->text;
    const RunsFor& whom = situation_.running_for;
    if (whom.entity != kNone) {
      text_.running_for = name_of(whom.entity);
    } else if (whom.member != kNone) {
      const uint32_t entity = entity_of_member(action.set(), whom.member);
      const std::string_view known = name_of_entity(situation_, entity);
      text_.running_for = known.empty()
                              ? fmt::format("{} {}", name_of_set(model_, action.set()).text, whom.member + 1)
                              : quoted(known);
    }
  }

  // The entity of a member of a set by its place; kNone: it has none.
  [[nodiscard]] uint32_t entity_of_member(uint32_t set, uint32_t member) const {
    const auto find = [member](const auto& rows, uint32_t index, auto of) {
      uint32_t place = 0;
      for (const auto& row : rows) {
        if (row.*of == index && place++ == member) return row.entity;
      }
      return kNone;
    };
    return is_memory(model_, set)
               ? find(situation_.facts, set, &SituationFact::memory)
               : find(situation_.candidates, set - static_cast<uint32_t>(model_.memory.size()),
                      &SituationCandidate::set);
  }

  [[nodiscard]] std::string name_of(uint32_t entity) const {
    if (entity == kNone) return "nothing";
    if (entity == kSelfEntity) return "self";
    const std::string_view name = name_of_entity(situation_, entity);
    return name.empty() ? "someone" : quoted(name);
  }

  [[nodiscard]] std::string value_of(const Variable& variable, const SituationValue& value) const {
    if (variable.resolved.kind == ValueKind::entity) return name_of(value.entity);
    if (variable.resolved.kind == ValueKind::point && is_nowhere(value.value)) return "nowhere";
    return written_value(model_, variable, value.value);
  }

  void write_given() {
    for (const SituationValue& key : situation_.keys) {
      const auto& [name, variable] = model_.blackboard[key.index];
      text_.given.emplace_back(name.text, value_of(variable, key));
    }
    for (const SituationValue& level : situation_.levels)
      text_.given.emplace_back(motive_name(model_, level.index), show(level.value[0], Quantity::number));
    for (const SituationMoment& moment : situation_.moments) {
      const std::string_view of =
          moment.event != kNone ? model_.events[moment.event].name.text : agent().actions[moment.option].text;
      text_.given.emplace_back(fmt::format("since({})", of),
                               show_exactly(static_cast<float>(moment.seconds), Quantity::duration, nullptr));
    }
  }

  // The place of somebody, as far as it is not the default, and the fields that the situation holds.
  [[nodiscard]] Entries described(const SituationEntity& entity) const {
    Entries entries;
    if (entity.thing != kNone) entries.emplace_back("is", model_.things[entity.thing].name.text);
    add_place(entity, entries);
    add_fields(entity, entries);
    return entries;
  }

  void add_fields(const SituationEntity& entity, Entries& entries) const {
    for (const SituationValue& field : entity.fields) {
      const auto& [name, variable] = model_.things[entity.thing].value.fields[field.index];
      entries.emplace_back(name.text, value_of(variable, field));
    }
  }

  void add_place(const SituationEntity& entity, Entries& entries) const {
    if (entity.position != Vector{}) entries.emplace_back("position", written_point(entity.position));
    if (entity.facing != forward(model_)) entries.emplace_back("facing", written_point(entity.facing));
  }

  [[nodiscard]] const SituationEntity& entity(uint32_t index) const {
    return is_agent(index) ? situation_.self : situation_.entities[index];
  }

  void write_facts() {
    for (uint32_t memory = 0; memory < model_.memory.size(); ++memory) {
      std::vector<std::string> rows;
      for (size_t i = before_.facts; i < situation_.facts.size(); ++i) {
        if (situation_.facts[i].memory == memory) rows.push_back(in_braces(fact(situation_.facts[i])));
      }
      if (!rows.empty())
        text_.remembers.emplace_back(model_.memory[memory].name.text,
                                     fmt::format("[{}]", fmt::join(rows, ", ")));
    }
  }

  // A fact about an entity with a name knows its place and fields unless it says otherwise.
  [[nodiscard]] Entries fact(const SituationFact& fact) const {
    Entries entries;
    const SituationEntity& about = entity(fact.entity);
    const bool is_named = !about.name.empty();
    if (is_named) entries.emplace_back("is", quoted(about.name));
    for (const SituationValue& field : fact.fields) {
      if (is_named && field.index < count_noticed(model_, fact.memory) &&
          is_of(about, field, member_variable(model_, fact.memory, field.index)))
        continue;
      entries.emplace_back(field_name(fact.memory, field.index),
                           value_of(member_variable(model_, fact.memory, field.index), field));
    }
    if (fact.position != (is_named ? about.position : Vector{}))
      entries.emplace_back("position", written_point(fact.position));
    if (fact.age > 0) entries.emplace_back("age", show_exactly(fact.age, Quantity::duration, nullptr));
    if (fact.awareness) entries.emplace_back("awareness", show(*fact.awareness, Quantity::number));
    return entries;
  }

  // True if an entity has this value of its field, or has the default, which is this value.
  static bool is_of(const SituationEntity& entity, const SituationValue& field, const Variable& variable) {
    const auto own = std::ranges::find(entity.fields, field.index, &SituationValue::index);
    if (own == entity.fields.end()) return field.entity == kNone && field.value == variable.fallback;
    return own->value == field.value && own->entity == field.entity;
  }

  [[nodiscard]] std::string_view field_name(uint32_t set, uint32_t index) const {
    const size_t noticed = count_noticed(model_, set);
    return index < noticed ? (*noticed_fields(model_, set))[index].name.text
                           : own_fields(model_, set)[index - noticed].name.text;
  }

  void write_candidates() {
    for (uint32_t set = 0; set < model_.candidates.size(); ++set) {
      std::vector<std::string> rows;
      for (size_t i = before_.candidates; i < situation_.candidates.size(); ++i) {
        if (situation_.candidates[i].set == set)
          rows.push_back(in_braces(candidate(situation_.candidates[i])));
      }
      if (!rows.empty())
        text_.candidates.emplace_back(model_.candidates[set].name.text,
                                      fmt::format("[{}]", fmt::join(rows, ", ")));
    }
  }

  [[nodiscard]] Entries candidate(const SituationCandidate& candidate) const {
    const Candidates& of = model_.candidates[candidate.set].value;
    Entries entries;
    const SituationEntity* const member = candidate.entity == kNone ? nullptr : &entity(candidate.entity);
    const bool is_named = member != nullptr && (is_agent(candidate.entity) || !member->name.empty());
    if (is_named) {
      entries.emplace_back("is", name_of(candidate.entity));
    } else if (member != nullptr) {
      if (member->thing != kNone && of.things.size() != 1)
        entries.emplace_back("is", model_.things[member->thing].name.text);
      add_fields(*member, entries);
    }
    for (const SituationValue& field : candidate.fields) {
      const auto& [name, variable] = of.fields[field.index];
      entries.emplace_back(name.text, value_of(variable, field));
    }
    if (member != nullptr && !is_named) add_place(*member, entries);
    return entries;
  }

  void write_taken() {
    std::vector<std::string> names;
    for (const uint32_t token : situation_.taken.tokens) names.emplace_back(model_.tokens[token].name.text);
    for (const uint32_t taken : situation_.taken.entities) names.push_back(name_of(taken));
    if (!names.empty()) text_.taken = fmt::format("[{}]", fmt::join(names, ", "));
  }

  const Model& model_;
  const Situation& situation_;
  const WrittenBefore& before_;
  SituationText text_;
};

bool is_writable_number(float value) {
  return std::isfinite(value) && std::fpclassify(value) != FP_SUBNORMAL;
}
bool is_writable_vector(const Vector& vector) { return std::ranges::all_of(vector, is_writable_number); }

bool is_writable_value(const Variable& variable, const SituationValue& value) {
  switch (variable.resolved.kind) {
    case ValueKind::entity: return true;
    case ValueKind::point: return is_writable_vector(value.value) || is_nowhere(value.value);
    case ValueKind::direction: return is_writable_vector(value.value) && value.value != Vector{};
    default:
      return is_writable_number(value.value[0]) && value.value[0] >= variable.low &&
             value.value[0] <= variable.high;
  }
}

}  // namespace

std::vector<std::string> SituationText::lines() const {
  std::vector<std::string> result;
  const auto add_text = [&](std::string_view field, const std::string& value) {
    if (!value.empty()) result.push_back(fmt::format("{}: {}", field, value));
  };
  const auto add = [&](std::string_view field, const Entries& entries) {
    if (!entries.empty()) result.push_back(fmt::format("{}: {}", field, in_braces(entries)));
  };
  add_text("agent", agent);
  add_text("importance", importance);
  add_text("state", state);
  add_text("running", running);
  add_text("running_for", running_for);
  add("given", given);
  add("self", self);
  add("world", world);
  add("remembers", remembers);
  add("candidates", candidates);
  add_text("taken", taken);
  return result;
}

SituationText write_situation(const Model& model, const Situation& situation, const WrittenBefore& before) {
  return SituationWriter(model, situation, before).write();
}

bool is_writable(const Model& model, const Situation& situation) {
  const auto are = [](const auto& values, const auto& variable_of) {
    return std::ranges::all_of(
        values, [&](const SituationValue& one) { return is_writable_value(variable_of(one.index), one); });
  };
  const auto is_somebody = [&](const SituationEntity& entity) {
    return is_writable_vector(entity.position) && is_writable_vector(entity.facing) &&
           entity.facing != Vector{} && are(entity.fields, [&](uint32_t field) -> const Variable& {
             return model.things[entity.thing].value.fields[field].value;
           });
  };
  return are(situation.keys, [&](uint32_t key) -> const Variable& { return model.blackboard[key].value; }) &&
         std::ranges::all_of(
             situation.levels,
             [](const SituationValue& level) { return is_writable_number(level.value[0]); }) &&
         is_somebody(situation.self) && std::ranges::all_of(situation.entities, is_somebody) &&
         std::ranges::all_of(situation.facts,
                             [&](const SituationFact& fact) {
                               return is_writable_vector(fact.position) &&
                                      are(fact.fields, [&](uint32_t field) -> const Variable& {
                                        return member_variable(model, fact.memory, field);
                                      });
                             }) &&
         std::ranges::all_of(situation.candidates, [&](const SituationCandidate& candidate) {
           return are(candidate.fields, [&](uint32_t field) -> const Variable& {
             return model.candidates[candidate.set].value.fields[field].value;
           });
         });
}

}  // namespace ishi::compiler
