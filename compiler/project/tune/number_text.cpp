#include "tune/number_text.h"

#include <fmt/format.h>

namespace ishi::compiler {

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
  const bool has_sign = place.text.starts_with('+') || (place.text.starts_with('-') && !place.is_of_formula);
  if (has_sign && !text.starts_with('-') && text != "0" && text != "0.0") text.insert(0, 1, '+');
  return text;
}

}  // namespace ishi::compiler
