#include "asset/watched_keys.h"

#include <bitset>

#include "asset/asset_state.h"
#include "asset/limits.h"
#include "ishi/asset.h"
#include "program/row.h"

namespace ishi {
namespace {

// Keys are counted a window at a time, so that nothing is allocated.
constexpr uint32_t kWindow = 1024;

class WatchedKeys {
 public:
  WatchedKeys(const Tables& tables, const blob::Agent& agent) : t_(tables), agent_(agent) {
    for_each_watched_formula(t_, agent_, [&](uint32_t formula) {
      for (const blob::Operation& operation : part(t_.operations, t_.formulas[formula].program())) {
        if (operation.code() == blob::OperationCode::level)
          needed_.set(level_result(t_, agent_, operation.parameter()));
      }
    });
    const auto program = part(t_.operations, agent_.program());
    for (size_t i = program.size(); i-- > 0;) {
      if (!needed_[i]) continue;
      for (uint32_t k = 0; k < operands_of(program[i]); ++k) needed_.set(operand_of(program[i], k));
      if (program[i].gate() != 0) needed_.set(program[i].gate() - 1);
    }
  }

  // Marks the keys from `first` on.
  void read(uint32_t first, std::bitset<kWindow>& keys) const {
    const auto mark = [&](const blob::Operation& operation) {
      const uint32_t place = operation.parameter() - first;  // wraps below the window
      const bool reads = reads_key(static_cast<OperationCode>(operation.code())) && place < kWindow;
      // A private key is not the game's to refresh.
      if (reads && t_.keys[operation.parameter()].is_private() == 0) keys.set(place);
    };
    for_each_watched_formula(t_, agent_, [&](uint32_t formula) {
      for (const blob::Operation& operation : part(t_.operations, t_.formulas[formula].program()))
        mark(operation);
    });
    const auto program = part(t_.operations, agent_.program());
    for (size_t i = 0; i < program.size(); ++i) {
      if (needed_[i]) mark(program[i]);
    }
  }

 private:
  const Tables& t_;
  const blob::Agent& agent_;
  std::bitset<limits::kOperations> needed_;  // of the agent's program, for levels
};

}  // namespace

uint32_t Asset::watched_keys(uint32_t agent, std::span<uint32_t> keys) const {
  const Tables& t = state_->tables;
  const WatchedKeys watched(t, t.agents[agent]);
  uint32_t count = 0;
  for (uint32_t first = 0; first < t.keys.size(); first += kWindow) {
    std::bitset<kWindow> window;
    watched.read(first, window);
    for (uint32_t i = 0; i < kWindow; ++i) {
      if (!window[i]) continue;
      if (count < keys.size()) keys[count] = first + i;
      ++count;
    }
  }
  return count;
}

}  // namespace ishi
