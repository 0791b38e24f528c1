#include <algorithm>
#include <catch2/catch.hpp>
#include <cstring>
#include <random>
#include <string>
#include <vector>

#include "determinism/game.h"
#include "examples.h"
#include "memory/hash.h"
#include "play_on.h"
#include "save/format.h"
#include "trials.h"

// Saves that say what cannot be, and have the checksum that they should have.

namespace ishi::testing {
namespace {

using determinism::Game;

constexpr uint32_t kForged = 1000;
constexpr size_t kStruct = 64;  // bytes, at most
constexpr determinism::Scenario kScenario{.name = "saves", .agents = 5, .things = 3, .changes = 5};

using Bytes = std::vector<std::byte>;

template <typename T>
T read(const Bytes& save, size_t at) {
  T value;
  std::memcpy(&value, save.data() + at, sizeof value);
  return value;
}
template <typename T>
void write(Bytes& save, size_t at, const T& value) {
  std::memcpy(save.data() + at, &value, sizeof value);
}

// Gives it the size and the checksum that it should have.
void forge(Bytes& save) {
  auto header = read<save::SaveHeader>(save, 0);
  header.size = save.size();
  header.checksum = hash_bytes(std::span<const std::byte>(save).subspan(sizeof header), header.size);
  write(save, 0, header);
}

Bytes save_of(const Asset& asset, uint32_t frames = 80) {
  Game game(kScenario, asset, {});
  for (uint32_t frame = 0; frame < frames; ++frame) game.run_frame();
  Bytes save = game.save();
  return save;
}

Status load(const Bytes& forged, const Asset& asset, World& world, std::vector<Population>& populations) {
  const Asset* const assets[] = {&asset};
  populations.assign(8, {});
  Reload reload;
  return World::load(forged, {.assets = assets}, world, populations, reload);
}

Status load(const Bytes& forged, const Asset& asset) {
  World world;
  std::vector<Population> populations;
  return load(forged, asset, world, populations);
}

// It is refused, or what it makes can be played. Returns whether it was taken.
bool is_met(Bytes forged, const Asset& asset, uint32_t seed) {
  forge(forged);
  World world;
  std::vector<Population> populations;
  if (!load(forged, asset, world, populations)) return false;
  play_on(world, populations, 20, seed);
  return true;
}

// Where a save tells of something: a struct of its format, or a column's values.
struct Part {
  size_t at = 0;
  size_t bytes = 0;
};

class Parts {
 public:
  explicit Parts(const Bytes& save) : save_(save) {
    const auto world = take<save::SavedWorld>();
    if (world.has_grid != 0) take<save::SavedGrid>();
    for (uint32_t i = 0; i < world.assets; ++i) skip(take<save::SavedAsset>().bytes);
    for (uint32_t i = 0; i < world.populations; ++i) take<save::SavedPopulation>();
    const auto columns = take<save::SavedColumns>();
    for (uint64_t i = 0; i < columns.count; ++i) {
      const auto column = take<save::SavedColumn>();
      if (column.count > 0) list.push_back({at_, static_cast<size_t>(column.count * column.width)});
      skip(column.count * column.width);
    }
    REQUIRE(save.size() - at_ < save::kUnit);
  }

  std::vector<Part> list;

 private:
  template <typename T>
  T take() {
    list.push_back({at_, sizeof(T)});
    at_ += sizeof(T);
    return read<T>(save_, at_ - sizeof(T));
  }
  void skip(uint64_t bytes) {
    at_ += static_cast<size_t>(bytes);
    at_ += (save::kAlignment - at_ % save::kAlignment) % save::kAlignment;
  }

  const Bytes& save_;
  size_t at_ = sizeof(save::SaveHeader);
};

template <typename T>
std::vector<T> lies_about(T truth) {
  constexpr T kAll = static_cast<T>(~T{0}), kHigh = static_cast<T>(T{1} << (8 * sizeof(T) - 1));
  return {T{0},
          T{1},
          static_cast<T>(truth + 1),
          static_cast<T>(truth - 1),
          static_cast<T>(truth ^ kHigh),
          static_cast<T>(kAll >> 1),
          kAll};
}

// How many lies were told, and how many of them taken.
struct Told {
  uint32_t lies = 0, taken = 0;
};

// Tells lies about so many words and bytes of each part.
Told tell_lies(const Asset& asset, const Bytes& save, size_t words_of_each, size_t bytes_of_each) {
  std::mt19937 random(12);
  Told told;
  const auto tell = [&](size_t at, auto truth) {
    for (const auto lie : lies_about(truth)) {
      if (lie == truth) continue;
      Bytes forged = save;
      write(forged, at, lie);
      ++told.lies;
      told.taken += is_met(std::move(forged), asset, random()) ? 1 : 0;
    }
  };
  for (const Part& part : Parts(save).list) {
    CAPTURE(part.at, part.bytes);
    const size_t words = part.bytes / 4;
    const bool all = part.bytes <= kStruct || words <= words_of_each;
    // All words of a struct; of a column's values the first ones, the last one, and some between.
    for (size_t i = 0; i < (all ? words : words_of_each); ++i) {
      const size_t word = all || i < 2 ? i : i == 2 ? words - 1 : random() % words;
      tell(part.at + 4 * word, read<uint32_t>(save, part.at + 4 * word));
    }
    for (size_t i = 0; i < std::min(bytes_of_each, part.bytes); ++i) {
      const size_t at = part.at + (i < 2 ? i : random() % part.bytes);
      tell(at, read<uint8_t>(save, at));
    }
  }
  return told;
}

}  // namespace

TEST_CASE("whatever a forged save says, it is refused, or the world that it makes can be played") {
  const std::string name = any_example();
  CAPTURE(name);
  const Asset asset = load_example(name);
  const Bytes save = save_of(asset);
  std::mt19937 random(11);
  uint32_t taken = 0;
  for (uint32_t i = 0; i < kForged; ++i) {
    Bytes forged = save;
    for (uint32_t k = 0; k < 1 + random() % 4; ++k) {
      const size_t at = sizeof(save::SaveHeader) + random() % (save.size() - sizeof(save::SaveHeader));
      forged[at] = random() % 2 == 0 ? forged[at] ^ (std::byte{1} << (random() % 8))
                                     : static_cast<std::byte>(random());
    }
    taken += is_met(std::move(forged), asset, random()) ? 1 : 0;
  }
  WARN(taken << " of " << kForged << " forged saves of " << name << " were taken");
}

TEST_CASE(
    "whatever a save says of one thing alone, it is refused, or the world that it makes can be played") {
  const std::string name = any_example();
  CAPTURE(name);
  const Asset asset = load_example(name);
  const Told told = tell_lies(asset, save_of(asset), trials(5), trials(3));
  WARN(told.taken << " of " << told.lies << " lies in a save of " << name << " were taken");
}

// For minutes: scripts/coverage asks for it.
TEST_CASE("all that a save says may be a lie", "[.][thorough]") {
  const std::string name = any_example();
  CAPTURE(name);
  const Asset asset = load_example(name);
  for (const uint32_t frames : {80U, 131U}) tell_lies(asset, save_of(asset, frames), 40, 8);
}

TEST_CASE("a save that ends too early is refused though it has the checksum of what is there") {
  const std::string name = any_example();
  CAPTURE(name);
  const Asset asset = load_example(name);
  const Bytes save = save_of(asset);
  for (size_t size = save::kUnit; size < save.size(); size += save::kUnit) {
    Bytes forged(save.begin(), save.begin() + static_cast<ptrdiff_t>(size));
    forge(forged);
    CAPTURE(size);
    REQUIRE(load(forged, asset).code == StatusCode::save_structure);
  }
}

TEST_CASE("a save of a later format, and one of another size than it says, are refused") {
  const Asset asset = load_example("guard");
  const Bytes save = save_of(asset);
  CHECK(load(save, asset));
  Bytes later = save;
  write(later, offsetof(save::SaveHeader, version), save::kVersion + 1);
  CHECK(load(later, asset).code == StatusCode::save_version);
  CHECK(load(later, asset).where == save::kVersion + 1);
  Bytes strange = save;
  write(strange, offsetof(save::SaveHeader, reserved), 1U);
  CHECK(load(strange, asset).code == StatusCode::save_structure);
  Bytes longer = save;
  longer.resize(save.size() + save::kUnit);
  CHECK(load(longer, asset).code == StatusCode::save_structure);
  Bytes uneven = save;
  uneven.resize(save.size() - 1);
  forge(uneven);
  CHECK(load(uneven, asset).code == StatusCode::save_structure);
}

TEST_CASE("a save and a load say what is wrong with what they are given") {
  const Asset guard = load_example("guard"), squad = load_example("squad");
  Game game(kScenario, guard, {});
  for (uint32_t frame = 0; frame < 8; ++frame) game.run_frame();
  size_t size = 0;
  REQUIRE(game.world().save_size(size));
  Bytes save(size - 1);
  CHECK(game.world().save(save, size).code == StatusCode::buffer_too_small);
  save.resize(size);
  REQUIRE(game.world().save(save, size));
  CHECK(World().save_size(size).code == StatusCode::not_created);
  CHECK(World().save(save, size).code == StatusCode::not_created);

  World world;
  std::vector<Population> populations(8);
  Reload reload;
  const auto code_of = [&](const LoadOptions& options) {
    return World::load(save, options, world, populations, reload).code;
  };
  const Asset none;
  const Asset* const all[] = {nullptr, &none, &squad, &guard};
  CHECK(code_of({}) == StatusCode::unknown_id);
  CHECK(code_of({.assets = std::span(all).first(3)}) == StatusCode::unknown_id);
  LoadOptions of_later{.assets = all};
  of_later.size += 8;
  CHECK(code_of(of_later) == StatusCode::bad_options);
  CHECK(World::load(save, {.assets = all}, world, {}, reload).code == StatusCode::buffer_too_small);
  REQUIRE(code_of({.assets = all, .strict = true}) == StatusCode::ok);

  Clock clock = world.clock();
  ++clock.frame;
  clock.time_microseconds += 50'000;
  REQUIRE(world.begin_frame(clock));
  CHECK(world.save(save, size).code == StatusCode::wrong_phase);
}

}  // namespace ishi::testing
