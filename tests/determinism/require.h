#pragma once

#include "ishi/ishi.h"

namespace determinism {

// Ends the process with 2 if a call failed that cannot.
void require(ishi::Status status, const char* what);
// … or if a promise does not hold.
void require(bool holds, const char* promise);

}  // namespace determinism
