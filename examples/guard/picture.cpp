#include "picture.h"

#include <algorithm>
#include <cmath>
#include <cstdarg>
#include <cstdio>

namespace guards {
namespace {

constexpr int kColumns = 96, kRows = 24;
constexpr const char* kColours[] = {"#c0392b", "#8e6bbf", "#2e7d5b"};  // by personality

// The first letter of what a guard does.
char letter(const Field& field, const ishi::Asset& asset, const Guard& guard) {
  const uint16_t option = field.option(guard);
  if (option == ishi::kNoOption) return '.';
  const std::string_view name = asset.option(asset.agent(0).options.first + option).name;
  return name.empty() || name == "patrol" ? '.' : name[0];
}

[[gnu::format(printf, 2, 3)]] void add(std::string& text, const char* format, ...) {
  char line[512];
  std::va_list arguments;
  va_start(arguments, format);
  std::vsnprintf(line, sizeof line, format, arguments);
  va_end(arguments);
  text += line;
}

void add_trail(std::string& text, const std::vector<Place>& trail, const char* colour, float width) {
  if (trail.size() < 2) return;
  add(text, R"(<polyline fill="none" stroke="%s" stroke-width="%.1f" stroke-linejoin="round" points=")",
      colour, width);
  for (const Place& place : trail) add(text, "%.1f,%.1f ", place.x, Field::kDepth - place.z);
  text += "\"/>\n";
}

}  // namespace

std::string map_text(const Field& field, const ishi::Asset& asset) {
  std::vector<std::string> rows(kRows, std::string(kColumns, ' '));
  const auto put = [&rows](Place place, char c) {
    const int column = std::min(kColumns - 1, static_cast<int>(place.x / Field::kWidth * kColumns));
    const int row = std::min(kRows - 1, static_cast<int>(place.z / Field::kDepth * kRows));
    char& cell = rows[static_cast<size_t>(kRows - 1 - row)][static_cast<size_t>(column)];
    if (cell == ' ' || cell == '.') cell = c;
  };
  for (const Raider& raider : field.raiders()) {
    if (raider.alive) put(raider.place, 'X');
  }
  for (const Guard& guard : field.guards()) put(guard.place, guard.alive ? letter(field, asset, guard) : '+');
  std::string text = "  +" + std::string(kColumns, '-') + "+\n";
  for (const std::string& row : rows) text += "  |" + row + "|\n";
  return text + "  +" + std::string(kColumns, '-') + "+\n";
}

std::string bar(float share, int length) {
  const int full = static_cast<int>(std::lround(share * static_cast<float>(length)));
  return std::string(static_cast<size_t>(full), '#') + std::string(static_cast<size_t>(length - full), ' ');
}

std::string svg(const Field& field, const ishi::Asset& asset) {
  std::string text;
  add(text,
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"-4 -18 %.0f %.0f\" width=\"1240\" "
      "font-family=\"sans-serif\" font-size=\"4\">\n",
      Field::kWidth + 8, Field::kDepth + 28);
  add(text, "<rect x=\"-4\" y=\"-18\" width=\"%.0f\" height=\"%.0f\" fill=\"#fbfaf6\"/>\n", Field::kWidth + 8,
      Field::kDepth + 28);
  add(text,
      "<rect width=\"%.0f\" height=\"%.0f\" fill=\"#eef1e6\" stroke=\"#b9bfa8\" stroke-width=\"0.4\"/>\n",
      Field::kWidth, Field::kDepth);
  for (const Raider& raider : field.raiders()) add_trail(text, raider.trail, "#d9d2c0", 0.7F);
  for (const Guard& guard : field.guards()) {
    const char* const colour = kColours[static_cast<size_t>(guard.personality)];
    const float x = guard.place.x;
    const float y = Field::kDepth - guard.place.z;
    const char what = letter(field, asset, guard);
    if (!guard.alive) {
      add(text, "<path d=\"M%.1f %.1fl2 2m0 -2l-2 2\" stroke=\"%s\" stroke-width=\"0.5\"/>\n", x - 1, y - 1,
          colour);
    } else if (what == 's') {
      add(text, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"1.5\" fill=\"%s\"/>\n", x, y, colour);
    } else if (what == 'f') {
      add(text, "<path d=\"M%.1f %.1fl1.5 2.6h-3z\" fill=\"%s\"/>\n", x, y - 1.6F, colour);
    } else if (what == 'r') {
      add(text, "<rect x=\"%.1f\" y=\"%.1f\" width=\"2.4\" height=\"2.4\" fill=\"%s\"/>\n", x - 1.2F,
          y - 1.2F, colour);
    } else {
      add(text, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"0.8\" fill=\"%s\" fill-opacity=\"0.45\"/>\n", x, y,
          colour);
    }
  }
  std::vector<Place> labels;  // where names stand already; another one goes below
  for (const size_t index : field.followed) {
    const Guard& guard = field.guards()[index];
    add_trail(text, guard.trail, kColours[static_cast<size_t>(guard.personality)], 0.8F);
    Place label{guard.place.x + 2.2F, Field::kDepth - guard.place.z + 1.2F};
    const auto covers = [&label](const Place& other) {
      return std::abs(other.x - label.x) < 20 && std::abs(other.z - label.z) < 4;
    };
    while (std::ranges::any_of(labels, covers)) label.z += 1;
    labels.push_back(label);
    add(text,
        "<text x=\"%.1f\" y=\"%.1f\" stroke=\"#fbfaf6\" stroke-width=\"1\" paint-order=\"stroke\">guard "
        "%zu</text>\n",
        label.x, label.z, index);
  }
  for (const Raider& raider : field.raiders()) {
    if (!raider.alive) continue;
    add(text,
        "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"1.8\" fill=\"#222\" stroke=\"#fff\" stroke-width=\"0.4\"/>\n",
        raider.place.x, Field::kDepth - raider.place.z);
  }
  add(text, "<text x=\"0\" y=\"-10\" font-size=\"6\">The field after %.0f seconds</text>\n", field.time());
  for (int i = 0; i < 3; ++i) {
    add(text, "<circle cx=\"%d\" cy=\"-4.4\" r=\"1.5\" fill=\"%s\"/><text x=\"%d\" y=\"-3\">%s</text>\n",
        2 + i * 30, kColours[i], 5 + i * 30, kPersonalities[i]);
  }
  constexpr const char* kLegend[] = {"big dot: shoots",    "triangle: flees", "square: reloads",
                                     "small dot: patrols", "cross: died",     "black: raider"};
  for (int i = 0; i < 6; ++i) {
    add(text, "<text x=\"%d\" y=\"%.0f\">%s</text>\n", 40 * i, Field::kDepth + 6, kLegend[i]);
  }
  return text + "</svg>\n";
}

}  // namespace guards
