#include "cli/dap/scene_debuggee.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <system_error>

#include "cli/input/inputs.h"
#include "cli/verbs.h"
#include "diagnostics/json.h"
#include "diagnostics/render_text.h"
#include "language/named_moment.h"
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
  const FolderReader reader(root);
  auto text = reader.read(below.generic_string());
  if (!text) return tl::unexpected(fmt::format("{} cannot be read", options.path));
  std::unique_ptr<SceneDebuggee> scene(new SceneDebuggee(std::move(options), seed));
  ParsedFiles parsed;
  scene->file_ = check_file(below.generic_string(), std::move(*text), reader, parsed, CheckDepth::model);
  if (scene->asked_.read(scene->file_) != AskedSituation::Outcome::good)
    return tl::unexpected(faults_of(scene->asked_));
  scene->program_ = debug_program(scene->file_, scene->asked_.asset(), root, true);
  scene->simulation_.emplace(scene->asked_.asset(), scene->asked_.model(), scene->asked_.situation());
  scene->frames_ = static_cast<size_t>(frames_of(scene->asked_.situation().course.seconds));
  Status status = scene->simulation_->open(seed);
  for (uint32_t i = 0; status && i < scene->asked_.situation().agent_count(); ++i)
    scene->simulation_->note_holders(i);
  if (status) status = scene->play();
  if (!status) return tl::unexpected(words_of(status.code));
  return scene;
}

// Plays the next frame, with what somebody has changed after it.
Status SceneDebuggee::play() {
  Status status = simulation_->frame();
  at_ = next_++;
  has_events_ = false;
  for (const Change& change : changes_) {
    if (status && change.frame == at_) status = make(change);
  }
  if (status && at_ % distance_ == 0 && !kept_.contains(at_)) status = keep();
  return status;
}

Status SceneDebuggee::make(const Change& change) {
  if (!simulation_->agent(change.agent).place().is_alive()) return {};
  return change.value.is_level ? simulation_->set_level(change.agent, change.value.value)
                               : simulation_->set_key(change.agent, change.value.value);
}

// When the snapshots take too much memory, forget every second one.
Status SceneDebuggee::keep() {
  constexpr size_t kBytesPerAgent = 16384;  // estimated size of the history of an agent
  Simulation::Kept& kept = kept_[at_];
  const Status status = simulation_->keep(kept);
  const size_t each = kept.bytes() + simulation_->agents().size() * kBytesPerAgent;
  kept_bytes_ += each;
  if (kept_bytes_ <= kMostKeptBytes) return status;
  distance_ *= 2;
  for (auto one = kept_.begin(); one != kept_.end();) {
    const bool is_forgotten = one->first % distance_ != 0;
    if (is_forgotten) kept_bytes_ -= std::min(kept_bytes_, each);
    one = is_forgotten ? kept_.erase(one) : std::next(one);
  }
  return status;
}

Debuggee::Done SceneDebuggee::go_to(size_t frame) {
  if (frame >= frames_) return tl::unexpected(fmt::format("the run has {} frames", frames_));
  if (frame == at_) return {};
  Status status;
  const auto after = kept_.upper_bound(frame);
  if (after == kept_.begin()) return tl::unexpected(std::string("the frame cannot be shown"));
  const auto& [kept_at, kept] = *std::prev(after);
  if (frame < at_ || kept_at > at_) {
    status = simulation_->go_back(kept);
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
  for (const SimulatedAgent& agent : simulation_->agents()) add_events(agent, events_);
  return events_;
}

uint32_t SceneDebuggee::agent_count() const { return asked_.situation().agent_count(); }

std::string SceneDebuggee::agent_name(uint32_t agent) const {
  const SituationAgent& who = asked_.situation().agent_at(agent);
  return std::string(who.name.empty() ? asked_.model().agents[who.agent].name.text : who.name);
}

bool SceneDebuggee::is_there(uint32_t agent) const {
  return agent < agent_count() && simulation_->agent(agent).place().is_alive();
}
uint32_t SceneDebuggee::population_of(uint32_t agent) const {
  return simulation_->agent(agent).place().population_index();
}
EntityId SceneDebuggee::entity_of(uint32_t agent) const { return simulation_->agent(agent).place().self(); }
const DebugProgram* SceneDebuggee::program_of(uint32_t) { return program_.get(); }

const SimulatedAgent* SceneDebuggee::agent(uint32_t agent) {
  return is_there(agent) ? &simulation_->agent(agent) : nullptr;
}

std::optional<DebugDecision> SceneDebuggee::decision(uint32_t agent) {
  const SimulatedAgent& one = simulation_->agent(agent);
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
  const std::string_view name = asked_.situation().agent_at(agent).name;
  question.agent = name.empty() ? options_.agent : std::string(name);
  auto asked = std::make_unique<AskedSituation>(question, options_.path);
  static_cast<void>(asked->read(file_));
  return asked;
}

tl::expected<nlohmann::ordered_json, std::string> SceneDebuggee::why(uint32_t agent) {
  const auto decided = decision(agent);
  if (!decided) return tl::unexpected(std::string("it has not thought yet"));
  SituationQuestion question;
  question.words = kFlags;
  const std::unique_ptr<AskedSituation> asked = ask(agent, question);
  if (asked->outcome() != AskedSituation::Outcome::good) return tl::unexpected(faults_of(*asked));
  const bool is_changed =
      std::ranges::any_of(changes_, [&](const Change& change) { return change.frame < at_; });
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
  const bool is_changed =
      std::ranges::any_of(changes_, [&](const Change& change) { return change.frame < at_; });
  if (is_changed)
    return tl::unexpected(
        std::string("what would be is asked of the run as it is written, and a value of it "
                    "was changed"));
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
  const auto given = read_given_value(asked_.model(), asked_.situation(), agent, name, value);
  if (!given) return tl::unexpected(given.error());
  const Change change{at_, agent, *given};
  if (const Status status = make(change); !status) return tl::unexpected(words_of(status.code));
  has_events_ = false;
  // From here on the run is another one.
  std::erase_if(changes_, [&](const Change& other) { return other.frame > at_; });
  changes_.push_back(change);
  kept_.erase(kept_.lower_bound(at_), kept_.end());
  if (kept_.empty() || at_ % distance_ == 0) {
    if (const Status status = keep(); !status) return tl::unexpected(words_of(status.code));
  }
  return {};
}

std::string SceneDebuggee::epilogue() {
  if (options_.test.empty() || !changes_.empty()) return {};
  Diagnostics diagnostics = file_->diagnostics;
  const TestedFile tested = test_file(*file_, {.filter = options_.test}, diagnostics);
  std::string text;
  for (const TestResult& result : tested.results) {
    if (tested.results.size() > 1 && result.name != options_.test) continue;
    text += fmt::format("{}: {}\n{}{}", outcome_name(result.outcome), result.name, result.message,
                        result.message.empty() ? "" : "\n");
  }
  return text;
}

}  // namespace ishi::compiler::cli
