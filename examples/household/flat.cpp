#include "flat.h"

#include <algorithm>
#include <iterator>

namespace household {
namespace {

constexpr Room kHall = {"hall", {0, 4}, {14, 5}, {7, 4.5F}};
constexpr Room kRooms[] = {
    {"living room", {0, 0}, {7, 4}, {3.5F, 4}},          {"kitchen", {7, 0}, {11, 4}, {9, 4}},
    {"bathroom", {11, 0}, {12.5F, 4}, {11.8F, 4}, true}, {"toilet", {12.5F, 0}, {14, 4}, {13.2F, 4}, true},
    {"first bedroom", {0, 5}, {3.5F, 9}, {1.8F, 5}},     {"second bedroom", {3.5F, 5}, {7, 9}, {5.2F, 5}},
    {"third bedroom", {7, 5}, {10.5F, 9}, {8.8F, 5}},    {"fourth bedroom", {10.5F, 5}, {14, 9}, {12.2F, 5}},
};

constexpr Piece kPieces[] = {
    {"the fridge", game::fridge::id, {10.4F, 0.8F}},
    {"the stove", game::stove::id, {8.6F, 0.6F}},
    {"the table", game::table::id, {8.4F, 2.6F}},
    {"bed 1", game::bed::id, {1.2F, 8}, 0},
    {"bed 2", game::bed::id, {4.6F, 8}, 1},
    {"bed 3", game::bed::id, {8.2F, 8}, 2},
    {"bed 4", game::bed::id, {11.6F, 8}, 3},
    {"the toilet", game::toilet::id, {13.2F, 1}},
    {"the shower", game::shower::id, {11.8F, 1}},
    {"the television", game::television::id, {2, 2}},
    {"the bookcase", game::bookcase::id, {5.4F, 2.4F}},
    {"the piano", game::piano::id, {0.8F, 3.4F}},
    {"the window", game::window::id, {4.2F, 0.4F}},
};

}  // namespace

std::span<const Piece> pieces() { return kPieces; }

const Room& room_of(Place place) {
  const auto found = std::find_if(std::begin(kRooms), std::end(kRooms), [place](const Room& room) {
    return place.x >= room.low.x && place.x < room.high.x && place.z >= room.low.z && place.z < room.high.z;
  });
  return found == std::end(kRooms) ? kHall : *found;
}

std::vector<Place> way(Place from, Place to) {
  const Room& here = room_of(from);
  const Room& there = room_of(to);
  if (&here == &there) return {to};
  std::vector<Place> places;
  if (&here != &kHall) places.push_back(here.door);
  if (&there != &kHall) places.push_back(there.door);
  places.push_back(to);
  return places;
}

}  // namespace household
