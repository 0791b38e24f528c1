#include "world/world_state.h"
