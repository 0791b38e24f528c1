#include "emit/cpp_names.h"

#include <algorithm>
#include <array>

namespace ishi::compiler {
namespace {

using namespace std::string_view_literals;

// Those that a name of ours can be spelt like: words in lower case.
constexpr std::array kTaken = {
    "alignas"sv, "alignof"sv, "and"sv, "and_eq"sv, "asm"sv, "auto"sv, "bitand"sv, "bitor"sv, "bool"sv,
    "break"sv, "case"sv, "catch"sv, "char"sv, "char16_t"sv, "char32_t"sv, "char8_t"sv, "class"sv,
    "co_await"sv, "co_return"sv, "co_yield"sv, "compl"sv, "concept"sv, "const"sv, "const_cast"sv,
    "consteval"sv, "constexpr"sv, "constinit"sv, "continue"sv, "decltype"sv, "default"sv, "delete"sv, "do"sv,
    "double"sv, "dynamic_cast"sv, "else"sv, "enum"sv, "explicit"sv, "export"sv, "extern"sv, "false"sv,
    "float"sv, "for"sv, "friend"sv, "goto"sv, "if"sv, "inline"sv, "int"sv, "long"sv, "mutable"sv,
    "namespace"sv, "new"sv, "noexcept"sv, "not"sv, "not_eq"sv, "nullptr"sv, "operator"sv, "or"sv, "or_eq"sv,
    "private"sv, "protected"sv, "public"sv, "register"sv, "reinterpret_cast"sv, "requires"sv, "return"sv,
    "short"sv, "signed"sv, "sizeof"sv, "static"sv, "static_assert"sv, "static_cast"sv, "struct"sv, "switch"sv,
    "template"sv, "this"sv, "thread_local"sv, "throw"sv, "true"sv, "try"sv, "typedef"sv, "typeid"sv,
    "typename"sv, "union"sv, "unsigned"sv, "using"sv, "virtual"sv, "void"sv, "volatile"sv, "wchar_t"sv,
    "while"sv, "xor"sv, "xor_eq"sv,
    // macros
    "assert"sv, "errno"sv, "far"sv, "interface"sv, "linux"sv, "major"sv, "max"sv, "min"sv, "minor"sv,
    "near"sv, "offsetof"sv, "small"sv, "stderr"sv, "stdin"sv, "stdout"sv, "unix"sv,
    // what the header says
    "int32_t"sv, "ishi"sv, "std"sv, "uint32_t"sv, "uint64_t"sv, "uint8_t"sv};

}  // namespace

bool is_taken_in_cpp(std::string_view word) { return std::ranges::find(kTaken, word) != kTaken.end(); }

std::string type_name_of(std::string_view name) {
  std::string result;
  bool starts_word = true;
  for (const char c : name) {
    const bool is_between = c == '_' || c == '.';
    if (!is_between) result += starts_word && c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
    starts_word = is_between;
  }
  return result;
}

std::string CppScope::add(std::string name) {
  if (is_taken_in_cpp(name)) name += '_';
  while (!taken_.insert(name).second) name += '_';
  return name;
}

}  // namespace ishi::compiler
