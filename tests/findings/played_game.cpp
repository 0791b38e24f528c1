#include "played_game.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <limits>

#include "ishi/id.h"
#include "runtime/phases.h"

namespace ishi::plays {

namespace {

constexpr uint32_t kFoes = 4;
constexpr uint32_t kMostMembers = 3;

}  // namespace

PlayedGame::PlayedGame(const std::vector<uint8_t>& blob, const PlayedDocument& document, uint32_t seed)
    : random_(seed), document_(document) {
  REQUIRE(Asset::load(blob, asset_));
  REQUIRE(World::create({.seed = seed, .entities = kPlayers + kFoes}, world_));
  REQUIRE(world_.add_population(asset_, AgentId::of("who"), {.capacity = kPlayers}, population_));
  REQUIRE(Scratch::create(world_, scratch_));
  const uint32_t rates[] = {16'667, 33'333, 50'000, 100'000};
  step_ = rates[below(4)];
  foes_.resize(kFoes);
  for (Entity& foe : foes_) REQUIRE(world_.spawn_entity({.thing = ThingId::of("foe")}, foe));
  for (uint32_t player = 0; player < kPlayers; ++player) {
    Entity id;
    const char* const profiles[] = {"", "bold", "meek"};
    const uint32_t profile = profile_of(player);
    REQUIRE(
        population_.spawn({.profile = profile == 0 ? kNoProfileId : ProfileId::of(profiles[profile])}, id));
    write_keys(player);
    write_members(player);
  }
  values_.resize(Tools(population_).value_count());
}

const std::array<Seen, kPlayers>& PlayedGame::step() {
  ++frame_;
  now_ += step_;
  for (uint32_t player = kStill; player < kPlayers; ++player) {
    if (below(8) == 0) write_keys(player);
    if (below(16) == 0) write_members(player);
    if (below(16) == 0)
      REQUIRE(world_.post({.event = EventId::of("called"), .agent = population_.agent_of(player)}));
  }
  for (size_t i = 0; i < tasks_.size();) {
    if (tasks_[i].due > now_) {
      ++i;
      continue;
    }
    REQUIRE(population_.report(tasks_[i].token, tasks_[i].fails ? Ending::failed : Ending::completed));
    tasks_.erase(tasks_.begin() + static_cast<std::ptrdiff_t>(i));
  }
  REQUIRE(world_.begin_frame({frame_, now_}));
  Batch batch;
  REQUIRE(population_.begin_think(batch));
  const Tools tools(population_);
  for (uint32_t player = 0; player < kPlayers; ++player) {
    const Entity agent = population_.agent_of(player);
    Seen& seen = seen_[player];
    seen.before = population_.option(agent);
    seen.state_before = population_.state(agent);
    seen.is_over = tools.puts_off_thought(agent);
    seen.is_locked = tools.is_locked(agent);
    seen.cools = false;
    for (uint16_t option = 0; option < document_.actions.size(); ++option)
      seen.cools |= tools.cooldown_left(agent, option) > 0;
    note_gates(player, seen);
  }
  for (uint32_t job = 0; job < batch.jobs(); ++job) REQUIRE(population_.think(batch, job, scratch_));
  REQUIRE(population_.end_think(batch));
  for (uint32_t player = 0; player < kPlayers; ++player) {
    seen_[player].after = population_.option(population_.agent_of(player));
    seen_[player].state_after = population_.state(population_.agent_of(player));
  }
  act();
  REQUIRE(world_.end_frame());
  for (uint32_t player = 0; player < kPlayers; ++player)
    seen_[player].at_end = population_.option(population_.agent_of(player));
  return seen_;
}

void PlayedGame::act() {
  for (uint32_t round = 0; round == 0 || population_.wants_act(); ++round) {
    if (round >= kRoundsPerFrame) break;
    const Commands commands = phases::act(population_, scratch_);
    for (const End& end : commands.ends)
      std::erase_if(tasks_, [&](const Task& task) { return task.token == end.token; });
    for (const Start& start : commands.starts) {
      uint32_t slot = 0;
      REQUIRE(population_.slot_of(start.agent, slot));
      const uint64_t takes = start.task == TaskId::of("go")     ? 300'000
                             : start.task == TaskId::of("fire") ? 200'000
                             : start.task == TaskId::of("hide") ? 400'000
                             : start.task == TaskId::of("long") ? 1'000'000
                                                                : 0;
      const Task task{start.token, now_ + takes, slot >= kUnfailing && below(4) == 0};
      if (takes > 0)
        tasks_.push_back(task);
      else
        REQUIRE(population_.report(task.token, task.fails ? Ending::failed : Ending::completed));
    }
  }
}

// The best gate of an option for members, as `explain` gives them by member.
void PlayedGame::note_gates(uint32_t player, Seen& seen) {
  const Tools tools(population_);
  const Entity agent = population_.agent_of(player);
  const AssetParts parts(asset_);
  const IndexRange options = parts.agent(0).options;
  REQUIRE(tools.explain(agent, values_));
  seen.gates.assign(document_.actions.size(), -std::numeric_limits<float>::infinity());
  for (uint32_t option = 0; option < seen.gates.size(); ++option) {
    const OptionInfo info = parts.option(options.first + option);
    if (info.set == kNotFound) {
      seen.gates[option] = values_[info.score];
      continue;
    }
    for (uint32_t member = 0; member < kMostMembers; ++member) {
      if (!tools.explain_member(agent, info.set, member, values_)) break;
      seen.gates[option] = std::max(seen.gates[option], values_[info.score]);
    }
  }
}

void PlayedGame::write_keys(uint32_t player) {
  const auto number = [&](const char* name, float low, float high) {
    const float inside = low + (high - low) * static_cast<float>(below(1025)) / 1024;
    const uint32_t pick = below(6);
    const auto column = population_.column<float>(id_of("blackboard", name));
    column[player] = pick == 0 ? low : pick == 1 ? high : inside;
  };
  number("k0", 0, 1);
  number("k1", -1, 4);
  population_.column<int32_t>(id_of("blackboard", "ammo"))[player] =
      below(3) == 0 ? 0 : static_cast<int32_t>(below(6));
  population_.column<uint8_t>(id_of("blackboard", "mood"))[player] = static_cast<uint8_t>(below(3));
  population_.column<uint8_t>(id_of("blackboard", "armed"))[player] = static_cast<uint8_t>(below(2));
}

void PlayedGame::write_members(uint32_t player) {
  const Candidates mob = population_.candidates(population_.agent_of(player), SetId::of("mob"));
  std::vector<Entity> members;
  const uint32_t first = below(kFoes), count = below(kMostMembers + 1);
  for (uint32_t i = 0; i < count; ++i) members.push_back(foes_[(first + i) % kFoes]);
  if (!mob.set(members)) return;  // no action is for members
  for (const Entity member : members)
    static_cast<void>(mob.set_field(member, id_of("candidates/mob", "w"), static_cast<float>(below(9)) / 8));
}

uint64_t PlayedGame::cooldown_left(uint32_t player, uint16_t option) const {
  return Tools(population_).cooldown_left(population_.agent_of(player), option);
}

int32_t PlayedGame::counter(uint32_t player, uint32_t number) {
  const auto column = population_.column<int32_t>(id_of("blackboard", "c" + std::to_string(number)));
  return player < column.size() ? column[player] : 0;
}

std::optional<float> PlayedGame::level(uint32_t player, uint32_t carried) {
  Column<float> levels;
  if (!population_.levels(MotiveId::of(kCarried[carried]), levels)) return {};
  return levels[player];
}

}  // namespace ishi::plays
