#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "components.h"

// A registry of sparse sets, in the shape of EnTT: for each kind of component the entities that have it,
// dense, and beside them the components.

template <typename T>
class SparseSet {
 public:
  [[nodiscard]] bool has(uint32_t entity) const {
    return entity < places_.size() && places_[entity] != kNone;
  }
  [[nodiscard]] T& get(uint32_t entity) { return components_[places_[entity]]; }
  void add(uint32_t entity, const T& component) {
    if (places_.size() <= entity) places_.resize(entity + 1, kNone);
    places_[entity] = static_cast<uint32_t>(entities_.size());
    entities_.push_back(entity);
    components_.push_back(component);
  }
  // The last one takes its place.
  void remove(uint32_t entity) {
    const uint32_t place = places_[entity];
    entities_[place] = entities_.back();
    components_[place] = components_.back();
    places_[entities_[place]] = place;
    places_[entity] = kNone;
    entities_.pop_back();
    components_.pop_back();
  }
  [[nodiscard]] const std::vector<uint32_t>& entities() const { return entities_; }

 private:
  static constexpr uint32_t kNone = 0xffff'ffff;
  std::vector<uint32_t> places_, entities_;
  std::vector<T> components_;
};

struct Registry {
  SparseSet<Health> health;
  SparseSet<Brain> brains;
  SparseSet<Running> running;
  std::vector<uint32_t> free;  // entities that are gone
  uint32_t made = 0;

  uint32_t create() {
    if (free.empty()) return made++;
    const uint32_t entity = free.back();
    free.pop_back();
    return entity;
  }
};

// Called when a component has been added, and before it is removed.
struct Hooks {
  std::function<void(uint32_t entity)> on_construct, on_destroy;
};
