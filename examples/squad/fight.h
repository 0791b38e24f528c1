#pragma once

#include <array>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "arena.h"
#include "game.h"
#include "program.h"

// A small game: five soldiers and a warden among rocks. The game moves bodies, says who sees what and what a
// blow does; who has which role, in what order things are done and whom the warden goes for are the YAML's.

namespace squad {

enum class Activity : uint8_t {
  none,
  // Soldiers.
  taking_cover,
  creeping,
  going,
  taking_magazine,
  loading,
  firing,
  taking_kit,
  bandaging,
  diving,
  // The warden.
  facing,
  stalking,
  shooting,
  lobbing,
  slamming,
  charging
};

// What somebody does for a task.
struct Work {
  Activity activity = Activity::none;
  ishi::Token token{};
  float began = 0;
  ishi::EntityId whom{};  // or what
  float pace = 0;         // metres per second, of the warden
};

// What both kinds have, and where they were in each frame since they came.
struct Body {
  ishi::Entity agent{};
  uint32_t slot = 0;
  Place place{};
  Work work{};
  float health = 1;
  std::vector<Place> places{};
  std::vector<float> healths{};
  std::vector<uint16_t> options{};  // what ran, ishi::kNoOption: nothing
};

struct Soldier : Body {
  char letter = ' ';
  float noise = 0;      // 1 after a burst, then less
  size_t rock = 0;      // beside which it hides
  float sees_blow = 0;  // seconds until it sees the blow that comes
  bool is_alive = true;
};

struct Warden : Body {
  Place facing{-1, 0};
  Place aim{};    // where the blow falls that it prepares, or to where it charges
  Place start{};  // from where it charges
  bool has_hit = false;
  float pressed_until = 0;  // fire on its shield slows its turning
  std::vector<uint8_t> states{};
};

// A box or a chest.
struct Store {
  ishi::Entity entity{};
  Place place{};
  bool is_chest = false;
  int32_t stock = 0;
};

// What was struck, for the picture.
struct Blow {
  float time = 0;
  Activity kind{};
  Place from{}, to{};
  bool has_hit = false;
};

struct Happening {
  float time = 0;
  std::string text;
};

class Fight {
 public:
  Fight(const ishi::Asset& asset, uint64_t seed);

  // One frame: bodies work, soldiers and warden think and act.
  void frame();

  [[nodiscard]] bool is_over() const { return warden_.health <= 0 || alive() == 0; }
  [[nodiscard]] float time() const { return static_cast<float>(frame_) * kStep; }
  [[nodiscard]] int alive() const;
  [[nodiscard]] const std::vector<Soldier>& soldiers() const { return soldiers_; }
  [[nodiscard]] const Warden& warden() const { return warden_; }
  [[nodiscard]] const std::vector<Circle>& rocks() const { return rocks_; }
  [[nodiscard]] const std::vector<Store>& stores() const { return stores_; }
  [[nodiscard]] const std::vector<Blow>& blows() const { return blows_; }
  [[nodiscard]] const std::vector<Happening>& happenings() const { return happenings_; }
  void tell(std::string text) { happenings_.push_back({time(), std::move(text)}); }

  [[nodiscard]] const ishi::Asset& asset() const { return asset_; }
  [[nodiscard]] const ishi::World& world() const { return world_; }
  [[nodiscard]] const ishi::Population& squad() const { return squad_; }
  [[nodiscard]] const ishi::Population& boss() const { return boss_; }
  // What became of the soldiers' nodes in the last frame.
  [[nodiscard]] const std::vector<ishi::NodeEvent>& node_events() const { return node_events_; }
  [[nodiscard]] bool is_furious() const { return boss_.state(warden_.agent) == 1; }
  [[nodiscard]] uint64_t running_tasks() const;

 private:
  void furnish();
  void spawn();
  void work(Soldier& soldier);
  void walk(Soldier& soldier);
  void fire(Soldier& soldier);
  void take(Soldier& soldier);
  void bandage(Soldier& soldier);
  void dive(Soldier& soldier);
  void leave(Soldier& soldier);
  void keep_hidden(Soldier& soldier);
  void notice(Soldier& soldier, const Store& store);
  [[nodiscard]] Place goal_of(const Soldier& soldier) const;

  void work(Warden& warden);
  void turn(Place wanted, float degrees_per_second);
  void shoot();
  void strike(Activity kind, float radius, float damage);
  void charge(float elapsed);
  void hurt(Soldier& soldier, float amount, const char* how);
  [[nodiscard]] bool is_doomed(Soldier& soldier);
  [[nodiscard]] bool is_threatened(const Soldier& soldier) const;

  void finish(ishi::Population& population, Work& work, ishi::Ending ending);
  void look_around();
  void carry_out_squad(const ishi::Commands& commands);
  void carry_out_boss(const ishi::Commands& commands);
  void record();
  [[nodiscard]] Soldier* soldier_of(ishi::EntityId entity);
  [[nodiscard]] Store* store_of(ishi::EntityId entity);
  // The same on every machine, which the library's distributions are not.
  float random(float low, float high) {
    return low + (high - low) * static_cast<float>(random_() >> 8) / 16'777'216.0F;
  }

  const ishi::Asset& asset_;
  ishi::World world_;
  ishi::Population squad_, boss_;
  ishi::Scratch scratch_;
  std::vector<Soldier> soldiers_;
  Warden warden_;
  std::vector<Circle> rocks_;
  std::vector<ishi::Entity> rock_entities_;
  std::vector<Store> stores_;
  std::vector<Blow> blows_;
  std::vector<Happening> happenings_;
  std::vector<ishi::NodeEvent> node_events_;
  std::mt19937 random_;
  uint64_t frame_ = 0;
};

}  // namespace squad
