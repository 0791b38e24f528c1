#pragma once

#include <span>

#include "drawing.h"
#include "game.h"

// How bodies move: where the next tenth of a second brings somebody who approaches, circles, keeps off, flees
// or hides. Nothing here knows of behaviours.

namespace skirmish {

using games::Place;

inline constexpr float kWidth = 54, kDepth = 30;  // metres
inline constexpr float kStep = 0.1F;              // seconds a frame

struct Body {
  Place place{};
  Place heading{};      // of length 1 or 0: where it went last
  float breath = 1;     // 0: cannot run any more
  bool is_left = true;  // which way round it circles
};

// Where it may stand.
[[nodiscard]] Place on_field(Place place);

// True if it has nowhere left to run to from somebody who stands there.
[[nodiscard]] bool is_cornered(Place place, Place from);

// Goes straight there, at a walk; true when it has arrived.
bool walk_to(Body& body, Place to);
// Each moves the body for one frame. `foes` are the places of all whom it may fear.
void approach(Body& body, Place who);
// The same at a run, as long as there is breath.
void chase(Body& body, Place who);
void circle(Body& body, Place who);
void keep_off(Body& body, Place who);
void flee(Body& body, std::span<const Place> foes);
// Behind a friend, as seen from the foe.
void hide_behind(Body& body, Place friend_place, Place foe);
// Catches its breath.
void rest(Body& body);

// Keeps two bodies from standing in one place.
void push_apart(Body& a, Body& b);

}  // namespace skirmish
