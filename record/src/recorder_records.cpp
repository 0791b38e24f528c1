#include <algorithm>

#include "asset/asset_state.h"
#include "asset/check.h"
#include "assets_of_world.h"
#include "bodies/acting.h"
#include "ishi/program.h"
#include "navigation/grid_state.h"
#include "recorder_state.h"
#include "save/write.h"

// Whole records: saves, from which a reader may begin, and frames.

namespace ishi::record {
namespace {

using recording::RecordKind;

constexpr size_t kMebibyte = size_t{1} << 20;

size_t columns_of(const World::State& world) {
  size_t count = world.columns.list().size() + world.sounds.columns().list().size();
  if (world.grid != nullptr) count += world.grid->columns.list().size();
  for (const Population::State* p : world.populations) count += p->columns.list().size();
  return count;
}

// The bytes that searches for ways can add to a save.
size_t search_bytes(const World::State& world) {
  if (world.grid == nullptr) return 0;
  constexpr size_t kCellBytes = 20, kSearchBytes = 256 * 1024;
  const GridOptions& grid = world.grid->options;
  return grid.searches * (size_t{grid.columns} * grid.rows * kCellBytes + kSearchBytes);
}

ParameterKind parameter_kind(const blob::Operation& operation) {
  return operation_table()[static_cast<size_t>(operation.code())].parameter;
}

std::span<const blob::Operation> operations_of(const Tables& t, uint32_t formula) {
  return formula == kNotFound ? std::span<const blob::Operation>()
                              : part(t.operations, t.formulas[formula].program());
}

// True if a formula of the asset, kNotFound for none, reads a column of its agents.
bool reads(const Tables& t, uint32_t formula, const GameColumn& column) {
  for (const blob::Operation& operation : operations_of(t, formula)) {
    switch (parameter_kind(operation)) {
      case ParameterKind::key_number:
      case ParameterKind::key_vector:
      case ParameterKind::key_entity:
        if (operation.parameter() == column.key) return true;
        break;
      case ParameterKind::motive:
      case ParameterKind::level:
      case ParameterKind::option: return true;  // whatever these read
      default: break;
    }
  }
  return false;
}

// True if a formula of a sense is such a one.
template <typename Predicate>
bool any_of_senses(const Population::State& p, Predicate&& is_it) {
  return std::ranges::any_of(p.senses.senses, [&](const Sense& sense) {
    return is_it(sense.filter) || is_it(sense.when) || is_it(sense.visibility) || is_it(sense.rise);
  });
}

bool is_sensed(const Population::State& p, const GameColumn& column) {
  return any_of_senses(p, [&](uint32_t formula) { return reads(p.asset->tables, formula, column); });
}

// True if a formula of a steering reads a column.
bool is_steered(const Population::State& p, const GameColumn& column) {
  const Tables& t = p.asset->tables;
  return std::ranges::any_of(part(t.steerings, p.agent->steerings()), [&](const blob::Steering& steering) {
    return reads(t, steering.formula(), column);
  });
}

// True if operations read a field of the asset.
bool read_field(std::span<const blob::Operation> operations, uint32_t field) {
  return std::ranges::any_of(operations, [field](const blob::Operation& operation) {
    const ParameterKind kind = parameter_kind(operation);
    return operation.parameter() == field &&
           (kind == ParameterKind::field_number || kind == ParameterKind::field_vector ||
            kind == ParameterKind::field_entity);
  });
}

// The number of the field, in the population's asset, whose values a column of the world holds; kNotFound if
// the asset has no such field.
uint32_t field_in(const Population::State& p, const GameColumn& column) {
  for (uint32_t i = 0; i < p.fields.size(); ++i) {
    const std::span<void* const> axes(p.fields[i].columns, p.fields[i].column_count());
    if (std::ranges::find(axes, column.data) != axes.end()) return i;
  }
  return kNotFound;
}

// The parts of a frame in which a population may read a column of the world, a bit each. Thinking and acting
// count if any formula of the asset reads the field; sensing and moving if one of their own does.
uint8_t parts_reading(const Population::State& p, const GameColumn& column) {
  using recording::Part;
  const uint32_t field = field_in(p, column);
  if (field == kNotFound) return 0;
  // An agent that remembers a thing copies its fields, when a sense notices it and when a body remembers it.
  const bool is_kept = std::ranges::any_of(p.sets.tables, [field](const SetTable& table) {
    return table.is_memory && field - table.first_field < table.thing_fields;
  });
  const Tables& t = p.asset->tables;
  uint32_t parts = is_kept || read_field(t.operations, field) ? bit_of(Part::think) | bit_of(Part::act) : 0;
  const auto in_formula = [&t, field](uint32_t formula) {
    return read_field(operations_of(t, formula), field);
  };
  if (is_kept || any_of_senses(p, in_formula)) parts |= bit_of(Part::sense);
  if (std::ranges::any_of(part(t.steerings, p.agent->steerings()),
                          [&](const blob::Steering& steering) { return in_formula(steering.formula()); }))
    parts |= bit_of(Part::move);
  return static_cast<uint8_t>(parts);
}

// True if a body, or an effect, may write a column of its agents.
bool is_written(const Population::State& p, const GameColumn& column) {
  if (column.key == kNotFound) return true;  // a level
  return std::ranges::any_of(p.asset->tables.assignments, [&column](const blob::Assignment& assignment) {
    return assignment.target() == blob::Target::key && assignment.subject() == column.key;
  });
}

}  // namespace

Allocator ListMemory::allocator() { return {this, &ListMemory::take, &ListMemory::give_back}; }

void* ListMemory::take(void* context, size_t bytes, size_t alignment) {
  ListMemory& lists = *static_cast<ListMemory*>(context);
  const auto begin = reinterpret_cast<uintptr_t>(lists.memory_.data());
  const uintptr_t at = (begin + lists.used_ + alignment - 1) / alignment * alignment;
  if (at - begin + bytes > lists.memory_.size()) return nullptr;
  lists.used_ = at - begin + bytes;
  ++lists.blocks_;
  return reinterpret_cast<void*>(at);  // NOLINT(performance-no-int-to-ptr)
}

void ListMemory::give_back(void* context, void* /*memory*/, size_t /*bytes*/, size_t /*alignment*/) {
  ListMemory& lists = *static_cast<ListMemory*>(context);
  if (--lists.blocks_ == 0) lists.used_ = 0;
}

bool Recorder::State::make_tape(const Population::State& p, PopulationTape& tape) {
  const size_t lanes = size_t{p.capacity} * p.acting.layout.lanes;
  tape.record_bytes = p.acting.layout.lane_record_bytes;
  if (!tape.shadows.make(p) || !tape.readers.allocate(shadows.columns().size())) return false;
  for (size_t i = 0; i < tape.readers.size(); ++i) tape.readers[i] = parts_reading(p, shadows.columns()[i]);
  tape.shadows.mark_sensed([&p](const GameColumn& column) { return is_sensed(p, column); });
  tape.shadows.mark_steered([&p](const GameColumn& column) { return is_steered(p, column); });
  tape.shadows.mark_written([&p](const GameColumn& column) { return is_written(p, column); });
  return tape.reports.make(p.capacity, p.acting.layout.lanes) && tape.deferred.allocate(lanes) &&
         tape.records.allocate(lanes * tape.record_bytes);
}

// Everything whose size depends on what the world has.
bool Recorder::State::renew() {
  const AllocatorScope scope(options.allocator);
  if (!shadows.make(*world)) return false;
  place_things();
  if (!populations.allocate(world->populations.size())) return false;
  size_t columns = shadows.bytes(), agents = 0;
  for (size_t i = 0; i < populations.size(); ++i) {
    if (!make_tape(*world->populations[i], populations[i])) return false;
    columns += populations[i].shadows.bytes();
    agents += world->populations[i]->capacity;
  }
  if (world->grid != nullptr) {
    const size_t count = size_t{world->grid->options.columns} * world->grid->options.rows;
    if (!cells.allocate(count)) return false;
    columns += count;
  }
  size_t save_bytes = 0;
  const Status status = ishi::write_save(*world, {}, save_bytes);
  if (status.code != StatusCode::buffer_too_small) return false;
  constexpr size_t kListBytes = 512, kCallBytes = 256;  // for each column, and each agent's coming and going
  blob_bytes = 0;
  for_each_asset(*world,
                 [&](const Asset::State& asset) { blob_bytes += asset.bytes.size() + Ring::kHeaderBytes; });
  const bool has_room = save_memory.allocate(static_cast<size_t>(status.where) + search_bytes(*world)) &&
                        lists.allocate(columns_of(*world) * kListBytes + kMebibyte / 8) &&
                        hash_memory.allocate((1 + populations.size()) * sizeof(uint64_t)) &&
                        call_memory.allocate(3 * columns + agents * kCallBytes + kMebibyte) && grow_ring();
  if (!has_room) return false;
  calls = CallWriter({call_memory.data(), call_memory.size()});
  next_cells = 0;
  has_blobs = false;
  has_rooms = true;
  return true;
}

// Takes what the options ask for, at first and where that has become too little.
bool Recorder::State::grow_ring() {
  const size_t least = moment_bytes() + call_memory.size() + kEndBytes;
  const size_t wanted = options.memory_bytes != 0 ? std::max(static_cast<size_t>(options.memory_bytes), least)
                                                  : std::max(least, 3 * moment_bytes() + 8 * kMebibyte);
  if (ring.capacity() >= (ring.capacity() == 0 ? wanted : least)) return true;
  const std::scoped_lock access(ring_access);
  return ring.grow(wanted);
}

size_t Recorder::State::moment_bytes() const {
  return save_memory.size() + static_cast<size_t>(blob_bytes) + 4 * Ring::kHeaderBytes;
}

void Recorder::State::compare_all() {
  compare_world(kPlaces | kShared | kFields);
  for (const Population::State* p : world->populations) compare_own(*p, kOwn | kBlocked);
  if (world->grid != nullptr) compare_cells(0, world->grid->options.rows);
}

void Recorder::State::place_things() {
  for (uint32_t row = 1; row < world->entities.rows(); ++row)
    shadows.place_thing(row, world->entities.thing[row]);
}

void Recorder::State::take_over() {
  shadows.take_over();
  for (PopulationTape& tape : populations) tape.shadows.take_over();
  if (world->grid == nullptr) return;
  const GridState& grid = *world->grid;
  const uint32_t columns = grid.options.columns;
  for (uint32_t row = 0; row < grid.options.rows; ++row)
    std::memcpy(cells.data() + size_t{row} * columns,
                grid.cells + grid.grid().index_of({0, static_cast<int32_t>(row)}), columns);
}

bool Recorder::State::is_save_due(uint64_t time) const {
  if (time - last_save < save_microseconds) return false;
  if (dashcam_microseconds != 0) return true;
  constexpr uint64_t kMostTimes = 10;
  return frames_since_save >= options.save_frames &&
         (bytes_since_save >= last_save_bytes || frames_since_save >= kMostTimes * options.save_frames);
}

// Writes a save, so that a reader may begin here. If nothing was lost before it, what the game has given
// since the last frame comes first, so that a reader who comes from there arrives at the same world.
void Recorder::State::write_moment(uint64_t time) {
  const bool goes_on = is_whole && !is_other;
  if (is_other && has_rooms) place_things();  // which nobody has noted while the recorder slept
  if (is_other && !has_rooms && !renew()) return;
  is_other = false;
  if (!make_room(moment_bytes() + (goes_on ? call_memory.size() : 0))) {
    constexpr uint64_t kSecond = 1'000'000;
    last_save = time + kSecond - std::min(time + kSecond, save_microseconds);  // is tried again then
    return;
  }
  if (goes_on) {
    compare_all();
    append_waiting();
    if (calls.is_full() || !put(RecordKind::frame, kBetweenFrames, calls.bytes())) return lose();
  }
  is_whole = false;
  if (!put_gap()) return;
  if (dashcam_microseconds != 0 && segment_count < kMostSegments)
    segments[segment_count++] = {ring.head(), time, counts.frames + counts.lost_frames};
  if (is_beside_kept) begin_moment_beside(time, has_blobs);
  wants_moment = false;
  if (!write_blobs() || !write_save(goes_on, time)) return;
  is_whole = true;
  lost = 0;
  first_noted = snapshots;  // a reader may begin here, where it has none
  clear_calls();
  take_over();
}

bool Recorder::State::write_blobs() {
  if (has_blobs && dashcam_microseconds == 0) return true;
  has_blobs = true;
  bool is_there = true;
  for_each_asset(*world, [&](const Asset::State& asset) {
    is_there = is_there && put(RecordKind::blob, 0, std::as_bytes(std::span(asset.bytes)));
    counts.save_bytes += asset.bytes.size();
  });
  has_blobs = is_there;
  return is_there;
}

bool Recorder::State::write_save(bool goes_on, uint64_t time) {
  const Allocator allocator = lists.allocator();
  size_t bytes = 0;
  {
    const AllocatorScope scope(allocator);
    if (!ishi::write_save(*world, {save_memory.data(), save_memory.size()}, bytes)) return false;
  }
  if (!put(RecordKind::save, goes_on ? 1 : 0, {save_memory.data(), bytes})) return false;
  last_save = time;
  last_save_bytes = bytes;
  frames_since_save = bytes_since_save = 0;
  ++counts.saves;
  counts.save_bytes += bytes;
  return true;
}

void Recorder::State::put_frame() {
  if (!is_whole) {
    ++lost;
    ++counts.lost_frames;
    return;
  }
  const bool has_room = !calls.is_full() && make_room(calls.size() + Ring::kHeaderBytes);
  if (!has_room || !put(RecordKind::frame, 0, calls.bytes())) return lose();
  wake_writer();
  ++counts.frames;
  counts.call_bytes += calls.size() + Ring::kHeaderBytes;
  ++frames_since_save;
  bytes_since_save += calls.size() + Ring::kHeaderBytes;
  clear_calls();
}

// The frame is lost, and what comes after it needs a save.
void Recorder::State::lose() {
  is_whole = false;
  clear_calls();
  ++lost;
  ++counts.lost_frames;
}

bool Recorder::State::make_room(size_t bytes) {
  if (has_failed.load(std::memory_order_acquire)) return false;
  if (dashcam_microseconds == 0) return has_room(bytes);
  const auto drop_first = [this] {
    std::copy(segments + 1, segments + segment_count, segments);
    --segment_count;
    ring.drop_to(segment_count > 0 ? segments[0].place : ring.head());
  };
  const uint64_t now = world->header->time_microseconds;
  while (segment_count > 1 && now - std::min(now, segments[1].time) >= dashcam_microseconds) drop_first();
  while (segment_count > 1 && !has_room(bytes)) drop_first();
  if (has_room(bytes)) return true;
  if (!is_whole && segment_count > 0) drop_first();  // a new beginning
  return has_room(bytes);
}

bool Recorder::State::put_gap() {
  const recording::GapNote note(lost);
  return lost == 0 || put(RecordKind::gap, 0, std::as_bytes(std::span(&note, 1)));
}

bool Recorder::State::put(RecordKind kind, uint8_t detail, std::span<const std::byte> bytes) {
  if (!ring.put(kind, detail, world->header->frame, bytes)) return false;
  if (is_beside_kept) put_beside(kind, detail, bytes);
  return true;
}

}  // namespace ishi::record
