#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

// A short way through YAML as nearly all of it is written: blocks of names and lists, brackets, and scalars
// that stand on one line without escapes. Reading them takes a tenth of the time that yaml-cpp needs, which
// reads all else.

namespace ishi::compiler {

// What yaml-cpp would say of the same text, with its end.
struct SimpleEvent {
  enum class Kind : uint8_t { scalar, mapping, sequence, end };

  Kind kind{};
  bool flow =
      false;  // of a mapping or sequence: in brackets, or a single `name: value` among items of a list
  uint32_t begin = 0;  // in the text; of `end` neither
  uint32_t end = 0;    // of a scalar, quotes included
};

// The events of a top-level entry: the bytes [begin, end) of a text without faults (skeleton.h). False, and
// no events, if there is anything in it that yaml-cpp is to judge. Linear.
[[nodiscard]] bool read_simple_entry(std::string_view text, size_t begin, size_t end,
                                     std::vector<SimpleEvent>& events);

}  // namespace ishi::compiler
