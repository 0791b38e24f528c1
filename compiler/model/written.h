#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "ishi/compiler/diagnostic.h"

// The pieces of which the model is made: each remembers what was written and where. Texts are slices
// of the sources or of the syntax tree, which must outlive the model.

namespace ishi::compiler {

inline constexpr uint32_t kNone = 0xffff'ffff;

struct Expression;  // expression/expression.h

// A value that may have been written. `value` holds the default until then, and after an error.
template <class T>
struct Setting {
  T value{};
  Span span{};
  bool given = false;
};

// A name where it is declared, or a free text.
struct Name {
  std::string_view text;
  Span span;
};

// A name that stands for something declared elsewhere. `index` is its place in that section of the
// model, or kNone where it was not given or could not be found (which has then been reported).
struct Reference {
  std::string_view text;
  Span span;
  uint32_t index = kNone;

  [[nodiscard]] bool given() const { return !text.empty(); }
};

// An expression as written; `root` is its typed tree, null where it was not given or is wrong (which
// has then been reported).
struct Formula {
  std::string_view text;
  Span span;  // of the text itself, without quotes
  const Expression* root = nullptr;

  [[nodiscard]] bool given() const { return !text.empty(); }
};

// An entry of a map.
template <class T>
struct Named {
  Name name;
  T value{};
};

template <class T>
using Map = std::vector<Named<T>>;

// The index of the entry with this name, or kNone.
template <class T>
[[nodiscard]] uint32_t find_index(const Map<T>& map, std::string_view name) {
  for (uint32_t i = 0; i < map.size(); ++i) {
    if (map[i].name.text == name) return i;
  }
  return kNone;
}

}  // namespace ishi::compiler
