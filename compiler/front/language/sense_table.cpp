#include <array>
#include <numbers>

#include "language/limits.h"
#include "language/reader.h"
#include "language/tables.h"
#include "model/behaviour.h"

namespace ishi::compiler {
namespace {

constexpr std::array kTouchFields = {
    field<&Touch::range>("range", measure(Quantity::length, 0, 1e6), "how near somebody must be")
        .required()
        .short_form()
        .such_as("0.6m"),
    field<&Touch::occlusion>("occlusion", boolean(),
                             "whether the game is asked if something stands in between, such as a wall"),
};
constexpr Mapping kTouch{"touch", "Notices who is near enough.", kTouchFields};

constexpr std::array kSightFields = {
    field<&Sight::range>("range", measure(Quantity::length, 0, 1e6),
                         "how far it sees; a target's `visibility` multiplies it")
        .required()
        .such_as("18m"),
    field<&Sight::field>("field", measure(Quantity::angle, 0, 2 * std::numbers::pi),
                         "how wide it sees, half of it to each side of the facing; 360deg sees all around")
        .such_as("110deg"),
    field<&Sight::occlusion>("occlusion", boolean(),
                             "whether the game is asked if something stands in between"),
};
constexpr Mapping kSight{"sight", "Notices who is near enough, in the field of sight and not hidden.",
                         kSightFields};

constexpr std::array kHearingFields = {
    field<&Hearing::sensitivity>("sensitivity", number(0, 1e6), "what multiplies the radius of a sound"),
    field<&Hearing::sounds>("sounds", references(Section::sounds),
                            "the sounds that it hears; all if left out")
        .or_one()
        .such_as("[bottle, footstep]"),
    field<&Hearing::occlusion>(
        "occlusion", boolean(),
        "whether the game is asked if something stands between a sound and who hears it, such as a wall"),
};
constexpr Mapping kHearing{"hearing", "Notices sounds, but not one's own.", kHearingFields};

constexpr std::array kLevelFields = {
    field<&AwarenessLevel::at>("awareness", number(0, 1), "the awareness at which the event is raised")
        .required()
        .short_form()
        .such_as("0.4"),
};
constexpr Mapping kLevel{"a level of awareness", "An event that is raised, and a number that has its name.",
                         kLevelFields};
constexpr Field kLevelItem = item(record(kLevel), "a level");
constexpr std::array kAwarenessFields = {
    field<&Awareness::rise>(
        "rise", formula(),
        "how fast an agent becomes aware of whom this sense notices; of hearing: by how much "
        "each time that it senses and hears the maker of a sound")
        .such_as("0.5/s"),
    field<&Awareness::fall>(
        "fall", measure(Quantity::rate, 0, 1e6),
        "how fast awareness is lost of whom no sense notices; one sense of those that fill a "
        "memory says so for all of them, with `levels`")
        .such_as("0.2/s"),
    field<&Awareness::levels>(
        "levels", map(kLevelItem),
        "names of events, and the awareness, above 0 up to 1, that raises each: `event.who` "
        "is whom the agent became aware of; a name also stands for its number")
        .such_as("{ suspicious: 0.4, alert: 1 }"),
};
constexpr Mapping kAwareness{"awareness", "How aware an agent is of a fact, from 0 to 1.", kAwarenessFields};

constexpr std::array kSenseFields = {
    field<&Sense::touch>("touch", record(kTouch), "notices who is near enough")
        .of_kind(1)
        .such_as("{ range: 0.6m }"),
    field<&Sense::sight>("sight", record(kSight),
                         "notices who is near enough, in the field of sight and not hidden")
        .of_kind(2)
        .such_as("{ range: 18m, field: 110deg }"),
    field<&Sense::hearing>("hearing", record(kHearing), "notices sounds")
        .of_kind(3)
        .such_as("{ sensitivity: 1 }"),
    field<&Sense::of>(
        "of", reference(Section::things),
        "what it notices: a thing, `entity` for any, of hearing `sound`; expressions call it `it`")
        .required()
        .such_as("person"),
    field<&Sense::when>("when", formula(), "what must hold for it to be noticed").such_as("it.side == thief"),
    field<&Sense::visibility>("visibility", formula(),
                              "of sight: what multiplies the range, held in 0 to 1; 1 if left out")
        .such_as("1 - 0.6 * it.cloth"),
    field<&Sense::awareness>("awareness", record(kAwareness),
                             "how aware the agent becomes of whom it notices")
        .such_as("{ rise: 0.5/s, fall: 0.2/s, levels: { suspicious: 0.4, alert: 1 } }"),
    field<&Sense::remember>("remember", reference(Section::memory), "the memory that keeps whom it notices")
        .required()
        .such_as("enemies"),
};

}  // namespace

constinit const Mapping kSenseMapping{"a sense", "How an agent notices others, and where it remembers them.",
                                      kSenseFields, true, true};

}  // namespace ishi::compiler
