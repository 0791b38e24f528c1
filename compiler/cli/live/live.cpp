#include <fmt/format.h>
#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <limits>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include "cli/exit_code.h"
#include "cli/input/inputs.h"
#include "cli/live/live_changes.h"
#include "cli/live/live_follow.h"
#include "cli/live/live_reload.h"
#include "cli/live/live_session.h"
#include "cli/output/interruption.h"
#include "cli/output/terminal.h"
#include "cli/recording/named_recordings.h"
#include "diagnostics/json.h"
#include "diagnostics/render_text.h"
#include "diagnostics/suggest.h"
#include "ishi/asset_info.h"
#include "recording/injection_text.h"
#include "recording/recorded_filter.h"
#include "recording/recorded_sources.h"
#include "workspace/checked_file.h"

// `ishi live`: looks into a running game.

namespace ishi::compiler::cli {
namespace {

// Gives a running game the behaviour that the sources of a folder or file become now.
class LiveReload {
 public:
  // Both outlive this.
  LiveReload(LiveSession& session, const LiveOptions& options) : session_(session), options_(options) {}

  // Compiles the sources of the assets that the game has, and gives it those that have become others. False
  // after a message on stderr: a source has errors, or the game refuses it.
  bool reload();
  // True if a file of the project has another time or size than when this was asked last.
  [[nodiscard]] bool has_changed();

 private:
  struct Stamp {
    std::filesystem::file_time_type written{};
    uintmax_t bytes = 0;
    bool operator==(const Stamp&) const = default;
  };

  LiveSession& session_;
  const LiveOptions& options_;
  std::map<std::string, Stamp> stamps_;
};

bool LiveReload::has_changed() {
  std::map<std::string, Stamp> now;
  if (const auto inputs = find_inputs({options_.reload}, options_.root)) {
    // Includes may stand anywhere in the project.
    std::set<std::filesystem::path> roots;
    for (const Input& input : *inputs) roots.insert(input.root);
    std::error_code error;
    for (const auto& root : roots) {
      for (std::filesystem::recursive_directory_iterator at(root, error), end; !error && at != end;
           at.increment(error)) {
        if (at->path().extension() != ".yaml") continue;
        now[at->path().string()] = {at->last_write_time(error), at->file_size(error)};
      }
    }
  }
  if (now == stamps_) return false;
  const bool is_first = stamps_.empty();
  stamps_ = std::move(now);
  return !is_first;
}

bool LiveReload::reload() {
  const auto inputs = find_inputs({options_.reload}, options_.root);
  if (!inputs) return false;
  const auto find = [&](const std::string& source) -> tl::expected<Input, std::string> {
    const auto input = std::ranges::find(*inputs, source, &Input::path);
    if (input != inputs->end()) return *input;
    return tl::unexpected(fmt::format("whose source {} is not among those of {}", source, options_.reload));
  };
  const auto change =
      change_of_sources(session_.replay(), find, use_color(stderr), session_.game->is_reload_unseen());
  if (!change) {
    for (const std::string& error : change.error().errors) fmt::print(stderr, "{}\n", error);
    complain("{}", change.error().why);
    return false;
  }
  if (change->command.blobs.empty()) {
    if (options_.format != Format::json) fmt::print("the game has this behaviour already\n");
    return true;
  }
  return ask_for(session_, options_, *change);
}

// The lines that somebody types, without waiting for them.
class TypedLines {
 public:
  // `reads`: false: there are none.
  explicit TypedLines(bool reads) : reads_(reads) {}
  // The next line, without its end; nothing if none is there.
  [[nodiscard]] std::optional<std::string> next();

 private:
  bool reads_;
  std::string text_;
};

std::optional<std::string> TypedLines::next() {
  while (reads_) {
    if (const size_t end = text_.find('\n'); end != std::string::npos) {
      std::string line = text_.substr(0, end);
      text_.erase(0, end + 1);
      return line;
    }
    pollfd input{STDIN_FILENO, POLLIN, 0};
    if (::poll(&input, 1, 0) <= 0) break;
    char some[256];
    const ssize_t count = ::read(STDIN_FILENO, some, sizeof some);
    if (count <= 0) {
      reads_ = false;  // its end
      break;
    }
    text_.append(some, static_cast<size_t>(count));
  }
  return std::nullopt;
}

using Deed = live::Command::Deed;
using OrderedJson = nlohmann::ordered_json;
using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

constexpr milliseconds kEachTime{50};
constexpr milliseconds kFilterAgain{500};

int list_games(const LiveOptions& options) {
  const auto games = live::running_games();
  if (!games) {
    complain("{}", games.error());
    return kUsage;
  }
  for (const live::RunningGame& game : *games) {
    if (options.format == Format::json)
      fmt::print(
          "{}\n",
          OrderedJson{{"game", game.name}, {"process", game.process}, {"path", game.address.path}}.dump());
    else
      fmt::print("{}\n", game.text());
  }
  if (games->empty() && options.format != Format::json)
    fmt::print("no game runs that lets viewers join (docs/live.md); they are looked for in {}\n",
               live::folder_of_games());
  return kGood;
}

// The address of a game by its name; nothing after a message on stderr.
std::optional<live::Address> find_game(const LiveOptions& options) {
  if (options.port != 0) {
    const char* const secret = std::getenv("ISHI_LIVE_SECRET");
    if (secret == nullptr) {
      complain("--port needs the game's secret in the environment: ISHI_LIVE_SECRET=… ishi live --port {}",
               options.port);
      return std::nullopt;
    }
    return live::Address{.path = {}, .port = static_cast<uint16_t>(options.port), .secret = secret};
  }
  const auto games = live::running_games();
  if (!games) {
    complain("{}", games.error());
    return std::nullopt;
  }
  std::vector<live::RunningGame> found;
  std::vector<std::string> names;
  for (const live::RunningGame& game : *games) {
    names.push_back(game.text());
    if (game.name == options.game || game.text() == options.game) found.push_back(game);
  }
  if (found.size() == 1) return found[0].address;
  if (found.size() > 1) {
    complain("{} games are called {}; say which: {}", found.size(), options.game, fmt::join(names, ", "));
  } else if (names.empty()) {
    complain("no game called {} runs, nor any other that lets viewers join; they are looked for in {}",
             options.game, live::folder_of_games());
  } else {
    complain("no game called {} runs; there is {}", options.game, fmt::join(names, ", "));
  }
  return std::nullopt;
}

std::string_view option_name(const record::Replay& replay, const Asset& asset,
                             const record::Replay::Doing& doing) {
  if (doing.option == kNoOption) return "nothing";
  const AssetParts parts(asset);
  for (uint32_t i = 0; i < asset.count(Kind::agents); ++i) {
    const AgentInfo agent = parts.agent(i);
    if (agent.name == replay.agent_name(doing.population))
      return parts.option(agent.options.first + doing.option).name;
  }
  return "";
}

class Live {
 public:
  Live(LiveSession& session, const LiveOptions& options, const Topics& topics)
      : session_(session), options_(options), topics_(topics) {}

  int run() {
    std::optional<RecordedName> who;
    if (!options_.agent.empty()) {
      session_.file.times = FrameTimes(session_.replay().frames());
      who = find_agent(session_.file, "", options_.agent);
      if (!who) return kUsage;
      session_.go_to_end();
    }
    const auto changes = read_changes(session_.replay(), options_, who ? &*who : nullptr);
    if (!changes) {
      complain("{}", changes.error());
      return kUsage;
    }
    if (options_.holds || options_.steps > 0) {
      if (!hold()) return kFound;
    }
    if (options_.goes_on && !ask_for(session_, options_, {{.deed = Deed::go_on}, "the game goes on"}))
      return kFound;
    for (const LiveChange& change : *changes) {
      if (!ask_for(session_, options_, change)) return kFound;
    }
    LiveReload reload(session_, options_);
    if (!options_.reload.empty() && !reload.reload()) {
      if (!options_.watches) return kFound;
    }
    if (options_.watches) static_cast<void>(reload.has_changed());
    if (!options_.where.empty() && !begin_filter()) return kUsage;
    const bool changes_only = !changes->empty() || !options_.reload.empty() || options_.goes_on;
    const bool stays = options_.holds || options_.steps > 0 || options_.watches ||
                       !options_.recording.empty() || !options_.duration.empty() ||
                       (who && !changes_only && options_.where.empty());
    if (!stays && !changes_only && options_.where.empty()) return print_everybody();
    if (!options_.where.empty() && !filter()) return kUsage;
    return stays ? stay(who ? &*who : nullptr, reload) : kGood;
  }

 private:
  [[nodiscard]] bool is_json() const { return options_.format == Format::json; }

  bool hold() {
    const LiveChange held{{.deed = Deed::hold}, "the game is held"};
    if (!ask_for(session_, options_, held)) return false;
    return options_.steps == 0 || step(options_.steps);
  }
  bool step(uint32_t frames) {
    return ask_for(
        session_, options_,
        {{.deed = Deed::step, .frames = frames},
         fmt::format("{} played", frames == 1 ? "1 frame is" : fmt::format("{} frames are", frames))});
  }

  int print_everybody() {
    record::Replay& replay = session_.replay();
    session_.go_to_end();
    std::vector<record::Replay::Doing> doings;
    replay.read_doings(doings);
    const live::GameInfo& info = session_.game->info();
    if (is_json()) {
      fmt::print("{}\n", OrderedJson{{"kind", "game"},
                                     {"game", info.name},
                                     {"process", info.process},
                                     {"build", info.build},
                                     {"frame", replay.world().clock().frame},
                                     {"agents", doings.size()},
                                     {"viewers", session_.game->viewers()},
                                     {"is_held", session_.game->is_held()},
                                     {"may_hold", info.may_hold},
                                     {"may_change", info.may_change},
                                     {"may_reload", info.may_reload}}
                             .dump());
    } else {
      fmt::print("{} (process {}) at {}: {}, {}{}\n", paint(info.name, Color::bold, use_color(stdout)),
                 info.process, session_.moment(), counted(doings.size(), "agent"),
                 counted(session_.game->viewers(), "viewer"), session_.game->is_held() ? ", held" : "");
    }
    constexpr size_t kMost = 200;
    size_t printed = 0;
    for (const record::Replay::Doing& doing : doings) {
      const Asset& asset = *replay.asset(doing.population);
      const std::string name = entity_name(replay, asset, doing.agent);
      const std::string_view does = option_name(replay, asset, doing);
      const std::string whom = doing.whom == EntityId()
                                   ? std::string()
                                   : fmt::format(" ({})", entity_name(replay, asset, doing.whom));
      if (is_json()) {
        fmt::print("{}\n", OrderedJson{{"kind", "agent"}, {"agent", name}, {"does", does}}.dump());
      } else if (++printed <= kMost) {
        fmt::print("  {:<20} {}{}\n", name, does, whom);
      }
    }
    if (printed > kMost)
      fmt::print("  … and {} more; --where lists those that you look for\n", printed - kMost);
    return session_.end();
  }

  // The sources of the game's assets, for expressions about its agents.
  bool begin_filter() {
    const std::string folder = options_.root.empty() ? "." : options_.root;
    const auto inputs = find_inputs({folder}, options_.root);
    if (!inputs || inputs->empty()) return false;
    reader_ = std::make_unique<FolderReader>(inputs->front().root);
    workspace_ = std::make_unique<Workspace>(*reader_);
    std::vector<std::string> paths;
    for (const Input& input : *inputs) paths.push_back(input.path);
    workspace_->set_files(paths);
    const std::vector<std::string> sources = todays_sources(session_.replay(), paths);
    if (sources.empty()) {
      complain("the sources of {} are not below {}; say with --root where its project is", session_.file.path,
               folder);
      return false;
    }
    auto made = RecordedFilter::make(session_.file, *workspace_, sources, options_.where);
    if (!made) {
      complain("--where {}: {}", options_.where, made.error());
      return false;
    }
    filter_ = std::move(*made);
    return true;
  }

  // Prints for whom it holds, and later for whom that has changed.
  bool filter() {
    session_.go_to_end();
    const auto found = filter_->agents(session_.replay());
    if (!found) {
      complain("--where {}: {}", options_.where, found.error());
      return false;
    }
    std::set<std::string> names;
    for (const Entity& entity : session_.replay().entities()) {
      if (!std::ranges::binary_search(*found, entity.index)) continue;
      const Asset* const asset = session_.replay().asset(session_.replay().population_of(entity));
      if (asset != nullptr) names.insert(entity_name(session_.replay(), *asset, entity));
    }
    const bool is_first = !filtered_at_.has_value();
    filtered_at_ = Clock::now();
    if (!is_first && names == holds_for_) return true;
    if (is_json()) {
      fmt::print("{}\n", OrderedJson{{"kind", "where"},
                                     {"where", options_.where},
                                     {"frame", session_.replay().world().clock().frame},
                                     {"agents", names}}
                             .dump());
    } else {
      fmt::print("{}: {}{}\n", session_.moment(), counted(names.size(), "agent"),
                 names.empty() ? "" : fmt::format(": {}", fmt::join(names, ", ")));
    }
    std::fflush(stdout);
    holds_for_ = std::move(names);
    return true;
  }

  // Until somebody presses Ctrl-C, the time is over, or the game has ended.
  int stay(const RecordedName* who, LiveReload& reload) {
    double seconds = std::numeric_limits<double>::infinity();
    if (!options_.duration.empty()) {
      const auto length = read_length(options_.duration);
      if (!length) return kUsage;
      seconds = *length;
    } else if (options_.steps > 0) {
      seconds = 0.5;  // until its frames are here
    }
    std::unique_ptr<LiveFollow> follow;
    if (who != nullptr) follow = std::make_unique<LiveFollow>(session_, options_, topics_, *who);
    TypedLines typed(options_.holds && options_.steps == 0);
    if (options_.holds && options_.steps == 0 && !is_json())
      fmt::print("Enter plays a frame, a number as many, c lets the game go on; Ctrl-C ends\n");
    std::fflush(stdout);
    const auto begun = Clock::now();
    auto watched_at = begun;
    bool is_followed = true;
    while (session_.take_in(kEachTime) && !Interruption::is_asked()) {
      if (follow != nullptr && is_followed) is_followed = follow->go_on();
      if (!is_followed) break;
      if (follow == nullptr) tell_injections();
      if (filter_ != nullptr && Clock::now() - *filtered_at_ > kFilterAgain && !filter()) break;
      if (options_.watches && Clock::now() - watched_at > kFilterAgain) {
        watched_at = Clock::now();
        if (reload.has_changed()) static_cast<void>(reload.reload());
      }
      while (const auto line = typed.next()) {
        if (!obey(*line)) return kFound;
      }
      if (std::chrono::duration<double>(Clock::now() - begun).count() > seconds) break;
    }
    if (follow != nullptr) {
      if (is_followed) static_cast<void>(follow->go_on());
      follow->end();
    }
    // A game that is held goes on by itself two seconds after its viewer has left; it need not wait.
    if (session_.game->is_there() && (options_.holds || options_.steps > 0))
      static_cast<void>(session_.game->ask({.deed = Deed::go_on}));
    const int code = session_.end();
    return code == kGood && !is_followed ? kFound : code;
  }

  bool obey(const std::string& line) {
    if (line == "c") return ask_for(session_, options_, {{.deed = Deed::go_on}, "the game goes on"});
    uint32_t frames = 1;
    if (!line.empty()) {
      const auto [end, error] = std::from_chars(line.data(), line.data() + line.size(), frames);
      if (error != std::errc() || end != line.data() + line.size() || frames == 0) {
        complain("Enter plays a frame, a number as many, c lets the game go on, but here is {}", line);
        return true;
      }
    }
    return step(frames);
  }

  // Prints the changes of viewers where no timeline does.
  void tell_injections() {
    const auto injections = session_.replay().injections();
    injected_ = std::min<size_t>(injected_, injections.size());
    for (; injected_ < injections.size(); ++injected_) {
      session_.play();
      const std::string text = injection_text(session_.replay(), injections[injected_]);
      if (is_json())
        fmt::print("{}\n", OrderedJson{{"kind", "viewer"}, {"text", text}}.dump());
      else
        fmt::print("{}\n", text);
    }
    std::fflush(stdout);
  }

  LiveSession& session_;
  const LiveOptions& options_;
  const Topics& topics_;
  std::unique_ptr<FolderReader> reader_;
  std::unique_ptr<Workspace> workspace_;
  std::unique_ptr<RecordedFilter> filter_;
  std::optional<Clock::time_point> filtered_at_;
  std::set<std::string> holds_for_;
  size_t injected_ = 0;
};

}  // namespace

int run_live(const LiveOptions& options) {
  if (options.game.empty() && options.port == 0) {
    if (!options.agent.empty() || !options.where.empty() || !options.sets.empty()) {
      complain(
          "which game? `ishi live` lists those that run, and `ishi live NAME --agent guard#17` follows an "
          "agent");
      return kUsage;
    }
    return list_games(options);
  }
  const std::optional<Topics> topics = read_topics(options.only);
  if (!topics) return kUsage;
  if (options.watches && options.reload.empty()) {
    complain("--watch needs --reload DIR: the sources that are watched");
    return kUsage;
  }
  const auto address = find_game(options);
  if (!address) return kUsage;
  const Interruption interruption;
  int code = kGood;
  const std::string name = options.game.empty() ? fmt::format("port {}", options.port) : options.game;
  const auto session = LiveSession::join(*address, name, options, code);
  return session == nullptr ? code : Live(*session, options, *topics).run();
}

}  // namespace ishi::compiler::cli
