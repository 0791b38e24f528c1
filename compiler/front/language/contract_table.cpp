#include <array>

#include "language/limits.h"
#include "language/reader.h"
#include "language/tables.h"
#include "model/behaviour.h"
#include "model/contract.h"

namespace ishi::compiler {
namespace {

using namespace std::string_view_literals;

constexpr auto kTypes = std::to_array<TypeRow>({
    {"number", "a number without a unit, such as `0.5`; `range: 0..100` says from where to where it goes"},
    {"integer", "a whole number, such as `12`"},
    {"boolean", "`true` or `false`; as a number in an expression, 1 or 0"},
    {"entity", "somebody or something in the game's world, or `nothing`"},
    {"point", "a place in the world, `[x, y, z]` in metres; with `default: nowhere` perhaps none"},
    {"direction", "a direction in the world, `[x, y, z]`"},
    {"length", "a number of metres, such as `2m`"},
    {"duration", "a time, such as `2.5s`, `5min` or `1h`"},
    {"angle", "an angle, such as `90deg`"},
    {"speed", "a number of metres per second, such as `4m/s`"},
});
constexpr auto kTypeNames = [] {
  std::array<std::string_view, kTypes.size()> names{};
  for (size_t i = 0; i < names.size(); ++i) names[i] = kTypes[i].name;
  return names;
}();
constexpr std::array kScopeWords = {"agent"sv, "team"sv, "world"sv};
constexpr std::array kSharingWords = {"team"sv, "world"sv};
constexpr std::array kMergeWords = {"max"sv, "min"sv, "sum"sv, "last"sv};
constexpr std::array kAbortWords = {"now"sv, "wait"sv};

// The fields that keys, fields and parameters have in common.
constexpr Field kType =
    field<&Variable::type>("type", type_name(), "what it holds: a built-in type, an enum or a thing")
        .of_kind(1)
        .short_form()
        .such_as("number");
constexpr Field kOneOf =
    field<&Variable::one_of>("one_of", names(), "instead of a type: the words that it may be")
        .of_kind(2)
        .such_as("[guard, thief]");
constexpr Field kRange =
    field<&Variable::range>("range", bounds(),
                            "the least and the greatest value, both included; values are held within it")
        .such_as("0..100");
constexpr Field kFallback =
    field<&Variable::fallback_node>("default", value(), "its value until the game writes one").such_as("100");

constexpr Field kFormerItem = item(names().or_one().at_most(4), "what the word was before");

constexpr std::array kEnumFields = {
    field<&Enum::members>("members", names(), "its words, in order; the first is the default")
        .short_form()
        .required()
        .such_as("[stand, crouch]"),
    field<&Enum::former_members>("members_renamed_from", map(kFormerItem),
                                 "by words that were called otherwise before: what that was")
        .such_as("{ crouch: duck }"),
};

constexpr std::array kKeyFields = {
    kType,
    kOneOf,
    kRange,
    kFallback,
    field<&Variable::changes_node>(
        "changes", value(),
        "by how much the game changes a number in a second at most, up or down; proofs of whole runs rely "
        "on it")
        .such_as("10/s"),
    field<&Variable::scope>("scope", word(kScopeWords),
                            "who shares it: each agent has its own, a team, or the whole world"),
    field<&Variable::merge>(
        "merge", word(kMergeWords),
        "lets a behaviour `set` a key of the team or the world: one write alone is what it says; of several "
        "in one frame `max` takes the greatest, `min` the least, `sum` adds up the changes that each makes "
        "to "
        "the old value, `last` takes the last in the order of populations, agents and steps; it shows from "
        "the next frame on")
        .without_default(),
    field<&Variable::is_private>(
        "private", boolean(),
        "keeps the key to behaviours: it is no part of the contract, the game's header does not have it, and "
        "a version of the behaviour that adds, changes or drops it can be reloaded into a running game"),
};
constexpr std::array kFieldFields = {kType, kOneOf, kRange, kFallback};
constexpr std::array kValueParameterFields = {kType, kOneOf};
constexpr std::array kParameterFields = {
    kType, kOneOf, kRange, kFallback,
    field<&Variable::live>("live", boolean(),
                           "whether it follows its argument while the task runs; else it is copied once")};

constexpr Field kUsually =
    field<&Variable::gives>(
        "usually", formula(),
        "what tests and `play` let it be, which may read the parameters; its default if left out")
        .such_as("near");
constexpr Field kGivenAs = field<&Variable::gives>("is", formula(), "what it is when the goal has completed")
                               .required()
                               .such_as("found.spot");
constexpr std::array kGivenFields = {kType, kOneOf, kRange, kFallback, kUsually};
constexpr std::array kGoalGivenFields = {kType, kOneOf, kRange, kFallback, kGivenAs};
constexpr Field kGivenItem = item(record(kGivenMapping), "what it gives back");

constexpr Field kFieldItem = item(record(kFieldMapping), "a field");
constexpr Field kOfferItem = item(record(kActionMapping), "an offer");
constexpr Field kParameterItem = item(record(kParameterMapping), "a parameter");
constexpr Field kEffectItem = item(formula(), "the key's new value");

constexpr std::array kThingFields = {
    field<&Thing::fields>("fields", map(kFieldItem), "what can be read of each one")
        .such_as("{ side: { one_of: [guard, thief] } }"),
    field<&Thing::offers>("offers", map(kOfferItem).in_order(),
                          "what can be done with one of them, which is called `it` there: written as actions "
                          "are, and done by agents whose `offers` name a set that holds them")
        .such_as("{ snack: { gains: { hunger: +0.5 }, do: [eat: { from: it }] } }"),
};
constexpr std::array kEventFields = {
    field<&Event::fields>("fields", map(kFieldItem), "what it tells").such_as("{ by: person }"),
};
constexpr std::array kTaskFields = {
    field<&Task::parameters>("params", map(kParameterItem), "what it needs to know, by name")
        .such_as("{ place: point }"),
    field<&Task::gives>("gives", map(kGivenItem),
                        "what the game gives back when it has completed, for later steps: see `as`")
        .such_as("{ spot: point }"),
    field<&Task::requirement>("requires", formula(), "what must hold when it starts, or it fails")
        .such_as("ammo > 0"),
    field<&Task::effects>("effects", map(kEffectItem).naming(Section::blackboard),
                          "the new values of keys once it is done; the game brings them about")
        .such_as("{ ammo: ammo - 1 }"),
    field<&Task::takes>("takes", measure(Quantity::duration, 0, 1e6),
                        "how long it usually lasts; beside `moves_to` only what it costs in a plan, "
                        "since it lasts until the agent arrives")
        .such_as("0.2s"),
    field<&Task::abort>("abort", word(kAbortWords),
                        "when an aborted one is over: at once, or when the game reports"),
    field<&Task::moves_to>(
        "moves_to", text(),
        "the parameter, a point or an entity, to which the agent goes in tests and `play`, in "
        "a straight line; the task is over when it arrives")
        .such_as("where"),
    field<&Task::speed>("speed", measure(Quantity::speed, 0.001, 1000), "how fast it goes there")
        .only_with("moves_to")
        .such_as("2m/s"),
};

constexpr std::array kCandidatesFields = {
    field<&Candidates::of>(
        "of", references(Section::things),
        "the things that its members are, or `entity` for any; without it members are nothing "
        "but their fields")
        .or_one()
        .such_as("[fridge, bed]"),
    field<&Candidates::fields>("fields", map(kFieldItem),
                               "what the game says of each member, besides its entity")
        .such_as("{ urgency: { type: number, range: 0..1 } }"),
    field<&Candidates::capacity>(
        "capacity", whole(1, static_cast<double>(kLimits.shared_candidates)),
        "how many members it has at most: up to 64 of an agent's own, 255 of shared ones")
        .required()
        .such_as("8"),
    field<&Candidates::scope>("scope", word(kScopeWords),
                              "who shares it: each agent has its own, a team, or the whole world"),
};

constexpr std::array kSoundFields = {
    field<&Sound::radius>("radius", measure(Quantity::length, 0, 1e6), "how far it carries")
        .required()
        .such_as("14m"),
    field<&Sound::of>("of", reference(Section::things),
                      "the thing that makes it, which is called `it` in `scale`; any entity if left out")
        .such_as("person"),
    field<&Sound::scale>("scale", formula(), "what multiplies the radius whenever it is made; 1 if left out")
        .such_as("it.pace.norm"),
};

constexpr std::array kTokenFields = {
    field<&Token::count>("count", whole(1, static_cast<double>(kLimits.token_holders)),
                         "how many agents may hold it at the same time")
        .short_form()
        .such_as("2"),
    field<&Token::scope>("scope", word(kSharingWords),
                         "who counts together: each team for itself, or all agents of the world"),
    field<&Token::fifo>("fifo", boolean(),
                        "`true`: whoever has asked for it longest gets it, whatever others score"),
};

}  // namespace

constinit const Mapping kEnumMapping{"an enum", "A type whose values are words.", kEnumFields, true};
constinit const Mapping kThingMapping{"a thing", "A kind of entity in the game's world.", kThingFields, true};
constinit const Mapping kKeyMapping{"a key", "One value that the game tells the agent.", kKeyFields, true,
                                    true};
constinit const Mapping kFieldMapping{"a field", "One value that can be read of a thing or an event.",
                                      kFieldFields, true, true};
constinit const Mapping kParameterMapping{"a parameter", "One value that a task must be given.",
                                          kParameterFields, true, true};
constinit const Mapping kGoalParameterMapping{"a parameter", "One value that a goal must be given.",
                                              kFieldFields, true, true};
constinit const Mapping kValueParameterMapping{"a parameter", "One thing that a value must be given.",
                                               kValueParameterFields, true, true};
constinit const Mapping kGivenMapping{"what a task gives back",
                                      "One value that the game gives back when a task has completed.",
                                      kGivenFields, true, true};
constinit const Mapping kGoalGivenMapping{"what a goal gives back",
                                          "One value that a goal gives back when it has completed.",
                                          kGoalGivenFields, true, true};
constinit const Mapping kTaskMapping{"a task", "A verb that the game implements.", kTaskFields, true, false};
constinit const Mapping kEventMapping{"an event", "Something that happens and that the game tells.",
                                      kEventFields, true, false};

constinit const Mapping kCandidatesMapping{
    "a set of candidates", "Members that the game fills in, which options and expressions go over.",
    kCandidatesFields, true, false};

constinit const Mapping kSoundMapping{
    "a sound",    "Something that can be heard: game and behaviours make it, hearing notices it.",
    kSoundFields, true,
    false,        nullptr,
};

constinit const Mapping kTokenMapping{
    "a token",
    "What only so many agents may hold at the same time; actions claim it.",
    kTokenFields,
    true,
};

std::span<const TypeRow> types() { return kTypes; }
std::span<const std::string_view> type_names() { return kTypeNames; }

}  // namespace ishi::compiler
