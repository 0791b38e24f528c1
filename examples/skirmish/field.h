#pragma once

#include <array>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "moving.h"

// A small game: two sides on a field, and a player who tells one of them what to do. The game moves bodies,
// says who is there, what a blow does and when an order is over; whom a fighter deals with, and how, is the
// YAML's.

namespace skirmish {

enum class Kind : uint8_t { soldier, coward, wolf };
inline constexpr const char* kKinds[] = {"soldier", "coward", "wolf"};

enum class Activity : uint8_t { none, moving, going, standing, striking };

// What the player told one or several fighters.
struct Order {
  float time = 0;
  game::Command command{};
  Place place{};
  char target = 0;       // of attack: the letter of a foe
  const char* who = "";  // the letters of those who are told
  // For the account.
  int told = 0, obeyed = 0, done = 0, forgotten = 0;
};

// An order as one fighter has it.
struct Duty {
  ishi::Entity handle{};
  size_t order = 0;
  bool is_obeyed = false;
  bool is_done = false;
};

// Where a fighter went, and with what in mind.
struct Trail {
  std::string option;
  uint64_t frame = 0;  // when it began; a place for each frame from then on
  std::vector<Place> places{};
};

struct Fighter {
  char letter = ' ';  // capitals: the player's side
  Kind kind = Kind::soldier;
  uint32_t side = 0;
  const char* profile = "";  // how obedient
  float remembers = 20;      // seconds for which it keeps an order in mind
  ishi::Entity agent{};
  uint32_t slot = 0;
  Body body{};
  float health = 1;
  bool alive = true;
  uint64_t fell_at = 0;  // the frame in which it fell

  Activity activity = Activity::none;
  ishi::Token token{};
  float until = 0;
  game::Motion how{};
  ishi::EntityId who{};  // whom it moves about, or strikes
  Place goal{};
  std::vector<Duty> duties{};

  uint16_t option = ishi::kNoOption;  // as told last
  ishi::Entity candidate{};
  float changed_at = 0;
  int changes = 0;
  std::vector<Trail> trails{};
};

struct Happening {
  float time = 0;
  std::string text;
};

class Field {
 public:
  Field(const ishi::Asset& asset, uint64_t seed);

  // One frame: bodies move, fighters think and act.
  void frame();

  [[nodiscard]] float time() const { return static_cast<float>(frame_) * kStep; }
  [[nodiscard]] const std::vector<Fighter>& fighters() const { return fighters_; }
  [[nodiscard]] const std::vector<Order>& orders() const { return orders_; }
  [[nodiscard]] const std::vector<Happening>& happenings() const { return happenings_; }
  [[nodiscard]] int alive(uint32_t side) const;
  [[nodiscard]] uint64_t state_hash() const { return world_.state_hash(); }
  [[nodiscard]] ishi::ActCounters counters() const;
  [[nodiscard]] uint64_t running_tasks() const;
  // What a fighter does: "approach", "stand", …; the name of an option.
  [[nodiscard]] std::string option_of(const Fighter& fighter) const;
  // The letter of a fighter; 0 for nobody, and for what is none.
  [[nodiscard]] char letter_of(ishi::EntityId entity) const;
  // The order that a fighter follows, counted from 1; 0 if it follows none.
  [[nodiscard]] size_t order_of(const Fighter& fighter) const;

 private:
  void spawn(char letter, Kind kind, Place place, const char* profile, float remembers);
  // What the player says, and what is over.
  void give_orders();
  void give(size_t index, Fighter& fighter);
  void take_back_orders(Fighter& fighter);
  void obey(Fighter& fighter);
  void move();
  void move(Fighter& fighter);
  void strike(Fighter& fighter);
  void finish(Fighter& fighter, ishi::Ending ending);
  void look_around();
  void carry_out(ishi::Population& population, const ishi::Commands& commands);
  void tell_of_change(Fighter& fighter);
  void tell(std::string text) { happenings_.push_back({time(), std::move(text)}); }
  [[nodiscard]] Fighter* fighter_of(ishi::EntityId entity);
  [[nodiscard]] Fighter* find(char letter);
  [[nodiscard]] const Fighter* nearest_foe(const Fighter& fighter) const;
  [[nodiscard]] ishi::Population& population_of(const Fighter& fighter) {
    return populations_[static_cast<size_t>(fighter.kind)];
  }
  // The same on every machine, which the library's distributions are not.
  float random(float low, float high) {
    return low + (high - low) * static_cast<float>(random_() >> 8) / 16'777'216.0F;
  }

  const ishi::Asset& asset_;
  ishi::World world_;
  std::array<ishi::Population, std::size(kKinds)> populations_;
  ishi::Scratch scratch_;
  std::vector<Fighter> fighters_;
  std::vector<Order> orders_;
  std::vector<Happening> happenings_;
  std::mt19937 random_;
  uint64_t frame_ = 0;
};

}  // namespace skirmish
