#include "field.h"

#include <algorithm>
#include <cmath>

#include "ishi/asset_info.h"
#include "program.h"

namespace skirmish {
namespace {

using games::distance;
using games::require;

constexpr float kCompany = 8;   // metres: who stands nearer is company
constexpr float kReach = 2.6F;  // metres: of a blow that was begun

}  // namespace

Field::Field(const ishi::Asset& asset, uint64_t seed) : asset_(asset), random_(static_cast<uint32_t>(seed)) {
  require(ishi::World::create({.seed = seed, .entities = 32, .teams = 2, .contract = game::contract}, world_),
          "the world");
  games::record(world_);
  for (size_t i = 0; i < populations_.size(); ++i)
    games::add_agents(world_, asset, kKinds[i], 12, populations_[i]);
  require(ishi::Scratch::create(world_, scratch_), "memory to think in");
  // The player's side on the left; the last number is for how long an order is kept in mind.
  spawn('A', Kind::soldier, {8, 20}, "loyal", 20);
  spawn('B', Kind::soldier, {7, 16}, "loyal", 20);
  spawn('D', Kind::soldier, {8, 12}, "loyal", 7);
  spawn('E', Kind::soldier, {6, 8}, "stubborn", 20);
  spawn('C', Kind::coward, {4, 14}, "stubborn", 20);
  spawn('W', Kind::wolf, {10, 26}, "stubborn", 10);
  spawn('a', Kind::soldier, {46, 19}, "loyal", 20);
  spawn('b', Kind::soldier, {47, 15}, "loyal", 20);
  spawn('d', Kind::soldier, {46, 11}, "loyal", 20);
  spawn('e', Kind::soldier, {48, 7}, "loyal", 20);
  spawn('c', Kind::coward, {50, 16}, "stubborn", 20);
  spawn('w', Kind::wolf, {44, 3}, "stubborn", 20);
  orders_ = {
      {.time = 2, .command = game::Command::go, .place = {22, 22}, .who = "ABDE"},
      {.time = 14, .command = game::Command::attack, .target = 'w', .who = "ABE"},
      {.time = 26, .command = game::Command::hold, .place = {16, 15}, .who = "BDW"},
      {.time = 38, .command = game::Command::go, .place = {30, 15}, .who = "ABCDEW"},
  };
}

void Field::spawn(char letter, Kind kind, Place place, const char* profile, float remembers) {
  Fighter fighter{.letter = letter,
                  .kind = kind,
                  .side = letter >= 'a' ? 1U : 0U,
                  .profile = profile,
                  .remembers = remembers};
  fighter.body.place = place;
  fighter.body.is_left = fighters_.size() % 2 == 0;
  ishi::Population& population = population_of(fighter);
  require(population.spawn({.position = point(place),
                            .team = ishi::TeamId(fighter.side),
                            .profile = ishi::ProfileId::of(profile),
                            .user = fighters_.size(),
                            .thing = game::fighter::id},
                           fighter.agent),
          "a fighter");
  require(population.slot_of(fighter.agent, fighter.slot), "its slot");
  population.column(game::remembers)[fighter.slot] = remembers;
  fighters_.push_back(std::move(fighter));
}

void Field::frame() {
  games::between_frames(world_, kStep);
  give_orders();
  move();
  ++frame_;
  const auto microseconds = frame_ * static_cast<uint64_t>(kStep * 1e6F);
  require(world_.begin_frame({frame_, microseconds}), "begin_frame");
  look_around();
  for (ishi::Population& population : populations_) {
    games::think(population, scratch_);
    games::act(population, scratch_,
               [&](const ishi::Commands& commands) { carry_out(population, commands); });
  }
  require(world_.end_frame(), "end_frame");
  for (Fighter& fighter : fighters_) tell_of_change(fighter);
}

void Field::move() {
  for (Fighter& fighter : fighters_) {
    if (fighter.alive) move(fighter);
  }
  for (size_t i = 0; i < fighters_.size(); ++i) {
    for (size_t k = i + 1; k < fighters_.size(); ++k) {
      if (fighters_[i].alive && fighters_[k].alive) push_apart(fighters_[i].body, fighters_[k].body);
    }
  }
  for (Fighter& fighter : fighters_) {
    if (!fighter.alive) continue;
    require(world_.set_position(fighter.agent, point(fighter.body.place)), "a place");
    if (!fighter.trails.empty()) fighter.trails.back().places.push_back(fighter.body.place);
  }
}

void Field::move(Fighter& fighter) {
  const Fighter* const other = fighter_of(fighter.who);
  switch (fighter.activity) {
    case Activity::none: return;
    case Activity::standing: return rest(fighter.body);
    case Activity::going:
      if (walk_to(fighter.body, fighter.goal)) finish(fighter, ishi::Ending::completed);
      return;
    case Activity::striking:
      if (time() >= fighter.until) strike(fighter);
      return;
    case Activity::moving: break;
  }
  if (other == nullptr || !other->alive) return finish(fighter, ishi::Ending::failed);
  const Place there = other->body.place;
  std::vector<Place> foes;
  for (const Fighter& foe : fighters_) {
    if (foe.alive && foe.side != fighter.side) foes.push_back(foe.body.place);
  }
  switch (fighter.how) {
    case game::Motion::approach: return approach(fighter.body, there);
    case game::Motion::chase: return chase(fighter.body, there);
    case game::Motion::circle: return circle(fighter.body, there);
    case game::Motion::keep_off: return keep_off(fighter.body, there);
    case game::Motion::flee: return flee(fighter.body, foes);
    case game::Motion::hide_behind: {
      const Fighter* const foe = nearest_foe(fighter);
      return hide_behind(fighter.body, there, foe == nullptr ? there : foe->body.place);
    }
  }
}

void Field::strike(Fighter& fighter) {
  Fighter* const other = fighter_of(fighter.who);
  if (other == nullptr || !other->alive || distance(other->body.place, fighter.body.place) > kReach)
    return finish(fighter, ishi::Ending::failed);
  finish(fighter, ishi::Ending::completed);
  if (random(0, 1) < 0.25F) return;  // parried
  other->health -= random(0.12F, 0.28F);
  if (other->health > 0) {
    require(world_.post(other->agent, game::Struck{.by = fighter.agent}), "a blow");
    return;
  }
  other->health = 0;
  other->alive = false;
  other->fell_at = frame_;
  std::string line;
  games::add(line, "%c falls, struck down by %c", other->letter, fighter.letter);
  tell(line);
  require(population_of(*other).despawn(other->agent), "a death");
}

void Field::finish(Fighter& fighter, ishi::Ending ending) {
  if (fighter.activity == Activity::going && ending == ishi::Ending::completed && order_of(fighter) != 0) {
    for (Duty& duty : fighter.duties) {
      const bool is_go = orders_[duty.order].command == game::Command::go;
      duty.is_done |= is_go && duty.handle == fighter.candidate;
    }
  }
  fighter.activity = Activity::none;
  require(population_of(fighter).report(fighter.token, ending), "a report");
}

// What fighters know of themselves and of each other.
void Field::look_around() {
  ishi::Column<float> health;
  ishi::Column<int32_t> company;
  ishi::Column<uint8_t> fleeing;
  require(world_.field(game::fighter::health, health), "health");
  require(world_.field(game::fighter::company, company), "company");
  require(world_.field(game::fighter::fleeing, fleeing), "fleeing");
  for (Fighter& fighter : fighters_) {
    if (!fighter.alive) continue;
    std::vector<ishi::Entity> foes, friends;
    int32_t near = 0;
    for (const Fighter& other : fighters_) {
      if (!other.alive || &other == &fighter) continue;
      const bool is_friend = other.side == fighter.side;
      (is_friend ? friends : foes).push_back(other.agent);
      near += is_friend && distance(other.body.place, fighter.body.place) < kCompany ? 1 : 0;
    }
    const Fighter* const foe = nearest_foe(fighter);
    ishi::Population& population = population_of(fighter);
    require(population.candidates(fighter.agent, game::foes::id).set(foes), "foes");
    require(population.candidates(fighter.agent, game::friends::id).set(friends), "friends");
    population.column(game::health)[fighter.slot] = health[fighter.agent.index] = fighter.health;
    population.column(game::company)[fighter.slot] = company[fighter.agent.index] = near;
    fleeing[fighter.agent.index] =
        fighter.activity == Activity::moving && fighter.how == game::Motion::flee ? 1 : 0;
    population.column(game::cornered)[fighter.slot] =
        foe != nullptr && is_cornered(fighter.body.place, foe->body.place) ? 1 : 0;
  }
}

void Field::carry_out(ishi::Population& population, const ishi::Commands& commands) {
  const auto stop = [this](uint64_t user) { fighters_[user].activity = Activity::none; };
  const ishi::Dispatched ended = ishi::dispatch(
      population, {.ends = commands.ends}, [&](const ishi::Ended<game::Move>& end) { stop(end.user); },
      [&](const ishi::Ended<game::GoTo>& end) { stop(end.user); },
      [&](const ishi::Ended<game::Stand>& end) { stop(end.user); },
      [&](const ishi::Ended<game::Strike>& end) { stop(end.user); });
  require(ended, "tasks that end");
  const auto begin = [this](const auto& start, Activity activity) -> Fighter& {
    Fighter& fighter = fighters_[start.user];
    fighter.activity = activity;
    fighter.token = start.token;
    return fighter;
  };
  const ishi::Dispatched started = ishi::dispatch(
      population, {.starts = commands.starts},
      [&](const ishi::Started<game::Move>& start) {
        Fighter& fighter = begin(start, Activity::moving);
        fighter.how = start.parameters.how;
        fighter.who = start.parameters.who;
      },
      [&](const ishi::Started<game::GoTo>& start) {
        begin(start, Activity::going).goal = {start.parameters.place.x, start.parameters.place.z};
      },
      [&](const ishi::Started<game::Stand>& start) { begin(start, Activity::standing); },
      [&](const ishi::Started<game::Strike>& start) {
        Fighter& fighter = begin(start, Activity::striking);
        fighter.who = start.parameters.who;
        fighter.until = time() + 0.6F;
      });
  require(started, "tasks that start");
}

int Field::alive(uint32_t side) const {
  return static_cast<int>(std::count_if(fighters_.begin(), fighters_.end(), [side](const Fighter& fighter) {
    return fighter.alive && fighter.side == side;
  }));
}

ishi::ActCounters Field::counters() const { return games::counters_of(populations_); }

uint64_t Field::running_tasks() const {
  return static_cast<uint64_t>(std::count_if(fighters_.begin(), fighters_.end(), [](const Fighter& fighter) {
    return fighter.alive && fighter.activity != Activity::none;
  }));
}

std::string Field::option_of(const Fighter& fighter) const {
  if (fighter.option == ishi::kNoOption) return "nothing";
  const char* const kind = kKinds[static_cast<size_t>(fighter.kind)];
  const uint32_t agent = asset_.find(ishi::AgentId::of(kind));
  return std::string(ishi::AssetParts(asset_)
                         .option(ishi::AssetParts(asset_).agent(agent).options.first + fighter.option)
                         .name);
}

char Field::letter_of(ishi::EntityId entity) const {
  for (const Fighter& fighter : fighters_) {
    if (fighter.agent == entity) return fighter.letter;
  }
  return 0;
}

Fighter* Field::fighter_of(ishi::EntityId entity) {
  const char letter = letter_of(entity);
  return letter == 0 ? nullptr : find(letter);
}

Fighter* Field::find(char letter) {
  const auto found = std::find_if(fighters_.begin(), fighters_.end(),
                                  [letter](const Fighter& fighter) { return fighter.letter == letter; });
  return found == fighters_.end() ? nullptr : &*found;
}

const Fighter* Field::nearest_foe(const Fighter& fighter) const {
  const Fighter* nearest = nullptr;
  for (const Fighter& foe : fighters_) {
    if (!foe.alive || foe.side == fighter.side) continue;
    const float d = distance(foe.body.place, fighter.body.place);
    if (nearest == nullptr || d < distance(nearest->body.place, fighter.body.place)) nearest = &foe;
  }
  return nearest;
}

}  // namespace skirmish
