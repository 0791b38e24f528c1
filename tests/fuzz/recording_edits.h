#pragma once

#include <cstddef>
#include <vector>

#include "choices.h"

// Changes of a recording that get past the checksums of its records.

namespace ishi::fuzzing {

// Makes one change that `choices` choose: of a record as a whole, of the bytes of one, of a call in a frame,
// or of the file, in which case alone checksums may be wrong afterwards. Any bytes may be given.
void edit_recording(std::vector<std::byte>& recording, Choices& choices);

}  // namespace ishi::fuzzing
