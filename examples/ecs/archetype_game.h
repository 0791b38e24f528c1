#pragma once

#include <vector>

#include "archetypes.h"

// Agents of tables of archetypes. Observers spawn and despawn the agent of a Brain. Its slot stays where it
// is, while its entity moves from table to table.
class ArchetypeGame : public game::Tasks<ArchetypeGame> {
 public:
  ArchetypeGame(ishi::World& world, ishi::Population guards)
      : world_(world), guards_(guards), owners_(guards.capacity()) {
    brains_.on_add = [this](uint32_t entity) {
      Brain& brain = entities_.brain(entity);
      if (!guards_.spawn({.user = entity, .identity = ++identities_}, brain.agent)) return;
      if (guards_.slot_of(brain.agent, brain.slot)) owners_[brain.slot] = entity;
    };
    brains_.on_remove = [this](uint32_t entity) { (void)guards_.despawn(entities_.brain(entity).agent); };
  }

  uint32_t create(float points) {
    const uint32_t entity = entities_.create({points});
    brains_.on_add(entity);
    return entity;
  }
  void destroy(uint32_t entity) {
    brains_.on_remove(entity);
    entities_.destroy(entity);
  }

  // The components of those who are due become columns: rows of a batch are slots. A row of a table moves, so
  // each is looked up.
  void thinking(ishi::Population& guards, const ishi::Batch& batch) {
    auto hp = guards.column(game::hp);
    for (const uint32_t slot : batch.rows()) hp[slot] = entities_.health(owners_[slot]).points;
  }
  // A task is a component: its entity moves to the table of those who have one.
  void start(const ishi::Started<game::Patrol>& it) { run(it.user, {it.token, frame_ + 24, false}); }
  void start(const ishi::Started<game::Rest>& it) { run(it.user, {it.token, frame_ + 36, true}); }
  template <typename Task>
  void end(const ishi::Ended<Task>& it) {
    const auto entity = static_cast<uint32_t>(it.user);
    const Running* const running = entities_.running(entity);
    if (running != nullptr && running->token == it.token) entities_.remove_running(entity);
  }

  void finish_tasks() {
    const std::vector<uint32_t> entities = entities_.tables[Archetypes::kRunning].entities;
    for (const uint32_t entity : entities) {
      const Running running = *entities_.running(entity);
      if (running.due > frame_) continue;
      entities_.remove_running(entity);
      float& points = entities_.health(entity).points;
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

  struct State {
    Archetypes entities;
    std::vector<uint32_t> owners;
    uint64_t frame = 0, identities = 0;
    std::vector<std::byte> world;
  };
  [[nodiscard]] State save() const {
    State state{entities_, owners_, frame_, identities_, std::vector<std::byte>(world_.snapshot_size())};
    size_t bytes = 0;
    if (!world_.save_snapshot(state.world, bytes)) state.world.clear();
    return state;
  }
  ishi::Status restore(const State& state) {
    entities_ = state.entities;
    owners_ = state.owners;
    frame_ = state.frame;
    identities_ = state.identities;
    return world_.restore_snapshot(state.world);
  }
  [[nodiscard]] float points(uint32_t entity) { return entities_.health(entity).points; }

 private:
  void run(uint64_t user, const Running& running) { entities_.add(static_cast<uint32_t>(user), running); }

  ishi::World& world_;
  ishi::Population guards_;
  Archetypes entities_;
  Observers brains_;
  std::vector<uint32_t> owners_;  // the entity of each slot
  uint64_t frame_ = 0, identities_ = 0;
};
