#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "compare/situation_space.h"
#include "simulate/situation_values.h"
#include "simulate/situation_writer.h"

// Samples as situations of a test: for the runtime, and as a designer would write them.

namespace ishi::compiler {
namespace {

// The names of the entities of a sample, by their order in it: one, two, three.
std::string_view name_of(size_t place) {
  static const std::vector<std::string> kNames = [] {
    constexpr size_t kMostNamed = 256;
    std::vector<std::string> names = {"one",   "two",   "three", "four", "five",   "six",
                                      "seven", "eight", "nine",  "ten",  "eleven", "twelve"};
    while (names.size() < kMostNamed) names.push_back(fmt::format("entity_{}", names.size() + 1));
    return names;
  }();
  return place < kNames.size() ? kNames[place] : std::string_view();
}

// The entities that a sample names, in the order in which it does.
std::vector<uint32_t> named_entities(const Sample& sample) {
  std::vector<uint32_t> named;
  const auto name = [&](uint32_t entity) {
    if (entity != kNone && std::ranges::find(named, entity) == named.end()) named.push_back(entity);
  };
  for (const SampledValue& key : sample.keys) name(key.is_given ? key.entity : kNone);
  for (const auto& members : sample.sets) {
    for (const SampledMember& member : members) {
      name(member.entity);
      for (const SampledValue& field : member.fields) name(field.is_given ? field.entity : kNone);
    }
  }
  return named;
}

}  // namespace

Situation SituationSpace::situation(const Sample& sample, const std::vector<SampledEntity>& entities,
                                    size_t side) const {
  const Model& model = *sides_[side].model;
  Situation situation;
  situation.agent = sides_[side].agent;
  situation.self.facing = forward(model);
  const std::vector<uint32_t> named = named_entities(sample);
  const auto value_of = [&](const Dimension& dimension, SampledValue value,
                            std::vector<SituationValue>& out) {
    if (!translate(dimension, side, value)) return;
    const auto found = std::ranges::find(named, value.entity);
    out.push_back({dimension.index[side], value.value,
                   found == named.end() ? kNone : static_cast<uint32_t>(found - named.begin())});
  };
  const auto values_of = [&](const std::vector<Dimension>& dimensions,
                             const std::vector<SampledValue>& values, std::vector<SituationValue>& out) {
    for (size_t i = 0; i < dimensions.size(); ++i) value_of(dimensions[i], values[i], out);
  };
  for (size_t i = 0; i < named.size(); ++i) {
    const SampledEntity& sampled = entities[named[i]];
    SituationEntity& entity = situation.entities.emplace_back();
    entity = {name_of(i), things_[sampled.kind].thing[side], sampled.position, sampled.facing, {}};
    values_of(things_[sampled.kind].fields, sampled.fields, entity.fields);
  }
  values_of(keys_, sample.keys, situation.keys);
  values_of(levels_, sample.levels, situation.levels);
  for (size_t s = 0; s < sets_.size(); ++s) {
    for (const SampledMember& member : sample.sets[s]) {
      const auto found = std::ranges::find(named, member.entity);
      const uint32_t entity = found == named.end() ? kNone : static_cast<uint32_t>(found - named.begin());
      std::vector<SituationValue> fields;
      values_of(sets_[s].fields, member.fields, fields);
      if (!sets_[s].is_memory) {
        situation.candidates.push_back({sets_[s].index[side], entity, fields});
        continue;
      }
      // The noticed fields stand before the memory's own.
      const uint32_t memory = sets_[s].index[side];
      for (SituationValue& field : fields) field.index += static_cast<uint32_t>(count_noticed(model, memory));
      const bool has_thing = model.memory[memory].value.has_thing();
      std::vector<SituationValue> noticed =
          has_thing ? situation.entities[entity].fields : decltype(fields){};
      noticed.insert(noticed.end(), fields.begin(), fields.end());
      std::optional<float> awareness;
      if (member.awareness.is_given && sets_[s].awareness.index[side] != kNone)
        awareness = member.awareness.value[0];
      situation.facts.push_back(
          {memory, entity, situation.entities[entity].position, true, 0, awareness, std::move(noticed)});
    }
  }
  if (const auto run = run_of(sample, side)) {
    situation.running = actions_[sample.running].index[side];
    if (run->set != kNone) situation.running_for.member = run->member;
  }
  if (sample.state != kNone) situation.state = states_[sample.state].index[side];
  if (sample.profile != kNone) situation.profile = profiles_[sample.profile].index[side];
  return situation;
}

std::optional<SampledRun> SituationSpace::run_of(const Sample& sample, size_t side) const {
  if (sample.running == kNone || actions_[sample.running].index[side] == kNone) return std::nullopt;
  const Model& model = *sides_[side].model;
  const uint32_t of = model.actions[actions_[sample.running].index[side]].value.set();
  if (of == kNone) return SampledRun{};
  const bool is_memory = compiler::is_memory(model, of);
  const uint32_t index = is_memory ? of : of - static_cast<uint32_t>(model.memory.size());
  for (uint32_t s = 0; s < sets_.size(); ++s) {
    if (sets_[s].is_memory != is_memory || sets_[s].index[side] != index || sample.sets[s].empty()) continue;
    return SampledRun{s, static_cast<uint32_t>(sample.number % sample.sets[s].size())};
  }
  return std::nullopt;
}

std::vector<std::string> SituationSpace::lines(const Sample& sample,
                                               const std::vector<SampledEntity>& entities) const {
  return write_situation(*sides_[1].model, situation(sample, entities, 1)).lines();
}

}  // namespace ishi::compiler
