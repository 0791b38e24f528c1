#include "recording/recorded_filter.h"

#include <fmt/format.h>

#include <utility>

#include "expression/typer.h"
#include "expression/types.h"
#include "ishi/asset_info.h"
#include "ishi/tools.h"
#include "workspace/checked_file.h"

namespace ishi::compiler {
namespace {

constexpr std::string_view kName = "the filter";  // which no action of a source can be called

// The first message about an expression that was added behind the sources; empty if nothing is wrong with it.
std::string fault_of(const Diagnostics& diagnostics) {
  for (const Diagnostic& one : diagnostics.sorted()) {
    if (one.severity != Severity::error) continue;
    std::string text = one.message;
    if (!one.help.empty()) text += fmt::format("; {}", one.help);
    return text;
  }
  return {};
}

// Adds the action to all agents of a file, as the last of each. Or what is wrong.
tl::expected<std::vector<uint8_t>, std::string> with_filter(CheckedFile& file,
                                                            const std::string& expression) {
  Program& program = *file.program;
  Model& model = program.model;
  const uint32_t number = file.sources.add("filter", expression);
  const std::string_view text = file.sources.file(number).text();
  const Span span{0, 0, static_cast<uint32_t>(text.size())};  // names mean what they mean in the file itself
  Action action;
  action.when = {text, span, nullptr};
  Diagnostics said;
  KnownEntities known(model);
  Typer typer(model, *program.scopes, program.expressions, known, said);
  typer.enter("actions", kName);
  Place place;
  place.in_option = true;
  place.in_score = true;
  typer.type(action.when, kCondition, place, "the filter");
  if (action.when.root == nullptr) {
    std::string fault = fault_of(said);
    return tl::unexpected(fault.empty() ? std::string("this is no condition") : std::move(fault));
  }
  const auto index = static_cast<uint32_t>(model.actions.size());
  model.actions.push_back({{kName, span}, std::move(action)});
  for (auto& agent : model.agents) agent.value.actions.push_back({kName, span, index});
  Diagnostics diagnostics = file.diagnostics;
  std::vector<uint8_t> blob = blob_of(file, {}, diagnostics);
  if (blob.empty()) return tl::unexpected(fault_of(diagnostics));
  return blob;
}

}  // namespace

tl::expected<std::unique_ptr<RecordedFilter>, std::string> RecordedFilter::make(
    const RecordingFile& file, Workspace& workspace, const std::vector<std::string>& sources,
    const std::string& expression) {
  auto filter = std::make_unique<RecordedFilter>();
  filter->expression_ = expression;
  const WorkspaceReader reader(workspace);
  std::string fault = "none of the texts has the agents of this game";
  for (const std::string& path : sources) {
    for (Dependency& one : workspace.dependencies(path)) filter->made_of_.push_back(std::move(one));
    auto text = workspace.text(path);
    if (!text) continue;
    ParsedFiles parsed;
    const auto checked = check_file(path, std::move(*text), reader, parsed, CheckDepth::model);
    if (checked->diagnostics.has_errors()) {
      fault = fmt::format("{} has errors", path);
      continue;
    }
    const auto blob = with_filter(*checked, expression);
    if (!blob) {
      fault = blob.error();
      continue;
    }
    auto asset = std::make_unique<Asset>();
    if (const Status status = Asset::load(*blob, *asset); !status) {
      fault = describe(status.code);
      continue;
    }
    filter->others_.push_back(asset.get());
    filter->assets_.push_back(std::move(asset));
  }
  if (filter->others_.empty()) return tl::unexpected(std::move(fault));
  record::ReplayOptions options;
  options.others = filter->others_;
  record::Replay::open_beside(file.replay, options, filter->asked_);
  return filter;
}

bool RecordedFilter::is_of(Workspace& workspace, const std::string& expression) const {
  return expression == expression_ && workspace.is_current(made_of_);
}

tl::expected<std::vector<uint32_t>, std::string> RecordedFilter::agents(record::Replay& replay) {
  if (!asked_.follow(replay)) return tl::unexpected(difference_text(asked_));
  std::vector<uint32_t> found;
  std::vector<float> values;
  for (const Entity& entity : asked_.entities()) {
    const uint32_t index = asked_.population_of(entity);
    if (index == record::Difference::kWorld) continue;
    const Population& population = asked_.world().population(index);
    const AssetParts parts(*asked_.asset(index));
    const AgentInfo agent = parts.agent(asked_.asset(index)->find(population.agent_id()));
    const OptionInfo last = parts.option(agent.options.first + agent.options.count - 1);
    if (last.name != kName) continue;  // its text is none of the workspace
    const Tools tools(population);
    values.resize(tools.value_count());
    if (tools.explain(asked_.world().entity(entity), values) && values[last.condition] != 0)
      found.push_back(entity.index);
  }
  return found;
}

}  // namespace ishi::compiler
