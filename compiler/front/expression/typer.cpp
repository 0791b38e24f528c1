#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "expression/constant.h"
#include "expression/parse.h"
#include "expression/typer.h"
#include "expression/types.h"
#include "expression/written_unit.h"
#include "language/scalar.h"
#include "language/unit.h"

namespace ishi::compiler {
namespace {

template <class T>
std::unordered_map<std::string_view, uint32_t> index_by_name(const Map<T>& map) {
  std::unordered_map<std::string_view, uint32_t> result;
  for (uint32_t i = 0; i < map.size(); ++i) result.emplace(map[i].name.text, i);
  return result;
}

}  // namespace

Typer::Typer(Model& model, const Scopes& scopes, ExpressionArena& arena, Diagnostics& diagnostics)
    : model_(model),
      scopes_(scopes),
      arena_(arena),
      diagnostics_(diagnostics),
      keys_(index_by_name(model.blackboard)),
      values_(index_by_name(model.values)),
      curves_(index_by_name(model.curves)),
      choices_(index_by_name(model.choices)),
      value_states_(model.values.size(), State::untouched),
      motive_states_(model.needs.size() + model.drives.size(), State::untouched),
      choice_states_(model.choices.size(), State::untouched),
      seen_values_(model.values.size(), 0) {}

std::string Typer::without_unit(const Expression& node) const {
  const Expression& digits = node.kind == ExpressionKind::negate ? *node.operands[0] : node;
  const std::string text = text_of(node);
  if (digits.kind != ExpressionKind::number || !text.ends_with(digits.text)) return {};
  return text.substr(0, text.size() - (digits.text.size() - number_length(digits.text)));
}

std::string Typer::range_of(const Expression& node) const {
  const Variable* variable = variable_of(node);
  if (variable == nullptr || !variable->has_range()) return fmt::format("0{0}..10{0}", unit_of(node));
  const UnitRow* unit = written_unit(model_, node, place_.parameters);
  return fmt::format("{}..{}", show(variable->low, node.type.quantity, unit),
                     show(variable->high, node.type.quantity, unit));
}

std::string_view Typer::unit_of(const Expression& node) const {
  return written_or_usual(written_unit(model_, node, place_.parameters), node.type.quantity);
}

void Typer::type_names() {
  Expression reader;
  for (reader.index = 0; reader.index < value_states_.size(); ++reader.index) touch_value(reader);
  for (reader.index = 0; reader.index < motive_states_.size(); ++reader.index) touch_motive(reader);
  for (reader.index = 0; reader.index < choice_states_.size(); ++reader.index) touch_choice(reader);
}

void Typer::type(Formula& formula, const Type& wanted, const Place& place, std::string_view what) {
  if (!formula.given()) return;
  Expression* root = parse_expression(formula, arena_, diagnostics_);
  if (root == nullptr) return;
  const size_t outer_written_out = std::exchange(written_out_, 0);
  const Place outer_place = std::exchange(place_, place);
  const Formula* outer_formula = std::exchange(formula_, &formula);
  check(*root, wanted);
  if (model_.uses != nullptr) note_uses(*root);
  const bool is_right =
      root->type.kind != ValueKind::error && (wanted.kind == ValueKind::error || fits(*root, wanted, what));
  place_ = outer_place;
  formula_ = outer_formula;
  written_out_ = outer_written_out;
  if (is_right) formula.root = root;
}

void Typer::compare(const Formula& formula, double value, Formula& condition) {
  Expression& left = arena_.add(formula.root->kind, formula.root->span);
  left = *formula.root;
  const ValueKind kind = left.type.kind;
  Expression& right = arena_.add(kind == ValueKind::enumeration ? ExpressionKind::enum_member
                                 : kind == ValueKind::boolean   ? ExpressionKind::truth
                                                                : ExpressionKind::number,
                                 condition.span);
  right.type = left.type;
  right.number = value;
  Expression& equal = arena_.add(ExpressionKind::equal, condition.span);
  equal.type = {ValueKind::boolean};
  equal.height = left.height + 1;
  equal.operands = {&left, &right};
  condition.root = &equal;
}

void Typer::type_scores(Action& action, const Place& place) {
  for (auto* amounts : {&action.gains, &action.reduces}) {
    for (auto& amount : amounts->value)
      type(amount.value, kNumber, place, fmt::format("the amount for `{}`", amount.name.text));
  }
  for (auto& reward : action.rewards.value)
    type(reward.value, kNumber, place, fmt::format("the amount of `{}`", reward.name.text));
  Tactical& tactical = action.tactical.value;
  type(tactical.expectation, kNumber, place, "`expectation`");
  type(tactical.risk, kNumber, place, "`risk`");
  type(tactical.cost, kNumber, place, "`cost`");
  type(tactical.opportunity, kNumber, place, "`opportunity`");
  for (auto& consideration : action.considerations.value)
    type(consideration.value, kNumber, place, fmt::format("`{}`", consideration.name.text));
  type(action.score, kNumber, place, "`score`");
  type(action.weight, kNumber, place, "`weight`");
}

}  // namespace ishi::compiler
