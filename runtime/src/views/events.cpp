#include "views/events.h"

#include <cstring>

namespace ishi {

bool post_event(Surroundings& world, uint64_t id, EventTarget target, uint32_t team, EntityId agent,
                std::span<const std::byte> record) {
  const PostedEvent event{id,    static_cast<uint32_t>(target),        team,
                          agent, static_cast<uint32_t>(record.size()), 0};
  if (event.size() > world.options.event_bytes - world.header->event_bytes) return false;
  std::byte* const at = world.events + world.header->event_bytes;
  std::memcpy(at, &event, sizeof event);
  if (!record.empty()) std::memcpy(at + sizeof event, record.data(), record.size());
  world.header->event_bytes += event.size();
  return true;
}

}  // namespace ishi
