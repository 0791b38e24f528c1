#include "analyze/program_part.h"

#include <algorithm>

namespace ishi::compiler {

ProgramPart::ProgramPart(const AnalyzedProgram& whole, std::span<const uint32_t> roots)
    : places_(whole.operations.size(), kNoRef) {
  const auto take = [&](uint32_t operation) {
    if (places_[operation] != kNoRef) return;
    places_[operation] = 0;  // known soon
    origins_.push_back(operation);
  };
  for (const uint32_t root : roots) take(root);
  for (size_t next = 0; next < origins_.size(); ++next) {  // NOLINT(modernize-loop-convert): they grow
    const LoweredOperation& operation = whole.operations[origins_[next]];
    const auto count = operation_table()[static_cast<uint32_t>(operation.code)].operands;
    const uint32_t operands[] = {operation.a, operation.b, operation.c};
    for (uint32_t k = 0; k < count; ++k) take(operands[k]);
  }
  // An operation stands behind its operands, there and here.
  std::ranges::sort(origins_);
  for (uint32_t i = 0; i < origins_.size(); ++i) {
    const uint32_t origin = origins_[i];
    places_[origin] = i;
    LoweredOperation& operation = operations_.emplace_back(whole.operations[origin]);
    operation.gate = 0;
    const auto count = operation_table()[static_cast<uint32_t>(operation.code)].operands;
    uint32_t* const operands[] = {&operation.a, &operation.b, &operation.c};
    for (uint32_t k = 0; k < count; ++k) *operands[k] = places_[*operands[k]];
    declared_.push_back(whole.declared[origin]);
    program_.sources.push_back(whole.sources[origin]);
    program_.whole.push_back(whole.whole[origin]);
    program_.nobody.push_back(whole.nobody[origin]);
  }
  program_.operations = operations_;
  program_.twin = find_twins(operations_);
  program_.curves = whole.curves;
  program_.declared = declared_;
}

Ranges ProgramPart::of(const Ranges& whole) const {
  Ranges ranges;
  ranges.reserve(origins_.size());
  for (const uint32_t origin : origins_) ranges.push_back(whole[origin]);
  return ranges;
}

}  // namespace ishi::compiler
