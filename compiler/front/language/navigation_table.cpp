#include <array>

#include "language/limits.h"
#include "language/reader.h"
#include "language/tables.h"
#include "model/behaviour.h"

namespace ishi::compiler {
namespace {

using namespace std::string_view_literals;

constexpr std::array kNeverOpened = {"never"sv};

constexpr std::array kTurningFields = {
    field<&Turning::side>("side", whole(0, kLimits.turning), "of a move to the side, up to a quarter turn"),
    field<&Turning::back>("back", whole(0, kLimits.turning), "of a move that turns farther"),
};
constexpr Mapping kTurning{
    "turning costs",
    "What a move adds to the score of a way if it does not go straight on; never to its cost, so "
    "of ways that cost nearly the same one that goes straight on is found.",
    kTurningFields};

constexpr Field kCostItem =
    item(number(1, kLimits.terrain_cost).or_word(kNeverOpened), "the cost of a terrain");

constexpr std::array kNavigationFields = {
    field<&Navigation::step>(
        "step", whole(1, kLimits.step_weight),
        "what one step weighs in the score of a way, against turning and the distance that is left"),
    field<&Navigation::turn>("turn", record(kTurning), "what turning adds to the score of a way")
        .such_as("{ side: 1, back: 2 }"),
    field<&Navigation::max_steps>("max_steps", whole(1, kLimits.walk_steps),
                                  "how far ways are searched, in plain steps: without bound if left out")
        .without_default(),
    field<&Navigation::neighbours>(
        "neighbours", whole(4, 8),
        "4: steps go to the sides of a cell; 8: across its corners, too, each for 1.4 steps"),
    field<&Navigation::corners>(
        "corners", boolean(),
        "with 8 neighbours: whether a step across a corner may pass a cell that cannot be entered"),
    field<&Navigation::speed>("speed", measure(Quantity::speed, 0.001, 1000), "how fast its agents walk"),
    field<&Navigation::cells>("cells", reference(Section::enums),
                              "the enum whose members are the terrains of the game's grid")
        .such_as("ground"),
    field<&Navigation::costs>("costs", map(kCostItem),
                              "what a step into a terrain costs, in plain steps (1 if not named), or `never`")
        .only_with("cells")
        .such_as("{ mud: 3, water: never }"),
};

}  // namespace

constinit const Mapping kNavigationMapping{
    "a class of walkers",
    "How agents walk over the world's grid: what ways cost them, and how fast they are.",
    kNavigationFields,
    true,
};

}  // namespace ishi::compiler
