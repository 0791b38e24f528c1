#include "misuse_stage.h"

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace misuse {

const char* words_of(When when) {
  static constexpr const char* kWords[kWhens] = {"between frames", "in a frame",   "while sensing",
                                                 "while thinking", "while acting", "while moving"};
  return kWords[static_cast<uint32_t>(when)];
}

Stage::Stage(const ishi_api& its_api, const Bytes& its_blob, When its_when)
    : api(its_api), blob(its_blob), when(its_when) {
  check(api.asset_load(blob.data(), blob.size(), nullptr, &asset), "asset_load");
  ishi_population others[2];
  make_world(world, populations_);
  make_world(other_world, others);
  population = populations_[0];
  check(api.scratch_create(world, &scratch), "scratch_create");
  check(api.population_spawn(population, nullptr, &agent), "population_spawn");
  check(api.population_spawn(others[0], nullptr, &foreign_entity), "population_spawn");
  check(api.world_spawn(world, nullptr, &thing), "world_spawn");
  make_stale();
  for (int i = 0; i < 3; ++i) run_frame();
  size_t bytes = 0;
  check(api.world_save_size(world, &bytes), "world_save_size");
  save.resize(bytes);
  check(api.world_save(world, save.data(), save.size(), &bytes), "world_save");
  check(api.world_snapshot_size(world, &bytes), "world_snapshot_size");
  snapshot.resize(bytes);
  check(api.world_save_snapshot(world, snapshot.data(), snapshot.size(), &bytes), "world_save_snapshot");
  const ishi_asset_change change = {asset, asset};
  check(api.world_prepare_reload(world, &change, 1, &reload), "world_prepare_reload");
  if (when != When::between_frames) {
    const ishi_clock clock = {++frame_, frame_ * 16'667};
    check(api.world_begin_frame(world, &clock), "world_begin_frame");
  }
  if (when >= When::sensing) open(static_cast<uint32_t>(when) - static_cast<uint32_t>(When::sensing));
}

// Everything of it goes, whatever the call did.
Stage::~Stage() {
  if (batch.serial != 0) (void)api.batch_run_all(&batch, scratch);
  if (batch.serial != 0) (void)api.batch_end(&batch, nullptr);
  (void)api.reload_destroy(reload);
  (void)api.scratch_destroy(scratch);
  (void)api.world_destroy(world);
  (void)api.world_destroy(other_world);
  (void)api.asset_destroy(asset);
}

void Stage::make_world(ishi_world& made, ishi_population* populations) {
  ishi_world_options options{};
  options.size = sizeof options;
  check(api.world_options_defaults(&options), "world_options_defaults");
  options.entities = 16;
  options.teams = 2;
  check(api.world_create(&options, &made), "world_create");
  ishi_population_options few{};
  few.size = sizeof few;
  check(api.population_options_defaults(&few), "population_options_defaults");
  few.capacity = 4;
  uint32_t i = 0;
  for (const char* const name : {"guard", "thief"}) {
    const uint64_t id = api.id_of("agents", name);
    check(api.world_add_population(made, asset, id, &few, &populations[i++]), "world_add_population");
  }
  ishi_grid_options grid{};
  grid.size = sizeof grid;
  check(api.grid_options_defaults(&grid), "grid_options_defaults");
  grid.columns = grid.rows = 8;
  check(api.world_create_grid(made, &grid), "world_create_grid");
}

void Stage::make_stale() {
  check(api.asset_load(blob.data(), blob.size(), nullptr, &stale_asset), "asset_load");
  check(api.asset_destroy(stale_asset), "asset_destroy");
  check(api.world_create(nullptr, &stale_world), "world_create");
  check(api.scratch_create(stale_world, &stale_scratch), "scratch_create");
  check(api.scratch_destroy(stale_scratch), "scratch_destroy");
  check(api.world_destroy(stale_world), "world_destroy");
  const ishi_asset_change change = {asset, asset};
  check(api.world_prepare_reload(world, &change, 1, &stale_reload), "world_prepare_reload");
  check(api.reload_destroy(stale_reload), "reload_destroy");
  check(api.population_spawn(population, nullptr, &stale_entity), "population_spawn");
  check(api.population_despawn(population, stale_entity), "population_despawn");
}

void Stage::run_frame() {
  const ishi_clock clock = {++frame_, frame_ * 16'667};
  check(api.world_begin_frame(world, &clock), "world_begin_frame");
  for (const ishi_population each : populations_) {
    for (uint32_t phase = ISHI_SENSE; phase <= ISHI_MOVE; ++phase) {
      check(api.population_begin(each, phase, nullptr, &stale_batch), "population_begin");
      check(api.batch_run_all(&stale_batch, scratch), "batch_run_all");
      ishi_results results{};
      results.size = sizeof results;
      check(api.batch_end(&stale_batch, &results), "batch_end");
      if (results.start_count > 0) token = results.starts[0].token;
    }
  }
  check(api.world_end_frame(world), "world_end_frame");
}

void Stage::open(uint32_t phase) {
  for (uint32_t earlier = ISHI_SENSE; earlier < phase; ++earlier) {
    ishi_batch before{};
    check(api.population_begin(population, earlier, nullptr, &before), "population_begin");
    check(api.batch_run_all(&before, scratch), "batch_run_all");
    check(api.batch_end(&before, nullptr), "batch_end");
  }
  check(api.population_begin(population, phase, nullptr, &batch), "population_begin");
}

void Stage::check(ishi_status status, const char* call) const {
  if (status.code == ISHI_OK) return;
  std::fprintf(stderr, "the stage: %s: %s\n", call, api.describe(status));
  std::exit(2);
}

std::byte* Stage::lend(size_t bytes, uint8_t value) {
  blocks_.push_back({std::make_unique<std::byte[]>(bytes), bytes});
  std::byte* const memory = blocks_.back().memory.get();
  std::memset(memory, value, bytes);
  return memory;
}

Bytes Stage::lent() const {
  Bytes all;
  for (const Block& block : blocks_) {
    const auto* const first = reinterpret_cast<const uint8_t*>(block.memory.get());
    all.insert(all.end(), first, first + block.bytes);
  }
  return all;
}

uint64_t Stage::state() const {
  uint64_t hash = 0, other = 0;
  (void)api.world_state_hash(world, &hash);
  (void)api.world_state_hash(other_world, &other);
  return hash ^ (other << 1);
}

bool Stage::has_sane_places() const {
  ishi_column places{}, facings{};
  if (api.world_positions(world, &places).code != ISHI_OK) return true;
  if (api.world_facings(world, &facings).code != ISHI_OK) return true;
  for (const ishi_column& column : {places, facings}) {
    for (uint32_t i = 0; i < column.count; ++i) {
      const float numbers[] = {static_cast<float*>(column.data)[i], column.y[i], column.z[i]};
      for (const float number : numbers) {
        if (!std::isfinite(number)) return false;
      }
    }
  }
  return true;
}

}  // namespace misuse
