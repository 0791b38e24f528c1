#include "ishi/record/replay.h"

#include <algorithm>
#include <utility>

#include "bodies/acting.h"
#include "navigation/grid_state.h"
#include "population/population_state.h"
#include "replay_state.h"
#include "senses/senses.h"
#include "state_parts.h"
#include "world/goes_on.h"

namespace ishi::record {

using recording::RecordKind;

const char* describe(ReadResult result) {
  switch (result) {
    case ReadResult::ok: return "nothing is wrong";
    case ReadResult::not_a_recording: return "this is no recording of Ishi's";
    case ReadResult::other_version:
      return "the recording has another version of the format than this program reads";
    case ReadResult::nothing_whole: return "the recording has no whole save, from which it could be played";
    case ReadResult::nothing_yet:
      return "the recording was opened, and the game ended before the first of its frames was written";
    case ReadResult::too_large: return "a record of the stream is larger than what may be kept of it";
  }
  return "unknown";
}

Replay::Replay() = default;
Replay::Replay(Replay&&) noexcept = default;
Replay& Replay::operator=(Replay&&) noexcept = default;
Replay::~Replay() = default;

ReadResult Replay::open(std::span<const std::byte> recording, const ReplayOptions& options, Replay& replay) {
  auto state = std::make_unique<State>();
  state->options = options;
  if (const ReadResult result = state->reader->read(recording); result != ReadResult::ok) return result;
  state->crew.begin(options.threads);
  state->shelf.open(options.snapshot_bytes, std::max(options.snapshot_frames, 1u));
  state->sums.damaged = state->reader->damaged;
  state->sums.is_cut = state->reader->is_cut;
  replay.state_ = std::move(state);
  return ReadResult::ok;
}

void Replay::open_stream(const ReplayOptions& options, Replay& replay) {
  auto state = std::make_unique<State>();
  state->options = options;
  state->reader->is_growing = true;
  state->reader->is_cut = true;
  state->crew.begin(options.threads);
  state->shelf.open(options.snapshot_bytes, std::max(options.snapshot_frames, 1u));
  replay.state_ = std::move(state);
}

ReadResult Replay::append(std::span<const std::byte> bytes) {
  if (state_ == nullptr || !state_->reader->is_growing) return ReadResult::not_a_recording;
  RecordingReader& reader = *state_->reader;
  const bool was_at_end = state_->next == reader.records.size();
  const ReadResult result = reader.append(bytes, state_->options.most_stream_bytes);
  if (state_->epoch != reader.epoch) {
    // The world goes on from what was forgotten, if all of that was played.
    const bool goes_on = was_at_end && state_->is_whole;
    state_->note_forgotten();
    state_->is_whole = goes_on;
  }
  state_->sums.damaged = reader.damaged;
  state_->sums.is_cut = reader.is_cut;
  return result;
}

void Replay::forget_partial_record() {
  if (state_ != nullptr) state_->reader->forget_partial_record();
}

uint64_t Replay::forgotten_frames() const { return state_ == nullptr ? 0 : state_->reader->forgotten_frames; }

void Replay::open_beside(const Replay& other, const ReplayOptions& options, Replay& replay) {
  auto state = std::make_unique<State>();
  state->options = options;
  if (other.state_ != nullptr) state->reader = other.state_->reader;
  state->epoch = state->reader->epoch;
  state->crew.begin(options.threads);
  state->shelf.open(options.snapshot_bytes, std::max(options.snapshot_frames, 1u));
  replay.state_ = std::move(state);
}

void Replay::State::note_forgotten() {
  if (epoch == reader->epoch) return;
  epoch = reader->epoch;
  next = furthest = 0;
  save = kNoRecord;
  blobs = SIZE_MAX;
  is_whole = is_in_blobs = false;
  shelf.clear();
}

Step Replay::step() { return state_ == nullptr ? Step::end : state_->step(); }

bool Replay::run() {
  while (true) {
    const Step step = this->step();
    if (step == Step::differs) return false;
    if (step == Step::end) return true;
  }
}

const Difference& Replay::difference() const {
  static constexpr Difference kNone{};
  return state_ == nullptr ? kNone : state_->difference;
}

const ReplaySums& Replay::sums() const {
  static constexpr ReplaySums kNone{};
  return state_ == nullptr ? kNone : state_->sums;
}

GridOptions Replay::grid() const {
  const World::State* const world = state_ == nullptr ? nullptr : state_->world.state();
  return world == nullptr || world->grid == nullptr ? GridOptions() : world->grid->options;
}

uint32_t Replay::population_count() const {
  return state_ == nullptr ? 0 : static_cast<uint32_t>(state_->populations.size());
}

std::string_view Replay::agent_name(uint32_t population) const {
  if (population >= population_count()) return {};
  const Asset* const own = asset(population);
  if (own == nullptr) return {};
  return own->name(Kind::agents, own->find(state_->populations[population].population.agent_id()));
}

const Asset* Replay::asset(uint32_t population) const {
  return population < population_count() ? state_->asset_of(population) : nullptr;
}

const Asset* Replay::State::asset_of(uint32_t population) const {
  const AgentId id = populations[population].population.agent_id();
  const auto other = std::ranges::find_if(
      options.others, [id](const Asset* asset) { return asset != nullptr && asset->find(id) != kNotFound; });
  if (other != options.others.end()) return *other;
  const auto found = std::ranges::find_if(
      assets, [id](const LoadedBlob& blob) { return blob.asset->find(id) != kNotFound; });
  return found == assets.end() ? nullptr : found->asset.get();
}

std::span<const std::byte> Replay::blob(const Asset& asset) const {
  if (state_ == nullptr) return {};
  const auto found = std::ranges::find_if(
      state_->assets, [&](const State::LoadedBlob& blob) { return blob.asset.get() == &asset; });
  return found == state_->assets.end() ? std::span<const std::byte>() : found->bytes;
}

std::vector<Entity> Replay::entities() const {
  std::vector<Entity> living;
  if (state_ == nullptr || !state_->world.valid()) return living;
  const World::State& world = *state_->world.state();
  for (uint32_t row = 1; row < world.entities.rows(); ++row) {
    const Entity one = state_->world.entity({row, world.entities.view().generation[row]});
    if (world.entities.is_alive(one)) living.push_back(one);
  }
  return living;
}

uint32_t Replay::population_of(EntityId entity) const {
  if (state_ == nullptr || !state_->world.valid()) return Difference::kWorld;
  const Entities& all = state_->world.state()->entities;
  const uint32_t population = all.is_alive(entity) ? all.population[entity.index] : 0;
  return population == 0 ? Difference::kWorld : population - 1;
}

void Replay::read_doings(std::vector<Doing>& doings) const {
  doings.clear();
  if (state_ == nullptr || !state_->world.valid()) return;
  const World::State& world = *state_->world.state();
  const Entities& all = world.entities;
  const auto generations = all.view().generation;
  for (uint32_t row = 1; row < all.rows(); ++row) {
    const EntityId agent{row, generations[row]};
    if (all.population[row] == 0 || !all.is_alive(agent)) continue;
    const uint32_t population = all.population[row] - 1;
    const Population::State& p = *world.populations[population];
    const uint32_t slot = all.slot[row];
    const uint16_t option = p.option[slot];
    Doing doing{agent, population, option, {}};
    if (option != kNoOption && p.sets.any() &&
        p.asset->tables.options[p.agent->options().first() + option].set() != kNotFound)
      doing.whom = p.sets.candidate[slot];
    doings.push_back(doing);
  }
}

bool Replay::is_thing(EntityId entity, ThingId thing) const {
  if (state_ == nullptr || !state_->world.valid()) return false;
  const World::State& world = *state_->world.state();
  const uint32_t kind = world.find_thing(thing.value);
  return kind != kAnyThing && world.entities.is_alive(entity) && world.entities.thing[entity.index] == kind;
}

World& Replay::world() { return state_->world; }

Step Replay::State::differ(Difference::Kind kind, uint32_t population, const char* call, Status status) {
  difference = {kind, world.clock().frame, last_equal, population, call, status};
  return Step::differs;
}

Step Replay::State::step() {
  note_forgotten();
  if (next == reader->records.size()) return Step::end;
  const RecordRef& record = reader->records[next++];
  furthest = std::max(furthest, next);
  const bool was_in_blobs = std::exchange(is_in_blobs, record.kind == RecordKind::blob);
  switch (record.kind) {
    case RecordKind::blob:
      if (!was_in_blobs) {
        for (LoadedBlob& blob : assets) earlier_assets.push_back(std::move(blob));
        assets.clear();
        blobs = next - 1;
      }
      return load_blob(record);
    case RecordKind::save: return load_save(record);
    case RecordKind::frame: return is_whole ? play_frame(record) : Step::other;
    case RecordKind::gap:
      sums.lost_frames += ByteReader(record.bytes).read<recording::GapNote>().frames();
      [[fallthrough]];
    case RecordKind::none:
      is_whole = false;
      ++sums.gaps;
      return Step::gap;
    case RecordKind::end: break;
  }
  return Step::other;
}

Step Replay::State::load_blob(const RecordRef& record) {
  // A recorder repeats its blobs before each save; what is loaded already stays where it is.
  const auto known = std::ranges::find_if(earlier_assets, [&](const LoadedBlob& blob) {
    return std::ranges::equal(std::as_bytes(std::span(blob.asset->state()->bytes)), record.bytes);
  });
  if (known != earlier_assets.end()) {
    assets.push_back({std::move(known->asset), record.bytes});
    earlier_assets.erase(known);
    return Step::other;
  }
  auto asset = std::make_unique<Asset>();
  const std::vector<uint8_t> bytes(
      reinterpret_cast<const uint8_t*>(record.bytes.data()),
      reinterpret_cast<const uint8_t*>(record.bytes.data()) + record.bytes.size());
  const Status status = Asset::load(bytes, *asset);
  if (!status) {
    is_whole = false;
    return differ(Difference::Kind::save, Difference::kWorld, "blob", status);
  }
  assets.push_back({std::move(asset), record.bytes});
  return Step::other;
}

// What was done before and after a world's time as the replay's.
void Replay::State::add_up(bool is_beginning) {
  const auto change = [is_beginning](uint64_t& sum, uint64_t now) {
    sum = is_beginning ? sum - now : sum + now;
  };
  change(sums.microseconds, world.clock().time_microseconds);
  uint32_t agents = 0;
  for (const PopulationReplay& own : populations) {
    const ActCounters counters = own.population.act_counters();
    change(sums.started, counters.started);
    change(sums.completed, counters.completed);
    change(sums.failed, counters.failed);
    change(sums.aborted, counters.aborted);
    agents += own.population.size();
  }
  sums.most_agents = std::max(sums.most_agents, agents);
}

namespace {

// Lets a population keep what its game did not ask for. False if there is no memory.
bool make_room_for_observers(Population::State& p, const ReplayOptions& options) {
  Acting& acting = p.acting;
  if (acting.node_events.size() < options.node_events) {
    const size_t posted = acting.emits_per_visit() == 0
                              ? 0
                              : std::max<size_t>(acting.most_pending_events(p.capacity), options.node_events);
    const bool has_room = acting.node_events.allocate(options.node_events) &&
                          acting.posted.allocate(posted) &&
                          acting.posted_records.allocate(posted * acting.layout.event_bytes);
    if (!has_room) return false;
  }
  return p.senses.notices.size() >= options.notices || p.senses.notices.allocate(options.notices);
}

}  // namespace

// Makes the world of a save, whose columns are those of a record. `is_same`, which may be null: it is the
// world that is there.
Status Replay::State::load_world(std::span<const std::byte> bytes, const RecordRef& record, bool* is_same) {
  std::vector<const Asset*> recorded;
  for (const LoadedBlob& blob : assets) recorded.push_back(blob.asset.get());
  std::vector<const Asset*> list(options.others.begin(), options.others.end());
  list.insert(list.end(), recorded.begin(), recorded.end());
  const LoadOptions load{.assets = list,
                         .most_extra_bytes = options.most_extra_bytes,
                         .instruction_set = options.instruction_set};
  World loaded;
  Reload reload;
  std::vector<Population> handles(16);
  Status status = World::load(bytes, load, loaded, handles, reload);
  if (status.code == StatusCode::buffer_too_small) {
    handles.resize(static_cast<size_t>(status.where));
    status = World::load(bytes, load, loaded, handles, reload);
  }
  if (status) status = crew.prepare(loaded);
  if (!status) return status;
  if (is_same != nullptr) *is_same = world.state_hash() == loaded.state_hash();
  world = std::move(loaded);
  earlier_assets.clear();
  populations = std::vector<PopulationReplay>(world.population_count());
  for (uint32_t i = 0; i < populations.size(); ++i) {
    populations[i].population = world.population(i);
    if (!make_room_for_observers(*populations[i].population.state(), options))
      return {StatusCode::out_of_memory, 0};
  }
  return list_columns(record, recorded);
}

// True if a save of the world as it stands is these bytes: there is nothing to load then. Takes a save, which is
// a quarter less than loading one and comparing the states.
bool Replay::State::is_saved_as(std::span<const std::byte> bytes) {
  if (!earlier_assets.empty() || populations.size() != world.population_count()) return false;
  saved.resize(bytes.size());
  size_t size = 0;
  return world.save(saved, size) && size == bytes.size() && std::ranges::equal(saved, bytes);
}

Step Replay::State::load_save(const RecordRef& record) {
  // What goes on with other assets is not taken back to what was.
  if (is_counterfactual() && is_whole && record.goes_on) return Step::other;
  const bool is_compared = !is_counterfactual() && is_whole && record.goes_on;
  // What a save does not go on from holds reports for which there are no calls.
  const bool has_news = observer != nullptr && !(is_whole && record.goes_on);
  const std::vector<Report> known = has_news && is_whole ? waiting_reports() : std::vector<Report>();
  const uint64_t frame_before = is_whole ? world.clock().frame : 0;
  if (is_compared && is_saved_as(record.bytes)) {
    save = static_cast<uint32_t>(&record - reader->records.data());
    last_equal = world.clock().frame;
    return Step::save;
  }
  bool is_same = true;
  const Status status = load_world(record.bytes, record, is_compared ? &is_same : nullptr);
  is_whole = bool(status);
  if (!status) return differ(Difference::Kind::save, Difference::kWorld, "save", status);
  save = static_cast<uint32_t>(&record - reader->records.data());
  if (!is_same) return differ(Difference::Kind::save, Difference::kWorld, "save");
  last_equal = world.clock().frame;
  const bool is_earlier = world.clock().frame < frame_before;  // the game has gone back
  if (has_news) tell_waiting_reports(is_earlier ? std::span<const Report>() : known);
  return Step::save;
}

Step Replay::State::play_frame(const RecordRef& record) {
  const ReplaySums sums_before = sums;
  const bool is_again = next < furthest;
  const uint64_t frame = world.clock().frame;
  CallReader calls(record.bytes);
  Step result = Step::frame;
  add_up(true);
  while (!calls.is_at_end()) {
    const Played played = play_call(calls);
    const char* const name = recording::EnumNameCall(played.call);
    if (played.is_malformed) {
      result = differ(Difference::Kind::malformed, played.population, name);
      is_whole = false;
      break;
    }
    if (is_counterfactual()) continue;
    // The first difference of a frame is the one to know.
    if (result == Step::differs) continue;
    if (!played.status) {
      result = differ(Difference::Kind::refused, played.population, name, played.status);
    } else if (!played.is_same) {
      const bool is_hash = played.call == recording::Call::hash;
      result = differ(is_hash          ? Difference::Kind::hash
                      : played.is_part ? Difference::Kind::decisions
                                       : Difference::Kind::refused,
                      is_hash ? played.differing : played.population, name);
    } else if (played.call == recording::Call::hash) {
      ++sums.hashes;
      last_equal = world.clock().frame;
    }
  }
  if (result == Step::frame && is_whole && !world.state()->in_frame && !is_seeking && !is_counterfactual()) {
    if (const EntityId agent = find_hanging(*world.state()); agent != EntityId())
      result = differ(Difference::Kind::hangs, world.state()->entities.population[agent.index] - 1);
  }
  add_up(false);
  const bool has_passed = world.clock().frame != frame;
  sums.frames += has_passed ? 1 : 0;
  played += has_passed ? 1 : 0;
  if (is_again) sums = sums_before;
  if (is_whole) keep_snapshot();
  return result;
}

}  // namespace ishi::record
