#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <tuple>
#include <vector>

#include "choices.h"
#include "fail.h"
#include "ishi/world.h"

namespace ishi::fuzzing {

// What is known of a task that was started.
enum class TaskState { running, reported, ending, over };

// Every start and end, as a game sees them.
class Ledger {
 public:
  void take(const Commands& commands) {
    for (const End& end : commands.ends) {
      const auto found = tasks_.find(key(end.token));
      require(found != tasks_.end(), "a task ends that never started");
      require(found->second == TaskState::running || found->second == TaskState::reported,
              "a task ends twice");
      found->second = end.report_when_over ? TaskState::ending : TaskState::over;
    }
    for (const Start& start : commands.starts) {
      require(start.token.serial != 0, "a task without a token");
      const bool is_new = tasks_.emplace(key(start.token), TaskState::running).second;
      require(is_new, "a token is given twice");
      tokens_.push_back(start.token);
    }
  }
  void reported(const Token& token) {
    const auto found = tasks_.find(key(token));
    require(found != tasks_.end(), "a report of a task is taken that never started");
    require(found->second == TaskState::running || found->second == TaskState::ending,
            "a second report is taken");
    found->second = found->second == TaskState::running ? TaskState::reported : TaskState::over;
  }
  // Of a task that was started, mostly lately; or one that was not.
  [[nodiscard]] Token any(Choices& choices) const {
    if (tokens_.empty() || choices.one_in(16))
      return {choices.below(16), static_cast<uint16_t>(choices.below(4)),
              static_cast<uint16_t>(choices.below(4)), choices.value<uint64_t>()};
    return tokens_[tokens_.size() - 1 - choices.below(std::min<size_t>(tokens_.size(), 12))];
  }
  [[nodiscard]] uint64_t started(uint16_t population) const {
    return static_cast<uint64_t>(std::ranges::count(tokens_, population, &Token::population));
  }

 private:
  using Key = std::tuple<uint16_t, uint32_t, uint16_t, uint64_t>;
  static Key key(const Token& token) { return {token.population, token.slot, token.lane, token.serial}; }

  std::map<Key, TaskState> tasks_;
  std::vector<Token> tokens_;
};

}  // namespace ishi::fuzzing
