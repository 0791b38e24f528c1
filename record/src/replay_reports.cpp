#include <algorithm>
#include <vector>

#include "bodies/acting.h"
#include "ishi/asset_info.h"
#include "pending_reports.h"
#include "replay_state.h"

// Reports of a recording, given to the replay's world.

namespace ishi::record {

// The task that runs under a token; none if it is over, or was aborted and needs time to end.
TaskId Replay::State::task_of(const PopulationReplay& own, const Token& token) const {
  const Population::State& p = *own.population.state();
  if (token.slot >= p.capacity || token.lane >= p.acting.layout.lanes) return {};
  const auto known = LaneWord::unpack(p.acting.lane(token.slot, token.lane).load(std::memory_order_acquire));
  if (known.serial != token.serial || known.status != LaneStatus::running) return {};
  const Asset* const asset = asset_of(token.population);
  if (asset == nullptr) return {};
  const AssetParts parts(*asset);
  const Tools tools(own.population);
  const Entity agent = own.population.agent_of(token.slot);
  std::vector<uint32_t> nodes(p.acting.layout.places.size());
  nodes.resize(std::min<size_t>(nodes.size(), tools.active_nodes(agent, nodes)));
  for (const uint32_t index : nodes) {
    const NodeInfo node = parts.node(index);
    const bool is_it = node.kind == NodeKind::task &&
                       p.acting.layout.places[index - p.agent->nodes().first()].lane == token.lane;
    if (is_it) return parts.task(node.subject).id;
  }
  return {};
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
