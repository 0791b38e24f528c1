#include <array>

#include "diagnostics/catalogue_parts.h"

// 5xx: the pipeline and tests.

namespace ishi::compiler {

namespace {

constexpr auto kPipelineRows = std::to_array<CatalogueRow>({
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
    {Code::internal_error, Severity::error, "error of the compiler",
     "The compiler has made something that the game's runtime refuses. That is a mistake in ishi, "
     "not in your text; nothing was written.\n\n"
     "Please report it, with the file. Undoing your last change is likely to get you going again.",
     "", ""},
});

}  // namespace

std::span<const CatalogueRow> catalogue_pipeline() { return kPipelineRows; }

}  // namespace ishi::compiler
