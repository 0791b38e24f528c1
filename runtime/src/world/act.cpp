#include "world/act.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <utility>

#include "asset/check.h"
#include "asset/find.h"
#include "bodies/visit.h"
#include "built_features.h"
#include "float_environment.h"
#include "ishi/population.h"
#include "population/refusals.h"
#include "tape/calls.h"
#include "world/events.h"

// The calls of acting, and what each may not be called after.

namespace ishi {
namespace {

constexpr uint32_t kLeastActing = 32;  // agents of a job, as in views/jobs.h

uint32_t row_of(const Population::State& p, const WriteOutput& write) {
  return p.keys[write.key].scope == Scope::team ? p.team[write.slot] : 0;
}

// Gathers what was written to shared keys, in the order in which it was written.
void gather(Population::State& p, const Outputs& outputs) {
  for (uint32_t i = 0; i < outputs.write_count; ++i) {
    const WriteOutput& write = outputs.writes[i];
    const uint32_t row = row_of(p, write);
    merge_value(p.acting.writes[p.acting.write_row[write.key] + row], p.keys[write.key],
                p.asset->tables.keys[write.key].merge(), row, write.value, p.binding.entities);
  }
}

// Keeps an event for the game; false if there is no room.
bool keep(Population::State& p, const EmitOutput& emit, const std::byte* record) {
  Acting& a = p.acting;
  if (p.header->pending_events >= a.most_pending_events(p.capacity)) return false;
  const uint32_t place = p.header->pending_events++;
  const EntityId agent = p.self[emit.slot];
  a.pending_events[place] = {p.world->entities.user[agent.index], agent, emit.event, 0};
  // What lies behind the event's own record is no part of it, but of the state.
  const uint32_t bytes =
      record_size(part(p.asset->tables.event_fields, p.asset->tables.events[emit.event].fields()));
  std::byte* const kept = a.pending_records + size_t{place} * a.layout.event_bytes;
  std::memset(kept, 0, a.layout.event_bytes);
  std::memcpy(kept, record, bytes);
  return true;
}

// Keeps an event for tools.
void tell(Population::State& p, const EmitOutput& emit, const std::byte* record) {
  Acting& a = p.acting;
  if (a.posted_count >= a.posted.size()) {
    if (a.posted.size() > 0) ++a.counters.dropped_node_events;
    return;
  }
  std::byte* const kept = a.posted_records.data() + size_t{a.posted_count} * a.layout.event_bytes;
  std::memcpy(kept, record, a.layout.event_bytes);
  a.posted[a.posted_count++] = {p.world->handle_of(p.self[emit.slot]),
                                EventId(p.asset->tables.events[emit.event].id()),
                                static_cast<Audience>(emit.audience), kept, p.world->handle_of(emit.to)};
}

// Makes a sound where its agent is, if that is of the kind that makes it.
void sound(Population::State& p, const EmitOutput& emit) {
  const EntityView& entities = p.binding.entities;
  const EntityId maker = p.self[emit.slot];
  const uint32_t thing = p.asset->tables.sounds[emit.event].thing();
  if (thing != kNotFound && entities.row_of(maker, p.things[thing]) == 0) return;
  float position[3];
  for (uint32_t axis = 0; axis < 3; ++axis) position[axis] = read_axis(entities.position[axis], maker.index);
  make_sound(p, emit.event, maker, position);
}

bool is_agent(const World::State& world, EntityId id) {
  return world.entities.is_alive(id) && world.entities.population[id.index] != 0;
}

// Posts what bodies have emitted, in the order in which they did.
void post(Population::State& p, const Outputs& outputs) {
  if (!is_built(Feature::events) && !is_built(Feature::senses)) return;
  constexpr EventTarget kTargets[] = {EventTarget::agent, EventTarget::agent, EventTarget::team,
                                      EventTarget::everyone, EventTarget::agent};
  const Tables& t = p.asset->tables;
  for (uint32_t i = 0; i < outputs.emit_count; ++i) {
    const EmitOutput& emit = outputs.emits[i];
    if (emit.audience == EmitOutput::kSound) {
      if (is_built(Feature::senses)) sound(p, emit);
      continue;
    }
    const std::byte* const record = outputs.records + size_t{emit.record} * p.acting.layout.event_bytes;
    const blob::Event& event = t.events[emit.event];
    tell(p, emit, record);
    const bool is_for_one = emit.audience == static_cast<uint32_t>(Audience::one);
    if (is_for_one && !is_agent(*p.world, emit.to)) continue;
    const bool is_taken = emit.audience == static_cast<uint32_t>(Audience::game)
                              ? keep(p, emit, record)
                              : post_event(*p.world, event.id(), kTargets[emit.audience], p.team[emit.slot],
                                           is_for_one ? emit.to : p.self[emit.slot],
                                           {record, record_size(part(t.event_fields, event.fields()))});
    if (!is_taken) ++p.acting.counters.dropped_events;
  }
}

// The next agent that waits for a search, in the order of slots, going round.
uint32_t next_waiting(Population::State& p) {
  const Acting& a = p.acting;
  const uint32_t words = p.capacity / 64 + 1;
  uint32_t from = *a.next_search_slot;
  for (uint32_t i = 0; i <= words; ++i) {
    const uint64_t waiting = a.wants_search[from / 64] >> (from % 64);
    if (waiting != 0) return from + static_cast<uint32_t>(std::countr_zero(waiting));
    from = (from / 64 + 1) % words * 64;
  }
  return SearchOwner::kNobodyPlans;
}

// Gives free searches to those who wait for one.
void give_searches(Population::State& p) {
  if (!is_built(Feature::plans)) return;
  Acting& a = p.acting;
  for (uint32_t i = 0; i < a.search_count; ++i) {
    SearchOwner& owner = a.search_owners[i];
    if (owner.slot != SearchOwner::kNobodyPlans) continue;
    const uint32_t slot = next_waiting(p);
    if (slot == SearchOwner::kNobodyPlans) return;
    *a.next_search_slot = (slot + 1) % (p.capacity / 64 * 64 + 64);
    Acting::lower(a.wants_search, slot);
    Acting::raise(a.awake, slot);
    owner = {slot, SearchOwner::kNobodyPlans};
  }
}

// Lists the agents that something woke, rising. In the first round of a frame also those whose time has come,
// those for whom a condition has come true, and those whose conditions only a look can tell.
uint32_t list_awake(Population::State& p, bool first_round, uint64_t now) {
  Acting& a = p.acting;
  uint32_t* const slots = a.jobs.slots();
  uint32_t count = 0;
  if (first_round && a.conditions.any()) in_float_environment([&] { wake_waiting(p); });
  for (uint32_t begin = 0; begin < p.capacity; begin += 64) {
    const uint32_t word = begin / 64;
    uint64_t awake = std::atomic_ref<uint64_t>(a.awake[word]).exchange(0, std::memory_order_acq_rel);
    if (first_round) {
      if (a.block_deadline[word] <= now) {
        const uint32_t end = std::min(begin + 64, p.capacity);
        uint64_t next = kNever;
        for (uint32_t slot = begin; slot < end; ++slot) {
          const uint64_t deadline = a.deadline[slot];
          if (deadline <= now) {
            awake |= uint64_t{1} << (slot % 64);
          } else {
            next = std::min(next, deadline);
          }
        }
        a.block_deadline[word] = next;
      }
      a.merely_watching[word] = a.watching[word] & ~awake;
      awake |= a.watching[word];
    }
    for (awake &= p.living[word]; awake != 0; awake &= awake - 1) {
      slots[count++] = begin + static_cast<uint32_t>(std::countr_zero(awake));
    }
  }
  return count;
}

// Brings commands into the order of their tasks, keeping their order within each. `for_each(visit)` calls
// visit(task, command) for each of them, twice the same.
template <typename Command, typename ForEach>
std::span<const Command> group(Array<uint32_t>& places, Room<Command>& out, ForEach&& for_each) {
  std::fill(places.begin(), places.end(), 0);
  uint32_t count = 0;
  for_each([&](uint32_t task, const Command&) {
    ++places[task + 1];
    ++count;
  });
  for (size_t i = 1; i < places.size(); ++i) places[i] += places[i - 1];
  for_each([&](uint32_t task, const Command& command) { out[places[task]++] = command; });
  return {out.data(), count};
}

class Gathering {
 public:
  explicit Gathering(Population::State& population)
      : p_(population), a_(population.acting), t_(population.asset->tables) {}

  Commands commands() {
    Commands commands;
    commands.starts = group(a_.task_places, a_.starts,
                            [&](auto&& visit) { starts(&Outputs::starts, &Outputs::start_count, visit); });
    commands.updates = group(a_.task_places, a_.updates,
                             [&](auto&& visit) { starts(&Outputs::updates, &Outputs::update_count, visit); });
    commands.ends = group(a_.task_places, a_.ends, [&](auto&& visit) { ends(visit); });
    p_.header->pending_ends = 0;
    commands.events = events();
    commands.posted = {a_.posted.data(), std::exchange(a_.posted_count, 0)};
    const size_t node_events = a_.node_event_count.exchange(0, std::memory_order_relaxed);
    commands.nodes = {a_.node_events.data(), std::min(node_events, a_.node_events.size())};
    a_.counters.dropped_node_events += node_events - commands.nodes.size();
    return commands;
  }

 private:
  std::span<const Emitted> events() {
    const uint32_t count = std::exchange(p_.header->pending_events, 0);
    for (uint32_t i = 0; i < count; ++i) {
      const PendingEvent& event = a_.pending_events[i];
      a_.emitted[i] = {p_.world->handle_of(event.agent), event.user, EventId(t_.events[event.event].id()),
                       a_.pending_records + size_t{i} * a_.layout.event_bytes};
    }
    return {a_.emitted.data(), count};
  }

  [[nodiscard]] Token token(uint32_t slot, uint32_t lane, uint64_t serial) const {
    return {slot, static_cast<uint16_t>(p_.index), static_cast<uint16_t>(lane), serial, p_.world->number};
  }

  template <typename Visitor>
  void starts(StartOutput* Outputs::*list, uint32_t Outputs::*count, Visitor&& visit) const {
    for (uint32_t job = 0; job < a_.jobs.count(); ++job) {
      const Outputs& outputs = a_.job_outputs[job];
      for (uint32_t i = 0; i < outputs.*count; ++i) {
        const StartOutput& start = (outputs.*list)[i];
        const blob::Node& node = t_.nodes[start.node];
        const uint32_t offset = a_.layout.places[start.node - p_.agent->nodes().first()].offset;
        const EntityId agent = p_.self[start.slot];
        visit(node.subject(),
              Start{token(start.slot, start.lane, start.serial), p_.world->handle_of(agent),
                    p_.world->entities.user[agent.index], TaskId(t_.tasks[node.subject()].id()),
                    a_.block(start.slot) + offset + sizeof(NodeState)});
      }
    }
  }

  template <typename Visitor>
  void ends(Visitor&& visit) const {
    for (uint32_t i = 0; i < p_.header->pending_ends; ++i) {
      const PendingEnd& end = a_.pending_ends[i];
      // Tasks that the asset has no more come last.
      const uint32_t task = find_entry(t_.tasks_by_id, end.task);
      visit(std::min(task, static_cast<uint32_t>(t_.tasks.size())),
            End{token(end.slot, end.lane, end.serial), p_.world->handle_of(end.agent), end.user,
                TaskId(end.task), false});
    }
    for (uint32_t job = 0; job < a_.jobs.count(); ++job) {
      const Outputs& outputs = a_.job_outputs[job];
      for (uint32_t i = 0; i < outputs.end_count; ++i) {
        const EndOutput& end = outputs.ends[i];
        const EntityId agent = p_.self[end.slot];
        visit(end.task, End{token(end.slot, end.lane, end.serial), p_.world->handle_of(agent),
                            p_.world->entities.user[agent.index], TaskId(t_.tasks[end.task].id()),
                            end.report_when_over != 0});
      }
    }
  }

  Population::State& p_;
  Acting& a_;
  const Tables& t_;
};

void add(ActCounters& to, const ActCounters& more) {
  to.visits += more.visits;
  to.started += more.started;
  to.completed += more.completed;
  to.failed += more.failed;
  to.aborted += more.aborted;
  to.failed_options += more.failed_options;
  to.plans += more.plans;
  to.planned_situations += more.planned_situations;
  to.dropped_events += more.dropped_events;
}

}  // namespace

Outputs serial_outputs(Acting& a) {
  return {a.start_outputs.data(), a.update_outputs.data(), a.end_outputs.data(),
          a.write_outputs.data(), a.emit_outputs.data(),   a.emit_records.data()};
}

void gather_outputs(Population::State& p, std::span<const Outputs> jobs) {
  for (const Outputs& outputs : jobs) gather(p, outputs);
  for (const Outputs& outputs : jobs) post(p, outputs);
}

void end_body(Population::State& p, uint32_t slot) {
  end_outside_round(p, slot, [&](Visit& visit) {
    visit.abort(slot);
    if (p.states.any() && p.states.since[slot] != kNever) {
      const uint32_t finally = p.states.states[p.states.state[slot]].finally();
      if (finally != kNotFound) visit.run_instant(slot, finally, nullptr, {});
    }
  });
}

void gather_outside_round(Population::State& p, uint32_t slot, const Outputs& outputs) {
  gather(p, outputs);
  post(p, outputs);
  Acting& a = p.acting;
  const EntityId agent = p.self[slot];
  for (uint32_t i = 0; i < outputs.end_count; ++i) {
    const EndOutput& end = outputs.ends[i];
    a.lane(slot, end.lane).store(LaneWord::pack(end.serial, LaneStatus::over), std::memory_order_release);
    a.pending_ends[p.header->pending_ends++] = {
        end.serial, p.world->entities.user[agent.index], p.asset->tables.tasks[end.task].id(), slot, end.lane,
        agent};
  }
}

void handle_events(Population::State& p) {
  Acting& a = p.acting;
  const Tables& t = p.asset->tables;
  World::State& world = *p.world;
  if (!is_built(Feature::events)) return;
  // What handlers post themselves comes later.
  const uint32_t end = world.header->event_bytes;
  if (p.header->events_seen == end) return;
  Outputs outputs = serial_outputs(a);
  in_float_environment([&] {
    Visit visit(p, {a.formula_values.data(), a.formula_values.size()}, outputs, a.counters);
    const auto handle = [&](const PostedEvent& event, const blob::Handler& handler, uint32_t slot) {
      if (handler.wakes() != 0) Acting::raise(a.think_now, slot);
      if (handler.body() == kNotFound) return;
      outputs.write_count = outputs.emit_count = 0;
      visit.run_instant(slot, handler.body(), event.record(),
                        part(t.event_fields, t.events[handler.event()].fields()));
      if (world.tape != nullptr) world.tape->touched(p, slot);
      gather(p, outputs);
      post(p, outputs);
    };
    while (p.header->events_seen < end) {
      const PostedEvent& event = *reinterpret_cast<const PostedEvent*>(world.events + p.header->events_seen);
      p.header->events_seen += event.size();
      const uint32_t index = find_entry(t.events_by_id, event.id);
      const uint32_t handler = index == kNotFound ? kNotFound : a.handler_of_event[index];
      const bool is_kept = index != kNotFound && p.moments.of_event[index] != kNotFound;
      if (handler == kNotFound && !is_kept) continue;
      for_each_target(p, event, [&](uint32_t slot) {
        if (is_kept) p.moments.event_arrived(index, slot, world.header->time_microseconds);
        if (handler != kNotFound) handle(event, t.handlers[handler], slot);
      });
    }
  });
}

void apply_shared_writes(World::State& world) {
  const auto for_each_row = [&](auto&& visit) {
    for (Population::State* p : world.populations) {
      if (!p->acting.has_writable_keys) continue;
      for (uint32_t key = 0; key < p->keys.size(); ++key) {
        const uint32_t first = p->acting.write_row[key];
        if (first == kNotFound) continue;
        const uint32_t rows = p->keys[key].scope == Scope::team ? world.options.teams : 1;
        for (uint32_t row = 0; row < rows; ++row) visit(*p, key, row, p->acting.writes[first + row]);
      }
    }
  };
  for_each_row([](Population::State& p, uint32_t key, uint32_t row, SharedWrite& write) {
    SharedWrite* const home = p.acting.home_writes[key];
    if (home == nullptr || write.count == 0) return;
    merge_write(home[row], p.asset->tables.keys[key].merge(), write);
    write = {};
  });
  for_each_row([](Population::State& p, uint32_t key, uint32_t row, SharedWrite& write) {
    if (write.count != 0) apply_write(write, p.keys[key], p.asset->tables.keys[key].merge(), row);
  });
}

bool Population::wants_act() const {
  if (state() == nullptr) return false;
  const Acting& a = state()->acting;
  const World::State& world = *state()->world;
  if (!world.in_frame || state()->in_thought() || state()->acts_or_moves()) return false;
  if (a.acted_in != world.frame_serial) return true;
  if (a.rounds >= kRoundsPerFrame) return false;
  for (uint32_t word = 0; word * 64 < state()->capacity; ++word) {
    if (std::atomic_ref<uint64_t>(a.awake[word]).load(std::memory_order_acquire) != 0) return true;
  }
  return false;
}

Status Population::begin_act(const RoundOptions& options, Round& round) {
  State* found = nullptr;
  if (Status status = find(*this, found); !status) return status;
  State& p = *found;
  Acting& a = p.acting;
  World::State& world = *p.world;
  if (options.size != sizeof(RoundOptions)) return bad_option(BadOption::size);
  if (options.agents_per_job == 0) return bad_option(BadOption::agents_per_job);
  if (!world.in_frame || p.in_thought() || p.acts_or_moves()) return wrong_phase(p);
  const bool first_round = a.acted_in != world.frame_serial;
  if (!first_round && a.rounds >= kRoundsPerFrame) return {StatusCode::rounds_spent, 0};
  if (world.tape != nullptr) world.tape->begins(p, recording::Part::act, 0);
  handle_events(p);
  a.rounds = first_round ? 1 : a.rounds + 1;
  a.acted_in = world.frame_serial;
  give_searches(p);
  find_stale(p);
  const uint32_t count = list_awake(p, first_round, world.header->time_microseconds);
  a.jobs.begin(world.made, ++world.batch_serial, count, options.agents_per_job, kLeastActing, round);
  for (uint32_t job = 0; job < a.jobs.count(); ++job) {
    const size_t first = a.jobs.first_row(job);
    a.job_outputs[job] = {a.start_outputs.data() + first * a.starts_per_visit(),
                          a.update_outputs.data() + first * a.starts_per_visit(),
                          a.end_outputs.data() + first * a.ends_per_visit(),
                          a.write_outputs.data() + first * a.writes_per_visit(),
                          a.emit_outputs.data() + first * a.emits_per_visit(),
                          a.emit_records.data() + first * a.emits_per_visit() * a.layout.event_bytes};
    a.job_counters[job] = {};
  }
  ++world.acting;
  if (world.tape != nullptr) world.tape->begun();
  return {};
}

Status Population::act(const Round& round, uint32_t job, Scratch& scratch) {
  State* found = nullptr;
  if (Status status = find_in_phase(*this, round, found); !status) return status;
  State& p = *found;
  Acting& a = p.acting;
  if (Status status = take_job(p, a.jobs, job, scratch); !status) return status;
  if (p.world->tape != nullptr) p.world->tape->enters(p, recording::Part::act, a.jobs.rows(job));
  in_float_environment([&] {
    Visit visit(p, {reinterpret_cast<float*>(scratch.memory()), a.layout.values}, a.job_outputs[job],
                a.job_counters[job]);
    for (const uint32_t slot : a.jobs.rows(job)) visit.run(slot, a.rounds == 1);
  });
  if (p.world->tape != nullptr) p.world->tape->left(p, recording::Part::act, a.jobs.rows(job));
  return {};
}

void close_round(Population::State& p) {
  Acting& a = p.acting;
  in_float_environment([&] { gather_outputs(p, {a.job_outputs.data(), a.jobs.count()}); });
  for (uint32_t job = 0; job < a.jobs.count(); ++job) add(a.counters, a.job_counters[job]);
  for (const uint32_t slot : a.jobs.rows()) {
    uint64_t& least = a.block_deadline[slot / 64];
    least = std::min(least, a.deadline[slot]);
  }
  a.jobs.end();
  --p.world->acting;
}

Status Population::end_act(const Round& round, Commands& commands) {
  State* found = nullptr;
  if (Status status = find_in_phase(*this, round, found); !status) return status;
  State& p = *found;
  Acting& a = p.acting;
  if (Status status = a.jobs.all_taken(); !status) return status;
  if (p.world->tape != nullptr) p.world->tape->ends(p, recording::Part::act);
  close_round(p);
  commands = Gathering(p).commands();
  if (p.world->tape != nullptr) p.world->tape->ended(p, recording::Part::act);
  return {};
}

}  // namespace ishi
