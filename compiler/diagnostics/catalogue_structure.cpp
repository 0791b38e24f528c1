#include <array>

#include "diagnostics/catalogue_parts.h"

// 3xx: structure. What stands where, and what goes together.

namespace ishi::compiler {

namespace {

constexpr auto kStructureRows = std::to_array<CatalogueRow>({
    {Code::wrong_shape, Severity::error, "list, block or single value in the wrong place",
     "A value comes in one of three shapes: a single value (`0.5`), a list (`[a, b]`, or lines "
     "that begin with `- `) and a block of names, each with its `:`. Every field takes one of "
     "them; a few take a short form as well. Here is another shape than the field can take.\n\n"
     "Write it in the shape that the message names.",
     "ishi: 1\n"
     "actions:\n"
     "  rest: { score: 0.1 }\n"
     "agents:\n"
     "  guard: { actions: rest }\n",
     "ishi: 1\n"
     "actions:\n"
     "  rest: { score: 0.1 }\n"
     "agents:\n"
     "  guard: { actions: [rest] }\n"},
    {Code::wrong_count, Severity::error, "too few or too many in a list",
     "Some lists have a fixed length: a triangle has three corners, a trapezoid four. Others have "
     "a least or a greatest: a line needs two points, an agent one action, a curve has at most "
     "256 points, and `for_each` goes over one memory.\n\n"
     "Add what is missing, or take out what is too much.",
     "ishi: 1\n"
     "curves:\n"
     "  warm: { triangle: [0, 1] }\n",
     "ishi: 1\n"
     "curves:\n"
     "  warm: { triangle: [0, 0.5, 1] }\n"},
    {Code::missing_field, Severity::error, "missing field",
     "This thing cannot do without a certain field: a need without its `level` or a test without "
     "its `agent` would mean nothing.\n\n"
     "Add the field. If it seems to be there, look at how far it is indented, and whether "
     "something before it was closed too early.",
     "ishi: 1\n"
     "actions:\n"
     "  rest: { score: 0.1 }\n"
     "agents:\n"
     "  guard: { select: { inertia: 0.03 } }\n",
     "ishi: 1\n"
     "actions:\n"
     "  rest: { score: 0.1 }\n"
     "agents:\n"
     "  guard: { actions: [rest], select: { inertia: 0.03 } }\n"},
    {Code::missing_kind, Severity::error, "nothing says which kind it is",
     "Some things come in several kinds, and the name of the kind is itself a field: a curve is "
     "`logistic: …` or `points: …`, an action is scored by `gains`, by `considerations`, by "
     "`score` and so on. Here none of them is given.\n\n"
     "Add one of the fields that the message lists. What does not change may be inherited with "
     "`extends`.",
     "ishi: 1\n"
     "curves:\n"
     "  late: { invert: true }\n",
     "ishi: 1\n"
     "curves:\n"
     "  late: { power: 3, invert: true }\n"},
    {Code::several_kinds, Severity::error, "several kinds at once",
     "A thing is of one kind only: a curve cannot be `logistic` and `power`, an action cannot be "
     "scored by `gains` and by `score`. Only `gains` and `reduces` may stand together, since they "
     "add up to one score.\n\n"
     "Keep one. To have two curves or two actions, give them two names; to join two scores, write "
     "an expression.",
     "ishi: 1\n"
     "curves:\n"
     "  late: { power: 3, logistic: { midpoint: 0.7 } }\n",
     "ishi: 1\n"
     "curves:\n"
     "  late: { logistic: { midpoint: 0.7 } }\n"},
    {Code::field_without_its_kind, Severity::error, "field that belongs to another kind",
     "A few fields say more about another field and mean nothing without it: `combine` says how "
     "`considerations` become one score, `before` and `after` how the `keys` of a curve go on; what "
     "happens over time in a test (`at`, `fails`, and `within`, `does`, `max_switches` and `key` of "
     "`expect`) happens in its `run`.\n\n"
     "Take the field out, or write what it belongs to.",
     "ishi: 1\n"
     "actions:\n"
     "  rest: { score: 0.1, combine: mean }\n",
     "ishi: 1\n"
     "actions:\n"
     "  rest: { considerations: { calm: 0.1 }, combine: mean }\n"},
    {Code::two_verbs, Severity::error, "step that does two things",
     "Each step of a list does one thing: it names one task, `do`, `wait` or `set`. Here a second one stands "
     "in the same step, usually because the dash before it is missing. It may also be an argument "
     "of the task that stands below its name instead of in the { } behind it.\n\n"
     "Begin a step of its own with `- `, or move the argument into the { }.",
     "ishi: 1\n"
     "tasks:\n"
     "  crouch: { takes: 1s }\n"
     "actions:\n"
     "  hide:\n"
     "    score: 0.5\n"
     "    do:\n"
     "      - crouch: {}\n"
     "        wait: 2s\n",
     "ishi: 1\n"
     "tasks:\n"
     "  crouch: { takes: 1s }\n"
     "actions:\n"
     "  hide:\n"
     "    score: 0.5\n"
     "    do:\n"
     "      - crouch: {}\n"
     "      - wait: 2s\n"},
    {Code::missing_argument, Severity::error, "task that is not told all it must know",
     "A task may have parameters: what it must be told each time, such as where to go. Those with "
     "a `default` may be left out, all others have to be given. `wait` must be told how long, `set` "
     "which keys.\n\n"
     "Give the arguments by name behind the task: `move_to: { place: home }`.",
     "ishi: 1\n"
     "blackboard:\n"
     "  home: point\n"
     "tasks:\n"
     "  move_to: { params: { place: point } }\n"
     "actions:\n"
     "  go_home: { score: 0.5, do: [move_to] }\n",
     "ishi: 1\n"
     "blackboard:\n"
     "  home: point\n"
     "tasks:\n"
     "  move_to: { params: { place: point } }\n"
     "actions:\n"
     "  go_home: { score: 0.5, do: [move_to: { place: home }] }\n"},
    {Code::unknown_argument, Severity::error, "argument that the task does not know",
     "A task is given arguments by the names of its parameters, which stand where the task is "
     "declared. It has no parameter of this name.\n\n"
     "Correct the name, take the argument out, or add the parameter to the task: then the game "
     "will be told it, too.",
     "ishi: 1\n"
     "blackboard:\n"
     "  home: point\n"
     "tasks:\n"
     "  move_to: { params: { place: point } }\n"
     "actions:\n"
     "  go_home: { score: 0.5, do: [move_to: { place: home, haste: 2 }] }\n",
     "ishi: 1\n"
     "blackboard:\n"
     "  home: point\n"
     "tasks:\n"
     "  move_to: { params: { place: point } }\n"
     "actions:\n"
     "  go_home: { score: 0.5, do: [move_to: { place: home }] }\n"},
    {Code::modifier_in_arguments, Severity::error, "modifier among the arguments",
     "Words such as `timeout`, `retry` and `while` say how a step is carried out. They are no "
     "arguments of the task and stand beside it, in the same column as its name, not in the { } "
     "behind it.\n\n"
     "Take the modifier out of the { } and write it on the next line, lined up with the task.",
     "ishi: 1\n"
     "blackboard:\n"
     "  home: point\n"
     "tasks:\n"
     "  move_to: { params: { place: point } }\n"
     "actions:\n"
     "  go_home: { score: 0.5, do: [move_to: { place: home, timeout: 6s }] }\n",
     "ishi: 1\n"
     "blackboard:\n"
     "  home: point\n"
     "tasks:\n"
     "  move_to: { params: { place: point } }\n"
     "actions:\n"
     "  go_home:\n"
     "    score: 0.5\n"
     "    do:\n"
     "      - move_to: { place: home }\n"
     "        timeout: 6s\n"},
    {Code::curve_rows_not_rising, Severity::error, "x that does not rise",
     "A curve that is a list of points goes from left to right: each x is greater than the one "
     "before it. Here one is smaller, so the line would run backwards, or the same, so there would "
     "be two values at one place.\n\n"
     "Put the points in order. For a sudden change use `steps`, or let the two x lie a little "
     "apart.",
     "ishi: 1\n"
     "curves:\n"
     "  close: { points: [[0m, 1], [20m, 0], [8m, 0.8]] }\n",
     "ishi: 1\n"
     "curves:\n"
     "  close: { points: [[0m, 1], [8m, 0.8], [20m, 0]] }\n"},
    {Code::curve_is_flat, Severity::warning, "curve that is the same everywhere",
     "With this number the curve gives the same value whatever it is given: a slope of 0 is a "
     "level line, an exponent of 0 is always 1. Whoever uses it would wonder why nothing has an "
     "effect.\n\n"
     "Choose another number. If the value is meant to be constant, write it as a number in place "
     "of the curve.",
     "ishi: 1\n"
     "curves:\n"
     "  panic: { logistic: { midpoint: 0.6, slope: 0 } }\n",
     "ishi: 1\n"
     "curves:\n"
     "  panic: { logistic: { midpoint: 0.6, slope: 12 } }\n"},
    {Code::curve_input_on_list, Severity::error, "input of a curve that lists its x",
     "`input` turns a range such as 0m to 20m into 0 to 1, for curves that are a formula. A curve "
     "that is a list of points, corners or keys needs no such thing: its x are written in the "
     "units of what the curve is given.\n\n"
     "Take `input` out, and write the x in metres, seconds or whatever the curve is given.",
     "ishi: 1\n"
     "curves:\n"
     "  close: { points: [[0, 1], [1, 0]], input: 0m..20m }\n",
     "ishi: 1\n"
     "curves:\n"
     "  close: { points: [[0m, 1], [20m, 0]] }\n"},
    {Code::curve_corners, Severity::error, "corners out of order",
     "The corners of a triangle or trapezoid stand from left to right: it begins to rise at the "
     "first, is at its height between those in the middle, and is down again at the last. Two "
     "neighbours may be the same, which makes an upright edge; all of them may not. Nor may the `from` and "
     "`to` of a smoothstep.\n\n"
     "Write the corners from the least to the greatest.",
     "ishi: 1\n"
     "curves:\n"
     "  warm: { triangle: [0.2, 0.8, 0.5] }\n",
     "ishi: 1\n"
     "curves:\n"
     "  warm: { triangle: [0.2, 0.5, 0.8] }\n"},
    {Code::curve_parameter, Severity::error, "number of a curve too large",
     "The numbers of a curve lie within -1,000,000 and 1,000,000. Beyond that, a game can no "
     "longer calculate with them: what lies between two values is lost.\n\n"
     "Write a smaller number. A slope of a few hundred already is as good as upright; for a sudden "
     "change there is `step`.",
     "ishi: 1\n"
     "curves:\n"
     "  sudden: { logistic: { midpoint: 0.5, slope: 5000000 } }\n",
     "ishi: 1\n"
     "curves:\n"
     "  sudden: { step: { at: 0.5 } }\n"},
    {Code::too_many_entries, Severity::error, "more than there can be",
     "There are limits that no text written by hand comes near: 4096 entries in a section, 255 "
     "words in an enum, 256 steps in a body, 1024 actions of an agent and 65,535 steps in all that they "
     "do, 1024 bytes of parameters of a task, 256 included files, 262,144 weights (profiles times needs "
     "and drives). They keep every decision quick, and its memory known beforehand.\n\n"
     "Take out what is not needed, or say it in another way: many similar actions are often one "
     "action, and what a program has made mostly belongs into the game.",
     "",
     "ishi: 1\n"
     "enums:\n"
     "  tile: [grass, water, stone]\n"},
    {Code::empty_model, Severity::error, "nothing to score or to choose from",
     "`gains`, `reduces` and `considerations` hold what the score of an action is made of. Here "
     "nothing is in the { }, so the score would always be the same, and the action would never be "
     "chosen, or always. In the same way `first`, `best` and the `plans` of a planner hold what is chosen "
     "from.\n\n"
     "Fill it in, or write a score that is a plain number: `score: 0.05`.",
     "ishi: 1\n"
     "actions:\n"
     "  rest: { considerations: {} }\n",
     "ishi: 1\n"
     "actions:\n"
     "  rest: { score: 0.05 }\n"},
    {Code::program_too_large, Severity::error, "scores that take too long",
     "All scores of an agent together become one calculation, which may have 65,536 operations; "
     "one with twenty actions has a few hundred. So many could not be carried out for every "
     "thought of every character in a game. The agents of one file may have 524,288 together, a single "
     "argument or condition of a step 4096.\n\n"
     "Give the agent fewer or simpler actions. What many scores have in common is computed only "
     "once if it stands under `values`.",
     "",
     "ishi: 1\n"
     "blackboard:\n"
     "  hp: { type: number, range: 0..100 }\n"
     "actions:\n"
     "  rest: { score: 1 - hp.norm }\n"
     "agents:\n"
     "  guard: { actions: [rest] }\n"},
    {Code::too_much_inherited, Severity::error, "too much inherited",
     "`extends` copies what the other entry holds, with all its lists and blocks. Here so many "
     "entries extend so large ones that more than 65,536 entries, names and values would be copied "
     "in one file and what it includes. That is more than a game could use, and more than anybody "
     "could read.\n\n"
     "Let fewer entries extend a large one. Often the many differ in few things, which the game can "
     "tell one agent by keys of its blackboard.",
     "",
     "ishi: 1\n"
     "actions:\n"
     "  rest: { score: 0.1 }\n"
     "  walk: { score: 0.2 }\n"
     "agents:\n"
     "  guard: { actions: [rest, walk] }\n"
     "  lazy_guard: { extends: guard, actions: [-walk] }\n"},
});

}  // namespace

std::span<const CatalogueRow> catalogue_structure() { return kStructureRows; }

}  // namespace ishi::compiler
