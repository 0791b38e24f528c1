#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "choices.h"

// Expressions that are almost right, from the compiler's table of functions and what a document declares.

namespace ishi::fuzzing {

// What a value is, by the letters of the table of functions (language/functions.h): n number, i whole, b
// condition, l length, s duration, a angle, v speed, r rate, p point, d direction, e entity, f frames.
using TypeLetter = char;

// What stands for values of each type: keys, members of a loop, levels.
struct KnownNames {
  std::map<TypeLetter, std::vector<std::string>> values;
  std::vector<std::string> sets;
  std::vector<std::string> curves;
  std::vector<std::string> moments;  // actions and events
};

class ExpressionWriter {
 public:
  ExpressionWriter(const KnownNames& names, Choices& choices) : names_(names), choices_(choices) {}

  [[nodiscard]] std::string write(TypeLetter type, int depth = 0);

 private:
  std::string literal(TypeLetter type);
  std::string name_or_literal(TypeLetter type);
  std::string operation(TypeLetter type, int depth);
  std::string condition(int depth);
  std::string call(TypeLetter type, int depth);
  std::string argument(char letter, TypeLetter any, TypeLetter other, int depth);

  const KnownNames& names_;
  Choices& choices_;
};

// Which type an example in the language's tables seems to be of.
[[nodiscard]] TypeLetter type_of_example(std::string_view example);
// Of a built-in type's name; 'w' for those of enums, 'e' for those of things.
[[nodiscard]] TypeLetter type_of_name(std::string_view name);

}  // namespace ishi::fuzzing
