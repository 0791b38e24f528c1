#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <utility>

#include "expression/advice.h"
#include "expression/reach.h"
#include "expression/types.h"
#include "expression/typing_site.h"
#include "expression/written_unit.h"
#include "language/functions.h"
#include "language/unit.h"

// Numbers taken as they stand, from 0 to 100, where what counts lies between 0 and 1.

namespace ishi::compiler {
namespace {

std::string shown(double value) { return show(value, Quantity::number); }

}  // namespace

// `hp > 30%` is `hp > 0.3`, which is hardly meant where hp goes to 100.
void warn_of_percentage(const TypingSite& at, const Expression& share, const Expression& measured) {
  constexpr double kFar = 2;
  if (share.kind != ExpressionKind::number || !share.text.ends_with('%')) return;
  const Variable* const variable = at.variable_of(measured);
  if (variable == nullptr || !variable->has_range() || variable->high < kFar) return;
  const std::string text = at.text_of(measured);
  const double meant = variable->low + share.number * (variable->high - variable->low);
  at.diagnostics
      .report(Code::percentage_beside_range, share.span,
              fmt::format("`{}` is {}, but `{}` goes from {} to {}", share.text, shown(share.number), text,
                          shown(variable->low), shown(variable->high)))
      .help(fmt::format("compare the share of its range, `{}.norm`, or write the number: {}", text,
                        shown(meant)));
}

}  // namespace ishi::compiler
