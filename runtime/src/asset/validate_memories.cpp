#include "asset/limits.h"
#include "asset/validate.h"
#include "ishi/types.h"

namespace ishi {
namespace {

bool one_memory(Check& check, const Tables& t, const blob::Memory& memory) {
  const bool thing = memory.thing() == kNotFound || memory.thing() < t.things.size();
  const bool capacity = memory.capacity() >= 1 && memory.capacity() <= limits::kFacts;
  return check.that(memory.reserved() == 0, StatusCode::reserved_not_zero, &memory) &&
         check.that(thing, StatusCode::index_out_of_range, &memory) &&
         check.that(capacity, StatusCode::memory_capacity, &memory) &&
         check_finite(check, &memory, memory.forget()) &&
         check.that(memory.forget() >= 0 && memory.forget() <= limits::kSeconds, StatusCode::memory_forget,
                    &memory);
}

// The thing's fields of a memory, which come before its own.
std::span<const blob::Field> fields_of_thing(const Tables& t, const blob::Memory& memory) {
  return memory.thing() == kNotFound ? std::span<const blob::Field>()
                                     : part(t.fields, t.things[memory.thing()].fields());
}

}  // namespace

bool validate_memories(Check& check, const Tables& t, Array<FactField>& fields) {
  uint64_t count = 0;
  uint64_t values = 0;
  const bool valid = check_lookup(check, t.memories_by_id, t.memories) &&
                     Check::all(t.memories, [&](const blob::Memory& memory) {
                       if (!one_memory(check, t, memory)) return false;
                       const uint64_t fields = fields_of_thing(t, memory).size() + memory.fields().count();
                       count += fields;
                       values += memory.capacity() * (fields + 1);
                       return check.that(count <= limits::kFactFields && values <= limits::kFactValues,
                                         StatusCode::too_many, &memory);
                     });
  if (!valid) return false;
  if (!fields.reserve_more(count)) return check.out_of_memory();
  for (uint32_t i = 0; i < t.memories.size(); ++i) {
    for (const blob::Field& field : fields_of_thing(t, t.memories[i])) fields.append({i, &field});
    for (const blob::Field& field : part(t.memory_fields, t.memories[i].fields())) fields.append({i, &field});
  }
  return true;
}

}  // namespace ishi
