#include "language/scalar.h"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <string>

#include "diagnostics/suggest.h"

namespace ishi::compiler {
namespace {

constexpr double kLargestWhole = 16777216.0;  // 2^24: what a 32-bit float counts exactly

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_lower(char c) { return c >= 'a' && c <= 'z'; }
bool is_letter(char c) { return is_lower(c) || (c >= 'A' && c <= 'Z'); }

constexpr std::array<std::string_view, 10> kOtherBooleans = {"yes", "no", "on",    "off", "y",
                                                              "n",   "t",  "f", "1", "0"};

std::string lower(std::string_view text) {
  std::string result(text);
  for (char& c : result) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return result;
}

// What a number of digits alone, with its sign, is worth as a 32-bit float; reports what it cannot hold.
bool convert(std::string_view digits, Span span, Diagnostics& diagnostics, double& out) {
  double value = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  const bool too_large =
      error == std::errc::result_out_of_range || std::abs(value) > std::numeric_limits<float>::max();
  bool any_digit = false;
  for (char c : digits.substr(0, digits.find_first_of("eE"))) any_digit = any_digit || (c >= '1' && c <= '9');
  const bool too_small = any_digit && std::abs(value) < std::numeric_limits<float>::min();
  if (error == std::errc::result_out_of_range || too_large || too_small) {
    const bool small = too_small && !(std::abs(value) > 1);
    diagnostics
        .report(Code::number_not_representable, span,
                fmt::format("`{}` is too {} for the numbers that a game calculates with", digits,
                            small ? "close to zero" : "large"))
        .help(small ? "write 0, or a number above 1.2e-38" : "write a number below 3.4e38");
    return false;
  }
  out = value;
  return true;
}

void report_not_a_number(std::string_view text, Span span, Diagnostics& diagnostics) {
  const std::string plain = lower(text);
  const size_t sign = !text.empty() && (text[0] == '+' || text[0] == '-') ? 1 : 0;
  const std::string_view body = text.substr(sign);
  auto says = [&](std::string_view why) {
    return fmt::format("`{}` {}", text, why);
  };
  if (plain.find("nan") != std::string::npos || plain.find("inf") != std::string::npos) {
    diagnostics.report(Code::number_not_representable, span, says("is not a number that a game can use"))
        .help("write a decimal number such as 0.5");
  } else if (body.size() > 1 && body[0] == '0' && (body[1] == 'x' || body[1] == 'X' || body[1] == 'o' || body[1] == 'b')) {
    diagnostics.report(Code::number_form, span, says("is not a decimal number"))
        .help("numbers are written with the digits 0 to 9 only");
  } else if (body.size() > 1 && body[0] == '.' && is_digit(body[1])) {
    const std::string mended = fmt::format("{}0{}", text.substr(0, sign), body);
    diagnostics.report(Code::number_form, span, says("lacks the digit before its point"))
        .help(fmt::format("write `{}`", mended))
        .edit(span, mended);
  } else if (body.find(',') != std::string_view::npos && !body.empty() && is_digit(body[0])) {
    diagnostics.report(Code::number_form, span, says("has a comma: numbers are written with a point"))
        .help("write 0.5, not 0,5");
  } else {
    diagnostics.report(Code::not_a_number, span, says("is not a number"))
        .help("a number is written like 12, 0.5 or -3, with its unit behind it where it has one (2.5s, 10m)");
  }
}

bool has_leading_zero(std::string_view digits) {
  return digits.size() > 1 && digits[0] == '0' && is_digit(digits[1]);
}

}  // namespace

bool is_name(std::string_view text) {
  if (text.empty() || !is_lower(text[0])) return false;
  for (char c : text) {
    if (!is_lower(c) && !is_digit(c) && c != '_') return false;
  }
  return true;
}

size_t number_length(std::string_view text) {
  size_t at = 0;
  while (at < text.size() && is_digit(text[at])) ++at;
  if (at == 0) return 0;
  if (at + 1 < text.size() && text[at] == '.' && is_digit(text[at + 1])) {
    ++at;
    while (at < text.size() && is_digit(text[at])) ++at;
  }
  if (at < text.size() && (text[at] == 'e' || text[at] == 'E')) {
    size_t exponent = at + 1;
    if (exponent < text.size() && (text[exponent] == '+' || text[exponent] == '-')) ++exponent;
    if (exponent < text.size() && is_digit(text[exponent])) {
      while (exponent < text.size() && is_digit(text[exponent])) ++exponent;
      at = exponent;
    }
  }
  return at;
}

size_t unit_length(std::string_view text) {
  if (!text.empty() && text[0] == '%') return 1;
  size_t at = 0;
  while (at < text.size() && is_letter(text[at])) ++at;
  // "3m/s", "0.02/s": the slash belongs to the unit if a unit of time and no more is glued to it.
  if ((at == 0 || text.substr(0, at) == "m") && at < text.size() && text[at] == '/') {
    size_t end = at + 1;
    while (end < text.size() && (is_letter(text[end]) || is_digit(text[end]) || text[end] == '_')) ++end;
    if (find_unit(text.substr(0, end)) != nullptr) return end;
  }
  return at;
}

bool read_measure(std::string_view text, Span span, Diagnostics& diagnostics, Measure& out) {
  const size_t sign = !text.empty() && (text[0] == '+' || text[0] == '-') ? 1 : 0;
  const std::string_view body = text.substr(sign);
  const size_t digits = number_length(body);
  if (digits == 0) {
    report_not_a_number(text, span, diagnostics);
    return false;
  }
  const std::string_view suffix = body.substr(digits);
  if (suffix.size() > 0 && (suffix[0] == '.' || suffix[0] == ',' || is_digit(suffix[0]) ||
                            ((suffix[0] == 'x' || suffix[0] == 'X') && body[0] == '0'))) {
    report_not_a_number(text, span, diagnostics);
    return false;
  }
  if (has_leading_zero(body)) {
    size_t zeros = 0;
    while (zeros + 1 < digits && body[zeros] == '0' && is_digit(body[zeros + 1])) ++zeros;
    const std::string mended = fmt::format("{}{}", text.substr(0, sign), body.substr(zeros));
    diagnostics
        .report(Code::number_form, span, fmt::format("`{}` begins with a zero that does not count", text))
        .help(fmt::format("write `{}`; YAML alone would read it as an octal number", mended))
        .edit(span, mended);
    return false;
  }
  const UnitRow* unit = nullptr;
  if (!suffix.empty()) {
    unit = find_unit(suffix);
    if (unit == nullptr) {
      if (suffix[0] == ' ' && find_unit(suffix.substr(suffix.find_first_not_of(' '))) != nullptr) {
        const std::string mended =
            fmt::format("{}{}", text.substr(0, sign + digits), suffix.substr(suffix.find_first_not_of(' ')));
        diagnostics.report(Code::unknown_unit, span, fmt::format("the unit of `{}` must be glued to its digits", text))
            .help(fmt::format("write `{}`", mended))
            .edit(span, mended);
        return false;
      }
      std::vector<std::string_view> known;
      for (const UnitRow& row : units()) known.push_back(row.suffix);
      const Span at{span.file, static_cast<uint32_t>(span.end - suffix.size()), span.end};
      const bool exact = span.end - span.begin == text.size();
      diagnostics
          .report(Code::unknown_unit, exact ? at : span, fmt::format("`{}` is not a unit", suffix))
          .help(fmt::format("the units are {}", fmt::join(known, ", ")));
      return false;
    }
  }
  double value = 0;
  if (!convert(body.substr(0, digits), span, diagnostics, value)) return false;
  if (sign == 1 && text[0] == '-') value = -value;
  if (unit != nullptr) {
    // 50cm is exactly 0.5m: divide where the factor's inverse is the exact number.
    value = unit->factor == 0.01 ? value / 100.0 : unit->factor == 0.001 ? value / 1000.0 : value * unit->factor;
  }
  out = {value, unit != nullptr ? unit->quantity : Quantity::number};
  return true;
}

bool read_quantity(std::string_view text, Span span, Quantity wanted, std::string_view what,
                   Diagnostics& diagnostics, double& out) {
  Measure measure;
  if (!read_measure(text, span, diagnostics, measure)) return false;
  if (measure.quantity == wanted) {
    out = measure.value;
    return true;
  }
  if (measure.quantity == Quantity::number) {
    const std::string mended = fmt::format("{}{}", text, base_unit(wanted));
    diagnostics
        .report(Code::unit_missing, span, fmt::format("{} is {}: `{}` lacks its unit", what, describe(wanted), text))
        .help(fmt::format("write `{}`", mended))
        .edit(span, mended);
  } else if (wanted == Quantity::number) {
    diagnostics
        .report(Code::unit_unexpected, span,
                fmt::format("{} is a plain number, but `{}` is {}", what, text, describe(measure.quantity)))
        .help("leave the unit out");
  } else {
    diagnostics.report(
        Code::unit_unexpected, span,
        fmt::format("{} is {}, but `{}` is {}", what, describe(wanted), text, describe(measure.quantity)));
  }
  return false;
}

bool read_whole(std::string_view text, Span span, std::string_view what, Diagnostics& diagnostics, double& out) {
  double value = 0;
  if (!read_quantity(text, span, Quantity::number, what, diagnostics, value)) return false;
  if (value != std::floor(value) || std::abs(value) > kLargestWhole) {
    diagnostics
        .report(Code::not_whole, span, fmt::format("{} is a whole number, but here is `{}`", what, text))
        .help(std::abs(value) > kLargestWhole ? "whole numbers go from -16777216 to 16777216"
                                              : "leave the fraction out");
    return false;
  }
  out = value;
  return true;
}

bool read_boolean(std::string_view text, Span span, std::string_view what, Diagnostics& diagnostics, bool& out) {
  if (text == "true" || text == "false") {
    out = text == "true";
    return true;
  }
  const std::string plain = lower(text);
  auto report = diagnostics.report(Code::not_a_boolean, span,
                                   fmt::format("{} is true or false, but here is `{}`", what, text));
  bool is_other = plain == "true" || plain == "false";
  for (std::string_view other : kOtherBooleans) is_other = is_other || plain == other;
  if (is_other) {
    const bool truth = plain == "yes" || plain == "on" || plain == "y" || plain == "t" || plain == "1" || plain == "true";
    report.help(fmt::format("write `{}`: only `true` and `false` are booleans here", truth)).edit(span, truth ? "true" : "false");
  } else {
    report.help("write `true` or `false`");
  }
  return false;
}

bool read_bounds(std::string_view text, Span span, Diagnostics& diagnostics, Bounds& out) {
  const size_t dots = text.find("..");
  if (dots == std::string_view::npos || dots == 0 || dots + 2 >= text.size()) {
    diagnostics.report(Code::bad_range, span, fmt::format("`{}` is not a range", text))
        .help("a range is two numbers with two dots between them, such as 0..100 or 0m..40m");
    return false;
  }
  const bool exact = span.end - span.begin == text.size();
  const auto part = [&](size_t begin, size_t end) {
    return exact ? Span{span.file, static_cast<uint32_t>(span.begin + begin), static_cast<uint32_t>(span.begin + end)}
                 : span;
  };
  Measure low;
  Measure high;
  if (!read_measure(text.substr(0, dots), part(0, dots), diagnostics, low)) return false;
  if (!read_measure(text.substr(dots + 2), part(dots + 2, text.size()), diagnostics, high)) return false;
  if (low.quantity != high.quantity) {
    diagnostics
        .report(Code::bad_range, span,
                fmt::format("the ends of `{}` do not measure the same: {} and {}", text, describe(low.quantity),
                            describe(high.quantity)))
        .help(low.quantity == Quantity::number || high.quantity == Quantity::number
                  ? "write the unit at both ends, such as 0m..40m"
                  : "give both ends the same kind of unit");
    return false;
  }
  if (static_cast<float>(low.value) >= static_cast<float>(high.value)) {
    const bool same = static_cast<float>(low.value) == static_cast<float>(high.value);
    auto report = diagnostics.report(Code::bad_range, span,
                                     same ? fmt::format("the ends of `{}` are equal, so it holds one value alone", text)
                                          : fmt::format("the range `{}` runs downward", text));
    if (!same) {
      const std::string mended = fmt::format("{}..{}", text.substr(dots + 2), text.substr(0, dots));
      report.help(fmt::format("write the low end first: `{}`", mended)).edit(span, mended);
    } else {
      report.help("give it two different ends");
    }
    return false;
  }
  out = {low.value, high.value, low.quantity};
  return true;
}

}  // namespace ishi::compiler
