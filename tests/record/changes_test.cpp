#include <catch2/catch.hpp>
#include <cstring>
#include <span>
#include <string>
#include <vector>

#include "bytes.h"
#include "compiler/asset_of.h"
#include "ishi/record/replay.h"
#include "ishi/reload.h"
#include "recorded_ants.h"

// Recordings over what changes a world, and those that another build or other assets were recorded with.

namespace ishi::record::changes_test {
namespace {

using compiler::asset_of;

// Ants that would rather rest, and can do one thing more.
std::string lazy_ants() {
  std::string text = kAnt;
  text.replace(text.find("score: 0.5, do: rest"), 20, "score: 0.7, do: rest");
  text.replace(text.find("agents: {"), 0, "  sing: { score: 0.1 }\n");
  return text.replace(text.find("[dig, rest] }"), 11, "[dig, rest, sing]");
}

void reload(RecordedAnts& game, const Asset& to) {
  const AssetChange change{&game.crowd.asset, &to};
  Reload reload;
  REQUIRE(game.crowd.world.prepare_reload({&change, 1}, reload));
  REQUIRE(game.crowd.world.commit_reload(reload));
}

struct Record {
  size_t place = 0;
  recording::RecordHeader header;
};

std::vector<Record> records_of(std::span<const std::byte> bytes) {
  std::vector<Record> records;
  for (size_t at = sizeof(recording::FileHeader); at < bytes.size();) {
    Record& record = records.emplace_back();
    record.place = at;
    std::memcpy(static_cast<void*>(&record.header), bytes.data() + at, sizeof record.header);
    at += sizeof record.header + record.header.bytes();
  }
  return records;
}

// The recording with other bytes in one record, whose sum is right.
std::vector<std::byte> with_record(const std::vector<std::byte>& recording, const Record& old,
                                   std::span<const std::byte> bytes) {
  const auto begin = recording.begin() + static_cast<std::ptrdiff_t>(old.place);
  std::vector<std::byte> changed(recording.begin(), begin);
  const auto& h = old.header;
  const auto count = static_cast<uint32_t>(bytes.size());
  recording::RecordHeader header(h.kind(), h.detail(), 0, count, h.frame(), 0);
  header = {h.kind(), h.detail(), 0, count, h.frame(), checksum_of(header, bytes)};
  const auto as_bytes = std::as_bytes(std::span(&header, 1));
  changed.insert(changed.end(), as_bytes.begin(), as_bytes.end());
  changed.insert(changed.end(), bytes.begin(), bytes.end());
  changed.insert(changed.end(), begin + static_cast<std::ptrdiff_t>(sizeof h + h.bytes()), recording.end());
  return changed;
}

const Record& first_of(const std::vector<Record>& records, recording::RecordKind kind) {
  for (const Record& record : records) {
    if (record.header.kind() == kind) return record;
  }
  FAIL("there is no such record");
  return records.front();
}

}  // namespace

TEST_CASE("a recording goes on over a reload, as the world does") {
  const Asset lazy = asset_of(lazy_ants());
  RecordedAnts game(8, {.hash_frames = 1});
  game.play(30);
  reload(game, lazy);
  game.play(30);
  game.take();
  Replay replay;
  REQUIRE(Replay::open(game.bytes, {}, replay) == ReadResult::ok);
  REQUIRE(replay.run());
  CHECK(replay.sums().frames == 60);
  CHECK(replay.sums().hashes == 60);
  CHECK(replay.sums().lost_frames == 0);
  CHECK(replay.world().state_hash() == game.crowd.world.state_hash());
}

TEST_CASE("a game that saves while it is recorded changes nothing") {
  RecordedAnts game(8, {.hash_frames = 1});
  for (uint32_t i = 0; i < 5; ++i) {
    game.play(7);
    size_t size = 0;
    REQUIRE(game.crowd.world.save_size(size));
    std::vector<std::byte> save(size);
    REQUIRE(game.crowd.world.save(save, size));
  }
  game.take();
  Replay replay;
  REQUIRE(Replay::open(game.bytes, {}, replay) == ReadResult::ok);
  REQUIRE(replay.run());
  CHECK(replay.sums().hashes == 35);
}

TEST_CASE("a snapshot that is restored is where the recording begins anew") {
  RecordedAnts game(8, {.hash_frames = 1});
  game.play(10);
  std::vector<std::byte> snapshot(game.crowd.world.snapshot_size());
  size_t size = 0;
  REQUIRE(game.crowd.world.save_snapshot(snapshot, size));
  game.play(10);
  REQUIRE(game.crowd.world.restore_snapshot(snapshot));
  game.play(10);
  game.take();
  Replay replay;
  REQUIRE(Replay::open(game.bytes, {}, replay) == ReadResult::ok);
  REQUIRE(replay.run());
  CHECK(replay.sums().hashes == 30);
  CHECK(replay.world().clock().frame == 20);
}

TEST_CASE("a save that takes the place of a recorded world ends its recording with the last frame") {
  RecordedAnts game(8, {.hash_frames = 1});
  game.play(10);
  size_t size = 0;
  REQUIRE(game.crowd.world.save_size(size));
  std::vector<std::byte> save(size);
  REQUIRE(game.crowd.world.save(save, size));
  const Asset* const asset = &game.crowd.asset;
  Population population;
  Reload report;
  REQUIRE(World::load(save, {.assets = {&asset, 1}}, game.crowd.world, {&population, 1}, report));
  CHECK_FALSE(game.recorder.is_open());
  game.take();
  Replay replay;
  REQUIRE(Replay::open(game.bytes, {}, replay) == ReadResult::ok);
  REQUIRE(replay.run());
  CHECK(replay.sums().frames == 10);
  CHECK_FALSE(replay.sums().is_cut);
}

TEST_CASE("saves take no more bytes than frames where there are enough of these") {
  RecordedAnts game(8, {.save_seconds = 1, .save_frames = 200});
  for (uint32_t i = 0; i < 500; ++i) {
    game.play(10);
    game.take();
  }
  const RecorderCounters counters = game.recorder.counters();
  CHECK(counters.lost_frames == 0);
  CHECK(counters.saves > 4);
  CHECK(counters.saves <= 5000 / 200);
  const uint64_t one_save = counters.save_bytes / counters.saves;
  CHECK(counters.save_bytes <= counters.column_bytes + counters.call_bytes + 3 * one_save);
  Replay replay;
  REQUIRE(Replay::open(game.bytes, {}, replay) == ReadResult::ok);
  CHECK(replay.run());
}

TEST_CASE("a save is not put off for ever where frames take next to nothing") {
  const char* const kStone =
      "ishi: 1\nactions: { lie: { score: 1 } }\nagents: { stone: { actions: [lie] } }\n";
  compiler::Crowd stones(kStone, {.agents = 1000, .agent = "stone"});
  Recorder recorder;
  REQUIRE(Recorder::open(stones.world, {.save_seconds = 1, .save_frames = 3}, recorder) == Result::ok);
  for (uint32_t i = 0; i < 95; ++i) stones.step();
  CHECK(recorder.counters().saves == 4);  // the first, and one after each thirty frames
}

TEST_CASE("a recording of another version of the format is refused") {
  RecordedAnts game(2, {});
  game.play(2);
  game.take();
  Replay replay;
  const auto opened_as = [&](uint32_t version) {
    std::vector<std::byte> bytes = game.bytes;
    std::memcpy(bytes.data() + sizeof(uint64_t), &version, sizeof version);
    return Replay::open(bytes, {}, replay);
  };
  constexpr auto kOldest = static_cast<uint32_t>(recording::Format::oldest);
  constexpr auto kNewest = static_cast<uint32_t>(recording::Format::version);
  for (const uint32_t version : {0u, kOldest - 1, kNewest + 1})
    CHECK(opened_as(version) == ReadResult::other_version);
  for (uint32_t version = kOldest; version <= kNewest; ++version) CHECK(opened_as(version) == ReadResult::ok);
}

TEST_CASE(
    "a save of a build that this one does not understand is named, and what follows is played from the "
    "next") {
  RecordedAnts game(2, {.save_seconds = 1, .save_frames = 1, .hash_frames = 1});
  game.play(1);
  const Asset same = asset_of(kAnt);
  reload(game, same);  // with a save of its own
  game.play(10);
  game.take();
  const std::vector<Record> records = records_of(game.bytes);
  const Record& save = first_of(records, recording::RecordKind::save);
  std::vector<std::byte> bytes(
      game.bytes.begin() + static_cast<std::ptrdiff_t>(save.place + sizeof save.header),
      game.bytes.begin() +
          static_cast<std::ptrdiff_t>(save.place + sizeof save.header + save.header.bytes()));
  bytes[8] = std::byte{0xee};
  const std::vector<std::byte> other = with_record(game.bytes, save, bytes);
  Replay replay;
  REQUIRE(Replay::open(other, {}, replay) == ReadResult::ok);
  REQUIRE_FALSE(replay.run());
  CHECK(replay.difference().kind == Difference::Kind::save);
  CHECK(replay.difference().status.code != StatusCode::ok);
  REQUIRE(replay.run());
  CHECK(replay.sums().frames == 10);
}

TEST_CASE("a recording whose asset is another one is not played by it") {
  RecordedAnts game(2, {.hash_frames = 1});
  game.play(10);
  game.take();
  const std::vector<Record> records = records_of(game.bytes);
  const Record& blob = first_of(records, recording::RecordKind::blob);
  const char* const kBee = "ishi: 1\nactions: { fly: { score: 1 } }\nagents: { bee: { actions: [fly] } }\n";
  compiler::Crowd bees(kBee, {.agent = "bee"});
  Recorder recorder;
  REQUIRE(Recorder::open(bees.world, {}, recorder) == Result::ok);
  bees.step();
  std::vector<std::byte> taken(1 << 20);
  taken.resize(recorder.take(taken));
  const std::vector<Record> taken_records = records_of(taken);
  const Record& theirs = first_of(taken_records, recording::RecordKind::blob);
  const std::span<const std::byte> bytes(taken.data() + theirs.place + sizeof theirs.header,
                                         theirs.header.bytes());
  const std::vector<std::byte> mixed = with_record(game.bytes, blob, bytes);
  Replay replay;
  REQUIRE(Replay::open(mixed, {}, replay) == ReadResult::ok);
  REQUIRE_FALSE(replay.run());
  CHECK(replay.difference().kind == Difference::Kind::save);
  CHECK(replay.sums().frames == 0);
}

}  // namespace ishi::record::changes_test
