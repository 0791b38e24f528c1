#include "workspace/embedded_picture.h"

#include <fmt/format.h>

#include <cstddef>

namespace ishi::compiler {
namespace {

std::string base64(std::string_view bytes) {
  constexpr std::string_view kDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string result;
  for (size_t i = 0; i < bytes.size(); i += 3) {
    uint32_t group = 0;
    for (size_t k = 0; k < 3; ++k)
      group = group << 8U | (i + k < bytes.size() ? static_cast<unsigned char>(bytes[i + k]) : 0U);
    for (size_t k = 0; k < 4; ++k)
      result += i + k > bytes.size() ? '=' : kDigits[group >> (18U - 6U * k) & 63U];
  }
  return result;
}

}  // namespace

std::string embedded_picture(std::string_view label, std::string_view svg, uint32_t width) {
  return fmt::format("![{}](data:image/svg+xml;base64,{}{})", label, base64(svg),
                     width == 0 ? std::string() : fmt::format("|width={}", width));
}

}  // namespace ishi::compiler
