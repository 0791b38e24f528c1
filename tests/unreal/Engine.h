#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>

// In place of Unreal's headers, what the module beside this uses of them; and the macros that they define,
// which no header of Ishi may trip over. Not Unreal's text: names and meanings alone.

using int32 = std::int32_t;
using int64 = std::int64_t;
using uint8 = std::uint8_t;
using uint32 = std::uint32_t;
using uint64 = std::uint64_t;
using TCHAR = char16_t;

#define TEXT(words) u##words
#define PI (3.1415926535897932f)
#define check(condition)            \
  do {                              \
    if (!(condition)) std::abort(); \
  } while (false)
#define verify(condition) check(condition)
#define ensure(condition) (!!(condition))
#define checkf(condition, ...) check(condition)
#define FORCEINLINE inline __attribute__((always_inline))
#define UPROPERTY(...)
#define UFUNCTION(...)
#define UCLASS(...)
#define USTRUCT(...)
#define UENUM(...)
#define GENERATED_BODY(...)
#define IN
#define OUT
#define CDECL
#define TRUE 1
#define FALSE 0
#define INDEX_NONE (-1)
#define UE_LOG(category, verbosity, ...) \
  do {                                   \
  } while (false)
#define PRAGMA_DISABLE_OPTIMIZATION
#define MAX_uint32 (0xffffffffu)

// Centimetres, in doubles, z up.
struct FVector {
  double X = 0, Y = 0, Z = 0;
};

// The engine's memory.
struct FMemory {
  static void* Malloc(std::size_t bytes, uint32 alignment) {
    ++Blocks;
    return std::aligned_alloc(alignment, (bytes + alignment - 1) / alignment * alignment);
  }
  static void Free(void* memory) {
    --Blocks;
    std::free(memory);
  }
  static inline int64 Blocks = 0;
};
