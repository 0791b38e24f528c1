#include "compare/situation_space.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <numbers>
#include <utility>

#include "simulate/asked_keys.h"
#include "simulate/situation_values.h"

namespace ishi::compiler {
namespace {

constexpr uint32_t kEntitiesPerKind = 12;
constexpr uint32_t kMostMembers = 3;

uint64_t mixed(uint64_t x) {  // SplitMix64 (Steele et al. 2014)
  x += 0x9e37'79b9'7f4a'7c15;
  x = (x ^ (x >> 30)) * 0xbf58'476d'1ce4'e5b9;
  x = (x ^ (x >> 27)) * 0x94d0'49bb'1331'11eb;
  return x ^ (x >> 31);
}

// The other program's thing of a name, if it is of the same sort.
uint32_t find_alike(const Map<Variable>& other, const Named<Variable>& variable, std::string_view name) {
  const uint32_t index = find_index(other, name);
  return index != kNone && other[index].value.resolved.kind == variable.value.resolved.kind ? index : kNone;
}

template <class T>
void share_names(const Map<T>& newer, const Map<T>& older, const NewNames& renames, std::string_view section,
                 std::vector<SharedName>& out) {
  for (uint32_t i = 0; i < newer.size(); ++i) {
    const uint32_t before = find_index(older, older_name(renames, section, newer[i].name.text));
    if (before != kNone) out.push_back({newer[i].name.text, {before, i}});
  }
}

size_t count_given(const std::vector<SampledValue>& values) {
  return static_cast<size_t>(std::ranges::count_if(values, &SampledValue::is_given));
}

}  // namespace

// Numbers in an order, each sample's its own.
class SituationSpace::Dice {
 public:
  explicit Dice(uint64_t seed) : state_(mixed(seed)) {}

  double unit() { return static_cast<double>(next() >> 11) * 0x1p-53; }
  uint32_t below(size_t count) { return static_cast<uint32_t>(unit() * static_cast<double>(count)); }
  bool happens(double chance) { return unit() < chance; }

 private:
  uint64_t next() { return state_ = mixed(state_); }

  uint64_t state_;
};

size_t Sample::size() const {
  size_t size =
      count_given(keys) + count_given(levels) + (running != kNone) + (state != kNone) + (profile != kNone);
  for (const auto& members : sets) {
    size += 2 * members.size();
    for (const SampledMember& member : members)
      size += count_given(member.fields) + (member.awareness.is_given ? 1 : 0);
  }
  return size;
}

SituationSpace::SituationSpace(const std::array<Side, 2>& sides, uint64_t seed, NewNames renames,
                               SampleMixture mixture)
    : sides_(sides), seed_(seed), renames_(std::move(renames)), mixture_(mixture) {
  find_things();
  find_keys();
  find_levels();
  find_sets();
  find_names();
}

void SituationSpace::find_keys() {
  std::array<AskedKeys, 2> asked;
  for (size_t side = 0; side < 2; ++side) {
    const auto& [model, asset, agent] = sides_[side];
    asked[side] = asked_keys(
        *asset, asset->find(Kind::agents, model->imported.id("agents", model->agents[agent].name.text)));
  }
  for (const size_t side : {1U, 0U}) {
    const Map<Variable>& own = sides_[side].model->blackboard;
    const Map<Variable>& other = sides_[1 - side].model->blackboard;
    for (uint32_t i = 0; i < own.size(); ++i) {
      const uint64_t id = sides_[side].model->imported.id("blackboard", own[i].name.text);
      const std::string_view name = own[i].name.text;
      const std::string_view its_name =
          side == 1 ? older_name(renames_, "blackboard", name) : newer_name(renames_, "blackboard", name);
      const uint32_t there = find_alike(other, own[i], its_name);
      const bool is_read = asked[side].reads(id) || (there != kNone && asked[1 - side].reads(id));
      if (!is_read || (side == 0 && there != kNone)) continue;
      Dimension& key = keys_.emplace_back();
      key = {own[i].name.text, &own[i].value, {}, own[i].value.scope.value == Scope::world};
      key.index[side] = i;
      key.index[1 - side] = there;
    }
  }
}

void SituationSpace::find_levels() {
  const auto add = [&](std::string_view name, size_t side, uint32_t index) {
    auto known = std::ranges::find(levels_, name, &Dimension::name);
    if (known == levels_.end()) {
      levels_.push_back({name, nullptr, {kNone, kNone}, false});
      known = std::prev(levels_.end());
    }
    known->index[side] = index;
  };
  for (const size_t side : {1U, 0U}) {
    const Model& model = *sides_[side].model;
    const auto needs = static_cast<uint32_t>(model.needs.size());
    const auto name_of = [&](std::string_view section, const Named<Motive>& motive) {
      return side == 1 ? motive.name.text : newer_name(renames_, section, motive.name.text);
    };
    for (uint32_t i = 0; i < needs; ++i)
      if (model.needs[i].value.is_carried()) add(name_of("needs", model.needs[i]), side, i);
    for (uint32_t i = 0; i < model.drives.size(); ++i)
      if (model.drives[i].value.is_carried()) add(name_of("drives", model.drives[i]), side, needs + i);
  }
}

void SituationSpace::add_dimensions(const Map<Variable>& fields, const Map<Variable>* other,
                                    std::vector<Dimension>& out) const {
  for (uint32_t i = 0; i < fields.size(); ++i)
    out.push_back({fields[i].name.text,
                   &fields[i].value,
                   {other == nullptr ? kNone : find_alike(*other, fields[i], fields[i].name.text), i},
                   false});
}

// Entities are of kinds that both programs have; the first kind is none.
void SituationSpace::find_things() {
  things_.emplace_back();
  const auto& [older, newer] = std::pair(sides_[0].model, sides_[1].model);
  for (uint32_t i = 0; i < newer->things.size(); ++i) {
    const uint32_t before =
        find_index(older->things, older_name(renames_, "things", newer->things[i].name.text));
    if (before == kNone) continue;
    ThingDimension& thing = things_.emplace_back();
    thing.thing = {before, i};
    add_dimensions(newer->things[i].value.fields, &older->things[before].value.fields, thing.fields);
  }
}

uint32_t SituationSpace::kind_of(size_t side, uint32_t thing) const {
  for (uint32_t i = 1; i < things_.size(); ++i)
    if (thing != kNone && things_[i].thing[side] == thing) return i;
  return 0;
}

void SituationSpace::find_sets() {
  const Model& older = *sides_[0].model;
  const Model& newer = *sides_[1].model;
  const auto allow = [&](SetDimension& set, uint32_t thing) {
    const uint32_t kind = kind_of(1, thing);
    if (thing == kNone) {
      for (uint32_t i = 0; i < things_.size(); ++i) set.kinds.push_back(i);
    } else if (kind != 0) {
      set.kinds.push_back(kind);
    }
  };
  for (uint32_t i = 0; i < newer.memory.size(); ++i) {
    const auto& [name, memory] = newer.memory[i];
    const uint32_t before = find_index(older.memory, older_name(renames_, "memory", name.text));
    if (before == kNone || memory.has_noises) continue;
    SetDimension set{.name = name.text, .is_memory = true, .index = {before, i}};
    set.awareness = {"awareness", nullptr, {older.memory[before].value.aware, memory.aware}};
    allow(set, memory.entity.reference);
    add_dimensions(memory.fields, &older.memory[before].value.fields, set.fields);
    set.most =
        static_cast<uint32_t>(std::min(memory.capacity.value, older.memory[before].value.capacity.value));
    sets_.push_back(std::move(set));
  }
  for (uint32_t i = 0; i < newer.candidates.size(); ++i) {
    const auto& [name, candidates] = newer.candidates[i];
    const uint32_t before = find_index(older.candidates, older_name(renames_, "candidates", name.text));
    if (before == kNone || candidates.scope.value != Scope::agent ||
        older.candidates[before].value.scope.value != Scope::agent ||
        older.candidates[before].value.has_entities != candidates.has_entities)
      continue;
    SetDimension set{.name = name.text, .has_entities = candidates.has_entities, .index = {before, i}};
    if (candidates.things.empty()) allow(set, kNone);
    for (const uint32_t thing : candidates.things) allow(set, thing);
    add_dimensions(candidates.fields, &older.candidates[before].value.fields, set.fields);
    set.most = static_cast<uint32_t>(
        std::min(candidates.capacity.value, older.candidates[before].value.capacity.value));
    sets_.push_back(std::move(set));
  }
  for (SetDimension& set : sets_) set.most = std::min(set.most, kMostMembers);
}

// The options that may run already, for nobody; states; profiles.
void SituationSpace::find_names() {
  const Agent& older = sides_[0].model->agents[sides_[0].agent].value;
  const Agent& newer = sides_[1].model->agents[sides_[1].agent].value;
  for (const Reference& action : newer.actions) {
    const auto before =
        std::ranges::find(older.actions, older_name(renames_, "actions", action.text), &Reference::text);
    if (before == older.actions.end()) continue;
    const auto has_set = [&](size_t side, uint32_t index) {
      return sides_[side].model->actions[index].value.set() != kNone;
    };
    if (has_set(0, before->index) != has_set(1, action.index)) continue;  // for whom would it run?
    actions_.push_back({action.text, {before->index, action.index}});
  }
  share_names(newer.states.value, older.states.value, {}, "states", states_);
  share_names(sides_[1].model->importance, sides_[0].model->importance, renames_, "importance", profiles_);
}

SampledValue SituationSpace::draw(const Dimension& dimension, Dice& dice,
                                  const std::vector<SampledEntity>& entities) const {
  constexpr double kEnd = 0.1, kNear = 30, kPlaces = 200;
  SampledValue result{.is_given = true};
  const double unit = dice.unit();
  const double radius = std::exp(dice.unit() * std::log(2 * kNear)) / 2;
  const double angle = unit * 2 * std::numbers::pi;
  if (dimension.variable == nullptr) {
    result.value[0] = static_cast<float>(std::round(unit * 100) / 100);
    return result;
  }
  const Variable& variable = *dimension.variable;
  const size_t ahead = sides_[1].model->up.value == Up::y ? 2 : 1;
  switch (variable.resolved.kind) {
    case ValueKind::number:
    case ValueKind::integer: {
      const double low = variable.low, high = variable.high;
      const double step = std::pow(10.0, std::floor(std::log10((high - low) / kPlaces)));
      double value = low + unit * (high - low);
      value = std::clamp(std::round(value / step) * step, low, high);
      if (dice.happens(kEnd)) value = unit < 0.5 ? low : high;
      if (!variable.has_range()) value = std::round((unit < 0.5 ? -1 : 1) * radius * 10) / 10;
      result.value[0] =
          static_cast<float>(variable.resolved.kind == ValueKind::integer ? std::round(value) : value);
      break;
    }
    case ValueKind::boolean: result.value[0] = unit < 0.5 ? 0.0F : 1.0F; break;
    case ValueKind::enumeration: {
      const size_t words = sides_[dimension.index[1] != kNone ? 1 : 0]
                               .model->enums[variable.resolved.reference]
                               .value.members.size();
      result.value[0] = std::floor(static_cast<float>(unit * static_cast<double>(words)));
      break;
    }
    case ValueKind::entity: {
      const uint32_t kind = kind_of(dimension.index[1] != kNone ? 1 : 0, variable.resolved.reference);
      const uint32_t picked = dice.below(entities.size());
      for (uint32_t i = 0; i < entities.size() && unit < 0.7; ++i) {
        const uint32_t at = (picked + i) % static_cast<uint32_t>(entities.size());
        if (entities[at].kind != kind && variable.resolved.reference != kNone) continue;
        result.entity = at;
        break;
      }
      break;
    }
    case ValueKind::point:
      result.value[0] = static_cast<float>(std::round(10 * radius * std::sin(angle)) / 10);
      result.value[ahead] = static_cast<float>(std::round(10 * radius * std::cos(angle)) / 10);
      break;
    case ValueKind::direction:
      result.value[0] = static_cast<float>(std::sin(angle));
      result.value[ahead] = static_cast<float>(std::cos(angle));
      break;
    default: result.is_given = false; break;
  }
  return result;
}

std::vector<SampledEntity> SituationSpace::entities(uint64_t round) const {
  const Variable somewhere = [] {
    Variable point;
    point.resolved = {ValueKind::point};
    return point;
  }();
  Variable facing = somewhere;
  facing.resolved = {ValueKind::direction};
  std::vector<SampledEntity> entities;
  Dice dice(seed_ ^ mixed(round));
  for (uint32_t kind = 0; kind < things_.size(); ++kind) {
    for (uint32_t i = 0; i < kEntitiesPerKind; ++i) {
      SampledEntity entity{.kind = kind};
      entity.position = draw({.name = {}, .variable = &somewhere}, dice, {}).value;
      entity.facing = draw({.name = {}, .variable = &facing}, dice, {}).value;
      for (const Dimension& field : things_[kind].fields) {
        // Fields that name others would need these with theirs; they are nobody.
        const bool is_entity = field.variable->resolved.kind == ValueKind::entity;
        entity.fields.push_back(is_entity || dice.happens(0.5) ? SampledValue() : draw(field, dice, {}));
      }
      entities.push_back(std::move(entity));
    }
  }
  return entities;
}

Sample SituationSpace::sample(uint64_t number, const std::vector<SampledEntity>& entities) const {
  constexpr double kLittle = 0.15;
  constexpr std::array<double, 4> kGiven = {kLittle, 0.4, 1, 1};  // how much of a sample is not the default
  Dice dice(mixed(seed_) ^ number);
  Dice of_world(mixed(seed_ + 1) ^ (number / kRound));
  const double share = mixture_ == SampleMixture::uniform    ? 1
                       : mixture_ == SampleMixture::defaults ? kLittle
                                                             : kGiven[number % kGiven.size()];
  Sample sample{.number = number};
  for (const Dimension& key : keys_) {
    Dice& own = key.is_of_world ? of_world : dice;
    sample.keys.push_back(own.happens(key.is_of_world ? 0.7 : share) ? draw(key, own, entities)
                                                                     : SampledValue());
  }
  for (const Dimension& level : levels_)
    sample.levels.push_back(dice.happens(share) ? draw(level, dice, entities) : SampledValue());
  for (const SetDimension& set : sets_) {
    auto& members = sample.sets.emplace_back();
    const uint32_t count = dice.happens(0.3 + share / 2) ? 1 + dice.below(set.most) : 0;
    for (uint32_t i = 0; i < count; ++i) {
      SampledMember member;
      if (set.has_entities) {
        const uint32_t at = dice.below(entities.size());
        const bool fits = std::ranges::find(set.kinds, entities[at].kind) != set.kinds.end();
        if (!fits || std::ranges::find(members, at, &SampledMember::entity) != members.end()) continue;
        member.entity = at;
      }
      for (const Dimension& field : set.fields)
        member.fields.push_back(dice.happens(0.5) ? draw(field, dice, entities) : SampledValue());
      if (set.awareness.index != kNoIndex && dice.happens(0.7))
        member.awareness = draw(set.awareness, dice, entities);
      members.push_back(std::move(member));
    }
  }
  if (!actions_.empty() && dice.happens(0.3 * share)) sample.running = dice.below(actions_.size());
  if (!states_.empty() && dice.happens(share)) sample.state = dice.below(states_.size());
  if (!profiles_.empty() && dice.happens(0.4 * share)) sample.profile = dice.below(profiles_.size());
  return sample;
}

bool SituationSpace::translate(const Dimension& dimension, size_t side, SampledValue& value) const {
  if (dimension.index[side] == kNone || !value.is_given) return false;
  if (dimension.variable == nullptr || dimension.variable->resolved.kind != ValueKind::enumeration)
    return true;
  const size_t from = dimension.index[1] != kNone ? 1 : 0;
  if (from == side) return true;
  const auto& words = sides_[from].model->enums[dimension.variable->resolved.reference].value.members;
  for (uint32_t e = 0; e < sides_[side].model->enums.size(); ++e) {
    const auto& others = sides_[side].model->enums[e].value.members;
    const auto name_of = [&](size_t on, uint32_t index) {
      const std::string_view name = sides_[on].model->enums[index].name.text;
      return on == 1 ? name : newer_name(renames_, "enums", name);
    };
    const bool is_same = name_of(side, e) == name_of(from, dimension.variable->resolved.reference);
    if (!is_same) continue;
    const auto found =
        std::ranges::find(others, words[static_cast<size_t>(value.value[0])].text, &Name::text);
    if (found == others.end()) return false;
    value.value[0] = static_cast<float>(found - others.begin());
    return true;
  }
  return false;
}

}  // namespace ishi::compiler
