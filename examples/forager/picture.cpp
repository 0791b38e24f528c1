#include "picture.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "drawing.h"

namespace foragers {
namespace {

constexpr const char* kColours[] = {"#1f6fb2", "#c4621b"};  // by forager
constexpr const char* kEnergy = "#3f9d5f";
constexpr const char* kPower = "#d9a514";
constexpr size_t kMostMarks = 16;

std::string bar(float share, int length) {
  const int full = static_cast<int>(std::lround(share * static_cast<float>(length)));
  return std::string(static_cast<size_t>(full), '#') + std::string(static_cast<size_t>(length - full), '.');
}

void draw_ground(games::Drawing& drawing, const Yard& yard) {
  const Ground& ground = yard.ground();
  for (int row = 0; row < Ground::kRows; ++row) {
    for (int column = 0; column < Ground::kColumns; ++column) {
      const Place corner{static_cast<float>(column), static_cast<float>(row)};
      switch (ground.at({corner.x + 0.5F, corner.z + 0.5F})) {
        case Cell::free: break;
        case Cell::wall: drawing.rectangle(corner, 1, 1, "#8c8775"); break;
        case Cell::door: drawing.rectangle(corner, 1, 1, ground.door_shut ? "#7a4b2a" : "#d8c2a8"); break;
        case Cell::passage: drawing.rectangle(corner, 1, 1, ground.rubble ? "#b3a58c" : "#e3dcc8"); break;
      }
    }
  }
  drawing.text({21.5F, 18.6F}, "door", 1.3F, "#7a4b2a");
  drawing.text({42.2F, 3.2F}, "passage", 1.3F, "#7d745f");
}

void draw_ways(games::Drawing& drawing, const Forager& forager, const char* colour) {
  for (const Trail& trail : forager.trails) {
    const bool roams = trail.plan == "roam";
    const bool fights = trail.plan == "attack";
    drawing.line(trail.places, colour, fights ? 0.55F : roams ? 0.15F : 0.3F, roams ? "0.5 0.5" : "none");
  }
}

void draw_legend(games::Drawing& drawing, const Yard& yard) {
  std::string title = "Two foragers in the yard";
  games::add(title, ", after %.0f seconds", yard.time());
  drawing.text({0, Ground::kRows + 7}, title.c_str(), 2.4F);
  float z = Ground::kRows + 4;
  for (const Forager& forager : yard.foragers()) {
    const size_t index = static_cast<size_t>(&forager - yard.foragers().data());
    drawing.circle({0.8F, z + 0.4F}, 0.8F, kColours[index]);
    std::string words = forager.name;
    games::add(words, ": energy %.2f, power %.2f; picked up %d, felled %d, %d ways lost, %d doors opened",
               forager.energy, forager.power, forager.picked_up, forager.fallen, forager.ways_lost,
               forager.doors_opened);
    drawing.text({2.2F, z}, words.c_str(), 1.3F);
    z -= 2.2F;
  }
  constexpr float kBelow = -2.2F;
  drawing.circle({0.6F, kBelow + 0.4F}, 0.5F, kEnergy);
  drawing.text({1.6F, kBelow}, "battery", 1.2F);
  drawing.circle({9.6F, kBelow + 0.4F}, 0.5F, kPower);
  drawing.text({10.6F, kBelow}, "charge", 1.2F);
  drawing.rectangle({18, kBelow - 0.1F}, 1, 1, "#444");
  drawing.text({19.6F, kBelow}, "sentry", 1.2F);
  constexpr const char* kWays[] = {"roams", "fetches", "attacks"};
  constexpr float kWidths[] = {0.15F, 0.3F, 0.55F};
  for (int i = 0; i < 3; ++i) {
    const float from = 28 + 11 * static_cast<float>(i);
    const Place stroke[] = {{from, kBelow + 0.4F}, {from + 3, kBelow + 0.4F}};
    drawing.line(stroke, "#444", kWidths[i], i == 0 ? "0.5 0.5" : "none");
    drawing.text({from + 3.6F, kBelow}, kWays[i], 1.2F);
  }
}

// What happened where, by number on the map and in words below.
void draw_marks(games::Drawing& drawing, const Yard& yard) {
  std::vector<Place> marks;
  for (const Happening& happening : yard.happenings()) {
    if (!happening.is_marked || marks.size() == kMostMarks) continue;
    const bool is_somebodys = happening.who != nullptr;
    const char* const colour = is_somebodys ? kColours[happening.who - yard.foragers().data()] : "#5c5646";
    // Several may happen in one place: each stands beside the others.
    Place place = happening.place;
    const auto covers = [&](Place other) { return games::distance(other, place) < 1.7F; };
    for (int turn = 0; turn < 60 && std::any_of(marks.begin(), marks.end(), covers); ++turn) {
      const float far = 1.8F + 0.08F * static_cast<float>(turn);
      place = {happening.place.x + far * std::cos(static_cast<float>(turn)),
               happening.place.z + far * std::sin(static_cast<float>(turn))};
    }
    marks.push_back(place);
    const size_t count = marks.size();
    drawing.circle(place, 0.8F, "#fff", 0.9F);
    std::string number;
    games::add(number, "%zu", count);
    drawing.text({place.x - (count < 10 ? 0.4F : 0.8F), place.z - 0.45F}, number.c_str(), 1.3F, colour);
    std::string words = number;
    games::add(words, "  %.1f s  %s %s", happening.time, is_somebodys ? happening.who->name : "",
               happening.text.c_str());
    const bool is_right = count > kMostMarks / 2;
    const auto line = static_cast<float>(is_right ? count - kMostMarks / 2 : count);
    drawing.text({is_right ? 31.0F : 0.0F, -4 - 1.7F * line}, words.c_str(), 1.1F, colour);
  }
}

}  // namespace

std::string story_line(const Happening& happening) {
  std::string line;
  games::add(line, "%7.2fs  ", happening.time);
  if (happening.who == nullptr) {
    games::add(line, "%-42s %s", "", happening.text.c_str());
  } else {
    games::add(line, "%-8s energy %s  power %s   %s", happening.who->name, bar(happening.energy, 8).c_str(),
               bar(happening.power, 4).c_str(), happening.text.c_str());
  }
  return line;
}

std::string svg(const Yard& yard) {
  games::Drawing drawing(Ground::kColumns, Ground::kRows, 11, 20);
  draw_ground(drawing, yard);
  for (const Forager& forager : yard.foragers())
    draw_ways(drawing, forager, kColours[&forager - yard.foragers().data()]);
  for (const Pickup& pickup : yard.pickups()) {
    if (pickup.there) drawing.circle(pickup.place, 0.5F, pickup.is_charge ? kPower : kEnergy);
  }
  for (const Sentry& sentry : yard.sentries()) {
    if (sentry.stands) drawing.rectangle({sentry.place.x - 0.5F, sentry.place.z - 0.5F}, 1, 1, "#444");
  }
  for (const Forager& forager : yard.foragers())
    drawing.circle(forager.place, 0.9F, kColours[&forager - yard.foragers().data()]);
  draw_marks(drawing, yard);
  draw_legend(drawing, yard);
  return drawing.finish();
}

}  // namespace foragers
