#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <random>
#include <string>
#include <utility>
#include <vector>

// Random scenes, and the YAML that says them.

namespace ishi::compiler::scenes_test {

inline constexpr uint64_t kFrames = 240;
inline constexpr std::array<const char*, 2> kKinds = {"guard", "dog"};
inline constexpr std::array<const char*, 2> kTeams = {"watch", "thieves"};
inline constexpr std::array<const char*, 2> kThings = {"person", "animal"};

struct Place {
  float x = 0, z = 0;
};
struct Who {
  uint32_t kind = 0, team = 0, thing = 0;
  Place place, facing{0, 1};
  float hp = 100, tired = 0.05F;
};
struct Other {
  uint32_t thing = 0;
  Place place;
  uint64_t comes = 0;  // in this frame; 0: it is there from the beginning
};
struct Moving {
  size_t other = 0;
  Place to;
  float speed = 1;
  uint64_t starts = 0;  // frame
};
struct Change {
  enum class What : uint8_t { hp, orders, remove_agent, remove_other, shot, radio, place, recall, lose };
  uint64_t frame = 0;
  What what{};
  size_t who = 0;  // agent, entity or team
  float value = 0;
  Place place;
};
// A scene, for those who write it and for those who play it.
struct Plot {
  std::vector<Who> agents;
  std::vector<Other> others;
  std::vector<Moving> moves;
  std::vector<std::pair<Place, Place>> walls;
  std::vector<Change> changes;
  float alarm = 0, orders[2] = {0, 0};
};

inline std::string number(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.3f", value);
  return text;
}
inline std::string at(Place place) { return "[" + number(place.x) + ", 0, " + number(place.z) + "]"; }
// The time of a frame, or a hair's breadth before it.
inline std::string seconds(uint64_t frame) {
  char text[32];
  std::snprintf(text, sizeof text, "%.6fs", static_cast<double>(frame * 1'000'000 / 60) / 1e6);
  return text;
}
inline std::string agent_name(size_t i) { return "a" + std::to_string(i); }
inline std::string other_name(size_t i) { return "o" + std::to_string(i); }
inline std::string of(const Other& other) {
  return "{ is: " + std::string(kThings[other.thing]) + ", position: " + at(other.place) + " }";
}

// What happens in the YAML of `at`.
inline std::string text_of(const Change& change) {
  using What = Change::What;
  switch (change.what) {
    case What::hp: return "set: { " + agent_name(change.who) + ".hp: " + number(change.value) + " }";
    case What::orders:
      return "set: { " + std::string(kTeams[change.who]) + ".orders: " + number(change.value) + " }";
    case What::remove_agent: return "remove: " + agent_name(change.who);
    case What::remove_other: return "remove: " + other_name(change.who);
    case What::shot: return "emit: { shot: {} }";
    case What::radio: return "emit: { " + agent_name(change.who) + ".radio: { who: o0 } }";
    case What::place:
      return "place: { " + agent_name(change.who) + ": { position: " + at(change.place) + " } }";
    case What::recall: return "remembers: { " + agent_name(change.who) + ".foes: [{ is: o0 }] }";
    case What::lose: return "remembers: { " + agent_name(change.who) + ".foes: [] }";
  }
  return {};
}

inline std::string text_of(const Plot& plot) {
  std::string text = "scenes:\n  plot:\n    agents:\n";
  for (size_t i = 0; i < plot.agents.size(); ++i) {
    const Who& who = plot.agents[i];
    text += "      " + agent_name(i) + ": { agent: " + kKinds[who.kind] + ", team: " + kTeams[who.team] +
            ", self: { is: " + kThings[who.thing] + ", position: " + at(who.place) +
            ", facing: " + at(who.facing) + " }, given: { hp: " + number(who.hp) +
            ", needs.tired: " + number(who.tired) + " } }\n";
  }
  text += "    world: {";
  const char* comma = " ";
  for (size_t i = 0; i < plot.others.size(); ++i) {
    if (plot.others[i].comes > 0) continue;
    text += std::exchange(comma, ", ") + other_name(i) + ": " + of(plot.others[i]);
  }
  text += " }\n    moves: {";
  comma = " ";
  for (const Moving& move : plot.moves) {
    text += std::exchange(comma, ", ") + other_name(move.other) + ": { path: [" + at(move.to) +
            "], speed: " + number(move.speed) + "m/s, starts: " + seconds(move.starts) + " }";
  }
  text += " }\n    walls: [";
  comma = "";
  for (const auto& [from, to] : plot.walls)
    text += std::exchange(comma, ", ") + ("[" + at(from)) + ", " + at(to) + "]";
  text += "]\n    shared: { alarm: " + number(plot.alarm) + ", watch.orders: " + number(plot.orders[0]) +
          ", thieves.orders: " + number(plot.orders[1]) + " }\n    at:\n";
  for (size_t i = 0; i < plot.others.size(); ++i) {
    if (plot.others[i].comes > 0)
      text += "      " + seconds(plot.others[i].comes) + ": { add: { " + other_name(i) + ": " +
              of(plot.others[i]) + " } }\n";
  }
  for (const Change& change : plot.changes)
    text += "      " + seconds(change.frame) + ": { " + text_of(change) + " }\n";
  return text;
}

// Any scene of this size, in which nobody is named who has left.
class Author {
 public:
  explicit Author(uint32_t seed) : random_(seed) {}

  Plot write() {
    Plot plot;
    const size_t agents = 1 + below(6);
    for (size_t i = 0; i < agents; ++i)
      plot.agents.push_back({below(2), below(2), below(2), place(), direction(), grain(0, 100), grain(0, 1)});
    const size_t others = 1 + below(4);
    for (size_t i = 0; i < others; ++i) plot.others.push_back({below(2), place(), 0});
    plot.others[0].thing = 0;  // the calls are about a person
    for (size_t i = 0; i < others; ++i) {
      if (below(2) == 0) plot.moves.push_back({i, place(), grain(0.5, 8), below(120)});
    }
    for (uint32_t i = below(4); i > 0; --i) {
      const std::pair wall(place(), place());
      const auto is_free = [&](const Who& who) { return distance(who.place, wall.first, wall.second) > 1.5; };
      if (std::ranges::all_of(plot.agents, is_free)) plot.walls.push_back(wall);
    }
    plot.alarm = grain(0, 9);
    for (float& orders : plot.orders) orders = grain(0, 9);
    for (uint64_t frame = 5 + below(30); frame < kFrames; frame += 10 + below(40)) add_change(plot, frame);
    return plot;
  }

 private:
  uint32_t below(uint32_t count) { return static_cast<uint32_t>(random_() % count); }
  // As it is written: with three digits.
  float grain(double low, double high) {
    const double value = low + (high - low) * static_cast<double>(random_() % 1001) / 1000;
    return std::stof(number(value));
  }
  Place place() { return {grain(-12, 12), grain(-12, 12)}; }
  // From a place to a line.
  static double distance(Place at, Place a, Place b) {
    const double x = b.x - a.x, z = b.z - a.z;
    const double share = std::clamp(((at.x - a.x) * x + (at.z - a.z) * z) / (x * x + z * z), 0.0, 1.0);
    return std::hypot(at.x - a.x - share * x, at.z - a.z - share * z);
  }
  Place direction() {
    constexpr Place kDirections[] = {{0, 1}, {1, 0}, {0, -1}, {-1, 0}};
    return kDirections[below(4)];
  }

  void add_change(Plot& plot, uint64_t frame) {
    if (below(6) == 0) {
      plot.others.push_back({below(2), place(), frame});
      return;
    }
    Change change{frame, static_cast<Change::What>(below(9)), 0, 0, place()};
    const auto is_in_the_way = [&](const std::pair<Place, Place>& wall) {
      return distance(change.place, wall.first, wall.second) <= 1.5;
    };
    while (std::ranges::any_of(plot.walls, is_in_the_way)) change.place = place();
    change.who = below(static_cast<uint32_t>(plot.agents.size()));
    const auto is_gone = [&](Change::What removal, size_t who) {
      return std::ranges::any_of(plot.changes,
                                 [&](const Change& one) { return one.what == removal && one.who == who; });
    };
    using What = Change::What;
    if (change.what == What::orders) change.who = below(2);
    if (change.what == What::remove_other) change.who = 1;
    const bool is_of_agent =
        change.what != What::orders && change.what != What::remove_other && change.what != What::shot;
    if (is_of_agent && is_gone(What::remove_agent, change.who)) return;
    const bool is_there = plot.others.size() > 1 && plot.others[1].comes == 0;
    if (change.what == What::remove_other && (!is_there || is_gone(What::remove_other, 1))) return;
    change.value = grain(0, 50);
    plot.changes.push_back(change);
  }

  std::minstd_rand random_;
};

}  // namespace ishi::compiler::scenes_test
