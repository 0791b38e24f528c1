#include "emit/sets.h"

#include <cmath>

namespace ishi::compiler {
namespace {

void add_memories(const Model& model, SetTables& tables, NameTables& names) {
  for (const auto& [name, memory] : model.memory) {
    const auto first = static_cast<uint32_t>(tables.fields.size());
    for (const auto& field : memory.fields) {
      tables.fields.emplace_back(model.imported.id_of_part("memory", name.text, field.name.text),
                                 emit_variable(field.value));
      names.set_fields.emplace_back(field.name.text);
    }
    const blob::Range fields(first, static_cast<uint32_t>(tables.fields.size()) - first);
    const blob::Range things(static_cast<uint32_t>(tables.things.size()), memory.has_thing() ? 1 : 0);
    if (memory.has_thing()) tables.things.push_back(memory.entity.reference);
    const double forget = memory.forget.value;
    tables.sets.emplace_back(model.imported.id("memory", name.text), blob::SetKind::memory,
                             blob::Scope::agent, uint8_t{1}, memory.has_noises ? uint8_t{1} : uint8_t{0},
                             static_cast<uint32_t>(memory.capacity.value),
                             std::isinf(forget) ? 0.0F : static_cast<float>(forget), 0U, things, fields);
    names.sets.emplace_back(name.text);
  }
}

// The awareness of the facts of each memory that has it.
void add_awareness(const Model& model, SetTables& tables) {
  for (uint32_t i = 0; i < model.memory.size(); ++i) {
    const Memory& memory = model.memory[i].value;
    if (memory.aware == kNone) continue;
    const Awareness& awareness = model.senses[memory.aware].value.awareness.value;
    const auto first = static_cast<uint32_t>(tables.levels.size());
    for (const auto& [name, level] : awareness.levels.value)
      tables.levels.emplace_back(static_cast<float>(level.at.value), find_index(model.events, name.text));
    tables.awareness.emplace_back(i, static_cast<float>(awareness.fall.value),
                                  blob::Range(first, static_cast<uint32_t>(tables.levels.size()) - first));
  }
}

blob::Range moved(const blob::Range& range, size_t by) {
  return {range.first() + static_cast<uint32_t>(by), range.count()};
}

}  // namespace

SetTables emit_sets(const Model& model, const ContractTables& contract, NameTables& names) {
  SetTables tables;
  add_memories(model, tables, names);
  add_awareness(model, tables);
  for (const auto& [name, set] : model.candidates) {
    names.sets.emplace_back(name.text);
    for (const auto& field : set.fields) names.set_fields.emplace_back(field.name.text);
  }
  for (const blob::Set& set : contract.candidates) {
    tables.sets.emplace_back(set.id(), set.kind(), set.scope(), set.entities(), uint8_t{0}, set.capacity(),
                             set.forget(), 0U, moved(set.things(), tables.things.size()),
                             moved(set.fields(), tables.fields.size()));
  }
  tables.things.insert(tables.things.end(), contract.candidate_things.begin(),
                       contract.candidate_things.end());
  tables.fields.insert(tables.fields.end(), contract.candidate_fields.begin(),
                       contract.candidate_fields.end());
  return tables;
}

}  // namespace ishi::compiler
