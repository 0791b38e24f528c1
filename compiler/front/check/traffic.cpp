#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <string_view>
#include <vector>

#include "check/checking.h"
#include "model/steps_within.h"

// Events that agents send each other: those that reach nobody, and those that answer each other for ever.

namespace ishi::compiler {
namespace {

class Traffic {
 public:
  Traffic(const Model& model, Diagnostics& diagnostics) : model_(model), diagnostics_(diagnostics) {}

  void report() {
    for_each_written_step(model_, [&](const Step& step) {
      const auto* const emit = step.as<EmitStep>();
      if (emit != nullptr && emit->event.index != kNone && !step.modifiers.audience.given &&
          !diagnostics_.is_in_doubt(step.name.span))
        report_unsent(*emit);
    });
    report_circles();
  }

 private:
  // Finds an agent that acts or thinks when an event arrives; null if the file has none.
  [[nodiscard]] const Named<Agent>* minding(uint32_t event) const {
    const auto minds = [&](const Named<Agent>& agent) {
      return agent.value.on.find(model_.events[event].name.text) != kNone ||
             std::ranges::find(agent.value.think.on, event, &Reference::index) != agent.value.think.on.end();
    };
    const auto found = std::ranges::find_if(model_.agents, minds);
    return found == model_.agents.end() ? nullptr : &*found;
  }

  // Without `to` the game alone gets an event.
  void report_unsent(const EmitStep& emit) const {
    const Named<Agent>* const agent = minding(emit.event.index);
    if (agent == nullptr) return;
    const std::string_view name = emit.event.text;
    diagnostics_
        .report(Code::event_without_effect, emit.event.span,
                fmt::format("this `{}` reaches no agent: without `to` the game alone gets it", name))
        .label(agent->name.span, fmt::format("`{}` waits for it", agent->name.text))
        .help(
            fmt::format("say who gets it: `{{ emit: {}, to: team }}`, or `to: game` if the game sends it on",
                        emit.arguments.empty() ? std::string(name) : fmt::format("{{ {}: … }}", name)));
  }

  // Finds the events that steps emit to agents without any condition.
  void find_answers(const std::vector<Step>& steps,
                    std::vector<const EmitStep*>& answers) const {  // NOLINT(misc-no-recursion)
    for (const Step& step : steps) {
      if (step.is<CheckStep>() || step.is<FailStep>() || step.is<SucceedStep>()) return;
      if (step.modifiers.when.given() || step.modifiers.while_holds.given()) continue;
      const auto* const emit = step.as<EmitStep>();
      const Audience audience = step.modifiers.audience.value;
      if (emit != nullptr && emit->event.index != kNone && audience != Audience::game &&
          audience != Audience::one)
        answers.push_back(emit);
      if (const auto* const body = step.as<BodyStep>()) find_answers(body->steps, answers);
      if (const auto* const all = step.as<AllStep>()) find_answers(all->steps, answers);
    }
  }

  struct Answer {
    uint32_t to = 0;  // the event that is handled
    const EmitStep* emit = nullptr;
    const Named<Agent>* agent = nullptr;
    const Name* handler = nullptr;
  };

  // Looks for the shortest way from each handler back to its own event. A circle is reported once, at its
  // first handler in the text.
  void report_circles() const {
    std::vector<Answer> answers;
    for (const auto& agent : model_.agents) {
      for (const auto& handler : agent.value.on) {
        const uint32_t event = find_index(model_.events, handler.name.text);
        std::vector<const EmitStep*> emitted;
        find_answers(handler.value, emitted);
        for (const EmitStep* const emit : emitted) answers.push_back({event, emit, &agent, &handler.name});
      }
    }
    std::set<uint32_t> told;
    for (const Answer& first : answers) {
      if (told.contains(first.to)) continue;
      std::vector<const Answer*> chain = {&first};
      for (size_t i = 0; i < chain.size() && chain.size() <= answers.size(); ++i) {
        if (chain[i]->emit->event.index == first.to) {
          report_circle(first, *chain[i], told);
          break;
        }
        for (const Answer& next : answers) {
          const bool is_known = std::ranges::find(chain, &next) != chain.end();
          if (next.to == chain[i]->emit->event.index && !is_known) chain.push_back(&next);
        }
      }
    }
  }

  void report_circle(const Answer& first, const Answer& last, std::set<uint32_t>& told) const {
    told.insert(first.to);
    told.insert(last.to);
    const std::string_view event = model_.events[first.to].name.text;
    auto report = diagnostics_.report(
        Code::loop_never_waits, first.emit->event.span,
        &first == &last ? fmt::format("whoever gets `{}` emits it again, so it never ends", event)
                        : fmt::format("`{}` and `{}` answer each other, so they never end", event,
                                      first.emit->event.text));
    if (&first == &last)
      report.label(first.handler->span, "what is done when it arrives");
    else
      report.label(last.emit->event.span, fmt::format("which leads back to `{}`", event));
    report.help(
        "say with a `when` in which case it is answered, such as a key that the answer sets; or answer with "
        "an "
        "event that nobody answers");
  }

  const Model& model_;
  Diagnostics& diagnostics_;
};

}  // namespace

void report_traffic(const Model& model, Diagnostics& diagnostics) { Traffic(model, diagnostics).report(); }

}  // namespace ishi::compiler
