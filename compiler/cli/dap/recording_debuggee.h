#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "cli/dap/debuggee.h"
#include "cli/dap/given_value.h"
#include "recording/recorded_agent.h"
#include "recording/recorded_decision.h"
#include "recording/recording_file.h"

namespace ishi::compiler::cli {

// A recorded game. Setting a value opens a branch: what the game called is played on from there, with agents
// that go on from the value that was set.
class RecordingDebuggee : public Debuggee, private record::ReplayObserver {
 public:
  // `roots`: where its sources are looked for, the first one first; none: below the current folder. Or why it
  // cannot be played.
  [[nodiscard]] static tl::expected<std::unique_ptr<RecordingDebuggee>, std::string> open(
      const std::string& path, std::vector<std::string> roots);
  ~RecordingDebuggee() override;

  [[nodiscard]] size_t frame_count() const override { return file_->replay.frames().size(); }
  [[nodiscard]] size_t at() const override { return at_; }
  [[nodiscard]] Done go_to(size_t frame) override;
  [[nodiscard]] std::string time(size_t frame) const override;
  [[nodiscard]] double seconds(size_t frame) const override;
  [[nodiscard]] std::optional<size_t> find_moment(const std::string& text) const override;
  [[nodiscard]] const std::vector<DebugEvent>& events() override { return events_; }
  [[nodiscard]] uint32_t agent_count() const override { return static_cast<uint32_t>(agents_.size()); }
  [[nodiscard]] std::string agent_name(uint32_t agent) const override { return agents_[agent].text; }
  [[nodiscard]] bool is_there(uint32_t agent) const override;
  [[nodiscard]] uint32_t population_of(uint32_t agent) const override { return agents_[agent].population; }
  [[nodiscard]] EntityId entity_of(uint32_t agent) const override { return agents_[agent].id; }
  [[nodiscard]] const DebugProgram* program_of(uint32_t agent) override;
  [[nodiscard]] std::vector<std::shared_ptr<const DebugProgram>> programs() override;
  [[nodiscard]] const SimulatedAgent* agent(uint32_t agent) override;
  [[nodiscard]] std::optional<DebugDecision> decision(uint32_t agent) override;
  [[nodiscard]] tl::expected<nlohmann::ordered_json, std::string> why(uint32_t agent) override;
  [[nodiscard]] tl::expected<std::string, std::string> what_if(uint32_t agent, const std::string& name,
                                                               const std::string& value) override;
  [[nodiscard]] const World& world() const override { return replay().world(); }
  [[nodiscard]] std::vector<const Asset*> assets() const override;
  [[nodiscard]] bool has_all_agents() const override { return false; }
  [[nodiscard]] Done set(uint32_t agent, const std::string& name, const std::string& value) override;
  [[nodiscard]] bool is_counterfactual() const override { return branch_ != nullptr; }
  [[nodiscard]] std::string epilogue() override;

 protected:
  RecordingDebuggee() = default;
  // The options of a recording that comes piece by piece.
  [[nodiscard]] static record::ReplayOptions stream_options();
  // Takes a recording that has frames, and goes to the first of them; of one that grows to the last.
  [[nodiscard]] Done begin(std::shared_ptr<RecordingFile> file, std::vector<std::string> roots);
  [[nodiscard]] std::vector<std::string> roots() const {
    return roots_.empty() ? std::vector<std::string>{"."} : roots_;
  }
  [[nodiscard]] RecordingFile& file() { return *file_; }
  // The recording has grown, or its first frames are forgotten.
  void note_growth();

 private:
  // An agent as it stands, with all that it takes to ask it.
  struct Held {
    std::unique_ptr<RecordedAgent> recorded;
    Scratch scratch;
    std::optional<SimulatedAgent> agent;
  };
  // An asset of the game, and its sources if they are there.
  struct Known {
    Asset asset;  // a copy: the recording's own are gone with the next save
    RecordedSource source;
    std::shared_ptr<const DebugProgram> program;
  };
  struct Change {
    size_t frame = 0;
    EntityId agent{};
    std::string name, value;
  };
  struct Branch {
    size_t from = 0;  // the frame after which it begins
    std::vector<Change> changes;
    std::vector<const Asset*> others;  // of the replay: the recorded ones
    record::Replay replay;
  };
  // The state of an agent before a frame.
  struct Before {
    uint32_t generation = 0;
    uint32_t population = 0;
    uint16_t option = kNoOption;
    uint32_t state = kNoState;
    EntityId whom{};
  };

  [[nodiscard]] record::Replay& replay() const {
    return branch_ != nullptr ? branch_->replay : file_->replay;
  }
  [[nodiscard]] Known* known_of(uint32_t population);
  [[nodiscard]] Done play(size_t frame);
  [[nodiscard]] Done begin_branch(size_t frame);
  [[nodiscard]] Done make(const Change& change);
  void arrive(size_t frame);
  void note_before();
  void note_changes();
  void note_ranges(bool tells);
  [[nodiscard]] uint32_t number_of(EntityId agent);
  DebugEvent& add(DebugEvent::Kind kind, EntityId agent, uint32_t index);
  [[nodiscard]] std::string name_of(EntityId entity, uint32_t population) const;

  void begins(uint32_t population, record::Phase phase, std::span<const uint32_t> slots) override;
  void ended(uint32_t population, record::Phase phase, const Commands& commands) override;
  void reported(uint32_t population, const ishi::Report& report, Status status) override;
  void posted(const EventOptions& event) override;
  void note_received(EventId event, EventTarget target, EntityId agent, TeamId team);

  std::vector<std::string> roots_;
  uint64_t forgotten_ = 0;  // frames
  std::shared_ptr<RecordingFile> file_;
  std::shared_ptr<RecordingFile> asked_;  // the same, beside it, for questions about decisions
  std::unique_ptr<Branch> branch_;
  size_t at_ = 0;
  std::vector<RecordedName> agents_;
  std::unordered_map<uint64_t, uint32_t> numbers_;       // of agents, by generation and index
  std::map<std::string, std::unique_ptr<Known>> known_;  // by the bytes of the asset
  std::vector<std::pair<const Asset*, Known*>> of_population_;
  std::map<uint32_t, Held> held_;
  std::map<uint32_t, std::optional<DebugDecision>> decisions_;
  std::vector<DebugEvent> events_;
  std::vector<Before> before_;                       // by index of the entity
  std::set<std::pair<uint64_t, uint32_t>> outside_;  // agents and their keys that are outside of their range
};

}  // namespace ishi::compiler::cli
