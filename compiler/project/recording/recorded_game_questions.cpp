#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <functional>
#include <set>
#include <utility>

#include "diagnostics/json.h"
#include "ishi/asset_info.h"
#include "recording/moment.h"
#include "recording/recorded_game.h"
#include "recording/recorded_run.h"
#include "simulate/key_values.h"
#include "workspace/ask/play_json.h"

// Questions about a recorded game of which sources are needed.

namespace ishi::compiler {

using OrderedJson = nlohmann::ordered_json;
using record::Difference;
using record::Replay;

namespace {

std::string absence_of(std::string_view source) {
  return fmt::format("the game was built from {}, which is not in this project", source);
}

}  // namespace

// The sources in a workspace that may have become the assets of the game.
std::vector<std::string> RecordedGame::sources(Workspace& workspace) const {
  const Replay& replay = file_->replay;
  std::vector<std::string> all = workspace.files();
  std::set<std::string> wanted;
  for (uint32_t i = 0; i < replay.population_count(); ++i) {
    const std::string source(source_of(*replay.asset(i)));
    if (source.empty() || std::ranges::find(all, source) == all.end()) return all;
    wanted.insert(source);
  }
  return {wanted.begin(), wanted.end()};
}

// The source that becomes an asset of the game. It is kept, so that what was recorded is explained by it
// however the texts change afterwards.
tl::expected<RecordedSource, std::string> RecordedGame::source(Workspace& workspace, const Asset& asset) {
  const auto blob = file_->replay.blob(asset);
  const auto bytes = std::string_view(reinterpret_cast<const char*>(blob.data()), blob.size());
  const uint64_t hash = std::hash<std::string_view>()(bytes);
  if (const auto known = sources_.find(hash); known != sources_.end()) return known->second;
  const std::string_view wanted = source_of(asset);
  bool is_there = false;
  for (const std::string& path : sources(workspace)) {
    if (!wanted.empty() && path != wanted) continue;
    auto text = workspace.text(path);
    if (!text) continue;
    is_there = true;
    const WorkspaceReader reader(workspace);
    ParsedFiles parsed;
    auto checked = check_file(path, std::move(*text), reader, parsed, CheckDepth::model);
    if (checked->diagnostics.has_errors() || !becomes(*checked, blob)) continue;
    auto kept = std::make_shared<MemoryReader>();
    for (uint32_t i = 0; i < checked->sources.size(); ++i)
      kept->add(checked->sources.file(i).path(), std::string(checked->sources.file(i).text()));
    return sources_[hash] = {std::move(checked), std::move(kept), path, {}};
  }
  const std::string name = wanted.empty() ? std::string("a text of this project") : std::string(wanted);
  return tl::unexpected(
      is_there ? fmt::format("{} is not what the game was built from: it, a file that it includes, or this "
                             "version of ishi is another one",
                             name)
               : absence_of(name));
}

// "soldier#3 is not in the game any more: it left it in frame 744, at 12.40s".
std::string RecordedGame::absence(EntityId agent, size_t at) const {
  const Life* const life = life_of(agent);
  if (life == nullptr) return "this agent does not live then";
  const auto frame_words = [&](size_t frame) {
    const record::RecordedFrame& own = file_->replay.frames()[frame];
    return fmt::format("frame {}, at {}", own.frame, file_->times.seconds(own.microseconds));
  };
  if (at < life->begun_at)
    return fmt::format("{} is not in the game yet: it comes in {}", life->name, frame_words(life->begun_at));
  if (at > life->seen_at && life->seen_at + 1 < played_)
    return fmt::format("{} is not in the game any more: it left it in {}", life->name,
                       frame_words(life->seen_at + 1));
  return fmt::format("{} is not in the game in this frame", life->name);
}

tl::expected<RecordedName, std::string> RecordedGame::find(EntityId agent, size_t at) {
  Replay& replay = file_->replay;
  if (at >= replay.frames().size()) return tl::unexpected(std::string("there is no such frame"));
  if (!replay.seek(at)) return tl::unexpected(unplayed(at));
  const uint32_t population = replay.population_of(agent);
  if (population == Difference::kWorld) return tl::unexpected(absence(agent, at));
  return RecordedName{population, agent, fmt::format("{}#{}", replay.agent_name(population), agent.index)};
}

RecordedAnswer RecordedGame::run(Workspace& workspace, EntityId agent, size_t from, size_t to,
                                 const Stop& stop) {
  Replay& replay = file_->replay;
  to = std::min(to, replay.frames().size() - 1);
  const auto who = find(agent, from);
  if (!who) return tl::unexpected(who.error());
  const auto source = this->source(workspace, *replay.asset(who->population));
  if (!source) return tl::unexpected(source.error());
  // Up to the frame in which the game gives the agent another asset: bodies and options are numbered there.
  const Model* const model = &source->file->program->model;
  RecordedRun run(replay, *who,
                  [first = model](const Asset&) mutable { return std::exchange(first, nullptr); });
  std::optional<PlayJson> json;
  for (size_t at = from; at <= to && !is_stopped(&stop); ++at) {
    if (!run.play(at)) break;
    if (json && !run.is_there()) json->note_leaving(who->text, replay.frames()[at].frame, run.seconds());
    if (!run.is_there() || run.lacks_sources()) break;
    if (run.agent() == nullptr) continue;
    if (!json) json.emplace(run.model(), run.asset());
    json->note(*run.agent());
  }
  if (!json) return tl::unexpected(std::string("this agent does nothing then"));
  OrderedJson agents = OrderedJson::array();
  agents.push_back({{"name", who->text}, {"agent", replay.agent_name(who->population)}});
  return json->json(static_cast<double>(replay.frames()[to].microseconds) / 1e6, std::move(agents));
}

RecordedAnswer RecordedGame::values(Workspace& workspace, EntityId agent, size_t at) {
  const auto who = find(agent, at);
  if (!who) return tl::unexpected(who.error());
  const auto source = this->source(workspace, *file_->replay.asset(who->population));
  if (!source) return tl::unexpected(source.error());
  const Model* const model = &source->file->program->model;
  RecordedRun run(file_->replay, *who, [model](const Asset&) { return model; });
  if (!run.play(at) || run.agent() == nullptr) return tl::unexpected(absence(agent, at));
  const SimulatedAgent& shown = *run.agent();
  const Asset& asset = shown.place().asset();
  OrderedJson keys = OrderedJson::object(), levels = OrderedJson::object();
  for (uint32_t key = 0; key < shown.key_count(); ++key) {
    const NamedVariable info = AssetParts(asset).key(key);
    keys[std::string(info.name)] = value_text(shown.place(), info.variable, shown.key(key).data());
  }
  for (uint32_t motive = 0; motive < asset.count(Kind::motives); ++motive) {
    if (const auto level = shown.level(motive))
      levels[std::string(asset.name(Kind::motives, motive))] = fmt::format("{:.4g}", *level);
  }
  return OrderedJson{{"keys", std::move(keys)}, {"levels", std::move(levels)}};
}

tl::expected<void, std::string> RecordedGame::read(RecordedQuestion& question, Workspace& workspace,
                                                   EntityId agent, size_t at) {
  const auto who = find(agent, at);
  if (!who) return tl::unexpected(who.error());
  auto source = this->source(workspace, *file_->replay.asset(who->population));
  if (!source) return tl::unexpected(source.error());
  if (!question.read(file_, *who, std::move(*source), at))
    return tl::unexpected(fmt::format("{} has not thought by then in what was recorded", who->text));
  return {};
}

RecordedAnswer RecordedGame::why(Workspace& workspace, EntityId agent, size_t at) {
  RecordedQuestion question;
  if (const auto asked = read(question, workspace, agent, at); !asked) return tl::unexpected(asked.error());
  return recorded_why_json(question);
}

tl::expected<FileEdit, std::string> RecordedGame::test(Workspace& workspace, EntityId agent, size_t at) {
  RecordedQuestion question;
  if (const auto asked = read(question, workspace, agent, at); !asked) return tl::unexpected(asked.error());
  const WrittenMoment written = written_moment(question);
  if (!written.is_written) return tl::unexpected(written.obstacle);
  return workspace.new_test(question.source().path, question.test());
}

RecordedAnswer RecordedGame::filter(Workspace& workspace, const std::string& expression, size_t at) {
  Replay& replay = file_->replay;
  if (at >= replay.frames().size()) return tl::unexpected(std::string("there is no such frame"));
  if (!replay.seek(at)) return tl::unexpected(unplayed(at));
  if (filter_ == nullptr || !filter_->is_of(workspace, expression)) {
    filter_.reset();
    const auto texts = texts_of_today(workspace);
    if (!texts) return tl::unexpected(texts.error());
    auto made = RecordedFilter::make(*file_, workspace, *texts, expression);
    if (!made) return tl::unexpected(std::move(made.error()));
    filter_ = std::move(*made);
  }
  const auto agents = filter_->agents(replay);
  if (!agents) return tl::unexpected(agents.error());
  return OrderedJson{{"agents", *agents}};
}

// The texts of today that stand for the game's assets.
tl::expected<std::vector<std::string>, std::string> RecordedGame::texts_of_today(Workspace& workspace) const {
  auto texts = todays_sources(file_->replay, workspace.files());
  if (!texts.empty()) return texts;
  std::string_view absent;
  for (uint32_t i = 0; i < file_->replay.population_count(); ++i) absent = source_of(*file_->replay.asset(i));
  return tl::unexpected(absence_of(absent));
}

tl::expected<void, std::string> RecordedGame::begin_comparison(Workspace& workspace) {
  constexpr uint32_t kTogether = 30;  // frames, after which what would be is compared with what was anew
  auto made = std::make_unique<Comparison>();
  FormerOptions former;
  const WorkspaceReader reader(workspace);
  const auto paths = texts_of_today(workspace);
  if (!paths) return tl::unexpected(paths.error());
  for (const std::string& path : *paths) {
    auto text = workspace.text(path);
    if (!text) continue;
    ParsedFiles parsed;
    const auto checked = check_file(path, std::move(*text), reader, parsed, CheckDepth::model);
    if (checked->diagnostics.has_errors()) return tl::unexpected(fmt::format("{} has errors", path));
    for (uint32_t i = 0; i < checked->sources.size(); ++i)
      made->texts.emplace_back(checked->sources.file(i).text());
    Diagnostics diagnostics = checked->diagnostics;
    const std::vector<uint8_t> blob = blob_of(*checked, {}, diagnostics);
    auto asset = std::make_unique<Asset>();
    if (blob.empty() || !Asset::load(blob, *asset)) continue;
    add_former_options(checked->program->model, former);
    made->others.push_back(asset.get());
    made->assets.push_back(std::move(asset));
  }
  if (comparison_ != nullptr && comparison_->texts == made->texts) return {};
  comparison_.reset();
  if (made->others.empty()) return tl::unexpected(std::string("none of the texts has agents of this game"));
  record::ReplayOptions options;
  options.others = made->others;
  Replay::open_beside(file_->replay, options, made->would);
  made->compared = std::make_unique<Counterfactual>(
      file_->replay, made->would,
      Counterfactual::Options{.former = std::move(former), .together = kTogether});
  comparison_ = std::move(made);
  return {};
}

RecordedAnswer RecordedGame::differences(Workspace& workspace, double milliseconds) {
  if (auto begun = begin_comparison(workspace); !begun) return tl::unexpected(std::move(begun.error()));
  using Clock = std::chrono::steady_clock;
  const auto end = Clock::now() + std::chrono::microseconds(static_cast<int64_t>(milliseconds * 1000));
  Counterfactual& compared = *comparison_->compared;
  bool goes_on = compared.step();
  while (goes_on && Clock::now() < end) goes_on = compared.step();
  if (compared.has_failed()) return tl::unexpected(difference_text(comparison_->would));
  OrderedJson others = OrderedJson::array();
  for (const Divergence& one : compared.divergences()) {
    OrderedJson json = divergence_json(one);
    json["index"] = one.id.index;
    json["generation"] = one.id.generation;
    json["at"] = one.at;
    json["last_at"] = one.last_at;
    others.push_back(std::move(json));
  }
  return OrderedJson{{"compared", compared.frames()},
                     {"frames", file_->replay.frames().size()},
                     {"decisions", compared.decisions()},
                     {"note", kCounterfactual},
                     {"others", std::move(others)}};
}

}  // namespace ishi::compiler
