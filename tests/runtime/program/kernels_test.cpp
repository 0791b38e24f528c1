#include <bit>
#include <catch2/catch.hpp>
#include <memory>
#include <random>
#include <vector>

#include "program/kernels.h"

// The loops over chunks give what the scalar references give, to the last bit.

namespace ishi::testing {
namespace {

constexpr uint32_t kRegisters = 4;

// A chunk that is not a multiple of anything, with values of all sizes in three registers.
struct Lanes {
  Binding binding;
  Selection selection;
  Cooling cooling;
  std::vector<float> registers = std::vector<float>(size_t{kRegisters} * kRegisterStride);
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

TEST_CASE("an operation over a chunk gives the bits of its reference, whichever operands are constants") {
  Lanes lanes;
  const Chunk chunk = lanes.chunk();
  for (const OperationInfo& info : operation_table()) {
    if (!info.elementwise) continue;
    for (uint32_t constants = 0; constants + 1 < 1u << info.operands; ++constants) {
      Instruction instruction;
      instruction.run = kernels::elementwise(info.code, constants);
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

  const curves::Curve curve{
      kind, clamped, shift, scale, 0.7f, 0.2f, {numbers.data(), static_cast<uint32_t>(numbers.size())}};
  lanes.binding.curves = {&curve, 1};
  Instruction instruction;
  instruction.run = kernels::curve(curve);
  instruction.out = 3;
  const Chunk chunk = lanes.chunk();
  instruction.run(chunk, instruction);
  for (uint32_t i = 0; i < lanes.count; ++i) {
    const float expected =
        evaluate_curve({kind, clamped, shift, scale, 0.7f, 0.2f, numbers}, lanes.lanes(0)[i]);
    if (std::bit_cast<uint32_t>(lanes.lanes(3)[i]) != std::bit_cast<uint32_t>(expected)) {
      FAIL("kind " << static_cast<int>(kind) << " at " << lanes.lanes(0)[i]);
    }
  }
}

}  // namespace
}  // namespace ishi::testing
