#include <cstdint>

#include "ishi/compiler/diagnostic.h"
