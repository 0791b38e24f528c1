#include "analyze/ranges.h"

#include <catch2/catch.hpp>
#include <cmath>
#include <random>

#include "analyze/order.h"
#include "compiler/oracle/random_document.h"
#include "diagnostics/diagnostics.h"
#include "lower/lower.h"
#include "pipeline/pipeline.h"
#include "source/read_file.h"
#include "source/sources.h"
#include "trials.h"

// What is proved of a behaviour rests on this: whatever a program computes lies in the ranges that follow,
// and what a condition takes away is nothing for which it holds. Programs of random documents, random boxes,
// random situations in them.

namespace ishi::compiler::ranges_test {

namespace {

class NoFiles final : public FileReader {
 public:
  tl::expected<std::string, ReadError> read(const std::string& /*path*/) const override {
    return tl::unexpected(ReadError::not_found);
  }
};

class Chance {
 public:
  explicit Chance(uint32_t seed) : random_(seed) {}

  uint32_t below(uint32_t n) { return static_cast<uint32_t>(random_() % n); }
  float part() { return static_cast<float>(below(1025)) / 1024; }
  float in(Interval range, bool is_whole) {
    const float at = part();
    const float value = (1 - at) * range.low + at * range.high;  // their difference may be infinite
    return std::clamp(is_whole ? std::round(value) : value, range.low, range.high);
  }

 private:
  std::mt19937 random_;
};

// A part of all situations, narrow in some sources and wide in others.
Ranges random_box(const AnalyzedProgram& program, Chance& chance) {
  Ranges box = all_situations(program);
  for (uint32_t i = 0; i < box.size(); ++i) {
    if (!program.is_source(i) || chance.below(3) == 0) continue;
    const float a = chance.in(box[i], program.is_whole(i)), b = chance.in(box[i], program.is_whole(i));
    box[i] = chance.below(3) == 0 ? Interval{a, a} : Interval{std::min(a, b), std::max(a, b)};
  }
  propagate(program, box);
  return box;
}

// May lie outside the box where that leaves nobody what nobody has.
std::vector<float> random_situation(const AnalyzedProgram& program, const Ranges& box, Chance& chance) {
  std::vector<float> values(box.size());
  for (uint32_t i = 0; i < box.size(); ++i) {
    if (program.is_source(i)) values[i] = chance.in(box[i], program.is_whole(i));
  }
  evaluate(program, values);
  return values;
}

bool holds_sources(const AnalyzedProgram& program, const Ranges& box, const std::vector<float>& values) {
  for (uint32_t i = 0; i < box.size(); ++i) {
    if (program.is_source(i) && !box[i].contains(values[i])) return false;
  }
  return true;
}

bool is_condition(const AnalyzedProgram& program, uint32_t i) {
  switch (program.operations[i].code) {
    case ishi::OperationCode::less:
    case ishi::OperationCode::less_equal:
    case ishi::OperationCode::equal:
    case ishi::OperationCode::not_equal:
    case ishi::OperationCode::both:
    case ishi::OperationCode::either:
    case ishi::OperationCode::not_: return true;
    default: return false;
  }
}

struct Tally {
  size_t values = 0, narrowed = 0, refused = 0, narrower = 0, ordered = 0;
};

void check_program(const AnalyzedProgram& program, Chance& chance, Tally& tally) {
  for (int round = 0; round < 12; ++round) {
    const Ranges box = random_box(program, chance);
    for (int k = 0; k < 8; ++k) {
      const std::vector<float> values = random_situation(program, box, chance);
      if (!holds_sources(program, box, values)) continue;
      for (uint32_t i = 0; i < box.size(); ++i) {
        const bool is_out = program.operations[i].code == ishi::OperationCode::gate && std::isinf(values[i]);
        if (is_out || box[i].contains(values[i])) continue;
        INFO("operation " << i << ", code " << static_cast<int>(program.operations[i].code) << ": "
                          << values[i] << " is not in " << box[i].low << ".." << box[i].high);
        FAIL();
      }
      tally.values += box.size();
      const uint32_t asked = chance.below(static_cast<uint32_t>(box.size()));
      const uint32_t other = chance.below(static_cast<uint32_t>(box.size()));
      if (is_at_least(program, box, asked, other)) {
        ++tally.ordered;
        INFO(asked << " is at least " << other);
        const bool is_out = std::isinf(values[asked]) || std::isinf(values[other]);  // gates
        CHECK((is_out || values[asked] >= values[other]));
      }
      if (!is_condition(program, asked)) continue;
      const bool truth = chance.below(2) == 0;
      Ranges narrowed = box;
      const bool is_left = narrow(program, narrowed, asked, truth);
      ++tally.narrowed;
      tally.refused += is_left ? 0 : 1;
      tally.narrower += is_left && narrowed != box ? 1 : 0;
      if ((values[asked] != 0) != truth) continue;
      INFO("condition " << asked << " is " << truth);
      REQUIRE(is_left);
      for (uint32_t i = 0; i < box.size(); ++i) {
        if (!program.is_source(i) || narrowed[i].contains(values[i])) continue;
        INFO("source " << i << ": " << values[i] << " is not in " << narrowed[i].low << ".."
                       << narrowed[i].high);
        FAIL();
      }
    }
  }
}

}  // namespace

TEST_CASE("whatever programs compute lies in the ranges that follow") {
  std::mt19937 documents(7);
  Chance chance(8);
  Tally tally;
  for (uint32_t i = 0; i < ishi::trials(500); ++i) {
    Sources sources;
    Diagnostics diagnostics;
    const std::string text = oracle::random_document(documents).text;
    INFO(text);
    const auto program = analyze_source("random.ishi.yaml", text, NoFiles(), sources, diagnostics);
    REQUIRE_FALSE(diagnostics.has_errors());
    const Lowered lowered = lower(program->model, kNone, diagnostics);
    for (const LoweredAgent& agent : lowered.agents)
      check_program(analyzed(program->model, lowered, agent.program, agent.ranges), chance, tally);
  }
  INFO(tally.values << " values, " << tally.narrowed << " conditions, " << tally.refused
                    << " that cannot be, " << tally.narrower << " boxes narrower");
  CHECK(tally.values > ishi::sightings(5'000'000));
  CHECK(tally.refused > ishi::sightings(300));
  CHECK(tally.narrower > ishi::sightings(500));
}

TEST_CASE("what a square gives lies in its range, though it be too great for a number") {
  const Interval square = range_of_operation(ishi::OperationCode::power, {-kLargest, -1e30F}, {2, 2}, {});
  CHECK(square.contains(ishi::evaluate_operation(ishi::OperationCode::power, -1e30F, 2, 0)));
}

TEST_CASE("what curves give that no random document has lies in the ranges that follow") {
  // Each with inputs where it does something that its ends do not show.
  const struct {
    std::string curve;
    float from, to;
  } kCurves[] = {
      {"{ power: { exponent: -1, slope: 0.000001 } }", 0, 0.0001F},
      {"{ power: { exponent: -0.5, slope: 0.0001, shift: 0.5 }, clamp: false }", 0.5F, 0.5000001F},
      {"{ power: { exponent: 1.5, slope: 1e6, offset: -3e5 }, clamp: false }", 0.44F, 0.45F},
      {"{ sine: { cycles: 40000, phase: 0.3 }, clamp: false }", 11.99F, 12},
      {"{ points: [[0, -1e6], [3, 0], [7, 0]], clamp: false }", 2.9F, 3},
      {"{ smooth: [[0, -1e6], [3, 0], [7, 0.1]], clamp: false }", 2.999F, 3},
      {"{ keys: [{ at: 0, value: 0, out: 1e6 }, { at: 1, value: 1, in: 1e6 }], clamp: false }", 0.49F, 0.51F},
  };
  Chance chance(9);
  for (const auto& [written, from, to] : kCurves) {
    INFO(written);
    Sources sources;
    Diagnostics diagnostics;
    const std::string text =
        "ishi: 1\nblackboard:\n  x: { type: number, range: 0..12 }\ncurves:\n  bend: " + written +
        "\nactions:\n  act: { score: bend(x) }\nagents:\n  it: { actions: [act] }\n";
    const auto program = analyze_source("curves.ishi.yaml", text, NoFiles(), sources, diagnostics);
    REQUIRE_FALSE(diagnostics.has_errors());
    const Lowered lowered = lower(program->model, kNone, diagnostics);
    REQUIRE(lowered.curves.size() == 1);
    bool holds = true;
    for (int round = 0; holds && round < 2000; ++round) {
      const Interval whole{from, to};
      const float a = chance.in(whole, false), b = chance.in(whole, false);
      const Interval box{std::min(a, b),
                         chance.below(2) == 0 ? std::nextafter(std::min(a, b), kInfinity) : std::max(a, b)};
      const Interval range = range_of_curve(lowered.curves[0].view(), box);
      float x = chance.in(box, false);
      for (int k = 0; k < 8; ++k, x = std::min(std::nextafter(x, kInfinity), box.high)) {
        const float y = ishi::evaluate_curve(lowered.curves[0].view(), x);
        holds = holds && range.contains(y);
        INFO("of " << x << " in " << box.low << ".." << box.high << ": " << y << " is not in " << range.low
                   << ".." << range.high);
        CHECK(range.contains(y));
      }
    }
  }
}

namespace {

// Draws a number; often one at which functions change direction or jump.
float some_operand(Chance& chance) {
  const float part = 2 * chance.part() - 1;
  switch (chance.below(6)) {
    case 0: return 0;
    case 1: return static_cast<float>(chance.below(13)) - 6;
    case 2: return part;
    case 3: return 1e4F * part;
    case 4: return 1e-3F * part;
    default: return 8 * part;
  }
}

Interval some_part(Interval range, Chance& chance) {
  const float a = chance.in(range, false), b = chance.below(2) == 0 ? a : chance.in(range, false);
  return {std::min(a, b), std::max(a, b)};
}

}  // namespace

TEST_CASE("what an operation gives lies in what it gives of ranges, and of parts of them") {
  using enum ishi::OperationCode;
  Chance chance(11);
  for (int i = 0; i < 100'000; ++i) {
    for (const ishi::OperationCode code : {sine, cosine, arc_tangent, ishi::OperationCode::modulo, power}) {
      const float ends[] = {some_operand(chance), some_operand(chance), some_operand(chance)};
      const float last = chance.below(2) == 0 ? ends[2] : some_operand(chance);
      const Interval a{std::min(ends[0], ends[1]), std::max(ends[0], ends[1])};
      const Interval b{std::min(ends[2], last), std::max(ends[2], last)};
      const Interval part_a = some_part(a, chance), part_b = some_part(b, chance);
      const Interval whole = range_of_operation(code, a, b, {}),
                     part = range_of_operation(code, part_a, part_b, {});
      const float x = chance.in(part_a, false), y = chance.in(part_b, false);
      const float value = ishi::evaluate_operation(code, x, y, 0);
      if (whole.contains(value) && part.contains(value)) continue;
      INFO(static_cast<int>(code) << " at " << x << ", " << y << " is " << value << ", not in " << whole.low
                                  << ".." << whole.high << " or " << part.low << ".." << part.high);
      FAIL("of " << a.low << ".." << a.high << " and " << b.low << ".." << b.high);
    }
  }
}

}  // namespace ishi::compiler::ranges_test
