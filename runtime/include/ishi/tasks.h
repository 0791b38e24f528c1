#pragma once

#include <concepts>
#include <type_traits>

#include "ishi/dispatch.h"

// Handlers of tasks as members of a class. The header that `ishi header` writes has a base class
// `game::Tasks`, whose derived class does not compile until it handles each task of the contract:
//
//   struct Game : game::Tasks<Game> {
//     ishi::Ending start(const ishi::Started<game::Fire>& fire) { return shoot(fire.user); }
//     void start(const ishi::Started<game::MoveTo>& move) { walk(move.user, move.token); }
//     void end(const ishi::Ended<game::MoveTo>& move) { stop(move.user); }
//   };
//
// If a task is over at once, its `start` returns how it ended, or, if it gives something back, a
// std::optional of its struct. If it goes on, `start` returns nothing, and the game reports the token later;
// such a task may be aborted, so it needs `end`, too. A member `void update(const ishi::Updated<T>&)` gets
// changed live parameters. Handlers are public.

namespace ishi {

template <typename Game, typename Task>
concept StartsTask = requires(Game& game, const Started<Task>& task) {
  game.start(task);
};
template <typename Game, typename Task>
concept UpdatesTask = requires(Game& game, const Updated<Task>& task) {
  game.update(task);
};
template <typename Game, typename Task>
concept EndsTask = requires(Game& game, const Ended<Task>& task) {
  game.end(task);
};
// Satisfied if the task is over when `start` returns.
template <typename Game, typename Task>
concept StartsAndEndsTask = requires(Game& game, const Started<Task>& task) {
  { game.start(task) } -> std::same_as<Ending>;
};
// The same for a task that gives something back: its struct, or nothing if it failed.
template <typename Game, typename Task>
concept StartsAndGives = requires(Game& game, const Started<Task>& task) {
  { game.start(task) } -> std::same_as<std::optional<Task>>;
};
// Satisfied if no handler is missing: a task that goes on after its start may be aborted.
template <typename Game, typename Task>
concept HandlesTask = (StartsAndEndsTask<Game, Task> && !kGives<Task>) || StartsAndGives<Game, Task> ||
                      (StartsTask<Game, Task> && EndsTask<Game, Task>);

namespace dispatching {

// True if a game has an `update` for a task that would never be called, since it takes a command that it
// could change, or another sort of command.
template <typename Game, typename Task>
inline constexpr bool kTakesOtherUpdate =
    !UpdatesTask<Game, Task> && (
                                    requires(Game & game, Updated<Task>& task) { game.update(task); } ||
                                    requires(Game & game, Started<Task>& task) { game.update(task); } ||
                                    requires(Game & game, Ended<Task>& task) { game.update(task); });

template <typename Game, typename Task>
struct StartHandler {
  Game& game;
  auto operator()(const Started<Task>& task) const { return game.start(task); }
};
template <typename Game, typename Task>
struct UpdateHandler {
  Game& game;
  void operator()([[maybe_unused]] const Updated<Task>& task) const {
    if constexpr (UpdatesTask<Game, Task>) game.update(task);
  }
};
template <typename Game, typename Task>
struct EndHandler {
  Game& game;
  void operator()([[maybe_unused]] const Ended<Task>& task) const {
    if constexpr (EndsTask<Game, Task>) game.end(task);
  }
};

}  // namespace dispatching

// Gives the commands of a round to the handlers of a class, as `dispatch` does.
template <typename... Tasks, typename Game>
[[nodiscard]] Dispatched carry_out(Game& game, Population& population, const Commands& commands) {
  static_assert((!dispatching::kTakesOtherUpdate<Game, Tasks> && ...),
                "`update` is called with (const ishi::Updated<T>&), T a task's struct");
  return dispatching::dispatch_all(population, commands, dispatching::StartHandler<Game, Tasks>{game}...,
                                   dispatching::UpdateHandler<Game, Tasks>{game}...,
                                   dispatching::EndHandler<Game, Tasks>{game}...);
}

}  // namespace ishi
