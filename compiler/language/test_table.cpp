#include <array>

#include "language/limits.h"
#include "language/reader.h"
#include "language/tables.h"
#include "model/test.h"

namespace ishi::compiler {
namespace {

using namespace std::string_view_literals;

constexpr Field kGivenItem = item(value(), "a value");
constexpr Field kGivenLevelItem = item(bounds().short_form(), "a level");
constexpr Field kScoreItem = item(bounds().short_form(), "a score");

constexpr Field kFields = field<&Placement::fields>("FIELD", map(kGivenItem), "a field of its thing");
constexpr std::array kSelfFields = {
    field<&Placement::is>("is", reference(Section::things), "what kind of thing it is; none if left out")
        .such_as("person"),
    field<&Placement::position>("position", value(), "where it is, in metres").such_as("[0, 0, 0]"),
    field<&Placement::facing>("facing", value(), "where it looks").such_as("[0, 0, 1]"),
};
constexpr Mapping kSelf{"the agent itself",
                        "Where the agent is, where it looks, and what others see of it.",
                        kSelfFields,
                        false,
                        false,
                        &kFields};

constexpr std::array kEntityFields = {
    field<&Placement::is>("is", reference(Section::things), "what kind of thing it is; none if left out")
        .such_as("person"),
    field<&Placement::position>("position", value(), "where it is, in metres").such_as("[0, 0, 5]"),
    field<&Placement::facing>("facing", value(), "where it looks").such_as("[0, 0, -1]"),
};
constexpr Mapping kEntity{
    "an entity of a test", "Something in the world.", kEntityFields, false, false, &kFields};
constexpr Field kEntityItem = item(record(kEntity), "an entity");

constexpr Field kExpectedEventFields = field<&Posting::fields>("FIELD", map(kGivenItem),
                                                       "what the event tells; a field that is left out has "
                                                       "its default");
constexpr std::array<Field, 0> kPostingFields{};
constexpr Mapping kPosting{"an event of a run",
                           "An event that the agent gets; `{}` if it tells nothing.",
                           kPostingFields,
                           false,
                           false,
                           &kExpectedEventFields};
constexpr Field kPostingItem =
    item(record(kPosting), "an event").such_as("{ amount: 5 }, or {} if it tells nothing");

constexpr Field kSoundMaker = item(text(), "who makes a sound");
constexpr Field kMadeSound = item(map(kSoundMaker).at_most(1), "an entry of `sounds`")
                                 .such_as("`bottle: barrel`: the sound, and who makes it");
constexpr Field kMadeSounds = list(kMadeSound, 0, 64);

template <auto Member>
constexpr Field sounds_row(std::string_view doc) {
  Field row = field<Member>("sounds", kMadeSounds, doc);
  return row.such_as("[bottle: barrel]");
}

constexpr std::array kMomentFields = {
    field<&Moment::set>("set", map(kGivenItem).naming(Section::blackboard),
                        "new values of keys, written as under `given`")
        .such_as("{ threat: nothing }"),
    field<&Moment::emit>("emit", map(kPostingItem), "events that the agent gets, after what is `set`")
        .naming(Section::events)
        .such_as("{ damaged: { amount: 5 } }"),
    field<&Moment::hidden>("hidden", references(Section::things),
                           "who is hidden from then on, and nobody else: nobody sees them")
        .or_none()
        .such_as("[thug]"),
    sounds_row<&Moment::sounds>("what is heard then: sounds, and the entity of `world` that makes each"),
};
constexpr Mapping kMoment{"a moment of a run", "What the game changes on the way.", kMomentFields};
constexpr Field kMomentItem = item(record(kMoment), "what happens at a time");
constexpr Field kFailureTime = item(measure(Quantity::duration), "the time of a failure");
constexpr Field kFailureItem =
    item(list(kFailureTime, 1, kLimits.failures_per_task).short_form(), "the time of a failure")
        .such_as("2s, or [1s, 4s]");

constexpr std::array kGoalStateWords = {"inactive"sv, "active"sv, "completed"sv, "failed"sv, "aborted"sv};
constexpr Field kGoalStateItem = item(word(kGoalStateWords), "what becomes of a goal");

constexpr Field kFactFields = field<&RememberedFact::fields>(
    "FIELD", map(kGivenItem), "a field of the thing as it was noticed, or one of the memory's own");
constexpr std::array kRememberedFields = {
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
constexpr Mapping kRemembered{
    "a fact of a test", "What the agent remembers of one entity.", kRememberedFields, false, false,
    &kFactFields};
constexpr Field kRememberedItem = item(record(kRemembered), "a fact");
constexpr Field kRememberedRows =
    item(list(kRememberedItem, 0, kLimits.facts_per_memory).such_as("[{ position: [3, 0, 0] }]"),
         "what a memory holds");

constexpr Field kCandidateFields = field<&CandidateRow::fields>(
    "FIELD", map(kGivenItem), "a field of the entity, or one that the set gives its members");
constexpr std::array kCandidateRowFields = {
    field<&CandidateRow::is>("is", text(), "an entity of `world`, or the thing of somebody without a name")
        .short_form()
        .such_as("thug"),
    field<&CandidateRow::position>("position", value(), "where somebody without a name is, in metres")
        .such_as("[3, 0, 0]"),
    field<&CandidateRow::facing>("facing", value(), "where they look: a vector of length 1")
        .such_as("[0, 0, 1]"),
};
constexpr Mapping kCandidateRow{
    "a candidate of a test", "A member of a set.", kCandidateRowFields, false, false, &kCandidateFields};
constexpr Field kCandidateItem = item(record(kCandidateRow), "a candidate");
constexpr Field kCandidateRows =
    item(list(kCandidateItem, 0, kLimits.shared_candidates).such_as("[thug, { hp: 10 }]"),
         "the members of a set");

constexpr Field kChosenItem = item(text(), "what is chosen");
constexpr Field kNoticed = item(text(), "an entity");
constexpr Field kNoticedItem =
    item(list(kNoticed, 0, kLimits.facts_per_memory).short_form(), "whom it notices").such_as("thug");
constexpr std::array kExpectFields = {
    field<&Expectation::picks>("picks", text(),
                               "the action that is chosen, or `nothing`; of a run the last thought's choice")
        .naming(Section::actions)
        .such_as("flee"),
    field<&Expectation::on>("on", text(),
                            "whom it is picked for: an entity of `world`, or a member by its number, such as "
                            "`orders 2`")
        .only_with("picks")
        .such_as("thug"),
    field<&Expectation::chooses>(
        "chooses", map(kChosenItem),
        "what its choices choose: an entity of `world`, or a member by its number, such as "
        "`orders 2`, or `nothing`; of a run in the last thought")
        .naming(Section::choices)
        .such_as("{ prey: thug }"),
    field<&Expectation::state>("state", text(),
                               "the state in which the agent is after the thought, or at the end")
        .such_as("alert"),
    field<&Expectation::notices>(
        "notices", map(kNoticedItem),
        "its senses, and whom each notices: an entity of `world`, a list of them, or "
        "`nothing`; of a run when it senses last")
        .naming(Section::senses)
        .such_as("{ eyes: thug, ears: nothing }"),
    field<&Expectation::order>("order", references(Section::actions), "actions from the highest score down")
        .such_as("[flee, shoot]"),
    field<&Expectation::score>("score", map(kScoreItem), "scores, each a number (to 0.00001) or a range")
        .naming(Section::actions)
        .such_as("{ flee: 0.8..0.9 }"),
    field<&Expectation::heads>("heads", value(),
                               "where it goes that steers, after the thought or at the end: an angle from "
                               "the world's forward to the "
                               "right (to half a degree), a range, or `nothing` if it stands")
        .such_as("45deg"),
    field<&Expectation::reaches>("reaches", value(),
                                 "where it gets that walks, in metres: the end of the way that the thought "
                                 "begins, or in a run where it comes at some time; to half a metre")
        .such_as("[3, 0, 2]"),
    field<&Expectation::within>("within", measure(Quantity::duration),
                                "until when `picks` must have been chosen once, in place of the end")
        .without_default()
        .only_with("run")
        .such_as("1s"),
    field<&Expectation::does>("does", references(Section::tasks),
                              "tasks: those that are started begin with these, in order")
        .only_with("run")
        .such_as("[aim, fire]"),
    field<&Expectation::max_switches>("max_switches", whole(0, 1e6),
                                      "how often at most it goes over to another action")
        .without_default()
        .only_with("run")
        .such_as("3"),
    field<&Expectation::key>("key", map(kGivenItem),
                             "keys at the end, each a value (numbers to 0.00001) or a range of numbers")
        .naming(Section::blackboard)
        .only_with("run")
        .such_as("{ ammo: 3, alarm: 0.5..1 }"),
    field<&Expectation::level>(
        "level", map(kGivenLevelItem),
        "levels at the end that the agent carries, each a number (to 0.0001) or a range")
        .naming(Section::needs)
        .only_with("run")
        .such_as("{ hunger: 0.3..0.4 }"),
    field<&Expectation::goals>("goal", map(kGoalStateItem),
                               "whether goals are `active` at the end, or how each ended when it did so "
                               "last; `inactive`: never begun")
        .naming(Section::goals)
        .only_with("run")
        .such_as("{ reach_cover: completed }"),
};
constexpr Mapping kExpect{"an expectation",
                          "What must be true of the thought, or of the run and its last thought.",
                          kExpectFields,
                          false,
                          false,
                          nullptr,
                          finish<Expectation>};

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
constexpr Mapping kNeverPicked{"what never holds", "What the thought comes to in no situation.", kNeverFields};

constexpr std::array kTestFields = {
    field<&Test::agent>("agent", reference(Section::agents), "who thinks").required().such_as("guard"),
    field<&Test::importance>("importance", reference(Section::importance),
                             "its profile, if not the usual one"),
    field<&Test::given>("given", map(kGivenItem),
                        "what the game tells it: values of keys; `someone` is any entity")
        .naming(Section::blackboard)
        .such_as("{ hp: 8 }"),
    field<&Test::running>("running", reference(Section::actions), "what it is doing already")
        .such_as("shoot"),
    field<&Test::state>("state", text(),
                        "the state that it is in, if not its first one; nothing is done for that")
        .such_as("alert"),
    field<&Test::self>("self", record(kSelf),
                       "where the agent is, and what it is; `self` names it as the value of a key or field")
        .such_as("{ position: [0, 0, 0] }"),
    field<&Test::world>("world", map(kEntityItem), "who else is there")
        .such_as("{ thug: { is: person, position: [0, 0, 5] } }"),
    field<&Test::blocked>("blocked", value(),
                          "places in cells of one metre, centred on whole metres, that nobody can enter")
        .such_as("[[1, 0, 2], [2, 0, 2]]"),
    field<&Test::run>("run", measure(Quantity::duration, 0, kLimits.run_seconds),
                      "simulates for so long, at 60 frames a second; without it there is one thought")
        .without_default()
        .such_as("5s"),
    field<&Test::at>("at", map(kMomentItem), "what changes on the way, by the time of the run")
        .by_time()
        .only_with("run")
        .such_as("{ 2s: { set: { threat: nothing } } }"),
    field<&Test::fails>("fails", map(kFailureItem),
                        "tasks that fail, and when: the one that runs then, or else the next that starts")
        .naming(Section::tasks)
        .only_with("run")
        .such_as("{ move_to: 2s }"),
    field<&Test::remembers>("remembers", map(kRememberedRows), "what it remembers, by memory")
        .naming(Section::memory)
        .such_as("{ pickups: [{ position: [3, 0, 0], age: 2s }] }"),
    field<&Test::candidates>("candidates", map(kCandidateRows),
                             "what the game has given, by set of candidates")
        .naming(Section::candidates)
        .such_as("{ orders: [{ urgency: 0.8 }] }"),
    field<&Test::hidden>("hidden", references(Section::things),
                         "entities of `world` that nobody sees: something stands in between")
        .such_as("[thug]"),
    sounds_row<&Test::sounds>(
        "what is heard at the beginning: sounds, and the entity of `world` that makes each"),
    field<&Test::taken>("taken", references(Section::tokens),
                        "what others hold: tokens, all that there are, and entities of `world`")
        .such_as("[suppressor]"),
    field<&Test::expect>("expect", record(kExpect), "what must come of it").such_as("{ picks: flee }"),
    field<&Test::for_all>(
        "for_all", map(kGivenItem),
        "proves what follows for every situation in which these keys and carried levels lie "
        "in these ranges, or are `any`; what is not named may be anything, but for sets that "
        "`remembers` and `candidates` fill. Nothing runs or cools down")
        .such_as("{ hp: 0..30, ammo: 0, threat: someone }"),
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
                                     .finish = finish<Test>,
                                     .keeps_state = false};

}  // namespace ishi::compiler
