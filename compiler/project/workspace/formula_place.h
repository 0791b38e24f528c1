#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "language/functions.h"
#include "workspace/completion_scope.h"
#include "workspace/formula_tokens.h"

namespace ishi::compiler {

// A place in an expression, as far as the expression can be read: its tokens, the names in scope there, and
// which type fits.
class FormulaPlace {
 public:
  FormulaPlace(const CompletionScope& scope, const Field& field);

  // `back`: 0 is the token right before the place.
  [[nodiscard]] std::string_view token_before(size_t back) const;
  [[nodiscard]] bool is_operand_expected() const;
  // Nothing is made of the operand: it is the whole condition, or one of those that `and` joins.
  [[nodiscard]] bool is_operand_end() const;
  // The names joined by points that end before token `end`: `a.b`.
  [[nodiscard]] std::vector<std::string_view> chain_before(size_t end) const;
  [[nodiscard]] const Named<Reference>* loop() const;
  // The action's loop variable, or one of steps, that is called so; null if none is.
  [[nodiscard]] const Named<Reference>* loop_named(std::string_view name) const;
  // The set over whose members the function around the place goes.
  [[nodiscard]] uint32_t set_around() const;
  [[nodiscard]] std::string_view in_model(std::string_view name) const;
  // The meaning of a chain of names: its type, and the set that it is a member of.
  struct Meaning {
    Type type;
    uint32_t set = kNone;
    bool is_choice = false;
    const Map<Variable>* fields = nullptr;
    const Variable* variable = nullptr;
  };
  [[nodiscard]] Meaning meaning_of(const std::vector<std::string_view>& chain) const;
  [[nodiscard]] Meaning rest(Meaning meaning, const std::vector<std::string_view>& chain, size_t next) const;
  // Whom a sense or a sound speaks of, or what offers something.
  [[nodiscard]] Type it_type() const;
  [[nodiscard]] std::vector<Candidate> members_of(const Meaning& meaning) const;
  // The text behind the cursor is read of the name to be written: `|.noise`.
  [[nodiscard]] bool has_member(const Candidate& candidate, std::string_view member) const;
  // The quantity of what the number at hand is compared with, added to or given to; nothing if that is not
  // known.
  [[nodiscard]] std::optional<Quantity> wanted_quantity() const;
  // The letter of the argument in which the place is; 0: it is in none.
  [[nodiscard]] char argument_letter(const FunctionRow** function = nullptr) const;
  // Right inside of its parentheses or behind its comma: the whole argument is still to come.
  [[nodiscard]] bool begins_argument() const;
  [[nodiscard]] Type wanted_type() const;
  // The type of the whole expression.
  [[nodiscard]] Type type_of_field() const;
  // The number of arguments in the parentheses behind the place.
  [[nodiscard]] size_t arguments_behind() const;

 protected:
  const CompletionScope& scope_;
  const Model& model_;
  const Field& field_;
  std::string_view text_;
  uint32_t at_;
  std::vector<FormulaToken> tokens_;
  size_t before_ = 0;  // tokens before the place
  size_t next_ = 0;    // the first token behind it
  uint32_t begin_ = 0;
};

// True if the field of this name takes a condition.
[[nodiscard]] bool is_condition(std::string_view field);
[[nodiscard]] inline bool is_plain_number(const Type& type) {
  return type.kind == ValueKind::number || type.kind == ValueKind::integer;
}

}  // namespace ishi::compiler
