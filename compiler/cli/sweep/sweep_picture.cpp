#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <string>

#include "source/markup.h"
#include "cli/sweep/print_swept.h"
#include "sweep/edge.h"

namespace ishi::compiler::cli {
namespace {

constexpr double kLeft = 150, kWidth = 720, kRight = 30, kStrip = 34, kMap = 420, kHead = 56, kRuler = 46,
                 kLine = 20;

// Told apart by people who see few colours.
constexpr std::array<std::string_view, 16> kColours = {
    "#4e79a7", "#f28e2b", "#59a14f", "#e15759", "#76b7b2", "#edc948", "#b07aa1", "#ff9da7",
    "#9c755f", "#1b4f72", "#7d6608", "#145a32", "#78281f", "#4a235a", "#b5bd22", "#0b9e9e"};
constexpr std::string_view kNothing = "#d9d9d9";

// Estimates the width of a text at the usual size, rather too wide than too narrow.
double room_of(std::string_view text) { return 7.2 * static_cast<double>(text.size()); }

template <class... Arguments>
void add(std::string& text, fmt::format_string<Arguments...> format, Arguments&&... arguments) {
  fmt::format_to(std::back_inserter(text), format, std::forward<Arguments>(arguments)...);
}

class SweepPicture {
 public:
  explicit SweepPicture(const Swept& swept)
      : swept_(swept), axis_(swept.axes[0]), decisions_(swept.decisions()) {}

  std::string draw() {
    double y = kHead;
    for (const SweptProfile& profile : swept_.profiles)
      y = swept_.axes.size() == 2 ? map(profile, y) : strip(profile, y);
    y = legend(y + 10);
    std::string svg;
    add(svg,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0:.0f} {1:.0f}\" width=\"{0:.0f}\" "
        "height=\"{1:.0f}\" "
        "font-family=\"sans-serif\" font-size=\"12\">\n<rect width=\"100%\" height=\"100%\" "
        "fill=\"white\"/>\n",
        kLeft + kWidth + kRight, y + 10);
    std::string title = fmt::format("{} along {}", swept_.agent, axis_.name);
    if (swept_.axes.size() == 2) title += fmt::format(" and {}", swept_.axes[1].name);
    add(svg, "<text x=\"20\" y=\"26\" font-size=\"16\" font-weight=\"bold\">{}</text>\n", markup_text(title));
    std::string given;
    for (const std::string& one : swept_.given) given += (given.empty() ? "with " : ", ") + one;
    if (!swept_.running.empty())
      given += (given.empty() ? "" : ", ") + fmt::format("while it runs {}", swept_.running);
    add(svg, "<text x=\"20\" y=\"44\" fill=\"#555\">{}</text>\n", markup_text(given));
    return svg + body_ + "</svg>\n";
  }

 private:
  [[nodiscard]] std::string_view colour(const SweptDecision& decision) const {
    if (decision.option == kNone && decision.chosen.empty()) return kNothing;
    const auto index = static_cast<size_t>(std::ranges::find(decisions_, decision) - decisions_.begin());
    return kColours[index % kColours.size()];
  }

  // Words and single values have a width of their own.
  [[nodiscard]] double x(double value, bool is_end) const {
    const bool is_single = axis_.count() != 0;
    const double all = static_cast<double>(axis_.high) - axis_.low + (is_single ? 1 : 0);
    return kLeft + (all > 0 ? (value - axis_.low + (is_single && is_end ? 1 : 0)) / all : is_end) * kWidth;
  }

  void stretches(const SweptLine& line, double y, double height) {
    for (const SweptStretch& stretch : line.stretches) {
      const double begin = x(stretch.first, false);
      const double width = std::max(0.5, x(stretch.last, true) - begin);
      add(body_, "<rect x=\"{:.2f}\" y=\"{:.2f}\" width=\"{:.2f}\" height=\"{:.2f}\" fill=\"{}\"/>\n", begin,
          y, width, height, colour(stretch.decision));
      const std::string name = swept_.name_of(stretch.decision);
      if (height >= kStrip && width > 8.0 * static_cast<double>(name.size()))
        add(body_, "<text x=\"{:.1f}\" y=\"{:.1f}\" fill=\"white\" text-anchor=\"middle\">{}</text>\n",
            begin + width / 2, y + height / 2 + 4, markup_text(name));
    }
  }

  // A text over as many lines as it takes, and where the next thing may begin.
  double lines_above(std::string_view text, double y) {
    while (!text.empty()) {
      size_t end = text.size();
      while (room_of(text.substr(0, end)) > kWidth) {
        const size_t comma = text.rfind(", ", end - 2);
        if (comma == std::string_view::npos || comma == 0) break;
        end = comma + 1;
      }
      add(body_, "<text x=\"{:.0f}\" y=\"{:.1f}\">{}</text>\n", kLeft, y + 12,
          markup_text(text.substr(0, end)));
      text.remove_prefix(std::min(text.size(), end + 1));
      y += 16;
    }
    return y + 4;
  }

  double strip(const SweptProfile& profile, double y) {
    const SweptLine& line = profile.rows[0].line;
    const std::string title = profile.title();
    if (room_of(title) <= kLeft - 20)
      add(body_, "<text x=\"{:.0f}\" y=\"{:.1f}\" text-anchor=\"end\">{}</text>\n", kLeft - 10,
          y + kStrip / 2 + 4, markup_text(title));
    else
      y = lines_above(title, y);
    stretches(line, y, kStrip);
    y += kStrip;
    if (profile.hysteresis) {
      for (const bool is_rising : {true, false}) {
        for (const Switch& change : is_rising ? profile.hysteresis->rising : profile.hysteresis->falling)
          add(body_, "<text x=\"{:.2f}\" y=\"{:.1f}\" text-anchor=\"middle\" fill=\"{}\">{}</text>\n",
              x(change.at, !is_rising), y + 11, colour(change.to), is_rising ? "▸" : "◂");
      }
      y += 12;
    }
    double free = 0;
    double row = y;
    for (size_t i = 0; i + 1 < line.stretches.size() && axis_.kind != Axis::Kind::words; ++i) {
      const float from = line.stretches[i + 1].first;
      const Edge edge = edge_between(axis_, line.stretches[i].last, from);
      const double at = x(from, false);
      row = at < free && row == y ? y + 12 : y;
      add(body_, "<text x=\"{:.2f}\" y=\"{:.1f}\" text-anchor=\"middle\" font-size=\"10\">{}</text>\n", at,
          row + 12, markup_text(edge.text));
      free = at + 7.0 * static_cast<double>(edge.text.size());
    }
    return ruler(y + 22);
  }

  double ruler(double y) {
    const uint32_t count = axis_.count();
    if (room_of(axis_.name) <= kLeft - 40)  // a longer one stands in the title alone
      add(body_, "<text x=\"{:.0f}\" y=\"{:.1f}\" text-anchor=\"end\" fill=\"#555\">{}</text>\n", kLeft - 24,
          y + 10, markup_text(fmt::format("{} →", axis_.name)));
    constexpr uint32_t kMarks = 5;
    if (axis_.kind == Axis::Kind::words) {
      for (uint32_t i = 0; i < count; ++i)
        add(body_, "<text x=\"{:.2f}\" y=\"{:.1f}\" text-anchor=\"middle\" fill=\"#555\">{}</text>\n",
            (x(i, false) + x(i, true)) / 2, y + 8, markup_text(axis_.words[i]));
      return y + kRuler - 20;
    }
    for (uint32_t mark = 0; mark < kMarks; ++mark) {
      const double value = axis_.low + (static_cast<double>(axis_.high) - axis_.low) * mark / (kMarks - 1);
      const double at = kLeft + kWidth * mark / (kMarks - 1);
      add(body_, "<text x=\"{:.2f}\" y=\"{:.1f}\" text-anchor=\"middle\" fill=\"#888\">{}</text>\n", at,
          y + 10, markup_text(show(value, axis_.quantity, axis_.unit)));
    }
    return y + kRuler - 20;
  }

  double map(const SweptProfile& profile, double y) {
    const Axis& second = swept_.axes[1];
    y = lines_above(profile.title(), y);
    if (profile.map) {
      const auto above = [&](double value) {
        return y + kMap * (1 - (value - second.low) / (static_cast<double>(second.high) - second.low));
      };
      for (const SweptArea& area : profile.map->areas)
        add(body_,
            "<rect x=\"{:.2f}\" y=\"{:.2f}\" width=\"{:.2f}\" height=\"{:.2f}\" fill=\"{}\" "
            "shape-rendering=\"crispEdges\"/>\n",
            x(area.first.low, false), above(area.second.high),
            x(area.first.high, true) - x(area.first.low, false),
            above(area.second.low) - above(area.second.high), colour(area.decision));
      for (const double part : {0.0, 0.5, 1.0})
        add(body_, "<text x=\"{:.0f}\" y=\"{:.1f}\" text-anchor=\"end\" fill=\"#888\">{}</text>\n", kLeft - 8,
            y + kMap * (1 - part) + 4,
            markup_text(show(second.low + (static_cast<double>(second.high) - second.low) * part,
                             second.quantity, second.unit)));
      y += kMap;
    } else {
      const double height = std::min(kStrip, kMap / static_cast<double>(profile.rows.size()));
      for (size_t i = profile.rows.size(); i-- > 0;) {
        const SweptRow& row = profile.rows[i];
        stretches(row.line, y, height);
        if (height >= 12)
          add(body_, "<text x=\"{:.0f}\" y=\"{:.1f}\" text-anchor=\"end\" fill=\"#555\">{}</text>\n",
              kLeft - 8, y + height / 2 + 4, markup_text(second.text(row.second)));
        y += height;
      }
    }
    add(body_, "<text x=\"20\" y=\"{:.1f}\" fill=\"#555\">{} ↑</text>\n", y - kMap / 2,
        markup_text(second.name));
    return ruler(y + 6) + 8;
  }

  double legend(double y) {
    double at = kLeft;
    for (const SweptDecision& decision : decisions_) {
      const std::string name = swept_.name_of(decision);
      const double width = 26 + 7.5 * static_cast<double>(name.size());
      if (at + width > kLeft + kWidth && at > kLeft) {
        at = kLeft;
        y += kLine;
      }
      add(body_,
          "<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"12\" height=\"12\" fill=\"{}\"/>\n<text x=\"{:.1f}\" "
          "y=\"{:.1f}\">{}</text>\n",
          at, y, colour(decision), at + 17, y + 10.5, markup_text(name));
      at += width;
    }
    const bool has_inertia = std::ranges::any_of(
        swept_.profiles, [](const SweptProfile& one) { return one.hysteresis.has_value(); });
    if (!has_inertia) return y + kLine;
    y += kLine;
    add(body_,
        "<text x=\"{:.0f}\" y=\"{:.1f}\" fill=\"#555\">▸ ◂ where what runs gives way, while {} rises or "
        "falls</text>\n",
        kLeft, y + 10.5, markup_text(axis_.name));
    return y + kLine;
  }

  const Swept& swept_;
  const Axis& axis_;
  std::vector<SweptDecision> decisions_;
  std::string body_;
};

}  // namespace

std::string swept_picture(const Swept& swept) { return SweepPicture(swept).draw(); }

}  // namespace ishi::compiler::cli
