#include <fmt/format.h>

#include <cstdio>
#include <filesystem>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "cli/dump/dump_bodies.h"
#include "cli/exit_code.h"
#include "cli/output/features.h"
#include "cli/output/terminal.h"
#include "cli/verbs.h"
#include "explain/operation_words.h"
#include "ishi/asset_info.h"
#include "language/unit.h"
#include "system/whole_file.h"

namespace ishi::compiler::cli {
namespace {

constexpr size_t kLongestInline = 48;  // characters that still read well inside another operation

constexpr std::string_view kDomainNames[] = {
    "constants",     "once for the world",      "once a team",    "once a profile",
    "once a member", "once a member of a team", "for each agent", "for each member"};

class Printer {
 public:
  Printer(const Asset& asset, uint32_t agent)
      : asset_(asset), agent_(agent), info_(AssetParts(asset).agent(agent)) {
    texts_.resize(info_.operation_count);
    uses_.resize(info_.operation_count, 0);
    domains_.resize(info_.operation_count, Domain::constant);
  }

  std::string print() {
    count_uses();
    std::string result;
    Domain printed_domain = Domain::constant;
    for (uint32_t i = 0; i < info_.operation_count; ++i) {
      const OperationView operation = AssetParts(asset_).operation(agent_, i);
      find_domain(operation, i);
      const std::string text = operation_words(asset_, {names_of(info_)}, operation, texts_);
      const bool is_source = operation_table()[static_cast<size_t>(operation.code)].operands == 0;
      const bool is_inline = operation.code != OperationCode::gate &&
                             (is_source || (uses_[i] <= 1 && text.size() <= kLongestInline));
      if (is_inline) {
        texts_[i] = is_source || operation.code == OperationCode::curve ? text : fmt::format("({})", text);
        if (uses_[i] > 0 || operation.code == OperationCode::constant) continue;
      } else {
        texts_[i] = fmt::format("%{}", i);
      }
      if (domains_[i] != printed_domain || result.empty())
        result += fmt::format("  {}\n", kDomainNames[static_cast<size_t>(domains_[i])]);
      printed_domain = domains_[i];
      const std::string under =
          operation.gate != 0 ? fmt::format("   ; only where {}", texts_[operation.gate - 1]) : "";
      result += fmt::format("    %{:<4} = {}{}\n", i, text, under);
    }
    result += "  scores\n";
    for (uint32_t i = 0; i < info_.options.count; ++i) {
      const OptionInfo option = AssetParts(asset_).option(info_.options.first + i);
      result +=
          fmt::format("    {} = {}\n", option.name.empty() ? fmt::format("option {}", i) : shown(option.name),
                      texts_[option.score]);
    }
    return result;
  }

 private:
  void count_uses() {
    for (uint32_t i = 0; i < info_.operation_count; ++i) {
      const OperationView operation = AssetParts(asset_).operation(agent_, i);
      const uint32_t operands[] = {operation.a, operation.b, operation.c};
      for (uint8_t k = 0; k < operation_table()[static_cast<size_t>(operation.code)].operands; ++k)
        ++uses_[operands[k]];
      if (operation.gate != 0) uses_[operation.gate - 1] += 2;  // named, so that "only where" can point to it
    }
  }

  void find_domain(const OperationView& operation, uint32_t index) {
    const OperationInfo& row = operation_table()[static_cast<size_t>(operation.code)];
    const uint32_t operands[] = {operation.a, operation.b, operation.c};
    Domain joined = Domain::constant;
    for (uint8_t k = 0; k < row.operands; ++k) joined = join(joined, domains_[operands[k]]);
    const bool has_key = row.parameter == ParameterKind::key_number ||
                         row.parameter == ParameterKind::key_vector ||
                         row.parameter == ParameterKind::key_entity;
    const Scope scope = has_key ? AssetParts(asset_).key(operation.parameter).variable.scope
                        : operation.code == OperationCode::member
                            ? AssetParts(asset_).set(operation.parameter).scope
                            : Scope::agent;
    domains_[index] = domain_of(operation.code, joined, scope);
  }

  const Asset& asset_;
  uint32_t agent_;
  AgentInfo info_;
  std::vector<std::string> texts_;
  std::vector<uint32_t> uses_;
  std::vector<Domain> domains_;
};

// An agent's score program in words, an operation a line, grouped by domain. What is used once and is
// small is written where it is used, so that a line reads like the formula it came from.
std::string program_text(const Asset& asset, uint32_t agent) { return Printer(asset, agent).print(); }

std::string behaviour_text(const Asset& asset, const SteeringBehaviourInfo& behaviour) {
  std::string text = fmt::format("    {}", kSteeringKindNames[static_cast<size_t>(behaviour.kind)]);
  if (behaviour.kind == SteeringKind::arrive)
    text += fmt::format(", slower from {:g}m on, there at {:g}m", behaviour.range, behaviour.stop);
  if (behaviour.kind == SteeringKind::separate)
    text +=
        fmt::format(" from {} within {:g}m",
                    name_or(asset.name(Kind::sets, behaviour.set), "set", behaviour.set), behaviour.range);
  if (behaviour.kind == SteeringKind::wander) text += fmt::format(", {:g} radians a second", behaviour.range);
  if (behaviour.weight != kNotFound)
    text += ", its weight computed";
  else if (behaviour.kind != SteeringKind::avoid)
    text += fmt::format(", weight {:g}", behaviour.constant);
  return text + (behaviour.when != kNotFound ? ", at times\n" : "\n");
}

// The steerings of an agent, a behaviour a line; nothing if it has none.
std::string steerings_text(const Asset& asset, const AgentInfo& agent) {
  std::string text;
  for (uint32_t i = 0; i < agent.steerings.count; ++i) {
    const uint32_t index = agent.steerings.first + i;
    const SteeringInfo steering = AssetParts(asset).steering(index);
    text += fmt::format("  steering {}: {} directions{}, {}\n", name_or(steering.name, "steering", index),
                        steering.directions, steering.interpolates ? " and between them" : "",
                        steering.speed != kNotFound ? std::string("its speed computed")
                                                    : fmt::format("{:g} m/s", steering.constant));
    for (uint32_t k = 0; k < steering.behaviours.count; ++k)
      text += behaviour_text(asset, AssetParts(asset).steering_behaviour(steering.behaviours.first + k));
  }
  return text;
}

// A name, or its place where names were stripped.
std::string name_or(std::string_view name, std::string_view kind, uint32_t index) {
  return name.empty() ? fmt::format("{} {}", kind, index) : shown(name);
}

class Dump {
 public:
  explicit Dump(const Asset& asset) : asset_(asset) {}

  void print(bool program) const {
    fmt::print("format {}, {} bytes, contract {:016x}, {}\n", kFormatVersion, asset_.bytes().size(),
               asset_.contract_hash(), asset_.has_names() ? "with names" : "stripped of names");
    fmt::print("needs of the runtime: {}\n", feature_names(asset_.features()));
    print_contract();
    for (uint32_t i = 0; i < asset_.count(Kind::curves); ++i) {
      const CurveView curve = AssetParts(asset_).curve(i);
      if (i == 0) fmt::print("\ncurves\n");
      fmt::print("  {}: {}{}, {} numbers\n", name_or(asset_.name(Kind::curves, i), "curve", i),
                 kCurveKindNames[static_cast<size_t>(curve.kind)], curve.clamped ? ", held in 0..1" : "",
                 curve.numbers.size());
    }
    print_carried();
    print_profiles();
    for (uint32_t i = 0; i < asset_.count(Kind::agents); ++i) print_agent(i, program);
  }

 private:
  void print_variable(const NamedVariable& entry, std::string_view kind, uint32_t index) const {
    const VariableInfo& variable = entry.variable;
    std::string type(kValueTypeNames[static_cast<size_t>(variable.type)]);
    if (variable.type == ValueType::enumeration)
      type = name_or(asset_.name(Kind::enums, variable.reference), "enum", variable.reference);
    if (variable.type == ValueType::thing)
      type = name_or(asset_.name(Kind::things, variable.reference), "thing", variable.reference);
    const bool has_range = variable.low != variable.high;
    fmt::print("  {}: {}{}{}{}{}\n", name_or(entry.name, kind, index), type,
               has_range ? fmt::format(" {}..{}", variable.low, variable.high) : "",
               variable.scope == Scope::agent
                   ? ""
                   : fmt::format(", of the {}", kScopeNames[static_cast<size_t>(variable.scope)]),
               entry.merge == Merge::none
                   ? ""
                   : fmt::format(", writes merge by {}", kMergeNames[static_cast<size_t>(entry.merge)]),
               entry.live ? ", live" : "");
  }

  void print_contract() const {
    if (asset_.count(Kind::keys) > 0) fmt::print("\nblackboard\n");
    for (uint32_t i = 0; i < asset_.count(Kind::keys); ++i)
      print_variable(AssetParts(asset_).key(i), "key", i);
    for (uint32_t i = 0; i < asset_.count(Kind::tasks); ++i) {
      if (i == 0) fmt::print("\ntasks\n");
      const TaskInfo task = AssetParts(asset_).task(i);
      fmt::print("  {}: {} parameters in {} bytes{}\n", name_or(task.name, "task", i), task.parameters.count,
                 task.record_size, task.abort == Abort::wait ? ", takes time to abort" : "");
      for (uint32_t p = 0; p < task.parameters.count; ++p) {
        const NamedVariable parameter = AssetParts(asset_).parameter(task.parameters.first + p);
        fmt::print("  ");
        print_variable(parameter, "parameter", p);
      }
      fmt::print("{}", task_text(asset_, i));
    }
  }

  // The state that agents carry from one thought to the next: memories, and levels.
  void print_carried() const {
    for (uint32_t i = 0; i < asset_.count(Kind::sets); ++i) {
      const SetInfo set = AssetParts(asset_).set(i);
      const bool is_memory = set.kind == SetKind::memory;
      if (i == 0 || is_memory != (AssetParts(asset_).set(i - 1).kind == SetKind::memory))
        fmt::print("\n{}\n", is_memory ? "memory" : "candidates");
      fmt::print("  {}: {} {}{}, {}\n", name_or(asset_.name(Kind::sets, i), "set", i), set.capacity,
                 is_memory ? "facts" : "members", kinds_of(set),
                 !is_memory               ? scope_of(set.scope)
                 : set.forget_seconds > 0 ? fmt::format("forgotten after {}s", set.forget_seconds)
                                          : std::string("never forgotten"));
      for (uint32_t k = set.noticed; k < set.fields.count; ++k) {
        fmt::print("  ");
        print_variable(AssetParts(asset_).member_field(set.fields.first + k), "field", k);
      }
    }
    for (uint32_t i = 0; i < asset_.count(Kind::tokens); ++i) {
      if (i == 0) fmt::print("\ntokens\n");
      const ishi::TokenInfo token = AssetParts(asset_).token(i);
      fmt::print("  {}: {}, {}{}\n", name_or(token.name, "token", i), token.count, scope_of(token.scope),
                 token.is_fifo ? ", first come, first served" : "");
    }
    for (uint32_t i = 0; i < asset_.count(Kind::sounds); ++i) {
      if (i == 0) fmt::print("\nsounds\n");
      const ishi::SoundInfo sound = AssetParts(asset_).sound(i);
      fmt::print("  {}: {}m{}\n", name_or(sound.name, "sound", i), sound.radius,
                 sound.scale == ishi::kNotFound ? "" : ", scaled when it is made");
    }
    for (uint32_t i = 0; i < asset_.count(Kind::navigations); ++i) {
      if (i == 0) fmt::print("\nnavigation\n");
      print_navigation(i);
    }
    bool has_levels = false;
    for (uint32_t i = 0; i < asset_.count(Kind::motives); ++i) {
      const MotiveInfo motive = AssetParts(asset_).motive(i);
      if (!motive.is_carried) continue;
      if (!std::exchange(has_levels, true)) fmt::print("\nlevels that agents carry\n");
      fmt::print("  {}: from {}\n", name_or(motive.name, "motive", i), motive.start);
    }
  }

  void print_navigation(uint32_t index) const {
    const ishi::NavigationInfo info = AssetParts(asset_).navigation(index);
    fmt::print("  {}: {} neighbours, {}m/s, step {}, turning {} and {}{}\n",
               name_or(info.name, "class", index), info.neighbours, info.speed, info.step, info.turn_side,
               info.turn_back, info.max_steps == 0 ? "" : fmt::format(", up to {} steps", info.max_steps));
    for (uint32_t i = 0; i < info.costs.count; ++i) {
      const uint32_t cost = AssetParts(asset_).travel_cost(info.costs.first + i);
      if (cost == 1) continue;
      const std::string terrain = name_or(
          AssetParts(asset_).member_name(AssetParts(asset_).enumeration(info.cells).members.first + i),
          "terrain", i);
      fmt::print("    {}: {}\n", terrain, cost == 0 ? "never" : fmt::format("{} steps", cost));
    }
  }

  // " of fridge, bed"; nothing where members are no entities.
  [[nodiscard]] std::string kinds_of(const SetInfo& set) const {
    if (!set.has_entities) return {};
    if (set.things.count == 0) return " of entity";
    std::string kinds;
    for (uint32_t i = 0; i < set.things.count; ++i) {
      const uint32_t thing = AssetParts(asset_).thing_of_set(set.things.first + i);
      kinds += fmt::format("{}{}", i == 0 ? " of " : ", ",
                           name_or(asset_.name(Kind::things, thing), "thing", thing));
    }
    return kinds;
  }

  static std::string scope_of(ishi::Scope scope) {
    return scope == ishi::Scope::agent  ? "each agent's own"
           : scope == ishi::Scope::team ? "a team's"
                                        : "the world's";
  }

  void print_profiles() const {
    for (uint32_t i = 0; i < asset_.count(Kind::profiles); ++i) {
      if (i == 0) fmt::print("\nimportance\n");
      std::string weights;
      for (uint32_t m = 0; m < asset_.count(Kind::motives); ++m) {
        weights +=
            fmt::format("{}{} {}", m == 0 ? "" : ", ", name_or(asset_.name(Kind::motives, m), "motive", m),
                        AssetParts(asset_).weight(i, m));
      }
      fmt::print("  {}: {}\n", name_or(asset_.name(Kind::profiles, i), "profile", i), weights);
    }
  }

  // The selection of an agent.
  static std::string selection_text(const AgentInfo& agent) {
    switch (agent.selection) {
      case SelectionKind::highest: return fmt::format("inertia {}", agent.inertia);
      case SelectionKind::weighted:
        return agent.top == 0 ? "draws by score" : fmt::format("draws by score among the best {}", agent.top);
      case SelectionKind::softmax: break;
    }
    return fmt::format("draws with a temperature of {}", agent.temperature);
  }

  // The rhythm of an agent.
  static std::string rhythm_text(const AgentInfo& agent) {
    const bool is_frames = agent.think_unit == ThinkUnit::frames;
    const double unit = is_frames ? 1 : 1e6;
    const std::string_view name = is_frames ? " frames" : "s";
    if (agent.think_interval == kNotFound) return fmt::format("{}{}", agent.think_most / unit, name);
    return fmt::format("{} to {}{}, as %{} says", agent.think_least / unit, agent.think_most / unit, name,
                       agent.think_interval);
  }

  void print_agent(uint32_t index, bool program) const {
    const AgentInfo agent = AssetParts(asset_).agent(index);
    fmt::print("\nagent {}: {}, minimum {}, thinks every {}\n", name_or(agent.name, "", index),
               selection_text(agent), agent.minimum, rhythm_text(agent));
    for (uint32_t i = 0; i < agent.choices.count; ++i) {
      const ishi::ChoiceInfo choice = AssetParts(asset_).choice(agent.choices.first + i);
      fmt::print("  chooses {}: of {}{}\n", name_or(choice.name, "choice", i),
                 name_or(asset_.name(Kind::sets, choice.set), "set", choice.set),
                 choice.inertia > 0 ? fmt::format(", inertia {}", choice.inertia) : "");
    }
    for (uint32_t i = 0; i < agent.senses.count; ++i)
      print_sense(AssetParts(asset_).sense(agent.senses.first + i), i);
    fmt::print("{}{}", bodies_text(asset_, index), steerings_text(asset_, AssetParts(asset_).agent(index)));
    if (program) fmt::print("\n{}", program_text(asset_, index));
  }

  // The targets of a sense, and its tests.
  void print_sense(const ishi::SenseInfo& sense, uint32_t index) const {
    using ishi::SenseKind;
    const SetInfo memory = AssetParts(asset_).set(sense.memory);
    const bool hears = sense.kind == SenseKind::hearing;
    std::string text = sense.kind == SenseKind::touch ? fmt::format("touches within {}m", sense.range)
                       : sense.kind == SenseKind::sight
                           ? fmt::format("sees {}m", sense.range)
                           : fmt::format("hears with a sensitivity of {}", sense.range);
    if (sense.cosine > -1)
      text += fmt::format(", where the cosine of the angle is at least {}", sense.cosine);
    if (sense.occlusion) text += ", if nothing is in between";
    if (!hears && sense.thing != ishi::kNotFound)
      text += fmt::format(", {}", name_or(asset_.name(Kind::things, sense.thing), "thing", sense.thing));
    if (sense.filter != ishi::kNotFound) text += ", a condition of the target";
    if (sense.when != ishi::kNotFound) text += ", a condition of both";
    if (sense.visibility != ishi::kNotFound) text += ", a visibility";
    fmt::print("  sense {}: {}; remembered in {}\n", name_or(sense.name, "sense", index), text,
               name_or(memory.name, "set", sense.memory));
  }

  const Asset& asset_;
};

}  // namespace

int run_dump(const DumpOptions& options) {
  if (options.blob.ends_with(".yaml")) {
    const std::string stem = std::filesystem::path(options.blob).filename().string();
    const std::string blob = "build/" + stem.substr(0, stem.find('.')) + ".ishi";
    complain("{} is a source; dump shows the blob that is made of it:", options.blob);
    say_more("ishi build {} -o build", shell_word(options.blob));
    say_more("ishi dump {}", shell_word(blob));
    return kUsage;
  }
  std::error_code error;
  if (std::filesystem::is_directory(options.blob, error)) {
    complain("{} is a folder; dump shows one blob, such as {}", options.blob,
             (std::filesystem::path(options.blob) / "guard.ishi").lexically_normal().string());
    return kUsage;
  }
  const auto text = read_to_end(options.blob);
  if (!text) {
    complain("{} cannot be read: {}", options.blob, text.error());
    return kUsage;
  }
  const std::vector<uint8_t> bytes(text->begin(), text->end());
  Asset asset;
  if (const Status status = Asset::load(bytes, asset); !status) {
    complain("{} is no blob that can be used: {} (byte {})", options.blob, describe(status.code),
             status.where);
    return kFound;
  }
  Dump(asset).print(options.program);
  return kGood;
}

}  // namespace ishi::compiler::cli
