#include "cli/dap/recording_debuggee.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "cli/recording/named_recordings.h"
#include "diagnostics/json.h"
#include "ishi/asset_info.h"
#include "ishi/column.h"
#include "ishi/tools.h"
#include "language/named_moment.h"
#include "recording/recorded_sources.h"

namespace ishi::compiler::cli {
namespace {

constexpr uint32_t kNodeEvents = 1 << 16, kNotices = 1 << 14;  // of a frame

uint64_t key_of(EntityId id) { return (uint64_t{id.generation} << 32) | id.index; }

record::ReplayOptions replay_options() {
  record::ReplayOptions options;
  options.node_events = kNodeEvents;
  options.notices = kNotices;
  return options;
}

}  // namespace

RecordingDebuggee::~RecordingDebuggee() = default;

tl::expected<std::unique_ptr<RecordingDebuggee>, std::string> RecordingDebuggee::open(
    const std::string& path, std::vector<std::string> roots) {
  auto file = read_recording(path, replay_options(), true);
  if (!file) return tl::unexpected(std::move(file.error().why));
  std::unique_ptr<RecordingDebuggee> run(new RecordingDebuggee());
  if ((*file)->replay.frames().empty())
    return tl::unexpected(fmt::format("{} has no frame that could be played", path));
  if (auto begun = run->begin(std::move(*file), std::move(roots)); !begun)
    return tl::unexpected(begun.error());
  return run;
}

record::ReplayOptions RecordingDebuggee::stream_options() {
  record::ReplayOptions options = replay_options();
  options.snapshot_bytes = uint64_t{256} << 20;
  return options;
}

Debuggee::Done RecordingDebuggee::begin(std::shared_ptr<RecordingFile> file, std::vector<std::string> roots) {
  constexpr uint64_t kBytesOfQuestions = uint64_t{64} << 20;
  file_ = std::move(file);
  roots_ = std::move(roots);
  asked_ = std::make_shared<RecordingFile>();
  asked_->path = file_->path;
  record::ReplayOptions options;
  options.snapshot_bytes = kBytesOfQuestions;
  record::Replay::open_beside(file_->replay, options, asked_->replay);
  note_growth();
  return play(file_->grows ? frame_count() - 1 : 0);
}

// Times are those of all frames: how many digits it takes to tell them apart.
void RecordingDebuggee::note_growth() {
  const uint64_t forgotten = file_->replay.forgotten_frames();
  at_ -= std::min<size_t>(at_, static_cast<size_t>(forgotten - forgotten_));
  forgotten_ = forgotten;
  file_->times = FrameTimes(file_->replay.frames());
  asked_->times = file_->times;
}

std::string RecordingDebuggee::time(size_t frame) const {
  return file_->times.seconds(file_->replay.frames()[frame].microseconds);
}
double RecordingDebuggee::seconds(size_t frame) const {
  return static_cast<double>(file_->replay.frames()[frame].microseconds) / 1e6;
}
std::optional<size_t> RecordingDebuggee::find_moment(const std::string& text) const {
  const auto moment = read_moment(text);
  const auto found = moment ? file_->times.find(*moment) : std::nullopt;
  return found ? std::optional(found->at) : std::nullopt;
}

// ---- moving

Debuggee::Done RecordingDebuggee::go_to(size_t frame) {
  if (frame >= frame_count())
    return tl::unexpected(fmt::format("the recording has {} frames", frame_count()));
  if (frame == at_) return {};
  if (branch_ != nullptr && frame < branch_->from) branch_.reset();
  if (branch_ == nullptr) return play(frame);
  if (frame < at_) {
    if (auto begun = begin_branch(branch_->from); !begun) return begun;
    arrive(branch_->from);
  }
  while (at_ < frame) {
    if (auto played = play(at_ + 1); !played) return played;
  }
  return {};
}

// Plays one frame, of a branch the next one, and notes what happens in it.
Debuggee::Done RecordingDebuggee::play(size_t frame) {
  record::Replay& replay = this->replay();
  held_.clear();
  decisions_.clear();
  events_.clear();
  before_.clear();
  const bool is_next = replay.world().valid() && frame == at_ + 1;
  const bool is_known = is_next || (frame > 0 && branch_ == nullptr && replay.seek(frame - 1));
  if (is_known) note_before();
  if (!is_next) {
    outside_.clear();
    if (is_known) note_ranges(false);
  }
  replay.observe(this);
  bool is_played = false;
  if (branch_ == nullptr) {
    is_played = replay.seek(frame);
  } else {
    while (replay.at() != frame) {
      const record::Step step = replay.step();
      if (step == record::Step::end || (step == record::Step::differs && !replay.world().valid())) break;
    }
    is_played = replay.at() == frame;
  }
  replay.observe(nullptr);
  if (!is_played)
    return tl::unexpected(fmt::format("frame {} cannot be played: {}", file_->replay.frames()[frame].frame,
                                      difference_text(replay)));
  if (branch_ != nullptr) {
    for (const Change& change : branch_->changes) {
      if (change.frame == frame) {
        if (auto made = make(change); !made) return made;
      }
    }
  }
  arrive(frame);
  if (is_known) note_changes();
  note_ranges(true);
  std::ranges::stable_sort(events_, {}, &DebugEvent::agent);
  return {};
}

// Everybody who lives now has a number.
void RecordingDebuggee::arrive(size_t frame) {
  at_ = frame;
  held_.clear();
  decisions_.clear();
  record::Replay& replay = this->replay();
  for (const Entity& entity : replay.entities()) {
    const uint32_t population = replay.population_of(entity);
    if (population == record::Difference::kWorld || numbers_.contains(key_of(entity))) continue;
    numbers_[key_of(entity)] = static_cast<uint32_t>(agents_.size());
    agents_.push_back(
        {population, entity, fmt::format("{}#{}", replay.agent_name(population), entity.index)});
  }
}

uint32_t RecordingDebuggee::number_of(EntityId agent) {
  const auto found = numbers_.find(key_of(agent));
  if (found != numbers_.end()) return found->second;
  const uint32_t population = replay().population_of(agent);
  const auto number = static_cast<uint32_t>(agents_.size());
  numbers_[key_of(agent)] = number;
  agents_.push_back({population == record::Difference::kWorld ? 0 : population, agent,
                     fmt::format("{}#{}", replay().agent_name(population), agent.index)});
  return number;
}

DebugEvent& RecordingDebuggee::add(DebugEvent::Kind kind, EntityId agent, uint32_t index) {
  return events_.emplace_back(DebugEvent{.kind = kind, .agent = number_of(agent), .index = index});
}

std::string RecordingDebuggee::name_of(EntityId entity, uint32_t population) const {
  return entity == EntityId() ? std::string() : entity_name(replay(), *replay().asset(population), entity);
}

void RecordingDebuggee::note_before() {
  record::Replay& replay = this->replay();
  std::vector<record::Replay::Doing> doings;
  replay.read_doings(doings);
  for (const record::Replay::Doing& doing : doings) {
    if (before_.size() <= doing.agent.index) before_.resize(doing.agent.index + 1);
    const Population& own = replay.world().population(doing.population);
    before_[doing.agent.index] = {doing.agent.generation, doing.population, doing.option,
                                  own.state(replay.world().entity(doing.agent)), doing.whom};
  }
}

// The nodes and options that agents are at now and were not at before the frame.
void RecordingDebuggee::note_changes() {
  record::Replay& replay = this->replay();
  std::vector<record::Replay::Doing> doings;
  replay.read_doings(doings);
  // How bodies ended and began, by agent and root.
  std::map<std::pair<uint64_t, uint32_t>, NodeChange> ends;
  std::set<std::pair<uint64_t, uint32_t>> begins;
  for (const DebugEvent& event : events_) {
    if (event.kind != DebugEvent::Kind::node) continue;
    const uint64_t key = key_of(agents_[event.agent].id);
    if (event.change == NodeChange::began) begins.emplace(key, event.index);
    if (event.change == NodeChange::completed || event.change == NodeChange::failed ||
        event.change == NodeChange::aborted)
      ends[{key, event.index}] = event.change;
  }
  std::vector<DebugEvent> changes;
  const auto note = [&](DebugEvent::Kind kind, EntityId agent, uint32_t index, std::string text) {
    changes.push_back({.kind = kind, .agent = number_of(agent), .index = index, .text = std::move(text)});
  };
  std::vector<bool> is_there(before_.size());
  for (const record::Replay::Doing& doing : doings) {
    const Population& own = replay.world().population(doing.population);
    const AssetParts parts(*replay.asset(doing.population));
    const AgentInfo info = parts.agent(replay.asset(doing.population)->find(own.agent_id()));
    const bool is_old =
        doing.agent.index < before_.size() && before_[doing.agent.index].generation == doing.agent.generation;
    const Before before = is_old ? before_[doing.agent.index] : Before{};
    if (is_old) is_there[doing.agent.index] = true;
    const uint64_t key = key_of(doing.agent);
    const auto body = [&](uint16_t option) { return parts.option(info.options.first + option).body; };
    const bool is_again = before.option != kNoOption && before.option == doing.option &&
                          before.whom == doing.whom && begins.contains({key, body(doing.option)});
    if (before.option != doing.option || before.whom != doing.whom || is_again) {
      if (before.option != kNoOption) {
        const auto end = ends.find({key, body(before.option)});
        const DebugEvent::Kind kind = end == ends.end() || end->second == NodeChange::aborted
                                          ? DebugEvent::Kind::left
                                      : end->second == NodeChange::failed ? DebugEvent::Kind::failed
                                                                          : DebugEvent::Kind::ended;
        note(kind, doing.agent, before.option, {});
      }
      if (doing.option != kNoOption)
        note(DebugEvent::Kind::chosen, doing.agent, doing.option, name_of(doing.whom, doing.population));
    }
    const uint32_t state = own.state(replay.world().entity(doing.agent));
    if (is_old && state != before.state) {
      note(DebugEvent::Kind::state, doing.agent, state, {});
      changes.back().before = before.state;
    }
  }
  for (uint32_t index = 0; index < before_.size(); ++index) {
    const EntityId id{index, before_[index].generation};
    if (before_[index].generation != 0 && !is_there[index]) note(DebugEvent::Kind::gone, id, 0, {});
  }
  events_.insert(events_.begin(), changes.begin(), changes.end());
}

// Keys of agents that are numbers and have left their range since the frame before.
void RecordingDebuggee::note_ranges(bool tells) {
  const World& world = replay().world();
  for (uint32_t i = 0; i < world.population_count(); ++i) {
    const Asset* const asset = replay().asset(i);
    Population population = const_cast<World&>(world).population(i);
    if (asset == nullptr) continue;
    const AssetParts parts(*asset);
    for (uint32_t key = 0; key < asset->count(ishi::Kind::keys); ++key) {
      const NamedVariable info = parts.key(key);
      if (info.variable.scope != ishi::Scope::agent) continue;
      const auto look = [&](const auto& column) {
        for (uint32_t slot = 0; slot < population.capacity() && slot < column.size(); ++slot) {
          const Entity agent = population.agent_of(slot);
          if (agent == kNobody) continue;
          const auto value = static_cast<float>(column[slot]);
          const bool is_in = value >= info.variable.low && value <= info.variable.high;
          const std::pair<uint64_t, uint32_t> which(key_of(agent), key);
          if (is_in)
            outside_.erase(which);
          else if (outside_.insert(which).second && tells)
            add(DebugEvent::Kind::key, agent, key);
        }
      };
      if (info.variable.type == ishi::ValueType::number) {
        Column<float> column;
        if (population.column(info.id, column)) look(column);
      } else if (info.variable.type == ishi::ValueType::integer) {
        Column<int32_t> column;
        if (population.column(info.id, column)) look(column);
      }
    }
  }
}

// ---- watching a frame

void RecordingDebuggee::begins(uint32_t population, record::Phase phase, std::span<const uint32_t>) {
  if (phase != record::Phase::think) return;
  for (const Notice& notice : Tools(replay().world().population(population)).notices())
    add(DebugEvent::Kind::noticed, notice.agent, notice.sense).text = name_of(notice.who, population);
}

void RecordingDebuggee::ended(uint32_t population, record::Phase phase, const Commands& commands) {
  if (phase != record::Phase::act) return;
  const Asset* const asset = replay().asset(population);
  if (asset == nullptr) return;
  for (const NodeEvent& event : commands.nodes) {
    DebugEvent& added = add(DebugEvent::Kind::node, event.agent, event.node);
    added.change = event.change;
    added.cause = event.cause;
  }
  for (const Start& start : commands.starts) {
    const uint32_t task = asset->find(start.task);
    if (task != kNotFound) add(DebugEvent::Kind::task_started, start.agent, task);
  }
  for (const Emitted& event : commands.events) {
    const uint32_t index = asset->find(event.event);
    if (index != kNotFound) add(DebugEvent::Kind::event_sent, event.agent, index);
  }
  for (const Posted& event : commands.posted) {
    const uint32_t index = asset->find(event.event);
    if (index == kNotFound || event.audience == Audience::game) continue;
    add(DebugEvent::Kind::event_sent, event.agent, index);
    const TeamId team = replay().world().population(population).team(event.agent);
    const EventTarget target = event.audience == Audience::world  ? EventTarget::everyone
                               : event.audience == Audience::team ? EventTarget::team
                                                                  : EventTarget::agent;
    note_received(event.event, target, event.audience == Audience::one ? event.to : event.agent, team);
  }
}

void RecordingDebuggee::reported(uint32_t population, const ishi::Report& report, Status status) {
  const Asset* const asset = replay().asset(population);
  const uint32_t task = asset == nullptr ? kNotFound : asset->find(report.task);
  const bool has_failed = report.ending == Ending::failed || status.code == StatusCode::nothing_given;
  if (task == kNotFound || !has_failed) return;
  add(DebugEvent::Kind::task_failed, replay().world().population(population).agent_of(report.token.slot),
      task);
}

void RecordingDebuggee::posted(const EventOptions& event) {
  note_received(event.event, event.target, event.agent, event.team);
}

void RecordingDebuggee::note_received(EventId event, EventTarget target, EntityId agent, TeamId team) {
  record::Replay& replay = this->replay();
  for (const Entity& entity : replay.entities()) {
    const uint32_t population = replay.population_of(entity);
    if (population == record::Difference::kWorld) continue;
    const bool is_for_it =
        target == EventTarget::everyone || (target == EventTarget::agent && entity == agent) ||
        (target == EventTarget::team && replay.world().population(population).team(entity) == team);
    const uint32_t index = is_for_it ? replay.asset(population)->find(event) : kNotFound;
    if (index != kNotFound) add(DebugEvent::Kind::event_received, entity, index);
  }
}

// ---- asking

bool RecordingDebuggee::is_there(uint32_t agent) const {
  return agent < agents_.size() && replay().population_of(agents_[agent].id) == agents_[agent].population;
}

// The asset of a population, which a reload replaces, and its sources.
RecordingDebuggee::Known* RecordingDebuggee::known_of(uint32_t population) {
  const Asset* const asset =
      branch_ != nullptr ? branch_->replay.asset(population) : file_->replay.asset(population);
  if (asset == nullptr) return nullptr;
  if (of_population_.size() <= population) of_population_.resize(population + 1);
  auto& [of, known] = of_population_[population];
  if (of == asset && known != nullptr) return known;
  const std::span<const uint8_t> bytes = asset->bytes();
  auto& made = known_[std::string(reinterpret_cast<const char*>(bytes.data()), bytes.size())];
  if (made == nullptr) {
    made = std::make_unique<Known>();
    if (!Asset::load(bytes, made->asset)) return nullptr;
    const std::string root = roots_.empty() ? std::string() : roots_.front();
    const std::span<const std::string> more = std::span(roots_).subspan(roots_.empty() ? 0 : 1);
    const bool has_names =
        asset->count(ishi::Kind::agents) > 0 && !asset->name(ishi::Kind::agents, 0).empty();
    if (has_names) made->source = find_source(*file_, *asset, root, more);
    if (made->source.file != nullptr)
      made->program = debug_program(made->source.file, made->asset, made->source.root, false);
  }
  of = asset;
  known = made.get();
  return known;
}

const DebugProgram* RecordingDebuggee::program_of(uint32_t agent) {
  if (agent >= agents_.size()) return nullptr;
  Known* const known = known_of(agents_[agent].population);
  return known == nullptr ? nullptr : known->program.get();
}

std::vector<std::shared_ptr<const DebugProgram>> RecordingDebuggee::programs() {
  std::vector<std::shared_ptr<const DebugProgram>> all;
  for (uint32_t i = 0; i < replay().population_count(); ++i) static_cast<void>(known_of(i));
  for (const auto& [bytes, known] : known_) {
    if (known->program != nullptr) all.push_back(known->program);
  }
  return all;
}

std::vector<const Asset*> RecordingDebuggee::assets() const {
  std::vector<const Asset*> all;
  for (uint32_t i = 0; i < replay().population_count(); ++i) all.push_back(replay().asset(i));
  return all;
}

const SimulatedAgent* RecordingDebuggee::agent(uint32_t agent) {
  if (!is_there(agent)) return nullptr;
  if (const auto known = held_.find(agent); known != held_.end())
    return known->second.agent ? &*known->second.agent : nullptr;
  const DebugProgram* const program = program_of(agent);
  if (program == nullptr) return nullptr;
  Held& held = held_[agent];
  record::Replay& replay = this->replay();
  held.recorded = std::make_unique<RecordedAgent>(replay, *replay.asset(agents_[agent].population),
                                                  program->model(), agents_[agent]);
  if (!Scratch::create(replay.world(), held.scratch)) return nullptr;
  held.agent.emplace(held.recorded->place(), held.scratch);
  return &*held.agent;
}

// In a branch decisions are not kept.
std::optional<DebugDecision> RecordingDebuggee::decision(uint32_t agent) {
  if (branch_ != nullptr || !is_there(agent)) return std::nullopt;
  if (const auto known = decisions_.find(agent); known != decisions_.end()) return known->second;
  std::optional<DebugDecision>& decision = decisions_[agent];
  const DebugProgram* const program = program_of(agent);
  if (program == nullptr) return std::nullopt;
  auto read = read_decision(*asked_, agents_[agent], program->model(), at_);
  if (read)
    decision = DebugDecision{std::move(read->thought), file_->times.seconds(read->microseconds), read->frame};
  return decision;
}

tl::expected<nlohmann::ordered_json, std::string> RecordingDebuggee::why(uint32_t agent) {
  if (branch_ != nullptr)
    return tl::unexpected(
        std::string("this is a branch: decisions are explained as they were made in the game"));
  Known* const known = is_there(agent) ? known_of(agents_[agent].population) : nullptr;
  if (known == nullptr || known->program == nullptr)
    return tl::unexpected(std::string("the sources of this agent are not there"));
  RecordedQuestion question;
  if (!question.read(asked_, agents_[agent], known->source, at_))
    return tl::unexpected(fmt::format("{} has not thought by then", agents_[agent].text));
  return recorded_why_json(question);
}

tl::expected<std::string, std::string> RecordingDebuggee::what_if(uint32_t, const std::string&,
                                                                  const std::string&) {
  return tl::unexpected(std::string(
      "of a recording, set the value instead: that opens a branch, in which the game goes on from it"));
}

// ---- branches

Debuggee::Done RecordingDebuggee::begin_branch(size_t frame) {
  held_.clear();
  if (!file_->replay.seek(frame)) return tl::unexpected(difference_text(file_->replay));
  if (!branch_->replay.follow(file_->replay)) return tl::unexpected(difference_text(branch_->replay));
  branch_->from = frame;
  at_ = frame;
  events_.clear();
  for (const Change& change : branch_->changes) {
    if (change.frame != frame) continue;
    if (auto made = make(change); !made) return made;
  }
  return {};
}

Debuggee::Done RecordingDebuggee::make(const Change& change) {
  record::Replay& replay = this->replay();
  const uint32_t population = replay.population_of(change.agent);
  if (population == record::Difference::kWorld) return {};
  Known* const known = known_of(population);
  if (known == nullptr || known->program == nullptr) return {};
  const RecordedName who{population, change.agent, {}};
  RecordedAgent recorded(replay, *replay.asset(population), known->program->model(), who);
  auto given = read_given_value(known->program->model(), recorded.situation(), 0, change.name, change.value);
  if (!given) return tl::unexpected(given.error());
  Stage& stage = recorded.place().stage();
  const Model& model = known->program->model();
  if (!given->is_level && model.blackboard[given->value.index].value.scope.value == Scope::team)
    return tl::unexpected(fmt::format(
        "`{}` is a team's, and in a branch keys of agents and of the world are set", change.name));
  const Status status = given->is_level ? stage.set_level(given->value) : stage.set_key(given->value);
  if (!status) return tl::unexpected(std::string(describe(status.code)));
  return {};
}

Debuggee::Done RecordingDebuggee::set(uint32_t agent, const std::string& name, const std::string& value) {
  const SimulatedAgent* const one = this->agent(agent);
  const DebugProgram* const program = program_of(agent);
  if (one == nullptr || program == nullptr) return tl::unexpected(std::string("the agent is not there"));
  const auto given = read_given_value(program->model(), one->place().stage().situation(), 0, name, value);
  if (!given) return tl::unexpected(given.error());
  const Change change{at_, agents_[agent].id, name, value};
  if (branch_ == nullptr) {
    branch_ = std::make_unique<Branch>();
    branch_->changes.push_back(change);
    record::ReplayOptions options = replay_options();
    for (const auto& [bytes, known] : known_) branch_->others.push_back(&known->asset);
    options.others = branch_->others;
    record::Replay::open_beside(file_->replay, options, branch_->replay);
    if (auto begun = begin_branch(at_); !begun) {
      branch_.reset();
      return begun;
    }
    return {};
  }
  std::erase_if(branch_->changes, [&](const Change& other) { return other.frame > at_; });
  held_.clear();
  if (auto made = make(change); !made) return made;
  branch_->changes.push_back(change);
  return {};
}

std::string RecordingDebuggee::epilogue() {
  const record::Difference& difference = file_->replay.difference();
  if (difference.kind == record::Difference::Kind::none) return {};
  return fmt::format(
      "this version of ishi plays the recording otherwise than the game did, from frame {} on: {}\n",
      difference.frame, difference_text(file_->replay));
}

}  // namespace ishi::compiler::cli
