#include "blackboard/member_ids.h"

#include <catch2/catch.hpp>
#include <cstdint>
#include <vector>

#include "program/machine.h"

namespace ishi::testing::member_ids_test {
namespace {

// The generations of the rows of a world, and the candidates of one who has room for four.
struct Candidates {
  explicit Candidates(uint32_t rows) : generation(rows) {
    ids.packed = packed;
    ids.bind({.rows = rows, .generation = generation.data()});
  }

  std::vector<uint32_t> generation;
  uint32_t packed[4] = {};
  MemberIds ids;
};

}  // namespace

TEST_CASE("an entity is the same after it was packed, whatever generation its row has") {
  const uint32_t rows = GENERATE(2u, 3u, 1000u, 1024u, 65'537u);
  for (const uint32_t generation : {1u, 3u, 0xffffu, 0x1'0001u, 0x7fff'ffffu, 0xffff'ffffu}) {
    Candidates c(rows);
    const EntityId last{rows - 1, generation};
    c.generation[last.index] = generation;
    c.ids.set(0, last);
    CHECK(c.ids[0] == last);
    CHECK(c.ids.row_of(0, {}) == last.index);
    CHECK(c.ids.row_of(1, {}) == 0);
    CHECK(c.ids.is(0, last));
    CHECK(c.ids[1] == kNobody);
    CHECK(c.ids.is(1, kNobody));
  }
}

TEST_CASE("an entity that is gone stays itself until those that are gone must leave") {
  const uint32_t rows = GENERATE(60'000u, 1'000'000u);
  for (const uint32_t born : {1u, 101u, 0xffff'ff01u}) {
    Candidates c(rows);
    const EntityId gone{7, born};
    c.generation[7] = born;
    c.ids.set(0, gone);
    uint32_t lives = 0;
    for (uint32_t now = born + 2; now > born; now += 2) {
      c.generation[7] = now;
      REQUIRE(c.ids[0] == gone);
      REQUIRE_FALSE(c.ids.is(0, {7, now}));
      REQUIRE(c.ids.row_of(0, {}) == 0);
      ++lives;
      if (MemberIds::must_leave(now, rows)) break;
    }
    CHECK(lives > 0);
    CHECK(lives <= uint32_t{1} << 14);
  }
}

TEST_CASE("nobody has to leave when a row is used for the first time") {
  CHECK_FALSE(MemberIds::must_leave(1, 1000));
  CHECK_FALSE(MemberIds::must_leave(3, 1000));
}

TEST_CASE("an entity whose last bits are those of another is not taken for them") {
  Candidates c(1000);
  const uint32_t kept_bits = 32 - MemberIds::bits_of(1000);
  c.generation[7] = (1u << kept_bits) + 5;
  c.ids.set(0, {7, c.generation[7]});
  CHECK_FALSE(c.ids.is(0, {7, 5}));
}

TEST_CASE("a row beyond the world, as a damaged save may name it, is nobody's") {
  Candidates c(1000);
  c.packed[0] = 1023;
  CHECK(c.ids[0] == kNobody);
  CHECK(c.ids.row_of(0, {}) == 0);
}

TEST_CASE("many packed members become the rows that each of them has") {
  const uint32_t rows = 100;
  Candidates c(rows);
  std::vector<uint32_t> packed;
  for (uint32_t row = 0; row < rows; ++row) {
    c.generation[row] = row % 3 == 0 ? 2 * row : 2 * row + 1;  // a third are gone
    packed.push_back(MemberIds::pack({row, c.generation[row]}, c.ids.row_bits));
    packed.push_back(MemberIds::pack({row, c.generation[row] + 2}, c.ids.row_bits));
    packed.push_back(~0u - row);
  }
  packed.resize((packed.size() + 15) / 16 * 16);
  c.ids.packed = packed.data();
  for (const Machine* const machine : machines()) {
    std::vector<uint32_t> became(packed.size());
    machine->rows_of_candidates(c.ids, packed.data(), packed.size(), became.data());
    for (size_t i = 0; i < packed.size(); ++i) CHECK(became[i] == c.ids.row_of(i, {}));
    std::vector<uint32_t> in_place = packed;
    machine->rows_of_candidates(c.ids, in_place.data(), in_place.size(), in_place.data());
    CHECK(in_place == became);
  }
}

TEST_CASE("a member that is no entity has a handle of 32 bits") {
  MemberIds ids;
  uint32_t packed[1] = {};
  ids.packed = packed;
  for (const uint32_t number : {1u, 0x7fff'ffffu, 0xffff'ffffu}) {
    ids.set(0, {0, number});
    CHECK(ids[0] == EntityId{0, number});
    CHECK_FALSE(ids.is(0, {7, number}));
  }
}

}  // namespace ishi::testing::member_ids_test
