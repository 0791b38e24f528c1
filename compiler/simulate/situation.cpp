#include "simulate/situation.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "language/words.h"
#include "resolve/literal.h"
#include "simulate/course.h"
#include "simulate/situation_candidates.h"
#include "simulate/situation_facts.h"
#include "simulate/situation_values.h"
#include "syntax/tree.h"

namespace ishi::compiler {
namespace {

// What a test can say of everybody, whatever thing they are.
constexpr std::array<std::string_view, 3> kOfEverybody = {"is", "position", "facing"};

class SituationReader {
 public:
  SituationReader(const Model& model, const Test& test, Diagnostics& diagnostics)
      : model_(model), test_(test), diagnostics_(diagnostics) {}

  Situation read() {
    situation_.agent = test_.agent.index;
    situation_.profile = test_.importance.index;
    situation_.running = test_.running.index;
    situation_.state = test_.in_state;
    const Placement& self = test_.self.value;
    situation_.self = {
        {}, self.is.index, vector(self.position, false, {}), vector(self.facing, true, forward(model_)), {}};
    for (const auto& entity : test_.world) {
      check_entity_name(entity.name);
      situation_.entities.push_back({entity.name.text,
                                     entity.value.is.index,
                                     vector(entity.value.position, false, {}),
                                     vector(entity.value.facing, true, forward(model_)),
                                     {}});
    }
    // Their fields may name one another.
    for (size_t i = 0; i < test_.world.size(); ++i)
      situation_.entities[i].fields = fields_of(test_.world[i].value);
    situation_.self.fields = fields_of(self);
    read_given();
    read_course(model_, test_, values_, situation_.course, diagnostics_);
    read_facts(model_, test_, values_, situation_, diagnostics_);
    read_candidates(model_, test_, values_, situation_, diagnostics_);
    situation_.hidden = values_.find_entities(test_.hidden);
    situation_.sounds = values_.find_sounds(test_.sounds);
    read_blocked();
    read_reaches();
    for (const Reference& taken : test_.taken) {
      const auto entity = std::ranges::find(situation_.entities, taken.text, &SituationEntity::name);
      if (taken.index != kNone)
        situation_.taken_tokens.push_back(taken.index);
      else if (entity != situation_.entities.end())
        situation_.taken_entities.push_back(static_cast<uint32_t>(entity - situation_.entities.begin()));
    }
    return std::move(situation_);
  }

 private:
  void check_entity_name(const Name& name) {
    if (!check_new_name(name.text, name.span, diagnostics_)) return;
    if (name.text != "someone" && name.text != "self" && name.text != "nothing" && name.text != "any") return;
    diagnostics_
        .report(Code::reserved_name, name.span,
                fmt::format("`{}` is a word of the language, so an entity cannot have that name", name.text))
        .help("choose another name");
  }

  // Keys, and levels that the agent carries: `needs.hunger`.
  void read_given() {
    Map<const Node*> keys;
    for (const auto& entry : test_.given) {
      const uint32_t motive = find_carried(entry.name.text);
      if (motive == kNone) {
        keys.push_back(entry);
      } else if (entry.value != nullptr) {
        SituationValue level{motive};
        if (values_.read_value(level_variable(), *entry.value, entry.name.text, level))
          situation_.levels.push_back(level);
      }
    }
    values_.read_keys(keys, {"cannot be given", "give"}, situation_.keys);
  }

  [[nodiscard]] uint32_t find_carried(std::string_view name) const {
    const size_t point = name.find('.');
    if (point == std::string_view::npos) return kNone;
    const std::string_view section = name.substr(0, point);
    const bool is_need = section == "needs";
    if (!is_need && section != "drives") return kNone;
    const Map<Motive>& motives = is_need ? model_.needs : model_.drives;
    const uint32_t index = find_index(motives, name.substr(point + 1));
    if (index == kNone || !motives[index].value.is_carried()) return kNone;
    return is_need ? index : static_cast<uint32_t>(model_.needs.size()) + index;
  }

  static const Variable& level_variable() {
    static const Variable kLevel = [] {
      Variable level;
      level.resolved = {ValueKind::number};
      level.low = 0;
      level.high = 1;
      return level;
    }();
    return kLevel;
  }

  Vector vector(const Node* node, bool is_direction, Vector fallback) {
    if (node != nullptr)
      read_vector(*node, is_direction, is_direction ? "`facing`" : "`position`", diagnostics_, fallback);
    return fallback;
  }

  void read_reaches() {
    const Node* const node = test_.expect.value.reaches;
    if (node == nullptr || node->kind == NodeKind::poisoned) return;
    Vector at{};
    if (!read_vector(*node, false, "`reaches`", diagnostics_, at)) return;
    situation_.reaches = at;
    if (!model_.navigation.empty()) return;
    diagnostics_
        .report(Code::never_walks, node->span, "nobody walks here: this project has no classes of walkers")
        .help("declare one under `navigation`, and let a body `walk`");
  }

  void read_blocked() {
    if (test_.blocked == nullptr || test_.blocked->kind == NodeKind::poisoned) return;
    const bool is_one = test_.blocked->kind == NodeKind::sequence && test_.blocked->items.size() == 3 &&
                        test_.blocked->items[0]->kind == NodeKind::scalar;
    if (test_.blocked->kind != NodeKind::sequence || is_one) {
      diagnostics_.report(Code::wrong_shape, test_.blocked->span, "`blocked` is a list of places")
          .help("such as [[1, 0, 2], [2, 0, 2]], with brackets round each of them");
      return;
    }
    for (const Node* place : test_.blocked->items) {
      Vector at{};
      if (read_vector(*place, false, "a place of `blocked`", diagnostics_, at))
        situation_.blocked.push_back(at);
    }
  }

  // A field of somebody of whom it is not said what they are; perhaps one that everybody has, with a slip.
  void report_field_of_nothing(const Name& field) {
    const bool is_any_field = std::ranges::any_of(model_.things, [&](const auto& thing) {
      return find_index(thing.value.fields, field.text) != kNone;
    });
    auto report = diagnostics_.report(
        is_any_field ? Code::given_not_allowed : Code::unknown_name, field.span,
        is_any_field ? fmt::format("`{}` is a field, but it is not said of which thing", field.text)
                     : fmt::format("no thing has a field `{}`", field.text));
    if (!report.is_kept()) return;
    std::vector<std::string_view> known(kOfEverybody.begin(), kOfEverybody.end());
    if (!is_any_field) {
      for (const auto& thing : model_.things) {
        for (const auto& [name, variable] : thing.value.fields) known.push_back(name.text);
      }
    }
    const auto near = is_any_field ? std::vector<std::string_view>() : report.suggestions(field.text, known);
    if (!near.empty())
      report.help(fmt::format("did you mean `{}`?", near[0])).edit(field.span, std::string(near[0]));
    else
      report.help("add `is:` and the name of a thing that has it");
  }

  // May add entities to the situation: somebody whom a field names.
  std::vector<SituationValue> fields_of(const Placement& placement) {
    std::vector<SituationValue> fields;
    if (placement.is.index != kNone) {
      values_.read_fields(placement.fields, placement.is.text, model_.things[placement.is.index].value.fields,
                          {kOfEverybody.begin(), kOfEverybody.end()}, fields);
      return fields;
    }
    if (placement.is.given()) return fields;  // an unknown thing, which has been reported
    for (const auto& field : placement.fields) report_field_of_nothing(field.name);
    return fields;
  }

  const Model& model_;
  const Test& test_;
  Diagnostics& diagnostics_;
  Situation situation_;
  SituationValues values_{model_, test_, situation_, diagnostics_};
};

}  // namespace

Situation read_situation(const Model& model, const Test& test, Diagnostics& diagnostics) {
  return SituationReader(model, test, diagnostics).read();
}

}  // namespace ishi::compiler
