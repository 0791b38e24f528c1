#include "picture.h"

#include <algorithm>
#include <cmath>

#include "drawing.h"

namespace skirmish {
namespace {

constexpr int kColumns = 90, kRows = 20;
constexpr const char* kObeying = "#2a78c8";
constexpr const char* kSides[] = {"#1f4e8c", "#8c2f1f"};

// What an option looks like, from calm to fierce; options that move alike share a colour.
struct Look {
  const char* options;
  const char* words;
  const char* colour;
};
constexpr Look kLooks[] = {
    {" approach join ", "comes closer", "#7aa874"},
    {" circle ", "circles", "#d9a514"},
    {" keep_off stay_apart ", "keeps off", "#9aa5b1"},
    {" flee bolt slip_away ", "flees", "#d1495b"},
    {" hide shelter ", "hides behind a friend", "#c58fd0"},
    {" hunt ", "hunts who is alone", "#33302e"},
    {" go attack hold ", "obeys", kObeying},
    {" strike stand ", "strikes or stands", "#c9c3b0"},
};

const Look& look_of(const std::string& option) {
  const auto fits = [&](const Look& look) {
    return std::string(look.options).find(" " + option + " ") != std::string::npos;
  };
  const auto found = std::find_if(std::begin(kLooks), std::end(kLooks), fits);
  return found == std::end(kLooks) ? kLooks[std::size(kLooks) - 1] : *found;
}

// "A ######.. approach d": who, how healthy, what.
std::string line_of(const Field& field, const Fighter& fighter) {
  const auto full = static_cast<size_t>(std::lround(8 * fighter.health));
  std::string line(1, fighter.letter);
  line.append(" ").append(full, '#').append(8 - full, '.').append(" ");
  if (!fighter.alive) return line + "fell";
  line += field.option_of(fighter);
  if (const size_t order = field.order_of(fighter); order != 0)
    return line + " (order " + std::to_string(order) + ")";
  if (const char other = field.letter_of(fighter.candidate); other != 0) line += std::string(" ") + other;
  return line;
}

// One part of the time: a field of its own, with its corner somewhere in the picture.
struct Panel {
  Place corner{};
  uint64_t first = 0, last = 0;  // frames

  [[nodiscard]] Place at(Place place) const { return {corner.x + place.x, corner.z + place.z}; }
  [[nodiscard]] bool holds(float time) const {
    const float frame = time / kStep;
    return frame >= static_cast<float>(first) && frame < static_cast<float>(last);
  }
};

void draw_orders(games::Drawing& drawing, const Field& field, const Panel& panel) {
  for (size_t i = 0; i < field.orders().size(); ++i) {
    const Order& order = field.orders()[i];
    if (!panel.holds(order.time)) continue;
    std::string words;
    games::add(words, "order %zu to %s: ", i + 1, order.who);
    switch (order.command) {
      case game::Command::go: words += "go there"; break;
      case game::Command::attack: games::add(words, "attack %c", order.target); break;
      case game::Command::hold: words += "hold there"; break;
    }
    games::add(words, "; %d of %d obey, %d did it, %d forgot", order.obeyed, order.told, order.done,
               order.forgotten);
    drawing.text(panel.at({11, kDepth + 0.7F}), words.c_str(), 1.4F, kObeying);
    if (order.command == game::Command::attack) continue;
    drawing.circle(panel.at(order.place), 1.3F, kObeying, 0.25F);
    drawing.text(panel.at({order.place.x - 0.5F, order.place.z - 0.6F}), std::to_string(i + 1).c_str(), 1.7F,
                 kObeying);
  }
}

// The part of each way that lies in the panel's time, and where its owner stands then.
void draw_ways(games::Drawing& drawing, const Panel& panel, const Fighter& fighter) {
  Place at{};
  bool was_there = false;
  for (const Trail& trail : fighter.trails) {
    std::vector<Place> places;
    for (size_t k = 0; k < trail.places.size(); ++k) {
      const uint64_t frame = trail.frame + k;
      if (frame < panel.first || frame > panel.last) continue;
      places.push_back(panel.at(trail.places[k]));
    }
    if (places.empty()) continue;
    if (!was_there) drawing.circle(places.front(), 0.3F, kSides[fighter.side]);
    at = places.back();
    was_there = true;
    drawing.line(places, look_of(trail.option).colour, fighter.side == 0 ? 0.32F : 0.2F);
  }
  const bool falls_here = !fighter.alive && was_there;
  const bool falls_later = fighter.fell_at > panel.last;
  if (!was_there) return;
  if (falls_here && !falls_later) {
    drawing.cross(at, 0.8F, kSides[fighter.side]);
  } else {
    drawing.circle(at, 0.75F, kSides[fighter.side]);
  }
  drawing.text({at.x + 0.8F, at.z + 0.3F}, std::string(1, fighter.letter).c_str(), 1.7F,
               kSides[fighter.side]);
}

void draw_panel(games::Drawing& drawing, const Field& field, const Panel& panel) {
  drawing.rectangle(panel.corner, kWidth, kDepth, "#eef1e6");
  draw_orders(drawing, field, panel);
  for (const Fighter& fighter : field.fighters()) draw_ways(drawing, panel, fighter);
  std::string title;
  games::add(title, "%.0f to %.0f s", static_cast<float>(panel.first) * kStep,
             static_cast<float>(panel.last) * kStep);
  drawing.text(panel.at({0, kDepth + 0.7F}), title.c_str(), 1.8F);
}

void draw_legend(games::Drawing& drawing, const Field& field, float top) {
  std::string title;
  games::add(
      title,
      "A skirmish of %.0f seconds: %d of six stand on the player's side (blue, capitals), %d on the other",
      field.time(), field.alive(0), field.alive(1));
  drawing.text({0, top + 7}, title.c_str(), 2.4F);
  for (size_t i = 0; i < std::size(kLooks); ++i) {
    const Place at{28 * static_cast<float>(i % 4), top + (i < 4 ? 4.6F : 2.2F)};
    const Place stroke[] = {at, {at.x + 3, at.z}};
    drawing.line(stroke, kLooks[i].colour, 0.6F);
    drawing.text({at.x + 3.6F, at.z - 0.5F}, kLooks[i].words, 1.6F);
  }
}

}  // namespace

std::string map_text(const Field& field) {
  std::vector<std::string> rows(kRows, std::string(kColumns, ' '));
  const auto put = [&rows](Place place, char c) {
    const int column = std::min(kColumns - 1, static_cast<int>(place.x / kWidth * kColumns));
    const int row = std::min(kRows - 1, static_cast<int>(place.z / kDepth * kRows));
    rows[static_cast<size_t>(kRows - 1 - row)][static_cast<size_t>(column)] = c;
  };
  for (const Fighter& fighter : field.fighters()) {
    if (!fighter.alive) put(fighter.body.place, '+');
  }
  for (const Fighter& fighter : field.fighters()) {
    if (fighter.alive) put(fighter.body.place, fighter.letter);
  }
  std::string text = "  +" + std::string(kColumns, '-') + "+\n";
  for (const std::string& row : rows) text += "  |" + row + "|\n";
  text += "  +" + std::string(kColumns, '-') + "+\n";
  const size_t half = field.fighters().size() / 2;
  for (size_t i = 0; i < half; ++i) {
    const std::string left = line_of(field, field.fighters()[i]);
    games::add(text, "  %-44s %s\n", left.c_str(), line_of(field, field.fighters()[half + i]).c_str());
  }
  return text;
}

std::string svg(const Field& field) {
  constexpr float kGap = 3;
  constexpr float kWhole = 2 * kWidth + kGap, kHeight = 2 * (kDepth + kGap);
  games::Drawing drawing(kWhole, kHeight, 10, 3);
  drawing.rectangle({-1, -1}, kWhole + 2, kHeight + 2, "#fbfaf6");
  const auto frames = static_cast<uint64_t>(std::lround(field.time() / kStep));
  for (uint64_t i = 0; i < 4; ++i) {
    const Place corner{i % 2 == 0 ? 0 : kWidth + kGap, i < 2 ? kDepth + kGap : 0};
    draw_panel(drawing, field, {corner, frames * i / 4, frames * (i + 1) / 4});
  }
  draw_legend(drawing, field, kHeight);
  return drawing.finish();
}

}  // namespace skirmish
