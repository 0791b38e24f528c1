#include "cli/build/stats.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cli/output/features.h"
#include "cli/output/terminal.h"
#include "ishi/ishi.h"
#include "ishi/kernel_plan.h"
#include "ishi/tools.h"

namespace ishi::compiler::cli {
namespace {

std::string name_of(std::string_view name, uint32_t index) {
  return name.empty() ? fmt::format("{}", index) : shown(name);
}

std::string counted(size_t count, std::string_view one, std::string_view many) {
  return fmt::format("{} {}", count, count == 1 ? one : many);
}

// Names what an operation reads, for those that the machine computes beside a kernel.
std::string_view kind_of(OperationCode code) {
  if (reads_key(code)) return "keys of integers, booleans, points and entities";
  if (reads_entity(code) || code == OperationCode::self_row) return "entities and their fields";
  if (chooses(code) || code == OperationCode::chosen || code == OperationCode::chosen_score) return "choices";
  if (draws(code)) return "chance";
  if (reads_member(code) || reduces(code) || code == OperationCode::each || code == OperationCode::nth ||
      code == OperationCode::member_count)
    return "members of sets";
  switch (code) {
    case OperationCode::level:
    case OperationCode::level_seconds:
    case OperationCode::level_after: return "carried levels";
    case OperationCode::running:
    case OperationCode::elapsed:
    case OperationCode::since: return "what runs and since when";
    default: return "what agents have in common";
  }
}

// The runtime's own figures of a population of one.
class AgentStats {
 public:
  AgentStats(const Asset& asset, uint32_t agent)
      : asset_(asset), agent_(AssetParts(asset).agent(agent)), index_(agent) {}

  std::string text() {
    std::string result = fmt::format("  agent {}: {}, {} a thought", name_of(agent_.name, index_),
                                     counted(agent_.options.count, "option", "options"),
                                     counted(agent_.operation_count, "operation", "operations"));
    World world;
    Population population;
    if (!World::create({.entities = 1}, world) ||
        !world.add_population(asset_, agent_.id, {.capacity = 1}, population)) {
      return result + "\n";
    }
    const AgentBytes bytes = Tools(population).agent_bytes();
    result += fmt::format(", {} bytes an agent\n", bytes.all());
    result += line(bytes.own, "who it is and what runs");
    result += line(bytes.blackboard, "blackboard: " + counted(keys(), "key", "keys"));
    result += line(bytes.levels, "levels of needs and drives");
    result += line(bytes.bodies, "bodies: as many as the largest option needs");
    result += line(bytes.cooldowns, "cooldowns");
    result += line(bytes.moments, "when what `since` asks for happened");
    result += line(bytes.walks, "the way of one that walks");
    result += line(bytes.steering, "which way it went, and where its way is blocked");
    result += line(bytes.sets, "memories and candidates, when they are full");
    for (uint32_t i = 0; i < asset_.count(Kind::sets); ++i) {
      result += line(Tools(population).bytes_of_set(i), "  " + memory_text(i));
    }
    result += line(bytes.senses, "senses: when it sensed last, and whom it waits to see");
    result += line(bytes.pending, "ends and events that the game has not been told yet");
    result += watched();
    result += kernel();
    if (Tools(population).plan_search_bytes() > 0) {
      result += fmt::format(
          "    its population: {} searches for plans of {} bytes, unless the game says otherwise\n",
          PopulationOptions().plan_searches, Tools(population).plan_search_bytes());
    }
    return result;
  }

 private:
  // Nothing of what takes no bytes.
  static std::string line(uint64_t bytes, std::string_view what) {
    return bytes == 0 ? "" : fmt::format("  {:>8}  {}\n", bytes, what);
  }

  [[nodiscard]] uint32_t keys() const {
    uint32_t count = 0;
    for (uint32_t i = 0; i < asset_.count(Kind::keys); ++i) {
      count += AssetParts(asset_).key(i).variable.scope == ishi::Scope::agent ? 1 : 0;
    }
    return count;
  }

  // The keys that its bodies read in each frame.
  [[nodiscard]] std::string watched() const {
    std::vector<uint32_t> keys(asset_.count(Kind::keys));
    keys.resize(asset_.watched_keys(index_, keys));
    if (keys.empty()) return "";
    std::string names;
    for (const uint32_t key : keys)
      names += (names.empty() ? "" : ", ") + name_of(asset_.name(Kind::keys, key), key);
    return fmt::format("    its bodies read in each frame: {}\n", names);
  }

  // The share of its program that a kernel computes.
  [[nodiscard]] std::string kernel() const {
    KernelPlan plan;
    if (!KernelPlan::make(asset_, index_, plan) || plan.parts() == 0) return "";
    size_t computed = 0, by_machine = 0;
    for (uint32_t part = 0; part < plan.parts(); ++part) computed += plan.part(part).operations.size();
    std::vector<std::pair<std::string_view, size_t>> kinds;  // in the order in which the program has them
    for (uint32_t i = 0; i < agent_.operation_count; ++i) {
      const OperationCode code = AssetParts(asset_).operation(index_, i).code;
      // The kernel computes these, or no score needs them.
      const bool is_computed =
          code == OperationCode::curve || operation_table()[static_cast<size_t>(code)].elementwise;
      if (!plan.is_machines(i) || is_computed) continue;
      ++by_machine;
      const std::string_view kind = kind_of(code);
      const auto known = std::ranges::find(kinds, kind, &std::pair<std::string_view, size_t>::first);
      known == kinds.end() ? void(kinds.emplace_back(kind, 1)) : void(++known->second);
    }
    std::string list;
    for (const auto& [kind, count] : kinds)
      list += fmt::format("{} {} ({})", list.empty() ? ":" : ",", kind, count);
    return fmt::format("    a kernel computes {} in {}, the machine {}{}\n",
                       counted(computed, "operation", "operations"), counted(plan.parts(), "part", "parts"),
                       by_machine, list);
  }

  [[nodiscard]] std::string memory_text(uint32_t index) const {
    const SetInfo memory = AssetParts(asset_).set(index);
    const bool is_memory = memory.kind == SetKind::memory;
    return fmt::format(
        "{}: {} of {}", name_of(asset_.name(Kind::sets, index), index),
        counted(memory.capacity, is_memory ? "fact" : "candidate", is_memory ? "facts" : "candidates"),
        counted(memory.fields.count, "field", "fields"));
  }

  const Asset& asset_;
  AgentInfo agent_;
  uint32_t index_;
};

}  // namespace

std::string stats_text(std::string_view name, const Asset& asset) {
  std::string text = fmt::format("{}.ishi: {}, {}, {}, {}, {}\n", shown(name),
                                 counted(asset.bytes().size(), "byte", "bytes"),
                                 counted(asset.count(Kind::keys), "key", "keys"),
                                 counted(asset.count(Kind::motives), "need or drive", "needs and drives"),
                                 counted(asset.count(Kind::curves), "curve", "curves"),
                                 counted(asset.count(Kind::profiles), "profile", "profiles"));
  text += fmt::format("  needs of the runtime: {}\n", feature_names(asset.features()));
  for (uint32_t i = 0; i < asset.count(Kind::agents); ++i) text += AgentStats(asset, i).text();
  return text;
}

}  // namespace ishi::compiler::cli
