#pragma once

#include <string>
#include <utility>
#include <vector>

namespace ishi::compiler {

// The values of a situation that differ from the defaults, as a test gives them: "hp" and "31".
struct WitnessText {
  using Entries = std::vector<std::pair<std::string, std::string>>;
  std::string state;   // of the agent; empty: it has none
  Entries given;       // keys and carried levels
  Entries self;        // "position" and "[0, 0, 30]": where the agent is, and what
  std::string taken;   // "[whistle]": what others hold; empty: nothing
  double seconds = 0;  // how old the world is, which no test can say
  Entries world;       // "wolf_1" and "{ position: [0, 0, 0] }"
  Entries remembers;   // "prey" and "[{}]": sets that the test leaves open
  Entries candidates;

  // "given: { hp: 31, threat: threat_1 }": a line for each field of a test, without its end.
  [[nodiscard]] std::vector<std::string> lines() const;
};

}  // namespace ishi::compiler
