#include "resolve/linking.h"

#include <fmt/format.h>

#include <algorithm>
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
    for_each_step(model_, [&](const Step& step) {
      if (const auto* const walk = step.as<WalkStep>(); walk != nullptr) walked_by_.insert(walk->by.index);
    });
    warn_of_unused();
  }

 private:
  void link_class(Named<Navigation>& entry) {
    auto& [name, navigation] = entry;
    names_.find(navigation.cells, model_.enums, Section::enums);
    if (navigation.cells.index == kNone) return;
    for (const auto& cost : navigation.costs) check_terrain(entry.value, cost.name);
  }

  void check_terrain(const Navigation& navigation, const Name& cost) {
    const auto& terrains = model_.enums[navigation.cells.index];
    const auto& members = terrains.value.members;
    if (const auto member = std::ranges::find(members, cost.text, &Name::text); member != members.end())
      return model_.note_use(cost.span, *member);
    std::vector<std::string_view> known;
    for (const Name& member : members) known.push_back(member.text);
    names_.report_unknown(cost, "terrain", fmt::format("the enum `{}`", terrains.name.text), known);
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
