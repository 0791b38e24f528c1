#include "program/schedule.h"

#include <array>
#include <bit>
#include <catch2/catch.hpp>

#include "population/population_state.h"
#include "runtime/score_world.h"

// What is derived from a program: registers, what is left out, and what is skipped.

namespace ishi::testing::schedule_test {
namespace {

using Code = OperationCode;
using Operand = ProgramBuilder::Operand;

// x with 0, 1, 2 and 3, one by one.
std::array<Operand, 4> four_of(ProgramBuilder& p, Code code, Operand x) {
  std::array<Operand, 4> values{};
  for (size_t i = 0; i < values.size(); ++i) values[i] = p.add(code, x, p.constant(static_cast<float>(i)));
  return values;
}

// (a * b) * (c * d)
Operand product_of(ProgramBuilder& p, const std::array<Operand, 4>& v) {
  return p.add(Code::multiply, p.add(Code::multiply, v[0], v[1]), p.add(Code::multiply, v[2], v[3]));
}

// A population of one agent whose program is written by the test.
struct Scheduled {
  BlobContent content;
  Asset asset;
  World world;
  Population population;

  Scheduled() {
    content.keys = {{id_of("blackboard", "x"), number_variable(0, 1, 0)},
                    {id_of("blackboard", "y"), number_variable(0, 1, 0, Scope::team)}};
  }

  const Schedule& schedule(ProgramBuilder& program, std::vector<ScoredOption> options) {
    add_agent(content, "one", program, options);
    content.sort_by_id();
    asset = load_valid(content);
    REQUIRE(World::create({.teams = 3}, world));
    REQUIRE(world.add_population(asset, AgentId::of("one"), {.capacity = 4}, population));
    return population.state()->schedule;
  }
};

TEST_CASE_METHOD(Scheduled, "a long chain uses two registers") {
  ProgramBuilder p(content);
  auto x = p.with_parameter(Code::key, 0);
  for (int i = 0; i < 1000; ++i) x = p.add(Code::negate, x);
  const Schedule& schedule = this->schedule(p, {{"act", p.add(Code::gate, p.constant(1), x)}});
  CHECK(schedule.registers == 2);
  CHECK(schedule.instructions.size() ==
        1001);  // the load and the chain: a gate that is always open costs nothing
}

TEST_CASE_METHOD(Scheduled, "values that are alive at one time have registers of their own") {
  ProgramBuilder p(content);
  const auto x = p.with_parameter(Code::key, 0);
  std::vector<Operand> alive(50);
  for (size_t i = 0; i < alive.size(); ++i) alive[i] = p.add(Code::add, x, p.constant(static_cast<float>(i)));
  auto sum = alive[0];
  for (size_t i = 1; i < alive.size(); ++i) sum = p.add(Code::add, sum, alive[i]);
  CHECK(schedule(p, {{"act", p.add(Code::gate, p.constant(1), sum)}}).registers == 51);
}

TEST_CASE_METHOD(Scheduled, "what no score needs is left out") {
  ProgramBuilder p(content);
  const auto x = p.with_parameter(Code::key, 0);
  for (int i = 0; i < 100; ++i) p.add(Code::sine, x);
  CHECK(schedule(p, {{"act", p.add(Code::gate, p.constant(1), x)}}).instructions.size() == 1);
}

TEST_CASE_METHOD(Scheduled, "what agents share is computed once for each row of its domain") {
  ProgramBuilder p(content);
  const auto y = p.with_parameter(Code::key, 1);
  const auto time = p.with_parameter(Code::time, 0);
  const auto sum = p.add(Code::add, y, time);
  const Schedule& schedule = this->schedule(p, {{"act", p.add(Code::gate, p.constant(1), sum)}});
  CHECK(schedule.shared_size ==
        1 + 1 + 3 + 3 + 3);                  // the constant, the time, three operations for three teams
  CHECK(schedule.instructions.size() == 1);  // spreading the score
}

TEST_CASE_METHOD(Scheduled,
                 "what stands under a condition waits for its flag, with the gate and the competing") {
  ProgramBuilder p(content);
  const auto x = p.with_parameter(Code::key, 0);
  const auto when = p.add(Code::less, x, p.constant(0.5f));
  p.begin_gate(when);
  const auto score = p.add(Code::exponential, x);
  p.end_gate();
  const Schedule& schedule = this->schedule(p, {{"act", p.add(Code::gate, when, score)}});
  REQUIRE(schedule.instructions.size() == 4);
  CHECK(schedule.flags == 1);
  CHECK(schedule.instructions[1].raises == 1);
  for (size_t i = 0; i < 2; ++i) CHECK(schedule.instructions[i].flag == 0);
  for (size_t i = 2; i < 4; ++i) CHECK(schedule.instructions[i].flag == 1);
  REQUIRE(schedule.contests.size() == 1);
  CHECK(schedule.contests[0].flag == 1);
}

TEST_CASE_METHOD(Scheduled, "options may share a score") {
  ProgramBuilder p(content);
  const auto x = p.with_parameter(Code::key, 0);
  const auto score = p.add(Code::gate, p.constant(1), x);
  const Schedule& schedule = this->schedule(p, {{"one", score}, {"two", score}});
  CHECK(schedule.instructions.size() == 1);
  CHECK(schedule.contests.size() == 2);
}

TEST_CASE_METHOD(Scheduled, "a product of four times a weighted sum of three is one instruction") {
  ProgramBuilder p(content);
  const auto x = p.with_parameter(Code::key, 0);
  const auto v = four_of(p, Code::add, x);
  const auto product = product_of(p, v);
  const auto first = p.add(Code::add, p.add(Code::multiply, p.constant(0.5f), v[0]), v[1]);
  const auto sum = p.add(Code::subtract, first, p.add(Code::multiply, v[2], p.constant(0.25f)));
  const Schedule& schedule =
      this->schedule(p, {{"act", p.add(Code::gate, p.constant(1), p.add(Code::multiply, sum, product))}});
  CHECK(schedule.instructions.size() == 6);
  REQUIRE(schedule.compounds.size() == 1);
  CHECK(schedule.compounds[0].factor_count == 4);
  CHECK(schedule.compounds[0].term_count == 3);
  CHECK(schedule.compounds[0].terms[2].negative);
}

TEST_CASE_METHOD(Scheduled, "what something else needs, too, is no part of a compound") {
  ProgramBuilder p(content);
  const auto x = p.with_parameter(Code::key, 0);
  const auto y = p.add(Code::exponential, x);
  const auto pair = p.add(Code::multiply, x, y);
  const auto product = p.add(Code::multiply, pair, y);
  const Schedule& schedule = this->schedule(
      p, {{"a", p.add(Code::gate, p.constant(1), product)}, {"b", p.add(Code::gate, p.constant(1), pair)}});
  CHECK(schedule.compounds.size() == 0);
  CHECK(schedule.instructions.size() == 4);
}

TEST_CASE_METHOD(Scheduled,
                 "a score is given up once its first factor is known, if the rest cannot make up for it") {
  ProgramBuilder p(content);
  const auto x = p.with_parameter(Code::key, 0);
  const auto first = p.add(Code::gate, p.constant(1), x);
  std::array<Operand, 4> v{};
  for (size_t i = 0; i < v.size(); ++i) {
    v[i] = p.add(Code::multiply, x, p.constant(static_cast<float>(i) + 0.5f));  // 0..0.5, 0..1.5, …
    if (i > 0) v[i] = p.add(Code::minimum, v[i], p.constant(2));
  }
  const auto product = product_of(p, v);
  schedule(p, {{"one", first}, {"two", p.add(Code::gate, p.constant(1), product)}});
  const Schedule& pruned = population.state()->pruned;
  REQUIRE(pruned.hopes.size() == 1);
  CHECK(pruned.hopes[0].under == 0);
  const uint32_t flag = pruned.hopes[0].flag + 1;
  uint32_t waiting = 0;
  const Instruction* asked = nullptr;
  for (const Instruction& instruction : pruned.instructions) {
    waiting += instruction.flag == flag ? 1 : 0;
    if (instruction.raises == flag) asked = &instruction;
  }
  CHECK(waiting == pruned.hopes[0].stake + 1);  // the best score so far is raised by it, too
  REQUIRE(asked != nullptr);
  // 1.5 * 2 * 2, and a little.
  const float most = std::bit_cast<float>(asked->parameter);
  CHECK(most >= 6.0f);
  CHECK(most < 6.001f);
  CHECK(pruned.contests[1].flag == flag);
  CHECK(population.state()->schedule.hopes.size() == 0);
}

TEST_CASE_METHOD(Scheduled, "a score with a factor that may be negative is always computed") {
  ProgramBuilder p(content);
  const auto x = p.with_parameter(Code::key, 0);
  const auto product = product_of(p, four_of(p, Code::subtract, x));
  schedule(
      p, {{"one", p.add(Code::gate, p.constant(1), x)}, {"two", p.add(Code::gate, p.constant(1), product)}});
  CHECK(population.state()->pruned.hopes.size() == 0);
}

TEST_CASE_METHOD(Scheduled, "a program of nothing but constants decides") {
  ProgramBuilder p(content);
  const auto score = p.add(Code::gate, p.constant(1), p.constant(0.5f));
  schedule(p, {{"act", score}});
  Entity agent;
  REQUIRE(population.spawn({}, agent));
  Scratch scratch;
  REQUIRE(Scratch::create(world, scratch));
  REQUIRE(world.begin_frame({}));
  Batch batch;
  REQUIRE(population.begin_think(batch));
  REQUIRE(population.think(batch, 0, scratch));
  CHECK(population.option(population.agent_of(0)) == 0);
}

}  // namespace
}  // namespace ishi::testing::schedule_test
