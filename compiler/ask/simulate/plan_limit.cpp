#include "simulate/plan_limit.h"

#include <fmt/format.h>

#include "ishi/population_types.h"
#include "language/limits.h"

namespace ishi::compiler {

std::string_view plan_limit_name(NodeCause cause) {
  return cause == NodeCause::search_full  ? "situations"
         : cause == NodeCause::search_cut ? "depth"
         : cause == NodeCause::taken      ? "claims"
                                          : std::string_view();
}

std::string plan_limit_text(const NodeInfo& plan, NodeCause cause) {
  if (cause == NodeCause::search_full) {
    const uint32_t situations = plan.subject != 0 ? plan.subject : PopulationOptions().plan_situations;
    const std::string_view help =
        situations < kLimits.plan_situations ? "raise `situations` of its `limit`, or let" : "let";
    return fmt::format(
        "the search came to its limit of {} situation{}: {} the steps say with `requires` when they are of "
        "use",
        situations, situations == 1 ? "" : "s", help);
  }
  if (cause == NodeCause::search_cut) {
    const std::string_view help = plan.count < kLimits.plan_depth
                                      ? "raise `depth` of its `limit`"
                                      : "let a goal do several of its steps at once";
    return fmt::format("the search came to its limit of {} step{}, and a longer plan might do: {}",
                       plan.count, plan.count == 1 ? "" : "s", help);
  }
  if (cause == NodeCause::taken)
    return "others hold members that its steps claim; let the action wait for them (`when`), or try again "
           "later";
  return {};
}

}  // namespace ishi::compiler
