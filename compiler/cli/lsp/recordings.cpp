#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <memory>
#include <utility>

#include "cli/lsp/commands.h"
#include "cli/lsp/failure.h"
#include "cli/recording/named_recordings.h"
#include "diagnostics/json.h"
#include "recording/recorded_game.h"
#include "system/whole_file.h"

// The commands that ask about a recorded game. Each takes the URI of a file, whose project has the sources,
// and {"recording": the path of the recording, …}; frames are counted by their places in it.

namespace ishi::compiler::cli {

struct OpenRecordings {
  std::map<std::string, std::shared_ptr<RecordedGame>> games;
};

namespace {

constexpr std::string_view kPrefix = "ishi.record.";
constexpr double kMostMilliseconds = 1e6;

// What a command of recordings is given.
struct Given {
  std::string recording, expression;
  std::string piece;       // the path of the next bytes of one that grows
  bool is_stream = false;  // it grows
  EntityId agent{};
  size_t at = 0, to = 0, most = 0;
  double milliseconds = 0;
};

size_t count_in(const Json& options, const char* name) {
  return options.contains(name) && options[name].is_number_unsigned() ? options[name].get<size_t>() : 0;
}

Given given(const Json& options) {
  Given given;
  if (options.contains("recording") && options["recording"].is_string())
    given.recording = options["recording"].get<std::string>();
  if (options.contains("expression") && options["expression"].is_string())
    given.expression = options["expression"].get<std::string>();
  if (options.contains("piece") && options["piece"].is_string())
    given.piece = options["piece"].get<std::string>();
  given.is_stream = options.contains("stream") && options["stream"] == true;
  given.agent.index = static_cast<uint32_t>(count_in(options, "index"));
  given.agent.generation = static_cast<uint32_t>(count_in(options, "generation"));
  given.at = count_in(options, "at");
  given.to = count_in(options, "to");
  given.most = count_in(options, "most");
  if (options.contains("milliseconds") && options["milliseconds"].is_number())
    given.milliseconds = std::clamp(options["milliseconds"].get<double>(), 0.0, kMostMilliseconds);
  return given;
}

tl::expected<std::shared_ptr<RecordedGame>, std::string> opened(const Given& given) {
  if (!given.is_stream) {
    auto recording = read_recording(given.recording, {}, true);
    if (!recording) return tl::unexpected(std::move(recording.error().why));
    return RecordedGame::open(std::move(*recording));
  }
  const auto bytes = read_to_end(given.recording);
  if (!bytes) return tl::unexpected(fmt::format("{} cannot be read: {}", given.recording, bytes.error()));
  return RecordedGame::open_stream(given.recording, *bytes);
}

RecordedAnswer appended(RecordedGame& game, const Given& given) {
  const auto bytes = read_to_end(given.piece);
  if (!bytes) return tl::unexpected(fmt::format("{} cannot be read: {}", given.piece, bytes.error()));
  return game.append(*bytes);
}

// The answers that are JSON; nothing for another command.
std::optional<RecordedAnswer> answer_of(RecordedGame& game, std::string_view what, const Given& given,
                                        Workspace& workspace, const Stop& stop) {
  if (what == "append") return appended(game, given);
  if (what == "about") return game.about(workspace);
  if (what == "pass") return game.pass(given.milliseconds);
  if (what == "ground") return game.ground(given.at);
  if (what == "doings") return game.doings(given.agent);
  if (what == "everybody") return game.everybody(given.most);
  if (what == "run") return game.run(workspace, given.agent, given.at, given.to, stop);
  if (what == "values") return game.values(workspace, given.agent, given.at);
  if (what == "why") return game.why(workspace, given.agent, given.at);
  if (what == "filter") return game.filter(workspace, given.expression, given.at);
  if (what == "differences") return game.differences(workspace, given.milliseconds);
  return std::nullopt;
}

}  // namespace

// `ishi.record.open`: reads it; `close` forgets it. With {"stream": true} it grows: `append` takes in the
// bytes of the file `piece`, and `about` answers again what `open` did. `pass`: plays it on for some
// `milliseconds`; `frame`: everybody `at` a frame, on the way to which it plays no longer than
// `milliseconds`; `ground`: where nobody can walk then; of the agent with an `index` and a `generation`:
// `doings`, `run` from `at` to `to`, `why`, `values`, and `test`, an edit; `everybody`: tracks of the first
// `most` agents, and how often all did what; `filter`: for whom an `expression` holds; `differences`: what
// the texts of now would decide otherwise. False if the command is none of these.
bool Commands::begin_recorded(const std::string& id, const Json& params, const std::string& command) {
  if (!command.starts_with(kPrefix)) return false;
  const std::string what = command.substr(kPrefix.size());
  const ProjectFile file = at_.projects.find(argument(params, 0));
  const Json& arguments = params["arguments"];
  const Given asked = given(arguments.size() > 1 && arguments[1].is_object() ? arguments[1] : Json::object());
  if (recordings_ == nullptr) recordings_ = std::make_shared<OpenRecordings>();
  auto work = [this, file, what, asked, open = recordings_](LongRequest&,
                                                            const Stop& stop) -> LongRequest::Finish {
    const auto refuse = [](std::string why) {
      return [why = std::move(why)]() -> Json { throw Failure{kRequestFailed, why}; };
    };
    if (what == "close") {
      open->games.erase(asked.recording);
      return [] { return Json(nullptr); };
    }
    if (what == "open") {
      open->games.erase(asked.recording);
      auto game = opened(asked);
      if (!game) return refuse(std::move(game.error()));
      open->games[asked.recording] = *game;
      auto about = std::make_shared<Json>((*game)->about(file.workspace()));
      return [about] { return std::move(*about); };
    }
    const auto found = open->games.find(asked.recording);
    if (found == open->games.end()) return refuse(fmt::format("{} is not open", asked.recording));
    RecordedGame& game = *found->second;
    if (what == "frame") {
      auto frame = game.frame_text(asked.at, asked.milliseconds);
      if (!frame) return refuse(std::move(frame.error()));
      auto text = std::make_shared<std::string>(std::move(*frame));
      return [text] { return LongRequest::RawJson{std::move(*text)}; };
    }
    if (what == "test") {
      auto edit = std::make_shared<tl::expected<FileEdit, std::string>>(
          game.test(file.workspace(), asked.agent, asked.at));
      return [this, file, edit]() -> Json {
        if (!*edit) throw Failure{kRequestFailed, "no test was added: " + edit->error()};
        return apply(file, "ishi: add a test", {**edit});
      };
    }
    auto answer = answer_of(game, what, asked, file.workspace(), stop);
    if (!answer) return refuse(fmt::format("there is no command `{}{}`", kPrefix, what));
    if (!*answer) return refuse(std::move(answer->error()));
    auto json = std::make_shared<Json>(std::move(**answer));
    return [json] { return std::move(*json); };
  };
  begin(id, params, file, std::move(work), false);
  return true;
}

}  // namespace ishi::compiler::cli
