#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "cli/dap/debuggee.h"
#include "cli/dap/given_value.h"
#include "cli/verbs.h"
#include "simulate/simulation.h"
#include "workspace/ask/asked_situation.h"

namespace ishi::compiler::cli {

// A test or a scene of a source, or one agent of it, as `ishi play` plays it. When its sources are read again
// the run goes on as another version, which agents enter with their state; frames before keep theirs.
class SceneDebuggee final : public Debuggee {
 public:
  // `options` as `ishi play` has them; `seed` as there. Or why there is no run, in a sentence and more lines.
  [[nodiscard]] static tl::expected<std::unique_ptr<SceneDebuggee>, std::string> open(AskOptions options,
                                                                                      uint64_t seed);

  [[nodiscard]] size_t frame_count() const override { return frames_; }
  [[nodiscard]] size_t at() const override { return at_; }
  [[nodiscard]] Done go_to(size_t frame) override;
  [[nodiscard]] std::string time(size_t frame) const override;
  [[nodiscard]] double seconds(size_t frame) const override;
  [[nodiscard]] std::optional<size_t> find_moment(const std::string& text) const override;
  [[nodiscard]] const std::vector<DebugEvent>& events() override;
  [[nodiscard]] uint32_t agent_count() const override;
  [[nodiscard]] std::string agent_name(uint32_t agent) const override;
  [[nodiscard]] bool is_there(uint32_t agent) const override;
  [[nodiscard]] uint32_t population_of(uint32_t agent) const override;
  [[nodiscard]] EntityId entity_of(uint32_t agent) const override;
  [[nodiscard]] const DebugProgram* program_of(uint32_t agent) override;
  [[nodiscard]] std::vector<std::shared_ptr<const DebugProgram>> programs() override {
    return {version().program};
  }
  [[nodiscard]] const SimulatedAgent* agent(uint32_t agent) override;
  [[nodiscard]] std::optional<DebugDecision> decision(uint32_t agent) override;
  [[nodiscard]] tl::expected<nlohmann::ordered_json, std::string> why(uint32_t agent) override;
  [[nodiscard]] tl::expected<std::string, std::string> what_if(uint32_t agent, const std::string& name,
                                                               const std::string& value) override;
  [[nodiscard]] const World& world() const override { return simulation().stage().world(); }
  [[nodiscard]] std::vector<const Asset*> assets() const override { return {&version().asked->asset()}; }
  [[nodiscard]] bool has_all_agents() const override { return true; }
  [[nodiscard]] Done set(uint32_t agent, const std::string& name, const std::string& value) override;
  [[nodiscard]] tl::expected<std::string, std::string> reload() override;
  [[nodiscard]] std::string epilogue() override;

 private:
  // The sources as they were read, and the frames that are played with them.
  struct Version {
    std::shared_ptr<const CheckedFile> file;
    std::unique_ptr<AskedSituation> asked;
    std::shared_ptr<const DebugProgram> program;
    size_t from = 0;  // the frame after which it begins; the first one begins before any
    std::unique_ptr<Simulation> simulation;
    std::map<size_t, Simulation::Kept> kept;  // after a frame
  };
  // A change that somebody has made after a frame.
  struct Change {
    size_t frame = 0;
    uint32_t agent = 0;
    GivenValue value;
  };

  explicit SceneDebuggee(AskOptions options) : options_(std::move(options)) {}

  [[nodiscard]] Version& version() { return versions_[current_]; }
  [[nodiscard]] const Version& version() const { return versions_[current_]; }
  [[nodiscard]] const Situation& situation() const { return version().asked->situation(); }
  [[nodiscard]] const Simulation& simulation() const { return *version().simulation; }
  [[nodiscard]] tl::expected<Version, std::string> read_sources() const;
  [[nodiscard]] Status begin_version(Version next, std::vector<std::string>& reset);
  [[nodiscard]] bool is_as_written() const;
  [[nodiscard]] Status play();
  [[nodiscard]] Status make(const Change& change);
  [[nodiscard]] Status keep();
  [[nodiscard]] std::unique_ptr<AskedSituation> ask(uint32_t agent, SituationQuestion& question) const;

  AskOptions options_;
  std::filesystem::path root_;
  std::string below_;  // the source's path below the root
  std::vector<Version> versions_;
  size_t current_ = 0;
  size_t frames_ = 0;
  size_t next_ = 0;  // the frame that is played next
  size_t at_ = 0;
  size_t distance_ = 8;  // frames from one of these to the next
  size_t kept_bytes_ = 0;
  std::vector<Change> changes_;  // by frame
  std::vector<DebugEvent> events_;
  bool has_events_ = false;
};

}  // namespace ishi::compiler::cli
