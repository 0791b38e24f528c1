#include <catch2/catch.hpp>
#include <cfloat>
#include <cmath>
#include <limits>
#include <set>

#include "ishi/program.h"

// What each operation computes, for one value.

namespace ishi::testing::operations_test {
namespace {

using Code = OperationCode;

float evaluate(Code code, float a, float b = 0, float c = 0) { return evaluate_operation(code, a, b, c); }

TEST_CASE("the table holds every operation at its code, under its own name") {
  const auto table = operation_table();
  REQUIRE(table.size() == kOperationCount);
  std::set<std::string_view> names;
  for (uint32_t i = 0; i < kOperationCount; ++i) {
    CHECK(static_cast<uint32_t>(table[i].code) == i);
    names.insert(table[i].name);
  }
  CHECK(names.size() == kOperationCount);
}

TEST_CASE("a printed form names every operand and the parameter, if there is one") {
  for (const OperationInfo& info : operation_table()) {
    INFO(info.name);
    const auto names = [&](const char* placeholder) {
      return info.form.find(placeholder) != std::string_view::npos;
    };
    CHECK(names("{a}") == (info.operands > 0));
    CHECK(names("{b}") == (info.operands > 1));
    CHECK(names("{c}") == (info.operands > 2));
    // Which set a member is of, its number says; which draw of several it is tells a reader nothing.
    const bool is_of_member =
        info.parameter == ParameterKind::memory || info.parameter == ParameterKind::aware_memory ||
        (info.parameter == ParameterKind::set && info.operands > 0 && info.code != Code::nth);
    const bool is_silent =
        is_of_member || info.parameter == ParameterKind::none || info.parameter == ParameterKind::draw;
    CHECK(names("{p}") == !is_silent);
  }
}

TEST_CASE("arithmetic is that of floats") {
  CHECK(evaluate(Code::add, 0.1f, 0.2f) == 0.1f + 0.2f);
  CHECK(evaluate(Code::subtract, 0.1f, 0.2f) == 0.1f - 0.2f);
  CHECK(evaluate(Code::multiply, 0.1f, 0.2f) == 0.1f * 0.2f);
  CHECK(evaluate(Code::divide, 1, 3) == 1.0f / 3.0f);
  CHECK(evaluate(Code::negate, 3) == -3);
  CHECK(evaluate(Code::absolute, -3) == 3);
}

TEST_CASE("division by zero is zero") {
  CHECK(evaluate(Code::divide, 5, 0) == 0);
  CHECK(evaluate(Code::divide, 5, -0.0f) == 0);
  CHECK(evaluate(Code::modulo, 5, 0) == 0);
}

TEST_CASE("the sign of a remainder is the divisor's") {
  CHECK(evaluate(Code::modulo, 7, 3) == 1);
  CHECK(evaluate(Code::modulo, -7, 3) == 2);
  CHECK(evaluate(Code::modulo, 7, -3) == -2);
}

TEST_CASE("powers of what has none are zero, and zero to the zero is one") {
  CHECK(evaluate(Code::power, 3, 2) == 9);
  CHECK(evaluate(Code::power, 0, 0) == 1);
  CHECK(evaluate(Code::power, -8, 0.5f) == 0);
  CHECK(evaluate(Code::power, -2, 3) == -8);
}

TEST_CASE("roots and logarithms of what has none are zero") {
  CHECK(evaluate(Code::square_root, 9) == 3);
  CHECK(evaluate(Code::square_root, -9) == 0);
  CHECK(evaluate(Code::logarithm, 1) == 0);
  CHECK(evaluate(Code::logarithm, 0) == 0);
  CHECK(evaluate(Code::logarithm, -1) == 0);
}

TEST_CASE("minimum and maximum choose the second of two that are equal") {
  CHECK(evaluate(Code::minimum, 1, 2) == 1);
  CHECK(evaluate(Code::maximum, 1, 2) == 2);
  CHECK(std::signbit(evaluate(Code::minimum, 0.0f, -0.0f)));
  CHECK(std::signbit(evaluate(Code::maximum, 0.0f, -0.0f)));
}

TEST_CASE("rounding goes to whole numbers, halves away from zero") {
  CHECK(evaluate(Code::floor, -1.5f) == -2);
  CHECK(evaluate(Code::ceil, -1.5f) == -1);
  CHECK(evaluate(Code::round, 2.5f) == 3);
  CHECK(evaluate(Code::round, -2.5f) == -3);
  CHECK(evaluate(Code::sign, -0.1f) == -1);
  CHECK(evaluate(Code::sign, 0) == 0);
  CHECK(evaluate(Code::sign, 7) == 1);
}

TEST_CASE("angles are radians") {
  CHECK(evaluate(Code::sine, 1.5707964f) == Approx(1));
  CHECK(evaluate(Code::cosine, 3.1415927f) == Approx(-1));
  CHECK(evaluate(Code::arc_tangent, 1, 1) == Approx(0.78539816));
  CHECK(evaluate(Code::arc_tangent, 0, 0) == 0);
  CHECK(evaluate(Code::exponential, 1) == Approx(2.7182818));
}

TEST_CASE("what overflowed is held at the largest finite number") {
  const float infinity = std::numeric_limits<float>::infinity();
  CHECK(evaluate(Code::saturate, infinity) == FLT_MAX);
  CHECK(evaluate(Code::saturate, -infinity) == -FLT_MAX);
  CHECK(evaluate(Code::saturate, 5) == 5);
  CHECK(std::isfinite(evaluate(Code::saturate, std::numeric_limits<float>::quiet_NaN())));
}

TEST_CASE("comparisons and logic give 1 or 0, and anything but 0 is true") {
  CHECK(evaluate(Code::equal, 2, 2) == 1);
  CHECK(evaluate(Code::not_equal, 2, 2) == 0);
  CHECK(evaluate(Code::less, 1, 2) == 1);
  CHECK(evaluate(Code::less, 2, 2) == 0);
  CHECK(evaluate(Code::less_equal, 2, 2) == 1);
  CHECK(evaluate(Code::both, 0.5f, -1) == 1);
  CHECK(evaluate(Code::both, 0.5f, 0) == 0);
  CHECK(evaluate(Code::either, 0, 0) == 0);
  CHECK(evaluate(Code::either, 0, 3) == 1);
  CHECK(evaluate(Code::not_, 3) == 0);
  CHECK(evaluate(Code::not_, 0) == 1);
  CHECK(evaluate(Code::select, 1, 2, 3) == 2);
  CHECK(evaluate(Code::select, 0, 2, 3) == 3);
}

TEST_CASE("a gate that is shut gives minus infinity") {
  CHECK(evaluate(Code::gate, 1, 0.25f) == 0.25f);
  CHECK(evaluate(Code::gate, 0, 0.25f) == -std::numeric_limits<float>::infinity());
}

TEST_CASE("finite operands give finite results but for overflow and gates") {
  const float samples[] = {0.0f, -0.0f,  1,       -1,      0.5f,   -0.5f, 2.5f, 100,
                           -100, 1e-30f, -1e-30f, FLT_MIN, 1e-42f, 1e6f,  -1e6f};
  for (const OperationInfo& info : operation_table()) {
    if (!info.elementwise || info.code == Code::gate) continue;
    for (const float a : samples) {
      for (const float b : samples) {
        const bool overflows = info.code == Code::divide && std::fabs(b) < 1e-20f;
        if (!overflows && !std::isfinite(evaluate(info.code, a, b, 1)))
          FAIL(info.name << " " << a << " " << b);
      }
    }
  }
}

TEST_CASE("domains join upwards, and teams meet profiles in the agents") {
  CHECK(join(Domain::constant, Domain::world) == Domain::world);
  CHECK(join(Domain::world, Domain::profile) == Domain::profile);
  CHECK(join(Domain::profile, Domain::team) == Domain::agent);
  CHECK(join(Domain::team, Domain::team) == Domain::team);
}

TEST_CASE("sources have domains of their own") {
  CHECK(domain_of(Code::constant, Domain::constant, Scope::agent) == Domain::constant);
  CHECK(domain_of(Code::time, Domain::constant, Scope::agent) == Domain::world);
  CHECK(domain_of(Code::key, Domain::constant, Scope::team) == Domain::team);
  CHECK(domain_of(Code::key_entity, Domain::constant, Scope::agent) == Domain::agent);
  CHECK(domain_of(Code::weight, Domain::constant, Scope::agent) == Domain::profile);
  CHECK(domain_of(Code::running, Domain::constant, Scope::agent) == Domain::agent);
  CHECK(domain_of(Code::position_x, Domain::constant, Scope::agent) == Domain::world);
  CHECK(domain_of(Code::spread, Domain::team, Scope::agent) == Domain::agent);
  CHECK(domain_of(Code::add, Domain::team, Scope::agent) == Domain::team);
}

TEST_CASE("constants may stand everywhere, and only spreading reaches the agents") {
  CHECK(may_read(Code::add, Domain::agent, Domain::constant));
  CHECK(may_read(Code::add, Domain::team, Domain::world));
  CHECK_FALSE(may_read(Code::add, Domain::agent, Domain::world));
  CHECK_FALSE(may_read(Code::add, Domain::agent, Domain::profile));
  CHECK(may_read(Code::spread, Domain::agent, Domain::profile));
  CHECK_FALSE(may_read(Code::spread, Domain::agent, Domain::agent));
}

}  // namespace
}  // namespace ishi::testing::operations_test
