#include "picture.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "timeline.h"

namespace squad {
namespace {

constexpr int kColumns = 88, kRows = 22;
constexpr const char* kGround = "#eef1e6";
constexpr const char* kRock = "#b4b3a6";

// "A ######.. suppressor; 3 bursts, 1 magazine": who, how healthy, what.
std::string line_of(const Fight& fight, const Ledger& ledger, const Soldier& soldier) {
  const auto full = static_cast<size_t>(std::lround(8 * soldier.health));
  std::string line;
  games::add(line, "%c %s%s ", soldier.letter, std::string(full, '#').c_str(),
             std::string(8 - full, '.').c_str());
  if (!soldier.is_alive) return line + "fell";
  const uint16_t option = fight.squad().option(soldier.agent);
  const std::string role = ledger.role_of(option);
  ishi::Population squad = fight.squad();
  games::add(line, "%-10s  %d bursts, %d magazines",
             (role.empty() ? ledger.option_name(option) : role).c_str(),
             squad.column(game::rounds)[soldier.slot], squad.column(game::magazines)[soldier.slot]);
  return line;
}

// One part of the time: a ground of its own, with its corner somewhere in the picture.
struct Panel {
  Place corner{};
  size_t first = 0, last = 0;  // frames

  [[nodiscard]] Place at(Place place) const { return plus(corner, place); }
  [[nodiscard]] bool holds(float time) const {
    const auto frame = static_cast<size_t>(std::lround(time / kStep));
    return frame >= first && frame < last;
  }
};

void draw_ground(games::Drawing& drawing, const Fight& fight, const Panel& panel) {
  drawing.rectangle(panel.corner, kWidth, kDepth, kGround);
  for (const Circle& rock : fight.rocks()) drawing.circle(panel.at(rock.centre), rock.radius, kRock);
  for (const Store& store : fight.stores()) {
    const Place corner = panel.at(plus(store.place, {-0.7F, -0.5F}));
    drawing.rectangle(corner, 1.4F, 1, store.is_chest ? "#ffffff" : "#9c7a4d");
    if (!store.is_chest) continue;
    drawing.rectangle(plus(corner, {0.55F, 0.15F}), 0.3F, 0.7F, "#2a9d68");
    drawing.rectangle(plus(corner, {0.35F, 0.35F}), 0.7F, 0.3F, "#2a9d68");
  }
}

void draw_ring(games::Drawing& drawing, Place place, float radius, bool has_hit) {
  games::add(drawing.raw(),
             "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"%.2f\" fill=\"%s\" fill-opacity=\"%.2f\" stroke=\"%s\" "
             "stroke-opacity=\"0.6\" stroke-width=\"0.12\"/>\n",
             place.x, drawing.y_of(place.z), radius, kEnraged, has_hit ? 0.18F : 0.04F, kEnraged);
}

void draw_blows(games::Drawing& drawing, const Fight& fight, const Panel& panel) {
  for (const Blow& blow : fight.blows()) {
    if (!panel.holds(blow.time)) continue;
    const Place line[] = {panel.at(blow.from), panel.at(blow.to)};
    switch (blow.kind) {
      case Activity::firing: drawing.line(line, blow.has_hit ? "#d9b44a" : "#cfccbe", 0.07F); break;
      case Activity::shooting: drawing.line(line, kEnraged, blow.has_hit ? 0.3F : 0.12F, "0.8 0.5"); break;
      case Activity::charging: drawing.line(line, kEnraged, blow.has_hit ? 1.1F : 0.6F); break;
      case Activity::lobbing: draw_ring(drawing, line[1], 2.6F, blow.has_hit); break;
      case Activity::slamming: draw_ring(drawing, line[1], 4, blow.has_hit); break;
      default: break;
    }
  }
}

void draw_way(games::Drawing& drawing, const Panel& panel, const Ledger& ledger, const Soldier& soldier) {
  const size_t last = std::min(panel.last, soldier.places.size());
  for (size_t first = panel.first; first < last;) {
    const Look& look = look_of(ledger, soldier.options[first]);
    std::vector<Place> places;
    size_t next = first;
    while (next < last && &look_of(ledger, soldier.options[next]) == &look)
      places.push_back(panel.at(soldier.places[next++]));
    if (next < last) places.push_back(panel.at(soldier.places[next]));
    drawing.line(places, look.colour, 0.28F);
    first = next;
  }
}

void draw_soldier(games::Drawing& drawing, const Panel& panel, const Ledger& ledger, const Soldier& soldier) {
  if (soldier.places.size() <= panel.first) return;
  const size_t last = std::min(panel.last, soldier.places.size()) - 1;
  const Place at = panel.at(soldier.places[last]);
  if (!soldier.is_alive && last + 1 == soldier.places.size()) {
    drawing.cross(at, 0.7F, kInk);
    return write_at(drawing, plus(at, {0.9F, 0.5F}), std::string(1, soldier.letter), 1.5F, kInk,
                    Anchor::start, kGround);
  }
  const char* const colour = look_of(ledger, soldier.options[last]).colour;
  drawing.circle(at, 1, kPaper);
  drawing.circle(at, 0.85F, colour);
  write_at(drawing, plus(at, {0, -0.42F}), std::string(1, soldier.letter), 1.2F, kPaper, Anchor::middle,
           colour);
}

void draw_warden(games::Drawing& drawing, const Fight& fight, const Panel& panel) {
  const Warden& warden = fight.warden();
  std::vector<Place> places;
  for (size_t i = panel.first; i < panel.last; ++i) places.push_back(panel.at(warden.places[i]));
  const char* const colour = warden.states[panel.last - 1] == 1 ? kEnraged : kGuarding;
  drawing.circle(places.front(), 0.5F, colour);
  drawing.line(places, colour, 0.5F, "0.2 0.7");
  drawing.circle(places.back(), 1.6F, kPaper);
  drawing.circle(places.back(), 1.45F, colour);
  write_at(drawing, plus(places.back(), {0, -0.6F}), "W", 1.7F, kPaper, Anchor::middle, colour);
}

void draw_panel(games::Drawing& drawing, const Fight& fight, const Ledger& ledger, const Panel& panel) {
  const Place corner = panel.corner;
  games::add(
      drawing.raw(),
      "<clipPath id=\"from%zu\"><rect x=\"%.1f\" y=\"%.1f\" width=\"%.0f\" height=\"%.0f\"/></clipPath>\n"
      "<g clip-path=\"url(#from%zu)\">\n",
      panel.first, corner.x, drawing.y_of(corner.z + kDepth), kWidth, kDepth, panel.first);
  draw_ground(drawing, fight, panel);
  draw_blows(drawing, fight, panel);
  drawing.raw() += "</g>\n";
  for (const Soldier& soldier : fight.soldiers()) draw_way(drawing, panel, ledger, soldier);
  draw_warden(drawing, fight, panel);
  for (const Soldier& soldier : fight.soldiers()) draw_soldier(drawing, panel, ledger, soldier);
  std::string title;
  games::add(title, "%.0f to %.0f s: the warden is %s", static_cast<float>(panel.first) * kStep,
             static_cast<float>(panel.last) * kStep,
             fight.warden().states[panel.last - 1] == 1 ? "enraged" : "guarding");
  write_at(drawing, panel.at({0, kDepth + 0.7F}), title, 1.6F, kInk);
}

void draw_legend(games::Drawing& drawing, const Fight& fight, float top) {
  std::string title;
  games::add(title, "A squad and a warden, %.0f seconds: %s, %d of five stand", fight.time(),
             fight.warden().health <= 0 ? "it is beaten" : "it stands", fight.alive());
  write_at(drawing, {0, top + 6.6F}, title, 2.3F, kInk);
  float x = 0;
  for (const Look& look : looks()) {
    drawing.rectangle({x, top + 3.6F}, 2, 1.1F, look.colour);
    write_at(drawing, {x + 2.6F, top + 3.65F}, look.words, 1.35F, kInk);
    x += 5.2F + 0.78F * static_cast<float>(std::strlen(look.words));
  }
  write_at(
      drawing, {0, top + 1.3F},
      "the warden walks along dots, charges along bars, shoots along dashes, slams and shells in rings; what "
      "is bold or dark has hit",
      1.25F, kFaint);
}

// The panels' limits: each temper of the warden in two halves, or four quarters if it never lost its temper.
std::vector<size_t> cuts(const Fight& fight) {
  const std::vector<uint8_t>& states = fight.warden().states;
  const auto turn = static_cast<size_t>(std::find(states.begin(), states.end(), 1) - states.begin());
  const size_t middle = turn > 40 && turn + 40 < states.size() ? turn : states.size() / 2;
  return {0, middle / 2, middle, middle + (states.size() - middle) / 2, states.size()};
}

}  // namespace

std::string map_text(const Fight& fight, const Ledger& ledger) {
  std::vector<std::string> rows(kRows, std::string(kColumns, ' '));
  const auto put = [&rows](Place place, char c) {
    const int column = std::clamp(static_cast<int>(place.x / kWidth * kColumns), 0, kColumns - 1);
    const int row = std::clamp(static_cast<int>(place.z / kDepth * kRows), 0, kRows - 1);
    rows[static_cast<size_t>(kRows - 1 - row)][static_cast<size_t>(column)] = c;
  };
  for (const Circle& rock : fight.rocks()) {
    for (const float x : {-0.7F, 0.0F, 0.7F}) put(plus(rock.centre, {x, 0}), '@');
  }
  for (const Store& store : fight.stores()) put(store.place, store.is_chest ? '+' : '=');
  for (const Soldier& soldier : fight.soldiers()) put(soldier.place, soldier.is_alive ? soldier.letter : 'x');
  put(fight.warden().place, 'W');
  std::string text = "  +" + std::string(kColumns, '-') + "+\n";
  for (const std::string& row : rows) text += "  |" + row + "|\n";
  text += "  +" + std::string(kColumns, '-') + "+\n";
  for (const Soldier& soldier : fight.soldiers()) text += "  " + line_of(fight, ledger, soldier) + "\n";
  games::add(text, "  W %3.0f %% %s\n", std::ceil(100 * fight.warden().health),
             fight.is_furious() ? "enraged" : "guarding");
  return text;
}

std::string svg(const Fight& fight, const Ledger& ledger) {
  constexpr float kGap = 3;
  constexpr float kWhole = 2 * kWidth + kGap, kHeight = kTimelineHeight + 2 * (kDepth + kGap);
  games::Drawing drawing(kWhole, kHeight, 10, 2);
  drawing.rectangle({-1, -1}, kWhole + 2, kHeight + 2, kPaper);
  const std::vector<size_t> limits = cuts(fight);
  for (size_t i = 0; i < 4; ++i) {
    const Place corner{i % 2 == 0 ? 0 : kWidth + kGap, kTimelineHeight + (i < 2 ? kDepth + kGap : 0)};
    if (limits[i] < limits[i + 1]) draw_panel(drawing, fight, ledger, {corner, limits[i], limits[i + 1]});
  }
  draw_legend(drawing, fight, kHeight);
  draw_timeline(drawing, fight, ledger, kWhole);
  return drawing.finish();
}

}  // namespace squad
