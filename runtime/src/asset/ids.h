#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "asset/tables.h"
#include "memory/array.h"

namespace ishi {

// Calls `visit` with the vector of each kind of element that has an id.
template <typename Visitor>
constexpr void for_each_named_vector(const Tables& t, Visitor&& visit) {
  const auto visit_all = [&visit](const auto&... spans) { (visit(spans), ...); };
  visit_all(t.enums, t.members, t.things, t.fields, t.keys, t.events, t.event_fields, t.tasks, t.goals,
            t.parameters, t.curves, t.motives, t.profiles, t.sets, t.set_fields, t.tokens, t.sounds,
            t.navigations, t.agents, t.options, t.choices, t.states, t.senses, t.steerings);
}

// All ids of a blob, rising; an option or state of several agents stands there as often as they have it.
// False if there is no memory.
[[nodiscard]] bool list_ids(const Tables& tables, Array<uint64_t>& ids);

// Where elements stand in a list of which the blob has no index: its first one of an id.
class IdIndex {
 public:
  // False if there is no memory.
  template <typename T>
  [[nodiscard]] bool make(std::span<const T> elements) {
    if (!places_.allocate(elements.size())) return false;
    for (size_t i = 0; i < elements.size(); ++i) places_[i] = {elements[i].id(), static_cast<uint32_t>(i)};
    sort();
    return true;
  }
  // kNotFound if there is none. Logarithmic.
  [[nodiscard]] uint32_t find(uint64_t id) const;

 private:
  struct Place {
    uint64_t id;
    uint32_t index;
  };
  void sort();

  Array<Place> places_;
};

}  // namespace ishi
