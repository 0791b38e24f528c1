#include <array>

#include "diagnostics/catalogue_parts.h"

// 4xx: behaviour. Files that can be read and mean something, but hardly what was meant.

namespace ishi::compiler {

namespace {

constexpr auto kBehaviourRows = std::to_array<CatalogueRow>({
    {Code::possible_division_by_zero, Severity::warning, "possible division by zero",
     "Something is divided by a number whose range includes 0. Nothing breaks when that happens: "
     "what is divided by 0 counts as 0. But 0 is seldom the answer that was meant, and just beside "
     "0 the result is huge.\n\n"
     "Keep the number away from 0: `max(x, 0.01)`, or a declared range that begins above 0. Or "
     "divide only where it is safe: inside `if(x > 0, …, …)`, or in an action with `when: x > 0`.",
     "ishi: 1\n"
     "blackboard:\n"
     "  foes: { type: integer, range: 0..8 }\n"
     "actions:\n"
     "  charge:\n"
     "    score: 1 / foes\n"
     "agents:\n"
     "  guard: { actions: [charge] }\n",
     "ishi: 1\n"
     "blackboard:\n"
     "  foes: { type: integer, range: 0..8 }\n"
     "actions:\n"
     "  charge:\n"
     "    score: 1 / max(foes, 1)\n"
     "agents:\n"
     "  guard: { actions: [charge] }\n"},
    {Code::possible_invalid_operand, Severity::warning, "number that a function cannot take",
     "A square root is taken of a number that can be negative, a logarithm of one that can be 0 or "
     "less, or a negative number is raised to a power with a fraction. None of these has a result; "
     "where it happens in the game, the result counts as 0.\n\n"
     "Keep the number where the function can take it, such as `sqrt(max(x, 0))`, or ask first: "
     "`if(x > 0, log(x), 0)`.",
     "ishi: 1\n"
     "blackboard:\n"
     "  mood: { type: number, range: -1..1 }\n"
     "actions:\n"
     "  sing:\n"
     "    score: sqrt(mood)\n"
     "agents:\n"
     "  bard: { actions: [sing] }\n",
     "ishi: 1\n"
     "blackboard:\n"
     "  mood: { type: number, range: -1..1 }\n"
     "actions:\n"
     "  sing:\n"
     "    score: sqrt(max(mood, 0))\n"
     "agents:\n"
     "  bard: { actions: [sing] }\n"},
    {Code::nobody_read, Severity::warning, "reading of somebody who may be nobody",
     "An entity in the blackboard can be nobody: there is no threat, no cover, no target. Its "
     "fields are then their defaults, its position is the origin of the world and its facing is "
     "forward, and an expression that reads them calculates with a phantom.\n\n"
     "Ask first whether there is somebody: `when: threat.known` in the action, `threat.known and "
     "…` in a condition, `threat.known * …` in a product, or `if(threat.known, …, …)`. `distance` "
     "needs no question: nobody is 1,000,000 m away from everybody.",
     "ishi: 1\n"
     "things:\n"
     "  person: { fields: { strength: { type: number, range: 0..1 } } }\n"
     "blackboard:\n"
     "  threat: person\n"
     "needs:\n"
     "  safety: { level: threat.strength }\n",
     "ishi: 1\n"
     "things:\n"
     "  person: { fields: { strength: { type: number, range: 0..1 } } }\n"
     "blackboard:\n"
     "  threat: person\n"
     "needs:\n"
     "  safety: { level: \"if(threat.known, threat.strength, 0)\" }\n"},
    {Code::curve_value_cut, Severity::warning, "curve value outside 0 to 1",
     "A curve gives 0 to 1, and what lies outside is cut off. A point of this curve lies outside, "
     "so the curve runs flat where it was meant to go on.\n\n"
     "Write the points between 0 and 1 and say with `output: 0..100` which range they stand for. "
     "Or write `clamp: false` in the curve: then it gives the values as they are written.",
     "ishi: 1\n"
     "curves:\n"
     "  worth: { points: [[0, 0], [10, 5]] }\n",
     "ishi: 1\n"
     "curves:\n"
     "  worth: { points: [[0, 0], [10, 1]], output: 0..5 }\n"},
    {Code::held_value, Severity::warning, "number far beyond the 0 to 1 in which it is held",
     "A level, a consideration and the parts of `tactical` are held in 0 to 1: what is more counts as 1, "
     "what is "
     "less as 0. Here a key or field with a wider range is taken as it stands, so that nearly all that it "
     "can be "
     "counts the same. So is a distance that is divided by one metre. A curve that is drawn for 0 to 1 gives "
     "the same for nearly all of such a number, too, and a score such as `1 - hp` is below 0 for nearly all "
     "of "
     "it, where it is never chosen.\n\n"
     "Bring it to 0 to 1 by its declared range with `.norm`, or put it through a curve. If the one or the "
     "other is "
     "meant, say so with a condition, such as `gold > 0`.",
     "ishi: 1\n"
     "blackboard:\n"
     "  hp: { type: number, range: 0..100 }\n"
     "needs:\n"
     "  survival: { level: 100 - hp }\n",
     "ishi: 1\n"
     "blackboard:\n"
     "  hp: { type: number, range: 0..100 }\n"
     "needs:\n"
     "  survival: { level: 1 - hp.norm }\n"},
    {Code::percentage_beside_range, Severity::warning, "percentage compared with a number that is none",
     "`30%` is another way to write 0.3. It is compared here with something whose range goes far beyond 1, or "
     "given to it by a test, and 0.3 is hardly what was meant.\n\n"
     "Compare the share of the range, `hp.norm > 30%`, or write the number itself, `hp > 30`.",
     "ishi: 1\n"
     "blackboard:\n"
     "  hp: { type: number, range: 0..100 }\n"
     "actions:\n"
     "  fight: { when: hp > 30%, score: 0.5 }\n",
     "ishi: 1\n"
     "blackboard:\n"
     "  hp: { type: number, range: 0..100 }\n"
     "actions:\n"
     "  fight: { when: hp.norm > 30%, score: 0.5 }\n"},
    {Code::amount_outside, Severity::error, "amount outside -1 to 1",
     "An amount in `gains` or `reduces` says what an action does to a need or drive: 1 satisfies it "
     "wholly, -1 makes it wholly worse. There is nothing beyond that, and the game would cut the "
     "amount off.\n\n"
     "Write a number from -1 to 1. To make the whole action count for more, give it a `weight`; to "
     "make a need count for more, raise it in the `importance` profile.",
     "ishi: 1\n"
     "blackboard:\n"
     "  hp: { type: number, range: 0..100 }\n"
     "needs:\n"
     "  survival: { level: 1 - hp.norm }\n"
     "actions:\n"
     "  flee:\n"
     "    gains: { survival: +2 }\n",
     "ishi: 1\n"
     "blackboard:\n"
     "  hp: { type: number, range: 0..100 }\n"
     "needs:\n"
     "  survival: { level: 1 - hp.norm }\n"
     "actions:\n"
     "  flee:\n"
     "    gains: { survival: +1 }\n"
     "    weight: 2\n"},
    {Code::curve_outside_input, Severity::warning, "curve parameter outside the input",
     "The `input` of a curve says which range of what it is given becomes 0 to 1. A place or width on the "
     "curve that is written as a plain number counts in that 0 to 1, so that 0.5 is the middle of the "
     "`input`. This number lies outside: the curve has its peak, step or middle where it is never asked.\n\n"
     "Write the number with the unit of the `input` (`22h`), and it is found on the `input` by itself. "
     "Where the `input` is of plain numbers, write how far along it the place lies, from 0 to 1. The top of "
     "a "
     "bell and the place of a step are also looked at where they have a unit: `30h` lies on no day.",
     "ishi: 1\n"
     "curves:\n"
     "  night: { gaussian: { center: 22, width: 0.1 }, input: 0h..24h }\n",
     "ishi: 1\n"
     "curves:\n"
     "  night: { gaussian: { center: 22h, width: 2h }, input: 0h..24h }\n"},
    {Code::curve_rows_level, Severity::warning, "curve whose points are all level",
     "All points of this curve have the same y, so it gives that number whatever it is given, and what it "
     "judges has no effect.\n\n"
     "Give at least one point another y. If the number is meant, write it where the curve is used, and "
     "take the curve out.",
     "ishi: 1\n"
     "curves:\n"
     "  worth: { points: [[0, 0.5], [10, 0.5]] }\n",
     "ishi: 1\n"
     "curves:\n"
     "  worth: { points: [[0, 0.5], [10, 1]] }\n"},
    {Code::change_against_gains, Severity::warning, "change that contradicts the score",
     "A level says what is lacking, or what presses. `gains: { hunger: +0.9 }` makes an action worth doing "
     "because "
     "it satisfies hunger, so afterwards there is less of it: `after: { hunger: -0.6 }`. With the sign the "
     "other "
     "way round the agent chooses the action for the sake of a need, and it makes that need worse each "
     "time.\n\n"
     "Turn the sign of the change. If it really makes it worse, say so in `gains`, too.",
     "ishi: 1\n"
     "needs: { hunger: { start: 0.2, rise: 0.01/s } }\n"
     "tasks: { eat: { takes: 3s } }\n"
     "actions: { eat: { gains: { hunger: +0.9 }, do: [eat], after: { hunger: 0.6 } } }\n"
     "agents: { cat: { actions: [eat] } }\n",
     "ishi: 1\n"
     "needs: { hunger: { start: 0.2, rise: 0.01/s } }\n"
     "tasks: { eat: { takes: 3s } }\n"
     "actions: { eat: { gains: { hunger: +0.9 }, do: [eat], after: { hunger: -0.6 } } }\n"
     "agents: { cat: { actions: [eat] } }\n"},
    {Code::sign_adds_nothing, Severity::warning, "sign that adds nothing",
     "`effects` and `set` say what a key is to be afterwards, not by how much it changes: `+1` is the number "
     "1, as `1` is.\n\n"
     "To add to what the key holds, name the key: `beer + 1`. For the value itself, leave the sign out.",
     "ishi: 1\n"
     "blackboard: { beer: { type: integer, range: 0..10 } }\n"
     "tasks:\n"
     "  brew: { takes: 3s, effects: { beer: +1 } }\n",
     "ishi: 1\n"
     "blackboard: { beer: { type: integer, range: 0..10 } }\n"
     "tasks:\n"
     "  brew: { takes: 3s, effects: { beer: beer + 1 } }\n"},
    {Code::random_gate, Severity::warning, "condition that is drawn at each thought",
     "`random` is drawn anew at each thought. An action whose `when` asks it is eligible in one thought and "
     "not in "
     "the next one, so how often the agent thinks decides how soon it is chosen, and another action may take "
     "over a "
     "moment later.\n\n"
     "For variety draw among the actions with `select: { weighted: {} }`: that is drawn when nothing runs. "
     "For a chance, draw once where something happens, with a step such as `set: { lucky: random < 0.3 }`, "
     "and "
     "ask the key. `random` in a score is drawn as often, so there it wants an inertia larger than what it "
     "adds, "
     "or an action that may not be interrupted.\n\n"
     "The same holds for what leads from one state to another: a chance that is asked at each thought comes "
     "true "
     "soon.",
     "ishi: 1\n"
     "tasks: { sing: { takes: 3s }, sit: { takes: 3s } }\n"
     "actions:\n"
     "  sing: { when: random < 0.1, score: 0.5, do: sing }\n"
     "  sit: { score: 0.2, do: sit }\n"
     "agents: { bard: { actions: [sing, sit] } }\n",
     "ishi: 1\n"
     "tasks: { sing: { takes: 3s }, sit: { takes: 3s } }\n"
     "actions:\n"
     "  sing: { score: 0.5, do: sing }\n"
     "  sit: { score: 0.2, do: sit }\n"
     "agents: { bard: { actions: [sing, sit], select: { weighted: {} } } }\n"},
    {Code::since_never, Severity::warning, "action that the agent never does",
     "`since` tells how long ago an agent ended an action. This agent does not have that action, so it never "
     "ended it, "
     "and `since` is always 1000000s. That can be meant where several agents share an action or a value.\n\n"
     "Ask for an action that this agent has, or give it the one that is asked for.",
     "ishi: 1\n"
     "tasks: { eat: { takes: 3s }, nap: { takes: 9s } }\n"
     "actions:\n"
     "  eat: { score: 0.5, do: eat }\n"
     "  nap: { when: since(eat) > 60s, score: 1, do: nap }\n"
     "agents: { cat: { actions: [nap] } }\n",
     "ishi: 1\n"
     "tasks: { eat: { takes: 3s }, nap: { takes: 9s } }\n"
     "actions:\n"
     "  eat: { score: 0.5, do: eat }\n"
     "  nap: { when: since(eat) > 60s, score: 1, do: nap }\n"
     "agents: { cat: { actions: [eat, nap] } }\n"},
    {Code::steering_gap, Severity::warning, "bands that leave a gap",
     "A steering often does one thing far away and another one near by, each with a `when` that compares the "
     "same "
     "distance. Here there are values between the bands at which none of the behaviours that move the agent "
     "holds: it stops there, and starts again only when something else moves.\n\n"
     "Let the bands meet, or say what is done in between. If it shall stand there, say so with a `when` that "
     "names "
     "no number, such as a key.",
     "ishi: 1\n"
     "blackboard: { threat: entity }\n"
     "steering:\n"
     "  hunter:\n"
     "    speed: 1.5m/s\n"
     "    blend:\n"
     "      chase: { seek: { target: threat }, when: distance(threat) > 1.2m }\n"
     "      retreat: { flee: { target: threat }, when: distance(threat) < 0.8m }\n"
     "actions: { hunt: { score: 1, when: threat.known, do: [steer: hunter] } }\n",
     "ishi: 1\n"
     "blackboard: { threat: entity }\n"
     "steering:\n"
     "  hunter:\n"
     "    speed: 1.5m/s\n"
     "    blend:\n"
     "      chase: { seek: { target: threat }, when: distance(threat) > 1.2m }\n"
     "      circle: { strafe: { target: threat }, when: distance(threat) >= 0.8m }\n"
     "      retreat: { flee: { target: threat }, when: distance(threat) < 0.8m }\n"
     "actions: { hunt: { score: 1, when: threat.known, do: [steer: hunter] } }\n"},
});

}  // namespace

std::span<const CatalogueRow> catalogue_behaviour() { return kBehaviourRows; }

}  // namespace ishi::compiler
