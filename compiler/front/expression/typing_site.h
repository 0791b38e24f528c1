#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "diagnostics/diagnostics.h"
#include "expression/expression.h"
#include "expression/known_entities.h"
#include "expression/written_unit.h"
#include "model/model.h"
#include "resolve/scopes.h"

// The formula that is being typed: where it stands and what the names in it can mean. The checks and messages
// that need nothing else are free functions over it (names.h, members.h, advice.h).

namespace ishi::compiler {

// The values that an earlier step was given back, under its name.
struct GivenBack {
  Name name;
  Map<Variable>* values = nullptr;
  const Name* by = nullptr;  // the task or goal
  bool is_read = false;
};

// The loop variable of a step that goes over members: a round of a repeat, or a step of a plan.
struct StepLoop {
  const Named<Reference>* variable = nullptr;
  bool is_read = false;
};

// The place of an expression: the names that it may use besides the model's.
struct Place {
  const Map<Variable>* parameters = nullptr;        // of the task or goal; they are names
  uint32_t event = kNone;                           // `event.` reads the fields of this one
  bool in_option = false;                           // `running` has a meaning
  bool has_elapsed = false;                         // `elapsed` has a meaning
  bool is_finally = false;                          // `completed`, `failed` and `aborted` have a meaning
  bool in_transition = false;                       // the first two of them have, and those of an action
  const std::vector<GivenBack*>* givens = nullptr;  // what earlier steps were given back
  bool is_given_back = false;                       // it is what a goal gives back
  std::vector<StepLoop*> loops;                     // of the steps around, the outermost first
  bool in_contract = false;                         // of no agent: nothing can be chosen there
  bool in_score = false;                   // it is computed for all agents, and members of a set, at once
  const Named<Action>* action = nullptr;   // that it is part of
  const Named<Reference>* loop = nullptr;  // its loop variable, which is a name
  const UnitRow* unit = nullptr;           // in which what is wanted is usually written
  uint32_t it = kNone;                     // the set whose members `it` is
  uint32_t pass = 0;                       // the function over a set whose member that is
  bool is_over_set = false;                // inside a function over a set
  const Type* target = nullptr;            // of a sense or sound: what `it` is
  const Sense* hears = nullptr;            // the sense, if it hears: `it` makes the sound
  bool in_steering = false;                // it is part of a steering
  bool in_think = false;                   // it says how often an agent thinks
  Value* value = nullptr;                  // with parameters, whose formula it is
  std::vector<bool>* read = nullptr;       // by parameter of that value: whether it is named
};

// The names of a model that stand alone in expressions, each with its index.
struct ExpressionNames {
  ExpressionNames(const Model& model, const Scopes& scopes);

  std::unordered_map<std::string_view, uint32_t> keys, values, curves, choices;
  // The pieces of names that are none: `ammo` and `left` of a key called `ammo-left`, which has been
  // reported.
  std::unordered_set<std::string_view> pieces_of_bad_names;
};

struct TypingSite {
  const Model& model;
  const Scopes& scopes;
  Diagnostics& diagnostics;
  const KnownEntities& known;
  ExpressionNames names;
  const Formula* formula = nullptr;
  Place place;
  std::string_view member_of_set;  // `count` of `foes.count`, while `foes` is checked

  [[nodiscard]] uint32_t file() const { return formula->span.file; }
  // The model's name for one that the formula's file writes.
  [[nodiscard]] std::string_view in_model(Space space, std::string_view name) const {
    return scopes.find(file(), space, name);
  }
  [[nodiscard]] bool is_part_of_bad_name(std::string_view piece) const {
    return names.pieces_of_bad_names.contains(piece);
  }
  // As in written_unit.h, of a part of the formula.
  [[nodiscard]] const Variable* variable_of(const Expression& node) const {
    return compiler::variable_of(model, node, place.parameters);
  }
  [[nodiscard]] std::string text_of(const Expression& node) const {
    return compiler::text_of(model, *formula, node);
  }
  [[nodiscard]] std::optional<std::string> with_unit(const Expression& node, std::string_view unit) const {
    return compiler::with_unit(model, *formula, node, unit);
  }
  // A number, with its sign, as it is written but for its unit; empty for what is none.
  [[nodiscard]] std::string without_unit(const Expression& node) const;
  // The unit in which what a node measures is written, or the usual one (written_unit.h).
  [[nodiscard]] std::string_view unit_of(const Expression& node) const;
  // The declared range of a key, parameter or field as one writes it, else 0..10 in the node's unit.
  [[nodiscard]] std::string range_of(const Expression& node) const;
  // True if an entity is known to be somebody, or nothing can be said: the `when` of an action that could not
  // be read whole may ask.
  [[nodiscard]] bool is_somebody(const Expression& entity) const;
};

}  // namespace ishi::compiler
