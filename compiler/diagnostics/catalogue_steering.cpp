#include <array>

#include "diagnostics/catalogue_parts.h"

// What steerings can have wrong: 361 to 369, and 429.

namespace ishi::compiler {
namespace {

constexpr auto kSteeringRows = std::to_array<CatalogueRow>({
    {Code::separate_from_nowhere, Severity::error, "keeping away from what is nowhere",
     "`separate` keeps an agent away from the members of a memory or of a set of candidates, so these must "
     "be "
     "somewhere. A set without `of` has members that are nothing but their fields, such as orders.\n\n"
     "Say with `of` what its members are, or name another set.",
     "ishi: 1\n"
     "candidates: { pack: { fields: { rank: number }, capacity: 8 } }\n"
     "steering:\n"
     "  hunter:\n"
     "    speed: 1.5m/s\n"
     "    blend: { stroll: { wander: {} }, apart: { separate: { from: pack, range: 0.5m } } }\n"
     "actions: { hunt: { score: 1, do: [steer: hunter] } }\n",
     "ishi: 1\n"
     "candidates: { pack: { of: entity, fields: { rank: number }, capacity: 8 } }\n"
     "steering:\n"
     "  hunter:\n"
     "    speed: 1.5m/s\n"
     "    blend: { stroll: { wander: {} }, apart: { separate: { from: pack, range: 0.5m } } }\n"
     "actions: { hunt: { score: 1, do: [steer: hunter] } }\n"},
    {Code::no_target, Severity::error, "target that is neither a place nor somebody",
     "`seek`, `flee`, `strafe` and `arrive` go to or from a place. Their `target` is a point, or an entity, "
     "which "
     "stands for the place where it is then; while it is nobody the behaviour has no effect.\n\n"
     "Name a key, a field or a choice that is a point or an entity.",
     "ishi: 1\n"
     "blackboard: { threat: entity }\n"
     "steering: { hunter: { speed: 1.5m/s, blend: { chase: { seek: { target: distance(threat) } } } } }\n"
     "actions: { hunt: { score: 1, when: threat.known, do: [steer: hunter] } }\n",
     "ishi: 1\n"
     "blackboard: { threat: entity }\n"
     "steering: { hunter: { speed: 1.5m/s, blend: { chase: { seek: { target: threat } } } } }\n"
     "actions: { hunt: { score: 1, when: threat.known, do: [steer: hunter] } }\n"},
    {Code::steering_at_once, Severity::error, "two steerings at the same time",
     "An agent goes one way at a time. Here two steps that steer would be at work together, since they stand "
     "in "
     "different parts of an `all` or `any`, and nobody could say which of them counts.\n\n"
     "Let one steering do both: it blends as many behaviours as you like, each with a `when` of its own. Or "
     "do one "
     "after the other.",
     "ishi: 1\n"
     "blackboard: { threat: entity }\n"
     "steering:\n"
     "  chase: { speed: 1.5m/s, blend: { go: { seek: { target: threat } } } }\n"
     "  stroll: { speed: 1m/s, blend: { go: { wander: {} } } }\n"
     "actions:\n"
     "  hunt: { score: 1, when: threat.known, do: [all: [steer: chase, steer: stroll]] }\n",
     "ishi: 1\n"
     "blackboard: { threat: entity }\n"
     "steering:\n"
     "  chase: { speed: 1.5m/s, blend: { go: { seek: { target: threat } }, stray: { wander: {}, weight: 0.3 "
     "} } }\n"
     "actions:\n"
     "  hunt: { score: 1, when: threat.known, do: [steer: chase] }\n"},
    {Code::arrives_at_once, Severity::error, "arrival that never slows down",
     "`arrive` goes at full speed until it is `slow` away, then slower and slower, and stands at `stop`. If "
     "`stop` "
     "is not less than `slow` there is no way left on which it could slow down.\n\n"
     "Let `stop` be less than `slow`. If it shall not slow down, write `seek` with a `when` that ends it.",
     "ishi: 1\n"
     "blackboard: { home: point }\n"
     "steering:\n"
     "  walker: { speed: 1m/s, blend: { go: { arrive: { target: home, slow: 1m, stop: 2m } } } }\n"
     "actions: { go_home: { score: 1, do: [steer: walker] } }\n",
     "ishi: 1\n"
     "blackboard: { home: point }\n"
     "steering:\n"
     "  walker: { speed: 1m/s, blend: { go: { arrive: { target: home, slow: 2m, stop: 1m } } } }\n"
     "actions: { go_home: { score: 1, do: [steer: walker] } }\n"},
    {Code::steering_stands, Severity::error, "steering that goes nowhere",
     "The speed of a steering is how fast the agent goes in the direction that weighs most. With a speed of "
     "0 it "
     "always stands, and below 0 it stands, too: which way to go is what the behaviours say.\n\n"
     "Write a speed above 0, or an expression that is 0 only at times.",
     "ishi: 1\n"
     "steering: { walker: { speed: 0m/s, blend: { go: { wander: {} } } } }\n"
     "actions: { stroll: { score: 1, do: [steer: walker] } }\n",
     "ishi: 1\n"
     "steering: { walker: { speed: 1m/s, blend: { go: { wander: {} } } } }\n"
     "actions: { stroll: { score: 1, do: [steer: walker] } }\n"},
    {Code::weight_without_effect, Severity::error, "weight that makes no sense",
     "The weights of behaviours say how they compare: the directions' weights add up, and the heaviest wins. "
     "A "
     "behaviour that weighs 0 has no effect, and one below 0 does the contrary of what it says. `avoid` is "
     "not "
     "weighed at all: it takes blocked directions out.\n\n"
     "Write a weight above 0, take the behaviour out, or write the contrary one.",
     "ishi: 1\n"
     "blackboard: { threat: entity }\n"
     "steering: { coward: { speed: 2m/s, blend: { run: { seek: { target: threat }, weight: -1 } } } }\n"
     "actions: { run: { score: 1, when: threat.known, do: [steer: coward] } }\n",
     "ishi: 1\n"
     "blackboard: { threat: entity }\n"
     "steering: { coward: { speed: 2m/s, blend: { run: { flee: { target: threat }, weight: 1 } } } }\n"
     "actions: { run: { score: 1, when: threat.known, do: [steer: coward] } }\n"},
    {Code::nothing_moves, Severity::error, "steering that says nowhere to go",
     "`keep_heading`, `separate` and `avoid` change how an agent goes where other behaviours draw it. Alone "
     "they "
     "draw it nowhere: who stands has no heading to keep, and whoever is near is only pushed away.\n\n"
     "Add a `seek`, `flee`, `strafe`, `arrive`, `wander` or `follow_path`.",
     "ishi: 1\n"
     "steering: { walker: { speed: 1m/s, blend: { steady: { keep_heading: {} } } } }\n"
     "actions: { stroll: { score: 1, do: [steer: walker] } }\n",
     "ishi: 1\n"
     "steering: { walker: { speed: 1m/s, blend: { steady: { keep_heading: {} }, go: { wander: {} } } } }\n"
     "actions: { stroll: { score: 1, do: [steer: walker] } }\n"},
    {Code::steering_unused, Severity::warning, "steering that nothing names",
     "A steering moves agents while a step names it: `steer: hunter`. No step of this file names this one, "
     "so "
     "nobody ever moves so.\n\n"
     "Let an action or a goal `steer` so, or take the steering out.",
     "ishi: 1\n"
     "tasks: { rest: { takes: 1s } }\n"
     "steering: { walker: { speed: 1m/s, blend: { go: { wander: {} } } } }\n"
     "actions: { stroll: { score: 1, do: [rest] } }\n"
     "agents: { cat: { actions: [stroll] } }\n",
     "ishi: 1\n"
     "tasks: { rest: { takes: 1s } }\n"
     "steering: { walker: { speed: 1m/s, blend: { go: { wander: {} } } } }\n"
     "actions: { stroll: { score: 1, do: [steer: walker] } }\n"
     "agents: { cat: { actions: [stroll] } }\n"},
    {Code::path_of_no_walk, Severity::warning, "steering along the path of no walk",
     "`follow_path` goes along the way that a `walk` of the same agent has found. It must go on at the same "
     "time: the walk finds the way, the steering follows it. At this step nothing walks, so there is no way "
     "to "
     "follow, and the behaviour has no effect.\n\n"
     "Put the step beside a walk, in an `any` that ends with it, or let a steering without `follow_path` do "
     "it.",
     "ishi: 1\n"
     "blackboard: { home: point }\n"
     "navigation: { feet: { speed: 2m/s } }\n"
     "steering: { pursuit: { speed: 3m/s, blend: { way: { follow_path: {} } } } }\n"
     "actions: { go_home: { score: 1, do: [walk: { to: home }, steer: pursuit] } }\n"
     "agents: { hunter: { actions: [go_home] } }\n",
     "ishi: 1\n"
     "blackboard: { home: point }\n"
     "navigation: { feet: { speed: 2m/s } }\n"
     "steering: { pursuit: { speed: 3m/s, blend: { way: { follow_path: {} } } } }\n"
     "actions: { go_home: { score: 1, do: [any: [walk: { to: home }, steer: pursuit]] } }\n"
     "agents: { hunter: { actions: [go_home] } }\n"},
});

}  // namespace

std::span<const CatalogueRow> catalogue_steering() { return kSteeringRows; }

}  // namespace ishi::compiler
