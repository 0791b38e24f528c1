#include "recording/moment_situation.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <utility>

#include "ishi/id.h"
#include "ishi/tools.h"
#include "simulate/key_values.h"
#include "simulate/situation_values.h"
#include "simulate/value_type.h"

namespace ishi::compiler {
namespace {

bool is_finite(const Vector3& v) { return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z); }

class MomentReader {
 public:
  MomentReader(const RecordedAgent& agent, uint32_t running, uint32_t state)
      : agent_(agent),
        place_(agent.place()),
        asset_(place_.asset()),
        parts_(asset_),
        model_(place_.stage().model()),
        running_(running),
        indices_(agent.entities().size(), kNone) {
    situation_.agent = agent.situation().agent;
    if (state != kNoState) situation_.state = state;
  }

  MomentSituation read() {
    read_profile();
    read_running();
    read_keys();
    read_levels();
    read_facts();
    read_candidates();
    situation_.self = described(place_.self(), agent_.situation().self.thing, {});
    while (!open_.empty()) {
      const uint32_t entity = open_.back();
      open_.pop_back();
      const SituationEntity& known = agent_.situation().entities[entity];
      SituationEntity read = described(agent_.entities()[entity], known.thing,
                                       result_.names.emplace_back(name_in_test(known.name)));
      situation_.entities[indices_[entity]] = std::move(read);
    }
    read_taken();
    return std::move(result_);
  }

 private:
  [[nodiscard]] const Agent& agent() const { return model_.agents[situation_.agent].value; }

  void read_profile() {
    const ProfileId profile = place_.population().profile(place_.self());
    const uint32_t own = profile == kNoProfileId ? kNoProfile : asset_.find(profile);
    if (own == parts_.agent(place_.agent_index()).profile || own == kNotFound) return;
    for (uint32_t i = 0; i < model_.importance.size(); ++i) {
      if (ProfileId(model_.imported.id("importance", model_.importance[i].name.text)) == profile)
        situation_.profile = i;
    }
  }

  void read_running() {
    if (running_ == kNone) return;
    situation_.running = agent().actions[running_].index;
    const uint32_t set = model_.actions[situation_.running].value.set();
    if (set == kNone) return;
    const Entity whom = place_.population().candidate(place_.self());
    if (is_memory(model_, set) || candidates_of(model_, set).value.has_entities) {
      if (place_.world().is_alive(whom)) situation_.running_for.entity = index_of(whom);
      return;
    }
    const std::vector<Entity> members = place_.members(asset_set(set));
    const auto on = std::ranges::find(members, whom);
    if (on != members.end()) situation_.running_for.member = static_cast<uint32_t>(on - members.begin());
  }

  // Finds the asset's set for a set of the model; kNotFound: the asset has none.
  [[nodiscard]] uint32_t asset_set(uint32_t set) const {
    const std::string_view name = name_of_set(model_, set).text;
    const uint64_t id =
        is_memory(model_, set) ? model_.imported.id("memory", name) : id_of("candidates", name);
    for (uint32_t i = 0; i < asset_.count(Kind::sets); ++i) {
      const SetInfo info = parts_.set(i);
      if (info.id == id && (info.kind == SetKind::memory) == is_memory(model_, set)) return i;
    }
    return kNotFound;
  }

  // An entity of the recorded world, which the situation then holds; kNone for nobody.
  uint32_t index_of(EntityId id) {
    const uint32_t entity = place_.stage().entity_index(id);
    if (entity == kNone) return kNone;
    if (is_agent(entity)) {
      names_self_ = true;
      return kSelfEntity;
    }
    if (indices_[entity] == kNone) {
      indices_[entity] = static_cast<uint32_t>(situation_.entities.size());
      situation_.entities.emplace_back();
      open_.push_back(entity);
    }
    return indices_[entity];
  }

  // Reads a value, held in its range as its readers do. False for the default, and for what no test can give.
  bool read_value(const Variable& variable, const std::byte* raw, SituationValue& out) {
    const auto take = [&](float value) {
      const float held = std::clamp(value, variable.low, variable.high);
      out.value = {std::fpclassify(held) == FP_SUBNORMAL ? 0 : held, 0, 0};
      return out.value[0] != variable.fallback[0];
    };
    switch (variable.resolved.kind) {
      case ValueKind::integer: return take(static_cast<float>(value_as<int32_t>(raw)));
      case ValueKind::boolean:
        out.value = {value_as<uint8_t>(raw) != 0 ? 1.0F : 0.0F, 0, 0};
        return (out.value[0] != 0) != (variable.fallback[0] != 0);
      case ValueKind::enumeration: {
        const size_t members = model_.enums[variable.resolved.reference].value.members.size();
        out.value = {static_cast<float>(std::min<size_t>(value_as<uint8_t>(raw), members - 1)), 0, 0};
        return out.value[0] != variable.fallback[0];
      }
      case ValueKind::entity: out.entity = index_of(value_as<EntityId>(raw)); return out.entity != kNone;
      case ValueKind::point:
      case ValueKind::direction: {
        const auto vector = value_as<Vector3>(raw);
        const bool is_point = variable.resolved.kind == ValueKind::point;
        if (!is_finite(vector) && !is_point) return false;
        out.value = is_finite(vector) ? to_array(vector) : Vector{kNowhere, kNowhere, kNowhere};
        return out.value != variable.fallback;
      }
      default: {
        const auto number = value_as<float>(raw);
        return std::isfinite(number) && take(number);
      }
    }
  }

  // Reads a field by `read`, which takes a variable of the field's type.
  template <class Read>
  bool read_field(const Variable& variable, SituationValue& out, Read read) {
    RawValue raw{};
    with_value_type(variable.resolved.kind, [&](auto one) {
      if (read(one)) std::memcpy(raw.data(), &one, sizeof one);
    });
    return read_value(variable, raw.data(), out);
  }

  void read_keys() {
    KeyValues values;
    values.open(place_);
    for (uint32_t key = 0; key < model_.blackboard.size(); ++key) {
      const auto& [name, variable] = model_.blackboard[key];
      const uint32_t of_asset = asset_.find(Kind::keys, id_of("blackboard", name.text));
      SituationValue value{key};
      if (of_asset != kNotFound && read_value(variable, values.read(of_asset).data(), value))
        situation_.keys.push_back(value);
    }
  }

  void read_levels() {
    uint32_t motive = 0;
    for (const Map<Motive>* const motives : {&model_.needs, &model_.drives}) {
      for (const auto& [name, of] : *motives) {
        Column<float> column;
        if (of.is_carried() &&
            place_.population().levels(MotiveId(model_.imported.id("motives", name.text)), column))
          situation_.levels.push_back({motive, {std::clamp(column[place_.slot()], 0.0F, 1.0F), 0, 0}, kNone});
        ++motive;
      }
    }
  }

  void read_facts() {
    for (uint32_t memory = 0; memory < model_.memory.size(); ++memory) {
      const uint32_t set = asset_set(memory);
      if (set == kNotFound) continue;
      const std::vector<FactInfo> facts = place_.facts(set);
      for (uint32_t i = 0; i < facts.size(); ++i) read_fact(memory, parts_.set(set), i, facts[i]);
    }
  }

  void read_fact(uint32_t memory, const SetInfo& set, uint32_t number, const FactInfo& known) {
    const Population& population = place_.population();
    const MemoryId id(set.id);
    SituationFact fact{memory, kNone, {}, true, 0, {}, {}};
    const bool is_alive = place_.world().is_alive(known.entity);
    if (is_alive) {
      fact.entity = index_of(known.entity);
    } else {
      fact.entity = static_cast<uint32_t>(situation_.entities.size());
      situation_.entities.push_back(
          {{}, model_.memory[memory].value.entity.reference, {}, forward(model_), {}});
    }
    Vector3 place = known.position;
    if (is_finite(place) || (is_alive && place_.world().position(known.entity, place) && is_finite(place)))
      fact.position = to_array(place);
    const auto now = static_cast<int64_t>(agent_.situation().time_microseconds);
    const int64_t age = now - known.last_seen_microseconds;
    fact.age = age > 0 ? static_cast<float>(static_cast<double>(age) / 1e6) : 0;
    if (float awareness = 0; set.has_awareness && population.awareness(place_.self(), id, number, awareness))
      fact.awareness = awareness;
    for (uint32_t k = 0; k < set.fields.count; ++k) {
      const NamedVariable of = parts_.member_field(set.fields.first + k);
      const Variable& variable = member_variable(model_, memory, k);
      SituationValue value{k, variable.fallback};
      const bool differs = read_field(variable, value, [&](auto& one) {
        return bool(population.fact_field(place_.self(), id, number, of.id, one));
      });
      // A noticed field is always written, since the entity may have another value by now.
      const bool is_noticed = k < count_noticed(model_, memory);
      if (differs || is_noticed) fact.fields.push_back(value);
      if (differs && is_noticed && !is_alive) situation_.entities[fact.entity].fields.push_back(value);
    }
    if (!is_alive) situation_.entities[fact.entity].position = fact.position;
    situation_.facts.push_back(std::move(fact));
  }

  void read_candidates() {
    for (uint32_t index = 0; index < model_.candidates.size(); ++index) {
      const uint32_t of_model = static_cast<uint32_t>(model_.memory.size()) + index;
      const uint32_t set = asset_set(of_model);
      if (set == kNotFound) continue;
      const SetInfo info = parts_.set(set);
      const ishi::Candidates candidates =
          info.scope == ishi::Scope::agent ? place_.population().candidates(place_.self(), SetId(info.id))
                                           : place_.world().candidates(SetId(info.id), team_of(info.scope));
      for (const Entity& member : place_.members(set)) {
        SituationCandidate candidate{index, info.has_entities ? index_of(member) : kNone, {}};
        for (uint32_t k = 0; k < info.fields.count; ++k) {
          const NamedVariable of = parts_.member_field(info.fields.first + k);
          SituationValue value{k};
          if (read_field(member_variable(model_, of_model, k), value,
                         [&](auto& one) { return bool(candidates.field(member, of.id, one)); }))
            candidate.fields.push_back(value);
        }
        situation_.candidates.push_back(std::move(candidate));
      }
    }
  }

  [[nodiscard]] TeamId team_of(ishi::Scope scope) const {
    return scope == ishi::Scope::team ? place_.population().team(place_.self()) : TeamId();
  }

  // The entity as others see it.
  SituationEntity described(const Entity& who, uint32_t thing, std::string_view name) {
    SituationEntity entity{name, thing, {}, forward(model_), {}};
    Vector3 at, facing;
    if (place_.world().position(who, at) && is_finite(at)) entity.position = to_array(at);
    if (place_.world().facing(who, facing) && is_finite(facing) && to_array(facing) != Vector{})
      entity.facing = to_array(facing);
    if (thing == kNone) return entity;
    const auto& [thing_name, of] = model_.things[thing];
    for (uint32_t field = 0; field < of.fields.size(); ++field) {
      const uint64_t id = id_of("things/" + std::string(thing_name.text), of.fields[field].name.text);
      SituationValue value{field};
      if (read_field(of.fields[field].value, value,
                     [&]<class T>(T& one) { return read_column(id, who, one); }))
        entity.fields.push_back(value);
    }
    return entity;
  }

  template <class T>
  bool read_column(uint64_t id, const Entity& who, T& one) const {
    ColumnOf<T> column;
    if (!place_.world().field(id, column)) return false;
    one = value_in(column, who.index);
    return true;
  }

  void read_taken() {
    const SituationTaken& taken = agent_.situation().taken;
    situation_.taken.tokens = taken.tokens;
    for (const uint32_t entity : taken.entities) {
      if (is_agent(entity) && names_self_) situation_.taken.entities.push_back(kSelfEntity);
      if (!is_agent(entity) && indices_[entity] != kNone)
        situation_.taken.entities.push_back(indices_[entity]);
    }
  }

  const RecordedAgent& agent_;
  const StageAgent& place_;
  const Asset& asset_;
  AssetParts parts_;
  const Model& model_;
  uint32_t running_;
  std::vector<uint32_t>
      indices_;  // for each entity of the recorded world its index in the situation; kNone: not in it
  bool names_self_ = false;
  std::vector<uint32_t> open_;  // entities of the recorded world that are in the situation and not read yet
  MomentSituation result_;
  Situation& situation_ = result_.situation;
};

}  // namespace

MomentSituation situation_of_moment(const RecordedAgent& agent, uint32_t running, uint32_t state) {
  return MomentReader(agent, running, state).read();
}

std::string name_in_test(std::string_view name) {
  std::string text(name);
  std::ranges::replace(text, '#', '_');
  return text;
}

}  // namespace ishi::compiler
