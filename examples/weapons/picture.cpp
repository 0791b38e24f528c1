#include "picture.h"

#include "drawing.h"

namespace weapons {
namespace {

using games::Place;

struct Mood {
  const char* name;
  float armour, stealth;
};
constexpr Mood kMoods[] = {
    {"no armour, noise does not matter", 0, 0}, {"heavy armour", 0.9F, 0}, {"nobody must hear", 0, 1}};
constexpr float kInertia = 0.05F;  // as the choice `weapon` has it
constexpr float kStep = 0.5F;      // metres
constexpr int kSteps = 220;        // up to 110 m
constexpr int kMost = 8;           // foes
constexpr float kRow = 2.6F;       // how high a row is drawn
constexpr float kPanel = kRow * kMost + 9;
constexpr float kWidth = kStep * kSteps;

const char* colour_of(int weapon) {
  return weapon == kNothing ? "#f4f2ea" : kBag[static_cast<size_t>(weapon)].colour;
}

// Draws what `weapon_at` gives for each step of a row, equal neighbours as one rectangle.
template <typename WeaponAt>
void draw_row(games::Drawing& drawing, float z, float height, WeaponAt weapon_at) {
  int first = 0;
  for (int i = 1; i <= kSteps; ++i) {
    if (i < kSteps && weapon_at(i) == weapon_at(first)) continue;
    const float from = kStep * static_cast<float>(first);
    if (weapon_at(first) != kNothing)
      drawing.rectangle({from, z}, kStep * static_cast<float>(i) - from, height, colour_of(weapon_at(first)));
    first = i;
  }
}

void draw_panel(games::Drawing& drawing, Armoury& armoury, const Mood& mood, float bottom) {
  drawing.rectangle({0, bottom}, kWidth, kRow * kMost, colour_of(kNothing));
  for (int foes = 1; foes <= kMost; ++foes) {
    std::array<int, kSteps> best{}, close{};
    for (int i = 0; i < kSteps; ++i) {
      const float distance = kStep * (static_cast<float>(i) + 0.5F);
      armoury.set({.distance = distance, .foes = foes, .armour = mood.armour, .stealth = mood.stealth});
      const Answer answer = armoury.best();
      const Answer second = armoury.best_without(answer.weapon);
      best[static_cast<size_t>(i)] = answer.weapon;
      const bool is_close = second.score + kInertia >= answer.score;
      close[static_cast<size_t>(i)] = is_close ? second.weapon : kNothing;
    }
    const float z = bottom + kRow * static_cast<float>(foes - 1);
    draw_row(drawing, z, kRow - 0.2F, [&](int i) { return best[static_cast<size_t>(i)]; });
    draw_row(drawing, z + 0.9F, 0.5F, [&](int i) { return close[static_cast<size_t>(i)]; });
    drawing.text({-2.5F, z + 0.5F}, std::to_string(foes).c_str(), 1.8F);
  }
  drawing.text({0, bottom + kRow * kMost + 1}, mood.name, 2.4F);
  for (int metres = 0; metres <= 100; metres += 10)
    drawing.text({static_cast<float>(metres), bottom - 2.2F}, (std::to_string(metres) + " m").c_str(), 1.8F,
                 "#666");
}

}  // namespace

std::string svg(Armoury& armoury) {
  constexpr float kDepth = kPanel * static_cast<float>(std::size(kMoods));
  games::Drawing drawing(kWidth, kDepth, 14, 4);
  drawing.rectangle({-1, -1}, kWidth + 2, kDepth + 2, "#fbfaf6");
  float bottom = kDepth - kPanel + 3;
  for (const Mood& mood : kMoods) {
    draw_panel(drawing, armoury, mood, bottom);
    bottom -= kPanel;
  }
  drawing.text({0, kDepth + 9}, "The best weapon, by metres to the nearest foe and the number of foes", 2.8F);
  for (size_t i = 0; i < kBag.size(); ++i) {
    const float x = 13 * static_cast<float>(i);
    drawing.rectangle({x, kDepth + 3}, 2.2F, 2.2F, kBag[i].colour);
    drawing.text({x + 3, kDepth + 3.3F}, kBag[i].name, 2.2F);
  }
  drawing.text({79, kDepth + 3.3F}, "stripe: who holds this keeps it", 2.2F);
  return drawing.finish();
}

}  // namespace weapons
