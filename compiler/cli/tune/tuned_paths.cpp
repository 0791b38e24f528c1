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

// The numbers that the file marks, each with its range. Marks of files that are included come first, so that
// this file's count.
std::vector<TunedNumber> marked_numbers(const CheckedFile& file) {
  std::vector<TunedNumber> numbers;
  for (const auto& [path, mark] : file.program->model.tune) {
    const auto found = find_marked_numbers(file.program->units, file.sources, path);
    if (!found) continue;  // which has been reported
    const bool has_range = mark.range.given;
    for (const NumberPlace& place : *found)
      add(numbers, has_range ? with_range(place, mark.range.value) : with_usual_range(place), has_range);
  }
  return numbers;
}

// One `--tune`; without a range that of the mark counts, if there is one. False after a message.
bool add_named(const CheckedFile& file, const std::string& text, const std::vector<TunedNumber>& marked,
               std::vector<TunedNumber>& numbers) {
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
    const auto mark =
        std::ranges::find_if(marked, [&](const TunedNumber& one) { return one.place.span == place.span; });
    TunedNumber number = has_range              ? with_range(place, bounds)
                         : mark != marked.end() ? *mark
                                                : with_usual_range(place);
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
  std::vector<TunedNumber> marked = marked_numbers(file);
  std::vector<TunedNumber> numbers;
  bool is_good = true;
  for (const std::string& text : options.tunes) is_good = add_named(file, text, marked, numbers) && is_good;
  if (!is_good) return std::nullopt;
  if (options.tunes.empty()) numbers = std::move(marked);
  if (numbers.empty()) {
    complain(
        "nothing may be tuned: name numbers of {} with --tune, such as --tune \"actions.*.gains.*\" for all "
        "gains, or mark them in the file: tune: {{ actions.*.gains.*: 0..1 }}",
        options.path);
    return std::nullopt;
  }
  std::ranges::sort(numbers, is_before);
  return numbers;
}

}  // namespace ishi::compiler::cli
