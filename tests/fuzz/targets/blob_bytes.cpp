// Any bytes as a blob; what loads is played for a hundred frames. scripts/fuzz begins with blobs of the
// assets.

#include "play.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  ishi::fuzzing::play_if_loaded({data, size}, 100);
  return 0;
}
