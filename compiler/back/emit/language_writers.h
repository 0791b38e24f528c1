#pragma once

#include <fmt/format.h>

#include <iterator>
#include <string>
#include <string_view>
#include <utility>

#include "emit/game_outline.h"

// What the writers of headers for other languages share.

namespace ishi::compiler {

[[nodiscard]] std::string c_header(const GameOutline& outline, std::string_view name_space);
[[nodiscard]] std::string csharp_header(const GameOutline& outline, std::string_view name_space);
[[nodiscard]] std::string python_header(const GameOutline& outline);
[[nodiscard]] std::string typescript_header(const GameOutline& outline);

// A text that grows by lines.
class HeaderLines {
 public:
  template <class... Arguments>
  void add(fmt::format_string<Arguments...> text, Arguments&&... arguments) {
    fmt::format_to(std::back_inserter(text_), text, std::forward<Arguments>(arguments)...);
    text_ += '\n';
  }
  void add_blank() { text_ += '\n'; }
  [[nodiscard]] std::string take() { return std::move(text_); }

 private:
  std::string text_;
};

// The words of a language for the types of values and for their defaults; enums are named by each contract.
struct ValueWords {
  std::string_view integer, byte, entity, vector, number;
  std::string_view nobody;
  std::string_view new_vector;  // of three texts, as fmt has them: "{{{}, {}, {}}}"
  std::string_view nowhere;     // each coordinate of the point that is no place
  std::string (*text_of)(float number);
};
[[nodiscard]] std::string_view type_text(ishi::ValueType type, const ValueWords& words);
// Of every type but an enum.
[[nodiscard]] std::string default_text(const ContractEntry& entry, const ValueWords& words);

// How many bytes lie between the last field of a record and its end.
[[nodiscard]] inline uint32_t padding_of(const OutlineRecord& record) {
  const ContractEntry& last = record.fields.back()->entry;
  return record.bytes - last.place - size_of(last.type);
}

// The numbers of an entry between its names and its bounds, in the order of ishi_entry.
[[nodiscard]] inline std::string entry_numbers(const ContractEntry& e) {
  const auto number = [](auto value) { return static_cast<unsigned>(value); };
  return fmt::format("{}, {}, {}, {}, {}, {}, {}, {}, {}, {}", number(e.kind), number(e.type),
                     number(e.scope), number(e.merge), number(e.abort), number(e.required), number(e.live),
                     number(e.given), e.place, e.size);
}

}  // namespace ishi::compiler
