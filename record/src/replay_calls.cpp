#include <algorithm>

#include "bodies/acting.h"
#include "navigation/grid_state.h"
#include "replay_state.h"
#include "state_parts.h"
#include "think_now.h"

// Each call of a recording, given to the replay's world.

namespace ishi::record {
namespace {

using recording::Call;
using recording::Part;
using Played = Replay::State::Played;

// Writes runs of changed rows, as far as there are such rows.
bool write_runs(std::span<const std::byte> bytes, std::span<const GameColumn> columns) {
  ByteReader runs(bytes);
  while (!runs.is_at_end()) {
    const uint32_t index = runs.read_number(), row = runs.read_number(), rows = runs.read_number();
    if (index >= columns.size()) return false;
    const GameColumn& column = columns[index];
    // Row 0 of the entity table is nobody's, and other rows are read by it.
    const uint32_t first = column.kind == ColumnKind::place ? 1 : 0;
    if (row < first || row > column.rows || rows > column.rows - row) return false;
    const auto values = runs.read_bytes(size_t{rows} * column.width);
    if (runs.is_bad()) return false;
    if (!values.empty() && column.data != nullptr)
      std::memcpy(column.data + size_t{row} * column.width, values.data(), values.size());
  }
  return !runs.is_bad();
}

Token token_of(const World& world, uint32_t population, const recording::TaskReport& report) {
  return {report.slot(), static_cast<uint16_t>(population), static_cast<uint16_t>(report.lane()),
          report.serial(), world.number()};
}

// Sets a field of a member, which `set(value)` knows.
template <typename Set>
Status with_value(const recording::MemberField& field, Set&& set) {
  const Vector3 any = recording::vector_of(field.value());
  const auto as = [&any](auto value) {
    std::memcpy(static_cast<void*>(&value), &any, sizeof value);
    return value;
  };
  switch (static_cast<Storage>(field.storage())) {
    case Storage::number: return set(as(float{}));
    case Storage::integer: return set(as(int32_t{}));
    case Storage::byte: return set(as(uint8_t{}));
    case Storage::entity: return set(as(EntityId{}));
    case Storage::vector: break;
  }
  return set(any);
}

}  // namespace

Played Replay::State::play_call(CallReader& calls) {
  RecordedCall call;
  Played played;
  const bool is_sound = calls.read(call);
  played.call = call.call;
  played.detail = call.detail;
  played.population = call.population;
  const bool is_of_world = played.population == Difference::kWorld;
  if (!is_sound || (!is_of_world && played.population >= populations.size())) {
    played.is_malformed = true;
    return played;
  }
  ByteReader values = call.values();
  if (played.call == Call::columns) {
    play_columns(played, call.tail);
  } else if (is_candidates(played.call)) {
    play_candidates(played, values, call.tail);
  } else if (is_of_world) {
    play_world(played, values, call.tail);
  } else {
    play_population(played, populations[played.population], values, call.tail);
  }
  return played;
}

void Replay::State::play_columns(Played& played, std::span<const std::byte> runs) {
  const bool is_of_world = played.population == Difference::kWorld;
  played.is_malformed = !write_runs(runs, is_of_world ? columns : populations[played.population].columns);
}

void Replay::State::play_cells(Played& played, std::span<const std::byte> bytes) {
  const GridCells cells = world.cells();
  ByteReader runs(bytes);
  while (!runs.is_at_end() && !played.is_malformed) {
    const uint32_t row = runs.read_number(), column = runs.read_number(), count = runs.read_number();
    const bool is_there = !cells.empty() && row < cells.rows() && column <= cells.columns() &&
                          count <= cells.columns() - column;
    const auto values = runs.read_bytes(is_there ? count : 0);
    played.is_malformed = !is_there || runs.is_bad();
    if (!played.is_malformed && count > 0) std::memcpy(cells.row(row) + column, values.data(), count);
  }
}

void Replay::State::play_world(Played& played, ByteReader& values, std::span<const std::byte> tail) {
  switch (played.call) {
    case Call::begin_frame: {
      const auto clock = values.read<recording::FrameClock>();
      played.status = world.begin_frame({clock.frame(), clock.time_microseconds()});
      return;
    }
    case Call::end_frame: played.status = world.end_frame(); return;
    case Call::find_paths:
      played.status = world.find_paths({.expansions = values.read<recording::PathBound>().expansions()});
      return;
    case Call::snapshot: play_snapshot(played, values.read<recording::SnapshotNote>().number()); return;
    case Call::restore: play_restore(played, values.read<recording::SnapshotNote>().number()); return;
    case Call::cells: play_cells(played, tail); return;
    case Call::cells_changed: played.status = world.cells_changed(); return;
    case Call::set_cell: {
      const auto cell = values.read<recording::ChangedCell>();
      played.status = world.set_cell(cell.column(), cell.row(), static_cast<uint8_t>(cell.terrain()));
      return;
    }
    case Call::spawn_entity: {
      const auto spawned = values.read<recording::Spawned>();
      Entity given;
      played.status = world.spawn_entity({.position = recording::vector_of(spawned.position()),
                                          .facing = recording::vector_of(spawned.facing()),
                                          .thing = ThingId(spawned.thing()),
                                          .user = spawned.user(),
                                          .identity = spawned.identity()},
                                         given);
      played.is_same = static_cast<const EntityId&>(given) == recording::entity_of(spawned.id());
      return;
    }
    case Call::despawn_entity:
      played.status = world.despawn_entity(entity(values.read<recording::Named>().id()));
      return;
    case Call::keep_tokens: {
      const auto kept = values.read<recording::KeptTokens>();
      played.status = world.keep_tokens(TokenId(kept.token()), TeamId(kept.team()), kept.count());
      return;
    }
    case Call::keep_entity: {
      const auto kept = values.read<recording::NamedPart>();
      played.status = world.keep_entity(entity(kept.id()), kept.part() != 0);
      return;
    }
    case Call::post: {
      const auto posted = values.read<recording::PostedEvent>();
      const EventOptions event{.record_bytes = static_cast<uint32_t>(tail.size()),
                               .event = EventId(posted.event()),
                               .target = static_cast<EventTarget>(posted.target()),
                               .team = TeamId(posted.team()),
                               .agent = entity(posted.agent()),
                               .record = tail.empty() ? nullptr : tail.data()};
      played.status = world.post(event);
      if (observer != nullptr && played.status) observer->posted(event);
      return;
    }
    case Call::make_sound: {
      const auto made = values.read<recording::MadeSound>();
      played.status = world.make_sound({.sound = SoundId(made.sound()),
                                        .maker = entity(made.maker()),
                                        .elsewhere = made.elsewhere() != 0,
                                        .position = recording::vector_of(made.position())});
      return;
    }
    case Call::hash: compare_hashes(played, tail); return;
    case Call::injected: return;  // what was changed stands in calls of its own
    default: played.is_malformed = true; return;
  }
}

void Replay::State::play_population(Played& played, PopulationReplay& own, ByteReader& values,
                                    std::span<const std::byte> tail) {
  Tools tools(own.population);
  switch (played.call) {
    case Call::begin_part: begin_part(played, own, values.read<recording::PartOptions>().quota()); return;
    case Call::jobs: do_jobs(played, own); return;
    case Call::end_part: end_part(played, own, values.read<recording::Digest>().decisions()); return;
    case Call::spawn: {
      const auto spawned = values.read<recording::Spawned>();
      Entity given;
      played.status = own.population.spawn({.position = recording::vector_of(spawned.position()),
                                            .facing = recording::vector_of(spawned.facing()),
                                            .team = TeamId(spawned.team()),
                                            .profile = ProfileId(spawned.profile()),
                                            .user = spawned.user(),
                                            .identity = spawned.identity(),
                                            .thing = ThingId(spawned.thing())},
                                           given);
      played.is_same = static_cast<const EntityId&>(given) == recording::entity_of(spawned.id());
      return;
    }
    case Call::despawn:
      played.status = own.population.despawn(entity(values.read<recording::Named>().id()));
      return;
    case Call::think_now:
      played.status = think_now(own.population, entity(values.read<recording::Named>().id()));
      return;
    case Call::answer: {
      const auto answer = values.read<recording::Answer>();
      const Ticket ticket{answer.query(), world.number(), static_cast<uint16_t>(played.population)};
      played.status = own.population.answer(ticket, static_cast<Sight>(answer.sight()));
      return;
    }
    case Call::report: {
      const auto values_of = values.read<recording::TaskReport>();
      const Report report{token_of(world, played.population, values_of),
                          static_cast<Ending>(values_of.ending()), TaskId(values_of.task()),
                          tail.empty() ? nullptr : tail.data(), static_cast<uint32_t>(tail.size())};
      play_report(played, own, report);
      return;
    }
    case Call::reports: play_reports(played, own, tail); return;
    case Call::apply_effects:
      played.status =
          tools.apply_effects(token_of(world, played.population, values.read<recording::TaskReport>()));
      return;
    default: break;
  }
  if (is_memory(played.call)) return play_memory(played, own, values);
  if (bytes_of(played.call) != sizeof(recording::NamedPart)) {
    played.is_malformed = true;
    return;
  }
  const auto named = values.read<recording::NamedPart>();
  const Entity agent = entity(named.id());
  switch (played.call) {
    case Call::set_profile:
      played.status = own.population.set_profile(agent, ProfileId(named.part()));
      return;
    case Call::set_team:
      played.status = own.population.set_team(agent, TeamId(static_cast<uint32_t>(named.part())));
      return;
    case Call::choose: {
      Chosen chosen;
      played.status = own.population.choose(agent, ChoiceId(named.part()), crew.scratch(), chosen);
      return;
    }
    case Call::set_option:
      played.status = tools.set_option(agent, static_cast<uint16_t>(named.part()), entity(named.other()));
      return;
    case Call::set_state: played.status = tools.set_state(agent, static_cast<uint32_t>(named.part())); return;
    case Call::set_moment:
      played.status = tools.set_moment(
          agent, static_cast<uint32_t>(named.part()),
          static_cast<int64_t>(named.other().index() | uint64_t{named.other().generation()} << 32));
      return;
    case Call::set_cooldown:
      played.status = tools.set_cooldown(agent, static_cast<uint16_t>(named.part()),
                                         named.other().index() | uint64_t{named.other().generation()} << 32);
      return;
    default: played.is_malformed = true; return;
  }
}

void Replay::State::play_memory(Played& played, PopulationReplay& own, ByteReader& values) {
  switch (played.call) {
    case Call::remember:
    case Call::forget: {
      const auto fact = values.read<recording::Fact>();
      const MemoryId memory(fact.memory());
      played.status = played.call == Call::remember
                          ? own.population.remember(entity(fact.agent()), memory, entity(fact.entity()))
                          : own.population.forget(entity(fact.agent()), memory, entity(fact.entity()));
      return;
    }
    case Call::restore_fact: {
      const auto fact = values.read<recording::RestoredFact>();
      played.status = Tools(own.population)
                          .restore_fact(entity(fact.agent()), MemoryId(fact.memory()),
                                        {entity(fact.entity()), recording::vector_of(fact.position()),
                                         fact.first_seen(), fact.last_seen()});
      return;
    }
    case Call::set_awareness: {
      const auto given = values.read<recording::Awareness>();
      played.status = Tools(own.population)
                          .set_awareness(entity(given.agent()), MemoryId(given.memory()), given.fact(),
                                         given.awareness());
      return;
    }
    case Call::set_fact_field: {
      const auto field = values.read<recording::MemberField>();
      played.status = with_value(field, [&](const auto& value) {
        return own.population.set_fact_field(entity(field.owner()), MemoryId(field.set()), field.fact(),
                                             field.field(), value);
      });
      return;
    }
    default: played.is_malformed = true; return;
  }
}

Candidates Replay::State::candidates_of(uint32_t population, EntityId owner, uint32_t team, uint64_t set) {
  if (population == Difference::kWorld) return world.candidates(SetId(set), TeamId(team));
  return populations[population].population.candidates(world.entity(owner), SetId(set));
}

void Replay::State::play_candidates(Played& played, ByteReader& values, std::span<const std::byte> tail) {
  if (played.call == Call::set_candidate_field) {
    const auto field = values.read<recording::MemberField>();
    const Candidates set =
        candidates_of(played.population, recording::entity_of(field.owner()), field.team(), field.set());
    played.status = with_value(field, [&](const auto& value) {
      return set.set_field(entity(field.member()), field.field(), value);
    });
    return;
  }
  const auto given = values.read<recording::Candidate>();
  const Candidates set =
      candidates_of(played.population, recording::entity_of(given.owner()), given.team(), given.set());
  Entity member = entity(given.member());
  switch (played.call) {
    case Call::add_candidate:
      played.status = set.add(member);
      played.is_same = static_cast<const EntityId&>(member) == recording::entity_of(given.member());
      return;
    case Call::withdraw_candidate: played.status = set.withdraw(member); return;
    default: break;
  }
  std::vector<Entity> members(tail.size() / sizeof(EntityId));
  ByteReader ids(tail);
  for (Entity& one : members) one = world.entity(ids.read<EntityId>());
  played.status = set.set(members);
}

void Replay::State::begin_part(Played& played, PopulationReplay& own, uint32_t quota) {
  Population& p = own.population;
  const uint32_t many = options.agents_per_job;
  const uint32_t few = many != 0 ? many : 256;
  own.has_jobs = true;
  switch (static_cast<Part>(played.detail)) {
    case Part::sense:
      played.status = p.begin_sense({.agents_per_job = few, .quota = quota}, own.sensing);
      return;
    case Part::think: {
      const BatchOptions batch{.agents_per_job = many != 0 ? many : 2048, .quota = quota};
      played.status = p.begin_think(batch, own.thinking);
      if (!played.status) return;
      own.before.clear();
      for (const uint32_t slot : own.thinking.rows()) own.before.push_back(p.option(p.agent_of(slot)));
      sums.thoughts += own.thinking.size();
      return;
    }
    case Part::act: played.status = p.begin_act({.agents_per_job = few}, own.acting); return;
    case Part::move: played.status = p.begin_move({.agents_per_job = few}, own.moving); return;
  }
  played.is_malformed = true;
}

void Replay::State::do_jobs(Played& played, PopulationReplay& own) {
  if (!std::exchange(own.has_jobs, false)) return;
  Population& p = own.population;
  if (observer != nullptr) {
    const AgentBatch* const batches[] = {&own.sensing, &own.thinking, &own.acting, &own.moving};
    if (played.detail < std::size(batches))
      observer->begins(played.population, static_cast<Phase>(played.detail), batches[played.detail]->rows());
  }
  std::atomic<bool> is_refused = false;
  const auto run = [&](const AgentBatch& batch, auto&& job_of) {
    crew.run(batch.jobs(), [&](uint32_t job, Scratch& scratch) {
      const Status status = job_of(job, scratch);
      if (!status && !is_refused.exchange(true)) played.status = status;
    });
  };
  switch (static_cast<Part>(played.detail)) {
    case Part::sense:
      return run(own.sensing,
                 [&](uint32_t job, Scratch& scratch) { return p.sense(own.sensing, job, scratch); });
    case Part::think:
      return run(own.thinking,
                 [&](uint32_t job, Scratch& scratch) { return p.think(own.thinking, job, scratch); });
    case Part::act:
      return run(own.acting, [&](uint32_t job, Scratch& scratch) { return p.act(own.acting, job, scratch); });
    case Part::move:
      return run(own.moving,
                 [&](uint32_t job, Scratch& scratch) { return p.move(own.moving, job, scratch); });
  }
  played.is_malformed = true;
}

void Replay::State::end_part(Played& played, PopulationReplay& own, uint32_t digest) {
  do_jobs(played, own);
  if (!played.status || played.is_malformed) return;
  Population& p = own.population;
  const auto part = static_cast<Part>(played.detail);
  Commands commands;
  switch (part) {
    case Part::sense: {
      std::span<const OcclusionQuery> queries;
      played.status = p.end_sense(own.sensing, queries);
      break;
    }
    case Part::think:
      played.status = p.end_think(own.thinking);
      for (size_t i = 0; i < own.before.size(); ++i) {
        const uint32_t slot = own.thinking.rows()[i];
        sums.switches += p.option(p.agent_of(slot)) != own.before[i] ? 1 : 0;
      }
      own.before.clear();
      break;
    case Part::act: played.status = p.end_act(own.acting, commands); break;
    case Part::move: {
      std::span<const Move> moves;
      played.status = p.end_move(own.moving, moves);
      break;
    }
  }
  if (observer != nullptr && played.status)
    observer->ended(played.population, static_cast<Phase>(played.detail), commands);
  played.is_part = true;
  played.is_same = digest_of(*p.state(), part) == digest;
}

void Replay::State::compare_hashes(Played& played, std::span<const std::byte> bytes) {
  ByteReader hashes(bytes);
  if (bytes.size() != (1 + populations.size()) * sizeof(uint64_t)) {
    played.is_malformed = true;
    return;
  }
  const bool is_world_same = hashes.read<uint64_t>() == hash_of_world(*world.state());
  played.is_same = is_world_same;
  for (uint32_t i = 0; i < populations.size(); ++i) {
    const bool is_same = hashes.read<uint64_t>() == hash_of_population(*populations[i].population.state());
    if (!is_same && played.differing == Difference::kWorld) played.differing = i;
    played.is_same = played.is_same && is_same;
  }
}

}  // namespace ishi::record
