#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "expression/advice.h"
#include "expression/constant.h"
#include "expression/parse.h"
#include "expression/typer.h"
#include "expression/types.h"
#include "expression/typing_rules.h"
#include "expression/written_unit.h"
#include "language/scalar.h"
#include "language/unit.h"

namespace ishi::compiler {
Typer::Typer(Model& model, const Scopes& scopes, ExpressionArena& arena, KnownEntities& known,
             Diagnostics& diagnostics)
    : model_(model),
      known_(known),
      at_{model, scopes, diagnostics, known, ExpressionNames(model, scopes), nullptr, {}, {}},
      arena_(arena),
      expansions_(model, arena, diagnostics),
      value_states_(model.values.size(), State::untouched),
      motive_states_(model.needs.size() + model.drives.size(), State::untouched),
      choice_states_(model.choices.size(), State::untouched) {}

void Typer::type_names() {
  Expression reader;
  for (reader.index = 0; reader.index < value_states_.size(); ++reader.index) touch_value(reader);
  for (reader.index = 0; reader.index < motive_states_.size(); ++reader.index) touch_motive(reader);
  for (reader.index = 0; reader.index < choice_states_.size(); ++reader.index) touch_choice(reader);
}

void Typer::type(Formula& formula, const Type& wanted, const Place& place, std::string_view what) {
  if (!formula.given()) return;
  Expression* root = parse_expression(formula, arena_, at_.diagnostics);
  if (root == nullptr) return;
  const Expansions::InFormula counted(expansions_);
  const Place outer_place = std::exchange(at_.place, place);
  const Formula* outer_formula = std::exchange(at_.formula, &formula);
  check(*root, wanted);
  if (model_.uses != nullptr) note_uses(at_, *root);
  const bool is_right = root->type.kind != ValueKind::error &&
                        (wanted.kind == ValueKind::error || fits(at_, *root, wanted, what));
  at_.place = outer_place;
  at_.formula = outer_formula;
  if (is_right) formula.root = root;
}

void compare(const Formula& formula, double value, Formula& condition, ExpressionArena& arena) {
  Expression& left = arena.add(formula.root->kind, formula.root->span);
  left = *formula.root;
  const ValueKind kind = left.type.kind;
  Expression& right = arena.add(kind == ValueKind::enumeration ? ExpressionKind::enum_member
                                : kind == ValueKind::boolean   ? ExpressionKind::truth
                                                               : ExpressionKind::number,
                                condition.span);
  right.type = left.type;
  right.number = value;
  Expression& equal = arena.add(ExpressionKind::equal, condition.span);
  equal.type = {ValueKind::boolean};
  equal.height = left.height + 1;
  equal.operands = {&left, &right};
  condition.root = &equal;
}

void type_scores(Typer& typer, Action& action, const Place& place) {
  for (auto* amounts : {&action.gains, &action.reduces}) {
    for (auto& amount : amounts->value)
      typer.type(amount.value, kNumber, place, fmt::format("the amount for `{}`", amount.name.text));
  }
  for (auto& reward : action.rewards.value)
    typer.type(reward.value, kNumber, place, fmt::format("the amount of `{}`", reward.name.text));
  Tactical& tactical = action.tactical.value;
  typer.type(tactical.expectation, kNumber, place, "`expectation`");
  typer.type(tactical.risk, kNumber, place, "`risk`");
  typer.type(tactical.cost, kNumber, place, "`cost`");
  typer.type(tactical.opportunity, kNumber, place, "`opportunity`");
  for (auto& consideration : action.considerations.value)
    typer.type(consideration.value, kNumber, place, fmt::format("`{}`", consideration.name.text));
  typer.type(action.score, kNumber, place, "`score`");
  typer.type(action.weight, kNumber, place, "`weight`");
}

}  // namespace ishi::compiler
