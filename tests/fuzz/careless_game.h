#pragma once

#include <array>
#include <vector>

#include "choices.h"
#include "cost.h"
#include "deeds.h"
#include "fail.h"
#include "ishi/reload.h"
#include "ishi/senses.h"
#include "ishi/world.h"
#include "ledger.h"

// A world with agents of several assets, and the calls that a careless game makes there: any of them at any
// time, with the options that an input chooses. Split over three files: careless_game.cpp is about agents and
// the world, careless_frame.cpp about the phases of a frame, careless_worlds.cpp about another world in place
// of this one: reloads, saves and snapshots.

namespace ishi::fuzzing {

// The assets by which games are played.
[[nodiscard]] const std::vector<Asset>& playable_assets();
// Each once more, with its names, to be reloaded in place of the first or the other way round.
[[nodiscard]] const std::vector<Asset>& twin_assets();

// Makes a call that must not allocate, and gives its result.
template <typename Call>
auto quietly(Call&& call) {
  const Measurement measurement;
  const auto result = call();
  if (measurement.cost().allocations > 0) fail("a call allocates that must not");
  return result;
}

class CarelessGame {
 public:
  // A population with what its phases gave last, which may be out of date.
  struct Player {
    Cast cast;
    SenseBatch sensing;
    Batch thinking;
    Round acting;
    MoveBatch moving;
    std::vector<Ticket> tickets;
  };
  enum class Phase { sense, think, act, move };

  // Makes the world and its populations. `choices` must outlive this.
  explicit CarelessGame(Choices& choices);
  CarelessGame(const CarelessGame&) = delete;
  CarelessGame& operator=(const CarelessGame&) = delete;

  [[nodiscard]] World& world() { return world_; }
  // From now on a recorder is beside the world: the first frame after the world was given another shape (a
  // population, a reload, a grid) may allocate, since the recorder makes room then.
  void expect_recorder() { has_recorder_ = true; }
  [[nodiscard]] bool has_players() const { return !players_.empty(); }
  // One that the input chooses; there must be one.
  [[nodiscard]] Player& any_player() { return players_[choices_.below(players_.size())]; }
  // Fails if the counters of tasks contradict what the game has seen of them.
  void check_counters() const;

  // careless_game.cpp
  void add_any_population();
  void spawn(Player& player);
  void spawn_entity(Player& player);
  void move_entity();
  void grid(Player& player);
  // A call that tools make between frames.
  void restore(Player& player);
  void report();

  // careless_frame.cpp
  // Times stand still, go on, jump, and fall.
  void begin_frame();
  void end_frame();
  // Wherever the frame stands; the next one can begin then.
  void cancel_frame();
  void begin_sense(Player& player);
  void end_sense(Player& player);
  void answer(Player& player);
  void begin_think(Player& player);
  void end_think(Player& player);
  void begin_act(Player& player);
  void end_act(Player& player);
  void begin_move(Player& player);
  void end_move(Player& player);
  // A job of any batch, perhaps for the second time, or one that does not exist.
  void do_job(Player& player, Phase phase, uint32_t job);
  void do_jobs(Player& player, Phase phase);
  void find_paths();
  // A frame as it should be.
  void whole_frame();

  // careless_worlds.cpp: reloads, saves and loads, keeps a snapshot or goes back to it.
  void change_worlds(Player& player);

 private:
  void add_population(uint32_t asset_index);
  // An asset goes over to its twin, or to any other one, which most worlds refuse.
  void reload(Player& player);
  // The agent of a player is another asset's now.
  static void follow(Player& player, const Asset& asset);
  static void forget_batches(Player& player);
  // The world becomes bytes, perhaps with some changed, and these a world.
  void save_and_load();
  void keep();
  void go_back();

  Choices& choices_;
  World world_;
  Scratch scratch_;
  std::vector<Player> players_;
  Ledger ledger_;
  Reload reload_;
  bool has_gone_back_ = false;
  bool has_recorder_ = false;
  // The number of the world, and how many reloads, populations and grids it has had, as of the last frame.
  std::array<uint64_t, 4> shape_{};
  AssetChange prepared_;  // what `reload_` is about
  // The world and the ledger as of a snapshot.
  struct Kept {
    std::vector<std::byte> world;
    Ledger ledger;
  };
  Kept kept_;
};

}  // namespace ishi::fuzzing
