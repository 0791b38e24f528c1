#include <array>

#include "diagnostics/catalogue_parts.h"

// 5xx: the pipeline and tests.

namespace ishi::compiler {

namespace {

constexpr auto kRows = std::to_array<CatalogueRow>({
    {Code::test_checks_nothing, Severity::error, "test that checks nothing",
     "A test describes a situation and says what must come of it. This one says nothing of that "
     "kind, so it would always pass, and everybody would think that something is checked. An order "
     "of a single action is no order.\n\n"
     "Write under `expect` what must come of it: `picks`, `order` or `score`.",
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
     "entity under `world` can have fields only if `is` says what thing it is.\n\n"
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
    {Code::internal_error, Severity::error, "error of the compiler",
     "The compiler has made something that the game's runtime refuses. That is a mistake in ishi, "
     "not in your text; nothing was written.\n\n"
     "Please report it, with the file. Undoing your last change is likely to get you going again.",
     "", ""},
});

}  // namespace

std::span<const CatalogueRow> catalogue_pipeline() { return kRows; }

}  // namespace ishi::compiler
