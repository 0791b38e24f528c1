#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>

#include "expression/typer.h"
#include "expression/types.h"
#include "language/scalar.h"
#include "language/words.h"
#include "model/steps_within.h"

// The meaning of a name in an expression.

namespace ishi::compiler {
namespace {

// `ammo` and `left` of `ammo-left`; nothing of what is a name.
void add_pieces_of_bad_name(std::string_view name, std::unordered_set<std::string_view>& pieces) {
  if (is_name(name)) return;
  const auto is_part = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
  };
  for (size_t begin = 0; begin < name.size(); ++begin) {
    const size_t end =
        static_cast<size_t>(std::ranges::find_if_not(name.substr(begin), is_part) - name.begin());
    if (end > begin) pieces.insert(name.substr(begin, end - begin));
    begin = end;
  }
}

}  // namespace

// The declaration of a parameter of this type.
std::string_view Typer::type_word(const Type& type) const {
  return type.kind == ValueKind::entity && type.reference != kNone ? model_.things[type.reference].name.text
                                                                   : "entity";
}

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
  if (place_.parameters != nullptr) {
    const auto& parameters = *place_.parameters;
    const uint32_t index = find_index(parameters, name);
    if (index != kNone) {
      node.kind = ExpressionKind::parameter;
      node.index = index;
      node.type = parameters[index].value.resolved;
      if (place_.read != nullptr) (*place_.read)[index] = true;
      return;
    }
  }
  if (check_loop_variable(node)) return;
  if (GivenBack* const given = find_given(node); given != nullptr) {
    given->is_read = true;
    const Name& first = (*given->values)[0].name;
    diagnostics_
        .report(Code::name_is_no_value, node.span,
                fmt::format("`{}` alone is no value: it stands for all that `{}` gave back", name,
                            given->by->text))
        .help(fmt::format("write `{}.{}`", name, first.text))
        .edit(node.span, fmt::format("{}.{}", name, first.text));
    return;
  }
  const std::string_view global = in_model(Space::expressions, name);
  const bool is_hidden = scopes_.is_hidden(file(), Space::expressions, name);
  if (const auto key = keys_.find(global); key != keys_.end()) {
    node.kind = ExpressionKind::key;
    node.index = key->second;
    node.type = model_.blackboard[key->second].value.resolved;
    model_.blackboard[key->second].value.is_read = true;
  } else if (const auto value = values_.find(global); value != values_.end() && !is_hidden) {
    node.kind = ExpressionKind::value;
    node.index = value->second;
    if (!model_.values[node.index].value.parameters.empty())
      return report_not_called(node, model_.values[node.index]);
    touch_value(node);
  } else if (const auto choice = choices_.find(global); choice != choices_.end() && !is_hidden) {
    node.kind = ExpressionKind::choice;
    node.index = choice->second;
    touch_choice(node);
  } else if (const uint32_t level = find_index(model_.levels, name); level != kNone) {
    model_.note_use(node.text_span, model_.levels[level].name);
    node.kind = ExpressionKind::number;
    node.number = model_.levels[level].value.at.value;
    node.type = {ValueKind::number};
  } else if (name == "awareness") {
    check_awareness(node);
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
    check_elapsed(node);
  } else if (is_ending(name)) {
    check_ending(node);
  } else if (name == "it") {
    check_it(node);
  } else if (name == "running") {
    if (place_.in_option) {
      node.kind = ExpressionKind::running;
      node.type = {ValueKind::boolean};
    } else {
      diagnostics_
          .report(Code::not_available_here, node.span,
                  "`running` asks whether this action runs, but this is no part of an action")
          .help("write it into the action's own expressions");
    }
  } else if (name == "team" && !is_part_of_bad_name(name) && !may_be_loop_variable(name)) {
    report_team(node);
  } else {
    report_unknown_name(node, wanted);
  }
}

// `item`, in an action with `for_each: { item: pickups }`.
bool Typer::check_loop_variable(Expression& node) {
  const Named<Reference>* const loop = loop_named(node.text);
  if (loop == nullptr) return false;
  if (node.text == "it" && place_.is_over_set) return false;
  const uint32_t set = loop->value.index;
  for (StepLoop* const one : place_.loops) {
    if (one->variable == loop) one->is_read = node.is_of_step = true;
  }
  if (set == kNone) return true;  // unknown, which has been reported
  node.kind = ExpressionKind::fact;
  node.index = set;
  node.type = member_type(model_, set);
  const uint32_t thing = offering_thing();
  if (thing != kNone && !node.is_of_step) node.type.reference = thing;
  return true;
}

// The loop variable of the innermost step around that is called so, or of the action; null if none is.
const Named<Reference>* Typer::loop_named(std::string_view name) const {
  for (size_t i = place_.loops.size(); i-- > 0;) {
    if (place_.loops[i]->variable->name.text == name) return place_.loops[i]->variable;
  }
  return place_.loop != nullptr && place_.loop->name.text == name ? place_.loop : nullptr;
}

// The thing whose offer the expression is part of.
uint32_t Typer::offering_thing() const {
  return place_.action != nullptr ? place_.action->value.offered_by : kNone;
}

// Is it unknown what the action at hand calls its fact? Then it may be called so.
bool Typer::may_be_loop_variable(std::string_view name) const {
  const auto is_unread = [](const Named<Reference>& loop) { return loop.name.text.empty(); };
  return is_name(name) &&
         ((place_.loop != nullptr && is_unread(*place_.loop)) ||
          std::ranges::any_of(place_.loops, [&](const StepLoop* one) { return is_unread(*one->variable); }));
}

// A loop variable out of its action, or a memory itself; false if it is neither.
bool Typer::report_loop_variable(const Expression& node) {
  for (const auto& action : model_.actions) {
    for (const auto& loop : action.value.for_each) {
      if (loop.name.text != node.text) continue;
      auto report = diagnostics_.report(
          Code::not_available_here, node.span,
          fmt::format("`{}` is a member of `{}` in `{}`, and is known in that action alone", node.text,
                      loop.value.text, action.name.text));
      report.label(loop.name.span, "the loop variable");
      if (place_.parameters != nullptr && loop.value.index != kNone) {
        report.help(fmt::format(
            "give it the entity: `params: {{ {0}: {1} }}` here, and `{{ {0}: {0} }}` in the action",
            node.text, type_word(member_type(model_, loop.value.index))));
      } else if (place_.loop == nullptr) {
        report.help("write what reads it into the action's own expressions");
      } else {  // often what is read is inherited, and `for_each` is not
        const std::string_view own = place_.loop->name.text;
        report
            .label(place_.loop->name.span,
                   fmt::format("in `{}` it is called `{}`", place_.action->name.text, own))
            .help(fmt::format("call it `{}` there, too, or read `{}` here", node.text, own));
      }
      return true;
    }
  }
  if (report_loop_of_step(node)) return true;
  const uint32_t set = find_set(model_, in_model(Space::expressions, node.text));
  if (set == kNone) return false;
  if (const std::string_view member = member_of_set_; !member.empty()) {
    const bool is_empty = member == "empty" || member == "is_empty";
    const std::string meant = fmt::format("count({}){}", node.text, is_empty ? " == 0" : "");
    diagnostics_
        .report(Code::name_is_no_value, node.span,
                fmt::format("`{}` is {}, not a value, and has no `{}`", node.text,
                            is_memory(model_, set) ? "a memory" : "a set of candidates", member))
        .help(fmt::format("write `{}`", meant));
    return true;
  }
  const bool may_loop = place_.action != nullptr && place_.loop == nullptr;
  const auto round = std::ranges::find_if(
      place_.loops, [&](const StepLoop* loop) { return loop->variable->value.text == node.text; });
  diagnostics_
      .report(Code::name_is_no_value, node.span,
              is_memory(model_, set)
                  ? fmt::format("`{}` is a memory, not a value: it holds many facts or none", node.text)
                  : fmt::format("`{}` is a set of candidates, not a value: it has many members or none",
                                node.text))
      .help(round != place_.loops.end()
                ? fmt::format("the one whose turn it is, is called `{0}` here: write `{0}`",
                              (*round)->variable->name.text)
            : place_.loop != nullptr
                ? fmt::format("one member of a set is called `{}` here; of a whole set ask "
                              "count({}), or `highest` and the like",
                              place_.loop->name.text, node.text)
            : may_loop
                ? fmt::format("write `for_each: {{ NAME: {0} }}` beside `when`, and read `NAME` here, or ask "
                              "count({0})",
                              node.text)
                : fmt::format("let an action go over it: `for_each: {{ NAME: {0} }}`, or ask count({0})",
                              node.text));
  return true;
}

// One of a repeat or of a step of a plan, out of its rounds.
bool Typer::report_loop_of_step(const Expression& node) {
  const Named<Reference>* found = nullptr;
  for_each_step(model_, [&](const Step& step) {
    const auto* const repeat = step.as<RepeatStep>();
    for (const auto* loops : {repeat == nullptr ? nullptr : &repeat->for_each, &step.modifiers.for_each}) {
      if (loops != nullptr && !loops->empty() && (*loops)[0].name.text == node.text) found = &(*loops)[0];
    }
  });
  if (found == nullptr) return false;
  diagnostics_
      .report(
          Code::not_available_here, node.span,
          fmt::format("`{}` is a member of `{}` in the steps that go over it, and is known in those alone",
                      node.text, found->value.text))
      .label(found->name.span, "the loop variable")
      .help("write what reads it into these steps, or give it to a goal there, as a parameter");
  return true;
}

void Typer::check_elapsed(Expression& node) {
  if (place_.has_elapsed) {
    node.kind = ExpressionKind::elapsed;
    node.type = {ValueKind::number, Quantity::duration};
    return;
  }
  if (place_.in_option) {
    diagnostics_
        .report(Code::not_available_here, node.span,
                "`elapsed` means nothing in `finally`: the action is over")
        .help("let a key keep the `time` at which it began: `set: { began: time }`");
    return;
  }
  diagnostics_
      .report(Code::not_available_here, node.span,
              "`elapsed` asks how long this action or step has run, but here none runs")
      .help("write it into an action's own expressions; `time` is the time since the world began");
}

// `event` out of place, or without one of its fields.
void Typer::report_event(const Expression& node) {
  if (place_.event == kNone) {
    diagnostics_
        .report(Code::not_available_here, node.span,
                "`event` has a meaning only under `on`, where one has just arrived")
        .help("let the agent keep it: `on: { …: [set: { …: event.… }] }`, and read that key here");
  } else {
    diagnostics_.report(Code::name_is_no_value, node.span, "`event` alone is no value")
        .help("write `event.` and the name of one of its fields");
  }
}

// Does a part of the action at hand stand in the text of another one, which it extends?
bool Typer::is_inherited(const Expression& node) const {
  if (place_.action == nullptr) return false;
  const Span own = place_.action->name.span;
  if (own.file != node.span.file || own.begin > node.span.begin) return true;
  return std::ranges::any_of(model_.actions, [&](const auto& other) {
    const Span name = other.name.span;
    return name.file == own.file && name.begin > own.begin && name.begin < node.span.begin;
  });
}

// Is it a piece of a key's or value's name that is no name, such as `ammo-left`? That has been reported.
bool Typer::is_part_of_bad_name(std::string_view piece) {
  if (!bad_name_pieces_) {
    bad_name_pieces_.emplace();
    for (const auto& key : model_.blackboard) add_pieces_of_bad_name(key.name.text, *bad_name_pieces_);
    for (const auto& value : model_.values) {
      const bool is_imported = !scopes_.origin(Space::expressions, value.name.text).path.empty();
      if (!is_imported) add_pieces_of_bad_name(value.name.text, *bad_name_pieces_);
    }
  }
  return bad_name_pieces_->contains(piece);
}

// Types the named value that a node reads, if nothing has yet.
void Typer::touch_value(Expression& node) {
  Named<Value>& value = model_.values[node.index];
  State& state = value_states_[node.index];
  const std::string name(value.name.text);
  const bool has_parameters = !value.value.parameters.empty();
  if (state == State::open) {
    diagnostics_
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
    const Facts outer = std::exchange(facts_, {});
    const Entry outer_entry = std::exchange(entry_, {"values", value.name.text});
    type_value(value);
    entry_ = outer_entry;
    facts_ = outer;
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
  if (place_.in_contract && node.kind == ExpressionKind::choice) {
    diagnostics_
        .report(
            Code::not_available_here, node.span,
            fmt::format("`{}` is chosen by an agent, but `requires` and `effects` are told of no agent in "
                        "particular",
                        name))
        .help("let it be a parameter that the action gives, or a key that it sets");
    return;
  }
  if (state == State::open) {
    diagnostics_
        .report(Code::value_cycle, node.span, fmt::format("what `{}` chooses depends on itself", name))
        .note(fmt::format("the chain: {}", circle_text(chain_, name)))
        .help("compute one of them from keys and members alone; what was chosen last has its `inertia`");
    return;
  }
  if (state == State::untouched) {
    state = State::open;
    chain_.push_back(name);
    const Facts outer = std::exchange(facts_, {});
    const bool outer_guard = std::exchange(is_suspect_, false);
    Place place;
    place.in_score = true;
    place.action = &choice;
    if (!choice.value.for_each.empty()) place.loop = &choice.value.for_each[0];
    Action& action = choice.value;
    type(action.when, {ValueKind::boolean}, place, "`when`");
    assume(action.when);
    type_scores(action, place);
    is_suspect_ = outer_guard;
    facts_ = outer;
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
    diagnostics_
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
  const Facts outer = std::exchange(facts_, {});
  const Entry outer_entry = std::exchange(entry_, {"motives", motive.name.text});
  type(motive.value.level, {ValueKind::number}, {}, "`level`");
  entry_ = outer_entry;
  facts_ = outer;
  chain_.pop_back();
  state = State::done;
  if (motive.value.level.root != nullptr) node.height = motive.value.level.root->height + 1;
}

}  // namespace ishi::compiler
