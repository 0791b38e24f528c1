#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "captain.h"
#include "game.h"
#include "ishi/ishi.h"

// The yard: six children a side, heaps of snow, a fire, and what a frame makes of them. All that the game
// itself remembers is in one plain struct, which is copied whole; what the children have in their heads is in
// the world, which has its snapshots.

namespace lockstep {

struct Place {
  float x = 0, z = 0;
};

inline constexpr uint32_t kSides = 2, kChildrenASide = 6, kChildren = kSides * kChildrenASide;
inline constexpr uint32_t kBalls = 32;  // in the air
inline constexpr uint64_t kFramesPerSecond = 30;
using Calls = std::array<Call, kSides>;

enum class Activity : uint8_t { none, running, kneading, throwing, ducking, shouting };

struct Child {
  ishi::Entity agent{};
  uint32_t slot = 0;
  Place place{};
  Activity activity = Activity::none;
  ishi::Token token{};
  ishi::EntityId towards{};  // whom it throws at, or where it runs
  uint64_t until = 0;        // the frame in which it is done
};

struct Ball {
  uint32_t thrower = 0, target = 0;
  uint64_t lands = 0;  // in this frame; 0: there is no such ball
};

// What the whole match came to so far.
struct Tally {
  std::array<uint32_t, kSides> hits{};
  uint32_t thrown = 0, kneaded = 0, warmed = 0, shouts = 0, most_at_fire = 0;
};

// All that must go back when the world does.
struct Match {
  std::array<Child, kChildren> children{};
  std::array<Ball, kBalls> balls{};
  std::array<Place, kSides> flags{};
  std::array<Call, kSides> calls{};  // of the last frame
  uint64_t frame = 0;
  uint64_t random = 0;
  Tally tally{};
};
static_assert(std::is_trivially_copyable_v<Match>);

class Yard {
 public:
  static constexpr float kWidth = 30, kDepth = 16;  // metres

  Yard(const ishi::Asset& asset, uint64_t seed);

  // One frame, in which the captains call this.
  void frame(const Calls& calls);

  [[nodiscard]] const Match& match() const { return match_; }
  [[nodiscard]] ishi::World& world() { return world_; }
  // Goes back; the world must be brought back, too.
  void bring_back(const Match& match) { match_ = match; }
  // Of the world and of all that the game remembers of the match.
  [[nodiscard]] uint64_t hash() const;
  // What a child does: an option of its agent.
  [[nodiscard]] uint16_t option(uint32_t child) const {
    return children_.option(match_.children[child].agent);
  }

 private:
  void hear(uint32_t side, Call call);
  void land_balls();
  void move_children();
  void carry_out(const ishi::Commands& commands);
  void begin(uint64_t child, const ishi::Token& token, Activity activity, double seconds,
             ishi::EntityId towards = {});
  void end(uint64_t child, const ishi::Token& token);
  void finish(Child& child);
  void throw_ball(uint32_t child);
  [[nodiscard]] uint32_t child_of(ishi::EntityId agent) const;
  [[nodiscard]] Place place_of(ishi::EntityId entity) const;
  [[nodiscard]] float random() { return static_cast<float>(next_random(match_.random) >> 40) * 0x1p-24F; }

  ishi::World world_;
  ishi::Population children_;
  ishi::Scratch scratch_;
  ishi::Column<uint8_t> ducking_;
  std::array<ishi::Entity, kSides> flags_{};
  ishi::Entity fire_{};
  Match match_;
};

}  // namespace lockstep
