#include <array>

#include "diagnostics/catalogue_parts.h"

// 37x: walking over the world's grid.

namespace ishi::compiler {
namespace {

constexpr auto kNavigationRows = std::to_array<CatalogueRow>({
    {Code::walk_without_place, Severity::error, "walk that leads nowhere, or to two places",
     "A walk leads `to` a place or `away_from` one: it needs one of the two, and has no use for both.\n\nSay "
     "where it leads.",
     "ishi: 1\n"
     "blackboard: { home: point, threat: entity }\n"
     "navigation: { infantry: {} }\n"
     "actions: { patrol: { score: 0.5, when: threat.known, do: [walk: { by: infantry }] } }\n"
     "agents: { guard: { actions: [patrol] } }\n",
     "ishi: 1\n"
     "blackboard: { home: point, threat: entity }\n"
     "navigation: { infantry: {} }\n"
     "actions: { patrol: { score: 0.5, when: threat.known, do: [walk: { to: home, by: infantry }] } }\n"
     "agents: { guard: { actions: [patrol] } }\n"},
    {Code::walk_away_unbounded, Severity::error, "walk away without an end",
     "A walk away from a place looks at every cell that can be reached and takes the farthest one. Without "
     "`max_steps` that is the whole map, and the agent would run to its edge.\n\nSay in the class how many "
     "steps it looks ahead.",
     "ishi: 1\n"
     "blackboard: { home: point, threat: entity }\n"
     "navigation: { infantry: {} }\n"
     "actions: { patrol: { score: 0.5, when: threat.known, do: [walk: { away_from: threat, by: infantry }] } "
     "}\n"
     "agents: { guard: { actions: [patrol] } }\n",
     "ishi: 1\n"
     "blackboard: { home: point, threat: entity }\n"
     "navigation: { infantry: { max_steps: 12 } }\n"
     "actions: { patrol: { score: 0.5, when: threat.known, do: [walk: { away_from: threat, by: infantry }] } "
     "}\n"
     "agents: { guard: { actions: [patrol] } }\n"},
    {Code::corners_without_diagonals, Severity::warning, "`corners` without steps across them",
     "`corners` says whether a step across the corner of a cell may pass a cell that cannot be entered. With "
     "4 neighbours all steps go to the sides, so it changes nothing.\n\nTake it out, or let the class step "
     "to 8 neighbours.",
     "ishi: 1\n"
     "blackboard: { home: point, threat: entity }\n"
     "navigation: { infantry: { corners: false } }\n"
     "actions: { patrol: { score: 0.5, when: threat.known, do: [walk: { to: home, by: infantry }] } }\n"
     "agents: { guard: { actions: [patrol] } }\n",
     "ishi: 1\n"
     "blackboard: { home: point, threat: entity }\n"
     "navigation: { infantry: { neighbours: 8, corners: false } }\n"
     "actions: { patrol: { score: 0.5, when: threat.known, do: [walk: { to: home, by: infantry }] } }\n"
     "agents: { guard: { actions: [patrol] } }\n"},
    {Code::nowhere_to_walk, Severity::error, "class that can enter no cell",
     "Each cell of the grid is of a terrain, a member of the enum that `cells` names. Where the costs of all "
     "of them are `never`, nobody of this class can take a step.\n\nLeave out the terrain that can be "
     "entered, which then costs 1, or give it a cost.",
     "ishi: 1\n"
     "enums: { ground: [floor, water] }\n"
     "blackboard: { home: point, threat: entity }\n"
     "navigation: { infantry: { cells: ground, costs: { floor: never, water: never } } }\n"
     "actions: { patrol: { score: 0.5, when: threat.known, do: [walk: { to: home, by: infantry }] } }\n"
     "agents: { guard: { actions: [patrol] } }\n",
     "ishi: 1\n"
     "enums: { ground: [floor, water] }\n"
     "blackboard: { home: point, threat: entity }\n"
     "navigation: { infantry: { cells: ground, costs: { water: never } } }\n"
     "actions: { patrol: { score: 0.5, when: threat.known, do: [walk: { to: home, by: infantry }] } }\n"
     "agents: { guard: { actions: [patrol] } }\n"},
    {Code::navigation_unused, Severity::warning, "class that nobody walks by",
     "A class of `navigation` says what ways cost those who walk by it. Where no body says `walk` with it, "
     "it does nothing.\n\nUse it in a body, or take it out.",
     "ishi: 1\n"
     "blackboard: { home: point, threat: entity }\n"
     "navigation: { infantry: {}, tanks: {} }\n"
     "actions: { patrol: { score: 0.5, when: threat.known, do: [walk: { to: home, by: infantry }] } }\n"
     "agents: { guard: { actions: [patrol] } }\n",
     "ishi: 1\n"
     "blackboard: { home: point, threat: entity }\n"
     "navigation: { infantry: {} }\n"
     "actions: { patrol: { score: 0.5, when: threat.known, do: [walk: { to: home, by: infantry }] } }\n"
     "agents: { guard: { actions: [patrol] } }\n"},
    {Code::two_walks, Severity::error, "two walks at the same time",
     "The branches of `all` and `any` are done at the same time, and an agent goes one way at a time.\n\nLet "
     "one walk follow the other, or keep one of them; other steps may go on beside it.",
     "ishi: 1\n"
     "blackboard: { home: point, threat: entity }\n"
     "navigation: { infantry: {} }\n"
     "actions: { patrol: { score: 0.5, when: threat.known, do: [all: [walk: { to: home }, walk: { to: threat "
     "}]] } }\n"
     "agents: { guard: { actions: [patrol] } }\n",
     "ishi: 1\n"
     "blackboard: { home: point, threat: entity }\n"
     "navigation: { infantry: {} }\n"
     "actions: { patrol: { score: 0.5, when: threat.known, do: [walk: { to: home }, walk: { to: threat }] } "
     "}\n"
     "agents: { guard: { actions: [patrol] } }\n"},
    {Code::neighbours_neither, Severity::error, "neither 4 nor 8 neighbours",
     "A cell has a neighbour at each of its 4 sides, and with those across its corners 8.\n\nWrite one of "
     "the two.",
     "ishi: 1\n"
     "blackboard: { home: point, threat: entity }\n"
     "navigation: { infantry: { neighbours: 6 } }\n"
     "actions: { patrol: { score: 0.5, when: threat.known, do: [walk: { to: home, by: infantry }] } }\n"
     "agents: { guard: { actions: [patrol] } }\n",
     "ishi: 1\n"
     "blackboard: { home: point, threat: entity }\n"
     "navigation: { infantry: { neighbours: 8 } }\n"
     "actions: { patrol: { score: 0.5, when: threat.known, do: [walk: { to: home, by: infantry }] } }\n"
     "agents: { guard: { actions: [patrol] } }\n"},
    {Code::never_walks, Severity::error, "expected way of somebody who cannot walk",
     "`reaches` is where an agent gets by walking: by a step `walk`, which goes by a class of `navigation`. "
     "This "
     "project has no such class, so nobody walks.\n\nDeclare a class and let the agent walk by it, or take "
     "`reaches` "
     "out.",
     "ishi: 1\n"
     "tasks: { stroll: {} }\n"
     "actions: { patrol: { score: 0.5, do: stroll } }\n"
     "agents: { guard: { actions: [patrol] } }\n"
     "tests: { gets home: { agent: guard, expect: { reaches: [3, 0, 2] } } }\n",
     "ishi: 1\n"
     "blackboard: { home: point }\n"
     "navigation: { infantry: {} }\n"
     "actions: { patrol: { score: 0.5, do: [walk: { to: home }] } }\n"
     "agents: { guard: { actions: [patrol] } }\n"
     "tests: { gets home: { agent: guard, given: { home: [3, 0, 2] }, expect: { reaches: [3, 0, 2] } } }\n"},
});

}  // namespace

std::span<const CatalogueRow> catalogue_navigation() { return kNavigationRows; }

}  // namespace ishi::compiler
