#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "cli/dap/debug_failure.h"
#include "cli/lsp/uri.h"
#include "diagnostics/json.h"
#include "source/read_file.h"

// Looking at agents where the run stands.

namespace ishi::compiler::cli {
namespace {

using Json = nlohmann::json;

constexpr size_t kMostHandles = 100'000;

std::string_view trimmed(std::string_view text) {
  while (text.starts_with(' ')) text.remove_prefix(1);
  while (text.ends_with(' ')) text.remove_suffix(1);
  return text;
}

// "hp = 20": the two sides.
std::pair<std::string, std::string> sides_of(std::string_view text) {
  const size_t equals = text.find('=');
  if (equals == std::string_view::npos) return {};
  return {std::string(trimmed(text.substr(0, equals))), std::string(trimmed(text.substr(equals + 1)))};
}

constexpr std::string_view kHelp =
    "an expression, such as hp < 20 and threat.known\n"
    "why                 the last decision, and what would change it\n"
    "what if hp = 20     what it would have picked\n"
    "set hp = 20         sets a key or level from here on\n"
    "reload              goes on with the sources as they are now; agents keep their state\n"
    "at 3.5s             goes to that moment; frame 210 does so, too";

}  // namespace

DebugServer::Json DebugServer::source_json(const std::string& path) const {
  return {{"name", std::filesystem::path(path).filename().string()},
          {"path", paths_are_uris_ ? uri_of_path(path) : path}};
}

int DebugServer::add_handle(Handle handle) {
  if (handles_.size() >= kMostHandles) throw Failure{"too much is open: go on, or collapse something"};
  handles_.push_back(std::move(handle));
  return static_cast<int>(forgotten_handles_ + handles_.size());
}

const DebugServer::Handle& DebugServer::handle_of(const Json& arguments) const {
  const auto number = arguments.at("variablesReference").get<int64_t>();
  if (number <= forgotten_handles_ || number - forgotten_handles_ > static_cast<int64_t>(handles_.size()))
    throw Failure{"there are no such variables any more", true};
  return handles_[static_cast<size_t>(number - forgotten_handles_ - 1)];
}

const DebugServer::FrameHandle* DebugServer::frame_of(const Json& arguments) const {
  const auto found = arguments.find("frameId");
  if (found == arguments.end() || !found->is_number_integer()) return nullptr;
  const auto number = found->get<int64_t>();
  if (number <= forgotten_frames_ || number - forgotten_frames_ > static_cast<int64_t>(frames_.size()))
    return nullptr;
  return &frames_[static_cast<size_t>(number - forgotten_frames_ - 1)];
}

// The agent of a frame or thread; else the first that is there.
uint32_t DebugServer::agent_of(const Json& arguments) const {
  Debuggee& run = debuggee();
  if (arguments.contains("frameId")) {
    const FrameHandle* const frame = frame_of(arguments);
    if (frame == nullptr) throw Failure{"there is no such stack frame any more", true};
    return frame->agent;
  }
  if (const auto thread = arguments.find("threadId"); thread != arguments.end()) {
    const auto number = thread->get<int64_t>();
    if (number < 1 || number > static_cast<int64_t>(run.agent_count()))
      throw Failure{fmt::format("there is no agent {}", number)};
    return static_cast<uint32_t>(number - 1);
  }
  for (uint32_t agent = 0; agent < run.agent_count(); ++agent) {
    if (run.is_there(agent)) return agent;
  }
  throw Failure{"nobody is there"};
}

void DebugServer::threads(const Json&, Json& body) {
  Debuggee& run = debuggee();
  body["threads"] = Json::array();
  for (uint32_t agent = 0; agent < run.agent_count(); ++agent) {
    if (!run.is_there(agent)) continue;
    if (!launch_->agents.empty() && !session_->is_moving() &&
        !breakpoints_.holds(run, agent, launch_->agents))
      continue;
    body["threads"].push_back(
        {{"id", agent + 1},
         {"name", run.agent_name(agent) + (run.is_counterfactual() ? " (counterfactual)" : "")}});
  }
}

void DebugServer::stack_trace(const Json& arguments, Json& body) {
  Debuggee& run = debuggee();
  if (session_->is_moving()) throw Failure{"the run goes on: pause it first"};
  const uint32_t number = agent_of(arguments);
  const SimulatedAgent* const agent = run.agent(number);
  const DebugProgram* const program = run.program_of(number);
  if (agent == nullptr || program == nullptr)
    throw Failure{run.is_there(number) ? "the sources of this agent are not there"
                                       : "the agent is not there"};
  const std::vector<StackLevel> levels = stack_of(*agent, *program, run.decision(number));
  const auto first = static_cast<size_t>(std::max<int64_t>(0, arguments.value("startFrame", int64_t{0})));
  const int64_t wanted = arguments.value("levels", int64_t{0});
  const size_t most = wanted <= 0 ? levels.size() : static_cast<size_t>(wanted);
  body = {{"stackFrames", Json::array()}, {"totalFrames", levels.size()}};
  for (size_t i = first; i < levels.size() && i - first < most; ++i) {
    if (frames_.size() >= kMostHandles) throw Failure{"too many stack frames are open: go on first"};
    frames_.push_back({number, levels[i]});
    Json frame = {
        {"id", forgotten_frames_ + frames_.size()}, {"name", levels[i].name}, {"line", 0}, {"column", 0}};
    if (levels[i].has_span) {
      const LineColumn at = program->sources().file(levels[i].span.file).utf16_position(levels[i].span.begin);
      const uint32_t less = lines_from_one_ ? 0 : 1;
      frame["line"] = at.line - less;
      frame["column"] = at.column;
      frame["source"] = source_json(program->path_of(levels[i].span.file));
    }
    body["stackFrames"].push_back(std::move(frame));
  }
}

void DebugServer::scopes(const Json& arguments, Json& body) {
  Debuggee& run = debuggee();
  if (session_->is_moving()) throw Failure{"the run goes on: pause it first"};
  const FrameHandle* const frame = frame_of(arguments);
  if (frame == nullptr) throw Failure{"there is no such stack frame any more", true};
  const uint32_t number = frame->agent;
  const SimulatedAgent* const agent = run.agent(number);
  const DebugProgram* const program = run.program_of(number);
  if (agent == nullptr || program == nullptr) throw Failure{"the agent is not there"};
  body["scopes"] = Json::array();
  const auto decision = run.decision(number);
  for (const ScopeRow& row : scope_rows()) {
    Handle handle{.agent = number,
                  .scope = row.kind,
                  .variables = variables_of(row.kind, *agent, run.seconds(run.at()), *program, decision)};
    const size_t count = handle.variables.size();
    Json scope = {{"name", row.name},
                  {"expensive", false},
                  {"namedVariables", count},
                  {"variablesReference", add_handle(std::move(handle))}};
    if (row.kind == ScopeKind::keys) scope["presentationHint"] = "locals";
    body["scopes"].push_back(std::move(scope));
  }
}

DebugServer::Json DebugServer::variables_json(std::vector<ShownVariable> shown, uint32_t agent) {
  Json list = Json::array();
  for (ShownVariable& one : shown) {
    Json json = {{"name", one.name}, {"value", one.value}, {"variablesReference", 0}};
    if (!one.type.empty()) json["type"] = one.type;
    if (!one.expression.empty()) json["evaluateName"] = one.expression;
    if (!one.is_settable) json["presentationHint"] = {{"attributes", {"readOnly"}}};
    if (!one.parts.empty())
      json["variablesReference"] =
          add_handle({.agent = agent, .scope = std::nullopt, .variables = std::move(one.parts)});
    list.push_back(std::move(json));
  }
  return list;
}

void DebugServer::variables(const Json& arguments, Json& body) {
  static_cast<void>(debuggee());
  const Handle& handle = handle_of(arguments);
  const uint32_t agent = handle.agent;
  std::vector<ShownVariable> shown = handle.variables;
  const auto start = static_cast<size_t>(std::max<int64_t>(0, arguments.value("start", int64_t{0})));
  const int64_t count = arguments.value("count", int64_t{0});
  shown.erase(shown.begin(), shown.begin() + static_cast<ptrdiff_t>(std::min(start, shown.size())));
  if (count > 0 && static_cast<size_t>(count) < shown.size()) shown.resize(static_cast<size_t>(count));
  body["variables"] = variables_json(std::move(shown), agent);
}

// A key or level by its name, as the agent has it now.
std::optional<ShownVariable> DebugServer::find_shown(uint32_t agent, const std::string& name) {
  Debuggee& run = debuggee();
  const SimulatedAgent* const one = run.agent(agent);
  const DebugProgram* const program = run.program_of(agent);
  if (one == nullptr || program == nullptr) return std::nullopt;
  for (const ScopeKind scope : {ScopeKind::keys, ScopeKind::levels, ScopeKind::memories}) {
    for (ShownVariable& shown : variables_of(scope, *one, run.seconds(run.at()), *program, std::nullopt)) {
      if (shown.name == name) return std::move(shown);
    }
  }
  return std::nullopt;
}

void DebugServer::set_value(uint32_t agent, const std::string& name, const std::string& value) {
  Debuggee& run = debuggee();
  if (session_->is_moving()) throw Failure{"the run goes on: pause it first"};
  if (auto set = run.set(agent, name, value); !set) throw Failure{set.error()};
  breakpoints_.forget_values();
  if (run.is_counterfactual() && !has_told_branch_) {
    has_told_branch_ = true;
    print("console",
          "from here on this is a branch, and no longer what happened: the game's calls stay as they were, "
          "also where they would have followed from what agents do\n");
  }
  afterwards_.emplace_back([this] { tell("invalidated", {{"areas", {"variables", "stacks"}}}); });
}

void DebugServer::set_variable(const Json& arguments, Json& body) {
  const Handle& handle = handle_of(arguments);
  const std::string name = arguments.at("name").get<std::string>();
  const uint32_t agent = handle.agent;
  const bool is_settable = std::ranges::any_of(
      handle.variables, [&](const ShownVariable& one) { return one.name == name && one.is_settable; });
  if (!is_settable) throw Failure{fmt::format("`{}` cannot be set: keys and levels can", name)};
  set_value(agent, name, arguments.at("value").get<std::string>());
  const auto shown = find_shown(agent, name);
  body["value"] = shown ? shown->value : arguments.at("value").get<std::string>();
}

void DebugServer::set_expression(const Json& arguments, Json& body) {
  const std::string name(trimmed(arguments.at("expression").get<std::string>()));
  const uint32_t agent = agent_of(arguments);
  set_value(agent, name, arguments.at("value").get<std::string>());
  const auto shown = find_shown(agent, name);
  body["value"] = shown ? shown->value : arguments.at("value").get<std::string>();
}

// Answers console commands that are not expressions; empty if the text is none.
std::string DebugServer::command(uint32_t agent, const std::string& text) {
  Debuggee& run = debuggee();
  if (text == "help") return std::string(kHelp);
  if (text == "reload") return reload();
  if (text == "why") {
    const auto why = run.why(agent);
    if (!why) throw Failure{why.error()};
    return why_text(*why);
  }
  if (text.starts_with("what if ")) {
    const auto [name, value] = sides_of(std::string_view(text).substr(8));
    if (name.empty()) throw Failure{"write `what if hp = 20`"};
    const auto picked = run.what_if(agent, name, value);
    if (!picked) throw Failure{picked.error()};
    return fmt::format("with {} = {} it would pick {}", name, value, *picked);
  }
  if (text.starts_with("set ")) {
    const auto [name, value] = sides_of(std::string_view(text).substr(4));
    if (name.empty()) throw Failure{"write `set hp = 20`"};
    set_value(agent, name, value);
    const auto shown = find_shown(agent, name);
    return fmt::format("{} is {}", name, shown ? shown->value : value);
  }
  const bool is_frame = text.starts_with("frame ");
  if (!text.starts_with("at ") && !is_frame) return {};
  const std::string moment = is_frame ? text : std::string(trimmed(std::string_view(text).substr(3)));
  const auto frame = run.find_moment(moment);
  if (!frame) throw Failure{fmt::format("{} is no moment of this run", moment)};
  if (auto gone = run.go_to(*frame); !gone) throw Failure{gone.error()};
  breakpoints_.forget_values();
  forget_handles();
  afterwards_.emplace_back([this, agent] { stopped({.reason = "goto", .agent = agent}); });
  return fmt::format("{}, frame {}", run.time(*frame), *frame);
}

void DebugServer::evaluate(const Json& arguments, Json& body) {
  Debuggee& run = debuggee();
  if (session_->is_moving()) throw Failure{"the run goes on: pause it first"};
  const std::string expression(trimmed(arguments.at("expression").get<std::string>()));
  const uint32_t agent = agent_of(arguments);
  constexpr size_t kMost = 4096;
  if (expression.empty() || expression.size() > kMost)
    throw Failure{"an expression has 1 to 4096 characters"};
  body["variablesReference"] = 0;
  if (arguments.value("context", std::string()) == "repl") {
    if (std::string answer = command(agent, expression); !answer.empty()) {
      body["result"] = std::move(answer);
      return;
    }
  }
  if (auto shown = find_shown(agent, expression)) {
    Json json = variables_json({*shown}, agent).front();
    body["result"] = shown->value;
    body["variablesReference"] = json["variablesReference"];
    return;
  }
  const auto value = breakpoints_.evaluate(run, agent, expression);
  if (!value) throw Failure{value.error()};
  body["result"] = *value;
}

void DebugServer::loaded_sources(const Json&, Json& body) {
  std::set<std::string> paths;
  for (const auto& program : debuggee().programs()) {
    for (uint32_t i = 0; i < program->file->program->units.units.size(); ++i)
      paths.insert(program->path_of(i));
  }
  body["sources"] = Json::array();
  for (const std::string& path : paths) body["sources"].push_back(source_json(path));
}

// The text from which the run was made, whatever the file holds now.
void DebugServer::source(const Json& arguments, Json& body) {
  const auto own = arguments.find("source");
  std::string path = own != arguments.end() && own->is_object() ? own->value("path", std::string()) : "";
  if (paths_are_uris_) path = path_of_uri(path).value_or(path);
  for (const auto& program : debuggee().programs()) {
    if (const auto source = program->find_source(path)) {
      body = {{"content", program->sources().file(*source).text()}, {"mimeType", "text/x-yaml"}};
      return;
    }
  }
  throw Failure{"this file has no part in what is debugged"};
}

}  // namespace ishi::compiler::cli
