#include <algorithm>
#include <cmath>

#include "fight.h"

// The warden's part of the fight: it turns, walks, and strikes after a while in which that can be seen
// coming.

namespace squad {
namespace {

using games::distance;
using games::require;

constexpr float kCharging = 11;  // metres per second
constexpr float kSlamRadius = 4, kLobRadius = 2.6F, kPath = 1.6F;
constexpr float kWindUp = 1,
                kTracking = 0.7F;  // seconds before it charges, and until when it follows its prey
constexpr float kBeyond = 3;       // metres by which it overshoots

// It is broader than a soldier.
std::vector<Circle> wide_rocks() {
  std::vector<Circle> circles = squad::rocks();
  for (Circle& circle : circles) circle.radius += 0.9F;
  return circles;
}

}  // namespace

void Fight::turn(Place wanted, float degrees_per_second) {
  const float speed = degrees_per_second * (time() < warden_.pressed_until ? 0.4F : 1) / 57.3F;
  warden_.facing = turn_towards(warden_.facing, direction(warden_.place, wanted), speed * kStep);
}

void Fight::work(Warden& warden) {
  const float elapsed = time() - warden.work.began;
  const Soldier* const foe = soldier_of(warden.work.whom);
  const Place there = foe == nullptr ? warden.aim : foe->place;
  switch (warden.work.activity) {
    case Activity::facing:
      turn(there, 80);
      if (elapsed >= 1) finish(boss_, warden.work, ishi::Ending::completed);
      break;
    case Activity::stalking:
      turn(there, 80);
      warden.place = walk_round(warden.place, there, warden.work.pace * kStep, wide_rocks());
      if (elapsed >= 2) finish(boss_, warden.work, ishi::Ending::completed);
      break;
    case Activity::shooting:
      if (elapsed < 1.1F) warden.aim = there;
      turn(warden.aim, 90);
      if (elapsed >= 1.4F) shoot();
      break;
    case Activity::lobbing:
      turn(warden.aim, 60);
      if (elapsed >= 1.8F) strike(Activity::lobbing, kLobRadius, 0.45F);
      break;
    case Activity::slamming:
      if (elapsed >= 1.2F) strike(Activity::slamming, kSlamRadius, 0.5F);
      break;
    case Activity::charging: charge(elapsed); break;
    default: break;
  }
  require(world_.set_position(warden.agent, point(warden.place)), "a place");
  require(world_.set_facing(warden.agent, point(warden.facing)), "a facing");
}

// Straight ahead: a rock stops it, and so does whoever comes first.
void Fight::shoot() {
  const Place way = warden_.facing;
  float reach = 0;
  Place end = warden_.place;
  Soldier* hit = nullptr;
  while (hit == nullptr && reach < 40) {
    reach += 0.3F;
    const Place next = plus(warden_.place, way, reach);
    if (next.x < 0 || next.x > kWidth || next.z < 0 || next.z > kDepth) break;
    end = next;
    const bool is_rock = std::any_of(rocks_.begin(), rocks_.end(), [end](const Circle& rock) {
      return distance(rock.centre, end) < rock.radius;
    });
    if (is_rock) break;
    for (Soldier& soldier : soldiers_) {
      if (soldier.is_alive && distance(soldier.place, end) < 0.7F) hit = &soldier;
    }
  }
  blows_.push_back({time(), Activity::shooting, warden_.place, end, hit != nullptr});
  if (hit != nullptr) hurt(*hit, random(0.25F, 0.4F), "shot");
  finish(boss_, warden_.work, ishi::Ending::completed);
}

void Fight::strike(Activity kind, float radius, float damage) {
  bool has_hit = false;
  for (Soldier& soldier : soldiers_) {
    if (!soldier.is_alive || distance(soldier.place, warden_.aim) > radius) continue;
    has_hit = true;
    hurt(soldier, damage * random(0.8F, 1.2F), kind == Activity::slamming ? "slammed" : "shelled");
  }
  blows_.push_back({time(), kind, warden_.place, warden_.aim, has_hit});
  finish(boss_, warden_.work, ishi::Ending::completed);
}

// It fixes a line, then runs along it until its end or a rock, over everybody on the way.
void Fight::charge(float elapsed) {
  if (elapsed < kWindUp) {
    const Soldier* const foe = soldier_of(warden_.work.whom);
    if (foe != nullptr && elapsed < kTracking)
      warden_.aim = on_ground(plus(foe->place, direction(warden_.place, foe->place), kBeyond));
    return turn(warden_.aim, 200);
  }
  const Place before = warden_.place;
  warden_.place = on_ground(games::step_towards(before, warden_.aim, kCharging * kStep));
  for (Soldier& soldier : soldiers_) {
    if (!soldier.is_alive || distance_to_line(soldier.place, before, warden_.place) > kPath) continue;
    if (soldier.sees_blow < -50) continue;
    soldier.sees_blow = -100;  // once
    warden_.has_hit = true;
    hurt(soldier, random(0.4F, 0.55F), "run over");
  }
  const bool is_blocked = std::any_of(rocks_.begin(), rocks_.end(), [this](const Circle& rock) {
    return distance(rock.centre, warden_.place) < rock.radius + 1.3F;
  });
  if (is_blocked) warden_.place = before;
  if (!is_blocked && distance(warden_.place, warden_.aim) > 0.1F) return;
  blows_.push_back({time(), Activity::charging, warden_.start, warden_.place, warden_.has_hit});
  finish(boss_, warden_.work, ishi::Ending::completed);
}

void Fight::hurt(Soldier& soldier, float amount, const char* how) {
  soldier.health -= amount;
  std::string line;
  games::add(line, "%c is %s%s", soldier.letter, how, soldier.health > 0 ? "" : " and falls");
  tell(line);
  if (soldier.health > 0)
    return require(world_.post(soldier.agent, game::Damaged{.amount = amount}), "a blow");
  soldier.health = 0;
  soldier.is_alive = false;
  soldier.work = {};
  require(world_.post_to_team(ishi::TeamId(0), game::ManDown{}), "a death");
  require(squad_.despawn(soldier.agent), "a death");
}

bool Fight::is_threatened(const Soldier& soldier) const {
  constexpr float kRoom = 0.5F;
  switch (warden_.work.activity) {
    case Activity::slamming: return distance(soldier.place, warden_.place) < kSlamRadius + kRoom;
    case Activity::lobbing: return distance(soldier.place, warden_.aim) < kLobRadius + kRoom;
    case Activity::charging:
      return distance_to_line(soldier.place, warden_.place, warden_.aim) < kPath + kRoom;
    default: return false;
  }
}

bool Fight::is_doomed(Soldier& soldier) { return soldier.sees_blow <= 0 && is_threatened(soldier); }

}  // namespace squad
