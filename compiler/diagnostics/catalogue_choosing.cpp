#include <array>

#include "diagnostics/catalogue_parts.h"

// What can be wrong with how an agent chooses: 3xx from 343 on.

namespace ishi::compiler {
namespace {

constexpr auto kRows = std::to_array<CatalogueRow>({
    {Code::inertia_without_effect, Severity::error, "inertia where actions are drawn",
     "Inertia raises the score of what runs, so that a little more elsewhere does not take over at once. "
     "With "
     "`weighted` or `softmax` an action is drawn when nothing runs, and then goes on until it ends or "
     "something of a "
     "higher rank takes over: its score is not compared with the others any more, so there is nothing to "
     "raise.\n\n"
     "Take `inertia` out. To let better actions take over, leave the draw out.",
     "ishi: 1\n"
     "tasks: { sing: { takes: 3s }, sit: { takes: 3s } }\n"
     "actions:\n"
     "  sing: { score: 0.5, do: sing }\n"
     "  sit: { score: 0.2, do: sit }\n"
     "agents:\n"
     "  bard: { actions: [sing, sit], select: { weighted: {}, inertia: 0.05 } }\n",
     "ishi: 1\n"
     "tasks: { sing: { takes: 3s }, sit: { takes: 3s } }\n"
     "actions:\n"
     "  sing: { score: 0.5, do: sing }\n"
     "  sit: { score: 0.2, do: sit }\n"
     "agents:\n"
     "  bard: { actions: [sing, sit], select: { weighted: {} } }\n"},
    {Code::state_to_itself, Severity::error, "state that leads to itself",
     "`to` says when an agent goes over from one state to another. A state that names itself there would be "
     "left for "
     "nothing: the agent is in it already.\n\n"
     "Name another state. To do something again and again while a state lasts, let an action of it do that.",
     "ishi: 1\n"
     "blackboard: { afraid: boolean }\n"
     "tasks: { stroll: { takes: 3s }, run: { takes: 3s } }\n"
     "actions: { patrol: { score: 0.2, do: stroll }, flee: { score: 0.8, do: run } }\n"
     "agents:\n"
     "  guard:\n"
     "    states:\n"
     "      calm: { actions: [patrol], to: { alert: afraid } }\n"
     "      alert: { actions: [flee], to: { alert: not afraid } }\n",
     "ishi: 1\n"
     "blackboard: { afraid: boolean }\n"
     "tasks: { stroll: { takes: 3s }, run: { takes: 3s } }\n"
     "actions: { patrol: { score: 0.2, do: stroll }, flee: { score: 0.8, do: run } }\n"
     "agents:\n"
     "  guard:\n"
     "    states:\n"
     "      calm: { actions: [patrol], to: { alert: afraid } }\n"
     "      alert: { actions: [flee], to: { calm: not afraid } }\n"},
    {Code::state_never_reached, Severity::warning, "state that nothing leads to",
     "An agent begins in the first of its states, and goes over to another where the `to` of the one that it "
     "is in says "
     "so. No way from the first state leads to this one, so the agent is never in it unless the game puts it "
     "there.\n\n"
     "Say in another state when the agent goes over to it, with `to: { NAME: … }`, or put it first if agents "
     "begin in "
     "it.",
     "ishi: 1\n"
     "blackboard: { afraid: boolean }\n"
     "tasks: { stroll: { takes: 3s }, run: { takes: 3s } }\n"
     "actions: { patrol: { score: 0.2, do: stroll }, flee: { score: 0.8, do: run } }\n"
     "agents:\n"
     "  guard:\n"
     "    states:\n"
     "      calm: { actions: [patrol] }\n"
     "      alert: { actions: [flee], to: { calm: not afraid } }\n",
     "ishi: 1\n"
     "blackboard: { afraid: boolean }\n"
     "tasks: { stroll: { takes: 3s }, run: { takes: 3s } }\n"
     "actions: { patrol: { score: 0.2, do: stroll }, flee: { score: 0.8, do: run } }\n"
     "agents:\n"
     "  guard:\n"
     "    states:\n"
     "      calm: { actions: [patrol], to: { alert: afraid } }\n"
     "      alert: { actions: [flee], to: { calm: not afraid } }\n"},
});

}  // namespace

std::span<const CatalogueRow> catalogue_choosing() { return kRows; }

}  // namespace ishi::compiler
