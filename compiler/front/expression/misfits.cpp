#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "expression/advice.h"
#include "expression/types.h"
#include "expression/typing_site.h"
#include "language/unit.h"
#include "language/words.h"

// Reports a type that does not fit its place, and suggests how to get the wanted one.

namespace ishi::compiler {
namespace {

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

// Suggests how to get a number of the wanted quantity from a number of another one.
void help_to_quantity(const TypingSite& at, Report& report, const Expression& node, Quantity wanted) {
  const Quantity given = node.type.quantity;
  const std::string_view unit = written_or_usual(at.place.unit, wanted);
  if (const auto mended = at.with_unit(node, unit)) {
    report.edit(node.span, *mended);
    if (is_sure_unit(at.place.unit, wanted))
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
  } else if (const std::string bare = at.without_unit(node); !bare.empty()) {
    report.help(fmt::format("leave the unit out: write `{}`", bare));
  } else {
    const Variable* const variable = at.variable_of(node);
    const bool has_norm = variable != nullptr && variable->has_range();
    report.help(fmt::format(
        "{}divide it by its unit, such as 1{}, or give it to a curve with `input: {}`",
        has_norm ? fmt::format("write `{}.norm`, its place in its range; or ", at.text_of(node)) : "",
        at.unit_of(node), at.range_of(node)));
  }
}

// The keys of a type.
void help_with_keys(const TypingSite& at, Report& report, const Type& wanted) {
  constexpr size_t kMostListed = 8;
  std::vector<std::string_view> fitting;
  for (const auto& key : at.model.blackboard) {
    const Type& type = key.value.resolved;
    const bool is_kind_of = wanted.kind == ValueKind::entity && wanted.reference == kNone;
    if (type == wanted || (is_kind_of && type.kind == ValueKind::entity)) fitting.push_back(key.name.text);
  }
  const std::string what = describe(at.model, wanted);
  if (fitting.empty())
    report.help(fmt::format("write something that is {}; no key is", what));
  else if (fitting.size() == 1)
    report.help(fmt::format("write something that is {}, such as `{}`", what, fitting[0]));
  else
    report.help(fmt::format("write something that is {}; the keys {} are", what,
                            quoted_list(fitting, "and", kMostListed)));
}

// Suggests how to get a value of the wanted type from one of a type that is no kind of it.
void help_to_type(const TypingSite& at, Report& report, const Expression& node, const Type& wanted) {
  const bool is_entity = node.type.kind == ValueKind::entity;
  if (is_entity && wanted.kind == ValueKind::point) {
    const std::string mended = fmt::format("{}.position", at.text_of(node));
    report.help(fmt::format("write `{}` for where it is", mended)).edit(node.span, mended);
    return;
  }
  if (node.kind == ExpressionKind::self && wanted.kind == ValueKind::entity) {
    report.help("the agent itself is of no kind: whatever is given it must be of the type `entity`");
    return;
  }
  if (is_entity && wanted.kind == ValueKind::entity && node.type.reference == kNone) {
    report.help(fmt::format("declare it as a `{}`, if that is what it always is",
                            at.model.things[wanted.reference].name.text));
    return;
  }
  const bool wants_number = wanted.kind == ValueKind::number || wanted.kind == ValueKind::integer;
  if (const std::string help = wants_number ? number_instead(at, node) : ""; !help.empty())
    report.help(help);
  else if (wanted.kind == ValueKind::enumeration)
    report.help(fmt::format("its words are {}", words_of(at, wanted)));
  else
    help_with_keys(at, report, wanted);
}

// Words that say how to get a whole number from one with a fraction or a unit.
std::string whole_number_instead(const TypingSite& at, const Expression& node) {
  const std::string text = at.text_of(node);
  if (node.type.quantity != Quantity::number) {
    return fmt::format("divide it by its unit and make it whole: round({} / 1{})", text, at.unit_of(node));
  }
  if (node.kind == ExpressionKind::number) return "leave the fraction out";
  return fmt::format("say how to make it whole: floor({0}), ceil({0}) or round({0})", text);
}

void report_misfit(const TypingSite& at, const Expression& node, const Type& wanted, std::string_view what) {
  const Type& type = node.type;
  const bool is_number = type.kind == ValueKind::number || type.kind == ValueKind::integer;
  const bool differs_in_quantity = is_number && wanted.kind == ValueKind::number;
  const bool is_not_whole = is_number && wanted.kind == ValueKind::integer;
  const Code code = differs_in_quantity ? unit_fault(type.quantity, wanted.quantity)
                    : is_not_whole && type.quantity == Quantity::number ? Code::integer_expected
                    : is_not_whole                                      ? Code::unit_unexpected
                                                                        : Code::type_mismatch;
  Report report = at.diagnostics.report(
      code, node.span,
      fmt::format("{} is {}, but this is {}", what, describe(at.model, wanted), describe(at.model, type)));
  if (differs_in_quantity)
    help_to_quantity(at, report, node, wanted.quantity);
  else if (is_not_whole)
    report.help(whole_number_instead(at, node));
  else
    help_to_type(at, report, node, wanted);
}

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

// Reports where a type does not fit its place.
bool fits(const TypingSite& at, const Expression& node, const Type& wanted, std::string_view what) {
  if (accepts(wanted, node)) return true;
  if (wanted.kind == ValueKind::boolean)
    report_no_condition(at, node, fmt::format("{} is a condition (true or false)", what));
  else
    report_misfit(at, node, wanted, what);
  return false;
}

std::string words_of(const TypingSite& at, const Type& type) {
  std::vector<std::string_view> words;
  for (const Name& member : at.model.enums[type.reference].value.members) words.push_back(member.text);
  return quoted_list(words, "and");
}

// Words that say how to get a number from a value of another kind.
std::string number_instead(const TypingSite& at, const Expression& node) {
  const std::string text = at.text_of(node);
  switch (node.type.kind) {
    case ValueKind::entity: return fmt::format("read one of its fields, or ask `{}.known`", text);
    case ValueKind::point: return fmt::format("ask how far it is: `distance({})`", text);
    case ValueKind::direction: return fmt::format("ask how far it is turned: `angle({}, …)`", text);
    case ValueKind::enumeration: {
      const auto& members = at.model.enums[node.type.reference].value.members;
      return members.empty()
                 ? ""
                 : fmt::format("compare it with one of its words: `{} == {}`", text, members[0].text);
    }
    default: return {};
  }
}

// `wanted`: "`when` is a condition".
void report_no_condition(const TypingSite& at, const Expression& node, std::string_view wanted) {
  const Type& type = node.type;
  const std::string text = at.text_of(node);
  const bool is_number = type.kind == ValueKind::number || type.kind == ValueKind::integer;
  auto report = at.diagnostics.report(Code::not_a_condition, node.span,
                                      fmt::format("{}, but this is {}", wanted, describe(at.model, type)));
  if (find_index(at.model.levels, text) != kNone) {
    report.help(fmt::format("compare the awareness of a fact with the level: `NAME.awareness >= {}`", text));
  } else if (node.kind == ExpressionKind::number && type.quantity == Quantity::number &&
             (node.number == 0 || node.number == 1)) {
    const std::string_view mended = node.number == 0 ? "false" : "true";
    report.help(fmt::format("write `{}`", mended)).edit(node.span, std::string(mended));
  } else if (is_number) {
    report.help(fmt::format("compare it with something, such as `{} > 0{}`", text, at.unit_of(node)));
  } else if (type.kind == ValueKind::entity) {
    const std::string mended = fmt::format("{}.known", text);
    report.help(fmt::format("ask whether there is somebody: `{}`", mended)).edit(node.span, mended);
  } else if (const std::string help = number_instead(at, node); !help.empty()) {
    report.help(help);
  }
}

}  // namespace ishi::compiler
