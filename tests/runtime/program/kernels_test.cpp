#include <array>
#include <bit>
#include <catch2/catch.hpp>
#include <cmath>
#include <memory>
#include <random>
#include <vector>

#include "program/kernels.h"
#include "program/machine.h"
#include "runtime/program/each_machine.h"

// The loops over chunks give what the scalar references give, to the last bit.

namespace ishi::testing::kernels_test {
namespace {

constexpr uint32_t kRegisters = 4;

// A chunk that is not a multiple of anything, with values of all sizes in three registers.
struct Lanes {
  Binding binding;
  Selection selection;
  Cooling cooling;
  alignas(64) std::array<float, size_t{kRegisters} * kRegisterStride> registers{};
  std::vector<float> shared;
  std::vector<uint32_t> slots;
  std::unique_ptr<Choice> choice = std::make_unique<Choice>();
  uint32_t count = 201;

  Lanes() {
    std::mt19937 random(3);
    for (float& value : registers) value = sample(random);
    for (int i = 0; i < 3; ++i) shared.push_back(sample(random));
    for (uint32_t i = 0; i < count; ++i) slots.push_back(i);
  }

  static float sample(std::mt19937& random) {
    const float special[] = {0.0f, -0.0f, 1, -1, 0.5f, 2, 1e6f, -1e6f, 1e-40f, 0.999f};
    if (random() % 4 == 0) return special[random() % std::size(special)];
    const float small = std::uniform_real_distribution<float>(-2, 2)(random);
    return random() % 2 == 0 ? small : small * 100;
  }

  Chunk chunk() {
    return {binding, selection, cooling, shared.data(), slots.data(), count, true, registers.data(), *choice};
  }
  float* lanes(uint32_t index) { return &registers[size_t{index} * kRegisterStride]; }
};

void check_operations(const Machine& machine, Lanes& lanes, const Chunk& chunk) {
  for (const OperationInfo& info : operation_table()) {
    if (!info.elementwise) continue;
    for (uint32_t constants = 0; constants + 1 < 1u << info.operands; ++constants) {
      Instruction instruction;
      instruction.run = machine.elementwise[info.code];
      instruction.constants = constants;
      instruction.out = 3;
      for (uint32_t k = 0; k < 3; ++k) instruction.operands[k] = k;
      instruction.run(chunk, instruction);
      for (uint32_t i = 0; i < lanes.count; ++i) {
        float operands[3];
        for (uint32_t k = 0; k < 3; ++k) {
          operands[k] = (constants >> k & 1) != 0 ? lanes.shared[k] : lanes.lanes(k)[i];
        }
        const float expected = evaluate_operation(info.code, operands[0], operands[1], operands[2]);
        if (std::bit_cast<uint32_t>(lanes.lanes(3)[i]) != std::bit_cast<uint32_t>(expected)) {
          FAIL(info.name << " with constants " << constants << ": " << lanes.lanes(3)[i] << " is not "
                         << expected);
        }
      }
    }
  }
}

TEST_CASE("an operation over a chunk gives the bits of its reference, whichever operands are constants") {
  Lanes lanes;
  const Chunk chunk = lanes.chunk();
  with_each_machine([&](const Machine& machine) { check_operations(machine, lanes, chunk); });
}

TEST_CASE("a curve over a chunk gives the bits of its reference") {
  const auto kind = static_cast<CurveKind>(GENERATE(range(0u, kCurveKindCount)));
  const bool clamped = GENERATE(true, false);
  // Exponents, corners, rows and modes that fit every kind.
  const float exponent = GENERATE(2.0f, 1.0f, 3.0f, 0.5f, 1.7f);
  const int rows = GENERATE(5, 12);
  const float shift = GENERATE(0.1f, 0.0f);
  const float scale = shift == 0 ? 1.0f : 1.3f;
  const CurveShape shape = curve_shape(kind);
  std::vector<float> numbers = {exponent, exponent + 1, exponent + 2, exponent + 3};
  if (kind == CurveKind::keys) numbers = {1, 2};
  numbers.resize(shape.fixed);
  Lanes lanes;
  for (int row = 0; row < rows && shape.row > 0; ++row) {
    numbers.push_back(static_cast<float>(row) * exponent - 2);
    lanes.lanes(0)[row] = numbers.back();  // on the row itself, if the frame leaves it there
    for (int i = 1; i < shape.row; ++i)
      numbers.push_back(row == rows - 1 && i > 1 ? 0.0f : 0.3f * static_cast<float>(i - row));
  }

  const bool is_plain = GENERATE(true, false);
  const float output_scale = is_plain ? 1.0f : 0.7f;
  const float output_shift = is_plain ? 0.0f : 0.2f;
  if (kind == CurveKind::power && is_plain) numbers = {exponent, 1, 0};
  const curves::Curve curve{kind,
                            curves::frame_of(clamped, shift, scale, output_scale, output_shift),
                            {numbers.data(), static_cast<uint32_t>(numbers.size())}};
  lanes.binding.curves = {&curve, 1};
  for (uint32_t i = 100; i < lanes.count; ++i) lanes.lanes(0)[i] = static_cast<float>(i - 100) * 0.01f;
  const Chunk chunk = lanes.chunk();
  with_each_machine([&](const Machine& machine) {
    Instruction instruction;
    instruction.run = loop_of(machine, curve);
    instruction.out = 3;
    instruction.run(chunk, instruction);
    for (uint32_t i = 0; i < lanes.count; ++i) {
      const float expected = evaluate_curve(
          {kind, clamped, shift, scale, output_scale, output_shift, numbers}, lanes.lanes(0)[i]);
      if (std::bit_cast<uint32_t>(lanes.lanes(3)[i]) != std::bit_cast<uint32_t>(expected)) {
        FAIL("kind " << static_cast<int>(kind) << " at " << lanes.lanes(0)[i]);
      }
    }
  });
}

// In single precision, as one operation after the other gives it.
float compound_of(const Compound& compound, const Lanes& lanes, uint32_t i) {
  const auto at = [&](uint32_t row) { return lanes.registers[row * kRegisterStride + i]; };
  float product = compound.factor_count > 0 ? at(compound.factors[0]) : 1;
  if (compound.factor_count > 1) product *= at(compound.factors[1]);
  if (compound.factor_count == 3) product *= at(compound.factors[2]);
  if (compound.factor_count == 4) product *= at(compound.factors[2]) * at(compound.factors[3]);
  float sum = 0;
  for (uint32_t k = 0; k < compound.term_count; ++k) {
    const Compound::Term& term = compound.terms[k];
    const float value =
        term.weight == Compound::kNone ? at(term.value) : lanes.shared[term.weight] * at(term.value);
    sum = k == 0 ? value : term.negative ? sum - value : sum + value;
  }
  return compound.term_count == 0 ? product : compound.factor_count == 0 ? sum : product * sum;
}

TEST_CASE("a compound gives the bits of its operations one after the other") {
  Lanes lanes;
  Compound compound;
  for (uint32_t k = 0; k < Compound::kMost; ++k) {
    compound.factors[k] = k % 3;
    compound.terms[k] = {(k + 1) % 3, k % 2 == 0 ? k / 2 : Compound::kNone, k == 2};
  }
  for (uint32_t factors = 0; factors <= Compound::kMost; ++factors) {
    for (uint32_t terms = 0; terms <= Compound::kMost; ++terms) {
      compound.factor_count = factors;
      compound.term_count = terms;
      Chunk chunk = lanes.chunk();
      chunk.compounds = {&compound, 1};
      with_each_machine([&](const Machine& machine) {
        Instruction instruction;
        instruction.run = machine.compound[factors][terms];
        if (instruction.run == nullptr) return;
        instruction.out = 3;
        instruction.run(chunk, instruction);
        for (uint32_t i = 0; i < lanes.count; ++i) {
          const float expected = compound_of(compound, lanes, i);
          if (std::isnan(expected)) continue;
          if (std::bit_cast<uint32_t>(lanes.lanes(3)[i]) != std::bit_cast<uint32_t>(expected))
            FAIL(factors << " factors, " << terms << " terms");
        }
      });
    }
  }
}

// Columns of entities, which end where their memory does; few of them, so that the last words are read often.
struct Entities {
  static constexpr uint32_t kRows = 61;
  static constexpr uint32_t kOwner = 2;

  Variable number, byte;
  std::vector<float> numbers = std::vector<float>(kRows);
  std::vector<uint32_t> words = std::vector<uint32_t>((kRows + 3) / 4);  // bytes begin on a word
  std::vector<uint32_t> things = std::vector<uint32_t>(kRows);

  Entities() {
    std::mt19937 random(4);
    for (uint32_t row = 0; row < kRows; ++row) {
      numbers[row] = row % 7 == 0 ? std::nanf("") : Lanes::sample(random);
      reinterpret_cast<uint8_t*>(words.data())[row] = static_cast<uint8_t>(random());
      things[row] = static_cast<uint32_t>(random() % 4);
    }
    number.low = -50, number.high = 50, number.fallback[0] = 7;
    number.columns[0] = numbers.data();
    byte.storage = Storage::byte;
    byte.high = 200, byte.fallback[0] = 3;
    byte.columns[0] = words.data();
  }

  [[nodiscard]] EntityColumn column(const Variable& of, bool of_one_kind) const {
    return {.values = of.columns[0],
            .low = of.low,
            .high = of.high,
            .fallback = of.fallback[0],
            .are_bytes = of.storage == Storage::byte,
            .owner = kOwner,
            .things = of_one_kind ? things.data() : nullptr};
  }
  [[nodiscard]] float expected(const Variable& of, bool of_one_kind, float meant) const {
    const uint32_t row = meant >= 1 && meant < kRows ? static_cast<uint32_t>(meant) : 0;
    if (of_one_kind && things[row] != kOwner) return of.fallback[0];
    return of.storage == Storage::byte ? of.byte(row) : of.number(row);
  }
};

TEST_CASE("what entities have is picked by row, of row 0 where none is meant") {
  const Entities entities;
  Lanes lanes;
  std::mt19937 random(6);
  const float strange[] = {std::nanf(""), -1, 0, 0.5f, 61, 60.5f, 1e9f, -1e9f, HUGE_VALF};
  for (uint32_t i = 0; i < kChunkRows; ++i)
    lanes.lanes(0)[i] =
        i % 5 == 0 ? strange[random() % std::size(strange)] : static_cast<float>(random() % 61);
  for (const Variable* const of : {&entities.number, &entities.byte}) {
    for (const bool of_one_kind : {false, true}) {
      with_each_machine([&](const Machine& machine) {
        machine.pick_of_entities(entities.column(*of, of_one_kind), Entities::kRows, lanes.lanes(0), 208,
                                 lanes.lanes(3));
        for (uint32_t i = 0; i < 208; ++i) {
          const float expected = entities.expected(*of, of_one_kind, lanes.lanes(0)[i]);
          if (std::bit_cast<uint32_t>(lanes.lanes(3)[i]) != std::bit_cast<uint32_t>(expected))
            FAIL("row " << lanes.lanes(0)[i] << " gives " << lanes.lanes(3)[i] << ", not " << expected);
        }
      });
    }
  }
}

}  // namespace
}  // namespace ishi::testing::kernels_test
