#include <algorithm>
#include <limits>

#include "decision/choice.h"
#include "program/chunk.h"
#include "runtime/score_world.h"

// Which option an agent picks.

namespace ishi::testing {
namespace {

TEST_CASE("the highest score is picked") {
  ScoreWorld w;
  const uint32_t slot = w.slot_of(w.spawn());
  w.give(slot, 0, 0.2f);
  w.give(slot, 1, 0.7f);
  w.give(slot, 2, 0.5f);
  w.think();
  CHECK(w.population.option(slot) == 1);
}

TEST_CASE("an option whose condition is false is out") {
  ScoreWorld w;
  const uint32_t slot = w.slot_of(w.spawn());
  w.give(slot, 0, 0.2f);
  w.give(slot, 1, 0.7f);
  w.conditions[1][slot] = 0;
  w.think();
  CHECK(w.population.option(slot) == 0);
}

TEST_CASE("an option must score above the minimum") {
  ScoreWorld w({.minimum = 0.5f});
  const uint32_t slot = w.slot_of(w.spawn());
  w.give(slot, 0, 0.5f);
  w.think();
  CHECK(w.population.option(slot) == kNoOption);
  w.give(slot, 0, 0.500001f);
  w.think();
  CHECK(w.population.option(slot) == 0);
}

TEST_CASE("negative scores are eligible above a negative minimum") {
  ScoreWorld w({.minimum = -1});
  const uint32_t slot = w.slot_of(w.spawn());
  w.give(slot, 2, -0.5f);
  w.think();
  CHECK(w.population.option(slot) == 2);
}

TEST_CASE("where nothing is eligible, what ran goes on") {
  ScoreWorld w;
  const uint32_t slot = w.slot_of(w.spawn());
  w.think();
  CHECK(w.population.option(slot) == kNoOption);
  w.give(slot, 1, 0.5f);
  w.think();
  w.conditions[1][slot] = 0;
  w.think();
  CHECK(w.population.option(slot) == 1);
}

TEST_CASE("what runs is kept up by its inertia") {
  ScoreWorld w({.inertia = 0.1f});
  const uint32_t slot = w.slot_of(w.spawn());
  w.give(slot, 0, 0.5f);
  w.give(slot, 1, 0.4f);
  w.think();
  w.scores[1][slot] = 0.59f;
  w.think();
  CHECK(w.population.option(slot) == 0);
  w.scores[1][slot] = 0.61f;
  w.think();
  CHECK(w.population.option(slot) == 1);
  w.scores[0][slot] = 0.7f;
  w.think();
  CHECK(w.population.option(slot) == 1);
}

TEST_CASE("inertia counts before the minimum") {
  ScoreWorld w({.inertia = 0.2f, .minimum = 0.5f});
  const uint32_t slot = w.slot_of(w.spawn());
  w.give(slot, 0, 0.4f);
  w.give(slot, 1, 0.55f);
  REQUIRE(w.population.set_option(slot, 0));
  w.think();
  CHECK(w.population.option(slot) == 0);
}

TEST_CASE("inertia lifts nothing over a shut gate") {
  ScoreWorld w({.inertia = 10});
  const uint32_t slot = w.slot_of(w.spawn());
  w.give(slot, 1, 0.1f);
  REQUIRE(w.population.set_option(slot, 0));
  w.think();
  CHECK(w.population.option(slot) == 1);
}

TEST_CASE("ties go to the first in the list, or to the last") {
  const Ties ties = GENERATE(Ties::first, Ties::last);
  ScoreWorld w({.ties = ties});
  const uint32_t slot = w.slot_of(w.spawn());
  for (uint32_t option = 0; option < 3; ++option) w.give(slot, option, 0.5f);
  w.think();
  CHECK(w.population.option(slot) == (ties == Ties::first ? 0 : 2));
}

TEST_CASE("only the highest rank that has an eligible option competes") {
  ScoreWorld w({.ranks = {0, 2, 1}});
  const uint32_t slot = w.slot_of(w.spawn());
  w.give(slot, 0, 0.9f);
  w.give(slot, 1, 0.1f);
  w.give(slot, 2, 0.5f);
  w.think();
  CHECK(w.population.option(slot) == 1);
  w.scores[1][slot] = 0;  // not above the minimum: its rank does not count
  w.think();
  CHECK(w.population.option(slot) == 2);
  w.conditions[2][slot] = 0;
  w.think();
  CHECK(w.population.option(slot) == 0);
}

TEST_CASE("ranks may be negative, down to the lowest") {
  ScoreWorld w({.ranks = {std::numeric_limits<int32_t>::min(), -5, -5}});
  const uint32_t slot = w.slot_of(w.spawn());
  w.give(slot, 0, 0.9f);
  w.think();
  CHECK(w.population.option(slot) == 0);
  w.give(slot, 2, 0.1f);
  w.think();
  CHECK(w.population.option(slot) == 2);
}

TEST_CASE("agents of one chunk decide each for itself") {
  ScoreWorld w({.capacity = 700});
  for (uint32_t i = 0; i < 700; ++i) w.give(w.slot_of(w.spawn()), i % 3, 0.5f);
  w.think();
  for (uint32_t slot = 0; slot < 700; ++slot) {
    if (w.population.option(slot) != slot % 3) FAIL(slot);
  }
}

TEST_CASE("a choice does not depend on the order in which options compete") {
  constexpr uint32_t kOptions = 4;
  const float scores[] = {0.5f, 0.5f, 0.9f, 0.5f};
  const int32_t ranks[] = {1, 1, 0, 1};
  const auto choose = [&](const uint32_t(&order)[kOptions]) {
    Choice choice;
    choice.begin();
    for (const uint32_t option : order) {
      float lanes[kLanes];
      std::fill(std::begin(lanes), std::end(lanes), scores[option]);
      choice.compete<false>(static_cast<int32_t>(option), ranks[option], lanes, {}, kLanes);
    }
    return choice.option[0];
  };
  uint32_t order[kOptions] = {0, 1, 2, 3};
  do {
    CHECK(choose(order) == 0);
  } while (std::next_permutation(std::begin(order), std::end(order)));
}

TEST_CASE("a score that is no number is never picked") {
  Choice choice;
  choice.begin();
  float lanes[kLanes];
  std::fill(std::begin(lanes), std::end(lanes), std::numeric_limits<float>::quiet_NaN());
  choice.compete<false>(0, 0, lanes, {}, kLanes);
  CHECK(choice.option[0] == Choice::kNone);
}

}  // namespace
}  // namespace ishi::testing
