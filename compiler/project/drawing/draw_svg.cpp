#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <map>
#include <utility>

#include "drawing/drawing.h"
#include "drawing/layered_layout.h"
#include "source/markup.h"

// Maps as a picture.

namespace ishi::compiler {
namespace {

// Sizes in pixels. Letters are all equally wide, so that every machine has the same picture.
constexpr double kNameCell = 7.8, kNoteCell = 6.6, kLabelCell = 6;
constexpr double kPadding = 10, kNameHeight = 17, kNoteHeight = 14, kBar = 5;
constexpr double kPort = 15;                    // between two lines at a box
constexpr double kLeastGap = 50, kMargin = 20;  // between layers; around the picture
constexpr double kTitle = 34, kHeads = 26, kLegend = 34;
constexpr double kArc = 22, kNextArc = 13;  // how far the first arc of a layer goes out, and each other
constexpr size_t kLongestName = 44;

template <typename... Arguments>
void add(std::string& text, fmt::format_string<Arguments...> format, Arguments&&... arguments) {
  fmt::format_to(std::back_inserter(text), format, std::forward<Arguments>(arguments)...);
}

// The width of a text in letters; letters of Chinese, Japanese and Korean, and emoji, count as two.
size_t cells(std::string_view text) {
  size_t count = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    const auto c = static_cast<unsigned char>(text[i]);
    if ((c & 0xc0) == 0x80) continue;
    const bool is_wide = c >= 0xe3 && c != 0xef;  // from U+3000 on
    count += is_wide ? 2 : 1;
  }
  return count;
}

std::string cut(std::string_view text, size_t most) {
  size_t count = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    if ((static_cast<unsigned char>(text[i]) & 0xc0) == 0x80) continue;
    count += cells(text.substr(i, 1));
    if (count > most) return std::string(text.substr(0, i)) + "…";
  }
  return std::string(text);
}

constexpr std::array<std::string_view, kPartKinds> kPartClasses = {
    "sense", "event", "memory", "set", "need", "drive", "choice", "state", "action", "goal", "event"};
constexpr std::array<std::string_view, 8> kLinkClasses = {"fills", "over", "reads", "gains",
                                                          "has",   "turn", "does",  "emits"};
constexpr std::array<std::string_view, 8> kLinkWords = {"fills",   "is scored for each member",
                                                        "is read", "is satisfied (the thicker, the more)",
                                                        "has",     "turns to",
                                                        "does",    "emits"};

constexpr std::string_view kStyle = R"(<style>
svg { background: #fff; font-family: ui-monospace, Menlo, Consolas, "DejaVu Sans Mono", monospace; --ink: #1a1d21; --faint: #5b6470; --paper: #fff;
  --sense: #1f6fb2; --event: #7a4bc0; --memory: #0f766e; --need: #b45309; --drive: #b0246f; --choice: #4b5563; --state: #2f7d32; --action: #1e3a8a; --goal: #8a5a00 }
@media (prefers-color-scheme: dark) { svg { background: #16191d; --ink: #e8eaed; --faint: #a2acb8; --paper: #1f242a;
  --sense: #6db3f2; --event: #b794f4; --memory: #4fd1c5; --need: #f6ad55; --drive: #f687b3; --choice: #a0aec0; --state: #7bd389; --action: #8fb0ff; --goal: #e0b04c } }
text { fill: var(--ink) } .name { font-size: 13px; font-weight: 600 } .note { font-size: 11px; fill: var(--faint) }
.label { font-size: 10px; fill: var(--faint); paint-order: stroke; stroke: var(--paper); stroke-width: 3px; stroke-linejoin: round }
.head { font-size: 11px; fill: var(--faint) } .title { font-size: 16px; font-weight: 700 }
.box { fill: var(--paper); stroke: currentColor; stroke-width: 1.2 } .bar { fill: currentColor }
.line { fill: none; stroke: currentColor; stroke-width: 1.3 } .tip { fill: currentColor }
.sense { color: var(--sense) } .event, .emits { color: var(--event) } .memory, .set, .fills, .over { color: var(--memory) } .need, .gains { color: var(--need) }
.drive { color: var(--drive) } .choice, .reads { color: var(--choice) } .state, .has, .turn { color: var(--state) } .action { color: var(--action) } .goal, .does { color: var(--goal) }
.reads .line, .has .line { stroke-dasharray: 4 3 } .set .box { stroke-dasharray: 5 3 } .against .line { stroke-dasharray: 2 3 }
.heat { fill: currentColor; opacity: .28 } .never { opacity: .45 }
a:hover .box, a:focus .box { stroke-width: 2.6 }
</style>
)";

class Picture {
 public:
  explicit Picture(const AddressOf& address_of) : address_of_(address_of) {}

  void draw(const BehaviourMap& map) {
    map_ = &map;
    boxes_.assign(map.parts.size(), {});
    lines_.clear();
    drawn_.clear();
    arcs_.clear();
    find_layers();
    measure();
    find_ports();
    LayoutGaps gaps{.between_boxes = 14, .before_layer = gaps_before()};
    lay_out(boxes_, lines_, gaps);
    write();
  }

  [[nodiscard]] std::string finish() {
    const double legend = write_legend();
    const double width = std::max(width_, 320.0) + kMargin, height = top_ + legend + kMargin;
    return fmt::format(
               "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0:.0f} {1:.0f}\" width=\"{0:.0f}\" "
               "height=\"{1:.0f}\" role=\"img\">\n{2}",
               width, height, kStyle) +
           body_ + "</svg>\n";
  }

 private:
  struct Arc {
    uint32_t link;
    double out = 0;  // how far to the right of its layer
  };

  // True for the parts that a run counts.
  [[nodiscard]] static bool is_done(const MapPart& part) {
    return part.kind == PartKind::action || part.kind == PartKind::state;
  }

  // Kinds stand in layers; goals behind those that do them.
  void find_layers() {
    constexpr std::array<uint32_t, kPartKinds> kLayers = {0, 0, 1, 1, 1, 1, 2, 3, 4, 5, 0};
    uint32_t last = 5;
    for (size_t i = 0; i < map_->parts.size(); ++i)
      boxes_[i].layer = kLayers[static_cast<size_t>(map_->parts[i].kind)];
    // Each round moves a goal behind one that does it; goals that do each other come to rest after as many
    // rounds as there are goals.
    const auto is_goal = [&](uint32_t part) { return map_->parts[part].kind == PartKind::goal; };
    const auto goals = static_cast<uint32_t>(std::ranges::count(map_->parts, PartKind::goal, &MapPart::kind));
    bool moves = true;
    for (uint32_t round = 0; round < goals && moves; ++round) {
      moves = false;
      for (const MapLink& link : map_->links) {
        if (link.kind != LinkKind::does || !is_goal(link.from) || !is_goal(link.to)) continue;
        const uint32_t behind = boxes_[link.from].layer + 1;
        if (behind <= boxes_[link.to].layer || behind > 5 + std::min(goals, kDeepestGoals)) continue;
        boxes_[link.to].layer = behind;
        moves = true;
      }
    }
    for (const LayoutBox& box : boxes_) last = std::max(last, box.layer);
    for (size_t i = 0; i < map_->parts.size(); ++i) {
      if (map_->parts[i].kind == PartKind::sent) boxes_[i].layer = last + 1;
    }
    std::map<uint32_t, uint32_t> used;
    for (const LayoutBox& box : boxes_) used[box.layer] = 0;
    uint32_t count = 0;
    for (auto& [layer, place] : used) place = count++;
    for (LayoutBox& box : boxes_) box.layer = used[box.layer];
    layers_ = count;
  }

  void measure() {
    std::vector<size_t> ins(boxes_.size()), outs(boxes_.size());
    for (const MapLink& link : map_->links) {
      if (boxes_[link.from].layer >= boxes_[link.to].layer) continue;
      ++outs[link.from];
      ++ins[link.to];
    }
    for (size_t i = 0; i < boxes_.size(); ++i) {
      const MapPart& part = map_->parts[i];
      const double name = static_cast<double>(cells(cut(part.name, kLongestName))) * kNameCell +
                          (map_->has_run || (map_->has_room && is_done(part)) ? 14 * kNoteCell : 0);
      const double note = static_cast<double>(cells(part.note)) * kNoteCell;
      boxes_[i].width = std::max(name, note) + 2 * kPadding + kBar;
      const double text = kNameHeight + (part.note.empty() ? 0 : kNoteHeight) + 10;
      boxes_[i].height = std::max(text, static_cast<double>(std::max(ins[i], outs[i])) * kPort + 4);
    }
    std::vector<double> widths(layers_);
    for (uint32_t layer = 0; layer < layers_; ++layer)
      widths[layer] = static_cast<double>(cells(head_of(layer))) * kNoteCell + 4;
    for (const LayoutBox& box : boxes_) widths[box.layer] = std::max(widths[box.layer], box.width);
    for (LayoutBox& box : boxes_) box.width = widths[box.layer];
  }

  // Lines lead to a later layer; all others are arcs beside their layer.
  void find_ports() {
    for (uint32_t i = 0; i < map_->links.size(); ++i) {
      const MapLink& link = map_->links[i];
      if (boxes_[link.from].layer < boxes_[link.to].layer) {
        lines_.push_back({.from = link.from, .to = link.to, .passes = {}});
        drawn_.push_back(i);
      } else {
        arcs_.push_back({i});
      }
    }
  }

  [[nodiscard]] std::vector<double> gaps_before() {
    std::vector<double> gaps(layers_, kLeastGap), labels(layers_);
    std::vector<double> arcs(layers_ + 1);
    for (const uint32_t line : drawn_) {
      double& label = labels[boxes_[map_->links[line].to].layer];
      label = std::max(label, label_width(map_->links[line]));
    }
    std::vector<size_t> count(layers_);
    for (Arc& arc : arcs_) {
      const MapLink& link = map_->links[arc.link];
      const uint32_t layer = boxes_[link.from].layer;
      arc.out = kArc + kNextArc * static_cast<double>(count[layer]++);
      arcs[layer + 1] = std::max(arcs[layer + 1], arc.out + label_width(link) + 8);
    }
    for (uint32_t i = 0; i < layers_; ++i) gaps[i] = i == 0 ? 0 : gaps[i] + labels[i] + arcs[i];
    behind_ = arcs[layers_];
    return gaps;
  }

  [[nodiscard]] static double label_width(const MapLink& link) {
    const size_t count = link.kind == LinkKind::turns_to ? 7 : 0;  // how often, of a run
    return link.label.empty() ? 0 : static_cast<double>(cells(link.label) + count) * kLabelCell + 4;
  }

  [[nodiscard]] double y_of(double y) const { return top_ + kTitle + kHeads + y; }
  [[nodiscard]] static double x_of(double x) { return kMargin + x; }

  void write() {
    add(body_, "<g class=\"map\" data-agent=\"{}\">\n", markup_text(map_->agent));
    add(body_, "<text class=\"title\" x=\"{:.0f}\" y=\"{:.1f}\">{}</text>\n", kMargin, top_ + 22,
        markup_text(map_->agent));
    if (!map_->note.empty())
      add(body_, "<text class=\"note\" x=\"{:.0f}\" y=\"{:.1f}\">{}</text>\n",
          kMargin + 10 + 9.7 * static_cast<double>(cells(map_->agent)), top_ + 22, markup_text(map_->note));
    double bottom = 0, right = 0;
    for (const LayoutBox& box : boxes_) {
      bottom = std::max(bottom, box.y + box.height);
      right = std::max(right, box.x + box.width);
    }
    write_heads();
    write_lines();
    write_arcs();
    body_ += std::exchange(labels_, {});  // above all lines
    for (size_t i = 0; i < boxes_.size(); ++i) write_box(i);
    first_part_ += boxes_.size();
    if (boxes_.empty())
      add(body_, "<text class=\"note\" x=\"{:.0f}\" y=\"{:.1f}\">it does nothing yet</text>\n", kMargin,
          y_of(0));
    body_ += "</g>\n";
    width_ = std::max(width_, x_of(right + behind_));
    top_ = y_of(bottom) + 24;
  }

  // The words for what stands in a layer.
  [[nodiscard]] std::string head_of(uint32_t layer) const {
    std::string words;
    std::array<bool, kPartKinds> is_named{};
    for (size_t i = 0; i < boxes_.size(); ++i) {
      const auto kind = static_cast<size_t>(map_->parts[i].kind);
      if (boxes_[i].layer != layer || std::exchange(is_named[kind], true)) continue;
      const std::string_view word = part_word(map_->parts[i].kind);
      words += fmt::format("{}{}", words.empty() ? "" : ", ",
                           word == "memory"              ? "memories"
                           : word == "set of candidates" ? "sets of candidates"
                                                         : fmt::format("{}s", word));
    }
    return words;
  }

  void write_heads() {
    for (uint32_t layer = 0; layer < layers_; ++layer) {
      const auto box = std::ranges::find(boxes_, layer, &LayoutBox::layer);
      add(body_, "<text class=\"head\" x=\"{:.1f}\" y=\"{:.1f}\">{}</text>\n", x_of(box->x),
          top_ + kTitle + 14, head_of(layer));
    }
  }

  // The places on one side of a box at which lines meet it, in the order of their other ends.
  [[nodiscard]] std::vector<double> ports(bool at_end) const {
    std::vector<std::vector<uint32_t>> of_box(boxes_.size());
    for (uint32_t i = 0; i < lines_.size(); ++i) of_box[at_end ? lines_[i].to : lines_[i].from].push_back(i);
    const auto other_end = [&](uint32_t line) {
      const LayoutLine& one = lines_[line];
      if (!one.passes.empty()) return at_end ? one.passes.back().y : one.passes.front().y;
      const LayoutBox& box = boxes_[at_end ? one.from : one.to];
      return box.y + box.height / 2;
    };
    std::vector<double> places(lines_.size());
    for (size_t i = 0; i < boxes_.size(); ++i) {
      auto& lines = of_box[i];
      std::ranges::stable_sort(lines, {}, other_end);
      const double middle = boxes_[i].y + boxes_[i].height / 2;
      for (size_t k = 0; k < lines.size(); ++k) {
        places[lines[k]] =
            middle + kPort * (static_cast<double>(k) - (static_cast<double>(lines.size()) - 1) / 2);
      }
    }
    return places;
  }

  void begin_link(const MapLink& link) {
    add(body_, "<g class=\"{}{}\" data-from=\"{}\" data-to=\"{}\">",
        kLinkClasses[static_cast<size_t>(link.kind)], link.amount < 0 ? " against" : "",
        first_part_ + link.from, first_part_ + link.to);
    is_used_[static_cast<size_t>(link.kind)] = true;
  }

  // `is_arc`: it comes to its end from the right, and its label stands to the right of it.
  void end_link(const MapLink& link, double x, double y, double label_x, double label_y, bool is_arc) {
    add(body_, "<path class=\"tip\" d=\"M{:.1f} {:.1f} l{} -3.5 v7 z\"/>", x, y, is_arc ? 7 : -7);
    const std::string count =
        map_->has_run && link.kind == LinkKind::turns_to ? fmt::format(" ({}×)", link.times) : std::string();
    if (!link.label.empty())
      add(labels_, "<text class=\"label\" text-anchor=\"{}\" x=\"{:.1f}\" y=\"{:.1f}\">{}{}</text>\n",
          is_arc ? "start" : "end", label_x, label_y, markup_text(link.label), count);
    body_ += "</g>\n";
  }

  void write_lines() {
    const std::vector<double> begins = ports(false), ends = ports(true);
    double most = 0;
    for (const MapLink& link : map_->links) {
      if (std::isfinite(link.amount)) most = std::max(most, std::abs(link.amount));
    }
    for (size_t i = 0; i < lines_.size(); ++i) {
      const MapLink& link = map_->links[drawn_[i]];
      const LayoutBox& from = boxes_[lines_[i].from];
      const LayoutBox& to = boxes_[lines_[i].to];
      double x = x_of(from.x + from.width), y = y_of(begins[i]);
      begin_link(link);
      std::string path = fmt::format("M{:.1f} {:.1f}", x, y);
      const auto curve_to = [&](double next_x, double next_y) {
        const double half = (x + next_x) / 2;
        add(path, " C{0:.1f} {1:.1f} {0:.1f} {2:.1f} {3:.1f} {2:.1f}", half, y, next_y, next_x);
        x = next_x;
        y = next_y;
      };
      for (size_t k = 0; k + 1 < lines_[i].passes.size(); k += 2) {
        curve_to(x_of(lines_[i].passes[k].x), y_of(lines_[i].passes[k].y));
        x = x_of(lines_[i].passes[k + 1].x);
        add(path, " H{:.1f}", x);
      }
      const double end_x = x_of(to.x), end_y = y_of(ends[i]);
      curve_to(end_x - 8 - label_width(link), end_y);  // below its own label it is straight
      add(path, " H{:.1f}", end_x - 6);
      const bool has_width = std::isfinite(link.amount) && most > 0;
      add(body_, "<path class=\"line\" d=\"{}\"{}/>", path,
          has_width ? fmt::format(" style=\"stroke-width:{:.1f}\"", 1 + 4 * std::abs(link.amount) / most)
                    : std::string());
      end_link(link, end_x, end_y, end_x - 10, end_y - 3, false);
    }
  }

  void write_arcs() {
    for (const Arc& arc : arcs_) {
      const MapLink& link = map_->links[arc.link];
      const LayoutBox& from = boxes_[link.from];
      const LayoutBox& to = boxes_[link.to];
      const double begin_x = x_of(from.x + from.width), end_x = x_of(to.x + to.width);
      const double out = std::max(begin_x, end_x) + arc.out;
      const bool is_down = to.y > from.y;
      const double begin = y_of(from.y + from.height / 2) + (is_down ? 5 : -5);
      const double end = y_of(to.y + to.height / 2) + (is_down ? -5 : 5);
      begin_link(link);
      add(body_,
          "<path class=\"line\" d=\"M{0:.1f} {1:.1f} C{2:.1f} {1:.1f} {2:.1f} {3:.1f} {4:.1f} {3:.1f}\"/>",
          begin_x, begin, out + arc.out / 3, end, end_x + 6);
      end_link(link, end_x, end, out + 4, (begin + end) / 2 + (is_down ? -2 : 9), true);
    }
  }

  void write_box(size_t place) {
    const LayoutBox& box = boxes_[place];
    const MapPart& part = map_->parts[place];
    const std::string address = address_of_(part.span);
    const double x = x_of(box.x), y = y_of(box.y);
    if (!address.empty()) add(body_, "<a href=\"{}\">", markup_text(address));
    const bool is_counted = map_->has_run && is_done(part);
    const bool is_never = is_counted && part.times == 0 && part.share == 0;
    add(body_,
        "<g class=\"{}{}\" data-part=\"{}\" data-name=\"{}\" data-kind=\"{}\" data-group=\"{}\" "
        "data-at=\"{}\"><title>{} {}</title>",
        kPartClasses[static_cast<size_t>(part.kind)], is_never ? " never" : "", first_part_ + place,
        markup_text(part.name), part_word(part.kind), part_plural(part.kind), markup_text(address),
        part.folded > 0 ? std::string_view() : part_word(part.kind), markup_text(part.name));
    add(body_, "<rect class=\"box\" x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" rx=\"5\"/>",
        x, y, box.width, box.height);
    if (is_counted && !is_never)
      add(body_, "<rect class=\"heat\" x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\"/>",
          x + kBar, y + 1, (box.width - kBar) * std::min(part.share, 1.0), box.height - 2);
    add(body_, "<rect class=\"bar\" x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.0f}\" height=\"{:.1f}\"/>", x, y + 3,
        kBar, box.height - 6);
    const double text = kNameHeight + (part.note.empty() ? 0 : kNoteHeight);
    const double first = y + (box.height - text) / 2 + 13;
    add(body_, "<text class=\"name\" x=\"{:.1f}\" y=\"{:.1f}\">{}</text>", x + kPadding + kBar, first,
        markup_text(cut(part.name, kLongestName)));
    if (is_counted)
      add(body_, "<text class=\"note\" text-anchor=\"end\" x=\"{:.1f}\" y=\"{:.1f}\">{}</text>",
          x + box.width - kPadding, first, count_text(part));
    if (!part.note.empty())
      add(body_, "<text class=\"note\" x=\"{:.1f}\" y=\"{:.1f}\">{}</text>", x + kPadding + kBar, first + 15,
          markup_text(part.note));
    body_ += address.empty() ? "</g>\n" : "</g></a>\n";
  }

  // "12×, 34 %"
  [[nodiscard]] static std::string count_text(const MapPart& part) {
    if (part.times == 0 && part.share == 0) return "never";
    return fmt::format("{}×, {:.0f} %", part.times, 100 * part.share);
  }

  // Writes the legend of the kinds of lines in the picture; returns its height.
  double write_legend() {
    double x = kMargin;
    for (size_t i = 0; i < kLinkClasses.size(); ++i) {
      if (!is_used_[i]) continue;
      add(body_,
          "<g class=\"{}\"><path class=\"line\" d=\"M{:.1f} {:.1f} h26\"/><text class=\"head\" x=\"{:.1f}\" "
          "y=\"{:.1f}\">{}</text></g>\n",
          kLinkClasses[i], x, top_ + 8, x + 32, top_ + 12, kLinkWords[i]);
      x += 32 + static_cast<double>(cells(kLinkWords[i])) * kNoteCell + 24;
    }
    width_ = std::max(width_, x);
    return kLegend;
  }

  static constexpr uint32_t kDeepestGoals = 24;

  const AddressOf& address_of_;
  const BehaviourMap* map_ = nullptr;
  uint32_t layers_ = 0;
  size_t first_part_ = 0;         // the number of the map's first part in the whole picture
  double behind_ = 0;             // the room for arcs to the right of the last layer
  std::vector<LayoutBox> boxes_;  // of each part
  std::vector<LayoutLine> lines_;
  std::vector<uint32_t> drawn_;  // the link of each line
  std::vector<Arc> arcs_;
  std::array<bool, 8> is_used_{};
  double top_ = kMargin / 2, width_ = 0;
  std::string body_, labels_;
};

}  // namespace

std::string svg_of(std::span<const BehaviourMap> maps, const AddressOf& address_of) {
  Picture picture(address_of);
  for (const BehaviourMap& map : maps) picture.draw(map);
  return picture.finish();
}

}  // namespace ishi::compiler
