#pragma once

#include <string>
#include <vector>

namespace ishi::compiler {

// The keys that lead to a part of a text, and places in lists as decimal numbers: {"actions", "shoot", "do",
// "0"}.
using TextAddress = std::vector<std::string>;

// A part that is switched off for a try: an action, a step, a method, a state or a transition.
struct SwitchedOff {
  std::string file;
  TextAddress at;
};

}  // namespace ishi::compiler
