#include <array>

#include "language/reader.h"
#include "language/tables.h"
#include "model/model.h"

namespace ishi::compiler {
namespace {

using namespace std::string_view_literals;

constexpr std::array kUpWords = {"y"sv, "z"sv};

constexpr Field kEnumItem = item(record(kEnumMapping), "an enum");
constexpr Field kThingItem = item(record(kThingMapping), "a thing");
constexpr Field kKeySectionItem = item(record(kKeyMapping), "a key");
constexpr Field kTaskItem = item(record(kTaskMapping), "a task");
constexpr Field kEventItem = item(record(kEventMapping), "an event");
constexpr Field kCandidatesItem = item(record(kCandidatesMapping), "a set of candidates");
constexpr Field kTokenItem = item(record(kTokenMapping), "a token");
constexpr Field kSoundItem = item(record(kSoundMapping), "a sound");
constexpr Field kSenseItem = item(record(kSenseMapping), "a sense");
constexpr Field kCurveItem = item(record(kCurveMapping), "a curve");
constexpr Field kValueItem = item(record(kValueMapping), "a value");
constexpr Field kMotiveItem = item(record(kMotiveMapping), "a need or drive");
constexpr Field kProfileItem = item(record(kProfileMapping), "a profile");
constexpr Field kNavigationItem = item(record(kNavigationMapping), "a class of walkers");
constexpr Field kMemoryItem = item(record(kMemoryMapping), "a memory");
constexpr Field kActionItem = item(record(kActionMapping), "an action");
constexpr Field kChoiceItem = item(record(kChoiceMapping), "a choice");
constexpr Field kGoalItem = item(record(kGoalMapping), "a goal");
constexpr Field kPlannerItem = item(record(kPlannerMapping), "a planner");
constexpr Field kSteeringItem = item(record(kSteeringMapping), "a steering");
constexpr Field kAgentItem = item(record(kAgentMapping), "an agent");
constexpr Field kTeamItem = item(record(kTeamMapping), "a team");
constexpr Field kTuneItem = item(record(kTuneMapping), "a mark for tuning");
constexpr Field kSceneItem = item(record(kSceneMapping), "a scene");
constexpr Field kTestItem = item(record(kTestMapping), "a test");

constexpr std::array kFileFields = {
    read_elsewhere("ishi", whole(1, 1), "the edition of the language; always the first key").such_as("1"),
    read_elsewhere("include", path_list(), "files whose names are used as though written here")
        .such_as("[game.ishi.yaml]"),
    read_elsewhere("import", path_map(),
                   "files whose names are used behind an alias, `std.near`, in this file alone")
        .such_as("{ std: ../lib/std.ishi.yaml }"),
    field<&Model::up>("up", word(kUpWords),
                      "the axis that points up: with y forward is +z, with z forward is +y; right is +x"),
    field<&Model::enums>("enums", map(kEnumItem), "types whose values are words")
        .such_as("{ posture: [stand, crouch] }"),
    field<&Model::things>("things", map(kThingItem).in_order("offers"), "kinds of entities in the world"),
    field<&Model::blackboard>("blackboard", map(kKeySectionItem), "what the game tells an agent"),
    field<&Model::tasks>("tasks", map(kTaskItem), "verbs that the game implements"),
    field<&Model::events>("events", map(kEventItem), "what happens, for agents and the game to handle"),
    field<&Model::candidates>("candidates", map(kCandidatesItem),
                              "sets that the game fills: targets, orders, what lies around"),
    field<&Model::tokens>("tokens", map(kTokenItem),
                          "what only so many agents may hold at the same time: roles, seats, a turn"),
    field<&Model::sounds>("sounds", map(kSoundItem), "what can be heard")
        .such_as("{ bottle: { radius: 14m } }"),
    field<&Model::curves>("curves", map(kCurveItem), "response curves"),
    field<&Model::values>("values", map(kValueItem), "expressions with a name"),
    field<&Model::needs>("needs", map(kMotiveItem), "what is unsatisfied, 0 (content) to 1 (starving)"),
    field<&Model::drives>("drives", map(kMotiveItem), "what presses, 0 to 1"),
    field<&Model::importance>("importance", map(kProfileItem), "personalities: what weighs how much"),
    field<&Model::memory>("memory", map(kMemoryItem),
                          "what agents remember of the entities that they notice"),
    field<&Model::senses>("senses", map(kSenseItem), "how agents notice others, and remember them"),
    field<&Model::navigation>("navigation", map(kNavigationItem),
                              "classes of agents that walk over the world's grid: what ways cost them"),
    field<&Model::choices>(
        "choices", map(kChoiceItem),
        "what is chosen of a set without doing anything: expressions, bodies and the game ask"),
    field<&Model::actions>("actions", map(kActionItem), "what agents can decide to do"),
    field<&Model::goals>("goals", map(kGoalItem), "what actions do by name: ways to reach something"),
    field<&Model::planners>("planners", map(kPlannerItem),
                            "sets of plans, each with its sense of what rewards are worth"),
    field<&Model::steering>("steering", map(kSteeringItem),
                            "ways to move: what draws an agent in which direction"),
    field<&Model::agents>("agents", map(kAgentItem), "kinds of characters"),
    field<&Model::teams>("teams", map(kTeamItem).in_order(),
                         "groups of agents, which the game numbers from 0")
        .such_as("{ watch: {}, thieves: {} }"),
    field<&Model::tune>(
        "tune", map(kTuneItem).by_path(),
        "numbers that `ishi tune` may change, by the keys that lead to them, and how far; nothing "
        "of it is compiled")
        .such_as("{ actions.eat.gains.hunger: 0..1 }"),
    field<&Model::scenes>("scenes", map(kSceneItem),
                          "several agents and the world around them, for tests and `play`"),
    field<&Model::tests>("tests", map(kTestItem), "situations, and what must come of them"),
};

struct SectionRow {
  std::string_view name;
  std::string_view noun;
};

constexpr std::array<SectionRow, kSectionCount> kSections = {{
    {"enums", "enum"},
    {"things", "thing"},
    {"blackboard", "key"},
    {"tasks", "task"},
    {"events", "event"},
    {"curves", "curve"},
    {"values", "value"},
    {"needs", "need"},
    {"drives", "drive"},
    {"importance", "importance profile"},
    {"memory", "memory"},
    {"candidates", "set of candidates"},
    {"tokens", "token"},
    {"sounds", "sound"},
    {"senses", "sense"},
    {"choices", "choice"},
    {"actions", "action"},
    {"goals", "goal"},
    {"planners", "planner"},
    {"steering", "steering"},
    {"navigation", "class of walkers"},
    {"agents", "agent"},
    {"teams", "team"},
    {"scenes", "scene"},
    {"tests", "test"},
}};

}  // namespace

constinit const Mapping kFileMapping{"a file", "One source file, NAME.ishi.yaml.", kFileFields};

std::string_view section_name(Section section) { return kSections[static_cast<size_t>(section)].name; }
std::string_view section_noun(Section section) { return kSections[static_cast<size_t>(section)].noun; }

}  // namespace ishi::compiler
