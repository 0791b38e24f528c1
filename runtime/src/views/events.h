#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "views/agents.h"

// Events that are posted. They stand one after the other in a part of the world's arena until each population
// has handled them, at the end of the frame at the latest.

namespace ishi {

// The record follows.
struct PostedEvent {
  uint64_t id;
  uint32_t target;  // EventTarget
  uint32_t team;
  EntityId agent;
  uint32_t record_bytes;  // a multiple of 8
  uint32_t reserved;

  [[nodiscard]] const std::byte* record() const {
    return reinterpret_cast<const std::byte*>(this) + sizeof(PostedEvent);
  }
  [[nodiscard]] uint32_t size() const { return static_cast<uint32_t>(sizeof(PostedEvent)) + record_bytes; }
};
static_assert(sizeof(PostedEvent) == 32);

// Adds an event whose record is whole; false if there is no room.
[[nodiscard]] bool post_event(Surroundings& world, uint64_t id, EventTarget target, uint32_t team,
                              EntityId agent, std::span<const std::byte> record);

// Calls `visit` with the slot of each agent of the population that the event is for, rising.
template <typename Visitor>
void for_each_target(const Agents& p, const PostedEvent& event, Visitor&& visit) {
  const auto target = static_cast<EventTarget>(event.target);
  const Entities& entities = p.around->entities;
  if (target == EventTarget::agent) {
    const bool mine = entities.is_alive(event.agent) && entities.population[event.agent.index] == p.index + 1;
    if (mine) visit(entities.slot[event.agent.index]);
    return;
  }
  for (uint32_t slot = 0; slot < p.capacity; ++slot) {
    if (p.lives(slot) && (target == EventTarget::everyone || p.team[slot] == event.team)) visit(slot);
  }
}

}  // namespace ishi
