#include <algorithm>
#include <vector>

#include "compiler/claims_world.h"
#include "runtime/phases.h"

// Raw snapshots of what lies beside the arenas: who holds what was claimed, and what a population had
// computed for all of its agents when it last thought.

namespace ishi::compiler::testing::snapshots_test {
namespace {

std::vector<std::byte> snapshot_of(const World& world) {
  std::vector<std::byte> bytes(world.snapshot_size());
  size_t size = 0;
  REQUIRE(world.save_snapshot(bytes, size));
  return bytes;
}

TEST_CASE("a game that goes back is told the same of claims as before, and they are granted as before") {
  Squad w(6);
  std::vector<Entity> foes;
  for (int i = 0; i < 4; ++i) foes.push_back(w.foe());
  const auto wish = [&](uint32_t frame) {
    for (uint32_t slot = 0; slot < 6; ++slot) {
      const uint32_t turn = (frame + slot) % 4;
      w.want(w.soldiers, slot, "suppressing", turn == 0 ? 0.9f : 0.1f);
      w.want(w.soldiers, slot, "calling", turn == 1 ? 0.8f : 0);
      w.want(w.soldiers, slot, "hunting", turn == 2 ? 0.7f : 0.2f);
      w.want(w.soldiers, slot, "marking", turn == 3 ? 0.6f : 0);
    }
  };
  const auto seen = [&] {
    std::vector<uint64_t> all = {w.world.state_hash(), w.in_use("suppressor"), w.in_use("radio")};
    for (const Entity foe : foes) all.push_back(w.world.claimed_by(foe).index);
    return all;
  };
  std::vector<std::vector<uint64_t>> expected;
  std::vector<std::vector<std::byte>> snapshots;
  constexpr uint32_t kFrames = 24;
  for (uint32_t frame = 0; frame < kFrames; ++frame) {
    snapshots.push_back(snapshot_of(w.world));
    expected.push_back(seen());
    wish(frame / 3);
    w.step();
  }
  const bool any_held = std::any_of(expected.begin(), expected.end(), [](const auto& one) {
    return one[1] > 0 && one[2] > 0 &&
           std::count_if(one.begin() + 3, one.end(), [](uint64_t row) { return row != 0; }) > 1;
  });
  CHECK(any_held);
  for (const uint32_t from : {20u, 3u, 11u, 0u}) {
    REQUIRE(w.world.restore_snapshot(snapshots[from]));
    w.frame = from;
    for (uint32_t frame = from; frame < kFrames; ++frame) {
      REQUIRE(seen() == expected[frame]);
      wish(frame / 3);
      w.step();
    }
  }
}

TEST_CASE("levels advance by what was the world's at the last thought, also after going back") {
  const Asset asset = asset_of(R"(ishi: 1
blackboard:
  heat: { type: number, range: 0..1, scope: world }
tasks: { rest: { takes: 1s } }
needs:
  thirst: { start: 0.1, rise: 0.2/s * heat }
actions:
  rest: { score: 0.5, do: [rest], after: { thirst: -0.01 } }
agents:
  cat: { actions: [rest] }
)");
  World world;
  Population cats;
  Scratch scratch;
  Entity cat;
  REQUIRE(World::create({.entities = 2}, world));
  REQUIRE(world.add_population(asset, AgentId::of("cat"), {.capacity = 1}, cats));
  REQUIRE(Scratch::create(world, scratch));
  REQUIRE(cats.spawn({}, cat));
  Column<float> heat, thirst;
  REQUIRE(world.world_key(id_of("blackboard", "heat"), heat));
  REQUIRE(cats.levels(MotiveId::of("thirst"), thirst));
  ishi::Token token;
  const auto frame = [&](uint64_t number, bool thinks) {
    REQUIRE(world.begin_frame({number, number * 1'000'000}));
    if (thinks) {
      phases::think(cats, scratch);
    }
    const Commands commands = phases::act(cats, scratch);
    if (!commands.starts.empty()) token = commands.starts[0].token;
    REQUIRE(world.end_frame());
  };
  heat[0] = 0.5f;
  frame(1, true);
  heat[0] = 1;
  const ishi::Token running = token;
  const std::vector<std::byte> snapshot = snapshot_of(world);
  const auto end_without_a_thought = [&] {
    REQUIRE(cats.report(running, Ending::completed));
    frame(2, false);
    return thirst[0];
  };
  const float before = end_without_a_thought();
  CHECK(before == Approx(0.1 + 0.2 * 0.5 * 2 - 0.01));
  frame(3, true);
  REQUIRE(world.restore_snapshot(snapshot));
  CHECK(end_without_a_thought() == before);
}

}  // namespace
}  // namespace ishi::compiler::testing::snapshots_test
