#include "expression_writer.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>

#include "language/functions.h"
#include "language/unit.h"

namespace ishi::fuzzing {
namespace {

using compiler::find_unit;
using compiler::FunctionRow;
using compiler::functions;
using compiler::Quantity;
using compiler::UnitRow;
using compiler::units;

constexpr int kMostNesting = 5;
constexpr std::string_view kNumbers = "nilsavrf";

TypeLetter letter_of(Quantity quantity) {
  switch (quantity) {
    case Quantity::length: return 'l';
    case Quantity::duration: return 's';
    case Quantity::angle: return 'a';
    case Quantity::speed: return 'v';
    case Quantity::rate: return 'r';
    case Quantity::frames: return 'f';
    default: return 'n';
  }
}

bool is_number(TypeLetter type) { return kNumbers.find(type) != std::string_view::npos; }

// Does a function that gives `result` do for `type`?
bool gives(char result, TypeLetter type) {
  if (result == 'u' || result == 'v') return is_number(type) && type != 'f';
  return result == 't' || result == type || (result == 'i' && type == 'n');
}

}  // namespace

std::string ExpressionWriter::literal(TypeLetter type) {
  if (type == 'b') return choices_.one_in(2) ? "true" : "false";
  if (type == 'e' || type == 'p') return choices_.one_in(4) ? "self" : "nothing";
  if (type == 'd') return "direction(self)";
  constexpr std::array kTexts = {"0.5", "1",    "0",   "2",    "0.1",   "3",
                                 "12",  "0.25", "1e3", "1e-6", "99999", "-1"};
  std::string text = kTexts[choices_.below(kTexts.size())];
  if (type == 'i' || type == 'f') text = std::to_string(1 + choices_.below(9));
  if (type == 'n' || type == 'i') return text;
  std::vector<std::string_view> suffixes;
  for (const UnitRow& unit : units()) {
    if (letter_of(unit.quantity) == type) suffixes.push_back(unit.suffix);
  }
  if (suffixes.empty()) return text;
  return text + std::string(suffixes[choices_.one_in(4) ? choices_.below(suffixes.size()) : 0]);
}

std::string ExpressionWriter::name_or_literal(TypeLetter type) {
  const auto known = names_.values.find(type);
  if (known == names_.values.end() || known->second.empty() || choices_.one_in(4)) return literal(type);
  return known->second[choices_.below(known->second.size())];
}

std::string ExpressionWriter::condition(int depth) {
  switch (choices_.below(6)) {
    case 0: return fmt::format("{} and {}", write('b', depth + 1), write('b', depth + 1));
    case 1: return fmt::format("({} or {})", write('b', depth + 1), write('b', depth + 1));
    case 2: return fmt::format("not {}", write('b', depth + 2));
    case 3: return name_or_literal('e') + ".known";
    default: {
      constexpr std::array kComparisons = {"<", ">", "<=", ">=", "==", "!="};
      const TypeLetter type = kNumbers[choices_.below(kNumbers.size() - 2)];
      const char* const sign = kComparisons[choices_.below(type == 'i' ? kComparisons.size() : 4)];
      return fmt::format("{} {} {}", write(type, depth + 1), sign, write(type, depth + 1));
    }
  }
}

std::string ExpressionWriter::operation(TypeLetter type, int depth) {
  switch (choices_.below(6)) {
    case 0: return fmt::format("({} + {})", write(type, depth + 1), write(type, depth + 1));
    case 1: return fmt::format("({} - {})", write(type, depth + 1), write(type, depth + 1));
    case 2: return fmt::format("{} * {}", write('n', depth + 1), write(type, depth + 1));
    case 3: return fmt::format("{} / ({})", write(type, depth + 1), write('n', depth + 1));
    case 4:
      if (type == 'n' && !names_.curves.empty())
        return fmt::format("{}({})", names_.curves[choices_.below(names_.curves.size())],
                           write('n', depth + 1));
      return fmt::format("-({})", write(type, depth + 1));
    default: {
      // A quotient of two quantities is a number.
      const TypeLetter unit = kNumbers[choices_.below(kNumbers.size() - 1)];
      return type == 'n' ? fmt::format("{} / {}", write(unit, depth + 1), literal(unit)) : literal(type);
    }
  }
}

std::string ExpressionWriter::argument(char letter, TypeLetter any, TypeLetter other, int depth) {
  switch (letter) {
    case 'u':
    case 't': return write(any, depth + 1);
    case 'v': return write(other, depth + 1);
    case 's': return names_.sets.empty() ? "nothing" : names_.sets[choices_.below(names_.sets.size())];
    case 'm':
      return names_.moments.empty() ? "nothing" : names_.moments[choices_.below(names_.moments.size())];
    case 'p': return write(choices_.one_in(2) ? 'e' : 'p', depth + 1);
    default: return write(letter, depth + 1);
  }
}

std::string ExpressionWriter::call(TypeLetter type, int depth) {
  std::vector<const FunctionRow*> rows;
  for (const FunctionRow& row : functions()) {
    const bool lacks_set = row.arguments.starts_with('s') && names_.sets.empty();
    const bool lacks_moment = row.arguments.starts_with('m') && names_.moments.empty();
    if (gives(row.result, type) && !lacks_set && !lacks_moment) rows.push_back(&row);
  }
  if (rows.empty()) return literal(type);
  const FunctionRow& row = *rows[choices_.below(rows.size())];
  const TypeLetter any_number = kNumbers[choices_.below(kNumbers.size() - 2)];
  const TypeLetter any = row.result == 'u' || row.result == 't' ? type : any_number;
  std::string text = fmt::format("{}(", row.name);
  bool is_first = true;
  for (const char letter : row.arguments) {
    if (letter == '*') break;
    const bool is_optional = std::isupper(static_cast<unsigned char>(letter)) != 0;
    if (is_optional && choices_.one_in(2)) break;
    if (!is_first) text += ", ";
    is_first = false;
    const char lower = static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
    // The other arguments are about the members of the set.
    text += argument(lower, any, row.result == 'v' ? type : any, depth);
  }
  return text + ")";
}

std::string ExpressionWriter::write(TypeLetter type, int depth) {
  if (depth >= kMostNesting || choices_.at_end()) return name_or_literal(type);
  const uint32_t form = choices_.below(8);
  if (form < 3) return name_or_literal(type);
  if (form < 5) return call(type, depth);
  if (type == 'b') return condition(depth);
  return is_number(type) && type != 'f' ? operation(type, depth) : name_or_literal(type);
}

TypeLetter type_of_example(std::string_view example) {
  while (!example.empty() && std::string_view(" }])").find(example.back()) != std::string_view::npos)
    example.remove_suffix(1);
  for (const std::string_view sign :
       {" > ", " < ", " == ", " >= ", " <= ", " and ", " or ", "not ", ".known"}) {
    if (example.find(sign) != std::string_view::npos) return 'b';
  }
  if (example == "true" || example == "false" || example.find("shut") != std::string_view::npos) return 'b';
  // The unit of its last number.
  for (size_t i = example.size(); i > 0; --i) {
    if (std::isdigit(static_cast<unsigned char>(example[i - 1])) == 0) continue;
    const UnitRow* const unit = find_unit(example.substr(i));
    return unit != nullptr ? letter_of(unit->quantity) : 'n';
  }
  const bool is_name = !example.empty() && std::ranges::all_of(example, [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '.';
  });
  return is_name ? 'e' : 'n';
}

TypeLetter type_of_name(std::string_view name) {
  struct Row {
    std::string_view name;
    TypeLetter letter;
  };
  constexpr std::array kRows = {Row{"number", 'n'}, Row{"integer", 'i'},  Row{"boolean", 'b'},
                                Row{"entity", 'e'}, Row{"point", 'p'},    Row{"direction", 'd'},
                                Row{"length", 'l'}, Row{"duration", 's'}, Row{"angle", 'a'},
                                Row{"speed", 'v'}};
  const auto found = std::ranges::find(kRows, name, &Row::name);
  if (found != kRows.end()) return found->letter;
  return name.starts_with("thing") ? 'e' : 'w';
}

}  // namespace ishi::fuzzing
