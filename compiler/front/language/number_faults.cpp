#include "language/number_faults.h"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <string>
#include <vector>

#include "language/scalar.h"
#include "syntax/characters.h"
#include "syntax/grouped_digits.h"

namespace ishi::compiler {
namespace {

bool read_digits(const std::string& digits, double& out) {
  return std::from_chars(digits.data(), digits.data() + digits.size(), out).ec == std::errc();
}

std::string without(std::string_view text, std::string_view characters) {
  std::string result(text);
  std::erase_if(result, [&](char c) { return characters.find(c) != std::string_view::npos; });
  return result;
}

// `s * tired`: does a unit, or nothing, stand before a sign and more?
bool goes_on(std::string_view suffix) {
  const size_t blank = suffix.find(' ');
  if (blank == std::string_view::npos || (blank > 0 && find_unit(suffix.substr(0, blank)) == nullptr))
    return false;
  const size_t sign = suffix.find_first_not_of(' ', blank);
  return sign != std::string_view::npos &&
         std::string_view("+-*/^").find(suffix[sign]) != std::string_view::npos &&
         suffix.find_first_not_of(' ', sign + 1) != std::string_view::npos;
}

}  // namespace

bool begins_group(std::string_view rest) {
  return rest.size() > 1 && (rest[0] == '_' || rest[0] == '\'' || rest[0] == ' ') && is_digit(rest[1]);
}

void report_grouped_digits(std::string_view text, const GroupedDigits& grouped, Span span,
                           Diagnostics& diagnostics) {
  auto report = diagnostics.report(
      Code::number_form, span,
      fmt::format("`{}` {}", text, grouped.has_comma ? "has a comma" : "groups its digits"));
  if (!grouped.other.empty()) {
    report.help(
        fmt::format("write `{}` if a fraction is meant, or `{}`: a fraction is written with a point, and "
                    "digits are not grouped",
                    grouped.meant, grouped.other));
    return;
  }
  const bool has_fraction = grouped.has_comma && grouped.meant.find('.') != std::string::npos;
  report
      .help(fmt::format("write `{}`{}", grouped.meant,
                        has_fraction        ? ": a fraction is written with a point"
                        : grouped.has_comma ? ": digits are not grouped"
                                            : ""))
      .edit(span, grouped.meant);
}

void report_not_a_number(std::string_view text, Span span, Diagnostics& diagnostics) {
  const std::string plain = lower_case(text);
  const size_t sign = !text.empty() && (text[0] == '+' || text[0] == '-') ? 1 : 0;
  const std::string_view body = text.substr(sign);
  const std::string_view rest = body.substr(number_length(body));
  const auto says = [&](std::string_view why) { return fmt::format("`{}` {}", text, why); };
  const auto mend = [&](std::string_view why, const std::string& mended) {
    diagnostics.report(Code::number_form, span, says(why))
        .help(fmt::format("write `{}`", mended))
        .edit(span, mended);
  };
  if (text.empty()) {
    diagnostics.report(Code::not_a_number, span, "an empty text is no number")
        .help("write a number, such as 0.5");
  } else if (plain.find("nan") != std::string::npos || plain.find("inf") != std::string::npos) {
    diagnostics.report(Code::number_not_representable, span, says("is not a number that a game can use"))
        .help("write a decimal number, such as 0.5 or 1000000");
  } else if (body.size() > 1 && body[0] == '0' &&
             (body[1] == 'x' || body[1] == 'X' || body[1] == 'o' || body[1] == 'b')) {
    diagnostics.report(Code::number_form, span, says("is not a decimal number"))
        .help("numbers are written with the digits 0 to 9 only");
  } else if (body.size() > 1 && body[0] == '.' && is_digit(body[1])) {
    mend("lacks the digit before its point", fmt::format("{}0{}", text.substr(0, sign), body));
  } else if (!rest.empty() && rest.size() < body.size() && rest[0] == '.' &&
             rest.find('.', 1) == std::string_view::npos && (rest.size() == 1 || !is_digit(rest[1]))) {
    mend("lacks the digit behind its point",
         fmt::format("{}{}", text.substr(0, text.size() - rest.size()), rest.substr(1)));
  } else if (const auto grouped = read_grouped_digits(text)) {
    report_grouped_digits(text, *grouped, span, diagnostics);
  } else if (text.starts_with(' ') || text.ends_with(' ')) {
    mend("has a space beside it", without(text, " "));
  } else if (rest.find_first_of("+-*/^()") != std::string_view::npos && rest.size() < body.size()) {
    diagnostics.report(Code::not_a_number, span, says("is a calculation, but here only a number can stand"))
        .help("write its result; it is fixed, and no expression");
  } else {
    diagnostics.report(Code::not_a_number, span, says("is not a number"))
        .help("a number is written like 12, 0.5 or -3, with its unit behind it where it has one (2.5s, 10m)");
  }
}

namespace {

// Reads a time of the day, 18:30 as "18" and ":30", as hours; nothing if the two are no such time.
std::optional<double> hours_of_clock(std::string_view number, std::string_view rest) {
  const auto is_digits = [](std::string_view text) { return std::ranges::all_of(text, is_digit); };
  if (number.empty() || number.size() > 2 || !is_digits(number)) return std::nullopt;
  if (rest.size() != 3 || rest[0] != ':' || !is_digits(rest.substr(1))) return std::nullopt;
  const auto value_of = [](std::string_view text) {
    int value = 0;
    for (const char digit : text) value = value * 10 + (digit - '0');
    return value;
  };
  const int hours = value_of(number), minutes = value_of(rest.substr(1));
  if (hours > 24 || minutes > 59) return std::nullopt;
  return hours + minutes / 60.0;
}

}  // namespace

void report_no_unit(std::string_view text, std::string_view suffix, Span span, Diagnostics& diagnostics) {
  const std::string_view number = text.substr(0, text.size() - suffix.size());
  const std::string compact = without(suffix, " ");
  const std::string_view unit = meant_unit(compact);
  const bool has_space = suffix[0] == ' ';
  const char sign = compact[0];
  const bool is_calculation = sign == '+' || sign == '-' || sign == '*' || sign == '^' || sign == '(' ||
                              (sign == '/' && compact.size() > 1 && is_digit(compact[1])) ||
                              (unit.empty() && goes_on(suffix));
  if (is_calculation) {
    report_not_a_number(text, span, diagnostics);
    return;
  }
  if (has_space && unit == compact) {
    const std::string mended = fmt::format("{}{}", number, unit);
    diagnostics
        .report(Code::unknown_unit, span, fmt::format("there is a space between `{}` and its unit", number))
        .help(fmt::format("write `{}`: a unit is glued to its digits", mended))
        .edit(span, mended);
    return;
  }
  const bool is_exact = span.end - span.begin == text.size();
  const size_t skipped = is_exact ? text.size() - suffix.size() + suffix.find_first_not_of(' ') : 0;
  const Span at{span.file, static_cast<uint32_t>(span.begin + skipped), span.end};
  auto report =
      diagnostics.report(Code::unknown_unit, at,
                         fmt::format("`{}` is not a unit", suffix.substr(suffix.find_first_not_of(' '))));
  double value = 0;
  const std::string_view sign_behind = ";,.:!";
  if (const size_t last = compact.find_last_not_of(sign_behind);
      last != std::string::npos && last + 1 < compact.size() &&
      find_unit(compact.substr(0, last + 1)) != nullptr) {
    const std::string mended = fmt::format("{}{}", number, compact.substr(0, last + 1));
    report.help(fmt::format("write `{}`: nothing stands behind the unit", mended)).edit(span, mended);
  } else if (compact == "f" && number.find('.') != std::string_view::npos) {
    report.help(fmt::format("write `{}`: nothing stands behind the digits of a plain number", number))
        .edit(span, std::string(number));
  } else if (!unit.empty()) {
    const std::string mended = fmt::format("{}{}", number, unit);
    report.help(fmt::format("write `{}`", mended)).edit(span, mended);
  } else if (const auto hours = hours_of_clock(number, compact)) {
    report.help(fmt::format("a time of the day is written in hours: `{}h`",
                            show(std::round(*hours * 100) / 100, Quantity::number)));
  } else if ((compact == "km/h" || compact == "kmh" || compact == "kph") &&
             read_digits(without(number, "+-"), value)) {
    report.help(fmt::format("a speed is written in metres per second: `{}`",
                            show(std::round(value / 3.6 * 100) / 100, Quantity::speed)));
  } else {
    std::vector<std::string_view> known;
    for (const UnitRow& row : units()) known.push_back(row.suffix);
    report.help(fmt::format("the units are {}", fmt::join(known, ", ")));
  }
}

}  // namespace ishi::compiler
