#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <vector>

#include "diagnostics/suggest.h"
#include "expression/check.h"
#include "expression/checker.h"
#include "expression/types.h"
#include "language/functions.h"
#include "model/curve_units.h"

// What functions and curves take, and what they give.

namespace ishi::compiler {
namespace {

struct ForeignFunction {
  std::string_view name;
  std::string_view instead;
};

// What people bring along from other languages.
constexpr std::array kForeignFunctions = {
    ForeignFunction{"pow", "`a ^ b`"},
    ForeignFunction{"sqr", "`x ^ 2`"},
    ForeignFunction{"square", "`x ^ 2`"},
    ForeignFunction{"saturate", "clamp(x, 0, 1)"},
    ForeignFunction{"clamp01", "clamp(x, 0, 1)"},
    ForeignFunction{"inverse_lerp", "norm(x, a, b)"},
    ForeignFunction{"map", "remap(x, a, b, c, d)"},
    ForeignFunction{"dist", "distance(a)"},
    ForeignFunction{"ln", "log(x)"},
    ForeignFunction{"ceiling", "ceil(x)"},
    ForeignFunction{"iif", "if(condition, a, b)"},
    ForeignFunction{"select", "if(condition, a, b)"},
    ForeignFunction{"avg", "`(a + b) / 2`"},
    ForeignFunction{"average", "`(a + b) / 2`"},
    ForeignFunction{"mean", "`(a + b) / 2`"},
};

}  // namespace

void Checker::report_unknown_function(const Expression& node) {
  if (keys_.contains(node.text) || values_.contains(node.text)) {
    diagnostics_
        .report(Code::name_is_no_value, node.text_span,
                fmt::format("`{}` is a value, not a function or curve", node.text))
        .help("to multiply, write the `*`");
    return;
  }
  auto report = diagnostics_.report(Code::unknown_name, node.text_span,
                                    fmt::format("there is no function or curve `{}`", node.text));
  const auto foreign = std::ranges::find(kForeignFunctions, node.text, &ForeignFunction::name);
  if (foreign != kForeignFunctions.end()) {
    report.help(fmt::format("write {}", foreign->instead));
    return;
  }
  if (!report.is_kept()) return;
  std::vector<std::string_view> known;
  for (const auto& entry : model_.curves) known.push_back(entry.name.text);
  for (const FunctionRow& row : functions()) known.push_back(row.name);
  const auto near = report.suggestions(node.text, known);
  if (!near.empty()) {
    report.help(fmt::format("did you mean `{}`?", near[0])).edit(node.text_span, std::string(near[0]));
    return;
  }
  std::vector<std::string_view> names;
  for (const FunctionRow& row : functions()) names.push_back(row.name);
  report.help(fmt::format("the functions are {}; a curve stands under `curves`", fmt::join(names, ", ")));
}

void Checker::check_call(Expression& node, const Type& wanted) {
  node.function = find_function(node.text);
  if (node.function != nullptr) {
    check_arguments(node, wanted);
    return;
  }
  poison(node);
  const auto curve = curves_.find(node.text);
  if (curve == curves_.end()) {
    if (is_later_function(node.text)) {
      diagnostics_
          .report(Code::not_in_this_version, node.text_span,
                  fmt::format("`{}` is part of the language, but this version of ishi does not read it yet",
                              node.text))
          .help("leave it out for now");
      return;
    }
    report_unknown_function(node);
    return;
  }
  node.kind = ExpressionKind::curve;
  node.index = curve->second;
  if (node.operands.size() != 1) {
    diagnostics_
        .report(Code::argument_count, node.span,
                fmt::format("a curve takes 1 value, but here {} {}", node.operands.empty() ? "is" : "are",
                            node.operands.empty() ? "none" : fmt::format("{}", node.operands.size())))
        .help(fmt::format("write `{}(x)`, with what it judges for x", node.text));
    return;
  }
  check(*node.operands[0]);
  if (!expect_number(*node.operands[0])) return;
  const Quantity given = node.operands[0]->type.quantity;
  const Quantity takes = curve_input(model_.curves[node.index].value);
  if (given != takes) {
    auto report = diagnostics_.report(
        given == Quantity::number   ? Code::unit_missing
        : takes == Quantity::number ? Code::unit_unexpected
                                    : Code::unit_mismatch,
        node.operands[0]->span,
        fmt::format("the curve `{}` takes {}, but is given {}", node.text, describe(takes), describe(given)));
    report.label(model_.curves[node.index].name.span, "the curve is defined here");
    const Curve& curve = model_.curves[node.index].value;
    const bool lists_its_x = curve.triangle.given || curve.trapezoid.given || curve.points.given ||
                             curve.smooth.given || curve.keys.given || curve.steps.given;
    if (takes == Quantity::number && lists_its_x) {
      report.help(fmt::format("write each x of the curve in this unit, such as 10{}", usual_unit(given)));
    } else if (takes == Quantity::number) {
      report.help(fmt::format("say in the curve which range it covers, such as `input: 0{0}..10{0}`",
                              usual_unit(given)));
    } else if (const auto mended = with_unit(*node.operands[0], takes)) {
      report.help(fmt::format("write `{}`", *mended)).edit(node.operands[0]->span, *mended);
    } else {
      report.help(fmt::format("give it {}, such as 10{}, or write the curve for {}", describe(takes),
                              usual_unit(takes), describe(given)));
    }
    return;
  }
  node.type = {ValueKind::number, curve_output(model_.curves[node.index].value)};
}

void Checker::check_arguments(Expression& node, const Type& wanted) {
  const FunctionRow& row = *node.function;
  const bool repeats = row.arguments.ends_with('*');
  const std::string_view letters =
      repeats ? row.arguments.substr(0, row.arguments.size() - 1) : row.arguments;
  const auto optional =
      static_cast<size_t>(std::ranges::count_if(letters, [](char c) { return c >= 'A' && c <= 'Z'; }));
  const size_t count = node.operands.size();
  poison(node);
  if (count + optional < letters.size() || (count > letters.size() && !repeats)) {
    const std::string takes = repeats ? fmt::format("{} or more values", letters.size())
                              : optional > 0
                                  ? fmt::format("{} or {} values", letters.size() - optional, letters.size())
                                  : fmt::format("{} value{}", letters.size(), letters.size() == 1 ? "" : "s");
    diagnostics_
        .report(Code::argument_count, node.span,
                fmt::format("`{}` takes {}, but here {} {}", node.text, takes, count < 2 ? "is" : "are",
                            count == 0 ? "none" : fmt::format("{}", count)))
        .help(fmt::format("write {}", row.form));
    for (Expression* operand : node.operands) check(*operand);
    return;
  }

  bool all_whole = true;
  bool is_right = true;
  for (size_t i = 0; i < count; ++i) {
    Expression& argument = *node.operands[i];
    const char letter = letters[std::min(i, letters.size() - 1)];
    if (letter == 't') {
      // The branches of `if`: the second takes the first one's enum, and both what the condition says.
      check_with(argument, i == 2 && !failed(*node.operands[1]) ? node.operands[1]->type : wanted,
                 *node.operands[0], i == 1);
    } else {
      check(argument);
    }
    if (failed(argument))
      is_right = false;
    else if (letter == 'b')
      is_right = expect_condition(argument) && is_right;
    else if (letter == 'p' || letter == 'P' || letter == 'd')
      is_right = expect_place(argument, letter == 'd', row) && is_right;
    else if (letter != 't') {
      is_right = expect_number(argument) && is_right;
      all_whole = all_whole && is_whole(argument.type);
    }
  }
  if (!is_right || !check_argument_units(node, letters) || (row.result == 't' && !check_branches(node)))
    return;
  const auto quantity = [&](char letter) {
    const size_t at = letters.find(letter);
    return at == std::string_view::npos ? Quantity::number : node.operands[at]->type.quantity;
  };
  switch (row.result) {
    case 'i': node.type = {ValueKind::integer}; break;
    case 'u':
      node.type = all_whole ? Type{ValueKind::integer} : Type{ValueKind::number, quantity('u')};
      break;
    case 'v': node.type = {ValueKind::number, quantity('v')}; break;
    case 'l': node.type = {ValueKind::number, Quantity::length}; break;
    case 'a': node.type = {ValueKind::number, Quantity::angle}; break;
    case 'd': node.type = {ValueKind::direction}; break;
    case 't': {
      const Type& a = node.operands[1]->type;
      const Type& b = node.operands[2]->type;
      node.type = node.operands[1]->kind == ExpressionKind::nobody ? b : a;
      if (is_numeric(a) && a.kind != b.kind) node.type = joined(a, b);
      const bool has_nobody = node.operands[1]->kind == ExpressionKind::nobody ||
                              node.operands[2]->kind == ExpressionKind::nobody;
      if (a.kind == ValueKind::entity && a.reference != b.reference && !has_nobody)
        node.type = {ValueKind::entity};
      break;
    }
    default: node.type = {ValueKind::number}; break;
  }
}

bool Checker::expect_place(const Expression& argument, bool wants_direction, const FunctionRow& row) {
  if (wants_direction ? argument.type.kind == ValueKind::direction : is_spatial(argument.type)) return true;
  diagnostics_
      .report(Code::type_mismatch, argument.span,
              fmt::format("{} is wanted here, but this is {}",
                          wants_direction ? "a direction" : "a point or an entity",
                          describe(model_, argument.type)))
      .help(wants_direction && is_spatial(argument.type)
                ? fmt::format("write `direction({})`", text_of(argument))
                : fmt::format("{}: {}", row.form, row.doc));
  return false;
}

// Do the arguments measure what the function wants? Those with the letter u, and those with v, the same as
// the first of them; one message for all that differ.
bool Checker::check_argument_units(const Expression& node, std::string_view letters) {
  const FunctionRow& row = *node.function;
  const auto needed_by = [&](char letter) {
    return letter == 'n'   ? Quantity::number
           : letter == 'a' ? Quantity::angle
                           : node.operands[letters.find(letter)]->type.quantity;
  };
  for (const char group : {'n', 'a', 'u', 'v'}) {
    if (letters.find(group) == std::string_view::npos) continue;
    const bool is_alike = group == 'u' || group == 'v';
    const Quantity needed = needed_by(group);
    std::vector<const Expression*> odd;
    for (size_t i = 0; i < node.operands.size(); ++i) {
      if (letters[std::min(i, letters.size() - 1)] == group && node.operands[i]->type.quantity != needed)
        odd.push_back(node.operands[i]);
    }
    if (odd.empty()) continue;
    const Quantity given = odd[0]->type.quantity;
    const Code code = is_alike                     ? Code::unit_mismatch
                      : needed == Quantity::number ? Code::unit_unexpected
                      : given == Quantity::number  ? Code::unit_missing
                                                   : Code::unit_mismatch;
    auto report =
        diagnostics_.report(code, odd[0]->span,
                            is_alike ? fmt::format("`{}` compares like with like, but this is {} and not {}",
                                                   node.text, describe(given), describe(needed))
                                     : fmt::format("`{}` takes {} here, but this is {}", node.text,
                                                   describe(needed), describe(given)));
    if (is_alike) report.label(node.operands[letters.find(group)]->span, std::string(describe(needed)));
    for (size_t i = 1; i < odd.size(); ++i)
      report.label(odd[i]->span, fmt::format("the same here: {}", describe(odd[i]->type.quantity)));
    const auto first_mended = with_unit(*odd[0], needed);
    if (first_mended && needed != Quantity::number) {
      std::string all_mended;
      for (const Expression* argument : odd) {
        const auto mended = with_unit(*argument, needed);
        if (!mended) continue;
        report.edit(argument->span, *mended);
        all_mended += fmt::format("{}`{}`", all_mended.empty() ? "" : " and ", *mended);
      }
      report.help(fmt::format("write {}", all_mended));
    } else if (needed == Quantity::number && odd[0]->kind == ExpressionKind::number) {
      report.help(odd.size() == 1 ? "leave the unit out" : "leave the units out");
    } else if (needed == Quantity::number && odd[0]->kind != ExpressionKind::number) {
      report.help(fmt::format("divide it by its unit: `{} / 1{}`", text_of(*odd[0]), usual_unit(given)));
    } else {
      report.help(fmt::format("{}: {}", row.form, row.doc));
    }
    return false;
  }
  return true;
}

bool Checker::check_branches(Expression& node) {
  const Expression& yes = *node.operands[1];
  const Expression& no = *node.operands[2];
  const bool both_numbers = is_numeric(yes.type) && is_numeric(no.type);
  const bool both_entities = yes.type.kind == ValueKind::entity && no.type.kind == ValueKind::entity;
  if (both_numbers ? yes.type.quantity == no.type.quantity : both_entities || yes.type == no.type)
    return true;
  auto report = diagnostics_.report(both_numbers ? Code::unit_mismatch : Code::type_mismatch, no.span,
                                    fmt::format("`if` gives one or the other, but {} and {} are not alike",
                                                describe(model_, yes.type), describe(model_, no.type)));
  report.label(yes.span, describe(model_, yes.type)).label(no.span, describe(model_, no.type));
  const bool yes_is_bare = yes.type.quantity == Quantity::number;
  const Expression& bare = yes_is_bare ? yes : no;
  const auto mended = both_numbers ? with_unit(bare, (yes_is_bare ? no : yes).type.quantity) : std::nullopt;
  if (mended)
    report.help(fmt::format("write `{}`", *mended)).edit(bare.span, *mended);
  else
    report.help("let both be of one type, and of one unit");
  return false;
}

}  // namespace ishi::compiler
