#include "emit/language_writers.h"
#include "ishi/types.h"

namespace ishi::compiler {

std::string_view type_text(ishi::ValueType type, const ValueWords& words) {
  switch (type) {
    case ishi::ValueType::integer: return words.integer;
    case ishi::ValueType::boolean:
    case ishi::ValueType::enumeration: return words.byte;
    case ishi::ValueType::entity:
    case ishi::ValueType::thing: return words.entity;
    case ishi::ValueType::point:
    case ishi::ValueType::direction: return words.vector;
    default: return words.number;
  }
}

std::string default_text(const ContractEntry& entry, const ValueWords& words) {
  const Vector3& value = entry.fallback;
  const auto vector_of = [&](std::string_view x, std::string_view y, std::string_view z) {
    return fmt::format(fmt::runtime(words.new_vector), x, y, z);
  };
  switch (entry.type) {
    case ishi::ValueType::integer: return fmt::format("{}", static_cast<int32_t>(value.x));
    case ishi::ValueType::boolean: return value.x != 0 ? "1" : "0";
    case ishi::ValueType::entity:
    case ishi::ValueType::thing: return std::string(words.nobody);
    case ishi::ValueType::point:
      if (!is_somewhere(value)) return vector_of(words.nowhere, words.nowhere, words.nowhere);
      [[fallthrough]];
    case ishi::ValueType::direction:
      return vector_of(words.text_of(value.x), words.text_of(value.y), words.text_of(value.z));
    default: return words.text_of(value.x);
  }
}

}  // namespace ishi::compiler
