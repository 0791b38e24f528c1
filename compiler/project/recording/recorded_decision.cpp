#include "recording/recorded_decision.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <system_error>
#include <utility>

#include "diagnostics/json.h"
#include "ishi/tools.h"
#include "recording/moment_situation.h"
#include "recording/recorded_agent.h"
#include "simulate/situation_writer.h"
#include "syntax/yaml_text.h"
#include "workspace/ask/explanation_json.h"
#include "workspace/ask/tested_file.h"
#include "workspace/new_entry.h"

namespace ishi::compiler {
namespace {

using record::Phase;
using record::Replay;

bool thinks_in(const Replay&, World& world, const RecordedName& who, std::span<const uint32_t> slots) {
  uint32_t slot = 0;
  Population population = world.population(who.population);
  const Entity agent = world.entity(who.id);
  return bool(population.slot_of(agent, slot)) && std::ranges::binary_search(slots, slot) &&
         !Tools(population).puts_off_thought(agent);
}

// The last frame in which the agent thought.
class ThoughtFinder final : public record::ReplayObserver {
 public:
  ThoughtFinder(Replay& replay, const RecordedName& who) : replay_(replay), who_(who) {}

  // Up to a frame, and since frames were lost: it may be another by then.
  std::optional<size_t> find(size_t last) {
    constexpr size_t kFirstWindow = 16, kGrowth = 4;
    const std::vector<size_t> history = history_of(replay_.frames(), last);
    size_t end = history.size();
    for (size_t window = kFirstWindow;; window *= kGrowth) {
      const size_t first = end > window ? end - window : 0;
      replay_.observe(this);
      for (size_t i = first; i < end; ++i) {
        has_thought_ = false;
        if (replay_.seek(history[i]) && has_thought_) found_ = history[i];
      }
      replay_.observe(nullptr);
      if (found_ || first == 0) return found_;
      end = first;
    }
  }

 private:
  void begins(uint32_t population, Phase phase, std::span<const uint32_t> slots) override {
    if (phase == Phase::think && population == who_.population)
      has_thought_ = has_thought_ || thinks_in(replay_, replay_.world(), who_, slots);
  }
  void ended(uint32_t, Phase, const Commands&) override {}
  void reported(uint32_t, const ishi::Report&, Status) override {}
  void posted(const EventOptions&) override {}

  Replay& replay_;
  const RecordedName& who_;
  std::optional<size_t> found_;
  bool has_thought_ = false;
};

// Reads a decision while its frame is played.
class DecisionReader final : public record::ReplayObserver {
 public:
  DecisionReader(Replay& replay, const RecordedName& who, const Model& model)
      : replay_(replay), who_(who), model_(model) {}

  std::optional<RecordedDecision> read(size_t frame) {
    replay_.observe(this);
    const bool is_played = replay_.seek(frame);
    replay_.observe(nullptr);
    agent_.reset();
    if (!is_played || !is_read_ || !status_) return std::nullopt;
    return std::move(decision_);
  }

 private:
  [[nodiscard]] bool is_it(uint32_t population, Phase phase) const {
    return phase == Phase::think && population == who_.population;
  }

  void begins(uint32_t population, Phase phase, std::span<const uint32_t> slots) override {
    if (population == who_.population && is_read_) agent_.reset();  // what it chose is settled
    if (!is_it(population, phase) || !thinks_in(replay_, replay_.world(), who_, slots)) return;
    const Asset& asset = *replay_.asset(population);
    agent_ = std::make_unique<RecordedAgent>(replay_, asset, model_, who_);
    const StageAgent& place = agent_->place();
    const Tools tools(place.population());
    Thought& thought = decision_.thought;
    thought = {};
    thought.agent_index = place.agent_index();
    thought.agent = AssetParts(asset).agent(thought.agent_index);
    thought.running = place.running();
    thought.is_locked = tools.is_locked(place.self());
    thought.state = place.population().state(place.self());
    for (uint32_t i = 0; i < thought.agent.options.count; ++i)
      thought.cooldowns.push_back(
          static_cast<double>(tools.cooldown_left(place.self(), static_cast<uint16_t>(i))) / 1e6);
    thought.values.resize(tools.value_count());
    candidate_ = place.population().candidate(place.self());
    status_ = tools.explain(place.self(), thought.values);
    if (status_) status_ = judge_facts(place, thought);
    if (status_) status_ = judge_choices(place, thought);
    const Clock clock = replay_.world().clock();
    decision_.microseconds = clock.time_microseconds;
    decision_.frame = clock.frame;
    decision_.moment = situation_of_moment(*agent_, thought.running, thought.state);
    decision_.taken = agent_->situation().taken.tokens;
    const ProfileId profile = place.population().profile(place.self());
    decision_.importance = profile == kNoProfileId ? "" : asset.name(Kind::profiles, asset.find(profile));
    decision_.ran_for_departed = candidate_ != kNobody && !replay_.world().is_alive(candidate_);
  }

  // Claims are granted when the last of the populations that think at the same time has ended.
  void ended(uint32_t population, Phase phase, const Commands&) override {
    if (agent_ == nullptr || phase != Phase::think || (population != who_.population && !is_read_)) return;
    const StageAgent& place = agent_->place();
    Thought& thought = decision_.thought;
    if (const uint32_t state = place.population().state(place.self()); state != thought.state) {
      thought.state = state;
      if (status_) status_ = judge_again(place, candidate_, thought);
    }
    read_choices(place, thought);
    const uint16_t option = place.population().option(place.self());
    thought.picked = option == kNoOption ? kNone : option;
    thought.picked_for = {};
    const Entity whom = place.population().candidate(place.self());
    const uint32_t set = option == kNoOption
                             ? kNotFound
                             : AssetParts(place.asset()).option(thought.agent.options.first + option).set;
    if (set != kNotFound) {
      const std::vector<Entity> members = place.members(set);
      const auto on = std::ranges::find(members, whom);
      if (on != members.end())
        thought.picked_for = place.member_name(set, static_cast<uint32_t>(on - members.begin()));
    }
    is_read_ = true;
  }
  void reported(uint32_t, const ishi::Report&, Status) override {}
  void posted(const EventOptions&) override {}

  Replay& replay_;
  const RecordedName& who_;
  const Model& model_;
  std::unique_ptr<RecordedAgent> agent_;
  Entity candidate_{};
  RecordedDecision decision_;
  Status status_;
  bool is_read_ = false;
};

// True if two thoughts have compared the same numbers, bit for bit, and come to the same.
bool is_same(const Asset& asset, const Thought& recorded, const Thought& again) {
  if (recorded.picked != again.picked || recorded.state != again.state) return false;
  if (name_in_test(recorded.picked_for) != name_in_test(again.picked_for)) return false;
  for (uint32_t i = 0; i < recorded.agent.options.count; ++i) {
    const float a = recorded.score(asset, i) + recorded.inertia(i),
                b = again.score(asset, i) + again.inertia(i);
    if (std::memcmp(&a, &b, sizeof a) != 0) return false;
  }
  if (recorded.choices.size() != again.choices.size()) return false;
  for (size_t i = 0; i < recorded.choices.size(); ++i) {
    if (name_in_test(recorded.choices[i].member) != name_in_test(again.choices[i].member)) return false;
  }
  return true;
}

}  // namespace

std::optional<RecordedDecision> read_decision(RecordingFile& file, const RecordedName& who,
                                              const Model& model, size_t frame) {
  const auto thought_at = ThoughtFinder(file.replay, who).find(frame);
  if (!thought_at) return std::nullopt;
  return DecisionReader(file.replay, who, model).read(*thought_at);
}

bool RecordedQuestion::read(std::shared_ptr<RecordingFile> file, RecordedName who, RecordedSource source,
                            size_t frame) {
  file_ = std::move(file);
  who_ = std::move(who);
  source_ = std::move(source);
  decision_ = read_decision(*file_, who_, source_.file->program->model, frame);
  if (!decision_) return false;
  write_test();
  ask();
  return true;
}

void RecordedQuestion::write_test() {
  const Thought& thought = decision_->thought;
  const Model& model = source_.file->program->model;
  test_.fields = write_situation(model, decision_->moment.situation).lines();
  const std::string_view kind = thought.agent.name;
  const Agent& agent = model.agents[find_index(model.agents, kind)].value;
  std::string expected, doing;
  if (agent.actions.empty()) {
    for (uint32_t i = 0; i < thought.choices.size(); ++i) {
      const ChoiceInfo choice =
          AssetParts(*file_->replay.asset(who_.population)).choice(thought.agent.choices.first + i);
      const std::string& member = thought.choices[i].member;
      expected += fmt::format("{}{}: {}", expected.empty() ? "" : ", ", choice.name,
                              member.empty() ? "nothing" : yaml_scalar(name_in_test(member), true));
    }
    expected = fmt::format("chooses: {{ {} }}", expected);
    doing = "chooses";
  } else {
    const std::string_view picked =
        thought.picked == kNone ? std::string_view("nothing") : agent.actions[thought.picked].text;
    expected = fmt::format("picks: {}", picked);
    if (!thought.picked_for.empty())
      expected += fmt::format(", on: {}", yaml_scalar(name_in_test(thought.picked_for), true));
    doing = fmt::format("picks {}", picked);
  }
  test_.fields.push_back(fmt::format("expect: {{ {} }}", expected));
  test_.name = fmt::format("{} {} in frame {}", name_in_test(who_.text), doing, decision_->frame);
}

const std::shared_ptr<CheckedFile>& RecordedQuestion::tested() {
  if (tested_ != nullptr) return tested_;
  const CheckedFile& file = *source_.file;
  std::string entry;  // indented, as it stands below `tests`
  const std::string lines = test_.text();
  for (size_t begin = 0; begin < lines.size();) {
    const size_t end = std::min(lines.find('\n', begin), lines.size() - 1) + 1;
    entry += "  " + lines.substr(begin, end - begin);
    begin = end;
  }
  tested_ = source_.with_text(with_section(file.text(), *file.tree().root, "tests", entry));
  return tested_;
}

// Asks for the same situation outside of the game, and compares.
void RecordedQuestion::ask() {
  question_.asks_of_one = true;
  asked_ = std::make_unique<AskedSituation>(question_, file_->path);
  AskedSituation::Decided decided{decision_->thought, static_cast<double>(decision_->microseconds) / 1e6,
                                  decision_->frame, file_->times.text(decision_->microseconds)};
  Thought again;
  const Situation& situation = decision_->moment.situation;
  const bool is_asked = is_writable(source_.file->program->model, situation) &&
                        asked_->read(source_.file, situation) == AskedSituation::Outcome::good;
  if (!is_asked || !think_once(asked_->asset(), asked_->model(), asked_->situation(), again))
    obstacle_ = "a test cannot say it";
  if (!is_asked) {
    question_.agent = decision_->thought.agent.name;
    question_.importance = decision_->importance;
    asked_ = std::make_unique<AskedSituation>(question_, file_->path);
    static_cast<void>(asked_->read(source_.file));
    decided.is_in_situation = false;
    decided.taken = decision_->taken;
  }
  asked_->take_decided(std::move(decided));
  const Thought& recorded = asked_->decided()->thought;
  if (obstacle_.empty() && !is_same(asked_->asset(), recorded, again)) obstacle_ = why_other(again);
}

tl::expected<nlohmann::ordered_json, std::string> recorded_why_json(RecordedQuestion& question) {
  ExplainedDecision decision(question.asked());
  const bool is_made_again = question.obstacle().empty();
  if (const Status status = is_made_again ? decision.explain() : decision.explain_alone(); !status)
    return tl::unexpected(
        fmt::format("internal error: the runtime refused the situation: {}", describe(status.code)));
  using OrderedJson = nlohmann::ordered_json;
  OrderedJson json = explanation_json(decision);
  json["recorded"] = {
      {"recording", question.file().path},
      {"agent", question.who().text},
      {"frame", question.decision().frame},
      {"seconds", static_cast<double>(question.decision().microseconds) / 1e6},
      {"frames_played", question.file().replay.played_frames()},
      {"flips_unknown", is_made_again ? OrderedJson(nullptr) : OrderedJson(question.obstacle())}};
  return json;
}

// The part of the situation that no test has.
std::string RecordedQuestion::why_other(const Thought& again) const {
  const Thought& thought = asked_->decided()->thought;
  const Asset& asset = asked_->asset();
  const auto name = [&](uint32_t option) {
    return AssetParts(asset).option(thought.agent.options.first + option).name;
  };
  if (asked_->agent().value.select.draws()) return "it draws lots among its best, and a test has other luck";
  if (thought.is_locked && thought.running != kNone)
    return fmt::format(
        "it was at a part of {} that may not be interrupted, and a test begins with its first step",
        name(thought.running));
  for (uint32_t i = 0; i < thought.cooldowns.size(); ++i) {
    if (thought.cooldowns[i] > 0)
      return fmt::format("{} cooled down for {:.2f}s more, and in a test nothing has run before", name(i),
                         thought.cooldowns[i]);
  }
  if (decision_->ran_for_departed)
    return fmt::format("it was at {} for somebody who is no more, whom a test cannot name",
                       name(thought.running));
  if (thought.agent.moments.count > 0)
    return "its formulas ask since when something was, and in a test nothing has been before";
  if (thought.state != again.state) return "it went over to another state, by what had happened before";
  return "it depends on what had happened before, and in a test nothing has";
}

namespace {

// What keeps the test from passing; empty: it passes.
std::string failure_of(RecordedQuestion& question) {
  const Diagnostics& found = question.tested()->diagnostics;
  if (found.has_errors()) return fmt::format("a test cannot say it: {}", found.sorted().front().message);
  Diagnostics diagnostics = question.tested()->diagnostics;
  const TestedFile tested =
      test_file(*question.tested(), {.filter = question.test().name, .progress = {}}, diagnostics);
  for (const TestResult& result : tested.results) {
    if (result.name == question.test().name && is_good(result.outcome)) return {};
    if (result.name == question.test().name && question.obstacle().empty()) return result.message;
  }
  return question.obstacle().empty() ? "a test cannot say it" : question.obstacle();
}

}  // namespace

WrittenMoment written_moment(RecordedQuestion& question) {
  const bool draws = question.asked().agent().value.select.draws();
  std::string failure = draws ? question.obstacle() : failure_of(question);
  const bool is_written = failure.empty() && !(draws && !question.obstacle().empty());
  if (!is_written && failure.empty()) failure = question.obstacle();
  return {is_written, std::move(failure)};
}

}  // namespace ishi::compiler
