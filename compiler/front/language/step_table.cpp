#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <type_traits>

#include "language/branch_rows.h"
#include "language/limits.h"
#include "language/modifiers.h"
#include "language/node_words.h"
#include "language/reader.h"
#include "language/step_records.h"
#include "language/tables.h"
#include "model/behaviour.h"

namespace ishi::compiler {
namespace {

using namespace std::string_view_literals;

constexpr std::array kOnFailWords = {"continue"sv};
constexpr std::array kAudienceWords = {"game"sv, "self"sv, "team"sv, "world"sv};

constexpr Field kNewValueItem = item(formula(), "the key's new value");
constexpr Field kRaiseItem = item(formula(), "what is added to a level");
constexpr Field kArgumentItem = item(formula(), "an argument");
constexpr Field kWhoIsNoticed = item(formula(), "who is noticed");
constexpr Field kForgottenItem = item(formula(), "who is forgotten");
constexpr Field kMethodItem = item(record(kStepMapping), "a method");

// The record of a step, or of what holds one in its member `In`.
template <auto... In>
constexpr Step& step_in(void* record) {
  if constexpr (sizeof...(In) == 0) {
    return *static_cast<Step*>(record);
  } else {
    return table::within<In...>(record);
  }
}

// The row of a verb: what it is given stands in `Member` of its struct.
template <auto Member, auto... In>
constexpr Field verb(std::string_view name, Field form, std::string_view doc) {
  using Does = typename table::MemberPointer<decltype(Member)>::Record;
  form.name = name;
  form.doc = doc;
  form.is_verb = true;
  form.takes_no_time = Does::traits.stands_in_instant;
  form.read = [](Reader& reader, const Field& row, const Node& node, void* record) {
    Step& step = step_in<In...>(record);
    if constexpr (sizeof...(In) > 0) step.name = {row.name, reader.key()};
    reader.read_value(row, node, step.what.emplace<Does>().*Member);
  };
  return form;
}

// A verb whose struct is a record of its own.
template <class Does, auto... In>
constexpr Field verb(std::string_view name, Field form, std::string_view doc) {
  form.name = name;
  form.doc = doc;
  form.is_verb = true;
  form.read = [](Reader& reader, const Field& row, const Node& node, void* record) {
    Step& step = step_in<In...>(record);
    if constexpr (sizeof...(In) > 0) step.name = {row.name, reader.key()};
    reader.read_value(row, node, step.what.emplace<Does>());
  };
  return form;
}

// A verb that is done with its name.
template <class Does>
constexpr Field bare_verb(std::string_view name, std::string_view doc) {
  Field row;
  row.name = name;
  row.doc = doc;
  row.is_verb = true;
  row.is_bare = true;
  row.read = [](Reader&, const Field&, const Node&, void* record) {
    static_cast<Step*>(record)->what.emplace<Does>();
  };
  return row;
}

// Bodies, of a step and of a goal.
template <auto... In>
constexpr std::array kBodies = {
    verb<&BodyStep::steps, In...>("do", steps(),
                                  "the name of a task or goal, or a body in place: steps in order, as one")
        .of_kind(1)
        .such_as("[aim, fire]"),
    verb<&FirstStep::methods, In...>(
        "first", map(kMethodItem).in_order(),
        "the first of these methods whose `when` holds; if it fails, the next one that does")
        .of_kind(2)
        .such_as("{ hide: { when: cover.known, do: [crouch] }, run: { do: [flee] } }"),
    verb<&BestStep::methods, In...>(
        "best", map(kMethodItem).in_order(),
        "the method with the highest `score`; if it fails, the best of the others, scored anew")
        .of_kind(3)
        .such_as("{ near: { score: 1 - fear, do: [crouch] }, far: { score: fear, do: [flee] } }"),
    verb<&AllStep::steps, In...>(
        "all", steps(), "at the same time; completed when all are, the first failure aborts the others")
        .of_kind(4)
        .such_as("[aim, breathe]"),
    verb<&AnyStep::steps, In...>(
        "any", steps(),
        "at the same time; completed when one is, which aborts the others, failed when all have")
        .of_kind(5)
        .such_as("[wait: 3s, listen]"),
    verb<RepeatStep, In...>("repeat", record(kRepeat), "again and again, each round from the next frame on")
        .of_kind(6)
        .such_as("{ do: [aim, fire], times: 3 }"),
    verb<PlanStep, In...>("plan", record(kPlan),
                          "finds the cheapest order of steps that makes something true "
                          "and does them; planned anew when one fails")
        .of_kind(7)
        .such_as("{ reach: ammo > 0, using: [fetch_ammo, load] }"),
    verb<&DrawStep::methods, In...>(
        "draw", map(kMethodItem).in_order(),
        "a method drawn by lot, each as often as its `weight` says; if it fails, one of the others is drawn")
        .of_kind(8)
        .such_as("{ hum: { weight: 3, do: [hum] }, yawn: { do: [yawn] } }"),
};

// Modifiers of some bodies, of a step and of a goal.
template <auto... In>
constexpr std::array kOfBodies = {
    field<In..., &Modifiers::enough>(
        "enough", whole(1, static_cast<double>(kLimits.branches)),
        "of `all`: how many steps must complete, which aborts the others; all if "
        "left out")
        .only_with("all")
        .without_default()
        .such_as("2"),
    field<In..., &Modifiers::failures>(
        "failures", whole(1, static_cast<double>(kLimits.branches)),
        "of `all`: how many steps must fail to fail it, which aborts the others")
        .only_with("all")
        .such_as("2"),
    field<In..., &Modifiers::reconsider>("reconsider", boolean(),
                                         "`true`: while a method runs, an earlier one of `first` takes over "
                                         "as soon as its `when` holds, one of "
                                         "`best` as soon as its score is higher")
        .only_with("first", "best")
        .such_as("true"),
    field<In..., &Modifiers::margin>("margin", formula(),
                                     "of `best`: by how much more than the running method another one must "
                                     "score to take over; 0 if left out")
        .only_with("reconsider")
        .such_as("0.1"),
};

// A modifier that stands in `Member`.
template <auto Member>
constexpr ModifierRow modifier(std::string_view name, Field form, std::string_view doc,
                               std::string_view example = {}) {
  ModifierRow row;
  row.of_step = field<&Step::modifiers, Member>(name, form, doc).such_as(example);
  row.of_goal = field<&Goal::body, &Step::modifiers, Member>(name, form, doc).such_as(example);
  if constexpr (std::is_same_v<decltype(Member), Formula Modifiers::*>) row.formula = Member;
  return row;
}
template <auto Member>
constexpr ModifierRow condition(Modifier in_blob, std::string_view name, std::string_view doc,
                                std::string_view example, std::string_view never, std::string_view always) {
  ModifierRow row = modifier<Member>(name, formula(), doc, example);
  row.form = ModifierForm::condition;
  row.in_blob = in_blob;
  row.never = never;
  row.always = always;
  row.asks_for_nothing = always.starts_with("asks for nothing");
  return row;
}
constexpr ModifierRow assumed(ModifierRow row) {
  row.is_assumed = true;
  return row;
}
// `zero`: what is wrong with one of 0s; `help`: what to write instead.
template <auto Member>
constexpr ModifierRow duration(Modifier in_blob, std::string_view name, std::string_view doc,
                               std::string_view example, std::string_view zero, std::string_view help) {
  ModifierRow row = modifier<Member>(name, formula(), doc, example);
  row.form = ModifierForm::duration;
  row.in_blob = in_blob;
  row.zero = zero;
  row.help = help;
  return row;
}
constexpr ModifierRow without_default(ModifierRow row) {
  row.of_step = row.of_step.without_default();
  row.of_goal = row.of_goal.without_default();
  return row;
}
constexpr ModifierRow shown(ModifierRow row, std::string (*show)(const NodeInfo&)) {
  row.show = show;
  return row;
}

constexpr std::array kModifiers = {
    assumed(condition<&Modifiers::when>(
        Modifier::when, "when",
        "if it does not hold when its turn comes, a step is skipped and counts as "
        "completed, a method is passed over, a step of `plan` is not planned, a goal fails",
        "ammo > 0", "so this is never done", "asks for nothing")),
    condition<&Modifiers::until>(Modifier::until, "until", "completes the step as soon as it holds",
                                 "distance(threat) < 2m", "so it never ends this", "so this is over at once"),
    assumed(condition<&Modifiers::while_holds>(
        Modifier::while_true, "while",
        "fails the step, without another attempt, as soon as it no longer holds", "threat.known",
        "so this is over at once", "asks for nothing")),
    duration<&Modifiers::timeout>(Modifier::timeout, "timeout", "fails one attempt that lasts longer", "6s",
                                  "with a `timeout` of 0s every attempt fails",
                                  "write how long one attempt may last, such as 6s, or take it out"),
    shown(modifier<&Modifiers::retry>(
              "retry", whole(0, static_cast<double>(kLimits.retries)),
              "how many more attempts follow a failed one, each in the next frame; 3 for a plan"),
          [](const NodeInfo& node) { return node.retries > 0 ? fmt::format("{}", node.retries) : ""; }),
    shown(without_default(modifier<&Modifiers::on_fail>(
              "on_fail", word(kOnFailWords),
              "`continue`: a step that failed counts as completed; else its body fails with it")),
          [](const NodeInfo& node) { return std::string(node.continues ? kOnFailWords[0] : ""); }),
    condition<&Modifiers::interruptible>(
        Modifier::interruptible, "interruptible",
        "while it does not hold, only an action of a higher rank can take over", "false",
        "so nothing ever interrupts this", "asks for nothing: it is so without it"),
    shown(modifier<&Modifiers::invert>("invert", boolean(),
                                       "`true`: a step that completed counts as failed, one that failed as "
                                       "completed, after its attempts"),
          [](const NodeInfo& node) { return std::string(node.inverts ? "true" : ""); }),
    shown(
        modifier<&Modifiers::once>(
            "once", boolean(),
            "`true`: a step that was begun before is skipped as if its `when` did not hold, until the action "
            "starts anew"),
        [](const NodeInfo& node) { return std::string(node.is_once ? "true" : ""); }),
};
constexpr auto fields_of_modifiers(Field ModifierRow::*which) {
  std::array<Field, kModifiers.size()> fields;
  std::ranges::transform(kModifiers, fields.begin(), which);
  return fields;
}

constexpr Field kEmit = [] {
  Field row = event();
  row.takes_no_time = EmitStep::traits.stands_in_instant;
  row.name = "emit";
  row.doc = "posts an event, with its fields by name";
  row.is_verb = true;
  row.read = [](Reader& reader, const Field&, const Node& node, void* record) {
    reader.read_emit(node, *static_cast<Step*>(record));
  };
  return row.such_as("{ shouted: { by: self } }");
}();

// `forget: foe`, or whom each memory shall forget.
constexpr Field kForget = [] {
  Field row = map(kForgottenItem).naming(Section::memory).short_form();
  row.takes_no_time = ForgetStep::traits.stands_in_instant;
  row.name = "forget";
  row.doc = "forgets the fact that the action is for, or what a memory knows of somebody";
  row.is_verb = true;
  row.read = [](Reader& reader, const Field& field, const Node& node, void* record) {
    auto& forget = static_cast<Step*>(record)->what.emplace<ForgetStep>();
    if (node.kind == NodeKind::scalar) {
      forget.fact = {node.text, inner_span(node)};
    } else {
      reader.read_value(field, node, forget.memories);
    }
  };
  return row.such_as("foe");
}();

constexpr std::array kBuiltIns = {
    verb<&WaitStep::seconds>("wait", formula(), "does nothing for so long").such_as("0.4s"),
    verb<&SetStep::values>("set", map(kNewValueItem).naming(Section::blackboard),
                           "writes keys, and the memory's own fields of the fact that the action "
                           "is for; all values are computed before the first is written; keys of "
                           "the team or the world must declare `merge`")
        .such_as("{ alarm: 1 }"),
    verb<&RaiseStep::changes>(
        "raise", map(kRaiseItem).naming(Section::needs),
        "adds to the levels of needs and drives that the agent carries; below 0 lowers them; "
        "each level stays within 0 to 1")
        .such_as("{ fear: +0.3 }"),
    kEmit,
    bare_verb<SucceedStep>("succeed", "completes the list of steps in which it stands"),
    bare_verb<FailStep>("fail", "fails the list of steps in which it stands"),
    verb<&CheckStep::condition>(
        "check", formula(), "goes on if the condition holds, else fails the list of steps in which it stands")
        .such_as("ammo > 0"),
    kIf,
    kSwitch,
    verb<&RememberStep::memories>(
        "remember", map(kWhoIsNoticed).naming(Section::memory),
        "notices somebody, with the values of now: what a memory knows of them is confirmed, or is new")
        .such_as("{ enemies: event.by }"),
    kForget,
    verb<&SteerStep::steering>(
        "steer", reference(Section::steering),
        "moves as a steering says, until something ends it: it never completes by itself")
        .such_as("hunter"),
    verb<WalkStep>(
        "walk", record(kWalk),
        "walks to a place, or away from one, on a way over the world's grid; fails if nothing nearer can be "
        "reached")
        .such_as("{ to: home, by: infantry }"),
};

// A word, or an expression that gives an entity.
constexpr Field kTo = [] {
  Field row = formula();
  row.name = "to";
  row.doc =
      "of `emit`: who gets the event, the game alone if left out; an expression names one agent, by its "
      "entity";
  row.words = kAudienceWords;
  row.example = "team";
  row.read = [](Reader& reader, const Field& field, const Node& node, void* record) {
    reader.read_audience(field, node, static_cast<Step*>(record)->modifiers);
  };
  return row;
}();

constexpr std::array kOfSteps = {
    kTo,
    field<&Step::modifiers, &Modifiers::score>("score", formula(), "of a method of `best`: how good it is")
        .such_as("1 - fear"),
    field<&Step::modifiers, &Modifiers::weight>(
        "weight", formula(),
        "of a method of `draw`: how often it is drawn beside the others; 1 if left out, 0 is never drawn")
        .such_as("3"),
    field<&Step::modifiers, &Modifiers::cost>(
        "cost", formula(),
        "of a step of `plan`: its cost, a time or plain seconds; what a task `takes` if left out")
        .such_as("distance(ammo_box) / 2m/s"),
    field<&Step::modifiers, &Modifiers::for_each>("for_each", map(kStepsLoopItem).at_most(1),
                                                  "of a step of `plan`: a name, and the memory or set of "
                                                  "candidates for each of whose members it may be "
                                                  "done, once")
        .such_as("{ item: pickups }"),
    field<&Step::modifiers, &Modifiers::claims>("claims", text(),
                                                "of a step of `plan` with `for_each`: the name before the "
                                                "set, so that no other agent has whom the step "
                                                "is for, from the frame after the plan is found until the "
                                                "step is done; a plan leaves out whom others have")
        .such_as("item"),
    field<&Step::modifiers, &Modifiers::as>(
        "as", text(), "of a task or goal: later steps of the list read what it gives back by this name")
        .such_as("found"),
    branch("then", "what is done if the condition holds").such_as("[aim, fire]"),
    branch(kElse, "what is done if it does not").such_as("[load]"),
    kCases,
};

template <size_t... Sizes>
constexpr auto joined(const std::array<Field, Sizes>&... parts) {
  std::array<Field, (Sizes + ...)> all;
  size_t next = 0;
  const auto add = [&](const auto& part) {
    for (const Field& row : part) all[next++] = row;
  };
  (add(parts), ...);
  return all;
}

// The verbs say what a step does, the others are its modifiers.
constexpr std::array kCompositeFields = joined(
    kBodies<>, kBuiltIns, fields_of_modifiers(&ModifierRow::of_step), kOfSteps, kOfBodies<&Step::modifiers>);
constexpr Field kArguments = [] {
  Field row = map(kArgumentItem);
  row.name = "TASK or GOAL";
  row.doc = "does a task of the game or a goal, given its arguments by name";
  row.read = [](Reader& reader, const Field& field, const Node& node, void* record) {
    reader.read_value(field, node, static_cast<Step*>(record)->call()->arguments);
  };
  return row.such_as("{ place: home }");
}();

constexpr std::array kInterjectionFields = {
    field<&Interjection::when>("when", formula(), "when it breaks in").required().such_as("door.shut"),
    field<&Interjection::steps>("do", steps(), "what is done before the body goes on")
        .required()
        .such_as("[open_door]"),
};
constexpr Mapping kInterjection{"an interjection",
                                "What is done before the body of a goal goes on: asked in each frame, "
                                "the first that holds is done to its end.",
                                kInterjectionFields, true};
constexpr Field kInterjectionItem = item(record(kInterjection), "an interjection");
constexpr Field kStepParameterItem = item(record(kGoalParameterMapping), "a parameter");
constexpr Field kGoalGivenItem = item(record(kGoalGivenMapping), "what it gives back");
constexpr Field kStepEffectItem = item(formula(), "the key's new value");

constexpr std::array kOfGoals = {
    field<&Goal::parameters>("params", map(kStepParameterItem),
                             "what it needs to know, by name; copied when it begins")
        .such_as("{ what: pickup }"),
    field<&Goal::gives>("gives", map(kGoalGivenItem),
                        "what it gives back when it has completed, for later steps: see `as`")
        .such_as("{ spot: { type: point, is: found.spot } }"),
    field<&Goal::interject>("interject", map(kInterjectionItem).in_order(),
                            "what may break in before its body goes on")
        .such_as("{ shut: { when: door_shut, do: [open_door] } }"),
    field<&Goal::finally>("finally", instant_steps(),
                          "what is done once, when it ends, in whatever way: steps that take no time")
        .such_as("[set: { aiming: false }]"),
    field<&Goal::requirement>("requires", formula(), "what planning assumes that it needs")
        .such_as("ammo > 0"),
    field<&Goal::effects>("effects", map(kStepEffectItem).naming(Section::blackboard),
                          "the new values of keys that planning assumes it brings about")
        .such_as("{ ammo: 12 }"),
    field<&Goal::foresee>(
        "foresee", boolean(),
        "it chooses its methods before it begins, so that it begins nothing that cannot be ended; "
        "decomposed anew when it fails, 3 times (`retry`)"),
};
constexpr std::array kGoalFields =
    joined(kBodies<&Goal::body>, kOfGoals, kOfBodies<&Goal::body, &Step::modifiers>,
           fields_of_modifiers(&ModifierRow::of_goal));

}  // namespace

constinit const Mapping kStepMapping{
    "a step",
    "One thing that is done: a task or goal, or one of the verbs below, and beside it what modifies it. What "
    "has "
    "no arguments and no modifiers is written by its name alone.",
    kCompositeFields,
    false,
    false,
    nullptr,
    &kArguments,
};

constinit const Mapping kGoalMapping{
    "a goal", "What agents do by name: tried in one way or another, with the values that it is given.",
    kGoalFields, true, true};

std::span<const ModifierRow> modifier_rows() { return kModifiers; }

const Field* find_step_row(std::string_view name) {
  const auto row = std::ranges::find(kStepMapping.fields, name, &Field::name);
  return row == kStepMapping.fields.end() ? nullptr : &*row;
}

std::vector<std::string_view> verbs_of_steps() {
  std::vector<std::string_view> verbs;
  for (const Field& row : kStepMapping.fields) {
    if (row.is_verb) verbs.push_back(row.name);
  }
  return verbs;
}

}  // namespace ishi::compiler
