#include "timeline.h"

#include <cmath>

namespace squad {
namespace {

constexpr float kLeft = 9;                        // where the lines begin
constexpr float kRow = 4, kBand = 1.7F;           // metres of the picture
constexpr float kHealth = 1.3F;                   // the height of a curve of health
constexpr float kBossRow = 3, kFirstRow = 10.5F;  // from the bottom

struct Scale {
  float left = 0, per_frame = 0;
  [[nodiscard]] float at(size_t frame) const { return left + static_cast<float>(frame) * per_frame; }
};

// Runs of frames for which `key` is the same, each given to `draw`.
template <typename Key, typename Draw>
void for_runs(size_t count, Key key, Draw draw) {
  for (size_t first = 0; first < count;) {
    size_t last = first + 1;
    while (last < count && key(last) == key(first)) ++last;
    draw(first, last);
    first = last;
  }
}

// Full at the top of its stripe; a line at its foot.
void draw_health(games::Drawing& drawing, const Scale& scale, const Body& body, float foot, float height,
                 const char* colour) {
  std::string& text = drawing.raw();
  games::add(text, R"(<path fill="%s" fill-opacity="0.35" d="M%.2f %.2f)", colour, scale.at(0),
             drawing.y_of(foot));
  for (size_t i = 0; i < body.healths.size(); ++i) {
    const bool is_step = i == 0 || i + 1 == body.healths.size() || body.healths[i] != body.healths[i - 1];
    if (!is_step) continue;
    const float before = i == 0 ? body.healths[0] : body.healths[i - 1];
    games::add(text, "L%.2f %.2fL%.2f %.2f", scale.at(i), drawing.y_of(foot + height * before), scale.at(i),
               drawing.y_of(foot + height * body.healths[i]));
  }
  const float end = scale.at(body.healths.size());
  games::add(text, "L%.2f %.2fL%.2f %.2fz\"/>\n", end, drawing.y_of(foot + height * body.healths.back()), end,
             drawing.y_of(foot));
}

void draw_soldier(games::Drawing& drawing, const Scale& scale, const Ledger& ledger, const Soldier& soldier,
                  float foot) {
  const auto look = [&](size_t frame) { return &look_of(ledger, soldier.options[frame]); };
  draw_health(drawing, scale, soldier, foot, kHealth, kFaint);
  for_runs(soldier.options.size(), look, [&](size_t first, size_t last) {
    drawing.rectangle({scale.at(first), foot + kHealth + 0.1F}, scale.at(last) - scale.at(first), kBand,
                      look(first)->colour);
  });
  write_at(drawing, {kLeft - 1.2F, foot + kHealth + 0.3F}, std::string(1, soldier.letter), 1.9F, kInk,
           Anchor::end);
  if (!soldier.is_alive)
    drawing.cross({scale.at(soldier.options.size()) + 0.8F, foot + kHealth + 0.1F + kBand / 2}, 0.6F, kInk);
}

void draw_boss(games::Drawing& drawing, const Scale& scale, const Fight& fight) {
  const Warden& warden = fight.warden();
  const float band = kBossRow + 2 * kHealth + 0.1F;
  const auto colour = [&](size_t frame) { return warden.states[frame] == 1 ? kEnraged : kGuarding; };
  draw_health(drawing, scale, warden, kBossRow, 2 * kHealth, kEnraged);
  for_runs(warden.states.size(), colour, [&](size_t first, size_t last) {
    drawing.rectangle({scale.at(first), band}, scale.at(last) - scale.at(first), kBand, colour(first));
    write_at(drawing, {scale.at(first) + 0.6F, band + 0.45F},
             colour(first) == kEnraged ? "enraged" : "guarding", 1.3F, kPaper, Anchor::start, colour(first));
  });
  for (const Blow& blow : fight.blows()) {
    if (blow.kind == Activity::firing) continue;
    const float x = scale.at(static_cast<size_t>(std::lround(blow.time / kStep)));
    const Place tick[] = {{x, band + kBand}, {x, band + kBand + (blow.has_hit ? 1.2F : 0.5F)}};
    drawing.line(tick, blow.has_hit ? kEnraged : kFaint, 0.22F);
  }
  write_at(drawing, {kLeft - 1.2F, band + 0.3F}, "warden", 1.6F, kInk, Anchor::end);
  write_at(drawing, {kLeft - 1.2F, kBossRow + 0.5F}, "its health", 1.2F, kFaint, Anchor::end);
}

void draw_seconds(games::Drawing& drawing, const Scale& scale, size_t frames) {
  for (size_t frame = 0; frame <= frames; frame += 100) {
    const float x = scale.at(frame);
    const Place line[] = {{x, kBossRow - 0.4F}, {x, kFirstRow + 5 * kRow}};
    drawing.line(line, "#dcd8cb", 0.1F);
    write_at(drawing, {x, kBossRow - 2}, std::to_string(frame / 10), 1.3F, kFaint, Anchor::middle);
  }
  write_at(drawing, {kLeft - 1.2F, kBossRow - 2}, "seconds", 1.2F, kFaint, Anchor::end);
}

}  // namespace

void draw_timeline(games::Drawing& drawing, const Fight& fight, const Ledger& ledger, float width) {
  const size_t frames = fight.warden().places.size();
  const Scale scale{kLeft, (width - kLeft - 1) / static_cast<float>(frames)};
  draw_seconds(drawing, scale, frames);
  for (size_t i = 0; i < fight.soldiers().size(); ++i) {
    const float foot = kFirstRow + kRow * static_cast<float>(fight.soldiers().size() - 1 - i);
    draw_soldier(drawing, scale, ledger, fight.soldiers()[i], foot);
  }
  draw_boss(drawing, scale, fight);
}

}  // namespace squad
