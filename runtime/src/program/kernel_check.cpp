#include "program/kernel_check.h"

#include <bit>
#include <cmath>

#include "memory/hash.h"
#include "memory/room.h"
#include "program/kernel_steps.h"
#include "program/kernels.h"
#include "program/row.h"

namespace ishi {
namespace {

// Values at which roundings, ends of ranges and special cases show; what is between them is drawn.
constexpr float kEdges[] = {0.0f,   -0.0f,  1.0f,    -1.0f, 0.5f,  2.0f,  1e-3f,  -1e-3f,
                            1e-40f, 100.0f, -100.0f, 1e6f,  -1e6f, 1e30f, -1e30f, 0.99999994f};
constexpr uint32_t kEdgeCount = sizeof kEdges / sizeof kEdges[0];

float sample(uint64_t of, uint32_t lane) {
  const uint64_t bits = hash_word(lane, hash_word(of, 0));
  if (lane < kEdgeCount) return kEdges[(lane + bits) % kEdgeCount];
  const float unit = static_cast<float>(bits >> 40) * 0x1p-24f;
  return lane % 2 == 0 ? unit : (unit - 0.5f) * 200.0f;
}

float sample_key(const Variable& key, uint64_t of, uint32_t lane) {
  const float around = sample(of, lane);
  if (lane < kEdgeCount)
    return lane == 0 ? std::nanf("") : lane == 1 ? key.low : lane == 2 ? key.high : around;
  const float unit = static_cast<float>(hash_word(lane, of) >> 40) * 0x1p-24f;
  return key.low + unit * (key.high - key.low);
}

bool are_same(float a, float b) {
  return std::bit_cast<uint32_t>(a) == std::bit_cast<uint32_t>(b) || (a != a && b != b);
}

// Entities for parts to pick from. Some are of no kind that the asset has.
class SampleEntities {
 public:
  static constexpr uint32_t kRows = 48;

  explicit SampleEntities(std::span<const uint32_t> kinds) {
    for (uint32_t row = 1; row < kRows; ++row)
      thing_[row] = kinds.empty() || hash_word(row, kRows) % 5 == 0 ? ~0u : kinds[row % kinds.size()];
    for (const float*& axis : view_.position) axis = places_;
    for (const float*& axis : view_.facing) axis = places_;
  }

  [[nodiscard]] const EntityView& view() const { return view_; }
  // The row of an entity of this kind (kAnyThing: of any), or 0.
  [[nodiscard]] uint32_t row_of(uint32_t kind, uint32_t bits) const {
    uint32_t row = bits % kRows;
    while (row != 0 && kind != kAnyThing && thing_[row] != kind) row = (row + 1) % kRows;
    return row;
  }

 private:
  uint32_t thing_[kRows] = {};
  float places_[kRows] = {};
  EntityView view_{.rows = kRows, .thing = thing_};
};

// Reads the number of an entity from a column.
float picked(const EntityColumn& column, uint32_t row) {
  if (column.things != nullptr && column.things[row] != column.owner) return column.fallback;
  if (column.values == nullptr) return 1;
  if (!column.are_bytes)
    return held(static_cast<const float*>(column.values)[row], column.low, column.high, column.fallback);
  const auto value = static_cast<float>(static_cast<const uint8_t*>(column.values)[row]);
  return value <= column.high ? value : column.fallback;
}

class PartCheck {
 public:
  PartCheck(const KernelCheck& check, const KernelPlan::State::Part& part, const KernelPart& compiled)
      : c_(check),
        compiled_(compiled),
        computed_(check.plan.list(part.computed)),
        inputs_(check.plan.list(part.inputs)),
        shared_(check.plan.list(part.shared)),
        outputs_(check.plan.list(part.outputs)),
        picked_(check.plan.list(part.picked)),
        reads_columns_(!part.of_members),
        kind_(part.thing == kNotFound ? kAnyThing : check.things[part.thing]),
        entities_(check.things) {}

  bool run(bool& same) {
    const KernelRun run = run_of(compiled_, c_.set);
    same = run != nullptr;
    if (!same) return true;
    if (!values_.allocate(c_.program.size()) || !columns_.allocate(picked_.size()) ||
        !rows_.allocate((inputs_.size() + outputs_.size() + picked_.size() + 1) * kLane))
      return false;
    Binding binding;
    binding.fields = c_.fields;
    binding.things = c_.things;
    binding.entities = entities_.view();
    for (uint32_t k = 0; k < picked_.size(); ++k) {
      const blob::Operation& operation = c_.program[picked_[k]];
      for (uint32_t lane = 0; lane < kLane; ++lane) column(k)[lane] = sample(picked_[k], lane);
      const auto code = static_cast<OperationCode>(operation.code());
      columns_[k] = kernels::column_of(binding, code, operation.parameter());
      if (columns_[k].values != nullptr) columns_[k].values = column(k);
      if (code < OperationCode::field) columns_[k].fallback = column(k)[0];
    }
    for (uint32_t k = 0; k < inputs_.size(); ++k) {
      for (uint32_t lane = 0; lane < kSamples; ++lane) input(k)[lane] = sample_input(inputs_[k], lane);
      in_[k] = input(k);
    }
    for (uint32_t k = 0; k < shared_.size(); ++k) shared_values_[k] = sample(shared_[k], kEdgeCount + k);
    for (uint32_t k = 0; k < outputs_.size(); ++k) out_[k] = output(k);
    for (uint32_t lane = 0; lane < kSamples; ++lane)
      candidates_[lane] = entities_.row_of(kind_, static_cast<uint32_t>(hash_word(lane, computed_[0])));
    run({in_, shared_values_, out_, kSamples, columns_.data(), candidates_, SampleEntities::kRows});
    same = is_right();
    return true;
  }

 private:
  // A cache line beside each row, so that rows do not fall on the same lines.
  static constexpr uint32_t kSamples = 4 * kKernelLanes;
  static constexpr size_t kLane = kSamples + kKernelLanes;

  float* input(size_t k) { return aligned() + k * kLane; }
  float* output(size_t k) { return aligned() + (inputs_.size() + k) * kLane; }
  float* column(size_t k) { return aligned() + (inputs_.size() + outputs_.size() + k) * kLane; }
  float* aligned() {
    const auto at = reinterpret_cast<uintptr_t>(rows_.data());
    return rows_.data() + (64 - at % 64) % 64 / sizeof(float);
  }

  [[nodiscard]] bool is_column(uint32_t i) const {
    return reads_columns_ && c_.plan.part_of[i] == KernelPlan::State::kKey;
  }
  [[nodiscard]] float sample_input(uint32_t i, uint32_t lane) const {
    return is_column(i) ? sample_key(c_.keys[c_.program[i].parameter()], i, lane) : sample(i, lane);
  }

  // Compares what stands in the outputs with the reference.
  bool is_right() {
    for (uint32_t lane = 0; lane < kSamples; ++lane) {
      for (uint32_t k = 0; k < inputs_.size(); ++k) {
        const float x = input(k)[lane];
        const uint32_t i = inputs_[k];
        const Variable* const key = is_column(i) ? &c_.keys[c_.program[i].parameter()] : nullptr;
        values_[i] = key == nullptr ? x : held(x, key->low, key->high, key->fallback[0]);
      }
      for (uint32_t k = 0; k < shared_.size(); ++k) values_[shared_[k]] = shared_values_[k];
      uint32_t column = 0;
      for (const uint32_t i : computed_) {
        if (column < picked_.size() && picked_[column] == i) {
          const uint32_t row = entities_.view().row_of(values_[c_.plan.resolved[c_.program[i].a()]]);
          values_[i] = picked(columns_[column++], row);
        } else if (static_cast<OperationCode>(c_.program[i].code()) == OperationCode::member_row) {
          values_[i] = static_cast<float>(candidates_[lane]);
        } else {
          compute(i);
        }
      }
      for (uint32_t k = 0; k < outputs_.size(); ++k) {
        if (!are_same(output(k)[lane], values_[outputs_[k]])) return false;
      }
    }
    return true;
  }

  void compute(uint32_t i) {
    const blob::Operation& operation = c_.program[i];
    const auto code = static_cast<OperationCode>(operation.code());
    float operands[3] = {};
    for (uint32_t k = 0; k < operands_of(operation); ++k) {
      const uint32_t value = c_.plan.resolved[operand_of(operation, k)];
      const bool is_constant =
          static_cast<OperationCode>(c_.program[value].code()) == OperationCode::constant;
      operands[k] = is_constant ? std::bit_cast<float>(c_.program[value].parameter()) : values_[value];
    }
    values_[i] =
        code == OperationCode::curve    ? curves::evaluate(c_.curves[operation.parameter()], operands[0])
        : code == OperationCode::spread ? operands[0]
                                        : evaluate_operation(code, operands[0], operands[1], operands[2]);
  }

  const KernelCheck& c_;
  const KernelPart& compiled_;
  std::span<const uint32_t> computed_, inputs_, shared_, outputs_, picked_;
  bool reads_columns_;
  uint32_t kind_;  // of the candidates
  SampleEntities entities_;
  Room<float> values_, rows_;  // by operation; by lane
  const float* in_[kMostKernelValues] = {};
  float shared_values_[kMostKernelValues] = {};
  float* out_[kMostKernelValues] = {};
  Array<EntityColumn> columns_;
  uint32_t candidates_[kSamples];
};

}  // namespace

bool KernelCheck::run(bool& same) const {
  same = parts.size() == plan.parts.size();
  for (uint32_t part = 0; same && part < plan.parts.size(); ++part) {
    if (!PartCheck(*this, plan.parts[part], parts[part]).run(same)) return false;
  }
  return true;
}

}  // namespace ishi
