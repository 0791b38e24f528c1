#include <array>

#include "language/limits.h"
#include "language/reader.h"
#include "language/tables.h"
#include "model/behaviour.h"

namespace ishi::compiler {
namespace {

using namespace std::string_view_literals;

constexpr std::array kCombineWords = {"product"sv, "compensated"sv, "geometric"sv, "min"sv,
                                      "max"sv,     "mean"sv,        "sum"sv};
constexpr std::array kTieWords = {"first"sv, "last"sv};

constexpr Field kValueParameterItem = item(record(kValueParameterMapping), "a parameter");
constexpr std::array kValueFields = {
    field<&Value::parameters>(
        "params", map(kValueParameterItem).in_order(),
        "what it is given where it is called, as `gap(self, it)`, in this order; without, it is a "
        "name and nothing is given")
        .such_as("{ a: entity, b: entity }"),
    field<&Value::is>("is", formula(), "the expression that it names")
        .required()
        .short_form()
        .such_as("1 - hp.norm"),
};

constexpr std::array kMotiveFields = {
    field<&Motive::level>("level", formula(), "how strong it is, 0 to 1, computed wherever it is read")
        .of_kind(1)
        .such_as("1 - hp.norm"),
    field<&Motive::start>("start", number(0, 1), "what its level begins with: each agent carries its own")
        .of_kind(2)
        .such_as("0.2"),
    field<&Motive::rise>("rise", formula(), "how fast the level that an agent carries grows by itself")
        .of_kind(2)
        .such_as("0.01/s"),
    field<&Motive::while_rises>("while", formula(), "it rises only while this holds")
        .only_with("rise")
        .such_as("not asleep"),
    field<&Motive::curve>("curve", reference(Section::curves),
                          "what its strength goes through, unless a profile names another curve"),
};

constexpr std::array kWeightingFields = {
    field<&Weighting::weight>("weight", number(0, 1e6), "what the level is multiplied by").short_form(),
    field<&Weighting::curve>("curve", reference(Section::curves), "a curve of this profile's own"),
};
constexpr Mapping kWeighting{"the weight of a need or drive", "", kWeightingFields};
constexpr Field kWeightingItem = item(record(kWeighting), "a weight");
constexpr Field kWeights = field<&Profile::weights>("NEED or DRIVE", map(kWeightingItem),
                                                    "how much it matters; 1 for those not named")
                               .naming(Section::needs)
                               .such_as("1.8");
constexpr std::array<Field, 0> kProfileFields{};

constexpr std::array kNever = {"never"sv};
constexpr Field kOwnFieldItem = item(record(kFieldMapping), "a field");
constexpr std::array kMemoryFields = {
    field<&Memory::of>(
        "of", reference(Section::things),
        "what it is about: a thing, whose fields are remembered, `entity` for any, or `sound` for "
        "noises, which have a `maker`, a `sound` and a `loudness`")
        .required()
        .such_as("pickup"),
    field<&Memory::capacity>("capacity", whole(1, static_cast<double>(kLimits.facts_per_memory)),
                             "how many facts an agent remembers; then the least confident one makes room")
        .required()
        .such_as("8"),
    field<&Memory::forget>("forget", measure(Quantity::duration, 0.001, 1e6).or_word(kNever),
                           "how long a fact lasts after it was last noticed; `never`: for ever")
        .required()
        .such_as("10s"),
    field<&Memory::fields>("fields", map(kOwnFieldItem),
                           "what a fact has besides the thing's fields; a new one has their defaults")
        .such_as("{ checked: boolean }"),
};

constexpr std::array kTacticalWeightFields = {
    field<&TacticalWeights::expectation>("expectation", number(0, 1e6), "the weight of the expectation"),
    field<&TacticalWeights::risk>("risk", number(0, 1e6), "the weight of the risk"),
    field<&TacticalWeights::cost>("cost", number(0, 1e6), "the weight of the cost"),
};
constexpr Mapping kTacticalWeights{"the weights of a tactical score", "", kTacticalWeightFields};
constexpr std::array kTacticalFields = {
    field<&Tactical::expectation>("expectation", formula(),
                                  "how good success would be, 0 to 1; a score needs it")
        .such_as("0.8"),
    field<&Tactical::risk>("risk", formula(), "how dangerous it is, 0 to 1; 0 if left out"),
    field<&Tactical::cost>("cost", formula(), "what it takes, 0 to 1; 0 if left out"),
    field<&Tactical::opportunity>("opportunity", formula(),
                                  "how well the moment suits, 1 to 2; 1 if left out"),
    field<&Tactical::weights>("weights", record(kTacticalWeights), "what the three weigh")
        .such_as("{ risk: 0.5 }"),
};
constexpr Mapping kTactical{"a tactical score", "max(0, wE·expectation − wR·risk − wC·cost) · opportunity",
                            kTacticalFields};

constexpr Field kAmountItem = item(formula(), "an amount");
constexpr Field kChangeItem = item(formula(), "a change");
constexpr Field kForEachItem = item(reference(Section::memory), "a memory or a set of candidates");
constexpr Field kConsiderationItem = item(formula(), "a consideration");

// The fields that actions and choices have in common. `gains` and `reduces` may stand together: they are one
// kind here.
constexpr Field kForEach =
    field<&Action::for_each>(
        "for_each", map(kForEachItem).at_most(1),
        "a name, and the memory or set of candidates whose members are scored one by one; "
        "the name stands for each of them, and then for the best")
        .such_as("{ item: pickups }");
constexpr Field kWhen =
    field<&Action::when>("when", formula(), "what must hold for it to be considered at all")
        .such_as("ammo > 0");
constexpr Field kGains = field<&Action::gains>("gains", map(kAmountItem).rounded_in_order(),
                                               "how much it satisfies each need, −1 to 1")
                             .naming(Section::needs)
                             .of_kind(1)
                             .such_as("{ survival: +1.0 }");
constexpr Field kReduces = field<&Action::reduces>("reduces", map(kAmountItem).rounded_in_order("gains"),
                                                   "how much it relieves each drive, −1 to 1")
                               .naming(Section::drives)
                               .of_kind(1)
                               .such_as("{ danger: +0.3 }");
constexpr Field kTacticalRow =
    field<&Action::tactical>("tactical", record(kTactical), "expectation, risk, cost and opportunity")
        .of_kind(2)
        .such_as("{ expectation: 0.8, risk: 1 - hp.norm }");
constexpr Field kConsiderations =
    field<&Action::considerations>("considerations", map(kConsiderationItem).rounded_in_order(),
                                   "judgements from 0 to 1, combined into one score")
        .of_kind(3)
        .such_as("{ close: near(distance(threat)), ready: ammo.norm }");
constexpr Field kCombine =
    field<&Action::combine>("combine", word(kCombineWords), "how the considerations become one")
        .only_with("considerations");
constexpr Field kScore =
    field<&Action::score>("score", formula(), "the score itself").of_kind(4).such_as("0.05");
constexpr Field kWeight =
    field<&Action::weight>("weight", formula(), "multiplies the score; 1 if left out").such_as("1.5");

constexpr std::array kActionFields = {
    kForEach,
    kWhen,
    kGains,
    kReduces,
    kTacticalRow,
    kConsiderations,
    kCombine,
    kScore,
    field<&Action::rewards>("rewards", map(kAmountItem).rounded_in_order(),
                            "of a planner's plan: how much it brings of each reward")
        .of_kind(5)
        .such_as("{ energy: item.energy }"),
    kWeight,
    field<&Action::rank>("rank", whole(-1000, 1000),
                         "options of a higher rank go first whatever their score"),
    field<&Action::steps>(
        "do", steps(), "what is done, in order; without it the action goes on until another one takes over")
        .such_as("[aim, fire]"),
    field<&Action::while_holds>("while", formula(), "ends the running action as soon as it no longer holds")
        .such_as("threat.known"),
    field<&Action::interruptible>("interruptible", formula(),
                                  "while it does not hold, only an action of a higher rank can take over")
        .such_as("elapsed > 2s"),
    field<&Action::cooldown>("cooldown", measure(Quantity::duration, 0, 1e6),
                             "how long it is out of the question after it ended")
        .such_as("2s"),
    field<&Action::cooldown_after_failure>("cooldown_after_failure", measure(Quantity::duration, 0, 1e6),
                                           "the same after it failed")
        .such_as("1s"),
    field<&Action::cooldown_for_member>("cooldown_for_member", measure(Quantity::duration, 0.001, 1e6),
                                        "with `for_each`: how long the member that it was for is out of the "
                                        "question after it ended, and no other; "
                                        "of more than 16 members the latest count")
        .such_as("5s"),
    field<&Action::finally>("finally", instant_steps(),
                            "what is done when it ends, in whatever way: steps that take no time")
        .such_as("[set: { aiming: false }]"),
    field<&Action::after>(
        "after", map(kChangeItem).naming(Section::needs),
        "what is added to levels that the agent carries when it completes; below 0 satisfies")
        .such_as("{ hunger: -0.6 }"),
    field<&Action::during>("during", map(kChangeItem).naming(Section::needs),
                           "the same while it runs, each second")
        .such_as("{ hunger: -0.1/s }"),
    field<&Action::claims>(
        "claims", references(Section::tokens),
        "what an agent must hold to do it, from its choice until it has ended: tokens, and "
        "the name before the set in `for_each` for the one that it is for; who scores it "
        "higher gets it, the others take their next best action")
        .or_one()
        .such_as("suppressor"),
    field<&Action::fifo>(
        "fifo", boolean(),
        "`true`, of an action that claims the one that it is for: whoever has asked for it longest "
        "gets it, whatever others score"),
};

constexpr std::array kChoiceFields = {
    kForEach.required(),
    kWhen,
    kGains,
    kReduces,
    kTacticalRow,
    kConsiderations,
    kCombine,
    kScore,
    kWeight,
    field<&Action::inertia>(
        "inertia", number(0, 1e6),
        "what the score of the member that was chosen last is raised by, against dithering"),
    field<&Action::minimum>(
        "minimum", number(-1e6, 1e6),
        "the score that a member must exceed to be chosen, not raised by `inertia`; none if left out")
        .without_default()
        .such_as("0.2"),
};

constexpr std::array kWeightedFields = {
    field<&Weighted::top>("top", whole(0, static_cast<double>(kLimits.options_per_agent)),
                          "among how many of the best it draws; all if left out")
        .without_default()
        .such_as("3"),
};
constexpr Mapping kWeighted{"a weighted draw",
                            "Draws in proportion to the score; what scores 0 or less is not drawn.",
                            kWeightedFields};
constexpr std::array kSoftmaxFields = {
    field<&Softmax::temperature>("temperature", number(0, 1e6),
                                 "the higher, the more even the chances: who scores this much less is drawn "
                                 "1/e = 0.37 times as often")
        .such_as("0.1"),
};
constexpr Mapping kSoftmax{"a draw with a temperature", "Draws in proportion to e^(score / temperature).",
                           kSoftmaxFields};

constexpr std::array kSelectFields = {
    field<&Select::inertia>("inertia", number(0, 1e6),
                            "what the running option's score is raised by, against dithering"),
    field<&Select::minimum>("minimum", number(-1e6, 1e6), "an option must score above this"),
    field<&Select::normalize>("normalize", boolean(),
                              "divides gains and reduces by the sum of their amounts"),
    field<&Select::ties>("ties", word(kTieWords),
                         "which of equal options wins, in the order of the agent's list"),
    field<&Select::weighted>("weighted", record(kWeighted),
                             "draws instead of taking the best, in proportion to the score")
        .of_kind(1)
        .such_as("{ top: 3 }"),
    field<&Select::softmax>("softmax", record(kSoftmax), "the same by e^(score / temperature)")
        .of_kind(2)
        .such_as("{ temperature: 0.1 }"),
};
constexpr Mapping kSelect{"a selection", "How the best option is chosen.", kSelectFields};

constexpr std::array kThinkFields = {
    field<&Think::every>(
        "every", formula(),
        "how often the agent thinks: frames of the game or a duration, or an expression that "
        "gives one of them; each frame if left out")
        .such_as("if(distance(player) < 20m, 1frames, 8frames)"),
    field<&Think::on>("on", references(Section::events),
                      "the events after which it thinks in the next frame, whatever `every` says")
        .such_as("[damaged]"),
};
constexpr Mapping kThink{"a thinking rhythm", "When an agent thinks.", kThinkFields};

constexpr Field kWorthItem = item(formula(), "what one of it is worth");
constexpr Field kPlanItem = item(record(kActionMapping), "a plan");
constexpr std::array kPlannerFields = {
    field<&Planner::rewards>("rewards", map(kWorthItem), "what one of each reward is worth to the agent now")
        .such_as("{ energy: (1 - energy)^2 }"),
    field<&Planner::plans>("plans", map(kPlanItem).in_order(), "what can be done: written as actions are")
        .required()
        .such_as("{ rest: { rewards: { energy: 0.2 }, do: [sleep] } }"),
    field<&Planner::select>("select", record(kSelect),
                            "how agents that have this planner choose, where they do not say")
        .such_as("{ ties: last }"),
};

constexpr Field kTransitionItem =
    item(formula(), "when the agent goes over to a state").such_as("needs.fear > 0.5");
constexpr std::array kStateFields = {
    field<&State::actions>("actions", references(Section::actions),
                           "what the agent can do in this state, besides its own `actions`")
        .such_as("[shoot, flee]"),
    field<&State::to>("to", map(kTransitionItem).in_order(),
                      "states, and when the agent goes over to each: before it thinks, to the first whose "
                      "condition holds; `elapsed` is the time in this state")
        .such_as("{ alert: needs.fear > 0.5 }"),
    field<&State::importance>("importance", reference(Section::importance),
                              "a profile that counts in this state in place of the agent's own"),
    field<&State::enter>("enter", instant_steps(),
                         "what is done when it begins, before the agent thinks: steps that take no time")
        .such_as("[set: { aiming: true }]"),
    field<&State::finally>("finally", instant_steps(),
                           "what is done when it ends, in whatever way: steps that take no time")
        .such_as("[set: { aiming: false }]"),
};
constexpr Field kStateItem = item(record(kStateMapping), "a state");

constexpr Field kReactionItem = item(instant_steps(), "what is done when an event arrives");

constexpr std::array kAgentFields = {
    field<&Agent::importance>("importance", reference(Section::importance),
                              "its usual profile; all weights 1 if left out"),
    field<&Agent::actions>("actions", references(Section::actions), "what it can do; the order settles ties")
        .such_as("[shoot, flee]"),
    field<&Agent::choices>("choices", references(Section::choices),
                           "what the game asks it to choose, besides the choices that its expressions name")
        .such_as("[best_weapon]"),
    field<&Agent::senses>("senses", references(Section::senses),
                          "how it notices others, before it thinks; in the order in which they fill a memory")
        .such_as("[eyes, ears]"),
    field<&Agent::planner>("planner", reference(Section::planners),
                           "whose plans it can do, beside its actions")
        .such_as("thrifty"),
    field<&Agent::select>("select", record(kSelect), "how it chooses").such_as("{ inertia: 0.03 }"),
    field<&Agent::think>("think", record(kThink), "how often it chooses").such_as("{ every: 4frames }"),
    field<&Agent::offers>(
        "offers", references(Section::memory).or_one(),
        "memories or sets of candidates: what the things in them offer it can do, beside its actions")
        .such_as("around"),
    field<&Agent::on>("on", map(kReactionItem).naming(Section::events),
                      "what is done when an event arrives: steps that take no time; `event.FIELD` reads it")
        .such_as("{ damaged: [set: { threat: event.by }] }"),
    field<&Agent::states>(
        "states", map(kStateItem).in_order(),
        "what it is in, one at a time, the first one first; its own `actions` compete in all")
        .such_as("{ calm: { actions: [patrol], to: { alert: threat.known } }, alert: { actions: [shoot] } }"),
};

constexpr std::array kTuneFields = {
    field<&TuneMark::range>("range", bounds(),
                            "how far the number may go, in its unit; without one from 0 to twice the number")
        .short_form()
        .such_as("0..1"),
};

}  // namespace

constinit const Mapping kValueMapping{
    .title = "a value",
    .doc =
        "An expression with a name, computed once a thought; with `params` once for all "
        "that it is given.",
    .fields = kValueFields,
    .is_named = true,
    .keeps_state = false};
constinit const Mapping kMotiveMapping{"a need or drive",
                                       "Something unsatisfied (a need) or pressing (a drive), from 0 to 1.",
                                       kMotiveFields, true, true};
constinit const Mapping kProfileMapping{"an importance profile",
                                        "A personality: how much each need and drive weighs.",
                                        kProfileFields,
                                        true,
                                        false,
                                        &kWeights};
constinit const Mapping kMemoryMapping{"a memory", "Facts that an agent remembers, each about one entity.",
                                       kMemoryFields, true};
constinit const Mapping kActionMapping{"an action", "Something that an agent can decide to do.",
                                       kActionFields, true, true};
constinit const Mapping kChoiceMapping{"a choice", "The best member of a set, chosen without doing anything.",
                                       kChoiceFields, true, true};
constinit const Mapping kPlannerMapping{
    "a planner", "A set of plans with its own sense of what their rewards are worth.", kPlannerFields, true};
constinit const Mapping kStateMapping{
    "a state", "What an agent is in for a while: what it can do then, and what leads out of it.",
    kStateFields, true};
constinit const Mapping kTuneMapping{"a mark for tuning", "How far `ishi tune` may change numbers.",
                                     kTuneFields};
constinit const Mapping kAgentMapping{"an agent", "A kind of character: what it can do and how it chooses.",
                                      kAgentFields, true, false};

}  // namespace ishi::compiler
