#include "picture.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace hunters {
namespace {

using games::distance;

constexpr int kColumns = 80, kRows = 25;
constexpr float kPanel = 10;  // metres of the picture: the weights of one hunter
constexpr const char* kColours[] = {"#2a78c8", "#d1495b", "#3f8f4f", "#d9a514", "#8457a8", "#6b7480"};
constexpr const char* kHare = "#7a4a21";

char seen_at(const Yard& yard, Place place) {
  for (const Pillar& pillar : yard.pillars()) {
    if (distance(place, pillar.place) < pillar.radius) return '#';
  }
  return ' ';
}

// "a  1.02 m from the hare, heads -67°"
std::string line_of(const Yard& yard, const Hunter& hunter) {
  std::string line(1, hunter.letter);
  if (yard.has_prey()) games::add(line, "  %5.2f m from the hare", distance(hunter.place, yard.prey()));
  const bool stands = hunter.heading.x == 0 && hunter.heading.z == 0;
  const float degrees = std::atan2(hunter.heading.x, hunter.heading.z) * 180 / std::numbers::pi_v<float>;
  stands ? games::add(line, ", stands") : games::add(line, ", heads %.0f°", degrees);
  return line;
}

void draw_ways(games::Drawing& drawing, const Yard& yard) {
  drawing.line(yard.prey_trail(), kHare, 0.05F, "0.15 0.12");
  for (size_t i = 0; i < yard.hunters().size(); ++i) {
    const Hunter& hunter = yard.hunters()[i];
    const auto came = std::min(hunter.trail.size(), static_cast<size_t>(kEnters / kStep));
    drawing.line(std::span(hunter.trail).first(came), "#b9b9ad", 0.04F);
    drawing.line(std::span(hunter.trail).subspan(came), kColours[i], 0.05F);
  }
  for (size_t i = 0; i < yard.hunters().size(); ++i) {
    const Hunter& hunter = yard.hunters()[i];
    drawing.circle(hunter.trail.front(), 0.1F, kColours[i], 0.5F);
    drawing.circle(hunter.place, kBody, kColours[i]);
    const char letter[] = {hunter.letter, 0};
    drawing.text({hunter.place.x - 0.1F, hunter.place.z - 0.1F}, letter, 0.35F);
  }
  drawing.circle(yard.prey(), 0.3F, kHare);
  drawing.text({yard.prey().x + 0.35F, yard.prey().z + 0.2F}, "the hare", 0.35F, kHare);
}

// The directions of a hunter as rays, as long as they weigh; those that are blocked as red stubs. Around it
// what is there, five times as large.
void draw_weights(games::Drawing& drawing, const Yard& yard, const Moment& moment, Place middle) {
  constexpr float kScale = 2.6F;
  const auto at = [&](Place place) {
    return Place{middle.x + (place.x - moment.place.x) * kScale,
                 middle.z + (place.z - moment.place.z) * kScale};
  };
  for (const Pillar& pillar : yard.pillars()) {
    const float radius = pillar.radius * kScale;
    const Place center = at(pillar.place);
    if (distance(center, middle) + radius < kPanel / 2 - 0.1F) drawing.circle(center, radius, "#9c978a");
  }
  float most = 0;
  for (const float weight : moment.weights) most = std::max(most, weight);
  for (uint32_t i = 0; i < kDirections; ++i) {
    const float angle = 2 * std::numbers::pi_v<float> * static_cast<float>(i) / kDirections;
    const Place way{std::sin(angle), std::cos(angle)};
    const bool is_blocked = std::isinf(moment.weights[i]);
    const float length = is_blocked ? kLookAhead * kScale : 2.4F * std::max(0.0F, moment.weights[i]) / most;
    const Place from{middle.x + way.x * kBody * kScale, middle.z + way.z * kBody * kScale};
    const Place ray[] = {from, {from.x + way.x * length, from.z + way.z * length}};
    const bool is_taken = i == moment.direction;
    drawing.line(ray,
                 is_blocked ? "#d1495b"
                 : is_taken ? "#222"
                            : "#2a78c8",
                 is_taken ? 0.22F : 0.12F, is_blocked ? "0.12 0.18" : "none");
    if (is_blocked) drawing.cross(ray[1], 0.12F, "#d1495b");
  }
  drawing.circle(middle, kBody * kScale, kColours[0], 0.35F);
  const float gap = distance(moment.place, moment.prey);
  const Place towards{(moment.prey.x - moment.place.x) / gap, (moment.prey.z - moment.place.z) / gap};
  const float shown = std::min(gap * kScale, kPanel / 2 - 0.7F);
  const Place hare{middle.x + towards.x * shown, middle.z + towards.z * shown};
  drawing.circle(hare, 0.25F, kHare);
  std::string text;
  games::add(text, "the hare, %.1f m", gap);
  drawing.text({hare.x - 0.9F, hare.z + 0.4F}, text.c_str(), 0.36F, kHare);
}

}  // namespace

std::string map_text(const Yard& yard) {
  std::vector<std::string> rows(kRows, std::string(kColumns, ' '));
  for (int row = 0; row < kRows; ++row) {
    for (int column = 0; column < kColumns; ++column) {
      const Place place{(static_cast<float>(column) + 0.5F) * kWidth / kColumns,
                        (static_cast<float>(row) + 0.5F) * kDepth / kRows};
      rows[static_cast<size_t>(kRows - 1 - row)][static_cast<size_t>(column)] = seen_at(yard, place);
    }
  }
  const auto put = [&rows](Place place, char c) {
    const int column = std::clamp(static_cast<int>(place.x / kWidth * kColumns), 0, kColumns - 1);
    const int row = std::clamp(static_cast<int>(place.z / kDepth * kRows), 0, kRows - 1);
    rows[static_cast<size_t>(kRows - 1 - row)][static_cast<size_t>(column)] = c;
  };
  if (yard.has_prey()) put(yard.prey(), '@');
  for (const Hunter& hunter : yard.hunters()) put(hunter.place, hunter.letter);
  std::string text = "  +" + std::string(kColumns, '-') + "+\n";
  for (const std::string& row : rows) text += "  |" + row + "|\n";
  text += "  +" + std::string(kColumns, '-') + "+\n";
  for (const Hunter& hunter : yard.hunters()) text += "  " + line_of(yard, hunter) + "\n";
  return text;
}

std::string svg(const Yard& yard) {
  constexpr float kGap = 0.8F;
  games::Drawing drawing(kWidth + kGap + kPanel, kDepth, 1.4F, 0.8F);
  drawing.rectangle({-0.5F, -0.8F}, kWidth + kGap + kPanel + 1, kDepth + 2.2F, "#fbfaf6");
  drawing.rectangle({0, 0}, kWidth, kDepth, "#eef1e6");
  for (const Pillar& pillar : yard.pillars()) drawing.circle(pillar.place, pillar.radius, "#9c978a");
  draw_ways(drawing, yard);
  std::string title;
  games::add(title, "Five bold hunters and a shy one (s) after a hare, %.0f seconds", yard.time());
  drawing.text({0, kDepth + 0.45F}, title.c_str(), 0.5F);
  drawing.text({0, -0.55F}, "grey: they stroll until the hare comes", 0.36F);
  if (yard.moments().empty()) return drawing.finish();
  const Moment& moment = yard.moments().back();
  const Place middle{kWidth + kGap + kPanel / 2, kDepth / 2};
  drawing.rectangle({kWidth + kGap, 0}, kPanel, kDepth, "#f4f5ee");
  draw_weights(drawing, yard, moment, middle);
  title.clear();
  games::add(title, "What the ways of %c weigh at %.1f s", moment.letter, moment.time);
  drawing.text({kWidth + kGap, kDepth + 0.45F}, title.c_str(), 0.5F);
  drawing.text({kWidth + kGap, -0.55F}, "black: the way it takes; red: blocked within a metre", 0.36F);
  return drawing.finish();
}

}  // namespace hunters
