#include "cli/tune/recorded_moments.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "cli/exit_code.h"
#include "cli/output/terminal.h"
#include "cli/recording/named_recordings.h"
#include "recording/moment.h"
#include "recording/recorded_decision.h"
#include "recording/recorded_sources.h"
#include "recording/recording_file.h"
#include "simulate/situation_writer.h"

namespace ishi::compiler::cli {

using record::Difference;
using record::Replay;

struct RecordedMoments::Opened {
  std::unique_ptr<RecordingFile> file;
  std::map<const Asset*, RecordedSource> sources;

  // The source of an agent's asset; null after messages on stderr.
  const RecordedSource* source_of(const RecordedName& who, const std::string& root) {
    const Asset* const asset = file->replay.asset(who.population);
    auto found = sources.find(asset);
    if (found == sources.end()) found = sources.emplace(asset, find_source(*file, *asset, root)).first;
    return found->second.file == nullptr ? nullptr : &found->second;
  }

  [[nodiscard]] RecordedMoment moment_of(const RecordedName& who, const RecordedDecision& decision,
                                         const Model& model) const {
    const Thought& thought = decision.thought;
    const Agent& agent = model.agents[find_index(model.agents, thought.agent.name)].value;
    RecordedMoment moment;
    moment.place = fmt::format("{}, {} at {}", file->path, who.text, file->times.text(decision.microseconds));
    moment.test.fields = write_situation(model, decision.moment.situation).lines();
    moment.picked = thought.picked == kNone ? "nothing" : std::string(agent.actions[thought.picked].text);
    return moment;
  }
};

RecordedMoments::RecordedMoments(std::string recording, std::string root)
    : recording_(std::move(recording)), root_(std::move(root)), opened_(std::make_unique<Opened>()) {}
RecordedMoments::~RecordedMoments() = default;

int RecordedMoments::open() {
  int code = kGood;
  opened_->file = open_recording(recording_, {}, true, code);
  if (opened_->file == nullptr) return code;
  static_cast<void>(tell_damage(*opened_->file));
  return kGood;
}

std::optional<RecordedMoment> RecordedMoments::at(const std::string& time, const std::string& agent) {
  RecordingFile& file = *opened_->file;
  const auto frame = find_frame(file, "time", time);
  if (!frame) return std::nullopt;
  if (!file.replay.seek(*frame)) {
    complain("{} cannot be played to {}: {}", recording_, time, difference_text(file.replay));
    return std::nullopt;
  }
  const auto who = find_agent(file, "time", agent);
  if (!who) return std::nullopt;
  const RecordedSource* const source = opened_->source_of(*who, root_);
  if (source == nullptr) return std::nullopt;
  const Model& model = source->file->program->model;
  const auto decision = read_decision(file, *who, model, *frame);
  if (decision) return opened_->moment_of(*who, *decision, model);
  complain("{} has not thought by {} in what {} holds: name a later time", who->text, time, recording_);
  return std::nullopt;
}

std::vector<RecordedMoment> RecordedMoments::spread(size_t most, const std::string& agent, size_t& skipped) {
  RecordingFile& file = *opened_->file;
  Replay& replay = file.replay;
  constexpr size_t kMostFrames = 50;
  const size_t frames = replay.frames().size();
  const size_t stops = std::min(frames, kMostFrames);
  std::vector<RecordedMoment> moments;
  std::set<std::pair<uint32_t, uint64_t>> seen;  // agents and frames
  for (size_t stop = 0; stop < stops && moments.size() < most; ++stop) {
    const size_t frame = (stop + 1) * frames / stops - 1;
    if (!replay.seek(frame)) continue;
    std::vector<RecordedName> names;
    for (const Entity& entity : replay.entities()) {
      const uint32_t population = replay.population_of(entity);
      if (population == Difference::kWorld) continue;
      RecordedName name{population, entity,
                        fmt::format("{}#{}", replay.agent_name(population), entity.index)};
      if (agent.empty() || agent == name.text || agent == replay.agent_name(population))
        names.push_back(std::move(name));
    }
    // As many of a frame as leave room for those behind it, others each time.
    const size_t share = std::max<size_t>(1, (most - moments.size()) / (stops - stop));
    const size_t step = std::max<size_t>(1, names.size() / share);
    for (size_t i = stop % step; i < names.size() && moments.size() < most; i += step) {
      if (!replay.seek(frame)) break;
      const RecordedSource* const source = opened_->source_of(names[i], root_);
      if (source == nullptr) return {};
      const Model& model = source->file->program->model;
      const auto decision = read_decision(file, names[i], model, frame);
      if (!decision || !seen.emplace(names[i].id.index, decision->frame).second) continue;
      const Thought& thought = decision->thought;
      const bool is_alone =
          !(thought.is_locked && thought.running != kNone) && thought.agent.moments.count == 0 &&
          std::ranges::all_of(thought.cooldowns, [](double seconds) { return seconds <= 0; });
      if (is_alone)
        moments.push_back(opened_->moment_of(names[i], *decision, model));
      else
        ++skipped;
    }
  }
  return moments;
}

}  // namespace ishi::compiler::cli
