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
    // macros that are members of structs in POSIX and Linux headers
    "d_fileno"sv, "h_addr"sv, "h_errno"sv, "math_errhandling"sv, "s6_addr"sv, "s6_addr16"sv, "s6_addr32"sv,
    "sa_handler"sv, "sa_sigaction"sv, "sched_priority"sv, "sigev_notify_attributes"sv,
    "sigev_notify_function"sv, "st_atime"sv, "st_ctime"sv, "st_mtime"sv,
    // what the header says
    "int32_t"sv, "ishi"sv, "std"sv, "uint32_t"sv, "uint64_t"sv, "uint8_t"sv};

// Families of such macros: siginfo_t, the interfaces of a network.
constexpr std::array kTakenFamilies = {"ifa_"sv, "ifc_"sv, "ifr_"sv, "si_"sv};

// Functions and types of C and POSIX that somebody may want to call a namespace.
constexpr std::array kGlobals = {
    "abort"sv,    "abs"sv,      "accept"sv, "access"sv,  "acos"sv,   "alarm"sv,    "asin"sv,    "atan"sv,
    "bind"sv,     "calloc"sv,   "ceil"sv,   "chdir"sv,   "clock"sv,  "close"sv,    "connect"sv, "cos"sv,
    "div"sv,      "double_t"sv, "dup"sv,    "environ"sv, "exit"sv,   "exp"sv,      "fabs"sv,    "float_t"sv,
    "floor"sv,    "fork"sv,     "free"sv,   "gamma"sv,   "getc"sv,   "gets"sv,     "index"sv,   "j0"sv,
    "j1"sv,       "kill"sv,     "labs"sv,   "ldiv"sv,    "link"sv,   "listen"sv,   "log"sv,     "main"sv,
    "malloc"sv,   "nice"sv,     "open"sv,   "pause"sv,   "pipe"sv,   "poll"sv,     "pow"sv,     "printf"sv,
    "putc"sv,     "puts"sv,     "qsort"sv,  "raise"sv,   "rand"sv,   "random"sv,   "read"sv,    "realloc"sv,
    "recv"sv,     "remove"sv,   "rename"sv, "rewind"sv,  "round"sv,  "scanf"sv,    "select"sv,  "send"sv,
    "shutdown"sv, "signal"sv,   "sin"sv,    "sleep"sv,   "socket"sv, "sqrt"sv,     "srand"sv,   "stat"sv,
    "sync"sv,     "system"sv,   "tan"sv,    "time"sv,    "times"sv,  "truncate"sv, "unlink"sv,  "wait"sv,
    "write"sv,    "y0"sv,       "y1"sv,     "yn"sv};

}  // namespace

bool is_taken_in_cpp(std::string_view word) {
  return std::ranges::find(kTaken, word) != kTaken.end() ||
         std::ranges::any_of(kTakenFamilies,
                             [&](std::string_view family) { return word.starts_with(family); });
}

bool is_macro(std::string_view word) {
  if (word == "NULL" || word == "EOF" || word == "WEOF" || word.find("__") != std::string_view::npos)
    return true;
  if (word.size() > 1 && word[0] == '_' && word[1] >= 'A' && word[1] <= 'Z') return true;
  // INT32_MAX, UINT8_C, SIZE_WIDTH and the rest of <cstdint>
  constexpr std::array kFirst = {"INT"sv,  "UINT"sv,  "PTRDIFF"sv, "SIG_ATOMIC"sv,
                                 "SIZE"sv, "WCHAR"sv, "WINT"sv};
  constexpr std::array kLast = {"_MAX"sv, "_MIN"sv, "_WIDTH"sv, "_C"sv};
  return std::ranges::any_of(kFirst, [&](std::string_view first) { return word.starts_with(first); }) &&
         std::ranges::any_of(kLast, [&](std::string_view last) { return word.ends_with(last); });
}

bool is_global_in_c(std::string_view word) {
  return word.ends_with("_t") || word.starts_with("wcs") || word.starts_with("wmem") ||
         std::ranges::find(kGlobals, word) != kGlobals.end();
}

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
