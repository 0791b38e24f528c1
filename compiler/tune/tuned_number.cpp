#include "tune/tuned_number.h"

#include <fmt/format.h>

#include <algorithm>

namespace ishi::compiler {

TunedNumber with_range(const NumberPlace& place, const Bounds& bounds) {
  TunedNumber number{place, bounds.low, bounds.high};
  if (bounds.unit == nullptr) return number;
  number.is_measured = place.unit != nullptr && place.unit->quantity == bounds.quantity;
  if (!number.is_measured) return number;
  number.low /= place.unit->factor;
  number.high /= place.unit->factor;
  return number;
}

TunedNumber with_usual_range(const NumberPlace& place) {
  if (place.value == 0) return {place, -1, 1};
  return {place, std::min(0.0, 2 * place.value), std::max(0.0, 2 * place.value)};
}

std::string fault_of(const TunedNumber& number) {
  const NumberPlace& place = number.place;
  if (!number.is_measured)
    return fmt::format("`{}` is {}{}, and its range measures something else", place.path, place.text,
                       place.unit == nullptr ? "" : place.unit->suffix);
  if (place.value < number.low || place.value > number.high)
    return fmt::format("`{}` is {}, which is outside of its range {:g}..{:g}", place.path, place.text,
                       number.low, number.high);
  return {};
}

std::string number_text(const NumberPlace& place, double value, int decimals) {
  std::string text = fmt::format("{:.{}f}", value, decimals);
  if (text.find('.') != std::string::npos) {
    while (text.ends_with('0')) text.pop_back();
    if (text.ends_with('.')) text.pop_back();
  }
  if (text == "-0") text = "0";
  // `0.50` has become `0.6`, and `1.0` becomes `2.0`: numbers beside each other look alike.
  const bool has_point = place.text.find('.') != std::string_view::npos;
  if (has_point && text.find('.') == std::string::npos) text += ".0";
  if (place.text.starts_with('+') && !text.starts_with('-')) text.insert(0, 1, '+');
  return text;
}

}  // namespace ishi::compiler
