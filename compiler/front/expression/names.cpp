#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>

#include "expression/advice.h"
#include "expression/typer.h"
#include "expression/types.h"
#include "expression/typing_rules.h"
#include "language/scalar.h"
#include "language/words.h"
#include "model/steps_within.h"

// The meaning of a name in an expression.

namespace ishi::compiler {
namespace {

// The declaration of a parameter of this type.
std::string_view type_word(const TypingSite& at, const Type& type) {
  return type.kind == ValueKind::entity && type.reference != kNone ? at.model.things[type.reference].name.text
                                                                   : "entity";
}

// One of a repeat or of a step of a plan, out of its rounds.
bool report_loop_of_step(const TypingSite& at, const Expression& node) {
  const Named<Reference>* found = nullptr;
  for_each_step(at.model, [&](const Step& step) {
    const auto* const repeat = step.as<RepeatStep>();
    for (const auto* loops : {repeat == nullptr ? nullptr : &repeat->for_each, &step.modifiers.for_each}) {
      if (loops != nullptr && !loops->empty() && (*loops)[0].name.text == node.text) found = &(*loops)[0];
    }
  });
  if (found == nullptr) return false;
  at.diagnostics
      .report(
          Code::not_available_here, node.span,
          fmt::format("`{}` is a member of `{}` in the steps that go over it, and is known in those alone",
                      node.text, found->value.text))
      .label(found->name.span, "the loop variable")
      .help("write what reads it into these steps, or give it to a goal there, as a parameter");
  return true;
}

void check_elapsed(const TypingSite& at, Expression& node) {
  if (at.place.has_elapsed) {
    node.kind = ExpressionKind::elapsed;
    node.type = {ValueKind::number, Quantity::duration};
    return;
  }
  if (at.place.in_option) {
    at.diagnostics
        .report(Code::not_available_here, node.span,
                "`elapsed` means nothing in `finally`: the action is over")
        .help("let a key keep the `time` at which it began: `set: { began: time }`");
    return;
  }
  at.diagnostics
      .report(Code::not_available_here, node.span,
              "`elapsed` asks how long this action or step has run, but here none runs")
      .help("write it into an action's own expressions; `time` is the time since the world began");
}

}  // namespace

void Typer::check_name(Expression& node, const Type& wanted) {
  const std::string_view name = node.text;
  poison(node);
  // The word of an enum is a name only where that enum is wanted, and there it goes first.
  if (wanted.kind == ValueKind::enumeration) {
    const auto& members = model_.enums[wanted.reference].value.members;
    const auto found = std::ranges::find(members, name, &Name::text);
    if (found != members.end()) {
      node.kind = ExpressionKind::enum_member;
      node.type = wanted;
      node.number = static_cast<double>(found - members.begin());
      return;
    }
  }
  if (at_.place.parameters != nullptr) {
    const auto& parameters = *at_.place.parameters;
    const uint32_t index = find_index(parameters, name);
    if (index != kNone) {
      node.kind = ExpressionKind::parameter;
      node.index = index;
      node.type = parameters[index].value.resolved;
      if (at_.place.read != nullptr) (*at_.place.read)[index] = true;
      return;
    }
  }
  if (check_loop_variable(node)) return;
  if (GivenBack* const given = find_given(at_, node); given != nullptr) {
    given->is_read = true;
    const Name& first = (*given->values)[0].name;
    at_.diagnostics
        .report(Code::name_is_no_value, node.span,
                fmt::format("`{}` alone is no value: it stands for all that `{}` gave back", name,
                            given->by->text))
        .help(fmt::format("write `{}.{}`", name, first.text))
        .edit(node.span, fmt::format("{}.{}", name, first.text));
    return;
  }
  const std::string_view global = at_.in_model(Space::expressions, name);
  const bool is_hidden = at_.scopes.is_hidden(at_.file(), Space::expressions, name);
  if (const auto key = at_.names.keys.find(global); key != at_.names.keys.end()) {
    node.kind = ExpressionKind::key;
    node.index = key->second;
    node.type = model_.blackboard[key->second].value.resolved;
    model_.blackboard[key->second].value.is_read = true;
  } else if (const auto value = at_.names.values.find(global);
             value != at_.names.values.end() && !is_hidden) {
    node.kind = ExpressionKind::value;
    node.index = value->second;
    if (!model_.values[node.index].value.parameters.empty())
      return report_not_called(at_, node, model_.values[node.index]);
    touch_value(node);
  } else if (const auto choice = at_.names.choices.find(global);
             choice != at_.names.choices.end() && !is_hidden) {
    node.kind = ExpressionKind::choice;
    node.index = choice->second;
    touch_choice(node);
  } else if (const uint32_t level = find_index(model_.levels, name); level != kNone) {
    model_.note_use(node.text_span, model_.levels[level].name);
    node.kind = ExpressionKind::number;
    node.number = model_.levels[level].value.at.value;
    node.type = {ValueKind::number};
  } else if (name == "awareness") {
    check_awareness(at_, node);
  } else if (name == "time") {
    node.kind = ExpressionKind::time;
    node.type = {ValueKind::number, Quantity::duration};
  } else if (name == "random") {
    check_random(node);
  } else if (name == "self") {
    node.kind = ExpressionKind::self;
    node.type = {ValueKind::entity};
  } else if (name == "nothing") {
    node.kind = ExpressionKind::nobody;
    node.type = {ValueKind::entity};
  } else if (name == "nowhere") {
    node.kind = ExpressionKind::nowhere;
    node.type = {ValueKind::point};
  } else if (name == "elapsed") {
    check_elapsed(at_, node);
  } else if (is_ending(name)) {
    check_ending(node);
  } else if (name == "it") {
    check_it(at_, node);
  } else if (name == "running") {
    if (at_.place.in_option) {
      node.kind = ExpressionKind::running;
      node.type = {ValueKind::boolean};
    } else {
      at_.diagnostics
          .report(Code::not_available_here, node.span,
                  "`running` asks whether this action runs, but this is no part of an action")
          .help("write it into the action's own expressions");
    }
  } else if (name == "team" && !at_.is_part_of_bad_name(name) && !may_be_loop_variable(at_, name)) {
    report_team(at_, node);
  } else {
    report_unknown_name(at_, node, wanted);
  }
}

// `item`, in an action with `for_each: { item: pickups }`.
bool Typer::check_loop_variable(Expression& node) {
  const Named<Reference>* const loop = loop_named(at_, node.text);
  if (loop == nullptr) return false;
  if (node.text == "it" && at_.place.is_over_set) return false;
  const uint32_t set = loop->value.index;
  for (StepLoop* const one : at_.place.loops) {
    if (one->variable == loop) one->is_read = node.is_of_step = true;
  }
  if (set == kNone) return true;  // unknown, which has been reported
  node.kind = ExpressionKind::fact;
  node.index = set;
  node.type = member_type(model_, set);
  const uint32_t thing = offering_thing(at_);
  if (thing != kNone && !node.is_of_step) node.type.reference = thing;
  return true;
}

// The loop variable of the innermost step around that is called so, or of the action; null if none is.
const Named<Reference>* loop_named(const TypingSite& at, std::string_view name) {
  for (size_t i = at.place.loops.size(); i-- > 0;) {
    if (at.place.loops[i]->variable->name.text == name) return at.place.loops[i]->variable;
  }
  return at.place.loop != nullptr && at.place.loop->name.text == name ? at.place.loop : nullptr;
}

// The thing whose offer the expression is part of.
uint32_t offering_thing(const TypingSite& at) {
  return at.place.action != nullptr ? at.place.action->value.offered_by : kNone;
}

// Is it unknown what the action at hand calls its fact? Then it may be called so.
bool may_be_loop_variable(const TypingSite& at, std::string_view name) {
  const auto is_unread = [](const Named<Reference>& loop) { return loop.name.text.empty(); };
  return is_name(name) && ((at.place.loop != nullptr && is_unread(*at.place.loop)) ||
                           std::ranges::any_of(at.place.loops, [&](const StepLoop* one) {
                             return is_unread(*one->variable);
                           }));
}

// A loop variable out of its action, or a memory itself; false if it is neither.
bool report_loop_variable(const TypingSite& at, const Expression& node) {
  for (const auto& action : at.model.actions) {
    for (const auto& loop : action.value.for_each) {
      if (loop.name.text != node.text) continue;
      auto report = at.diagnostics.report(
          Code::not_available_here, node.span,
          fmt::format("`{}` is a member of `{}` in `{}`, and is known in that action alone", node.text,
                      loop.value.text, action.name.text));
      report.label(loop.name.span, "the loop variable");
      if (at.place.parameters != nullptr && loop.value.index != kNone) {
        report.help(fmt::format(
            "give it the entity: `params: {{ {0}: {1} }}` here, and `{{ {0}: {0} }}` in the action",
            node.text, type_word(at, member_type(at.model, loop.value.index))));
      } else if (at.place.loop == nullptr) {
        report.help("write what reads it into the action's own expressions");
      } else {  // often what is read is inherited, and `for_each` is not
        const std::string_view own = at.place.loop->name.text;
        report
            .label(at.place.loop->name.span,
                   fmt::format("in `{}` it is called `{}`", at.place.action->name.text, own))
            .help(fmt::format("call it `{}` there, too, or read `{}` here", node.text, own));
      }
      return true;
    }
  }
  if (report_loop_of_step(at, node)) return true;
  const uint32_t set = find_set(at.model, at.in_model(Space::expressions, node.text));
  if (set == kNone) return false;
  if (const std::string_view member = at.member_of_set; !member.empty()) {
    const bool is_empty = member == "empty" || member == "is_empty";
    const std::string meant = fmt::format("count({}){}", node.text, is_empty ? " == 0" : "");
    at.diagnostics
        .report(Code::name_is_no_value, node.span,
                fmt::format("`{}` is {}, not a value, and has no `{}`", node.text,
                            is_memory(at.model, set) ? "a memory" : "a set of candidates", member))
        .help(fmt::format("write `{}`", meant));
    return true;
  }
  const bool may_loop = at.place.action != nullptr && at.place.loop == nullptr;
  const auto round = std::ranges::find_if(
      at.place.loops, [&](const StepLoop* loop) { return loop->variable->value.text == node.text; });
  at.diagnostics
      .report(Code::name_is_no_value, node.span,
              is_memory(at.model, set)
                  ? fmt::format("`{}` is a memory, not a value: it holds many facts or none", node.text)
                  : fmt::format("`{}` is a set of candidates, not a value: it has many members or none",
                                node.text))
      .help(round != at.place.loops.end()
                ? fmt::format("the one whose turn it is, is called `{0}` here: write `{0}`",
                              (*round)->variable->name.text)
            : at.place.loop != nullptr
                ? fmt::format("one member of a set is called `{}` here; of a whole set ask "
                              "count({}), or `highest` and the like",
                              at.place.loop->name.text, node.text)
            : may_loop
                ? fmt::format("write `for_each: {{ NAME: {0} }}` beside `when`, and read `NAME` here, or ask "
                              "count({0})",
                              node.text)
                : fmt::format("let an action go over it: `for_each: {{ NAME: {0} }}`, or ask count({0})",
                              node.text));
  return true;
}

// `event` out of place, or without one of its fields.
void report_event(const TypingSite& at, const Expression& node) {
  if (at.place.event == kNone) {
    at.diagnostics
        .report(Code::not_available_here, node.span,
                "`event` has a meaning only under `on`, where one has just arrived")
        .help("let the agent keep it: `on: { …: [set: { …: event.… }] }`, and read that key here");
  } else {
    at.diagnostics.report(Code::name_is_no_value, node.span, "`event` alone is no value")
        .help("write `event.` and the name of one of its fields");
  }
}

// Does a part of the action at hand stand in the text of another one, which it extends?
bool is_inherited(const TypingSite& at, const Expression& node) {
  if (at.place.action == nullptr) return false;
  const Span own = at.place.action->name.span;
  if (own.file != node.span.file || own.begin > node.span.begin) return true;
  return std::ranges::any_of(at.model.actions, [&](const auto& other) {
    const Span name = other.name.span;
    return name.file == own.file && name.begin > own.begin && name.begin < node.span.begin;
  });
}

// Types the named value that a node reads, if nothing has yet.
void Typer::touch_value(Expression& node) {
  Named<Value>& value = model_.values[node.index];
  State& state = value_states_[node.index];
  const std::string name(value.name.text);
  const bool has_parameters = !value.value.parameters.empty();
  if (state == State::open) {
    at_.diagnostics
        .report(Code::value_cycle, has_parameters ? node.span : value.value.is.span,
                has_parameters ? fmt::format("`{}` calls itself, and would never come to an end", name)
                               : fmt::format("`{}` is made of itself", name))
        .note(fmt::format("the chain: {}", circle_text(chain_, name)))
        .help(has_parameters
                  ? "a value is written out where it is called: let one of them do without the other"
                  : "compute one of them from keys alone");
    return;
  }
  if (state == State::untouched) {
    state = State::open;
    chain_.push_back(name);
    const KnownEntities::Anew anew(known_);
    const Entry outer_entry = std::exchange(entry_, {"values", value.name.text});
    type_value(value);
    entry_ = outer_entry;
    chain_.pop_back();
    state = State::done;
  }
  if (value.value.is.root == nullptr) return;
  node.type = value.value.is.root->type;
  node.height = value.value.is.root->height + 1;
}

void Typer::touch_choice(Expression& node) {
  Named<Action>& choice = model_.choices[node.index];
  State& state = choice_states_[node.index];
  const std::string name(choice.name.text);
  if (at_.place.in_contract && node.kind == ExpressionKind::choice) {
    at_.diagnostics
        .report(
            Code::not_available_here, node.span,
            fmt::format("`{}` is chosen by an agent, but `requires` and `effects` are told of no agent in "
                        "particular",
                        name))
        .help("let it be a parameter that the action gives, or a key that it sets");
    return;
  }
  if (state == State::open) {
    at_.diagnostics
        .report(Code::value_cycle, node.span, fmt::format("what `{}` chooses depends on itself", name))
        .note(fmt::format("the chain: {}", circle_text(chain_, name)))
        .help("compute one of them from keys and members alone; what was chosen last has its `inertia`");
    return;
  }
  if (state == State::untouched) {
    state = State::open;
    chain_.push_back(name);
    const KnownEntities::Anew anew(known_, false);
    Place place;
    place.in_score = true;
    place.action = &choice;
    if (!choice.value.for_each.empty()) place.loop = &choice.value.for_each[0];
    Action& action = choice.value;
    type(action.when, {ValueKind::boolean}, place, "`when`");
    known_.assume(action.when);
    type_scores(*this, action, place);
    chain_.pop_back();
    state = State::done;
  }
  const uint32_t set = choice.value.set();
  node.type = set == kNone ? Type{} : member_type(model_, set);
}

void Typer::touch_motive(Expression& node) {
  const bool is_need = node.index < model_.needs.size();
  Named<Motive>& motive =
      is_need ? model_.needs[node.index] : model_.drives[node.index - model_.needs.size()];
  State& state = motive_states_[node.index];
  const std::string name = fmt::format("{}.{}", is_need ? "needs" : "drives", motive.name.text);
  node.type = {ValueKind::number};
  if (motive.value.is_carried()) return;
  if (state == State::open) {
    at_.diagnostics
        .report(Code::value_cycle, motive.value.level.span,
                fmt::format("the level of `{}` depends on itself", motive.name.text))
        .note(fmt::format("the chain: {}", circle_text(chain_, name)))
        .help("compute one of them from keys alone");
    poison(node);
    return;
  }
  if (state == State::done) {
    if (motive.value.level.root != nullptr) node.height = motive.value.level.root->height + 1;
    return;
  }
  state = State::open;
  chain_.push_back(name);
  const KnownEntities::Anew anew(known_);
  const Entry outer_entry = std::exchange(entry_, {"motives", motive.name.text});
  type(motive.value.level, {ValueKind::number}, {}, "`level`");
  entry_ = outer_entry;
  chain_.pop_back();
  state = State::done;
  if (motive.value.level.root != nullptr) node.height = motive.value.level.root->height + 1;
}

}  // namespace ishi::compiler
