#include <fmt/format.h>

#include <algorithm>

#include "analyze/joined_conditions.h"
#include "analyze/kinds_of_findings.h"
#include "language/unit.h"

// Actions that are never chosen a first time, since their `when` asks how long ago they were done.

namespace ishi::compiler {
namespace {

// Where an option has never been done. False if its `when` does not ask for that.
bool hold_never_done(const Contest& contest, uint32_t option, Ranges& box) {
  const LoweredAgent& agent = contest.agent();
  const uint32_t own = own_moment(agent, agent.options[option]);
  if (own == kNoRef) return false;
  const std::vector<bool> sources = source_of(contest.program(), contest.contenders()[option].condition);
  bool asks = false;
  for (uint32_t i = 0; i < box.size(); ++i) {
    const LoweredOperation& operation = contest.program().operations[i];
    if (operation.code != OperationCode::since || operation.parameter != own) continue;
    box[i] = {box[i].high, box[i].high};
    asks = asks || sources[i];
  }
  propagate(contest.program(), box);
  return asks;
}

}  // namespace

void find_starved_actions(const Contest& contest, Diagnostics& diagnostics) {
  for (uint32_t option = 0; option < contest.contenders().size(); ++option) {
    const auto& [name, action] = contest.action_of(option);
    if (!action.when.given()) continue;
    const auto weighings = contest.weighings();
    const bool is_starved = std::ranges::all_of(weighings, [&](const Weighing& weighing) {
      Ranges any = contest.box_at_rest(weighing), first = any;
      return contest.narrow_to_eligible(any, option) && hold_never_done(contest, option, first) &&
             !contest.narrow_to_eligible(first, option);
    });
    if (!is_starved) continue;
    const double cooldown = action.cooldown.value;
    diagnostics
        .report(Code::starved_action, action.when.span,
                fmt::format("`{}`{} is never chosen a first time", name.text, contest.of_agent()))
        .caption(fmt::format("does not hold as long as `{}` was never done", name.text))
        .note(fmt::format("proved: `since({})` is 1000000s until it has been done once{}", name.text,
                          cooldown > 0 ? fmt::format(", and for {} after that it cools down",
                                                     show(cooldown, Quantity::duration))
                                       : ""))
        .help(
            "ask for something that is so at first; what is to rest after it was done has a `cooldown`, as "
            "in "
            "`cooldown: 3s`");
  }
}

}  // namespace ishi::compiler
