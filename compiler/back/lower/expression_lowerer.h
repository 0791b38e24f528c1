#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "diagnostics/diagnostics.h"
#include "expression/expression.h"
#include "lower/program_builder.h"
#include "model/model.h"

namespace ishi::compiler {

struct LoweredMoment;  // lower/lowered.h

// The values that an earlier step was given back: from `first` on among the agent's `givens`.
struct GivenPlace {
  std::string_view name;
  const Map<Variable>* values = nullptr;
  uint32_t first = 0;
  bool is_sure = false;  // it was given wherever it can be read
};

// The member that steps go over: its loop variable, and its place among the agent's `givens`.
struct LoopPlace {
  std::string_view name;
  uint32_t set = 0;
  uint32_t given = 0;
};

// A value in a program: one operation, or x, y and z of a point or direction. An entity is its row.
struct LoweredValue {
  Ref x = kNoRef;
  Ref y = kNoRef;
  Ref z = kNoRef;
};

// The first field of a set's members, as the blob counts them: over all sets, of a memory the fields of its
// thing, then its own.
[[nodiscard]] uint32_t first_member_field(const Model& model, uint32_t set);

// Gives the choices of an agent their places, and lowers them where scores name them.
class ChoiceSource {
 public:
  struct Lowered {
    Ref best = kNoRef;   // the number of the member that is chosen
    Ref score = kNoRef;  // its score
  };

  virtual ~ChoiceSource() = default;
  // The place of a choice of the model among those of the agent, which has it from now on.
  virtual uint32_t place_of(uint32_t choice) = 0;
  // The choice as the program at hand makes it.
  virtual Lowered lower(uint32_t choice) = 0;
};

// Turns typed expressions into operations of one program. Warns, once a place, where the ranges allow a
// division by zero or an operand that an operation can do nothing with.
class ExpressionLowerer {
 public:
  ExpressionLowerer(const Model& model, ProgramBuilder& builder, Diagnostics& diagnostics)
      : model_(model), builder_(builder), diagnostics_(diagnostics) {}

  // The option to which the expressions belong; kNone: none. While a body runs its option does, and `elapsed`
  // is that of the node at hand. `set`: for whose members the option is, kNone: none.
  void set_option(uint32_t option, bool is_running, uint32_t set);
  // Every member of a set in turn.
  Ref each(uint32_t set);
  // True if the member at hand of a set is such a thing.
  Ref is_thing(uint32_t set, uint32_t thing);
  // Whose parameters the expressions read.
  void set_parameters(const Map<Variable>* parameters) { parameters_ = parameters; }

  // Each expression is lowered once an option, where it stands: what is assumed there is what its warnings
  // know.
  LoweredValue lower(const Expression& node);
  Ref lower_number(const Expression& node) { return lower(node).x; }
  // The place of a point or somebody. `known`: whether there is somebody; kNoRef for a point.
  LoweredValue lower_target(const Expression& node, Ref& known);
  // The level of a motive (needs first), 0..1: of a carried one what it was when the agent's levels were last
  // advanced, or, once the agent is known, what it is advanced to.
  Ref level(uint32_t motive);
  // Whose options change levels while they run.
  void set_agent(const Agent& agent) { agent_ = &agent; }
  // The place in which choices are lowered that expressions name.
  void set_choices(ChoiceSource& choices) { choices_ = &choices; }
  // Whose past `since` asks for; what it asks for is added to `moments`.
  void set_moments(const Named<Agent>& agent, std::vector<LoweredMoment>& moments) {
    of_moments_ = &agent;
    moments_ = &moments;
  }

  // The values that earlier steps were given back.
  void set_givens(const std::vector<GivenPlace>& givens) { givens_ = &givens; }
  // What steps around go over, the outermost first.
  void set_loops(const std::vector<LoopPlace>& loops) { loops_ = &loops; }
  // From which state of that agent the expressions lead to another one.
  void set_state(const Named<State>* state) { state_ = state; }

  // The ranges of values while a condition holds, until `forget`. Only warnings use them.
  size_t assume(const Expression& condition, bool truth);
  void forget(size_t mark) { assumptions_.resize(mark); }

 private:
  struct Assumption {
    Ref value;
    Interval range;
    bool is_not_zero = false;
  };

  // The function over a set that is lowered, and the call of a value that it is written out for.
  struct Over {
    uint32_t set = kNone;
    uint32_t pass = 0;
    Span call;
  };

  LoweredValue lower_afresh(const Expression& node);
  Ref lower_random(const Expression& node);
  LoweredValue lower_value(uint32_t index);
  LoweredValue lower_key(const Expression& node);
  LoweredValue lower_field(const Expression& node);
  LoweredValue lower_field_of(Ref row, uint32_t thing, uint32_t place);
  // over_sets.cpp
  struct OfMember;
  Ref lower_over_set(const Expression& node);
  Ref lower_in_pass(const Expression& node);
  Ref lower_by_numbers(const Expression& node);
  OfMember of_member(const Expression& node);
  Ref report_nested(const Expression& node);
  [[nodiscard]] bool is_of_member_at_hand(const Expression& node, std::vector<uint32_t>& passes) const;
  LoweredValue lower_record(const Expression& node);
  Ref lower_elapsed();
  Ref lower_running();
  Ref lower_since(const Expression& node);
  LoweredValue lower_given(const Expression& node);
  Ref lower_ended(const Expression& node);
  [[nodiscard]] bool may_end_in_state(uint32_t option) const;
  // The place of an action among the agent's; kNone if it never does that, which is warned of: `always` says
  // what follows.
  uint32_t option_named(const Expression& node, std::string_view always);
  Ref advanced(uint32_t motive, const Named<Motive>& carried);
  // The member of a set that a loop variable or `it` stands for.
  Ref number_of(const Expression& variable);
  [[nodiscard]] uint32_t given_of(const Expression& variable) const;
  Ref greatest_awareness();
  LoweredValue lower_member(const Expression& node);
  LoweredValue lower_maker(const Expression& node);
  ChoiceSource::Lowered chosen(uint32_t choice);
  Ref lower_known(const Expression& object);
  Ref is_somewhere(const LoweredValue& place);
  [[nodiscard]] uint32_t set_of(const Expression& variable) const;
  LoweredValue lower_member_field(const Expression& node);
  LoweredValue remembered_place(const Expression& variable);
  [[nodiscard]] const Variable& variable_of(const Expression& node) const;
  Ref lower_norm(const Expression& node);
  Ref lower_binary(const Expression& node);
  LoweredValue lower_call(const Expression& node);
  LoweredValue lower_if(const Expression& node);
  LoweredValue lower_direction(const Expression& node);
  LoweredValue lower_bearing(const Expression& node);
  LoweredValue lower_angle(const Expression& node);
  Ref lower_normalized(Ref x, Ref low, Ref high);
  LoweredValue place_of(const Expression& node, Ref& row);
  LoweredValue difference(const Expression* from, const Expression& to, Ref& known);
  Ref length_of(const LoweredValue& v);
  Ref dot(const LoweredValue& a, const LoweredValue& b);
  LoweredValue self_facing();
  Ref self_row();
  [[nodiscard]] Interval assumed_range(Ref value) const;
  [[nodiscard]] bool may_be_zero(Ref value) const;
  void assume_once(const Expression& condition, bool truth);
  void assume_comparison(const Expression& node, bool truth);
  void assume_excluded(Ref value, Ref excluded);
  void label_call(const Expression& node, const Expression& told);
  void warn_width(const Expression& low, const Expression& high, Ref width);
  void warn_operand(const Expression& node, const Expression& operand, Ref value, OperationCode code,
                    Ref other);
  void warn_curve(const Expression& node);
  void warn_power(const Expression& node, const Expression& base, Ref value, Interval exponent,
                  std::string_view lies);
  [[nodiscard]] uint32_t field_index(uint32_t thing, uint32_t field) const;

  const Model& model_;
  ProgramBuilder& builder_;
  Diagnostics& diagnostics_;
  const Map<Variable>* parameters_ = nullptr;
  uint32_t option_ = kNone;
  bool is_running_ = false;
  uint32_t set_ = kNone;
  std::vector<Assumption> assumptions_;
  std::unordered_map<const Expression*, LoweredValue> lowered_;
  std::unordered_map<uint32_t, LoweredValue> values_;
  std::unordered_map<uint32_t, Ref> numbered_;  // by pass, of functions over sets: the member that `it` is
  size_t numbered_count_ = 0;
  std::optional<Over> over_;
  bool is_named_ = false;  // a value or a level is lowered
  bool is_nested_reported_ = false;
  std::unordered_set<uint32_t> assumed_values_;  // by the assumption at hand
  const Agent* agent_ = nullptr;
  ChoiceSource* choices_ = nullptr;
  const Named<Agent>* of_moments_ = nullptr;
  const Named<State>* state_ = nullptr;
  const std::vector<GivenPlace>* givens_ = nullptr;
  const std::vector<LoopPlace>* loops_ = nullptr;
  std::vector<LoweredMoment>* moments_ = nullptr;
  std::unordered_map<uint32_t, Ref> levels_;
};

// The range that a variable's value is held in.
[[nodiscard]] Interval range_of(const Variable& variable);

}  // namespace ishi::compiler
