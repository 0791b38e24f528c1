#include "chance/philox.h"

#include <catch2/catch.hpp>

// The generator's known answers, as its authors publish them (Random123, `kat_vectors`: philox4x32 10).

namespace ishi::testing::philox_test {
namespace {

using chance::philox;
using chance::PhiloxCounter;

TEST_CASE("philox gives its published answers") {
  CHECK(philox({0, 0, 0, 0}, {0, 0}) == PhiloxCounter{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8});
  constexpr uint32_t kAll = 0xffff'ffff;
  CHECK(philox({kAll, kAll, kAll, kAll}, {kAll, kAll}) ==
        PhiloxCounter{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd});
  CHECK(philox({0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344}, {0xa4093822, 0x299f31d0}) ==
        PhiloxCounter{0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1});
}

TEST_CASE("philox is known when the program is compiled") {
  static_assert(philox({0, 0, 0, 0}, {0, 0})[0] == 0x6627e8d5);
  CHECK(philox({1, 0, 0, 0}, {0, 0}) != philox({0, 0, 0, 0}, {0, 0}));
}

}  // namespace
}  // namespace ishi::testing::philox_test
