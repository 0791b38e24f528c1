#include "syntax/grouped_digits.h"

#include <algorithm>
#include <vector>

#include "syntax/characters.h"

namespace ishi::compiler {
namespace {

constexpr size_t kGroup = 3;

bool is_mark(char c) { return c == ',' || c == '.' || c == ' ' || c == '_' || c == '\''; }

// A mark between two digits.
bool is_mark_at(std::string_view text, size_t index) {
  return is_mark(character_at(text, index)) && is_digit(character_at(text, index + 1));
}

struct Digits {
  std::vector<std::string_view> groups;
  std::string marks;  // one fewer
};

Digits split(std::string_view text) {
  Digits result;
  size_t begin = 0;
  size_t at = 0;
  while (is_digit(character_at(text, at))) {
    while (is_digit(character_at(text, at))) ++at;
    result.groups.push_back(text.substr(begin, at - begin));
    if (!is_mark_at(text, at)) break;
    result.marks += text[at++];
    begin = at;
  }
  return result;
}

// Are the first `count` groups those of a number of thousands?
bool are_thousands(const Digits& digits, size_t count) {
  if (digits.groups[0].size() > kGroup || digits.groups[0][0] == '0') return false;
  return std::all_of(digits.groups.begin() + 1, digits.groups.begin() + static_cast<ptrdiff_t>(count),
                     [](std::string_view group) { return group.size() == kGroup; });
}

std::string joined(const Digits& digits, size_t count) {
  std::string result;
  for (size_t i = 0; i < count; ++i) result += digits.groups[i];
  return result;
}

}  // namespace

std::optional<GroupedDigits> read_grouped_digits(std::string_view text) {
  const size_t sign = !text.empty() && (text[0] == '+' || text[0] == '-') ? 1 : 0;
  const Digits digits = split(text.substr(sign));
  if (digits.marks.empty() || digits.marks == ".") return std::nullopt;
  const size_t count = digits.groups.size();
  const size_t length = static_cast<size_t>(digits.groups.back().end() - text.begin());
  const std::string_view before = text.substr(0, sign), behind = text.substr(length);
  const auto whole = [&](const std::string& number) {
    return std::string(before) + number + std::string(behind);
  };
  const std::string with_point = joined(digits, count - 1) + "." + std::string(digits.groups.back());
  const char last = digits.marks.back();
  GroupedDigits result;
  result.has_comma = digits.marks.find(',') != std::string::npos;
  const bool is_one_kind = digits.marks.find_first_not_of(last) == std::string::npos;
  if (is_one_kind && (last == '_' || last == '\'')) {
    result.meant = whole(joined(digits, count));
  } else if (is_one_kind && (count > 2 || last == ' ')) {  // `1,000,000`, `1.000.000`, `1 000`
    if (!are_thousands(digits, count)) return std::nullopt;
    result.meant = whole(joined(digits, count));
  } else if (is_one_kind) {  // `1,5`, and `1,000`, which may be either
    result.meant = whole(with_point);
    if (are_thousands(digits, count)) result.other = whole(joined(digits, count));
  } else {  // `1.000,5`, `1 000.5`: the last mark begins the fraction
    const bool is_fraction = (last == ',' || last == '.') && std::ranges::count(digits.marks, last) == 1;
    if (!is_fraction || !are_thousands(digits, count - 1)) return std::nullopt;
    result.meant = whole(with_point);
    if (are_thousands(digits, count)) result.other = whole(joined(digits, count));
  }
  return result;
}

size_t grouped_digits_length(std::string_view text) {
  size_t at = 0;
  while (is_digit(character_at(text, at)) || (at > 0 && is_mark_at(text, at) && text[at] != ' ')) {
    ++at;
  }
  if (at == 0) return 0;
  while (is_word(character_at(text, at)) || character_at(text, at) == '%' ||
         (character_at(text, at) == '/' && is_letter(character_at(text, at + 1)))) {
    ++at;
  }
  return at;
}

}  // namespace ishi::compiler
