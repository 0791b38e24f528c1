#include "program/machine.h"

#include <bit>
#include <cstddef>
#include <limits>
#include <tuple>
#include <utility>

#include "built_features.h"
#include "math/representation.h"
#include "program/curve.h"
#include "program/kernels.h"
#include "program/operands.h"
#include "program/operations.h"
#include "program/packs.h"
#include "program/processor.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "program/machine.cpp"
#include "program/targets.inl"

HWY_BEFORE_NAMESPACE();

namespace ishi {
namespace HWY_NAMESPACE {

#include "program/lane_texts.inl"

// --- elementwise operations ---

template <typename Operation>
void elementwise_loop(const Operands& operands) {
  constexpr uint32_t kOperands = Operation::operands;
  const float* at[kOperands];
  size_t step[kOperands];
  for (uint32_t k = 0; k < kOperands; ++k) {
    at[k] = operands.at[k];
    step[k] = operands.step[k] * kAtOnce;
  }
  float* out = operands.out;
  for (const float* const end = out + operands.lanes; out < end; out += kAtOnce) {
    Lanes value[kOperands];
    for (uint32_t k = 0; k < kOperands; ++k) {
      value[k] = Lanes::load(at[k]);
      at[k] += step[k];
    }
    if constexpr (kOperands == 1) {
      Operation::apply(value[0]).store(out);
    } else if constexpr (kOperands == 2) {
      Operation::apply(value[0], value[1]).store(out);
    } else {
      Operation::apply(value[0], value[1], value[2]).store(out);
    }
  }
}

template <typename Operation>
void run_elementwise(const Chunk& chunk, const Instruction& in) {
  run_loop(chunk, in, Operation::operands, &elementwise_loop<Operation>);
}

// --- compounds ---

// From factor(k) and term(k).
template <uint32_t kFactors, uint32_t kTerms, typename Factor, typename Term>
HWY_INLINE Lanes compound_of(Factor&& factor, Term&& term) {
  Lanes product, sum;
  if constexpr (kFactors > 0) product = factor(0);
  if constexpr (kFactors > 1) product = product * factor(1);
  if constexpr (kFactors == 3) product = product * factor(2);
  if constexpr (kFactors == 4) product = product * (factor(2) * factor(3));
  if constexpr (kTerms > 0) sum = term(0) + term(1);
  if constexpr (kTerms > 2) sum = sum + term(2);
  if constexpr (kTerms > 3) sum = sum + term(3);
  return kTerms == 0 ? product : kFactors == 0 ? sum : product * sum;
}

template <uint32_t kFactors, uint32_t kTerms>
void compound_loop(const CompoundOperands& operands) {
  const float* factors[Compound::kMost];
  const float* values[Compound::kMost];
  Lanes weights[Compound::kMost];
  for (uint32_t k = 0; k < kFactors; ++k) factors[k] = operands.factors[k];
  for (uint32_t k = 0; k < kTerms; ++k) {
    values[k] = operands.values[k];
    weights[k] = operands.weights[k];
  }
  float* const out = operands.out;
  const size_t lanes = operands.lanes;
  for (size_t i = 0; i < lanes; i += kAtOnce) {
    compound_of<kFactors, kTerms>([&](uint32_t k) HWY_ATTR { return Lanes::load(factors[k] + i); },
                                  [&](uint32_t k)
                                      HWY_ATTR { return weights[k] * Lanes::load(values[k] + i); })
        .store(out + i);
  }
}

template <uint32_t kFactors, uint32_t kTerms>
void run_compound(const Chunk& chunk, const Instruction& in) {
  run_loop(chunk, in, &compound_loop<kFactors, kTerms>);
}

// --- keys ---

// Lanes beyond the last agent are left as they are.
void load_number(const Chunk& chunk, const Instruction& in) {
  const Variable key = chunk.binding.keys[in.parameter];
  const auto* const column = static_cast<const float*>(key.columns[0]);
  float* const out = chunk.lanes(in.out);
  const Lanes low = key.low, high = key.high, fallback = key.fallback[0];
  const auto held = [&](Lanes x) HWY_ATTR { return held_number(x, low, high, fallback); };
  size_t i = 0;
  if (chunk.contiguous) {
    const float* const first = column + chunk.slots[0];
    for (; i + kAtOnce <= chunk.count; i += kAtOnce) held(Lanes::load_unaligned(first + i)).store(out + i);
  }
  for (; i < chunk.count; ++i) out[i] = key.number(chunk.slots[i]);
}

// --- curves, packs and the choice ---

#include "program/contest_loops.inl"
#include "program/curve_loops.inl"
#include "program/pair_loops.inl"
#include "program/pick_loops.inl"
#include "program/target_loops.inl"

#include "program/packs.inl"

#include "program/curve_table.inl"

// --- snapshots ---

#include "program/block_sum.inl"

// --- the table ---

template <typename Operation>
constexpr void list_operation(Machine& machine) {
  constexpr bool kTakesLanes = requires(Lanes x) { Operation::apply(x); }
  || requires(Lanes x) { Operation::apply(x, x); }
  || requires(Lanes x) { Operation::apply(x, x, x); };
  if constexpr (kTakesLanes) {
    machine.elementwise.set(Operation::code, &run_elementwise<Operation>);
    machine.packs.operations |=
        1u << ::ishi::operations::kElementwisePlaces[static_cast<size_t>(Operation::code)];
  } else {
    machine.elementwise.set(Operation::code, &run_by_lanes<Operation::code>);
  }
}

template <typename... Operations>
constexpr void list_elementwise(Machine& machine, std::tuple<Operations...>*) {
  (list_operation<Operations>(machine), ...);
}

template <uint32_t kFactors>
constexpr void list_compounds(Machine& machine) {
  if constexpr (kFactors > 2) machine.compound[kFactors][0] = &run_compound<kFactors, 0>;
  machine.compound[kFactors][2] = &run_compound<kFactors, 2>;
  machine.compound[kFactors][3] = &run_compound<kFactors, 3>;
  machine.compound[kFactors][4] = &run_compound<kFactors, 4>;
  if constexpr (!is_built(Feature::packs)) return;
  if constexpr (kFactors > 2) machine.packs.compound[kFactors][0] = &pack_compound<kFactors, 0>;
  machine.packs.compound[kFactors][2] = &pack_compound<kFactors, 2>;
  machine.packs.compound[kFactors][3] = &pack_compound<kFactors, 3>;
  machine.packs.compound[kFactors][4] = &pack_compound<kFactors, 4>;
}

constexpr InstructionSet kInstructionSet = HWY_TARGET == HWY_AVX3   ? InstructionSet::avx512
                                           : HWY_TARGET == HWY_AVX2 ? InstructionSet::avx2
                                           : HWY_TARGET == HWY_SSE4 ? InstructionSet::sse4
                                           : HWY_TARGET == HWY_SCALAR || HWY_TARGET == HWY_EMU128
                                               ? InstructionSet::scalar
                                               : InstructionSet::best;

constexpr Machine make_machine() {
  Machine machine{};
  machine.instruction_set = kInstructionSet;
  list_elementwise(machine, static_cast<operations::AllElementwise*>(nullptr));
  list_curves(machine);
  list_compounds<0>(machine);
  list_compounds<1>(machine);
  list_compounds<2>(machine);
  list_compounds<3>(machine);
  list_compounds<4>(machine);
  machine.load_number = &load_number;
  machine.pick_of_entities = &pick_of_entities;
  machine.rows_of_candidates = &rows_of_candidates;
  if constexpr (is_built(Feature::packs)) {
    machine.packs.number = &pack_numbers;
    machine.packs.elementwise = &pack_elementwise;
  }
  machine.hope = &hope;
  if constexpr (is_built(Feature::senses)) machine.find_in_sight = &find_in_sight;
  if constexpr (is_built(Feature::memories))
    machine.pairs = {&find_near, &list_near, &spread_runs, {&best_of_run<false>, &best_of_run<true>}};
  machine.copy_blocks = &copy_blocks;
  machine.sum_blocks = &sum_blocks;
  if constexpr (is_built(Feature::memories)) {
    machine.keep_best[0] = &keep_best<false>;
    machine.keep_best[1] = &keep_best<true>;
  }
  machine.compete = &compete<false>;
  machine.compete_alike = &compete<false, true>;
  machine.compete_for_last = &compete<true>;
  // Hardly ever are more than eight operations of a kind ready: AVX-512 takes the packs of AVX2.
  if (HWY_TARGET == HWY_AVX3 && (HWY_TARGETS & HWY_AVX2) != 0) machine.packs = {};
  return machine;
}

constexpr Machine kMachine = make_machine();

}  // namespace HWY_NAMESPACE
}  // namespace ishi

HWY_AFTER_NAMESPACE();

#if HWY_ONCE

namespace ishi {

namespace {

// From the best to the least, which every processor has.
struct Machines {
  Machines() {
    [[maybe_unused]] const ProcessorLevel level = processor_level();
#if HWY_TARGETS & HWY_AVX3
    add(N_AVX3::kMachine, HWY_AVX3, level == ProcessorLevel::avx512);
#endif
#if HWY_TARGETS & HWY_AVX2
    add(N_AVX2::kMachine, HWY_AVX2, level >= ProcessorLevel::avx2);
#endif
#if HWY_TARGETS & HWY_SSE4
    add(N_SSE4::kMachine, HWY_SSE4, level >= ProcessorLevel::sse4);
#endif
    if (!(HWY_STATIC_TARGET & (HWY_AVX3 | HWY_AVX2 | HWY_SSE4))) list[count++] = &HWY_NAMESPACE::kMachine;
  }

  // Every processor that runs this build has what the whole build is compiled for.
  void add(const Machine& machine, int64_t target, bool is_supported) {
    if (is_supported || target == HWY_STATIC_TARGET) list[count++] = &machine;
  }

  const Machine* list[4] = {};
  size_t count = 0;
};

const Machines& all_machines() {
  static const Machines machines;
  return machines;
}

}  // namespace

std::span<const Machine* const> machines() { return {all_machines().list, all_machines().count}; }

const Machine* find_machine(std::span<const Machine* const> machines, InstructionSet set) {
  if (set == InstructionSet::best) return machines.front();
  for (const Machine* const machine : machines) {
    if (machine->instruction_set == set) return machine;
  }
  return nullptr;
}

const Machine& machine_of_packs(const Machine& machine) {
  return machine.packs.number != nullptr ? machine : *find_machine(machines(), InstructionSet::avx2);
}

bool is_bare(const curves::Curve& curve) {
  const curves::Frame& f = curve.frame;
  const bool is_itself = f.output_scale == 1.0f && f.output_shift == 0.0f;
  return is_itself && curves::visit(curve.kind, [&](auto of) { return of.is_bare(curve.numbers); });
}

CurveLoop loop_of(const curves::Curve& curve) {
  return curves::visit(curve.kind, [&](auto of) { return of.loop(curve.numbers); });
}

Instruction::Run loop_of(const Machine& machine, const curves::Curve& curve) {
  const auto loop = static_cast<uint32_t>(loop_of(curve));
  const Instruction::Run bare = is_bare(curve) ? machine.bare_curve[loop] : nullptr;
  return bare != nullptr ? bare : machine.curve[loop];
}

}  // namespace ishi

#endif
