#include "careless_game.h"

#include <array>

#include "assets.h"
#include "ishi/tools.h"

namespace ishi::fuzzing {
namespace {

std::vector<Asset> loaded(const std::vector<NamedBlob>& blobs) {
  std::vector<Asset> assets;
  for (const NamedBlob& blob : blobs)
    require(static_cast<bool>(Asset::load(blob.bytes, assets.emplace_back())), "an asset is refused");
  return assets;
}

ProfileId profile_at(const Asset& asset, uint32_t profile) {
  return profile < asset.count(Kind::profiles) ? AssetParts(asset).profile(profile).id : ProfileId(profile);
}

}  // namespace

const std::vector<Asset>& playable_assets() {
  static const std::vector<Asset> all = loaded(asset_blobs());
  return all;
}

const std::vector<Asset>& twin_assets() {
  static const std::vector<Asset> all = loaded(compile_assets(false));
  return all;
}

CarelessGame::CarelessGame(Choices& choices) : choices_(choices) {
  WorldOptions options;
  options.entities = 1 + choices_.below(64);
  options.teams = 1 + choices_.below(3);
  options.event_bytes = 8 * (1 + choices_.below(256));
  options.sounds = choices_.below(8);
  options.seed = choices_.value<uint8_t>();
  static_cast<void>(World::create(options, world_));
  const uint32_t wanted = 1 + choices_.below(3);
  // Neighbours among the assets may share a contract.
  const uint32_t first = choices_.below(playable_assets().size());
  for (uint32_t i = 0; i < wanted; ++i)
    add_population((first + i) % static_cast<uint32_t>(playable_assets().size()));
  static_cast<void>(Scratch::create(world_, scratch_));
  for (Player& player : players_) {
    for (uint32_t i = 0; i < 3; ++i) spawn(player);
  }
}

void CarelessGame::check_counters() const {
  for (const Player& player : players_) {
    const ActCounters counters = player.cast.population.act_counters();
    // A task that was taken back and runs again ends again.
    require(has_gone_back_ || counters.started >= counters.completed + counters.failed + counters.aborted,
            "more tasks have ended than were started");
    require(counters.started >= ledger_.started(player.cast.population.index()), "a start is not counted");
  }
}

void CarelessGame::add_population(uint32_t asset_index) {
  const Asset& asset = playable_assets()[asset_index];
  Player player;
  player.cast.asset = &asset;
  player.cast.agent = choices_.below(asset.count(Kind::agents));
  PopulationOptions options;
  options.capacity = choices_.below(8);
  options.node_events = choices_.below(20);
  options.notices = choices_.below(20);
  options.plan_searches = 1 + choices_.below(2);
  options.plan_situations = 1 + choices_.below(200);
  options.plan_situations_per_frame = 1 + choices_.below(40);
  const AgentId agent = AssetParts(asset).agent(player.cast.agent).id;
  if (world_.add_population(asset, agent, options, player.cast.population)) players_.push_back(player);
}

void CarelessGame::add_any_population() {
  add_population(choices_.below(playable_assets().size()));
  static_cast<void>(Scratch::create(world_, scratch_));
}

void CarelessGame::spawn(Player& player) {
  SpawnOptions options;
  const Asset& asset = *player.cast.asset;
  options.position = odd_vector(choices_);
  options.facing = odd_vector(choices_);
  options.team = TeamId(choices_.below(4));
  const uint32_t profiles = asset.count(Kind::profiles);
  if (choices_.one_in(4)) options.profile = profile_at(asset, choices_.below(uint64_t{profiles} + 1));
  options.identity = choices_.value<uint8_t>();
  const uint32_t things = asset.count(Kind::things);
  options.thing =
      things == 0 || choices_.one_in(4) ? ThingId() : AssetParts(asset).thing(choices_.below(things)).id;
  Entity agent;
  static_cast<void>(quietly([&] { return player.cast.population.spawn(options, agent); }));
}

void CarelessGame::spawn_entity(Player& player) {
  const Asset& asset = *player.cast.asset;
  EntityOptions options;
  options.position = odd_vector(choices_);
  options.facing = odd_vector(choices_);
  const uint32_t things = asset.count(Kind::things);
  options.thing = things == 0 ? ThingId() : AssetParts(asset).thing(choices_.below(things)).id;
  Entity entity;
  static_cast<void>(quietly([&] { return world_.spawn_entity(options, entity); }));
}

void CarelessGame::report() {
  if (players_.empty()) return;
  const Token token = ledger_.any(choices_);
  // Mostly the population that gave it.
  Player* player = &any_player();
  for (Player& one : players_) {
    if (one.cast.population.index() == token.population && !choices_.one_in(16)) player = &one;
  }
  if (choices_.one_in(8)) static_cast<void>(Tools(player->cast.population).apply_effects(token));
  const auto ending = choices_.one_in(3) ? Ending::failed : Ending::completed;
  if (choices_.one_in(4)) {
    const std::array<Report, 2> reports = {Report{token, ending}, Report{token, ending}};
    const uint32_t taken = player->cast.population.report_many(reports);
    require(taken <= 1, "the same report is taken twice");
    if (taken == 1) ledger_.reported(token);
  } else if (quietly([&] { return player->cast.population.report(token, ending); })) {
    ledger_.reported(token);
  }
}

void CarelessGame::grid(Player& player) {
  switch (choices_.below(5)) {
    case 0: {
      GridOptions options;
      options.columns = choices_.below(24);
      options.rows = choices_.below(24);
      options.cell = choices_.one_in(4) ? odd_number(choices_) : 1;
      options.origin = choices_.one_in(4) ? odd_vector(choices_) : Vector3{-10, 0, -10};
      options.searches = choices_.below(4);
      static_cast<void>(world_.create_grid(options));
      break;
    }
    case 1: {
      const GridCells cells = world_.cells();
      if (cells.empty()) break;
      for (uint32_t i = 0; i < 8; ++i)
        cells.at(choices_.below(cells.columns()), choices_.below(cells.rows())) = choices_.value<uint8_t>();
      static_cast<void>(world_.cells_changed());
      break;
    }
    case 2:
      static_cast<void>(world_.set_cell(choices_.below(24), choices_.below(24), choices_.value<uint8_t>()));
      break;
    case 3: {
      uint32_t column = 0, row = 0;
      static_cast<void>(world_.cell_of(odd_vector(choices_), column, row));
      break;
    }
    default: ask(world_, player.cast, choices_); break;
  }
}

void CarelessGame::restore(Player& player) {
  Population& population = player.cast.population;
  const uint32_t slot = choices_.below(population.capacity() + uint64_t{1});
  const auto number = choices_.below(16);
  switch (choices_.below(6)) {
    case 0: {
      const auto option = choices_.one_in(4) ? kNoOption : static_cast<uint16_t>(number);
      static_cast<void>(
          Tools(population).set_option(population.agent_of(slot), option, odd_entity(choices_, world_)));
      break;
    }
    case 1:
      static_cast<void>(
          population.set_profile(population.agent_of(slot),
                                 choices_.one_in(4) ? kNoProfileId : profile_at(*player.cast.asset, number)));
      break;
    case 2:
      static_cast<void>(
          Tools(population).set_state(population.agent_of(slot), choices_.one_in(8) ? kNoState : number));
      break;
    case 3:
      static_cast<void>(population.set_team(population.agent_of(slot), TeamId(choices_.below(4))));
      break;
    case 4: {
      const AgentInfo agent = AssetParts(*player.cast.asset).agent(player.cast.agent);
      if (agent.choices.count == 0) break;
      const uint32_t choice = agent.choices.first + choices_.below(agent.choices.count);
      const ChoiceId id = AssetParts(*player.cast.asset).choice(choice).id;
      Chosen chosen;
      static_cast<void>(
          quietly([&] { return population.choose(population.agent_of(slot), id, scratch_, chosen); }));
      break;
    }
    default:
      static_cast<void>(world_.state_hash());
      static_cast<void>(Tools(population).agent_bytes());
      static_cast<void>(world_.path_counters());
      break;
  }
}

void CarelessGame::move_entity() {
  const Entity entity = odd_entity(choices_, world_);
  static_cast<void>(quietly([&] { return world_.set_position(entity, odd_vector(choices_)); }));
  static_cast<void>(quietly([&] { return world_.set_facing(entity, odd_vector(choices_)); }));
  Vector3 at;
  if (world_.position(entity, at))
    require(at.x >= -1e6f && at.x <= 1e6f && at.y >= -1e6f && at.y <= 1e6f && at.z >= -1e6f && at.z <= 1e6f,
            "a position that is out of the world");
}

}  // namespace ishi::fuzzing
