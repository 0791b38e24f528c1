// The calls of a game in any order, on a world with agents of several assets: the input is read as calls and
// what they are given. What the documentation of a call excludes as the caller's fault is not done: all else
// must be refused or do no harm, allocate nothing once a population exists, and what starts must end once.

#include "careless_game.h"
#include "choices.h"
#include "deeds.h"

namespace {

using namespace ishi;
using namespace ishi::fuzzing;

constexpr uint32_t kMostCalls = 400;

class Session {
 public:
  explicit Session(Choices choices) : choices_(choices) {}

  void run() {
    for (uint32_t call = 0; call < kMostCalls && !choices_.at_end(); ++call) this->call();
    game_.check_counters();
  }

 private:
  void call() {
    if (!game_.has_players() || choices_.one_in(100)) {
      game_.add_any_population();
      if (!game_.has_players()) return;
    }
    CarelessGame::Player& player = game_.any_player();
    Cast& cast = player.cast;
    World& world = game_.world();
    // The last of the bytes that choose a call, so that inputs that are kept mean what they did.
    constexpr uint8_t kCancels = 248;
    const auto chosen = choices_.value<uint8_t>();
    if (chosen >= kCancels) return game_.cancel_frame();
    switch (chosen % 32) {
      case 0: game_.spawn(player); break;
      case 1:
        static_cast<void>(quietly([&] { return cast.population.despawn(odd_entity(choices_, world)); }));
        break;
      case 2: game_.spawn_entity(player); break;
      case 3:
        static_cast<void>(quietly([&] { return world.despawn_entity(odd_entity(choices_, world)); }));
        break;
      case 4: game_.move_entity(); break;
      case 5: write_key(world, cast, choices_); break;
      case 6: write_state(world, cast, choices_); break;
      case 7: change_memory(world, cast, choices_); break;
      case 8: change_candidates(world, cast, choices_); break;
      case 9: post_event(world, cast, choices_); break;
      case 10: make_sound(world, cast, choices_); break;
      case 11: keep_claims(world, cast, choices_); break;
      case 12: game_.grid(player); break;
      case 13: game_.restore(player); break;
      case 14: ask(world, cast, choices_); break;
      case 15: game_.report(); break;
      case 16: game_.begin_frame(); break;
      case 17: game_.end_frame(); break;
      case 18: game_.begin_sense(player); break;
      case 19: game_.end_sense(player); break;
      case 20: game_.answer(player); break;
      case 21: game_.begin_think(player); break;
      case 22: game_.end_think(player); break;
      case 23: game_.begin_act(player); break;
      case 24: game_.end_act(player); break;
      case 25: game_.begin_move(player); break;
      case 26: game_.end_move(player); break;
      case 27:
        game_.do_job(player, static_cast<CarelessGame::Phase>(choices_.below(4)), choices_.below(4));
        break;
      case 28: game_.do_jobs(player, static_cast<CarelessGame::Phase>(choices_.below(4))); break;
      case 29: game_.find_paths(); break;
      case 30: game_.change_worlds(player); break;
      default: game_.whole_frame(); break;
    }
  }

  Choices choices_;
  CarelessGame game_{choices_};
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  Session(Choices({data, size})).run();
  return 0;
}
