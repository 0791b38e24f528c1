#include "language/foreign_words.h"

#include <array>

#include "language/called_words.h"

namespace ishi::compiler {
namespace {

constexpr std::string_view kTrees = "behavior trees";
constexpr std::string_view kGoap = "GOAP";
constexpr std::string_view kHtn = "hierarchical task networks";
constexpr std::string_view kMachines = "StateTree and state machines";
constexpr std::string_view kUtility = "utility systems";
constexpr std::string_view kLoops = "loops and queues";
constexpr std::string_view kEngines = "game engines";

constexpr auto kForeignWords = std::to_array<ForeignWord>({
    {"animation", "animation montage, montage, sound effect, particle effect", kEngines,
     "A task, such as `swing: { takes: 0.8s }` under `tasks`. The game plays the animation and reports when "
     "it "
     "is over.",
     "task", "behavior_trees"},
    {"behavior tree", "bt, behaviour tree, tree", kTrees,
     "Each branch below the root becomes an action: its guard becomes `when`, its priority a `score`, and "
     "what "
     "hangs below it the body, `do`. Actions compete by score; no tree is ticked.",
     "action", "behavior_trees"},
    {"bucket", "dual utility", kUtility,
     "The `rank` of an action: the highest rank goes first, then the score decides.", "rank", "curvature"},
    {"commitment", "momentum, hysteresis, stickiness", kUtility,
     "`select: { inertia: 0.1 }` is the bonus of what runs already.", "inertia", "curvature"},
    {"compensation", "compensation factor", kUtility,
     "`combine: compensated` multiplies considerations without punishing many of them.", "considerations",
     "curvature"},
    {"composite", "node, control node", kTrees,
     "A step that has steps in it: a list is a sequence, `first` a selector, `all` and `any` a parallel, "
     "`repeat` a "
     "loop.",
     "step", "behavior_trees"},
    {"compound task", "compound, abstract task", kHtn,
     "A goal: with `first` its methods are tried in order, with `best` by score, and `do` is a sequence.",
     "goal", "htn"},
    {"condition node", "guard", kTrees,
     "`when` of an action, method or step says whether it may begin, `while` what must hold all the time, "
     "and the "
     "step `check: ammo > 0` fails where it does not hold.",
     "when", "behavior_trees"},
    {"decomposition", "decompose", kHtn,
     "A goal's methods, each with a `when` and a `do`. `foresee: true` begins one only if all that follows "
     "can be "
     "done.",
     "foresee", "htn"},
    {"decorator", "modifier node", kTrees,
     "A modifier below the step, in the same column: `when`, `until`, `while`, `timeout`, `retry`, "
     "`on_fail`, "
     "`invert`, `once`. A cooldown stands at the action: `cooldown: 3s`.",
     "modifier", "behavior_trees"},
    {"delay", "timer, sleep", kTrees,
     "`wait: 1s` is a step that takes time; `timeout: 2s` limits a step, `cooldown: 3s` keeps an action from "
     "coming "
     "again, and `elapsed` is the time since it began.",
     "wait", "behavior_trees"},
    {"evaluator", "global task", kMachines, "A value under `values`, computed once a thought; or a sense.",
     "value", "statetree"},
    {"for each", "iterator, iterate", kLoops,
     "`for_each: { foe: foes }` beside an action's `do` scores it for each and does it for the best one. To "
     "go over all "
     "of them: `repeat: { for_each: { p: puddles }, do: […] }`.",
     "for_each", "loops"},
    {"goap", "goal oriented action planning, planning, world state", kGoap,
     "`plan: { reach: fed, using: […] }` finds the order of steps that makes a condition true, from the "
     "`requires` and "
     "`effects` of tasks; the keys are the world's state.",
     "plan", "goap"},
    {"heuristic", "", kGoap, "There is none to write: what the steps change says how much is at least left.",
     "plan", "goap"},
    {"htn", "hierarchical task network, domain", kHtn,
     "Goals with methods. A goal is a compound task, a task of the game a primitive one, and an agent's "
     "actions are "
     "where it begins.",
     "goal", "htn"},
    {"influence map", "heat map", kUtility,
     "The game computes it, and gives agents what they ask of it: a key, or a field of a thing.", "thing",
     "curvature"},
    {"inverter", "not node", kTrees, "`invert: true` below the step, in the same column.", "invert",
     "behavior_trees"},
    {"leaf", "action node, task node", kTrees,
     "A task: the game carries it out, and reports how it ended. A built-in step, such as `wait` or `set`, "
     "is a leaf, "
     "too.",
     "task", "behavior_trees"},
    {"lod", "level of detail", kEngines,
     "`think: { every: 0.5s }` says how often an agent decides, and the game may slow down individuals. The "
     "cookbook "
     "has a crowd.",
     "think", "index"},
    {"loop", "repeater, repeat node", kTrees,
     "`repeat: { do: […], times: 3 }`; without `times` it goes on until a step fails.", "repeat",
     "behavior_trees"},
    {"message", "signal, notify, notification, broadcast", kEngines,
     "An event: `emit` sends it, and `on` of an agent says what it changes there.", "event", "statetree"},
    {"observer abort", "observer aborts, conditional abort, reactive sequence, preemption, preempt", kTrees,
     "Actions compete at each thought, and the better one takes over. Inside of a body `while` gives up what "
     "lasts, and "
     "`first` with `reconsider: true` goes back to an earlier method.",
     "reconsider", "behavior_trees"},
    {"operator", "primitive task, primitive", kHtn,
     "A task with `requires` and `effects`. The game carries it out.", "task", "htn"},
    {"parallel", "simple parallel", kTrees,
     "`all: […]` does steps at once and waits for all of them, with `enough` and `failures` for some; `any: "
     "[…]` ends "
     "with the first.",
     "all", "behavior_trees"},
    {"pathfinding", "navmesh, navigation mesh, waypoint, nav agent", kEngines,
     "The game's own: a task with a place, `go_to: { params: { where: point }, moves_to: where, speed: 4m/s "
     "}`. "
     "Over a grid of cells the step `walk` finds the way itself.",
     "moves_to", "behavior_trees"},
    {"perception", "sensor, vision, ai perception", kEngines,
     "A sense: `sight`, `hearing` or `touch`, which fills a memory. What else the game knows is a key.",
     "sense", "goap"},
    {"precondition", "postcondition", kGoap,
     "`requires` of a task, with `effects` for what it changes; `when` of an action or method.", "requires",
     "goap"},
    {"queue", "waiting line, fifo queue", kLoops,
     "`fifo: true` beside the `claims` of an action, or on a token: who came first is first.", "fifo",
     "loops"},
    {"random selector", "selector probability, weighted random", kTrees,
     "`draw: { left: { weight: 3, do: […] }, right: { do: […] } }` draws by weights in a body; `select: { "
     "weighted: "
     "{ top: 3 } }` among actions.",
     "draw", "behavior_trees"},
    {"replan", "replanning", kGoap,
     "A plan is made anew after a failed step, and by `retry`; a goal goes on with its next method.", "retry",
     "goap"},
    {"reservation", "reserve, semaphore, mutex, lock, ticket", kLoops,
     "`claims` of an action: nobody else may have the token, or the entity, at the same time.", "claims",
     "loops"},
    {"root", "root node", kTrees,
     "There is none. An agent chooses among its actions by score at each thought; `rank` puts one above "
     "others.",
     "rank", "behavior_trees"},
    {"selector", "fallback, priority selector", kTrees,
     "In a body `first`: the first method whose `when` holds, and the next one after its failure. Among "
     "actions the "
     "score decides; `rank` puts one above others whatever they score.",
     "first", "behavior_trees"},
    {"sequence", "", kTrees,
     "A list of steps, one after the other: `do: [aim, fire]`. It fails with the first that fails.", "step",
     "behavior_trees"},
    {"service", "ticker", kTrees,
     "A value under `values`, computed once a thought; or a sense, which fills a memory.", "value",
     "behavior_trees"},
    {"smart object", "affordance", kUtility,
     "A thing with `offers`: actions that agents nearby may choose. `claims` lets one use it at a time.",
     "offer", "curvature"},
    {"squad", "group, role", kEngines,
     "A team: keys, sets and tokens of `scope: team` exist once for each. A role is a token, which actions "
     "claim.",
     "team", "loops"},
    {"state machine", "fsm, hfsm, hsm, statetree, statechart", kMachines,
     "`states` of an agent, each with actions that compete in it and conditions under `to` that lead on.",
     "state", "statetree"},
    {"subtree", "sub tree, linked asset", kTrees,
     "A goal, which a step does by its name, with `params` for its ports; a file of its own by `include` or "
     "`import`.",
     "goal", "behavior_trees"},
    {"succeeder", "force success, force failure, failer", kTrees,
     "`on_fail: continue` below a step goes on whatever came of it; the step `fail` fails.", "on_fail",
     "behavior_trees"},
    {"switch node", "if then else, branch", kTrees,
     "The steps `switch: ammo`, with `cases`, and `if` with `then` and `else`.", "switch", "behavior_trees"},
    {"tick", "update", kTrees,
     "A thought: `think: { every: 0.1s }` says how often. Between thoughts the body goes on when a task "
     "reports.",
     "thought", "behavior_trees"},
    {"variable", "property, working memory", kEngines,
     "A key of the blackboard, or of a goal or action a parameter. Whom an agent has noticed stands in a "
     "memory.",
     "key", "behavior_trees"},
});

}  // namespace

std::span<const ForeignWord> foreign_words() { return kForeignWords; }

const ForeignWord* find_foreign_word(std::string_view word) { return find_called(foreign_words(), word); }

}  // namespace ishi::compiler
