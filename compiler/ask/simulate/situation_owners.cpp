#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "language/scalar.h"
#include "language/words.h"
#include "resolve/meant_in_tests.h"
#include "resolve/names.h"
#include "simulate/situation_values.h"

// What is wrong with a name, or with the owner of a key, an event or a memory: "thief.hp", "cid.shot".

namespace ishi::compiler {

void SituationValues::report_known(const Name& name, const std::string& noun,
                                   const std::vector<std::string_view>& known,
                                   const std::vector<std::string_view>& unlisted) {
  // It may be the right form of a wrong name, which has been reported.
  const auto is_meant = [&](std::string_view one) {
    return !is_name(one) && one.find('.') == std::string_view::npos && mended_name(one) == name.text;
  };
  if (std::ranges::any_of(known, is_meant)) return;
  auto report =
      diagnostics_.report(Code::unknown_name, name.span, fmt::format("there is no {} `{}`", noun, name.text));
  if (!report.is_kept()) return;
  std::vector<std::string_view> possible = known;
  possible.insert(possible.end(), unlisted.begin(), unlisted.end());
  const auto near = report.suggestions(name.text, possible);
  constexpr size_t kMostListed = 12;
  const std::string list =
      known.empty() || known.size() > kMostListed
          ? std::string()
          : fmt::format("there {} {}", known.size() == 1 ? "is only" : "are", quoted_list(known, "and"));
  if (!near.empty()) {
    report.suggest(name.span, near[0]);
  } else if (noun.find("key") != std::string::npos && find_index(model_.candidates, name.text) != kNone) {
    report.help(fmt::format(
        "`{0}` is a set of candidates: a test says what it holds, as `candidates: {{ {0}: [ … ] }}`",
        name.text));
  } else if (const std::string_view other = noun_elsewhere(model_, name.text); !other.empty()) {
    const bool is_key_for_task = noun == "task" && find_index(model_.blackboard, name.text) != kNone;
    report.help(
        is_key_for_task
            ? fmt::format("`{}` is {}: what the game tells the agent stands under `given`", name.text, other)
            : fmt::format("`{}` is {}, but here stands the name of {}{}{}", name.text, other,
                          one_called(noun), list.empty() ? "" : "; ", list));
  } else if (known.empty()) {
    report.help("none is declared here or in an included file");
  } else if (!list.empty()) {
    report.help(list);
  }
}

void SituationValues::report_no_agent(const Name& owner, std::string_view own) {
  const uint32_t entity = find_named(situation_, owner.text);
  const uint32_t key = find_index(model_.blackboard, own), set = find_index(model_.candidates, own);
  if (entity == kNone && set != kNone && model_.candidates[set].value.scope.value == Scope::team) {
    diagnostics_
        .report(Code::given_not_allowed, owner.span,
                fmt::format("what a scene says of `{}` holds for all teams", own))
        .help(fmt::format("write `{}`", own));
    return;
  }
  if (entity == kNone && key != kNone && model_.blackboard[key].value.scope.value == Scope::team) {
    report_unknown(owner, "team called", {}, model_.teams);
    return;
  }
  if (entity == kNone) {
    std::vector<std::string_view> agents;
    for (uint32_t i = 0; i < situation_.agent_count(); ++i) agents.push_back(situation_.agent_at(i).name);
    report_unknown(owner, "agent of this scene called", std::move(agents));
    return;
  }
  diagnostics_
      .report(Code::given_not_allowed, owner.span,
              fmt::format("`{}` is somebody of the world and no agent, and has no `{}`", owner.text, own))
      .help(fmt::format("name an agent, such as `{}.{}`", situation_.name, own));
}

bool SituationValues::report_owned(const Name& name, KeyPlace place) {
  const size_t point = name.text.find('.');
  if (point == std::string_view::npos) return false;
  const Name owner{name.text.substr(0, point),
                   {name.span.file, name.span.begin, name.span.begin + static_cast<uint32_t>(point)}};
  const std::string_view own = name.text.substr(point + 1);
  if (find_index(model_.blackboard, owner.text) != kNone) return false;  // of which more is said elsewhere
  const uint32_t entity = find_named(situation_, owner.text);
  if (entity != kNone && is_agent(entity)) return false;
  if (entity != kNone) {
    const std::string what = fmt::format("{{ {}: {{ {}: … }} }}", owner.text, own);
    diagnostics_
        .report(Code::given_not_allowed, name.span,
                fmt::format("`{}` is somebody of the world: `{}` is a field, and no key", owner.text, own))
        .help(place == KeyPlace::set ? fmt::format("fields change under `place`, such as `place: {}`", what)
                                     : fmt::format("say it under `world`, such as `world: {}`", what));
    return true;
  }
  const bool is_something =
      find_index(model_.blackboard, own) != kNone || own.starts_with("needs.") || own.starts_with("drives.");
  if (!is_scene() || !is_something || find_index(model_.teams, owner.text) != kNone) return false;
  report_no_agent(owner, own);
  return true;
}

}  // namespace ishi::compiler
