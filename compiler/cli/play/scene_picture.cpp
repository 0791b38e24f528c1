#include "cli/play/scene_picture.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <numbers>
#include <utility>

#include "source/markup.h"

namespace ishi::compiler::cli {
namespace {

constexpr double kFrame = 1.0 / kFramesPerSecond;
constexpr double kWidth = 960, kBeside = 20;  // of the picture, and of its margins
constexpr double kTitle = 40, kMostGround = 460, kStrip = 34, kLegend = 20;
constexpr double kAxis = 34;                          // beside the ground and below it, for numbers and names
constexpr double kLeastNames = 70, kMostNames = 200;  // beside the strips

struct Point {
  double x, y;  // in the picture
};
struct Box {
  double left, top, right, bottom;
  [[nodiscard]] bool meets(const Box& other) const {
    return left < other.right && other.left < right && top < other.bottom && other.top < bottom;
  }
  [[nodiscard]] bool is_in(const Box& other) const {
    return left >= other.left && right <= other.right && top >= other.top && bottom <= other.bottom;
  }
};

// Told apart by people who see few colours; with textures on them there are four times as many looks.
constexpr std::array<std::string_view, 8> kColours = {"#4e79a7", "#f28e2b", "#59a14f", "#e15759",
                                                      "#76b7b2", "#edc948", "#b07aa1", "#9c755f"};
constexpr std::array<std::string_view, 4> kTextures = {
    "", R"(<path d="M-2 6 L6 -2 M2 10 L10 2" stroke="#fff" stroke-width="2.5"/>)",
    R"(<circle cx="4" cy="4" r="2" fill="#fff"/>)",
    R"(<path d="M2 0 V8" stroke="#222" stroke-width="1.5"/>)"};

// Colours of agents: dark ones, none of which an action has.
constexpr std::array<std::string_view, 8> kAgentColours = {"#1b4f72", "#7d6608", "#145a32", "#78281f",
                                                           "#4a235a", "#0b5345", "#6e2c00", "#17202a"};

std::string_view agent_colour(size_t index) { return kAgentColours[index % kAgentColours.size()]; }

// What fills the stretches of the action that is the so many-th of a picture.
std::string look(size_t index) {
  const size_t texture = index / kColours.size() % kTextures.size();
  return texture == 0 ? std::string(kColours[index % kColours.size()])
                      : fmt::format("url(#look{})", index % (kColours.size() * kTextures.size()));
}

size_t length(std::string_view text) {
  return static_cast<size_t>(
      std::ranges::count_if(text, [](char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; }));
}
// A guess that is rather too wide: fonts differ.
double width_of_text(std::string_view text, double size) {
  return 0.62 * size * static_cast<double>(length(text));
}

// The text, or its beginning and an ellipsis.
std::string fitting(std::string_view text, double size, double room) {
  if (width_of_text(text, size) <= room) return std::string(text);
  const auto most = static_cast<size_t>(std::max(1.0, room / (0.62 * size) - 1));
  size_t end = 0;
  for (size_t count = 0; end < text.size(); ++end) {
    const bool begins = (static_cast<unsigned char>(text[end]) & 0xc0) != 0x80;
    if (begins && count++ == most) break;
  }
  return std::string(text.substr(0, end)) + "…";
}

// A step of 1, 2 or 5 times a power of ten, with at most so many of them.
double step_of(double whole, double most) {
  const double least = whole / most;
  const double power = std::pow(10, std::floor(std::log10(least)));
  for (const double factor : {1.0, 2.0, 5.0})
    if (factor * power >= least) return factor * power;
  return 10 * power;
}

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
  constexpr double kAround = 2;  // metres
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
  frame.least = {0, frame.least.right - kAround, frame.least.ahead - kAround};
  frame.most = {0, frame.most.right + kAround, frame.most.ahead + kAround};
  frame.scale = std::min((kWidth - 2 * (kBeside + kAxis)) / (frame.most.right - frame.least.right),
                         kMostGround / (frame.most.ahead - frame.least.ahead));
  frame.top = kTitle;
  return frame;
}

void ScenePicture::draw_ground(std::string& svg, const Frame& frame) const {
  draw_axes(svg, frame);
  for (const RunWays::Wall& wall : ways_.walls()) {
    add(svg,
        "<line x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\" stroke=\"#555\" stroke-width=\"5\" "
        "stroke-linecap=\"square\"/>\n",
        frame.x(wall.from.right), frame.y(wall.from.ahead), frame.x(wall.to.right), frame.y(wall.to.ahead));
  }
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
  }
  draw_names(svg, frame);
}

// The ground, a number at each few metres of its sides, and their names.
void ScenePicture::draw_axes(std::string& svg, const Frame& frame) const {
  const double left = frame.x(frame.least.right), right = frame.x(frame.most.right);
  const double top = frame.y(frame.most.ahead), bottom = frame.y(frame.least.ahead);
  add(svg, "<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" fill=\"#f4f2ec\" rx=\"6\"/>\n",
      left, top, right - left, bottom - top);
  constexpr double kLeastApart = 60;  // numbers, in the picture
  const double metres = step_of(kLeastApart / frame.scale, 1);
  const auto each = [&](double least, double most, const auto& draw) {
    for (double at = std::ceil(least / metres) * metres; at <= most; at += metres)
      draw(std::abs(at) < metres / 2 ? 0.0 : at);
  };
  each(frame.least.right, frame.most.right, [&](double at) {
    add(svg,
        "<line x1=\"{0:.1f}\" y1=\"{1:.1f}\" x2=\"{0:.1f}\" y2=\"{2:.1f}\" stroke=\"#e4e0d4\"/><text "
        "x=\"{0:.1f}\" "
        "y=\"{3:.1f}\" font-size=\"10\" text-anchor=\"middle\" fill=\"#777\">{4:g}</text>\n",
        frame.x(at), top, bottom, bottom + 13, at);
  });
  each(frame.least.ahead, frame.most.ahead, [&](double at) {
    add(svg,
        "<line x1=\"{1:.1f}\" y1=\"{0:.1f}\" x2=\"{2:.1f}\" y2=\"{0:.1f}\" stroke=\"#e4e0d4\"/><text "
        "x=\"{3:.1f}\" "
        "y=\"{4:.1f}\" font-size=\"10\" text-anchor=\"end\" fill=\"#777\">{5:g}</text>\n",
        frame.y(at), left, right, left - 5, frame.y(at) + 3, at);
  });
  const double bar = metres * frame.scale;
  add(svg,
      "<path d=\"M{0:.1f} {1:.1f} v6 M{0:.1f} {2:.1f} h{3:.1f} m0 -3 v6\" stroke=\"#222\" "
      "fill=\"none\"/><text x=\"{4:.1f}\" "
      "y=\"{5:.1f}\" font-size=\"10\" text-anchor=\"end\" fill=\"#222\">{6:g} m</text>\n",
      right - bar, bottom + 20, bottom + 23, bar, right - bar - 5, bottom + 27, metres);
  add(svg,
      "<text x=\"{:.1f}\" y=\"{:.1f}\" font-size=\"11\" text-anchor=\"end\" fill=\"#555\">x "
      "(m)</text>\n<text "
      "transform=\"translate({:.1f} {:.1f}) rotate(-90)\" font-size=\"11\" text-anchor=\"middle\" "
      "fill=\"#555\">{} (m)</text>\n",
      left - 5, bottom + 13, left - 24, (top + bottom) / 2, ways_.is_y_up() ? 'z' : 'y');
}

// The name of each agent and entity beside its last place, where no other name is and inside of the picture;
// a line leads from a name that had to go further off.
void ScenePicture::draw_names(std::string& svg, const Frame& frame) const {
  constexpr double kSize = 13, kHigh = 15, kMostWide = 220, kNear = 10;
  const Box picture = {frame.x(frame.least.right), frame.top, kWidth - kBeside / 2,
                       frame.y(frame.least.ahead)};
  std::vector<Box> taken;
  for (const Way& way : ways_.ways()) {
    if (way.places.empty()) continue;
    const Point dot = {frame.x(way.places.back().right), frame.y(way.places.back().ahead)};
    taken.push_back({dot.x - 5, dot.y - 5, dot.x + 5, dot.y + 5});
  }
  for (const Way& way : ways_.ways()) {
    if (way.places.empty() || way.name.empty()) continue;
    const Point dot = {frame.x(way.places.back().right), frame.y(way.places.back().ahead)};
    const std::string name = fitting(way.name, kSize, kMostWide);
    const double wide = width_of_text(name, kSize);
    Box box{};
    bool is_found = false;
    double away = kNear;
    for (; !is_found && away < kWidth; away += 8) {
      for (int turn = 0; turn < 16 && !is_found; ++turn) {
        constexpr double kTurn = 2 * std::numbers::pi / 16;
        // To the right of the place and above it first.
        const double angle = (turn % 2 == 0 ? 1 : -1) * (turn + 1) / 2 * kTurn - kTurn;
        const double x = dot.x + away * std::cos(angle), y = dot.y + away * std::sin(angle);
        const double left = x + (std::cos(angle) < -0.1 ? -wide : std::cos(angle) < 0.1 ? -wide / 2 : 0);
        box = {left, y - kHigh / 2, left + wide, y + kHigh / 2};
        is_found =
            box.is_in(picture) && std::ranges::none_of(taken, [&](const Box& one) { return one.meets(box); });
      }
    }
    if (!is_found) continue;
    taken.push_back(box);
    if (away > kNear + 8)
      add(svg,
          "<line x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\" stroke=\"#999\" "
          "stroke-width=\"0.8\"/>\n",
          dot.x, dot.y, std::clamp(dot.x, box.left, box.right), std::clamp(dot.y, box.top, box.bottom));
    add(svg,
        "<text x=\"{:.1f}\" y=\"{:.1f}\" font-size=\"13\" fill=\"#222\" stroke=\"#f4f2ec\" "
        "stroke-width=\"3\" paint-order=\"stroke\"{}>{}</text>\n",
        (box.left + box.right) / 2, box.bottom - 4, " text-anchor=\"middle\"", markup_text(name));
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

double ScenePicture::names_width() const {
  double width = kLeastNames;
  for (size_t i = 0; i < strips_.size(); ++i)
    width = std::max(width, width_of_text(ways_.ways()[i].name, 13) + kBeside + 8);
  return std::min(width, kMostNames);
}

void ScenePicture::draw_strips(std::string& svg, double top, const std::vector<uint32_t>& used) const {
  constexpr double kBetween = 0.2;  // seconds: what is apart no more is one stretch for who looks at it
  const double left = names_width();
  const double width = kWidth - left - kBeside;
  const double whole = std::max(seconds_, kFrame);
  const auto x = [&](double seconds) { return left + std::min(seconds / whole, 1.0) * width; };
  const auto look_of = [&](uint32_t action) {
    return look(static_cast<size_t>(std::ranges::find(used, action) - used.begin()));
  };
  for (uint32_t i = 0; i < strips_.size(); ++i) {
    const Strip& strip = strips_[i];
    const Agent& kind = model_.agents[situation_.agent_at(i).agent].value;
    const double y = top + i * kStrip;
    const std::string_view name = ways_.ways()[i].name;
    add(svg,
        "<text x=\"{:.1f}\" y=\"{:.1f}\" font-size=\"13\" text-anchor=\"end\" "
        "fill=\"{}\">{}<title>{}</title></text>\n",
        left - 8, y + 14, agent_colour(i), markup_text(fitting(name, 13, left - kBeside - 8)),
        markup_text(name));
    for (const Stretch& stretch : strip.options) {
      if (stretch.what == kNone) continue;
      const uint32_t action = action_of(i, stretch.what);
      const std::string_view option = kind.actions[stretch.what].text;
      const double room = x(stretch.ends) - x(stretch.begins);
      add(svg,
          "<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"18\" fill=\"{}\"><title>{} {:.2f}s to "
          "{:.2f}s</title></rect>\n",
          x(stretch.begins), y, std::max(0.5, room), look_of(action), markup_text(option), stretch.begins,
          stretch.ends);
    }
    // An action that begins anew time after time has its name once.
    for (size_t k = 0, next = 0; k < strip.options.size(); k = next) {
      const Stretch& first = strip.options[k];
      double ends = first.ends;
      for (next = k + 1; next < strip.options.size() && first.what != kNone; ++next) {
        const Stretch& one = strip.options[next];
        if (one.what == kNone) continue;
        if (one.what != first.what || one.begins - ends > kBetween) break;
        ends = one.ends;
      }
      if (first.what == kNone) continue;
      const std::string_view option = kind.actions[first.what].text;
      const double room = x(ends) - x(first.begins);
      if (room > width_of_text(option, 11) + 6)
        add(svg,
            "<text x=\"{:.1f}\" y=\"{:.1f}\" font-size=\"11\" fill=\"#111\" stroke=\"#fff\" "
            "stroke-width=\"2.5\" "
            "stroke-opacity=\"0.7\" paint-order=\"stroke\" pointer-events=\"none\">{}</text>\n",
            x(first.begins) + 3, y + 13, markup_text(option));
    }
    for (const Stretch& stretch : strip.states) {
      const std::string_view name_of_state = kind.states.value[stretch.what].name.text;
      const double room = x(stretch.ends) - x(stretch.begins);
      add(svg, "<line x1=\"{0:.1f}\" y1=\"{1:.1f}\" x2=\"{0:.1f}\" y2=\"{2:.1f}\" stroke=\"#222\"/>\n",
          x(stretch.begins), y, y + 28);
      if (room > width_of_text(name_of_state, 10) + 6)
        add(svg, "<text x=\"{:.1f}\" y=\"{:.1f}\" font-size=\"10\" fill=\"#555\">{}</text>\n",
            x(stretch.begins) + 3, y + 28, markup_text(name_of_state));
    }
    for (const Mark& mark : strip.emitted) {
      add(svg,
          "<path d=\"M{:.1f} {:.1f} l5 -9 l-10 0 z\" fill=\"#222\"><title>emits {} at "
          "{:.2f}s</title></path>\n",
          x(mark.seconds), y + 1, markup_text(asset_.name(ishi::Kind::events, mark.event)), mark.seconds);
    }
  }
  const double below = top + static_cast<double>(strips_.size()) * kStrip + 8;
  const double step = step_of(whole, 16);
  for (double at = 0; at <= whole + kFrame; at += step)
    add(svg,
        "<text x=\"{:.1f}\" y=\"{:.1f}\" font-size=\"10\" text-anchor=\"middle\" "
        "fill=\"#777\">{:g}</text>\n",
        x(at), below, at);
  add(svg,
      "<text x=\"{:.1f}\" y=\"{:.1f}\" font-size=\"11\" text-anchor=\"end\" fill=\"#555\">time (s)</text>\n",
      left - 8, below);
}

// Writes the actions and marks with their looks from `y` on, and returns where the next line would be.
double ScenePicture::draw_legend(std::string& svg, const std::vector<uint32_t>& actions, double y) const {
  const double left = names_width();
  double right = left;
  const auto make_room = [&](double room) {
    if (right + room <= kWidth - kBeside || right == left) return;
    right = left;
    y += kLegend;
  };
  for (size_t i = 0; i < actions.size(); ++i) {
    const std::string name = fitting(model_.actions[actions[i]].name.text, 12, kWidth - left - kBeside - 24);
    const double room = 30 + width_of_text(name, 12);
    make_room(room);
    add(svg,
        "<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"12\" height=\"12\" fill=\"{}\"/><text x=\"{:.1f}\" "
        "y=\"{:.1f}\" "
        "font-size=\"12\" fill=\"#222\">{}</text>\n",
        right, y - 10, look(i), right + 16, y, markup_text(name));
    right += room;
  }
  y += kLegend;
  right = left;
  const auto mark = [&](std::string_view shape, std::string_view means) {
    const double room = 34 + width_of_text(means, 12);
    make_room(room);
    add(svg,
        "<g transform=\"translate({:.1f} {:.1f})\">{}</g><text x=\"{:.1f}\" y=\"{:.1f}\" font-size=\"12\" "
        "fill=\"#555\">{}</text>\n",
        right, y - 4, shape, right + 20, y, means);
    right += room;
  };
  mark(R"(<circle cx="6" r="3" fill="#fff" stroke="#222" stroke-width="2"/>)", "first place");
  mark(R"(<circle cx="6" r="5" fill="#222"/>)", "last place");
  const auto moves = [](const Way& way) { return !way.is_agent && way.places.size() > 1; };
  if (std::ranges::any_of(ways_.ways(), moves))
    mark(R"(<path d="M0 0 h16" stroke="#888" stroke-width="2" stroke-dasharray="5 4"/>)", "an entity's path");
  if (!ways_.walls().empty()) mark(R"(<path d="M0 0 h14" stroke="#555" stroke-width="5"/>)", "wall");
  if (std::ranges::any_of(strips_, [](const Strip& strip) { return !strip.emitted.empty(); }))
    mark(R"(<path d="M6 5 l5 -9 l-10 0 z" fill="#222"/>)", "emits an event");
  if (std::ranges::any_of(strips_, [](const Strip& strip) { return !strip.states.empty(); }))
    mark(R"(<path d="M6 -8 v14" stroke="#222"/>)", "enters a state");
  return y + kLegend;
}

std::string ScenePicture::svg(std::string_view title) const {
  const Frame frame = this->frame();
  const double ground = (frame.most.ahead - frame.least.ahead) * frame.scale;
  const double strips = kTitle + ground + kAxis + 24;
  const std::vector<uint32_t> used = actions_done();
  std::string drawing;
  draw_ground(drawing, frame);
  draw_strips(drawing, strips, used);
  const double height =
      draw_legend(drawing, used, strips + static_cast<double>(strips_.size()) * kStrip + 8 + 1.5 * kLegend);
  std::string svg;
  add(svg,
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0:.0f} {1:.0f}\" width=\"{0:.0f}\" "
      "height=\"{1:.0f}\" font-family=\"system-ui, sans-serif\">\n<rect width=\"100%\" height=\"100%\" "
      "fill=\"#fff\"/>\n",
      kWidth, height);
  const size_t looks = std::min(used.size(), kColours.size() * kTextures.size());
  for (size_t i = kColours.size(); i < looks; ++i)
    add(svg,
        "<pattern id=\"look{}\" width=\"8\" height=\"8\" patternUnits=\"userSpaceOnUse\"><rect width=\"8\" "
        "height=\"8\" "
        "fill=\"{}\"/>{}</pattern>\n",
        i, kColours[i % kColours.size()], kTextures[i / kColours.size()]);
  add(svg, "<text x=\"20\" y=\"26\" font-size=\"17\" fill=\"#222\">{}</text>\n",
      markup_text(fitting(title, 17, kWidth - 2 * kBeside)));
  return svg + drawing + "</svg>\n";
}

}  // namespace ishi::compiler::cli
