#include <array>

#include "diagnostics/catalogue_parts.h"

// 401 to 409: what is proved of a behaviour. The files mean something, and can never do what was meant.

namespace ishi::compiler {

namespace {

constexpr auto kFindingRows = std::to_array<CatalogueRow>({
    {Code::never_wins, Severity::warning, "action that can never win",
     "Whatever the situation, as far as the declared ranges reach, another action scores more, or stands "
     "above "
     "this one in rank; or its score never rises above `minimum`. So the agent never chooses it. This is "
     "proved from the ranges of the keys and the scores of all its actions, for an agent that has nothing to "
     "do yet and whose actions do not cool down.\n\n"
     "Let the score reach higher, lower that of the other action where this one is wanted, or give the other "
     "one a `when` or a `cooldown`. If a key can be more than its range says, declare it so.",
     "ishi: 1\n"
     "blackboard:\n"
     "  hp: { type: number, range: 0..100 }\n"
     "actions:\n"
     "  flee:   { score: 0.6 + 0.4 * (1 - hp.norm) }\n"
     "  patrol: { score: 0.8 }\n"
     "  chase:  { score: 0.5 * hp.norm }\n"
     "agents:\n"
     "  guard: { actions: [flee, patrol, chase] }\n",
     "ishi: 1\n"
     "blackboard:\n"
     "  hp: { type: number, range: 0..100 }\n"
     "actions:\n"
     "  flee:   { score: 0.6 + 0.4 * (1 - hp.norm) }\n"
     "  patrol: { score: 0.8 }\n"
     "  chase:  { score: 0.95 * hp.norm }\n"
     "agents:\n"
     "  guard: { actions: [flee, patrol, chase] }\n"},
    {Code::always_wins, Severity::warning, "action that always wins",
     "Whatever the situation, as far as the declared ranges reach, this action scores more than all others "
     "of "
     "the agent, or stands above them in rank. So the agent never does anything else. This is proved from "
     "the "
     "ranges of the keys and the scores of all its actions, while nothing cools down or has just failed.\n\n"
     "Give it a `when` that says where it makes sense, or let it score less elsewhere.",
     "ishi: 1\n"
     "blackboard:\n"
     "  hp: { type: number, range: 0..100 }\n"
     "actions:\n"
     "  fight: { score: 0.7 + 0.3 * hp.norm }\n"
     "  hide:  { score: 0.5 * (1 - hp.norm) }\n"
     "  wait:  { score: 0.1 }\n"
     "agents:\n"
     "  guard: { actions: [fight, hide, wait] }\n",
     "ishi: 1\n"
     "blackboard:\n"
     "  hp: { type: number, range: 0..100 }\n"
     "  foe_near: boolean\n"
     "actions:\n"
     "  fight: { when: foe_near, score: 0.7 + 0.3 * hp.norm }\n"
     "  hide:  { score: 0.5 * (1 - hp.norm) }\n"
     "  wait:  { score: 0.1 }\n"
     "agents:\n"
     "  guard: { actions: [fight, hide, wait] }\n"},
    {Code::guard_never, Severity::warning, "condition that never holds",
     "The condition can hold in no situation that the declared ranges allow: parts of it contradict each "
     "other, or it asks for a value that lies outside of a range. So an action with such a `when` is never "
     "chosen, a step is never done, an `until` never ends anything, and an agent never goes over to that "
     "state.\n\n"
     "Look for an `and` that should be an `or`, for a comparison the wrong way round, for a number in "
     "another "
     "unit than the key's, or for a range that should reach further.\n\n"
     "The same is said of a part beside an `or` that never holds, and of a `while` that never holds where "
     "its "
     "`when` does: what it is for is over as soon as it begins.",
     "ishi: 1\n"
     "blackboard:\n"
     "  hp: { type: number, range: 0..100 }\n"
     "actions:\n"
     "  rest: { when: hp < 30 and hp > 60, score: 0.5 }\n"
     "agents:\n"
     "  guard: { actions: [rest] }\n",
     "ishi: 1\n"
     "blackboard:\n"
     "  hp: { type: number, range: 0..100 }\n"
     "actions:\n"
     "  rest: { when: hp > 30 and hp < 60, score: 0.5 }\n"
     "agents:\n"
     "  guard: { actions: [rest] }\n"},
    {Code::guard_always, Severity::warning, "condition that always holds",
     "The condition holds in every situation that the declared ranges allow, so it keeps nobody from "
     "anything.\n\n"
     "The same is said of a part beside an `and` that always holds.\n\n"
     "Leave it out if that is meant. Else look for a comparison the wrong way round, for an `or` that should "
     "be "
     "an `and`, or for a number in another unit than the key's.",
     "ishi: 1\n"
     "blackboard:\n"
     "  hp: { type: number, range: 0..100 }\n"
     "actions:\n"
     "  rest: { when: hp < 30 or hp >= 20, score: 0.5 }\n"
     "agents:\n"
     "  guard: { actions: [rest] }\n",
     "ishi: 1\n"
     "blackboard:\n"
     "  hp: { type: number, range: 0..100 }\n"
     "actions:\n"
     "  rest: { when: hp < 30 and hp >= 20, score: 0.5 }\n"
     "agents:\n"
     "  guard: { actions: [rest] }\n"},
});

}  // namespace

std::span<const CatalogueRow> catalogue_findings() { return kFindingRows; }

}  // namespace ishi::compiler
