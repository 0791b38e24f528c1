#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>

#include "compare/situation_space.h"
#include "language/unit.h"
#include "simulate/situation_values.h"

// Samples as situations of a test: for the runtime, and as a designer would write them.

namespace ishi::compiler {
namespace {

constexpr std::array<std::string_view, 12> kNames = {"one",   "two",   "three", "four", "five",   "six",
                                                     "seven", "eight", "nine",  "ten",  "eleven", "twelve"};

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

std::string name_of(size_t place) {
  return place < kNames.size() ? std::string(kNames[place]) : fmt::format("entity_{}", place + 1);
}

std::string vector_text(const Vector& v) {
  return fmt::format("[{:.4g}, {:.4g}, {:.4g}]", v[0] + 0.0, v[1] + 0.0, v[2] + 0.0);
}

std::string joined(const std::vector<std::string>& parts) {
  return fmt::format("{{ {} }}", fmt::join(parts, ", "));
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
    entity = {i < kNames.size() ? kNames[i] : std::string_view(),
              things_[sampled.kind].thing[side],
              sampled.position,
              sampled.facing,
              {}};
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

std::string SituationSpace::member_text(const Sample& sample, const SampledRun& run,
                                        const std::vector<uint32_t>& named) const {
  const auto found = std::ranges::find(named, sample.sets[run.set][run.member].entity);
  return found != named.end() ? name_of(static_cast<size_t>(found - named.begin()))
                              : fmt::format("{} {}", sets_[run.set].name, run.member + 1);
}

std::string SituationSpace::value_text(const Dimension& dimension, const SampledValue& value,
                                       const std::vector<uint32_t>& named) const {
  if (dimension.variable == nullptr) return fmt::format("{}", value.value[0]);
  const Variable& variable = *dimension.variable;
  switch (variable.resolved.kind) {
    case ValueKind::boolean: return value.value[0] != 0 ? "true" : "false";
    case ValueKind::entity: {
      const auto found = std::ranges::find(named, value.entity);
      return found == named.end() ? "nothing" : name_of(static_cast<size_t>(found - named.begin()));
    }
    case ValueKind::point:
    case ValueKind::direction: return vector_text(value.value);
    case ValueKind::enumeration: {
      const Model& model = *sides_[dimension.index[1] != kNone ? 1 : 0].model;
      const auto& words = model.enums[variable.resolved.reference].value.members;
      return std::string(words[static_cast<size_t>(value.value[0])].text);
    }
    default: return show(value.value[0], variable.resolved.quantity, variable.unit);
  }
}

std::vector<std::string> SituationSpace::lines(const Sample& sample,
                                               const std::vector<SampledEntity>& entities) const {
  const std::vector<uint32_t> named = named_entities(sample);
  const auto add = [&](const std::vector<Dimension>& dimensions, const std::vector<SampledValue>& values,
                       std::string_view prefix, std::vector<std::string>& out) {
    for (size_t i = 0; i < dimensions.size(); ++i)
      if (values[i].is_given)
        out.push_back(
            fmt::format("{}{}: {}", prefix, dimensions[i].name, value_text(dimensions[i], values[i], named)));
  };
  std::vector<std::string> lines;
  lines.push_back(fmt::format("agent: {}", sides_[1].model->agents[sides_[1].agent].name.text));
  if (sample.profile != kNone) lines.push_back(fmt::format("importance: {}", profiles_[sample.profile].name));
  if (sample.state != kNone) lines.push_back(fmt::format("state: {}", states_[sample.state].name));
  if (const auto run = run_of(sample, 1)) {
    lines.push_back(fmt::format("running: {}", actions_[sample.running].name));
    if (run->set != kNone) lines.push_back(fmt::format("running_for: {}", member_text(sample, *run, named)));
  }
  if (!named.empty()) {
    std::vector<std::string> world;
    for (size_t i = 0; i < named.size(); ++i) {
      const SampledEntity& entity = entities[named[i]];
      std::vector<std::string> parts;
      const uint32_t thing = things_[entity.kind].thing[1];
      if (thing != kNone) parts.push_back(fmt::format("is: {}", sides_[1].model->things[thing].name.text));
      if (entity.position != Vector{})
        parts.push_back(fmt::format("position: {}", vector_text(entity.position)));
      if (entity.facing != forward(*sides_[1].model))
        parts.push_back(fmt::format("facing: {}", vector_text(entity.facing)));
      add(things_[entity.kind].fields, entity.fields, "", parts);
      world.push_back(fmt::format("{}: {}", name_of(i), parts.empty() ? "{}" : joined(parts)));
    }
    lines.push_back(fmt::format("world: {}", joined(world)));
  }
  std::vector<std::string> given;
  add(keys_, sample.keys, "", given);
  for (size_t i = 0; i < levels_.size(); ++i) {
    const size_t side = levels_[i].index[1] != kNone ? 1 : 0;
    const bool is_need = levels_[i].index[side] < sides_[side].model->needs.size();
    if (sample.levels[i].is_given)
      given.push_back(
          fmt::format("{}.{}: {}", is_need ? "needs" : "drives", levels_[i].name, sample.levels[i].value[0]));
  }
  if (!given.empty()) lines.push_back(fmt::format("given: {}", joined(given)));
  for (const bool is_memory : {true, false}) {
    std::vector<std::string> sets;
    for (size_t s = 0; s < sets_.size(); ++s) {
      if (sets_[s].is_memory != is_memory || sample.sets[s].empty()) continue;
      std::vector<std::string> rows;
      for (const SampledMember& member : sample.sets[s]) {
        std::vector<std::string> parts;
        const auto found = std::ranges::find(named, member.entity);
        if (found != named.end())
          parts.push_back("is: " + name_of(static_cast<size_t>(found - named.begin())));
        if (sets_[s].awareness.index[1] != kNone) add({sets_[s].awareness}, {member.awareness}, "", parts);
        add(sets_[s].fields, member.fields, "", parts);
        rows.push_back(parts.empty() ? "{}" : joined(parts));
      }
      sets.push_back(fmt::format("{}: [{}]", sets_[s].name, fmt::join(rows, ", ")));
    }
    if (!sets.empty())
      lines.push_back(fmt::format("{}: {}", is_memory ? "remembers" : "candidates", joined(sets)));
  }
  return lines;
}

}  // namespace ishi::compiler
