#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "expression/advice.h"
#include "expression/typer.h"
#include "expression/types.h"
#include "expression/typing_rules.h"
#include "language/functions.h"
#include "language/words.h"
#include "resolve/qualify.h"

// Functions over sets, whose first argument is a set and whose others are read of each of its members as
// `it`.

namespace ishi::compiler {
namespace {

void report_no_set(const TypingSite& at, const Expression& node, const FunctionRow& row) {
  if (may_be_loop_variable(at, node.text) || at.is_part_of_bad_name(node.text)) return;
  const Named<Reference>* const loop = loop_named(at, node.text);
  const bool is_loop = loop != nullptr;
  auto report = at.diagnostics.report(
      Code::unknown_name, node.span,
      is_loop ? fmt::format("`{}` is one member, but `{}` goes over a whole set", node.text, row.name)
              : fmt::format("`{}` goes over a memory or a set of candidates, and `{}` is neither", row.name,
                            at.text_of(node)));
  if (!report.is_kept()) return;
  std::vector<std::string_view> known;
  for (const auto& memory : at.model.memory) known.push_back(memory.name.text);
  for (const auto& set : at.model.candidates) known.push_back(set.name.text);
  std::deque<std::string> spelled;
  known = as_written(at, std::move(known), spelled);
  const auto near = report.suggestions(node.text, known);
  if (is_loop && loop->value.index != kNone) {
    const std::string_view set = loop->value.text;
    report.help(fmt::format("name the set: `{}`", set)).edit(node.span, std::string(set));
  } else if (!near.empty()) {
    report.suggest(node.span, near[0]);
  } else if (known.empty()) {
    report.help("declare one under `memory` or `candidates`, or include the file that does");
  } else {
    report.help(fmt::format("there {} {}", known.size() == 1 ? "is" : "are", quoted_list(known, "and")));
  }
}

// A field that all things of a set have; false if the first of them does not have it.
bool check_field_of_things(const TypingSite& at, Expression& node) {
  const auto& [name, set] = candidates_of(at.model, set_of(at.model, *node.operands[0]));
  uint32_t found = kNone;
  const uint32_t offers = node.operands[0]->type.reference;
  const auto things = offers != kNone ? std::vector{offers} : set.things;
  for (const uint32_t thing : things) {
    if (found == kNone && find_index(at.model.things[thing].value.fields, node.text) != kNone) found = thing;
  }
  if (found == kNone) return false;
  const auto& first = at.model.things[found];
  const uint32_t place = find_index(first.value.fields, node.text);
  const auto& [field_name, field] = first.value.fields[place];
  for (const uint32_t thing : things) {
    const auto& [other_name, other] = at.model.things[thing];
    const uint32_t same = find_index(other.fields, node.text);
    if (same != kNone && other.fields[same].value.resolved == field.resolved) continue;
    if (same != kNone && other.fields[same].value.resolved.kind == ValueKind::error) return true;
    if (field.resolved.kind == ValueKind::error) return true;
    const bool is_missing = same == kNone;
    auto report =
        at.diagnostics.report(is_missing ? Code::unknown_member : Code::type_mismatch, node.text_span,
                              is_missing ? fmt::format("a member of `{}` may be a `{}`, which has no `{}`",
                                                       name.text, other_name.text, node.text)
                                         : fmt::format("`{}` of a `{}` and of a `{}` are not alike",
                                                       node.text, first.name.text, other_name.text));
    report.label(field_name.span, fmt::format("`{}` has it", first.name.text));
    if (!is_missing) report.label(other.fields[same].name.span, "and this is another");
    report.help(is_missing ? "give all of them this field, or make a set of candidates for each"
                           : "declare both alike, or make a set of candidates for each");
    return true;
  }
  node.kind = ExpressionKind::field;
  node.owner = found;
  node.index = place;
  node.type = field.resolved;
  return true;
}

void report_no_candidate_member(const TypingSite& at, const Expression& node) {
  const auto& [name, set] = candidates_of(at.model, set_of(at.model, *node.operands[0]));
  const Type& type = node.operands[0]->type;
  const uint32_t offers = type.kind == ValueKind::entity ? type.reference : kNone;
  const bool is_one = offers != kNone && set.things.size() != 1;  // of several kinds the one that offers
  auto report = at.diagnostics.report_missing(
      name.span, Code::unknown_member, node.text_span,
      is_one ? fmt::format("a `{}` has no `{}`", at.model.things[offers].name.text, node.text)
             : fmt::format("a member of `{}` has no `{}`", name.text, node.text));
  report.label(is_one ? at.model.things[offers].name.span : name.span, is_one ? "declared here" : "the set");
  if (!report.is_kept()) return;
  std::vector<std::string_view> known;
  for (const auto& field : set.fields) known.push_back(field.name.text);
  for (const uint32_t thing : is_one ? std::vector{offers} : set.things) {
    for (const auto& field : at.model.things[thing].value.fields) {
      if (std::ranges::find(known, field.name.text) == known.end()) known.push_back(field.name.text);
    }
  }
  if (set.has_entities) known.insert(known.end(), {"known", "position", "facing"});
  if (node.operands[0]->kind == ExpressionKind::choice) known.emplace_back("score");
  const auto near = report.suggestions(node.text, known);
  if (!near.empty()) {
    report.help(fmt::format("did you mean `.{}`?", near[0])).edit(node.text_span, std::string(near[0]));
  } else if (node.text == "known") {
    report.help("a member that is no entity is there as long as the set has it: leave the question out");
  } else if (node.text == "position") {
    report.help("its members are no entities; declare a field that is a point: `fields: { place: point }`");
  } else {
    report.help(fmt::format("it has {}", quoted_list(known, "and")));
  }
}

}  // namespace

// The set that an argument names; kNone after a report.
uint32_t Typer::set_named(Expression& node, const FunctionRow& row) {
  const std::string_view name = node.text;
  const bool is_name = node.kind == ExpressionKind::name || node.kind == ExpressionKind::member;
  std::string_view global = name;
  if (node.kind == ExpressionKind::member) {
    const Scopes::Alias* const alias = alias_of(at_, *node.operands[0]);
    global = alias == nullptr ? "" : at_.scopes.find_behind(*alias, Space::expressions, name);
  } else if (is_name) {
    global = at_.in_model(Space::expressions, name);
    if (at_.scopes.is_hidden(at_.file(), Space::expressions, name)) {
      report_hidden(name, node.span, "memory or set of candidates", at_.diagnostics);
      poison(node);
      return kNone;
    }
  }
  const uint32_t set = is_name ? find_set(model_, global) : kNone;
  if (set != kNone) {
    node.kind = ExpressionKind::set;
    node.index = set;
    return member_type(model_, set).kind == ValueKind::error ? kNone : set;
  }
  report_no_set(at_, node, row);
  poison(node);
  return kNone;
}

// `count(hostiles, it.hp < 10)`; the number of arguments is right.
void Typer::check_over_set(Expression& node) {
  const uint32_t set = set_named(*node.operands[0], *node.function);
  node.pass = expansions_.next_pass();
  const Place outer = at_.place;
  at_.place.it = set;
  at_.place.pass = node.pass;
  at_.place.is_over_set = true;
  // Without such a set `it` has no type.
  const bool is_right = set != kNone && (node.operands.size() == 1 || check_of_each(node));
  at_.place.it = outer.it;
  at_.place.pass = outer.pass;
  at_.place.is_over_set = outer.is_over_set;
  if (!is_right) return;
  if (node.function->name == "count") {
    node.type = {ValueKind::integer};
    return;
  }
  const Type& of_each = node.operands[1]->type;
  node.type = is_whole(of_each) ? Type{ValueKind::integer} : Type{ValueKind::number, of_each.quantity};
}

// `highest(foes, it.armed, it.hp)`
bool Typer::report_exchanged(Expression& node) {
  Expression& of_each = *node.operands[1];
  check(of_each);
  if (failed(of_each) || of_each.type.kind != ValueKind::boolean) return false;
  const std::string x = at_.text_of(*node.operands[2]), condition = at_.text_of(of_each);
  at_.diagnostics
      .report(Code::type_mismatch, of_each.span,
              fmt::format("`{}` takes what it reads first, and the condition behind it", node.text))
      .help(fmt::format("write `{}({}, {}, {})`", node.text, at_.text_of(*node.operands[0]), x, condition))
      .edit(of_each.span, x)
      .edit(node.operands[2]->span, condition);
  return true;
}

// Checks the argument that is read of each member, and the condition behind it that picks members.
bool Typer::check_of_each(Expression& node) {
  Expression& of_each = *node.operands[1];
  if (node.operands.size() == 2) {
    check(of_each);
    if (failed(of_each)) return false;
    return node.function->name == "count" ? expect_condition(at_, of_each) : expect_number(at_, of_each);
  }
  Expression& condition = *node.operands[2];
  check(condition);
  const bool is_number =
      condition.type.kind == ValueKind::number || condition.type.kind == ValueKind::integer;
  if (!failed(condition) && is_number && report_exchanged(node)) return false;
  const bool is_condition = !failed(condition) && expect_condition(at_, condition);
  if (is_condition)
    check_with(of_each, {}, condition, true);
  else
    check(of_each);
  return is_condition && !failed(of_each) && expect_number(at_, of_each);
}

// `it`: a member of the set that the function at hand goes over.
void check_it(const TypingSite& at, Expression& node) {
  if (at.place.it == kNone && at.place.target != nullptr) {
    node.kind = ExpressionKind::target;
    node.type = *at.place.target;
    return;
  }
  if (at.place.it == kNone) {
    at.diagnostics
        .report(Code::not_available_here, node.span,
                "`it` is a member of the set that `count`, `sum`, `highest` or `lowest` goes over, and none "
                "of them is around it")
        .help(at.place.loop != nullptr && !at.place.loop->name.text.empty()
                  ? fmt::format("what this action is for is called `{}`", at.place.loop->name.text)
                  : "it stands in count(SET, it.FIELD > 1) and the like, and in what things offer; whom an "
                    "action is for it "
                    "names itself: `for_each: { NAME: SET }`");
    return;
  }
  node.kind = ExpressionKind::fact;
  node.index = at.place.it;
  node.is_it = true;
  node.pass = at.place.pass;
  node.type = member_type(at.model, at.place.it);
}

// `prey.known`, `prey.score`, and what can be read of the member that was chosen.
void check_choice_member(const TypingSite& at, Expression& node) {
  if (node.text == "score") {
    node.kind = ExpressionKind::choice_score;
    node.type = {ValueKind::number};
    return;
  }
  if (node.text == "known") {
    node.kind = ExpressionKind::known;
    node.type = {ValueKind::boolean};
    return;
  }
  check_fact_member(at, node);
  if (!failed(node)) warn_of_nobody(at, node);
}

// A member of a candidate.
void check_candidate_member(const TypingSite& at, Expression& node) {
  const Expression& object = *node.operands[0];
  const auto& [name, set] = candidates_of(at.model, set_of(at.model, object));
  const uint32_t own = find_index(set.fields, node.text);
  if (own != kNone) {
    node.kind = ExpressionKind::fact_field;
    node.owner = set_of(at.model, object);
    node.index = own;
    node.type = set.fields[own].value.resolved;
    return;
  }
  if (!set.has_entities) return report_no_candidate_member(at, node);
  if (node.text == "known") {
    node.kind = ExpressionKind::known;
    node.type = {ValueKind::boolean};
  } else if (node.text == "position" || node.text == "facing") {
    node.kind = node.text == "position" ? ExpressionKind::position : ExpressionKind::facing;
    node.type = {node.text == "position" ? ValueKind::point : ValueKind::direction};
  } else if (!check_field_of_things(at, node)) {
    report_no_candidate_member(at, node);
  }
}

}  // namespace ishi::compiler
