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
  FactReader(const Model& model, const Test& test, SituationValues& values, Situation& situation,
             Diagnostics& diagnostics)
      : model_(model), test_(test), values_(values), situation_(situation), diagnostics_(diagnostics) {}

  void read() {
    for (const auto& remembered : test_.remembers) read_memory(remembered);
    check_picked_entity();
    check_chosen();
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
    SituationFact fact{memory, kNone, position_of(row), static_cast<float>(row.age.value), {}, {}};
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
      if (of.has_thing() && situation_.entities[found.entity].thing != of.entity.reference) {
        diagnostics_
            .report(Code::wrong_literal, name.span,
                    fmt::format("`{}` holds facts about a `{}` each, but `{}` is none",
                                model_.memory[memory].name.text, of.of.text, name.text))
            .help(fmt::format("let it be one: `is: {}`", of.of.text));
        return;
      }
      for (const SituationFact& other : situation_.facts) {
        if (other.memory != memory || other.entity != found.entity) continue;
        diagnostics_
            .report(Code::defined_twice, name.span, fmt::format("`{}` is remembered twice", name.text))
            .help("take one of the two out: a memory holds one fact about an entity");
        return;
      }
      fact.entity = found.entity;
      const SituationEntity& entity = situation_.entities[found.entity];
      if (row.position == nullptr) fact.position = entity.position;
      if (of.has_thing()) fact.fields = entity.fields;  // what is not said was noticed as it is
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
    situation_.facts.push_back(std::move(fact));
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
    SituationValue value{index};
    if (field.value == nullptr ||
        !values_.read_value(member_variable(model_, memory, index), *field.value, field.name.text, value)) {
      return;
    }
    std::erase_if(fact.fields, [index](const SituationValue& other) { return other.index == index; });
    fact.fields.push_back(value);
  }

  // `on` names an entity, and an action that is for a fact.
  void check_picked_entity() {
    const Expectation& expect = test_.expect.value;
    if (!expect.on.given || !expect.picks.given) return;
    const Name& on = expect.on.value;
    const bool is_for_fact = expect.picked != kNone && !model_.actions[expect.picked].value.for_each.empty();
    if (expect.picks.value.text == "nothing" || (expect.picked != kNone && !is_for_fact)) {
      diagnostics_
          .report(Code::given_not_allowed, on.span,
                  fmt::format("`{}` is picked for nobody in particular", expect.picks.value.text))
          .help("take `on` out: it is for actions with `for_each`");
      return;
    }
    check_member(on, expect.picked == kNone ? kNone : model_.actions[expect.picked].value.set(), false);
  }

  void check_chosen() {
    for (const auto& chosen : test_.expect.value.chooses) {
      const uint32_t choice = find_index(model_.choices, chosen.name.text);
      if (choice == kNone || chosen.value.value.text == "nothing") continue;
      const uint32_t set = model_.choices[choice].value.set();
      if (set != kNone) check_member(chosen.value.value, set, true);
    }
  }

  // What is picked or chosen of a set: an entity of `world`, or a row of the set by its number, "orders 2".
  void check_member(const Name& member, uint32_t set, bool may_be_nobody) {
    if (find_index(test_.world, member.text) != kNone) return;
    std::vector<std::string> rows;
    bool is_row = false;
    if (set != kNone) {
      const std::string name(name_of_set(model_, set).text);
      for (size_t row = 1; row <= rows_of(name); ++row) rows.push_back(fmt::format("{} {}", name, row));
      is_row = member.text.starts_with(name + " ");
    }
    if (std::ranges::find(rows, member.text) != rows.end()) return;
    // Rows of entities are rarely named by their number: they are told where nothing else has a name.
    const bool is_told = is_row || test_.world.empty();
    std::vector<std::string_view> possible(rows.begin(), rows.end());
    const std::vector<std::string_view> told = is_told ? possible : std::vector<std::string_view>();
    if (may_be_nobody) possible.emplace_back("nothing");
    values_.report_unknown(member, is_told ? "member called" : "entity of `world` called", told, test_.world,
                           possible);
  }

  // How many members a test gives to a memory or a set of candidates.
  [[nodiscard]] size_t rows_of(std::string_view set) const {
    const uint32_t memory = find_index(test_.remembers, set);
    const uint32_t candidates = find_index(test_.candidates, set);
    return (memory == kNone ? 0 : test_.remembers[memory].value.size()) +
           (candidates == kNone ? 0 : test_.candidates[candidates].value.size());
  }

  Vector position_of(const RememberedFact& row) {
    Vector position{};
    if (row.position != nullptr) read_vector(*row.position, false, "`position`", diagnostics_, position);
    return position;
  }

  const Model& model_;
  const Test& test_;
  SituationValues& values_;
  Situation& situation_;
  Diagnostics& diagnostics_;
};

}  // namespace

void read_facts(const Model& model, const Test& test, SituationValues& values, Situation& situation,
                Diagnostics& diagnostics) {
  FactReader(model, test, values, situation, diagnostics).read();
}

}  // namespace ishi::compiler
