#include "memory/sort.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cstdint>
#include <random>
#include <vector>

namespace ishi::testing::sort_test {
namespace {

// As wide as no number is.
struct Named {
  uint32_t number;
  uint16_t name[5];
};

}  // namespace

TEST_CASE("values of any number are sorted as std::sort sorts them, each with all of its bytes") {
  std::mt19937 random(7);
  for (size_t count = 0; count < 70; ++count) {
    std::vector<Named> values(count);
    for (Named& value : values) {
      value.number = static_cast<uint32_t>(random() % 40);
      std::fill_n(value.name, 5, static_cast<uint16_t>(value.number * 3));
    }
    std::vector<uint32_t> expected;
    for (const Named& value : values) expected.push_back(value.number);
    std::sort(expected.begin(), expected.end());

    sort_rarely(values.data(), values.data() + count,
                [](const Named& a, const Named& b) { return a.number < b.number; });
    for (size_t i = 0; i < count; ++i) {
      CHECK(values[i].number == expected[i]);
      CHECK(std::count(values[i].name, values[i].name + 5, values[i].number * 3) == 5);
    }
  }
}

}  // namespace ishi::testing::sort_test
