#pragma once

#include <cstdint>
#include <vector>

#include "lower/program_builder.h"

// What lowering gives to emission: for each agent one program, and what its options point to in it.

namespace ishi::compiler {

// One line of why an option scores as it does; places in the agent's program.
enum class TermKind : uint8_t { motive, consideration, tactical, score, weight };
struct LoweredTerm {
  std::string_view name;
  TermKind kind = TermKind::motive;
  Ref input = 0;         // what went in: a level, or the value itself
  Ref value = 0;         // what became of it: the effective strength, the value held in its range
  Ref contribution = 0;  // what it adds to the score (a consideration multiplies)
};

// A small program whose last operation is the value (the last three for a point or direction).
struct LoweredArgument {
  uint32_t parameter = 0;
  std::vector<LoweredOperation> program;
};

struct LoweredStep {
  uint32_t task = kNoRef;  // kNoRef: a wait
  std::vector<LoweredArgument> arguments;
};

struct LoweredOption {
  uint32_t action = 0;  // in the model
  Ref score = 0;        // a gate
  Ref condition = 0;
  Ref weight = 0;
  std::vector<LoweredTerm> terms;
  std::vector<LoweredStep> steps;
};

struct LoweredAgent {
  uint32_t agent = 0;  // in the model
  std::vector<LoweredOperation> program;
  std::vector<LoweredOption> options;
};

// What a profile says of one motive.
struct LoweredWeight {
  float weight = 1;
  uint32_t curve = 0;  // which of the motive's curves
};

struct Lowered {
  std::vector<CurveData> curves;                    // parallel to the model's
  std::vector<std::vector<LoweredWeight>> weights;  // profile by profile, motive by motive
  std::vector<LoweredAgent> agents;
};

}  // namespace ishi::compiler
