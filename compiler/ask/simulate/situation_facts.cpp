#include "simulate/situation_facts.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "language/unit.h"
#include "resolve/literal.h"
#include "syntax/tree.h"

namespace ishi::compiler {
namespace {

class FactReader {
 public:
  FactReader(const Model& model, bool is_later, SituationValues& values, Situation& situation,
             SituationAgent& agent, Diagnostics& diagnostics)
      : model_(model),
        is_later_(is_later),
        values_(values),
        situation_(situation),
        agent_(agent),
        diagnostics_(diagnostics) {}

  void read(const Map<std::vector<RememberedFact>>& written) {
    for (const auto& remembered : written) read_memory(remembered);
  }

 private:
  void read_memory(const Named<std::vector<RememberedFact>>& remembered) {
    const uint32_t memory = find_index(model_.memory, remembered.name.text);
    if (memory == kNone || model_.memory[memory].value.entity.kind == ValueKind::error) return;
    const auto capacity = static_cast<size_t>(model_.memory[memory].value.capacity.value);
    if (remembered.value.size() > capacity) {
      diagnostics_
          .report(Code::wrong_count, remembered.name.span,
                  fmt::format("`{}` holds at most {} {}, but here are {}", remembered.name.text, capacity,
                              capacity == 1 ? "fact" : "facts", remembered.value.size()))
          .label(model_.memory[memory].value.capacity.span, "its capacity")
          .help("leave some of them out");
      return;
    }
    for (const RememberedFact& row : remembered.value) read_fact(memory, row);
  }

  void read_fact(uint32_t memory, const RememberedFact& row) {
    const Memory& of = model_.memory[memory].value;
    SituationFact fact{memory, kNone, position_of(row), true, static_cast<float>(row.age.value), {}, {}};
    if (row.awareness.given) {
      fact.awareness = static_cast<float>(row.awareness.value);
      if (of.aware == kNone) report_no_awareness(memory, row);
    }
    const bool is_named = row.is.given;
    if (is_named) {
      SituationValue found;
      Node name;
      name.kind = NodeKind::scalar;
      name.text = row.is.value.text;
      name.span = row.is.value.span;
      if (name.text == "nothing" || name.text == "someone" || name.text == "self") {
        diagnostics_
            .report(Code::given_not_allowed, name.span,
                    name.text == "self"
                        ? "an agent remembers others, not itself"
                        : fmt::format("a fact is about one entity, not about `{}`", name.text))
            .help("name an entity of `world`, or leave `is` out for one without a name");
        return;
      }
      if (!values_.find_entity(kNone, name, "is", found)) return;
      if (of.has_thing() && thing_of(found.entity) != of.entity.reference) {
        diagnostics_
            .report(Code::wrong_literal, name.span,
                    fmt::format("`{}` holds facts about a `{}` each, but `{}` is none",
                                model_.memory[memory].name.text, of.of.text, name.text))
            .help(fmt::format("let it be one: `is: {}`", of.of.text));
        return;
      }
      for (const SituationFact& other : agent_.facts) {
        if (other.memory != memory || other.entity != found.entity) continue;
        diagnostics_
            .report(Code::defined_twice, name.span, fmt::format("`{}` is remembered twice", name.text))
            .help("take one of the two out: a memory holds one fact about an entity");
        return;
      }
      fact.entity = found.entity;
      const SituationEntity& entity = entity_of(found.entity);
      if (row.position == nullptr) fact.position = entity.position;
      fact.is_where_it_was = !is_later_ || row.position != nullptr;
      if (of.has_thing() && !is_later_) fact.fields = entity.fields;  // what is not said was noticed as it is
    } else {
      fact.entity = static_cast<uint32_t>(situation_.entities.size());
      situation_.entities.push_back({{}, of.entity.reference, fact.position, forward(model_), {}});
    }
    const float forget = static_cast<float>(of.forget.value);
    if (of.forget.given && fact.age >= forget) {
      diagnostics_
          .report(Code::given_not_allowed, row.age.span,
                  fmt::format("after {} a fact of `{}` is forgotten", show(forget, Quantity::duration),
                              model_.memory[memory].name.text))
          .help("give it a lower `age`, or leave the fact out");
      return;
    }
    for (const auto& field : row.fields) read_fact_field(memory, field, fact);
    if (!is_named && of.has_thing()) {
      const size_t of_thing = model_.things[of.entity.reference].value.fields.size();
      for (const SituationValue& value : fact.fields) {
        if (value.index < of_thing) situation_.entities[fact.entity].fields.push_back(value);
      }
    }
    agent_.facts.push_back(std::move(fact));
  }

  void report_no_awareness(uint32_t memory, const RememberedFact& row) {
    diagnostics_
        .report(Code::no_awareness, row.awareness.span,
                fmt::format("no sense says how aware the agent becomes of what `{}` remembers",
                            model_.memory[memory].name.text))
        .label(model_.memory[memory].name.span, "this memory")
        .help("take it out, or give a sense that fills it its `awareness`");
  }

  void read_fact_field(uint32_t memory, const Named<const Node*>& field, SituationFact& fact) {
    const Memory& of = model_.memory[memory].value;
    static const Map<Variable> kNoFields;
    const Map<Variable>& of_thing =
        of.has_thing() ? model_.things[of.entity.reference].value.fields : kNoFields;
    uint32_t index = find_index(of_thing, field.name.text);
    if (index == kNone) {
      index = find_index(of.fields, field.name.text);
      if (index != kNone) index += static_cast<uint32_t>(of_thing.size());
    }
    if (index == kNone) {
      std::vector<std::string_view> known = {"is", "position", "age", "awareness"};
      for (const auto& own : of.fields) known.push_back(own.name.text);
      values_.report_unknown(field.name,
                             fmt::format("field of facts of `{}` called", model_.memory[memory].name.text),
                             known, of_thing);
      return;
    }
    model_.note_use(field.name.span,
                    index < of_thing.size() ? of_thing[index].name : of.fields[index - of_thing.size()].name);
    SituationValue value{index};
    if (field.value == nullptr ||
        !values_.read_value(member_variable(model_, memory, index), *field.value, field.name.text, value)) {
      return;
    }
    std::erase_if(fact.fields, [index](const SituationValue& other) { return other.index == index; });
    fact.fields.push_back(value);
  }

  [[nodiscard]] const SituationEntity& entity_of(uint32_t entity) const {
    return is_agent(entity) ? situation_.agent_at(agent_of_entity(entity)).self : situation_.entities[entity];
  }
  [[nodiscard]] uint32_t thing_of(uint32_t entity) const { return entity_of(entity).thing; }

  Vector position_of(const RememberedFact& row) {
    Vector position{};
    if (row.position != nullptr) read_vector(*row.position, false, "`position`", diagnostics_, position);
    return position;
  }

  const Model& model_;
  bool is_later_;
  SituationValues& values_;
  Situation& situation_;
  SituationAgent& agent_;
  Diagnostics& diagnostics_;
};

}  // namespace

void read_facts(const Model& model, const Map<std::vector<RememberedFact>>& written, bool is_later,
                SituationValues& values, Situation& situation, SituationAgent& agent,
                Diagnostics& diagnostics) {
  FactReader(model, is_later, values, situation, agent, diagnostics).read(written);
}

}  // namespace ishi::compiler
