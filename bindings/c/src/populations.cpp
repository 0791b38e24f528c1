#include <cstddef>

#include "convert.h"
#include "ishi/c_api.h"
#include "objects.h"

// Populations: their agents, columns, memories, and what agents do.

using namespace ishi::c;

namespace {

ishi::SpawnOptions cpp_options(const ishi_spawn_options& options) {
  ishi::SpawnOptions cpp;
  cpp.position = to_cpp(options.position);
  cpp.facing = to_cpp(options.facing);
  cpp.team = ishi::TeamId(options.team);
  cpp.profile = ishi::ProfileId(options.profile);
  cpp.user = options.user;
  cpp.identity = options.identity;
  cpp.thing = ishi::ThingId(options.thing);
  return cpp;
}

// `call` is what can be asked of a living agent, and cannot fail besides.
template <typename Call>
ishi_status with_agent(ishi_population population, ishi_entity agent, Call&& call) {
  return with_population(population, [&](ishi::Population& its) {
    uint32_t slot = 0;
    const ishi::Status status = its.slot_of(to_cpp(agent), slot);
    if (status) call(its, to_cpp(agent));
    return status;
  });
}

}  // namespace

uint32_t ishi_population_valid(ishi_population population) {
  WorldObject* world = nullptr;
  PopulationObject* its = nullptr;
  return is_good(find(population, world, its)) && its->handle.valid() ? 1 : 0;
}

ishi_status ishi_population_agent_id(ishi_population population, uint64_t* agent) {
  if (agent == nullptr) return null_argument(2);
  return with_population(
      population, [&](const ishi::Population& its) { return give(kGood, *agent, its.agent_id().value); });
}

ishi_status ishi_population_capacity(ishi_population population, uint32_t* capacity) {
  if (capacity == nullptr) return null_argument(2);
  return with_population(population,
                         [&](const ishi::Population& its) { return give(kGood, *capacity, its.capacity()); });
}

ishi_status ishi_population_size(ishi_population population, uint32_t* count) {
  if (count == nullptr) return null_argument(2);
  return with_population(population,
                         [&](const ishi::Population& its) { return give(kGood, *count, its.size()); });
}

ishi_status ishi_population_state_hash(ishi_population population, uint64_t* hash) {
  if (hash == nullptr) return null_argument(2);
  return with_population(population,
                         [&](const ishi::Population& its) { return give(kGood, *hash, its.state_hash()); });
}

ishi_status ishi_population_spawn(ishi_population population, const ishi_spawn_options* options,
                                  ishi_entity* agent) {
  if (agent == nullptr) return null_argument(3);
  ishi_spawn_options given;
  if (const ishi_status status = read_options(options, {}, given); !is_good(status)) return status;
  return with_population(population, [&](ishi::Population& its) {
    ishi::Entity spawned;
    const ishi::Status status = its.spawn(cpp_options(given), spawned);
    if (status) *agent = to_c(spawned);
    return status;
  });
}

ishi_status ishi_population_spawn_many(ishi_population population, const ishi_spawn_options* options,
                                       uint32_t count, ishi_entity* agents) {
  if (options == nullptr && count > 0) return null_argument(2);
  if (agents == nullptr && count > 0) return null_argument(4);
  return with_population(population, [&](ishi::Population& its) {
    // Structs of an older header lie as close as that has them.
    const auto* at = reinterpret_cast<const std::byte*>(options);
    for (uint32_t i = 0; i < count; ++i) {
      ishi_spawn_options given;
      const auto* const one = reinterpret_cast<const ishi_spawn_options*>(at);
      if (const ishi_status status = read_options(one, {}, given); !is_good(status))
        return said(status.code, i);
      ishi::Entity spawned;
      if (const ishi::Status status = its.spawn(cpp_options(given), spawned); !status)
        return said(static_cast<uint32_t>(status.code), i);
      agents[i] = to_c(spawned);
      at += given.size;
    }
    return said(kGood);
  });
}

ishi_status ishi_population_despawn(ishi_population population, ishi_entity agent) {
  return with_population(population, [&](ishi::Population& its) { return its.despawn(to_cpp(agent)); });
}

ishi_status ishi_population_slot_of(ishi_population population, ishi_entity agent, uint32_t* slot) {
  if (slot == nullptr) return null_argument(3);
  return with_population(population,
                         [&](const ishi::Population& its) { return its.slot_of(to_cpp(agent), *slot); });
}

ishi_status ishi_population_agent_of(ishi_population population, uint32_t slot, ishi_entity* agent) {
  if (agent == nullptr) return null_argument(3);
  return with_population(population, [&](const ishi::Population& its) {
    if (slot >= its.capacity()) return said(ISHI_OUT_OF_RANGE, its.capacity());
    *agent = to_c(its.agent_of(slot));
    return said(kGood);
  });
}

ishi_status ishi_population_column(ishi_population population, uint64_t key, uint32_t type,
                                   ishi_column* column) {
  if (column == nullptr) return null_argument(4);
  return with_population(population, [&](ishi::Population& its) {
    return get_column(type, *column, [&](auto& typed) { return its.column(key, typed); });
  });
}

ishi_status ishi_population_levels(ishi_population population, uint64_t motive, ishi_column* column) {
  if (column == nullptr) return null_argument(3);
  return with_population(population, [&](ishi::Population& its) {
    ishi::Column<float> levels;
    const ishi::Status status = its.levels(ishi::MotiveId(motive), levels);
    if (status) *column = {levels.data(), nullptr, nullptr, levels.size(), sizeof(float), ISHI_FLOAT};
    return status;
  });
}

ishi_status ishi_population_level_now(ishi_population population, ishi_entity agent, uint64_t motive,
                                      ishi_scratch scratch, float* level) {
  if (level == nullptr) return null_argument(5);
  const UsedScratch used(scratch);
  if (!is_good(used.status())) return used.status();
  return with_population(population, [&](const ishi::Population& its) {
    float found = 0;
    return give(its.level_now(to_cpp(agent), ishi::MotiveId(motive), used.get(), found), *level, found);
  });
}

ishi_status ishi_population_blocked(ishi_population population, ishi_column* column) {
  if (column == nullptr) return null_argument(2);
  return with_population(population, [&](ishi::Population& its) {
    const std::span<uint64_t> masks = its.blocked();
    *column = {masks.data(),     nullptr,  nullptr, static_cast<uint32_t>(masks.size()),
               sizeof(uint64_t), ISHI_MASK};
    return kGood;
  });
}

ishi_status ishi_population_remember(ishi_population population, ishi_entity agent, uint64_t memory,
                                     ishi_entity entity) {
  return with_population(population, [&](ishi::Population& its) {
    return its.remember(to_cpp(agent), ishi::MemoryId(memory), to_cpp(entity));
  });
}

ishi_status ishi_population_forget(ishi_population population, ishi_entity agent, uint64_t memory,
                                   ishi_entity entity) {
  return with_population(population, [&](ishi::Population& its) {
    return its.forget(to_cpp(agent), ishi::MemoryId(memory), to_cpp(entity));
  });
}

ishi_status ishi_population_facts(ishi_population population, ishi_entity agent, uint64_t memory,
                                  ishi_fact* facts, uint32_t room, uint32_t* count) {
  if (facts == nullptr && room > 0) return null_argument(4);
  if (count == nullptr) return null_argument(6);
  return with_population(population, [&](const ishi::Population& its) {
    return its.facts(to_cpp(agent), ishi::MemoryId(memory), {reinterpret_cast<ishi::FactInfo*>(facts), room},
                     *count);
  });
}

ishi_status ishi_population_fact_field(ishi_population population, ishi_entity agent, uint64_t memory,
                                       uint32_t fact, uint64_t field, ishi_value* value) {
  if (value == nullptr) return null_argument(6);
  return with_population(population, [&](const ishi::Population& its) {
    return get_value(*value, [&](auto& typed) {
      return its.fact_field(to_cpp(agent), ishi::MemoryId(memory), fact, field, typed);
    });
  });
}

ishi_status ishi_population_set_fact_field(ishi_population population, ishi_entity agent, uint64_t memory,
                                           uint32_t fact, uint64_t field, const ishi_value* value) {
  if (value == nullptr) return null_argument(6);
  return with_population(population, [&](ishi::Population& its) {
    return set_value(*value, [&](const auto& typed) {
      return its.set_fact_field(to_cpp(agent), ishi::MemoryId(memory), fact, field, typed);
    });
  });
}

ishi_status ishi_population_awareness(ishi_population population, ishi_entity agent, uint64_t memory,
                                      uint32_t fact, float* awareness) {
  if (awareness == nullptr) return null_argument(5);
  return with_population(population, [&](const ishi::Population& its) {
    float found = 0;
    return give(its.awareness(to_cpp(agent), ishi::MemoryId(memory), fact, found), *awareness, found);
  });
}

ishi_status ishi_population_chosen(ishi_population population, ishi_entity agent, uint64_t choice,
                                   ishi_chosen* chosen) {
  if (chosen == nullptr) return null_argument(4);
  return with_population(population, [&](const ishi::Population& its) {
    ishi::Chosen found;
    const ishi::Status status = its.chosen(to_cpp(agent), ishi::ChoiceId(choice), found);
    if (status) *chosen = {to_c(found.member), found.score};
    return status;
  });
}

ishi_status ishi_population_choose(ishi_population population, ishi_entity agent, uint64_t choice,
                                   ishi_scratch scratch, ishi_chosen* chosen) {
  if (chosen == nullptr) return null_argument(5);
  const UsedScratch used(scratch);
  if (!is_good(used.status())) return used.status();
  return with_population(population, [&](ishi::Population& its) {
    ishi::Chosen found;
    const ishi::Status status = its.choose(to_cpp(agent), ishi::ChoiceId(choice), used.get(), found);
    if (status) *chosen = {to_c(found.member), found.score};
    return status;
  });
}

ishi_status ishi_population_option(ishi_population population, ishi_entity agent, uint32_t* option) {
  if (option == nullptr) return null_argument(3);
  return with_agent(population, agent,
                    [&](const ishi::Population& its, ishi::Entity who) { *option = its.option(who); });
}

ishi_status ishi_population_candidate(ishi_population population, ishi_entity agent, ishi_entity* candidate) {
  if (candidate == nullptr) return null_argument(3);
  return with_agent(population, agent, [&](const ishi::Population& its, ishi::Entity who) {
    *candidate = to_c(its.candidate(who));
  });
}

ishi_status ishi_population_profile(ishi_population population, ishi_entity agent, uint64_t* profile) {
  if (profile == nullptr) return null_argument(3);
  return with_agent(population, agent, [&](const ishi::Population& its, ishi::Entity who) {
    *profile = its.profile(who).value;
  });
}

ishi_status ishi_population_set_profile(ishi_population population, ishi_entity agent, uint64_t profile) {
  return with_population(population, [&](ishi::Population& its) {
    return its.set_profile(to_cpp(agent), ishi::ProfileId(profile));
  });
}

ishi_status ishi_population_state(ishi_population population, ishi_entity agent, uint32_t* state) {
  if (state == nullptr) return null_argument(3);
  return with_agent(population, agent,
                    [&](const ishi::Population& its, ishi::Entity who) { *state = its.state(who); });
}

ishi_status ishi_population_team(ishi_population population, ishi_entity agent, uint32_t* team) {
  if (team == nullptr) return null_argument(3);
  return with_agent(population, agent,
                    [&](const ishi::Population& its, ishi::Entity who) { *team = its.team(who).index; });
}

ishi_status ishi_population_set_team(ishi_population population, ishi_entity agent, uint32_t team) {
  return with_population(
      population, [&](ishi::Population& its) { return its.set_team(to_cpp(agent), ishi::TeamId(team)); });
}

ishi_status ishi_population_way_point(ishi_population population, ishi_entity agent, ishi_vector3* at) {
  if (at == nullptr) return null_argument(3);
  bool is_found = false;
  const ishi_status status =
      with_agent(population, agent, [&](const ishi::Population& its, ishi::Entity who) {
        ishi::Vector3 point;
        is_found = its.way_point(who, point);
        if (is_found) *at = to_c(point);
      });
  return !is_good(status) || is_found ? status : said(ISHI_NO_WAY);
}

ishi_status ishi_population_path(ishi_population population, ishi_entity agent, ishi_vector3* points,
                                 uint32_t room, uint32_t* count) {
  if (points == nullptr && room > 0) return null_argument(3);
  if (count == nullptr) return null_argument(5);
  return with_population(population, [&](const ishi::Population& its) {
    return its.path(to_cpp(agent), {reinterpret_cast<ishi::Vector3*>(points), room}, *count);
  });
}

ishi_status ishi_population_way(ishi_population population, ishi_entity agent, ishi_way* way) {
  if (way == nullptr) return null_argument(3);
  return with_population(population, [&](const ishi::Population& its) {
    ishi::Way found;
    const ishi::Status status = its.way(to_cpp(agent), found);
    if (status)
      *way = {static_cast<uint8_t>(found.end), static_cast<uint8_t>(found.is_asked ? 1 : 0), found.steps,
              found.cost};
    return status;
  });
}
