#pragma once

#include <vector>

#include "sparse_set.h"

// Agents of a registry of sparse sets. Who gets a Brain gets an agent: hooks spawn and despawn it.
class SparseSetGame : public game::Tasks<SparseSetGame> {
 public:
  SparseSetGame(ishi::World& world, ishi::Population guards)
      : world_(world), guards_(guards), owners_(guards.capacity()) {
    brains_.on_construct = [this](uint32_t entity) {
      Brain& brain = registry_.brains.get(entity);
      if (!guards_.spawn({.user = entity, .identity = ++identities_}, brain.agent)) return;
      if (guards_.slot_of(brain.agent, brain.slot)) owners_[brain.slot] = entity;
    };
    brains_.on_destroy = [this](uint32_t entity) {
      (void)guards_.despawn(registry_.brains.get(entity).agent);
    };
  }

  uint32_t create(float points) {
    const uint32_t entity = registry_.create();
    registry_.health.add(entity, {points});
    registry_.brains.add(entity, {});
    brains_.on_construct(entity);
    return entity;
  }
  void destroy(uint32_t entity) {
    brains_.on_destroy(entity);
    registry_.brains.remove(entity);
    registry_.health.remove(entity);
    if (registry_.running.has(entity)) registry_.running.remove(entity);
    registry_.free.push_back(entity);
  }

  // The components of those who are due become columns: rows of a batch are slots.
  void thinking(ishi::Population& guards, const ishi::Batch& batch) {
    auto hp = guards.column(game::hp);
    for (const uint32_t slot : batch.rows()) hp[slot] = registry_.health.get(owners_[slot]).points;
  }
  // A task is a component of its entity, which `user` names.
  void start(const ishi::Started<game::Patrol>& it) { run(it.user, {it.token, frame_ + 24, false}); }
  void start(const ishi::Started<game::Rest>& it) { run(it.user, {it.token, frame_ + 36, true}); }
  // Aborted, perhaps since its agent is gone: then another entity may have the number by now.
  template <typename Task>
  void end(const ishi::Ended<Task>& it) {
    const auto entity = static_cast<uint32_t>(it.user);
    if (registry_.running.has(entity) && registry_.running.get(entity).token == it.token)
      registry_.running.remove(entity);
  }

  void finish_tasks() {
    const std::vector<uint32_t> entities = registry_.running.entities();
    for (const uint32_t entity : entities) {
      const Running running = registry_.running.get(entity);
      if (running.due > frame_) continue;
      registry_.running.remove(entity);
      float& points = registry_.health.get(entity).points;
      points = running.is_rest ? points + 15 : points - 4;
      (void)guards_.report(running.token, ishi::Ending::completed);
    }
  }
  ishi::Status step() {
    ++frame_;
    finish_tasks();
    ishi::Sequential jobs;
    return ishi::run_frame(world_, jobs, *this).status;
  }

  // What goes back with the world: tokens and agents in components are values, which its snapshot makes valid
  // again.
  struct State {
    Registry registry;
    std::vector<uint32_t> owners;
    uint64_t frame = 0, identities = 0;
    std::vector<std::byte> world;
  };
  [[nodiscard]] State save() const {
    State state{registry_, owners_, frame_, identities_, std::vector<std::byte>(world_.snapshot_size())};
    size_t bytes = 0;
    if (!world_.save_snapshot(state.world, bytes)) state.world.clear();
    return state;
  }
  ishi::Status restore(const State& state) {
    registry_ = state.registry;
    owners_ = state.owners;
    frame_ = state.frame;
    identities_ = state.identities;
    return world_.restore_snapshot(state.world);
  }
  [[nodiscard]] float points(uint32_t entity) { return registry_.health.get(entity).points; }

 private:
  void run(uint64_t user, const Running& running) {
    registry_.running.add(static_cast<uint32_t>(user), running);
  }

  ishi::World& world_;
  ishi::Population guards_;
  Registry registry_;
  Hooks brains_;
  std::vector<uint32_t> owners_;  // the entity of each slot
  uint64_t frame_ = 0, identities_ = 0;
};
