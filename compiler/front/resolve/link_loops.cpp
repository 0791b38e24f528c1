#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>

#include "diagnostics/suggest.h"
#include "resolve/link_steps.h"

// Steps that go over the members of a set, and whom steps remember.

namespace ishi::compiler {

// A repeat ends after so many rounds, or after those of its members.
void StepLinker::link(RepeatStep& repeat, const Step&) {
  for (auto& loop : repeat.for_each) names_.find_loop(loop);
  link_steps(repeat.steps);
  if (repeat.for_each.empty() || !repeat.times.given) return;
  diagnostics_
      .report(Code::wrong_shape, repeat.times.span,
              "`times` counts rounds, but with `for_each` there is one for each member")
      .label(repeat.for_each[0].name.span, "as many as there are members")
      .help("take one of the two out; `until` ends it earlier");
}

// An action is for the best member, a repeat for all.
void StepLinker::report_loop(const Step& step) {
  const Named<Reference>& loop = step.modifiers.for_each[0];
  const std::string_view name = loop.name.text.empty() ? "NAME" : loop.name.text;
  const std::string_view set = loop.value.text.empty() ? "SET" : loop.value.text;
  diagnostics_
      .report(Code::modifier_not_here, loop.name.span,
              "`for_each` beside a step is for the steps of a plan, which takes the members that it needs")
      .help(fmt::format(
          "to go over all of them write `repeat: {{ for_each: {{ {}: {} }}, do: [...] }}`; to choose "
          "the best one, write it beside the action's `do`",
          name, set));
}

// A plan claims whom a step of it is for, and nothing else.
void StepLinker::link_claim(Step& step) {
  Setting<Name>& claim = step.modifiers.claims;
  const auto& loops = step.modifiers.for_each;
  if (!loops.empty() && loops[0].name.text.empty()) return;  // it could not be read
  if (!loops.empty() && claim.value.text == loops[0].name.text)
    return model_.note_use(claim.value.span, loops[0].name);
  const bool is_token = find_index(model_.tokens, claim.value.text) != kNone;
  auto report =
      is_token ? diagnostics_.report(Code::name_of_other_kind, claim.value.span,
                                     fmt::format("`{}` is a token, and a plan claims members of sets alone",
                                                 claim.value.text))
               : diagnostics_.report(
                     Code::unknown_name, claim.value.span,
                     loops.empty() ? fmt::format("`{}` is for no member of a set, so it has nothing to claim",
                                                 step.name.text)
                                   : fmt::format("`{}` is not the member that `{}` is for: that is `{}`",
                                                 claim.value.text, step.name.text, loops[0].name.text));
  if (is_token)
    report.help("let the action claim the token: write `claims` beside its `do`");
  else if (loops.empty())
    report.help(fmt::format("let the step be for the members of a set: add `for_each: {{ {}: SET }}`",
                            claim.value.text));
  else
    report.help(fmt::format("claim `{}`", loops[0].name.text))
        .edit(claim.value.span, std::string(loops[0].name.text));
  claim = {};
}

void StepLinker::report_claim(const Step& step) {
  diagnostics_
      .report(Code::modifier_not_here, step.modifiers.claims.span,
              "`claims` beside a step is for the steps of a plan, which are for the members of a set")
      .help("write it beside the action's `do`: the action claims it from its choice until it has ended");
}

// `remember: { foes: event.who, awareness: 1 }`
void StepLinker::link(RememberStep& remember, const Step& step) {
  const uint32_t at = find_index(remember.memories, "awareness");
  if (at != kNone) {
    const Name name = remember.memories[at].name;
    remember.awareness = remember.memories[at].value;
    remember.memories.erase("awareness");
    if (remember.memories.empty()) {
      diagnostics_
          .report(Code::missing_field, name.span,
                  "of whom does the agent become aware, and which memory keeps it?")
          .help("say both: `remember: { foes: event.who, awareness: 1 }`");
    }
  }
  const auto is_misspelt = [&](const auto& entry) {
    const std::array<std::string_view, 1> meant = {"awareness"};
    return find_index(model_.memory, entry.name.text) == kNone &&
           !suggestions(entry.name.text, meant).empty();
  };
  const auto misspelt = std::ranges::find_if(remember.memories, is_misspelt);
  if (misspelt != remember.memories.end()) {
    const Name name = misspelt->name;
    diagnostics_.report(Code::unknown_name, name.span, fmt::format("there is no memory `{}`", name.text))
        .help("did you mean `awareness`?")
        .edit(name.span, "awareness");
    remember.memories.erase(name.text);
  }
  link_memories(remember.memories, step);
}

}  // namespace ishi::compiler
