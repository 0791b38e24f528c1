#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "cli/dap/debug_failure.h"
#include "cli/lsp/uri.h"
#include "diagnostics/json.h"

// Setting breakpoints.

namespace ishi::compiler::cli {
namespace {

using Json = nlohmann::json;

constexpr size_t kMostBreakpoints = 10'000;  // of a request

std::string text_in(const Json& json, const char* name) {
  const auto found = json.find(name);
  return found != json.end() && found->is_string() ? found->get<std::string>() : std::string();
}

BreakpointTerms terms_in(const Json& json) {
  return {text_in(json, "condition"), text_in(json, "hitCondition"), text_in(json, "logMessage")};
}

const Json& list_in(const Json& arguments, const char* name) {
  static const Json kNone = Json::array();
  const auto found = arguments.find(name);
  return found != arguments.end() && found->is_array() ? *found : kNone;
}

}  // namespace

DebugServer::Json DebugServer::breakpoint_json(const SetBreakpoint& set) const {
  Json json = {{"id", set.id}, {"verified", set.is_verified}};
  if (set.line > 0) json["line"] = set.line - (lines_from_one_ ? 0 : 1);
  if (!set.path.empty()) json["source"] = source_json(set.path);
  if (!set.message.empty()) json["message"] = set.message;
  return json;
}

void DebugServer::set_breakpoints(const Json& arguments, Json& body) {
  Debuggee& run = debuggee();
  std::string path = text_in(arguments.at("source"), "path");
  if (paths_are_uris_) path = path_of_uri(path).value_or(path);
  const Json& asked = list_in(arguments, "breakpoints");
  if (asked.size() > kMostBreakpoints)
    throw Failure{fmt::format("a file has at most {} breakpoints", kMostBreakpoints)};
  std::vector<RequestedLine> lines;
  for (const Json& one : asked) lines.push_back({line_of(one.at("line")), terms_in(one)});
  body["breakpoints"] = Json::array();
  for (const SetBreakpoint& set : breakpoints_.set_lines(run, path, lines))
    body["breakpoints"].push_back(breakpoint_json(set));
}

void DebugServer::set_function_breakpoints(const Json& arguments, Json& body) {
  const Json& asked = list_in(arguments, "breakpoints");
  if (asked.size() > kMostBreakpoints)
    throw Failure{fmt::format("there are at most {} breakpoints by name", kMostBreakpoints)};
  std::vector<RequestedName> names;
  for (const Json& one : asked) names.push_back({text_in(one, "name"), terms_in(one)});
  body["breakpoints"] = Json::array();
  for (const SetBreakpoint& set : breakpoints_.set_names(debuggee(), names))
    body["breakpoints"].push_back(breakpoint_json(set));
}

void DebugServer::set_exception_breakpoints(const Json& arguments, Json& body) {
  std::set<FaultKind> faults;
  body["breakpoints"] = Json::array();
  for (const Json& filter : list_in(arguments, "filters")) {
    const auto row = std::ranges::find(fault_rows(), filter.get<std::string>(), &FaultRow::filter);
    const bool is_known = row != fault_rows().end();
    if (is_known) faults.insert(row->kind);
    Json set = {{"verified", is_known}};
    if (!is_known) set["message"] = fmt::format("there is no fault `{}`", filter.get<std::string>());
    body["breakpoints"].push_back(std::move(set));
  }
  breakpoints_.set_faults(std::move(faults));
}

// A variable of a scope, or any expression for the agent of a frame.
void DebugServer::data_breakpoint_info(const Json& arguments, Json& body) {
  const std::string name = arguments.at("name").get<std::string>();
  const bool is_of_scope = arguments.contains("variablesReference");
  const uint32_t agent = is_of_scope ? handle_of(arguments).agent : agent_of(arguments);
  bool is_watchable = !is_of_scope;
  if (is_of_scope) {
    for (const ShownVariable& one : handle_of(arguments).variables)
      is_watchable = is_watchable || (one.name == name && one.is_watchable);
  } else if (!find_shown(agent, name)) {
    is_watchable = breakpoints_.evaluate(debuggee(), agent, name).has_value();
  }
  if (!is_watchable) {
    body = {{"dataId", nullptr}, {"description", fmt::format("`{}` is nothing that can be watched", name)}};
    return;
  }
  body = {{"dataId", data_id(agent, name)},
          {"description", fmt::format("{} of {}", name, debuggee().agent_name(agent))},
          {"accessTypes", {"write"}},
          {"canPersist", false}};
}

void DebugServer::set_data_breakpoints(const Json& arguments, Json& body) {
  const Json& asked = list_in(arguments, "breakpoints");
  constexpr size_t kMost = 256;
  if (asked.size() > kMost) throw Failure{fmt::format("at most {} values are watched", kMost)};
  std::vector<RequestedData> data;
  for (const Json& one : asked) data.push_back({text_in(one, "dataId"), terms_in(one)});
  body["breakpoints"] = Json::array();
  for (const SetBreakpoint& set : breakpoints_.set_data(debuggee(), data))
    body["breakpoints"].push_back(breakpoint_json(set));
}

void DebugServer::breakpoint_locations(const Json& arguments, Json& body) {
  std::string path = text_in(arguments.at("source"), "path");
  if (paths_are_uris_) path = path_of_uri(path).value_or(path);
  const uint32_t first = line_of(arguments.at("line"));
  const uint32_t last = arguments.contains("endLine") ? line_of(arguments.at("endLine")) : first;
  std::set<uint32_t> lines;
  for (const auto& program : debuggee().programs()) {
    const auto source = program->find_source(path);
    for (const BreakPlace& place : program->places) {
      if (source && place.span.file == *source && place.line >= first && place.line <= last)
        lines.insert(place.line);
    }
  }
  body["breakpoints"] = Json::array();
  for (const uint32_t line : lines)
    body["breakpoints"].push_back({{"line", line - (lines_from_one_ ? 0 : 1)}});
}

void DebugServer::exception_info(const Json&, Json& body) {
  static_cast<void>(debuggee());
  if (session_->fault().empty()) throw Failure{"no fault has stopped the run"};
  body = {
      {"exceptionId", session_->fault_kind()}, {"description", session_->fault()}, {"breakMode", "always"}};
}

}  // namespace ishi::compiler::cli
