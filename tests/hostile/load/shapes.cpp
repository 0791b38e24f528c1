#include "hostile/load/shapes.h"

#include <cstring>
#include <string>

#include "ishi/id.h"
#include "runtime/blob_builder.h"

namespace ishi::testing {
namespace {

using Bytes = std::vector<uint8_t>;
using Code = OperationCode;

uint32_t count_of(size_t bytes, size_t each) { return static_cast<uint32_t>(bytes / each); }
uint64_t id(const char* section, uint32_t i) { return id_of(section, std::to_string(i)); }
uint32_t size_of(const auto& vector) { return static_cast<uint32_t>(vector.size()); }

raw::Operation operation(Code code, uint32_t a, uint32_t parameter) {
  raw::Operation result{.code = static_cast<uint8_t>(code), .parameter = parameter};
  result.a = a;
  return result;
}

// An agent with one option that is always eligible, and a body without steps.
void add_idle_agent(BlobContent& c, uint32_t i) {
  ProgramBuilder program(c);
  const auto score = program.add(Code::gate, program.constant(1), program.constant(1));
  const ScoredOption options[] = {{"idle", score}};
  add_agent(c, std::to_string(i), program, options);
  c.agents.back().profile = kNoProfile;
}

// A little of everything, again and again.
Bytes many_of_all(size_t bytes) {
  BlobContent c;
  for (uint32_t i = 0; i < count_of(bytes, 1480); ++i) {
    c.sources.push_back({id("sources", i)});
    c.enums.push_back({id("enums", i), {2 * i, 2}});
    for (uint32_t k = 0; k < 2; ++k) c.members.push_back({id("members", 2 * i + k)});
    c.things.push_back({id("things", i), {i, 1}});
    c.fields.push_back({id("fields", i), number_variable(0, 1, 0)});
    c.keys.push_back({id("keys", i), number_variable(0, 1, 0)});
    c.events.push_back({id("events", i), {i, 1}});
    c.event_fields.push_back({id("event_fields", i), number_variable(0, 1, 0)});
    c.tasks.push_back({id("tasks", i), {i, 1}});
    c.parameters.push_back({id("parameters", i), number_variable(0, 1, 0)});
    c.curves.push_back({id("curves", i), static_cast<uint8_t>(CurveKind::logistic)});
    c.profiles.push_back({id("profiles", i), {i, 1}});
    c.weights.emplace_back();
    c.tokens.push_back({id("tokens", i)});
    c.sounds.push_back({id("sounds", i)});
    c.sets.push_back({.id = id("sets", i), .things = {i, 1}, .fields = {i, 1}});
    c.set_things.push_back(i);
    c.set_fields.push_back({id("set_fields", i), number_variable(0, 1, 0)});
    add_idle_agent(c, i);
  }
  c.motives = {{id_of("motives", "one")}};
  c.sort_by_id();
  c.add_debug();
  return c.write();
}

Bytes agents_and_keys(size_t bytes) {
  BlobContent c;
  for (uint32_t i = 0; i < count_of(bytes, 2 * 390); ++i) add_idle_agent(c, i);
  for (uint32_t i = 0; i < count_of(bytes, 2 * 72); ++i)
    c.keys.push_back({id("keys", i), number_variable(0, 1, 0)});
  c.sort_by_id();
  return c.write();
}

// Formulas that ask of the last memory how aware an agent is of somebody.
Bytes operations_and_memories(size_t bytes) {
  constexpr uint32_t kOperations = 4000;  // of a formula
  BlobContent c;
  for (uint32_t i = 0; i < count_of(bytes, 2 * 80); ++i) {
    c.sets.push_back({.id = id("sets", i)});
    c.awareness.push_back({.set = i});
  }
  add_idle_agent(c, 0);
  raw::Agent& agent = c.agents.back();
  const uint32_t last = size_of(c.sets) - 1;
  for (uint32_t i = 0; i < 1 + count_of(bytes, 2 * kOperations * sizeof(raw::Operation)); ++i) {
    c.formulas.push_back({.program = {size_of(c.operations), kOperations}, .set = last});
    c.operations.push_back(operation(Code::bound, 0, last));
    for (uint32_t k = 1; k < kOperations; ++k)
      c.operations.push_back(operation(Code::member_awareness, 0, last));
  }
  agent.formulas = {0, size_of(c.formulas)};
  c.sort_by_id();
  return c.write();
}

// A body of `count` nodes of one kind, in groups below nodes of another.
void add_groups(BlobContent& c, NodeKind group, uint32_t most, const raw::Node& node, uint32_t count) {
  add_idle_agent(c, 0);
  const uint32_t groups = count / most;
  c.nodes.back().children = {1, groups};
  raw::Node parent{.kind = static_cast<uint8_t>(group)};
  for (uint32_t i = 0; i < groups; ++i) {
    parent.children = {1 + groups + i * most, most};
    if (group == NodeKind::plan) {
      parent.value = 0;
      parent.count = 1;
    }
    c.nodes.push_back(parent);
  }
  for (uint32_t i = 0; i < groups * most; ++i) {
    c.nodes.push_back(node);
    c.nodes.back().children = {1 + groups + groups * most, 0};
  }
  c.agents.back().nodes.count = size_of(c.nodes);
}

// Steps of plans, all of one task that is said to change so many keys.
Bytes steps_and_effects(size_t bytes, uint32_t keys) {
  BlobContent c;
  for (uint32_t i = 0; i < keys; ++i) {
    c.keys.push_back({id("keys", i), number_variable(0, 1, 0)});
    c.effects.push_back({.subject = i, .formula = i});
  }
  raw::Task task{id_of("tasks", "all")};
  task.formulas = {0, keys};
  task.effects = {0, keys};
  c.tasks = {task};
  raw::Node step{.kind = static_cast<uint8_t>(NodeKind::task)};
  add_groups(c, NodeKind::plan, 64, step,
             std::min(count_of(bytes - keys * size_t{140}, sizeof(raw::Node)), 60'000u));
  for (uint32_t i = 0; i <= keys; ++i) {
    c.formulas.push_back({.program = {size_of(c.operations), 1}});
    c.operations.push_back(operation(Code::constant, 0, 0));
  }
  c.agents.back().formulas = {keys, 1};
  for (raw::Node& node : c.nodes) {
    if (node.kind == static_cast<uint8_t>(NodeKind::plan)) node.value = keys;
  }
  c.sort_by_id();
  return c.write();
}

// All that a plan may change.
Bytes steps_and_some_effects(size_t bytes) { return steps_and_effects(bytes, 256); }
Bytes steps_and_many_effects(size_t bytes) { return steps_and_effects(bytes, count_of(bytes, 2 * 140)); }

// Steps that give none of their task's parameters, of which a task may have a thousand.
Bytes steps_and_parameters(size_t bytes) {
  constexpr uint32_t kParameters = 1000;
  BlobContent c;
  for (uint32_t i = 0; i < kParameters; ++i)
    c.parameters.push_back({.id = id("parameters", i), .variable = boolean_variable(), .offset = i});
  c.tasks = {{id_of("tasks", "all"), {0, kParameters}}};
  raw::Node step{.kind = static_cast<uint8_t>(NodeKind::task)};
  const size_t left = bytes - std::min(bytes / 2, sizeof(raw::Parameter) * size_t{kParameters});
  add_groups(c, NodeKind::sequence, 1000, step, std::min(count_of(left, sizeof(raw::Node)), 60'000u));
  c.sort_by_id();
  return c.write();
}

uint32_t read_u32(const Bytes& bytes, size_t at) {
  uint32_t value = 0;
  std::memcpy(&value, &bytes.at(at), sizeof value);
  return value;
}

void write_u32(Bytes& bytes, size_t at, size_t value) {
  const auto word = static_cast<uint32_t>(value);
  std::memcpy(&bytes.at(at), &word, sizeof word);
}

// The places of a table's offsets in its blob; 0 where it leaves a field out.
size_t place_of_field(const Bytes& bytes, size_t table, flatbuffers::voffset_t field) {
  const size_t vtable = table - read_u32(bytes, table);
  uint16_t size = 0, offset = 0;
  std::memcpy(&size, &bytes.at(vtable), sizeof size);
  if (field >= size) return 0;
  std::memcpy(&offset, &bytes.at(vtable + field), sizeof offset);
  return offset == 0 ? 0 : table + offset;
}

// Every vector of the root is the same long one, which any of its structs could be read from.
Bytes shared_vectors(size_t bytes) {
  BlobContent c;
  c.members.assign(bytes / sizeof(raw::Id), {1});
  Bytes blob = c.write();
  const size_t root = 4 + read_u32(blob, 4);
  const size_t members = place_of_field(blob, root, blob::Asset::VT_MEMBERS);
  const size_t vector = members + read_u32(blob, members);
  constexpr size_t kLargest = 256;  // no struct is as large
  write_u32(blob, vector, (blob.size() - vector - 4) / kLargest);
  for (flatbuffers::voffset_t field = blob::Asset::VT_SOURCES; field <= blob::Asset::VT_OPERATIONS;
       field += 2) {
    const size_t place = place_of_field(blob, root, field);
    if (place != 0 && field != blob::Asset::VT_DEBUG && place != members)
      write_u32(blob, place, vector - place);
  }
  return blob;
}

// All names are the same long string.
Bytes shared_names(size_t bytes) {
  BlobContent c;
  c.debug.emplace();
  const uint32_t names = count_of(bytes, 2 * 16);
  c.debug->names.assign(names, "");
  c.debug->names[0].assign(bytes / 2, 'x');
  Bytes blob = c.write();
  const size_t debug = place_of_field(blob, 4 + read_u32(blob, 4), blob::Asset::VT_DEBUG);
  const size_t place = place_of_field(blob, debug + read_u32(blob, debug), blob::Debug::VT_NAMES);
  const size_t first = place + read_u32(blob, place) + 4;
  const size_t longest = first + read_u32(blob, first);
  for (uint32_t i = 1; i < names; ++i)
    write_u32(blob, first + 4 * size_t{i}, longest - (first + 4 * size_t{i}));
  return blob;
}

constexpr LoadShape kShapes[] = {
    {"a little of everything", many_of_all},
    {"agents and keys", agents_and_keys},
    {"operations and memories", operations_and_memories},
    {"steps of plans and some effects", steps_and_some_effects},
    {"steps of plans and many effects", steps_and_many_effects, StatusCode::too_many},
    {"steps and parameters", steps_and_parameters},
    {"vectors that share their memory", shared_vectors, StatusCode::blob_vectors_overlap},
    {"names that share their bytes", shared_names, StatusCode::blob_vectors_overlap},
};

}  // namespace

std::span<const LoadShape> load_shapes() { return kShapes; }

}  // namespace ishi::testing
