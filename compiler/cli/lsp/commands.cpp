#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <memory>
#include <utility>

#include "cli/lsp/commands.h"
#include "cli/lsp/failure.h"
#include "cli/lsp/framing.h"
#include "cli/lsp/picture_edits.h"
#include "cli/lsp/questions.h"
#include "diagnostics/json.h"
#include "workspace/map_question.h"

// The commands that an editor gives by `workspace/executeCommand`. Those that run tests or decide take long.

namespace ishi::compiler::cli {
namespace {

// `arguments` of a command.
const Json& arguments_of(const Json& params) {
  static const Json kNone = Json::array();
  const bool has_list = params.is_object() && params.contains("arguments") && params["arguments"].is_array();
  return has_list ? params["arguments"] : kNone;
}

std::string command_of(const Json& params) {
  const bool has_name = params.is_object() && params.contains("command") && params["command"].is_string();
  return has_name ? params["command"].get<std::string>() : std::string();
}

std::string text_in(const Json& object, const char* name) {
  return object.contains(name) && object[name].is_string() ? object[name].get<std::string>() : std::string();
}
const Json& list_in(const Json& object, const char* name) {
  static const Json kNone = Json::array();
  return object.is_object() && object.contains(name) && object[name].is_array() ? object[name] : kNone;
}

// [[kind, name, times, share], …] and [[from, to, times], …]; other entries are left out.
MapCounts map_counts(const Json& written) {
  MapCounts counts;
  const auto times_of = [](const Json& number) {
    constexpr double kMost = 1e9;
    return static_cast<uint32_t>(std::clamp(number.get<double>(), 0.0, kMost));
  };
  for (const Json& one : list_in(written, "parts")) {
    if (!one.is_array() || one.size() != 4 || !one[0].is_string() || !one[1].is_string() ||
        !one[2].is_number() || !one[3].is_number())
      continue;
    const PartKind kind = one[0] == "state" ? PartKind::state : PartKind::action;
    counts.parts.push_back(
        {kind, one[1].get<std::string>(), times_of(one[2]), std::clamp(one[3].get<double>(), 0.0, 1.0)});
  }
  for (const Json& one : list_in(written, "turns")) {
    if (one.is_array() && one.size() == 3 && one[0].is_string() && one[1].is_string() && one[2].is_number())
      counts.turns.push_back({one[0].get<std::string>(), one[1].get<std::string>(), times_of(one[2])});
  }
  return counts;
}

MapQuestion map_question(const Json& options) {
  MapQuestion question;
  question.agent = text_in(options, "agent");
  question.only_to = text_in(options, "only_to");
  for (const Json& word : list_in(options, "fold")) {
    if (!word.is_string()) continue;
    const auto kind = part_kind_of_plural(word.get<std::string>());
    if (!kind) {
      throw Failure{kInvalidParams,
                    fmt::format("`{}` is no kind of parts that a map folds", word.get<std::string>())};
    }
    question.folded.push_back(*kind);
  }
  question.has_room = options.contains("room") && options["room"] == true;
  if (options.contains("counts") && options["counts"].is_object()) {
    for (const auto& [agent, written] : options["counts"].items())
      question.counts.emplace(agent, map_counts(written));
  }
  return question;
}

}  // namespace

// The text at a place of a command's arguments.
std::string Commands::argument(const Json& params, size_t place) {
  const Json& arguments = arguments_of(params);
  if (place >= arguments.size() || !arguments[place].is_string())
    throw Failure{kInvalidParams, fmt::format("`{}` takes the URI of a file{}", command_of(params),
                                              place == 0 ? "" : ", and a name")};
  return arguments[place].get<std::string>();
}

// `ishi.fixAll` URI; `ishi.text` URI: the text that the server has; `ishi.subjects` URI: the agents, actions
// and tests that questions can name; `ishi.map` URI AGENT: the map of an agent as SVG, AGENT empty: of all;
// null if there is none. In place of AGENT: {"agent": …, "only_to": an action, "fold": ["senses", …], "room":
// true, "counts": {AGENT: {"parts": [[kind, name, times, share], …], "turns": [[from, to, times], …]}}}.
// `ishi.parts` URI: what of its text can be edited in a picture; `ishi.edit` URI {"do": "rename",
// "duplicate", "move", "remove", "add", "connect", "setNumber" or "setText", "at": what leads to the part,
// "uri": the file in which it stands, if it is another one, "expected": what the part is called, "of",
// "agent", "name", "text", "by", "number", "value"}: see workspace/edit/picture_edit.h. The answer: {"edit":
// a WorkspaceEdit, "written": the place of what may be typed over, "note"}, or a refusal.
Json Commands::execute_command(const Json& params) {
  const std::string command = command_of(params);
  if (command == "ishi.subjects") {
    const ProjectFile file = at_.projects.find(argument(params, 0));
    return subjects_json(file.workspace().subjects(file.path));
  }
  if (command == "ishi.map") {
    const ProjectFile file = at_.projects.find(argument(params, 0));
    const Positions positions = positions_of(at_, file);
    const Json& arguments = arguments_of(params);
    const bool has_options = arguments.size() > 1 && arguments[1].is_object();
    MapQuestion question;
    if (has_options)
      question = map_question(arguments[1]);
    else
      question.agent = argument(params, 1);
    const auto svg = file.workspace().draw(file.path, question, [&](const std::string& path, uint32_t line) {
      return fmt::format("{}#L{}", positions.uri(path), line);
    });
    return svg ? Json(*svg) : Json(nullptr);
  }
  if (command == "ishi.parts") {
    const ProjectFile file = at_.projects.find(argument(params, 0));
    Positions positions = positions_of(at_, file);
    return parts_json(file.workspace().parts(file.path), file.path, positions);
  }
  if (command == "ishi.edit") return edit_by_picture(params);
  if (command == "ishi.text") {
    const ProjectFile file = at_.projects.find(argument(params, 0));
    const auto bytes = file.workspace().text(file.path);
    return bytes ? Json(*bytes) : Json(nullptr);
  }
  if (command == "ishi.fixAll") {
    const ProjectFile file = at_.projects.find(argument(params, 0));
    const std::vector<FileEdit> edits = file.workspace().all_fixes(file.path);
    return apply(file, "ishi check --fix", edits);
  }
  throw Failure{kInvalidParams, fmt::format("there is no command `{}`", command)};
}

Json Commands::edit_by_picture(const Json& params) {
  const ProjectFile file = at_.projects.find(argument(params, 0));
  const Json& arguments = arguments_of(params);
  if (arguments.size() < 2 || !arguments[1].is_object())
    throw Failure{kInvalidParams, "`ishi.edit` takes the URI of a file, and an edit"};
  PictureEdit edit = picture_edit_of(arguments[1]);
  if (const std::string uri = text_in(arguments[1], "uri"); !uri.empty())
    edit.file = at_.projects.find(uri).path;
  const EditsByPicture made = file.workspace().edit(file.path, edit);
  if (!made.refusal.empty()) throw Failure{kRequestFailed, made.refusal};
  Json written = nullptr;
  if (made.written) {  // counted in the text that the client has after the edits
    const auto& [path, begin, end] = *made.written;
    const std::string after = with_file_edits(file.workspace().text(path).value_or(""), made.edits, path);
    const TextPositions lines(after);
    const auto position = [&](uint32_t offset) -> Json {
      const TextPosition place = lines.position(offset, at_.client.encoding);
      return {{"line", place.line}, {"character", place.column}};
    };
    written = {{"uri", positions_of(at_, file).uri(path)},
               {"range", {{"start", position(begin)}, {"end", position(end)}}}};
  }
  return {{"edit", apply(file, "ishi: edit by picture", made.edits)},
          {"written", std::move(written)},
          {"note", made.note}};
}

// Hands edits to a client that takes them, and gives them as JSON.
Json Commands::apply(const ProjectFile& file, std::string_view label, const std::vector<FileEdit>& edits) {
  Json edit = positions_of(at_, file).workspace_edit(edits);
  if (at_.client.takes_edits && !edits.empty()) {
    connection_.send({{"jsonrpc", "2.0"},
                      {"id", connection_.next_id()},
                      {"method", "workspace/applyEdit"},
                      {"params", {{"label", label}, {"edit", edit}}}});
  }
  return edit;
}

// The results of tests as the client gets them; the person is told, too.
Json Commands::tell_results(const ProjectFile& file, const std::vector<TestRun>& runs) {
  Positions positions = positions_of(at_, file);
  Json results = Json::array();
  size_t failed = 0;
  std::string words;
  for (const TestRun& run : runs) {
    failed += run.is_good ? 0 : 1;
    if (!run.is_good) words += fmt::format("\n✗ {}: {}", run.name, run.message);
    results.push_back({{"name", run.name},
                       {"passed", run.is_good},
                       {"outcome", run.outcome},
                       {"message", run.message},
                       {"range", positions.range(file.path, run.begin, run.end)}});
  }
  const bool has_run = !results.empty();
  const std::string message =
      !has_run ? "no test was run: the file has errors, or none of that name"
               : fmt::format("{} of {} tests passed{}", results.size() - failed, results.size(), words);
  connection_.notify("window/showMessage", {{"type", has_run && failed == 0 ? 3 : 2}, {"message", message}});
  return {{"tests", std::move(results)}, {"failed", failed}};
}

bool Commands::begin_long(const std::string& method, const std::string& id, const Json& params) {
  if (method == "textDocument/hover") return begin_hover(id, params);
  return method == "workspace/executeCommand" && begin_command(id, params);
}

void Commands::begin(const std::string& id, const Json& params, const ProjectFile& file,
                     LongRequest::Work work, bool is_of_texts) {
  auto request = std::make_shared<LongRequest>();
  request->id = id;
  request->project = file.project;
  if (is_of_texts) request->made_of = file.workspace().dependencies(file.path);
  if (params.contains("workDoneToken")) request->progress_token = params["workDoneToken"].dump();
  request->work = std::move(work);
  work_.begin(request);
  tell_progress_of(*request, "begin");
}

// Begins a command that takes long: `ishi.runTest` URI NAME, `ishi.runTests` URI; `ishi.addTest` URI NAME: a
// test in which that action wins; and those about a situation. False if the command is none of these.
bool Commands::begin_command(const std::string& id, const Json& params) {
  const std::string command = command_of(params);
  const Json& arguments = arguments_of(params);
  const bool has_options = arguments.size() > 1 && arguments[1].is_object();
  if (begin_recorded(id, params, command)) return true;
  const bool runs_one = command == "ishi.runTest", adds = command == "ishi.addTest";
  if (begins_question(command, has_options)) {
    const ProjectFile file = at_.projects.find(argument(params, 0));
    begin(id, params, file, ask(file, command, has_options ? arguments[1] : Json::object()));
    return true;
  }
  if (!runs_one && !adds && command != "ishi.runTests") return false;
  const ProjectFile file = at_.projects.find(argument(params, 0));
  const std::string name = runs_one || adds ? argument(params, 1) : std::string();
  begin(id, params, file, adds ? add_test(file, name) : run_tests(file, name));
  return true;
}

// A piece is one test, or some seconds of its run.
LongRequest::Work Commands::run_tests(const ProjectFile& file, std::string name) {
  auto tests = std::make_shared<std::unique_ptr<FileTestRuns>>();
  return
      [this, file, tests, name = std::move(name)](LongRequest& own, const Stop& stop) -> LongRequest::Finish {
        if (*tests == nullptr)
          *tests = file.workspace().begin_tests(file.path, name, &stop, [this, &own](double share) {
            own.share = share;
            queue_.wake();
          });
        if (*tests == nullptr || (*tests)->go_on()) return {};  // or it is stopped
        auto runs = std::make_shared<std::vector<TestRun>>((*tests)->take());
        return [this, file, runs] { return tell_results(file, *runs); };
      };
}

LongRequest::Work Commands::add_test(const ProjectFile& file,
                                     std::variant<SituationQuestion, std::string> about) {
  return [this, file, about = std::move(about)](LongRequest&, const Stop& stop) -> LongRequest::Finish {
    tl::expected<FileEdit, std::string> edit;
    if (const auto* const action = std::get_if<std::string>(&about)) {
      edit = file.workspace().new_test(file.path, *action, &stop);
    } else {
      SituationQuestion question = std::get<SituationQuestion>(about);
      question.stop = &stop;
      edit = file.workspace().new_test(file.path, question);
    }
    auto made = std::make_shared<tl::expected<FileEdit, std::string>>(std::move(edit));
    return [this, file, made]() -> Json {
      if (!*made) throw Failure{kRequestFailed, "no test was added: " + made->error()};
      return apply(file, "ishi: add a test", {**made});
    };
  };
}

// A proof that an action can win, or never does, is looked for on the thread of long work, unless that is
// busy. False if nothing takes long.
bool Commands::begin_hover(const std::string& id, const Json& params) {
  const auto [file, offset] = place_asked(at_, params);
  auto hover = file.workspace().hover(file.path, offset, at_.client.shows_pictures);
  if (!hover || hover->action.empty() || !work_.unfinished().empty()) return false;
  begin(id, params, file, [this, file = file, hover = std::move(*hover)](LongRequest&, const Stop& stop) {
    auto whole = std::make_shared<HoverText>(hover);
    const std::string winning = file.workspace().winning(file.path, hover.action, &stop);
    if (!winning.empty()) whole->markdown += "\n\n" + winning;
    return [this, file, whole] { return hover_json(at_, file, *whole); };
  });
  return true;
}

void Commands::tell_progress_of(const LongRequest& request, std::string_view kind) {
  if (request.progress_token.empty()) return;
  Json value = {{"kind", kind}};
  const auto percentage = static_cast<int>(100 * request.share);
  if (kind == "begin") value["title"] = "Ishi";
  if (kind == "begin") value["cancellable"] = true;
  if (kind != "end") value["percentage"] = percentage;
  connection_.notify("$/progress",
                     {{"token", Json::parse(request.progress_token)}, {"value", std::move(value)}});
}

}  // namespace ishi::compiler::cli
