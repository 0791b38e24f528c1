#include "expression/check.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "expression/checker.h"
#include "expression/constant.h"
#include "expression/parse.h"
#include "expression/types.h"
#include "expression/written_unit.h"
#include "language/words.h"

namespace ishi::compiler {
namespace {

template <class T>
std::unordered_map<std::string_view, uint32_t> index_by_name(const Map<T>& map) {
  std::unordered_map<std::string_view, uint32_t> result;
  for (uint32_t i = 0; i < map.size(); ++i) result.emplace(map[i].name.text, i);
  return result;
}

// May an expression stand where this type is wanted? A condition counts as 0 or 1 where a plain number is
// wanted; a whole number is a number; nobody is an entity of every kind.
bool accepts(const Type& wanted, const Expression& node) {
  const Type& type = node.type;
  switch (wanted.kind) {
    case ValueKind::number:
      return (type.kind == ValueKind::number && type.quantity == wanted.quantity) ||
             (is_whole(type) && wanted.quantity == Quantity::number);
    case ValueKind::integer: return is_whole(type);
    case ValueKind::entity:
      return type.kind == ValueKind::entity &&
             (wanted.reference == kNone || type.reference == wanted.reference ||
              node.kind == ExpressionKind::nobody);
    case ValueKind::boolean:
    case ValueKind::point: return type.kind == wanted.kind;
    default: return type == wanted;
  }
}

// `3m` where a time is wanted may well mean minutes.
bool is_in_metres(std::string_view literal) { return literal.ends_with('m') && !literal.ends_with("cm"); }

}  // namespace

std::string describe(const Model& model, const Type& type) {
  switch (type.kind) {
    case ValueKind::number: return std::string(describe(type.quantity));
    case ValueKind::integer: return "a whole number";
    case ValueKind::boolean: return "a condition (true or false)";
    case ValueKind::entity:
      return type.reference == kNone ? "an entity"
                                     : fmt::format("a `{}`", model.things[type.reference].name.text);
    case ValueKind::point: return "a point";
    case ValueKind::direction: return "a direction";
    case ValueKind::enumeration: return fmt::format("a word of `{}`", model.enums[type.reference].name.text);
    case ValueKind::candidate:
      return fmt::format("a member of `{}`", candidates_of(model, type.reference).name.text);
    case ValueKind::error: break;
  }
  return "something wrong";
}

Checker::Checker(Model& model, const Scopes& scopes, ExpressionArena& arena, Diagnostics& diagnostics)
    : model_(model),
      scopes_(scopes),
      arena_(arena),
      diagnostics_(diagnostics),
      keys_(index_by_name(model.blackboard)),
      values_(index_by_name(model.values)),
      curves_(index_by_name(model.curves)),
      choices_(index_by_name(model.choices)),
      value_states_(model.values.size(), State::untouched),
      motive_states_(model.needs.size() + model.drives.size(), State::untouched),
      choice_states_(model.choices.size(), State::untouched),
      seen_values_(model.values.size(), 0) {}

std::string Checker::text_of(const Expression& node) const {
  constexpr size_t kLongest = 40;
  const size_t length = node.span.end - node.span.begin;
  if (length > kLongest) return "…";
  const auto holds = [&](const Formula& formula) {
    return formula.span.file == node.span.file && formula.span.begin <= node.span.begin &&
           node.span.end <= formula.span.end;
  };
  const Formula* formula = formula_;
  if (!holds(*formula)) {  // it stands in a value that is read here
    const auto value =
        std::ranges::find_if(model_.values, [&](const auto& entry) { return holds(entry.value.is); });
    if (value == model_.values.end()) return "…";
    formula = &value->value.is;
  }
  const size_t begin = node.span.begin - formula->span.begin;
  return begin > formula->text.size() ? "…" : std::string(formula->text.substr(begin, length));
}

std::optional<std::string> Checker::with_unit(const Expression& node, std::string_view unit) const {
  const bool is_bare = node.type.kind == ValueKind::integer ||
                       (node.type.kind == ValueKind::number && node.type.quantity == Quantity::number);
  const Expression& digits = node.kind == ExpressionKind::negate ? *node.operands[0] : node;
  const std::string text = text_of(node);
  if (!is_bare || digits.kind != ExpressionKind::number || digits.text.ends_with('%') ||
      !text.ends_with(digits.text))
    return std::nullopt;
  return text + std::string(unit);
}

std::string Checker::without_unit(const Expression& node) const {
  const Expression& digits = node.kind == ExpressionKind::negate ? *node.operands[0] : node;
  const std::string text = text_of(node);
  if (digits.kind != ExpressionKind::number || !text.ends_with(digits.text)) return {};
  return text.substr(0, text.size() - (digits.text.size() - number_length(digits.text)));
}

std::string Checker::range_of(const Expression& node) const {
  const Variable* variable = variable_of(node);
  if (variable == nullptr || !variable->has_range()) return fmt::format("0{0}..10{0}", unit_of(node));
  const UnitRow* unit = written_unit(model_, node, place_.parameters);
  return fmt::format("{}..{}", show(variable->low, node.type.quantity, unit),
                     show(variable->high, node.type.quantity, unit));
}

std::string_view Checker::unit_of(const Expression& node) const {
  return written_or_usual(written_unit(model_, node, place_.parameters), node.type.quantity);
}

void Checker::check_model() {
  for (auto& task : model_.tasks) check_task(task);
  Expression reader;
  for (uint32_t i = 0; i < value_states_.size(); ++i) {
    reader.index = i;
    touch_value(reader);
  }
  for (uint32_t i = 0; i < motive_states_.size(); ++i) {
    reader.index = i;
    touch_motive(reader);
  }
  for (uint32_t i = 0; i < choice_states_.size(); ++i) {
    reader.index = i;
    touch_choice(reader);
  }
  check_rises();
  check_senses();
  for (auto& steering : model_.steering) {
    entry_ = {"steering", steering.name.text};
    check_steering(steering);
  }
  for (auto& action : model_.actions) check_action(action);
  for (auto& planner : model_.planners) {
    entry_ = {"planners", planner.name.text};
    for (auto& reward : planner.value.rewards)
      check_formula(reward.value, kNumber, {}, fmt::format("what `{}` is worth", reward.name.text));
  }
  for (auto& goal : model_.goals) {
    entry_ = {"goals", goal.name.text};
    check_goal(goal.value);
  }
  report_goal_circles();
  report_steering_use();
  warn_of_lone_steerings();
  report_unending();
  for (auto& agent : model_.agents) {
    entry_ = {"agents", agent.name.text};
    check_rhythm(agent.value);
    check_reactions(agent.value);
    check_states(agent.value);
  }
}

void Checker::check_task(Named<Task>& task) {
  Place place;
  place.parameters = &task.value.parameters;
  place.in_contract = true;
  entry_ = {"tasks", task.name.text};
  check_formula(task.value.requirement, kCondition, place, "`requires`");
  refuse_moments(task.value.requirement, "`requires`");
  for (auto& effect : task.value.effects) {
    check_assignment(effect, place);
    refuse_moments(effect.value, "an effect");
  }
}

void Checker::check_formula(Formula& formula, const Type& wanted, const Place& place, std::string_view what) {
  if (!formula.given()) return;
  Expression* root = parse_expression(formula, arena_, diagnostics_);
  if (root == nullptr) return;
  const Place outer_place = std::exchange(place_, place);
  const Formula* outer_formula = std::exchange(formula_, &formula);
  check(*root, wanted);
  const bool is_right =
      root->type.kind != ValueKind::error && (wanted.kind == ValueKind::error || fits(*root, wanted, what));
  place_ = outer_place;
  formula_ = outer_formula;
  if (is_right) formula.root = root;
}

// Reports where a type does not fit its place.
bool Checker::fits(const Expression& node, const Type& wanted, std::string_view what) {
  if (accepts(wanted, node)) return true;
  if (wanted.kind == ValueKind::boolean)
    report_no_condition(node, fmt::format("{} is a condition (true or false)", what));
  else
    report_misfit(node, wanted, what);
  return false;
}

void Checker::report_misfit(const Expression& node, const Type& wanted, std::string_view what) {
  const Type& type = node.type;
  const bool is_number = type.kind == ValueKind::number || type.kind == ValueKind::integer;
  const bool differs_in_quantity = is_number && wanted.kind == ValueKind::number;
  const bool is_not_whole = is_number && wanted.kind == ValueKind::integer;
  const Code code = differs_in_quantity ? unit_fault(type.quantity, wanted.quantity)
                    : is_not_whole && type.quantity == Quantity::number ? Code::integer_expected
                    : is_not_whole                                      ? Code::unit_unexpected
                                                                        : Code::type_mismatch;
  Report report = diagnostics_.report(
      code, node.span,
      fmt::format("{} is {}, but this is {}", what, describe(model_, wanted), describe(model_, type)));
  if (differs_in_quantity)
    help_to_quantity(report, node, wanted.quantity);
  else if (is_not_whole)
    report.help(whole_number_instead(node));
  else
    help_to_type(report, node, wanted);
}

// How to get a number of this quantity from one of another.
void Checker::help_to_quantity(Report& report, const Expression& node, Quantity wanted) const {
  const Quantity given = node.type.quantity;
  const std::string_view unit = written_or_usual(place_.unit, wanted);
  if (const auto mended = with_unit(node, unit)) {
    report.edit(node.span, *mended);
    if (is_sure_unit(place_.unit, wanted))
      report.help(fmt::format("write `{}`", *mended));
    else
      report.help(fmt::format("write it with its unit, such as `{}`", *mended)).guess();
  } else if (given == Quantity::number) {
    report.help(fmt::format("multiply it by a unit, such as 1{}", unit));
  } else if (wanted == Quantity::duration && node.kind == ExpressionKind::number && is_in_metres(node.text)) {
    const std::string minutes = fmt::format("{}in", node.text);
    report.help(fmt::format("`m` is metres; minutes are written `{}`", minutes)).edit(node.span, minutes);
  } else if (wanted != Quantity::number) {
    report.help(fmt::format("write {}, such as 1{}", describe(wanted), unit));
  } else if (const std::string bare = without_unit(node); !bare.empty()) {
    report.help(fmt::format("leave the unit out: write `{}`", bare));
  } else {
    const Variable* const variable = variable_of(node);
    const bool has_norm = variable != nullptr && variable->has_range();
    report.help(fmt::format(
        "{}divide it by its unit, such as 1{}, or give it to a curve with `input: {}`",
        has_norm ? fmt::format("write `{}.norm`, its place in its range; or ", text_of(node)) : "",
        unit_of(node), range_of(node)));
  }
}

// How to get a value of this type from one of another that is no kind of it.
void Checker::help_to_type(Report& report, const Expression& node, const Type& wanted) const {
  const bool is_entity = node.type.kind == ValueKind::entity;
  if (is_entity && wanted.kind == ValueKind::point) {
    const std::string mended = fmt::format("{}.position", text_of(node));
    report.help(fmt::format("write `{}` for where it is", mended)).edit(node.span, mended);
    return;
  }
  if (node.kind == ExpressionKind::self && wanted.kind == ValueKind::entity) {
    report.help("the agent itself is of no kind: whatever is given it must be of the type `entity`");
    return;
  }
  if (is_entity && wanted.kind == ValueKind::entity && node.type.reference == kNone) {
    report.help(fmt::format("declare it as a `{}`, if that is what it always is",
                            model_.things[wanted.reference].name.text));
    return;
  }
  const bool wants_number = wanted.kind == ValueKind::number || wanted.kind == ValueKind::integer;
  if (const std::string help = wants_number ? number_instead(node) : ""; !help.empty())
    report.help(help);
  else if (wanted.kind == ValueKind::enumeration)
    report.help(fmt::format("its words are {}", words_of(wanted)));
  else
    help_with_keys(report, wanted);
}

// The keys of a type.
void Checker::help_with_keys(Report& report, const Type& wanted) const {
  constexpr size_t kMostListed = 8;
  std::vector<std::string_view> fitting;
  for (const auto& key : model_.blackboard) {
    const Type& type = key.value.resolved;
    const bool is_kind_of = wanted.kind == ValueKind::entity && wanted.reference == kNone;
    if (type == wanted || (is_kind_of && type.kind == ValueKind::entity)) fitting.push_back(key.name.text);
  }
  const std::string what = describe(model_, wanted);
  if (fitting.empty())
    report.help(fmt::format("write something that is {}; no key is", what));
  else if (fitting.size() == 1)
    report.help(fmt::format("write something that is {}, such as `{}`", what, fitting[0]));
  else
    report.help(fmt::format("write something that is {}; the keys {} are", what,
                            quoted_list(fitting, "and", kMostListed)));
}

// How to get a whole number from one with a fraction or a unit.
std::string Checker::whole_number_instead(const Expression& node) const {
  const std::string text = text_of(node);
  if (node.type.quantity != Quantity::number) {
    return fmt::format("divide it by its unit and make it whole: round({} / 1{})", text, unit_of(node));
  }
  if (node.kind == ExpressionKind::number) return "leave the fraction out";
  return fmt::format("say how to make it whole: floor({0}), ceil({0}) or round({0})", text);
}

std::string Checker::words_of(const Type& type) const {
  std::vector<std::string_view> words;
  for (const Name& member : model_.enums[type.reference].value.members) words.push_back(member.text);
  return quoted_list(words, "and");
}

// How to get a number from what is none.
std::string Checker::number_instead(const Expression& node) const {
  const std::string text = text_of(node);
  switch (node.type.kind) {
    case ValueKind::entity: return fmt::format("read one of its fields, or ask `{}.known`", text);
    case ValueKind::point: return fmt::format("ask how far it is: `distance({})`", text);
    case ValueKind::direction: return fmt::format("ask how far it is turned: `angle({}, …)`", text);
    case ValueKind::enumeration: {
      const auto& members = model_.enums[node.type.reference].value.members;
      return members.empty()
                 ? ""
                 : fmt::format("compare it with one of its words: `{} == {}`", text, members[0].text);
    }
    default: return {};
  }
}

// `wanted`: "`when` is a condition".
void Checker::report_no_condition(const Expression& node, std::string_view wanted) {
  const Type& type = node.type;
  const std::string text = text_of(node);
  const bool is_number = type.kind == ValueKind::number || type.kind == ValueKind::integer;
  auto report = diagnostics_.report(Code::not_a_condition, node.span,
                                    fmt::format("{}, but this is {}", wanted, describe(model_, type)));
  if (find_index(model_.levels, text) != kNone) {
    report.help(fmt::format("compare the awareness of a fact with the level: `NAME.awareness >= {}`", text));
  } else if (node.kind == ExpressionKind::number && type.quantity == Quantity::number &&
             (node.number == 0 || node.number == 1)) {
    const std::string_view mended = node.number == 0 ? "false" : "true";
    report.help(fmt::format("write `{}`", mended)).edit(node.span, std::string(mended));
  } else if (is_number) {
    report.help(fmt::format("compare it with something, such as `{} > 0{}`", text, unit_of(node)));
  } else if (type.kind == ValueKind::entity) {
    const std::string mended = fmt::format("{}.known", text);
    report.help(fmt::format("ask whether there is somebody: `{}`", mended)).edit(node.span, mended);
  } else if (const std::string help = number_instead(node); !help.empty()) {
    report.help(help);
  }
}

void Checker::check_amount(const Named<Formula>& amount, std::string_view help) {
  if (amount.value.root == nullptr) return;
  const Expression& root = *amount.value.root;
  const bool is_literal =
      (root.kind == ExpressionKind::negate ? *root.operands[0] : root).kind == ExpressionKind::number;
  if (!is_literal) return;  // what is computed is held in -1..1
  const auto value = constant_value(root);
  if (!value || std::abs(*value) <= 1) return;
  diagnostics_
      .report(Code::amount_outside, amount.value.span,
              fmt::format("the amount for `{}` lies outside -1..1", amount.name.text))
      .help(std::string(help));
}

void Checker::check_action(Named<Action>& entry) {
  Action& action = entry.value;
  entry_ = {"actions", entry.name.text};
  Place place;
  place.in_option = true;
  place.has_elapsed = true;
  place.action = &entry;
  if (!action.for_each.empty()) place.loop = &action.for_each[0];
  place.in_score = true;
  check_formula(action.when, kCondition, place, "`when`");
  if (action.when.root != nullptr) add_facts(*action.when.root, true, facts_);
  warn_of_flicker(entry.value.when,
                  fmt::format("`{}` flickers: now it may be chosen, now not", entry.name.text),
                  "let the agent draw among its actions with `select: { weighted: {} }`");
  guard_is_wrong_ = action.when.given() && action.when.root == nullptr;  // nobody knows what it asked
  check_scores(action, place);
  place.in_score = false;
  check_changes(action, place);
  check_bodies(action, place);
  guard_is_wrong_ = false;
  facts_.clear();
}

void Checker::check_scores(Action& action, const Place& place) {
  for (auto* amounts : {&action.gains, &action.reduces}) {
    for (auto& amount : amounts->value) {
      check_formula(amount.value, kNumber, place, fmt::format("the amount for `{}`", amount.name.text));
      check_amount(
          amount,
          "1 satisfies it wholly, -1 makes it wholly worse; to make the whole action count for more, "
          "give it a `weight`");
    }
  }
  for (auto& reward : action.rewards.value)
    check_formula(reward.value, kNumber, place, fmt::format("the amount of `{}`", reward.name.text));
  Tactical& tactical = action.tactical.value;
  check_formula(tactical.expectation, kNumber, place, "`expectation`");
  check_formula(tactical.risk, kNumber, place, "`risk`");
  check_formula(tactical.cost, kNumber, place, "`cost`");
  check_formula(tactical.opportunity, kNumber, place, "`opportunity`");
  warn_of_held(tactical.expectation, "`expectation`");
  warn_of_held(tactical.risk, "`risk`");
  warn_of_held(tactical.cost, "`cost`");
  for (auto& consideration : action.considerations.value) {
    check_formula(consideration.value, kNumber, place, fmt::format("`{}`", consideration.name.text));
    warn_of_held(consideration.value, "a consideration");
  }
  check_formula(action.score, kNumber, place, "`score`");
  const auto takes_less_than_0 = [](const Named<Agent>& agent) {
    return agent.value.select.minimum.value < 0 || agent.value.select.draws();
  };
  if (std::ranges::none_of(model_.agents, takes_less_than_0)) warn_of_low_score(action.score);
  check_formula(action.weight, kNumber, place, "`weight`");
}

void check_expressions(Model& model, const Scopes& scopes, ExpressionArena& arena, Diagnostics& diagnostics) {
  Checker(model, scopes, arena, diagnostics).check_model();
}

}  // namespace ishi::compiler
