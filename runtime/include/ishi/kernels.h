#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "ishi/id.h"
#include "ishi/types.h"

// Kernels: score programs as C++, which `ishi build --kernels` writes and a game compiles and links. A world
// that is given them runs an agent's program by its kernel wherever the asset is the one that the kernel was
// written for, and by the machine wherever it is not: after a reload, for an older blob, for a mod. Both give
// the same bits. What reads facts, draws and moments is computed by the machine in any case.

namespace ishi {

// The agreement of kernels and a runtime. A kernel of another version is not run.
inline constexpr uint32_t kKernelVersion = 2;

// The most values of each sort that a part of a kernel reads or gives; a larger program has more parts.
inline constexpr uint32_t kMostKernelValues = 256;

// A multiple of the lanes of every vector: what kernels read and write has room for a multiple of it.
inline constexpr uint32_t kKernelLanes = 16;

// A number that each entity has, by row; or, with `things`, each entity of one kind.
struct EntityColumn {
  const void* values;         // floats, or bytes; null if the kind alone is asked for
  float low, high, fallback;  // NaN, and bytes above `high`, read as `fallback`
  bool are_bytes;
  uint32_t owner;          // what is of another kind reads as `fallback`
  const uint32_t* things;  // the kinds of the entities, else null
};

// The operands and results of a part of a kernel. Rows of values by lane, aligned to a float; `outputs` to
// cache lines.
struct KernelRows {
  const float* const* inputs;
  const float* shared;  // a number each
  float* const* outputs;
  uint32_t lanes;  // there is room for the next multiple of kKernelLanes
  // Of entities; their rows are below `entities`, 0 is nobody's.
  const EntityColumn* columns = nullptr;
  const uint32_t* candidates = nullptr;  // by lane the row of the candidate at hand
  uint32_t entities = 0;
};
using KernelRun = void (*)(const KernelRows& rows);

// A part by InstructionSet; null where it was not compiled for that.
struct KernelPart {
  KernelRun run[5] = {};
};

// An agent's program.
struct Kernel {
  AgentId agent{};
  uint64_t program = 0;  // the hash of all that is built into it
  std::span<const KernelPart> parts{};
};

// All that were written together. Everything behind it must outlive the worlds that it was given to.
struct Kernels {
  uint32_t version = 0;
  std::span<const Kernel> list{};
};

// The use that a population makes of its kernel.
enum class KernelUse : uint8_t {
  none,  // the game gave none for its agent
  runs,
  other_program,  // it was written for another version of the asset: the machine runs
  other_version,  // … or for another runtime: likewise
  differs,        // what it gives is not what the machine gives; it was compiled with other floats
};

}  // namespace ishi
