#include <array>

#include "diagnostics/catalogue_parts.h"

// What can be wrong with how an agent chooses: 3xx from 343 on.

namespace ishi::compiler {
namespace {

constexpr auto kRows = std::to_array<CatalogueRow>({
    {Code::inertia_without_effect, Severity::error, "inertia where actions are drawn",
     "Inertia raises the score of what runs, so that a little more elsewhere does not take over at once. "
     "With "
     "`weighted` or `softmax` an action is drawn when nothing runs, and then goes on until it ends or "
     "something of a "
     "higher rank takes over: its score is not compared with the others any more, so there is nothing to "
     "raise.\n\n"
     "Take `inertia` out. To let better actions take over, leave the draw out.",
     "ishi: 1\n"
     "tasks: { sing: { takes: 3s }, sit: { takes: 3s } }\n"
     "actions:\n"
     "  sing: { score: 0.5, do: sing }\n"
     "  sit: { score: 0.2, do: sit }\n"
     "agents:\n"
     "  bard: { actions: [sing, sit], select: { weighted: {}, inertia: 0.05 } }\n",
     "ishi: 1\n"
     "tasks: { sing: { takes: 3s }, sit: { takes: 3s } }\n"
     "actions:\n"
     "  sing: { score: 0.5, do: sing }\n"
     "  sit: { score: 0.2, do: sit }\n"
     "agents:\n"
     "  bard: { actions: [sing, sit], select: { weighted: {} } }\n"},
});

}  // namespace

std::span<const CatalogueRow> catalogue_choosing() { return kRows; }

}  // namespace ishi::compiler
