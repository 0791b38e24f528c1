#pragma once

#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "flat.h"

// A small game: four people in a flat over some days. The game moves them, tells them who is near and how
// late it is, and says when something they do is over; what they do, when, and who has to wait is the YAML's.

namespace household {

inline constexpr uint64_t kFrameSeconds = 10;  // of the time in the flat
inline constexpr uint64_t kFramesPerMinute = 60 / kFrameSeconds;
inline constexpr uint64_t kFramesPerDay = uint64_t{24} * 60 * kFramesPerMinute;
inline constexpr uint64_t kFirstHour = 4;  // of the first day

struct Person {
  const char* name = "";
  const char* profile = "";
  float late_hours = 0;
  ishi::Entity agent{};
  uint32_t slot = 0;
  Place place{};

  std::vector<Place> way{};  // still to go
  ishi::Token token{};       // of the task that runs; serial 0: none
  ishi::TaskId task{};
  uint64_t until = 0;  // the frame in which it is over

  [[nodiscard]] bool does(ishi::TaskId id) const { return token.serial != 0 && task == id; }
};

class Household {
 public:
  Household(const ishi::Asset& asset, uint64_t seed);

  // One frame: ten seconds in the flat.
  void frame();
  // Between two frames: goes on with another version of the asset, which must outlive this.
  void take_over(const ishi::Asset& next, ishi::Reload& reload);
  // Goes on with the other version after a viewer has committed the reload.
  void go_on_with(const ishi::Asset& next);
  // Drops a task that a viewer has ended.
  void forget_task(const ishi::Token& token);

  [[nodiscard]] const ishi::World& world() const { return world_; }
  [[nodiscard]] ishi::World& world() { return world_; }  // for a recorder
  [[nodiscard]] uint64_t frames() const { return frame_; }
  [[nodiscard]] const std::vector<Person>& people() const { return people_; }
  // What a person does, and with whom or what: "fridge.snack", the fridge; "nothing", nobody.
  [[nodiscard]] std::string option_of(const Person& person) const;
  [[nodiscard]] ishi::Entity object_of(const Person& person) const { return agents_.candidate(person.agent); }
  [[nodiscard]] const char* name_of(ishi::EntityId entity) const;
  [[nodiscard]] float level_of(const Person& person, const char* need) const;
  // Who has claimed the toilet; null: nobody.
  [[nodiscard]] const Person* at_toilet() const;
  [[nodiscard]] ishi::ActCounters counters() const { return agents_.act_counters(); }
  [[nodiscard]] uint64_t running_tasks() const;
  [[nodiscard]] uint64_t state_hash() const { return world_.state_hash(); }

 private:
  void move_in(const char* name, const char* profile, float late_hours, Place place);
  void furnish();
  void carry_on(Person& person);
  void look_around();
  void start(const ishi::Start& start);
  void send(Person& person, ishi::EntityId to, bool stops_at_door);
  // The same on every machine, which the library's distributions are not.
  float random(float low, float high) {
    return low + (high - low) * static_cast<float>(random_() >> 8) / 16'777'216.0F;
  }

  const ishi::Asset* asset_;
  ishi::World world_;
  ishi::Population agents_;
  ishi::Scratch scratch_;
  std::vector<Person> people_;
  std::vector<ishi::Entity> furniture_;  // as `pieces`
  std::mt19937 random_;
  uint64_t frame_ = 0;
};

}  // namespace household
