#pragma once

#include <cstdint>

#include "game.h"

// The components of both examples.

struct Health {
  float points = 100;
};
struct Running {  // a task
  ishi::Token token;
  uint64_t due = 0;  // the frame in which it is over
  bool is_rest = false;
};
struct Brain {  // of who decides by itself
  ishi::Entity agent;
  uint32_t slot = 0;  // the agent's row in the columns
};
