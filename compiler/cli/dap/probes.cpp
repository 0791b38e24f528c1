#include "cli/dap/probes.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "expression/typer.h"
#include "ishi/asset_info.h"
#include "ishi/reload.h"
#include "ishi/save.h"
#include "ishi/tools.h"
#include "language/unit.h"
#include "source/read_file.h"

namespace ishi::compiler::cli {
namespace {

constexpr std::string_view kName = "the probe ";  // how no action of a source begins
constexpr size_t kMostProbes = 64;

// The first error, in a sentence.
std::string fault_of(const Diagnostics& diagnostics) {
  for (const Diagnostic& one : diagnostics.sorted()) {
    if (one.severity == Severity::error)
      return one.help.empty() ? one.message : fmt::format("{}; {}", one.message, one.help);
  }
  return "this is no expression";
}

std::shared_ptr<CheckedFile> compile_again(const CheckedFile& file) {
  MemoryReader reader;
  for (uint32_t i = 0; i < file.sources.size(); ++i)
    reader.add(file.sources.file(i).path(), std::string(file.sources.file(i).text()));
  ParsedFiles parsed;
  return check_file(file.path, std::string(file.text()), reader, parsed, CheckDepth::model);
}

}  // namespace

Probes::Probes(std::shared_ptr<const DebugProgram> program, bool all_agents)
    : program_(std::move(program)), all_agents_(all_agents) {}

tl::expected<uint32_t, std::string> Probes::add(const std::string& expression) {
  const auto known = std::ranges::find(expressions_, expression);
  if (known != expressions_.end()) return static_cast<uint32_t>(known - expressions_.begin());
  if (expressions_.size() >= kMostProbes)
    return tl::unexpected(fmt::format("more than {} different expressions are not computed", kMostProbes));
  expressions_.push_back(expression);
  if (auto built = build(); !built) {
    expressions_.pop_back();
    types_.resize(expressions_.size());
    return tl::unexpected(std::move(built.error()));
  }
  return static_cast<uint32_t>(expressions_.size() - 1);
}

tl::expected<void, std::string> Probes::build() {
  const std::shared_ptr<CheckedFile> file = compile_again(*program_->file);
  Program& program = *file->program;
  Model& model = program.model;
  std::vector<Type> types;
  std::vector<std::string_view> names;
  const auto first = static_cast<uint32_t>(model.actions.size());
  for (const std::string& expression : expressions_) {
    const uint32_t number = file->sources.add("expression", expression);
    const std::string_view text = file->sources.file(number).text();
    const Span span{0, 0, static_cast<uint32_t>(text.size())};  // names mean what they mean in the file
    Action action;
    action.score = {text, span, nullptr};
    Diagnostics said;
    KnownEntities known(model);
    Typer typer(model, *program.scopes, program.expressions, known, said);
    const std::string_view name =
        model.made_names.emplace_back(fmt::format("{}{}", kName, model.actions.size() - first));
    names.push_back(name);
    typer.enter("actions", name);
    Place place;
    place.in_option = true;
    place.in_score = true;
    typer.type(action.score, Type{}, place, "the expression");
    if (action.score.root == nullptr || said.has_errors()) return tl::unexpected(fault_of(said));
    types.push_back(action.score.root->type);
    if (types.back().kind == ValueKind::point || types.back().kind == ValueKind::direction)
      return tl::unexpected(
          std::string("this is a place or direction, which is no number: ask for a `distance` to it"));
    model.actions.push_back({{name, span}, std::move(action)});
  }
  for (auto& agent : model.agents) {
    for (uint32_t i = 0; i < expressions_.size(); ++i)
      agent.value.actions.push_back({names[i], agent.name.span, first + i});
  }
  Diagnostics diagnostics = file->diagnostics;
  const std::vector<uint8_t> blob = blob_of(*file, {.all_agents = all_agents_}, diagnostics);
  if (blob.empty()) return tl::unexpected(fault_of(diagnostics));
  auto asset = std::make_unique<Asset>();
  if (const Status status = Asset::load(blob, *asset); !status)
    return tl::unexpected(std::string(describe(status.code)));
  world_ = World();
  populations_.clear();
  asset_ = std::move(asset);
  types_ = std::move(types);
  return {};
}

tl::expected<void, std::string> Probes::look(const World& world, std::span<const Asset* const> others) {
  if (expressions_.empty()) return {};
  size_t size = 0;
  Status status = world.save_size(size);
  std::vector<std::byte> bytes(size);
  if (status) status = world.save(bytes, size);
  std::vector<const Asset*> assets = {asset_.get()};
  assets.insert(assets.end(), others.begin(), others.end());
  LoadOptions options;
  options.assets = assets;
  Reload reload;
  World loaded;
  populations_.resize(world.population_count());
  if (status) status = World::load(std::span(bytes).first(size), options, loaded, populations_, reload);
  if (!status) return tl::unexpected(std::string(describe(status.code)));
  world_ = std::move(loaded);
  return {};
}

tl::expected<Probes::Value, std::string> Probes::value(uint32_t probe, uint32_t population,
                                                       EntityId agent) const {
  if (population >= populations_.size() || probe >= types_.size())
    return tl::unexpected(std::string("the agent is not there"));
  const Population& own = populations_[population];
  const uint32_t index = asset_->find(own.agent_id());
  if (index == kNotFound) return tl::unexpected(std::string("the agent is of another source"));
  const AssetParts parts(*asset_);
  const AgentInfo info = parts.agent(index);
  const auto count = static_cast<uint32_t>(types_.size());
  const OptionInfo option = parts.option(info.options.first + info.options.count - count + probe);
  if (!option.name.starts_with(kName) || option.terms.count == 0)
    return tl::unexpected(std::string("the agent is of another source"));
  const Tools tools(own);
  std::vector<float> values(tools.value_count());
  if (const Status status = tools.explain(world_.entity(agent), values); !status)
    return tl::unexpected(std::string("the agent is not there"));
  return Value{types_[probe], values[parts.term(option.terms.first).value]};
}

std::string Probes::text(const Value& value, const StageAgent& agent) const {
  switch (value.type.kind) {
    case ValueKind::boolean: return value.holds() ? "true" : "false";
    case ValueKind::enumeration: {
      const auto& words = program_->model().enums[value.type.reference].value.members;
      const auto word = static_cast<size_t>(std::max(0.0F, value.number));
      return word < words.size() ? std::string(words[word].text) : std::string("?");
    }
    case ValueKind::entity:
    case ValueKind::candidate: {
      const Stage& stage = agent.stage();
      if (value.number < 0) return "nobody";
      const auto index = static_cast<uint32_t>(value.number);
      if (agent.self().index == index) return "itself";
      for (uint32_t i = 0; i < stage.situation().entities.size(); ++i) {
        if (stage.handle(i).index == index) return agent.name_of(stage.handle(i));
      }
      for (const StageAgent& other : stage.agents()) {
        if (other.self().index == index) return agent.name_of(other.self());
      }
      return "someone";
    }
    default: return show(double{value.number}, value.type.quantity);
  }
}

}  // namespace ishi::compiler::cli
