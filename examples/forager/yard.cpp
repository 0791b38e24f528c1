#include "yard.h"

#include <algorithm>
#include <cmath>

#include "ishi/asset_info.h"
#include "program.h"

namespace foragers {
namespace {

using games::require;

constexpr float kSight = 10;       // metres
constexpr float kReach = 1.2F;     // metres
constexpr float kSpeed = 3.2F;     // metres per second
constexpr float kTired = 1.4F;     // without energy
constexpr float kLiving = 0.018F;  // energy per second

}  // namespace

Yard::Yard(const ishi::Asset& asset, uint64_t seed) : asset_(asset), random_(static_cast<uint32_t>(seed)) {
  require(ishi::World::create({.seed = seed, .entities = 64, .contract = game::contract}, world_),
          "the world");
  games::record(world_);
  constexpr const char* kNames[] = {"forager", "bold"};
  for (size_t i = 0; i < foragers_.size(); ++i) {
    Forager& forager = foragers_[i];
    forager.name = kNames[i];
    forager.place = {i == 0 ? 5.0F : 30.0F, i == 0 ? 8.0F : 26.0F};
    games::add_agents(world_, asset, forager.name, 1, forager.population);
    require(forager.population.spawn({.position = {forager.place.x, 0, forager.place.z}, .user = i},
                                     forager.agent),
            "a forager");
    require(forager.population.slot_of(forager.agent, forager.slot), "its slot");
  }
  require(ishi::Scratch::create(world_, scratch_), "memory to think in");
  pickups_.resize(15);
  for (size_t i = 0; i < pickups_.size(); ++i) {
    pickups_[i].is_charge = i % 5 > 2;
    pickups_[i].comes_at = static_cast<float>(i) * 0.2F;
  }
  sentries_.resize(2);
}

void Yard::frame() {
  games::between_frames(world_, 1.0 / 60);
  move_world();
  ++frame_;
  const auto microseconds = static_cast<uint64_t>(static_cast<double>(frame_) * 1e6 / 60);
  require(world_.begin_frame({frame_, microseconds}), "begin_frame");
  for (Forager& forager : foragers_) {
    think(forager);
    act(forager);
  }
  require(world_.end_frame(), "end_frame");
}

void Yard::move_world() {
  come_and_go();
  shut_and_block();
  for (Forager& forager : foragers_) {
    move(forager);
    require(world_.set_position(forager.agent, {forager.place.x, 0, forager.place.z}), "its place");
    forager.energy = std::max(0.0F, forager.energy - kLiving * kStep);
    if (frame_ % 6 == 0) look_around(forager);
    if (frame_ % 10 == 0 && !forager.trails.empty()) forager.trails.back().places.push_back(forager.place);
  }
}

Place Yard::free_place(float from, float to) {
  Place place;
  do {
    place = {random(from, to), random(1, Ground::kRows - 1)};
  } while (ground_.at(place) != Cell::free);
  return place;
}

void Yard::come_and_go() {
  for (Pickup& pickup : pickups_) {
    if (pickup.there || time() < pickup.comes_at) continue;
    // Charges lie in the room on the right, batteries in the others.
    pickup.place = pickup.is_charge ? free_place(42, 59) : free_place(1, 38);
    pickup.there = true;
    require(world_.spawn_entity({.position = {pickup.place.x, 0, pickup.place.z}, .thing = game::pickup::id},
                                pickup.entity),
            "a pickup");
    ishi::Column<float> energy;
    ishi::Column<float> power;
    require(world_.field(game::pickup::energy, energy), "energy");
    require(world_.field(game::pickup::power, power), "power");
    energy[pickup.entity.index] = pickup.is_charge ? 0 : random(0.4F, 0.8F);
    power[pickup.entity.index] = pickup.is_charge ? 0.5F : 0;
  }
  for (Sentry& sentry : sentries_) {
    if (!sentry.stands && time() >= sentry.comes_at) {
      sentry.place = free_place(23, 38);
      sentry.armour = 3;
      sentry.stands = true;
      require(
          world_.spawn_entity({.position = {sentry.place.x, 0, sentry.place.z}, .thing = game::sentry::id},
                              sentry.entity),
          "a sentry");
    }
    if (!sentry.stands || time() < sentry.strikes_at) continue;
    for (Forager& forager : foragers_) {
      if (games::distance(forager.place, sentry.place) > 2 * kReach) continue;
      forager.energy = std::max(0.0F, forager.energy - 0.05F);
      sentry.strikes_at = time() + 1.5F;
    }
  }
}

bool Yard::leads_through(const Forager& forager, Cell cell, float within) const {
  const bool roams = forager.trails.empty() || forager.trails.back().plan == "roam";
  if (forager.activity != Activity::walking || roams) return false;
  const auto is_there = [&](Place place) {
    const float d = games::distance(place, forager.place);
    return ground_.at(place) == cell && d > 2 && d < within;
  };
  return std::any_of(forager.way.begin() + static_cast<ptrdiff_t>(forager.next), forager.way.end(), is_there);
}

// Ways are lost when somebody is on them.
void Yard::shut_and_block() {
  const auto somebody_comes = [this](Cell cell, float within) {
    return std::any_of(foragers_.begin(), foragers_.end(),
                       [&](const Forager& forager) { return leads_through(forager, cell, within); });
  };
  const auto is_free_of = [this](Place place) {
    return std::all_of(foragers_.begin(), foragers_.end(),
                       [&](const Forager& forager) { return games::distance(forager.place, place) > 2.5F; });
  };
  if (!ground_.door_shut && time() >= door_shuts_at_ && somebody_comes(Cell::door, 8) &&
      is_free_of(Ground::kDoor)) {
    ground_.door_shut = true;
    happenings_.push_back({time(), nullptr, "the door falls shut", true, Ground::kDoor});
  }
  if (!ground_.rubble && time() >= rubble_falls_at_ && somebody_comes(Cell::passage, 10) &&
      is_free_of(Ground::kPassage)) {
    ground_.rubble = true;
    rubble_goes_at_ = time() + 30;
    happenings_.push_back({time(), nullptr, "rubble falls into the passage", true, Ground::kPassage});
  }
  if (ground_.rubble && time() >= rubble_goes_at_) {
    ground_.rubble = false;
    rubble_falls_at_ = time() + 15;
    happenings_.push_back({time(), nullptr, "the passage is clear again", false, Ground::kPassage});
  }
}

void Yard::move(Forager& forager) {
  switch (forager.activity) {
    case Activity::none: return;
    case Activity::walking: return walk(forager);
    case Activity::picking_up:
      if (time() >= forager.until) pick_up(forager);
      return;
    case Activity::opening:
      if (time() < forager.until) return;
      ground_.door_shut = false;
      door_shuts_at_ = time() + 20;
      forager.before_door = false;
      ++forager.doors_opened;
      return finish(forager, ishi::Ending::completed);
    case Activity::striking:
      if (time() >= forager.until) strike(forager);
      return;
  }
}

void Yard::walk(Forager& forager) {
  if (forager.next == forager.way.size()) {
    return finish(forager, forager.way.empty() ? ishi::Ending::failed : ishi::Ending::completed);
  }
  const Place next = forager.way[forager.next];
  const Place ahead = games::step_towards(forager.place, next, 1);
  forager.before_door =
      ground_.door_shut && (ground_.at(ahead) == Cell::door || ground_.at(next) == Cell::door);
  if (forager.before_door) return;  // until somebody opens it
  if (ground_.rubble && (ground_.at(ahead) == Cell::passage || ground_.at(next) == Cell::passage)) {
    ++forager.ways_lost;
    tell(forager, "stands before rubble: this way is lost", true);
    return finish(forager, ishi::Ending::failed);
  }
  const float speed = forager.energy > 0 ? kSpeed : kTired;
  forager.place = games::step_towards(forager.place, next, speed * kStep);
  if (games::distance(forager.place, next) < 0.05F) ++forager.next;
}

void Yard::finish(Forager& forager, ishi::Ending ending) {
  forager.activity = Activity::none;
  require(forager.population.report(forager.token, ending), "a report");
}

void Yard::pick_up(Forager& forager) {
  const auto found = std::find_if(pickups_.begin(), pickups_.end(),
                                  [&](const Pickup& pickup) { return pickup.entity == forager.target; });
  if (found == pickups_.end() || !found->there || games::distance(found->place, forager.place) > kReach) {
    ++forager.missed;
    tell(forager, "finds nothing: it is gone", true);
    return finish(forager, ishi::Ending::failed);
  }
  ishi::Column<float> energy;
  ishi::Column<float> power;
  require(world_.field(game::pickup::energy, energy), "energy");
  require(world_.field(game::pickup::power, power), "power");
  forager.energy = std::min(1.0F, forager.energy + energy[found->entity.index]);
  forager.power = std::min(1.0F, forager.power + power[found->entity.index]);
  ++forager.picked_up;
  tell(forager, "takes " + name_of(found->entity));
  require(world_.despawn_entity(found->entity), "a pickup's end");
  found->there = false;
  found->comes_at = time() + random(8, 16);
  finish(forager, ishi::Ending::completed);
}

void Yard::strike(Forager& forager) {
  const auto found = std::find_if(sentries_.begin(), sentries_.end(),
                                  [&](const Sentry& sentry) { return sentry.entity == forager.target; });
  if (found == sentries_.end() || !found->stands || games::distance(found->place, forager.place) > 2 * kReach)
    return finish(forager, ishi::Ending::failed);
  forager.power = std::max(0.0F, forager.power - 0.25F);
  --found->armour;
  tell(forager, found->armour > 0 ? "strikes" : "strikes, and the sentry falls", found->armour == 0);
  if (found->armour == 0) {
    ++forager.fallen;
    found->stands = false;
    found->comes_at = time() + 12;
    require(world_.despawn_entity(found->entity), "a sentry's end");
  }
  finish(forager, ishi::Ending::completed);
}

// What it sees it remembers. Where it sees that there is nothing any more it does not notice: it will find
// out.
void Yard::look_around(Forager& forager) {
  const auto sees = [&](Place place) {
    return games::distance(place, forager.place) < kSight && ground_.sees(forager.place, place);
  };
  for (const Pickup& pickup : pickups_) {
    if (pickup.there && sees(pickup.place))
      require(forager.population.remember(forager.agent, game::memories::pickups, pickup.entity), "a memory");
  }
  for (const Sentry& sentry : sentries_) {
    if (sentry.stands && sees(sentry.place))
      require(forager.population.remember(forager.agent, game::memories::sentries, sentry.entity),
              "a memory");
  }
}

void Yard::think(Forager& forager) {
  ishi::Batch batch;
  require(forager.population.begin_think(batch), "begin_think");
  forager.population.column(game::energy)[forager.slot] = forager.energy;
  forager.population.column(game::power)[forager.slot] = forager.power;
  forager.population.column(game::door_shut)[forager.slot] = forager.before_door ? 1 : 0;
  for (uint32_t job = 0; job < batch.jobs(); ++job)
    require(forager.population.think(batch, job, scratch_), "think");
  require(forager.population.end_think(batch), "end_think");
  tell_of_plan(forager);
}

void Yard::act(Forager& forager) {
  while (forager.population.wants_act()) {
    ishi::Round round;
    ishi::Commands commands;
    require(forager.population.begin_act(round), "begin_act");
    for (uint32_t job = 0; job < round.jobs(); ++job)
      require(forager.population.act(round, job, scratch_), "act");
    require(forager.population.end_act(round, commands), "end_act");
    carry_out(forager, commands);
  }
}

void Yard::carry_out(Forager& forager, const ishi::Commands& commands) {
  const auto stop = [&](const auto&) {
    forager.activity = Activity::none;
    forager.before_door = false;
  };
  const auto begin = [&](ishi::Token token, Activity activity, float seconds) {
    forager.token = token;
    forager.activity = activity;
    forager.until = time() + seconds;
  };
  const ishi::Dispatched ended = ishi::dispatch(
      forager.population, {.ends = commands.ends}, [&](const ishi::Ended<game::Wander>& end) { stop(end); },
      [&](const ishi::Ended<game::Move>& end) { stop(end); },
      [&](const ishi::Ended<game::PickUp>& end) { stop(end); },
      [&](const ishi::Ended<game::OpenDoor>& end) { stop(end); },
      [&](const ishi::Ended<game::Strike>& end) { stop(end); });
  require(ended, "tasks that end");
  const ishi::Dispatched started = ishi::dispatch(
      forager.population, {.starts = commands.starts},
      [&](const ishi::Started<game::Wander>& start) {
        begin(start.token, Activity::walking, 0);
        do {
          set_out(forager, free_place(1, 59), false);
        } while (forager.way.size() > 24);
      },
      [&](const ishi::Started<game::Move>& start) {
        begin(start.token, Activity::walking, 0);
        const bool around = start.parameters.by == game::Way::round;
        set_out(forager, {start.parameters.to.x, start.parameters.to.z}, around);
        if (around) tell(forager, "goes around");
      },
      [&](const ishi::Started<game::PickUp>& start) {
        begin(start.token, Activity::picking_up, 0.4F);
        forager.target = start.parameters.what;
      },
      [&](const ishi::Started<game::OpenDoor>& start) {
        begin(start.token, Activity::opening, 1);
        tell(forager, "opens the door", true);
      },
      [&](const ishi::Started<game::Strike>& start) {
        begin(start.token, Activity::striking, 0.8F);
        forager.target = start.parameters.who;
      });
  require(started, "tasks that start");
}

void Yard::set_out(Forager& forager, Place to, bool around) {
  forager.way = ground_.way(forager.place, to, around);
  forager.next = 0;
}

std::string Yard::name_of(ishi::EntityId entity) const {
  for (size_t i = 0; i < pickups_.size(); ++i) {
    if (pickups_[i].entity == entity)
      return (pickups_[i].is_charge ? "charge " : "battery ") + std::to_string(i + 1);
  }
  for (size_t i = 0; i < sentries_.size(); ++i) {
    if (sentries_[i].entity == entity) return "sentry " + std::to_string(i + 1);
  }
  return "what is gone";
}

std::string Yard::plan_of(const Forager& forager) const {
  if (forager.option == ishi::kNoOption) return "nothing";
  const uint32_t agent = asset_.find(ishi::AgentId::of(forager.name));
  std::string name(ishi::AssetParts(asset_)
                       .option(ishi::AssetParts(asset_).agent(agent).options.first + forager.option)
                       .name);
  name = name.substr(name.rfind('.') + 1);
  return forager.candidate == ishi::kNobody ? name : name + " for " + name_of(forager.candidate);
}

void Yard::tell_of_plan(Forager& forager) {
  const uint16_t option = forager.population.option(forager.agent);
  const ishi::Entity candidate = forager.population.candidate(forager.agent);
  if (option == forager.option && candidate == forager.candidate) return;
  forager.option = option;
  forager.candidate = candidate;
  if (option == ishi::kNoOption) return;
  const std::string plan = plan_of(forager);
  forager.trails.push_back({plan.substr(0, plan.find(' ')), {forager.place}});
  tell(forager, "chooses " + plan);
}

void Yard::tell(const Forager& forager, std::string text, bool is_marked) {
  happenings_.push_back(
      {time(), &forager, std::move(text), is_marked, forager.place, forager.energy, forager.power});
}

}  // namespace foragers
