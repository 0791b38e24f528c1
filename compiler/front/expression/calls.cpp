#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <vector>

#include "diagnostics/suggest.h"
#include "expression/advice.h"
#include "expression/typer.h"
#include "expression/types.h"
#include "expression/typing_rules.h"
#include "language/curve_units.h"
#include "language/functions.h"
#include "resolve/qualify.h"

// The types of functions and curves: arguments and results.

namespace ishi::compiler {
namespace {

struct ForeignFunction {
  std::string_view name;
  std::string_view instead;
};

constexpr std::string_view kBothEnds = "`x >= a and x <= b`";

// Functions of other languages.
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
    ForeignFunction{"between", kBothEnds},
    ForeignFunction{"in_range", kBothEnds},
    ForeignFunction{"is_between", kBothEnds},
    ForeignFunction{"iif", "if(condition, a, b)"},
    ForeignFunction{"select", "if(condition, a, b)"},
    ForeignFunction{"avg", "`(a + b) / 2`"},
    ForeignFunction{"average", "`(a + b) / 2`"},
    ForeignFunction{"mean", "`(a + b) / 2`"},
    ForeignFunction{"random",
                    "`random` alone, without parentheses: from 0 to 1; from a to b is lerp(a, b, random)"},
    ForeignFunction{"rand", "`random`, which is drawn from 0 to 1; from a to b is lerp(a, b, random)"},
    ForeignFunction{"random_range", "lerp(a, b, random)"},
    ForeignFunction{"time_since", "since(action or event)"},
    ForeignFunction{"len", "count(set)"},
    ForeignFunction{"length", "count(set)"},
    ForeignFunction{"size", "count(set)"},
    ForeignFunction{"any", "`count(set, condition) > 0`, where `it` is the member"},
    ForeignFunction{"some", "`count(set, condition) > 0`, where `it` is the member"},
    ForeignFunction{"exists", "`count(set, condition) > 0`, where `it` is the member"},
    ForeignFunction{"all", "`count(set, not (condition)) == 0`, where `it` is the member"},
    ForeignFunction{"every", "`count(set, not (condition)) == 0`, where `it` is the member"},
    ForeignFunction{"none", "`count(set, condition) == 0`, where `it` is the member"},
    ForeignFunction{"maximum", "highest(set, x), where `it` is the member"},
    ForeignFunction{"minimum", "lowest(set, x), where `it` is the member"},
};

// The number of values that a function takes, and the letter of each.
struct Signature {
  std::string_view letters;
  size_t optional = 0;   // so many of the last ones may be left out
  bool repeats = false;  // more may follow, with the last one's letter

  [[nodiscard]] bool takes(size_t count) const {
    return count + optional >= letters.size() && (count <= letters.size() || repeats);
  }
};

Signature signature_of(const FunctionRow& row) {
  Signature result{row.arguments};
  result.repeats = result.letters.ends_with('*');
  if (result.repeats) result.letters.remove_suffix(1);
  result.optional =
      static_cast<size_t>(std::ranges::count_if(result.letters, [](char c) { return c >= 'A' && c <= 'Z'; }));
  return result;
}

char letter_of(std::string_view letters, size_t argument) {
  return letters[std::min(argument, letters.size() - 1)];
}

void report_argument_count(const Expression& node, const Signature& signature, Diagnostics& diagnostics) {
  const size_t most = signature.letters.size();
  const size_t count = node.operands.size();
  const std::string takes = signature.repeats ? fmt::format("{} or more values", most)
                            : signature.optional > 0
                                ? fmt::format("{} or {} values", most - signature.optional, most)
                                : fmt::format("{} value{}", most, most == 1 ? "" : "s");
  diagnostics
      .report(Code::argument_count, node.span,
              fmt::format("`{}` takes {}, but here {} {}", node.text, takes, count < 2 ? "is" : "are",
                          count == 0 ? "none" : fmt::format("{}", count)))
      .help(fmt::format("write {}", node.function->form));
}

// The type of an `if` whose branches are alike.
Type type_of_branches(const Expression& yes, const Expression& no) {
  if (is_numeric(yes.type) && yes.type.kind != no.type.kind) return joined(yes.type, no.type);
  if (yes.kind == ExpressionKind::nobody) return no.type;
  if (no.kind == ExpressionKind::nobody) return yes.type;
  const bool is_any_entity = yes.type.kind == ValueKind::entity && yes.type.reference != no.type.reference;
  return is_any_entity ? Type{ValueKind::entity} : yes.type;
}

// The type of a call whose arguments are right.
Type type_of_call(const Expression& node, std::string_view letters) {
  const auto number_like = [&](char letter) {
    return Type{ValueKind::number, node.operands[letters.find(letter)]->type.quantity};
  };
  switch (node.function->result) {
    case 'i': return {ValueKind::integer};
    case 'u': {
      const bool all_whole = std::ranges::all_of(
          node.operands, [](const Expression* operand) { return is_whole(operand->type); });
      return all_whole ? Type{ValueKind::integer} : number_like('u');
    }
    case 'v': return number_like('v');
    case 'l': return {ValueKind::number, Quantity::length};
    case 'a': return {ValueKind::number, Quantity::angle};
    case 'd': return {ValueKind::direction};
    case 't': return type_of_branches(*node.operands[1], *node.operands[2]);
    default: return {ValueKind::number};
  }
}

void report_unknown_function(const TypingSite& at, const Expression& node) {
  if (at.names.keys.contains(node.text) || at.names.values.contains(node.text)) {
    const bool is_named = at.names.values.contains(node.text) && !node.operands.empty();
    at.diagnostics
        .report(Code::name_is_no_value, node.text_span,
                fmt::format("`{}` is a value, not a function or curve", node.text))
        .help(is_named
                  ? fmt::format("to multiply, write the `*`; to give it something, declare what: `{}: {{ "
                                "params: {{ … }}, is: … }}`",
                                node.text)
                  : "to multiply, write the `*`");
    return;
  }
  auto report = at.diagnostics.report(Code::unknown_name, node.text_span,
                                      fmt::format("there is no function or curve `{}`", node.text));
  const auto foreign = std::ranges::find(kForeignFunctions, node.text, &ForeignFunction::name);
  if (foreign != kForeignFunctions.end() && foreign->instead == kBothEnds && node.operands.size() == 3) {
    // One argument is not a plain number: the tested value. The ends keep their order.
    const auto& given = node.operands;
    const auto measured = std::ranges::find_if(
        given, [](const Expression* operand) { return operand->kind != ExpressionKind::number; });
    const size_t x = measured == given.end() ? 0 : static_cast<size_t>(measured - given.begin());
    const std::string meant =
        fmt::format("{0} >= {1} and {0} <= {2}", at.text_of(*given[x]), at.text_of(*given[x == 0 ? 1 : 0]),
                    at.text_of(*given[x == 2 ? 1 : 2]));
    const bool is_whole = at.formula != nullptr && at.formula->root == &node;
    report.help(fmt::format("write `{}`", meant))
        .edit(node.span, is_whole ? meant : fmt::format("({})", meant));
    return;
  }
  if (node.operands.size() == 1 && find_index(at.model.events, at.text_of(*node.operands[0])) != kNone &&
      foreign == kForeignFunctions.end()) {
    report.help(fmt::format("ask how long ago an event reached the agent: `since({}) < 1s`",
                            at.text_of(*node.operands[0])));
    return;
  }
  constexpr std::array<std::string_view, 6> kNearest = {"nearest",      "closest",      "nearest_to",
                                                        "find_nearest", "find_closest", "get_nearest"};
  if (std::ranges::find(kNearest, node.text) != kNearest.end()) {
    const std::string set = node.operands.size() == 1 ? at.text_of(*node.operands[0]) : "set";
    report.help(
        fmt::format("how far the nearest is, is `lowest({0}, distance(it))`; an action is done for it if it "
                    "goes over the set, `for_each: {{ one: {0} }}`, and scores `distance(one)` lower the "
                    "greater it is",
                    set));
    return;
  }
  if (foreign != kForeignFunctions.end()) {
    report.help(fmt::format("write {}", foreign->instead));
    return;
  }
  if (!report.is_kept()) return;
  std::vector<std::string_view> known;
  for (const auto& entry : at.model.curves) known.push_back(entry.name.text);
  for (const auto& entry : at.model.values) {
    if (!entry.value.parameters.empty()) known.push_back(entry.name.text);
  }
  for (const FunctionRow& row : functions()) known.push_back(row.name);
  std::deque<std::string> spelled;
  const auto near = report.suggestions(node.text, as_written(at, std::move(known), spelled));
  if (!near.empty()) {
    report.suggest(node.text_span, near[0]);
    return;
  }
  if (const std::string behind = at.scopes.behind_an_alias(at.file(), Space::expressions, node.text);
      !behind.empty()) {
    report.suggest(node.text_span, behind);
    return;
  }
  std::vector<std::string_view> names;
  for (const FunctionRow& row : functions()) names.push_back(row.name);
  report.help(fmt::format("the functions are {}; a curve stands under `curves`", fmt::join(names, ", ")));
}

bool expect_place(const TypingSite& at, const Expression& argument, bool wants_direction,
                  const FunctionRow& row) {
  if (wants_direction ? argument.type.kind == ValueKind::direction : is_spatial(argument.type)) return true;
  at.diagnostics
      .report(Code::type_mismatch, argument.span,
              fmt::format("{} is wanted here, but this is {}",
                          wants_direction ? "a direction" : "a point or an entity",
                          describe(at.model, argument.type)))
      .help(wants_direction && is_spatial(argument.type)
                ? fmt::format("write `direction({})`", at.text_of(argument))
            : !place_in(at.model, argument).empty()
                ? fmt::format("its place is `{}.{}`", at.text_of(argument), place_in(at.model, argument))
                : fmt::format("{}: {}", row.form, row.doc));
  return false;
}

void help_to_units(const TypingSite& at, Report& report, const std::vector<const Expression*>& odd,
                   std::string_view unit, const FunctionRow& row) {
  const Expression& first = *odd[0];
  if (unit.empty()) {  // plain numbers are needed
    if (first.kind == ExpressionKind::number)
      report.help(odd.size() == 1 ? "leave the unit out" : "leave the units out");
    else
      report.help(fmt::format("divide it by its unit: `{} / 1{}`", at.text_of(first), at.unit_of(first)));
    return;
  }
  if (!at.with_unit(first, unit)) {
    report.help(fmt::format("{}: {}", row.form, row.doc));
    return;
  }
  std::string all_mended;
  for (const Expression* argument : odd) {
    const auto mended = at.with_unit(*argument, unit);
    if (!mended) continue;
    report.edit(argument->span, *mended);
    all_mended += fmt::format("{}`{}`", all_mended.empty() ? "" : " and ", *mended);
  }
  report.help(fmt::format("write {}", all_mended));
}

// `odd`: the arguments that do not measure what is needed; `like`: the one that they should be like, if the
// function leaves the quantity open.
void report_argument_units(const TypingSite& at, const Expression& node,
                           const std::vector<const Expression*>& odd, Quantity needed,
                           const Expression* like) {
  const Quantity given = odd[0]->type.quantity;
  Report report =
      like != nullptr
          ? at.diagnostics.report(Code::unit_mismatch, odd[0]->span,
                                  fmt::format("`{}` compares like with like, but this is {} and not {}",
                                              node.text, describe(given), describe(needed)))
          : at.diagnostics.report(unit_fault(given, needed), odd[0]->span,
                                  fmt::format("`{}` takes {} here, but this is {}", node.text,
                                              describe(needed), describe(given)));
  if (like != nullptr) report.label(like->span, std::string(describe(needed)));
  for (size_t i = 1; i < odd.size(); ++i)
    report.label(odd[i]->span, fmt::format("the same here: {}", describe(odd[i]->type.quantity)));
  help_to_units(at, report, odd, like != nullptr ? at.unit_of(*like) : usual_unit(needed), *node.function);
}

// Do the arguments measure what the function wants? Those with the letter u, and those with v, the same as
// the first of them; one message for all that differ.
bool check_argument_units(const TypingSite& at, const Expression& node, std::string_view letters) {
  for (const char group : {'n', 'a', 'u', 'v'}) {
    const size_t first = letters.find(group);
    if (first == std::string_view::npos) continue;
    const Expression* const like = group == 'u' || group == 'v' ? node.operands[first] : nullptr;
    const Quantity needed = like != nullptr ? like->type.quantity
                            : group == 'a'  ? Quantity::angle
                                            : Quantity::number;
    std::vector<const Expression*> odd;
    for (size_t i = first; i < node.operands.size(); ++i) {
      if (letter_of(letters, i) == group && node.operands[i]->type.quantity != needed)
        odd.push_back(node.operands[i]);
    }
    if (odd.empty()) continue;
    report_argument_units(at, node, odd, needed, like);
    return false;
  }
  return true;
}

bool check_branches(const TypingSite& at, Expression& node) {
  const Expression& yes = *node.operands[1];
  const Expression& no = *node.operands[2];
  const bool both_numbers = is_numeric(yes.type) && is_numeric(no.type);
  const bool both_entities = yes.type.kind == ValueKind::entity && no.type.kind == ValueKind::entity;
  if (both_numbers ? yes.type.quantity == no.type.quantity : both_entities || yes.type == no.type)
    return true;
  auto report = at.diagnostics.report(both_numbers ? Code::unit_mismatch : Code::type_mismatch, no.span,
                                      fmt::format("`if` gives one or the other, but {} and {} are not alike",
                                                  describe(at.model, yes.type), describe(at.model, no.type)));
  report.label(yes.span, describe(at.model, yes.type)).label(no.span, describe(at.model, no.type));
  const bool yes_is_bare = yes.type.quantity == Quantity::number;
  const Expression& bare = yes_is_bare ? yes : no;
  const auto mended = both_numbers ? at.with_unit(bare, at.unit_of(yes_is_bare ? no : yes)) : std::nullopt;
  if (mended)
    report.help(fmt::format("write `{}`", *mended)).edit(bare.span, *mended);
  else if (both_numbers && (yes.type.quantity == Quantity::frames || no.type.quantity == Quantity::frames))
    report.help("count both in frames, or both in seconds, such as 0.1s");
  else
    report.help("let both be of one type, and of one unit");
  return false;
}

}  // namespace

void Typer::check_call(Expression& node, const Type& wanted) {
  if (node.alias.empty()) node.function = find_function(node.text);
  if (node.function != nullptr) {
    check_arguments(node, wanted);
    return;
  }
  poison(node);
  const std::string_view name = curve_of_call(node);
  const bool is_hidden =
      node.alias.empty() && at_.scopes.is_hidden(at_.file(), Space::expressions, node.text);
  if (const auto value = at_.names.values.find(name); value != at_.names.values.end() && !is_hidden) {
    if (!model_.values[value->second].value.parameters.empty()) return check_expansion(node, value->second);
  }
  const auto curve = at_.names.curves.find(name);
  if (curve == at_.names.curves.end() || is_hidden) {
    if (!node.alias.empty()) return;
    if (is_hidden) {
      report_hidden(node.text, node.text_span, "function or curve", at_.diagnostics);
      return;
    }
    report_unknown_function(at_, node);
    return;
  }
  node.kind = ExpressionKind::curve;
  node.index = curve->second;
  if (node.operands.size() != 1) {
    at_.diagnostics
        .report(Code::argument_count, node.span,
                fmt::format("a curve takes 1 value, but here {} {}", node.operands.empty() ? "is" : "are",
                            node.operands.empty() ? "none" : fmt::format("{}", node.operands.size())))
        .help(fmt::format("write `{}(x)`, with what it judges for x", node.text));
    return;
  }
  check(*node.operands[0]);
  if (!expect_number(at_, *node.operands[0])) return;
  const Quantity given = node.operands[0]->type.quantity;
  const Quantity takes = curve_input(model_.curves[node.index].value);
  if (!knows_input(model_.curves[node.index].value)) return;
  if (given != takes) {
    auto report = at_.diagnostics.report(
        unit_fault(given, takes), node.operands[0]->span,
        fmt::format("the curve `{}` takes {}, but is given {}", node.text, describe(takes), describe(given)));
    report.label(model_.curves[node.index].name.span, "the curve is defined here");
    const Curve& curve = model_.curves[node.index].value;
    const std::string_view unit = written_or_usual(curve_input_unit(curve), takes);
    if (takes == Quantity::number && lists_x(curve)) {
      report.help(fmt::format("write each x of the curve in this unit, such as 10{}",
                              at_.unit_of(*node.operands[0])));
    } else if (takes == Quantity::number) {
      report.help(fmt::format("say in the curve which range it covers, such as `input: {}`",
                              at_.range_of(*node.operands[0])));
    } else if (const auto mended = at_.with_unit(*node.operands[0], unit)) {
      report.edit(node.operands[0]->span, *mended);
      if (is_sure_unit(curve_input_unit(curve), takes))
        report.help(fmt::format("write `{}`", *mended));
      else
        report.help(fmt::format("write it with its unit, such as `{}`", *mended)).guess();
    } else {
      report.help(fmt::format("give it {}, such as 10{}, or write the curve for {}", describe(takes), unit,
                              describe(given)));
    }
    return;
  }
  node.type = {ValueKind::number, curve_output(model_.curves[node.index].value)};
}

void Typer::check_arguments(Expression& node, const Type& wanted) {
  const Signature signature = signature_of(*node.function);
  poison(node);
  if (!signature.takes(node.operands.size())) {
    report_argument_count(node, signature, at_.diagnostics);
    // They are names, and no values, or what `it` means there is not known.
    if (signature.letters == "m" || signature.letters == "o" || signature.letters.starts_with('s')) return;
    for (Expression* operand : node.operands) check(*operand);
    return;
  }
  if (signature.letters.starts_with('s')) {
    check_over_set(node);
    return;
  }
  if (signature.letters == "m") return check_since(node);
  if (signature.letters == "o") return check_ending(node);
  bool is_right = true;
  for (size_t i = 0; i < node.operands.size(); ++i)
    is_right = check_argument(node, i, letter_of(signature.letters, i), wanted) && is_right;
  is_right = is_right && check_argument_units(at_, node, signature.letters) &&
             (node.function->result != 't' || check_branches(at_, node));
  if (is_right) node.type = type_of_call(node, signature.letters);
}

bool Typer::check_argument(Expression& node, size_t index, char letter, const Type& wanted) {
  Expression& argument = *node.operands[index];
  if (letter == 't') {
    // The branches of `if`: the second takes the first one's enum, and both what the condition says.
    const bool follows_first = index == 2 && !failed(*node.operands[1]);
    check_with(argument, follows_first ? node.operands[1]->type : wanted, *node.operands[0], index == 1);
    return !failed(argument);
  }
  check(argument);
  if (failed(argument)) return false;
  switch (letter) {
    case 'b': return expect_condition(at_, argument);
    case 'p':
    case 'P':
    case 'd': return expect_place(at_, argument, letter == 'd', *node.function);
    default: return expect_number(at_, argument);
  }
}

// The first of its fields that is a point.
std::string_view place_in(const Model& model, const Expression& candidate) {
  if (candidate.type.kind != ValueKind::candidate) return {};
  for (const auto& field : own_fields(model, candidate.type.reference)) {
    if (field.value.resolved.kind == ValueKind::point) return field.name.text;
  }
  return {};
}

}  // namespace ishi::compiler
