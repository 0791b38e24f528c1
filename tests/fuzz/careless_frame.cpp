#include <array>

#include "careless_game.h"
#include "population/population_state.h"
#include "population/world_state.h"

namespace ishi::fuzzing {

void CarelessGame::begin_frame() {
  Clock clock = world_.clock();
  clock.frame += choices_.one_in(8) ? choices_.value<uint16_t>() : 1;
  switch (choices_.below(8)) {
    case 0: break;
    case 1: clock.time_microseconds += 3'600'000'000u; break;
    case 2: clock.time_microseconds += choices_.value<uint32_t>(); break;
    case 3: clock.time_microseconds -= choices_.value<uint8_t>(); break;
    case 4:
      if (choices_.one_in(8)) clock.time_microseconds = choices_.value<uint64_t>();
      break;
    default: clock.time_microseconds += 16'667; break;
  }
  if (choices_.one_in(64)) clock.frame = choices_.value<uint64_t>();
  const World::State& world = *world_.state();
  const std::array<uint64_t, 4> shape = {world.made, world.reloads, world.populations.size(),
                                         world.grid != nullptr ? 1U : 0U};
  const auto begin = [&] { return world_.begin_frame(clock); };
  const Status status = has_recorder_ && shape != shape_ ? begin() : quietly(begin);
  if (status) shape_ = shape;
}

void CarelessGame::end_frame() {
  static_cast<void>(quietly([&] { return world_.end_frame(); }));
}

void CarelessGame::cancel_frame() {
  const Clock clock = world_.clock();
  if (!quietly([&] { return world_.cancel_frame(); })) return;
  require(world_.cancel_frame().code == StatusCode::wrong_phase, "a frame that was cancelled goes on");
  const Status begun = quietly([&] { return world_.begin_frame(clock); });
  require(static_cast<bool>(begun), "no frame begins behind one that was cancelled");
  end_frame();
}

void CarelessGame::begin_sense(Player& player) {
  SenseOptions options;
  options.broad_phase = !choices_.one_in(4);
  options.agents_per_job = choices_.below(5);
  options.quota = choices_.below(4);
  static_cast<void>(quietly([&] { return player.cast.population.begin_sense(options, player.sensing); }));
}

void CarelessGame::end_sense(Player& player) {
  std::span<const OcclusionQuery> queries;
  if (!quietly([&] { return player.cast.population.end_sense(player.sensing, queries); })) return;
  for (const OcclusionQuery& query : queries) player.tickets.push_back(query.ticket);
}

void CarelessGame::answer(Player& player) {
  if (player.tickets.empty()) return;
  Ticket ticket = player.tickets[choices_.below(player.tickets.size())];
  if (choices_.one_in(16)) ticket.query = choices_.value<uint64_t>();
  if (choices_.one_in(64)) ticket.world = choices_.value<uint32_t>();
  if (choices_.one_in(64)) ticket.population = choices_.value<uint16_t>();
  const auto sight = static_cast<Sight>(choices_.below(3));
  static_cast<void>(quietly([&] { return player.cast.population.answer(ticket, sight); }));
}

void CarelessGame::begin_think(Player& player) {
  BatchOptions options;
  options.agents_per_job = choices_.below(5);
  options.quota = choices_.below(4);
  static_cast<void>(quietly([&] { return player.cast.population.begin_think(options, player.thinking); }));
}

void CarelessGame::end_think(Player& player) {
  static_cast<void>(quietly([&] { return player.cast.population.end_think(player.thinking); }));
}

void CarelessGame::begin_act(Player& player) {
  RoundOptions options;
  options.agents_per_job = choices_.below(5);
  static_cast<void>(quietly([&] { return player.cast.population.begin_act(options, player.acting); }));
}

void CarelessGame::end_act(Player& player) {
  Commands commands;
  if (quietly([&] { return player.cast.population.end_act(player.acting, commands); }))
    ledger_.take(commands);
}

void CarelessGame::begin_move(Player& player) {
  static_cast<void>(quietly([&] { return player.cast.population.begin_move(player.moving); }));
}

void CarelessGame::end_move(Player& player) {
  std::span<const Move> moves;
  static_cast<void>(quietly([&] { return player.cast.population.end_move(player.moving, moves); }));
}

void CarelessGame::do_job(Player& player, Phase phase, uint32_t job) {
  Population& population = player.cast.population;
  static_cast<void>(quietly([&] {
    switch (phase) {
      case Phase::sense: return population.sense(player.sensing, job, scratch_);
      case Phase::think: return population.think(player.thinking, job, scratch_);
      case Phase::act: return population.act(player.acting, job, scratch_);
      default: return population.move(player.moving, job, scratch_);
    }
  }));
}

void CarelessGame::do_jobs(Player& player, Phase phase) {
  const auto jobs = std::array{player.sensing.jobs(), player.thinking.jobs(), player.acting.jobs(),
                               player.moving.jobs()}[static_cast<size_t>(phase)];
  for (uint32_t job = 0; job < jobs; ++job) do_job(player, phase, job);
}

void CarelessGame::whole_frame() {
  begin_frame();
  for (Player& player : players_) {
    if (choices_.one_in(4)) continue;
    begin_sense(player);
    do_jobs(player, Phase::sense);
    end_sense(player);
    for (int i = 0; i < 3; ++i) answer(player);
  }
  for (Player& player : players_) {
    begin_think(player);
    do_jobs(player, Phase::think);
    end_think(player);
  }
  for (Player& player : players_) {
    for (uint32_t round = 0; round < kRoundsPerFrame && player.cast.population.wants_act(); ++round) {
      begin_act(player);
      do_jobs(player, Phase::act);
      end_act(player);
      report();
    }
  }
  find_paths();
  for (Player& player : players_) {
    begin_move(player);
    do_jobs(player, Phase::move);
    end_move(player);
  }
  end_frame();
}

void CarelessGame::find_paths() {
  PathOptions options;
  options.expansions = choices_.below(300);
  static_cast<void>(quietly([&] { return world_.find_paths(options); }));
}

}  // namespace ishi::fuzzing
