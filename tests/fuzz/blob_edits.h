#pragma once

#include <cstdint>
#include <span>

#include "blob_model.h"

// Changes of a blob, as bytes: a fuzzer's input is a list of them.

namespace ishi::fuzzing {

enum class EditKind : uint8_t {
  set,         // a number becomes `value`
  add,         // … is raised by `value`
  flip,        // a bit of it is turned
  copy,        // … becomes that of another element
  copy_all,    // an element becomes as another one is
  exchange,    // two elements change places
  insert,      // a copy of an element is put behind it; the ranges over its vector are kept right
  erase,       // an element goes; likewise
  set_scalar,  // a number of the root
  rename,      // a name loses its end, or becomes that of another
  drop_debug,
};
inline constexpr uint8_t kEditKinds = static_cast<uint8_t>(EditKind::drop_debug) + 1;

struct BlobEdit {
  uint8_t kind = 0;  // each number is taken modulo what there is
  uint8_t leaf = 0;
  uint16_t vector = 0;
  uint32_t element = 0;
  uint64_t value = 0;
};
static_assert(sizeof(BlobEdit) == 16);

void apply(const BlobEdit& edit, BlobModel& model);

}  // namespace ishi::fuzzing
