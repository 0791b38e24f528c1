#include "navigation/walks.h"

#include <algorithm>
#include <iterator>

#include "asset/check.h"
#include "bodies/acting.h"
#include "built_features.h"
#include "views/agents.h"

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

constexpr uint32_t kAgain = 8;  // half bytes from here on say how often a step is done again
constexpr size_t kMostAgain[] = {0, 8, 72, 584, 4680};  // in so many digits

}  // namespace

uint32_t WalkState::keep(std::span<const uint8_t> directions) {
  std::fill(std::begin(codes), std::end(codes), uint8_t{0});
  code = 0;
  used = 0;
  uint32_t written = 0;
  const auto write = [&](uint32_t half_byte) {
    codes[written / 2] = static_cast<uint8_t>(codes[written / 2] | half_byte << (written % 2 * 4));
    ++written;
  };
  size_t step = 0;
  const size_t most = std::min<size_t>(directions.size(), kMostWaySteps);
  while (step < most && written < kWayCodes) {
    size_t end = step;
    while (end < most && directions[end] == directions[step]) ++end;
    write(directions[step]);
    const size_t room = std::min<size_t>(kWayCodes - written, std::size(kMostAgain) - 1);
    const size_t again = std::min(end - step - 1, kMostAgain[room]);
    for (size_t rest = again; rest > 0; rest = (rest - 1) / kAgain)
      write(static_cast<uint32_t>(kAgain + (rest - 1) % kAgain));
    step += 1 + again;
  }
  return static_cast<uint32_t>(step);
}

void WayReader::read_run() {
  length_ = 0;
  next_code_ = code_;
  if (code_ >= kWayCodes || walk_->half_byte(code_) >= kAgain) return;
  direction_ = walk_->half_byte(next_code_++);
  length_ = 1;
  for (uint32_t worth = 1; next_code_ < kWayCodes && worth <= kMostWaySteps; worth *= kAgain, ++next_code_) {
    if (walk_->half_byte(next_code_) < kAgain) break;
    length_ += (walk_->half_byte(next_code_) - kAgain + 1) * worth;
  }
}

void WayReader::advance() {
  cell_ = next();
  ++step_;
  if (++used_ < length_) return;
  code_ = next_code_;
  used_ = 0;
  read_run();
}

bool WayReader::is_sound() const {
  for (WayReader reader = *this; !reader.is_at_end(); reader.advance()) {
    if (reader.used_ >= reader.length_) return false;
  }
  return true;
}

void WayReader::put_to(WalkState& walk) const {
  walk.position = static_cast<uint16_t>(step_);
  walk.here[0] = static_cast<int16_t>(cell_.column);
  walk.here[1] = static_cast<int16_t>(cell_.row);
  walk.code = static_cast<uint8_t>(code_);
  walk.used = static_cast<uint16_t>(used_);
}

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

bool WalksBuilder::declare(ColumnSet& columns) {
  const Tables& t = p_.asset->tables;
  const auto nodes = part(t.nodes, p_.agent->nodes());
  const bool walks = std::any_of(nodes.begin(), nodes.end(),
                                 [](const blob::Node& node) { return node.kind() == blob::NodeKind::walk; });
  if (!is_built(Feature::walking) || !walks) return true;
  // A slot's count of requests goes on: `release` resets the rest, also of a slot that nobody has had yet.
  columns.add_rows(p_.walks.states, About(ColumnTag::walk).outlives_agents().bytes(&p_.agent_bytes.walks),
                   WalkState{.request = 1});
  columns.add_bits(p_.walks.waiting, About(ColumnTag::walks_waiting).rule(Rule::living()));
  if (!p_.walks.travels.allocate(t.navigations.size())) return false;
  for (size_t i = 0; i < t.navigations.size(); ++i) {
    p_.walks.travels[i] = Travel(options_of(t, t.navigations[i]));
  }
  return true;
}

}  // namespace ishi
