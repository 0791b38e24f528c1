#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "expression/typer.h"
#include "resolve/qualify.h"

// `random`, and `since`: what is drawn, and what has happened.

namespace ishi::compiler {
namespace {

// "refill" of "thrifty.refill": what agents call a plan.
std::string_view plan_name(const Named<Action>& action) {
  return action.value.planner == kNone ? std::string_view()
                                       : action.name.text.substr(action.name.text.rfind('.') + 1);
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

// `since(flee)`, `since(damaged)`: the argument is the name of an action or event.
void Typer::check_since(Expression& node) {
  Expression& operand = *node.operands[0];
  const bool is_member =
      operand.kind == ExpressionKind::member && operand.operands[0]->kind == ExpressionKind::name;
  if (operand.kind != ExpressionKind::name && !is_member) {
    diagnostics_
        .report(Code::type_mismatch, operand.span, "`since` takes the name of an action or of an event")
        .help("write the name alone, such as `since(damaged)`; how long this action has run is `elapsed`");
    return;
  }
  const std::string text = text_of(operand);
  std::string_view action = in_model(Space::options, text);
  if (is_member) {
    const Scopes::Alias* alias = alias_of(*operand.operands[0]);
    if (alias == nullptr && !scopes_.is_thing(operand.operands[0]->text))
      return report_no_moment(operand, text);
    if (alias != nullptr && alias->unit == Scopes::kNoUnit)
      return;  // it could not be read, which has been said
    action = alias != nullptr ? scopes_.find_behind(*alias, Space::options, operand.text) : text;
  }
  const bool is_hidden = !is_member && scopes_.is_hidden(file(), Space::options, text);
  const auto is_it = [&](const Named<Action>& entry) {
    return (entry.value.planner == kNone && entry.name.text == action) || plan_name(entry) == text;
  };
  const auto found =
      is_hidden || action.empty() ? model_.actions.end() : std::ranges::find_if(model_.actions, is_it);
  const uint32_t event = find_index(model_.events, text);
  if (found == model_.actions.end() && event == kNone) return report_no_moment(operand, text);
  if (found != model_.actions.end() && event != kNone) {
    diagnostics_
        .report(Code::defined_twice, operand.span,
                fmt::format("`{}` is an action and an event, so nobody could tell which of the two is meant",
                            text))
        .label(found->name.span, "the action")
        .label(model_.events[event].name.span, "the event")
        .help("give one of the two another name");
    return;
  }
  node.type = {ValueKind::number, Quantity::duration};
  node.operands.clear();
  if (event != kNone) {
    node.kind = ExpressionKind::since_event;
    node.index = event;
    model_.events[event].value.is_asked = true;
  } else {
    node.kind = ExpressionKind::since_option;
    node.text = found->value.planner == kNone ? found->name.text : plan_name(*found);
  }
}

void Typer::report_no_moment(const Expression& operand, const std::string& text) {
  auto report = diagnostics_.report(Code::unknown_name, operand.span,
                                    fmt::format("there is no action or event `{}`", text));
  if (!report.is_kept()) return;
  std::vector<std::string_view> known;
  for (const auto& action : model_.actions)
    known.push_back(action.value.planner == kNone ? action.name.text : plan_name(action));
  for (const auto& event : model_.events) known.push_back(event.name.text);
  const auto near = report.suggestions(text, known);
  if (!near.empty()) {
    report.help(fmt::format("did you mean `{}`?", near[0])).edit(operand.span, std::string(near[0]));
  } else if (find_index(model_.tasks, text) != kNone || find_index(model_.goals, text) != kNone) {
    const bool is_task = find_index(model_.tasks, text) != kNone;
    report.help(fmt::format("`{}` is a {}: name the action that does it", text, is_task ? "task" : "goal"));
  } else if (keys_.contains(text) || values_.contains(text)) {
    report.help(
        fmt::format("`since` tells when an action ended or an event arrived; let a key keep the `time` at "
                    "which `{}` changed",
                    text));
  } else {
    report.help("name one of `actions` or `events`");
  }
}

}  // namespace ishi::compiler
