#include "cli/play/scene_picture.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <utility>

#include "cli/output/markup.h"

namespace ishi::compiler::cli {
namespace {

constexpr double kFrame = 1.0 / kFramesPerSecond;
constexpr double kWidth = 960, kLeft = 90, kRight = 20;  // of the picture, and beside its strips
constexpr double kTitle = 40, kMostGround = 460, kStrip = 34, kLegend = 20;

// Told apart by people who see few colours.
constexpr std::array<std::string_view, 14> kColours = {"#4e79a7", "#f28e2b", "#59a14f", "#e15759", "#76b7b2",
                                                       "#edc948", "#b07aa1", "#ff9da7", "#9c755f", "#bab0ac",
                                                       "#86bcb6", "#d4a6c8", "#8cd17d", "#f1ce63"};

struct Point {
  double x, y;  // in the picture
};

// Colours of agents: dark ones, none of which an action has.
constexpr std::array<std::string_view, 8> kAgentColours = {"#1b4f72", "#7d6608", "#145a32", "#78281f",
                                                           "#4a235a", "#0b5345", "#6e2c00", "#17202a"};

std::string_view colour(size_t index) { return kColours[index % kColours.size()]; }
std::string_view agent_colour(size_t index) { return kAgentColours[index % kAgentColours.size()]; }

template <class... Arguments>
void add(std::string& text, fmt::format_string<Arguments...> format, Arguments&&... arguments) {
  fmt::format_to(std::back_inserter(text), format, std::forward<Arguments>(arguments)...);
}

}  // namespace

ScenePicture::ScenePicture(const Model& model, const Asset& asset, const Situation& situation)
    : model_(model),
      asset_(asset),
      situation_(situation),
      ways_(model, situation),
      strips_(situation.agent_count()) {}

double ScenePicture::Frame::x(double right) const {
  const double beside = (kWidth - (most.right - least.right) * scale) / 2;
  return beside + (right - least.right) * scale;
}
double ScenePicture::Frame::y(double ahead) const { return top + (most.ahead - ahead) * scale; }

void ScenePicture::note(const Simulation& simulation) {
  seconds_ = simulation.seconds();
  ways_.note(simulation);
  for (const SimulatedAgent& agent : simulation.agents()) {
    const uint32_t index = agent.place().index();
    if (!agent.place().is_alive()) continue;
    Strip& strip = strips_[index];
    extend(strip.options, agent.option() == kNoOption ? kNone : agent.option(), seconds_);
    if (agent.state() != kNoState) extend(strip.states, agent.state(), seconds_);
    for (const SimulatedEvent& event : agent.events()) {
      if (event.kind == SimulatedEvent::Kind::event_emitted) strip.emitted.push_back({event.index, seconds_});
    }
  }
}

void ScenePicture::extend(std::vector<Stretch>& stretches, uint32_t what, double now) {
  const bool goes_on =
      !stretches.empty() && stretches.back().what == what && now - stretches.back().ends < kFrame / 2;
  if (goes_on)
    stretches.back().ends = now + kFrame;
  else
    stretches.push_back({what, now, now + kFrame});
}

ScenePicture::Frame ScenePicture::frame() const {
  constexpr double kBeside = 2;  // metres
  Frame frame;
  bool is_first = true;
  const auto hold = [&](const Place& place) {
    if (std::exchange(is_first, false)) frame.least = frame.most = place;
    frame.least = {0, std::min(frame.least.right, place.right), std::min(frame.least.ahead, place.ahead)};
    frame.most = {0, std::max(frame.most.right, place.right), std::max(frame.most.ahead, place.ahead)};
  };
  for (const Way& way : ways_.ways()) std::ranges::for_each(way.places, hold);
  for (const RunWays::Wall& wall : ways_.walls()) {
    hold(wall.from);
    hold(wall.to);
  }
  frame.least = {0, frame.least.right - kBeside, frame.least.ahead - kBeside};
  frame.most = {0, frame.most.right + kBeside, frame.most.ahead + kBeside};
  frame.scale = std::min((kWidth - 2 * kRight) / (frame.most.right - frame.least.right),
                         kMostGround / (frame.most.ahead - frame.least.ahead));
  frame.top = kTitle;
  return frame;
}

void ScenePicture::draw_ground(std::string& svg, const Frame& frame) const {
  add(svg, "<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" fill=\"#f4f2ec\" rx=\"6\"/>\n",
      frame.x(frame.least.right), frame.y(frame.most.ahead),
      (frame.most.right - frame.least.right) * frame.scale,
      (frame.most.ahead - frame.least.ahead) * frame.scale);
  for (const RunWays::Wall& wall : ways_.walls()) {
    add(svg,
        "<line x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\" stroke=\"#555\" stroke-width=\"5\" "
        "stroke-linecap=\"square\"/>\n",
        frame.x(wall.from.right), frame.y(wall.from.ahead), frame.x(wall.to.right), frame.y(wall.to.ahead));
  }
  std::vector<Point> labels;
  for (size_t i = 0; i < ways_.ways().size(); ++i) {
    const Way& way = ways_.ways()[i];
    if (way.places.empty()) continue;
    const std::string_view shade = way.is_agent ? agent_colour(i) : "#888";
    if (way.places.size() > 1) {
      add(svg,
          "<polyline fill=\"none\" stroke=\"{}\" stroke-width=\"2\" stroke-linejoin=\"round\"{} points=\"",
          shade, way.is_agent ? "" : " stroke-dasharray=\"5 4\"");
      for (const Place& place : way.places)
        add(svg, "{:.1f},{:.1f} ", frame.x(place.right), frame.y(place.ahead));
      add(svg, "\"/>\n");
    }
    const Place& first = way.places.front();
    const Place& last = way.places.back();
    add(svg, "<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"3\" fill=\"#fff\" stroke=\"{}\" stroke-width=\"2\"/>\n",
        frame.x(first.right), frame.y(first.ahead), shade);
    add(svg, "<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"5\" fill=\"{}\"/>\n", frame.x(last.right),
        frame.y(last.ahead), shade);
    labels.push_back({frame.x(last.right) + 8, frame.y(last.ahead) - 6});
    Point& label = labels.back();
    for (size_t other = 0; other + 1 < labels.size();) {  // below those that would lie under it
      const bool meets = std::abs(labels[other].x - label.x) < 60 && std::abs(labels[other].y - label.y) < 13;
      if (meets) label.y = labels[other].y + 14;
      other = meets ? 0 : other + 1;
    }
    add(svg,
        "<text x=\"{:.1f}\" y=\"{:.1f}\" font-size=\"13\" fill=\"#222\" stroke=\"#f4f2ec\" "
        "stroke-width=\"3\" paint-order=\"stroke\">{}</text>\n",
        label.x, label.y, markup_text(way.name));
  }
}

// The actions of the model that anybody did. The same one has the same colour for all agents.
std::vector<uint32_t> ScenePicture::actions_done() const {
  std::vector<uint32_t> actions;
  for (uint32_t i = 0; i < strips_.size(); ++i) {
    for (const Stretch& stretch : strips_[i].options) {
      if (stretch.what == kNone) continue;
      const uint32_t action = action_of(i, stretch.what);
      if (std::ranges::find(actions, action) == actions.end()) actions.push_back(action);
    }
  }
  std::ranges::sort(actions);
  return actions;
}

uint32_t ScenePicture::action_of(uint32_t agent, uint32_t option) const {
  return model_.agents[situation_.agent_at(agent).agent].value.actions[option].index;
}

void ScenePicture::draw_strips(std::string& svg, double top) const {
  const double width = kWidth - kLeft - kRight;
  const double whole = std::max(seconds_, kFrame);
  const auto x = [&](double seconds) { return kLeft + seconds / whole * width; };
  const std::vector<uint32_t> used = actions_done();
  const auto shade_of = [&](uint32_t action) {
    return colour(static_cast<size_t>(std::ranges::find(used, action) - used.begin()));
  };
  for (uint32_t i = 0; i < strips_.size(); ++i) {
    const Strip& strip = strips_[i];
    const Agent& kind = model_.agents[situation_.agent_at(i).agent].value;
    const double y = top + i * kStrip;
    add(svg, "<text x=\"{:.0f}\" y=\"{:.1f}\" font-size=\"13\" text-anchor=\"end\" fill=\"{}\">{}</text>\n",
        kLeft - 8, y + 14, agent_colour(i), markup_text(ways_.ways()[i].name));
    for (const Stretch& stretch : strip.options) {
      if (stretch.what == kNone) continue;
      const uint32_t action = action_of(i, stretch.what);
      add(svg,
          "<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"18\" fill=\"{}\"><title>{} {:.2f}s to "
          "{:.2f}s</title></rect>\n",
          x(stretch.begins), y, std::max(0.5, x(std::min(stretch.ends, whole)) - x(stretch.begins)),
          shade_of(action), markup_text(kind.actions[stretch.what].text), stretch.begins, stretch.ends);
    }
    for (const Stretch& stretch : strip.states) {
      const std::string_view name = kind.states.value[stretch.what].name.text;
      const double room = x(std::min(stretch.ends, whole)) - x(stretch.begins);
      add(svg, "<line x1=\"{0:.1f}\" y1=\"{1:.1f}\" x2=\"{0:.1f}\" y2=\"{2:.1f}\" stroke=\"#222\"/>\n",
          x(stretch.begins), y, y + 28);
      if (room > 7.0 * static_cast<double>(name.size()))
        add(svg, "<text x=\"{:.1f}\" y=\"{:.1f}\" font-size=\"10\" fill=\"#555\">{}</text>\n",
            x(stretch.begins) + 3, y + 28, markup_text(name));
    }
    for (const Mark& mark : strip.emitted) {
      add(svg,
          "<path d=\"M{:.1f} {:.1f} l5 -9 l-10 0 z\" fill=\"#222\"><title>emits {} at "
          "{:.2f}s</title></path>\n",
          x(mark.seconds), y + 1, markup_text(asset_.name(ishi::Kind::events, mark.event)), mark.seconds);
    }
  }
  const double below = top + static_cast<double>(strips_.size()) * kStrip + 8;
  const double step = std::max(1.0, std::pow(10, std::floor(std::log10(whole))) / (whole < 20 ? 10 : 2));
  for (double at = 0; at <= whole; at += step)
    add(svg,
        "<text x=\"{:.1f}\" y=\"{:.1f}\" font-size=\"10\" text-anchor=\"middle\" "
        "fill=\"#777\">{:g}s</text>\n",
        x(at), below, at);
  draw_legend(svg, used, below + kLegend);
}

void ScenePicture::draw_legend(std::string& svg, const std::vector<uint32_t>& actions, double y) const {
  double right = kLeft;
  for (size_t i = 0; i < actions.size(); ++i) {
    const std::string_view name = model_.actions[actions[i]].name.text;
    const double room = 24 + 7.2 * static_cast<double>(name.size());
    if (right + room > kWidth - kRight) {
      right = kLeft;
      y += kLegend;
    }
    add(svg,
        "<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"12\" height=\"12\" fill=\"{}\"/><text x=\"{:.1f}\" "
        "y=\"{:.1f}\" "
        "font-size=\"12\" fill=\"#222\">{}</text>\n",
        right, y - 10, colour(i), right + 16, y, markup_text(name));
    right += room;
  }
}

std::string ScenePicture::svg(std::string_view title) const {
  const Frame frame = this->frame();
  const double ground = (frame.most.ahead - frame.least.ahead) * frame.scale;
  const double strips = kTitle + ground + 24;
  const double height = strips + static_cast<double>(strips_.size()) * kStrip + 8 + 4 * kLegend;
  std::string svg;
  add(svg,
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0:.0f} {1:.0f}\" width=\"{0:.0f}\" "
      "height=\"{1:.0f}\" font-family=\"system-ui, sans-serif\">\n<rect width=\"100%\" height=\"100%\" "
      "fill=\"#fff\"/>\n<text x=\"20\" y=\"26\" font-size=\"17\" fill=\"#222\">{2}</text>\n",
      kWidth, height, markup_text(title));
  draw_ground(svg, frame);
  draw_strips(svg, strips);
  return svg + "</svg>\n";
}

}  // namespace ishi::compiler::cli
