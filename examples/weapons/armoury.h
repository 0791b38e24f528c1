#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "game.h"

// A bag of weapons and somebody who asks which of them is best. The game says what the weapons can do and who
// stands where; what makes a weapon good is the YAML's.

namespace weapons {

struct Weapon {
  const char* name;
  const char* colour;  // in pictures
  float reach, least;  // metres
  float damage, pierce, wide, noise;
  int rounds;
};
inline constexpr std::array<Weapon, 6> kBag = {{
    {"knife", "#8d99ae", 2.5F, 0, 0.8F, 0.1F, 0, 0, 99},
    {"pistol", "#457b9d", 30, 0, 0.45F, 0.3F, 0, 0.5F, 24},
    {"shotgun", "#e9a03b", 18, 0, 0.85F, 0.1F, 0.4F, 0.9F, 8},
    {"rifle", "#2a7f62", 80, 5, 0.75F, 0.7F, 0, 0.8F, 12},
    {"grenade", "#b5483a", 35, 10, 0.9F, 0.4F, 1, 1, 3},
    {"rocket", "#6d3b8c", 100, 20, 1, 1, 0.6F, 1, 2},
}};
inline constexpr int kNothing = -1;

// Foes who come in a row, one beside the other, and what else matters.
struct Situation {
  float distance = 10;  // metres to the nearest
  int foes = 1;
  float armour = 0;
  float stealth = 0;   // how much it matters not to be heard
  float apart = 1.2F;  // metres between two of them
};

struct Answer {
  int weapon = kNothing;  // a place in kBag
  float score = 0;
};

class Armoury {
 public:
  static constexpr int kFoes = 12;  // as many as the contract lets stand there

  explicit Armoury(const ishi::Asset& asset);

  // Says what the questions that follow are about.
  void set(const Situation& situation);
  void set_rounds(int weapon, int rounds);
  // The best weapon as things stand: one call.
  [[nodiscard]] Answer best() { return ask(game::choices::best); }
  // The same with inertia: what was in the hand when this was last asked stays there when it is nearly as
  // good.
  [[nodiscard]] Answer in_hand() { return ask(game::choices::weapon); }
  // What would be best without this weapon.
  [[nodiscard]] Answer best_without(int weapon);

 private:
  [[nodiscard]] Answer ask(ishi::ChoiceId choice);

  ishi::World world_;
  ishi::Population shooters_;
  ishi::Scratch scratch_;
  ishi::Column<float> stealth_, armour_;
  uint32_t slot_ = 0;
  std::array<ishi::Entity, kBag.size()> bag_{};
  std::array<int, kBag.size()> rounds_{};
  std::array<ishi::Entity, kFoes> foes_{};
};

}  // namespace weapons
