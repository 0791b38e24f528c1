#include "world/events.h"

#include <cstring>
#include <span>

#include "asset/check.h"
#include "asset/find.h"
#include "ishi/world.h"

namespace ishi {
namespace {

struct EventRecord {
  bool known = false;
  std::span<const blob::Parameter> fields{};
};

// Of the first asset that knows the event.
EventRecord find_record(const World::State& world, uint64_t id) {
  for (const Population::State* p : world.populations) {
    const Tables& t = p->asset->tables;
    const uint32_t index = find_entry(t.events_by_id, id);
    if (index != kNotFound) return {true, part(t.event_fields, t.events[index].fields())};
  }
  return {};
}

// What lies between the fields of a game's struct is nobody's, and must not get into the state.
void copy_fields(std::byte* to, const void* from, std::span<const blob::Parameter> fields, uint32_t bytes) {
  if (bytes == 0) return;
  std::memset(to, 0, bytes);
  for (const blob::Parameter& field : fields) {
    const uint32_t size = size_of(static_cast<ValueType>(field.variable().type()));
    std::memcpy(to + field.offset(), static_cast<const std::byte*>(from) + field.offset(), size);
  }
}

}  // namespace

Status World::post(const EventOptions& options) {
  State& world = *state_;
  if (options.size != sizeof(EventOptions) || options.target > EventTarget::everyone) {
    return {StatusCode::bad_options, 0};
  }
  if (world.thinking > 0 || world.acting > 0) return {StatusCode::wrong_phase, 0};
  const EventRecord record = find_record(world, options.event);
  const uint32_t bytes = record_size(record.fields);
  if (!record.known) return {StatusCode::unknown_id, options.event};
  if (bytes != options.record_bytes) return {StatusCode::wrong_record_size, options.event};
  if (options.target == EventTarget::team && options.team >= world.options.teams) {
    return {StatusCode::out_of_range, options.team};
  }
  if (options.target == EventTarget::agent) {
    if (!is_alive(options.agent)) return {StatusCode::stale_handle, 0};
    if (world.entities.population[options.agent.index] == 0) return {StatusCode::not_of_population, 0};
  }
  const uint32_t size = static_cast<uint32_t>(sizeof(PostedEvent)) + bytes;
  if (size > world.options.event_bytes - world.header->event_bytes) return {StatusCode::events_full, 0};
  std::byte* const at = world.events + world.header->event_bytes;
  const PostedEvent event{
      options.event, static_cast<uint32_t>(options.target), options.team, options.agent, bytes, 0};
  std::memcpy(at, &event, sizeof event);
  copy_fields(at + sizeof event, options.record, record.fields, bytes);
  world.header->event_bytes += size;
  return {};
}

}  // namespace ishi
