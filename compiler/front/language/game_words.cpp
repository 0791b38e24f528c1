#include "language/game_words.h"

#include <array>

#include "language/called_words.h"

namespace ishi::compiler {
namespace {

constexpr auto kGameWords = std::to_array<GameWord>({
    {"and", "or, not, both, either",
     "Conditions are joined by `and` and `or` and turned by `not`: `when: hp < 30 and not in_cover`. `and` "
     "goes before `or`; parentheses group.",
     "when", "language/expressions"},
    {"ask", "query, request",
     "The game writes a key whenever the answer changes, or gives it as a result: `gives` of a task, which "
     "later steps read.",
     "gives", "embedding"},
    {"attack", "fight, shoot, melee",
     "An action whose body does the game's tasks: `attack: { when: threat.known, score: 0.6, do: [aim, fire] "
     "}`.",
     "action", "start"},
    {"average", "mean", "`combine: mean` averages considerations; between two numbers `lerp(a, b, 0.5)`.",
     "lerp", "language/functions"},
    {"boss", "boss fight, boss phase, enrage",
     "One state a phase under `states` of its agent, each with its own actions, and `to: { rage: hp < 30 }` "
     "from one to the next. The cookbook has a boss with three phases.",
     "state", "cookbook/time"},
    {"call for help", "alarm, alert, shout, warn",
     "The step `{ emit: { shouted: { at: self.position } }, to: team }` tells the team; its agents react "
     "under `on`, or remember it.",
     "emit", "cookbook/together"},
    {"charge", "dash, rush",
     "A task with a place and a speed, as the game moves it: `charge: { params: { to: point }, moves_to: to, "
     "speed: 8m/s }`.",
     "moves_to", "cookbook/space"},
    {"clock", "time of day, hour, o'clock",
     "`time` is the age of the world. For the time of day let the game write a key, such as `hour: { type: "
     "duration, range: 0h..24h }`.",
     "time", "cookbook/time"},
    {"collision", "collide, bump, bump into, push, keep apart",
     "A steering with `separate`, which draws agents apart, and `avoid`, which takes blocked directions out.",
     "separate", "language/steering"},
    {"combo", "chain of attacks",
     "A list of steps: `do: [jab, jab, uppercut]`. `interruptible: false` on a step keeps others out while "
     "it lasts.",
     "interruptible", "language/bodies"},
    {"companion", "follower, pet",
     "An agent whose key names its leader: `leader: person`, and a step `walk: { to: leader }` or a task "
     "that follows.",
     "walk", "cookbook/together"},
    {"conversation", "dialogue, dialog, talk",
     "The words are the game's: a task such as `talk`. With whom stands in a key, and `claims` keeps two "
     "from talking to one person at once.",
     "claims", "cookbook/together"},
    {"count", "how many, number of",
     "`count(foes)` is the number of members of a memory or set, `count(foes, distance(it) < 5m)` of some of "
     "them.",
     "member", "language/functions"},
    {"cover", "hide, take cover",
     "Places of cover are candidates, and a choice scores them by distance and by who sees them.",
     "candidates", "cookbook/space"},
    {"crowd", "many agents, thousands of agents, performance",
     "Agents far from the player think less often: `think: { every: \"if(distance(player) < 20m, 1frames, "
     "8frames)\" }`. The game gives each frame its share of them.",
     "every", "cookbook/in_the_game"},
    {"damage", "hurt, hit, hit points, health, hp",
     "A key that the game writes: `hp: { type: number, range: 0..100, default: 100 }`. `since(damaged)` says "
     "how long ago an event was.",
     "key", "start"},
    {"day", "night, day and night, schedule, routine, daily routine, daily, weekly",
     "A key for the hour, and values such as `is_night: hour < 6h or hour > 22h`, which actions read. The "
     "cookbook has a day.",
     "value", "cookbook/time"},
    {"death", "dead, die, despawn",
     "The game removes the agent. Others see `nothing` in keys that held it, and facts of it stay until they "
     "are forgotten.",
     "forget", "embedding"},
    {"difficulty", "easy, hard, easy mode",
     "An importance profile or a key for the difficulty, which scores and times read; the game chooses it.",
     "importance", "cookbook/tuning"},
    {"door", "gate",
     "In the game a thing with a field such as `open`. In a scene `doors` open and close at a time or by a "
     "task.",
     "thing", "language/scenes"},
    {"easing", "ease, ramp, graph",
     "A section `curves`: `near: { logistic: { midpoint: 8m } }`, used as `near(distance(threat))`.", "curve",
     "language/curves"},
    {"emotion", "mood, feeling, anger, stress",
     "A need or drive, or a value computed from keys; an importance profile says how much it counts.",
     "drive", "concepts"},
    {"enemy", "foe, hostile, threat, opponent",
     "A thing with a field for its side, and a memory that senses fill: `foes: { of: person, capacity: 4, "
     "forget: 10s }`. A key such as `threat: person` names one.",
     "memory", "cookbook/space"},
    {"escape", "flee, run away, retreat, panic",
     "An action such as `flee`, with a score that rises as `hp` falls, and a task or `walk: { away_from: "
     "threat }`.",
     "walk", "start"},
    {"exclusive", "only one, one at a time, at most one, same target",
     "A token: `tokens: { attacker: { count: 1 } }`, and `claims: attacker` at the action.", "token",
     "language/claims"},
    {"faction", "side, alliance, friend, ally",
     "A field of the thing, such as `side: { one_of: [guard, thief] }`, or teams, which share keys and "
     "tokens.",
     "team", "cookbook/together"},
    {"fear", "afraid, scared, courage, brave, coward",
     "A drive that threats raise and time calms; importance profiles make the same agent brave or cowardly.",
     "drive", "cookbook/together"},
    {"flag", "bool, boolean key, switch variable",
     "A key of type boolean: `in_cover: boolean`; a body sets it with `set: { in_cover: true }`.", "key",
     "language/fields/blackboard"},
    {"flank", "surround, encircle",
     "A choice among places round the target, scored by angle and distance; tokens give each agent another "
     "role.",
     "choice", "cookbook/together"},
    {"flicker", "dithering, oscillate, back and forth, indecisive, switch back and forth",
     "`select: { inertia: 0.1 }` is a bonus for the action that runs already, so that a rival must be "
     "clearly "
     "better.",
     "inertia", "language/a_decision"},
    {"follow", "chase, pursue, hunt",
     "A step `walk: { to: threat }`, or a task with `live: true` for its place, which then follows its "
     "target.",
     "live", "cookbook/space"},
    {"formation", "line up, keep in line",
     "The game gives each agent its place as a key; a steering such as `arrive` or a task brings it there.",
     "steering", "cookbook/together"},
    {"fuzzy", "fuzzy logic, membership",
     "Curves: `triangle: [0, 0.5, 1]` and `trapezoid`; considerations are combined by `min`, `max` or "
     "`product`.",
     "considerations", "coming_from/curvature"},
    {"heading", "facing direction, look at, turn to",
     "A key or field of type `direction`, three numbers of length 1; `bearing(threat)` is how far the agent "
     "must turn to face somebody.",
     "direction", "language/types"},
    {"hunger", "hungry, thirst, thirsty, tired, energy, satiation",
     "A need: `hunger: { start: 0.2, rise: 1/h }`, which actions satisfy with `gains: { hunger: 0.6 }`.",
     "need", "language/levels"},
    {"idle", "wait around, stand still, do nothing, fallback action",
     "An action without `when` and with a low score, such as `idle: { score: 0.05, do: [look_around] }`. "
     "Without one an agent may pick nothing.",
     "action", "start"},
    {"interrupt", "interruption, cancel, uninterruptible, cannot be interrupted",
     "A better action takes over at each thought. `interruptible: false` on an action or step lets only a "
     "higher `rank` do so; `while` ends the action itself.",
     "interruptible", "language/bodies"},
    {"inventory", "item, weapon, ammo, pick up",
     "Keys for what the agent has, such as `ammo`; things to pick up are entities that senses remember or "
     "the game lists as candidates.",
     "candidates", "cookbook/space"},
    {"investigate", "search, look for, last seen, last known position",
     "A memory keeps the place where somebody was last seen: `foe.position` and `foe.age`. An action for "
     "each fact goes there.",
     "memory", "cookbook/space"},
    {"job", "profession, work, worker",
     "Actions of an agent, or `offers` of the things to work at; `claims` gives each job to one worker.",
     "offer", "cookbook/together"},
    {"leader", "commander, command, obey",
     "An event with fields, or a key of `scope: team` that the leader sets and others read.", "scope",
     "cookbook/together"},
    {"list", "array, table, collection",
     "Members that change are a memory (what senses notice) or candidates (what the game lists). A key that "
     "is one of some words is `one_of: [calm, alert]`.",
     "candidates", "language/candidates"},
    {"math", "arithmetic, calculate",
     "Expressions take `+ - * /`, `min`, `max`, `abs`, `clamp`, `lerp`, powers and curves, wherever a value "
     "is computed.",
     "value", "language/expressions"},
    {"mode", "stance, posture", "A state under `states`, or a key with `one_of`, if the game decides it.",
     "state", "coming_from/statetree"},
    {"multiplayer", "network, online, lockstep, netcode",
     "Behaviours are deterministic: the same inputs give the same decisions on every machine. The game sends "
     "its inputs, or saves and restores.",
     "draw", "cookbook/in_the_game"},
    {"multiplier", "bias, factor",
     "`weight: 2` multiplies a score; weights of needs and drives stand in an importance profile.", "weight",
     "language/a_decision"},
    {"nearest", "near, far, close, closest, how far",
     "`distance(threat)` is how far the agent has to somebody or to a place, in metres. An action or choice "
     "with `for_each` and a score that falls with it takes the nearest.",
     "choice", "language/choices"},
    {"noise", "footstep, hear, listen, sound",
     "A sound under `sounds` with its radius; `emit: { footstep: {} }` makes it, and a sense with `hearing` "
     "notices who made it.",
     "sounds", "cookbook/space"},
    {"patrol", "patrolling, guard route, rounds, beat",
     "An action that goes on for ever: `repeat: [{ walk: { to: post } }, { wait: 3s }]`, with a low score, "
     "so that anything else comes first.",
     "repeat", "language/bodies"},
    {"percent", "percentage", "`30%` is 0.3. Of a key of 0..100 write the number itself: `when: hp < 30`.",
     "key", "language/types"},
    {"phase", "stage", "A state: `states: { calm: { actions: […], to: { rage: hp < 30 } }, rage: … }`.",
     "state", "cookbook/time"},
    {"player", "human",
     "An entity of a kind of thing, such as `person`, that senses notice like any other. A key of type "
     "`person` may name it.",
     "thing", "embedding"},
    {"probability", "percent chance, odds, dice, roll",
     "Draw once where something happens, `set: { lucky: random < 0.3 }`, and ask `lucky` afterwards. Among "
     "several steps write `draw` with weights, among actions `select: { weighted: { top: 3 } }`.",
     "random", "language/expressions"},
    {"quest", "mission, task list, objective",
     "The game's; agents read it as keys, such as `errand: { one_of: [none, fetch, escort] }`.", "key",
     "embedding"},
    {"random choice", "pick at random, choose at random, variety",
     "`select: { weighted: { top: 3 } }` draws among the three best actions, `draw` among the methods of a "
     "step.",
     "weighted", "language/a_decision"},
    {"reaction", "react, respond, on hit, when damaged, reflex",
     "`think: { on: [damaged] }` makes the agent think at once when the event comes; `on: { damaged: [set: "
     "…] }` changes keys.",
     "event", "language/bodies"},
    {"relationship", "opinion, trust, reputation, like, dislike",
     "A field of a memory's facts, such as `trust: number`, which `set` and `remember` change.", "memory",
     "language/memory"},
    {"rename", "renaming, new name",
     "`ishi rename OLD NEW` changes a name wherever it stands, and writes `renamed_from`, by which saves "
     "keep its value.",
     "key", "language/renaming"},
    {"respawn", "spawn, born, join",
     "The game adds the agent; it begins with the defaults of its keys and in its first state.", "default",
     "embedding"},
    {"route", "rails",
     "The game's, by a task with `moves_to`, or cells by `walk`. In a scene `moves` lets somebody go along a "
     "path.",
     "walk", "cookbook/space"},
    {"see", "view, field of view, line of sight, notice",
     "A sense: `eyes: { sight: { range: 20m, field: 120deg, occlusion: true }, of: person, remember: foes "
     "}`.",
     "sense", "cookbook/space"},
    {"spell", "cast, ability, skill, special attack",
     "A task of the game, and an action with a `cooldown` that does it.", "cooldown", "cookbook/time"},
    {"stealth", "sneak, hidden, detection, suspicion",
     "`awareness` of a sense rises while somebody is seen and falls otherwise; its levels are events, such "
     "as `suspicious` and `spotted`.",
     "awareness", "cookbook/space"},
    {"stop", "give up, end an action",
     "`while` of an action ends it as soon as it no longer holds, `until` completes a step, `timeout` limits "
     "it.",
     "until", "language/bodies"},
    {"stuck", "hang, freeze, nothing happens",
     "`ishi why` says why an agent does what it does and what would change that, `ishi play` shows the "
     "course; `timeout` ends a step that takes too long.",
     "timeout", "language/tools_for_behaviours"},
    {"teleport", "warp, blink, portal",
     "A task of the game with a place: `teleport: { params: { to: point } }`. In a scene `changes: { "
     "teleport: "
     "{ self: { position: [9, 0, 4] } } }` says where it leads.",
     "changes", "cookbook/space"},
    {"terminal", "console, computer, switch, lever, button, interact",
     "A thing that offers what can be done with it: `terminal: { offers: { hack: { score: 0.5, do: [hack: { "
     "what: it }] } } }`; agents whose `offers` name a set of such things do it.",
     "offers", "language/offers"},
    {"trade", "shop, buy, sell, money, gold, shopkeeper, merchant, vendor",
     "Keys and tasks of the game; `requires: gold >= 5` and `effects: { gold: gold - 5 }` let plans reckon "
     "with it.",
     "effects", "coming_from/goap"},
    {"trait", "character, temperament, archetype",
     "An importance profile: weights, and curves, for needs and drives. The game gives each agent one.",
     "importance", "concepts"},
    {"tuning", "balance, balancing, example, labelled example, learn, train",
     "`ishi tune` finds the numbers with which agents choose as in your tests and in the moments that you "
     "have labelled.",
     "tune", "cookbook/tuning"},
    {"turn based", "turns, turn by turn",
     "Let the agents think by events alone: `think: { on: [my_turn] }`, and let time stand still between "
     "turns.",
     "think", "embedding"},
    {"turret", "tower, gun, emplacement, stationary",
     "An agent without steps that move it: `turret: { senses: [eyes], actions: [shoot, watch] }`, where "
     "`shoot` has `when: threat.known` and `watch` scores little.",
     "agent", "start"},
    {"urgent", "importance of an action, order of actions, most important",
     "The highest `score` goes first. `rank` puts an action above all others of a lower rank, whatever they "
     "score.",
     "rank", "language/a_decision"},
    {"wander", "roam, stroll, walk around",
     "A steering `wander`, or an action that draws a place among candidates.", "steering",
     "language/steering"},
});

}  // namespace

std::span<const GameWord> game_words() { return kGameWords; }

const GameWord* find_game_word(std::string_view word) { return find_called(game_words(), word); }

}  // namespace ishi::compiler
