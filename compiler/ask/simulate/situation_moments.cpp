#include <fmt/format.h>

#include <algorithm>

#include "language/words.h"
#include "resolve/literal.h"
#include "simulate/situation_values.h"
#include "syntax/tree.h"

// Reads how long ago something was: `since(shot): 2s`.

namespace ishi::compiler {
namespace {

const Variable& duration_variable() {
  static const Variable kDuration = [] {
    Variable duration;
    duration.resolved = {ValueKind::number, Quantity::duration};
    duration.low = 0;
    duration.high = 1e6F;
    return duration;
  }();
  return kDuration;
}

}  // namespace

Name named_in_since(const Name& name) {
  constexpr std::string_view kBegin = "since(";
  if (!name.text.starts_with(kBegin) || !name.text.ends_with(')')) return {};
  const auto begin = static_cast<uint32_t>(kBegin.size());
  return {name.text.substr(begin, name.text.size() - begin - 1),
          {name.span.file, name.span.begin + begin, name.span.end - 1}};
}

void SituationValues::read_moment(const Named<const Node*>& entry, uint32_t agent,
                                  std::vector<SituationMoment>& moments) {
  const Name name = named_in_since(entry.name);
  const SituationAgent& who = situation_.agent_at(agent);
  if (who.agent == kNone) return;
  const Named<Agent>& kind = model_.agents[who.agent];
  SituationMoment moment;
  moment.owner = agent;
  const auto option = std::ranges::find(kind.value.actions, name.text, &Reference::text);
  const uint32_t event = find_index(model_.events, name.text);
  if (option != kind.value.actions.end()) {
    moment.option = static_cast<uint32_t>(option - kind.value.actions.begin());
    if (option->index != kNone) model_.note_use(name.span, model_.actions[option->index].name);
  } else if (event != kNone) {
    moment.event = event;
    model_.note_use(name.span, model_.events[event].name);
  } else if (find_index(model_.actions, name.text) != kNone) {
    diagnostics_
        .report(Code::given_not_allowed, name.span,
                fmt::format("`{}` never does `{}`", kind.name.text, name.text))
        .help("name something that it does, or take this out");
    return;
  } else {
    std::vector<std::string_view> known;
    for (const Reference& action : kind.value.actions) known.push_back(action.text);
    report_unknown(name, "action or event", known, model_.events);
    return;
  }
  const bool runs =
      option != kind.value.actions.end() && option->index != kNone && option->index == who.running;
  if (runs && !(has_time_ && time_ >= 0)) {
    diagnostics_
        .report(Code::given_not_allowed, entry.name.span,
                fmt::format("`{}` runs, so `{}` is 0s", name.text, entry.name.text))
        .help("take one of the two out");
    return;
  }
  SituationValue value;
  if (entry.value == nullptr || !read_value(duration_variable(), *entry.value, entry.name.text, value))
    return;
  moment.seconds = value.value[0];
  moments.push_back(moment);
}

}  // namespace ishi::compiler
