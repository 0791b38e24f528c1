#include <limits>
#include <memory>
#include <optional>
#include <random>
#include <vector>

#include "ishi/tools.h"
#include "program/choice.h"
#include "program/chunk.h"
#include "program/machine.h"
#include "runtime/program/each_machine.h"
#include "runtime/score_world.h"

// Which option an agent picks.

namespace ishi::testing::choice_test {
namespace {

TEST_CASE("the highest score is picked") {
  ScoreWorld w;
  const uint32_t slot = w.slot_of(w.spawn());
  w.give(slot, 0, 0.2f);
  w.give(slot, 1, 0.7f);
  w.give(slot, 2, 0.5f);
  w.think();
  CHECK(w.population.option(w.population.agent_of(slot)) == 1);
}

TEST_CASE("an option whose condition is false is out") {
  ScoreWorld w;
  const uint32_t slot = w.slot_of(w.spawn());
  w.give(slot, 0, 0.2f);
  w.give(slot, 1, 0.7f);
  w.conditions[1][slot] = 0;
  w.think();
  CHECK(w.population.option(w.population.agent_of(slot)) == 0);
}

TEST_CASE("an option must score above the minimum") {
  ScoreWorld w({.minimum = 0.5f});
  const uint32_t slot = w.slot_of(w.spawn());
  w.give(slot, 0, 0.5f);
  w.think();
  CHECK(w.population.option(w.population.agent_of(slot)) == kNoOption);
  w.give(slot, 0, 0.500001f);
  w.think();
  CHECK(w.population.option(w.population.agent_of(slot)) == 0);
}

TEST_CASE("negative scores are eligible above a negative minimum") {
  ScoreWorld w({.minimum = -1});
  const uint32_t slot = w.slot_of(w.spawn());
  w.give(slot, 2, -0.5f);
  w.think();
  CHECK(w.population.option(w.population.agent_of(slot)) == 2);
}

TEST_CASE("where nothing is eligible, what ran goes on") {
  ScoreWorld w;
  const uint32_t slot = w.slot_of(w.spawn());
  w.think();
  CHECK(w.population.option(w.population.agent_of(slot)) == kNoOption);
  w.give(slot, 1, 0.5f);
  w.think();
  w.conditions[1][slot] = 0;
  w.think();
  CHECK(w.population.option(w.population.agent_of(slot)) == 1);
}

TEST_CASE("what runs is kept up by its inertia") {
  ScoreWorld w({.inertia = 0.1f});
  const uint32_t slot = w.slot_of(w.spawn());
  w.give(slot, 0, 0.5f);
  w.give(slot, 1, 0.4f);
  w.think();
  w.scores[1][slot] = 0.59f;
  w.think();
  CHECK(w.population.option(w.population.agent_of(slot)) == 0);
  w.scores[1][slot] = 0.61f;
  w.think();
  CHECK(w.population.option(w.population.agent_of(slot)) == 1);
  w.scores[0][slot] = 0.7f;
  w.think();
  CHECK(w.population.option(w.population.agent_of(slot)) == 1);
}

TEST_CASE("inertia counts before the minimum") {
  ScoreWorld w({.inertia = 0.2f, .minimum = 0.5f});
  const uint32_t slot = w.slot_of(w.spawn());
  w.give(slot, 0, 0.4f);
  w.give(slot, 1, 0.55f);
  REQUIRE(Tools(w.population).set_option(w.population.agent_of(slot), 0));
  w.think();
  CHECK(w.population.option(w.population.agent_of(slot)) == 0);
}

TEST_CASE("inertia lifts nothing over a shut gate") {
  ScoreWorld w({.inertia = 10});
  const uint32_t slot = w.slot_of(w.spawn());
  w.give(slot, 1, 0.1f);
  REQUIRE(Tools(w.population).set_option(w.population.agent_of(slot), 0));
  w.think();
  CHECK(w.population.option(w.population.agent_of(slot)) == 1);
}

TEST_CASE("ties go to the first in the list, or to the last") {
  const Ties ties = GENERATE(Ties::first, Ties::last);
  ScoreWorld w({.ties = ties});
  const uint32_t slot = w.slot_of(w.spawn());
  for (uint32_t option = 0; option < 3; ++option) w.give(slot, option, 0.5f);
  w.think();
  CHECK(w.population.option(w.population.agent_of(slot)) == (ties == Ties::first ? 0 : 2));
}

TEST_CASE("only the highest rank that has an eligible option competes") {
  ScoreWorld w({.ranks = {0, 2, 1}});
  const uint32_t slot = w.slot_of(w.spawn());
  w.give(slot, 0, 0.9f);
  w.give(slot, 1, 0.1f);
  w.give(slot, 2, 0.5f);
  w.think();
  CHECK(w.population.option(w.population.agent_of(slot)) == 1);
  w.scores[1][slot] = 0;  // not above the minimum: its rank does not count
  w.think();
  CHECK(w.population.option(w.population.agent_of(slot)) == 2);
  w.conditions[2][slot] = 0;
  w.think();
  CHECK(w.population.option(w.population.agent_of(slot)) == 0);
}

TEST_CASE("ranks may be negative, down to the lowest") {
  ScoreWorld w({.ranks = {std::numeric_limits<int32_t>::min(), -5, -5}});
  const uint32_t slot = w.slot_of(w.spawn());
  w.give(slot, 0, 0.9f);
  w.think();
  CHECK(w.population.option(w.population.agent_of(slot)) == 0);
  w.give(slot, 2, 0.1f);
  w.think();
  CHECK(w.population.option(w.population.agent_of(slot)) == 2);
}

TEST_CASE("agents of one chunk decide each for itself") {
  ScoreWorld w({.capacity = 700});
  for (uint32_t i = 0; i < 700; ++i) w.give(w.slot_of(w.spawn()), i % 3, 0.5f);
  w.think();
  for (uint32_t slot = 0; slot < 700; ++slot) {
    if (w.population.option(w.population.agent_of(slot)) != slot % 3) FAIL(slot);
  }
}

// One lane by itself.
struct Chosen {
  int32_t option = Choice::kNone;
  float score = -std::numeric_limits<float>::infinity();
};

Chosen choose_alone(const std::vector<Contestant>& contestants, const Chunk& chunk, int32_t running,
                    std::optional<int32_t> locked_rank, uint32_t lane) {
  const Selection& selection = chunk.selection;
  Chosen best;
  std::optional<int32_t> rank;
  for (const Contestant& contestant : contestants) {
    if (locked_rank && contestant.rank <= *locked_rank) continue;
    const float inertia = contestant.option == running && !contestant.has_inertia ? selection.inertia : 0;
    const float score = chunk.lanes(contestant.scores)[lane] + inertia;
    if (!(score > selection.minimum)) continue;
    const bool ties_win = selection.last_wins_ties && score == best.score;
    if (rank == contestant.rank && !(score > best.score || ties_win)) continue;
    rank = contestant.rank;
    best = {contestant.option, score};
  }
  return best;
}

TEST_CASE("a chunk chooses what each of its agents would choose alone, with every instruction set") {
  std::mt19937 random(GENERATE(range(0u, 8u)));
  const bool one_rank = GENERATE(true, false);
  const bool some_are_locked = GENERATE(false, true);
  Selection selection{.inertia = 0.25f, .minimum = 0.125f, .last_wins_ties = random() % 2 == 0};
  constexpr uint32_t kOptions = 7;
  alignas(64) float scores[kOptions][kRegisterStride];
  const float not_numbers[] = {-std::numeric_limits<float>::infinity(),
                               std::numeric_limits<float>::quiet_NaN()};
  std::vector<Contestant> contestants;
  for (int32_t option = 0; option < static_cast<int32_t>(kOptions); ++option) {
    float* const own = scores[option];
    for (uint32_t i = 0; i < kChunkRows; ++i)  // few different ones: ties are many
      own[i] = random() % 8 == 0 ? not_numbers[random() % 2] : static_cast<float>(random() % 5) * 0.25f;
    contestants.push_back(
        {static_cast<uint32_t>(option), option, one_rank ? 3 : option / 3 - 1, option == 2});
  }
  auto choice = std::make_unique<Choice>();
  const auto begin = [&](std::vector<std::optional<int32_t>>& locked, bool is_cleared) {
    std::mt19937 again(5);
    choice->has_locks = false;
    choice->clear(kChunkRows);
    if (!is_cleared) {  // what stood there before counts for nothing
      std::fill_n(choice->option, kChunkRows, 1);
      std::fill_n(choice->score, kChunkRows, 1e9f);
    }
    for (uint32_t i = 0; i < kChunkRows; ++i) {
      choice->running[i] = again() % 3 == 0 ? Choice::kNone : static_cast<int32_t>(again() % kOptions);
      locked[i] = std::nullopt;
      if (!some_are_locked || choice->running[i] == Choice::kNone || again() % 4 != 0) continue;
      locked[i] = contestants[static_cast<size_t>(choice->running[i])].rank;
      choice->lock(i, *locked[i]);
    }
  };
  const Binding binding;
  const Cooling cooling;
  const Chunk chunk{binding, selection, cooling, nullptr, nullptr, 201, true, scores[0], *choice};
  const auto check = [&](Machine::Compete compete, bool is_cleared = true) {
    std::vector<std::optional<int32_t>> locked(kChunkRows);
    begin(locked, is_cleared);
    compete(chunk, contestants);
    for (uint32_t i = 0; i < chunk.count; ++i) {
      const Chosen alone = choose_alone(contestants, chunk, choice->running[i], locked[i], i);
      const bool stays = alone.option == Choice::kNone && locked[i];
      if (choice->option[i] != (stays ? choice->running[i] : alone.option)) FAIL("lane " << i);
      if (choice->is_locked(i) != (stays)) FAIL("lock of lane " << i);
      if (alone.option != Choice::kNone && choice->score[i] != alone.score) FAIL("score of lane " << i);
    }
  };
  with_each_machine([&](const Machine& machine) {
    if (selection.last_wins_ties) return check(machine.compete_for_last);
    check(machine.compete);
    if (one_rank && !some_are_locked) check(machine.compete_alike, false);
  });
}

}  // namespace
}  // namespace ishi::testing::choice_test
