#include "recording/recorded_run.h"

#include <algorithm>
#include <vector>

namespace ishi::compiler {

using record::Phase;

bool RecordedRun::play(size_t frame) {
  seconds_ = static_cast<double>(replay_.frames()[frame].microseconds) / 1e6;
  frame_ = replay_.frames()[frame].frame;
  if (agent_) agent_->begin_frame(frame_, seconds_);
  replay_.observe(this);
  const bool is_played = replay_.seek(frame);
  replay_.observe(nullptr);
  if (!is_played) return false;
  is_there_ = replay_.population_of(who_.id) == who_.population;
  if (is_there_ && find()) agent_->note_changes();
  return true;
}

// The agent in the world as it is now; false if it does not live.
bool RecordedRun::find() {
  World& world = replay_.world();
  if (replay_.population_of(who_.id) != who_.population) return false;
  if (world.number() == number_) return true;
  // A save between two frames makes another world; what was noted in the last one is of this one, too.
  const size_t assets = assets_.size();
  const bool has_sources = take_asset();
  if (!has_sources) {
    agent_.reset();
    return false;
  }
  std::optional<SimulatedAgent> before = std::move(agent_);
  agent_.reset();
  recorded_ = std::make_unique<RecordedAgent>(replay_, *replay_.asset(who_.population), *model_, who_);
  if (!Scratch::create(world, scratch_)) return false;
  agent_.emplace(recorded_->place(), scratch_);
  agent_->begin_frame(frame_, seconds_);
  if (before && assets_.size() == assets) agent_->go_on_from(*before);
  if (before && assets_.size() != assets) take_keys(assets_[assets - 1], *before);
  number_ = world.number();
  return true;
}

// Takes over how keys stood that the agent has had with another asset, too.
void RecordedRun::take_keys(const Asset& other, const SimulatedAgent& before) {
  const AssetParts now(assets_.back()), then(other);
  for (uint32_t key = 0; key < agent_->known_.size(); ++key) {
    const NamedVariable info = now.key(key);
    const uint32_t known = other.find(ishi::Kind::keys, info.id);
    if (known != kNotFound && then.key(known).variable.type == info.variable.type)
      agent_->known_[key] = before.known_[known];
  }
}

// Takes the asset that the agent has now, if it is another one. False if its sources are not there.
bool RecordedRun::take_asset() {
  const Asset& now = *replay_.asset(who_.population);
  const std::span<const std::byte> blob = replay_.blob(now);
  if (!assets_.empty() && std::ranges::equal(blob, blob_)) return !lacks_sources_;
  blob_ = blob;
  const Model* const model = models_(now);
  lacks_sources_ = model == nullptr;
  if (lacks_sources_) return false;
  model_ = model;
  return bool(
      Asset::load({reinterpret_cast<const uint8_t*>(blob.data()), blob.size()}, assets_.emplace_back()));
}

bool RecordedRun::is_it(const ishi::Token& token) const {
  return token.population == who_.population && token.slot == agent_->place().slot();
}

void RecordedRun::begins(uint32_t population, Phase phase, std::span<const uint32_t> slots) {
  if (population != who_.population || !find()) return;
  recorded_->refresh();
  agent_->note_changes();  // by the game, before what comes of them
  if (phase == Phase::think)
    static_cast<void>(agent_->before_thought(std::ranges::binary_search(slots, agent_->place().slot())));
  if (phase == Phase::act) agent_->before_round();
}

void RecordedRun::ended(uint32_t population, Phase phase, const Commands& commands) {
  if (population != who_.population || !agent_ || replay_.world().number() != number_) return;
  if (phase == Phase::think) static_cast<void>(agent_->after_thought());
  if (phase != Phase::act) return;
  agent_->note_round(commands, false);
  for (const Emitted& event : commands.events) {
    if (event.agent == agent_->place().self())
      agent_->note_emitted({event.agent, event.event, Audience::game, event.record});
  }
  for (const End& end : commands.ends) {
    if (end.agent == agent_->place().self() && !is_told(commands, end)) {
      const uint32_t index = agent_->place().asset().find(end.task);
      if (index != kNotFound) agent_->note(SimulatedEvent::Kind::task_aborted, index);
    }
  }
  agent_->note_changes();
  for (const Start& start : commands.starts) {
    if (start.agent != agent_->place().self()) continue;
    const uint32_t task = agent_->place().asset().find(start.task);
    agent_->note_start(start, task, agent_->take_depth(task));
  }
  agent_->after_round(commands);
}

// True if a population that notes its nodes says that it aborted or interrupted the task.
bool RecordedRun::is_told(const Commands& commands, const End& end) const {
  const AssetParts parts(agent_->place().asset());
  const uint32_t task = agent_->place().asset().find(end.task);
  return std::ranges::any_of(commands.nodes, [&](const NodeEvent& event) {
    if (event.agent != end.agent ||
        (event.change != NodeChange::aborted && event.change != NodeChange::interrupted))
      return false;
    const NodeInfo node = parts.node(event.node);
    return node.kind == ishi::NodeKind::task && node.subject == task;
  });
}

void RecordedRun::posted(const EventOptions& event) {
  if (!agent_ || !find()) return;
  const StageAgent& own = agent_->place();
  const uint32_t index = own.asset().find(event.event);
  const bool is_for_it =
      event.target == EventTarget::everyone ||
      (event.target == EventTarget::agent && event.agent == own.self()) ||
      (event.target == EventTarget::team && own.population().team(own.self()) == event.team);
  if (index == kNotFound || !is_for_it) return;
  agent_->note(SimulatedEvent::Kind::event_posted, index,
               agent_->fields_text(index, static_cast<const std::byte*>(event.record)));
}

void RecordedRun::reported(uint32_t population, const ishi::Report& report, Status status) {
  if (population != who_.population || !find() || !is_it(report.token)) return;
  const uint32_t task = agent_->place().asset().find(report.task);
  if (task == kNotFound) return;  // its end was told when it was aborted
  if (report.ending == Ending::failed) {
    agent_->note(SimulatedEvent::Kind::task_failed, task);
  } else if (status.code == StatusCode::nothing_given) {
    agent_->note(SimulatedEvent::Kind::task_failed, task, "the game gave nothing back");
  } else {
    std::vector<std::byte> record(AssetParts(agent_->place().asset()).task(task).record_size);
    const auto* const given = static_cast<const std::byte*>(report.record);
    std::copy_n(given, given == nullptr ? 0 : std::min<size_t>(record.size(), report.record_bytes),
                record.begin());
    agent_->note_completed(task, record.data(), 0);
  }
}

}  // namespace ishi::compiler
