#pragma once

#include <cstdint>
#include <initializer_list>
#include <span>
#include <vector>

#include "analyze/ranges.h"

namespace ishi::compiler {

// The part of a program that some of its operations are computed from, as a program of its own: what is asked
// of them costs as much as they do, however much else is computed. Linear in the whole to make, quickly.
class ProgramPart {
 public:
  ProgramPart(const AnalyzedProgram& whole, std::span<const uint32_t> roots);
  ProgramPart(const AnalyzedProgram& whole, std::initializer_list<uint32_t> roots)
      : ProgramPart(whole, std::span(roots.begin(), roots.size())) {}
  ProgramPart(const ProgramPart&) = delete;
  ProgramPart& operator=(const ProgramPart&) = delete;

  [[nodiscard]] const AnalyzedProgram& program() const { return program_; }
  // The place here of an operation of the whole, a root or one of its operands.
  [[nodiscard]] uint32_t place(uint32_t of_whole) const { return places_[of_whole]; }
  // The ranges of the part, from those of the whole.
  [[nodiscard]] Ranges of(const Ranges& whole) const;

 private:
  std::vector<uint32_t> places_;  // by operation of the whole; kNoRef: it is not of the part
  std::vector<uint32_t> origins_;
  std::vector<LoweredOperation> operations_;
  std::vector<Interval> declared_;
  AnalyzedProgram program_;
};

}  // namespace ishi::compiler
