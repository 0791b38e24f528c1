#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace ishi::compiler::cli {

// The kinds of lines that `play` prints. `--only` names them.
enum class Topic : uint8_t {
  chooses,  // an action
  ends,     // an action is over, or another one takes over
  does,     // tasks and steps
  fails,    // actions, tasks and steps that fail or are aborted
  keys,     // and facts that change
  events,   // that arrive and are emitted, and sounds
  notices,  // whom an agent remembers and forgets
  plans,    // and what goals foresee
  states,
  moves,  // walks and steerings
  world   // what the scene changes, and agents that leave
};

// A set of topics.
class Topics {
 public:
  static constexpr Topics all() { return Topics(~0U); }
  static constexpr Topics none() { return Topics(0); }
  [[nodiscard]] constexpr bool has(Topic topic) const {
    return (bits_ >> static_cast<uint32_t>(topic) & 1U) != 0;
  }
  [[nodiscard]] constexpr bool is_all() const { return bits_ == ~0U; }
  constexpr void add(Topic topic) { bits_ |= 1U << static_cast<uint32_t>(topic); }

 private:
  constexpr explicit Topics(uint32_t bits) : bits_(bits) {}
  uint32_t bits_;
};

// "chooses,fails". Nothing, after a message on stderr, if a word is no topic. An empty text: all.
[[nodiscard]] std::optional<Topics> read_topics(std::string_view words);

}  // namespace ishi::compiler::cli
