#include <array>

#include "language/limits.h"
#include "language/reader.h"
#include "language/tables.h"
#include "model/behaviour.h"

namespace ishi::compiler {
namespace {

using namespace std::string_view_literals;

constexpr std::array kOnFailWords = {"continue"sv};

constexpr Field kNewValueItem = item(formula(), "the key's new value");
constexpr Field kArgumentItem = item(formula(), "an argument");

// The verbs say what a step does, the others are its modifiers.
constexpr std::array kStepFields = {
    field<&Step::steps>("do", steps(), "a task's name, or a body in place: steps in order, as one step")
        .verb()
        .such_as("[aim, fire]"),
    field<&Step::wait>("wait", formula(), "does nothing for so long").verb().such_as("0.4s"),
    field<&Step::set>("set", map(kNewValueItem),
                      "writes keys, all values computed before the first is written; keys of the team or "
                      "the world must declare `merge`")
        .verb()
        .such_as("{ alarm: 1 }"),
    field<&Step::when>("when", formula(), "if it does not hold, the step is skipped and counts as completed")
        .such_as("ammo > 0"),
    field<&Step::until>("until", formula(), "completes the step as soon as it holds")
        .such_as("distance(threat) < 2m"),
    field<&Step::while_holds>("while", formula(),
                              "fails the step, without another attempt, as soon as it no longer holds")
        .such_as("threat.known"),
    field<&Step::timeout>("timeout", formula(), "fails one attempt that lasts longer").such_as("6s"),
    field<&Step::retry>("retry", whole(0, static_cast<double>(kLimits.retries)),
                        "how many more attempts follow a failed one, each in the next frame"),
    field<&Step::on_fail>("on_fail", word(kOnFailWords),
                          "`continue`: a step that failed counts as completed; else its body fails with it")
        .without_default(),
    field<&Step::interruptible>("interruptible", formula(),
                                "while it does not hold, only an action of a higher rank can take over")
        .such_as("false"),
    later("cost"),
};
constexpr Field kArguments = field<&Step::arguments>("TASK", map(kArgumentItem),
                                                     "does a task of the game, given its arguments by name")
                                 .such_as("{ place: home }");

}  // namespace

constinit const Mapping kStepMapping{
    "a step",
    "One thing that is done: one of `do`, `wait`, `set` or a task, and beside it what modifies it. A task "
    "without "
    "arguments and modifiers is written by its name alone.",
    kStepFields,
    false,
    false,
    nullptr,
    nullptr,
    &kArguments,
};

}  // namespace ishi::compiler
