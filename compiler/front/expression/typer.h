#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "diagnostics/diagnostics.h"
#include "expression/expansions.h"
#include "expression/expression.h"
#include "expression/known_entities.h"
#include "expression/typing_site.h"
#include "model/model.h"
#include "resolve/scopes.h"

namespace ishi::compiler {

// True of `completed`, `failed` and `aborted`.
[[nodiscard]] bool is_ending(std::string_view word);

// Gives expressions their types. One Typer serves a whole model, and types a named value, a need's level or a
// choice when something first reads it. check/ checks the other parts of bodies, senses and steerings; it
// hands the Typer each formula with its place. The rules that type no further formula stand in
// typing_rules.h, messages in advice.h.
class Typer {
 public:
  Typer(Model& model, const Scopes& scopes, ExpressionArena& arena, KnownEntities& known,
        Diagnostics& diagnostics);

  // Types all values, levels and choices.
  void type_names();

  // Parses and types a formula, if one is given, and sets its root; what is wrong is reported and keeps a
  // null root. `wanted`: of kind `error`, any type fits. `what`: "`when`", for messages.
  void type(Formula& formula, const Type& wanted, const Place& place, std::string_view what);
  // Names the entry that holds the formulas which follow: each `random` is numbered within its entry.
  void enter(std::string_view section, std::string_view name) { entry_ = {section, name}; }
  // A further `random` of that entry.
  Expression& make_random(Span span);

 private:
  enum class State : uint8_t { untouched, open, done };
  // The thing in which an expression stands, named as ids are.
  struct Entry {
    std::string_view section, name;
  };

  void check(Expression& node, const Type& wanted = {});
  void check_with(Expression& node, const Type& wanted, const Expression& condition, bool truth);
  void check_operation(Expression& node, const Type& wanted);
  void report_too_high(Expression& node);

  // operators.cpp
  void check_sum(Expression& node);
  void check_product(Expression& node);
  void check_power(Expression& node);
  void check_comparison(Expression& node);
  void check_logic(Expression& node);
  void check_negation(Expression& node);

  // names.cpp
  void check_name(Expression& node, const Type& wanted);
  bool check_loop_variable(Expression& node);
  void touch_value(Expression& node);
  void touch_motive(Expression& node);
  void touch_choice(Expression& node);

  // members.cpp
  void check_member(Expression& node);
  void check_event_field(Expression& node);
  void check_given(Expression& node, GivenBack& given);

  // sets.cpp: functions over sets.
  uint32_t set_named(Expression& node, const FunctionRow& row);
  void check_over_set(Expression& node);
  bool check_of_each(Expression& node);
  bool report_exchanged(Expression& node);

  // imports.cpp: names behind aliases, and what an imported file calls its own.
  bool check_behind_alias(Expression& node);
  bool check_motive_behind_alias(Expression& node);
  [[nodiscard]] std::string_view curve_of_call(const Expression& node);

  // chance.cpp: what is drawn, and what has happened.
  void check_random(Expression& node);
  void check_since(Expression& node);
  void check_ending(Expression& node);

  // calls.cpp
  void check_call(Expression& node, const Type& wanted);
  void check_arguments(Expression& node, const Type& wanted);
  bool check_argument(Expression& node, size_t index, char letter, const Type& wanted);

  // value_calls.cpp: values with parameters.
  void type_value(Named<Value>& value);
  void check_expansion(Expression& node, uint32_t index);
  bool check_given_values(Expression& node, const Named<Value>& value);

  Model& model_;
  KnownEntities& known_;
  TypingSite at_;  // of the formula at hand
  ExpressionArena& arena_;
  Expansions expansions_;
  std::vector<State> value_states_;
  std::vector<State> motive_states_;
  std::vector<State> choice_states_;
  std::vector<std::string> chain_;  // values and levels being typed
  size_t depth_ = 0;
  Entry entry_;                                      // that is being checked
  std::unordered_map<std::string, uint32_t> draws_;  // by section and entry: how many `random` it has so far
  const Formula* too_high_ = nullptr;                // the last one that was reported for its height
};

// Types the formulas by which an action or choice is scored, but for its `when`.
void type_scores(Typer& typer, Action& action, const Place& place);
// Makes a typed condition of a typed formula: that it has this value. `condition`: where the value stands.
void compare(const Formula& formula, double value, Formula& condition, ExpressionArena& arena);
// Gives a method of a typed `draw` its score: of several the best is the one drawn in proportion to the
// weights. `drawn`: a `random` of its own.
void score_by_draw(Expression& drawn, const Name& method, Modifiers& modifiers, ExpressionArena& arena);

}  // namespace ishi::compiler
