#include <catch2/catch.hpp>
#include <chrono>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <string>
#include <thread>
#include <vector>

#include "live/live_ants.h"

// A running game and those who watch it.

namespace ishi::live::host_test {
namespace {

using Deed = Command::Deed;
using Outcome = Answer::Outcome;
using record::InjectionKind;

std::vector<std::byte> read_file(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  const std::vector<char> text((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  const auto* const first = reinterpret_cast<const std::byte*>(text.data());
  return {first, first + text.size()};
}

void require_done(Watcher& watcher, const Command& command) {
  const auto answer = watcher.game->ask(command);
  INFO((answer ? answer->why : answer.error()));
  REQUIRE(answer);
  REQUIRE(answer->outcome == Outcome::done);
}

}  // namespace

TEST_CASE("a game with a host that nobody watches has the states of one without") {
  Ants plain(32);
  LiveAnts live(32);
  LiveAnts asleep(32, {.dashcam_seconds = 5, .only_watched = true});
  for (uint32_t i = 0; i < 200; ++i) {
    plain.play();
    live.play();
    asleep.play();
    REQUIRE(live.ants.world.state_hash() == plain.world.state_hash());
    REQUIRE(asleep.ants.world.state_hash() == plain.world.state_hash());
  }
  CHECK(live.recorder.counters().frames == 200);
  CHECK(asleep.recorder.counters().frames == 0);
}

TEST_CASE("a viewer sees what the game plays, and replays it to the same states") {
  const auto recorded =
      GENERATE(record::RecorderOptions{.dashcam_seconds = 20, .hash_frames = 1},
               record::RecorderOptions{.dashcam_seconds = 20, .hash_frames = 1, .only_watched = true},
               record::RecorderOptions{.hash_frames = 1},
               record::RecorderOptions{.path = "live_test.ishirec", .hash_frames = 1});
  LiveAnts live(24, recorded);
  for (uint32_t i = 0; i < 50; ++i) live.play();
  live.run();
  Watcher watcher(live.address());
  CHECK(watcher.game->info().name == "ants");
  watcher.watch(100);
  live.stop();
  while (watcher.game->take_in(LiveGame::Milliseconds(100)) ||
         watcher.replay.world().clock().frame < live.ants.frames)
    watcher.play(), live.host.between_frames(live.ants.world);
  CHECK_FALSE(watcher.has_differed);
  CHECK(watcher.game->lost_frames() == 0);
  CHECK(watcher.replay.sums().hashes >= 100);
  CHECK(watcher.replay.world().clock().frame == live.ants.frames);
  // The stream is a recording.
  record::Replay again;
  REQUIRE(record::Replay::open(watcher.bytes, {}, again) == record::ReadResult::ok);
  CHECK(again.run());
  if (recorded.path != nullptr) {
    REQUIRE(live.recorder.close() == record::Result::ok);
    const std::vector<std::byte> file = read_file(recorded.path);
    record::Replay of_file;
    REQUIRE(record::Replay::open(file, {}, of_file) == record::ReadResult::ok);
    CHECK(of_file.run());
    CHECK(of_file.sums().frames == live.ants.frames);
    std::remove(recorded.path);
  }
}

TEST_CASE("a late viewer of a dashcam may have the past first") {
  LiveAnts live(16, {.dashcam_seconds = 20, .hash_frames = 1});
  for (uint32_t i = 0; i < 150; ++i) live.play();
  live.run();
  Watcher early(live.address(), true), late(live.address(), false);
  early.watch(151);
  late.watch(10);
  CHECK(early.replay.frames().front().frame <= 2);
  CHECK(late.replay.frames().front().frame > 20);
  CHECK_FALSE(early.has_differed);
  CHECK_FALSE(late.has_differed);
}

TEST_CASE("a recorder that is only watched records from the first viewer to the last") {
  LiveAnts live(16, {.dashcam_seconds = 20, .hash_frames = 1, .only_watched = true});
  live.run();
  for (uint32_t round = 0; round < 3; ++round) {
    Watcher watcher(live.address(), true);
    watcher.watch(30);
    CHECK_FALSE(watcher.has_differed);
    watcher.game.reset();
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    const uint64_t frames = [&] {
      const std::lock_guard<std::mutex> guard(live.playing);
      return live.recorder.counters().frames;
    }();
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    const std::lock_guard<std::mutex> guard(live.playing);
    CHECK(live.recorder.counters().frames == frames);
  }
}

TEST_CASE("what a viewer changes is in the recording, marked, and replays to the same states") {
  const auto recorded =
      GENERATE(record::RecorderOptions{.dashcam_seconds = 20, .hash_frames = 1},
               record::RecorderOptions{.path = "live_changes_test.ishirec", .hash_frames = 1});
  LiveAnts live(8, recorded);
  live.run();
  Watcher watcher(live.address());
  watcher.watch(5);
  const EntityId ant = live.ants.agents[3];
  require_done(watcher,
               {.deed = Deed::set_key, .agent = ant, .id = id_of("blackboard", "found"), .value = 1234});
  require_done(watcher,
               {.deed = Deed::set_key, .agent = ant, .id = id_of("blackboard", "tired"), .value = 1});
  require_done(watcher, {.deed = Deed::set_key, .agent = ant, .id = id_of("blackboard", "mood"), .value = 1});
  require_done(watcher,
               {.deed = Deed::set_key, .agent = ant, .id = id_of("blackboard", "home"), .axes = {1, 2, 3}});
  require_done(watcher, {.deed = Deed::set_key, .id = id_of("blackboard", "alarm"), .value = 5});
  require_done(watcher, {.deed = Deed::set_key, .id = id_of("blackboard", "trail"), .team = 1, .value = 2});
  require_done(watcher,
               {.deed = Deed::set_level, .agent = ant, .id = MotiveId::of("hunger").value, .value = 0.75});
  const float force = 3;
  Command poke{.deed = Deed::post_event, .agent = ant, .id = EventId::of("poke").value};
  poke.record.resize(8);
  std::memcpy(poke.record.data(), &force, sizeof force);
  require_done(watcher, poke);
  require_done(watcher, {.deed = Deed::think, .agent = ant});
  require_done(watcher, {.deed = Deed::choose, .agent = ant, .id = 1});
  bool has_ended = false;  // ants whose slots are odd go on until somebody ends what they do
  for (uint32_t i = 0; i < live.ants.agents.size() && !has_ended; ++i) {
    const auto answer = watcher.game->ask({.deed = Deed::complete_task, .agent = live.ants.agents[i]});
    REQUIRE(answer);
    has_ended = answer->outcome == Outcome::done;
  }
  CHECK(has_ended);
  watcher.watch(watcher.replay.sums().frames + 30);
  live.stop();
  CHECK_FALSE(watcher.has_differed);
  const auto injections = watcher.replay.injections();
  REQUIRE(injections.size() == 11);
  CHECK(injections[0].kind == InjectionKind::key);
  CHECK(injections[0].agent == ant);
  CHECK(injections[0].value == 1234);
  CHECK(injections[3].axes.y == 2);
  CHECK(injections[5].team == 1);
  CHECK(injections[6].kind == InjectionKind::level);
  CHECK(injections[7].kind == InjectionKind::event);
  CHECK(injections[8].kind == InjectionKind::think);
  CHECK(injections[9].kind == InjectionKind::option);
  CHECK(injections[10].kind == InjectionKind::task);
  CHECK(injections[10].value == 1);
  CHECK(injections[0].viewer == 1);
  CHECK(injections[0].frame < injections[10].frame);
  CHECK(live.changes == 11);
  // The game's own recording says the same.
  const std::string file_path = recorded.path == nullptr ? "live_dashcam_test.ishirec" : recorded.path;
  if (recorded.path == nullptr)
    REQUIRE(live.recorder.write(file_path.c_str()) == record::Result::ok);
  else
    REQUIRE(live.recorder.close() == record::Result::ok);
  const std::vector<std::byte> file = read_file(file_path);
  std::remove(file_path.c_str());
  record::Replay replay;
  REQUIRE(record::Replay::open(file, {}, replay) == record::ReadResult::ok);
  CHECK(replay.run());
  CHECK(replay.injections().size() == 11);
  CHECK(replay.sums().hashes > 30);
}

TEST_CASE("changes that make no sense are refused with a reason and change nothing") {
  LiveAnts live(4);
  live.run();
  Watcher watcher(live.address());
  watcher.watch(2);
  const EntityId ant = live.ants.agents[0];
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const uint64_t found = id_of("blackboard", "found"), food = id_of("blackboard", "food");
  const Command wrong[] = {
      {.deed = Deed::set_key, .agent = ant, .id = food, .value = nan},
      {.deed = Deed::set_key, .agent = ant, .id = found, .value = 1.5},
      {.deed = Deed::set_key, .agent = ant, .id = found, .value = 1e300},
      {.deed = Deed::set_key, .agent = ant, .id = id_of("blackboard", "tired"), .value = 256},
      {.deed = Deed::set_key,
       .agent = ant,
       .id = id_of("blackboard", "home"),
       .axes = {1, static_cast<float>(nan), 0}},
      {.deed = Deed::set_key, .agent = ant, .id = id_of("blackboard", "friend"), .entity = {99, 7}},
      {.deed = Deed::set_key, .agent = ant, .id = 12345, .value = 1},
      {.deed = Deed::set_key, .agent = {ant.index, ant.generation + 1}, .id = food, .value = 1},
      {.deed = Deed::set_key, .agent = {0xffff'ffff, 1}, .id = food, .value = 1},
      {.deed = Deed::set_key, .id = id_of("blackboard", "trail"), .team = 2, .value = 1},
      {.deed = Deed::set_key, .id = food, .value = 1},
      {.deed = Deed::set_level, .agent = ant, .id = MotiveId::of("hunger").value, .value = 1.01},
      {.deed = Deed::set_level, .agent = ant, .id = 1, .value = 0.5},
      {.deed = Deed::set_level, .id = MotiveId::of("hunger").value, .value = 0.5},
      {.deed = Deed::post_event, .agent = ant, .id = EventId::of("poke").value},  // without its record
      {.deed = Deed::post_event, .agent = ant, .id = 99},
      {.deed = Deed::choose, .agent = ant, .id = 2},
      {.deed = Deed::choose, .agent = ant, .id = 0xffff'ffff'ffff},
      {.deed = Deed::think},
      {.deed = Deed::complete_task, .agent = ant, .id = 77},
      {.deed = Deed::step, .frames = 0},
      {.deed = Deed::none},
      {.deed = static_cast<Deed>(200)}};
  for (const Command& command : wrong) {
    const auto answer = watcher.game->ask(command);
    INFO(static_cast<int>(command.deed) << " " << (answer ? answer->why : answer.error()));
    REQUIRE(answer);
    CHECK(answer->outcome == Outcome::refused);
    CHECK_FALSE(answer->why.empty());
  }
  for (const Deed deed : {Deed::reload, Deed::write_dashcam}) {
    const auto answer = watcher.game->ask({.deed = deed});
    REQUIRE(answer);
    CHECK(answer->outcome == Outcome::not_allowed);
  }
  watcher.watch(watcher.replay.sums().frames + 5);
  CHECK(watcher.replay.injections().empty());
  CHECK_FALSE(watcher.has_differed);
}

TEST_CASE("a viewer cannot complete a task that gives something back, but let it fail") {
  constexpr const char* kScouts = R"(ishi: 1
blackboard: { food: number }
tasks: { scout: { takes: 1s, gives: { spot: point } } }
actions: { look: { score: 1, do: [{ scout: {}, as: seen }] } }
agents: { ant: { actions: [look] } }
)";
  static std::atomic<int> ended{0};
  ended = 0;
  HostOptions options;
  options.ended = [](void*, const Token&, Ending ending) { ended += ending == Ending::failed ? 1 : 100; };
  LiveAnts live(4, {.dashcam_seconds = 20}, options, kScouts);
  live.play();  // of the tasks that begin the game reports each second one
  live.run();
  Watcher watcher(live.address());
  watcher.watch(2);
  const auto ask = [&](Deed deed) {
    const auto answer =
        watcher.game->ask({.deed = deed, .agent = live.ants.agents[1], .id = TaskId::of("scout").value});
    REQUIRE(answer);
    return *answer;
  };
  const auto completed = ask(Deed::complete_task);
  CHECK(completed.outcome == Outcome::refused);
  CHECK(completed.why.find("let it fail") != std::string::npos);
  CHECK(ended == 0);
  CHECK(ask(Deed::fail_task).outcome == Outcome::done);
  CHECK(ended == 1);
  watcher.watch(watcher.replay.sums().frames + 5);
  CHECK(watcher.replay.injections().size() == 1);
  CHECK_FALSE(watcher.has_differed);
}

TEST_CASE("a viewer holds the game, steps it and lets it go on") {
  LiveAnts live(4);
  live.run();
  Watcher watcher(live.address());
  watcher.watch(2);
  require_done(watcher, {.deed = Deed::hold});
  std::this_thread::sleep_for(std::chrono::milliseconds(50));
  const uint64_t frame = live.frames;
  std::this_thread::sleep_for(std::chrono::milliseconds(100));
  CHECK(live.frames == frame);
  // A change while it is held counts in the next frame.
  require_done(
      watcher,
      {.deed = Deed::set_key, .agent = live.ants.agents[0], .id = id_of("blackboard", "found"), .value = 9});
  require_done(watcher, {.deed = Deed::step, .frames = 3});
  for (uint32_t i = 0; i < 20; ++i) static_cast<void>(watcher.game->take_in(LiveGame::Milliseconds(10)));
  CHECK(live.frames == frame + 3);
  CHECK(watcher.game->is_held());
  require_done(watcher, {.deed = Deed::go_on});
  watcher.watch(watcher.replay.sums().frames + 20);
  CHECK(live.frames > frame + 3);
  CHECK(live.held_microseconds > 100'000);
  CHECK_FALSE(watcher.has_differed);
}

TEST_CASE("a game that is held by a viewer who dies goes on after two seconds") {
  LiveAnts live(4);
  live.run();
  Watcher other(live.address());
  {
    Watcher watcher(live.address());
    watcher.watch(2);
    require_done(watcher, {.deed = Deed::hold});
  }
  const uint64_t frame = live.frames;
  const auto begun = std::chrono::steady_clock::now();
  while (live.frames <= frame + 1 && std::chrono::steady_clock::now() - begun < std::chrono::seconds(8))
    static_cast<void>(other.game->take_in(LiveGame::Milliseconds(20)));
  const auto took = std::chrono::steady_clock::now() - begun;
  CHECK(live.frames > frame + 1);
  CHECK(took > std::chrono::milliseconds(1200));
  CHECK(took < std::chrono::seconds(4));
  for (uint32_t i = 0; i < 5; ++i) static_cast<void>(other.game->take_in(LiveGame::Milliseconds(20)));
  CHECK(other.game->was_let_go());
}

TEST_CASE("of two viewers with opposite wishes the last one has its way") {
  LiveAnts live(4);
  live.run();
  Watcher one(live.address()), two(live.address());
  one.watch(2);
  require_done(one, {.deed = Deed::hold});
  require_done(two, {.deed = Deed::go_on});
  two.watch(two.replay.sums().frames + 20);
  require_done(two, {.deed = Deed::hold});
  require_done(one, {.deed = Deed::step, .frames = 2});
  require_done(two, {.deed = Deed::go_on});
  one.watch(one.replay.sums().frames + 20);
  CHECK_FALSE(one.has_differed);
  CHECK_FALSE(two.has_differed);
}

TEST_CASE("a game may exclude that viewers hold or change it") {
  LiveAnts live(4, {.dashcam_seconds = 5}, {.may_hold = false, .may_change = false});
  live.run();
  Watcher watcher(live.address());
  CHECK_FALSE(watcher.game->info().may_hold);
  const Command commands[] = {{.deed = Deed::hold},
                              {.deed = Deed::step, .frames = 1},
                              {.deed = Deed::go_on},
                              {.deed = Deed::set_key, .id = id_of("blackboard", "alarm"), .value = 1}};
  for (const Command& command : commands) {
    const auto answer = watcher.game->ask(command);
    REQUIRE(answer);
    CHECK(answer->outcome == Outcome::not_allowed);
  }
}

TEST_CASE("a viewer has the dashcam written where the game says") {
  const std::string path = "live_written_test.ishirec";
  LiveAnts live(4, {.dashcam_seconds = 5}, {.dashcam_path = path.c_str()});
  live.run();
  Watcher watcher(live.address());
  watcher.watch(20);
  require_done(watcher, {.deed = Deed::write_dashcam});
  live.stop();
  const std::vector<std::byte> file = read_file(path);
  std::remove(path.c_str());
  record::Replay replay;
  REQUIRE(record::Replay::open(file, {}, replay) == record::ReadResult::ok);
  CHECK(replay.run());
  CHECK(replay.sums().frames >= 20);
}

TEST_CASE("a viewer gives a running game another version of its asset") {
  LiveAnts live(8, {.dashcam_seconds = 20, .hash_frames = 1});
  static uint32_t reloads = 0;
  reloads = 0;
  const Asset* const own[] = {live.ants.assets[0].get()};
  REQUIRE(live.host.open(
              live.recorder,
              {.name = "ants", .assets = own, .reloaded = [](void*, std::span<const AssetChange> changes) {
                 reloads += static_cast<uint32_t>(changes.size());
               }}) == Result::ok);
  live.run();
  Watcher watcher(live.address());
  CHECK(watcher.game->info().may_reload);
  watcher.watch(10);
  for (uint32_t round = 0; round < 20; ++round) {
    std::string text = kAnts;
    const size_t at = text.find("score: 0.5");
    REQUIRE(at != std::string::npos);
    text.replace(at, 10, round % 2 == 0 ? "score: 0.9" : "score: 0.1");
    const Asset changed = compiler::asset_of(text);
    Command reload{.deed = Deed::reload};
    reload.blobs.emplace_back(changed.bytes().begin(), changed.bytes().end());
    require_done(watcher, reload);
    watcher.watch(watcher.replay.sums().frames + 10);
  }
  CHECK(reloads == 20);
  CHECK_FALSE(watcher.has_differed);
  // A hostile one changes nothing.
  for (const size_t size : {size_t{0}, size_t{10}, size_t{100'000}}) {
    Command reload{.deed = Deed::reload};
    reload.blobs.emplace_back(size, uint8_t{0xcc});
    const auto answer = watcher.game->ask(reload);
    REQUIRE(answer);
    CHECK(answer->outcome == Outcome::refused);
  }
  const Asset other = compiler::asset_of(
      "ishi: 1\nactions: { a: { score: 1, do: [wait: 1s] } }\nagents: { bee: { actions: [a] } }\n");
  Command reload{.deed = Deed::reload};
  reload.blobs.emplace_back(other.bytes().begin(), other.bytes().end());
  const auto answer = watcher.game->ask(reload);
  REQUIRE(answer);
  CHECK(answer->outcome == Outcome::refused);
  watcher.watch(watcher.replay.sums().frames + 10);
  CHECK(reloads == 20);
  live.stop();
  live.host.close();
}

TEST_CASE("a viewer that is too slow loses frames, hears how many, and goes on at a save") {
  const auto recorded =
      GENERATE(record::RecorderOptions{.dashcam_seconds = 3'600, .save_seconds = 5, .memory_bytes = 1},
               record::RecorderOptions{.save_seconds = 5});
  LiveAnts live(5'000, recorded, {.stream_bytes = 1});
  live.run(std::chrono::microseconds(1));
  Watcher watcher(live.address());
  watcher.watch(2);
  live.stop();
  for (uint32_t i = 0; i < 1'000; ++i) live.play();
  CHECK(live.longest_microseconds < 500'000);
  live.stop();
  // Now it reads again.
  const auto until = std::chrono::steady_clock::now() + std::chrono::seconds(20);
  while (watcher.game->lost_frames() == 0 && std::chrono::steady_clock::now() < until) {
    live.play();
    static_cast<void>(watcher.game->take_in(LiveGame::Milliseconds(1)));
  }
  CHECK(watcher.game->lost_frames() > 0);
  const uint64_t seen = watcher.replay.frames().size();
  for (uint32_t i = 0; i < 400; ++i) {
    live.play();
    static_cast<void>(watcher.game->take_in(LiveGame::Milliseconds(1)));
  }
  watcher.play();
  CHECK(watcher.replay.frames().size() > seen);
  CHECK_FALSE(watcher.has_differed);
  CHECK(watcher.replay.sums().gaps > 0);
  // Each frame was seen or counted as lost, but for those before it joined.
  const uint64_t first = watcher.replay.frames().front().frame, last = watcher.replay.frames().back().frame;
  CHECK(watcher.replay.frames().size() + watcher.replay.sums().lost_frames == last - first + 1);
}

TEST_CASE("running games are listed by name, and only those that live") {
  LiveAnts live(2);
  const auto games = running_games();
  REQUIRE(games);
  REQUIRE(games->size() == 1);
  CHECK(games->front().name == "ants");
  CHECK(games->front().process == static_cast<uint64_t>(::getpid()));
  CHECK(games->front().address.path == live.host.path());
  live.host.close();
  CHECK(running_games()->empty());
}

TEST_CASE("a host ends with its recorder and with its world") {
  LiveAnts live(2);
  live.play();
  REQUIRE(live.host.is_open());
  Host second;
  CHECK(second.open(live.recorder, {}) == Result::already_open);
  REQUIRE(live.recorder.close() == record::Result::ok);
  CHECK_FALSE(live.host.is_open());
  live.play();
  CHECK(live.host.open(live.recorder, {}) == Result::not_recorded);
  REQUIRE(record::Recorder::open(live.ants.world, {.dashcam_seconds = 5}, live.recorder) ==
          record::Result::ok);
  REQUIRE(live.host.open(live.recorder, {.name = "again"}) == Result::ok);
  live.ants.world = World();
  CHECK_FALSE(live.host.is_open());
  CHECK(live.host.between_frames(live.ants.world).viewers == 0);
}

}  // namespace ishi::live::host_test
