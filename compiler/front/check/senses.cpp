#include <fmt/format.h>

#include "check/checking.h"
#include "expression/constant.h"
#include "expression/parts.h"
#include "expression/types.h"
#include "language/functions.h"

// The formulas of senses and sounds about their targets, which are called `it` there.

namespace ishi::compiler {
namespace {

constexpr Type kRiseRate{ValueKind::number, Quantity::rate};

// Targets would flicker, and every pair would draw.
void refuse_chance(const Checking& c, Formula& formula) {
  if (formula.root == nullptr) return;
  const Expression* draw = find_part(c.model, *formula.root, {ExpressionKind::random});
  if (draw == nullptr) return;
  c.diagnostics.report(Code::random_in_sense, draw->span, "what is noticed is no matter of chance")
      .note("a sense is asked again and again: sooner or later every draw would succeed")
      .help("let awareness rise slowly instead, and draw in what the agent does about it");
  formula.root = nullptr;
}

// A sound is made before anybody hears it: there is no agent yet.
void refuse_agent(const Checking& c, Formula& formula) {
  if (formula.root == nullptr || is_of_target_alone(c.model, *formula.root)) return;
  c.diagnostics
      .report(Code::scale_of_agent, formula.span,
              "`scale` is computed when the sound is made, whoever may hear it: it can read `it`, who makes "
              "it, the "
              "`time` and keys of the world alone")
      .help("let the game write what matters into a field of the maker: `it.pace.norm`");
  formula.root = nullptr;
}

void warn_of_blindness(const Checking& c, const Sense& sense) {
  const auto warn = [&](Span span, std::string_view text, std::string_view help) {
    c.diagnostics.report(Code::sees_nothing, span, std::string(text)).help(std::string(help));
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

void check_sense(const Checking& c, Named<Sense>& entry) {
  auto& [name, sense] = entry;
  c.typer.enter("senses", name.text);
  Place place;
  place.target = &sense.target;
  if (sense.kind() == SenseKind::hearing) place.hears = &sense;
  Formula& rise = sense.awareness.value.rise;
  c.typer.type(sense.when, kCondition, place, "`when`");
  c.typer.type(sense.visibility, kNumber, place, "`visibility`");
  c.typer.type(rise, sense.kind() == SenseKind::hearing ? kNumber : kRiseRate, place, "`rise`");
  for (Formula* formula : {&sense.when, &sense.visibility, &rise}) refuse_chance(c, *formula);
  warn_of_blindness(c, sense);
}

}  // namespace

void check_senses(const Checking& c) {
  for (auto& sound : c.model.sounds) {
    c.typer.enter("sounds", sound.name.text);
    Place place;
    place.target = &sound.value.maker;
    place.in_contract = true;
    c.typer.type(sound.value.scale, kNumber, place, "`scale`");
    refuse_chance(c, sound.value.scale);
    refuse_agent(c, sound.value.scale);
  }
  for (auto& sense : c.model.senses) check_sense(c, sense);
}

}  // namespace ishi::compiler
