#pragma once

#include <unistd.h>

#include <atomic>
#include <catch2/catch.hpp>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "client/live_game.h"
#include "compiler/asset_of.h"
#include "ishi/id.h"
#include "ishi/ishi.h"
#include "ishi/live/host.h"
#include "ishi/record/recorder.h"
#include "ishi/record/replay.h"

// A game of ants that viewers join, in a thread of its own.

namespace ishi::live {

inline constexpr const char* kAnts = R"(ishi: 1
blackboard:
  food: { type: number, range: 0..1 }
  found: { type: integer, range: 0..100000 }
  tired: boolean
  mood: { type: mood }
  friend: ant_body
  home: point
  alarm: { type: number, range: 0..10, scope: world }
  trail: { type: number, range: 0..10, scope: team }
enums: { mood: [calm, angry] }
things: { ant_body: {} }
needs: { hunger: { rise: 0.01/s } }
events: { poke: { fields: { force: number } } }
tasks: { dig: { takes: 1s }, rest: { takes: 1s } }
actions:
  dig: { score: food, do: [dig, set: { found: found + 1 }] }
  rest: { score: 0.5 + 0.1 * needs.hunger + 0.01 * alarm, do: rest }
agents:
  ant:
    actions: [dig, rest]
    on: { poke: [set: { found: found + 10 }] }
)";

// A folder for socket files, which the environment names as long as it lives.
struct RuntimeFolder {
  std::filesystem::path path;
  std::string before;

  RuntimeFolder() {
    std::string name = (std::filesystem::temp_directory_path() / "ishi_live_XXXXXX").string();
    REQUIRE(::mkdtemp(name.data()) != nullptr);
    path = name;
    if (const char* const old = std::getenv("XDG_RUNTIME_DIR"); old != nullptr) before = old;
    REQUIRE(::setenv("XDG_RUNTIME_DIR", path.c_str(), 1) == 0);
  }
  ~RuntimeFolder() {
    std::filesystem::remove_all(path);
    if (before.empty())
      ::unsetenv("XDG_RUNTIME_DIR");
    else
      ::setenv("XDG_RUNTIME_DIR", before.c_str(), 1);
  }
};

struct Ants {
  std::vector<std::unique_ptr<Asset>> assets;
  World world;
  Population population;
  Sequential jobs{};
  std::vector<Start> starts;
  std::vector<Entity> agents;
  uint64_t frames = 0;
  bool is_refused = false;  // a call of the game's was

  explicit Ants(uint32_t count, const char* text = kAnts) {
    assets.push_back(std::make_unique<Asset>(compiler::asset_of(text)));
    REQUIRE(World::create({.entities = 64 + count, .teams = 2}, world));
    REQUIRE(world.add_population(*assets[0], AgentId::of("ant"), {.capacity = count}, population));
    agents.resize(count);
    for (Entity& agent : agents) REQUIRE(population.spawn({}, agent));
  }

  // A tenth of a second: writes what ants know, and ends what they began. No assertion, since another thread
  // may play.
  void play() {
    const Column<float> food = population.column<float>(id_of("blackboard", "food"));
    for (uint32_t slot = 0; slot < food.size(); ++slot)
      food[slot] = static_cast<float>((frames * 7 + slot * 3) % 10) / 10;
    struct Game {
      Ants& ants;
      Dispatched carry_out(Population&, const Commands& commands) {
        ants.starts.insert(ants.starts.end(), commands.starts.begin(), commands.starts.end());
        return {};
      }
    };
    starts.clear();
    is_refused = !run_frame(world, jobs, Game{*this}, {.microseconds = 100'000}) || is_refused;
    for (size_t i = 0; i < starts.size(); i += 2) {  // the others go on until somebody ends them
      if (population.status()) static_cast<void>(population.report(starts[i].token, Ending::completed));
    }
    ++frames;
  }
};

// The game, its recorder and its host; `run` lets it play in a thread until `stop`.
struct LiveAnts {
  RuntimeFolder folder;
  Ants ants;
  record::Recorder recorder;
  Host host;
  std::atomic<bool> is_stopping{false};
  std::atomic<uint64_t> frames{0}, longest_microseconds{0}, held_microseconds{0}, changes{0};
  std::mutex playing;  // held while a frame is played, and between_frames called
  std::thread thread;

  explicit LiveAnts(uint32_t count, record::RecorderOptions recorded = {.dashcam_seconds = 20},
                    HostOptions options = {}, const char* text = kAnts)
      : ants(count, text) {
    REQUIRE(record::Recorder::open(ants.world, recorded, recorder) == record::Result::ok);
    options.name = "ants";
    REQUIRE(host.open(recorder, options) == Result::ok);
  }
  ~LiveAnts() { stop(); }

  void run(std::chrono::microseconds each = std::chrono::milliseconds(2)) {
    is_stopping = false;
    thread = std::thread([this, each] {
      while (!is_stopping) {
        play();
        std::this_thread::sleep_for(each);
      }
    });
  }
  void play() {
    const std::lock_guard<std::mutex> guard(playing);
    const auto begun = std::chrono::steady_clock::now();
    const Turn turn = host.between_frames(ants.world);
    const auto took =
        std::chrono::duration_cast<std::chrono::microseconds>(std::chrono::steady_clock::now() - begun);
    const auto waited =
        static_cast<uint64_t>(took.count()) - std::min<uint64_t>(took.count(), turn.held_microseconds);
    longest_microseconds = std::max(longest_microseconds.load(), waited);
    held_microseconds += turn.held_microseconds;
    changes += turn.changes;
    ants.play();
    // A recorder without file and dashcam needs a reader for its bytes.
    std::byte taken[4096];
    while (recorder.take(taken) > 0) continue;
    frames = ants.frames;
  }
  void stop() {
    is_stopping = true;
    if (thread.joinable()) thread.join();
  }
  [[nodiscard]] Address address() const { return {.path = host.path(), .port = 0, .secret = {}}; }
};

// One who watches, with a replay of its own.
struct Watcher {
  record::Replay replay;
  std::unique_ptr<LiveGame> game;
  std::vector<std::byte> bytes;
  bool has_differed = false;

  explicit Watcher(const Address& address, bool wants_past = false) {
    record::Replay::open_stream({}, replay);
    auto joined = LiveGame::join(address, wants_past, replay);
    INFO((joined ? std::string() : joined.error()));
    REQUIRE(joined);
    game = std::move(*joined);
    game->on_bytes = [this](std::span<const std::byte> some) {
      bytes.insert(bytes.end(), some.begin(), some.end());
    };
  }
  void play() {
    for (record::Step step = replay.step(); step != record::Step::end; step = replay.step())
      has_differed = has_differed || step == record::Step::differs;
  }
  // Watches until so many frames are there, or for ten seconds.
  void watch(uint64_t frames) {
    const auto until = std::chrono::steady_clock::now() + std::chrono::seconds(10);
    while (replay.sums().frames < frames && game->is_there() && std::chrono::steady_clock::now() < until) {
      static_cast<void>(game->take_in(LiveGame::Milliseconds(50)));
      play();
    }
    REQUIRE(replay.sums().frames >= frames);
  }
};

}  // namespace ishi::live
