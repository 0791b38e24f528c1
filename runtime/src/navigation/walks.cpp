#include "navigation/walks.h"

#include <algorithm>
#include <iterator>

#include "asset/check.h"
#include "bodies/acting.h"
#include "built_features.h"
#include "program/operation_rules.h"
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

// True if an operation gives the same whoever asks for it, in a visit or outside of it.
bool is_plain(const blob::Operation& operation) {
  const auto code = static_cast<OperationCode>(operation.code());
  switch (code) {
    case OperationCode::constant:
    case OperationCode::time:
    case OperationCode::self_row:
    case OperationCode::step_elapsed:
    case OperationCode::spread:
    case OperationCode::curve:
    case OperationCode::bound_row:
    case OperationCode::own_team: return true;
    default: break;
  }
  const bool is_record = code >= OperationCode::record && code <= OperationCode::record_entity;
  return is_record || reads_key(code) || reads_entity(code) || rules_of(code).elementwise;
}

// True if a program gives the three parts of one point, which its first operation reads; holding them between
// the largest numbers leaves them what they are.
bool is_point(std::span<const blob::Operation> program, OperationCode first) {
  if (program.size() != 3 && program.size() != 6) return false;
  for (uint32_t i = 0; i < program.size(); ++i) {
    const auto code = static_cast<OperationCode>(program[i].code());
    const bool is_held = i >= 3 && code == OperationCode::saturate && program[i].a() == i - 3;
    const bool is_read = i < 3 && static_cast<uint32_t>(code) == static_cast<uint32_t>(first) + i &&
                         program[i].parameter() == program[0].parameter();
    if (!is_held && !is_read) return false;
  }
  return true;
}

// True if a program gives where the entity is that its first operation names.
bool is_of_entity(std::span<const blob::Operation> program) {
  if (program.size() != 4 && program.size() != 7) return false;
  const auto first = static_cast<OperationCode>(program[0].code());
  const bool names = first == OperationCode::bound_row || first == OperationCode::key_entity ||
                     first == OperationCode::record_entity;
  for (uint32_t i = 1; i < program.size(); ++i) {
    const auto code = static_cast<OperationCode>(program[i].code());
    const bool is_held = i >= 4 && code == OperationCode::saturate && program[i].a() == i - 3;
    const bool is_read =
        i < 4 && program[i].a() == 0 &&
        static_cast<uint32_t>(code) == static_cast<uint32_t>(OperationCode::position_x) + i - 1;
    if (!is_held && !is_read) return false;
  }
  return names;
}

WalkPlace place_of(const Tables& t, uint32_t formula, uint32_t goal) {
  WalkPlace place;
  place.goal = goal;
  const auto program = part(t.operations, t.formulas[formula].program());
  if (is_point(program, OperationCode::key_x) &&
      t.keys[program[0].parameter()].variable().scope() == blob::Scope::agent) {
    place.form = WalkPlace::Form::key;
    place.key = program[0].parameter();
  } else if (is_point(program, OperationCode::record_x) && goal != kNotFound) {
    place.form = WalkPlace::Form::given;
    place.parameter = t.goals[t.nodes[goal].subject()].parameters().first() + program[0].parameter();
  } else if (is_of_entity(program)) {
    place.form = WalkPlace::Form::entity;
  } else if (std::all_of(program.begin(), program.end(), is_plain)) {
    place.form = WalkPlace::Form::formula;
  }
  return place;
}

// Parents stand before their children. False if there is no memory.
bool find_places(const Tables& t, const blob::Agent& agent, Array<WalkPlace>& places) {
  const uint32_t first = agent.nodes().first(), count = agent.nodes().count();
  if (!places.allocate(count)) return false;
  for (uint32_t i = 0; i < count; ++i) {
    const blob::Node& node = t.nodes[first + i];
    const uint32_t goal = node.kind() == blob::NodeKind::goal ? first + i : places[i].goal;
    for (uint32_t k = 0; k < node.children().count(); ++k)
      places[node.children().first() - first + k].goal = goal;
    if (node.kind() == blob::NodeKind::walk) places[i] = place_of(t, node.value(), goal);
  }
  return true;
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
  if (!p_.walks.travels.allocate(t.navigations.size()) || !p_.walks.alone.allocate(p_.capacity) ||
      !find_places(t, *p_.agent, p_.walks.places))
    return false;
  for (size_t i = 0; i < t.navigations.size(); ++i) {
    p_.walks.travels[i] = Travel(options_of(t, t.navigations[i]));
  }
  return true;
}

}  // namespace ishi
