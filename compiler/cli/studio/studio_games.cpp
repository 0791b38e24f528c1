#include "cli/studio/studio_games.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <map>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

#include "cli/live/live_changes.h"
#include "cli/live/live_reload.h"
#include "cli/studio/watched_game.h"
#include "cli/verbs.h"
#include "diagnostics/json.h"

namespace ishi::compiler::cli {
namespace {

using Deed = live::Command::Deed;
using nlohmann::json;

constexpr size_t kMostGames = 8;           // that are looked into at once
constexpr size_t kMostBreakpoints = 1000;  // of a file

json said(bool is_done, std::string words) { return {{"done", is_done}, {"said", std::move(words)}}; }

// Asks the game for it: what came of that.
json make(LiveSession& session, const LiveChange& change) {
  const auto frame = carry_out(*session.game, change.command);
  if (!frame) return said(false, frame.error());
  return said(true, fmt::format("{} from frame {} on", change.words, *frame + 1));
}

// A whole number of 32 bits; nothing if something else stands there.
std::optional<uint32_t> whole_in(const json& number) {
  const bool is_whole =
      number.is_number_unsigned() && number.get<uint64_t>() <= std::numeric_limits<uint32_t>::max();
  return is_whole ? std::optional(number.get<uint32_t>()) : std::nullopt;
}
std::optional<uint32_t> whole_in(const json& wanted, const char* name) {
  return wanted.contains(name) ? whole_in(wanted[name]) : std::nullopt;
}

std::string text_in(const json& wanted, const char* name) {
  return wanted.contains(name) && wanted[name].is_string() ? wanted[name].get<std::string>() : std::string();
}
std::optional<std::string> task_in(const json& wanted, const char* name) {
  return wanted.contains(name) ? std::optional(text_in(wanted, name)) : std::nullopt;
}
std::vector<std::string> texts_in(const json& wanted, const char* name) {
  std::vector<std::string> texts;
  if (!wanted.contains(name) || !wanted[name].is_array()) return texts;
  for (const json& one : wanted[name]) {
    if (one.is_string()) texts.push_back(one.get<std::string>());
  }
  return texts;
}
bool is_in(const json& wanted, const char* name) {
  return wanted.contains(name) && wanted[name].is_boolean() && wanted[name].get<bool>();
}

// The agent that lives at the end of what has come; nothing if it does not live any more.
std::optional<RecordedName> agent_of(record::Replay& replay, const json& wanted) {
  const auto index = whole_in(wanted, "index"), generation = whole_in(wanted, "generation");
  for (const Entity& entity : replay.entities()) {
    const uint32_t population = replay.population_of(entity);
    if (entity.index != index || entity.generation != generation || population == record::Difference::kWorld)
      continue;
    return RecordedName{population, entity,
                        fmt::format("{}#{}", replay.agent_name(population), entity.index)};
  }
  return std::nullopt;
}

json make_changes(LiveSession& session, const json& wanted) {
  LiveOptions options;
  options.sets = texts_in(wanted, "set");
  options.events = texts_in(wanted, "emit");
  options.completed = task_in(wanted, "complete");
  options.failed = task_in(wanted, "fail");
  options.chosen = text_in(wanted, "choose");
  options.thinks = is_in(wanted, "think");
  options.writes_dashcam = is_in(wanted, "keep");
  session.go_to_end();
  const auto who = agent_of(session.replay(), wanted);
  if (!who && wanted.contains("index")) return said(false, "this agent is not in the game any more");
  const auto changes = read_changes(session.replay(), options, who ? &*who : nullptr);
  if (!changes) return said(false, changes.error());
  json answer = said(false, "nothing was asked for");
  for (const LiveChange& change : *changes) {
    answer = make(session, change);
    if (!answer["done"].get<bool>()) break;
  }
  return answer;
}

json reload(LiveSession& session, const std::filesystem::path& root) {
  const auto find = [&](const std::string& source) -> tl::expected<Input, std::string> {
    std::error_code error;
    if (!std::filesystem::is_regular_file(root / source, error))
      return tl::unexpected(fmt::format("whose source {} is not in this project", source));
    return Input{.root = root, .path = source, .output = {}, .viewpoint = {}};
  };
  session.go_to_end();
  const auto change = change_of_sources(session.replay(), find, false, session.game->is_reload_unseen());
  if (!change) {
    json answer = said(false, change.error().why);
    answer["errors"] = change.error().errors;
    return answer;
  }
  if (change->command.blobs.empty()) return said(true, "the game has this behaviour already");
  return make(session, *change);
}

// Holds the game, plays frames of it, or lets it go on; nothing if another deed is wanted.
std::optional<json> steer(WatchedGame& game, const json& wanted) {
  const std::string deed = text_in(wanted, "deed");
  if (deed == "hold") return game.steer(Deed::hold, 0, "the game is held");
  if (deed == "go_on") return game.steer(Deed::go_on, 0, "the game goes on");
  if (deed != "step") return std::nullopt;
  const auto frames = wanted.contains("frames") ? whole_in(wanted, "frames") : 1;
  if (!frames || *frames == 0) return said(false, "how many frames is a whole number from 1 on");
  return game.steer(Deed::step, *frames,
                    *frames == 1 ? "1 frame is played" : fmt::format("{} frames are played", *frames));
}

}  // namespace

struct StudioGames::State {
  std::filesystem::path root;
  std::mutex mutex;
  std::map<size_t, std::shared_ptr<WatchedGame>> games;
  size_t next = 1;

  [[nodiscard]] std::shared_ptr<WatchedGame> find(size_t id) {
    const std::scoped_lock lock(mutex);
    const auto found = games.find(id);
    return found == games.end() ? nullptr : found->second;
  }
  // Takes those out whose page is gone; they end where this returns to.
  [[nodiscard]] std::vector<std::shared_ptr<WatchedGame>> take_deserted() {
    std::vector<std::shared_ptr<WatchedGame>> taken;
    const std::scoped_lock lock(mutex);
    for (auto one = games.begin(); one != games.end();) {
      const bool is_over = one->second->is_deserted();
      if (is_over) taken.push_back(std::move(one->second));
      one = is_over ? games.erase(one) : std::next(one);
    }
    return taken;
  }
};

StudioGames::StudioGames(std::filesystem::path root) : state_(std::make_unique<State>()) {
  state_->root = std::move(root);
}
StudioGames::~StudioGames() = default;

StudioGames::Answer<json> StudioGames::list() {
  static_cast<void>(state_->take_deserted());
  const auto games = live::running_games();
  if (!games) return tl::unexpected(Refusal{500, games.error()});
  json names = json::array();
  for (const live::RunningGame& game : *games) names.push_back({{"name", game.text()}});
  return names;
}

StudioGames::Answer<json> StudioGames::join(const std::string& name) {
  static_cast<void>(state_->take_deserted());
  const auto games = live::running_games();
  if (!games) return tl::unexpected(Refusal{500, games.error()});
  const auto game = std::ranges::find(*games, name, &live::RunningGame::text);
  if (game == games->end())
    return tl::unexpected(Refusal{404, fmt::format("{} does not run any more", name)});
  {
    const std::scoped_lock lock(state_->mutex);
    if (state_->games.size() >= kMostGames)
      return tl::unexpected(Refusal{409, "this studio looks into 8 games already"});
  }
  auto joined = WatchedGame::join(game->address, name);
  if (!joined) return tl::unexpected(Refusal{409, std::move(joined.error())});
  const std::scoped_lock lock(state_->mutex);
  const size_t id = state_->next++;
  state_->games[id] = std::move(*joined);
  return json{{"id", id}};
}

StudioGames::Answer<std::string> StudioGames::take(size_t id, uint64_t from) {
  const auto game = state_->find(id);
  if (game == nullptr) return tl::unexpected(Refusal{404, "this page has not joined that game"});
  auto taken = game->take(from);
  if (!taken) return tl::unexpected(Refusal{409, "these bytes are not kept any more"});
  return std::move(*taken);
}

StudioGames::Answer<json> StudioGames::ask(size_t id, const json& wanted) {
  const auto game = state_->find(id);
  if (game == nullptr) return tl::unexpected(Refusal{404, "this page has not joined that game"});
  if (!wanted.is_object()) return tl::unexpected(Refusal{400, "a deed is wanted"});
  if (text_in(wanted, "deed") == "leave") {
    const std::scoped_lock lock(state_->mutex);
    state_->games.erase(id);
    return said(true, "the game is left");
  }
  if (text_in(wanted, "deed") == "break") {
    std::vector<uint32_t> lines;
    if (wanted.contains("lines") && wanted["lines"].is_array()) {
      for (const json& one : wanted["lines"]) {
        const auto line = whole_in(one);
        if (!line) return said(false, "a line is a whole number");
        if (lines.size() < kMostBreakpoints) lines.push_back(*line);
      }
    }
    return game->set_breakpoints(state_->root.string(), text_in(wanted, "path"), lines);
  }
  if (auto steered = steer(*game, wanted)) return std::move(*steered);
  const std::string deed = text_in(wanted, "deed");
  if (deed != "change" && deed != "reload") return said(false, fmt::format("there is no deed {}", deed));
  return game->ask([&](LiveSession& session) {
    return deed == "change" ? make_changes(session, wanted) : reload(session, state_->root);
  });
}

}  // namespace ishi::compiler::cli
