#include <array>

#include "diagnostics/catalogue_parts.h"

// What planners can have wrong: 342.

namespace ishi::compiler {
namespace {

constexpr auto kPlannersRows = std::to_array<CatalogueRow>({
    {Code::nearly_inherited, Severity::warning, "name that is nearly an inherited one",
     "A planner that extends another one changes its `rewards` and `plans` by naming them again; what has "
     "another "
     "name is new. Here a name is new, but so much like an inherited one that it may be meant as that: a "
     "reward that "
     "no plan brings, or a plan that says nothing of what is done. Then the inherited one stays as it "
     "was.\n\n"
     "Correct the name. If it shall be a reward of its own, let a plan bring it; if it shall be a plan of "
     "its own, "
     "say what is done with `do`.",
     "ishi: 1\n"
     "tasks: { sleep: { takes: 5s } }\n"
     "planners:\n"
     "  thrifty:\n"
     "    rewards: { energy: 1 }\n"
     "    plans: { rest: { rewards: { energy: 0.5 }, do: [sleep] } }\n"
     "  lazy: { extends: thrifty, rewards: { enrgy: 2 } }\n"
     "agents:\n"
     "  cat: { planner: lazy }\n",
     "ishi: 1\n"
     "tasks: { sleep: { takes: 5s } }\n"
     "planners:\n"
     "  thrifty:\n"
     "    rewards: { energy: 1 }\n"
     "    plans: { rest: { rewards: { energy: 0.5 }, do: [sleep] } }\n"
     "  lazy: { extends: thrifty, rewards: { energy: 2 } }\n"
     "agents:\n"
     "  cat: { planner: lazy }\n"},
});

}  // namespace

std::span<const CatalogueRow> catalogue_planners() { return kPlannersRows; }

}  // namespace ishi::compiler
