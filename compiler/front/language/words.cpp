#include "language/words.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>

#include "language/functions.h"
#include "language/limits.h"
#include "language/scalar.h"
#include "language/tables.h"

namespace ishi::compiler {
namespace {

using namespace std::string_view_literals;

constexpr std::array kExpressionWords = {
    "any"sv,    "nothing"sv, "nowhere"sv, "someone"sv,   "it"sv,      "self"sv,    "event"sv,       "time"sv,
    "random"sv, "elapsed"sv, "running"sv, "awareness"sv, "aborted"sv, "needs"sv,   "drives"sv,      "and"sv,
    "or"sv,     "not"sv,     "true"sv,    "false"sv,     "doc"sv,     "extends"sv, "renamed_from"sv};

// The words that may stand beside the fields of everything that has a name.
constexpr std::array kNamedWords = {"doc"sv, "extends"sv, "renamed_from"sv};

bool contains(std::span<const std::string_view> words, std::string_view word) {
  return std::ranges::find(words, word) != words.end();
}

}  // namespace

std::string mended_name(std::string_view name) {
  std::string result;
  const auto is_foreign = [](char c) { return static_cast<unsigned char>(c) >= 0x80; };
  if (std::ranges::any_of(name, is_foreign) || (!name.empty() && name[0] >= '0' && name[0] <= '9'))
    return result;
  for (const char c : name) {
    if (c >= 'A' && c <= 'Z') {
      if (!result.empty() && result.back() != '_') result += '_';
      result += static_cast<char>(c - 'A' + 'a');
    } else if ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9' && !result.empty())) {
      result += c;
    } else if (!result.empty() && result.back() != '_') {
      result += '_';
    }
  }
  while (!result.empty() && result.back() == '_') result.pop_back();
  return result;
}

bool is_step_modifier(std::string_view word) {
  const auto field = std::ranges::find(kStepMapping.fields, word, &Field::name);
  return field != kStepMapping.fields.end() && !field->is_verb;
}

std::string_view meaning_in_expressions(std::string_view word) {
  if (contains(kExpressionWords, word)) return "a word of the language";
  return find_function(word) != nullptr ? "a function" : "";
}

bool is_reserved_as_verb(std::string_view word) {
  const bool is_of_steps =
      std::ranges::find(kStepMapping.fields, word, &Field::name) != kStepMapping.fields.end();
  return is_of_steps || contains(kNamedWords, word);
}

std::vector<std::string_view> words_in_expressions() {
  std::vector<std::string_view> words(kExpressionWords.begin(), kExpressionWords.end());
  std::ranges::sort(words);
  return words;
}

std::vector<std::string_view> words_of_steps() {
  std::vector<std::string_view> words(kNamedWords.begin(), kNamedWords.end());
  for (const Field& field : kStepMapping.fields) words.push_back(field.name);
  std::ranges::sort(words);
  return words;
}

std::string quoted_list(std::span<const std::string_view> names, std::string_view conjunction, size_t most) {
  const size_t listed = names.size() > most ? most - 1 : names.size();
  std::string result;
  for (size_t i = 0; i < listed; ++i) {
    if (i > 0) result += i + 1 == names.size() ? fmt::format(" {} ", conjunction) : ", ";
    result += fmt::format("`{}`", names[i]);
  }
  if (listed < names.size()) result += fmt::format(" {} {} more", conjunction, names.size() - listed);
  return result;
}

std::string circle_text(std::span<const std::string> chain, const std::string& last) {
  constexpr std::ptrdiff_t kShown = 8;
  std::string text;
  const auto first = std::ranges::find(chain, last);
  const auto end = chain.end() - first > kShown ? first + kShown : chain.end();
  for (auto step = first; step != end; ++step) text += *step + " → ";
  if (end != chain.end()) text += fmt::format("{} more → ", chain.end() - end);
  return text + last;
}

bool check_new_name(std::string_view name, Span span, Diagnostics& diagnostics) {
  if (name.size() > kLimits.name_bytes) {
    diagnostics
        .report(
            Code::name_too_long, span,
            fmt::format("this name has {} characters; a name may have {}", name.size(), kLimits.name_bytes))
        .help("shorten it; its `doc` can say at any length what it stands for");
    return false;
  }
  if (is_name(name)) return true;
  auto report = diagnostics.report(
      Code::bad_name, span,
      name.empty() ? std::string("a name is empty") : fmt::format("`{}` cannot be a name", name));
  const std::string mended = mended_name(name);
  constexpr std::string_view kRule =
      "a name has the letters a to z in lower case, digits and underscores, and begins with a letter";
  if (!mended.empty()) {
    report.help(fmt::format("write `{}`: {}", mended, kRule)).edit(span, mended);
  } else {
    const bool is_of_another_script = std::ranges::any_of(name, [](char c) { return (c & 0x80) != 0; });
    report.help(fmt::format(
        "{}{}", kRule,
        is_of_another_script ? "; comments, `doc` and the names of tests may be in any language" : ""));
  }
  return false;
}

}  // namespace ishi::compiler
