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
bool minds(const Model& model, const LoweredAgent& agent, uint32_t event) {
  const Agent& written = model.agents[agent.agent].value;
  const auto is_it = [&](const LoweredMoment& moment) {
    return moment.kind == MomentKind::event && moment.subject == event;
  };
  return find_index(written.on, model.events[event].name.text) != kNone ||
         std::ranges::find(written.think.on, event, &Reference::index) != written.think.on.end() ||
         std::ranges::any_of(agent.moments, is_it);
}

// True if a node or one below it does a step.
bool does(const LoweredNode& node, const Step& step) {  // NOLINT(misc-no-recursion): as deep as the text
  return node.step == &step ||
         std::ranges::any_of(node.children, [&](const LoweredNode& child) { return does(child, step); });
}

bool does(const LoweredAgent& agent, const Step& step) {
  return std::ranges::any_of(agent.options,
                             [&](const LoweredOption& option) {
                               return does(option.body, step) || does(option.finally, step);
                             }) ||
         std::ranges::any_of(agent.handlers,
                             [&](const LoweredHandler& handler) { return does(handler.body, step); }) ||
         std::ranges::any_of(agent.states, [&](const LoweredState& state) {
           return does(state.enter, step) || does(state.finally, step);
         });
}

// Finds the first scene in which an agent does the step and another agent stands beside it. Null if there is
// none.
const Named<Scene>* scene_of(const Model& model, const Lowered& lowered, const Step& step) {
  for (const Named<Scene>& scene : model.scenes) {
    const auto does_it = [&](const Named<SceneAgent>& one) {
      return std::ranges::any_of(lowered.agents, [&](const LoweredAgent& agent) {
        return agent.agent == one.value.agent.index && does(agent, step);
      });
    };
    if (scene.value.agents.size() > 1 && std::ranges::any_of(scene.value.agents, does_it)) return &scene;
  }
  return nullptr;
}

// True if an agent of this model hears a sound.
bool hears(const Model& model, const LoweredAgent& agent, uint32_t sound) {
  return std::ranges::any_of(model.agents[agent.agent].value.senses, [&](const Reference& sense) {
    if (sense.index == kNone || !model.senses[sense.index].value.hearing.given) return false;
    const std::vector<Reference>& sounds = model.senses[sense.index].value.hearing.value.sounds;
    return sounds.empty() || std::ranges::find(sounds, sound, &Reference::index) != sounds.end();
  });
}

// A sound that an agent makes, and that nobody in its scenes hears.
void find_unheard_sound(const Model& model, const Lowered& lowered, const Step& step, const EmitStep& emit,
                        Diagnostics& diagnostics) {
  const bool is_heard = std::ranges::any_of(
      lowered.agents, [&](const LoweredAgent& agent) { return hears(model, agent, emit.sound); });
  const Named<Scene>* const scene = is_heard ? nullptr : scene_of(model, lowered, step);
  if (scene == nullptr) return;
  const auto& [name, sound] = model.sounds[emit.sound];
  diagnostics.report(Code::event_unheard, emit.event.span, fmt::format("nobody hears `{}`", name.text))
      .caption("no sense of an agent hears this sound")
      .label(name.span, "declared here")
      .note(fmt::format("observed in the scene `{}`: no agent that stands there hears it", scene->name.text))
      .help(fmt::format(
          "add it to the `sounds` of a hearing, such as `hearing: {{ sounds: [{}] }}`; or take it out",
          name.text));
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
    if (emit == nullptr || emit->event.span.file != units.main_file) return;
    if (emit->sound != kNone) return find_unheard_sound(model, lowered, step, *emit, diagnostics);
    if (emit->event.index == kNone) return;
    const Audience audience = step.modifiers.audience.value;
    const auto& [name, event] = model.events[emit->event.index];
    // Agents of any file may be in the world.
    if (audience == Audience::game || audience == Audience::world) return;
    const bool is_for_itself = audience == Audience::self;
    const auto minds_it = [&](const LoweredAgent& agent) {
      return minds(model, agent, emit->event.index) && (!is_for_itself || does(agent, step));
    };
    if (std::ranges::any_of(lowered.agents, minds_it)) return;
    const Named<Scene>* const scene = scene_of(model, lowered, step);
    const bool is_declared_here = is_of_these_agents(units, name.span.file);
    if (!is_for_itself && !is_declared_here && scene == nullptr) return;
    const bool do_others =
        is_for_itself && std::ranges::any_of(lowered.agents, [&](const LoweredAgent& agent) {
          return minds(model, agent, emit->event.index);
        });
    Report report = diagnostics.report(Code::event_unheard, emit->event.span,
                                       fmt::format("nobody hears `{}`", emit->event.text));
    report.caption(do_others ? "the agent tells itself alone, and does not mind it"
                             : "no agent handles it, thinks because of it or asks when it came");
    report.label(name.span, "declared here");
    if (is_for_itself || is_declared_here)
      report.note("proved: every agent of this file, and of those that it includes, was looked at");
    else
      report.note(
          fmt::format("observed in the scene `{}`: no agent that stands there minds it", scene->name.text));
    report.help(
        do_others ? std::string("others mind it: tell the team, with `to: team`")
                  : fmt::format("let one of them mind it, such as `on: {{ {}: [set: {{ … }}] }}`; or, if it "
                                "is for the game, take `to: {}` out",
                                emit->event.text, word_of(audience)));
  });
}

}  // namespace ishi::compiler
