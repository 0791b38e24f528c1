#include "resolve/link_navigation.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <unordered_set>
#include <vector>

#include "language/limits.h"
#include "language/words.h"
#include "model/steps_within.h"

namespace ishi::compiler {
namespace {

class NavigationLinker {
 public:
  NavigationLinker(Model& model, const Scopes& scopes, Names& names, Diagnostics& diagnostics)
      : model_(model), scopes_(scopes), names_(names), diagnostics_(diagnostics) {}

  void link() {
    if (model_.navigation.size() > kLimits.navigation_classes) {
      diagnostics_
          .report(Code::too_many_entries, model_.navigation[kLimits.navigation_classes].name.span,
                  fmt::format("a file has at most {} classes of walkers", kLimits.navigation_classes))
          .help("let agents that walk alike share one");
    }
    for (auto& entry : model_.navigation) link_class(entry);
    look_at_bodies();
    warn_of_unused();
  }

 private:
  void link_class(Named<Navigation>& entry) {
    auto& [name, navigation] = entry;
    names_.find(navigation.cells, model_.enums, Section::enums);
    if (const int32_t count = navigation.neighbours.value; count != 4 && count != 8) {
      diagnostics_
          .report(
              Code::neighbours_neither, navigation.neighbours.span,
              fmt::format("a cell has 4 neighbours, or 8 with those across its corners, but not {}", count))
          .help("write 4 or 8");
      navigation.neighbours.value = 4;
    } else if (navigation.corners.given && count == 4) {
      diagnostics_
          .report(Code::corners_without_diagonals, navigation.corners.span,
                  "`corners` means nothing here: with 4 neighbours no step goes across a corner")
          .help("take it out, or add `neighbours: 8`");
    }
    if (navigation.cells.index == kNone) return;
    for (auto& cost : navigation.costs) check_cost(entry, cost);
    check_passable(entry);
  }

  void check_cost(const Named<Navigation>& entry, Named<Setting<double>>& cost) {
    const auto& terrains = model_.enums[entry.value.cells.index];
    const std::vector<std::string_view> known = members_of(entry.value);
    if (std::ranges::find(known, cost.name.text) == known.end()) {
      names_.report_unknown(cost.name, "terrain", fmt::format("the enum `{}`", terrains.name.text), known);
    }
    const double value = cost.value.value;
    if (!cost.value.given || std::isinf(value) || value == std::floor(value)) return;
    diagnostics_
        .report(Code::integer_expected, cost.value.span,
                fmt::format("a step into `{}` costs a whole number of plain steps", cost.name.text))
        .help(fmt::format("write {} or {}", std::floor(value), std::ceil(value)));
  }

  [[nodiscard]] std::vector<std::string_view> members_of(const Navigation& navigation) const {
    std::vector<std::string_view> members;
    for (const Name& member : model_.enums[navigation.cells.index].value.members)
      members.push_back(member.text);
    return members;
  }

  void check_passable(const Named<Navigation>& entry) {
    const Navigation& navigation = entry.value;
    const auto is_never = [&](std::string_view member) {
      const uint32_t index = find_index(navigation.costs, member);
      return index != kNone && navigation.costs[index].value.given &&
             std::isinf(navigation.costs[index].value.value);
    };
    const std::vector<std::string_view> members = members_of(navigation);
    if (members.empty() || !std::ranges::all_of(members, is_never)) return;
    diagnostics_
        .report(Code::nowhere_to_walk, entry.name.span,
                fmt::format("`{}` can enter no cell: every terrain of `{}` is `never`", entry.name.text,
                            navigation.cells.text))
        .help("give at least one of them a cost");
  }

  void look_at_bodies() {
    StepsWithin walks = StepsWithin::of<WalkStep>(model_);
    for_each_step(model_, [&](const Step& step) {
      if (const auto* const walk = step.as<WalkStep>(); walk != nullptr) walked_by_.insert(walk->by.index);
      check_at_once(step, walks.branches_with(step));
    });
  }

  // One way at a time: the walks of branches that go on at once would pull an agent to two places.
  void check_at_once(const Step& step, const std::vector<StepsWithin::Branch>& branches) {
    if (branches.size() < 2) return;
    diagnostics_
        .report(Code::two_walks, branches[1].found->name.span,
                fmt::format("under `{}` this walk goes on at the same time as another one", step.name.text))
        .label(branches[0].found->name.span, "the other one")
        .help("an agent goes one way at a time: let one follow the other, or do only one of them");
  }

  // A class that a library or the files of a project share may be for another of its assets.
  void warn_of_unused() {
    if (model_.agents.empty() || diagnostics_.has_errors()) return;
    for (uint32_t i = 0; i < model_.navigation.size(); ++i) {
      const Name& name = model_.navigation[i].name;
      if (walked_by_.contains(i) || !scopes_.is_main(name.span.file)) continue;
      diagnostics_.report(Code::navigation_unused, name.span, fmt::format("nobody walks by `{}`", name.text))
          .help(fmt::format("let a body use it, such as `walk: {{ to: home, by: {} }}`, or take it out",
                            name.text));
    }
  }

  Model& model_;
  const Scopes& scopes_;
  Names& names_;
  Diagnostics& diagnostics_;
  std::unordered_set<uint32_t> walked_by_;
};

}  // namespace

void link_navigation(Model& model, const Scopes& scopes, Names& names, Diagnostics& diagnostics) {
  NavigationLinker(model, scopes, names, diagnostics).link();
}

}  // namespace ishi::compiler
