#include "expression/chance.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <unordered_map>
#include <vector>

#include "expression/checker.h"
#include "resolve/qualify.h"

// `random`, and `since`: what is drawn, and what has happened.

namespace ishi::compiler {
namespace {

class PartFinder {
 public:
  PartFinder(const Model& model, std::initializer_list<ExpressionKind> kinds)
      : model_(model), kinds_(kinds) {}

  const Expression* find(const Expression& node) {  // NOLINT(misc-no-recursion): as high as expressions are
    if (std::ranges::find(kinds_, node.kind) != kinds_.end() || is_in_named(node)) return &node;
    for (const Expression* operand : node.operands) {
      if (const Expression* found = find(*operand); found != nullptr) return found;
    }
    return nullptr;
  }

 private:
  // A value or level: each is looked into once.
  bool is_in_named(const Expression& node) {  // NOLINT(misc-no-recursion)
    const Expression* named = nullptr;
    if (node.kind == ExpressionKind::value) named = model_.values[node.index].value.is.root;
    if (node.kind == ExpressionKind::motive) {
      const size_t needs = model_.needs.size();
      named = (node.index < needs ? model_.needs[node.index] : model_.drives[node.index - needs])
                  .value.level.root;
    }
    if (named == nullptr) return false;
    if (const auto known = known_.find(named); known != known_.end()) return known->second;
    known_[named] = false;
    const bool is_found = find(*named) != nullptr;
    return known_[named] = is_found;
  }

  const Model& model_;
  std::vector<ExpressionKind> kinds_;
  std::unordered_map<const Expression*, bool> known_;
};

// "refill" of "thrifty.refill": what agents call a plan.
std::string_view plan_name(const Named<Action>& action) {
  return action.value.planner == kNone ? std::string_view()
                                       : action.name.text.substr(action.name.text.rfind('.') + 1);
}

}  // namespace

const Expression* find_part(const Model& model, const Expression& root,
                            std::initializer_list<ExpressionKind> kinds) {
  return PartFinder(model, kinds).find(root);
}

// Each `random` of an entry has a number of its own, by which it draws otherwise than the others.
void Checker::check_random(Expression& node) {
  const std::string part =
      fmt::format("random/{}", ++draws_[fmt::format("{}/{}", entry_.section, entry_.name)]);
  const auto place = static_cast<uint32_t>(model_.imported.id_of_part(entry_.section, entry_.name, part));
  node.kind = ExpressionKind::random;
  node.type = {ValueKind::number};
  node.index = place != 0 ? place : 1;  // 0 is the draw by which agents choose
}

// `since(flee)`, `since(damaged)`: the argument is the name of an action or event.
void Checker::check_since(Expression& node) {
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

void Checker::report_no_moment(const Expression& operand, const std::string& text) {
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

// A gate that is drawn is open and shut by turns: what it lets in is gone again at the next thought.
void Checker::warn_of_flicker(const Formula& condition, const std::string& consequence,
                              std::string_view instead) {
  if (condition.root == nullptr) return;
  const Expression* const part = find_part(model_, *condition.root, {ExpressionKind::random});
  if (part == nullptr) return;
  diagnostics_
      .report(Code::random_gate, part->span,
              fmt::format("this is drawn anew at each thought, so {}", consequence))
      .help(fmt::format(
          "{}; or draw once where something happens, `set: {{ lucky: random < 0.3 }}`, and ask that "
          "key here",
          instead));
}

// What is only assumed is the same for every agent, and the same each time.
void Checker::refuse_moments(Formula& assumed, std::string_view what) {
  if (assumed.root == nullptr) return;
  using enum ExpressionKind;
  const Expression* const part = find_part(model_, *assumed.root, {random, since_option, since_event});
  if (part == nullptr) return;
  const bool draws = find_part(model_, *part, {random}) != nullptr;
  diagnostics_
      .report(Code::not_available_here, part->span,
              fmt::format("{} is what tests and plans count on, and {}", what,
                          draws ? "nobody can count on what is drawn"
                                : "no agent is at hand whose past could be asked"))
      .help(draws ? "draw before, with a step such as `set: { lucky: random < 0.3 }`, and ask that key here"
                  : "let a key keep it, set where it happens, and ask that key here");
  assumed.root = nullptr;
}

// What a plan is made of is asked again and again while it is made.
void Checker::refuse_draws(Step& plan) {
  refuse_draw(plan.plan.reach);
  for (Step& step : plan.plan.steps) {
    refuse_draw(step.when);
    refuse_draw(step.cost);
    for (auto& argument : step.arguments) refuse_draw(argument.value);
  }
}

void Checker::refuse_draw(Formula& planned) {
  if (planned.root == nullptr) return;
  const Expression* const part = find_part(model_, *planned.root, {ExpressionKind::random});
  if (part == nullptr) return;
  diagnostics_
      .report(Code::not_available_here, part->span,
              "a plan is made of what can be counted on, and this would be drawn anew whenever it is asked")
      .help("draw before, with a step such as `set: { lucky: random < 0.3 }`, and name that key here");
  planned.root = nullptr;
}

}  // namespace ishi::compiler
