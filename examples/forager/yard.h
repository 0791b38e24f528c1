#pragma once

#include <array>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "game.h"
#include "ground.h"

// A small game: two foragers in a yard where batteries and charges lie about and old sentries stand. The game
// moves bodies, decides what is seen, what a blow does and when ways are lost; what a forager wants,
// remembers and tries next is the YAML's.

namespace foragers {

struct Pickup {
  ishi::Entity entity{};
  Place place{};
  bool is_charge = false;  // power; else energy
  bool there = false;
  float comes_at = 0;
};

struct Sentry {
  ishi::Entity entity{};
  Place place{};
  int armour = 0;
  bool stands = false;
  float comes_at = 0;
  float strikes_at = 0;
};

enum class Activity : uint8_t { none, walking, picking_up, opening, striking };

// Where a forager went, and for what.
struct Trail {
  std::string plan;
  std::vector<Place> places;
};

struct Forager {
  const char* name = "";
  ishi::Population population;
  uint32_t slot = 0;
  ishi::Entity agent{};
  Place place{};
  float energy = 0.6F, power = 0;
  bool before_door = false;  // a shut door stands in its way

  Activity activity = Activity::none;
  ishi::Token token{};
  float until = 0;
  std::vector<Place> way;  // of who walks
  size_t next = 0;
  bool fails_at_end = false;  // the way it takes is no longer there
  ishi::EntityId target{};

  uint16_t option = ishi::kNoOption;  // as told last
  ishi::Entity candidate{};
  std::vector<Trail> trails;
  int picked_up = 0, fallen = 0, ways_lost = 0, doors_opened = 0, missed = 0;
};

// A line for the reader, and a place for the picture if it is worth one.
struct Happening {
  float time = 0;
  const Forager* who = nullptr;
  std::string text;
  bool is_marked = false;
  Place place{};
  float energy = 0, power = 0;  // its own, then
};

class Yard {
 public:
  static constexpr float kStep = 1.0F / 60;  // seconds a frame

  Yard(const ishi::Asset& asset, uint64_t seed);

  // One frame: the world moves, foragers think and act.
  void frame();

  [[nodiscard]] float time() const { return static_cast<float>(frame_) * kStep; }
  [[nodiscard]] const Ground& ground() const { return ground_; }
  [[nodiscard]] const std::array<Forager, 2>& foragers() const { return foragers_; }
  [[nodiscard]] const std::vector<Pickup>& pickups() const { return pickups_; }
  [[nodiscard]] const std::vector<Sentry>& sentries() const { return sentries_; }
  [[nodiscard]] const std::vector<Happening>& happenings() const { return happenings_; }
  [[nodiscard]] uint64_t state_hash() const { return world_.state_hash(); }
  // The name of an option and, if it is for somebody, of whom: "refill for battery 3".
  [[nodiscard]] std::string plan_of(const Forager& forager) const;

 private:
  void move_world();
  void come_and_go();
  void shut_and_block();
  void move(Forager& forager);
  void walk(Forager& forager);
  void finish(Forager& forager, ishi::Ending ending);
  void pick_up(Forager& forager);
  void strike(Forager& forager);
  void look_around(Forager& forager);
  void think(Forager& forager);
  void act(Forager& forager);
  void carry_out(Forager& forager, const ishi::Commands& commands);
  void set_out(Forager& forager, Place to, bool around);
  void tell_of_plan(Forager& forager);
  void tell(const Forager& forager, std::string text, bool is_marked = false);
  [[nodiscard]] bool leads_through(const Forager& forager, Cell cell, float within) const;
  [[nodiscard]] std::string name_of(ishi::EntityId entity) const;
  [[nodiscard]] Place free_place(float from, float to);
  float random(float low, float high) { return std::uniform_real_distribution<float>(low, high)(random_); }

  const ishi::Asset& asset_;
  ishi::World world_;
  ishi::Scratch scratch_;
  Ground ground_;
  std::array<Forager, 2> foragers_;
  std::vector<Pickup> pickups_;
  std::vector<Sentry> sentries_;
  std::vector<Happening> happenings_;
  std::mt19937 random_;
  uint64_t frame_ = 0;
  float door_shuts_at_ = 4, rubble_falls_at_ = 10, rubble_goes_at_ = 0;
};

}  // namespace foragers
