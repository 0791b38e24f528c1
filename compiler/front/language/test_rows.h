#pragma once

#include <array>

#include "language/limits.h"
#include "language/reader.h"
#include "language/tables.h"
#include "model/test.h"

// The rows that tests and scenes share.

namespace ishi::compiler {

inline constexpr Field kGivenItem = item(value(), "a value");

inline constexpr Field kFields = field<&Placement::fields>("FIELD", map(kGivenItem), "a field of its thing");
inline constexpr std::array kSelfFields = {
    field<&Placement::is>("is", reference(Section::things), "what kind of thing it is; none if left out")
        .such_as("person"),
    field<&Placement::position>("position", value(), "where it is, in metres").such_as("[0, 0, 0]"),
    field<&Placement::facing>("facing", value(), "where it looks").such_as("[0, 0, 1]"),
};
inline constexpr Mapping kSelf{"the agent itself",
                               "Where the agent is, where it looks, and what others see of it.",
                               kSelfFields,
                               false,
                               false,
                               &kFields};

inline constexpr std::array kEntityFields = {
    field<&Placement::is>("is", reference(Section::things), "what kind of thing it is; none if left out")
        .such_as("person"),
    field<&Placement::position>("position", value(), "where it is, in metres").such_as("[0, 0, 5]"),
    field<&Placement::facing>("facing", value(), "where it looks").such_as("[0, 0, -1]"),
};
inline constexpr Mapping kEntity{
    "an entity of a test", "Something in the world.", kEntityFields, false, false, &kFields};
inline constexpr Field kEntityItem = item(record(kEntity), "an entity");

inline constexpr Field kPostedFields =
    field<&Posting::fields>("FIELD", map(kGivenItem),
                            "what the event tells; a field that is left out has "
                            "its default");
inline constexpr std::array<Field, 0> kPostingFields{};
inline constexpr Mapping kPosting{"an event of a run",
                                  "An event that the agent gets; `{}` if it tells nothing.",
                                  kPostingFields,
                                  false,
                                  false,
                                  &kPostedFields};
inline constexpr Field kPostingItem =
    item(record(kPosting), "an event").such_as("{ amount: 5 }, or {} if it tells nothing");

inline constexpr Field kGivenBack = field<&Posting::fields>(
    "VALUE", map(kGivenItem), "what it gives; a value that is left out is what it `usually` is");
inline constexpr Mapping kGivesBack{"what a task gives back in a test",
                                    "The values that a task of a run gives back whenever it completes.",
                                    kPostingFields,
                                    false,
                                    false,
                                    &kGivenBack};
inline constexpr Field kGivesBackItem =
    item(record(kGivesBack), "what it gives").such_as("{ spot: [3, 0, 4] }");
inline constexpr Field kChangedWho = field<&TaskChanges::who>(
    "WHO", map(kEntityItem),
    "an entity, an agent or a parameter of the task, and what of it changes, written as under `place`");
inline constexpr Mapping kTaskChanges{"what a task changes in a test",
                                      "The changes that a task of a run makes whenever it completes.",
                                      kPostingFields,
                                      false,
                                      false,
                                      &kChangedWho};
inline constexpr Field kTaskChangesItem =
    item(record(kTaskChanges), "what it changes").such_as("{ door: { open: true } }");
template <auto... Members>
inline constexpr Field gives_row() {
  Field row = field<Members...>("gives", map(kGivesBackItem),
                                "what tasks give back, for all agents or one: `ann.find_spot`");
  return row.naming(Section::tasks).such_as("{ find_spot: { spot: [3, 0, 4] } }");
}
template <auto... Members>
inline constexpr Field changes_row() {
  Field row = field<Members...>("changes", map(kTaskChangesItem),
                                "the fields and places of entities that tasks change when they have "
                                "completed, done by all agents or by one: `ann.open`; keys stand under "
                                "`effects` in the contract");
  return row.naming(Section::tasks).such_as("{ open: { door: { is_open: true } } }");
}

inline constexpr Field kTaskTime = item(measure(Quantity::duration), "the time of a task");
inline constexpr Field kTaskTimes =
    item(list(kTaskTime, 1, kLimits.failures_per_task).short_form(), "the time of a task")
        .such_as("2s, or [1s, 4s]");
template <auto... Members>
inline constexpr Field without_effect_row() {
  Field row = field<Members...>("without_effect", map(kTaskTimes),
                                "tasks that complete once without their `effects` and `changes`, and when: "
                                "the one that runs then, or else the next that starts");
  return row.naming(Section::tasks).such_as("{ pick_up: 2s }");
}
template <auto... Members>
inline constexpr Field each_second_row() {
  Field row = field<Members...>(
      "each_second", map(kGivenItem),
      "what is added to keys in each second, without jumps; a duration that leaves its range begins anew at "
      "the other end, as a clock does, and any other key stays at the end; in a scene with the agent: "
      "`ann.heat`");
  return row.naming(Section::blackboard).such_as("{ hour: 10min, heat: -0.1 }");
}

inline constexpr std::array kDoorFields = {
    field<&Door::wall>("wall", value(),
                       "where it is, as a wall: a cell of one metre, or a line from one place to another")
        .required()
        .such_as("[[8, 0, -2], [8, 0, 4]]"),
    field<&Door::open>("open", boolean(), "whether it is open at the beginning"),
    field<&Door::opened_by>(
        "opened_by", references(Section::tasks).or_one(),
        "the tasks that open it when they have completed; if an entity of `world` has the "
        "door's name and a task has parameters that hold entities, only the task for it")
        .such_as("open_door"),
    field<&Door::closed_by>("closed_by", references(Section::tasks).or_one(),
                            "the tasks that close it, in the same way")
        .such_as("close_door"),
};
inline constexpr Mapping kDoor{"a door", "A wall that opens and closes.", kDoorFields};
inline constexpr Field kDoorItem = item(record(kDoor), "a door");
template <auto... Members>
inline constexpr Field doors_row() {
  Field row =
      field<Members...>("doors", map(kDoorItem),
                        "walls that open and close: at a time, under `at`, or when a task has completed");
  return row.such_as("{ gate: { wall: [[8, 0, -2], [8, 0, 4]], opened_by: open_gate } }");
}

inline constexpr Field kSoundMaker =
    item(text(), "who makes a sound").such_as("the name of an entity of `world`: `bottle: barrel`");
inline constexpr Field kMadeSound = item(map(kSoundMaker).at_most(1), "an entry of `sounds`")
                                        .such_as("`bottle: barrel`: the sound, and who makes it");
inline constexpr Field kMadeSounds = list(kMadeSound, 0, 64);

template <auto... Members>
inline constexpr Field sounds_row(std::string_view doc) {
  Field row = field<Members...>("sounds", kMadeSounds, doc);
  return row.such_as("[bottle: barrel]");
}

inline constexpr Field kFactFields = field<&RememberedFact::fields>(
    "FIELD", map(kGivenItem), "a field of the thing as it was noticed, or one of the memory's own");
inline constexpr std::array kRememberedFields = {
    field<&RememberedFact::is>("is", text(), "an entity of `world`; somebody without a name if left out")
        .such_as("thug"),
    field<&RememberedFact::position>("position", value(),
                                     "where it was, in metres; where it is now if left out")
        .such_as("[3, 0, 0]"),
    field<&RememberedFact::age>("age", measure(Quantity::duration, 0, 1e6), "how long ago it was noticed")
        .such_as("2s"),
    field<&RememberedFact::awareness>("awareness", number(0, 1), "how aware the agent is of it")
        .such_as("0.5"),
};
inline constexpr Mapping kRemembered{
    "a fact of a test", "What the agent remembers of one entity.", kRememberedFields, false, false,
    &kFactFields};
inline constexpr Field kRememberedItem = item(record(kRemembered), "a fact");
inline constexpr Field kRememberedRows =
    item(list(kRememberedItem, 0, kLimits.facts_per_memory).such_as("[{ position: [3, 0, 0] }]"),
         "what a memory holds");

inline constexpr Field kCandidateFields = field<&CandidateRow::fields>(
    "FIELD", map(kGivenItem), "a field of the entity, or one that the set gives its members");
inline constexpr std::array kCandidateRowFields = {
    field<&CandidateRow::is>("is", text(), "an entity of `world`, or the thing of somebody without a name")
        .short_form()
        .such_as("thug"),
    field<&CandidateRow::position>("position", value(), "where somebody without a name is, in metres")
        .such_as("[3, 0, 0]"),
    field<&CandidateRow::facing>("facing", value(), "where they look: a vector of length 1")
        .such_as("[0, 0, 1]"),
};
inline constexpr Mapping kCandidateRow{
    "a candidate of a test", "A member of a set.", kCandidateRowFields, false, false, &kCandidateFields};
inline constexpr Field kCandidateItem = item(record(kCandidateRow), "a candidate");
inline constexpr Field kCandidateRows = item(
    list(kCandidateItem, 0, kLimits.shared_candidates).such_as("[thug, { hp: 10 }]"), "the members of a set");

inline constexpr std::array kMomentFields = {
    field<&Moment::set>("set", map(kGivenItem).naming(Section::blackboard),
                        "new values of keys, written as under `given`; in a scene with the agent: `ann.hp`")
        .such_as("{ threat: nothing }"),
    field<&Moment::each_second>("each_second", map(kGivenItem),
                                "what is added to keys in each second from then on, in place of what was "
                                "added to them before; in a scene with the agent: `ann.heat`")
        .naming(Section::blackboard)
        .such_as("{ heat: 0.2 }"),
    field<&Moment::remembers>(
        "remembers", map(kRememberedRows),
        "what a memory holds from then on, and nothing else; in a scene with the agent: "
        "`ann.foes`")
        .such_as("{ foes: [{ is: thug }] }"),
    field<&Moment::candidates>("candidates", map(kCandidateRows),
                               "the members of a set from then on, and no others; in a scene with the agent, "
                               "unless agents share the set")
        .naming(Section::candidates)
        .such_as("{ machines: [pot] }"),
    field<&Moment::emit>("emit", map(kPostingItem),
                         "events that the agent gets, after what is `set`; in a scene all agents, or one: "
                         "`ann.damaged`")
        .naming(Section::events)
        .such_as("{ damaged: { amount: 5 } }"),
    field<&Moment::hidden>("hidden", references(Section::things),
                           "who is hidden from then on, and nobody else: nobody sees them")
        .or_none()
        .such_as("[thug]"),
    field<&Moment::taken>("taken", references(Section::tokens),
                          "what others hold from then on, and nothing else: tokens, and entities of `world`")
        .or_none()
        .such_as("[suppressor]"),
    field<&Moment::add>("add", map(kEntityItem), "entities that come, written as under `world`")
        .such_as("{ dog: { is: animal, position: [1, 0, 1] } }"),
    field<&Moment::place>(
        "place", map(kEntityItem),
        "entities and agents that are elsewhere from then on, look elsewhere, or have other "
        "fields")
        .such_as("{ thug: { position: [4, 0, 0] } }"),
    field<&Moment::remove>("remove", references(Section::things), "entities and agents that leave")
        .or_one()
        .such_as("thug"),
    field<&Moment::open>("open", references(Section::things), "doors that open, if they are closed")
        .or_one()
        .such_as("gate"),
    field<&Moment::close>("close", references(Section::things), "doors that close, if they are open")
        .or_one()
        .such_as("gate"),
    sounds_row<&Moment::sounds>("what is heard then: sounds, and the entity of `world` that makes each"),
};
inline constexpr Mapping kMoment{"a moment of a run", "What the game changes on the way.", kMomentFields};
inline constexpr Field kMomentItem = item(record(kMoment), "what happens at a time");
template <auto... Members>
inline constexpr Field walls_row() {
  return field<Members...>(
             "walls", value(),
             "what nobody sees or walks through: cells of one metre, centred on whole metres, and "
             "lines, each from one place to another")
      .such_as("[[1, 0, 2], [[8, 0, -2], [8, 0, 4]]]");
}

}  // namespace ishi::compiler
