#include "emit/contract.h"

#include <fmt/format.h>

#include <algorithm>

#include "ishi/id.h"
#include "ishi/types.h"

namespace ishi::compiler {
namespace {

blob::ValueType value_type(const Type& type) {
  switch (type.kind) {
    case ValueKind::integer: return blob::ValueType::integer;
    case ValueKind::boolean: return blob::ValueType::boolean;
    case ValueKind::entity: return type.reference == kNone ? blob::ValueType::entity : blob::ValueType::thing;
    case ValueKind::point: return blob::ValueType::point;
    case ValueKind::direction: return blob::ValueType::direction;
    case ValueKind::enumeration: return blob::ValueType::enumeration;
    default: break;
  }
  switch (type.quantity) {
    case Quantity::length: return blob::ValueType::length;
    case Quantity::duration: return blob::ValueType::duration;
    case Quantity::angle: return blob::ValueType::angle;
    case Quantity::speed: return blob::ValueType::speed;
    default: return blob::ValueType::number;
  }
}

blob::Merge emit_merge(const Variable& key) {
  if (!key.merge.given) return blob::Merge::none;
  switch (key.merge.value) {
    case Merge::max: return blob::Merge::max;
    case Merge::min: return blob::Merge::min;
    case Merge::sum: return blob::Merge::sum;
    case Merge::last: break;
  }
  return blob::Merge::last;
}

}  // namespace

blob::Variable emit_variable(const Variable& variable) {
  const Type& type = variable.resolved;
  const bool has_reference =
      type.kind == ValueKind::enumeration || (type.kind == ValueKind::entity && type.reference != kNone);
  return {value_type(type),
          static_cast<blob::Scope>(variable.scope.value),
          0,
          has_reference ? type.reference : 0,
          variable.low,
          variable.high,
          variable.fallback[0],
          variable.fallback[1],
          variable.fallback[2],
          0};
}

namespace {

class ContractEmitter {
 public:
  ContractEmitter(const Model& model, NameTables& names) : model_(model), names_(names) {}

  ContractTables emit() {
    for (const auto& entry : model_.enums) {
      const std::string name = name_for_id(entry);
      names_.enums.emplace_back(entry.name.text);
      const auto first = static_cast<uint32_t>(tables_.members.size());
      for (const Name& member : entry.value.members) {
        tables_.members.emplace_back(id_of(fmt::format("enums/{}", name), member.text));
        names_.members.emplace_back(member.text);
      }
      tables_.enums.emplace_back(id_of("enums", name), range(first, tables_.members.size()));
    }
    for (const auto& entry : model_.things) {
      names_.things.emplace_back(entry.name.text);
      const blob::Range fields = emit_fields(entry.name.text, entry.value.fields);
      tables_.things.emplace_back(id_of("things", entry.name.text), fields);
    }
    for (const auto& entry : model_.blackboard) {
      names_.keys.emplace_back(entry.name.text);
      tables_.keys.emplace_back(id_of("blackboard", entry.name.text), emit_variable(entry.value),
                                emit_merge(entry.value),
                                entry.value.is_private.value ? uint8_t{1} : uint8_t{0}, uint16_t{0}, 0U);
    }
    for (const auto& entry : model_.events) {
      names_.events.emplace_back(entry.name.text);
      const blob::Range fields = add_record("events", entry.name.text, entry.value.fields,
                                            tables_.event_fields, names_.event_fields);
      tables_.events.emplace_back(id_of("events", entry.name.text), fields);
    }
    for (const auto& entry : model_.tasks) emit_task(entry);
    for (const auto& entry : model_.candidates) emit_candidates(entry);
    for (const auto& [name, token] : model_.tokens) {
      const blob::Scope scope = token.scope.value == Sharing::team ? blob::Scope::team : blob::Scope::world;
      tables_.tokens.emplace_back(id_of("tokens", name.text), static_cast<uint32_t>(token.count.value), scope,
                                  token.fifo.value ? uint8_t{1} : uint8_t{0}, uint16_t{0});
      names_.tokens.emplace_back(name.text);
    }
    for (const auto& [name, sound] : model_.sounds) {
      tables_.sounds.emplace_back(id_of("sounds", name.text), static_cast<float>(sound.radius.value),
                                  sound.maker.reference, blob::Range(), kNotFound, 0U);
      names_.sounds.emplace_back(name.text);
    }
    find_hidden_enums();
    return std::move(tables_);
  }

 private:
  // As the runtime finds them (runtime/src/asset/private_keys.h).
  void find_hidden_enums() {
    std::vector<bool>& hidden = tables_.hidden_enums;
    hidden.resize(tables_.enums.size());
    const auto set = [&](const blob::Variable& variable, bool is_hidden) {
      if (variable.type() == blob::ValueType::enumeration) hidden[variable.reference()] = is_hidden;
    };
    const auto show_all = [&](const auto& parts) {
      for (const auto& part : parts) set(part.variable(), false);
    };
    for (const blob::Key& key : tables_.keys) {
      if (key.is_private() != 0) set(key.variable(), true);
    }
    for (const blob::Key& key : tables_.keys) {
      if (key.is_private() == 0) set(key.variable(), false);
    }
    show_all(tables_.fields);
    show_all(tables_.event_fields);
    show_all(tables_.parameters);
    show_all(tables_.candidate_fields);
    for (const auto& memory : model_.memory) {
      for (const auto& field : memory.value.fields) set(emit_variable(field.value), false);
    }
  }

  // A thing, a task and an event of one name may each have a `one_of` of one name: its section tells them
  // apart.
  static std::string name_for_id(const Named<Enum>& entry) {
    if (entry.value.section.empty()) return std::string(entry.name.text);
    return fmt::format("{}/{}", entry.value.section, entry.name.text);
  }

  static blob::Range range(uint32_t first, size_t end) { return {first, static_cast<uint32_t>(end) - first}; }

  blob::Range emit_fields(std::string_view thing, const Map<Variable>& fields) {
    const auto first = static_cast<uint32_t>(tables_.fields.size());
    for (const auto& field : fields) {
      tables_.fields.emplace_back(id_of(fmt::format("things/{}", thing), field.name.text),
                                  emit_variable(field.value));
      names_.fields.emplace_back(field.name.text);
    }
    return range(first, tables_.fields.size());
  }

  // Its `requires` and `effects` are added with the formulas.
  void emit_task(const Named<Task>& task) {
    names_.tasks.emplace_back(task.name.text);
    const blob::Range parameters =
        add_record("tasks", task.name.text, record_of(task.value), tables_.parameters, names_.parameters);
    for (size_t i = task.value.parameters.size(); i < parameters.count(); ++i) {
      const blob::Parameter& one = tables_.parameters[parameters.first() + i];
      tables_.parameters[parameters.first() + i] = blob::Parameter(
          one.id(), one.variable(), one.offset(), uint8_t{0}, uint8_t{0}, uint8_t{1}, uint8_t{0});
    }
    tables_.tasks.emplace_back(id_of("tasks", task.name.text), parameters, blob::Range(), blob::Range(),
                               kNotFound, static_cast<float>(task.value.takes.value),
                               static_cast<blob::Abort>(task.value.abort.value), uint8_t{0}, uint16_t{0}, 0U);
  }

  // Their names are added with those of the memories, which stand before them.
  void emit_candidates(const Named<Candidates>& entry) {
    const auto& [name, set] = entry;
    const auto first = static_cast<uint32_t>(tables_.candidate_fields.size());
    for (const auto& field : set.fields) {
      tables_.candidate_fields.emplace_back(id_of(fmt::format("candidates/{}", name.text), field.name.text),
                                            emit_variable(field.value));
    }
    const auto first_thing = static_cast<uint32_t>(tables_.candidate_things.size());
    tables_.candidate_things.insert(tables_.candidate_things.end(), set.things.begin(), set.things.end());
    tables_.candidates.emplace_back(
        id_of("candidates", name.text), blob::SetKind::candidates, static_cast<blob::Scope>(set.scope.value),
        set.has_entities ? uint8_t{1} : uint8_t{0}, uint8_t{0}, static_cast<uint32_t>(set.capacity.value),
        0.0F, 0U, range(first_thing, tables_.candidate_things.size()),
        range(first, tables_.candidate_fields.size()));
  }

  const Model& model_;
  NameTables& names_;
  ContractTables tables_;
};

template <class T>
uint64_t mix(uint64_t hash, const std::vector<T>& table) {
  const auto* bytes = reinterpret_cast<const uint8_t*>(table.data());
  for (size_t i = 0; i < table.size() * sizeof(T); ++i) hash = (hash ^ bytes[i]) * 0x100000001b3ULL;
  return (hash ^ table.size()) * 0x100000001b3ULL;
}

}  // namespace

blob::Range add_record(std::string_view section, std::string_view owner, const Map<Variable>& variables,
                       std::vector<blob::Parameter>& out, std::vector<std::string>& names) {
  const auto first = static_cast<uint32_t>(out.size());
  uint32_t size = 0;
  for (const auto& [name, value] : variables) {
    const blob::Variable variable = emit_variable(value);
    const auto type = static_cast<ishi::ValueType>(variable.type());
    const uint32_t offset = place_in_record(size, type);
    size = offset + size_of(type);
    const uint8_t required = value.fallback_node == nullptr ? 1 : 0;
    const uint8_t live = value.live.value ? 1 : 0;
    out.emplace_back(id_of(fmt::format("{}/{}", section, owner), name.text), variable, offset, required, live,
                     uint8_t{0}, uint8_t{0});
    names.emplace_back(name.text);
  }
  return {first, static_cast<uint32_t>(out.size()) - first};
}

ContractTables ContractTables::without_private_keys() const {
  ContractTables result = *this;
  std::vector<uint32_t> places(enums.size());
  result.enums.clear();
  result.members.clear();
  for (size_t i = 0; i < enums.size(); ++i) {
    places[i] = static_cast<uint32_t>(result.enums.size());
    if (hidden_enums[i]) continue;
    const blob::Range& of_enum = enums[i].members();
    const auto first = static_cast<uint32_t>(result.members.size());
    const auto begin = members.begin() + of_enum.first();
    result.members.insert(result.members.end(), begin, begin + of_enum.count());
    result.enums.emplace_back(enums[i].id(), blob::Range(first, of_enum.count()));
  }
  const auto moved = [&](const blob::Variable& v) {
    if (v.type() != blob::ValueType::enumeration) return v;
    return blob::Variable(v.type(), v.scope(), v.reserved(), places[v.reference()], v.low(), v.high(),
                          v.fallback_x(), v.fallback_y(), v.fallback_z(), v.member_of());
  };
  std::erase_if(result.keys, [](const blob::Key& key) { return key.is_private() != 0; });
  for (blob::Key& key : result.keys)
    key = blob::Key(key.id(), moved(key.variable()), key.merge(), uint8_t{0}, uint16_t{0}, 0U);
  for (auto* const all : {&result.fields, &result.candidate_fields}) {
    for (blob::Field& field : *all) field = blob::Field(field.id(), moved(field.variable()));
  }
  for (auto* const all : {&result.event_fields, &result.parameters}) {
    for (blob::Parameter& one : *all) {
      one = blob::Parameter(one.id(), moved(one.variable()), one.offset(), one.required(), one.live(),
                            one.given(), one.reserved());
    }
  }
  return result;
}

uint64_t ContractTables::hash(Up up) const {
  const bool has_private =
      std::ranges::any_of(keys, [](const blob::Key& key) { return key.is_private() != 0; });
  if (has_private) return without_private_keys().hash(up);
  uint64_t hash = 0xcbf29ce484222325ULL ^ static_cast<uint64_t>(up);
  hash = mix(mix(mix(mix(hash, enums), members), things), fields);
  hash = mix(mix(mix(mix(mix(hash, keys), events), event_fields), tasks), parameters);
  hash = mix(mix(mix(mix(hash, candidates), candidate_things), candidate_fields), tokens);
  // The reach of sounds is no part of the contract.
  if (sounds.empty()) return hash;
  std::vector<std::pair<uint64_t, uint64_t>> heard;
  heard.reserve(sounds.size());
  for (const blob::Sound& sound : sounds) heard.emplace_back(sound.id(), sound.thing());
  return mix(hash, heard);
}

ContractTables emit_contract(const Model& model, NameTables& names) {
  return ContractEmitter(model, names).emit();
}

}  // namespace ishi::compiler
