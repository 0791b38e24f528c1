#pragma once

#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "drawing.h"
#include "game.h"

// A small game: guards on a field, and raiders that walk across it. The game moves bodies, decides what is
// seen, who is hit and how long things take; what a guard wants to do, and in which steps, is the YAML's.

namespace guards {

using games::distance;
using games::Place;

enum class Personality : uint8_t { aggressive, coward, frugal };
inline constexpr const char* kPersonalities[] = {"aggressive", "coward", "frugal"};

// What a guard's body is busy with: one task at a time.
enum class Activity : uint8_t { none, aiming, flashing, firing, reloading, putting_away, running, walking };

struct Guard {
  ishi::Entity agent{};
  uint32_t slot = 0;
  Personality personality = Personality::aggressive;
  Place place{}, post{};
  float hp = 100;
  int ammo = 12;
  bool alive = true;

  Activity activity = Activity::none;
  ishi::Token token{};
  float until = 0;                 // when the activity is over
  const game::Aim* aim = nullptr;  // live: it follows the threat
  ishi::EntityId flees_from{};
  float pace = 0;
  Place goal{};
  ishi::EntityId threat{};
  float seen_at = -100;

  // For the summary.
  int shots = 0, hits = 0, reloads = 0, flights = 0, interrupted = 0;
  std::vector<Place> trail{};
};

struct Raider {
  ishi::Entity entity{};
  Place place{}, goal{};
  float hp = 0;
  float firepower = 0;
  float next_shot = 0;
  float returns_at = 0;  // while it is not alive
  bool alive = false;
  std::vector<Place> trail{};
};

// A line for the reader: what happened to a guard that is followed.
struct Happening {
  float time = 0;
  size_t guard = 0;
  std::string text;
};

class Field {
 public:
  static constexpr float kWidth = 240, kDepth = 120;  // metres
  static constexpr float kStep = 1.0F / 60;           // seconds a frame

  Field(const ishi::Asset& asset, uint32_t guards, uint32_t raiders, uint64_t seed);

  // One frame: the world moves, guards think and act.
  void frame();

  [[nodiscard]] float time() const { return static_cast<float>(frame_) * kStep; }
  [[nodiscard]] const std::vector<Guard>& guards() const { return guards_; }
  [[nodiscard]] const std::vector<Raider>& raiders() const { return raiders_; }
  [[nodiscard]] ishi::ActCounters counters() const { return population_.act_counters(); }
  [[nodiscard]] uint64_t state_hash() const { return world_.state_hash(); }
  // What a guard does: an option of the agent, or kNoOption.
  [[nodiscard]] uint16_t option(const Guard& guard) const { return population_.option(guard.agent); }
  [[nodiscard]] size_t running_tasks() const;

  // What is told about the guards in `followed`; emptied by whoever reads it.
  std::vector<size_t> followed;
  std::vector<Happening> happenings;

 private:
  void send(Raider& raider);
  void move_raiders();
  void move_guards();
  void hurt(Guard& guard, float amount, ishi::Entity by);
  void look_around(const ishi::Batch& batch);
  void think();
  void act();
  void carry_out(const ishi::Commands& commands);
  void finish(Guard& guard, ishi::Ending ending);
  void shoot(Guard& guard);
  void tell(const Guard& guard, std::string text);
  [[nodiscard]] Raider* raider_of(ishi::EntityId entity);
  Guard& guard_of(uint64_t user) { return guards_[user]; }
  float random(float low, float high) { return std::uniform_real_distribution<float>(low, high)(random_); }

  ishi::World world_;
  ishi::Population population_;
  ishi::Scratch scratch_;
  ishi::Column<float> hp_;
  ishi::Column<int32_t> ammo_;
  ishi::Column<ishi::EntityId> threat_;
  ishi::Column<float> firepower_;
  std::vector<Guard> guards_;
  std::vector<Raider> raiders_;
  std::mt19937 random_;
  uint64_t frame_ = 0;
};

}  // namespace guards
