#pragma once

#include <set>
#include <string>
#include <string_view>

namespace ishi::compiler {

// True if a word cannot be a name in a header: a keyword of C++, a macro of a system's headers, or what a
// header itself says.
[[nodiscard]] bool is_taken_in_cpp(std::string_view word);

// True if a word, in upper or lower case, is a macro of the headers that a contract's header includes, or is
// kept for such.
[[nodiscard]] bool is_macro(std::string_view word);

// True if the C library has a function or type of this name, so that no namespace may have it.
[[nodiscard]] bool is_global_in_c(std::string_view word);

// "move_to" as a type: "MoveTo"; "person.side": "PersonSide".
[[nodiscard]] std::string type_name_of(std::string_view name);

// The names of one scope of a header: each is given once.
class CppScope {
 public:
  // The name, with as many underscores behind it as it takes to be free.
  std::string add(std::string name);

 private:
  std::set<std::string, std::less<>> taken_;
};

}  // namespace ishi::compiler
