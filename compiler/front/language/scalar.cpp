#include "language/scalar.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>

#include "language/number_faults.h"
#include "syntax/characters.h"

namespace ishi::compiler {
namespace {

constexpr double kLargestWhole = 16777216.0;  // 2^24: what a 32-bit float counts exactly

constexpr std::array<std::string_view, 10> kOtherBooleans = {"yes", "no", "on", "off", "y",
                                                             "n",   "t",  "f",  "1",   "0"};

// True if a number of digits alone lies below 1: the place of its first digit that counts says so.
bool is_below_one(std::string_view digits) {
  const size_t mark = digits.find_first_of("eE");
  const std::string_view mantissa = digits.substr(0, mark);
  const size_t point = std::min(mantissa.find('.'), mantissa.size());
  const size_t first = mantissa.find_first_of("123456789");
  if (first == std::string_view::npos) return true;
  const auto place = static_cast<int64_t>(point) - static_cast<int64_t>(first);
  if (mark == std::string_view::npos) return place <= 0;
  std::string_view exponent = digits.substr(mark + 1);
  const bool is_negative = exponent[0] == '-';
  if (exponent[0] == '+' || is_negative) exponent.remove_prefix(1);
  int64_t value = 0;
  const auto [end, error] = std::from_chars(exponent.data(), exponent.data() + exponent.size(), value);
  if (error == std::errc::result_out_of_range) return is_negative;
  return place + (is_negative ? -value : value) <= 0;
}

// The value in base units of a number of digits alone; reports one that a 32-bit float cannot hold.
bool convert(std::string_view text, std::string_view digits, const UnitRow* unit, Span span,
             Diagnostics& diagnostics, double& out) {
  double value = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  bool is_large = false;
  bool is_small = false;
  if (error == std::errc::result_out_of_range) {
    is_small = is_below_one(digits);
    is_large = !is_small;
  } else {
    // 50cm is exactly 0.5m: divide where the factor's inverse is the exact number.
    if (unit != nullptr)
      value = unit->factor == 0.01    ? value / 100.0
              : unit->factor == 0.001 ? value / 1000.0
                                      : value * unit->factor;
    const std::string_view mantissa = digits.substr(0, digits.find_first_of("eE"));
    const bool is_zero = mantissa.find_first_of("123456789") == std::string_view::npos;
    is_large = value > std::numeric_limits<float>::max();
    is_small = !is_zero && value < std::numeric_limits<float>::min();
  }
  if (is_large || is_small) {
    diagnostics
        .report(Code::number_not_representable, span,
                fmt::format("`{}` is too {} for the numbers that a game calculates with", text,
                            is_small ? "close to 0" : "large"))
        .help(is_small ? "write 0, or a number above 1.2e-38" : "write a number below 3.4e38");
    return false;
  }
  out = value;
  return true;
}

bool has_leading_zero(std::string_view digits) {
  return digits.size() > 1 && digits[0] == '0' && is_digit(digits[1]);
}

}  // namespace

std::vector<WrittenNumber> written_numbers(std::string_view text) {
  const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
  const auto is_of_name = [&](char c) {
    return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '.';
  };
  std::vector<WrittenNumber> numbers;
  for (size_t i = 0; i < text.size();) {
    WrittenNumber number{i, is_digit(text[i]) ? number_length(text.substr(i)) : 0};
    if (number.digits == 0) {
      const bool is_name = is_of_name(text[i]);
      do ++i;
      while (is_name && i < text.size() && is_of_name(text[i]));
      continue;
    }
    const size_t behind = i + number.digits;
    const std::string_view suffix = text.substr(behind, unit_length(text.substr(behind)));
    number.unit = find_unit(suffix);
    if (number.unit != nullptr) number.suffix = suffix.size();
    numbers.push_back(number);
    i = behind + number.suffix;
  }
  return numbers;
}

bool is_name(std::string_view text) {
  return !text.empty() && is_lower(text[0]) &&
         std::ranges::all_of(text, [](char c) { return is_lower(c) || is_digit(c) || c == '_'; });
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
  if (text.starts_with("°")) return std::string_view("°").size();  // no unit, but meant as one
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
  if (!suffix.empty() &&
      (suffix[0] == '.' || suffix[0] == ',' || is_digit(suffix[0]) || begins_group(suffix) ||
       suffix.find_first_not_of(' ') == std::string_view::npos ||
       ((suffix[0] == 'x' || suffix[0] == 'X' || suffix[0] == 'o' || suffix[0] == 'b') && body[0] == '0'))) {
    report_not_a_number(text, span, diagnostics);
    return false;
  }
  if (has_leading_zero(body)) {
    size_t zeros = 0;
    while (zeros + 1 < digits && body[zeros] == '0' && is_digit(body[zeros + 1])) ++zeros;
    const std::string mended = fmt::format("{}{}", text.substr(0, sign), body.substr(zeros));
    auto report = diagnostics.report(Code::number_form, span,
                                     fmt::format("`{}` begins with a zero that does not count", text));
    if (body.substr(0, digits).find('.') != std::string_view::npos) {
      report.help(fmt::format("write `{}`; other programs might read it as another number", mended))
          .edit(span, mended);
    } else {
      const std::string fraction = fmt::format("{}0.{}", text.substr(0, sign), body.substr(1));
      report.help(fmt::format("write `{}`, or `{}` if a point is missing", mended, fraction));
    }
    return false;
  }
  const UnitRow* unit = suffix.empty() ? nullptr : find_unit(suffix);
  if (!suffix.empty() && unit == nullptr) {
    report_no_unit(text, suffix, span, diagnostics);
    return false;
  }
  double value = 0;
  if (!convert(text, body.substr(0, digits), unit, span, diagnostics, value)) return false;
  out = {sign == 1 && text[0] == '-' ? -value : value, unit != nullptr ? unit->quantity : Quantity::number,
         unit};
  return true;
}

bool read_quantity(std::string_view text, Span span, Quantity wanted, std::string_view what,
                   Diagnostics& diagnostics, double& out, const UnitRow* usual) {
  if (const size_t dots = text.find(".."); dots != std::string_view::npos && dots > 0) {
    const std::string_view least = text.substr(0, dots);
    diagnostics
        .report(Code::wrong_shape, span, fmt::format("{} is {}, but here is a range", what, describe(wanted)))
        .help(fmt::format("write one, such as `{}`: it is the same each time", least));
    return false;
  }
  Measure measure;
  if (!read_measure(text, span, diagnostics, measure)) return false;
  if (measure.quantity == wanted) {
    out = measure.value;
    return true;
  }
  if (measure.quantity == Quantity::number) {
    const std::string mended = fmt::format("{}{}", text, written_or_usual(usual, wanted));
    auto report =
        diagnostics.report(Code::unit_missing, span,
                           fmt::format("{} is {}, but `{}` has no unit", what, describe(wanted), text));
    report.edit(span, mended);
    if (is_sure_unit(usual, wanted))
      report.help(fmt::format("write `{}`", mended));
    else
      report.help(fmt::format("write it with its unit, such as `{}`", mended)).guess();
  } else if (wanted == Quantity::number) {
    const size_t digits = text.size() - unit_length(text.substr(text.find_last_of("0123456789") + 1));
    diagnostics
        .report(Code::unit_unexpected, span,
                fmt::format("{} is a plain number, but `{}` is {}", what, text, describe(measure.quantity)))
        .help(fmt::format("leave the unit out: `{}`", text.substr(0, digits)))
        .edit(span, std::string(text.substr(0, digits)))
        .guess();
  } else {
    auto report = diagnostics.report(
        Code::unit_unexpected, span,
        fmt::format("{} is {}, but `{}` is {}", what, describe(wanted), text, describe(measure.quantity)));
    if (wanted == Quantity::duration && measure.unit == find_unit("m")) {
      const std::string minutes = fmt::format("{}in", text);
      report.help(fmt::format("`m` is metres; minutes are written `{}`", minutes)).edit(span, minutes);
    } else {
      report.help(fmt::format("write {}, such as `1{}`", describe(wanted), written_or_usual(usual, wanted)));
    }
  }
  return false;
}

bool read_whole(std::string_view text, Span span, std::string_view what, Diagnostics& diagnostics,
                double& out) {
  double value = 0;
  if (!read_quantity(text, span, Quantity::number, what, diagnostics, value)) return false;
  if (std::abs(value) > kLargestWhole) {
    diagnostics
        .report(Code::number_out_of_range, span,
                fmt::format("{} is a whole number, but `{}` is too large for one", what, text))
        .help("whole numbers go from -16777216 to 16777216");
    return false;
  }
  if (value != std::floor(value)) {
    diagnostics
        .report(Code::not_whole, span, fmt::format("{} is a whole number, but here is `{}`", what, text))
        .help("leave the fraction out");
    return false;
  }
  out = value;
  return true;
}

bool read_boolean(std::string_view text, Span span, std::string_view what, Diagnostics& diagnostics,
                  bool& out) {
  if (text == "true" || text == "false") {
    out = text == "true";
    return true;
  }
  const std::string plain = lower_case(text);
  auto report = diagnostics.report(Code::not_a_boolean, span,
                                   fmt::format("{} is true or false, but here is `{}`", what, text));
  bool is_other = plain == "true" || plain == "false";
  for (std::string_view other : kOtherBooleans) is_other = is_other || plain == other;
  if (is_other) {
    const bool truth =
        plain == "yes" || plain == "on" || plain == "y" || plain == "t" || plain == "1" || plain == "true";
    report.help(fmt::format("write `{}`: only `true` and `false` are understood here", truth))
        .edit(span, truth ? "true" : "false");
  } else {
    constexpr std::array<std::string_view, 2> kBooleans = {"true", "false"};
    report.suggest_or(span, text, kBooleans, [&] { return "write `true` or `false`"; });
  }
  return false;
}

namespace {

// `>0.5`, `0.5..`, `..3`: a range of which one end is told. With the other end, or nothing.
std::string meant_open_range(std::string_view text) {
  bool is_least = text.starts_with('>') || text.ends_with("..");
  const bool is_most = text.starts_with('<') || text.starts_with("..");
  if (is_least == is_most) return {};
  std::string_view number = text;
  while (!number.empty() && std::string_view("<>=. ").find(number.front()) != std::string_view::npos)
    number.remove_prefix(1);
  while (!number.empty() && std::string_view(". ").find(number.back()) != std::string_view::npos)
    number.remove_suffix(1);
  Measure end;
  Diagnostics said_elsewhere;
  if (!read_measure(number, {}, said_elsewhere, end)) return {};
  const std::string_view unit = end.unit == nullptr ? "" : end.unit->suffix;
  const double value = end.unit == nullptr ? end.value : end.value / end.unit->factor;
  const double far = std::pow(10, std::max(1.0, std::floor(std::log10(std::abs(value) + 1)) + 1));
  if (is_least) return fmt::format("{}..{}{}", number, far, unit);
  return value > 0 ? fmt::format("0{}..{}", unit, number) : fmt::format("-{}{}..{}", far, unit, number);
}

// The meaning of two numbers that something else than two dots joins, if it can be found.
std::string meant_range(std::string_view text) {
  const auto measure_at = [&](size_t at) {
    const size_t sign = at < text.size() && (text[at] == '-' || text[at] == '+') ? 1 : 0;
    const size_t digits = number_length(text.substr(std::min(at + sign, text.size())));
    return digits == 0 ? 0 : sign + digits + unit_length(text.substr(at + sign + digits));
  };
  const size_t first = measure_at(0);
  if (first == 0) return {};
  size_t next = text.find_first_not_of(" .-~:;,to", first);
  if (next == std::string_view::npos || next == first) return {};
  const bool is_negative =
      text[next - 1] == '-' && next - first > 1 && text.find_first_not_of(" -", first) != next;
  if (is_negative) --next;
  const size_t second = measure_at(next);
  if (second == 0 || next + second != text.size()) return {};
  return fmt::format("{}..{}", text.substr(0, first), text.substr(next));
}

}  // namespace

std::string meant_open_end(std::string_view text) {
  const bool is_most = text.starts_with('<');
  if (!is_most && !text.starts_with('>') && !text.ends_with('+')) return {};
  std::string_view number = text;
  while (!number.empty() && std::string_view("<>= ").find(number.front()) != std::string_view::npos)
    number.remove_prefix(1);
  while (!number.empty() && std::string_view("+ ").find(number.back()) != std::string_view::npos)
    number.remove_suffix(1);
  Measure end;
  Diagnostics said_elsewhere;
  if (!read_measure(number, {}, said_elsewhere, end)) return {};
  return is_most ? fmt::format("..{}", number) : fmt::format("{}..", number);
}

bool is_meant_as_range(std::string_view text) { return !meant_range(text).empty(); }

bool read_bounds(std::string_view text, Span span, Diagnostics& diagnostics, Bounds& out,
                 std::string_view beside_downward) {
  const size_t dots = text.find("..");
  const bool is_range = dots != std::string_view::npos && dots > 0 && dots + 2 < text.size() &&
                        text[dots + 2] != '.' && text.find("..", dots + 2) == std::string_view::npos &&
                        text[dots - 1] != ' ' && text[dots + 2] != ' ';
  if (!is_range) {
    auto report = diagnostics.report(Code::bad_range, span, fmt::format("`{}` is not a range", text));
    const std::string mended = meant_range(text);
    const std::string with_both_ends = meant_open_range(text);
    if (!with_both_ends.empty()) {
      report.help(
          fmt::format("a range names both ends: write `{}`, or how far it really goes", with_both_ends));
    } else if (!mended.empty()) {
      report.help(fmt::format("write `{}`: two dots, no spaces", mended)).edit(span, mended);
    } else {
      report.help("a range has two ends with two dots between them, such as 0..100 or 0m..40m");
    }
    return false;
  }
  const bool exact = span.end - span.begin == text.size();
  const auto part = [&](size_t begin, size_t end) {
    return exact ? Span{span.file, static_cast<uint32_t>(span.begin + begin),
                        static_cast<uint32_t>(span.begin + end)}
                 : span;
  };
  Measure low;
  Measure high;
  if (!read_measure(text.substr(0, dots), part(0, dots), diagnostics, low)) return false;
  if (!read_measure(text.substr(dots + 2), part(dots + 2, text.size()), diagnostics, high)) return false;
  if (low.quantity != high.quantity) {
    diagnostics
        .report(Code::bad_range, span,
                fmt::format("the ends of `{}` do not measure the same: {} and {}", text,
                            describe(low.quantity), describe(high.quantity)))
        .help(low.quantity == Quantity::number || high.quantity == Quantity::number
                  ? "write the unit at both ends, such as 0m..40m"
                  : "give both ends the same kind of unit");
    return false;
  }
  const float width = static_cast<float>(high.value) - static_cast<float>(low.value);
  if (width == 0) {
    diagnostics
        .report(Code::bad_range, span,
                fmt::format("the ends of `{}` are equal, so it holds one value alone", text))
        .help("give it two different ends");
    return false;
  }
  if (width < 0) {
    const std::string mended = fmt::format("{}..{}", text.substr(dots + 2), text.substr(0, dots));
    auto report =
        diagnostics.report(Code::bad_range, span, fmt::format("the range `{}` runs downward", text));
    report.help(fmt::format("write the low end first: `{}`{}", mended, beside_downward)).edit(span, mended);
    if (!beside_downward.empty()) report.guess();
    return false;
  }
  if (!std::isfinite(width) || !std::isfinite(1 / width)) {
    diagnostics
        .report(Code::bad_range, span,
                fmt::format("the ends of `{}` lie too {} to calculate with", text,
                            std::isfinite(width) ? "close together" : "far apart"))
        .help("write the ends that the game really uses");
    return false;
  }
  out = {low.value, high.value, low.quantity, high.unit};
  return true;
}

}  // namespace ishi::compiler
