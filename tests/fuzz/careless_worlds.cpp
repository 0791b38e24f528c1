#include <algorithm>
#include <utility>

#include "careless_game.h"
#include "ishi/save.h"

namespace ishi::fuzzing {

void CarelessGame::reload(Player& player) {
  const Asset* const from = player.cast.asset;
  const bool is_twin = from >= twin_assets().data() && from < twin_assets().data() + twin_assets().size();
  const size_t index = static_cast<size_t>(from - (is_twin ? twin_assets() : playable_assets()).data());
  const Asset* to = &(is_twin ? playable_assets() : twin_assets())[index];
  if (choices_.one_in(8)) to = &playable_assets()[choices_.below(playable_assets().size())];
  if (!choices_.one_in(8)) {
    prepared_ = {from, to};
    static_cast<void>(world_.prepare_reload({&prepared_, 1}, reload_));
  }
  if (!quietly([&] { return world_.commit_reload(reload_); })) return;
  for (Player& one : players_) {
    if (one.cast.asset == prepared_.from) follow(one, *prepared_.to);
  }
  static_cast<void>(Scratch::create(world_, scratch_));
}

void CarelessGame::follow(Player& player, const Asset& asset) {
  player.cast.asset = &asset;
  player.cast.agent = asset.find(player.cast.population.agent_id());
  require(player.cast.agent != kNotFound, "an asset without the agent that it has taken over");
}

void CarelessGame::forget_batches(Player& player) {
  Player other;
  other.cast = player.cast;
  player = other;
}

void CarelessGame::save_and_load() {
  size_t size = 0;
  if (!world_.save_size(size)) return;
  std::vector<std::byte> bytes(size);
  if (!world_.save(bytes, size)) return;
  if (choices_.one_in(4)) bytes[choices_.below(size)] ^= std::byte{1};
  std::vector<const Asset*> known;
  for (const Player& player : players_) known.push_back(player.cast.asset);
  std::vector<Population> populations(players_.size());
  Reload report;
  const LoadOptions options{.assets = known, .strict = choices_.one_in(2)};
  const uint64_t hash = world_.state_hash();
  if (!World::load(bytes, options, world_, populations, report)) return;
  require(!options.strict || world_.state_hash() == hash, "a world is loaded otherwise than it was saved");
  reload_ = {};
  kept_.world.clear();  // of another world
  for (size_t i = 0; i < players_.size(); ++i) {
    players_[i].cast.population = populations[i];
    const auto has_it = [&](const Asset* asset) {
      return asset->find(Kind::agents, populations[i].agent_id().value) != kNotFound;
    };
    follow(players_[i], **std::find_if(known.begin(), known.end(), has_it));
    forget_batches(players_[i]);
  }
  static_cast<void>(Scratch::create(world_, scratch_));
}

void CarelessGame::keep() {
  std::vector<std::byte> bytes(world_.snapshot_size());
  size_t size = 0;
  if (!quietly([&] { return world_.save_snapshot(bytes, size); })) return;
  bytes.resize(size);
  kept_ = {std::move(bytes), ledger_};
}

void CarelessGame::go_back() {
  if (kept_.world.empty()) return;
  if (choices_.one_in(8)) kept_.world.resize(choices_.below(kept_.world.size()));
  if (!quietly([&] { return world_.restore_snapshot(kept_.world); })) return;
  ledger_ = kept_.ledger;
  has_gone_back_ = true;
  for (Player& player : players_) forget_batches(player);
}

void CarelessGame::change_worlds(Player& player) {
  switch (choices_.below(4)) {
    case 0: return reload(player);
    case 1: return save_and_load();
    case 2: return keep();
    default: return go_back();
  }
}

}  // namespace ishi::fuzzing
