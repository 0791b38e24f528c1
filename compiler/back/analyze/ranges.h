#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "lower/program_builder.h"

// A score program over ranges instead of numbers. What it reads, a key, a level, a field of somebody, is a
// source: a box says in which range each of them lies. All that a program can compute for situations in a box
// lies in the ranges that are given (R. E. Moore 1966, Interval Analysis); where a condition must hold, the
// box becomes as narrow as that makes it (F. Benhamou et al. 1999, Revising Hull and Box Consistency).

namespace ishi::compiler {

struct AnalyzedProgram {
  std::span<const LoweredOperation> operations;
  std::span<const CurveData> curves;
  std::span<const Interval> declared;  // what each operation can give in any situation

  std::vector<bool> sources;  // true if an operation gives what stands in a box
  std::vector<bool> whole;    // true if a source has whole numbers alone
  std::vector<float> nobody;  // of what is read of an entity: what nobody has
  // Of what is read of an entity or a member, and of the member at hand: the source before it that reads the
  // same, perhaps of another; the two are equal where those are one. kNoRef: there is none.
  std::vector<uint32_t> twin;

  [[nodiscard]] bool is_source(uint32_t index) const { return sources[index]; }
  [[nodiscard]] bool is_whole(uint32_t index) const { return whole[index]; }
  // True if a source is read of an entity, which the operand `a` is the row of: 0 is nobody.
  [[nodiscard]] bool is_of_entity(uint32_t index) const { return reads_entity(operations[index].code); }
};

// By operation of a program: its `twin`.
[[nodiscard]] std::vector<uint32_t> find_twins(std::span<const LoweredOperation> program);

struct Model;
struct Lowered;
// A program of a model, and what each of its operations can give; they must outlive it.
[[nodiscard]] AnalyzedProgram analyzed(const Model& model, const Lowered& lowered,
                                       std::span<const LoweredOperation> program,
                                       std::span<const Interval> ranges);

// By operation: of sources what they can be, of all else what follows.
using Ranges = std::vector<Interval>;

// All situations. What may overflow is held before anything else reads it, and so is finite here.
[[nodiscard]] Ranges all_situations(const AnalyzedProgram& program);

// Fills in what follows from the sources.
void propagate(const AnalyzedProgram& program, Ranges& ranges);

// Takes off the sources what cannot be if the operation `index` is true, or is not. False if nothing is left:
// then it cannot be so anywhere in the box. `ranges` must have been filled in, and are again.
[[nodiscard]] bool narrow(const AnalyzedProgram& program, Ranges& ranges, uint32_t index, bool truth);
// The same if the operation is within a range.
[[nodiscard]] bool narrow_to(const AnalyzedProgram& program, Ranges& ranges, uint32_t index, Interval to);

using Evaluation = void(const AnalyzedProgram& program, std::vector<float>& values);

// One situation: the value of each operation, from those of the sources, of which those of nobody become what
// nobody has.
void evaluate(const AnalyzedProgram& program, std::vector<float>& values);
// The same, of sources that were taken each by itself, as one that can be: what is read of one entity or
// member is the same for all who read it, and what a choice chose is the member at hand if that is eligible.
// May leave a box that gives these apart.
void evaluate_consistently(const AnalyzedProgram& program, std::vector<float>& values);

}  // namespace ishi::compiler
