#include "cli/play/timeline_printer.h"

#include <fmt/format.h>

#include <cstddef>

namespace ishi::compiler::cli {
namespace {

constexpr size_t kLongestPeriod = 24;  // moments that an agent may repeat
constexpr size_t kPrinted = 3;         // so often is printed what an agent repeats, before it is counted
constexpr double kAtOnce = 0.05;       // seconds: what comes again frame after frame is counted at once

// The last moments are the same ones, so often one after the other.
bool repeats(const std::deque<std::string>& senses, size_t period) {
  if (senses.size() < kPrinted * period) return false;
  const auto begin = senses.end() - static_cast<ptrdiff_t>(kPrinted * period);
  return std::equal(begin, senses.end() - static_cast<ptrdiff_t>(period),
                    begin + static_cast<ptrdiff_t>(period));
}

std::string time_of(double seconds) { return fmt::format("{:.2f}s", seconds); }

}  // namespace

bool TimelinePrinter::print_frame(std::deque<Timeline>& timelines, double seconds,
                                  const std::vector<std::string>& of_world) {
  std::vector<Timeline::Line> world;
  for (const std::string& line : of_world)
    world.push_back({.begins = true, .text = line, .whose = "world", .topic = Topic::world, .sense = line});
  Track& of_all = tracks_[nullptr];
  of_all.name = "world";
  const std::string time = time_of(seconds);
  bool has_printed = print_moment(of_all, moment_of(world), seconds, time);
  for (Timeline& timeline : timelines) {
    Track& track = tracks_[&timeline];
    if (name_width_ > 0) track.name = timeline.agent().place().situation().name;
    has_printed |= print_moment(track, moment_of(timeline.read_frame()), seconds, time);
  }
  return has_printed;
}

void TimelinePrinter::print_frame(Timeline& timeline, double seconds, const std::string& time) {
  print_moment(tracks_[&timeline], moment_of(timeline.read_frame()), seconds, time);
}

// The lines that are to be shown.
TimelinePrinter::Moment TimelinePrinter::moment_of(const std::vector<Timeline::Line>& lines) const {
  Moment moment;
  for (const Timeline::Line& line : lines) {
    if (!topics_.has(line.topic)) continue;
    moment.lines.push_back(line);
    if (line.begins) moment.sense += fmt::format("{}: {}\n", line.whose, line.sense);
  }
  return moment;
}

// Prints a moment, unless it repeats what the agent did before.
bool TimelinePrinter::print_moment(Track& track, const Moment& moment, double seconds,
                                   const std::string& time) {
  if (moment.lines.empty()) return false;
  if (shows_repetitions_) {
    print_lines(track.name, moment.lines, time);
    return true;
  }
  const bool is_at_once = seconds - track.last < kAtOnce;
  track.last = seconds;
  const bool is_again = is_repeated(track, moment.sense, is_at_once);
  if (!is_again) print_repetition(track);
  const bool begins = !is_again && is_repeated(track, moment.sense, is_at_once);
  track.senses.push_back(moment.sense);
  if (track.senses.size() > kPrinted * kLongestPeriod) track.senses.pop_front();
  if (!is_again && !begins) {
    print_lines(track.name, moment.lines, time);
    return true;
  }
  ++track.repeated;
  track.until = time;
  for (const Timeline::Line& line : moment.lines) {
    if (line.key.empty()) continue;
    const auto known = std::ranges::find(track.counted, line.key, &Counted::name);
    if (known == track.counted.end())
      track.counted.push_back({line.key, line.from, line.to});
    else
      known->to = line.to;
  }
  return false;
}

// True if a moment goes on with what is repeated; else it may begin that.
bool TimelinePrinter::is_repeated(Track& track, const std::string& sense, bool is_at_once) {
  const auto& senses = track.senses;
  const auto was = [&](size_t ago) { return senses.size() >= ago && senses[senses.size() - ago] == sense; };
  if (track.period > 0) return was(track.period);
  for (size_t period = 1; period <= kLongestPeriod; ++period) {
    if (!was(period) || !((period == 1 && is_at_once) || repeats(senses, period))) continue;
    track.period = period;
    return true;
  }
  return false;
}

void TimelinePrinter::print_lines(std::string_view name, const std::vector<Timeline::Line>& lines,
                                  const std::string& time) {
  bool is_named = false;
  for (const Timeline::Line& line : lines) {
    std::string text = line.is_choice ? "\n" : "";
    text += line.begins ? stamp(time) : fmt::format("{:>9}", "");
    const std::string_view whose = line.whose.empty() ? name : line.whose;
    const bool tells_name = name_width_ > 0 && (!is_named || !line.whose.empty());
    fmt::print("{}{:<{}}  {}\n", text, tells_name ? fmt::format("  {}", whose) : "", name_width_, line.text);
    is_named = line.whose.empty();
  }
}

void TimelinePrinter::print_end(Timeline& timeline, const std::string& time) {
  print_repetition();
  print_lines({}, moment_of(timeline.finish()).lines, time);
}

void TimelinePrinter::print_nothing(double seconds) {
  print_repetition();
  fmt::print("{}  {}\n", stamp(time_of(seconds)), paint("nothing new", Color::dim, color_));
}

void TimelinePrinter::print_repetition() {
  for (auto& [timeline, track] : tracks_) print_repetition(track);
}

// "… the last 4 moments 12 times more until 10.25s; ammo: 12 → 0"
void TimelinePrinter::print_repetition(Track& track) {
  if (track.repeated > 0) {
    const size_t times = track.repeated / track.period;
    std::string text = "… ";
    if (track.period > 1) text += fmt::format("the last {} moments ", track.period);
    text += times == 0 ? "again" : times == 1 ? "once more" : fmt::format("{} times more", times);
    text += fmt::format(" until {}", track.until);
    for (const Counted& key : track.counted) text += fmt::format("; {}: {} → {}", key.name, key.from, key.to);
    fmt::print("{:>9}{:<{}}  {}\n", "", name_width_ > 0 ? fmt::format("  {}", track.name) : "", name_width_,
               paint(text, Color::dim, color_));
    last_stamp_.clear();
  }
  track.period = track.repeated = 0;
  track.counted.clear();
}

// The time, where it differs from the line before.
std::string TimelinePrinter::stamp(const std::string& time) {
  const std::string text = fmt::format("{:>9}", time);
  std::string shown = text == last_stamp_ ? fmt::format("{:{}}", "", text.size()) : text;
  last_stamp_ = text;
  return shown;
}

}  // namespace ishi::compiler::cli
