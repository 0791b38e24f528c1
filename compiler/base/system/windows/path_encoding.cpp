#include <cerrno>
#include <cstddef>
#include <cwchar>

// GNU's C++ library makes a path of a narrow text by mbrtowc() of the current locale, and the C library of
// Windows (msvcrt) has none with UTF-8. The linker calls this in its place (--wrap in
// compiler/CMakeLists.txt), so that narrow paths are UTF-8 in both directions.

extern "C" size_t __wrap_mbrtowc(wchar_t* to, const char* text, size_t size, mbstate_t* state);

extern "C" size_t __wrap_mbrtowc(wchar_t* to, const char* text, size_t size, mbstate_t* state) {
  constexpr auto kWrong = static_cast<size_t>(-1);
  constexpr auto kIncomplete = static_cast<size_t>(-2);
  const auto wrong = [] {
    errno = EILSEQ;
    return kWrong;
  };
  const auto byte = [&](size_t i) { return static_cast<unsigned char>(text[i]); };
  if (text == nullptr) return 0;
  if (size == 0) return kIncomplete;
  // The second half of a character beyond U+FFFF, which the last byte of the character stands for.
  if (state != nullptr && *state != 0) {
    if (to != nullptr) *to = static_cast<wchar_t>(*state);
    *state = 0;
    return 1;
  }
  if (byte(0) < 0x80) {
    if (to != nullptr) *to = static_cast<wchar_t>(byte(0));
    return byte(0) == 0 ? 0 : 1;
  }
  const size_t count = byte(0) >= 0xF0 ? 4 : byte(0) >= 0xE0 ? 3 : 2;
  if (byte(0) < 0xC2 || byte(0) > 0xF4) return wrong();
  unsigned code = byte(0) & (0x7FU >> count);
  for (size_t i = 1; i < count; ++i) {
    if (i == size) return kIncomplete;
    if ((byte(i) & 0xC0) != 0x80) return wrong();
    code = (code << 6) | (byte(i) & 0x3FU);
  }
  const bool is_overlong = code < (count == 4 ? 0x10000U : count == 3 ? 0x800U : 0x80U);
  if (is_overlong || code > 0x10FFFF || (code >= 0xD800 && code < 0xE000)) return wrong();
  if (code < 0x10000) {
    if (to != nullptr) *to = static_cast<wchar_t>(code);
    return count;
  }
  if (state == nullptr) return wrong();
  if (to != nullptr) *to = static_cast<wchar_t>(0xD800 + ((code - 0x10000) >> 10));
  *state = static_cast<mbstate_t>(0xDC00 + ((code - 0x10000) & 0x3FF));
  return count - 1;
}
