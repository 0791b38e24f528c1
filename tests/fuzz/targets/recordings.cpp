// Recordings of a careless game: the first bytes of an input are edits of the recording, the others the calls
// of the game. What nobody has edited is played as it was; what was edited gets past the checksums, and does
// no harm.

#include <sys/mman.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

#include "careless_game.h"
#include "ishi/record/recorder.h"
#include "ishi/record/replay.h"
#include "recording_edits.h"

namespace {

using namespace ishi;
using namespace ishi::fuzzing;

constexpr uint32_t kMostCalls = 120;
constexpr size_t kEditBytes = 16;  // choices of one edit

// Memory that is not counted: after a reload or a new population the recorder takes some within a call of the
// game.
Allocator pages() {
  const auto take = [](void*, size_t bytes, size_t) -> void* {
    void* const memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return memory == MAP_FAILED ? nullptr : memory;
  };
  const auto give_back = [](void*, void* memory, size_t bytes, size_t) { munmap(memory, bytes); };
  return {nullptr, take, give_back};
}

class RecordedGame {
 public:
  explicit RecordedGame(Choices choices) : choices_(choices) {}

  std::vector<std::byte> play() {
    record::RecorderOptions options;
    options.hash_frames = 1;
    options.save_seconds = static_cast<float>(1 + choices_.below(60));
    options.allocator = pages();
    require(record::Recorder::open(game_.world(), options, recorder_) == record::Result::ok,
            "a recorder is not opened");
    for (uint32_t call = 0; call < kMostCalls && !choices_.at_end(); ++call) this->call();
    game_.end_frame();  // unless a population is busy
    static_cast<void>(recorder_.finish());
    std::vector<std::byte> bytes;
    std::vector<std::byte> some(1 << 16);
    for (size_t count = recorder_.take(some); count > 0; count = recorder_.take(some))
      bytes.insert(bytes.end(), some.begin(), some.begin() + static_cast<std::ptrdiff_t>(count));
    return bytes;
  }

 private:
  void call() {
    if (!game_.has_players()) return game_.add_any_population();
    CarelessGame::Player& player = game_.any_player();
    Cast& cast = player.cast;
    World& world = game_.world();
    switch (choices_.below(22)) {
      case 0: game_.spawn(player); break;
      case 1: static_cast<void>(cast.population.despawn(odd_entity(choices_, world))); break;
      case 2: game_.spawn_entity(player); break;
      case 3: static_cast<void>(world.despawn_entity(odd_entity(choices_, world))); break;
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
      case 14: game_.report(); break;
      case 15:
        if (choices_.one_in(4)) game_.change_worlds(player);
        break;
      case 16:
        if (choices_.one_in(16)) game_.add_any_population();
        break;
      case 17:
      case 18: busy_frame(); break;
      default: game_.whole_frame(); break;
    }
  }

  // A frame in which the game writes between all calls, whoever they are of.
  void busy_frame() {
    game_.begin_frame();
    write();
    CarelessGame::Player& player = game_.any_player();
    game_.begin_sense(player);
    write();
    game_.do_jobs(player, CarelessGame::Phase::sense);
    write();
    game_.end_sense(player);
    game_.answer(player);
    write();
    CarelessGame::Player& thinker = game_.any_player();
    game_.begin_think(thinker);
    write();
    game_.do_jobs(thinker, CarelessGame::Phase::think);
    write();
    game_.end_think(thinker);
    CarelessGame::Player& actor = game_.any_player();
    for (uint32_t round = 0; round < kRoundsPerFrame && actor.cast.population.wants_act(); ++round) {
      write();
      game_.begin_act(actor);
      write();
      game_.report();
      game_.do_jobs(actor, CarelessGame::Phase::act);
      write();
      game_.end_act(actor);
      game_.report();
    }
    game_.find_paths();
    game_.begin_move(actor);
    write();
    game_.do_jobs(actor, CarelessGame::Phase::move);
    game_.end_move(actor);
    write();
    game_.end_frame();
  }
  void write() {
    if (choices_.one_in(3)) write_in_frame(game_.world(), game_.any_player().cast, choices_);
  }

  Choices choices_;
  CarelessGame game_{choices_};
  record::Recorder recorder_;
};

void play_again(std::span<const std::byte> bytes, Choices& choices, bool was_edited) {
  record::ReplayOptions options;
  options.threads = 1;
  options.agents_per_job = choices.below(4);
  options.instruction_set = choices.one_in(2) ? InstructionSet::scalar : InstructionSet::best;
  options.most_extra_bytes = uint64_t{1} << 26;
  record::Replay replay;
  if (record::Replay::open(bytes, options, replay) != record::ReadResult::ok) return;
  if (was_edited) {
    while (replay.step() != record::Step::end) {
    }
    return;
  }
  if (replay.run()) return;
  const record::Difference& difference = replay.difference();
  std::fprintf(stderr, "frame %llu, population %u, kind %u, call %s, status %u at %llu\n",
               static_cast<unsigned long long>(difference.frame), difference.population,
               static_cast<unsigned>(difference.kind), difference.call,
               static_cast<unsigned>(difference.status.code),
               static_cast<unsigned long long>(difference.status.where));
  fail("a recording is played otherwise than it was");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  Choices all({data, size});
  const uint32_t edits = all.below(8);
  if (size < 2 + edits * kEditBytes) return 0;
  Choices how({data + 1, 1});
  std::vector<std::byte> recording =
      RecordedGame(Choices({data + 2 + edits * kEditBytes, size - 2 - edits * kEditBytes})).play();
  // What is found can be looked at with the tool.
  for (uint32_t i = 0; i < edits; ++i) {
    Choices edit({data + 2 + i * kEditBytes, kEditBytes});
    edit_recording(recording, edit);
  }
  if (const char* const file = std::getenv("ISHI_FUZZ_RECORDING")) {
    if (std::FILE* const out = std::fopen(file, "wb")) {
      std::fwrite(recording.data(), 1, recording.size(), out);
      std::fclose(out);
    }
  }
  play_again(recording, how, edits > 0);
  return 0;
}
