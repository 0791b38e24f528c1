#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "conversions.h"
#include "value.h"

namespace ishi::godot {

// The members of a Dictionary that a call takes. One of another type than it should be is refused: `fault`
// says so, and what it would have set stays as it is.
struct Options {
  std::vector<std::pair<std::string, Value>> entries;
  std::string fault{};

  explicit Options(const Value& value) : entries(value.entries()) {}
  const Value* find(std::string_view name, Type type) {
    for (const auto& [one, value] : entries) {
      if (one != name) continue;
      const bool fits = type == Type::number   ? value.is_number()
                        : type == Type::string ? value.is(type) || value.is(Type::string_name)
                                               : value.is(type);
      if (fits) return &value;
      fault = quoted(name) + " is " + a_type(type) + ", not " + a_type(value.type());
    }
    return nullptr;
  }
  void count(std::string_view name, uint32_t& result) {
    const Value* value = find(name, Type::number);
    if (value == nullptr) return;
    if (!fits_count(value->integer()))
      fault = quoted(name) + " is " + std::to_string(value->integer()) + ", which is out of its range";
    else
      result = static_cast<uint32_t>(value->integer());
  }
  void id(std::string_view name, uint64_t& result) {
    if (const Value* value = find(name, Type::number)) result = static_cast<uint64_t>(value->integer());
  }
  [[nodiscard]] std::string text(std::string_view name) {
    const Value* value = find(name, Type::string);
    return value == nullptr ? std::string() : value->text();
  }
  void point(std::string_view name, ishi_vector3& result) {
    const Value* value = find(name, Type::vector3);
    if (value == nullptr) return;
    result = value->point();
    if (!is_finite(result)) fault = quoted(name) + " is no place";
  }
};

}  // namespace ishi::godot
