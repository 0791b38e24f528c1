#include <algorithm>
#include <cmath>

#include "fight.h"

// The soldiers' part of the fight: how they walk, hide, fire, fetch and bandage.

namespace squad {
namespace {

using games::distance;
using games::require;

constexpr float kRunning = 3.2F, kCreeping = 2.6F, kDiving = 4.5F;  // metres per second
constexpr float kArrived = 0.25F, kAtArm = 1.1F;                    // metres
constexpr float kWide = 9;       // metres from the warden when creeping round
constexpr float kRange = 26;     // metres
constexpr float kShield = 1.3F;  // radians to either side of the front
constexpr float kOnShield = 0.002F, kInBack = 0.021F, kBare = 0.012F;  // of its health, a burst

}  // namespace

void Fight::work(Soldier& soldier) {
  soldier.noise = std::max(0.0F, soldier.noise - 0.2F * kStep);
  soldier.sees_blow -= kStep;
  const float elapsed = time() - soldier.work.began;
  switch (soldier.work.activity) {
    case Activity::taking_cover:
    case Activity::creeping:
    case Activity::going: walk(soldier); break;
    case Activity::taking_magazine:
    case Activity::taking_kit:
      if (elapsed >= 0.8F) take(soldier);
      break;
    case Activity::loading:
      keep_hidden(soldier);
      if (elapsed < 1.2F) break;
      squad_.column(game::rounds)[soldier.slot] = 4;
      --squad_.column(game::magazines)[soldier.slot];
      finish(squad_, soldier.work, ishi::Ending::completed);
      break;
    case Activity::firing: fire(soldier); break;
    case Activity::bandaging:
      if (elapsed >= 2) bandage(soldier);
      break;
    case Activity::diving: dive(soldier); break;
    default: keep_hidden(soldier); break;
  }
  require(world_.set_position(soldier.agent, point(soldier.place)), "a place");
}

// From now on it is nowhere in particular.
void Fight::leave(Soldier& soldier) {
  squad_.column(game::beside)[soldier.slot] = {};
  squad_.column(game::hidden)[soldier.slot] = 0;
}

Place Fight::goal_of(const Soldier& soldier) const {
  for (size_t i = 0; i < rocks_.size(); ++i) {
    if (rock_entities_[i] == soldier.work.whom) return shelter(rocks_[i], warden_.place);
  }
  ishi::Vector3 there;
  if (!world_.position(world_.entity(soldier.work.whom), there)) return soldier.place;
  return {there.x, there.z};
}

void Fight::walk(Soldier& soldier) {
  const bool is_going = soldier.work.activity == Activity::going;
  const bool creeps = soldier.work.activity == Activity::creeping;
  if (!world_.is_alive(world_.entity(soldier.work.whom)))
    return finish(squad_, soldier.work, ishi::Ending::failed);
  leave(soldier);
  const Place goal = goal_of(soldier);
  std::vector<Circle> circles = rocks_;
  circles.push_back({warden_.place, std::min(creeps ? kWide : 4.5F, distance(goal, warden_.place) - 1)});
  soldier.place = walk_round(soldier.place, goal, (creeps ? kCreeping : kRunning) * kStep, circles);
  if (distance(soldier.place, goal) > (is_going ? kAtArm : kArrived)) return;
  squad_.column(game::beside)[soldier.slot] = soldier.work.whom;
  squad_.column(game::hidden)[soldier.slot] = is_going ? 0 : 1;
  const Store* const store = store_of(soldier.work.whom);
  if (store != nullptr) {
    notice(soldier, *store);
    if (store->stock == 0)
      tell(std::string(1, soldier.letter) + " finds an empty " + (store->is_chest ? "chest" : "box"));
  }
  if (!is_going) {
    const auto rock = std::find(rock_entities_.begin(), rock_entities_.end(), soldier.work.whom);
    soldier.rock = static_cast<size_t>(rock - rock_entities_.begin());
  }
  finish(squad_, soldier.work, ishi::Ending::completed);
}

// Whoever hides stays on the far side, wherever the warden goes.
void Fight::keep_hidden(Soldier& soldier) {
  if (squad_.column(game::hidden)[soldier.slot] == 0) return;
  const Place there = shelter(rocks_[soldier.rock], warden_.place);
  soldier.place = walk_round(soldier.place, there, kRunning * kStep, rocks_);
}

// It steps out, fires and is heard; what a burst does depends on where it comes from.
void Fight::fire(Soldier& soldier) {
  const Place there = lookout(rocks_[soldier.rock], warden_.place, soldier.place);
  soldier.place = walk_round(soldier.place, there, kRunning * kStep, rocks_);
  if (time() - soldier.work.began < 1.2F) return;
  --squad_.column(game::rounds)[soldier.slot];
  soldier.noise = 1;
  const bool has_hit =
      is_clear(soldier.place, warden_.place, rocks_) && distance(soldier.place, warden_.place) < kRange;
  blows_.push_back({time(), Activity::firing, soldier.place, warden_.place, has_hit});
  if (!has_hit) return finish(squad_, soldier.work, ishi::Ending::failed);
  const float angle = angle_between(warden_.facing, direction(warden_.place, soldier.place));
  const bool is_shielded = !is_furious() && angle < kShield;
  if (is_shielded) warden_.pressed_until = time() + 2;
  warden_.health -= is_shielded ? kOnShield : angle > kShield ? kInBack : kBare;
  squad_.column(game::hit)[soldier.slot] = 1;
  finish(squad_, soldier.work, ishi::Ending::completed);
}

// One from a box or a chest, if there is any.
void Fight::take(Soldier& soldier) {
  Store& store = *store_of(soldier.work.whom);
  const bool has_any = store.stock > 0;
  if (has_any) {
    --store.stock;
    if (store.is_chest) {
      squad_.column(game::has_kit)[soldier.slot] = 1;
    } else {
      squad_.column(game::magazines)[soldier.slot] = 2;
    }
  }
  notice(soldier, store);
  finish(squad_, soldier.work, has_any ? ishi::Ending::completed : ishi::Ending::failed);
}

// Who stands at a store sees what is left in it.
void Fight::notice(Soldier& soldier, const Store& store) {
  ishi::Column<int32_t> stock;
  require(world_.field(store.is_chest ? game::chest::stock : game::box::stock, stock), "stock");
  stock[store.entity.index] = store.stock;
  const ishi::MemoryId memory = store.is_chest ? game::memories::chests : game::memories::boxes;
  require(squad_.remember(soldier.agent, memory, store.entity), "a store");
}

void Fight::bandage(Soldier& soldier) {
  Soldier* const other = soldier_of(soldier.work.whom);
  if (other == nullptr || distance(other->place, soldier.place) > 2.5F)
    return finish(squad_, soldier.work, ishi::Ending::failed);
  other->health = std::min(1.0F, other->health + 0.6F);
  squad_.column(game::has_kit)[soldier.slot] = 0;
  squad_.column(game::healed)[soldier.slot] = 1;
  require(world_.post(other->agent, game::Bandaged{}), "a bandage");
  std::string line;
  games::add(line, "%c bandages %c", soldier.letter, other == &soldier ? 'o' : other->letter);
  if (other == &soldier) line = std::string(1, soldier.letter) + " bandages its own wounds";
  tell(line);
  finish(squad_, soldier.work, ishi::Ending::completed);
}

void Fight::dive(Soldier& soldier) {
  leave(soldier);
  const Place from = warden_.work.activity == Activity::lobbing ? warden_.aim : warden_.place;
  Place way = direction(from, soldier.place);
  if (warden_.work.activity == Activity::charging) {
    const Place line = direction(warden_.place, warden_.aim);
    way = turned(line, line.x * way.z - line.z * way.x > 0 ? 1.57F : -1.57F);
  }
  if (way.x == 0 && way.z == 0) way = {-1, 0};
  soldier.place = walk_round(soldier.place, plus(soldier.place, way, 3), kDiving * kStep, rocks_);
  if (is_threatened(soldier) && time() - soldier.work.began < 1.2F) return;
  finish(squad_, soldier.work, ishi::Ending::completed);
}

}  // namespace squad
