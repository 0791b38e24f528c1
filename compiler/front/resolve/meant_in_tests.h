#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "diagnostics/diagnostics.h"
#include "model/model.h"

// Guesses what a designer meant who wrote a test or scene in other words than those of the language.

namespace ishi::compiler {

// `coffee or patrol` as "[coffee, patrol]"; empty where that is not what stands there.
[[nodiscard]] std::string meant_picks(std::string_view text, const std::vector<std::string_view>& actions);

// Names the tasks that an action does itself, as "`aim` and `fire`"; empty if there are none.
[[nodiscard]] std::string tasks_done_by(const Model& model, const Action& action);

// Names the actions of an agent that do a task themselves, as "`coffee` and `rest`"; empty if there are none.
[[nodiscard]] std::string actions_that_do(const Model& model, const Named<Agent>& agent,
                                          std::string_view task);

// The first of what is expected of one agent; all that is expected if that has no place of its own.
[[nodiscard]] Span span_of_expected(const Setting<Expectation>& written);

// "an agent of this scene", of what "there is no agent of this scene called" speaks of.
[[nodiscard]] std::string one_called(std::string_view noun);

// Reports `of: person`, or `type: person`, of an entity that has no `is`, and reads it as `is: person`.
void take_other_words_for_is(const Model& model, Placement& placement, Diagnostics& diagnostics);

}  // namespace ishi::compiler
