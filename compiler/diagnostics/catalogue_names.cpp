#include <array>

#include "diagnostics/catalogue_parts.h"

// 1xx: names. What things are called, in one file and across files.

namespace ishi::compiler {

namespace {

constexpr auto kNamesRows = std::to_array<CatalogueRow>({
    {Code::unknown_field, Severity::error, "unknown field or section",
     "Before a `:` stands a field of the thing that is described, or at the start of a line a "
     "section of the file. The language knows no field or section of this name in this place. "
     "Mostly it is a slip of the fingers, a field of another kind of thing, or one line that is "
     "indented too far or not far enough.\n\n"
     "Correct the name; the message lists the fields that there are. Remarks for people belong "
     "into `doc`, or behind a `#`.",
     "ishi: 1\n"
     "blackboard:\n"
     "  hp: { type: number, rnage: 0..100 }\n",
     "ishi: 1\n"
     "blackboard:\n"
     "  hp: { type: number, range: 0..100 }\n"},
    {Code::unknown_name, Severity::error, "unknown name",
     "Something is called by a name that nothing has: a key, value, curve, need, action, task, "
     "type or entity of a test. Names are found if they are defined in this file or in one that it "
     "includes, directly or by way of others.\n\n"
     "Correct the spelling, define what is missing, or include the file that defines it.",
     "ishi: 1\n"
     "blackboard:\n"
     "  hp: { type: number, range: 0..100 }\n"
     "values:\n"
     "  hurt: 1 - hitpoints.norm\n",
     "ishi: 1\n"
     "blackboard:\n"
     "  hp: { type: number, range: 0..100 }\n"
     "values:\n"
     "  hurt: 1 - hp.norm\n"},
    {Code::defined_twice, Severity::error, "name defined twice",
     "Two things have the same name, so nobody could tell which of them is meant. The two may "
     "stand in different files, of which one includes the other. Some sections share their names: "
     "keys, values and curves, because expressions name them alike; needs and drives; enums and "
     "things. A list that names the same thing twice gets this code as well.\n\n"
     "Rename one of the two, or take one out.",
     "ishi: 1\n"
     "blackboard:\n"
     "  panic: { type: number, range: 0..1 }\n"
     "curves:\n"
     "  panic: { power: 2 }\n",
     "ishi: 1\n"
     "blackboard:\n"
     "  panic: { type: number, range: 0..1 }\n"
     "curves:\n"
     "  late: { power: 2 }\n"},
    {Code::bad_name, Severity::error, "text that cannot be a name",
     "A name begins with a letter from a to z and goes on with such letters, digits and "
     "underscores: `run_away`, `phase_2`. Capitals, spaces, dashes and letters of other alphabets "
     "are left out so that names can stand in expressions, where `ammo-left` would be a "
     "subtraction, and in the game's own code.\n\n"
     "Write the name in that form. What people should read goes into its `doc`, which may hold any "
     "text. Names of tests are free.",
     "ishi: 1\n"
     "blackboard:\n"
     "  Hit-Points: { type: number, range: 0..100 }\n",
     "ishi: 1\n"
     "blackboard:\n"
     "  hit_points: { type: number, range: 0..100, doc: Hit-Points }\n"},
    {Code::reserved_name, Severity::error, "name that the language uses itself",
     "A few names mean something already: the functions (`max`, `distance`), the words of "
     "expressions (`time`, `self`, `random`), the built-in types (`number`, `point`) and the steps "
     "that need no task (`wait`, `set`). If something else could have such a name, the same line "
     "would mean different things in different files.\n\n"
     "Choose another name, such as `play_time` for `time`.",
     "ishi: 1\n"
     "blackboard:\n"
     "  time: { type: duration, range: 0s..60s }\n",
     "ishi: 1\n"
     "blackboard:\n"
     "  play_time: { type: duration, range: 0s..60s }\n"},
    {Code::name_too_long, Severity::error, "name too long",
     "A name has at most 64 characters. It appears in lists, in tools and in the game's code, "
     "where more than that cannot be read.\n\n"
     "Shorten the name, and write the long version into its `doc`.",
     "ishi: 1\n"
     "actions:\n"
     "  run_to_the_nearest_cover_that_no_enemy_can_see_and_wait_there_for_help: { score: 0.5 }\n",
     "ishi: 1\n"
     "actions:\n"
     "  run_to_cover: { score: 0.5, doc: Runs to the nearest cover that no enemy can see and waits there for "
     "help. }\n"},
    {Code::extends_cycle, Severity::error, "extends in a circle",
     "`extends: NAME` means: be like that one, except for what is said here. If the chain of those "
     "names comes back to where it began, nobody is left who says what all of them are like. The "
     "message shows the chain. A chain of more than 32 entries gets this code too.\n\n"
     "Take one `extends` of the chain out, or let it name another entry.",
     "ishi: 1\n"
     "curves:\n"
     "  calm:  { extends: panic, invert: true }\n"
     "  panic: { extends: calm, power: 2 }\n",
     "ishi: 1\n"
     "curves:\n"
     "  calm:  { extends: panic, invert: true }\n"
     "  panic: { power: 2 }\n"},
    {Code::list_change_without_extends, Severity::error, "+ or - without extends",
     "In a list of names `+name` adds to the list that was inherited with `extends`, and `-name` "
     "takes out of it. Here nothing is inherited, so there is no list to change.\n\n"
     "Write the names without signs, or say with `extends: NAME` whose list is changed.",
     "ishi: 1\n"
     "actions:\n"
     "  flee: { score: 0.5 }\n"
     "agents:\n"
     "  guard: { actions: [+flee] }\n",
     "ishi: 1\n"
     "actions:\n"
     "  flee: { score: 0.5 }\n"
     "agents:\n"
     "  guard: { actions: [flee] }\n"},
    {Code::list_change_without_effect, Severity::error, "+ or - that changes nothing",
     "`+name` adds to an inherited list and `-name` takes out of it. Here the name to add is in "
     "the list already, or the one to take out is not in it; perhaps the inherited list has "
     "changed since. In one list either all names have a sign or none has: with signs the list "
     "changes the inherited one, without them it replaces it.\n\n"
     "Take the name out, correct it, or give all names of the list a sign.",
     "ishi: 1\n"
     "actions:\n"
     "  flee: { score: 0.5 }\n"
     "  rest: { score: 0.1 }\n"
     "agents:\n"
     "  guard:  { actions: [flee, rest] }\n"
     "  coward: { extends: guard, actions: [+flee] }\n",
     "ishi: 1\n"
     "actions:\n"
     "  flee: { score: 0.5 }\n"
     "  rest: { score: 0.1 }\n"
     "agents:\n"
     "  guard:  { actions: [flee, rest] }\n"
     "  coward: { extends: guard, actions: [-rest] }\n"},
    {Code::include_not_found, Severity::error, "included file not found",
     "`include` or `import` names a file that is not there. A path begins at the folder of the file in which "
     "it is written, not at the project's own folder, and capitals and small letters count on most "
     "systems. The message shows the path as the project sees it.\n\n"
     "Correct the path. Until then nothing is said about names, since any of them may stand in "
     "that file.",
     "ishi: 1\n"
     "include: [libary.ishi.yaml]\n",
     "ishi: 1\n"
     "include: [library.ishi.yaml]\n"},
    {Code::include_outside_root, Severity::error, "included file outside of the project",
     "Only files inside the project can be included or imported, so that a project means the same on every "
     "computer. The project is the nearest folder upward that holds a file `ishi.yaml` (it may be "
     "empty), or the folder that `--root` names, or else the folder of the file itself. A symbolic "
     "link does not lead out of it either.\n\n"
     "Move the file into the project, or put `ishi.yaml` into a folder that holds both.",
     "ishi: 1\n"
     "include: [../library.ishi.yaml]\n",
     "ishi: 1\n"
     "include: [library.ishi.yaml]\n"},
    {Code::include_cycle, Severity::error, "include in a circle",
     "A file includes or imports another that needs it in turn, perhaps by way of more files; the message "
     "shows the chain. It would then depend on where one begins to read which of them comes first. "
     "That several files include the same one is fine.\n\n"
     "Take one of these lines out. If both files need something of each other, move it into a "
     "third file that both include.",
     "ishi: 1\n"
     "include: [example.ishi.yaml]\n",
     "ishi: 1\n"
     "include: [library.ishi.yaml]\n"},
    {Code::include_unreadable, Severity::error, "included file cannot be read",
     "There is something under this path, but it cannot be read as a file: it is a folder, or the "
     "system refuses to open it.\n\n"
     "Include the files in a folder one by one. If it is a file, look at its permissions and "
     "whether another program holds it.",
     "ishi: 1\n"
     "include: [folder.ishi.yaml]\n",
     "ishi: 1\n"
     "include: [library.ishi.yaml]\n"},
    {Code::include_path, Severity::error, "path of the wrong form",
     "A path in `include` or `import` leads from the folder of this file to another source file: its parts "
     "are "
     "separated by `/` on every system, `..` is the folder above, and it ends in `.ishi.yaml`. It "
     "does not begin with `/` or a drive, since the project may lie elsewhere on another computer.\n\n"
     "Write the path in that form, such as `../shared/game.ishi.yaml`.",
     "ishi: 1\n"
     "include: [library.yaml]\n",
     "ishi: 1\n"
     "include: [library.ishi.yaml]\n"},
    {Code::not_in_this_version, Severity::error, "part of the language that this version does not read",
     "The word is right, and the language has what it stands for, but this version of ishi cannot "
     "do it yet. Rather than let it be without effect, the compiler says so.\n\n"
     "Leave it out for now, or see whether there is a later version of ishi.",
     "ishi: 1\n"
     "things: { person: {} }\n"
     "candidates: { hostiles: { of: person, capacity: 8 } }\n"
     "actions:\n"
     "  shoot:\n"
     "    for_each: { foe: hostiles }\n"
     "    score: count(hostiles, distance(it, foe) < 5m) / 8\n"
     "agents: { guard: { actions: [shoot] } }\n",
     "ishi: 1\n"
     "things: { person: {} }\n"
     "candidates: { hostiles: { of: person, capacity: 8 } }\n"
     "actions:\n"
     "  shoot:\n"
     "    for_each: { foe: hostiles }\n"
     "    score: count(hostiles, distance(it) < 5m) / 8\n"
     "agents: { guard: { actions: [shoot] } }\n"},
    {Code::id_collision, Severity::error, "two names with the same id",
     "In a compiled file names are kept as numbers that are computed from their letters. Two "
     "different names have come out with the same number, which happens about once in a billion "
     "billion pairs.\n\n"
     "Rename one of the two in any way.",
     "", ""},
    {Code::file_without_edition, Severity::error, "file that does not begin with its edition",
     "The first line of every source file says in which edition of the language it is written: "
     "`ishi: 1`. Thanks to it an old file keeps its meaning when the language changes.\n\n"
     "Write `ishi: 1` as the first line, above all sections; comments may stand before it.",
     "blackboard:\n"
     "  hp: { type: number, range: 0..100 }\n",
     "ishi: 1\n"
     "blackboard:\n"
     "  hp: { type: number, range: 0..100 }\n"},
    {Code::unknown_edition, Severity::error, "unknown edition",
     "Behind `ishi:` stands the edition of the language, a whole number. This version of ishi "
     "reads edition 1. It is not the version of the tool and not that of your own file.\n\n"
     "Write `ishi: 1`. If the file comes from someone who has a later edition, get the later ishi "
     "that reads it.",
     "ishi: 2\n"
     "blackboard:\n"
     "  hp: { type: number, range: 0..100 }\n",
     "ishi: 1\n"
     "blackboard:\n"
     "  hp: { type: number, range: 0..100 }\n"},
    {Code::name_of_other_kind, Severity::error, "need for a drive, or drive for a need",
     "An action tells under `gains` what it does for needs, and under `reduces` what it does "
     "against drives. Here the name of one stands under the other. Both are written with + when "
     "the action does good.\n\n"
     "Write the line under the other of the two; an action may have both.",
     "ishi: 1\n"
     "blackboard:\n"
     "  heat: { type: number, range: 0..1 }\n"
     "drives:\n"
     "  danger: { level: heat }\n"
     "actions:\n"
     "  flee: { gains: { danger: +0.5 } }\n",
     "ishi: 1\n"
     "blackboard:\n"
     "  heat: { type: number, range: 0..1 }\n"
     "drives:\n"
     "  danger: { level: heat }\n"
     "actions:\n"
     "  flee: { reduces: { danger: +0.5 } }\n"},
    {Code::file_name, Severity::error, "file name that cannot be kept",
     "The names of source files are kept in what is compiled, so that every message can say where a "
     "thing stands. This file's name, or that of a folder below the project's root, is not UTF-8, or "
     "holds a character that cannot be seen, such as a line end. Such a name looks different on every "
     "system, and could change what a terminal shows.\n\n"
     "Rename the file or folder. Letters, digits and underscores do everywhere.",
     "", ""},
    {Code::unknown_import, Severity::error, "alias that nothing is imported as",
     "A name with a point, such as `std.near`, is one that another file defines: `std` is the alias under "
     "which this file imports it. Here the alias is not among those under `import`. What one file imports is "
     "not known in another, not even in one that includes it. Only what a thing offers has the thing's name "
     "before the point: `fridge.snack`.\n\n"
     "Correct the alias or the thing, or import the file here.",
     "ishi: 1\n"
     "blackboard:\n"
     "  hp: { type: number, range: 0..100 }\n"
     "needs:\n"
     "  survival: { level: 1 - hp.norm, curve: std.gentle }\n",
     "ishi: 1\n"
     "import: { std: library.ishi.yaml }\n"
     "needs:\n"
     "  survival: { level: 1 - hp.norm, curve: std.gentle }\n"},
    {Code::import_shadows, Severity::error, "alias that is a name already",
     "An alias and a key, value or curve have the same name. Then `threat.known` could mean a name of the "
     "imported file or a part of the key. Keys are everybody's, so one that the imported file itself "
     "declares counts, too.\n\n"
     "Choose another alias; it is for this file alone.",
     "ishi: 1\n"
     "import: { hp: library.ishi.yaml }\n"
     "needs:\n"
     "  survival: { level: 1 - hp.norm, curve: hp.gentle }\n",
     "ishi: 1\n"
     "import: { std: library.ishi.yaml }\n"
     "needs:\n"
     "  survival: { level: 1 - hp.norm, curve: std.gentle }\n"},
    {Code::unused_import, Severity::warning, "import that nothing uses",
     "A file is imported, but no name behind its alias is used. Perhaps what used it is gone, or the file is "
     "wanted for its enums, things, keys, tasks and events alone: those need no alias.\n\n"
     "Take the line out. To have the contract that the file holds, include it instead.",
     "ishi: 1\n"
     "import: { std: library.ishi.yaml }\n"
     "needs:\n"
     "  survival: { level: 1 - hp.norm }\n",
     "ishi: 1\n"
     "include: [library.ishi.yaml]\n"
     "needs:\n"
     "  survival: { level: 1 - hp.norm }\n"},
    {Code::loop_variable_hides, Severity::error, "loop variable that hides another name",
     "The name that `for_each` gives to the fact at hand is the name of something else already: of a key, a "
     "value, "
     "a curve, a memory or an import. Within the action nobody could tell which of the two is meant.\n\n"
     "Choose another name; it is known in this action alone.",
     "ishi: 1\n"
     "things: { pickup: { fields: { energy: { type: number, range: 0..1 } } } }\n"
     "blackboard: { item: pickup }\n"
     "memory: { pickups: { of: pickup, capacity: 8, forget: 10s } }\n"
     "actions:\n"
     "  fetch: { for_each: { item: pickups }, score: item.energy }\n"
     "agents: { robot: { actions: [fetch] } }\n",
     "ishi: 1\n"
     "things: { pickup: { fields: { energy: { type: number, range: 0..1 } } } }\n"
     "blackboard: { item: pickup }\n"
     "memory: { pickups: { of: pickup, capacity: 8, forget: 10s } }\n"
     "actions:\n"
     "  fetch: { for_each: { found: pickups }, score: found.energy }\n"
     "agents: { robot: { actions: [fetch] } }\n"},
    {Code::old_name_taken, Severity::error, "old name that is not free",
     "`renamed_from` says what something was called before, so that a game that reloads its behaviour gives "
     "it "
     "what agents had under the old name. Here that name is not free: it is the name that the thing has now, "
     "something else of the same kind is still called so, or two things say that they were it. What there is "
     "can "
     "go to one place only.\n\n"
     "Correct the old name, or take it out. If two things swap their names, do it in two steps, with a "
     "reload in between.",
     "ishi: 1\n"
     "blackboard:\n"
     "  hp:     { type: number, range: 0..100, renamed_from: health }\n"
     "  health: { type: number, range: 0..1 }\n",
     "ishi: 1\n"
     "blackboard:\n"
     "  hp:     { type: number, range: 0..100, renamed_from: health }\n"
     "  vigour: { type: number, range: 0..1 }\n"},
});

}  // namespace

std::span<const CatalogueRow> catalogue_names() { return kNamesRows; }

}  // namespace ishi::compiler
