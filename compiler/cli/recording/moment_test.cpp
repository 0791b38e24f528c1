#include "cli/recording/moment_test.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include "ishi/tools.h"
#include "simulate/key_values.h"
#include "syntax/yaml_text.h"

namespace ishi::compiler::cli {
namespace {

std::string joined(const std::vector<std::string>& parts) {
  return parts.empty() ? "{}" : fmt::format("{{ {} }}", fmt::join(parts, ", "));
}

std::string list_of(const std::vector<std::string>& parts) {
  return fmt::format("[{}]", fmt::join(parts, ", "));
}

std::string vector_text(const Vector3& v) { return fmt::format("[{}, {}, {}]", v.x, v.y, v.z); }

bool is_finite(const Vector3& v) { return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z); }

bool is_equal(const Vector3& a, const Vector3& b) { return a.x == b.x && a.y == b.y && a.z == b.z; }

class MomentWriter {
 public:
  MomentWriter(const RecordedAgent& agent, uint32_t running, uint32_t state)
      : agent_(agent),
        place_(agent.place()),
        asset_(place_.asset()),
        parts_(asset_),
        info_(parts_.agent(place_.agent_index())),
        running_(running),
        state_(state),
        named_(agent.entities().size(), false) {}

  std::vector<std::string> write() {
    std::vector<std::string> given = keys();
    for (std::string& level : levels()) given.push_back(std::move(level));
    const std::string remembers = memories();
    const std::string candidates = sets();
    const std::string self = place_of(place_.self(), true);
    add("agent", yaml_scalar(asset_.name(Kind::agents, place_.agent_index()), false));
    const ProfileId profile = place_.population().profile(place_.self());
    const uint32_t own = profile == kNoProfileId ? kNoProfile : asset_.find(profile);
    if (own != info_.profile && own != kNotFound) add("importance", parts_.profile(own).name);
    if (state_ != kNoState) add("state", parts_.agent_state(info_.states.first + state_).name);
    if (running_ != kNone) add_running();
    if (!given.empty()) add("given", joined(given));
    if (self != "{}") add("self", self);
    const std::string world = entities();
    if (world != "{}") add("world", world);
    if (remembers != "{}") add("remembers", remembers);
    if (candidates != "{}") add("candidates", candidates);
    if (const std::string taken = taken_by_others(); taken != "[]") add("taken", taken);
    return std::move(fields_);
  }

 private:
  void add(std::string_view name, std::string_view text) {
    fields_.push_back(fmt::format("{}: {}", name, text));
  }

  void add_running() {
    const OptionInfo option = parts_.option(info_.options.first + running_);
    add("running", option.name);
    const Entity whom = place_.population().candidate(place_.self());
    if (option.set == kNotFound) return;
    if (parts_.set(option.set).has_entities) {
      if (place_.world().is_alive(whom)) add("running_for", reference(whom));
      return;
    }
    const std::vector<Entity> members = place_.members(option.set);
    const auto on = std::ranges::find(members, whom);
    if (on != members.end())
      add("running_for", place_.member_name(option.set, static_cast<uint32_t>(on - members.begin())));
  }

  // Somebody of the world, who is then written there.
  std::string reference(EntityId id) {
    const uint32_t entity = place_.stage().entity_index(id);
    if (entity == kNone) return "nothing";
    if (is_agent(entity)) {
      names_self_ = true;
      return "self";
    }
    if (!named_[entity]) open_.push_back(entity);
    named_[entity] = true;
    return name_in_test(agent_.situation().entities[entity].name);
  }

  // A value as a test writes it, held in its range as whatever reads it does; empty for its default.
  std::string value(const VariableInfo& variable, const std::byte* raw) {
    constexpr std::string_view kUnits[] = {"", "", "", "", "", "", "m", "s", "rad", "m/s", "", ""};
    switch (variable.type) {
      case ValueType::integer: {
        const auto number = static_cast<float>(value_as<int32_t>(raw));
        const float held = std::clamp(number, variable.low, variable.high);
        return held == variable.fallback.x ? "" : fmt::format("{}", static_cast<int64_t>(held));
      }
      case ValueType::boolean: {
        const bool is_set = value_as<uint8_t>(raw) != 0;
        return is_set == (variable.fallback.x != 0) ? "" : is_set ? "true" : "false";
      }
      case ValueType::enumeration: {
        const EnumInfo e = parts_.enumeration(variable.reference);
        const auto member = std::min<uint32_t>(value_as<uint8_t>(raw), e.members.count - 1);
        if (static_cast<float>(member) == variable.fallback.x) return "";
        return std::string(parts_.member_name(e.members.first + member));
      }
      case ValueType::entity:
      case ValueType::thing: {
        const std::string who = reference(value_as<EntityId>(raw));
        return who == "nothing" ? "" : who;
      }
      case ValueType::point:
      case ValueType::direction: {
        const auto vector = value_as<Vector3>(raw);
        if (std::memcmp(&vector, &variable.fallback, sizeof vector) == 0) return "";
        if (variable.type == ValueType::point && !is_finite(vector)) return "nowhere";
        return is_finite(vector) ? vector_text(vector) : "";
      }
      default: break;
    }
    const auto number = value_as<float>(raw);
    if (!std::isfinite(number)) return "";
    float held = std::clamp(number, variable.low, variable.high);
    if (std::fpclassify(held) == FP_SUBNORMAL) held = 0;  // tests cannot write it
    if (held == variable.fallback.x) return "";
    return fmt::format("{}{}", held, kUnits[static_cast<size_t>(variable.type)]);
  }

  std::vector<std::string> keys() {
    KeyValues values;
    values.open(place_);
    std::vector<std::string> given;
    for (uint32_t key = 0; key < values.size(); ++key) {
      const NamedVariable info = parts_.key(key);
      const std::string text = value(info.variable, values.read(key).data());
      if (!text.empty()) given.push_back(fmt::format("{}: {}", info.name, text));
    }
    return given;
  }

  std::vector<std::string> levels() {
    std::vector<std::string> given;
    for (uint32_t motive = 0; motive < asset_.count(Kind::motives); ++motive) {
      const MotiveInfo info = parts_.motive(motive);
      Column<float> column;
      if (!info.is_carried || !place_.population().levels(info.id, column)) continue;
      given.push_back(fmt::format("{}.{}: {}", info.kind == MotiveKind::need ? "needs" : "drives", info.name,
                                  std::clamp(column[place_.slot()], 0.0F, 1.0F)));
    }
    return given;
  }

  // Gives `read` a variable of the type, and the value as a test writes it.
  template <class Read>
  std::string field(const VariableInfo& variable, Read read) {
    RawValue raw{};
    with_value_type(variable.type, [&](auto one) {
      if (read(one)) std::memcpy(raw.data(), &one, sizeof one);
    });
    return value(variable, raw.data());
  }

  std::string memories() {
    std::vector<std::string> all;
    for (uint32_t set = 0; set < asset_.count(Kind::sets); ++set) {
      const SetInfo memory = parts_.set(set);
      if (memory.kind != SetKind::memory) continue;
      std::vector<std::string> rows;
      const std::vector<FactInfo> facts = place_.facts(set);
      for (uint32_t i = 0; i < facts.size(); ++i) rows.push_back(fact(memory, i, facts[i]));
      if (!rows.empty()) all.push_back(fmt::format("{}: {}", memory.name, list_of(rows)));
    }
    return joined(all);
  }

  std::string fact(const SetInfo& memory, uint32_t number, const FactInfo& fact) {
    const MemoryId id(memory.id);
    std::vector<std::string> parts;
    if (place_.world().is_alive(fact.entity)) parts.push_back("is: " + reference(fact.entity));
    if (is_finite(fact.position)) parts.push_back("position: " + vector_text(fact.position));
    const auto now = static_cast<int64_t>(agent_.situation().time_microseconds);
    if (const int64_t age = now - fact.last_seen_microseconds; age > 0)
      parts.push_back(fmt::format("age: {}s", static_cast<double>(age) / 1e6));
    if (float awareness = 0;
        memory.has_awareness && place_.population().awareness(place_.self(), id, number, awareness))
      parts.push_back(fmt::format("awareness: {}", awareness));
    for (uint32_t k = 0; k < memory.fields.count; ++k) {
      const NamedVariable of = parts_.member_field(memory.fields.first + k);
      const std::string text = field(of.variable, [&](auto& one) {
        return bool(place_.population().fact_field(place_.self(), id, number, of.id, one));
      });
      if (!text.empty()) parts.push_back(fmt::format("{}: {}", of.name, text));
    }
    return joined(parts);
  }

  std::string sets() {
    std::vector<std::string> all;
    for (uint32_t set = 0; set < asset_.count(Kind::sets); ++set) {
      const SetInfo info = parts_.set(set);
      if (info.kind == SetKind::memory) continue;
      const ishi::Candidates candidates =
          info.scope == ishi::Scope::agent ? place_.population().candidates(place_.self(), SetId(info.id))
                                           : place_.world().candidates(SetId(info.id), team_of(info.scope));
      std::vector<std::string> rows;
      for (const Entity& member : place_.members(set)) {
        std::vector<std::string> parts;
        if (info.has_entities) parts.push_back("is: " + reference(member));
        for (uint32_t k = 0; k < info.fields.count; ++k) {
          const NamedVariable of = parts_.member_field(info.fields.first + k);
          const std::string text =
              field(of.variable, [&](auto& one) { return bool(candidates.field(member, of.id, one)); });
          if (!text.empty()) parts.push_back(fmt::format("{}: {}", of.name, text));
        }
        rows.push_back(joined(parts));
      }
      if (!rows.empty()) all.push_back(fmt::format("{}: {}", info.name, list_of(rows)));
    }
    return joined(all);
  }

  [[nodiscard]] TeamId team_of(ishi::Scope scope) const {
    return scope == ishi::Scope::team ? place_.population().team(place_.self()) : TeamId();
  }

  // What others see of somebody.
  std::string place_of(const Entity& who, bool is_self) {
    const SituationEntity& known =
        is_self ? agent_.situation().self : agent_.situation().entities[place_.stage().entity_index(who)];
    std::vector<std::string> parts;
    const Model& model = place_.stage().model();
    if (known.thing != kNone) parts.push_back(fmt::format("is: {}", model.things[known.thing].name.text));
    Vector3 at, facing;
    if (place_.world().position(who, at) && is_finite(at) && !is_equal(at, {}))
      parts.push_back("position: " + vector_text(at));
    if (place_.world().facing(who, facing) && is_finite(facing) && !is_equal(facing, {}) &&
        !is_equal(facing, forward_of(asset_.up())))
      parts.push_back("facing: " + vector_text(facing));
    if (known.thing == kNone) return joined(parts);
    const uint32_t thing = asset_.find(ThingId::of(model.things[known.thing].name.text));
    const IndexRange fields = thing == kNotFound ? IndexRange() : parts_.thing(thing).fields;
    for (uint32_t i = 0; i < fields.count; ++i) {
      const NamedVariable of = parts_.field(fields.first + i);
      const std::string text =
          field(of.variable, [&]<class T>(T& one) { return read_field(of.id, who, one); });
      if (!text.empty()) parts.push_back(fmt::format("{}: {}", of.name, text));
    }
    return joined(parts);
  }

  static Vector3 forward_of(ishi::Up up) { return up == ishi::Up::y ? Vector3{0, 0, 1} : Vector3{0, 1, 0}; }

  template <class T>
  bool read_field(uint64_t id, const Entity& who, T& one) const {
    ColumnOf<T> column;
    if (!place_.world().field(id, column)) return false;
    one = value_in(column, who.index);
    return true;
  }

  // All who are named, also by those who are.
  std::string entities() {
    std::vector<std::pair<uint32_t, std::string>> rows;
    while (!open_.empty()) {
      const uint32_t entity = open_.back();
      open_.pop_back();
      rows.emplace_back(entity, place_of(agent_.entities()[entity], false));
    }
    std::ranges::sort(rows);
    std::vector<std::string> all;
    for (const auto& [entity, text] : rows)
      all.push_back(fmt::format("{}: {}", name_in_test(agent_.situation().entities[entity].name), text));
    return joined(all);
  }

  std::string taken_by_others() const {
    std::vector<std::string> all;
    const SituationTaken& taken = agent_.situation().taken;
    for (const uint32_t token : taken.tokens)
      all.emplace_back(place_.stage().model().tokens[token].name.text);
    for (const uint32_t entity : taken.entities) {
      if (is_agent(entity) && names_self_) all.emplace_back("self");
      if (!is_agent(entity) && named_[entity])
        all.push_back(name_in_test(agent_.situation().entities[entity].name));
    }
    return list_of(all);
  }

  const RecordedAgent& agent_;
  const StageAgent& place_;
  const Asset& asset_;
  AssetParts parts_;
  AgentInfo info_;
  uint32_t running_, state_;
  std::vector<bool> named_;  // by entity of the situation
  bool names_self_ = false;
  std::vector<uint32_t> open_;  // who are named, and not written yet
  std::vector<std::string> fields_;
};

}  // namespace

std::string name_in_test(std::string_view name) {
  std::string text(name);
  std::ranges::replace(text, '#', '_');
  return text;
}

std::vector<std::string> fields_of_moment(const RecordedAgent& agent, uint32_t running, uint32_t state) {
  return MomentWriter(agent, running, state).write();
}

}  // namespace ishi::compiler::cli
