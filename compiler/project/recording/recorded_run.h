#pragma once

#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <span>

#include "ishi/scratch.h"
#include "recording/recorded_agent.h"
#include "simulate/simulated_agent.h"

namespace ishi::compiler {

// An agent of a recording over time: notes what it does while the game is played again, as a simulation does.
class RecordedRun final : public record::ReplayObserver {
 public:
  // The model of the sources that became an asset of the replay, which outlives the run; null if these are
  // not there.
  using Models = std::function<const Model*(const Asset&)>;

  // All must outlive this.
  RecordedRun(record::Replay& replay, const RecordedName& who, Models models)
      : replay_(replay), who_(who), models_(std::move(models)) {}

  // Plays a frame, by its place. False if that cannot be.
  bool play(size_t frame);
  [[nodiscard]] bool is_there() const { return is_there_; }
  [[nodiscard]] double seconds() const { return seconds_; }
  // Another one, in the same place, whenever the recording went on from a save; null before it lives.
  [[nodiscard]] const SimulatedAgent* agent() const { return agent_ ? &*agent_ : nullptr; }
  // A game gives its agents another asset when it reloads: the number of those that agent() has had.
  [[nodiscard]] size_t asset_count() const { return assets_.size(); }
  // The last of these: a copy, since the recording's own are gone with the next save. And its model.
  [[nodiscard]] const Asset& asset() const { return assets_.back(); }
  [[nodiscard]] const Model& model() const { return *model_; }
  // True once the agent has an asset whose sources are not there; there is no agent() then.
  [[nodiscard]] bool lacks_sources() const { return lacks_sources_; }

 private:
  [[nodiscard]] bool find();
  [[nodiscard]] bool take_asset();
  void take_keys(const Asset& other, const SimulatedAgent& before);
  [[nodiscard]] bool is_told(const Commands& commands, const End& end) const;
  [[nodiscard]] bool is_it(const ishi::Token& token) const;
  void begins(uint32_t population, record::Phase phase, std::span<const uint32_t> slots) override;
  void ended(uint32_t population, record::Phase phase, const Commands& commands) override;
  void reported(uint32_t population, const ishi::Report& report, Status status) override;
  void posted(const EventOptions& event) override;

  record::Replay& replay_;
  const RecordedName& who_;
  Models models_;
  const Model* model_ = nullptr;
  std::deque<Asset> assets_;
  std::span<const std::byte> blob_;  // of the last, in the recording
  bool lacks_sources_ = false;
  std::unique_ptr<RecordedAgent> recorded_;
  Scratch scratch_;
  std::optional<SimulatedAgent> agent_;
  uint32_t number_ = 0;  // of the world that the agent lives in
  uint64_t frame_ = 0;   // of the world's clock
  double seconds_ = 0;
  bool is_there_ = false;
};

}  // namespace ishi::compiler
