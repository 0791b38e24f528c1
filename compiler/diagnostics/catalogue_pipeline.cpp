#include <array>

#include "diagnostics/catalogue_parts.h"

// 5xx: the pipeline and tests.

namespace ishi::compiler {

namespace {

constexpr auto kPipelineRows = std::to_array<CatalogueRow>({
    {Code::allow_without_reason, Severity::warning, "silenced without a reason",
     "A comment such as `# ishi: allow IS417 -- the points are drawn later` silences a warning. Whoever "
     "reads it next "
     "year wants to know why the warning was wrong here, or they will not dare to touch it; so the reason "
     "belongs "
     "to it.\n\n"
     "Write two dashes behind the code, and why what the warning says is right here.",
     "ishi: 1\n"
     "curves:\n"
     "  # ishi: allow IS417\n"
     "  worth: { points: [[0, 0.5], [10, 0.5]] }\n",
     "ishi: 1\n"
     "curves:\n"
     "  # ishi: allow IS417 -- the points are drawn later\n"
     "  worth: { points: [[0, 0.5], [10, 0.5]] }\n"},
    {Code::allow_of_unknown_code, Severity::warning, "silenced code that there is not",
     "A comment `# ishi: allow CODE -- reason` silences the warnings of one code, or of several with commas "
     "between "
     "them. A code is IS and three digits; it stands at the beginning of each warning.\n\n"
     "Copy the code from the warning. `ishi explain --list` lists all codes.",
     "ishi: 1\n"
     "curves:\n"
     "  # ishi: allow IS999 -- the points are drawn later\n"
     "  worth: { points: [[0, 0.5], [10, 1]] }\n",
     "ishi: 1\n"
     "curves:\n"
     "  worth: { points: [[0, 0.5], [10, 1]] }\n"},
    {Code::allow_of_error, Severity::warning, "silenced code that is no mere warning",
     "Warnings can be silenced, errors cannot: with an error there is nothing that a game could run. What is "
     "said of "
     "these comments themselves cannot be silenced either.\n\n"
     "Mend what the error is about and take the comment out.",
     "ishi: 1\n"
     "curves:\n"
     "  # ishi: allow IS311 -- the points are drawn later\n"
     "  worth: { points: [[0, 0.5], [10, 1]] }\n",
     "ishi: 1\n"
     "curves:\n"
     "  worth: { points: [[0, 0.5], [10, 1]] }\n"},
    {Code::allow_mistyped, Severity::warning, "comment that silences a warning in other words",
     "This comment is taken for one that silences a warning, and does, but such comments are written "
     "`# ishi: allow IS417 -- why it is right here`: `ishi`, a colon, `allow`, the code, and behind two "
     "dashes the reason. People who look for them would miss this one.\n\n"
     "Write it so; `ishi check --fix` does where there is a reason. If it was meant as a remark to people, "
     "say it in other words.",
     "ishi: 1\n"
     "curves:\n"
     "  # ishi allow IS417: the points are drawn later\n"
     "  worth: { points: [[0, 0.5], [10, 0.5]] }\n",
     "ishi: 1\n"
     "curves:\n"
     "  # ishi: allow IS417 -- the points are drawn later\n"
     "  worth: { points: [[0, 0.5], [10, 0.5]] }\n"},
    {Code::allow_unused, Severity::warning, "comment that silences nothing",
     "At the end of a line, `# ishi: allow CODE -- reason` silences the warnings of that code that are about "
     "this line. "
     "On a line of its own it is about the next entry, with all that is indented below it; before the first "
     "entry of the "
     "file (`ishi: 1`) it is about the whole file. This one silences nothing there: the warning is gone, or "
     "stands "
     "elsewhere. Left alone it would hide what comes later.\n\n"
     "Take the comment out, or move it to what it is about. What `ishi check` finds out by analysis (IS401 "
     "to "
     "IS404, IS430 to IS442) is looked "
     "for by no other verb, so only `ishi check` complains about comments on them. A comment in a file that "
     "others include is complained about only where none of the checked files needs it.",
     "ishi: 1\n"
     "tokens:\n"
     "  # ishi: allow IS347 -- the other bards come later\n"
     "  stage: 1\n"
     "tasks: { sing: { takes: 3s } }\n"
     "actions: { perform: { score: 0.5, claims: stage, do: sing } }\n"
     "agents: { bard: { actions: [perform] } }\n",
     "ishi: 1\n"
     "tokens:\n"
     "  stage: 1\n"
     "tasks: { sing: { takes: 3s } }\n"
     "actions: { perform: { score: 0.5, claims: stage, do: sing } }\n"
     "agents: { bard: { actions: [perform] } }\n"},
    {Code::test_checks_nothing, Severity::error, "test that checks nothing",
     "A test describes a situation and says what must come of it. This one says nothing of that "
     "kind, so it would always pass, and everybody would think that something is checked. An order "
     "of a single action is no order.\n\n"
     "Write under `expect` what must come of it, such as `picks`, `order`, `score`, `chooses`, `state`, "
     "`notices`, `heads` or `reaches`; of a test with `run` also `does`, `max_switches`, `key`, `level` or "
     "`goal`.",
     "ishi: 1\n"
     "actions:\n"
     "  rest: { score: 0.1 }\n"
     "agents:\n"
     "  guard: { actions: [rest] }\n"
     "tests:\n"
     "  a guard rests:\n"
     "    agent: guard\n",
     "ishi: 1\n"
     "actions:\n"
     "  rest: { score: 0.1 }\n"
     "agents:\n"
     "  guard: { actions: [rest] }\n"
     "tests:\n"
     "  a guard rests:\n"
     "    agent: guard\n"
     "    expect: { picks: rest }\n"},
    {Code::given_not_allowed, Severity::error, "something given that is computed",
     "Under `given` a test says what the game would tell the agent: values of keys. What is "
     "computed from them (values, and the levels of needs and drives) cannot be given: the test "
     "would then check a situation that cannot come about in the game. For the same reason an "
     "entity under `world` can have fields only if `is` says what thing it is, and what a run "
     "sets on the way, or expects of a `key` at its end, are keys alone.\n\n"
     "Give the keys from which the value follows.",
     "ishi: 1\n"
     "blackboard:\n"
     "  hp: { type: number, range: 0..100, default: 100 }\n"
     "values:\n"
     "  hurt: 1 - hp.norm\n"
     "actions:\n"
     "  rest: { score: hurt }\n"
     "agents:\n"
     "  guard: { actions: [rest] }\n"
     "tests:\n"
     "  a hurt guard rests:\n"
     "    agent: guard\n"
     "    given: { hurt: 0.9 }\n"
     "    expect: { picks: rest }\n",
     "ishi: 1\n"
     "blackboard:\n"
     "  hp: { type: number, range: 0..100, default: 100 }\n"
     "values:\n"
     "  hurt: 1 - hp.norm\n"
     "actions:\n"
     "  rest: { score: hurt }\n"
     "agents:\n"
     "  guard: { actions: [rest] }\n"
     "tests:\n"
     "  a hurt guard rests:\n"
     "    agent: guard\n"
     "    given: { hp: 10 }\n"
     "    expect: { picks: rest }\n"},
    {Code::time_outside_run, Severity::error, "time outside the run of a test",
     "A test with `run` lasts so long and no longer. What it changes `at` a time, a task that `fails`, or "
     "something that must be picked `within` a time lies between its beginning (0s) and its end; what comes "
     "at the end or later would never happen.\n\n"
     "Write an earlier time, or let the test run longer.",
     "ishi: 1\n"
     "tasks:\n"
     "  nap: { takes: 2s }\n"
     "actions:\n"
     "  rest: { score: 0.1, do: nap }\n"
     "agents:\n"
     "  guard: { actions: [rest] }\n"
     "tests:\n"
     "  a guard naps again:\n"
     "    agent: guard\n"
     "    run: 5s\n"
     "    fails: { nap: 6s }\n"
     "    expect: { does: [nap, nap] }\n",
     "ishi: 1\n"
     "tasks:\n"
     "  nap: { takes: 2s }\n"
     "actions:\n"
     "  rest: { score: 0.1, do: nap }\n"
     "agents:\n"
     "  guard: { actions: [rest] }\n"
     "tests:\n"
     "  a guard naps again:\n"
     "    agent: guard\n"
     "    run: 5s\n"
     "    fails: { nap: 1s }\n"
     "    expect: { does: [nap, nap] }\n"},
    {Code::task_never_started, Severity::error, "task that the agent never starts",
     "The test speaks of a task, but in none of the agent's actions does a step start it. So it can neither "
     "fail nor be done, whatever happens in the run: the test waits for something that cannot come.\n\n"
     "Name a task that one of the actions starts, or add the step that is missing.",
     "ishi: 1\n"
     "tasks:\n"
     "  nap: {}\n"
     "  snore: {}\n"
     "actions:\n"
     "  rest: { score: 0.1, do: [nap] }\n"
     "agents:\n"
     "  guard: { actions: [rest] }\n"
     "tests:\n"
     "  a guard snores:\n"
     "    agent: guard\n"
     "    run: 1s\n"
     "    expect: { does: [nap, snore] }\n",
     "ishi: 1\n"
     "tasks:\n"
     "  nap: {}\n"
     "  snore: {}\n"
     "actions:\n"
     "  rest: { score: 0.1, do: [nap, snore] }\n"
     "agents:\n"
     "  guard: { actions: [rest] }\n"
     "tests:\n"
     "  a guard snores:\n"
     "    agent: guard\n"
     "    run: 1s\n"
     "    expect: { does: [nap, snore] }\n"},
    {Code::event_without_effect, Severity::warning, "event without effect",
     "The test sends the agent an event, but the agent has no ears for it: it is neither among the events "
     "under `on` of its `think`, which make it think at once, nor has the agent steps for it under `on`. "
     "The run is the same without it.\n\n"
     "Let the agent mind the event, or take it out of the test.",
     "ishi: 1\n"
     "events:\n"
     "  bell: {}\n"
     "actions:\n"
     "  rest: { score: 0.1 }\n"
     "agents:\n"
     "  guard: { actions: [rest] }\n"
     "tests:\n"
     "  a guard sleeps through the bell:\n"
     "    agent: guard\n"
     "    run: 5s\n"
     "    at: { 2s: { emit: { bell: {} } } }\n"
     "    expect: { picks: rest }\n",
     "ishi: 1\n"
     "events:\n"
     "  bell: {}\n"
     "actions:\n"
     "  rest: { score: 0.1 }\n"
     "agents:\n"
     "  guard: { actions: [rest], think: { on: [bell] } }\n"
     "tests:\n"
     "  a guard sleeps through the bell:\n"
     "    agent: guard\n"
     "    run: 5s\n"
     "    at: { 2s: { emit: { bell: {} } } }\n"
     "    expect: { picks: rest }\n"},
    {Code::not_for_proofs, Severity::error, "field that says nothing in a proof",
     "A test with `for_all` is about every situation in the ranges that it names, in which nothing runs, and "
     "about one thought in each. What describes a single situation, or a run, has no place beside it: what "
     "is not named under `for_all` may be anything, and what must hold for all is said with `always`, "
     "`never`, `order` or `score`. Who is in the `world`, and what the agent `remembers` or has as "
     "`candidates`, may be fixed.\n\n"
     "Take the field out, or make a second test of it, without `for_all`.",
     "ishi: 1\n"
     "blackboard:\n"
     "  hp: { type: number, range: 0..100 }\n"
     "actions:\n"
     "  flee: { score: 1 - hp.norm }\n"
     "  rest: { score: 0.1 }\n"
     "agents:\n"
     "  guard: { actions: [flee, rest] }\n"
     "tests:\n"
     "  a wounded guard flees:\n"
     "    agent: guard\n"
     "    for_all: { hp: 0..30 }\n"
     "    always: { picks: flee }\n"
     "    expect: { picks: flee }\n",
     "ishi: 1\n"
     "blackboard:\n"
     "  hp: { type: number, range: 0..100 }\n"
     "actions:\n"
     "  flee: { score: 1 - hp.norm }\n"
     "  rest: { score: 0.1 }\n"
     "agents:\n"
     "  guard: { actions: [flee, rest] }\n"
     "tests:\n"
     "  a wounded guard flees:\n"
     "    agent: guard\n"
     "    for_all: { hp: 0..30 }\n"
     "    always: { picks: flee }\n"},
    {Code::proof_of_planner, Severity::error, "proof about an agent with a planner",
     "What an agent chooses that has a planner depends on what its plans are worth, which proofs do not "
     "follow "
     "yet. Nothing can be said of every situation.\n\n"
     "Look at single situations instead, with `given` and `expect`.",
     "ishi: 1\n"
     "blackboard:\n"
     "  hp: { type: number, range: 0..100 }\n"
     "planners:\n"
     "  thrifty:\n"
     "    rewards: { health: 1 - hp.norm }\n"
     "    plans: { rest: { rewards: { health: 0.5 } } }\n"
     "agents:\n"
     "  guard: { planner: thrifty }\n"
     "tests:\n"
     "  a wounded guard rests:\n"
     "    agent: guard\n"
     "    for_all: { hp: 0..30 }\n"
     "    always: { picks: rest }\n",
     "ishi: 1\n"
     "blackboard:\n"
     "  hp: { type: number, range: 0..100 }\n"
     "planners:\n"
     "  thrifty:\n"
     "    rewards: { health: 1 - hp.norm }\n"
     "    plans: { rest: { rewards: { health: 0.5 } } }\n"
     "agents:\n"
     "  guard: { planner: thrifty }\n"
     "tests:\n"
     "  a wounded guard rests:\n"
     "    agent: guard\n"
     "    given: { hp: 30 }\n"
     "    expect: { picks: rest }\n"},
    {Code::internal_error, Severity::error, "error of the compiler",
     "The compiler has made something that the game's runtime refuses. That is a mistake in ishi, "
     "not in your text; nothing was written.\n\n"
     "Please report it, with the file. Undoing your last change is likely to get you going again.",
     "", ""},
});

}  // namespace

std::span<const CatalogueRow> catalogue_pipeline() { return kPipelineRows; }

}  // namespace ishi::compiler
