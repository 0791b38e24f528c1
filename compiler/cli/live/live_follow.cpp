#include "cli/live/live_follow.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>

#include "cli/output/terminal.h"
#include "cli/recording/named_recordings.h"
#include "diagnostics/json.h"
#include "recording/injection_text.h"

namespace ishi::compiler::cli {

using OrderedJson = nlohmann::ordered_json;

LiveFollow::LiveFollow(LiveSession& session, const LiveOptions& options, const Topics& topics,
                       const RecordedName& who)
    : session_(session),
      options_(options),
      who_(who),
      run_(session.replay(), who_, [this](const Asset& asset) { return find_model(asset); }) {
  printer_.show_only(topics);
  const record::Replay& replay = session.file.replay;
  forgotten_ = replay.forgotten_frames();
  injected_ = options.past ? 0 : replay.injections().size();
  // From here on, or from the first frame that there is.
  next_ = forgotten_ + (options.past ? 0 : replay.frames().size() - 1);
  if (is_json()) return;
  const uint64_t time = replay.frames()[next_ - forgotten_].microseconds;
  fmt::print("{} from {}\n", paint(who.text, Color::bold, use_color(stdout)), live_time(time));
}

// The model of its sources; null after a message on stderr.
const Model* LiveFollow::find_model(const Asset& asset) {
  const auto blob = session_.file.replay.blob(asset);
  const auto known = std::ranges::find_if(
      sources_, [&](const FoundSource& one) { return std::ranges::equal(one.blob, blob); });
  if (known != sources_.end()) return &known->source.file->program->model;
  RecordedSource source = find_source(session_.file, asset, options_.root, options_.more_roots);
  if (source.file == nullptr) return nullptr;
  sources_.push_back({std::move(source), {blob.begin(), blob.end()}});
  return &sources_.back().source.file->program->model;
}

bool LiveFollow::go_on() {
  record::Replay& replay = session_.replay();
  if (replay.forgotten_frames() != forgotten_) {
    forgotten_ = replay.forgotten_frames();
    injected_ = 0;
    next_ = std::max(next_, forgotten_);
  }
  for (; end_.empty() && next_ - forgotten_ < replay.frames().size(); ++next_) {
    const auto at = static_cast<size_t>(next_ - forgotten_);
    const auto& frame = replay.frames()[at];
    if (frame.follows_gap && at > 0 && !is_json())
      fmt::print("{:>9}  here frames are lost; what follows goes on from a save\n", "");
    tell_injections(at);
    last_time_ = live_time(frame.microseconds);
    if (!run_.play(at)) {
      end_ = fmt::format("the frame cannot be played: {}", difference_text(replay));
    } else if (!run_.is_there()) {
      end_ = "is no more";
    } else if (run_.lacks_sources()) {
      end_ = "has an asset whose sources are not here";
    } else if (run_.agent() != nullptr) {
      note();
    }
  }
  std::fflush(stdout);
  return end_.empty();
}

void LiveFollow::tell_injections(size_t at) {
  const auto injections = session_.file.replay.injections();
  for (; injected_ < injections.size() && injections[injected_].frame <= at; ++injected_) {
    const std::string text = injection_text(session_.file.replay, injections[injected_]);
    if (is_json())
      fmt::print(
          "{}\n",
          OrderedJson{{"kind", "viewer"}, {"frame", session_.file.replay.frames()[at].frame}, {"text", text}}
              .dump());
    else
      fmt::print("{:>9}  {}\n", live_time(session_.file.replay.frames()[at].microseconds), text);
  }
}

void LiveFollow::note() {
  if (parts_.size() < run_.asset_count()) {
    if (!parts_.empty() && !is_json()) {
      printer_.print_end(parts_.back().timeline, last_time_);
      fmt::print("\n{:>9}  here the game was given another version of {}\n", last_time_,
                 shown(sources_.back().source.path));
    }
    parts_.emplace_back(run_, sources_.back().source.path);
    if (!options_.keys) parts_.back().timeline.fold_keys();
  }
  if (!is_json()) return printer_.print_frame(parts_.back().timeline, run_.seconds(), last_time_);
  PlayJson json(run_.model(), run_.asset());
  json.note(*run_.agent());
  OrderedJson all = json.json(0, OrderedJson::array());
  for (OrderedJson& event : all["events"]) {
    event["agent"] = who_.text;
    fmt::print("{}\n", event.dump());
  }
}

void LiveFollow::end() {
  if (!is_json() && !parts_.empty()) printer_.print_end(parts_.back().timeline, last_time_);
  if (end_.empty()) return;
  if (is_json())
    fmt::print("{}\n", OrderedJson{{"kind", "end"}, {"agent", who_.text}, {"why", end_}}.dump());
  else
    fmt::print("{:>9}  {}\n", last_time_, end_);
}

}  // namespace ishi::compiler::cli
