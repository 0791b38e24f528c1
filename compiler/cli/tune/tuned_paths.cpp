#include "cli/tune/tuned_paths.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <string_view>
#include <utility>

#include "cli/output/terminal.h"
#include "language/scalar.h"

namespace ishi::compiler::cli {
namespace {

bool is_before(const TunedNumber& a, const TunedNumber& b) {
  return std::pair(a.place.span.file, a.place.span.begin) < std::pair(b.place.span.file, b.place.span.begin);
}

// A number named with a range counts with the range that is named last.
void add(std::vector<TunedNumber>& numbers, TunedNumber number, bool has_range) {
  const auto known = std::ranges::find_if(
      numbers, [&](const TunedNumber& one) { return one.place.span == number.place.span; });
  if (known == numbers.end())
    numbers.push_back(std::move(number));
  else if (has_range)
    *known = std::move(number);
}

// One `--tune`; false after a message.
bool add_named(const CheckedFile& file, const std::string& text, std::vector<TunedNumber>& numbers) {
  const size_t equals = text.find('=');
  const std::string path = text.substr(0, equals);
  const auto found = find_numbers(file.program->units, file.sources, path);
  if (!found) {
    complain("--tune {}: {}", text, found.error().message);
    say_more("{}", found.error().help);
    return false;
  }
  Bounds bounds;
  const bool has_range = equals != std::string::npos;
  if (has_range) {
    const std::string range = text.substr(equals + 1);
    Diagnostics diagnostics;
    if (!read_bounds(range, {}, diagnostics, bounds)) {
      complain("--tune {}: {}", text, diagnostics.all()[0].message);
      if (!diagnostics.all()[0].help.empty()) say_more("{}", diagnostics.all()[0].help);
      return false;
    }
  }
  for (const NumberPlace& place : *found) {
    TunedNumber number = has_range ? with_range(place, bounds) : with_usual_range(place);
    if (const std::string fault = fault_of(number); !fault.empty()) {
      complain("--tune {}: {}", text, fault);
      return false;
    }
    add(numbers, std::move(number), has_range);
  }
  return true;
}

}  // namespace

std::optional<std::vector<TunedNumber>> tuned_numbers(const CheckedFile& file,
                                                      const TuneVerbOptions& options) {
  std::vector<TunedNumber> numbers;
  bool is_good = true;
  for (const std::string& text : options.tunes) is_good = add_named(file, text, numbers) && is_good;
  if (!is_good) return std::nullopt;
  if (numbers.empty()) {
    complain(
        "nothing may be tuned: name numbers of {} with --tune, such as --tune \"actions.*.gains.*\" for all "
        "gains",
        options.path);
    return std::nullopt;
  }
  std::ranges::sort(numbers, is_before);
  return numbers;
}

}  // namespace ishi::compiler::cli
