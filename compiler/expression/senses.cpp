#include <fmt/format.h>

#include "expression/chance.h"
#include "expression/check.h"
#include "expression/checker.h"
#include "expression/constant.h"
#include "expression/types.h"
#include "language/functions.h"

// What senses and sounds say of whom they are about, which is called `it` there.

namespace ishi::compiler {
namespace {

constexpr Type kRiseRate{ValueKind::number, Quantity::rate};

}  // namespace

void Checker::check_senses() {
  for (auto& sound : model_.sounds) {
    entry_ = {"sounds", sound.name.text};
    Place place;
    place.target = &sound.value.maker;
    place.in_contract = true;
    check_formula(sound.value.scale, kNumber, place, "`scale`");
    refuse_chance(sound.value.scale);
    refuse_agent(sound.value.scale);
  }
  for (auto& sense : model_.senses) check_sense(sense);
}

void Checker::check_sense(Named<Sense>& entry) {
  auto& [name, sense] = entry;
  entry_ = {"senses", name.text};
  Place place;
  place.target = &sense.target;
  Formula& rise = sense.awareness.value.rise;
  check_formula(sense.when, kCondition, place, "`when`");
  check_formula(sense.visibility, kNumber, place, "`visibility`");
  check_formula(rise, sense.kind() == SenseKind::hearing ? kNumber : kRiseRate, place, "`rise`");
  for (Formula* formula : {&sense.when, &sense.visibility, &rise}) refuse_chance(*formula);
  warn_of_blindness(sense);
}

// What is noticed would flicker, and every pair would draw.
void Checker::refuse_chance(Formula& formula) {
  if (formula.root == nullptr) return;
  const Expression* draw = find_part(model_, *formula.root, {ExpressionKind::random});
  if (draw == nullptr) return;
  diagnostics_.report(Code::random_in_sense, draw->span, "what is noticed is no matter of chance")
      .note("a sense is asked again and again: sooner or later every draw would succeed")
      .help("let awareness rise slowly instead, and draw in what the agent does about it");
  formula.root = nullptr;
}

// A sound is made before anybody hears it: there is no agent yet.
void Checker::refuse_agent(Formula& formula) {
  if (formula.root == nullptr || is_of_target_alone(model_, *formula.root)) return;
  diagnostics_
      .report(Code::scale_of_agent, formula.span,
              "`scale` is computed when the sound is made, whoever may hear it: it can read `it`, who makes "
              "it, the "
              "`time` and keys of the world alone")
      .help("let the game write what matters into a field of the maker: `it.pace.norm`");
  formula.root = nullptr;
}

void Checker::warn_of_blindness(const Sense& sense) {
  const auto warn = [&](Span span, std::string_view text, std::string_view help) {
    diagnostics_.report(Code::sees_nothing, span, std::string(text)).help(std::string(help));
  };
  const Setting<double>& range = sense.sight.given ? sense.sight.value.range : sense.touch.value.range;
  if (sense.sight.value.field.given && sense.sight.value.field.value == 0) {
    warn(sense.sight.value.field.span, "a field of 0deg sees nothing but what is exactly ahead",
         "write how wide it sees, such as `field: 110deg`; without `field` it sees all around");
  }
  if (range.given && range.value == 0) {
    warn(range.span, "a range of 0m notices nobody but who stands in the same place",
         "write how far it reaches, such as `range: 18m`");
  }
  if (sense.hearing.value.sensitivity.given && sense.hearing.value.sensitivity.value == 0) {
    warn(sense.hearing.value.sensitivity.span, "a sensitivity of 0 hears nothing",
         "1 hears a sound as far as its radius, 2 twice as far; to hear nothing take the sense from the "
         "agent");
  }
  if (sense.visibility.root != nullptr) {
    const auto value = constant_value(*sense.visibility.root);
    if (value && *value <= 0) {
      warn(sense.visibility.span, "a visibility of 0 makes everybody invisible",
           "say what makes a target hard to see, such as `1 - 0.6 * it.cloth`");
    }
  }
  if (sense.when.root != nullptr && is_constantly(sense.when, false)) {
    warn(sense.when.span, "this never holds, so the sense notices nobody",
         "say who counts, such as `it.side == thief`, or leave `when` out");
  }
}

bool is_of_target_alone(const Model& model, const Expression& node) {  // NOLINT(misc-no-recursion)
  const auto are_operands = [&] {
    for (const Expression* operand : node.operands) {
      if (!is_of_target_alone(model, *operand)) return false;
    }
    return true;
  };
  switch (node.kind) {
    case ExpressionKind::number:
    case ExpressionKind::truth:
    case ExpressionKind::enum_member:
    case ExpressionKind::nobody:
    case ExpressionKind::target:
    case ExpressionKind::time: return true;
    case ExpressionKind::key: return model.blackboard[node.index].value.scope.value == Scope::world;
    case ExpressionKind::value: {
      const Expression* root = model.values[node.index].value.is.root;
      return root != nullptr && is_of_target_alone(model, *root);
    }
    case ExpressionKind::call: {
      const std::string_view name = node.function->name;
      const bool is_from_self =
          name == "bearing" || ((name == "distance" || name == "direction") && node.operands.size() == 1);
      return !is_from_self && !node.function->arguments.starts_with('s') && are_operands();
    }
    case ExpressionKind::known:
    case ExpressionKind::position:
    case ExpressionKind::facing:
    case ExpressionKind::field:
    case ExpressionKind::curve:
    case ExpressionKind::norm: return are_operands();
    default: return node.kind >= ExpressionKind::negate && are_operands();
  }
}

}  // namespace ishi::compiler
