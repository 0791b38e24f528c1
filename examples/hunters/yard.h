#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "drawing.h"
#include "game.h"

// A small game: a hare runs its round in a yard with pillars, and hunters are after it. The game moves bodies
// and says which ways are blocked; where a hunter goes is the YAML's.

namespace hunters {

using games::Place;

inline constexpr float kWidth = 16, kDepth = 10;  // metres
inline constexpr float kStep = 1.0F / 30;         // seconds of a frame
inline constexpr float kBody = 0.25F;             // metres: how wide a hunter is, from its middle
inline constexpr float kLookAhead = 1;            // metres
inline constexpr float kEnters = 3;               // seconds: when the hare comes
inline constexpr uint32_t kDirections = 16;

struct Pillar {
  Place place;
  float radius = 0;
};

struct Hunter {
  char letter = ' ';
  bool is_shy = false;
  ishi::Entity agent{};
  uint32_t slot = 0;
  Place place{};
  ishi::Vector3 heading{};
  std::vector<Place> trail{};  // a place a frame
  float nearest = 1e9F;        // metres to another hunter, since the hare came
  uint32_t frames_near = 0;    // in which it was where its bands want it to be
  uint32_t detours = 0;        // moves in which its straightest way to the hare was blocked
};

// What the directions of one hunter weighed at one moment.
struct Moment {
  float time = 0;
  char letter = ' ';
  Place place{}, prey{};
  uint32_t direction = ishi::kNoDirection;
  std::vector<float> weights{};
};

class Yard {
 public:
  Yard(const ishi::Asset& asset, uint64_t seed);

  void frame();

  [[nodiscard]] float time() const { return static_cast<float>(frame_) * kStep; }
  [[nodiscard]] const std::vector<Hunter>& hunters() const { return hunters_; }
  [[nodiscard]] const std::vector<Pillar>& pillars() const { return pillars_; }
  [[nodiscard]] bool has_prey() const { return time() >= kEnters; }
  [[nodiscard]] Place prey() const { return prey_; }
  [[nodiscard]] const std::vector<Place>& prey_trail() const { return prey_trail_; }
  // The moments in which a hunter had to go round something, the most blocked ones last.
  [[nodiscard]] const std::vector<Moment>& moments() const { return moments_; }
  [[nodiscard]] uint64_t state_hash() const { return world_.state_hash(); }
  // Metres from a place to the nearest pillar or wall.
  [[nodiscard]] float clearance(Place place) const;

 private:
  void spawn(char letter, bool is_shy, Place place);
  void run_round();
  void move(ishi::Population& population);
  void go(const ishi::Move& move);
  void keep_moment(ishi::Population& population, const Hunter& hunter, const ishi::Move& move, uint64_t mask);
  void measure();
  [[nodiscard]] uint64_t blocked_ways(Place from) const;
  [[nodiscard]] bool is_blocked(Place from, Place way) const;

  ishi::World world_;
  std::array<ishi::Population, 2> populations_;  // bold and shy ones
  ishi::Scratch scratch_;
  uint64_t frame_ = 0;
  std::vector<Pillar> pillars_;
  std::vector<Hunter> hunters_;
  ishi::Entity hare_{};
  Place prey_{};
  size_t next_corner_ = 0;
  std::vector<Place> prey_trail_;
  std::vector<Moment> moments_;
};

}  // namespace hunters
