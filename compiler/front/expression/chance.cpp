#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "expression/constant.h"
#include "expression/typer.h"
#include "expression/typing_rules.h"
#include "language/functions.h"
#include "resolve/qualify.h"

// `random`, `since` and `completed`: what is drawn, and what has happened.

namespace ishi::compiler {
namespace {

// What a function may ask for by name.
enum class Moments : uint8_t { all, of_actions };

// "refill" of "thrifty.refill": what agents call a plan.
std::string_view plan_name(const Named<Action>& action) {
  return action.value.planner == kNone ? std::string_view()
                                       : action.name.text.substr(action.name.text.rfind('.') + 1);
}

// The name of an action in the agents that have it.
std::string_view name_for_agents(const Named<Action>& action) {
  return action.value.planner == kNone ? action.name.text : plan_name(action);
}

// The action that an argument names, for a function that takes names; null if there is none. False: the
// argument is no name, or of something that could not be read, and that has been reported.
bool find_named_action(const TypingSite& at, const Expression& operand, std::string_view help,
                       const Named<Action>*& found) {
  found = nullptr;
  const bool is_member =
      operand.kind == ExpressionKind::member && operand.operands[0]->kind == ExpressionKind::name;
  if (operand.kind != ExpressionKind::name && !is_member) {
    at.diagnostics.report(Code::type_mismatch, operand.span, std::string(help.substr(0, help.find('\n'))))
        .help(std::string(help.substr(help.find('\n') + 1)));
    return false;
  }
  const std::string text = at.text_of(operand);
  std::string_view action = at.in_model(Space::options, text);
  if (is_member) {
    const Scopes::Alias* alias = alias_of(at, *operand.operands[0]);
    if (alias == nullptr && !at.scopes.is_thing(operand.operands[0]->text)) return true;
    if (alias != nullptr && alias->unit == Scopes::kNoUnit)
      return false;  // it could not be read, which has been said
    action = alias != nullptr ? at.scopes.find_behind(*alias, Space::options, operand.text) : text;
  }
  const bool is_hidden = !is_member && at.scopes.is_hidden(at.file(), Space::options, text);
  if (is_hidden || action.empty()) return true;
  const auto known = std::ranges::find_if(at.model.actions, [&](const Named<Action>& entry) {
    return (entry.value.planner == kNone && entry.name.text == action) || plan_name(entry) == text;
  });
  if (known != at.model.actions.end()) {
    found = &*known;
    at.model.note_use(operand.text_span, known->name);
  }
  return true;
}

// `since(hit)` where `hit` has just arrived, and `since(flee)` in what is asked while `flee` runs: always 0s.
void warn_of_now(const TypingSite& at, const Expression& node, const std::string& text,
                 const Named<Action>* action, uint32_t event) {
  const bool is_own =
      action != nullptr && action == at.place.action && !at.place.in_score && !at.place.is_finally;
  if (is_own) {
    at.diagnostics
        .report(Code::since_now, node.span,
                fmt::format("`{}` is always 0s here: it counts from the end of `{}`, which runs",
                            at.text_of(node), text))
        .help("how long it has run is `elapsed`; what is asked before it begins stands in its `when`");
  } else if (event != kNone && event == at.place.event) {
    at.diagnostics
        .report(Code::since_now, node.span,
                fmt::format("`{}` is always 0s here: `{}` has just arrived", at.text_of(node), text))
        .help(
            "keep in a key when it came last: behind this step `set: { last: time }`, and here ask `time - "
            "last > "
            "5s`, with `last: { type: duration, range: -1h..10h, default: -1h }` under `blackboard`");
  }
}

void report_no_moment(const TypingSite& at, const Expression& operand, const std::string& text,
                      Moments asked) {
  const bool takes_events = asked == Moments::all;
  auto report =
      at.diagnostics.report(Code::unknown_name, operand.span,
                            fmt::format("there is no action {}`{}`", takes_events ? "or event " : "", text));
  if (!report.is_kept()) return;
  std::vector<std::string_view> known;
  for (const auto& action : at.model.actions) known.push_back(name_for_agents(action));
  for (const auto& event : at.model.events) {
    if (takes_events) known.push_back(event.name.text);
  }
  const auto near = report.suggestions(text, known);
  if (!near.empty()) {
    report.suggest(operand.span, near[0]);
  } else if (find_index(at.model.tasks, text) != kNone || find_index(at.model.goals, text) != kNone) {
    const bool is_task = find_index(at.model.tasks, text) != kNone;
    report.help(fmt::format("`{}` is a {}: name the action that does it", text, is_task ? "task" : "goal"));
  } else if (!takes_events) {
    const bool is_event = find_index(at.model.events, text) != kNone;
    report.help(is_event ? fmt::format("`{0}` is an event: ask `since({0}) < 1s`", text)
                         : "name one of `actions`");
  } else if (at.names.keys.contains(text) || at.names.values.contains(text)) {
    report.help(
        fmt::format("`since` tells when an action ended or an event arrived; let a key keep the `time` at "
                    "which `{}` changed",
                    text));
  } else {
    report.help("name one of `actions` or `events`");
  }
}

}  // namespace

// Each `random` of an entry has a number of its own, by which it draws otherwise than the others.
void Typer::check_random(Expression& node) {
  const std::string part =
      fmt::format("random/{}", ++draws_[fmt::format("{}/{}", entry_.section, entry_.name)]);
  const auto place = static_cast<uint32_t>(model_.imported.id_of_part(entry_.section, entry_.name, part));
  node.kind = ExpressionKind::random;
  node.type = {ValueKind::number};
  node.index = place != 0 ? place : 1;  // 0 is the draw by which agents choose
}

Expression& Typer::make_random(Span span) {
  Expression& node = arena_.add(ExpressionKind::random, span);
  check_random(node);
  return node;
}

// The greatest of ln(u) / weight, u drawn from above 0 to 1 for each, is each method's in proportion to its
// weight, and so is the greatest of those that are left (Efraimidis, Spirakis: Weighted random sampling with
// a reservoir, 2006).
void score_by_draw(Expression& drawn, const Name& method, Modifiers& modifiers, ExpressionArena& arena) {
  constexpr double kLeastWeight = 1e-6;
  const auto add = [&](ExpressionKind kind, ValueKind type, std::vector<Expression*> operands) {
    Expression& node = arena.add(kind, method.span);
    node.type = {type};
    for (const Expression* operand : operands) node.height = std::max(node.height, operand->height + 1);
    node.operands = std::move(operands);
    return &node;
  };
  const auto number = [&](double value) {
    Expression* const node = add(ExpressionKind::number, ValueKind::number, {});
    node->number = value;
    return node;
  };
  const auto call = [&](std::string_view name, std::vector<Expression*> operands) {
    Expression* const node = add(ExpressionKind::call, ValueKind::number, std::move(operands));
    node->function = find_function(name);
    node->text = name;
    return node;
  };
  const auto copy = [&](const Expression& root) {
    Expression& node = arena.add(root.kind, root.span);
    node = root;
    return &node;
  };
  const Formula& weight = modifiers.weight;
  Expression* score = call("log", {add(ExpressionKind::subtract, ValueKind::number, {number(1), &drawn})});
  if (weight.root != nullptr) {
    Expression* const divisor = call("max", {copy(*weight.root), number(kLeastWeight)});
    score = add(ExpressionKind::divide, ValueKind::number, {score, divisor});
  }
  modifiers.score.text = weight.given() ? weight.text : method.text;
  modifiers.score.span = weight.given() ? weight.span : method.span;
  modifiers.score.root = score;
  if (weight.root == nullptr || constant_value(*weight.root)) return;
  Formula& when = modifiers.when;
  if (when.given() && when.root == nullptr) return;
  Expression* const weighs =
      add(ExpressionKind::greater, ValueKind::boolean, {copy(*weight.root), number(0)});
  when.root = when.root == nullptr
                  ? weighs
                  : add(ExpressionKind::both, ValueKind::boolean, {copy(*when.root), weighs});
  if (when.text.empty()) {
    when.text = weight.text;
    when.span = weight.span;
  }
}

// `since(flee)`, `since(damaged)`: the argument is the name of an action or event.
void Typer::check_since(Expression& node) {
  const Expression& operand = *node.operands[0];
  const Named<Action>* action = nullptr;
  if (!find_named_action(at_, operand,
                         "`since` takes the name of an action or of an event\n"
                         "write the name alone, such as `since(damaged)`; how long this action has run is "
                         "`elapsed`",
                         action)) {
    return;
  }
  const std::string text = at_.text_of(operand);
  const uint32_t event = find_index(model_.events, text);
  if (action == nullptr && event == kNone) return report_no_moment(at_, operand, text, Moments::all);
  if (action != nullptr && event != kNone) {
    at_.diagnostics
        .report(Code::defined_twice, operand.span,
                fmt::format("`{}` is an action and an event, so nobody could tell which of the two is meant",
                            text))
        .label(action->name.span, "the action")
        .label(model_.events[event].name.span, "the event")
        .help("give one of the two another name");
    return;
  }
  if (event != kNone) model_.note_use(operand.text_span, model_.events[event].name);
  warn_of_now(at_, node, text, action, event);
  node.type = {ValueKind::number, Quantity::duration};
  node.operands.clear();
  if (event != kNone) {
    node.kind = ExpressionKind::since_event;
    node.index = event;
    model_.events[event].value.is_asked = true;
  } else {
    node.kind = ExpressionKind::since_option;
    node.text = name_for_agents(*action);
    model_.actions[static_cast<size_t>(action - &model_.actions[0])].value.is_asked = true;
  }
}

bool is_ending(std::string_view word) { return word == "completed" || word == "failed" || word == "aborted"; }

// `completed`, or of one action `completed(patrol)`: how something has just ended.
void Typer::check_ending(Expression& node) {
  const bool is_of_action = !node.operands.empty();
  const std::string word(is_of_action ? node.function->name : node.text);
  if (!at_.place.is_finally && !at_.place.in_transition) {
    at_.diagnostics
        .report(Code::not_available_here, node.span,
                fmt::format(
                    "`{}` asks how something has just ended, which is known in the `finally` of an action "
                    "or goal, and in what leads from a state `to` another",
                    word))
        .help("ask there; how long ago an action ended is `since(ACTION)`");
    return;
  }
  if (at_.place.is_finally && is_of_action) {
    at_.diagnostics
        .report(Code::not_available_here, node.span,
                fmt::format("`finally` follows one end, so `{}` is about that and names no action", word))
        .help(fmt::format("write `{}` alone", word))
        .edit(node.span, word);
    return;
  }
  if (at_.place.in_transition && word == "aborted") {
    at_.diagnostics
        .report(Code::not_available_here, node.span,
                "`aborted` leads nowhere: an action is aborted for another one, which runs then")
        .help("ask for `completed` or `failed`, or for what makes the other one win");
    return;
  }
  if (is_of_action) {
    const Expression& operand = *node.operands[0];
    const Named<Action>* action = nullptr;
    if (!find_named_action(
            at_, operand,
            fmt::format("`{0}` takes the name of an action\n"
                        "write the name alone, such as `{0}(patrol)`; of whatever ran ask `{0}`",
                        word),
            action)) {
      return;
    }
    if (action == nullptr) return report_no_moment(at_, operand, at_.text_of(operand), Moments::of_actions);
    node.text = name_for_agents(*action);
    node.operands.clear();
  } else {
    node.text = {};
  }
  node.kind = ExpressionKind::ended;
  node.number = word == "completed" ? 1 : word == "failed" ? 2 : 3;
  node.type = {ValueKind::boolean};
}

}  // namespace ishi::compiler
