// Writes a large asset: COUNT kinds of agents, each with curves, goals and eight actions of its own, in the
// proportions of a game's files. For measuring what loading costs. Usage: write_large_asset COUNT FILE

#include <charconv>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <string>

namespace {

constexpr const char* kContract = R"(ishi: 1
blackboard:
  health: { type: number, range: 0..100 }
  ammo:   { type: integer, range: 0..30 }
  hunger: { type: number, range: 0..1 }
  noise:  { type: number, range: 0..1 }
  foes:   { type: number, range: 0..8 }
  home:   point
  post:   point
  foe:    entity
tasks:
  walk_to: { params: { place: point, pace: { type: speed, default: 2m/s } } }
  aim:     { params: { at: entity } }
  fire:    { requires: ammo > 0 }
  rest:    { takes: 3s }
needs:
  safety:  { level: 1 - health.norm }
  supply:  { level: 1 - ammo.norm }
  comfort: { level: hunger }
)";

// A number that differs from call to call, 0.1 to 0.9.
class Numbers {
 public:
  std::string next() {
    state_ = state_ * 1'664'525 + 1'013'904'223;
    return "0." + std::to_string(10 + (state_ >> 16) % 80);
  }

 private:
  uint32_t state_ = 1;
};

std::string curves_of(const std::string& k, Numbers& n) {
  const auto next = [&n] { return n.next(); };
  return "  bold_" + k + ": { logistic: { midpoint: " + next() + ", slope: 9 } }\n" + "  late_" + k +
         ": { power: 1." + next().substr(2) + ", invert: true }\n" + "  far_" + k + ": { points: [[0, 1], [" +
         next() + ", " + next() + "], [1, 0.1]] }\n" + "  soft_" + k +
         ": { smoothstep: { from: 0, to: " + next() + " } }\n";
}

std::string goals_of(const std::string& k, Numbers& n) {
  return "  reach_" + k + ":\n    params: { place: point }\n    first:\n" + "      calm: { when: noise < " +
         n.next() + ", do: [walk_to: { place: place }, rest] }\n" +
         "      hurried: { do: [walk_to: { place: place, pace: 4m/s }] }\n" +
         "    interject: { shot: { when: foes > 3 and foe.known, do: [aim: { at: foe }, fire] } }\n    "
         "timeout: 30s\n";
}

std::string actions_of(const std::string& k, Numbers& n) {
  const auto curve = [&k](const char* name) { return std::string(name) + "_" + k; };
  std::string text;
  for (int i = 0; i < 8; ++i) {
    text += "  act_" + std::to_string(i) + "_" + k + ":\n    when: foes < " + std::to_string(i) + "." +
            n.next().substr(2) + "\n" + "    considerations:\n" + "      health: " + curve("bold") +
            "(health.norm * " + n.next() + ")\n" + "      quiet: " + curve("late") + "(noise)\n" +
            "      foes: " + curve("far") + "(foes.norm)\n" + "      fed: " + curve("soft") +
            "(1 - hunger * " + n.next() + ")\n" + "    weight: " + n.next() + " * needs.safety + " +
            n.next() + " * needs.supply - " + n.next() + " * needs.comfort\n" + "    do: [reach_" + k +
            ": { place: " + (i % 2 == 0 ? "home" : "post") + " }, rest]\n";
  }
  return text;
}

std::string asset_of(uint32_t count) {
  Numbers numbers;
  std::string text = kContract;
  const auto section = [&](const char* name, auto&& of) {
    text += std::string(name) + ":\n";
    for (uint32_t i = 0; i < count; ++i) text += of(std::to_string(i));
  };
  section("curves", [&](const std::string& k) { return curves_of(k, numbers); });
  section("goals", [&](const std::string& k) { return goals_of(k, numbers); });
  section("actions", [&](const std::string& k) { return actions_of(k, numbers); });
  section("agents", [](const std::string& k) {
    std::string actions;
    for (int i = 0; i < 8; ++i) actions += (i > 0 ? ", act_" : "act_") + std::to_string(i) + "_" + k;
    return "  kind_" + k + ": { actions: [" + actions + "], select: { inertia: 0.03 } }\n";
  });
  return text;
}

}  // namespace

int main(int argc, char** argv) {
  uint32_t count = 0;
  if (argc != 3 || std::from_chars(argv[1], argv[1] + std::strlen(argv[1]), count).ec != std::errc() ||
      count == 0) {
    std::fputs("usage: write_large_asset COUNT FILE\n", stderr);
    return 2;
  }
  std::ofstream file(argv[2], std::ios::binary);
  file << asset_of(count);
  return file.good() ? 0 : 1;
}
