#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <vector>

#include "components.h"

// Tables of archetypes, in the shape of flecs: entities that have the same components stand in one table, a
// column for each component. Who gets another component moves to another table. Here everybody has Health and
// Brain, and some have Running.

struct Table {
  std::vector<uint32_t> entities;
  std::vector<Health> health;
  std::vector<Brain> brains;
  std::vector<Running> running;  // of the table of those who have one
};

struct Archetypes {
  enum Kind : uint8_t { kIdle, kRunning };
  struct Record {
    Kind table = kIdle;
    uint32_t row = 0;
  };
  std::array<Table, 2> tables;
  std::vector<Record> records;  // by entity
  std::vector<uint32_t> free;

  [[nodiscard]] Table& table_of(uint32_t entity) { return tables[records[entity].table]; }
  [[nodiscard]] Health& health(uint32_t entity) { return table_of(entity).health[records[entity].row]; }
  [[nodiscard]] Brain& brain(uint32_t entity) { return table_of(entity).brains[records[entity].row]; }
  [[nodiscard]] Running* running(uint32_t entity) {
    return records[entity].table == kRunning ? &tables[kRunning].running[records[entity].row] : nullptr;
  }

  uint32_t create(const Health& health) {
    uint32_t entity = static_cast<uint32_t>(records.size());
    if (free.empty()) {
      records.emplace_back();
    } else {
      entity = free.back();
      free.pop_back();
    }
    insert(entity, kIdle, health, {});
    return entity;
  }
  void destroy(uint32_t entity) {
    take_out(entity);
    records[entity] = {};
    free.push_back(entity);
  }
  void add(uint32_t entity, const Running& component) {
    const Health its_health = health(entity);
    const Brain its_brain = brain(entity);
    take_out(entity);
    tables[kRunning].running.push_back(component);
    insert(entity, kRunning, its_health, its_brain);
  }
  void remove_running(uint32_t entity) {
    const Health its_health = health(entity);
    const Brain its_brain = brain(entity);
    take_out(entity);
    insert(entity, kIdle, its_health, its_brain);
  }

 private:
  void insert(uint32_t entity, Kind kind, const Health& health, const Brain& brain) {
    Table& table = tables[kind];
    records[entity] = {kind, static_cast<uint32_t>(table.entities.size())};
    table.entities.push_back(entity);
    table.health.push_back(health);
    table.brains.push_back(brain);
  }
  // The last row takes its place.
  void take_out(uint32_t entity) {
    const Record at = records[entity];
    Table& table = tables[at.table];
    const auto close = [&](auto& column) {
      column[at.row] = column.back();
      column.pop_back();
    };
    records[table.entities.back()].row = at.row;
    close(table.entities);
    close(table.health);
    close(table.brains);
    if (at.table == kRunning) close(table.running);
  }
};

// Called when a component has been added, and before it is removed.
struct Observers {
  std::function<void(uint32_t entity)> on_add, on_remove;
};
