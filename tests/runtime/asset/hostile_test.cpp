#include <algorithm>
#include <random>

#include "ishi/id.h"
#include "ishi/ishi.h"
#include "ishi/tools.h"
#include "runtime/guard.h"
#include "runtime/refusal.h"

// Blobs that somebody broke: each is refused, or harmless for a hundred frames.

namespace ishi::testing::hostile_test {
namespace {

// Writes any bytes into a column.
template <typename T>
void scribble(Population& population, uint64_t key, std::mt19937& random) {
  const Column<T> column = population.column<T>(key);
  for (uint32_t i = 0; i < column.size(); ++i) {
    if constexpr (std::is_same_v<T, EntityId>) {
      column[i] = {static_cast<uint32_t>(random() % 8), static_cast<uint32_t>(random() % 4)};
    } else if constexpr (std::is_same_v<T, float>) {
      column[i] = std::bit_cast<float>(static_cast<uint32_t>(random()));
    } else {
      column[i] = static_cast<T>(random());
    }
  }
}

void run_frames(const Asset& asset, uint32_t frames) {
  if (AssetParts(asset).agent(0).options.count == 0) return;
  World world;
  REQUIRE(World::create({.entities = 16, .teams = 2, .up = asset.up()}, world));
  Population population;
  REQUIRE(world.add_population(asset, AssetParts(asset).agent(0).id, {.capacity = 6}, population));
  for (uint32_t i = 0; i < 5; ++i) {
    Entity agent;
    REQUIRE(population.spawn({.team = TeamId(i % 2)}, agent));
  }
  std::mt19937 random(7);
  Scratch scratch;
  REQUIRE(Scratch::create(world, scratch));
  std::vector<float> values(Tools(population).value_count());
  for (uint64_t frame = 0; frame < frames; ++frame) {
    REQUIRE(world.begin_frame({frame, frame * 16'667}));
    Batch batch;
    REQUIRE(population.begin_think(batch));
    for (uint32_t i = 0; i < asset.count(Kind::keys); ++i) {
      const uint64_t id = AssetParts(asset).key(i).id;
      scribble<float>(population, id, random);
      scribble<int32_t>(population, id, random);
      scribble<uint8_t>(population, id, random);
      scribble<EntityId>(population, id, random);
    }
    for (uint32_t job = 0; job < batch.jobs(); ++job) REQUIRE(population.think(batch, job, scratch));
    REQUIRE(population.end_think(batch));
    REQUIRE(world.end_frame());
    const uint16_t option = population.option(population.agent_of(0));
    if (option != kNoOption && option >= AssetParts(asset).agent(0).options.count)
      FAIL("an option that does not exist");
    REQUIRE(Tools(population).explain(population.agent_of(0), values));
  }
}

// Everything that can be asked of an asset, so that a sanitizer sees what it reads.
void read_all(const Asset& asset) {
  size_t length = 0;
  for (uint32_t kind = 0; kind < kKindCount; ++kind) {
    for (uint32_t i = 0; i < asset.count(static_cast<Kind>(kind)); ++i) {
      length += asset.name(static_cast<Kind>(kind), i).size();
    }
  }
  for (uint32_t i = 0; i < asset.count(Kind::tasks); ++i) length += AssetParts(asset).task(i).record_size;
  for (uint32_t i = 0; i < asset.count(Kind::agents); ++i) {
    const IndexRange options = AssetParts(asset).agent(i).options;
    for (uint32_t k = 0; k < options.count; ++k) {
      const OptionInfo option = AssetParts(asset).option(options.first + k);
      length += AssetParts(asset).option_place(options.first + k).source.size();
      for (uint32_t t = 0; t < option.terms.count; ++t)
        length += AssetParts(asset).term(option.terms.first + t).name.size();
    }
  }
  CHECK(length < 1'000'000);
}

bool loads(const std::vector<uint8_t>& bytes, uint32_t frames) {
  Asset asset;
  if (!Asset::load(bytes, {.borrow = true}, asset)) return false;
  read_all(asset);
  if (asset.count(Kind::agents) > 0) run_frames(asset, frames);
  return true;
}

// A program over everything, with few elements, so that each of its bits can be turned.
BlobContent small_content() {
  BlobContent content = guard_content();
  content.debug->names = {"", "a", "b"};
  return content;
}

TEST_CASE("a valid blob runs on any bytes in its columns") { CHECK(loads(guard_content().write(), 1000)); }

TEST_CASE("a blob with any one bit turned is refused or runs") {
  std::vector<uint8_t> bytes = small_content().write();
  size_t loaded = 0;
  for (size_t i = 0; i < bytes.size() * 8; ++i) {
    bytes[i / 8] ^= static_cast<uint8_t>(1u << (i % 8));
    if (loads(bytes, 100)) ++loaded;
    bytes[i / 8] ^= static_cast<uint8_t>(1u << (i % 8));
  }
  INFO(loaded << " of " << bytes.size() * 8);
  CHECK(loaded > 0);
  CHECK(loaded < bytes.size() * 8);
}

TEST_CASE("a blob with random bytes in it is refused or runs") {
  const std::vector<uint8_t> valid = small_content().write();
  std::mt19937 random(1);
  for (int round = 0; round < 20'000; ++round) {
    std::vector<uint8_t> bytes = valid;
    for (uint32_t changes = 1 + random() % 4; changes > 0; --changes) {
      const size_t word = random() % (bytes.size() / 4) * 4;
      const uint32_t interesting[] = {0,      1,           2,           0xff,
                                      0xffff, 0x7fff'ffff, 0xffff'ffff, static_cast<uint32_t>(random())};
      const uint32_t value = interesting[random() % std::size(interesting)];
      std::memcpy(&bytes[word], &value, sizeof value);
    }
    loads(bytes, 3);
  }
}

TEST_CASE("a blob whose words are exchanged is refused or runs") {
  const std::vector<uint8_t> valid = small_content().write();
  std::mt19937 random(2);
  for (int round = 0; round < 20'000; ++round) {
    std::vector<uint8_t> bytes = valid;
    for (uint32_t changes = 1 + random() % 3; changes > 0; --changes) {
      const size_t a = random() % (bytes.size() / 4) * 4;
      const size_t b = random() % (bytes.size() / 4) * 4;
      std::swap_ranges(&bytes[a], &bytes[a] + 4, &bytes[b]);
    }
    loads(bytes, 3);
  }
}

}  // namespace
}  // namespace ishi::testing::hostile_test
