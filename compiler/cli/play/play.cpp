#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <deque>
#include <limits>
#include <optional>
#include <string>

#include "cli/exit_code.h"
#include "cli/input/ask.h"
#include "cli/output/output.h"
#include "cli/output/terminal.h"
#include "cli/play/run_tally.h"
#include "cli/play/scene_picture.h"
#include "cli/play/timeline.h"
#include "cli/play/timeline_printer.h"
#include "cli/recording/play_recorded.h"
#include "diagnostics/render_json.h"
#include "drawing/drawing.h"
#include "drawing/run_counts.h"
#include "ishi/asset_info.h"
#include "language/scalar.h"
#include "language/unit.h"
#include "recording/recording_file.h"
#include "simulate/restarts.h"
#include "simulate/simulated_agent.h"
#include "simulate/simulation.h"
#include "system/terminal.h"
#include "testing/run_judge.h"
#include "workspace/ask/play_json.h"

namespace ishi::compiler::cli {
namespace {

// Lets a person go through a simulation step by step: after each moment in which something happens it waits
// for a line of the standard input. What that may be, `?` tells.
class Stepper {
 public:
  // Both outlive this.
  Stepper(const Asset& asset, const SimulatedAgent& agent) : asset_(asset), agent_(agent) {}

  // After a moment has been printed: false if the person has had enough. At the end of the input the rest is
  // played without stopping.
  bool wait();
  // True if the time has come that the person wanted to see.
  [[nodiscard]] bool is_due() const;

 private:
  // One line of input. Whether to go on, to stay, or to leave.
  enum class Answer : uint8_t { go_on, stay, leave };
  Answer obey(std::string_view line);
  void print_state() const;
  void print_candidates(uint32_t set) const;

  const Asset& asset_;
  const SimulatedAgent& agent_;
  double until_ = 0;  // seconds: before that nobody is asked; 0: for the next moment with news
  bool has_ended_ = false;
};

// False at the end of the input. Longer lines than any that means something are cut.
bool read_line(std::string& line) {
  constexpr size_t kLongest = 256;
  line.clear();
  for (int c = std::getchar(); c != '\n'; c = std::getchar()) {
    if (c == EOF) return !line.empty();
    if (line.size() < kLongest) line += static_cast<char>(c);
  }
  return true;
}

std::string_view trimmed(std::string_view text) {
  const size_t first = text.find_first_not_of(" \t\r");
  return first == std::string_view::npos ? ""
                                         : text.substr(first, text.find_last_not_of(" \t\r") - first + 1);
}

constexpr std::string_view kHelp =
    "  Enter   goes on to the next moment in which something happens\n"
    "  2s      goes on for so long, and stops then\n"
    "  s       shows the state: what keys and levels hold, what is remembered, which goals are active\n"
    "  q       ends\n";

bool Stepper::is_due() const {
  constexpr double kHair = 1e-6;  // frames do not fall on every time exactly
  return !has_ended_ && until_ > 0 && agent_.seconds() + kHair >= until_;
}

bool Stepper::wait() {
  if (has_ended_ || (until_ > 0 && !is_due())) return true;
  until_ = 0;
  const bool is_asked = is_terminal(stdin);
  std::string line;
  while (true) {
    if (is_asked) fmt::print("{}", paint("… (Enter, ? for help) ", Color::dim, use_color(stdout)));
    std::fflush(stdout);
    if (!read_line(line)) {
      if (is_asked) fmt::print("\n");
      has_ended_ = true;
      return true;
    }
    switch (obey(trimmed(line))) {
      case Answer::go_on: return true;
      case Answer::leave: return false;
      case Answer::stay: break;
    }
  }
}

Stepper::Answer Stepper::obey(std::string_view line) {
  if (line.empty()) return Answer::go_on;
  if (line == "q" || line == "quit") return Answer::leave;
  if (line == "s" || line == "state") {
    print_state();
    return Answer::stay;
  }
  Diagnostics unused;
  Measure measure;
  if (read_measure(line, {}, unused, measure) && measure.quantity == Quantity::duration &&
      measure.value > 0) {
    until_ = agent_.seconds() + measure.value;
    return Answer::go_on;
  }
  fmt::print("{}", kHelp);
  return Answer::stay;
}

void Stepper::print_candidates(uint32_t set) const {
  std::string names;
  for (uint32_t i = 0; i < agent_.place().members(set).size(); ++i)
    names += fmt::format("{}{}", i == 0 ? "" : ", ", shown(agent_.place().member_name(set, i)));
  fmt::print("  candidates of {}: {}\n", asset_.name(Kind::sets, set), names.empty() ? "none" : names);
}

void Stepper::print_state() const {
  for (uint32_t key = 0; key < agent_.key_count(); ++key) {
    const NamedVariable info = AssetParts(asset_).key(key);
    fmt::print("  {}: {}\n", info.name,
               shown(value_text(agent_.place(), info.variable, agent_.key(key).data())));
  }
  for (uint32_t motive = 0; motive < asset_.count(Kind::motives); ++motive) {
    if (const auto level = agent_.level(motive))
      fmt::print("  {} (a level): {:.4g}\n", AssetParts(asset_).motive(motive).name, *level);
  }
  for (uint32_t memory = 0; memory < asset_.count(Kind::sets); ++memory) {
    if (AssetParts(asset_).set(memory).kind != SetKind::memory) {
      print_candidates(memory);
      continue;
    }
    const std::vector<FactInfo> facts = agent_.place().facts(memory);
    std::string names;
    for (uint32_t i = 0; i < facts.size(); ++i) {
      const double age = agent_.seconds() - static_cast<double>(facts[i].last_seen_microseconds) / 1e6;
      names += fmt::format("{}{} ({:.2f}s ago)", i == 0 ? "" : ", ",
                           shown(agent_.place().member_name(memory, i)), age);
    }
    fmt::print("  remembered in {}: {}\n", asset_.name(Kind::sets, memory),
               names.empty() ? "nothing" : names);
  }
  for (uint32_t goal = 0; goal < asset_.count(Kind::goals); ++goal) {
    const GoalStanding& standing = agent_.goal(goal);
    if (standing.is_active)
      fmt::print("  {} is active since {:.2f}s\n", asset_.name(Kind::goals, goal), standing.active_since);
  }
}

class Player {
 public:
  explicit Player(const PlayOptions& options) : options_(options) {}

  int run() {
    const std::optional<Topics> topics = read_topics(options_.only);
    if (!topics) return kUsage;
    printer_.show_only(options_.quiet ? Topics::none() : *topics);
    if (options_.full) printer_.show_repetitions();
    shows_headings_ = !topics->is_all() && topics->has(Topic::moves);
    if (const int code = ask(asked_, options_); code != kGood)
      return report_faults(asked_, options_.path, code);
    simulation_.emplace(asked_.asset(), asked_.model(), asked_.situation());
    Status status = simulation_->open(options_.seed);
    for (uint32_t i = 0; status && i < asked_.situation().agent_count(); ++i) simulation_->note_holders(i);
    if (status) list_timelines();
    if (status && !is_json()) print_head();
    PlayJson json(asked_.model(), asked_.asset(), asked_.situation());
    ScenePicture picture(asked_.model(), asked_.asset(), asked_.situation());
    const uint64_t frames = frames_of(asked_.situation().course.seconds);
    // A bar for what takes long; a terminal that shows the timeline needs none.
    std::optional<Progress> progress;
    if (!is_terminal(stdout) && !options_.step) progress.emplace("playing", frames / kFramesPerSecond);
    std::optional<Stepper> stepper;
    if (options_.step) stepper.emplace(asked_.asset(), timelines_.front().agent());
    for (uint64_t frame = 0; frame < frames && status; ++frame) {
      status = simulation_->frame();
      if (!options_.picture.empty()) picture.note(*simulation_);
      if (is_json()) json.note(*simulation_);
      for (size_t i = 0; i < timelines_.size(); ++i) {
        const SimulatedAgent& agent = timelines_[i].agent();
        if (is_json()) json.note(agent);
        tally_.note(i, agent, 1.0 / kFramesPerSecond);
        if (!options_.map.empty()) counts_.note(agent, 1.0 / kFramesPerSecond);
        restarts_.note(agent, frame);
      }
      const bool is_news =
          !is_json() && printer_.print_frame(timelines_, simulation_->seconds(), changes_in(frame));
      if (stepper && !is_news && stepper->is_due()) printer_.print_nothing(simulation_->seconds());
      if (stepper && (is_news || stepper->is_due()) && !stepper->wait()) break;
      if (progress && frame % kFramesPerSecond == kFramesPerSecond - 1) progress->advance();
    }
    if (!status) {
      complain("internal error: the runtime refused the situation: {}", describe(status.code));
      return kFound;
    }
    if (is_json()) {
      fmt::print("{}", json_text(json.json(*simulation_)));
    } else {
      printer_.print_repetition();
      print_end();
    }
    if (!options_.picture.empty() && !draw(picture)) return kUsage;
    if (!options_.map.empty() && !draw_map()) return kUsage;
    return report_faults(asked_, options_.path, kGood);
  }

 private:
  [[nodiscard]] bool is_json() const { return options_.format == Format::json; }

  bool draw(const ScenePicture& picture) const {
    const std::string& path = options_.picture;
    if (overwrites(path, "--svg", options_.path)) return false;
    remove_leftovers_beside({path});
    const std::string what = !options_.scene.empty()  ? options_.scene
                             : !options_.test.empty() ? options_.test
                                                      : options_.agent;
    const std::string fault = write_file(path, picture.svg(fmt::format("{}, {}", what, duration())));
    if (!fault.empty()) complain("{}", fault);
    return fault.empty();
  }

  // The maps of the agents that are shown, with what they did.
  bool draw_map() const {
    if (overwrites(options_.map, "--map", options_.path)) return false;
    std::vector<BehaviourMap> maps;
    for (const uint32_t agent : counts_.agents()) {
      maps.push_back(map_of(asked_.model(), asked_.model().agents[agent]));
      counts_.write(asked_.model(), agent, maps.back());
    }
    const std::string fault =
        write_file(options_.map, svg_of(maps, [&](Span span) { return address_in(asked_.sources(), span); }));
    if (!fault.empty()) complain("{} cannot be written: {}", options_.map, fault);
    return fault.empty();
  }

  // The agents that are shown: all of a scene, or the one that was asked for.
  void list_timelines() {
    const bool is_one = asked_.situation().agent_count() == 1 || asked_.shown_agent() != kNone;
    for (const SimulatedAgent& agent : simulation_->agents()) {
      const uint32_t index = agent.place().index();
      if (asked_.shown_agent() != kNone && asked_.shown_agent() != index) continue;
      timelines_.emplace_back(asked_.model(), agent, !is_one);
      if (shows_headings_) timelines_.back().show_headings();
      const SituationAgent& who = agent.place().situation();
      tally_.add_agent(who.name.empty() ? asked_.model().agents[who.agent].name.text : who.name);
      if (!is_one) printer_.make_room_for(agent.place().situation().name);
    }
    if (is_one) return;
    const auto shows = [](const Course::Change& change) {
      return !change.remove.empty() || !change.add.empty() || !change.place.empty() || !change.sounds.empty();
    };
    if (!asked_.situation().sounds.empty() || std::ranges::any_of(asked_.situation().course.changes, shows))
      printer_.make_room_for("world");
    for (const auto& key : asked_.model().blackboard) {
      if (key.value.scope.value == Scope::world) printer_.make_room_for("world");
      if (key.value.scope.value != Scope::team) continue;
      for (const auto& team : asked_.model().teams) printer_.make_room_for(team.name.text);
    }
  }

  // What the scene or test changes in the world in a frame, but for keys and events, which agents note.
  std::vector<std::string> changes_in(uint64_t frame) {
    std::vector<std::string> lines;
    const Situation& situation = asked_.situation();
    const Course& course = situation.course;
    const auto name_of = [&](uint32_t entity) {
      const std::string_view name = name_of_entity(situation, entity);
      return fmt::format("`{}`", !name.empty() ? name : is_agent(entity) ? "self" : "someone");
    };
    const auto note_sounds = [&](const std::vector<SituationSound>& sounds) {
      for (const SituationSound& sound : sounds)
        lines.push_back(
            fmt::format("♪ {} from {}", asked_.model().sounds[sound.sound].name.text, name_of(sound.entity)));
    };
    if (frame == 0) note_sounds(situation.sounds);
    const uint64_t last = frames_of(course.seconds) - 1;
    for (; changed_ < course.changes.size(); ++changed_) {
      const Course::Change& change = course.changes[changed_];
      if (change.seconds >= course.seconds || std::min(frame_at(change.seconds), last) > frame) break;
      for (const uint32_t entity : change.remove) {
        if (!is_agent(entity)) lines.push_back(fmt::format("{} leaves", name_of(entity)));
      }
      for (const uint32_t entity : change.add) lines.push_back(fmt::format("{} comes", name_of(entity)));
      for (const SituationPlace& place : change.place) {
        std::string text = fmt::format("{} is", name_of(place.entity));
        if (place.position)
          text += fmt::format(" at [{:g}, {:g}, {:g}]", (*place.position)[0], (*place.position)[1],
                              (*place.position)[2]);
        else
          text += place.facing ? " turned" : " changed";
        lines.push_back(std::move(text));
      }
      note_sounds(change.sounds);
    }
    return lines;
  }

  void print_head() const {
    std::string names;
    for (const Timeline& timeline : timelines_) {
      const SituationAgent& who = timeline.agent().place().situation();
      const std::string_view kind = asked_.model().agents[who.agent].name.text;
      names += names.empty() ? "" : ", ";
      names += who.name.empty() ? paint(kind, Color::bold, color_)
                                : fmt::format("{} ({})", paint(who.name, Color::bold, color_), kind);
      if (const std::string_view profile = asked_.profile_name_of(who); !profile.empty())
        names += fmt::format(" (importance {})", profile);
    }
    fmt::print("{} for {}\n", names, duration());
  }

  void print_end() {
    size_t choices = 0, tasks = 0;
    bool is_idle = true;
    for (const Timeline& timeline : timelines_) {
      choices += timeline.choices();
      tasks += timeline.tasks();
      is_idle = is_idle && timeline.agent().option() == kNoOption;
    }
    const bool is_cut_short =
        simulation_->seconds() + 1.5 / kFramesPerSecond < asked_.situation().course.seconds;
    fmt::print("\n{} choice{}, {} task{} in {}\n", choices, choices == 1 ? "" : "s", tasks,
               tasks == 1 ? "" : "s",
               is_cut_short ? fmt::format("{:.2f}s", simulation_->seconds()) : duration());
    if (choices == 0 && is_idle) fmt::print("it never chose anything; `ishi why` says why\n");
    if (choices > 0) fmt::print("{}", tally_.table());
    if (is_cut_short) return;
    const auto tell = [](const std::string& line) { fmt::print("note: {}\n", line); };
    for (const Timeline& timeline : timelines_) {
      if (const auto restarting = restarts_.of(timeline.agent().place().index()))
        tell(restarting_text(*restarting));
    }
    tell_unused_failures(asked_.asset(), *simulation_, tell);
    tell_ways_through_walls(asked_.model(), asked_.asset(), *simulation_, tell);
    tell_later_changes(tell);
  }

  // What the scene changes behind the end.
  template <class Tell>
  void tell_later_changes(const Tell& tell) const {
    const Course& course = asked_.situation().course;
    const auto is_over = [&](const Course::Change& change) { return change.seconds >= course.seconds; };
    const auto later = std::ranges::find_if(course.changes, is_over);
    if (later == course.changes.end()) return;
    const double last = course.changes.back().seconds;
    tell(fmt::format("what comes at {}{} is not shown: play it with `--for {}`",
                     show(later->seconds, Quantity::duration), later->seconds < last ? " and later" : "",
                     show(std::ceil(last) + 1, Quantity::duration)));
  }

  [[nodiscard]] std::string duration() const {
    return options_.duration.empty() ? show(asked_.situation().course.seconds, Quantity::duration)
                                     : options_.duration;
  }

  const PlayOptions& options_;
  const bool color_ = use_color(stdout);
  AskedSituation asked_{options_, options_.path};
  std::optional<Simulation> simulation_;
  std::deque<Timeline> timelines_;
  TimelinePrinter printer_;
  RunTally tally_;
  RunCounts counts_;
  Restarts restarts_;
  bool shows_headings_ = false;
  size_t changed_ = 0;  // changes of the course that have come
};

}  // namespace

int run_play(const PlayOptions& options) {
  if (is_recording(options.path)) return play_recorded(options);
  if (options.keys) {
    complain("--keys is about a recording; of a source each change of a key is shown as it is");
    return kUsage;
  }
  if (!options.from.empty()) {
    complain("--from is about a recording, and {} is a source, which is played from its beginning",
             options.path);
    return kUsage;
  }
  return Player(options).run();
}

}  // namespace ishi::compiler::cli
