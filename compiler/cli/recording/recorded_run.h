#pragma once

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "cli/recording/recorded_agent.h"
#include "ishi/scratch.h"
#include "simulate/simulated_agent.h"

namespace ishi::compiler {

// An agent of a recording over time: notes what it does while the game is played again, as a simulation does.
class RecordedRun final : public record::ReplayObserver {
 public:
  // All must outlive this.
  RecordedRun(record::Replay& replay, const cli::RecordedName& who, const Model& model)
      : replay_(replay), who_(who), model_(model) {}

  // Plays a frame, by its place. False if that cannot be.
  bool play(size_t frame);
  [[nodiscard]] bool is_there() const { return is_there_; }
  [[nodiscard]] double seconds() const { return seconds_; }
  // Another one, in the same place, whenever the recording went on from a save; null before it lives.
  [[nodiscard]] const SimulatedAgent* agent() const { return agent_ ? &*agent_ : nullptr; }
  // A copy of the asset that the agent had at first: the recording's own are gone with the next save.
  [[nodiscard]] const Asset& asset() const { return asset_; }
  // True once the game has given the agent another asset; there is no agent() then.
  [[nodiscard]] bool has_other_asset() const { return has_other_asset_; }

 private:
  struct Running {
    ishi::Token token;
    uint32_t task;
  };

  [[nodiscard]] bool find();
  [[nodiscard]] bool has_first_asset();
  [[nodiscard]] bool is_told(const Commands& commands, const End& end) const;
  [[nodiscard]] bool is_it(const ishi::Token& token) const;
  void begins(uint32_t population, record::Phase phase, std::span<const uint32_t> slots) override;
  void ended(uint32_t population, record::Phase phase, const Commands& commands) override;
  void reported(uint32_t population, const ishi::Report& report, Status status) override;
  void posted(const EventOptions& event) override;

  record::Replay& replay_;
  const cli::RecordedName& who_;
  const Model& model_;
  Asset asset_;
  std::span<const std::byte> blob_;  // of it, in the recording
  bool has_other_asset_ = false;
  std::unique_ptr<cli::RecordedAgent> recorded_;
  Scratch scratch_;
  std::optional<SimulatedAgent> agent_;
  std::vector<Running> running_;
  uint32_t number_ = 0;  // of the world that the agent lives in
  size_t frame_ = 0;
  double seconds_ = 0;
  bool is_there_ = false;
};

}  // namespace ishi::compiler
