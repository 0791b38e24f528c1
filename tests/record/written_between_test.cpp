#include <catch2/catch.hpp>
#include <cstring>
#include <iterator>
#include <random>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "compiler/asset_of.h"
#include "game_columns.h"
#include "ishi/ishi.h"
#include "ishi/record/recorder.h"
#include "ishi/record/replay.h"

// A game may write a column whenever nothing reads it. The recording has each write before the runtime reads
// it, whichever column it was and wherever in a frame.

namespace ishi::record::written_between_test {
namespace {

// Cats, whose senses, memories, scores, steps and steerings read every column between them but the key
// `spare` and the field `years`.
constexpr const char* kCats = R"yaml(ishi: 1
things:
  dog:
    fields:
      loud: { type: number, range: 0..1 }
      meat: { type: number, range: 0..50 }
      side: { type: number, range: 0..1 }
      bite: { type: number, range: 0..1 }
      push: { type: number, range: 0..1 }
      years: { type: number, range: 0..1 }
blackboard:
  hour:  { type: number, range: 0..1, scope: world }
  alert: { type: number, range: 0..1, scope: team }
  flag:  { type: number, range: 0..1 }
  mood:  { type: number, range: 0..1 }
  nerve: { type: number, range: 0..1 }
  pull:  { type: number, range: 0..1 }
  spare: { type: number, range: 0..1 }
  home:  point
  dog:   { type: dog }
memory: { dogs: { of: dog, capacity: 4, forget: 2s } }
candidates: { pack: { of: dog, capacity: 6 } }
senses:
  eyes: { sight: { range: 40m, occlusion: false }, of: dog, when: it.side > flag and it.loud > 0.2, remember: dogs }
needs:
  calm: { start: 0.5, rise: 0.2/s }
tasks: { run: { params: { where: point } }, bite: { params: { whom: dog, how: { type: number, range: 0..1 } } } }
steering:
  drift:
    directions: 8
    speed: 1m/s
    blend:
      to:    { seek: { target: home }, weight: "pull * if(dog.known, dog.push, 0)" }
      walls: { avoid: {} }
actions:
  rest: { score: 0.3 * hour + 0.2 * alert, during: { calm: -0.4/s }, do: [steer: drift] }
  flee: { score: "mood * highest(dogs, it.meat.norm)", do: [run: { where: home }] }
  bite:
    for_each: { prey: pack }
    score: 0.6 * prey.bite
    do:
      - bite: { whom: prey, how: "if(dog.known, dog.bite, 0)" }
        until: nerve > 0.9
agents: { cat: { senses: [eyes], actions: [rest, flee, bite], think: { every: 2frames } } }
)yaml";

// Crows of another asset, which alone read the field `years`.
std::string crows_text() {
  const std::string cats = kCats;
  return cats.substr(0, cats.find("memory:")) + R"yaml(
actions: { wait: { score: 0.4 }, peck: { score: "if(dog.known, dog.years, 0)" } }
agents: { crow: { actions: [wait, peck] } }
)yaml";
}

constexpr uint32_t kAgents = 24, kDogs = 16, kFrames = 16;

// The moments of a frame at which the game writes, in their order.
constexpr const char* kGaps[] = {"before the frame",    "in the frame",          "while sensing begins",
                                 "after sensing",       "while thinking begins", "after thinking",
                                 "while acting begins", "after acting",          "while moving begins",
                                 "after moving",        "after the frame"};

struct Game {
  World world;
  Population cats, crows;
  Scratch scratch;
  std::vector<Entity> dogs = std::vector<Entity>(kDogs);
  std::mt19937 random{7};
  size_t gap = 0;                   // at which it writes
  size_t written = 0;               // the column that it writes
  std::vector<GameColumn> columns;  // of the world, then of the cats

  Game(const Asset& asset, const Asset& other) {
    REQUIRE(World::create({.entities = 2 * kAgents + kDogs + 10, .teams = 2}, world));
    REQUIRE(world.add_population(asset, AgentId::of("cat"), {.capacity = kAgents}, cats));
    REQUIRE(world.add_population(other, AgentId::of("crow"), {.capacity = kAgents}, crows));
    REQUIRE(Scratch::create(world, scratch));
    const auto somewhere = [this] {
      return Vector3{static_cast<float>(random() % 60), 0, static_cast<float>(random() % 60)};
    };
    for (Entity& dog : dogs)
      REQUIRE(world.spawn_entity({.position = somewhere(), .thing = ThingId::of("dog")}, dog));
    for (uint32_t i = 0; i < kAgents; ++i) {
      Entity cat;
      REQUIRE(cats.spawn({.position = somewhere(), .team = TeamId(i % 2)}, cat));
      const Candidates pack = cats.candidates(cat, SetId::of("pack"));
      for (uint32_t k = 0; k < 3; ++k) REQUIRE(pack.add(dogs[(i + k * 5) % kDogs]));
    }
    for (uint32_t i = 0; i < kAgents; ++i) {
      Entity crow;
      REQUIRE(crows.spawn({.position = somewhere()}, crow));
    }
    const Column<EntityId> seen = crows.column<EntityId>(id_of("blackboard", "dog"));
    for (uint32_t slot = 0; slot < kAgents; ++slot) seen[slot] = dogs[slot % kDogs];
    for_each_column(*world.state(), [this](const GameColumn& column) { columns.push_back(column); });
    for_each_column(*cats.state(), [this](const GameColumn& column) { columns.push_back(column); });
    for (const GameColumn& column : columns) {
      for (uint32_t row = 0; row < column.rows && column.kind != ColumnKind::place; ++row) write(column, row);
    }
  }

  // Each value is an entity, a mask, or a number below 1.
  void write(const GameColumn& column, uint32_t row) {
    std::byte* const at = column.data + size_t{row} * column.width;
    const float number = static_cast<float>(random() % 64) / 64;
    const uint64_t mask = uint64_t{1} << random() % 8;
    if (column.kind == ColumnKind::blocked)
      std::memcpy(at, &mask, sizeof mask);
    else if (column.width == sizeof(EntityId))
      std::memcpy(at, static_cast<const EntityId*>(&dogs[random() % kDogs]), sizeof(EntityId));
    else
      std::memcpy(at, &number, sizeof number);
  }

  void at(size_t now) {
    if (now != gap) return;
    const GameColumn& column = columns[written];
    const bool is_of_dogs = column.kind == ColumnKind::place || column.kind == ColumnKind::field;
    for (int i = 0; i < 6; ++i)
      write(column, is_of_dogs ? dogs[random() % kDogs].index : random() % column.rows);
  }
  template <typename Some>
  void run_jobs(const Some& batch, Status (Population::*work)(const Some&, uint32_t, Scratch&)) {
    for (uint32_t job = 0; job < batch.jobs(); ++job) REQUIRE((cats.*work)(batch, job, scratch));
  }
  void act(std::vector<Token>& running) {
    Round round;
    Commands commands;
    REQUIRE(cats.begin_act({.agents_per_job = 5}, round));
    at(6);
    run_jobs(round, &Population::act);
    REQUIRE(cats.end_act(round, commands));
    at(7);
    for (const Start& start : commands.starts) running.push_back(start.token);
  }
  void play() {
    std::vector<Token> running;
    for (uint32_t frame = 0; frame < kFrames; ++frame) {
      for (const Token& token : std::exchange(running, {}))
        static_cast<void>(cats.report(token, Ending::completed));  // some are aborted
      at(0);
      REQUIRE(world.begin_frame({frame, frame * 100'000ull}));
      at(1);
      SenseBatch sensing;
      std::span<const OcclusionQuery> queries;
      REQUIRE(cats.begin_sense({.agents_per_job = 5}, sensing));
      at(2);
      run_jobs(sensing, &Population::sense);
      REQUIRE(cats.end_sense(sensing, queries));
      at(3);
      Batch thinking;
      REQUIRE(cats.begin_think({.agents_per_job = 5}, thinking));
      at(4);
      run_jobs(thinking, &Population::think);
      REQUIRE(cats.end_think(thinking));
      at(5);
      Batch watching;
      REQUIRE(crows.begin_think(watching));
      for (uint32_t job = 0; job < watching.jobs(); ++job) REQUIRE(crows.think(watching, job, scratch));
      REQUIRE(crows.end_think(watching));
      while (cats.wants_act()) act(running);
      MoveBatch moving;
      std::span<const Move> moves;
      REQUIRE(cats.begin_move({.agents_per_job = 5}, moving));
      at(8);
      run_jobs(moving, &Population::move);
      REQUIRE(cats.end_move(moving, moves));
      at(9);
      REQUIRE(world.end_frame());
      at(10);
    }
  }
};

std::vector<std::byte> taken(Recorder& recorder) {
  std::vector<std::byte> bytes(size_t{1} << 22);
  bytes.resize(recorder.take(bytes));
  return bytes;
}

}  // namespace

TEST_CASE("a replay reads what a game has written where the game's world has read it, anywhere in a frame") {
  const Asset asset = compiler::asset_of(kCats), other = compiler::asset_of(crows_text());
  const size_t columns = Game(asset, other).columns.size();
  REQUIRE(columns == 6 + 2 + 6 + 4 + 1 + 3 + 1 + 1 + 1);
  for (size_t gap = 0; gap < std::size(kGaps); ++gap) {
    for (size_t column = 0; column < columns; ++column) {
      Game game(asset, other);
      // While a frame lasts, entities stand still.
      const bool is_between = gap == 0 || gap + 1 == std::size(kGaps);
      if (game.columns[column].kind == ColumnKind::place && !is_between) continue;
      INFO("column " << column << ", written " << kGaps[gap]);
      game.gap = gap;
      game.written = column;
      Recorder recorder;
      REQUIRE(Recorder::open(game.world, {.hash_frames = 1}, recorder) == Result::ok);
      game.play();
      REQUIRE(recorder.finish() == Result::ok);
      Replay replay;
      const std::vector<std::byte> bytes = taken(recorder);
      REQUIRE(Replay::open(bytes, {}, replay) == ReadResult::ok);
      CHECK(replay.run());
      CHECK(replay.sums().hashes == kFrames);
      CHECK(replay.world().state_hash() == game.world.state_hash());
    }
  }
}

}  // namespace ishi::record::written_between_test
