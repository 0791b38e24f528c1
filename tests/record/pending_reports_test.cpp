#include "pending_reports.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <random>
#include <vector>

#include "trials.h"

namespace ishi::record::pending_reports_test {
namespace {

struct Listed {
  uint32_t slot = 0, lane = 0;
  bool has_failed = false;
  bool operator==(const Listed&) const = default;
};

std::vector<Listed> read(std::span<const std::byte> bytes, uint32_t slots, uint32_t lanes) {
  std::vector<Listed> listed;
  REQUIRE(for_each_report(bytes, slots, lanes, [&](uint32_t slot, uint32_t lane, bool has_failed) {
    listed.push_back({slot, lane, has_failed});
  }));
  return listed;
}

TEST_CASE("reports are read as they were written, however many there are and wherever they stand") {
  std::mt19937 random(1);
  for (uint32_t i = 0; i < trials(4000); ++i) {
    const uint32_t slots = 1 + random() % 3000, lanes = 1 + random() % 4, one_in = 1 + random() % 1000;
    PendingReports reports;
    REQUIRE(reports.make(slots, lanes));
    std::vector<Listed> given;
    for (uint32_t slot = 0; slot < slots; ++slot) {
      for (uint32_t lane = 0; lane < lanes; ++lane) {
        if (random() % one_in == 0) given.push_back({slot, lane, random() % 3 == 0});
      }
    }
    std::vector<Listed> shuffled = given;
    std::shuffle(shuffled.begin(), shuffled.end(), random);
    for (const Listed& one : shuffled) reports.add(one.slot, one.lane, one.has_failed);
    REQUIRE(reports.count() == given.size());
    REQUIRE(read(reports.take(), slots, lanes) == given);
    REQUIRE(reports.count() == 0);
  }
}

TEST_CASE("reports that are cut off, or stand where no lane is, are none") {
  PendingReports reports;
  REQUIRE(reports.make(1000, 2));
  for (uint32_t slot = 0; slot < 1000; slot += 7) reports.add(slot, slot % 2, slot % 3 == 0);
  const std::span<const std::byte> taken = reports.take();
  const std::vector<std::byte> bytes(taken.begin(), taken.end());
  const auto is_read = [](std::span<const std::byte> some, uint32_t slots) {
    return for_each_report(some, slots, 2, [](uint32_t, uint32_t, bool) {});
  };
  REQUIRE(is_read(bytes, 1000));
  CHECK_FALSE(is_read(bytes, 500));
  for (size_t size = 0; size < bytes.size(); ++size) CHECK_FALSE(is_read(std::span(bytes).first(size), 1000));
}

TEST_CASE("a report of few in many lanes takes little more than a byte") {
  constexpr uint32_t kSlots = 10'000;
  PendingReports reports;
  REQUIRE(reports.make(kSlots, 1));
  std::mt19937 random(2);
  for (uint32_t slot = 0; slot < kSlots; ++slot) {
    if (random() % 120 == 0) reports.add(slot, 0, false);
  }
  const uint32_t count = reports.count();
  CHECK(reports.take().size() * 8 < 9.0 * count + 24);  // the entropy of such distances is 8.3 bits
}

}  // namespace
}  // namespace ishi::record::pending_reports_test
