#include "reload/bodies.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include "asset/check.h"
#include "blackboard/record.h"
#include "bodies/visit.h"
#include "world/act.h"

namespace ishi {
namespace {

// The body of one agent after the other.
class Transfer {
 public:
  Transfer(const Population::State& from, const AgentMap& map, Population::State& to, ReloadCounts& counts)
      : p_(from),
        q_(to),
        map_(map),
        a_(from.asset->tables),
        b_(to.asset->tables),
        a_first_(from.agent->nodes().first()),
        b_first_(to.agent->nodes().first()),
        counts_(counts) {}

  void run(uint32_t slot) {
    const BodyHeader& header = p_.acting.header(slot);
    BodyHeader& next = q_.acting.header(slot);
    next.serial = header.serial;
    next.option = mapped(header.option);
    copy_lanes(slot);
    // A body waits for other conditions now, and an option whose body was lost begins anew.
    if (q_.option[slot] != kNoOption || next.option != kNoOption) Acting::raise(q_.acting.awake, slot);
    if (next.option == kNoOption) return;
    copy_begun(slot);
    copy_given(slot);
    copy(slot, a_.options[p_.agent->options().first() + header.option].body() - a_first_);
  }

  [[nodiscard]] uint16_t mapped(uint16_t option) const {
    if (option == kNoOption || map_.options[option] == kNotFound) return kNoOption;
    return static_cast<uint16_t>(map_.options[option]);
  }

 private:
  // Who waits for a report, and up to which serial tokens are over.
  void copy_lanes(uint32_t slot) const {
    for (uint32_t lane = 0; lane < q_.acting.layout.lanes; ++lane) {
      const uint64_t word = lane < p_.acting.layout.lanes
                                ? p_.acting.lane(slot, lane).load(std::memory_order_acquire)
                                : LaneWord::pack(p_.acting.header(slot).serial, LaneStatus::over);
      q_.acting.lane(slot, lane).store(word, std::memory_order_release);
    }
  }

  // What has been done once stays done.
  void copy_begun(uint32_t slot) const {
    const BodyLayout& old = p_.acting.layout;
    const BodyLayout& now = q_.acting.layout;
    uint64_t* const begun = q_.acting.begun_once(slot);
    std::fill_n(begun, now.once_words, uint64_t{0});
    for (size_t node = 0; node < old.once_numbers.size(); ++node) {
      const uint32_t number = old.once_numbers[node], to = map_.nodes[node];
      const bool was_begun = is_once(a_.nodes[a_first_ + node]) &&
                             (p_.acting.begun_once(slot)[number / 64] >> (number % 64) & 1) != 0;
      if (!was_begun || to == kNotFound || !is_once(b_.nodes[b_first_ + to])) continue;
      begun[now.once_numbers[to] / 64] |= uint64_t{1} << (now.once_numbers[to] % 64);
    }
  }

  // What steps were given back is found by its id.
  void copy_given(uint32_t slot) const {
    const auto variables = part(b_.givens, q_.agent->givens());
    std::byte* const to = q_.acting.given(slot);
    for (const blob::Parameter& variable : variables) write_default(to, variable);
    copy_record(a_, part(a_.givens, p_.agent->givens()), p_.acting.given(slot), b_, variables, map_, to);
  }

  // What a report has left for the next visit.
  void copy_lane_record(uint32_t slot, uint32_t node, uint32_t to) const {
    const blob::Task& before = a_.tasks[a_.nodes[a_first_ + node].subject()];
    const blob::Task& after = b_.tasks[b_.nodes[b_first_ + to].subject()];
    if (q_.acting.layout.lane_record_bytes == 0) return;
    std::byte* const record = q_.acting.lane_record(slot, q_.acting.layout.places[to].lane);
    write_at(record, 0, gives_back(b_, after) ? after.id() : uint64_t{0});
    const auto variables = part(b_.parameters, after.parameters());
    for (const blob::Parameter& variable : variables) write_default(record + sizeof(uint64_t), variable);
    if (!gives_back(b_, after) || !gives_back(a_, before)) return;
    copy_record(a_, part(a_.parameters, before.parameters()),
                p_.acting.lane_record(slot, p_.acting.layout.places[node].lane) + sizeof(uint64_t), b_,
                variables, map_, record + sizeof(uint64_t));
  }

  [[nodiscard]] const NodeState& old_state(uint32_t slot, uint32_t node) const {
    return *reinterpret_cast<const NodeState*>(p_.acting.block(slot) + p_.acting.layout.places[node].offset);
  }

  // The number of a child after the change, by that before it; `otherwise` of one that is gone.
  [[nodiscard]] uint32_t child_of(const blob::Node& node, uint32_t child, const blob::Node& other,
                                  uint32_t otherwise) const {
    if (child >= node.children().count()) return otherwise;
    const uint32_t to = map_.nodes[node.children().first() - a_first_ + child];
    return to == kNotFound ? otherwise : to - (other.children().first() - b_first_);
  }

  [[nodiscard]] uint64_t bits_of(const blob::Node& node, uint64_t bits, const blob::Node& other) const {
    uint64_t moved = 0;
    for (; bits != 0; bits &= bits - 1) {
      const uint32_t to = child_of(node, static_cast<uint32_t>(std::countr_zero(bits)), other, kNotFound);
      if (to < 64) moved |= uint64_t{1} << to;
    }
    return moved;
  }

  void copy(uint32_t slot, uint32_t index) {
    const blob::Node& node = a_.nodes[a_first_ + index];
    const uint32_t to = map_.nodes[index];
    const blob::Node& other = b_.nodes[b_first_ + to];
    const NodeState& state = old_state(slot, index);
    if (state.phase == static_cast<uint8_t>(NodePhase::inactive)) return;
    auto* const at = q_.acting.block(slot) + q_.acting.layout.places[to].offset;
    auto& next = *reinterpret_cast<NodeState*>(at);
    next = state;
    next.retries_left = static_cast<uint16_t>(std::min<uint32_t>(state.retries_left, other.retries()));
    if (node.kind() == blob::NodeKind::task) copy_lane_record(slot, index, to);
    copy_own(node, reinterpret_cast<const std::byte*>(&state) + sizeof(NodeState), other, next,
             at + sizeof(NodeState));
    keep_member(slot, node, reinterpret_cast<const std::byte*>(&state), other);
    if (foresees(other)) copy_foreseen(node, index, reinterpret_cast<const std::byte*>(&state), to, at);
    if (state.phase != static_cast<uint8_t>(NodePhase::active)) return;
    const auto copy_child = [&](uint32_t child) {
      const bool is_there = child < node.children().count() &&
                            map_.nodes[node.children().first() - a_first_ + child] != kNotFound;
      if (is_there) copy(slot, node.children().first() - a_first_ + child);
    };
    switch (node.kind()) {
      case blob::NodeKind::all:
      case blob::NodeKind::any:
        for (uint32_t child = 0; child < node.children().count(); ++child) {
          if ((state.due >> child & 1) == 0) copy_child(child);
        }
        return;
      case blob::NodeKind::goal:
        copy_child(0);
        if (state.child != 0) copy_child(state.child);
        return;
      case blob::NodeKind::repeat: copy_child(0); return;
      case blob::NodeKind::plan: {
        const auto& plan = *reinterpret_cast<const PlanState*>(reinterpret_cast<const std::byte*>(&state) +
                                                               sizeof(NodeState));
        if (state.due != 0 && state.child < plan.count) copy_child(steps_of(plan)[state.child]);
        return;
      }
      default: copy_child(state.child); return;
    }
  }

  // The methods that a goal has foreseen; what is new, or gone, is chosen when its turn comes.
  void copy_foreseen(const blob::Node& node, uint32_t index, const std::byte* at, uint32_t to,
                     std::byte* next) const {
    const auto methods_of = [](const Tables& t, const blob::Node& goal) {
      return sizeof(NodeState) + record_size(part(t.parameters, t.goals[goal.subject()].parameters()));
    };
    const auto& then = p_.acting.layout.foreseen;
    const auto& now = q_.acting.layout.foreseen;
    std::byte* const to_methods = next + methods_of(b_, b_.nodes[b_first_ + to]);
    std::fill_n(to_methods, now[to].count, std::byte{0xff});
    if (!foresees(node)) return;
    const std::byte* const methods = at + methods_of(a_, node);
    for (uint32_t i = 0; i < then.size(); ++i) {
      const uint32_t other = map_.nodes[i];
      if (then[i].goal != index || other == kNotFound || now[other].goal != to) continue;
      const auto was = static_cast<uint32_t>(methods[then[i].number]);
      const blob::Node& by = b_.nodes[b_first_ + other];
      const bool is_left_out = was == 0xfe && by.continues() != 0;
      const uint32_t method = is_left_out ? was : child_of(a_.nodes[a_first_ + i], was, by, 0xff);
      to_methods[now[other].number] = static_cast<std::byte>(method);
    }
  }

  // The member at hand, whatever it is called by now.
  void keep_member(uint32_t slot, const blob::Node& node, const std::byte* at,
                   const blob::Node& other) const {
    const auto& state = *reinterpret_cast<const NodeState*>(at);
    const bool is_repeat = node.kind() == blob::NodeKind::repeat;
    if (is_repeat && set_of_steps(a_, *p_.agent, node) != kNotFound) {
      const auto& members = *reinterpret_cast<const MemberList*>(at + sizeof(NodeState));
      if (state.child >= members.count || set_of_steps(b_, *q_.agent, other) == kNotFound) return;
      const auto* const listed =
          reinterpret_cast<const EntityId*>(at + sizeof(NodeState) + sizeof(MemberList));
      set_member(slot, other, listed[state.child]);
    }
    if (node.kind() != blob::NodeKind::plan || state.due == 0) return;
    const auto& plan = *reinterpret_cast<const PlanState*>(at + sizeof(NodeState));
    if (state.child >= plan.count) return;
    const uint32_t step = node.children().first() + steps_of(plan)[state.child];
    const uint32_t to = map_.nodes[step - a_first_];
    if (set_of_steps(a_, *p_.agent, a_.nodes[step]) == kNotFound || to == kNotFound ||
        set_of_steps(b_, *q_.agent, b_.nodes[b_first_ + to]) == kNotFound)
      return;
    const auto* const members = reinterpret_cast<const EntityId*>(reinterpret_cast<const std::byte*>(&plan) +
                                                                  plan_bytes(node.count()));
    set_member(slot, b_.nodes[b_first_ + to], members[state.child]);
  }

  void set_member(uint32_t slot, const blob::Node& node, EntityId member) const {
    const auto givens = part(b_.givens, q_.agent->givens());
    write_at(q_.acting.given(slot), givens[node.given()].offset(), member);
  }

  // Whom a repeat goes over; of a set that has room for fewer now, the first of them.
  void copy_members(const blob::Node& node, const std::byte* record, const blob::Node& other, NodeState& next,
                    std::byte* next_record) const {
    const uint32_t set = set_of_steps(b_, *q_.agent, other);
    if (set == kNotFound) return;
    auto& members = *reinterpret_cast<MemberList*>(next_record);
    members = {};
    if (set_of_steps(a_, *p_.agent, node) != kNotFound) {
      const auto& before = *reinterpret_cast<const MemberList*>(record);
      members.count = std::min(before.count, b_.sets[set].capacity());
      std::memcpy(next_record + sizeof members, record + sizeof before, members.count * sizeof(EntityId));
    }
    next.child = std::min(next.child, members.count);
  }

  // Whom the steps of a plan are for.
  void copy_planned_members(const blob::Node& node, const PlanState& plan, const blob::Node& other,
                            PlanState& next) const {
    const auto members_of = [](const PlanState& of, const blob::Node& by) {
      return reinterpret_cast<const std::byte*>(&of) + plan_bytes(by.count());
    };
    if (!count_all_planned(b_, *q_.agent, other).goes_over_members) return;
    auto* const to = const_cast<std::byte*>(members_of(next, other));
    std::memset(to, 0, plan.count * sizeof(EntityId));
    if (count_all_planned(a_, *p_.agent, node).goes_over_members)
      std::memcpy(to, members_of(plan, node), plan.count * sizeof(EntityId));
  }

  // What a node of this kind remembers besides times and its phase. What is at work below it is still there.
  void copy_own(const blob::Node& node, const std::byte* record, const blob::Node& other, NodeState& next,
                std::byte* next_record) {
    const uint32_t child = next.child;
    switch (node.kind()) {
      case blob::NodeKind::task:
        if (next.phase == static_cast<uint8_t>(NodePhase::active)) ++counts_.kept_tasks;
        copy_record(a_, part(a_.parameters, a_.tasks[node.subject()].parameters()), record, b_,
                    part(b_.parameters, b_.tasks[other.subject()].parameters()), map_, next_record);
        return;
      case blob::NodeKind::goal: {
        const auto variables = part(b_.parameters, b_.goals[other.subject()].parameters());
        for (const blob::Parameter& variable : variables) write_default(next_record, variable);
        copy_record(a_, part(a_.parameters, a_.goals[node.subject()].parameters()), record, b_, variables,
                    map_, next_record);
        if (child != 0) next.child = child_of(node, child, other, 0);
        return;
      }
      case blob::NodeKind::plan: {
        if (next.due == 0) return;  // it has none yet
        const auto& plan = *reinterpret_cast<const PlanState*>(record);
        auto& next_plan = *reinterpret_cast<PlanState*>(next_record);
        next_plan = plan;
        for (uint32_t i = 0; i < plan.count; ++i)
          steps_of(next_plan)[i] = static_cast<uint8_t>(child_of(node, steps_of(plan)[i], other, 0));
        copy_planned_members(node, plan, other, next_plan);
        return;
      }
      case blob::NodeKind::best:
        next.due = bits_of(node, next.due, other);
        if (reconsiders(node) != reconsiders(other) && child < node.children().count())
          next.due ^= bits_of(node, uint64_t{1} << child, other);
        next.child = child_of(node, child, other, other.children().count());
        return;
      case blob::NodeKind::first: {
        const uint64_t chosen = child < node.children().count() ? uint64_t{1} << child : 0;
        const uint64_t tried = bits_of(node, next.due | (reconsiders(node) ? chosen : 0), other);
        next.child = child_of(node, child, other, other.children().count());
        if (reconsiders(other))
          next.due = reconsiders(node) ? bits_of(node, next.due, other) : 0;
        else if (tried != 0 && other.count() != 0)
          next.due = ~uint64_t{0};  // chosen for good
        else  // None is gone back to, so all before the last one that was tried are out of the question.
          next.due = tried == 0 ? 0 : ~uint64_t{0} >> std::countl_zero(tried);
        return;
      }
      case blob::NodeKind::all:
      case blob::NodeKind::any: next.due = bits_of(node, next.due, other); return;
      case blob::NodeKind::repeat: copy_members(node, record, other, next, next_record); return;
      default: next.child = child_of(node, child, other, 0); return;
    }
  }

  const Population::State& p_;
  Population::State& q_;
  const AgentMap& map_;
  const Tables& a_;
  const Tables& b_;
  uint32_t a_first_, b_first_;
  ReloadCounts& counts_;
};

void transfer_pending(const Population::State& from, const AgentMap& map, Population::State& to,
                      ReloadCounts& counts) {
  const Acting& a = from.acting;
  Acting& b = to.acting;
  // The new population has room for as many as the old one.
  std::copy_n(a.pending_ends, from.header->pending_ends, b.pending_ends);
  to.header->pending_ends = from.header->pending_ends;
  to.header->pending_events = 0;
  const Tables& t = from.asset->tables;
  for (uint32_t i = 0; i < from.header->pending_events; ++i) {
    PendingEvent event = a.pending_events[i];
    const uint32_t index = map.events[event.event];
    const bool has_room = to.header->pending_events < b.most_pending_events(to.capacity);
    const uint32_t bytes = record_size(part(t.event_fields, t.events[event.event].fields()));
    if (index == kNotFound || !has_room || bytes > b.layout.event_bytes) {
      ++counts.dropped_events;
      continue;
    }
    const uint32_t place = to.header->pending_events++;
    event.event = index;
    b.pending_events[place] = event;
    std::memcpy(b.pending_records + size_t{place} * b.layout.event_bytes,
                a.pending_records + size_t{i} * a.layout.event_bytes, bytes);
  }
}

// By index before the change; empty if there is none.
std::span<const uint32_t> map_of(const AgentMap& map, IndexOf of) {
  switch (of) {
    case IndexOf::profile: return map.profiles;
    case IndexOf::option: return map.options;
    case IndexOf::state: return map.states;
    case IndexOf::steering: return map.steerings;
    case IndexOf::nothing: break;
  }
  return {};
}

// A column of indices, which was copied as it was.
template <typename T>
void renumber(const Population::State& from, std::span<const uint32_t> map, const StateColumn& column) {
  T* const values = reinterpret_cast<T*>(column.data);
  const Index& index = column.index;
  from.for_each_living([&](uint32_t slot) {
    if (values[slot] == index.none) return;
    const uint32_t before = values[slot] - index.first;
    const bool lives = before < map.size() && map[before] != kNotFound;
    values[slot] = static_cast<T>(lives ? index.first + map[before] : index.if_gone);
  });
}

void renumber_indices(const Population::State& from, const AgentMap& map, Population::State& to) {
  // An agent whose state is gone, or that had none, enters the first one anew.
  if (to.states.any()) {
    from.for_each_living([&](uint32_t slot) {
      const uint32_t state = to.states.state[slot];
      if (state >= map.states.size() || map.states[state] == kNotFound) to.states.since[slot] = kNever;
    });
  }
  for (const StateColumn& column : to.columns.list()) {
    const std::span<const uint32_t> own = map_of(map, column.index.of);
    if (column.index.of == IndexOf::nothing) continue;
    column.width == sizeof(uint16_t) ? renumber<uint16_t>(from, own, column)
                                     : renumber<uint32_t>(from, own, column);
  }
}

void renumber_walk(const Population::State& from, const AgentMap& map, Population::State& to, uint32_t slot) {
  if (!to.walks.any()) return;
  WalkState& walk = to.walks.states[slot];
  if (walk.node == kNotFound) return;
  // Its node lives, else it would not walk any more. What is searched for it was for other costs.
  walk.node = to.agent->nodes().first() + map.nodes[walk.node - from.agent->nodes().first()];
  if (walk.asked == WayRequest::none || walk.asked == WayRequest::waiting) return;
  walk.asked = WayRequest::none;
  to.walks.ask(slot);
}

}  // namespace

uint32_t count_tasks(const Population::State& p) {
  uint32_t count = 0;
  p.for_each_living([&](uint32_t slot) {
    for (uint32_t lane = 0; lane < p.acting.layout.lanes; ++lane) {
      const LaneStatus status = LaneWord::unpack(p.acting.lane(slot, lane).load()).status;
      count += status < LaneStatus::over ? 1 : 0;
    }
  });
  return count;
}

void abort_lost_bodies(Population::State& p, const AgentMap& map, ReloadCounts& counts) {
  Acting& a = p.acting;
  const std::span<const uint32_t> nodes = map.nodes;
  p.for_each_living([&](uint32_t slot) {
    const uint16_t running = a.header(slot).option;
    const bool lives = running != kNoOption && map.options[running] != kNotFound;
    if (running != kNoOption) {
      Survival survival = Survival::whole;
      const uint32_t before = p.header->pending_ends;
      end_outside_round(p, slot, [&](Visit& visit) {
        survival = visit.abort_lost(slot, nodes, lives, counts.restarted_goals);
      });
      counts.aborted_tasks += p.header->pending_ends - before;
      counts.restarted_options += survival == Survival::option_restarts ? 1 : 0;
      counts.ended_options += survival == Survival::option_ends ? 1 : 0;
    }
    // What was chosen, and has not begun.
    const uint16_t chosen = p.option[slot];
    if (chosen != kNoOption && map.options[chosen] == kNotFound) {
      p.option[slot] = kNoOption;
      if (p.sets.any()) p.sets.candidate[slot] = kNobody;
      Acting::raise(a.think_now, slot);
    }
  });
}

void transfer_bodies(const Population::State& from, const AgentMap& map, Population::State& to,
                     ReloadCounts& counts) {
  Transfer transfer(from, map, to, counts);
  renumber_indices(from, map, to);
  from.for_each_living([&](uint32_t slot) { renumber_walk(from, map, to, slot); });
  // Where nobody lives serials are kept, too: none is given twice.
  for (uint32_t slot = 0; slot < from.capacity; ++slot) transfer.run(slot);
  transfer_pending(from, map, to, counts);
}

}  // namespace ishi
