#pragma once

#include <cstddef>
#include <cstdint>
#include <exception>
#include <optional>
#include <span>
#include <type_traits>

#include "ishi/commands.h"
#include "ishi/population.h"

// Commands given to typed functions, for games that want callbacks:
//
//   const ishi::Dispatched done = ishi::dispatch(
//       guards, commands,
//       [&](const ishi::Started<game::MoveTo>& move) { walk(move.user, move.parameters.place, move.token); },
//       [&](const ishi::Started<game::Fire>& fire) { shoot(fire.user); return ishi::Ending::completed; },
//       [&](const ishi::Ended<game::MoveTo>& move) { stop(move.user); });
//   if (!done) log(done.unhandled, describe(done.status));

namespace ishi {

// What a handler is given. T is a task's struct of the contract's header. `parameters` lie in the population
// until the task is over or aborted (copy what is needed longer); those of a task without any are T's
// defaults.
template <typename T>
struct Started {
  static_assert(kIsTask<T>, "only a task starts; an event is posted");
  Token token{};
  Entity agent{};
  uint64_t user = 0;
  const T& parameters;
};
template <typename T>
struct Updated {
  static_assert(kIsTask<T>, "only a task has live parameters; an event is posted");
  Token token{};
  Entity agent{};
  uint64_t user = 0;
  const T& parameters;
};
template <typename T>
struct Ended {
  static_assert(kIsTask<T>, "only a task ends; an event is posted");
  Token token{};
  Entity agent{};
  uint64_t user = 0;
  bool report_when_over = false;
};

// What became of the commands of a round: good if each found its handler and each report was taken.
struct Dispatched {
  uint32_t unhandled = 0;  // starts, and ends that wait for a report, that no handler took
  uint32_t refused = 0;    // reports that the population did not take
  Status status{};         // why the first of these was refused

  explicit operator bool() const { return unhandled == 0 && refused == 0; }
};

namespace dispatching {

enum class Part : uint8_t { start, update, end };

template <typename Argument>
struct Taken;
template <typename T>
struct Taken<Started<T>> {
  using Task = T;
  static constexpr Part part = Part::start;
};
template <typename T>
struct Taken<Updated<T>> {
  using Task = T;
  static constexpr Part part = Part::update;
};
template <typename T>
struct Taken<Ended<T>> {
  using Task = T;
  static constexpr Part part = Part::end;
};

// The argument of a function or of an object with one operator().
template <typename Handler>
struct ArgumentOf : ArgumentOf<decltype(&Handler::operator())> {};
template <typename Result, typename Argument>
struct ArgumentOf<Result (*)(Argument)> {
  using Type = std::remove_cvref_t<Argument>;
};
template <typename Result, typename Argument>
struct ArgumentOf<Result (*)(Argument) noexcept> : ArgumentOf<Result (*)(Argument)> {};
template <typename Class, typename Result, typename Argument>
struct ArgumentOf<Result (Class::*)(Argument)> : ArgumentOf<Result (*)(Argument)> {};
template <typename Class, typename Result, typename Argument>
struct ArgumentOf<Result (Class::*)(Argument) const> : ArgumentOf<Result (*)(Argument)> {};
template <typename Class, typename Result, typename Argument>
struct ArgumentOf<Result (Class::*)(Argument) noexcept> : ArgumentOf<Result (*)(Argument)> {};
template <typename Class, typename Result, typename Argument>
struct ArgumentOf<Result (Class::*)(Argument) const noexcept> : ArgumentOf<Result (*)(Argument)> {};

template <typename Handler>
using HandledBy = typename ArgumentOf<std::decay_t<Handler>>::Type;
template <typename Handler>
using TaskOf = typename Taken<HandledBy<Handler>>::Task;
template <typename Handler>
inline constexpr Part kPartOf = Taken<HandledBy<Handler>>::part;

template <typename A, typename B>
inline constexpr bool kTakeTheSame = kPartOf<A> == kPartOf<B>&& TaskOf<A>::id == TaskOf<B>::id;
template <typename... Handlers>
inline constexpr bool kAreDifferent = true;
template <typename First, typename... Others>
inline constexpr bool kAreDifferent<First, Others...> =
    (!kTakeTheSame<First, Others> && ...) && kAreDifferent<Others...>;

template <typename T>
const T& parameters_of(const Start& start) {
  static_assert(sizeof(T) >= T::record_bytes, "a task's struct is not that of its record");
  static constexpr T kNone{};
  if constexpr (T::record_bytes == 0) {
    return kNone;
  } else {
    return *static_cast<const T*>(start.parameters);
  }
}

inline void report(Population& population, const Token& token, Ending ending, Dispatched& done) {
  const Status status = population.report(token, ending);
  if (!status && done.refused++ == 0) done.status = status;
}

// Calls handlers, and keeps the first exception that they throw until all commands of the round have been
// given out.
#if defined(__cpp_exceptions)
class Catching {
 public:
  template <typename Call, typename Otherwise>
  void call(Call&& call, Otherwise&& otherwise) {
    try {
      call();
    } catch (...) {
      if (first_ == nullptr) first_ = std::current_exception();
      otherwise();
    }
  }
  void rethrow() const {
    if (first_ != nullptr) std::rethrow_exception(first_);
  }

 private:
  std::exception_ptr first_;
};
using Caller = Catching;
#else
class NotCatching {
 public:
  template <typename Call, typename Otherwise>
  void call(Call&& call, Otherwise&&) {
    call();
  }
  void rethrow() const {}
};
using Caller = NotCatching;
#endif

// Nobody will report the task of a command whose handler has thrown, unless it did so before.
inline void give_up(Population& population, const Start& start) {
  static_cast<void>(population.report(start.token, Ending::failed));
}
inline void give_up(Population& population, const End& end) {
  if (end.report_when_over) static_cast<void>(population.report(end.token, Ending::completed));
}

template <typename Handler>
void handle(Population& population, const Start& start, Handler& handler, Dispatched& done) {
  using Command = HandledBy<Handler>;
  const Command command{start.token, start.agent, start.user, parameters_of<TaskOf<Handler>>(start)};
  if constexpr (std::is_void_v<decltype(handler(command))>) {
    handler(command);
  } else if constexpr (std::is_same_v<decltype(handler(command)), std::optional<TaskOf<Handler>>>) {
    static_assert(kPartOf<Handler> == Part::start, "only a start may be reported at once");
    const std::optional<TaskOf<Handler>> given = handler(command);
    const Status status =
        given ? population.complete(start.token, *given) : population.report(start.token, Ending::failed);
    if (!status && done.refused++ == 0) done.status = status;
  } else {
    static_assert(kPartOf<Handler> == Part::start, "only a start may be reported at once");
    static_assert(
        !kGives<TaskOf<Handler>>,
        "a task that gives something back returns a std::optional of its struct, empty if it failed");
    report(population, start.token, handler(command), done);
  }
}

template <typename Handler>
void handle(Population&, const End& end, Handler& handler, Dispatched&) {
  const HandledBy<Handler> command{end.token, end.agent, end.user, end.report_when_over};
  static_assert(std::is_void_v<decltype(handler(command))>, "an end has nothing to report");
  handler(command);
}

// Gives the commands of one task to the handler if it is theirs.
template <Part part, typename Command, typename Handler>
bool take(Population& population, std::span<const Command> commands, Handler& handler, Dispatched& done,
          Caller& caller) {
  if constexpr (kPartOf<Handler> == part) {
    static_assert(sizeof(HandledBy<Handler>) > 0);  // what it is given says at first what is wrong with it
    if (TaskOf<Handler>::id != commands[0].task) return false;
    for (const Command& command : commands) {
      caller.call([&] { handle(population, command, handler, done); },
                  [&] {
                    if constexpr (part != Part::update) give_up(population, command);
                  });
    }
    return true;
  } else {
    return false;
  }
}

// Calls `visit` with the commands of each task in turn.
template <typename Command, typename Visit>
void for_each_task(std::span<const Command> commands, Visit&& visit) {
  for (size_t first = 0, last = 0; first < commands.size(); first = last) {
    while (last < commands.size() && commands[last].task == commands[first].task) ++last;
    visit(commands.subspan(first, last - first));
  }
}

// True if the commands of a list, which are all of one population, are of this one.
template <typename Command>
bool is_of(const Population& population, std::span<const Command> commands, Dispatched& done) {
  if (commands.empty()) return true;
  const Token& token = commands[0].token;
  if (token.world != population.world_number()) {
    done.status = {StatusCode::foreign_handle, token.serial};
    return false;
  }
  if (token.population == population.index()) return true;
  done.status = {StatusCode::token_unknown, token.serial};
  return false;
}

template <typename... Handlers>
Dispatched dispatch_all(Population& population, const Commands& commands, Handlers&&... handlers) {
  Dispatched done;
  const bool is_ours = is_of(population, commands.starts, done) &&
                       is_of(population, commands.updates, done) && is_of(population, commands.ends, done);
  if (!is_ours) {
    done.refused =
        static_cast<uint32_t>(commands.starts.size() + commands.updates.size() + commands.ends.size());
    return done;
  }
  Caller caller;
  for_each_task(commands.ends, [&](std::span<const End> ends) {
    if ((take<Part::end>(population, ends, handlers, done, caller) || ...)) return;
    for (const End& end : ends) {
      if (!end.report_when_over) continue;
      report(population, end.token, Ending::completed, done);
      ++done.unhandled;
    }
  });
  for_each_task(commands.updates, [&]([[maybe_unused]] std::span<const Update> updates) {
    static_cast<void>((take<Part::update>(population, updates, handlers, done, caller) || ...));
  });
  for_each_task(commands.starts, [&](std::span<const Start> starts) {
    if ((take<Part::start>(population, starts, handlers, done, caller) || ...)) return;
    for (const Start& start : starts) report(population, start.token, Ending::failed, done);
    done.unhandled += static_cast<uint32_t>(starts.size());
  });
  commands.is_given_out = true;
  caller.rethrow();
  return done;
}

}  // namespace dispatching

// Gives each command of a round to the handler of its task: first ends, then updates, then starts. A handler
// is a function or a lambda (not a generic one) of one argument: Started<T>, Updated<T> or Ended<T>, T a
// task's struct; at most one of each for a task. One of a start that returns an Ending reports it at once;
// one that returns nothing leaves the task running, until the game reports its token. Nothing hangs for want
// of a handler: starts that none takes are reported as failed, ends that wait for a report as completed, and
// both are counted. Updates and other ends without a handler are left out, and so are Commands::events. A
// report is refused if the handler made it already. An exception of a handler is thrown on when all other
// commands have had their handlers, the first if there are several; the task whose start threw has then
// failed, and an end that threw is over. Commands of another population, or of another world, are all
// refused, and no handler is called. No allocation; linear in the commands, plus tasks times handlers.
template <typename... Handlers>
[[nodiscard]] Dispatched dispatch(Population& population, const Commands& commands, Handlers&&... handlers) {
  static_assert(dispatching::kAreDifferent<Handlers...>, "two handlers take the same command of one task");
  return dispatching::dispatch_all(population, commands, handlers...);
}

}  // namespace ishi
