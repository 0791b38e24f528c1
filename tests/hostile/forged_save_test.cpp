#include <algorithm>
#include <catch2/catch.hpp>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "blackboard/member_ids.h"
#include "determinism/game.h"
#include "examples.h"
#include "forgery.h"
#include "play_on.h"
#include "save/format.h"
#include "trials.h"

// Saves that say what cannot be, and have the checksum that they should have.

namespace ishi::testing::forged_save_test {
namespace {

const uint32_t kForged = trials(4000);
constexpr size_t kStruct = 64;  // bytes, at most

// It is refused, or what it makes can be played. Returns whether it was taken.
bool is_met(Bytes forged, const Asset& asset, uint32_t seed) {
  forge(forged);
  World world;
  std::vector<Population> populations;
  if (!load(forged, asset, world, populations)) return false;
  play_on(world, populations, 20, seed);
  return true;
}

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

// Tells lies in a save, one at a time, and plays what is taken.
class Liar {
 public:
  Liar(const Asset& asset, const Bytes& save) : asset_(asset), save_(save) {}

  // About so many words and bytes of each part, and so many in ten of the parts.
  void tell(size_t words_of_each, size_t bytes_of_each, uint32_t in_ten = 10) {
    for (const Part& part : parts_of(save_)) {
      if (random_() % 10 >= in_ten) continue;
      const size_t words = part.bytes / 4;
      const bool all = part.bytes <= kStruct || words <= words_of_each;
      // All words of a struct; of a column's values the first ones, the last one, and some between.
      for (size_t i = 0; i < (all ? words : words_of_each); ++i) {
        const size_t word = all || i < 2 ? i : i == 2 ? words - 1 : random_() % words;
        tell_of<uint32_t>(part.at + 4 * word);
      }
      for (size_t i = 0; i < std::min(bytes_of_each, part.bytes); ++i)
        tell_of<uint8_t>(part.at + (i < 2 ? i : random_() % part.bytes));
    }
  }
  // About where each agent's body is.
  void tell_of_bodies() {
    for (uint16_t population = 0;; ++population) {
      const std::optional<Part> selves = find_column(save_, ColumnTag::self, population);
      if (!selves) return;
      const Part blocks = find_column(save_, ColumnTag::blocks, population).value();
      const size_t block = blocks.bytes / (selves->bytes / sizeof(EntityId));
      for (size_t word = 0; word < kScenario.agents * block / 4; ++word)
        tell_of<uint32_t>(blocks.at + 4 * word);
    }
  }

  uint32_t lies = 0, taken = 0;

 private:
  template <typename T>
  void tell_of(size_t at) {
    CAPTURE(at);
    const T truth = read<T>(save_, at);
    for (const T lie : lies_about(truth)) {
      if (lie == truth) continue;
      Bytes forged = save_;
      write(forged, at, lie);
      ++lies;
      taken += is_met(std::move(forged), asset_, random_()) ? 1 : 0;
    }
  }

  const Asset& asset_;
  const Bytes& save_;
  std::mt19937 random_{12};
};

}  // namespace

TEST_CASE("whatever a forged save says, it is refused, or the world that it makes can be played") {
  const std::string name = any_behaviour();
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
  const Bytes save = save_of(asset);
  Liar liar(asset, save);
  if (makes_all_trials()) {
    liar.tell(5, 3);
  } else {
    liar.tell(std::max(20 / kTrialsDivisor, 1U), 8 / kTrialsDivisor, std::max(16 / kTrialsDivisor, 1U));
  }
  WARN(liar.taken << " of " << liar.lies << " lies in a save of " << name << " were taken");
}

// With the very asset of the save a world is made of that at once, with one that merely behaves so by a
// reload.
TEST_CASE(
    "a lie in a save is met in the same way whether the game has the save's asset or one that behaves "
    "alike") {
  const Asset asset = load_example("guard"), alike = load_stripped_guard();
  const Bytes save = save_of(asset);
  REQUIRE(load(save, asset));
  REQUIRE(load(save, alike));
  std::mt19937 random(13);
  uint32_t taken = 0, refused = 0;
  for (uint32_t i = 0; i < trials(1000); ++i) {
    Bytes forged = save;
    const size_t at = sizeof(save::SaveHeader) + random() % (save.size() - sizeof(save::SaveHeader));
    forged[at] ^= std::byte{1} << (random() % 8);
    forge(forged);
    CAPTURE(at);
    World world, other;
    std::vector<Population> populations, others;
    const Status status = load(forged, asset, world, populations),
                 reloaded = load(forged, alike, other, others);
    REQUIRE(status.code == reloaded.code);
    REQUIRE(status.where == reloaded.where);
    ++(status ? taken : refused);
    if (!status) continue;
    const uint32_t seed = random();
    play_on(world, populations, 5, seed);
    play_on(other, others, 5, seed);
  }
  CHECK(taken > 0);
  CHECK(refused > 0);
}

// Kernels do not ask for the kinds of such candidates.
TEST_CASE("a save is refused in which a candidate that lives is of a kind that its set does not take") {
  const Asset asset = load_example("hunters");
  const Bytes save = save_of(asset);
  const Part things = find_column(save, ColumnTag::entity_thing, save::kOfWorld).value();
  const Part pack = find_column(save, ColumnTag::member_entity, save::kOfWorld).value();
  const auto rows = static_cast<uint32_t>(things.bytes / sizeof(uint32_t));
  const uint32_t row_mask = ~(~0u << MemberIds::bits_of(rows));
  const uint32_t row = read<uint32_t>(save, pack.at) & row_mask;
  REQUIRE(row != 0);
  const size_t at = things.at + row * sizeof(uint32_t);
  const auto hunter = read<uint32_t>(save, at);
  REQUIRE((hunter == 1 || hunter == 2));
  for (const uint32_t kind : {hunter, 3 - hunter}) {
    Bytes forged = save;
    write(forged, at, kind);
    forge(forged);
    CHECK(load(forged, asset).code == (kind == hunter ? StatusCode::ok : StatusCode::save_invalid));
  }
}

// For minutes: scripts/coverage asks for it.
TEST_CASE("all that a save says may be a lie", "[.][thorough]") {
  const std::string name = any_behaviour();
  CAPTURE(name);
  const Asset asset = load_example(name);
  for (const uint32_t frames : {80U, 131U}) {
    const Bytes save = save_of(asset, frames);
    Liar liar(asset, save);
    liar.tell(40, 8);
    liar.tell_of_bodies();
    WARN(liar.taken << " of " << liar.lies << " lies in a save of " << name << " were taken");
  }
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

TEST_CASE("a save of a later or too old a format, and one of another size than it says, are refused") {
  const Asset asset = load_example("guard");
  const Bytes save = save_of(asset);
  CHECK(load(save, asset));
  Bytes later = save;
  write(later, offsetof(save::SaveHeader, version), save::kVersion + 1);
  CHECK(load(later, asset).code == StatusCode::save_version);
  CHECK(load(later, asset).where == save::kVersion + 1);
  Bytes old = save;
  write(old, offsetof(save::SaveHeader, version), save::kOldestVersion - 1);
  CHECK(load(old, asset).code == StatusCode::save_version);
  CHECK(load(old, asset).where == save::kOldestVersion - 1);
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
  determinism::Game game(kScenario, guard, {});
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
  CHECK(code_of({}) == StatusCode::save_agent_unknown);
  CHECK(code_of({.assets = std::span(all).first(3)}) == StatusCode::save_agent_unknown);
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

}  // namespace ishi::testing::forged_save_test
