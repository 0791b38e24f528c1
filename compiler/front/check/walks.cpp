#include <fmt/format.h>

#include "check/step_checker.h"
#include "expression/types.h"

// Steps that move the agent: where walks and steerings lead.

namespace ishi::compiler {

// A point, or who is there.
void StepChecker::check_verb(WalkStep& walk, const Step&) {
  Formula& formula = walk.away_from.given() ? walk.away_from : walk.to;
  c_.typer.type(formula, {}, place_, walk.away_from.given() ? "`away_from`" : "`to`");
  if (formula.root == nullptr) return;
  const Expression& target = *formula.root;
  if (!is_spatial(target.type)) {
    auto report = c_.diagnostics.report(Code::type_mismatch, formula.span,
                                        fmt::format("a walk leads to a point or to somebody, but this is {}",
                                                    describe(c_.model, target.type)));
    if (const std::string_view field = place_in(c_.model, target); !field.empty())
      report.help(fmt::format("its place is `{}.{}`", formula.text, field));
    else
      report.help("name a key that is a point, or an entity");
    formula.root = nullptr;
    return;
  }
  warn_of_walk_to_nobody(formula, walk.away_from.given());
}

void StepChecker::warn_of_walk_to_nobody(const Formula& formula, bool is_away) {
  const Expression& target = *formula.root;
  if (target.type.kind != ValueKind::entity || c_.known.is_somebody(target)) return;
  c_.diagnostics
      .report(Code::nobody_read, formula.span,
              fmt::format("`{}` may be nobody, and there is no way {} nobody", formula.text,
                          is_away ? "from" : "to"))
      .note("the step fails then")
      .help(fmt::format("ask first: put `{}.known` into `when`", formula.text));
}

// Of a steering that leads to somebody, or away, and nowhere else.
void StepChecker::warn_of_steering_to_nobody(const Reference& reference) {
  if (reference.index == kNone) return;
  const Named<Steering>& steering = c_.model.steering[reference.index];
  const Formula* nobody = nullptr;
  for (const auto& [name, behaviour] : steering.value.blend) {
    const SteeringKind kind = behaviour.kind();
    if (kind == SteeringKind::avoid || kind == SteeringKind::keep_heading) continue;
    const Formula* const target = behaviour.target();
    if (target == nullptr || target->root == nullptr || target->root->type.kind != ValueKind::entity ||
        c_.known.is_somebody(*target->root))
      return;
    if (nobody == nullptr) nobody = target;
  }
  if (nobody == nullptr) return;
  c_.diagnostics
      .report(Code::nobody_read, reference.span,
              fmt::format("`{}` may be nobody, and then `{}` goes nowhere", nobody->text, steering.name.text))
      .label(nobody->span, "its target")
      .note("the step goes on, and the agent stands")
      .help(fmt::format("ask first: put `{}.known` into `when`", nobody->text));
}

}  // namespace ishi::compiler
