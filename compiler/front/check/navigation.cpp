#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string_view>

#include "check/checking.h"
#include "model/steps_within.h"

// Classes of walkers: over which cells they go, and at what cost; and walks that go on at once.

namespace ishi::compiler {
namespace {

void check_neighbours(const Navigation& navigation, Diagnostics& diagnostics) {
  if (const int32_t count = navigation.neighbours.value; count != 4 && count != 8) {
    diagnostics
        .report(Code::neighbours_neither, navigation.neighbours.span,
                fmt::format("a cell has 4 neighbours, or 8 with those across its corners, but not {}", count))
        .help("write 4 or 8");
  } else if (navigation.corners.given && count == 4) {
    diagnostics
        .report(Code::corners_without_diagonals, navigation.corners.span,
                "`corners` means nothing here: with 4 neighbours no step goes across a corner")
        .help("take it out, or add `neighbours: 8`");
  }
}

void check_cost(const Named<Setting<double>>& cost, Diagnostics& diagnostics) {
  const double value = cost.value.value;
  if (!cost.value.given || std::isinf(value) || value == std::floor(value)) return;
  diagnostics
      .report(Code::integer_expected, cost.value.span,
              fmt::format("a step into `{}` costs a whole number of plain steps", cost.name.text))
      .help(fmt::format("write {} or {}", std::floor(value), std::ceil(value)));
}

void check_passable(const Model& model, const Named<Navigation>& entry, Diagnostics& diagnostics) {
  const Navigation& navigation = entry.value;
  const auto is_never = [&](const Name& member) {
    const uint32_t index = find_index(navigation.costs, member.text);
    return index != kNone && navigation.costs[index].value.given &&
           std::isinf(navigation.costs[index].value.value);
  };
  const auto& members = model.enums[navigation.cells.index].value.members;
  if (members.empty() || !std::ranges::all_of(members, is_never)) return;
  diagnostics
      .report(Code::nowhere_to_walk, entry.name.span,
              fmt::format("`{}` can enter no cell: every terrain of `{}` is `never`", entry.name.text,
                          navigation.cells.text))
      .help("give at least one of them a cost");
}

// One way at a time: the walks of branches that go on at once would pull an agent to two places.
void check_at_once(const Step& step, const std::vector<StepsWithin::Branch>& walks,
                   Diagnostics& diagnostics) {
  if (walks.size() < 2) return;
  diagnostics
      .report(Code::two_walks, walks[1].found->name.span,
              fmt::format("under `{}` this walk goes on at the same time as another one", step.name.text))
      .label(walks[0].found->name.span, "the other one")
      .help("an agent goes one way at a time: let one follow the other, or do only one of them");
}

}  // namespace

void check_navigation(const Model& model, Diagnostics& diagnostics) {
  for (const auto& entry : model.navigation) {
    check_neighbours(entry.value, diagnostics);
    if (entry.value.cells.index == kNone) continue;
    for (const auto& cost : entry.value.costs) check_cost(cost, diagnostics);
    check_passable(model, entry, diagnostics);
  }
  StepsWithin walks = StepsWithin::of<WalkStep>(model);
  for_each_step(model,
                [&](const Step& step) { check_at_once(step, walks.branches_with(step), diagnostics); });
}

}  // namespace ishi::compiler
