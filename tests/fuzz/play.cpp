#include "play.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <string_view>
#include <vector>

#include "choices.h"
#include "cost.h"
#include "deeds.h"
#include "fail.h"
#include "ishi/status.h"
#include "ishi/tools.h"
#include "ishi/world.h"

namespace ishi::fuzzing {
namespace {

constexpr uint32_t kMostPopulations = 4;
constexpr uint32_t kCapacity = 6;
constexpr uint64_t kMostExtraBytes = uint64_t{16} << 20;

// Of a call that nothing can refuse.
void must(Status status, const char* call) {
  if (!status) fail(fmt::format("{}: {} ({})", call, describe(status.code), status.where));
}

class Game {
 public:
  explicit Game(const Asset& asset, bool is_forged = false)
      : asset_(asset), is_forged_(is_forged), choices_(Choices::endless(asset.contract_hash())) {}

  // Nothing can be played without agents, nor where there is not enough memory.
  bool begin() {
    const uint32_t kinds = std::min(asset_.count(Kind::agents), kMostPopulations);
    return kinds > 0 && set_up(kinds);
  }
  // With the world of a save in place of one that is set up; false if it is refused.
  bool restore(std::span<const std::byte> save) {
    const Asset* const assets[] = {&asset_};
    std::vector<Population> populations(kMostPopulations);
    Reload reload;
    const LoadOptions options{.assets = assets, .most_extra_bytes = kMostExtraBytes};
    const Status status = World::load(save, options, world_, populations, reload);
    require(status || describe(status.code)[0] != 0, "a refusal without words");
    if (!status) return false;
    for (const Population& population : populations) {
      if (!population.valid()) continue;
      const uint32_t agent = asset_.find(population.agent_id());
      require(agent != kNotFound, "a population of an agent that its asset does not have");
      casts_.push_back({&asset_, agent, population, is_forged_});
    }
    must(Scratch::create(world_, scratch_), "Scratch::create");
    clock_ = world_.clock();
    return true;
  }

  [[nodiscard]] std::vector<std::byte> save() {
    size_t size = 0;
    must(world_.save_size(size), "save_size");
    std::vector<std::byte> bytes(size);
    must(world_.save(bytes, size), "save");
    return bytes;
  }

  void run(uint32_t frames) {
    for (uint32_t frame = 0; frame < frames; ++frame) {
      prepare();
      ++clock_.frame;
      clock_.time_microseconds += choices_.one_in(32) ? choices_.below(10'000'000) : 16'667;
      // A world may be loaded whose time is nearly over.
      const Status begun = world_.begin_frame(clock_);
      if (begun.code == StatusCode::time_too_late) return;
      must(begun, "begin_frame");
      for (Cast& cast : casts_) sense(cast);
      for (Cast& cast : casts_) think(cast);
      for (Cast& cast : casts_) act(cast);
      must(world_.find_paths({.expansions = 500}), "find_paths");
      for (Cast& cast : casts_) move(cast);
      must(world_.end_frame(), "end_frame");
      for (const Cast& cast : casts_) ask(world_, cast, choices_);
    }
    static_cast<void>(world_.state_hash());
  }

 private:
  bool set_up(uint32_t kinds) {
    must(World::create({.seed = 7, .entities = 64, .teams = 2, .up = asset_.up()}, world_), "World::create");
    must(world_.create_grid({.columns = 12, .rows = 10, .cell = 1, .origin = {-6, 0, -5}, .searches = 2}),
         "create_grid");
    const GridCells cells = world_.cells();
    for (uint32_t row = 0; row < cells.rows(); ++row) {
      for (uint32_t column = 0; column < cells.columns(); ++column) {
        cells.at(column, row) = choices_.one_in(5) ? choices_.value<uint8_t>() : 0;
      }
    }
    must(world_.cells_changed(), "cells_changed");
    for (uint32_t agent = 0; agent < kinds; ++agent) {
      Cast cast{&asset_, agent, {}, is_forged_};
      const PopulationOptions options{
          .capacity = kCapacity, .plan_searches = 2, .plan_situations = 256, .plan_situations_per_frame = 64};
      const Status status =
          world_.add_population(asset_, AssetParts(asset_).agent(agent).id, options, cast.population);
      if (status.code == StatusCode::out_of_memory) return false;
      must(status, "add_population");
      casts_.push_back(cast);
    }
    must(Scratch::create(world_, scratch_), "Scratch::create");
    for (Cast& cast : casts_) {
      for (uint32_t i = 0; i + 1 < kCapacity; ++i) spawn(cast);
    }
    for (uint32_t thing = 0; thing < std::min(asset_.count(Kind::things), 8u); ++thing) {
      Entity entity;
      static_cast<void>(world_.spawn_entity(
          {.position = odd_vector(choices_), .thing = AssetParts(asset_).thing(thing).id}, entity));
    }
    return true;
  }

  void spawn(Cast& cast) {
    const uint32_t things = asset_.count(Kind::things);
    SpawnOptions options;
    options.position = odd_vector(choices_);
    options.facing = {0, 0, 1};
    options.team = TeamId(choices_.below(2));
    options.thing = things == 0 ? ThingId() : AssetParts(asset_).thing(choices_.below(things)).id;
    Entity agent;
    static_cast<void>(cast.population.spawn(options, agent));
  }

  // Between frames.
  void prepare() {
    for (Cast& cast : casts_) {
      for (int i = 0; i < 3; ++i) {
        write_key(world_, cast, choices_);
        write_state(world_, cast, choices_);
        change_candidates(world_, cast, choices_);
        change_memory(world_, cast, choices_);
      }
      if (choices_.one_in(4)) post_event(world_, cast, choices_);
      if (choices_.one_in(4)) make_sound(world_, cast, choices_);
      if (choices_.one_in(16)) keep_claims(world_, cast, choices_);
      if (choices_.one_in(24)) static_cast<void>(cast.population.despawn(odd_entity(choices_, world_)));
      if (choices_.one_in(16)) spawn(cast);
    }
  }

  void sense(Cast& cast) {
    SenseBatch batch;
    must(cast.population.begin_sense(batch), "begin_sense");
    for (uint32_t job = 0; job < batch.jobs(); ++job)
      must(cast.population.sense(batch, job, scratch_), "sense");
    std::span<const OcclusionQuery> queries;
    must(cast.population.end_sense(batch, queries), "end_sense");
    for (const OcclusionQuery& query : queries) {
      if (choices_.one_in(3)) continue;
      const Sight sight = choices_.one_in(2) ? Sight::blocked : Sight::clear;
      must(cast.population.answer(query.ticket, sight), "answer");
    }
  }

  void think(Cast& cast) {
    Batch batch;
    must(cast.population.begin_think({.quota = choices_.below(3)}, batch), "begin_think");
    for (uint32_t job = 0; job < batch.jobs(); ++job)
      must(cast.population.think(batch, job, scratch_), "think");
    must(cast.population.end_think(batch), "end_think");
  }

  void act(Cast& cast) {
    while (cast.population.wants_act()) {
      Round round;
      must(cast.population.begin_act(round), "begin_act");
      for (uint32_t job = 0; job < round.jobs(); ++job)
        must(cast.population.act(round, job, scratch_), "act");
      Commands commands;
      must(cast.population.end_act(round, commands), "end_act");
      for (const Start& start : commands.starts) tokens_.push_back(start.token);
      for (const End& end : commands.ends) {
        if (end.report_when_over) tokens_.push_back(end.token);
      }
      report(cast);
    }
  }

  // Some of what runs ends; some reports come too late, twice or for the wrong population.
  void report(Cast& cast) {
    for (size_t i = 0; i < tokens_.size();) {
      if (!choices_.one_in(4)) {
        ++i;
        continue;
      }
      if (choices_.one_in(4)) static_cast<void>(Tools(cast.population).apply_effects(tokens_[i]));
      static_cast<void>(
          cast.population.report(tokens_[i], choices_.one_in(3) ? Ending::failed : Ending::completed));
      if (!choices_.one_in(8)) {
        tokens_[i] = tokens_.back();
        tokens_.pop_back();
      }
    }
    if (tokens_.size() > 100) tokens_.clear();
  }

  void move(Cast& cast) {
    MoveBatch batch;
    must(cast.population.begin_move(batch), "begin_move");
    for (uint32_t job = 0; job < batch.jobs(); ++job)
      must(cast.population.move(batch, job, scratch_), "move");
    std::span<const Move> moves;
    must(cast.population.end_move(batch, moves), "end_move");
    moves_.assign(moves.begin(), moves.end());
    for (const Move& one : moves_) {
      require(one.speed >= 0 && one.speed < 1e9f, "a speed that is none");
      require(one.slot < cast.population.capacity(), "a move of nobody");
    }
  }

  const Asset& asset_;
  bool is_forged_;
  Choices choices_;
  World world_;
  std::vector<Cast> casts_;
  Scratch scratch_;
  std::vector<Token> tokens_;
  std::vector<Move> moves_;
  Clock clock_;
};

// 50 ms a megabyte is what loading hostile bytes may take, and a millisecond whatever they are.
void check_load(const Cost& cost, size_t bytes) {
  const double most = (1e-3 + 50e-3 * static_cast<double>(bytes) * 1e-6) * kSlowdown;
  if (cost.seconds > most) fail(fmt::format("loading {} bytes took {:.1f} ms", bytes, cost.seconds * 1e3));
}

}  // namespace

std::vector<std::byte> save_after(const Asset& asset, uint32_t frames) {
  Game game(asset);
  if (!game.begin()) return {};
  game.run(frames);
  return game.save();
}

bool play_if_restored(std::span<const std::byte> save, const Asset& asset, uint32_t frames) {
  Game game(asset);
  const Measurement measurement;
  const bool is_taken = game.restore(save);
  const Cost cost = measurement.cost();
  // What was saved, and once more what is made of it.
  const size_t most = 2 * (16 * save.size() + kMostExtraBytes);
  if (cost.most_bytes > most) fail(fmt::format("a save of {} bytes took {}", save.size(), cost.most_bytes));
  check_load(cost, most / 16);
  if (is_taken) game.run(frames);
  return is_taken;
}

void play_compiled(std::span<const uint8_t> blob, uint32_t frames) {
  Asset asset;
  must(Asset::load(blob, asset), "what the compiler made is refused");
  Game game(asset);
  if (game.begin()) game.run(frames);
}

bool play_if_loaded(std::span<const uint8_t> bytes, uint32_t frames) {
  Asset asset;
  const Measurement measurement;
  const Status status = Asset::load(bytes, asset);
  check_load(measurement.cost(), bytes.size());
  if (!status) {
    require(describe(status.code)[0] != 0, "a refusal without words");
    return false;
  }
  Game game(asset, true);
  if (game.begin()) game.run(frames);
  return true;
}

}  // namespace ishi::fuzzing
