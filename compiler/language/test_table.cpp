#include <array>

#include "language/reader.h"
#include "language/tables.h"
#include "model/test.h"

namespace ishi::compiler {
namespace {

template <class T>
void finish(void* record, bool is_whole) {
  static_cast<T*>(record)->is_whole = is_whole;
}

constexpr Field kValueItem = item(value(), "a value");
constexpr Field kScoreItem = item(bounds().short_form(), "a score");

constexpr std::array kSelfFields = {
    field<&Placement::position>("position", value(), "where it is, in metres").such_as("[0, 0, 0]"),
    field<&Placement::facing>("facing", value(), "where it looks").such_as("[0, 0, 1]"),
};
constexpr Mapping kSelf{"the agent itself", "Where the agent is and where it looks.", kSelfFields};

constexpr Field kFields = field<&Placement::fields>("FIELD", map(kValueItem), "a field of its thing");
constexpr std::array kEntityFields = {
    field<&Placement::is>("is", reference(Section::things), "what kind of thing it is; none if left out")
        .such_as("person"),
    field<&Placement::position>("position", value(), "where it is, in metres").such_as("[0, 0, 5]"),
    field<&Placement::facing>("facing", value(), "where it looks").such_as("[0, 0, -1]"),
};
constexpr Mapping kEntity{
    "an entity of a test", "Something in the world.", kEntityFields, false, false, &kFields};
constexpr Field kEntityItem = item(record(kEntity), "an entity");

constexpr std::array kExpectFields = {
    field<&Expectation::picks>("picks", text(), "the action that is chosen, or `nothing`")
        .naming(Section::actions)
        .such_as("flee"),
    field<&Expectation::order>("order", references(Section::actions), "actions from the highest score down")
        .such_as("[flee, shoot]"),
    field<&Expectation::score>("score", map(kScoreItem), "scores, each a number (to 0.00001) or a range")
        .naming(Section::actions)
        .such_as("{ flee: 0.8..0.9 }"),
    later("does"),
    later("max_switches"),
    later("goal"),
    later("level"),
    later("key"),
    later("chooses"),
    later("notices"),
    later("heads"),
    later("reaches"),
    later("within"),
    later("on"),
};
constexpr Mapping kExpect{
    "an expectation",   "What must be true of the thought.", kExpectFields, false, false, nullptr,
    finish<Expectation>};

constexpr std::array kTestFields = {
    field<&Test::agent>("agent", reference(Section::agents), "who thinks").required().such_as("guard"),
    field<&Test::importance>("importance", reference(Section::importance),
                             "its profile, if not the usual one"),
    field<&Test::given>("given", map(kValueItem),
                        "what the game tells it: values of keys; `someone` is any entity")
        .such_as("{ hp: 8 }"),
    field<&Test::running>("running", reference(Section::actions), "what it is doing already")
        .such_as("shoot"),
    field<&Test::self>("self", record(kSelf), "where the agent is").such_as("{ position: [0, 0, 0] }"),
    field<&Test::world>("world", map(kEntityItem), "who else is there")
        .such_as("{ thug: { is: person, position: [0, 0, 5] } }"),
    field<&Test::expect>("expect", record(kExpect), "what must come of it").such_as("{ picks: flee }"),
    later("for_all"),
    later("always"),
    later("never"),
    later("order"),
    later("run"),
    later("at"),
    later("fails"),
    later("state"),
    later("remembers"),
    later("candidates"),
    later("blocked"),
};

}  // namespace

constinit const Mapping kTestMapping{
    "a test", "A situation, and what must come of it.", kTestFields, true, false, nullptr, finish<Test>};

}  // namespace ishi::compiler
