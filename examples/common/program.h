#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "ishi/ishi.h"
#if defined(ISHI_HAS_LIVE)  // Windows and WASI lack its sockets
#include "ishi/live/host.h"
#endif

// What the games of the examples share: how they read their arguments, load a blob, end with a message, let
// agents think and act, tell whether what began has ended, and write a file.

namespace games {

// What messages begin with: the name of the game.
extern const char* program;

// A number among the arguments, such as "--seconds N", within these bounds; a whole one if `whole`.
struct NumberArgument {
  const char* name;
  double* value;
  double low, high;
  bool whole = false;
};
struct Arguments {
  const char* blob = nullptr;
  const char* svg = nullptr;  // where to draw; null: nowhere
};
// Reads `BLOB [--svg FILE]` and numbers, and `--record FILE` and `--live` if the usage has them. Ends the
// program after --help, and with the usage if something is wrong.
[[nodiscard]] Arguments read_arguments(std::span<char* const> values, const char* usage,
                                       std::span<const NumberArgument> numbers);

// Records a world that was just made, from its first frame on, if the arguments say where to and none is
// recorded; with `--live` it may be looked into. It must be gone before the program ends.
void record(ishi::World& world);
// To be called between two frames, of `seconds` each: with `--live` it lets viewers look into the world, and
// waits until the next frame is due; else it does nothing.
void between_frames(ishi::World& world, double seconds);

#if defined(ISHI_HAS_LIVE)
// Lets `ishi live NAME` look into a world that was just made: opens a host, and a recorder that sleeps until
// somebody watches if --record says none. Ends the program if that cannot be. The host must outlive the
// world.
void let_watch(ishi::World& world, const ishi::live::HostOptions& options, ishi::live::Host& host);
#endif

// Ends the program with a message if a call failed, or if a command found no handler. A task of which a
// viewer has said that it is over is no longer there to be reported.
void require(ishi::Status status, const char* what);
void require(const ishi::Dispatched& done, const char* what);

// Adds agents of a kind that the asset declares. Ends the program and says in which type game and asset
// differ if the asset is not for this game.
void add_agents(ishi::World& world, const ishi::Asset& asset, const char* agent, uint32_t capacity,
                ishi::Population& population);

// One thought of all agents of a population that are due. Ends the program if a call is refused.
void think(ishi::Population& population, ishi::Scratch& scratch);

// Lets them act, round for round; `carry_out` takes the commands of each.
template <typename CarryOut>
void act(ishi::Population& population, ishi::Scratch& scratch, CarryOut&& carry_out) {
  while (population.wants_act()) {
    ishi::Round round;
    ishi::Commands commands;
    require(population.begin_act(round), "begin_act");
    for (uint32_t job = 0; job < round.jobs(); ++job) require(population.act(round, job, scratch), "act");
    require(population.end_act(round, commands), "end_act");
    carry_out(commands);
  }
}

// Ends the program if the file cannot be read or is no blob.
[[nodiscard]] ishi::Asset load(const char* path);

// Of the tasks of several populations together: how many were started, and how they ended.
[[nodiscard]] ishi::ActCounters counters_of(std::span<const ishi::Population> populations);

// Says of an agent, or of all if `who` is empty, what became of the tasks that were started, of which
// `running` still run; false if some ended twice or never.
[[nodiscard]] bool print_account(const char* who, const ishi::ActCounters& counters, uint64_t running);

// False after a message if it cannot be written.
[[nodiscard]] bool write(const char* path, const std::string& text);

}  // namespace games
