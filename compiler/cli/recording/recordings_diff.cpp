#include "cli/recording/recordings_diff.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cli/exit_code.h"
#include "cli/output/terminal.h"
#include "cli/recording/named_recordings.h"
#include "diagnostics/json.h"
#include "diagnostics/render_json.h"
#include "ishi/asset_info.h"
#include "ishi/column.h"
#include "recording/moment.h"
#include "recording/recording_file.h"

namespace ishi::compiler::cli {
namespace {

using OrderedJson = nlohmann::ordered_json;
using record::Replay;

// The first difference of two recordings.
struct FirstDifference {
  std::string kind{};  // "input", "state" or "beginning"
  size_t frame = 0;    // by its place in the older one
  std::string population{}, agent{};
  std::string value{};           // what differs: "hp", "what the game gives"
  std::string older{}, newer{};  // how it stands in each
};

std::string number_of(double value) { return fmt::format("{}", static_cast<float>(value)); }
std::string point_text(const Vector3& at) {
  return fmt::format("[{}, {}, {}]", number_of(at.x), number_of(at.y), number_of(at.z));
}

// An agent's state by names, for comparing two recordings.
class AgentValues {
 public:
  AgentValues(Replay& replay, uint32_t population) : replay_(replay), population_(population) {}

  using Values = std::vector<std::pair<std::string, std::string>>;
  [[nodiscard]] Values read(const Entity& agent) const {
    Values values;
    const Asset& asset = *replay_.asset(population_);
    const AssetParts parts(asset);
    Population population = replay_.world().population(population_);
    const AgentInfo info = parts.agent(asset.find(population.agent_id()));
    const auto add = [&](std::string_view name, std::string value) {
      values.emplace_back(std::string(name), std::move(value));
    };
    const uint16_t option = population.option(agent);
    add("its action", option == kNoOption ? std::string("nothing")
                                          : std::string(parts.option(info.options.first + option).name));
    const Entity whom = population.candidate(agent);
    add("whom its action is for", whom == kNobody ? "nobody" : entity_name(replay_, asset, whom));
    const uint32_t state = population.state(agent);
    if (state != kNoState) add("its state", fmt::format("{}", state));
    uint32_t slot = 0;
    static_cast<void>(population.slot_of(agent, slot));
    for (uint32_t key = 0; key < asset.count(Kind::keys); ++key) {
      const NamedVariable variable = parts.key(key);
      if (std::string text = key_text(population, variable, slot, asset); !text.empty())
        add(variable.name, std::move(text));
    }
    for (uint32_t motive = 0; motive < asset.count(Kind::motives); ++motive) {
      Column<float> column;
      if (parts.motive(motive).is_carried && population.levels(parts.motive(motive).id, column))
        add(parts.motive(motive).name, number_of(double{column[slot]}));
    }
    Vector3 at, facing;
    if (replay_.world().position(agent, at)) add("its position", point_text(at));
    if (replay_.world().facing(agent, facing)) add("its facing", point_text(facing));
    return values;
  }

 private:
  std::string key_text(Population& population, const NamedVariable& key, uint32_t slot,
                       const Asset& asset) const {
    const auto read = [&]<class T>(Column<T> column) -> std::optional<T> {
      const uint32_t row = key.variable.scope == ishi::Scope::world ? 0 : slot;
      Status status;
      if (key.variable.scope == ishi::Scope::agent) status = population.column(key.id, column);
      if (key.variable.scope == ishi::Scope::world) status = replay_.world().world_key(key.id, column);
      if (!status || key.variable.scope == ishi::Scope::team || row >= column.size()) return std::nullopt;
      return column[row];
    };
    switch (key.variable.type) {
      case ValueType::boolean: {
        const auto value = read(Column<uint8_t>());
        return value ? (*value != 0 ? "true" : "false") : "";
      }
      case ValueType::enumeration: {
        const auto value = read(Column<uint8_t>());
        const EnumInfo words = AssetParts(asset).enumeration(key.variable.reference);
        if (!value) return {};
        return *value < words.members.count
                   ? std::string(AssetParts(asset).member_name(words.members.first + *value))
                   : fmt::format("{}", *value);
      }
      case ValueType::integer: {
        const auto value = read(Column<int32_t>());
        return value ? fmt::format("{}", *value) : "";
      }
      case ValueType::entity:
      case ValueType::thing: {
        const auto value = read(Column<EntityId>());
        if (!value) return {};
        return *value == EntityId() ? "nobody" : entity_name(replay_, asset, *value);
      }
      case ValueType::point:
      case ValueType::direction: {
        PointColumn column;
        if (key.variable.scope != ishi::Scope::agent || !population.column(key.id, column)) return {};
        return point_text(column.get(slot));
      }
      default: {
        const auto value = read(Column<float>());
        return value ? number_of(double{*value}) : "";
      }
    }
  }

  Replay& replay_;
  uint32_t population_;
};

class RecordingPair {
 public:
  RecordingPair(RecordingFile& older, RecordingFile& newer) : older_(older), newer_(newer) {}

  // Finds the first frame that both have. False if there is none.
  [[nodiscard]] bool align() {
    const auto a = older_.replay.frames(), b = newer_.replay.frames();
    while (from_ < a.size() && from_newer_ < b.size() && a[from_].frame != b[from_newer_].frame)
      a[from_].frame < b[from_newer_].frame ? ++from_ : ++from_newer_;
    return from_ < a.size() && from_newer_ < b.size();
  }
  [[nodiscard]] size_t count() const {
    return std::min(older_.replay.frames().size() - from_, newer_.replay.frames().size() - from_newer_);
  }
  [[nodiscard]] size_t from() const { return from_; }
  [[nodiscard]] const std::string& fault() const { return fault_; }

  // Compares the `index`-th frame that both have.
  [[nodiscard]] std::optional<FirstDifference> compare(size_t index) {
    const size_t at = from_ + index, at_newer = from_newer_ + index;
    if (older_.replay.frames()[at].frame != newer_.replay.frames()[at_newer].frame) {
      FirstDifference found{.kind = "input", .frame = at};
      found.value = "the frame that follows";
      found.older = fmt::format("frame {}", older_.replay.frames()[at].frame);
      found.newer = fmt::format("frame {}", newer_.replay.frames()[at_newer].frame);
      return found;
    }
    auto found = index == 0 ? std::nullopt : compare_inputs(at, at_newer);
    if (found) return found;
    if (!older_.replay.seek(at) || !newer_.replay.seek(at_newer)) {
      Replay& broken = older_.replay.at() == at ? newer_.replay : older_.replay;
      fault_ = difference_text(broken);
      return std::nullopt;
    }
    if (older_.replay.world().state_hash() == newer_.replay.world().state_hash()) return std::nullopt;
    found = name_state();
    found->kind = index == 0 ? "beginning" : "state";
    found->frame = at;
    return found;
  }

 private:
  std::string input_text(const Replay& replay, const record::RecordedInput* input) const {
    if (input == nullptr) return "nothing more";
    const bool is_of_world = input->population == record::RecordedInput::kWorld;
    std::string text = fmt::format("`{}`", input->call);
    if (input->who != EntityId())
      text += fmt::format(" of {}#{}", is_of_world ? "entity" : replay.agent_name(input->population),
                          input->who.index);
    else if (!is_of_world)
      text += fmt::format(" of {}", replay.agent_name(input->population));
    return text;
  }

  std::optional<FirstDifference> compare_inputs(size_t at, size_t at_newer) {
    static_cast<void>(older_.replay.read_inputs(at, inputs_));
    static_cast<void>(newer_.replay.read_inputs(at_newer, newer_inputs_));
    const auto [a, b] =
        std::mismatch(inputs_.begin(), inputs_.end(), newer_inputs_.begin(), newer_inputs_.end());
    if (a == inputs_.end() && b == newer_inputs_.end()) return std::nullopt;
    FirstDifference found{.kind = "input", .frame = at};
    found.value = "what the game gives";
    const record::RecordedInput* const one = a == inputs_.end() ? nullptr : &*a;
    const record::RecordedInput* const other = b == newer_inputs_.end() ? nullptr : &*b;
    found.older = input_text(older_.replay, one);
    found.newer = input_text(newer_.replay, other);
    const record::RecordedInput* const named = one != nullptr ? one : other;
    if (named->population != record::RecordedInput::kWorld)
      found.population = older_.replay.agent_name(named->population);
    if (found.older == found.newer) found.newer += " with other values";
    return found;
  }

  // The first population, agent and value of which the two worlds differ.
  FirstDifference name_state() {
    FirstDifference found;
    found.value = "what the world keeps for itself";
    World &a = older_.replay.world(), &b = newer_.replay.world();
    if (a.population_count() != b.population_count()) {
      found.value = "the number of populations";
      found.older = fmt::format("{}", a.population_count());
      found.newer = fmt::format("{}", b.population_count());
      return found;
    }
    for (uint32_t i = 0; i < a.population_count(); ++i) {
      if (a.population(i).state_hash() == b.population(i).state_hash()) continue;
      found.population = older_.replay.agent_name(i);
      found.value = "what behaviour keeps for itself: its bodies, timers or chance";
      if (name_agent(i, found)) return found;
    }
    if (!found.population.empty()) return found;
    for (uint32_t i = 0; i < a.population_count(); ++i) {
      found.population = older_.replay.agent_name(i);
      if (name_agent(i, found)) return found;
    }
    found.population.clear();
    return found;
  }

  bool name_agent(uint32_t population, FirstDifference& found) {
    const auto agents_of = [&](Replay& replay) {
      std::vector<Entity> agents = replay.entities();
      std::erase_if(agents, [&](const Entity& one) { return replay.population_of(one) != population; });
      return agents;
    };
    const std::vector<Entity> a = agents_of(older_.replay), b = agents_of(newer_.replay);
    const AgentValues older(older_.replay, population), newer(newer_.replay, population);
    for (size_t i = 0; i < std::max(a.size(), b.size()); ++i) {
      const bool is_in_both = i < a.size() && i < b.size() &&
                              static_cast<const EntityId&>(a[i]) == static_cast<const EntityId&>(b[i]);
      if (!is_in_both) {
        const Entity& one = i < a.size() ? a[i] : b[i];
        found.agent = fmt::format("{}#{}", found.population, one.index);
        found.value = "who is there";
        found.older = i < a.size() ? fmt::format("{}#{}", found.population, a[i].index) : "nobody more";
        found.newer = i < b.size() ? fmt::format("{}#{}", found.population, b[i].index) : "nobody more";
        return true;
      }
      const AgentValues::Values one = older.read(a[i]), other = newer.read(b[i]);
      for (size_t k = 0; k < std::min(one.size(), other.size()); ++k) {
        if (one[k] == other[k]) continue;
        found.agent = fmt::format("{}#{}", found.population, a[i].index);
        found.value = one[k].first;
        found.older = one[k].second;
        found.newer = other[k].second;
        return true;
      }
    }
    return false;
  }

  RecordingFile& older_;
  RecordingFile& newer_;
  size_t from_ = 0, from_newer_ = 0;
  std::vector<record::RecordedInput> inputs_, newer_inputs_;
  std::string fault_;
};

OrderedJson json_of(const DiffOptions& options, const RecordingFile& file, size_t compared,
                    const std::optional<FirstDifference>& found) {
  const auto text = [](const std::string& one) {
    return one.empty() ? OrderedJson(nullptr) : OrderedJson(one);
  };
  OrderedJson json = {{"version", 1},
                      {"older", options.older},
                      {"newer", options.newer},
                      {"frames", compared},
                      {"difference", nullptr}};
  if (!found) return json;
  const record::RecordedFrame& frame = file.replay.frames()[found->frame];
  json["difference"] = {{"kind", found->kind},
                        {"frame", frame.frame},
                        {"seconds", static_cast<double>(frame.microseconds) / 1e6},
                        {"population", text(found->population)},
                        {"agent", text(found->agent)},
                        {"what", found->value},
                        {"older", text(found->older)},
                        {"newer", text(found->newer)}};
  return json;
}

void print(const DiffOptions& options, const RecordingFile& file, size_t compared,
           const std::optional<FirstDifference>& found) {
  if (!found) {
    fmt::print("{} and {} are the same in the {} that both have\n", shown(options.older),
               shown(options.newer), counted(compared, "frame"));
    return;
  }
  const record::RecordedFrame& frame = file.replay.frames()[found->frame];
  if (found->kind == "beginning")
    fmt::print("they differ already in the first frame that both have\n");
  else
    fmt::print("the {} before are the same\n", counted(compared, "frame"));
  const std::string who = !found->agent.empty()        ? found->agent + ": "
                          : !found->population.empty() ? "population " + found->population + ": "
                                                       : std::string();
  fmt::print("frame {}, at {}: {}{}\n", frame.frame, file.times.text(frame.microseconds), shown(who),
             shown(found->value));
  if (found->older.empty() && found->newer.empty()) return;
  fmt::print("  {}: {}\n  {}: {}\n", shown(options.older), shown(found->older), shown(options.newer),
             shown(found->newer));
}

}  // namespace

int diff_recordings(const DiffOptions& options) {
  if (!options.trace.empty() || options.has_sampling || !options.agent.empty() || !options.root.empty()) {
    complain(
        "two recordings are compared as they are: --trace, --samples, --sample, --agent and --root are "
        "about sources");
    return kUsage;
  }
  int code = kGood;
  const auto older = open_recording(options.older, {}, false, code);
  if (older == nullptr) return code;
  const auto newer = open_recording(options.newer, {}, false, code);
  if (newer == nullptr) return code;
  const bool is_older_damaged = tell_damage(*older);
  const bool is_damaged = tell_damage(*newer) || is_older_damaged;
  RecordingPair pair(*older, *newer);
  if (!pair.align()) {
    complain("{} and {} have no frame in common", options.older, options.newer);
    return kUsage;
  }
  std::optional<FirstDifference> found;
  size_t compared = 0;
  {
    Progress progress("comparing", pair.count());
    for (; compared < pair.count() && !found && pair.fault().empty(); ++compared) {
      found = pair.compare(compared);
      progress.advance();
      if (found) break;
    }
  }
  if (!pair.fault().empty()) {
    complain("they cannot be played beyond frame {}: {}",
             older->replay.frames()[pair.from() + compared - 1].frame, pair.fault());
    return kFound;
  }
  if (options.format == Format::json)
    fmt::print("{}", json_text(json_of(options, *older, compared, found)));
  else
    print(options, *older, compared, found);
  return found || is_damaged ? kFound : kGood;
}

}  // namespace ishi::compiler::cli
