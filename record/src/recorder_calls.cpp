#include <algorithm>
#include <mutex>

#include "bodies/acting.h"
#include "navigation/grid_state.h"
#include "recorder_state.h"
#include "state_parts.h"
#include "world/reports.h"

// The calls of a frame, as the world tells them.

namespace ishi::record {
namespace {

using recording::Call;
using recording::Part;
using Guard = std::lock_guard<SpinLock>;

Population::State& own(Agents& population) { return static_cast<Population::State&>(population); }

const Jobs& jobs_of(const Population::State& p, Part part) {
  switch (part) {
    case Part::sense: return p.senses.jobs;
    case Part::think: return p.jobs;
    case Part::act: return p.acting.jobs;
    case Part::move: break;
  }
  return p.steering.jobs;
}

bool has_events(const Population::State& p) { return p.header->events_seen != p.world->header->event_bytes; }

// True if the beginning of a part reads keys of agents, whoever they are.
bool reads_agents(const Population::State& p, Part part) {
  const bool applies_answers = p.senses.waiting_places != 0;
  switch (part) {
    case Part::sense: return p.rhythm.is_computed || applies_answers;
    case Part::think: return p.rhythm.is_computed || applies_answers || has_events(p);
    case Part::act:
      return has_events(p) || (p.acting.acted_in != p.world->frame_serial && p.acting.conditions.any());
    case Part::move: break;
  }
  return false;
}

// Changes that are appended at once, with the lock held.
class Appended final : public RunSink {
 public:
  Appended(Recorder::State& recorder, Call call, uint32_t population)
      : recorder_(recorder), call_(call), population_(population) {}
  ~Appended() { flush(); }
  void take(std::span<const std::byte> runs) override { recorder_.append_runs(call_, population_, runs); }

 private:
  Recorder::State& recorder_;
  Call call_;
  uint32_t population_;
};

// Changes that a job finds beside others: the lock is taken when some have come together.
class Gathered final : public RunSink {
 public:
  Gathered(Recorder::State& recorder, uint32_t population) : recorder_(recorder), population_(population) {}
  void take(std::span<const std::byte> runs) override {
    const Guard guard(recorder_.lock);
    recorder_.append_runs(Call::columns, population_, runs);
  }

 private:
  Recorder::State& recorder_;
  uint32_t population_;
};

}  // namespace

void Recorder::State::append(Call call, uint8_t detail, uint32_t population,
                             std::span<const std::byte> values, std::span<const std::byte> tail) {
  if (!is_whole) return;
  append_waiting(call, detail, population);
  calls.write(call, detail, population, values, tail);
}

void Recorder::State::append_waiting(Call call, uint8_t detail, uint32_t population) {
  if (std::exchange(has_jobs, false)) {
    // The end of a part says it, too.
    const bool follows = call == Call::end_part && detail == jobs_part && population == jobs_population;
    if (!follows) calls.write(Call::jobs, jobs_part, jobs_population, {}, {});
  }
  if (!std::exchange(has_reports, false)) return;
  for (uint32_t i = 0; i < populations.size(); ++i) {
    PendingReports& reports = populations[i].reports;
    if (reports.count() == 0) continue;
    calls.write(Call::reports, 0, i, {}, reports.take());
  }
}

void Recorder::State::clear_calls() {
  calls.clear();
  has_jobs = false;
  if (!std::exchange(has_reports, false)) return;
  for (PopulationTape& tape : populations) tape.reports.forget();
}

void Recorder::State::append_runs(Call call, uint32_t population, std::span<const std::byte> runs) {
  append(call, 0, population, {}, runs);
  if (is_whole) counts.column_bytes += runs.size();
}

void Recorder::State::compare_world(uint32_t kinds) {
  Appended sink(*this, Call::columns, kWorld);
  shadows.compare(kinds, sink);
}

void Recorder::State::compare_shared() {
  Appended sink(*this, Call::columns, kWorld);
  shadows.compare_owned(kShared | kFields, {}, 0, sink);
}

void Recorder::State::compare_shared(const PopulationTape& reader, Part part) {
  Appended sink(*this, Call::columns, kWorld);
  shadows.compare_owned(kShared | kFields, {reader.readers.data(), reader.readers.size()}, bit_of(part),
                        sink);
}

void Recorder::State::compare_own(const Population::State& p, uint32_t kinds) {
  Appended sink(*this, Call::columns, p.index);
  populations[p.index].shadows.compare(kinds, sink);
}

void Recorder::State::compare_cells(uint32_t first, uint32_t count) {
  if (world->grid == nullptr) return;
  const GridState& grid = *world->grid;
  const uint32_t columns = grid.options.columns;
  Appended sink(*this, Call::cells, kWorld);
  for (uint32_t row = first; row < std::min(first + count, grid.options.rows); ++row) {
    const auto* const now =
        reinterpret_cast<const std::byte*>(grid.cells + grid.grid().index_of({0, static_cast<int32_t>(row)}));
    std::byte* const before = cells.data() + size_t{row} * columns;
    if (std::memcmp(now, before, columns) == 0) continue;
    for (uint32_t column = 0; column < columns; ++column) {
      if (now[column] == before[column]) continue;
      const uint32_t begin = column;
      while (column < columns && now[column] != before[column]) ++column;
      sink.add(row, begin, column - begin, now + begin, 1);
    }
    std::memcpy(before, now, columns);
  }
}

void Recorder::State::begins_frame(const Clock& clock) {
  if (is_asleep) return;
  const Guard guard(lock);
  if (is_other || !is_whole || wants_moment || is_save_due(clock.time_microseconds))
    write_moment(clock.time_microseconds);
  if (!is_whole) return;
  append_injected();
  compare_world(kPlaces);
  compare_shared();
  if (world->grid != nullptr) {
    constexpr uint32_t kCellsPerFrame = 1 << 16;
    const GridOptions& grid = world->grid->options;
    const uint32_t count = std::max(kCellsPerFrame / grid.columns, 1u);
    compare_cells(next_cells, count);
    next_cells = next_cells + count >= grid.rows ? 0 : next_cells + count;
  }
  append(Call::begin_frame, 0, kWorld, recording::FrameClock(clock.frame, clock.time_microseconds));
}

void Recorder::State::ends_frame() {
  const Guard guard(lock);
  if (!is_whole) return;
  compare_world(kShared);
  for (const Population::State* p : world->populations) {
    if (has_events(*p)) compare_shared(), compare_own(*p);
  }
}

void Recorder::State::ended_frame() {
  const Guard guard(lock);
  if (is_other) return;
  shadows.take_over_kinds(kShared);
  append(Call::end_frame, 0, kWorld, {}, {});
  if (++frames_to_hash >= options.hash_frames) {
    frames_to_hash = 0;
    append_hash();
  }
  put_frame();
}

// The frame is lost, and what comes after it needs a save. Reports that were put off until its round ends are
// taken now.
void Recorder::State::cancels_frame() {
  const Guard guard(lock);
  for (Population::State* const p : world->populations) {
    if (p->index < populations.size()) take_deferred(*p);
  }
  if (is_other) return;
  lose();
  is_other = true;
  has_rooms = false;
}

void Recorder::State::append_hash() {
  if (!is_whole) return;
  compare_all();  // also what nothing has read yet
  Appender hashes({hash_memory.data(), hash_memory.size()});
  hashes.append(hash_of_world(*world));
  for (const Population::State* p : world->populations) hashes.append(hash_of_population(*p));
  append(Call::hash, 0, kWorld, {}, hashes.bytes());
}

void Recorder::State::begins(Agents& population, Part part, uint32_t quota) {
  lock.lock();
  if (is_other) return;
  Population::State& p = own(population);
  PopulationTape& tape = populations[p.index];
  tape.entered = 0;
  tape.is_in_round = part == Part::act || part == Part::think;
  if (!is_whole) return;
  // Sensing begins with targets and their fields, thinking with values that agents have in common. What jobs
  // alone read is compared when the first of them begins.
  const bool reads = reads_agents(p, part);
  if (reads) {
    compare_shared();
    compare_own(p);
  } else if (part == Part::sense || part == Part::think) {
    compare_shared(tape, part);
  }
  append(Call::begin_part, static_cast<uint8_t>(part), p.index, recording::PartOptions(quota));
}

void Recorder::State::begun() { lock.unlock(); }

void Recorder::State::enters(Agents& population, Part part, std::span<const uint32_t> rows) {
  if (is_other || !is_whole) return;
  const Population::State& p = own(population);
  PopulationTape& tape = populations[p.index];
  Gathered sink(*this, p.index);
  tape.shadows.compare_rows(rows, part, sink);
  sink.flush();
  const Guard guard(lock);
  if (tape.entered == 0) compare_shared(tape, part);
  if (++tape.entered != jobs_of(p, part).count()) return;
  append_waiting();
  has_jobs = true;
  jobs_part = static_cast<uint8_t>(part);
  jobs_population = p.index;
}

void Recorder::State::left(Agents& population, Part part, std::span<const uint32_t> rows) {
  if (is_other || !is_whole) return;
  populations[population.index].shadows.take_over_rows(rows, part);
}

void Recorder::State::ends(Agents& population, Part part) {
  const Guard guard(lock);
  if (is_other) return;
  Population::State& p = own(population);
  if (part == Part::act || part == Part::think) take_deferred(p);
  if (part != Part::think || !world->claims.any() || !is_whole) return;
  // An agent that comes too late for a claim decides again.
  for (const Population::State* other : world->populations) {
    if (other->claims.any()) compare_own(*other);
  }
}

void Recorder::State::ended(Agents& population, Part part) {
  const Guard guard(lock);
  if (is_other || !is_whole) return;
  Population::State& p = own(population);
  if (part == Part::think && world->claims.any()) {
    for (const Population::State* other : world->populations) {
      if (other->claims.any()) populations[other->index].shadows.take_over_kinds(kOwn);
    }
  }
  append(Call::end_part, static_cast<uint8_t>(part), p.index, recording::Digest(digest_of(p, part)));
}

void Recorder::State::reads(const RowsRead& rows) {
  const Guard guard(lock);
  if (is_other || !is_whole) return;
  if (rows.is_everything) {
    compare_world(kPlaces);
    compare_shared();
  }
  if (rows.entity != 0 && !rows.is_everything) {
    Appended sink(*this, Call::columns, kWorld);
    shadows.compare_row(kPlaces | kFields, rows.entity, sink);
  }
  if (rows.population != nullptr) {
    Appended sink(*this, Call::columns, rows.population->index);
    populations[rows.population->index].shadows.compare_row(kOwn, rows.slot, sink);
  }
}

void Recorder::State::touched(const Agents& population, uint32_t slot) {
  if (!is_other) populations[population.index].shadows.take_over_row(kOwn, slot);
}

void Recorder::State::touched_entity(uint32_t row) {
  if (is_other) return;
  shadows.take_over_row(kPlaces | kFields, row);
  shadows.place_thing(row, world->entities.thing[row]);
}

void Recorder::State::touched_shared() {
  if (!is_other) shadows.take_over_kinds(kShared);
}

void Recorder::State::called(Call call, uint32_t population, std::span<const std::byte> values,
                             std::span<const std::byte> tail) {
  const Guard guard(lock);
  if (is_other || !is_whole) return;
  if (call == Call::cells_changed) compare_cells(0, world->grid->options.rows);
  if (call == Call::set_cell) {
    const auto cell = ByteReader(values).read<recording::ChangedCell>();
    cells[size_t{cell.row()} * world->grid->options.columns + cell.column()] =
        static_cast<std::byte>(cell.terrain());
  }
  append(call, 0, population, values, tail);
}

Status Recorder::State::answer(Agents& population, const Ticket& ticket, Sight sight) {
  const Guard guard(lock);
  const Status status = take_answer(own(population), ticket, sight);
  if (status && !is_other)
    append(Call::answer, 0, population.index,
           recording::Answer(ticket.query, static_cast<uint32_t>(sight), 0));
  return status;
}

// One of a task that gives something back, and was reported without that, counts as failed.
namespace {
bool is_taken(Status status) { return status || status.code == StatusCode::nothing_given; }
}  // namespace

Status Recorder::State::report(Agents& population, const Report& report) {
  const Guard guard(lock);
  Population::State& p = own(population);
  if (is_other || !populations[p.index].is_in_round) {
    const Status status = take_report(p, report);
    if (is_taken(status) && !is_other) note_report(p, report);
    return status;
  }
  PopulationTape& tape = populations[p.index];
  const Status status = check_report(p, report);
  if (!is_taken(status)) return status;
  for (uint32_t i = 0; i < tape.deferred_count; ++i) {
    if (tape.deferred[i].report.token == report.token)
      return {StatusCode::already_reported, report.token.serial};
  }
  keep_report(tape, report);
  return status;
}

void Recorder::State::keep_report(PopulationTape& tape, const Report& report) {
  DeferredReport& kept = tape.deferred[tape.deferred_count];
  kept.report = report;
  if (report.record != nullptr && report.record_bytes <= tape.record_bytes) {
    std::byte* const record = tape.records.data() + tape.deferred_count * tape.record_bytes;
    std::memcpy(record, report.record, report.record_bytes);
    kept.report.record = record;
  }
  ++tape.deferred_count;
}

void Recorder::State::take_deferred(Population::State& p) {
  PopulationTape& tape = populations[p.index];
  tape.is_in_round = false;
  const uint32_t count = std::exchange(tape.deferred_count, 0);
  for (uint32_t i = 0; i < count; ++i) {
    const Report& report = tape.deferred[i].report;
    if (is_taken(take_report(p, report))) note_report(p, report);
  }
}

void Recorder::State::note_report(const Agents& population, const Report& report) {
  if (!is_whole) return;
  const Token& token = report.token;
  if (report.record == nullptr || report.record_bytes == 0) {
    if (has_jobs) append_waiting();
    has_reports = true;
    return populations[population.index].reports.add(token.slot, token.lane, report.ending == Ending::failed);
  }
  const recording::TaskReport values(token.serial, report.task.value, token.slot, token.lane,
                                     static_cast<uint32_t>(report.ending), 0);
  const std::span<const std::byte> record(static_cast<const std::byte*>(report.record),
                                          report.record == nullptr ? 0 : report.record_bytes);
  append(Call::report, 0, population.index, std::as_bytes(std::span(&values, 1)), record);
}

// A reader saves the same, once all that the game has written is in its world.
void Recorder::State::saved_snapshot(uint64_t sum) {
  const Guard guard(lock);
  if (is_other || !is_whole) return;
  compare_all();
  const uint64_t number = snapshots++;
  noted[number % kNotedSnapshots] = {sum, number};
  append(Call::snapshot, 0, kWorld, recording::SnapshotNote(number));
}

const Recorder::State::NotedSnapshot* Recorder::State::find_noted(uint64_t sum) const {
  const uint64_t first = std::max(first_noted, snapshots - std::min(snapshots, kNotedSnapshots));
  for (uint64_t number = snapshots; number-- > first;) {
    if (noted[number % kNotedSnapshots].sum == sum) return &noted[number % kNotedSnapshots];
  }
  return nullptr;
}

void Recorder::State::restored_snapshot(uint64_t sum) {
  const Guard guard(lock);
  const NotedSnapshot* const known = is_whole && !is_other ? find_noted(sum) : nullptr;
  if (known == nullptr) {  // it needs a save
    is_other = true;
    is_whole = false;
    has_rooms = false;
    return;
  }
  append(Call::restore, 0, kWorld, recording::SnapshotNote(known->number));
  place_things();
  take_over();
}

void Recorder::State::became_other() {
  const Guard guard(lock);
  is_other = true;
  is_whole = false;
  has_rooms = false;
}

void Recorder::State::lost_world() {
  const Guard guard(lock);
  finish();
}

}  // namespace ishi::record
