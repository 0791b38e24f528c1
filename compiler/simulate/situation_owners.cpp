#include <fmt/format.h>

#include "simulate/situation_values.h"

// What is wrong with the owner of a key, an event or a memory: "thief.hp", "cid.shot".

namespace ishi::compiler {

void SituationValues::report_no_agent(const Name& owner, std::string_view own) {
  const uint32_t entity = find_named(situation_, owner.text);
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
