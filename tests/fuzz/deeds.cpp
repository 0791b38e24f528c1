#include "deeds.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <limits>

#include "fail.h"
#include "ishi/id.h"
#include "ishi/tools.h"

namespace ishi::fuzzing {
namespace {

// An index among `count`, at times one that does not exist.
uint32_t any_of(uint32_t count, Choices& choices) { return choices.below(uint64_t{count} + 1); }

uint64_t id_of_key(const Cast& cast, Choices& choices) {
  const uint32_t count = cast.asset->count(Kind::keys);
  return count == 0 ? 1 : AssetParts(*cast.asset).key(choices.below(count)).id;
}

uint64_t id_of_set(const Cast& cast, Choices& choices) {
  const uint32_t count = cast.asset->count(Kind::sets);
  return count == 0 ? 1 : AssetParts(*cast.asset).set(choices.below(count)).id;
}

// A field of some set or thing.
uint64_t id_of_field(const Cast& cast, const IndexRange& fields, bool is_of_set, Choices& choices) {
  if (fields.count == 0) return 1;
  const uint32_t index = fields.first + choices.below(fields.count);
  return is_of_set ? AssetParts(*cast.asset).member_field(index).id : AssetParts(*cast.asset).field(index).id;
}

template <typename T>
void fill(const Column<T>& column, const World& world, Choices& choices) {
  const uint32_t most = std::min(column.size(), 8u);
  for (uint32_t i = 0; i < most; ++i) {
    if constexpr (std::is_same_v<T, EntityId>) {
      column[i] = odd_entity(choices, world);
    } else if constexpr (std::is_same_v<T, float>) {
      column[i] = odd_number(choices);
    } else {
      column[i] = choices.value<T>();
    }
  }
}

void fill(const PointColumn& column, uint32_t first, Choices& choices) {
  const uint32_t most = std::min(column.size, 8u);
  for (uint32_t i = first; i < most; ++i) column.set(i, odd_vector(choices));
}

// Whatever `get` has a column of, it is written.
template <typename Get>
void fill_any(Get&& get, const World& world, Choices& choices) {
  const auto try_type = [&](auto column) {
    if (!get(column)) return false;
    fill(column, world, choices);
    return true;
  };
  if (try_type(Column<float>()) || try_type(Column<int32_t>()) || try_type(Column<uint8_t>()) ||
      try_type(Column<EntityId>())) {
    return;
  }
  PointColumn points;
  if (get(points)) fill(points, 0, choices);
}

// Gives one value of any type to `set`, which is told by its status whether that is the type.
template <typename Set>
void give_any(Set&& set, const World& world, Choices& choices) {
  if (set(odd_number(choices))) return;
  if (set(choices.value<int32_t>())) return;
  if (set(choices.value<uint8_t>())) return;
  if (set(odd_entity(choices, world))) return;
  static_cast<void>(set(odd_vector(choices)));
}

}  // namespace

float odd_number(Choices& choices) {
  using Limits = std::numeric_limits<float>;
  constexpr std::array kOdd = {0.0f,
                               -0.0f,
                               1.0f,
                               -1.0f,
                               Limits::quiet_NaN(),
                               1e30f,
                               Limits::max(),
                               Limits::lowest(),
                               Limits::min(),
                               Limits::infinity(),
                               1e6f,
                               -1e6f,
                               -Limits::infinity(),
                               Limits::denorm_min()};
  const uint32_t kind = choices.below(8);
  if (kind == 0) return kOdd[choices.below(kOdd.size())];
  if (kind == 1) return std::bit_cast<float>(choices.value<uint32_t>());
  if (kind == 2) return static_cast<float>(choices.value<int8_t>());
  return static_cast<float>(choices.value<uint8_t>()) / 255.0f;
}

Vector3 odd_vector(Choices& choices) {
  const auto coordinate = [&] {
    return choices.one_in(8) ? odd_number(choices) : static_cast<float>(choices.value<int8_t>()) / 8.0f;
  };
  const float x = coordinate(), y = coordinate(), z = coordinate();
  return {x, y, z};
}

Entity odd_entity(Choices& choices, const World& world) {
  const uint32_t row = choices.below(std::min(world.entity_count() + 2, 200u));
  if (choices.one_in(16)) {
    const EntityId id{choices.value<uint32_t>(), choices.value<uint32_t>()};
    return choices.one_in(2) ? world.entity(id) : Entity{id, choices.value<uint32_t>()};
  }
  // Most rows are in their first generations.
  for (uint32_t generation = 0; generation < 3; ++generation) {
    if (const Entity entity = world.entity({row, generation}); world.is_alive(entity)) return entity;
  }
  return world.entity({row, choices.below(3)});
}

namespace {

// Mostly one that lives, of this population.
Entity odd_agent(const Population& population, const World& world, Choices& choices) {
  const Entity agent = population.agent_of(any_of(population.capacity(), choices));
  return choices.one_in(16) ? odd_entity(choices, world) : agent;
}

}  // namespace

void write_key(World& world, Cast& cast, Choices& choices) {
  const uint64_t key = id_of_key(cast, choices);
  fill_any([&](auto& column) { return static_cast<bool>(cast.population.column(key, column)); }, world,
           choices);
  fill_any([&](auto& column) { return static_cast<bool>(world.world_key(key, column)); }, world, choices);
  fill_any([&](auto& column) { return static_cast<bool>(world.team_key(key, column)); }, world, choices);
}

namespace {

void write_level(World& world, Cast& cast, Choices& choices) {
  const uint32_t count = cast.asset->count(Kind::motives);
  Column<float> column;
  if (count > 0 && cast.population.levels(AssetParts(*cast.asset).motive(choices.below(count)).id, column))
    fill(column, world, choices);
}

void write_masks(Cast& cast, Choices& choices) {
  for (uint64_t& mask : cast.population.blocked()) mask = choices.value<uint64_t>();
}

void write_field(World& world, Cast& cast, Choices& choices) {
  const uint32_t count = cast.asset->count(Kind::things);
  if (count == 0) return;
  const ThingInfo thing = AssetParts(*cast.asset).thing(choices.below(count));
  const uint64_t field = id_of_field(cast, thing.fields, false, choices);
  fill_any([&](auto& column) { return static_cast<bool>(world.field(field, column)); }, world, choices);
}

}  // namespace

void write_in_frame(World& world, Cast& cast, Choices& choices) {
  switch (choices.below(5)) {
    case 0: return write_level(world, cast, choices);
    case 1: return write_masks(cast, choices);
    case 2: return write_field(world, cast, choices);
    default: return write_key(world, cast, choices);
  }
}

void write_state(World& world, Cast& cast, Choices& choices) {
  switch (choices.below(5)) {
    case 0: write_level(world, cast, choices); break;
    case 1: write_masks(cast, choices); break;
    case 2: write_field(world, cast, choices); break;
    // Columns are not checked: nobody's row is left alone.
    case 3: fill(world.positions(), 1, choices); break;
    default: fill(world.facings(), 1, choices); break;
  }
}

void change_memory(World& world, Cast& cast, Choices& choices) {
  Population& population = cast.population;
  const MemoryId set(id_of_set(cast, choices));
  const Entity agent = odd_agent(population, world, choices);
  const Entity entity = odd_entity(choices, world);
  const uint32_t fact = choices.below(9);
  switch (choices.below(6)) {
    case 0: static_cast<void>(population.remember(agent, set, entity)); break;
    case 1: static_cast<void>(population.forget(agent, set, entity)); break;
    case 2: {
      FactInfo info{entity, odd_vector(choices), choices.value<int64_t>(), choices.value<int64_t>()};
      static_cast<void>(Tools(population).restore_fact(agent, set, info));
      break;
    }
    case 3: static_cast<void>(Tools(population).set_awareness(agent, set, fact, odd_number(choices))); break;
    default: {
      const uint32_t index = cast.asset->find(set);
      if (index == kNotFound) break;
      const uint64_t field = id_of_field(cast, AssetParts(*cast.asset).set(index).fields, true, choices);
      give_any(
          [&](auto value) {
            return static_cast<bool>(population.set_fact_field(agent, set, fact, field, value));
          },
          world, choices);
      break;
    }
  }
}

void change_candidates(World& world, Cast& cast, Choices& choices) {
  Population& population = cast.population;
  const SetId set(id_of_set(cast, choices));
  const uint32_t index = cast.asset->find(set);
  if (index == kNotFound) return;
  const SetInfo info = AssetParts(*cast.asset).set(index);
  const bool is_shared = info.scope != Scope::agent;
  const uint32_t owner = is_shared ? choices.below(3) : any_of(population.capacity(), choices);
  Entity entity = odd_entity(choices, world);
  switch (choices.below(5)) {
    case 0:
    case 1:
      static_cast<void>(is_shared ? world.candidates(set, TeamId(owner)).add(entity)
                                  : population.candidates(population.agent_of(owner), set).add(entity));
      break;
    case 2: {
      std::array<Entity, 6> entities;
      for (Entity& one : entities) one = odd_entity(choices, world);
      const std::span<const Entity> some(entities.data(), choices.below(entities.size() + 1));
      static_cast<void>(is_shared ? world.candidates(set, TeamId(owner)).set(some)
                                  : population.candidates(population.agent_of(owner), set).set(some));
      break;
    }
    default: {
      std::array<Entity, 256> members;
      uint32_t count = 0;
      const Status status = is_shared
                                ? world.candidates(set, TeamId(owner)).list(members, count)
                                : population.candidates(population.agent_of(owner), set).list(members, count);
      if (!status) break;
      require(count <= info.capacity, "more candidates than their set may have");
      if (count > 0 && !choices.one_in(8))
        entity = members[choices.below(std::min<size_t>(count, members.size()))];
      if (choices.one_in(3)) {
        static_cast<void>(is_shared
                              ? world.candidates(set, TeamId(owner)).withdraw(entity)
                              : population.candidates(population.agent_of(owner), set).withdraw(entity));
        break;
      }
      const uint64_t field = id_of_field(cast, info.fields, true, choices);
      const auto give = [&](auto value) {
        return static_cast<bool>(
            is_shared
                ? world.candidates(set, TeamId(owner)).set_field(entity, field, value)
                : population.candidates(population.agent_of(owner), set).set_field(entity, field, value));
      };
      give_any(give, world, choices);
      break;
    }
  }
}

void post_event(World& world, const Cast& cast, Choices& choices) {
  const uint32_t count = cast.asset->count(Kind::events);
  if (count == 0) return;
  const EventInfo event = AssetParts(*cast.asset).event(choices.below(count));
  alignas(8) std::array<uint8_t, 1024> record;
  const size_t used = std::min<size_t>(event.record_size, record.size());
  for (size_t i = 0; i < used; ++i) record[i] = choices.value<uint8_t>();
  EventOptions options;
  options.event = event.id;
  options.record_bytes = choices.one_in(32) ? choices.below(64) : event.record_size;
  options.record = record.data();
  options.target = static_cast<EventTarget>(choices.below(3));
  options.team = TeamId(choices.below(3));
  options.agent = odd_entity(choices, world);
  static_cast<void>(world.post(options));
}

void make_sound(World& world, const Cast& cast, Choices& choices) {
  const uint32_t count = cast.asset->count(Kind::sounds);
  if (count == 0) return;
  SoundOptions options;
  options.sound = AssetParts(*cast.asset).sound(choices.below(count)).id;
  options.maker = odd_entity(choices, world);
  options.elsewhere = choices.one_in(4);
  if (options.elsewhere) options.position = odd_vector(choices);
  static_cast<void>(world.make_sound(options));
}

void keep_claims(World& world, const Cast& cast, Choices& choices) {
  const uint32_t count = cast.asset->count(Kind::tokens);
  if (count > 0 && choices.one_in(2)) {
    const TokenId token = AssetParts(*cast.asset).token(choices.below(count)).id;
    uint32_t used = 0;
    const uint32_t team = choices.below(3);
    static_cast<void>(world.keep_tokens(token, TeamId(team), choices.below(4)));
    static_cast<void>(world.tokens_in_use(token, TeamId(team), used));
    return;
  }
  const Entity entity = odd_entity(choices, world);
  static_cast<void>(world.keep_entity(entity, choices.one_in(2)));
  static_cast<void>(world.claimed_by(entity));
}

void ask(const World& world, const Cast& cast, Choices& choices) {
  const Population& population = cast.population;
  const Entity agent = odd_agent(population, world, choices);
  const AgentInfo info = AssetParts(*cast.asset).agent(cast.agent);
  const uint16_t option = population.option(agent);
  require(option == kNoOption || option < info.options.count, "an agent does what it does not have");
  const uint32_t state = population.state(agent);
  require(state == kNoState || state < info.states.count, "an agent is in a state that it does not have");
  static_cast<void>(population.candidate(agent));
  std::array<Vector3, 128> points;
  uint32_t count = 0;
  static_cast<void>(population.path(agent, points, count));
  static_cast<void>(population.way_point(agent, points[0]));
  std::array<float, kMostDirections> weights;
  static_cast<void>(Tools(population).weights(agent, weights, count));
  std::array<uint32_t, 64> nodes;
  const uint32_t active = Tools(population).active_nodes(agent, nodes);
  for (uint32_t i = 0; i < std::min<uint32_t>(active, nodes.size()); ++i) {
    PlanInfo plan;
    static_cast<void>(Tools(population).plan(agent, nodes[i], plan));
  }
  static_cast<void>(Tools(population).is_locked(agent));
  static_cast<void>(Tools(population).puts_off_thought(agent));
  static_cast<void>(Tools(population).cooldown_left(agent, choices.value<uint8_t>()));
  std::array<FactInfo, 4> facts;
  const MemoryId set(id_of_set(cast, choices));
  static_cast<void>(population.facts(agent, set, facts, count));
  SenseJudgement judgement;
  static_cast<void>(
      Tools(population).judge_sense(agent, choices.below(4), odd_entity(choices, world), judgement));
  if (info.choices.count > 0) {
    Chosen chosen;
    const uint32_t choice = info.choices.first + choices.below(info.choices.count);
    static_cast<void>(population.chosen(agent, AssetParts(*cast.asset).choice(choice).id, chosen));
  }
  if (choices.one_in(4)) {
    std::vector<float> values(Tools(population).value_count());
    if (Tools(population).explain(agent, values) && !cast.is_forged) {
      const auto nan = std::ranges::find_if(values, [](float value) { return value != value; });
      if (nan != values.end())
        fail(fmt::format("operation {} of a score program computes NaN", nan - values.begin()));
    }
  }
}

}  // namespace ishi::fuzzing
