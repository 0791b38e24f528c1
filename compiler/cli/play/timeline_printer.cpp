#include "cli/play/timeline_printer.h"

#include <fmt/format.h>

namespace ishi::compiler::cli {

bool TimelinePrinter::print_frame(std::deque<Timeline>& timelines, double seconds,
                                  const std::vector<std::string>& of_world) {
  begin_frame();
  for (const std::string& line : of_world) {
    frame_text_ +=
        fmt::format("{}{:<{}}  {}\n", stamp(seconds), name_width_ > 0 ? "  world" : "", name_width_, line);
    frame_sense_ += fmt::format("world: {}\n", line);
  }
  for (Timeline& timeline : timelines) add_lines(timeline, seconds);
  return print_news(seconds);
}

void TimelinePrinter::print_frame(Timeline& timeline, double seconds) {
  begin_frame();
  add_lines(timeline, seconds);
  print_news(seconds);
}

void TimelinePrinter::begin_frame() {
  frame_text_.clear();
  frame_sense_.clear();
}

void TimelinePrinter::add_lines(Timeline& timeline, double seconds) {
  const std::string_view name =
      name_width_ == 0 ? std::string_view() : timeline.agent().place().situation().name;
  bool is_named = false;
  for (const Timeline::Line& line : timeline.read_frame()) {
    if (line.is_choice) frame_text_ += '\n';
    frame_text_ += line.begins ? stamp(seconds) : fmt::format("{:>9}", "");
    const std::string_view whose = line.whose.empty() ? name : line.whose;
    const bool tells_name = name_width_ > 0 && (!is_named || !line.whose.empty());
    frame_text_ +=
        fmt::format("{:<{}}  {}\n", tells_name ? fmt::format("  {}", whose) : "", name_width_, line.text);
    frame_sense_ += fmt::format("{}: {}\n", whose, line.text);
    is_named = line.whose.empty();
  }
}

// Prints the lines of the frame, if it says something new.
bool TimelinePrinter::print_news(double seconds) {
  if (frame_text_.empty()) return false;
  if (frame_sense_ == last_sense_) {
    ++repeated_;
    repeated_until_ = seconds;
    return false;
  }
  print_repetition();
  fmt::print("{}", frame_text_);
  last_sense_ = frame_sense_;
  return true;
}

void TimelinePrinter::print_end(Timeline& timeline, double seconds) {
  print_repetition();
  for (const Timeline::Line& line : timeline.finish()) fmt::print("{}  {}\n", stamp(seconds), line.text);
}

void TimelinePrinter::print_nothing(double seconds) {
  print_repetition();
  fmt::print("{}  {}\n", stamp(seconds), paint("nothing new", Color::dim, color_));
}

void TimelinePrinter::print_repetition() {
  if (repeated_ > 0) {
    fmt::print("{:>{}}  {}\n", "", 9 + name_width_,
               paint(fmt::format("… {} time{} more until {:.2f}s", repeated_, repeated_ == 1 ? "" : "s",
                                 repeated_until_),
                     Color::dim, color_));
    last_stamp_.clear();
  }
  repeated_ = 0;
}

// The time, where it differs from the line before.
std::string TimelinePrinter::stamp(double seconds) {
  const std::string text = fmt::format("{:>8.2f}s", seconds);
  std::string shown = text == last_stamp_ ? fmt::format("{:{}}", "", text.size()) : text;
  last_stamp_ = text;
  return shown;
}

}  // namespace ishi::compiler::cli
