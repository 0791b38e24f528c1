#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "analyze/kinds_of_findings.h"
#include "model/steps_within.h"
#include "resolve/include.h"

// Events that agents emit to each other, and that none of them minds.

namespace ishi::compiler {
namespace {

// True if an agent handles the event, thinks because of it, or asks when it came.
bool is_minded(const Model& model, const Lowered& lowered, uint32_t event) {
  const bool is_handled = std::ranges::any_of(model.agents, [&](const auto& agent) {
    const Agent& minding = agent.value;
    return find_index(minding.on, model.events[event].name.text) != kNone ||
           std::ranges::find(minding.think.on, event, &Reference::index) != minding.think.on.end();
  });
  return is_handled || std::ranges::any_of(lowered.agents, [&](const LoweredAgent& agent) {
           return std::ranges::any_of(agent.moments, [&](const LoweredMoment& moment) {
             return moment.kind == MomentKind::event && moment.subject == event;
           });
         });
}

// Agents of other files may mind an event that is declared in a file which they include, too.
bool is_of_these_agents(const Units& units, uint32_t file) {
  const auto unit = std::ranges::find(units.units, file, &SourceUnit::file);
  return unit != units.units.end() && unit->tree.root != nullptr &&
         unit->tree.root->find("agents") != nullptr;
}

std::string_view word_of(Audience audience) {
  switch (audience) {
    case Audience::self: return "self";
    case Audience::team: return "team";
    default: return "…";
  }
}

}  // namespace

void find_unheard_events(const Model& model, const Lowered& lowered, const Units& units,
                         Diagnostics& diagnostics) {
  for_each_written_step(model, [&](const Step& step) {
    const auto* const emit = step.as<EmitStep>();
    if (emit == nullptr || emit->event.index == kNone || emit->event.span.file != units.main_file) return;
    const Audience audience = step.modifiers.audience.value;
    const auto& [name, event] = model.events[emit->event.index];
    // Agents of any file may be in the world.
    if (audience == Audience::game || audience == Audience::world || emit->sound != kNone ||
        !is_of_these_agents(units, name.span.file) || is_minded(model, lowered, emit->event.index))
      return;
    diagnostics
        .report(Code::event_unheard, emit->event.span, fmt::format("nobody hears `{}`", emit->event.text))
        .caption("no agent handles it, thinks because of it or asks when it came")
        .label(name.span, "declared here")
        .note("proved: every agent of this file, and of those that it includes, was looked at")
        .help(fmt::format(
            "let one of them mind it, such as `on: {{ {}: [set: {{ … }}] }}`; or, if it is for the game, "
            "take `to: {}` out",
            emit->event.text, word_of(audience)));
  });
}

}  // namespace ishi::compiler
