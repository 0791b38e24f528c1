#include <fmt/format.h>

#include <cmath>

#include "check/checking.h"
#include "expression/constant.h"
#include "expression/reach.h"
#include "expression/types.h"

// Levels that agents carry: how they rise, and what actions do to them.

namespace ishi::compiler {
namespace {

constexpr Type kRate{ValueKind::number, Quantity::rate};

// A gain for a need lowers its level.
void check_sign(const Checking& c, const Action& action, const Named<Formula>& change,
                std::string_view unit) {
  const auto is_carried = [&](const Map<Motive>& motives) {
    const uint32_t motive = find_index(motives, change.name.text);
    return motive != kNone && motives[motive].value.is_carried();
  };
  if (!is_carried(c.model.needs) && !is_carried(c.model.drives)) return;
  const Map<Formula>* amounts = &action.gains.value;
  uint32_t index = find_index(*amounts, change.name.text);
  if (index == kNone) {
    amounts = &action.reduces.value;
    index = find_index(*amounts, change.name.text);
  }
  if (index == kNone || change.value.root == nullptr) return;
  const Formula& amount = (*amounts)[index].value;
  if (amount.root == nullptr) return;
  const auto promised = reach_of(c.model, *amount.root);
  const auto changed = reach_of(c.model, *change.value.root);
  if (!promised || !changed || promised->sign() * changed->sign() <= 0) return;
  const bool promises_less = promised->sign() > 0;
  const auto constant = constant_value(*change.value.root);
  const std::string instead =
      constant ? fmt::format("{:+.4g}{}", promises_less ? -std::abs(*constant) : std::abs(*constant), unit)
               : fmt::format("-({})", change.value.text);
  c.diagnostics
      .report(Code::change_against_gains, change.value.span,
              fmt::format("this makes `{}` {}, but the score counts on the opposite", change.name.text,
                          promises_less ? "more pressing" : "less pressing"))
      .label(amount.span, promises_less ? "satisfies it" : "makes it worse")
      .help(fmt::format("a level is what is lacking: what {} is {} 0, such as `{}: {}`",
                        promises_less ? "satisfies it" : "makes it worse", promises_less ? "below" : "above",
                        change.name.text, instead));
}

}  // namespace

// `rise` and `while` read the levels as they were before, so levels that read each other form no circle.
void check_rises(const Checking& c) {
  for (auto* motives : {&c.model.needs, &c.model.drives}) {
    for (auto& motive : *motives) {
      c.typer.enter("motives", motive.name.text);
      c.typer.type(motive.value.rise, kRate, {}, "`rise`");
      c.typer.type(motive.value.while_rises, kCondition, {}, "`while`");
    }
  }
}

// An amount that is added to a level at once.
void check_level_change(const Checking& c, Named<Formula>& change, const Place& place) {
  c.typer.type(change.value, kNumber, place, fmt::format("what `{}` is changed by", change.name.text));
  check_amount(c, change,
               "1 makes it wholly worse, -1 satisfies it wholly: it is added to a level of 0 to 1");
}

void check_changes(const Checking& c, Action& action, const Place& place) {
  Place after = place;
  after.has_elapsed = false;
  for (auto& change : action.after.value) {
    check_level_change(c, change, after);
    check_sign(c, action, change, "");
  }
  // The rate of a level belongs to the agent, so it cannot read the loop variable of the action.
  Place during = place;
  during.loop = nullptr;
  for (auto& change : action.during.value) {
    c.typer.type(change.value, kRate, during, fmt::format("what `{}` is changed by", change.name.text));
    check_sign(c, action, change, "/s");
  }
  if (!action.after.given || action.steps.given) return;
  c.diagnostics
      .report(Code::modifier_not_here, action.after.span,
              "`after` is done when an action completes, but without `do` it never does")
      .help("say what it changes while it runs, with `during`, or give it a `do`");
}

}  // namespace ishi::compiler
