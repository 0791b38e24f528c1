#include "diagnostics/render_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <tuple>
#include <vector>

#include "diagnostics/catalogue.h"
#include "diagnostics/terminal_text.h"

namespace ishi::compiler {

namespace {

constexpr size_t kMostColumns = 160;

constexpr std::string_view kReset = "\x1b[0m";
constexpr std::string_view kRedBold = "\x1b[1;31m";
constexpr std::string_view kYellowBold = "\x1b[1;33m";
constexpr std::string_view kBlue = "\x1b[34m";
constexpr std::string_view kCyan = "\x1b[36m";

// A place to underline: the diagnostic's own or a label's.
struct Marker {
  Span span;
  std::string_view text;
  bool primary = false;
  LineColumn place;
};

class Renderer {
 public:
  Renderer(const Diagnostic& diagnostic, const Sources& sources, bool color)
      : diagnostic_(diagnostic), sources_(sources), color_(color) {}

  std::string render() {
    const std::string_view severity = diagnostic_.severity == Severity::error ? "error" : "warning";
    out_ += painted(fmt::format("{}[{}]", severity, code_text(diagnostic_.code)), severity_color());
    out_ += fmt::format(": {}\n", printable(diagnostic_.message));
    collect_markers();
    render_files();
    for (const std::string& note : diagnostic_.notes) remark(note);
    if (!diagnostic_.help.empty()) remark(fmt::format("help: {}", diagnostic_.help));
    return std::move(out_);
  }

 private:
  [[nodiscard]] std::string_view severity_color() const {
    return diagnostic_.severity == Severity::error ? kRedBold : kYellowBold;
  }

  [[nodiscard]] std::string painted(std::string_view text, std::string_view color) const {
    return color_ ? fmt::format("{}{}{}", color, text, kReset) : std::string(text);
  }

  void collect_markers() {
    const auto add = [&](Span span, std::string_view text, bool primary) {
      if (span.file >= sources_.size()) return;
      markers_.push_back({span, text, primary, sources_.file(span.file).position(span.begin)});
    };
    add(diagnostic_.span, diagnostic_.caption, true);
    for (const Label& label : diagnostic_.labels) add(label.span, label.text, false);
    uint32_t last_line = 1;
    for (const Marker& marker : markers_) last_line = std::max(last_line, marker.place.line);
    gutter_ = fmt::formatted_size("{}", last_line);
  }

  // The file of the diagnostic first, then those of its labels, each with its lines in text order.
  void render_files() {
    std::vector<uint32_t> files;
    for (const Marker& marker : markers_) {
      if (std::find(files.begin(), files.end(), marker.span.file) == files.end())
        files.push_back(marker.span.file);
    }
    for (const uint32_t file : files) {
      std::vector<Marker> markers;
      std::copy_if(markers_.begin(), markers_.end(), std::back_inserter(markers),
                   [&](const Marker& marker) { return marker.span.file == file; });
      const LineColumn place = markers.front().place;
      const std::string_view arrow = file == files.front() ? "-->" : ":::";
      out_ += std::string(gutter_, ' ') + painted(arrow, kBlue);
      out_ += fmt::format(" {}:{}:{}\n", printable_line(sources_.shown_path(file)), place.line, place.column);
      out_ += painted(fmt::format("{:{}} |", "", gutter_), kBlue) + "\n";
      std::stable_sort(markers.begin(), markers.end(), [](const Marker& a, const Marker& b) {
        return std::tie(a.place.line, a.place.column) < std::tie(b.place.line, b.place.column);
      });
      uint32_t shown_line = 0;
      for (const Marker& marker : markers) {
        render_marker(marker, shown_line);
        shown_line = marker.place.line;
      }
    }
  }

  // A line that is too long to show whole is shown again for each marker, around it.
  void render_marker(const Marker& marker, uint32_t shown_line) {
    const std::string_view line = sources_.file(marker.span.file).line(marker.place.line);
    const size_t begin = marker.place.column - 1;
    const ShownLine shown =
        show_line(line, begin, begin + (marker.span.end - marker.span.begin), kMostColumns);
    if (marker.place.line != shown_line || line.size() > kMostColumns) {
      out_ += painted(fmt::format("{:>{}} |", marker.place.line, gutter_), kBlue);
      out_ += shown.text.empty() ? "\n" : fmt::format(" {}\n", shown.text);
    }
    std::string underline(shown.marked_width, marker.primary ? '^' : '-');
    if (!marker.text.empty()) underline += fmt::format(" {}", printable(marker.text));
    out_ += painted(fmt::format("{:{}} |", "", gutter_), kBlue) + std::string(shown.marked_column + 1, ' ');
    out_ += painted(underline, marker.primary ? severity_color() : kCyan) + "\n";
  }

  // A note or the help; further lines of it stand below its first.
  void remark(std::string_view text) {
    const std::string margin(gutter_ + 1, ' ');
    out_ += margin + painted("=", kBlue) + " ";
    for (const char c : printable(text)) {
      out_ += c;
      if (c == '\n') out_ += margin + "  ";
    }
    out_ += '\n';
  }

  const Diagnostic& diagnostic_;
  const Sources& sources_;
  const bool color_;
  std::vector<Marker> markers_;
  size_t gutter_ = 1;  // digits of the greatest line number
  std::string out_;
};

}  // namespace

std::string render_text(const Diagnostic& diagnostic, const Sources& sources, bool color) {
  return Renderer(diagnostic, sources, color).render();
}

std::string render_text(std::span<const Diagnostic> diagnostics, const Sources& sources,
                        const TextOptions& options, size_t total) {
  std::string result;
  const size_t printed = std::min(diagnostics.size(), options.most_printed);
  for (const Diagnostic& diagnostic : diagnostics.first(printed)) {
    result += render_text(diagnostic, sources, options.color) + "\n";
  }
  const size_t left_out = std::max(total, diagnostics.size()) - printed;
  if (left_out > 0) result += fmt::format("… and {} more\n", left_out);
  return result;
}

}  // namespace ishi::compiler
