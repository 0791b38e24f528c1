#pragma once

#include <algorithm>
#include <deque>
#include <optional>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "diagnostics/diagnostics.h"
#include "expression/expression.h"
#include "expression/written_unit.h"
#include "model/model.h"
#include "resolve/scopes.h"

// Gives expressions their types. One Typer serves a whole model: it knows all names, and types a named value,
// a need's level or a choice when something first reads it. check/ checks the other parts of bodies, senses
// and steerings; it hands the Typer each formula, with its place. Split over several files: names.cpp
// says what a name means, imports.cpp what it means in another file, members.cpp what stands behind a point,
// fact_members.cpp behind a fact's, sets.cpp what functions over sets and candidates are, operators.cpp and
// calls.cpp which types operators and functions take, facts.cpp who is known to be somebody, chance.cpp what
// is drawn and what has happened, misfits.cpp how to get the type that is wanted.

namespace ishi::compiler {

// The place of an expression: the names that it may use besides the model's.
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

// True of `completed`, `failed` and `aborted`.
[[nodiscard]] bool is_ending(std::string_view word);

class Typer {
 public:
  Typer(Model& model, const Scopes& scopes, ExpressionArena& arena, Diagnostics& diagnostics);

  // Types all values, levels and choices.
  void type_names();

  // Parses and types a formula, if one is given, and sets its root; what is wrong is reported and keeps a
  // null root. `wanted`: of kind `error`, any type fits. `what`: "`when`", for messages.
  void type(Formula& formula, const Type& wanted, const Place& place, std::string_view what);
  // The formulas by which an action or choice is scored, but for its `when`.
  void type_scores(Action& action, const Place& place);
  // Names the entry that holds the formulas which follow: each `random` is numbered within its entry.
  void enter(std::string_view section, std::string_view name) { entry_ = {section, name}; }

  // From here on a typed condition holds. If it could not be read, everybody may be somebody.
  void assume(const Formula& condition, bool truth = true);
  // Makes a typed condition of a typed formula: that it has this value. `condition`: where the value stands.
  void compare(const Formula& formula, double value, Formula& condition);
  // Gives a method of a typed `draw` its score: of several the best is the one drawn in proportion to the
  // weights.
  void draw(const Name& method, Modifiers& modifiers);
  // From here on a condition may have asked what is not known, if it could not be read.
  void suspect(const Formula& condition);
  // Nothing that was assumed is known to hold any longer.
  void forget() { facts_.clear(); }
  // Takes back what is assumed while it lives.
  class Assumptions {
   public:
    explicit Assumptions(Typer& typer)
        : typer_(typer), facts_(typer.facts_.size()), is_suspect_(typer.is_suspect_) {}
    ~Assumptions() {
      typer_.facts_.resize(std::min(facts_, typer_.facts_.size()));
      typer_.is_suspect_ = is_suspect_;
    }
    Assumptions(const Assumptions&) = delete;
    Assumptions& operator=(const Assumptions&) = delete;

   private:
    Typer& typer_;
    size_t facts_;
    bool is_suspect_;
  };
  // True if an entity is assumed to be somebody, or nothing can be said.
  [[nodiscard]] bool is_somebody(const Expression& entity) const;

 private:
  // The entities that are known to be somebody, on the way to the expression at hand.
  using Facts = std::vector<const Expression*>;
  enum class State : uint8_t { untouched, open, done };
  // The thing in which an expression stands, named as ids are.
  struct Entry {
    std::string_view section, name;
  };

  // misfits.cpp
  bool fits(const Expression& node, const Type& wanted, std::string_view what);
  void report_misfit(const Expression& node, const Type& wanted, std::string_view what);
  void report_no_condition(const Expression& node, std::string_view wanted);
  void help_to_quantity(Report& report, const Expression& node, Quantity wanted) const;
  void help_to_type(Report& report, const Expression& node, const Type& wanted) const;
  void help_with_keys(Report& report, const Type& wanted) const;
  [[nodiscard]] std::string words_of(const Type& type) const;
  [[nodiscard]] std::string number_instead(const Expression& node) const;
  [[nodiscard]] std::string whole_number_instead(const Expression& node) const;

  // names.cpp
  void check_name(Expression& node, const Type& wanted);
  bool check_loop_variable(Expression& node);
  [[nodiscard]] const Named<Reference>* loop_named(std::string_view name) const;
  [[nodiscard]] uint32_t offering_thing() const;
  [[nodiscard]] std::string_view type_word(const Type& type) const;
  [[nodiscard]] bool may_be_loop_variable(std::string_view name) const;
  bool report_loop_variable(const Expression& node);
  bool report_loop_of_step(const Expression& node);
  void check_elapsed(Expression& node);
  void report_event(const Expression& node);
  void report_unknown_name(const Expression& node, const Type& wanted);
  [[nodiscard]] bool is_field_of_it(std::string_view name) const;
  void report_no_such_name(const Expression& node, const Type& wanted);
  [[nodiscard]] std::vector<std::string_view> fitting_names(const Type& wanted) const;
  [[nodiscard]] bool is_inherited(const Expression& node) const;
  [[nodiscard]] bool is_part_of_bad_name(std::string_view piece);
  void touch_value(Expression& node);
  void touch_motive(Expression& node);
  void touch_choice(Expression& node);

  // sets.cpp: functions over sets, and candidates.
  uint32_t set_named(Expression& node, const FunctionRow& row);
  void report_no_set(const Expression& node, const FunctionRow& row);
  void check_over_set(Expression& node);
  bool check_of_each(Expression& node);
  bool report_exchanged(Expression& node);
  void check_it(Expression& node);
  [[nodiscard]] uint32_t set_of(const Expression& object) const;
  void check_choice_member(Expression& node);
  void check_candidate_member(Expression& node);
  bool check_field_of_things(Expression& node);
  void report_no_candidate_member(const Expression& node);

  // members.cpp
  void check_member(Expression& node);
  void check_event_field(Expression& node);
  void check_fact_member(Expression& node);
  void check_awareness(Expression& node);
  void report_no_fact_member(const Expression& node);
  void report_no_awareness(const Expression& node, const Named<Memory>& memory);
  void check_norm(Expression& node);
  bool report_unlike_ranges(const Expression& node, const Expression& object);
  void check_variable_member(Expression& node);
  void check_known_place(Expression& node);
  void warn_of_nobody(const Expression& node);
  bool help_with_makers(const Expression& object, Report& report) const;
  [[nodiscard]] const Variable* variable_of(const Expression& node) const;

  // noted_uses.cpp
  void note_uses(const Expression& node) const;
  void note_field_of_things(const Expression& node) const;
  void note_field_of(const Expression& node, const Map<Variable>& fields, uint32_t index) const;

  // imports.cpp: names behind aliases, and what an imported file calls its own.
  [[nodiscard]] uint32_t file() const { return formula_->span.file; }
  [[nodiscard]] std::string_view in_model(Space space, std::string_view name) const {
    return scopes_.find(file(), space, name);
  }
  [[nodiscard]] const Scopes::Alias* alias_of(const Expression& object) const;
  bool check_behind_alias(Expression& node);
  bool check_motive_behind_alias(Expression& node);
  [[nodiscard]] std::string_view curve_of_call(const Expression& node);
  [[nodiscard]] std::vector<std::string_view> as_written(std::vector<std::string_view> names,
                                                         std::deque<std::string>& spelled) const;

  // chance.cpp: what is drawn, and what has happened.
  void check_random(Expression& node);
  void check_since(Expression& node);
  void warn_of_now(const Expression& node, const std::string& text, const Named<Action>* action,
                   uint32_t event);
  void check_ending(Expression& node);
  [[nodiscard]] GivenBack* find_given(const Expression& node) const;
  void check_given(Expression& node, GivenBack& given);
  // Those that a function asks for by name.
  enum class Moments : uint8_t { all, of_actions };
  bool find_named_action(const Expression& operand, std::string_view help, const Named<Action>*& found);
  void report_no_moment(const Expression& operand, const std::string& text, Moments asked);
  void warn_of_percentage(const Expression& share, const Expression& measured);

  // operators.cpp
  void check(Expression& node, const Type& wanted = {});
  void check_operation(Expression& node, const Type& wanted);
  void report_too_high(Expression& node);
  void check_sum(Expression& node);
  bool is_name_with_a_dash(const Expression& node);
  void report_unlike(const Expression& node);
  void check_product(Expression& node);
  void check_power(Expression& node);
  void check_comparison(Expression& node);
  void check_logic(Expression& node);
  void check_negation(Expression& node);
  bool expect_number(Expression& node);
  bool expect_numbers(Expression& left, Expression& right);
  bool expect_condition(Expression& node);
  bool is_bare_word(const Expression& node) const;

  // teams.cpp: the agent's team.
  [[nodiscard]] bool is_team(const Expression& node) const;
  bool check_team(Expression& node);
  void report_team(const Expression& node);

  // calls.cpp
  void check_call(Expression& node, const Type& wanted);
  void report_unknown_function(const Expression& node);
  void check_arguments(Expression& node, const Type& wanted);
  bool check_argument(Expression& node, size_t index, char letter, const Type& wanted);
  bool check_argument_units(const Expression& node, std::string_view letters);
  void report_argument_units(const Expression& node, const std::vector<const Expression*>& odd,
                             Quantity needed, const Expression* like);
  void help_to_units(Report& report, const std::vector<const Expression*>& odd, std::string_view unit,
                     const FunctionRow& row) const;
  bool check_branches(Expression& node);
  bool expect_place(const Expression& argument, bool wants_direction, const FunctionRow& row);

  // expansions.cpp: values with parameters
  void type_value(Named<Value>& value);
  void check_expansion(Expression& node, uint32_t index);
  bool check_given_values(Expression& node, const Named<Value>& value);
  void warn_of_given_nobody(const Expression& node, const Named<Value>& value);
  void expand(Expression& node, const Named<Value>& value);
  bool read_as_remembered(Expression& node, Span call);
  class Expander;
  void report_not_called(const Expression& node, const Named<Value>& value);

  // facts.cpp: what follows from a condition being true, or false.
  void add_facts(const Expression& node, bool truth, Facts& facts);
  void add_facts_of(const Expression& node, bool truth, Facts& facts);
  static void add_fact_of_comparison(const Expression& node, bool truth, Facts& facts);
  static void add_fact_of_score(const Expression& node, bool truth, Facts& facts);
  void check_with(Expression& node, const Type& wanted, const Expression& condition, bool truth);

  void find_place(Expression& node) const;

  static void poison(Expression& node) { node.type.kind = ValueKind::error; }

  // As in written_unit.h, of the expression at hand.
  [[nodiscard]] std::string text_of(const Expression& node) const {
    return compiler::text_of(model_, *formula_, node);
  }
  [[nodiscard]] std::optional<std::string> with_unit(const Expression& node, std::string_view unit) const {
    return compiler::with_unit(model_, *formula_, node, unit);
  }
  // A number, with its sign, as it is written but for its unit; empty for what is none.
  [[nodiscard]] std::string without_unit(const Expression& node) const;
  // The unit in which what a node measures is written, or the usual one (written_unit.h).
  [[nodiscard]] std::string_view unit_of(const Expression& node) const;
  // The declared range of a key, parameter or field as one writes it, else 0..10 in the node's unit.
  [[nodiscard]] std::string range_of(const Expression& node) const;

  Model& model_;
  const Scopes& scopes_;
  ExpressionArena& arena_;
  Diagnostics& diagnostics_;
  std::unordered_map<std::string_view, uint32_t> keys_;
  std::unordered_map<std::string_view, uint32_t> values_;
  std::unordered_map<std::string_view, uint32_t> curves_;
  std::unordered_map<std::string_view, uint32_t> choices_;
  std::optional<std::unordered_set<std::string_view>> bad_name_pieces_;  // once one has been asked for
  std::vector<State> value_states_;
  std::vector<State> motive_states_;
  std::vector<State> choice_states_;
  std::vector<std::string> chain_;     // values and levels being typed
  std::vector<uint32_t> seen_values_;  // by the collecting of facts at hand, by its number
  uint32_t fact_collection_ = 0;
  size_t depth_ = 0;
  uint32_t passes_ = 0;         // functions over sets so far
  size_t written_out_ = 0;      // parts of values with parameters, in the expression at hand
  size_t all_written_out_ = 0;  // in all
  Entry entry_;                 // that is being checked
  std::unordered_map<std::string, uint32_t> draws_;  // by section and entry: how many `random` it has so far
  const Formula* formula_ = nullptr;                 // the expression at hand
  const Formula* too_high_ = nullptr;                // the last one that was reported for its height
  Place place_;
  Facts facts_;
  std::string_view member_of_set_;  // `count` of `foes.count`, while `foes` is looked at
  bool is_suspect_ = false;         // a condition that was to hold here could not be read
};

}  // namespace ishi::compiler
