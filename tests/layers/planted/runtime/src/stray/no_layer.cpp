#include "memory/arena.h"
