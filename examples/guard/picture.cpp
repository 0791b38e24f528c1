#include "picture.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "drawing.h"
#include "ishi/asset_info.h"

namespace guards {
namespace {

constexpr int kColumns = 96, kRows = 24;
constexpr const char* kColours[] = {"#c0392b", "#8e6bbf", "#2e7d5b"};  // by personality

// The first letter of what a guard does.
char letter(const Field& field, const ishi::Asset& asset, const Guard& guard) {
  const uint16_t option = field.option(guard);
  if (option == ishi::kNoOption) return '.';
  const std::string_view name =
      ishi::AssetParts(asset).option(ishi::AssetParts(asset).agent(0).options.first + option).name;
  return name.empty() || name == "patrol" ? '.' : name[0];
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
  games::Drawing drawing(Field::kWidth, Field::kDepth, 18, 10);
  for (const Raider& raider : field.raiders()) drawing.line(raider.trail, "#d9d2c0", 0.7F);
  for (const Guard& guard : field.guards()) {
    const char* const colour = kColours[static_cast<size_t>(guard.personality)];
    const Place place = guard.place;
    switch (guard.alive ? letter(field, asset, guard) : '+') {
      case '+': drawing.cross(place, 1, colour); break;
      case 's': drawing.circle(place, 1.5F, colour); break;
      case 'f':
        games::add(drawing.raw(), "<path d=\"M%.1f %.1fl1.5 2.6h-3z\" fill=\"%s\"/>\n", place.x,
                   drawing.y_of(place.z) - 1.6F, colour);
        break;
      case 'r': drawing.rectangle({place.x - 1.2F, place.z - 1.2F}, 2.4F, 2.4F, colour); break;
      default: drawing.circle(place, 0.8F, colour, 0.45F);
    }
  }
  std::vector<Place> labels;  // where names stand already; another one goes below
  for (const size_t index : field.followed) {
    const Guard& guard = field.guards()[index];
    drawing.line(guard.trail, kColours[static_cast<size_t>(guard.personality)], 0.8F);
    Place label{guard.place.x + 2.2F, guard.place.z - 1.2F};
    const auto covers = [&label](const Place& other) {
      return std::abs(other.x - label.x) < 20 && std::abs(other.z - label.z) < 4;
    };
    while (std::ranges::any_of(labels, covers)) label.z -= 1;
    labels.push_back(label);
    drawing.text(label, ("guard " + std::to_string(index)).c_str(), 4);
  }
  for (const Raider& raider : field.raiders()) {
    if (!raider.alive) continue;
    drawing.circle(raider.place, 2, "#fff");
    drawing.circle(raider.place, 1.6F, "#222");
  }
  std::string title;
  games::add(title, "The field after %.0f seconds", field.time());
  drawing.text({0, Field::kDepth + 10}, title.c_str(), 6);
  for (int i = 0; i < 3; ++i) {
    const auto x = 30 * static_cast<float>(i);
    drawing.circle({x + 2, Field::kDepth + 4.4F}, 1.5F, kColours[i]);
    drawing.text({x + 5, Field::kDepth + 3}, kPersonalities[i], 4);
  }
  constexpr const char* kLegend[] = {"big dot: shoots",    "triangle: flees", "square: reloads",
                                     "small dot: patrols", "cross: died",     "black: raider"};
  for (int i = 0; i < 6; ++i) drawing.text({40 * static_cast<float>(i), -6}, kLegend[i], 4);
  return drawing.finish();
}

}  // namespace guards
