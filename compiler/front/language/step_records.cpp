#include "language/step_records.h"

#include <array>

#include "language/limits.h"
#include "language/reader.h"
#include "language/tables.h"
#include "model/step.h"

namespace ishi::compiler {
namespace {

constexpr Field kStepsLoopItem = item(reference(Section::memory), "a memory or a set of candidates");

constexpr std::array kRepeatFields = {
    field<&RepeatStep::steps>("do", steps(), "one round, in order")
        .required()
        .short_form()
        .such_as("[aim, fire]"),
    field<&RepeatStep::times>("times", whole(1, static_cast<double>(kLimits.rounds)),
                              "how many rounds; without end if left out")
        .without_default(),
    field<&RepeatStep::until>("until", formula(), "completes it as soon as it holds").such_as("ammo == 0"),
    field<&RepeatStep::for_each>(
        "for_each", map(kStepsLoopItem).at_most(1),
        "a name, and the memory or set of candidates whose members have a round each; "
        "the name stands for the member at hand")
        .such_as("{ item: pickups }"),
    field<&RepeatStep::by>("by", formula(), "of `for_each`: the member for which this is lowest goes first")
        .only_with("for_each")
        .such_as("distance(item)"),
};

constexpr std::array kPlanLimitFields = {
    field<&PlanLimit::situations>(
        "situations", whole(1, static_cast<double>(kLimits.plan_situations)),
        "in how many situations it tries steps before it gives up; what the game says if left out, which "
        "is 2048 if it says nothing")
        .without_default(),
    field<&PlanLimit::depth>("depth", whole(1, static_cast<double>(kLimits.plan_depth)),
                             "the most steps of a plan"),
};

constexpr std::array kPlanFields = {
    field<&PlanStep::reach>("reach", formula(), "what is to become true").required().such_as("ammo > 0"),
    field<&PlanStep::steps>(
        "using", steps(),
        "what may be done for it: tasks and goals that say what they need (`requires`) and change "
        "(`effects`)")
        .required()
        .such_as("[fetch_ammo, load]"),
    field<&PlanStep::limit>("limit", record(kPlanLimit), "how far the search for a plan goes")
        .such_as("{ situations: 8192, depth: 20 }"),
};
constexpr std::array kWalkFields = {
    field<&WalkStep::to>("to", formula(), "where it walks: a point, or who is there, followed as they move")
        .such_as("home"),
    field<&WalkStep::away_from>("away_from", formula(),
                                "from where it walks as far away as its class's `max_steps` let it")
        .such_as("threat"),
    field<&WalkStep::by>("by", reference(Section::navigation),
                         "the class of walkers, of `navigation`; may be left out if there is only one")
        .such_as("infantry"),
};

}  // namespace

constinit const Mapping kRepeat{"a repetition", "What is done again and again.", kRepeatFields};
constinit const Mapping kPlanLimit{
    "a plan's limit",
    "How far the search for a plan goes. Both take memory; `ishi build --stats` says how much.",
    kPlanLimitFields};
constinit const Mapping kWalk{
    "a walk", "Going over the world's grid, cell by cell, on a way that is searched.", kWalkFields};
constinit const Mapping kPlan{
    "a plan", "The cheapest order of steps that makes something true is searched for and done.", kPlanFields};

}  // namespace ishi::compiler
