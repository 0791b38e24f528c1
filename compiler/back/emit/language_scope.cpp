#include "emit/language_scope.h"

#include <algorithm>
#include <array>

namespace ishi::compiler {
namespace {

using namespace std::string_view_literals;

// Those of C and C++: a header of C is included in both.
constexpr std::array kInC = {
    "alignas"sv, "alignof"sv,   "and"sv,       "and_eq"sv,   "asm"sv,      "auto"sv,     "bitand"sv,
    "bitor"sv,   "bool"sv,      "break"sv,     "case"sv,     "catch"sv,    "char"sv,     "class"sv,
    "compl"sv,   "concept"sv,   "const"sv,     "continue"sv, "decltype"sv, "default"sv,  "delete"sv,
    "do"sv,      "double"sv,    "else"sv,      "enum"sv,     "errno"sv,    "explicit"sv, "export"sv,
    "extern"sv,  "false"sv,     "float"sv,     "for"sv,      "friend"sv,   "goto"sv,     "if"sv,
    "inline"sv,  "int"sv,       "interface"sv, "linux"sv,    "long"sv,     "major"sv,    "minor"sv,
    "mutable"sv, "namespace"sv, "near"sv,      "far"sv,      "new"sv,      "noexcept"sv, "not"sv,
    "not_eq"sv,  "nullptr"sv,   "operator"sv,  "or"sv,       "or_eq"sv,    "private"sv,  "protected"sv,
    "public"sv,  "register"sv,  "requires"sv,  "restrict"sv, "return"sv,   "short"sv,    "signed"sv,
    "sizeof"sv,  "small"sv,     "static"sv,    "struct"sv,   "switch"sv,   "template"sv, "this"sv,
    "throw"sv,   "true"sv,      "try"sv,       "typedef"sv,  "typeid"sv,   "typename"sv, "union"sv,
    "unix"sv,    "unsigned"sv,  "using"sv,     "virtual"sv,  "void"sv,     "volatile"sv, "while"sv,
    "xor"sv,     "xor_eq"sv};

// Members that each object or enum has.
constexpr std::array kInCSharp = {"Equals"sv,          "Finalize"sv, "GetHashCode"sv,
                                  "GetType"sv,         "Ishi"sv,     "MemberwiseClone"sv,
                                  "ReferenceEquals"sv, "System"sv,   "ToString"sv};

constexpr std::array kInPython = {"False"sv, "None"sv, "True"sv, "and"sv, "as"sv, "assert"sv, "async"sv,
                                  "await"sv, "break"sv, "class"sv, "continue"sv, "def"sv, "del"sv, "elif"sv,
                                  "else"sv, "except"sv, "finally"sv, "for"sv, "from"sv, "global"sv, "if"sv,
                                  "import"sv, "in"sv, "is"sv, "lambda"sv, "nonlocal"sv, "not"sv, "or"sv,
                                  "pass"sv, "raise"sv, "return"sv, "try"sv, "while"sv, "with"sv, "yield"sv,
                                  // what the module imports, and members that an enum or struct has
                                  "ctypes"sv, "enum"sv, "native"sv, "name"sv, "value"sv, "mro"sv};

// Words can be members of objects; these are not theirs alone, or what the module imports.
constexpr std::array kInTypescript = {"__proto__"sv, "constructor"sv, "ishi"sv, "toString"sv, "valueOf"sv};

template <size_t count>
bool has(const std::array<std::string_view, count>& words, std::string_view word) {
  return std::ranges::find(words, word) != words.end();
}

}  // namespace

std::string LanguageScope::add(std::string name) {
  if (is_taken_(name)) name += '_';
  while (!given_.insert(name).second) name += '_';
  return name;
}

bool is_taken_in_c(std::string_view word) { return has(kInC, word); }
bool is_taken_in_csharp(std::string_view word) { return has(kInCSharp, word); }
bool is_taken_in_python(std::string_view word) { return has(kInPython, word) || word.starts_with("__"); }
bool is_taken_in_typescript(std::string_view word) { return has(kInTypescript, word); }

std::string word_of(std::string_view name) {
  std::string result(name);
  std::ranges::replace(result, '.', '_');
  return result;
}

std::string capitals_of(std::string_view name) {
  std::string result = word_of(name);
  std::ranges::transform(result, result.begin(),
                         [](char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; });
  return result;
}

bool is_word(std::string_view text) {
  const auto is_letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; };
  const auto is_inside = [&](char c) { return is_letter(c) || (c >= '0' && c <= '9'); };
  return !text.empty() && is_letter(text[0]) && std::ranges::all_of(text, is_inside);
}

}  // namespace ishi::compiler
