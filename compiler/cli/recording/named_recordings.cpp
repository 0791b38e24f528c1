#include "cli/recording/named_recordings.h"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <filesystem>
#include <system_error>
#include <utility>

#include "cli/exit_code.h"
#include "cli/input/inputs.h"
#include "cli/live/live_recording.h"
#include "cli/output/terminal.h"
#include "ishi/asset_info.h"
#include "language/unit.h"
#include "recording/difference_text.h"
#include "source/read_file.h"

namespace ishi::compiler::cli {

using record::Replay;

bool is_recorded_game(const std::string& name) { return is_recording(name) || is_running_game(name); }

tl::expected<std::unique_ptr<RecordingFile>, RecordingFile::Refusal> read_recording(
    const std::string& path, record::ReplayOptions options, bool is_sought) {
  std::error_code error;
  if (std::filesystem::exists(path, error) || !is_running_game(path))
    return RecordingFile::read(path, options, is_sought);
  auto bytes = record_running_game(path);
  if (!bytes) return tl::unexpected(RecordingFile::Refusal{std::move(bytes.error())});
  return RecordingFile::of_bytes(path, std::move(*bytes), options, is_sought);
}

std::unique_ptr<RecordingFile> open_recording(const std::string& path, record::ReplayOptions options,
                                              bool is_sought, int& code) {
  constexpr uint32_t kFramesApart = 64;  // a verb asks once, and then all snapshots are gone
  options.snapshot_frames = kFramesApart;
  auto file = read_recording(path, options, is_sought);
  if (file) return std::move(*file);
  code = file.error().is_empty ? kFound : kUsage;
  complain("{}", file.error().why);
  return nullptr;
}

bool tell_damage(const RecordingFile& file) {
  const std::string damage = damage_text(file);
  if (!damage.empty()) complain("{}", damage);
  return !damage.empty();
}

std::optional<size_t> find_frame(const RecordingFile& file, std::string_view option,
                                 const std::string& text) {
  const auto found = frame_of_moment(file, {.moment = option, .agent = kFlags.agent}, text);
  if (found) return *found;
  complain("{}", found.error());
  return std::nullopt;
}

std::optional<RecordedName> find_agent(RecordingFile& file, std::string_view option,
                                       const std::string& text) {
  std::optional<Progress> progress;
  auto found = agent_called(file, {.moment = option, .agent = kFlags.agent}, text, [&](size_t frames) {
    if (!progress) progress.emplace("looking for it", frames);
    progress->advance();
  });
  progress.reset();
  if (found) return std::move(*found);
  complain("{}", found.error());
  return std::nullopt;
}

std::optional<double> read_length(const std::string& text) {
  double number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  const UnitRow* const unit = find_unit(std::string_view(end, text.data() + text.size()));
  const bool is_right = error == std::errc() && unit != nullptr && unit->quantity == Quantity::duration &&
                        std::isfinite(number) && number > 0;
  if (is_right) return number * unit->factor;
  complain("--for takes a time with its unit, such as 500ms, 10s or 2min, but here is {}", text);
  return std::nullopt;
}

RecordedSource find_source(const RecordingFile& recording, const Asset& asset, const std::string& root,
                           std::span<const std::string> more_roots) {
  const std::string_view source = source_of(asset);
  std::string folder = root.empty() ? "." : root;
  auto inputs = find_inputs({folder}, root);
  if (!inputs) return {};
  for (const std::string& more : more_roots) {
    const auto its_inputs = find_inputs({more}, more);
    if (!its_inputs) return {};
    inputs->insert(inputs->end(), its_inputs->begin(), its_inputs->end());
    folder += " or " + more;
  }
  std::string other;  // a file of that path that becomes another asset
  for (const Input& input : *inputs) {
    if (!source.empty() && input.path != source) continue;
    auto text = read_input(input);
    if (!text) continue;
    ParsedFiles parsed;
    auto file = check_file(input.path, std::move(*text), FolderReader(input.root), parsed, CheckDepth::model,
                           input.viewpoint);
    if (!file->diagnostics.has_errors() && becomes(*file, recording.replay.blob(asset)))
      return {std::move(file), std::make_shared<FolderReader>(input.root), input.path, input.root};
    if (!source.empty()) other = input.shown_path();
  }
  const std::string_view agent = asset.name(Kind::agents, 0);
  if (!other.empty()) {
    complain(
        "{} is not what the game was built from: it, a file that it includes, or this version of ishi is "
        "another one; check out the sources of that build, or ask `ishi diff {} {}` which decisions "
        "would be others now",
        other, recording.path, other);
  } else if (source.empty()) {
    complain(
        "no source below {} becomes the asset that is in {}; say with --root where the sources of that "
        "build are",
        folder, recording.path);
  } else {
    complain("{} was built from {}, which is not below {}; say with --root where its project is", agent,
             source, folder);
  }
  return {};
}

bool has_options_of_sources(const AskOptions& options) {
  const std::string_view option = !options.set.empty()          ? "--set"
                                  : !options.test.empty()       ? "--test"
                                  : !options.scene.empty()      ? "--scene"
                                  : !options.world.empty()      ? "--world"
                                  : !options.remembers.empty()  ? "--remembers"
                                  : !options.importance.empty() ? "--importance"
                                  : !options.running.empty()    ? "--running"
                                  : !options.state.empty()      ? "--state"
                                                                : "";
  if (option.empty()) return false;
  complain(
      "{} is about a situation of a source, and {} is a recording, where everything was as it was; `ishi "
      "test --from {}` writes a moment of it as a test, which --test then takes",
      option, options.path, options.path);
  return true;
}

int read_question(const AskOptions& options, RecordedQuestion& question) {
  if (has_options_of_sources(options)) return kUsage;
  std::error_code error;  // what is no file is a running game, of which the last decision is asked for
  const bool is_running = !std::filesystem::exists(options.path, error);
  const std::string moment = options.moment.empty() && is_running ? "-0s" : options.moment;
  if (moment.empty() || options.agent.empty()) {
    complain("{} is a {}: say {} with {}", options.path, is_running ? "running game" : "recording",
             moment.empty() ? "when" : "whose decision",
             moment.empty() ? "--at, such as --at 12.5s" : "--agent, such as --agent guard#17");
    return kUsage;
  }
  int code = kGood;
  std::shared_ptr<RecordingFile> file = open_recording(options.path, {}, true, code);
  if (file == nullptr) return code;
  static_cast<void>(tell_damage(*file));
  Replay& replay = file->replay;
  const auto frame = find_frame(*file, "--at", moment);
  if (!frame) return kUsage;
  if (!replay.seek(*frame)) {
    complain("{} cannot be played to {}: {}", options.path, moment, difference_text(replay));
    return kFound;
  }
  const auto who = find_agent(*file, "--at", options.agent);
  if (!who) return kUsage;
  RecordedSource source =
      find_source(*file, *replay.asset(who->population), options.root, options.more_roots);
  if (source.file == nullptr) return kUsage;
  if (!question.read(std::move(file), *who, std::move(source), *frame)) {
    complain("{} has not thought by {} in what {} holds: name a later time with --at", question.who().text,
             moment, options.path);
    return kUsage;
  }
  if (replay.difference().kind != record::Difference::Kind::none)
    complain("this version of ishi plays {} otherwise than the game did, from frame {} on: {}", options.path,
             replay.difference().frame, difference_text(replay));
  return kGood;
}

}  // namespace ishi::compiler::cli
