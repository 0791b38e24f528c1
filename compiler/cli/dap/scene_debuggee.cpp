#include "cli/dap/scene_debuggee.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <system_error>

#include "cli/dap/scene_difference.h"
#include "cli/input/inputs.h"
#include "cli/verbs.h"
#include "diagnostics/json.h"
#include "diagnostics/render_text.h"
#include "language/named_moment.h"
#include "language/words.h"
#include "source/read_file.h"
#include "workspace/ask/explained_decision.h"
#include "workspace/ask/explanation_json.h"
#include "workspace/ask/tested_file.h"

namespace ishi::compiler::cli {
namespace {

namespace fs = std::filesystem;

constexpr size_t kMostKeptBytes = size_t{256} << 20;

std::string words_of(StatusCode code) {
  return fmt::format("internal error: the runtime refused the situation: {}", describe(code));
}

// The fault in a question or in the file.
std::string faults_of(const AskedSituation& asked) {
  if (!asked.refusal().empty()) return fmt::format("{}", fmt::join(asked.refusal(), "\n"));
  std::string text;
  for (const Diagnostic& one : asked.verdict().diagnostics) {
    if (one.severity == Severity::error) text += render_text(one, asked.sources());
  }
  return text.empty() ? "the file cannot be read" : text;
}

bool is_same_text(const Sources& a, const Sources& b) {
  if (a.size() != b.size()) return false;
  for (uint32_t i = 0; i < a.size(); ++i) {
    if (a.file(i).path() != b.file(i).path() || a.file(i).text() != b.file(i).text()) return false;
  }
  return true;
}

// The events of an agent in the frame, as debuggers see them.
void add_events(const SimulatedAgent& agent, std::vector<DebugEvent>& events) {
  using Kind = SimulatedEvent::Kind;
  const uint32_t number = agent.place().index();
  const auto add = [&](DebugEvent::Kind kind, uint32_t index, const std::string& text) -> DebugEvent& {
    return events.emplace_back(DebugEvent{.kind = kind, .agent = number, .index = index, .text = text});
  };
  for (const SimulatedEvent& event : agent.events()) {
    switch (event.kind) {
      case Kind::option_chosen: add(DebugEvent::Kind::chosen, event.index, event.text); break;
      case Kind::option_left: add(DebugEvent::Kind::left, event.index, event.text); break;
      case Kind::option_ended: add(DebugEvent::Kind::ended, event.index, event.text); break;
      case Kind::option_failed: add(DebugEvent::Kind::failed, event.index, event.text); break;
      case Kind::task_started: add(DebugEvent::Kind::task_started, event.index, event.text); break;
      case Kind::task_failed: add(DebugEvent::Kind::task_failed, event.index, event.text); break;
      case Kind::event_posted: add(DebugEvent::Kind::event_received, event.index, event.text); break;
      case Kind::event_emitted: add(DebugEvent::Kind::event_sent, event.index, event.text); break;
      case Kind::key_changed: add(DebugEvent::Kind::key, event.index, event.text); break;
      case Kind::leaves: add(DebugEvent::Kind::gone, 0, event.text); break;
      case Kind::state_changed:
        add(DebugEvent::Kind::state, event.index, event.text).before = agent.state_before();
        break;
      default: break;
    }
  }
  for (const NodeEvent& event : agent.node_events()) {
    DebugEvent& added = add(DebugEvent::Kind::node, event.node, {});
    added.change = event.change;
    added.cause = event.cause;
  }
  if (!agent.has_sensed()) return;
  for (const Noticed& one : agent.sensing().noticed) {
    const std::string_view whom = name_of_entity(agent.place().stage().situation(), one.entity);
    add(DebugEvent::Kind::noticed, one.sense, std::string(whom.empty() ? "someone" : whom));
  }
}

}  // namespace

tl::expected<std::unique_ptr<SceneDebuggee>, std::string> SceneDebuggee::open(AskOptions options,
                                                                              uint64_t seed) {
  if (!options.path.ends_with(kSourceSuffix))
    return tl::unexpected(
        fmt::format("{} is no source: its name does not end in {}", options.path, kSourceSuffix));
  std::error_code error;
  const fs::path path = fs::canonical(fs::path(options.path), error);
  if (error) return tl::unexpected(fmt::format("{} cannot be read: {}", options.path, error.message()));
  const fs::path root =
      options.root.empty() ? find_root(path, error) : fs::canonical(fs::path(options.root), error);
  const fs::path below = path.lexically_relative(root);
  if (error || below.empty() || *below.begin() == "..")
    return tl::unexpected(fmt::format("{} is not below {}", options.path, root.string()));
  std::unique_ptr<SceneDebuggee> scene(new SceneDebuggee(std::move(options)));
  scene->root_ = root;
  scene->below_ = below.generic_string();
  auto first = scene->read_sources();
  if (!first) return tl::unexpected(first.error());
  scene->frames_ = static_cast<size_t>(frames_of(first->asked->situation().course.seconds));
  first->simulation =
      std::make_unique<Simulation>(first->asked->asset(), first->asked->model(), first->asked->situation());
  scene->versions_.push_back(std::move(*first));
  Simulation& simulation = *scene->version().simulation;
  Status status = simulation.open(seed);
  for (uint32_t i = 0; status && i < scene->agent_count(); ++i) simulation.note_holders(i);
  if (status) status = scene->play();
  if (!status) return tl::unexpected(words_of(status.code));
  return scene;
}

// The sources as they are now, without a simulation; or what is wrong with them.
tl::expected<SceneDebuggee::Version, std::string> SceneDebuggee::read_sources() const {
  const FolderReader reader(root_);
  auto text = reader.read(below_);
  if (!text) return tl::unexpected(fmt::format("{} cannot be read", options_.path));
  Version version;
  ParsedFiles parsed;
  version.file = check_file(below_, std::move(*text), reader, parsed, CheckDepth::model);
  version.asked = std::make_unique<AskedSituation>(options_, options_.path);
  if (version.asked->read(version.file) != AskedSituation::Outcome::good)
    return tl::unexpected(faults_of(*version.asked));
  version.program = debug_program(version.file, version.asked->asset(), root_, true);
  return version;
}

// From the frame at which it stands the run goes on as another version; those that followed are forgotten,
// and so is one that begins at the same frame.
Status SceneDebuggee::begin_version(Version next, std::vector<std::string>& reset) {
  next.from = at_;
  next.kept.clear();
  next.simulation =
      std::make_unique<Simulation>(next.asked->asset(), next.asked->model(), next.asked->situation());
  Status status = next.simulation->take_over(simulation(), reset);
  if (!status) return status;
  for (uint32_t i = 0; i < agent_count(); ++i) next.simulation->note_holders(i);
  std::erase_if(changes_, [&](const Change& change) { return change.frame > at_; });
  const bool has_frames = current_ == 0 || version().from < at_;
  version().kept.erase(version().kept.upper_bound(at_), version().kept.end());
  versions_.resize(current_ + (has_frames ? 1 : 0));
  versions_.push_back(std::move(next));
  current_ = versions_.size() - 1;
  has_events_ = true;
  events_.clear();
  return keep();
}

// True if nothing was changed before the frame at hand.
bool SceneDebuggee::is_as_written() const {
  return current_ == 0 &&
         std::ranges::none_of(changes_, [&](const Change& change) { return change.frame < at_; });
}

// Plays the next frame, with what somebody has changed after it.
Status SceneDebuggee::play() {
  Status status = version().simulation->frame();
  at_ = next_++;
  has_events_ = false;
  for (const Change& change : changes_) {
    if (status && change.frame == at_) status = make(change);
  }
  if (status && at_ % distance_ == 0 && !version().kept.contains(at_)) status = keep();
  return status;
}

Status SceneDebuggee::make(const Change& change) {
  Simulation& run = *version().simulation;
  if (!run.agent(change.agent).place().is_alive()) return {};
  return change.value.is_level ? run.set_level(change.agent, change.value.value)
                               : run.set_key(change.agent, change.value.value);
}

// When the snapshots take too much memory, forget every second one.
Status SceneDebuggee::keep() {
  constexpr size_t kBytesPerAgent = 16384;  // estimated size of the history of an agent
  Simulation::Kept& kept = version().kept[at_];
  const Status status = simulation().keep(kept);
  const size_t each = kept.bytes() + simulation().agents().size() * kBytesPerAgent;
  kept_bytes_ += each;
  if (kept_bytes_ <= kMostKeptBytes) return status;
  distance_ *= 2;
  for (Version& one : versions_) {
    for (auto kept_one = one.kept.begin(); kept_one != one.kept.end();) {
      const bool is_forgotten = kept_one->first % distance_ != 0 && kept_one->first != one.from;
      if (is_forgotten) kept_bytes_ -= std::min(kept_bytes_, each);
      kept_one = is_forgotten ? one.kept.erase(kept_one) : std::next(kept_one);
    }
  }
  return status;
}

// A frame after which a version begins belongs to the one before.
Debuggee::Done SceneDebuggee::go_to(size_t frame) {
  if (frame >= frames_) return tl::unexpected(fmt::format("the run has {} frames", frames_));
  if (frame == at_) return {};
  size_t number = versions_.size() - 1;
  while (number > 0 && versions_[number].from >= frame) --number;
  const auto after = versions_[number].kept.upper_bound(frame);
  if (after == versions_[number].kept.begin())
    return tl::unexpected(std::string("the frame cannot be shown"));
  const auto& [kept_at, kept] = *std::prev(after);
  Status status;
  if (frame < at_ || kept_at > at_ || number != current_) {
    current_ = number;
    status = version().simulation->go_back(kept);
    at_ = kept_at;
    next_ = kept_at + 1;
    has_events_ = false;
  }
  while (status && at_ < frame) status = play();
  if (!status) return tl::unexpected(words_of(status.code));
  return {};
}

std::string SceneDebuggee::time(size_t frame) const { return fmt::format("{:.2f}s", seconds(frame)); }
double SceneDebuggee::seconds(size_t frame) const { return static_cast<double>(frame) / kFramesPerSecond; }

std::optional<size_t> SceneDebuggee::find_moment(const std::string& text) const {
  const auto moment = read_moment(text);
  if (!moment) return std::nullopt;
  const double end = seconds(frames_ - 1);
  const double seconds = moment->is_before_end ? std::max(0.0, end + moment->seconds) : moment->seconds;
  const uint64_t frame = moment->frame ? *moment->frame : frame_at(seconds);
  if (frame >= frames_) return std::nullopt;
  return static_cast<size_t>(frame);
}

const std::vector<DebugEvent>& SceneDebuggee::events() {
  if (has_events_) return events_;
  has_events_ = true;
  events_.clear();
  for (const SimulatedAgent& agent : simulation().agents()) add_events(agent, events_);
  return events_;
}

uint32_t SceneDebuggee::agent_count() const { return situation().agent_count(); }

std::string SceneDebuggee::agent_name(uint32_t agent) const {
  const SituationAgent& who = situation().agent_at(agent);
  return std::string(who.name.empty() ? version().asked->model().agents[who.agent].name.text : who.name);
}

bool SceneDebuggee::is_there(uint32_t agent) const {
  return agent < agent_count() && simulation().agent(agent).place().is_alive();
}
uint32_t SceneDebuggee::population_of(uint32_t agent) const {
  return simulation().agent(agent).place().population_index();
}
EntityId SceneDebuggee::entity_of(uint32_t agent) const { return simulation().agent(agent).place().self(); }
const DebugProgram* SceneDebuggee::program_of(uint32_t) { return version().program.get(); }

const SimulatedAgent* SceneDebuggee::agent(uint32_t agent) {
  return is_there(agent) ? &simulation().agent(agent) : nullptr;
}

std::optional<DebugDecision> SceneDebuggee::decision(uint32_t agent) {
  const SimulatedAgent& one = simulation().agent(agent);
  const std::optional<uint64_t> thought_at = one.thought_frame();
  if (!thought_at) return std::nullopt;
  return DebugDecision{one.thought(), time(static_cast<size_t>(*thought_at)), *thought_at};
}

// The same question as `ishi why` asks.
std::unique_ptr<AskedSituation> SceneDebuggee::ask(uint32_t agent, SituationQuestion& question) const {
  question.test = options_.test;
  question.scene = options_.scene;
  question.duration = options_.duration;
  question.set = options_.set;
  question.world = options_.world;
  question.remembers = options_.remembers;
  question.importance = options_.importance;
  question.running = options_.running;
  question.state = options_.state;
  question.at = options_.at;
  question.fail = options_.fail;
  question.asks_of_one = true;
  question.moment = fmt::format("frame {}", at_);
  const std::string_view name = situation().agent_at(agent).name;
  question.agent = name.empty() ? options_.agent : std::string(name);
  auto asked = std::make_unique<AskedSituation>(question, options_.path);
  static_cast<void>(asked->read(version().file));
  return asked;
}

tl::expected<nlohmann::ordered_json, std::string> SceneDebuggee::why(uint32_t agent) {
  const auto decided = decision(agent);
  if (!decided)
    return tl::unexpected(
        fmt::format("it has not thought {}", current_ == 0 ? "yet" : "since the sources were read again"));
  SituationQuestion question;
  question.words = kFlags;
  const std::unique_ptr<AskedSituation> asked = ask(agent, question);
  if (asked->outcome() != AskedSituation::Outcome::good) return tl::unexpected(faults_of(*asked));
  const bool is_changed = !is_as_written();
  if (is_changed)
    asked->take_decided({decided->thought, static_cast<double>(decided->frame) / kFramesPerSecond,
                         decided->frame, decided->time, false});
  ExplainedDecision explained(*asked);
  const Status status = is_changed ? explained.explain_alone() : explained.explain();
  if (!status) return tl::unexpected(words_of(status.code));
  return explanation_json(explained);
}

tl::expected<std::string, std::string> SceneDebuggee::what_if(uint32_t agent, const std::string& name,
                                                              const std::string& value) {
  if (!is_as_written())
    return tl::unexpected(
        fmt::format("what would be is asked of the run as it is written, and {} changed on the way",
                    current_ == 0 ? "a value of it was" : "its sources were"));
  SituationQuestion question;
  question.words = kFlags;
  const std::unique_ptr<AskedSituation> asked = ask(agent, question);
  if (asked->outcome() != AskedSituation::Outcome::good) return tl::unexpected(faults_of(*asked));
  const auto given = read_given_value(asked->model(), asked->situation(), 0, name, value);
  if (!given) return tl::unexpected(given.error());
  Situation changed = asked->situation();
  std::vector<SituationValue>& list = given->is_level ? changed.levels : changed.keys;
  const auto known = std::ranges::find(list, given->value.index, &SituationValue::index);
  if (known == list.end())
    list.push_back(given->value);
  else
    *known = given->value;
  Thought thought;
  bool is_so = false;
  Status status = asked->moment()->open();
  if (status) status = asked->moment()->think(asked->situation(), changed, thought, is_so);
  if (!status) return tl::unexpected(words_of(status.code));
  if (!is_so) return tl::unexpected(std::string("it would not think then, or with another value"));
  const Agent& kind = asked->agent().value;
  const std::string picked =
      thought.picked == kNone ? "nothing" : std::string(kind.actions[thought.picked].text);
  return fmt::format("{}{}{}", picked, thought.picked_for.empty() ? "" : " for ", thought.picked_for);
}

Debuggee::Done SceneDebuggee::set(uint32_t agent, const std::string& name, const std::string& value) {
  if (!is_there(agent)) return tl::unexpected(std::string("the agent is not there"));
  const auto given = read_given_value(version().asked->model(), situation(), agent, name, value);
  if (!given) return tl::unexpected(given.error());
  // The sources that were read last count from here on.
  if (current_ + 1 < versions_.size()) {
    std::vector<std::string> reset;
    if (const Status status = begin_version(std::move(versions_.back()), reset); !status)
      return tl::unexpected(words_of(status.code));
  }
  const Change change{at_, agent, *given};
  if (const Status status = make(change); !status) return tl::unexpected(words_of(status.code));
  has_events_ = false;
  // From here on the run is another one.
  std::erase_if(changes_, [&](const Change& other) { return other.frame > at_; });
  changes_.push_back(change);
  version().kept.erase(version().kept.lower_bound(at_), version().kept.end());
  if (version().kept.empty() || at_ % distance_ == 0) {
    if (const Status status = keep(); !status) return tl::unexpected(words_of(status.code));
  }
  return {};
}

tl::expected<std::string, std::string> SceneDebuggee::reload() {
  auto next = read_sources();
  if (!next) return tl::unexpected(fmt::format("{}\nthe run goes on as before", next.error()));
  if (is_same_text(next->file->sources, versions_.back().file->sources) && current_ + 1 == versions_.size())
    return std::string("the sources are those that it is played with");
  const std::string other =
      scene_difference(simulation().stage(), next->asked->model(), next->asked->situation());
  if (!other.empty())
    return tl::unexpected(
        fmt::format("the run goes on as before: {}. Restart it to play it with that", other));
  const size_t frames = static_cast<size_t>(frames_of(next->asked->situation().course.seconds));
  std::vector<std::string> reset;
  if (const Status status = begin_version(std::move(*next), reset); !status)
    return tl::unexpected(words_of(status.code));
  frames_ = std::max(frames, at_ + 1);
  std::string text = fmt::format("from {} on it is played with the sources as they are now", time(at_));
  const std::vector<std::string_view> names(reset.begin(), reset.end());
  if (!names.empty())
    text += fmt::format("; of another type than before, and at {} default: {}",
                        names.size() == 1 ? "its" : "their", quoted_list(names, "and"));
  return text;
}

std::string SceneDebuggee::epilogue() {
  if (options_.test.empty() || !changes_.empty() || versions_.size() > 1) return {};
  const CheckedFile& file = *version().file;
  Diagnostics diagnostics = file.diagnostics;
  const TestedFile tested = test_file(file, {.filter = options_.test}, diagnostics);
  std::string text;
  for (const TestResult& result : tested.results) {
    if (tested.results.size() > 1 && result.name != options_.test) continue;
    text += fmt::format("{}: {}\n{}{}", outcome_name(result.outcome), result.name, result.message,
                        result.message.empty() ? "" : "\n");
  }
  return text;
}

}  // namespace ishi::compiler::cli
