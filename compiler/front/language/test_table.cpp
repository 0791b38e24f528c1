#include <algorithm>
#include <array>

#include "language/test_rows.h"

namespace ishi::compiler {
namespace {

using namespace std::string_view_literals;

constexpr Field kGivenLevelItem = item(bounds().short_form(), "a level");
constexpr Field kScoreItem = item(bounds().short_form(), "a score");
constexpr Field kFailureTime = item(measure(Quantity::duration), "the time of a failure");
constexpr Field kFailureItem =
    item(list(kFailureTime, 1, kLimits.failures_per_task).short_form(), "the time of a failure")
        .such_as("2s, or [1s, 4s]");

constexpr std::array kGoalStateWords = {"inactive"sv, "active"sv, "completed"sv, "failed"sv, "aborted"sv};
constexpr Field kGoalStateItem = item(word(kGoalStateWords), "what becomes of a goal");

constexpr Field kExpectedTask = item(called_task(), "a task");
constexpr Field kTimesItem = item(bounds().short_form().or_open(), "a number of times");
constexpr Field kExpectedEventFields = field<&Posting::fields>(
    "FIELD", map(kGivenItem), "a field of the event, with the value that it must have");
constexpr Mapping kExpectedEvent{"an expected event",
                                 "An event that an agent emits; `{}` whatever it tells.",
                                 kPostingFields,
                                 false,
                                 false,
                                 &kExpectedEventFields};
constexpr Field kExpectedEventItem =
    item(record(kExpectedEvent), "an event").such_as("{ who: thief }, or {} whatever it tells");
constexpr Field kChosenItem = item(text(), "what is chosen");
constexpr Field kNoticed = item(text(), "an entity");
constexpr Field kNoticedItem =
    item(list(kNoticed, 0, kLimits.facts_per_memory).short_form(), "whom it notices").such_as("thug");
constexpr Field kPicksRow =
    field<&AgentExpectation::picks>("picks", references(Section::actions).or_one(),
                                    "the action that is chosen, one of several, or `nothing`; of a run the "
                                    "last thought's choice")
        .such_as("flee");
constexpr Field kOnRow =
    field<&AgentExpectation::on>(
        "on", text(),
        "whom it is picked for: an entity of `world`, or a member by its number, such as "
        "`orders 2`")
        .only_with("picks")
        .such_as("thug");
constexpr Field kChoosesRow =
    field<&AgentExpectation::chooses>(
        "chooses", map(kChosenItem),
        "what its choices choose: an entity of `world`, or a member by its number, such as "
        "`orders 2`, or `nothing`; of a run in the last thought")
        .naming(Section::choices)
        .such_as("{ prey: thug }");
constexpr Field kStateRow =
    field<&AgentExpectation::state>("state", text(),
                                    "the state in which the agent is after the thought, or at the end")
        .such_as("alert");
constexpr Field kKeyRow =
    field<&AgentExpectation::key>("key", map(kGivenItem),
                                  "keys at the end, each a value (numbers to 0.00001, coordinates to "
                                  "0.01) or a range of numbers; a coordinate may be a range, too")
        .naming(Section::blackboard)
        .such_as("{ ammo: 3, alarm: 0.5..1 }");
constexpr Field kLevelRow =
    field<&AgentExpectation::level>(
        "level", map(kGivenLevelItem),
        "levels at the end that the agent carries, each a number (to 0.0001) or a range")
        .naming(Section::needs)
        .such_as("{ hunger: 0.3..0.4 }");
constexpr Field kGoalsRow =
    field<&AgentExpectation::goals>("goal", map(kGoalStateItem),
                                    "whether goals are `active` at the end, or how each ended when it did so "
                                    "last; `inactive`: never begun")
        .naming(Section::goals)
        .such_as("{ reach_cover: completed }");
constexpr Field kRemembersRow =
    field<&AgentExpectation::remembers>("remembers", map(kNoticedItem),
                                        "its memories, and whom each holds at the end: an entity, a list of "
                                        "them, or `nothing`")
        .naming(Section::memory)
        .such_as("{ foes: thief }");
constexpr std::array kMomentExpectFields = {
    kPicksRow, kOnRow, kChoosesRow, kStateRow, kRemembersRow, kKeyRow, kLevelRow, kGoalsRow,
};
constexpr Mapping kMomentExpect{"what is so at a time",
                                "What must be true of an agent at one time of the run.", kMomentExpectFields,
                                false, false};
constexpr Field kMomentExpectItem = item(record(kMomentExpect), "what is so then");

constexpr Field kInvariantState = item(text(), "a state");
constexpr Field kAlwaysKeyRow =
    field<&Invariant::key>("key", map(kGivenItem),
                           "keys after every frame, each a value or a range, as under `key` at the end")
        .naming(Section::blackboard)
        .such_as("{ hp: 1..100 }");
constexpr Field kAlwaysLevelRow =
    field<&Invariant::level>("level", map(kGivenLevelItem), "levels after every frame, each a range")
        .naming(Section::needs)
        .such_as("{ hunger: 0..0.9 }");
constexpr std::array kAlwaysSoFields = {
    field<&Invariant::picks>("picks", references(Section::actions).or_one(),
                             "the action that every thought chooses, one of several, or `nothing`")
        .such_as("[patrol, chase]"),
    field<&Invariant::states>("state", list(kInvariantState, 1, 64).short_form(),
                              "the state in which the agent is after every frame, or one of several")
        .such_as("[calm, wary]"),
    kAlwaysKeyRow,
    kAlwaysLevelRow,
};
constexpr Mapping kAlwaysSo{"what is always so",
                            "What must be true of an agent after every frame of the run.", kAlwaysSoFields,
                            false, false};
constexpr std::array kNeverSoFields = {
    field<&Invariant::picks>("picks", references(Section::actions).or_one(),
                             "actions that no thought chooses; or `nothing`")
        .such_as("flee"),
    field<&Invariant::states>("state", list(kInvariantState, 1, 64).short_form(),
                              "states that the agent never enters")
        .such_as("panic"),
    field<&Invariant::does>("does", references(Section::tasks).or_one(), "tasks that are never started")
        .such_as("fire"),
    field<&Invariant::emits>("emits", references(Section::events).or_one(), "events that it never emits")
        .such_as("radio"),
    field<&Invariant::key>("key", map(kGivenItem), "values, or ranges of values, that a key never has")
        .naming(Section::blackboard)
        .such_as("{ hp: 0 }"),
    field<&Invariant::level>("level", map(kGivenLevelItem), "ranges in which a level never is")
        .naming(Section::needs)
        .such_as("{ hunger: 0.9..1 }"),
};
constexpr Mapping kNeverSo{"what is never so",
                           "What is true of an agent after no frame of the run: none of it.", kNeverSoFields,
                           false, false};
constexpr std::array kSteadyFields = {
    field<&Steadiness::changes>("changes", whole(0, 1e6), "how often at most it goes over to another action")
        .required()
        .such_as("2"),
    field<&Steadiness::in>("in", measure(Quantity::duration, 0.01, kLimits.run_seconds),
                           "in any period of this length")
        .such_as("1s"),
};
constexpr Mapping kSteady{"steadiness", "How often an agent changes its mind in a short time.",
                          kSteadyFields};

constexpr std::array kAgentExpectFields = {
    kPicksRow,
    field<&AgentExpectation::never_picks>(
        "never_picks", references(Section::actions).or_one(),
        "actions that are not chosen; of a run those that no thought chooses")
        .such_as("flee"),
    kOnRow,
    kChoosesRow,
    kStateRow,
    field<&AgentExpectation::notices>(
        "notices", map(kNoticedItem),
        "its senses, and whom each notices: an entity of `world`, a list of them, or "
        "`nothing`; of a run when it senses last")
        .naming(Section::senses)
        .such_as("{ eyes: thug, ears: nothing }"),
    field<&AgentExpectation::order>("order", references(Section::actions),
                                    "actions from the highest score down")
        .such_as("[flee, shoot]"),
    field<&AgentExpectation::score>("score", map(kScoreItem), "scores, each a number (to 0.00001) or a range")
        .naming(Section::actions)
        .such_as("{ flee: 0.8..0.9 }"),
    field<&AgentExpectation::heads>(
        "heads", value(),
        "where it goes that steers, after the thought or at the end: an angle from "
        "the world's forward to the "
        "right (to half a degree), a range, or `nothing` if it stands")
        .such_as("45deg"),
    field<&AgentExpectation::reaches>(
        "reaches", value(),
        "where it gets that walks, in metres: the end of the way that the thought "
        "begins, or in a run where it comes at some time; to half a metre")
        .such_as("[3, 0, 2]"),
    field<&AgentExpectation::within>("within", measure(Quantity::duration),
                                     "until when `picks` must have been chosen once, `state` entered, "
                                     "`notices` noticed and `emits` emitted, in place of the end")
        .without_default()
        .only_with("run")
        .such_as("1s"),
    field<&AgentExpectation::after>("after", reference(Section::events),
                                    "the event from whose first arrival at the agent `within` counts, for "
                                    "`picks`, `state`, `notices` and `emits`")
        .only_with("within")
        .such_as("radio"),
    field<&AgentExpectation::does>("does", list(kExpectedTask, 1, 1000),
                                   "tasks: those that are started begin with these, in order, each perhaps "
                                   "with some of its arguments")
        .only_with("run")
        .such_as("[aim, { fire: { at: thug } }]"),
    field<&AgentExpectation::does_in_order>("does_in_order", list(kExpectedTask, 1, 1000),
                                            "tasks that are started one after the other, with others between "
                                            "them perhaps")
        .only_with("run")
        .such_as("[aim, fire]"),
    field<&AgentExpectation::never_does>("never_does", references(Section::tasks).or_one(),
                                         "tasks that are never started")
        .only_with("run")
        .such_as("fire"),
    field<&AgentExpectation::times>(
        "times", map(kTimesItem),
        "how often tasks are started, each a number or a range, which may be open: `2..`")
        .naming(Section::tasks)
        .only_with("run")
        .such_as("{ fire: 3, aim: 1..4 }"),
    field<&AgentExpectation::emits>("emits", map(kExpectedEventItem),
                                    "events and sounds that it emits at some time, events perhaps with some "
                                    "fields; `{}`: neither events nor sounds")
        .naming(Section::events)
        .only_with("run")
        .such_as("{ radio: { who: thief } }"),
    field<&AgentExpectation::max_switches>("max_switches", whole(0, 1e6),
                                           "how often at most it goes over to another action")
        .without_default()
        .only_with("run")
        .such_as("3"),
    field<&AgentExpectation::steady>("steady", record(kSteady),
                                     "that it does not dither: how often at most it goes over to another "
                                     "action in any period of some length")
        .only_with("run")
        .such_as("{ changes: 2, in: 1s }"),
    field<&AgentExpectation::always>("always", record(kAlwaysSo), "what is so after every frame of the run")
        .only_with("run")
        .such_as("{ key: { hp: 1..100 } }"),
    field<&AgentExpectation::never>("never", record(kNeverSo),
                                    "what is so after no frame of the run, each for itself")
        .only_with("run")
        .such_as("{ state: panic }"),
    kKeyRow.only_with("run"),
    kLevelRow.only_with("run"),
    kGoalsRow.only_with("run"),
    kRemembersRow.only_with("run"),
    field<&AgentExpectation::at>("at", map(kMomentExpectItem), "what is so at times of the run")
        .by_time()
        .only_with("run")
        .such_as("{ 3s: { state: alert } }"),
};
constexpr Mapping kAgentExpect{"an expectation of an agent", "What must be true of one agent of a scene.",
                               kAgentExpectFields, false, false};
constexpr Field kAgentExpectItem = item(record(kAgentExpect), "what an agent must do");

constexpr Field kHolder = item(text(), "an agent of the scene");
constexpr std::array kTokenExpectFields = {
    field<&TokenExpectation::token>("token", reference(Section::tokens), "which one")
        .required()
        .such_as("flanker"),
    field<&TokenExpectation::by>("by", list(kHolder, 1, 1000).short_form(),
                                 "the agents of the scene that count; all if left out")
        .such_as("[ann, bob]"),
    field<&TokenExpectation::at_most>("at_most", whole(0, 1e6), "how many hold it in any frame")
        .without_default()
        .such_as("1"),
    field<&TokenExpectation::at_least>("at_least", whole(1, 1e6), "how many hold it in some frame")
        .without_default()
        .such_as("1"),
};
constexpr Mapping kTokenExpect{"an expectation of a token", "How many agents hold a token at the same time.",
                               kTokenExpectFields};
constexpr Field kTokenExpectItem = item(record(kTokenExpect), "what is expected of a token");

// The fields of `expect`: those of a test's own agent, and `agents` for the agents of a scene.
constexpr auto kExpectFields = [] {
  std::array<Field, kAgentExpectFields.size() + 2> fields;
  std::ranges::copy(kAgentExpectFields, fields.begin());
  fields[fields.size() - 2] =
      field<&Expectation::agents>("agents", map(kAgentExpectItem), "agents of the scene")
          .only_with("scene")
          .such_as("{ ann: { picks: flee } }");
  fields.back() = field<&Expectation::holds>("holds", list(kTokenExpectItem, 1, 64),
                                             "tokens, and how many agents hold each at the same time")
                      .only_with("run")
                      .such_as("[{ token: flanker, at_most: 1 }]");
  return fields;
}();
constexpr Mapping kExpect{"an expectation",
                          "What must be true of the thought, or of the run and its last thought.",
                          kExpectFields, false, false};

constexpr std::array kAlwaysFields = {
    field<&Claimed::picks>("picks", references(Section::actions).or_one(),
                           "the action that is chosen, or one of several, or `nothing`")
        .required()
        .such_as("flee"),
};
constexpr Mapping kAlways{"what always holds", "What the thought comes to in every situation.",
                          kAlwaysFields};
constexpr std::array kNeverFields = {
    field<&Claimed::picks>("picks", references(Section::actions).or_one(),
                           "the action that is never chosen, or several, or `nothing`")
        .required()
        .such_as("shoot"),
};
constexpr Mapping kNeverPicked{"what never holds", "What the thought comes to in no situation.",
                               kNeverFields};

constexpr std::array kDetourFields = {
    read_elsewhere("detours", whole(1, 16), "how many places may come before the last one of the path")
        .required()
        .such_as("3"),
    read_elsewhere("within", value(), "two opposite corners of the box in which they lie")
        .required()
        .such_as("[[0, 0, 0], [40, 0, 20]]"),
};
constexpr Mapping kDetours{"detours", "Places that an entity may pass on its path.", kDetourFields};
// A value, or detours of a path.
constexpr Field kVariedItem = [] {
  Field varied = item(value(), "its values").such_as("a range, a list of values, or any");
  varied.mapping = &kDetours;
  return varied;
}();
constexpr Field kFixedItem = item(value(), "its value").such_as("12");
template <const Field& Item>
constexpr Field kVariedParts = field<&Variations::values>(
    "WHAT", map(Item),
    "a key or carried level, and of somebody `position`, `facing`, `present`, a field of its thing; of an "
    "agent "
    "`state`, `importance`; of an entity that `moves` `starts`, `speed`, `path`. In a scene behind the name: "
    "`ann.hp`, `thief.position`; of a test's one agent as under `given`, and `self.position`");
template <const Field& Item>
constexpr std::array kVariationFields = {
    field<&Variations::results>("results", map(Item),
                                "how tasks end, for all agents or one: `ann.unlock`; `completed`, `failed` "
                                "when its time is over, or `never`")
        .naming(Section::tasks)
        .such_as(&Item == &kFixedItem ? "{ unlock: never }" : "{ unlock: [completed, failed, never] }"),
    field<&Variations::at>("at", map(Item),
                           "changes that the scene or test makes at a time, and when they come instead")
        .by_time()
        .such_as(&Item == &kFixedItem ? "{ 2s: 5s }" : "{ 2s: 0s..8s }"),
};
constexpr Mapping kVary{
    "what varies",
    "The parts of a situation that differ from run to run: ranges such as `0..30`, lists of "
    "values, or `any`.",
    kVariationFields<kVariedItem>,
    false,
    false,
    &kVariedParts<kVariedItem>};
constexpr Mapping kWith{"what a run has instead",
                        "Values in place of those that the scene or test gives, written as under `vary`.",
                        kVariationFields<kFixedItem>,
                        false,
                        false,
                        &kVariedParts<kFixedItem>};

constexpr std::array kTestFields = {
    field<&Test::who, &SceneAgent::agent>("agent", reference(Section::agents),
                                          "who thinks; not with a `scene`")
        .such_as("guard"),
    field<&Test::scene>("scene", reference(Section::scenes), "the scene in which it takes place")
        .such_as("courtyard"),
    field<&Test::who, &SceneAgent::importance>(
        "importance", reference(Section::importance),
        "its profile, if not the usual one; `any`: what is expected holds for each profile")
        .such_as("coward"),
    field<&Test::who, &SceneAgent::given>("given", map(kGivenItem),
                                          "what the game tells it: values of keys; `someone` is any entity")
        .naming(Section::blackboard)
        .such_as("{ hp: 8 }"),
    field<&Test::who, &SceneAgent::running>("running", reference(Section::actions),
                                            "what it is doing already")
        .such_as("shoot"),
    field<&Test::who, &SceneAgent::running_for>("running_for", text(),
                                                "whom that is for: an entity of `world`, or a member "
                                                "without a name: `orders 2`")
        .only_with("running")
        .such_as("thug"),
    field<&Test::who, &SceneAgent::state>(
        "state", text(), "the state that it is in, if not its first one; nothing is done for that")
        .such_as("alert"),
    field<&Test::who, &SceneAgent::self>(
        "self", record(kSelf),
        "where the agent is, and what it is; `self` names it as the value of a key or field")
        .such_as("{ position: [0, 0, 0] }"),
    field<&Test::around, &Surroundings::world>("world", map(kEntityItem), "who else is there")
        .such_as("{ thug: { is: person, position: [0, 0, 5] } }"),
    walls_row<&Test::around, &Surroundings::walls>(),
    doors_row<&Test::around, &Surroundings::doors>(),
    field<&Test::run>("run", measure(Quantity::duration, 0, kLimits.run_seconds),
                      "simulates for so long, at 60 frames a second; without it there is one thought")
        .without_default()
        .such_as("5s"),
    field<&Test::around, &Surroundings::at>("at", map(kMomentItem),
                                            "what changes on the way, by the time of the run")
        .by_time()
        .only_with("run")
        .such_as("{ 2s: { set: { threat: nothing } } }"),
    field<&Test::fails>("fails", map(kFailureItem),
                        "tasks that fail, and when: the one that runs then, or else the next that starts")
        .naming(Section::tasks)
        .only_with("run")
        .such_as("{ move_to: 2s }"),
    gives_row<&Test::around, &Surroundings::gives>().only_with("run"),
    changes_row<&Test::around, &Surroundings::changes>().only_with("run"),
    without_effect_row<&Test::around, &Surroundings::without_effect>().only_with("run"),
    each_second_row<&Test::around, &Surroundings::each_second>().only_with("run"),
    field<&Test::who, &SceneAgent::remembers>("remembers", map(kRememberedRows),
                                              "what it remembers, by memory")
        .naming(Section::memory)
        .such_as("{ pickups: [{ position: [3, 0, 0], age: 2s }] }"),
    field<&Test::who, &SceneAgent::candidates>("candidates", map(kCandidateRows),
                                               "what the game has given, by set of candidates")
        .naming(Section::candidates)
        .such_as("{ orders: [{ urgency: 0.8 }] }"),
    field<&Test::around, &Surroundings::hidden>(
        "hidden", references(Section::things),
        "entities of `world` that nobody sees: something stands in between")
        .such_as("[thug]"),
    sounds_row<&Test::around, &Surroundings::sounds>(
        "what is heard at the beginning: sounds, and the entity of `world` that makes each"),
    field<&Test::around, &Surroundings::taken>(
        "taken", references(Section::tokens),
        "what others hold: tokens, all that there are, and entities of `world`")
        .such_as("[suppressor]"),
    field<&Test::expect>("expect", record(kExpect), "what must come of it").such_as("{ picks: flee }"),
    field<&Test::vary>(
        "vary", record(kVary),
        "what differs from run to run: what is expected must come of each of some hundred runs, and "
        "`ishi search` tries as many as you like. A run that fails is made as simple as it can be, "
        "and shown as a test `with` its values")
        .only_with("run")
        .such_as("{ ann.hp: 1..100, thief.starts: 0s..8s }"),
    field<&Test::with>("with", record(kWith), "values in place of those that the scene or test gives")
        .only_with("run")
        .such_as("{ ann.hp: 12, thief.starts: 3s }"),
    field<&Test::for_all>(
        "for_all", map(kGivenItem),
        "proves what follows for every situation in which these keys and carried levels lie "
        "in these ranges, or are `any`; what is not named may be anything, but for sets that "
        "`remembers` and `candidates` fill. Nothing runs or cools down. With a `run`: what `expect` says of "
        "the whole run, whatever the game writes into them meanwhile")
        .such_as("{ hp: 0..30, ammo: 0, threat: someone }"),
    field<&Test::where>("where", formula(),
                        "a condition over what `for_all` varies: the claims are about those situations "
                        "alone in which it holds")
        .only_with("for_all")
        .such_as("hp < ammo * 10"),
    field<&Test::always>("always", record(kAlways), "what every such thought comes to")
        .only_with("for_all")
        .such_as("{ picks: flee }"),
    field<&Test::never>("never", record(kNeverPicked), "what no such thought comes to")
        .only_with("for_all")
        .such_as("{ picks: shoot }"),
    field<&Test::order>("order", references(Section::actions),
                        "actions from the highest score down, of those that are eligible")
        .only_with("for_all")
        .such_as("[flee, shoot]"),
    field<&Test::score>("score", map(kScoreItem),
                        "scores where they are eligible, each a number (to 0.00001) or a range")
        .only_with("for_all")
        .naming(Section::actions)
        .such_as("{ flee: 0.8..0.9 }"),
};

}  // namespace

constinit const Mapping kTestMapping{.title = "a test",
                                     .doc = "A situation, and what must come of it.",
                                     .fields = kTestFields,
                                     .is_named = true,
                                     .keeps_state = false};

}  // namespace ishi::compiler
