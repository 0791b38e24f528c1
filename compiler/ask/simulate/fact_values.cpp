#include "simulate/fact_values.h"

#include <fmt/format.h>

#include <algorithm>

namespace ishi::compiler {
namespace {

// After so long without it a target counts as noticed anew; one that stays in sight is confirmed at
// each sensing, which is no news.
constexpr int64_t kOutOfSight = 1'000'000;  // microseconds

RawValue raw_field(const StageAgent& agent, MemoryId memory, uint32_t fact, const NamedVariable& field) {
  RawValue raw{};
  with_value_type(field.variable.type, [&](auto value) {
    // It is never refused for a field of the asset.
    static_cast<void>(agent.population().fact_field(agent.self(), memory, fact, field.id, value));
    std::memcpy(raw.data(), &value, sizeof value);
  });
  return raw;
}

std::string own_field(const StageAgent& agent, MemoryId memory, uint32_t fact, const NamedVariable& field) {
  return value_text(agent, field.variable, raw_field(agent, memory, fact, field).data());
}

}  // namespace

void FactValues::open(const StageAgent& agent) {
  agent_ = agent;
  const AssetParts parts(agent.asset());
  for (uint32_t index = 0; index < agent.asset().count(ishi::Kind::sets); ++index) {
    const SetInfo info = parts.set(index);
    if (info.kind != ishi::SetKind::memory || info.name.starts_with(kCoolingPrefix)) continue;
    Memory& memory = memories_.emplace_back(Memory{index, MemoryId(info.id), {}, {}});
    memory.facts.resize(info.capacity);
    uint32_t count = 0;
    if (!agent.population().facts(agent.self(), memory.id, memory.facts, count)) {
      memories_.pop_back();  // agents of this kind do not have it
      continue;
    }
    for (uint32_t field = info.noticed; field < info.fields.count; ++field)
      memory.own.push_back(parts.member_field(info.fields.first + field));
  }
  known_ = read();
}

std::vector<FactValues::Known> FactValues::read() {
  std::vector<Known> known;
  size_t at = 0;  // in what was known: most facts stay where they were
  for (uint32_t i = 0; i < memories_.size(); ++i) {
    Memory& memory = memories_[i];
    uint32_t count = 0;
    if (!agent_.population().facts(agent_.self(), memory.id, memory.facts, count)) continue;
    for (uint32_t number = 0; number < count; ++number) {
      const FactInfo& info = memory.facts[number];
      Known& fact =
          known.emplace_back(Known{i, number, info.entity, {}, info.last_seen_microseconds, {}, {}});
      while (at < known_.size() && known_[at].memory == i && known_[at].number < number) ++at;
      const bool is_same = at < known_.size() && known_[at].memory == i && known_[at].number == number &&
                           known_[at].entity == info.entity;
      fact.name = is_same ? known_[at].name : agent_.member_name(memory.index, number);
      for (const NamedVariable& field : memory.own) {
        fact.raw.push_back(raw_field(agent_, memory.id, number, field));
        fact.own.push_back(value_text(agent_, field.variable, fact.raw.back().data()));
      }
    }
    while (at < known_.size() && known_[at].memory == i) ++at;
  }
  return known;
}

std::string own_fields_text(const StageAgent& agent, uint32_t memory, uint32_t fact) {
  const AssetParts parts(agent.asset());
  const SetInfo info = parts.set(memory);
  std::string text;
  for (uint32_t field = info.noticed; field < info.fields.count; ++field) {
    const NamedVariable variable = parts.member_field(info.fields.first + field);
    text += fmt::format("{}{}: {}", text.empty() ? "" : ", ", variable.name,
                        own_field(agent, MemoryId(info.id), fact, variable));
  }
  return text;
}

bool FactValues::is_still(const Known& known, uint32_t field) const {
  const Memory& memory = memories_[known.memory];
  const NamedVariable& variable = memory.own[field];
  const RawValue raw = raw_field(agent_, memory.id, known.number, variable);
  const bool is_somebody =
      variable.variable.type == ValueType::entity || variable.variable.type == ValueType::thing;
  // The name of an entity that has gone is written differently, so names are compared, too.
  return raw == known.raw[field] &&
         (!is_somebody || value_text(agent_, variable.variable, raw.data()) == known.own[field]);
}

// True if the memories hold what they held last time, seen since then or not, which is no change: no text is
// made then, and nothing allocated.
bool FactValues::confirms() {
  size_t at = 0;
  for (uint32_t i = 0; i < memories_.size(); ++i) {
    Memory& memory = memories_[i];
    uint32_t count = 0;
    if (!agent_.population().facts(agent_.self(), memory.id, memory.facts, count)) continue;
    for (uint32_t number = 0; number < count; ++number, ++at) {
      const FactInfo& info = memory.facts[number];
      if (at == known_.size()) return false;
      const Known& known = known_[at];
      const bool is_same = known.memory == i && known.number == number && known.entity == info.entity &&
                           info.last_seen_microseconds - known.last_seen <= kOutOfSight;
      if (!is_same) return false;
      for (uint32_t field = 0; field < memory.own.size(); ++field) {
        if (!is_still(known, field)) return false;
      }
      known_[at].last_seen = info.last_seen_microseconds;
    }
  }
  return at == known_.size();
}

std::vector<FactChange> FactValues::look() {
  std::vector<FactChange> changes;
  if (confirms()) return changes;
  std::vector<Known> now = read();
  const auto find_in = [](const std::vector<Known>& facts, const Known& fact) {
    return std::ranges::find_if(facts, [&](const Known& other) {
      return other.memory == fact.memory && other.entity == fact.entity;
    });
  };
  for (const Known& before : known_) {
    if (find_in(now, before) == now.end())
      changes.push_back({FactChange::Kind::forgotten, memories_[before.memory].index, before.name});
  }
  for (const Known& fact : now) {
    const auto before = find_in(known_, fact);
    if (before == known_.end() || fact.last_seen - before->last_seen > kOutOfSight)
      changes.push_back({FactChange::Kind::noticed, memories_[fact.memory].index, fact.name});
    if (before == known_.end()) continue;
    for (size_t k = 0; k < fact.own.size(); ++k) {
      if (fact.own[k] == before->own[k]) continue;
      changes.push_back({FactChange::Kind::field_changed, memories_[fact.memory].index,
                         fmt::format("{}.{}: {} → {}", fact.name, memories_[fact.memory].own[k].name,
                                     before->own[k], fact.own[k])});
    }
  }
  known_ = std::move(now);
  return changes;
}

}  // namespace ishi::compiler
