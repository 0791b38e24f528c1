#include <array>

#include "language/limits.h"
#include "language/reader.h"
#include "language/tables.h"
#include "model/steering.h"

namespace ishi::compiler {
namespace {

constexpr Field target(Field row) { return row.required().such_as("threat"); }
constexpr std::string_view kTargetDoc = "a place, or somebody, whose place it is";

constexpr std::array kTowardFields = {
    target(field<&Toward::target>("target", formula(), kTargetDoc)),
};
constexpr Mapping kToward{"a way to or from a target", "", kTowardFields};

constexpr std::array kArriveFields = {
    target(field<&Arrive::target>("target", formula(), kTargetDoc)),
    field<&Arrive::slow>("slow", measure(Quantity::length, 0.01, 1e6),
                         "from this distance on it slows down, in proportion to the rest of the way"),
    field<&Arrive::stop>("stop", measure(Quantity::length, 0, 1e6),
                         "at this distance it is there, and stands unless something else moves it"),
};
constexpr Mapping kArrive{"an arrival", "", kArriveFields};

constexpr std::array kSeparateFields = {
    field<&Separate::from>("from", reference(Section::memory),
                           "a memory or set of candidates: who to keep away from")
        .required()
        .such_as("pack"),
    field<&Separate::range>("range", measure(Quantity::length, 0.01, 1e6),
                            "how far away others are when they no longer matter")
        .required()
        .without_default()
        .such_as("0.5m"),
};
constexpr Mapping kSeparate{"a separation", "", kSeparateFields};

constexpr std::array kWanderFields = {
    field<&Wander::turn>("turn", measure(Quantity::angle, 0.001, 100),
                         "how far its heading drifts in a second, on average"),
};
constexpr Mapping kWander{"a wandering", "", kWanderFields};

constexpr std::array<Field, 0> kBareFields{};
constexpr Mapping kBare{"a behaviour without parts", "", kBareFields};

constexpr std::array kBehaviourFields = {
    field<&SteeringBehaviour::seek>("seek", record(kToward), "towards the target")
        .of_kind(1)
        .such_as("{ target: threat }"),
    field<&SteeringBehaviour::flee>("flee", record(kToward), "away from the target")
        .of_kind(2)
        .such_as("{ target: threat }"),
    field<&SteeringBehaviour::strafe>("strafe", record(kToward),
                                      "round the target, square to where it is and a little away")
        .of_kind(3)
        .such_as("{ target: threat }"),
    field<&SteeringBehaviour::arrive>("arrive", record(kArrive),
                                      "towards the target, slower and slower, and no further than to it")
        .of_kind(4)
        .such_as("{ target: home, slow: 2m }"),
    field<&SteeringBehaviour::separate>("separate", record(kSeparate), "away from others that are near")
        .of_kind(5)
        .such_as("{ from: pack, range: 0.5m }"),
    field<&SteeringBehaviour::keep_heading>(
        "keep_heading", record(kBare), "on in the last direction, against dithering; alone it moves nobody")
        .of_kind(6)
        .such_as("{}"),
    field<&SteeringBehaviour::wander>("wander", record(kWander), "here and there")
        .of_kind(7)
        .such_as("{ turn: 60deg }"),
    field<&SteeringBehaviour::avoid>("avoid", record(kBare),
                                     "never in a direction that the game says is blocked")
        .of_kind(8)
        .such_as("{}"),
    field<&SteeringBehaviour::follow_path>("follow_path", record(kBare),
                                           "along the way of the agent's `walk`, beside which it stands")
        .of_kind(9)
        .such_as("{}"),
    field<&SteeringBehaviour::weight>(
        "weight", formula(),
        "how much it counts; without it 1, of `strafe` 0.1, of `keep_heading` 0.3, of `separate` 8")
        .such_as("1"),
    field<&SteeringBehaviour::when>("when", formula(), "it counts only while this holds")
        .such_as("distance(threat) > 1.2m"),
};
constexpr Mapping kBehaviour{"a behaviour", "One of the things that draw the agent in a direction.",
                             kBehaviourFields, false, true};
constexpr Field kBehaviourItem = item(record(kBehaviour), "a behaviour");

constexpr std::array kSteeringFields = {
    field<&Steering::directions>(
        "directions",
        whole(static_cast<double>(kLimits.least_directions), static_cast<double>(kLimits.most_directions)),
        "how many directions it can go in, evenly spread, forward the first"),
    field<&Steering::speed>("speed", formula(), "how fast it goes").required().such_as("1.5m/s"),
    field<&Steering::interpolate>("interpolate", boolean(),
                                  "lets it go between two directions, as their weights say"),
    field<&Steering::blend>("blend",
                            map(kBehaviourItem).at_most(kLimits.steering_behaviours).rounded_in_order(),
                            "behaviours, whose weights add up; the heaviest direction wins")
        .required()
        .such_as("{ chase: { seek: { target: threat } } }"),
};

}  // namespace

constinit const Mapping kSteeringMapping{
    "a steering",
    "How an agent moves while a step `steer` names it: every direction gets a weight, and the heaviest wins.",
    kSteeringFields, true, false};

}  // namespace ishi::compiler
