#include "language/schema_patterns.h"

#include <fmt/format.h>

namespace ishi::compiler {
namespace {

constexpr std::string_view kDigits = R"((0|[1-9][0-9]*)(\.[0-9]+)?([eE][-+]?[0-9]+)?)";
constexpr std::string_view kSign = "[-+]?";
// A plus, or a minus before what is 0 nevertheless.
constexpr std::string_view kSignOfNothingBelowZero = R"((\+|-(?=0(\.0+)?([^0-9.]|$)))?)";
constexpr std::string_view kSpace = R"([ \t\n]*)";  // an expression may go on in the next line
// Behind a word of letters: it ends here.
constexpr std::string_view kEndOfWord = "(?![A-Za-z0-9_])";

template <class Wanted>
std::string unit_pattern(const Wanted& is_wanted) {
  std::string result;
  for (const UnitRow& unit : units()) {
    if (is_wanted(unit)) result += fmt::format("{}{}", result.empty() ? "" : "|", unit.suffix);
  }
  return "(" + result + ")";
}

std::string any_unit_pattern() {
  return unit_pattern([](const UnitRow&) { return true; });
}

}  // namespace

std::string dotted_name_pattern() { return fmt::format(R"({0}(\.{0}){{0,2}})", kNamePattern); }

std::string measure_pattern(Quantity quantity, bool may_be_negative) {
  const std::string unit = unit_pattern([&](const UnitRow& row) { return row.quantity == quantity; });
  return fmt::format("{}{}{}{}", may_be_negative ? kSign : kSignOfNothingBelowZero, kDigits, unit,
                     quantity == Quantity::number ? "?" : "");
}

std::string any_measure_pattern() { return fmt::format("{}{}{}?", kSign, kDigits, any_unit_pattern()); }

std::string bounds_pattern() { return fmt::format(R"({0}\.\.{0})", any_measure_pattern()); }

std::string path_to_number_pattern() { return R"([a-z_]+(\.([^.]+))+)"; }

std::string formula_pattern() {
  const std::string name = fmt::format("(?!(and|or|not){0})[a-z][a-z0-9_]*{0}", kEndOfWord);
  const std::string names = fmt::format(R"({0}({1}\.{1}[a-z][a-z0-9_]*{2})*)", name, kSpace, kEndOfWord);
  const std::string number = fmt::format("{}{}?{}", kDigits, any_unit_pattern(), kEndOfWord);
  const std::string before = fmt::format(R"((([-+]|not{0}|({1}{2})?\(){2})*)", kEndOfWord, names, kSpace);
  const std::string behind = fmt::format(R"(({0}\)({0}\.{0}[a-z][a-z0-9_]*{1})*)*)", kSpace, kEndOfWord);
  const std::string joining = fmt::format("([-+*/^,]|[<>=!]=|[<>]|(and|or){})", kEndOfWord);
  const std::string operand = fmt::format("{}({}|{}){}", before, number, names, behind);
  return fmt::format("{0}{1}({0}{2}{0}{1})*{0}", kSpace, operand, joining);
}

}  // namespace ishi::compiler
