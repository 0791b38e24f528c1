#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "diagnostics/suggest.h"
#include "expression/check.h"
#include "expression/checker.h"
#include "language/functions.h"
#include "language/unit.h"
#include "language/words.h"

// What a name in an expression means.

namespace ishi::compiler {
namespace {

constexpr size_t kMostListed = 32;  // names that a message lists

// Do two checked expressions name the same?
bool is_same(const Expression& a, const Expression& b) {
  return a.kind == b.kind && a.index == b.index && a.owner == b.owner && a.function == b.function &&
         a.number == b.number &&
         std::ranges::equal(a.operands, b.operands,
                            [](const Expression* x, const Expression* y) { return is_same(*x, *y); });
}

}  // namespace

void Checker::check_name(Expression& node, const Type& wanted) {
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
  if (place_.task != nullptr) {
    const auto& parameters = place_.task->value.parameters;
    const uint32_t index = find_index(parameters, name);
    if (index != kNone) {
      node.kind = ExpressionKind::parameter;
      node.index = index;
      node.type = parameters[index].value.resolved;
      return;
    }
  }
  if (const auto key = keys_.find(name); key != keys_.end()) {
    node.kind = ExpressionKind::key;
    node.index = key->second;
    node.type = model_.blackboard[key->second].value.resolved;
  } else if (const auto value = values_.find(name); value != values_.end()) {
    node.kind = ExpressionKind::value;
    node.index = value->second;
    touch_value(node);
  } else if (name == "time") {
    node.kind = ExpressionKind::time;
    node.type = {ValueKind::number, Quantity::duration};
  } else if (name == "self") {
    node.kind = ExpressionKind::self;
    node.type = {ValueKind::entity};
  } else if (name == "nothing") {
    node.kind = ExpressionKind::nobody;
    node.type = {ValueKind::entity};
  } else if (name == "elapsed") {
    check_elapsed(node);
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
  } else {
    report_unknown_name(node, wanted);
  }
}

void Checker::check_elapsed(Expression& node) {
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
void Checker::report_event(const Expression& node) {
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

void Checker::report_unknown_name(const Expression& node, const Type& wanted) {
  const std::string_view name = node.text;
  if (name == "event") return report_event(node);
  if (name == "random" || name == "it" || name == "awareness") {
    diagnostics_
        .report(
            Code::not_in_this_version, node.span,
            fmt::format("`{}` is part of the language, but this version of ishi does not read it yet", name))
        .help("leave it out for now");
    return;
  }
  if (name == "any" || name == "someone") {
    diagnostics_
        .report(Code::not_available_here, node.span, fmt::format("`{}` has a meaning in tests alone", name))
        .help("name a key that holds an entity, such as `threat`; nobody is `nothing`");
    return;
  }
  const auto is_other = [&](std::string message, std::string help) {
    return diagnostics_.report(Code::name_is_no_value, node.span, std::move(message)).help(std::move(help));
  };
  if (name == "needs" || name == "drives") {
    is_other(fmt::format("`{}` alone is no value", name),
             fmt::format("write `{}.` and the name of one", name));
  } else if (curves_.contains(name)) {
    is_other(fmt::format("`{}` is a curve and gives nothing before it is given something", name),
             fmt::format("write `{}(x)`, with what it judges for x", name));
  } else if (const FunctionRow* function = find_function(name)) {
    is_other(fmt::format("`{}` is a function and needs something to work on", name),
             fmt::format("write {}", function->form));
  } else if (find_index(model_.needs, name) != kNone) {
    is_other(fmt::format("`{}` is a need, and its level is read as `needs.{}`", name, name),
             fmt::format("write `needs.{}`", name))
        .edit(node.span, fmt::format("needs.{}", name));
  } else if (find_index(model_.drives, name) != kNone) {
    is_other(fmt::format("`{}` is a drive, and its level is read as `drives.{}`", name, name),
             fmt::format("write `drives.{}`", name))
        .edit(node.span, fmt::format("drives.{}", name));
  } else if (find_index(model_.events, name) != kNone) {
    is_other(fmt::format("`{}` is an event, not a value", name),
             place_.event == kNone ? "an event is read under an agent's `on`, as `event.` and a field"
                                   : "what has arrived is read as `event.` and the name of a field");
  } else if (find_index(model_.actions, name) != kNone || find_index(model_.tasks, name) != kNone) {
    is_other(fmt::format("`{}` is {}, not a value", name,
                         find_index(model_.actions, name) != kNone ? "an action" : "a task"),
             "an expression names keys, values, needs, drives and curves");
  } else {
    const std::string_view noun =
        wanted.kind == ValueKind::enumeration ? "word, key or value" : "key or value";
    auto report =
        diagnostics_.report(Code::unknown_name, node.span, fmt::format("there is no {} `{}`", noun, name));
    if (!report.is_kept()) return;
    const auto near = report.suggestions(name, fitting_names(wanted));
    if (const UnitRow* unit = find_unit(name); unit != nullptr && near.empty()) {
      report.help(
          fmt::format("`{0}` is a unit and can stand only behind digits, such as `1{0}`", unit->suffix));
      return;
    }
    if (near.empty() && (name == "yes" || name == "no")) {
      const std::string_view meant = name == "yes" ? "true" : "false";
      report.help(fmt::format("write `{}`", meant)).edit(node.span, std::string(meant));
      return;
    }
    if (name == "nan" || name == "inf" || name == "infinity") {
      report.help("write a number, such as 0 or 1000000");
      return;
    }
    for (const auto& type : model_.enums) {
      if (near.empty() &&
          std::ranges::find(type.value.members, name, &Name::text) != type.value.members.end()) {
        report.help(
            fmt::format("`{}` is a word of `{}` and can be named only where that is compared or given", name,
                        type.name.text));
        return;
      }
    }
    if (!near.empty())
      report.help(fmt::format("did you mean `{}`?", near[0])).edit(node.span, std::string(near[0]));
    else
      report.help("keys stand under `blackboard`, named expressions under `values`");
  }
}

// The names that may stand where `wanted` is.
std::vector<std::string_view> Checker::fitting_names(const Type& wanted) const {
  std::vector<std::string_view> names;
  if (wanted.kind == ValueKind::enumeration) {
    for (const Name& member : model_.enums[wanted.reference].value.members) names.push_back(member.text);
  }
  if (place_.task != nullptr) {
    for (const auto& parameter : place_.task->value.parameters) names.push_back(parameter.name.text);
  }
  for (const auto& entry : model_.blackboard) names.push_back(entry.name.text);
  for (const auto& entry : model_.values) names.push_back(entry.name.text);
  for (const std::string_view word :
       {"time", "self", "running", "elapsed", "needs", "drives", "true", "false", "nothing"})
    names.push_back(word);
  for (const auto& entry : model_.curves) names.push_back(entry.name.text);
  return names;
}

std::string Checker::chain_text(const std::string& last) const {
  constexpr std::ptrdiff_t kShown = 8;
  std::string text;
  const auto first = std::ranges::find(chain_, last);
  const auto end = chain_.end() - first > kShown ? first + kShown : chain_.end();
  for (auto step = first; step != end; ++step) text += *step + " → ";
  if (end != chain_.end()) text += fmt::format("{} more → ", chain_.end() - end);
  return text + last;
}

// Types the named value that a node reads, if nothing has yet.
void Checker::touch_value(Expression& node) {
  Named<Value>& value = model_.values[node.index];
  State& state = value_states_[node.index];
  const std::string name(value.name.text);
  if (state == State::open) {
    diagnostics_.report(Code::value_cycle, value.value.is.span, fmt::format("`{}` is made of itself", name))
        .note(fmt::format("the chain: {}", chain_text(name)))
        .help("compute one of them from keys alone");
    return;
  }
  if (state == State::untouched) {
    state = State::open;
    chain_.push_back(name);
    const Facts outer = std::exchange(facts_, {});
    check_formula(value.value.is, {}, {}, "");
    facts_ = outer;
    chain_.pop_back();
    state = State::done;
  }
  if (value.value.is.root == nullptr) return;
  node.type = value.value.is.root->type;
  node.height = value.value.is.root->height + 1;
}

void Checker::touch_motive(Expression& node) {
  const bool is_need = node.index < model_.needs.size();
  Named<Motive>& motive =
      is_need ? model_.needs[node.index] : model_.drives[node.index - model_.needs.size()];
  State& state = motive_states_[node.index];
  const std::string name = fmt::format("{}.{}", is_need ? "needs" : "drives", motive.name.text);
  node.type = {ValueKind::number};
  if (state == State::open) {
    diagnostics_
        .report(Code::value_cycle, motive.value.level.span,
                fmt::format("the level of `{}` depends on itself", motive.name.text))
        .note(fmt::format("the chain: {}", chain_text(name)))
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
  check_formula(motive.value.level, {ValueKind::number}, {}, "`level`");
  facts_ = outer;
  chain_.pop_back();
  state = State::done;
  if (motive.value.level.root != nullptr) node.height = motive.value.level.root->height + 1;
}

// The declaration behind a key, parameter or field.
const Variable* Checker::variable_of(const Expression& node) const {
  switch (node.kind) {
    case ExpressionKind::key: return &model_.blackboard[node.index].value;
    case ExpressionKind::parameter: return &place_.task->value.parameters[node.index].value;
    case ExpressionKind::event_field: return &model_.events[node.owner].value.fields[node.index].value;
    case ExpressionKind::field: return &model_.things[node.owner].value.fields[node.index].value;
    default: return nullptr;
  }
}

// `event.by`, under `on`.
void Checker::check_event_field(Expression& node) {
  const Named<Event>& event = model_.events[place_.event];
  const uint32_t index = find_index(event.value.fields, node.text);
  if (index != kNone) {
    node.kind = ExpressionKind::event_field;
    node.owner = place_.event;
    node.index = index;
    node.type = event.value.fields[index].value.resolved;
    node.operands.clear();
    return;
  }
  std::vector<std::string_view> known;
  for (const auto& field : event.value.fields) known.push_back(field.name.text);
  auto report =
      diagnostics_.report(Code::unknown_member, node.text_span,
                          fmt::format("the event `{}` has no field `{}`", event.name.text, node.text));
  report.label(event.name.span, "declared here");
  const auto near = suggestions(node.text, known);
  if (!near.empty())
    report.help(fmt::format("did you mean `{}`?", near[0])).edit(node.text_span, std::string(near[0]));
  else if (known.empty())
    report.help("it tells nothing but that it happened");
  else
    report.help(fmt::format("it has {}", quoted_list(known, "and")));
}

void Checker::check_member(Expression& node) {
  Expression& object = *node.operands[0];
  const bool is_need = object.kind == ExpressionKind::name && object.text == "needs";
  const bool is_drive = object.kind == ExpressionKind::name && object.text == "drives";
  poison(node);
  if (place_.event != kNone && object.kind == ExpressionKind::name && object.text == "event") {
    check_event_field(node);
    return;
  }
  if (is_need || is_drive) {
    const Map<Motive>& motives = is_need ? model_.needs : model_.drives;
    const uint32_t index = find_index(motives, node.text);
    if (index != kNone) {
      node.kind = ExpressionKind::motive;
      node.index = is_need ? index : index + static_cast<uint32_t>(model_.needs.size());
      node.operands.clear();
      touch_motive(node);
      return;
    }
    auto report =
        diagnostics_.report(Code::unknown_name, node.text_span,
                            fmt::format("there is no {} `{}`", is_need ? "need" : "drive", node.text));
    if (!report.is_kept()) return;
    std::vector<std::string_view> known;
    for (const auto& motive : motives) known.push_back(motive.name.text);
    const auto near = report.suggestions(node.text, known);
    const std::string other = fmt::format("{}.{}", is_need ? "drives" : "needs", node.text);
    if (find_index(is_need ? model_.drives : model_.needs, node.text) != kNone)
      report.help(fmt::format("write `{}`", other)).edit(node.span, other);
    else if (!near.empty())
      report.help(fmt::format("did you mean `{}`?", near[0])).edit(node.text_span, std::string(near[0]));
    return;
  }
  check(object);
  if (object.type.kind == ValueKind::error) return;
  const bool is_number = object.type.kind == ValueKind::number || object.type.kind == ValueKind::integer;
  if (node.text == "norm" && is_number) {
    const Variable* variable = variable_of(object);
    if (variable == nullptr || !variable->has_range()) {
      std::string text = text_of(object);
      if (text.starts_with('(')) text = text.substr(1, text.size() - 2);
      auto report = diagnostics_.report(
          Code::no_norm, node.text_span,
          variable == nullptr ? "`.norm` belongs to a key or field with a range, not to a calculation"
                              : fmt::format("`{}` declares no range, so it has no `.norm`", text));
      const std::string_view unit = usual_unit(object.type.quantity);
      const std::string by_hand = fmt::format("norm({}, 0{}, 10{})", text, unit, unit);
      if (object.kind == ExpressionKind::motive || object.kind == ExpressionKind::norm)
        report.help("it goes from 0 to 1 as it is: leave `.norm` out");
      else if (variable == nullptr)
        report.help(fmt::format("say which range becomes 0 to 1: {}", by_hand));
      else
        report.help(fmt::format("declare its `range`, or say here which one becomes 0 to 1: {}", by_hand));
      return;
    }
    node.kind = ExpressionKind::norm;
    node.type = {ValueKind::number};
    return;
  }
  check_variable_member(node);
}

// `.known`, `.position`, `.facing` and the fields of an entity.
void Checker::check_variable_member(Expression& node) {
  const Expression& object = *node.operands[0];
  if (object.type.kind != ValueKind::entity) {
    auto report =
        diagnostics_.report(Code::unknown_member, node.text_span,
                            fmt::format("{} has no `.{}`", describe(model_, object.type), node.text));
    const bool is_number = object.type.kind == ValueKind::number || object.type.kind == ValueKind::integer;
    const std::array<std::string_view, 1> of_numbers = {"norm"};
    if (is_number && !suggestions(node.text, of_numbers).empty()) {
      report.help("did you mean `.norm`?").edit(node.text_span, "norm");
    } else if (is_number) {
      report.help("a key or field with a range has `.norm`, and nothing else");
    } else if (object.type.kind == ValueKind::boolean) {
      report.help("a condition counts as 0 or 1 as it is");
    } else if (object.type.kind == ValueKind::point || object.type.kind == ValueKind::direction) {
      report.help("its parts cannot be read: ask `distance`, `direction`, `bearing` or `angle`");
    } else {
      const auto& members = model_.enums[object.type.reference].value.members;
      const bool is_word = std::ranges::find(members, node.text, &Name::text) != members.end();
      report.help(is_word ? fmt::format("compare it: `{} == {}`", text_of(object), node.text)
                          : number_instead(object));
    }
    return;
  }
  if (node.text == "known") {
    node.kind = ExpressionKind::known;
    node.type = {ValueKind::boolean};
    return;
  }
  if (node.text == "position" || node.text == "facing") {
    node.kind = node.text == "position" ? ExpressionKind::position : ExpressionKind::facing;
    node.type = {node.text == "position" ? ValueKind::point : ValueKind::direction};
  } else {
    if (object.type.reference != kNone) {
      const auto& fields = model_.things[object.type.reference].value.fields;
      const uint32_t index = find_index(fields, node.text);
      if (index != kNone) {
        node.kind = ExpressionKind::field;
        node.index = index;
        node.owner = object.type.reference;
        node.type = fields[index].value.resolved;
      }
    }
    if (node.kind == ExpressionKind::member) {
      auto report =
          diagnostics_.report(Code::unknown_member, node.text_span,
                              fmt::format("{} has no field `{}`", describe(model_, object.type), node.text));
      if (!report.is_kept()) return;
      std::vector<std::string_view> known = {"known", "position", "facing"};
      if (object.type.reference != kNone) {
        for (const auto& field : model_.things[object.type.reference].value.fields)
          known.push_back(field.name.text);
      }
      const auto near = report.suggestions(node.text, known);
      if (object.kind == ExpressionKind::self && keys_.contains(node.text)) {
        report.help(fmt::format("the agent's own `{0}` is read as `{0}`", node.text))
            .edit(node.span, std::string(node.text));
      } else if (!near.empty()) {
        report.help(fmt::format("did you mean `.{}`?", near[0])).edit(node.text_span, std::string(near[0]));
      } else {
        const size_t listed = std::min(known.size(), kMostListed);
        report.help(fmt::format(
            "it has `.{}`{}", fmt::join(known.begin(), known.begin() + listed, "`, `."),
            listed < known.size() ? fmt::format(" and {} more", known.size() - listed) : std::string()));
      }
      return;
    }
  }
  if (object.kind == ExpressionKind::self || guard_is_wrong_) return;
  if (std::ranges::any_of(facts_, [&](const Expression* known) { return is_same(*known, object); })) return;
  const std::string text = text_of(object);
  auto report = diagnostics_.report(Code::nobody_read, node.span,
                                    fmt::format("`{}` may be nobody when its `{}` is read", text, node.text));
  report.note(node.text == "position" ? "nobody stands at the origin of the world"
              : node.text == "facing" ? "nobody faces forward"
                                      : fmt::format("of nobody, `{}` is its default", node.text));
  if (object.kind == ExpressionKind::call) {
    report.help("give it a name under `values:`, and ask that name for `.known` first");
    return;
  }
  const std::string ask = fmt::format("{}.known", text);
  if (place_.event != kNone) {
    report.help(fmt::format("ask first: write `when: {}` below this step, in the same column", ask));
    return;
  }
  report.help(place_.in_option
                  ? fmt::format("ask first: put `{}` into `when`, or write if({}, …, …)", ask, ask)
                  : fmt::format("ask first: `{} and …` in a condition, if({}, …, …) in a number", ask, ask));
}

}  // namespace ishi::compiler
