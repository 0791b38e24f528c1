#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstring>
#include <type_traits>

#include "game.h"
#include "ishi/tools.h"
#include "require.h"

// What happens to the world between frames. What cannot be done is refused, which is seen, too.

namespace determinism {
namespace {

constexpr int32_t kSixteenths = 16;

float of_sixteenths(int32_t sixteenths) {
  return static_cast<float>(sixteenths) / static_cast<float>(kSixteenths);
}

template <typename T>
constexpr bool kIsVector = std::is_same_v<T, ishi::Vector3>;

}  // namespace

// Sixteenths within the range; now and then what no game should give, but some will.
float Game::number(const ishi::VariableInfo& variable) {
  constexpr int32_t kFarthest = 4096;
  const auto sixteenths = [](float bound) {
    return static_cast<int32_t>(std::clamp(bound, -256.0F, 256.0F) * static_cast<float>(kSixteenths));
  };
  switch (random_.below(64)) {
    case 0: return std::bit_cast<float>(random_.below(1u << 23));                 // a denormal
    case 1: return std::bit_cast<float>(0x8000'0000u | random_.below(1u << 23));  // … below 0
    case 2: return std::bit_cast<float>(0x7fc0'0000u);                            // no number
    case 3: return of_sixteenths(kFarthest);
    default: break;
  }
  const int32_t low = sixteenths(variable.low);
  const int32_t high = std::max(sixteenths(variable.high), low);
  return of_sixteenths(low + static_cast<int32_t>(random_.below(static_cast<uint32_t>(high - low) + 1)));
}

ishi::Vector3 Game::place() {
  static constexpr ishi::VariableInfo kAxis{.low = -10, .high = 10};
  const float x = number(kAxis);
  return {x, 0, number(kAxis)};
}

ishi::Entity Game::anybody() {
  if (random_.one_in(8)) return ishi::kNobody;
  const auto i = random_.below(static_cast<uint32_t>(agents_.size() + things_.size()));
  return i < agents_.size() ? agents_[i].entity : things_[i - agents_.size()];
}

// Calls `take` with a random value of the variable's type.
template <typename Take>
void Game::with_value(const ishi::VariableInfo& variable, Take&& take) {
  switch (variable.type) {
    case ishi::ValueType::integer: {
      const int32_t low = static_cast<int32_t>(variable.low);
      const auto size = static_cast<uint32_t>(std::min(static_cast<int32_t>(variable.high) - low, 100));
      return take(low + static_cast<int32_t>(random_.below(size + 2)));
    }
    case ishi::ValueType::boolean:
    case ishi::ValueType::enumeration: return take(static_cast<uint8_t>(random_.below(4)));
    case ishi::ValueType::entity:
    case ishi::ValueType::thing: return take(ishi::EntityId(anybody()));
    case ishi::ValueType::point:
    case ishi::ValueType::direction: return take(place());
    default: return take(number(variable));
  }
}

// Writes a random value into a row of the column that `find`, a function of a column, finds.
template <typename Find>
void Game::write(const ishi::VariableInfo& variable, uint32_t row, Find&& find) {
  with_value(variable, [&](const auto& value) {
    using T = std::decay_t<decltype(value)>;
    std::conditional_t<kIsVector<T>, ishi::PointColumn,
                       ishi::Column<std::conditional_t<kIsVector<T>, float, T>>>
        column;
    require(find(column), "a column");
    if constexpr (kIsVector<T>)
      column.set(row, value);
    else
      column[row] = value;
  });
}

void Game::change() {
  switch (random_.below(32)) {
    case 0: return replace_agent();
    case 1: return replace_thing();
    case 2: return change_agent();
    case 3: return post_event();
    case 4: return make_sound();
    case 5: return change_claims();
    case 6: return change_cell();
    case 7: return change_level();
    case 8: return choose();
    case 9:
    case 10:
    case 11: return change_place();
    case 12:
    case 13:
    case 14:
    case 15: return change_candidates();
    case 16:
    case 17:
    case 18: return change_facts();
    case 19:
    case 20:
    case 21: return change_field();
    default: return change_key();
  }
}

void Game::change_key() {
  if (asset_->count(ishi::Kind::keys) == 0) return;
  const ishi::NamedVariable key =
      ishi::AssetParts(*asset_).key(random_.below(asset_->count(ishi::Kind::keys)));
  const Agent& agent = agents_[random_.below(static_cast<uint32_t>(agents_.size()))];
  switch (key.variable.scope) {
    case ishi::Scope::agent:
      return write(key.variable, slot_of(agent),
                   [&](auto& column) { return populations_[agent.population].column(key.id, column); });
    case ishi::Scope::team:
      return write(key.variable, random_.below(2),
                   [&](auto& column) { return world_.team_key(key.id, column); });
    case ishi::Scope::world:
      return write(key.variable, 0, [&](auto& column) { return world_.world_key(key.id, column); });
  }
}

void Game::change_field() {
  if (asset_->count(ishi::Kind::things) == 0) return;
  const ishi::IndexRange fields =
      ishi::AssetParts(*asset_).thing(random_.below(asset_->count(ishi::Kind::things))).fields;
  if (fields.count == 0) return;
  const ishi::NamedVariable field =
      ishi::AssetParts(*asset_).field(fields.first + random_.below(fields.count));
  const ishi::Entity entity = anybody();
  if (entity == ishi::kNobody) return;
  write(field.variable, entity.index, [&](auto& column) { return world_.field(field.id, column); });
}

void Game::change_level() {
  if (asset_->count(ishi::Kind::motives) == 0) return;
  const ishi::MotiveInfo motive =
      ishi::AssetParts(*asset_).motive(random_.below(asset_->count(ishi::Kind::motives)));
  const Agent& agent = agents_[random_.below(static_cast<uint32_t>(agents_.size()))];
  ishi::Column<float> levels;
  const ishi::Status status = populations_[agent.population].levels(motive.id, levels);
  see_status(status);
  if (status) levels[slot_of(agent)] = number({.low = 0, .high = 1});
}

void Game::change_place() {
  const ishi::Entity entity = anybody();
  const ishi::Vector3 at = place();
  see_status(world_.set_position(entity, at));
  if (random_.one_in(4)) see_status(world_.set_facing(entity, place()));
  ishi::Vector3 read;
  see_status(world_.position(entity, read));
  digest_.add(read);
}

void Game::change_agent() {
  const Agent& agent = agents_[random_.below(static_cast<uint32_t>(agents_.size()))];
  ishi::Population& p = populations_[agent.population];
  const ishi::AgentInfo info = agent_info(agent.population);
  const uint32_t slot = slot_of(agent);
  switch (random_.below(4)) {
    case 0: return see_status(p.set_team(p.agent_of(slot), ishi::TeamId(random_.below(2))));
    case 1: return set_profile(p, agent.entity, random_.below(asset_->count(ishi::Kind::profiles) + 1));
    case 2:
      return see_status(ishi::Tools(p).set_state(p.agent_of(slot), random_.below(info.states.count + 1)));
    default: {
      if (info.options.count == 0) return;
      const ishi::Entity candidate = anybody();
      const auto option = static_cast<uint16_t>(random_.below(info.options.count));
      return see_status(ishi::Tools(p).set_option(p.agent_of(slot), option, candidate));
    }
  }
}

// One that does not exist is refused. It counts as what it was when profiles were given by index.
void Game::set_profile(ishi::Population& population, ishi::Entity agent, uint32_t profile) {
  if (profile < asset_->count(ishi::Kind::profiles))
    return see_status(population.set_profile(agent, ishi::AssetParts(*asset_).profile(profile).id));
  const ishi::Status status = population.set_profile(agent, ishi::ProfileId(1));
  require(status.code == ishi::StatusCode::unknown_id, "a profile that does not exist");
  see_status({ishi::StatusCode::out_of_range, 0});
}

void Game::change_candidates() {
  if (asset_->count(ishi::Kind::sets) == 0) return;
  const ishi::SetInfo set = ishi::AssetParts(*asset_).set(random_.below(asset_->count(ishi::Kind::sets)));
  if (set.kind != ishi::SetKind::candidates) return;
  const Agent& agent = agents_[random_.below(static_cast<uint32_t>(agents_.size()))];
  const bool is_own = set.scope == ishi::Scope::agent;
  const uint32_t row = is_own ? slot_of(agent) : set.scope == ishi::Scope::team ? random_.below(2) : 0;
  // Of an agent's own sets its population is asked, of the others the world.
  const auto in_set = [&](auto&& call) {
    return is_own ? call(populations_[agent.population], agent.entity, ishi::SetId(set.id))
                  : call(world_, ishi::SetId(set.id), ishi::TeamId(row));
  };
  std::array<ishi::Entity, 255> members;
  uint32_t count = 0;
  require(in_set([&](auto& owner, auto a, auto b) { return owner.candidates(a, b).list(members, count); }),
          "candidates");
  ishi::Entity member = count > 0 ? members[random_.below(count)] : anybody();
  const uint32_t what = random_.below(4);
  if (what == 0) {
    see_status(in_set([&](auto& owner, auto a, auto b) { return owner.candidates(a, b).withdraw(member); }));
  } else if (what == 1 && set.fields.count > 0) {
    const ishi::NamedVariable field =
        ishi::AssetParts(*asset_).member_field(set.fields.first + random_.below(set.fields.count));
    with_value(field.variable, [&](const auto& value) {
      see_status(in_set([&](auto& owner, auto a, auto b) {
        return owner.candidates(a, b).set_field(member, field.id, value);
      }));
    });
  } else {
    member = anybody();
    see_status(in_set([&](auto& owner, auto a, auto b) { return owner.candidates(a, b).add(member); }));
  }
}

void Game::change_facts() {
  if (asset_->count(ishi::Kind::sets) == 0) return;
  const ishi::SetInfo set = ishi::AssetParts(*asset_).set(random_.below(asset_->count(ishi::Kind::sets)));
  if (set.kind != ishi::SetKind::memory) return;
  const ishi::MemoryId memory(set.id);
  const Agent& agent = agents_[random_.below(static_cast<uint32_t>(agents_.size()))];
  ishi::Population& p = populations_[agent.population];
  const uint32_t slot = slot_of(agent);
  std::array<ishi::FactInfo, 64> facts;
  uint32_t count = 0;
  require(p.facts(p.agent_of(slot), memory, facts, count), "facts");
  for (uint32_t i = 0; i < count; ++i) digest_.add(facts[i].position);
  const uint32_t fact = random_.below(count + 1);
  switch (random_.below(6)) {
    case 0:
      return see_status(p.forget(p.agent_of(slot), memory, fact < count ? facts[fact].entity : anybody()));
    case 1:
      return see_status(ishi::Tools(p).restore_fact(
          p.agent_of(slot), memory,
          {.entity = anybody(), .position = place(), .last_seen_microseconds = random_.below(1u << 30)}));
    case 2: {
      float awareness = 0;
      see_status(p.awareness(p.agent_of(slot), memory, fact, awareness));
      digest_.add(awareness);
      return see_status(
          ishi::Tools(p).set_awareness(p.agent_of(slot), memory, fact, number({.low = 0, .high = 1})));
    }
    case 3: {
      if (set.fields.count == 0) return;
      const ishi::NamedVariable field =
          ishi::AssetParts(*asset_).member_field(set.fields.first + random_.below(set.fields.count));
      return with_value(field.variable, [&](const auto& value) {
        see_status(p.set_fact_field(p.agent_of(slot), memory, fact, field.id, value));
        auto read = value;
        see_status(p.fact_field(p.agent_of(slot), memory, fact, field.id, read));
      });
    }
    default: return see_status(p.remember(p.agent_of(slot), memory, anybody()));
  }
}

void Game::change_claims() {
  const uint32_t tokens = asset_->count(ishi::Kind::tokens);
  if (tokens == 0) return;
  const ishi::Entity entity = anybody();
  digest_.add(world_.claimed_by(entity));
  see_status(world_.keep_entity(entity, random_.one_in(3)));
  const ishi::TokenInfo token = ishi::AssetParts(*asset_).token(random_.below(tokens));
  const uint32_t team = token.scope == ishi::Scope::team ? random_.below(2) : 0;
  uint32_t count = 0;
  see_status(world_.tokens_in_use(token.id, ishi::TeamId(team), count));
  digest_.add(count);
  see_status(world_.keep_tokens(token.id, ishi::TeamId(team), random_.one_in(3) ? 1 : 0));
}

void Game::change_cell() {
  const ishi::GridCells cells = world_.cells();
  if (cells.empty()) return;
  const uint8_t terrain = random_.one_in(4) ? ishi::kImpassableCell : static_cast<uint8_t>(random_.below(3));
  const uint32_t row = random_.below(cells.rows());
  const uint32_t column = random_.below(cells.columns());
  require(world_.set_cell(column, row, terrain), "set_cell");
}

void Game::spawn(uint32_t population) {
  ishi::SpawnOptions options;
  options.position = place();
  options.facing = {0, 0, random_.one_in(2) ? 1.0F : -1.0F};
  options.team = ishi::TeamId(random_.below(2));
  if (random_.one_in(2)) {
    const uint32_t profile = random_.below(asset_->count(ishi::Kind::profiles) + 1);
    const bool is_one = profile < asset_->count(ishi::Kind::profiles);
    options.profile = is_one ? ishi::AssetParts(*asset_).profile(profile).id : ishi::kNoProfileId;
  }
  options.identity = ++identities_;
  const uint32_t kinds = asset_->count(ishi::Kind::things);
  if (kinds > 0) options.thing = ishi::AssetParts(*asset_).thing(random_.below(kinds)).id;
  Agent agent{.population = population};
  require(populations_[population].spawn(options, agent.entity), "spawn");
  agents_.push_back(agent);
}

void Game::despawn(const Agent& agent) {
  ledger_.despawn(static_cast<uint16_t>(agent.population), slot_of(agent));
  require(populations_[agent.population].despawn(agent.entity), "despawn");
}

void Game::replace_agent() {
  const auto i = random_.below(static_cast<uint32_t>(agents_.size()));
  const Agent gone = agents_[i];
  despawn(gone);
  agents_.erase(agents_.begin() + i);
  spawn(gone.population);
}

void Game::replace_thing() {
  if (things_.empty()) return;
  const auto i = random_.below(static_cast<uint32_t>(things_.size()));
  require(world_.despawn_entity(things_[i]), "despawn_entity");
  ishi::EntityOptions options;
  options.position = place();
  const ishi::ThingId kind = kinds_[i / scenario_.things];
  options.thing = asset_->find(kind) == ishi::kNotFound ? ishi::ThingId() : kind;
  options.identity = ++identities_;
  require(world_.spawn_entity(options, things_[i]), "spawn_entity");
}

void Game::post_event() {
  if (asset_->count(ishi::Kind::events) == 0) return;
  const ishi::EventInfo event =
      ishi::AssetParts(*asset_).event(random_.below(asset_->count(ishi::Kind::events)));
  std::array<std::byte, 256> record{};
  for (uint32_t i = 0; i < event.fields.count; ++i) {
    const ishi::NamedVariable field = ishi::AssetParts(*asset_).event_field(event.fields.first + i);
    with_value(field.variable,
               [&](const auto& value) { std::memcpy(record.data() + field.offset, &value, sizeof value); });
  }
  ishi::EventOptions options;
  options.record_bytes = event.record_size;
  options.event = event.id;
  options.target = static_cast<ishi::EventTarget>(random_.below(3));
  options.team = ishi::TeamId(random_.below(2));
  options.agent = agents_[random_.below(static_cast<uint32_t>(agents_.size()))].entity;
  options.record = record.data();
  see_status(world_.post(options));
}

void Game::make_sound() {
  if (asset_->count(ishi::Kind::sounds) == 0) return;
  ishi::SoundOptions options;
  options.sound = ishi::AssetParts(*asset_).sound(random_.below(asset_->count(ishi::Kind::sounds))).id;
  options.maker = anybody();
  options.elsewhere = random_.one_in(4);
  options.position = place();
  see_status(world_.make_sound(options));
}

void Game::choose() {
  const Agent& agent = agents_[random_.below(static_cast<uint32_t>(agents_.size()))];
  const ishi::IndexRange choices = agent_info(agent.population).choices;
  if (choices.count == 0) return;
  ishi::Chosen chosen;
  require(populations_[agent.population].choose(
              agent.entity, ishi::AssetParts(*asset_).choice(choices.first + random_.below(choices.count)).id,
              crew_.scratch(), chosen),
          "choose");
  digest_.add(chosen.member);
  digest_.add(chosen.score);
}

}  // namespace determinism
