#include "drawing.h"

#include <cmath>
#include <cstdarg>
#include <cstdio>

namespace games {

float distance(Place a, Place b) { return std::hypot(a.x - b.x, a.z - b.z); }

Place step_towards(Place from, Place to, float length) {
  const float d = distance(from, to);
  if (d <= length) return to;
  return {from.x + (to.x - from.x) / d * length, from.z + (to.z - from.z) / d * length};
}

void add(std::string& text, const char* format, ...) {
  char line[512];
  std::va_list arguments;
  va_start(arguments, format);
  std::vsnprintf(line, sizeof line, format, arguments);
  va_end(arguments);
  text += line;
}

Drawing::Drawing(float width, float depth, float room_above, float room_below) : depth_(depth) {
  constexpr float kMargin = 4;
  const float whole_width = width + 2 * kMargin;
  const float whole_depth = depth + room_above + room_below;
  add(text_,
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"%.0f %.0f %.0f %.0f\" width=\"1240\" "
      "font-family=\"sans-serif\">\n",
      -kMargin, -room_above, whole_width, whole_depth);
  add(text_, "<rect x=\"%.0f\" y=\"%.0f\" width=\"%.0f\" height=\"%.0f\" fill=\"#fbfaf6\"/>\n", -kMargin,
      -room_above, whole_width, whole_depth);
  add(text_,
      "<rect width=\"%.0f\" height=\"%.0f\" fill=\"#eef1e6\" stroke=\"#b9bfa8\" stroke-width=\"0.4\"/>\n",
      width, depth);
}

void Drawing::line(std::span<const Place> places, const char* colour, float width, const char* dash) {
  if (places.size() < 2) return;
  add(text_,
      "<polyline fill=\"none\" stroke=\"%s\" stroke-width=\"%.2f\" stroke-dasharray=\"%s\" "
      "stroke-linejoin=\"round\" points=\"",
      colour, width, dash);
  for (const Place& place : places) add(text_, "%.2f,%.2f ", place.x, y_of(place.z));
  text_ += "\"/>\n";
}

void Drawing::circle(Place place, float radius, const char* colour, float opacity) {
  add(text_, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"%.2f\" fill=\"%s\" fill-opacity=\"%.2f\"/>\n", place.x,
      y_of(place.z), radius, colour, opacity);
}

void Drawing::rectangle(Place corner, float width, float depth, const char* colour) {
  add(text_, "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" fill=\"%s\"/>\n", corner.x,
      y_of(corner.z + depth), width, depth, colour);
}

void Drawing::cross(Place place, float radius, const char* colour) {
  add(text_, "<path d=\"M%.1f %.1fl%.2f %.2fm0 %.2fl%.2f %.2f\" stroke=\"%s\" stroke-width=\"%.2f\"/>\n",
      place.x - radius, y_of(place.z) - radius, 2 * radius, 2 * radius, -2 * radius, -2 * radius, 2 * radius,
      colour, radius / 2);
}

void Drawing::text(Place place, const char* text, float size, const char* colour) {
  add(text_,
      "<text x=\"%.1f\" y=\"%.1f\" font-size=\"%.1f\" fill=\"%s\" stroke=\"#fbfaf6\" stroke-width=\"%.2f\" "
      "paint-order=\"stroke\">%s</text>\n",
      place.x, y_of(place.z), size, colour, size / 4, text);
}

}  // namespace games
