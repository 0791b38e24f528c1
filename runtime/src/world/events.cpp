#include "world/events.h"

#include <cstring>

#include "asset/check.h"
#include "asset/find.h"
#include "ishi/world.h"

namespace ishi {
namespace {

// The bytes of the record of an event; kNotFound if no asset so far knows it.
uint32_t find_record_size(const World::State& world, uint64_t id) {
  for (const Population::State* p : world.populations) {
    const Tables& t = p->asset->tables;
    const uint32_t index = find_entry(t.events_by_id, id);
    if (index != kNotFound) return record_size(part(t.event_fields, t.events[index].fields()));
  }
  return kNotFound;
}

}  // namespace

Status World::post(const EventOptions& options) {
  State& world = *state_;
  if (options.size != sizeof(EventOptions) || options.target > EventTarget::everyone) {
    return {StatusCode::bad_options, 0};
  }
  if (world.thinking > 0 || world.acting > 0) return {StatusCode::wrong_phase, 0};
  const uint32_t bytes = find_record_size(world, options.event);
  if (bytes == kNotFound) return {StatusCode::unknown_id, options.event};
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
  if (bytes > 0) std::memcpy(at + sizeof event, options.record, bytes);
  world.header->event_bytes += size;
  return {};
}

}  // namespace ishi
