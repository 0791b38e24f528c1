#include "world/events.h"

#include <algorithm>
#include <cstring>
#include <span>

#include "asset/check.h"
#include "asset/find.h"
#include "asset/limits.h"
#include "built_features.h"
#include "ishi/world.h"
#include "population/refusals.h"
#include "tape/calls.h"

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
  if (state_ == nullptr) return kNotCreated;
  if (!is_built(Feature::events)) return missing(Feature::events);
  State& world = *state_;
  if (options.size != sizeof(EventOptions)) return bad_option(BadOption::size);
  if (options.target > EventTarget::everyone) return bad_option(BadOption::target);
  if (world.is_busy()) return wrong_phase(world);
  const EventRecord record = find_record(world, options.event.value);
  const uint32_t bytes = record_size(record.fields);
  if (!record.known) return {StatusCode::unknown_id, options.event.value};
  if (bytes != options.record_bytes) return {StatusCode::wrong_record_size, options.event.value};
  if (bytes > 0 && options.record == nullptr) return bad_option(BadOption::record);
  if (options.target == EventTarget::team && options.team.index >= world.options.teams) {
    return {StatusCode::out_of_range, options.team.index};
  }
  if (options.target == EventTarget::agent) {
    if (Status status = world.check(options.agent); !status) return status;
    if (world.entities.population[options.agent.index] == 0) return {StatusCode::not_an_agent, 0};
  }
  std::byte fields[limits::kRecordBytes];
  copy_fields(fields, options.record, record.fields, bytes);
  const bool is_taken = post_event(world, options.event.value, options.target, options.team.index,
                                   options.agent, {fields, bytes});
  if (!is_taken) return {StatusCode::events_full, 0};
  if (world.tape != nullptr)
    world.tape->note(recording::Call::post, Tape::kWorld,
                     recording::PostedEvent(options.event.value, recording::id_of(options.agent),
                                            options.team.index, static_cast<uint32_t>(options.target)),
                     {fields, bytes});
  return {};
}

void forget_events(World::State& world) {
  if (!is_built(Feature::events)) return;
  uint32_t seen = world.header->event_bytes;
  if (seen == 0) return;
  for (const Population::State* p : world.populations) seen = std::min(seen, p->header->events_seen);
  world.header->event_bytes -= seen;
  std::memmove(world.events, world.events + seen, world.header->event_bytes);
  for (Population::State* p : world.populations) p->header->events_seen -= seen;
}

}  // namespace ishi
