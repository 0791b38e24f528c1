#pragma once

#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "diagnostics/diagnostics.h"
#include "expression/expression.h"
#include "model/model.h"

// Gives expressions their types. One Checker serves a whole model: it knows all names, and types a
// named value or a need's level when something first reads it. Split over three files: names.cpp says
// what a name means, operators.cpp which types an operator takes, check.cpp what each place of the model wants.

namespace ishi::compiler {

// Where an expression stands: what it may name besides the model's names.
struct Place {
  const Named<Task>* task = nullptr;  // its parameters are names
  bool in_option = false;             // `running` has a meaning
  std::string_view owner;             // "`shoot`": for messages
};

class Checker {
 public:
  Checker(Model& model, ExpressionArena& arena, Diagnostics& diagnostics);

  void check_model();

 private:
  // What an entity is known to be somebody by, on the way to the expression at hand: the entity's
  // node kind and index.
  struct KnownEntity {
    ExpressionKind kind;
    uint32_t index;

    friend bool operator==(const KnownEntity&, const KnownEntity&) = default;
  };
  using Facts = std::vector<KnownEntity>;
  enum class State : uint8_t { untouched, open, done };

  // check.cpp
  void check_formula(Formula& formula, const Type& wanted, const Place& place, std::string_view what);
  void check_action(Named<Action>& action);
  void check_steps(Named<Action>& action, const Place& place);
  void check_amount(const Named<Formula>& amount);
  bool fits(const Expression& node, const Type& wanted, std::string_view what);

  // names.cpp
  void check_name(Expression& node, const Type& wanted);
  void check_member(Expression& node);
  void check_variable_member(Expression& node);
  void report_unknown_name(const Expression& node, const Type& wanted);
  void touch_value(Expression& node);
  void touch_motive(Expression& node);
  [[nodiscard]] const Variable* variable_of(const Expression& node) const;
  [[nodiscard]] std::string chain_text(const std::string& last) const;

  // operators.cpp
  void check(Expression& node, const Type& wanted = {});
  void check_call(Expression& node, const Type& wanted);
  void check_arguments(Expression& node, const Type& wanted);
  void check_sum(Expression& node);
  void check_product(Expression& node);
  void check_power(Expression& node);
  void check_comparison(Expression& node);
  void check_logic(Expression& node);
  void check_negation(Expression& node);
  bool expect_number(Expression& node);
  bool expect_condition(Expression& node);
  bool is_bare_word(const Expression& node) const;

  // Facts that follow from a condition being true, or false.
  void add_facts(const Expression& node, bool truth, Facts& facts) const;
  void check_with(Expression& node, const Type& wanted, const Expression& condition, bool truth);

  static void poison(Expression& node) { node.type.kind = ValueKind::error; }

  Model& model_;
  ExpressionArena& arena_;
  Diagnostics& diagnostics_;
  std::unordered_map<std::string_view, uint32_t> keys_;
  std::unordered_map<std::string_view, uint32_t> values_;
  std::unordered_map<std::string_view, uint32_t> curves_;
  std::vector<State> value_states_;
  std::vector<State> motive_states_;
  std::vector<std::string> chain_;  // values and levels being typed
  Place place_;
  Facts facts_;
};

}  // namespace ishi::compiler
