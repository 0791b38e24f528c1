#include <array>

#include "diagnostics/catalogue_parts.h"

// What can be wrong with how an agent chooses: 3xx from 343 on.

namespace ishi::compiler {
namespace {

constexpr auto kChoosingRows = std::to_array<CatalogueRow>({
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
    {Code::claim_of_no_entity, Severity::error, "claim of what is no entity",
     "What an action claims nobody else can have at the same time: a token, or the entity that the action is "
     "for. The "
     "members of a set without `of` are nothing but their fields, and no agent could tell the member of one "
     "set from "
     "that of another.\n\n"
     "Claim a token, which may have a count, or let the members be entities.",
     "ishi: 1\n"
     "candidates: { seats: { fields: { comfort: number }, capacity: 4, scope: world } }\n"
     "tasks: { sit: { takes: 3s } }\n"
     "actions: { rest: { for_each: { seat: seats }, score: seat.comfort, claims: seat, do: sit } }\n"
     "agents: { guest: { actions: [rest] } }\n",
     "ishi: 1\n"
     "things: { chair: { fields: { comfort: number } } }\n"
     "candidates: { seats: { of: chair, capacity: 4, scope: world } }\n"
     "tasks: { sit: { takes: 3s } }\n"
     "actions: { rest: { for_each: { seat: seats }, score: seat.comfort, claims: seat, do: sit } }\n"
     "agents: { guest: { actions: [rest] } }\n"},
    {Code::token_unclaimed, Severity::warning, "token that nobody claims",
     "A token says how many agents may hold it at the same time. An action holds it that says `claims`; "
     "where "
     "none does, "
     "the token keeps nobody from anything.\n\n"
     "Add `claims` to the actions that need it, or take the token out.",
     "ishi: 1\n"
     "tokens: { stage: 1 }\n"
     "tasks: { sing: { takes: 3s } }\n"
     "actions: { perform: { score: 0.5, do: sing } }\n"
     "agents: { bard: { actions: [perform] } }\n",
     "ishi: 1\n"
     "tokens: { stage: 1 }\n"
     "tasks: { sing: { takes: 3s } }\n"
     "actions: { perform: { score: 0.5, claims: stage, do: sing } }\n"
     "agents: { bard: { actions: [perform] } }\n"},
    {Code::not_for_offers, Severity::error, "field that an offer does not have",
     "An offer is for the thing that offers it: inside it that one is `it`, and each member of the agent's "
     "set "
     "that is such a thing is one candidate. A `for_each` of its own would make it be for two at once.\n\n"
     "Take `for_each` out, and read `it`. Something that is done with two things at once is an action with "
     "`for_each` over the one, which finds the other by a choice.",
     "ishi: 1\n"
     "things: { fridge: { offers: { snack: { for_each: { one: around }, score: 0.5, do: eat } } } }\n"
     "candidates: { around: { of: fridge, capacity: 8 } }\n"
     "tasks: { eat: { takes: 3s } }\n"
     "agents: { child: { offers: around } }\n",
     "ishi: 1\n"
     "things: { fridge: { offers: { snack: { score: 0.5, do: eat } } } }\n"
     "candidates: { around: { of: fridge, capacity: 8 } }\n"
     "tasks: { eat: { takes: 3s } }\n"
     "agents: { child: { offers: around } }\n"},
    {Code::offer_never_reached, Severity::warning, "offer that reaches nobody",
     "What a thing offers is considered by agents whose `offers` name a set or memory that holds such "
     "things. "
     "Where "
     "no agent has such a set, the offer is never done.\n\n"
     "Add the thing to the set, `of: [fridge, bed]`, or give an agent `offers` with a set that holds it.",
     "ishi: 1\n"
     "things:\n"
     "  fridge: { offers: { snack: { score: 0.5, do: eat } } }\n"
     "  bed: { offers: { nap: { score: 0.4, do: rest } } }\n"
     "candidates: { around: { of: fridge, capacity: 8 } }\n"
     "tasks: { eat: { takes: 3s }, rest: { takes: 9s } }\n"
     "agents: { child: { offers: around } }\n",
     "ishi: 1\n"
     "things:\n"
     "  fridge: { offers: { snack: { score: 0.5, do: eat } } }\n"
     "  bed: { offers: { nap: { score: 0.4, do: rest } } }\n"
     "candidates: { around: { of: [fridge, bed], capacity: 8 } }\n"
     "tasks: { eat: { takes: 3s }, rest: { takes: 9s } }\n"
     "agents: { child: { offers: around } }\n"},
    {Code::nothing_offered, Severity::error, "set that offers nothing",
     "An agent with `offers` does what the members of that set offer. None of the things that the set can "
     "hold "
     "has "
     "`offers`, so there would never be anything to do.\n\n"
     "Give one of its things `offers`, name another set, or take `offers` out of the agent.",
     "ishi: 1\n"
     "things: { lamp: { fields: { lit: boolean } } }\n"
     "candidates: { around: { of: lamp, capacity: 8 } }\n"
     "agents: { child: { offers: around } }\n",
     "ishi: 1\n"
     "things: { lamp: { offers: { read: { score: 0.5, do: read } } } }\n"
     "candidates: { around: { of: lamp, capacity: 8 } }\n"
     "tasks: { read: { takes: 9s } }\n"
     "agents: { child: { offers: around } }\n"},
});

}  // namespace

std::span<const CatalogueRow> catalogue_choosing() { return kChoosingRows; }

}  // namespace ishi::compiler
