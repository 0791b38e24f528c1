#include <algorithm>
#include <vector>

#include "bodies/acting.h"
#include "ishi/asset_info.h"
#include "pending_reports.h"
#include "replay_state.h"

// Reports of a recording, given to the replay's world.

namespace ishi::record {

// The task whose node is active in a lane; none if there is none.
TaskId Replay::State::task_in(uint32_t population, uint32_t slot, uint32_t lane) const {
  const Asset* const asset = asset_of(population);
  if (asset == nullptr) return {};
  const Population& own = populations[population].population;
  const Population::State& p = *own.state();
  const AssetParts parts(*asset);
  std::vector<uint32_t> nodes(p.acting.layout.places.size());
  nodes.resize(std::min<size_t>(nodes.size(), Tools(own).active_nodes(own.agent_of(slot), nodes)));
  for (const uint32_t index : nodes) {
    const NodeInfo node = parts.node(index);
    const bool is_it =
        node.kind == NodeKind::task && p.acting.layout.places[index - p.agent->nodes().first()].lane == lane;
    if (is_it) return parts.task(node.subject).id;
  }
  return {};
}

// The task that runs under a token; none if it is over, or was aborted and needs time to end.
TaskId Replay::State::task_of(const PopulationReplay& own, const Token& token) const {
  const Population::State& p = *own.population.state();
  if (token.slot >= p.capacity || token.lane >= p.acting.layout.lanes) return {};
  const auto known = LaneWord::unpack(p.acting.lane(token.slot, token.lane).load(std::memory_order_acquire));
  if (known.serial != token.serial || known.status != LaneStatus::running) return {};
  return task_in(token.population, token.slot, token.lane);
}

// The reports that the world was given, and that no agent has taken yet.
std::vector<Report> Replay::State::waiting_reports() const {
  std::vector<Report> waiting;
  for (uint32_t i = 0; i < populations.size(); ++i) {
    const Acting& acting = populations[i].population.state()->acting;
    for (uint32_t lane = 0; lane < acting.layout.lanes; ++lane) {
      for (uint32_t slot = 0; slot < populations[i].population.capacity(); ++slot) {
        const auto known = LaneWord::unpack(acting.lane(slot, lane).load(std::memory_order_acquire));
        const bool has_completed = known.status == LaneStatus::completed;
        if (!has_completed && known.status != LaneStatus::failed) continue;
        const Token token{slot, static_cast<uint16_t>(i), static_cast<uint16_t>(lane), known.serial,
                          world.number()};
        waiting.push_back({token, has_completed ? Ending::completed : Ending::failed});
      }
    }
  }
  return waiting;
}

// Tells the observer of reports that a save holds, and no call: those that the game made between the frame
// before it and the save. `known`: those that waited in the world before the save.
void Replay::State::tell_waiting_reports(std::span<const Report> known) const {
  for (Report report : waiting_reports()) {
    const auto is_it = [&report](const Report& other) {
      return other.token.population == report.token.population && other.token.slot == report.token.slot &&
             other.token.lane == report.token.lane && other.token.serial == report.token.serial;
    };
    if (std::ranges::any_of(known, is_it)) continue;
    const Token& token = report.token;
    report.task = task_in(token.population, token.slot, token.lane);
    const Acting& acting = populations[token.population].population.state()->acting;
    const bool gives = acting.layout.lane_record_bytes > 0 && report.ending == Ending::completed;
    if (gives) {
      report.record = acting.lane_record(token.slot, token.lane) + sizeof(uint64_t);
      report.record_bytes = static_cast<uint32_t>(acting.layout.lane_record_bytes - sizeof(uint64_t));
    }
    observer->reported(token.population, report, {});
  }
}

void Replay::State::play_report(Played& played, PopulationReplay& own, const Report& report) const {
  Report told = report;
  if (observer != nullptr) told.task = task_of(own, report.token);
  played.status = own.population.report(report);
  const bool is_taken = played.status || played.status.code == StatusCode::nothing_given;
  if (!is_taken) return;
  if (observer != nullptr) observer->reported(played.population, told, played.status);
  played.status = {};
}

void Replay::State::play_reports(Played& played, PopulationReplay& own, std::span<const std::byte> reports) {
  const Acting& acting = own.population.state()->acting;
  const auto play = [&](uint32_t slot, uint32_t lane, bool has_failed) {
    if (!played.status) return;
    const auto known = LaneWord::unpack(acting.lane(slot, lane).load(std::memory_order_acquire));
    const Token token{slot, static_cast<uint16_t>(played.population), static_cast<uint16_t>(lane),
                      known.serial, world.number()};
    const Report report{token, has_failed ? Ending::failed : Ending::completed};
    play_report(played, own, report);
  };
  if (!for_each_report(reports, own.population.capacity(), acting.layout.lanes, play))
    played.is_malformed = true;
}

}  // namespace ishi::record
