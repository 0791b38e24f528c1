#include "picture.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace thief {
namespace {

using games::Drawing;

constexpr float kRange = 16, kHalfField = 55.0F / 180 * std::numbers::pi_v<float>;
constexpr Place kJewelPlace{35.5F, 21.5F};

// What an option looks like; options that mean alike share a colour.
struct Look {
  const char* options;
  const char* words;
  const char* colour;
};
constexpr Look kLooks[] = {
    {" patrol ", "walks its round", "#8d99ae"},
    {" investigate ", "has heard something", "#2a78c8"},
    {" wonder search ", "suspects or searches", "#d9a514"},
    {" chase grab ", "chases", "#c0392b"},
    {" go_on sneak take ", "the thief goes on", "#2d2d2d"},
    {" lie_low ", "lies low", "#7a5fa8"},
    {" lure tip_over ", "makes a noise elsewhere", "#1f9e89"},
    {" run bolt ", "runs", "#e8590c"},
};

const Look& look_of(const std::string& option) {
  const auto fits = [&](const Look& look) {
    return std::string(look.options).find(" " + option + " ") != std::string::npos;
  };
  const auto found = std::find_if(std::begin(kLooks), std::end(kLooks), fits);
  return found == std::end(kLooks) ? kLooks[0] : *found;
}

bool sees(Place from, Place facing, Place to) {
  const float d = games::distance(from, to);
  if (d > kRange) return false;
  if (d < 0.1F) return true;
  const float ahead = (facing.x * (to.x - from.x) + facing.z * (to.z - from.z)) / d;
  return ahead >= std::cos(kHalfField) && is_clear(from, to);
}

// One part of the time: a house of its own, with its corner somewhere in the picture.
struct Panel {
  Place corner{};
  uint64_t first = 0, last = 0;  // frames

  [[nodiscard]] Place at(Place place) const { return {corner.x + place.x, corner.z + place.z}; }
};

void draw_house(Drawing& drawing, const Panel& panel) {
  drawing.rectangle(panel.corner, kColumns, kRows, "#f4f1e8");
  for (int row = 0; row < kRows; ++row) {
    for (int column = 0; column < kColumns; ++column) {
      const char cell = cell_at(column, row);
      if (cell == '.') continue;
      const char* const colour = cell == '#'   ? "#5b5f66"
                                 : cell == 'c' ? "#a98a5b"
                                 : cell == 'r' ? "#e3c9c0"
                                               : "#bfe0ea";
      drawing.rectangle(panel.at({static_cast<float>(column), static_cast<float>(row)}), 1, 1, colour);
    }
  }
}

// What a guard could see at the end of the panel's time, up to what stands in the way.
void draw_cone(Drawing& drawing, const Panel& panel, const Glance::Look& look) {
  std::string& text = drawing.raw();
  const Place from = panel.at(look.place);
  games::add(text, "<polygon points=\"%.1f,%.1f ", from.x, drawing.y_of(from.z));
  const float middle = std::atan2(look.facing.x, look.facing.z);
  constexpr int kRays = 44;
  for (int i = 0; i <= kRays; ++i) {
    const float angle = middle - kHalfField + 2 * kHalfField * static_cast<float>(i) / kRays;
    const Place heading{std::sin(angle), std::cos(angle)};
    float reach = 0;
    while (reach < kRange && is_clear(look.place, {look.place.x + heading.x * (reach + 0.2F),
                                                   look.place.z + heading.z * (reach + 0.2F)}))
      reach += 0.2F;
    const Place to = panel.at({look.place.x + heading.x * reach, look.place.z + heading.z * reach});
    games::add(text, "%.1f,%.1f ", to.x, drawing.y_of(to.z));
  }
  const char* const colour = look.alarm >= 1 ? "#c0392b" : look.alarm >= 0.35F ? "#d9a514" : "#f2cc5c";
  games::add(text, "\" fill=\"%s\" fill-opacity=\"0.22\"/>\n", colour);
}

void draw_noises(Drawing& drawing, const Heist& heist, const Panel& panel) {
  for (const Noise& noise : heist.noises()) {
    const auto frame = static_cast<uint64_t>(noise.time / kStep);
    if (frame < panel.first || frame >= panel.last) continue;
    const Place at = panel.at(noise.place);
    games::add(drawing.raw(),
               "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"%.1f\" fill=\"none\" stroke=\"#1f9e89\" "
               "stroke-width=\"0.15\" stroke-dasharray=\"0.6 0.5\"/>\n",
               at.x, drawing.y_of(at.z), noise.radius);
    drawing.cross(at, 0.4F, "#1f9e89");
    drawing.text({at.x + 0.6F, at.z + 0.4F}, noise.what, 1.1F, "#15796a");
  }
}

// The part of each way that lies in the panel's time.
void draw_trails(Drawing& drawing, const Panel& panel, const Person& person) {
  for (const Trail& trail : person.trails) {
    std::vector<Place> places;
    for (size_t k = 0; k < trail.places.size(); ++k) {
      const uint64_t frame = trail.frame + k;
      if (frame >= panel.first && frame <= panel.last) places.push_back(panel.at(trail.places[k]));
    }
    drawing.line(places, look_of(trail.option).colour, person.side == game::Side::thief ? 0.34F : 0.22F);
  }
}

// Of one who steers: how much it likes each direction.
void draw_weights(Drawing& drawing, const Panel& panel, const Glance::Look& look) {
  const float most = look.weights.empty() ? 0 : *std::max_element(look.weights.begin(), look.weights.end());
  if (most <= 0) return;
  for (size_t i = 0; i < look.weights.size(); ++i) {
    const float angle =
        2 * std::numbers::pi_v<float> * static_cast<float>(i) / static_cast<float>(look.weights.size());
    const bool is_blocked = look.weights[i] < 0;
    const float length = is_blocked ? 1 : 0.6F + 1.8F * look.weights[i] / most;
    const Place from = panel.at(look.place);
    const Place ray[] = {from, {from.x + std::sin(angle) * length, from.z + std::cos(angle) * length}};
    drawing.line(ray, is_blocked ? "#c0392b" : "#1b7f4b", 0.1F);
  }
}

void draw_people(Drawing& drawing, const Heist& heist, const Panel& panel) {
  const auto is_later = [&](const Glance& glance) { return glance.frame > panel.last; };
  auto after = std::find_if(heist.glances().begin(), heist.glances().end(), is_later);
  if (after == heist.glances().begin()) return;
  const Glance& glance = *std::prev(after);
  for (const Glance::Look& look : glance.looks) {
    if (look.letter != 't') draw_cone(drawing, panel, look);
  }
  for (const Glance::Look& look : glance.looks) {
    std::vector<Place> way{panel.at(look.place)};
    for (const Place place : look.way) way.push_back(panel.at(place));
    drawing.line(way, "#333", 0.12F, "0.35 0.3");
    const Place at = panel.at(look.place);
    drawing.circle(at, 0.55F, look.letter == 't' ? "#2d2d2d" : "#1f4e8c");
    drawing.text({at.x + 0.6F, at.z + 0.3F}, std::string(1, look.letter).c_str(), 1.5F);
  }
}

// Where somebody steered last in the panel's time.
void draw_last_weights(Drawing& drawing, const Heist& heist, const Panel& panel) {
  for (auto glance = heist.glances().rbegin(); glance != heist.glances().rend(); ++glance) {
    if (glance->frame > panel.last) continue;
    if (glance->frame < panel.first) return;
    const auto steers = [](const Glance::Look& look) { return !look.weights.empty(); };
    const auto look = std::find_if(glance->looks.begin(), glance->looks.end(), steers);
    if (look != glance->looks.end()) return draw_weights(drawing, panel, *look);
  }
}

void draw_panel(Drawing& drawing, const Heist& heist, const Panel& panel) {
  draw_house(drawing, panel);
  for (const Person& person : heist.people()) draw_trails(drawing, panel, person);
  draw_noises(drawing, heist, panel);
  draw_people(drawing, heist, panel);
  draw_last_weights(drawing, heist, panel);
  const bool is_taken = heist.has_jewel() && heist.taken_at() < static_cast<float>(panel.last) * kStep;
  drawing.text(panel.at({kJewelPlace.x - 0.5F, kJewelPlace.z - 0.5F}), is_taken ? "◇" : "◆", 1.6F, "#b5179e");
  std::string title;
  games::add(title, "%.0f to %.0f s", static_cast<float>(panel.first) * kStep,
             static_cast<float>(panel.last) * kStep);
  drawing.text(panel.at({0, kRows + 0.5F}), title.c_str(), 1.6F);
}

void draw_legend(Drawing& drawing, const Heist& heist, float top) {
  std::string title;
  games::add(title, "A night of %.0f seconds: %s", heist.time(),
             heist.outcome() == Outcome::escaped  ? "the thief gets away with the jewel"
             : heist.outcome() == Outcome::caught ? "the thief is caught"
                                                  : "the thief is still in the house");
  drawing.text({0, top + 7}, title.c_str(), 2.4F);
  for (size_t i = 0; i < std::size(kLooks); ++i) {
    const Place at{24 * static_cast<float>(i % 4), top + (i < 4 ? 4.6F : 2.2F)};
    const Place stroke[] = {at, {at.x + 3, at.z}};
    drawing.line(stroke, kLooks[i].colour, 0.6F);
    drawing.text({at.x + 3.6F, at.z - 0.5F}, kLooks[i].words, 1.5F);
  }
}

}  // namespace

std::string map_text(const Heist& heist) {
  std::string text;
  for (int row = kRows - 1; row >= 0; --row) {
    std::string line = "  ";
    for (int column = 0; column < kColumns; ++column) {
      const Place centre{static_cast<float>(column) + 0.5F, static_cast<float>(row) + 0.5F};
      char cell = cell_at(column, row) == '#' || cell_at(column, row) == 'c' ? cell_at(column, row) : ' ';
      const auto is_here = [&](Place place) {
        return static_cast<int>(place.x) == column && static_cast<int>(place.z) == row;
      };
      const auto watches = [&](const Person& person) {
        return person.side == game::Side::guard && sees(person.place, person.facing, centre);
      };
      if (cell == ' ' && std::any_of(heist.people().begin(), heist.people().end(), watches)) cell = ':';
      if (is_here(kJewelPlace) && !heist.has_jewel()) cell = '$';
      for (const Barrel& barrel : heist.barrels()) {
        if (is_here(barrel.place)) cell = barrel.is_tipped ? '_' : 'o';
      }
      for (const Person& person : heist.people()) {
        if (is_here(person.place)) cell = person.letter;
      }
      line += cell;
    }
    text += line + "\n";
  }
  for (const Person& person : heist.people()) {
    games::add(text, "  %c %s", person.letter, heist.option_of(person).c_str());
    if (person.alarm > 0) games::add(text, " (%.0f%% sure)", 100 * person.alarm);
  }
  return text + "\n";
}

std::string svg(const Heist& heist) {
  constexpr float kGap = 3;
  constexpr float kWhole = 2 * kColumns + kGap, kHeight = 2 * (kRows + kGap);
  Drawing drawing(kWhole, kHeight, 10, 3);
  drawing.rectangle({-1, -1}, kWhole + 2, kHeight + 2, "#fbfaf6");
  const auto frames = static_cast<uint64_t>(std::lround(heist.time() / kStep));
  for (uint64_t i = 0; i < 4; ++i) {
    const Place corner{i % 2 == 0 ? 0 : kColumns + kGap, i < 2 ? kRows + kGap : 0};
    draw_panel(drawing, heist, {corner, frames * i / 4, frames * (i + 1) / 4});
  }
  draw_legend(drawing, heist, kHeight);
  return drawing.finish();
}

}  // namespace thief
