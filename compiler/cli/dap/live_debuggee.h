#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "cli/dap/recording_debuggee.h"
#include "client/live_game.h"

namespace ishi::compiler::cli {

// A running game: a recording that grows. What is shown is the debugger's own copy, which can go back while
// the game is held; values that are set at its end are set in the game.
class LiveDebuggee final : public RecordingDebuggee {
 public:
  [[nodiscard]] static tl::expected<std::unique_ptr<LiveDebuggee>, std::string> join(
      const live::Address& address, const std::string& name, std::vector<std::string> roots);

  [[nodiscard]] bool is_live() const override { return game_->is_there(); }
  // For which this debugger was too slow.
  [[nodiscard]] uint64_t lost_frames() const { return game_->lost_frames(); }
  [[nodiscard]] bool wait_for_more(std::chrono::milliseconds most) override;
  [[nodiscard]] Done hold() override;
  [[nodiscard]] Done let_go(uint32_t frames) override;
  [[nodiscard]] Done set(uint32_t agent, const std::string& name, const std::string& value) override;
  [[nodiscard]] tl::expected<std::string, std::string> reload() override;
  [[nodiscard]] std::string epilogue() override;

 private:
  LiveDebuggee() = default;
  [[nodiscard]] Done ask(const live::Command& command);

  std::unique_ptr<live::LiveGame> game_;
  bool is_held_ = false;  // by this debugger
};

}  // namespace ishi::compiler::cli
