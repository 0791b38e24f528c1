#pragma once

#include <algorithm>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "cli/play/timeline.h"

namespace ishi::compiler::cli {

// Prints the lines of timelines with their times. Events that happen again in the same way, frame after
// frame, are printed once and counted.
class TimelinePrinter {
 public:
  // Of several agents each line has the name.
  void make_room_for(std::string_view name) { name_width_ = std::max(name_width_, name.size() + 2); }
  // Prints the events of a frame, those of the world first; true if it has printed some.
  bool print_frame(std::deque<Timeline>& timelines, double seconds,
                   const std::vector<std::string>& of_world = {});
  // The same of one agent.
  void print_frame(Timeline& timeline, double seconds);
  // The moment that the person wanted to see is one in which nothing happens.
  void print_nothing(double seconds);
  // Call it after the last frame of one agent: prints what waits.
  void print_end(Timeline& timeline, double seconds);
  // After the last frame.
  void print_repetition();

 private:
  void begin_frame();
  void add_lines(Timeline& timeline, double seconds);
  bool print_news(double seconds);
  std::string stamp(double seconds);

  const bool color_ = use_color(stdout);
  size_t name_width_ = 0;  // of the column of names; 0: there is none
  std::string last_stamp_;
  std::string frame_text_, frame_sense_, last_sense_;
  size_t repeated_ = 0;
  double repeated_until_ = 0;  // seconds
};

}  // namespace ishi::compiler::cli
