#include "testing/situation.h"

#include <fmt/format.h>

#include <utility>

#include "language/words.h"
#include "resolve/literal.h"
#include "syntax/tree.h"
#include "testing/course.h"
#include "testing/situation_facts.h"
#include "testing/situation_values.h"

namespace ishi::compiler {
namespace {

class SituationReader {
 public:
  SituationReader(const Model& model, const Test& test, Diagnostics& diagnostics)
      : model_(model), test_(test), diagnostics_(diagnostics) {}

  Situation read() {
    situation_.agent = test_.agent.index;
    situation_.profile = test_.importance.index;
    situation_.running = test_.running.index;
    situation_.facing = forward(model_);
    situation_.position = vector(test_.self.value.position, false, situation_.position);
    situation_.facing = vector(test_.self.value.facing, true, situation_.facing);
    for (const auto& entity : test_.world) {
      check_entity_name(entity.name);
      situation_.entities.push_back({entity.name.text,
                                     entity.value.is.index,
                                     vector(entity.value.position, false, {}),
                                     vector(entity.value.facing, true, forward(model_)),
                                     {}});
    }
    // Their fields may name one another.
    for (size_t i = 0; i < test_.world.size(); ++i) read_fields(test_.world[i].value, i);
    values_.read_keys(test_.given, {"cannot be given", "give"}, situation_.keys);
    read_course(model_, test_, values_, situation_.course, diagnostics_);
    read_facts(model_, test_, values_, situation_, diagnostics_);
    return std::move(situation_);
  }

 private:
  void check_entity_name(const Name& name) {
    if (!check_new_name(name.text, name.span, diagnostics_)) return;
    if (name.text != "someone" && name.text != "nothing" && name.text != "any") return;
    diagnostics_
        .report(Code::reserved_name, name.span,
                fmt::format("`{}` is a word of the language, so an entity cannot have that name", name.text))
        .help("choose another name");
  }

  Vector vector(const Node* node, bool is_direction, Vector fallback) {
    if (node != nullptr)
      read_vector(*node, is_direction, is_direction ? "`facing`" : "`position`", diagnostics_, fallback);
    return fallback;
  }

  void read_fields(const Placement& placement, size_t entity) {
    if (placement.is.index != kNone) {
      std::vector<SituationValue> fields;
      values_.read_fields(placement.fields, placement.is.text, model_.things[placement.is.index].value.fields,
                          {"is", "position", "facing"}, fields);
      situation_.entities[entity].fields = std::move(fields);
      return;
    }
    if (placement.is.given()) return;  // an unknown thing, which has been reported
    for (const auto& field : placement.fields) {
      diagnostics_
          .report(Code::given_not_allowed, field.name.span,
                  fmt::format("`{}` is a field, but it is not said of which thing", field.name.text))
          .help("add `is:` and the name of a thing that has it");
    }
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
