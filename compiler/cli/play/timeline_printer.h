#pragma once

#include <algorithm>
#include <deque>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "cli/play/timeline.h"
#include "cli/play/topics.h"

namespace ishi::compiler::cli {

// Prints the lines of timelines with their times. An agent that does the same things in the same order again
// is printed three times and then counted: `… 12 times more until 10.25s`.
class TimelinePrinter {
 public:
  // Of several agents each line has the name.
  void make_room_for(std::string_view name) { name_width_ = std::max(name_width_, name.size() + 2); }
  // Lines about anything else are left out.
  void show_only(Topics topics) { topics_ = topics; }
  // Prints what an agent does again each time.
  void show_repetitions() { shows_repetitions_ = true; }
  // Prints the events of a frame, those of the world first; true if it has printed some.
  bool print_frame(std::deque<Timeline>& timelines, double seconds,
                   const std::vector<std::string>& of_world = {});
  // The same of one agent, in a frame that `time` names: "12.50s".
  void print_frame(Timeline& timeline, double seconds, const std::string& time);
  // The moment that the person wanted to see is one in which nothing happens.
  void print_nothing(double seconds);
  // Call it after the last frame of one agent: prints what waits.
  void print_end(Timeline& timeline, const std::string& time);
  // After the last frame.
  void print_repetition();

 private:
  // What one agent did in a frame.
  struct Moment {
    std::string sense;
    std::vector<Timeline::Line> lines;
  };
  // A key that counted while the agent repeated itself.
  struct Counted {
    std::string_view name;
    std::string from, to;
  };
  // The last moments of an agent, and what it repeats of them.
  struct Track {
    std::string_view name;
    std::deque<std::string> senses;  // of its last moments, printed or repeated
    size_t period = 0;               // moments that it repeats; 0: none
    size_t repeated = 0;             // moments since
    std::string until;               // the time of the last one
    double last = -1;                // seconds: when it did something
    std::vector<Counted> counted;
  };

  bool print_moment(Track& track, const Moment& moment, double seconds, const std::string& time);
  static bool is_repeated(Track& track, const std::string& sense, bool is_at_once);
  void print_repetition(Track& track);
  void print_lines(std::string_view name, const std::vector<Timeline::Line>& lines, const std::string& time);
  [[nodiscard]] Moment moment_of(const std::vector<Timeline::Line>& lines) const;
  std::string stamp(const std::string& time);

  const bool color_ = use_color(stdout);
  size_t name_width_ = 0;  // of the column of names; 0: there is none
  Topics topics_ = Topics::all();
  bool shows_repetitions_ = false;
  std::string last_stamp_;
  std::map<const Timeline*, Track> tracks_;  // of the world: null
};

}  // namespace ishi::compiler::cli
