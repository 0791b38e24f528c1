#include "simulate/fact_values.h"

#include <fmt/format.h>

#include <algorithm>

namespace ishi::compiler {
namespace {

// The fields that a memory adds to its thing's.
IndexRange own_fields(const SetInfo& memory) {
  return {memory.fields.first + memory.noticed, memory.fields.count - memory.noticed};
}

}  // namespace

void FactValues::open(const StageAgent& agent) {
  asset_ = &agent.asset();
  agent_ = agent;
  known_ = read();
}

std::vector<FactValues::Known> FactValues::read() const {
  std::vector<Known> known;
  for (uint32_t memory = 0; memory < asset_->count(ishi::Kind::sets); ++memory) {
    if (AssetParts(*asset_).set(memory).kind != ishi::SetKind::memory) continue;
    const IndexRange own = own_fields(AssetParts(*asset_).set(memory));
    const std::vector<FactInfo> facts = agent_.facts(memory);
    for (uint32_t i = 0; i < facts.size(); ++i) {
      Known& fact = known.emplace_back();
      fact.memory = memory;
      fact.entity = facts[i].entity;
      fact.name = agent_.member_name(memory, i);
      fact.last_seen = facts[i].last_seen_microseconds;
      for (uint32_t k = 0; k < own.count; ++k)
        fact.own.push_back(own_field(memory, i, AssetParts(*asset_).member_field(own.first + k)));
    }
  }
  return known;
}

std::string FactValues::own_field(uint32_t memory, uint32_t fact, const NamedVariable& field) const {
  RawValue raw{};
  const auto read_as = [&]<class T>(T value) {
    // It is never refused for a field of the asset.
    static_cast<void>(agent_.population().fact_field(
        agent_.self(), MemoryId(AssetParts(*asset_).set(memory).id), fact, field.id, value));
    std::memcpy(raw.data(), &value, sizeof value);
  };
  switch (field.variable.type) {
    case ValueType::integer: read_as(int32_t{}); break;
    case ValueType::boolean:
    case ValueType::enumeration: read_as(uint8_t{}); break;
    case ValueType::entity:
    case ValueType::thing: read_as(EntityId{}); break;
    case ValueType::point:
    case ValueType::direction: read_as(Vector3{}); break;
    default: read_as(0.0F); break;
  }
  return value_text(agent_, field.variable, raw.data());
}

std::vector<FactChange> FactValues::look() {
  std::vector<FactChange> changes;
  std::vector<Known> now = read();
  const auto find_in = [](const std::vector<Known>& facts, const Known& fact) {
    return std::ranges::find_if(facts, [&](const Known& other) {
      return other.memory == fact.memory && other.entity == fact.entity;
    });
  };
  for (const Known& before : known_) {
    if (find_in(now, before) == now.end())
      changes.push_back({FactChange::Kind::forgotten, before.memory, before.name});
  }
  for (const Known& fact : now) {
    const auto before = find_in(known_, fact);
    if (before == known_.end() || before->last_seen != fact.last_seen)
      changes.push_back({FactChange::Kind::noticed, fact.memory, fact.name});
    if (before == known_.end()) continue;
    const IndexRange own = own_fields(AssetParts(*asset_).set(fact.memory));
    for (uint32_t k = 0; k < own.count; ++k) {
      if (fact.own[k] == before->own[k]) continue;
      changes.push_back(
          {FactChange::Kind::field_changed, fact.memory,
           fmt::format("{}.{}: {} → {}", fact.name, AssetParts(*asset_).member_field(own.first + k).name,
                       before->own[k], fact.own[k])});
    }
  }
  known_ = std::move(now);
  return changes;
}

}  // namespace ishi::compiler
