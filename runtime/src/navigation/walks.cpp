#include "navigation/walks.h"

#include <algorithm>

#include "asset/check.h"
#include "world/population_state.h"

namespace ishi {
namespace {

TravelOptions options_of(const Tables& t, const blob::Navigation& navigation) {
  TravelOptions options;
  options.step = navigation.step();
  options.turn_side = navigation.turn_side();
  options.turn_back = navigation.turn_back();
  options.steps = navigation.max_steps();
  options.diagonals = navigation.neighbours() == 8;
  options.corners = navigation.corners() != 0;
  if (navigation.cells() == kNotFound) return options;
  // What is no member of the enum cannot be entered.
  options.costs.fill(0);
  const auto costs = part(t.travel_costs, navigation.costs());
  for (size_t terrain = 0; terrain < costs.size(); ++terrain) {
    options.costs[terrain] = static_cast<uint8_t>(costs[terrain]);
  }
  return options;
}

}  // namespace

void Walks::release(uint32_t slot) const {
  states[slot] = {.request = states[slot].request + 1};
  Acting::lower(waiting, slot);
}

void Walks::ask(uint32_t slot) const {
  if (states[slot].asked != WayRequest::none) return;
  ++states[slot].request;
  states[slot].asked = WayRequest::waiting;
  Acting::raise(waiting, slot);
}

bool WalksBuilder::plan(ArenaPlan& plan, uint32_t padded) {
  const Tables& t = p_.asset->tables;
  const auto nodes = part(t.nodes, p_.agent->nodes());
  walks_ = std::any_of(nodes.begin(), nodes.end(),
                       [](const blob::Node& node) { return node.kind() == blob::NodeKind::walk; });
  if (!walks_) return true;
  rows_ = padded;
  RowPlan rows(plan, padded);
  states_ = rows.add(sizeof(WalkState));
  waiting_ = plan.add(sizeof(uint64_t), p_.capacity / 64 + 1);
  p_.agent_bytes.walks = rows.bytes();
  if (!p_.walks.travels.allocate(t.navigations.size())) return false;
  for (size_t i = 0; i < t.navigations.size(); ++i) {
    p_.walks.travels[i] = Travel(options_of(t, t.navigations[i]));
  }
  return true;
}

void WalksBuilder::attach(Arena& arena) {
  if (!walks_) return;
  p_.walks.states = arena.at<WalkState>(states_);
  p_.walks.waiting = arena.at<uint64_t>(waiting_);
  std::fill_n(p_.walks.states, rows_, WalkState{});
}

}  // namespace ishi
