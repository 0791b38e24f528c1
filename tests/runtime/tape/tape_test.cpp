#include "tape/tape.h"

#include <catch2/catch.hpp>

#include "population/world_state.h"
#include "recording_generated.h"

// A world tells its tape the calls that have changed it, and no others.

namespace ishi::tape_test {
namespace {

class Listener final : public Tape {
 public:
  void begins_frame(const Clock& clock) override { frame = clock.frame; }
  void ends_frame() override {}
  void ended_frame() override { ++frames; }
  void cancels_frame() override { ++cancelled; }
  void begins(Agents&, recording::Part, uint32_t) override {}
  void begun() override {}
  void enters(Agents&, recording::Part, std::span<const uint32_t>) override {}
  void left(Agents&, recording::Part, std::span<const uint32_t>) override {}
  void ends(Agents&, recording::Part) override {}
  void ended(Agents&, recording::Part) override {}
  void reads(const RowsRead&) override {}
  void touched(const Agents&, uint32_t) override {}
  void touched_entity(uint32_t) override { ++touched_rows; }
  void touched_shared() override {}
  void called(recording::Call call, uint32_t, std::span<const std::byte>,
              std::span<const std::byte>) override {
    last = call;
    ++calls;
  }
  Status report(Agents&, const Report&) override { return {}; }
  Status answer(Agents&, const Ticket&, Sight) override { return {}; }
  void saved_snapshot(uint64_t) override {}
  void restored_snapshot(uint64_t) override {}
  void became_other() override { ++others; }
  void lost_world() override { is_lost = true; }

  uint64_t frame = 0;
  uint32_t frames = 0, cancelled = 0, calls = 0, touched_rows = 0, others = 0;
  recording::Call last = recording::Call::none;
  bool is_lost = false;
};

}  // namespace

TEST_CASE("a world tells its tape of calls that change it, not of refused ones, and of its end") {
  Listener tape;
  {
    World world;
    REQUIRE(World::create({}, world));
    world.state()->tape = &tape;
    Entity entity;
    REQUIRE(world.spawn_entity({}, entity));
    CHECK(tape.last == recording::Call::spawn_entity);
    REQUIRE(world.begin_frame({.frame = 3}));
    CHECK(tape.frame == 3);
    CHECK_FALSE(world.begin_frame({.frame = 4}));
    CHECK_FALSE(world.despawn_entity(entity));
    CHECK(tape.frame == 3);
    CHECK(tape.calls == 1);
    REQUIRE(world.end_frame());
    CHECK(tape.frames == 1);
    REQUIRE(world.begin_frame({.frame = 4}));
    REQUIRE(world.cancel_frame());
    CHECK(tape.cancelled == 0);  // nothing was begun in it, so it ends as usual
    CHECK(tape.frames == 2);
    REQUIRE(world.despawn_entity(entity));
    CHECK(tape.last == recording::Call::despawn_entity);
    CHECK(tape.touched_rows == 2);
    REQUIRE(world.create_grid({.columns = 2, .rows = 2}));
    CHECK(tape.others == 1);
    CHECK_FALSE(tape.is_lost);
  }
  CHECK(tape.is_lost);
}

}  // namespace ishi::tape_test
