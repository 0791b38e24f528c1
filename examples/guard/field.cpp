#include "field.h"

#include <algorithm>

#include "program.h"

namespace guards {
namespace {

using games::require;
using games::step_towards;

constexpr float kSight = 26;        // metres that a guard sees
constexpr float kRemembers = 4;     // seconds for which it knows whom it saw
constexpr float kRaiderRange = 16;  // metres
constexpr float kRaiderHealth = 420;
constexpr float kWalking = 1.4F;  // metres per second
constexpr float kRaiding = 2.2F;

Place held(Place p) { return {std::clamp(p.x, 0.0F, Field::kWidth), std::clamp(p.z, 0.0F, Field::kDepth)}; }

}  // namespace

Field::Field(const ishi::Asset& asset, uint32_t guards, uint32_t raiders, uint64_t seed)
    : random_(static_cast<uint32_t>(seed)) {
  require(
      ishi::World::create({.seed = seed, .entities = guards + raiders, .contract = game::contract}, world_),
      "the world");
  games::record(world_);
  games::add_agents(world_, asset, "guard", guards, population_);
  require(ishi::Scratch::create(world_, scratch_), "memory to think in");
  hp_ = population_.column(game::hp);
  ammo_ = population_.column(game::ammo);
  threat_ = population_.column(game::threat);

  guards_.resize(guards);
  for (uint32_t i = 0; i < guards; ++i) {
    Guard& guard = guards_[i];
    guard.personality = static_cast<Personality>(i % 3);
    guard.post = guard.place = {random(0, kWidth), random(0, kDepth)};
    const char* const name = kPersonalities[static_cast<size_t>(guard.personality)];
    require(population_.spawn({.position = {guard.place.x, 0, guard.place.z},
                               .profile = ishi::ProfileId::of(name),
                               .user = i,
                               .thing = game::person::id},
                              guard.agent),
            "a guard");
    require(population_.slot_of(guard.agent, guard.slot), "its slot");
  }
  require(world_.field(game::person::firepower, firepower_), "firepower");
  raiders_.resize(raiders);
  for (Raider& raider : raiders_) {
    raider.firepower = random(0.3F, 1);
    raider.returns_at = random(0, 4);
  }
}

// A raider enters from the left.
void Field::send(Raider& raider) {
  raider.place = {0, random(0, kDepth)};
  raider.goal = {kWidth, random(0, kDepth)};
  raider.hp = kRaiderHealth;
  raider.alive = true;
  raider.trail.clear();
  require(world_.spawn_entity({.position = {raider.place.x, 0, raider.place.z}, .thing = game::person::id},
                              raider.entity),
          "a raider");
  firepower_[raider.entity.index] = raider.firepower;
}

void Field::frame() {
  games::between_frames(world_, kStep);
  // Between frames bodies move, and agents come and go.
  move_raiders();
  move_guards();
  ++frame_;
  const auto microseconds = static_cast<uint64_t>(static_cast<double>(frame_) * 1e6 / 60);
  require(world_.begin_frame({frame_, microseconds}), "begin_frame");
  think();
  act();
  require(world_.end_frame(), "end_frame");
}

void Field::move_raiders() {
  for (Raider& raider : raiders_) {
    if (!raider.alive && time() >= raider.returns_at) send(raider);
    if (!raider.alive) continue;
    raider.place = step_towards(raider.place, raider.goal, kRaiding * kStep);
    if (distance(raider.place, raider.goal) < 1) raider.goal = {random(0, kWidth), random(0, kDepth)};
    require(world_.set_position(raider.entity, {raider.place.x, 0, raider.place.z}), "a raider's place");
    if (frame_ % 30 == 0) raider.trail.push_back(raider.place);
    if (time() < raider.next_shot) continue;
    Guard* nearest = nullptr;
    float least = kRaiderRange;
    for (Guard& guard : guards_) {
      const float d = distance(guard.place, raider.place);
      if (!guard.alive || d >= least) continue;
      nearest = &guard;
      least = d;
    }
    raider.next_shot = time() + random(0.6F, 1.2F);
    if (nearest != nullptr && random(0, 1) < 0.75F)
      hurt(*nearest, random(14, 30) * (0.5F + raider.firepower), raider.entity);
  }
}

void Field::hurt(Guard& guard, float amount, ishi::Entity by) {
  guard.hp -= amount;
  if (guard.hp > 0) {
    tell(guard, "is hit: " + std::to_string(static_cast<int>(guard.hp)) + " health left");
    require(world_.post(guard.agent, game::Damaged{amount, by}), "an event");
    return;
  }
  guard.hp = 0;
  guard.alive = false;
  tell(guard, "dies");
  require(population_.despawn(guard.agent), "a death");
}

void Field::move_guards() {
  for (Guard& guard : guards_) {
    if (!guard.alive) continue;
    if (guard.activity == Activity::running) {
      const Raider* const raider = raider_of(guard.flees_from);
      const Place from = raider != nullptr ? raider->place : guard.place;
      const Place away = {2 * guard.place.x - from.x, 2 * guard.place.z - from.z};
      guard.place = held(step_towards(guard.place, away, guard.pace * kStep));
      const bool far = raider == nullptr || distance(guard.place, from) > kSight;
      if (far && guard.until - time() < 2) guard.until = time();  // it runs for a second at least
    } else if (guard.activity == Activity::walking) {
      guard.place = held(step_towards(guard.place, guard.goal, kWalking * kStep));
      guard.hp = std::min(100.0F, guard.hp + 2 * kStep);
    } else if (guard.activity == Activity::aiming) {
      // The task's parameter is live: it names whoever the threat is now.
      const Raider* const raider = raider_of(guard.aim->at);
      if (raider == nullptr || !raider->alive || distance(raider->place, guard.place) > kSight) {
        tell(guard, "loses its target");
        finish(guard, ishi::Ending::failed);
      }
    }
    if (guard.activity != Activity::none && time() >= guard.until) {
      if (guard.activity == Activity::firing) shoot(guard);
      if (guard.activity == Activity::reloading) {
        guard.ammo = 12;
        ++guard.reloads;
      }
      finish(guard, ishi::Ending::completed);
    }
    require(world_.set_position(guard.agent, {guard.place.x, 0, guard.place.z}), "a guard's place");
    if (frame_ % 30 == 0) guard.trail.push_back(guard.place);
  }
}

void Field::shoot(Guard& guard) {
  --guard.ammo;
  ++guard.shots;
  Raider* const raider = raider_of(guard.threat);
  if (raider == nullptr || !raider->alive) return;
  if (random(0, 1) > 0.9F - distance(raider->place, guard.place) / 50) {
    tell(guard, "misses");
    return;
  }
  ++guard.hits;
  raider->hp -= 18;
  tell(guard, raider->hp > 0 ? "hits" : "hits, and the raider falls");
  if (raider->hp > 0) return;
  raider->alive = false;
  raider->returns_at = time() + random(2, 6);
  require(world_.despawn_entity(raider->entity), "a raider's end");
}

// An activity is over; the guard goes on in the next round.
void Field::finish(Guard& guard, ishi::Ending ending) {
  guard.activity = Activity::none;
  require(population_.report(guard.token, ending), "a report");
}

// What the guards that are about to think know: the game tells only those.
void Field::look_around(const ishi::Batch& batch) {
  for (const uint32_t slot : batch.rows()) {
    uint64_t user = 0;
    require(world_.user(population_.agent_of(slot), user), "whose slot it is");
    Guard& guard = guard_of(user);
    float least = kSight;
    bool sees = false;
    for (const Raider& raider : raiders_) {
      const float d = distance(raider.place, guard.place);
      if (!raider.alive || d >= least) continue;
      guard.threat = raider.entity;
      least = d;
      sees = true;
    }
    if (sees) guard.seen_at = time();
    if (time() - guard.seen_at > kRemembers) guard.threat = ishi::kNobody;
    hp_[slot] = guard.hp;
    ammo_[slot] = guard.ammo;
    // Who hit it, it knows from the event; what it sees comes first.
    if (sees || guard.threat == ishi::kNobody) threat_[slot] = guard.threat;
    guard.threat = threat_[slot];
  }
}

void Field::think() {
  ishi::Batch batch;
  require(population_.begin_think(batch), "begin_think");
  look_around(batch);
  for (uint32_t job = 0; job < batch.jobs(); ++job) require(population_.think(batch, job, scratch_), "think");
  require(population_.end_think(batch), "end_think");
}

void Field::act() {
  while (population_.wants_act()) {
    ishi::Round round;
    ishi::Commands commands;
    require(population_.begin_act(round), "begin_act");
    for (uint32_t job = 0; job < round.jobs(); ++job) require(population_.act(round, job, scratch_), "act");
    require(population_.end_act(round, commands), "end_act");
    carry_out(commands);
  }
}

void Field::carry_out(const ishi::Commands& commands) {
  const auto begin = [this](uint64_t user, ishi::Token token, Activity activity, float seconds) -> Guard& {
    Guard& guard = guard_of(user);
    guard.activity = activity;
    guard.token = token;
    guard.until = time() + seconds;
    return guard;
  };
  // Ends come before starts: a guard does one thing at a time.
  const auto stop = [this](uint64_t user, const char* what) {
    Guard& guard = guard_of(user);
    guard.activity = Activity::none;
    ++guard.interrupted;
    if (guard.alive) tell(guard, std::string("breaks off ") + what);
  };
  const ishi::Dispatched ended = ishi::dispatch(
      population_, {.ends = commands.ends},
      [&](const ishi::Ended<game::Aim>& end) { stop(end.user, "aiming"); },
      [&](const ishi::Ended<game::Flash>& end) { stop(end.user, "the attack"); },
      [&](const ishi::Ended<game::Fire>& end) { stop(end.user, "firing"); },
      [&](const ishi::Ended<game::RunFrom>& end) { stop(end.user, "running"); },
      [&](const ishi::Ended<game::WalkRound>& end) { stop(end.user, "its round"); },
      [&](const ishi::Ended<game::ReloadWeapon>& end) {
        stop(end.user, "reloading");
        // The magazine is put away first; until then the guard can do nothing else.
        if (end.report_when_over) begin(end.user, end.token, Activity::putting_away, 0.3F);
      });
  require(ended, "tasks that end");
  const ishi::Dispatched started = ishi::dispatch(
      population_, {.starts = commands.starts},
      [&](const ishi::Started<game::Aim>& start) {
        Guard& guard = begin(start.user, start.token, Activity::aiming, 0.5F);
        guard.aim = &start.parameters;
        tell(guard, "raises the gun");
      },
      [&](const ishi::Started<game::Flash>& start) {
        tell(begin(start.user, start.token, Activity::flashing, 0.1F), "shows a flash");
      },
      [&](const ishi::Started<game::Fire>& start) {
        tell(begin(start.user, start.token, Activity::firing, 0.2F), "fires");
      },
      [&](const ishi::Started<game::ReloadWeapon>& start) {
        tell(begin(start.user, start.token, Activity::reloading, 2), "reloads");
      },
      [&](const ishi::Started<game::RunFrom>& start) {
        Guard& guard = begin(start.user, start.token, Activity::running, 3);
        guard.flees_from = start.parameters.who;
        guard.pace = start.parameters.pace;
        ++guard.flights;
        tell(guard, "runs");
      },
      [&](const ishi::Started<game::WalkRound>& start) {
        Guard& guard = begin(start.user, start.token, Activity::walking, 5);
        guard.goal = held({guard.post.x + random(-8, 8), guard.post.z + random(-8, 8)});
        tell(guard, "walks its round");
      });
  require(started, "tasks that start");
}

size_t Field::running_tasks() const {
  return static_cast<size_t>(std::count_if(guards_.begin(), guards_.end(), [](const Guard& guard) {
    return guard.alive && guard.activity != Activity::none && guard.activity != Activity::putting_away;
  }));
}

void Field::tell(const Guard& guard, std::string text) {
  const auto index = static_cast<size_t>(&guard - guards_.data());
  if (std::find(followed.begin(), followed.end(), index) == followed.end()) return;
  happenings.push_back({time(), index, std::move(text)});
}

Raider* Field::raider_of(ishi::EntityId entity) {
  const auto found = std::find_if(raiders_.begin(), raiders_.end(),
                                  [entity](const Raider& raider) { return raider.entity == entity; });
  return found == raiders_.end() ? nullptr : &*found;
}

}  // namespace guards
