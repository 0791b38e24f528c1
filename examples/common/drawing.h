#pragma once

#include <span>
#include <string>

#include "ishi/types.h"

// Places on the ground and pictures of them, for the games of the examples.

namespace games {

struct Place {
  float x = 0, z = 0;  // metres
};

[[nodiscard]] float distance(Place a, Place b);
// On the ground.
[[nodiscard]] inline ishi::Vector3 point(Place place) { return {place.x, 0, place.z}; }

// Where one is who goes from one place to another, after this many metres.
[[nodiscard]] Place step_towards(Place from, Place to, float length);

// Adds to a text as printf would.
[[gnu::format(printf, 2, 3)]] void add(std::string& text, const char* format, ...);

// A picture of a piece of ground, z upwards, as SVG: `width` by `depth` metres with room for a title above
// and a legend below. `finish` gives the whole text.
class Drawing {
 public:
  Drawing(float width, float depth, float room_above, float room_below);

  // `dash`: lengths of strokes and gaps as SVG takes them; none: a whole line.
  void line(std::span<const Place> places, const char* colour, float width, const char* dash = "none");
  void circle(Place place, float radius, const char* colour, float opacity = 1);
  void rectangle(Place corner, float width, float depth,
                 const char* colour);  // the corner with the least x and z
  void cross(Place place, float radius, const char* colour);
  // `size` in metres; with a halo, so that it can be read over lines.
  void text(Place place, const char* text, float size, const char* colour = "#222");
  // Anything else, at (x, y_of(z)).
  std::string& raw() { return text_; }
  [[nodiscard]] float y_of(float z) const { return depth_ - z; }
  [[nodiscard]] std::string finish() const { return text_ + "</svg>\n"; }

 private:
  std::string text_;
  float depth_;
};

}  // namespace games
