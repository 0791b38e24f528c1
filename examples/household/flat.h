#pragma once

#include <span>
#include <vector>

#include "drawing.h"
#include "game.h"

// The plan of the flat: rooms on both sides of a hall, and what stands in them. Nothing here knows of
// behaviours.

namespace household {

using games::Place;

struct Room {
  const char* name;
  Place low, high;          // corners, in metres
  Place door;               // on the hall
  bool is_private = false;  // who is in there is not to be talked to
};

struct Piece {
  const char* name;
  ishi::ThingId thing;  // its kind
  Place place;          // where one stands or sits to use it
  int owner = -1;       // of a bed: whose it is, by number
};

[[nodiscard]] std::span<const Piece> pieces();
[[nodiscard]] const Room& room_of(Place place);
// The places to pass from one place to another, by the doors; the last one is `to`.
[[nodiscard]] std::vector<Place> way(Place from, Place to);

}  // namespace household
