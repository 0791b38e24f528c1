#pragma once

#include "bodies/acting.h"
#include "memory/arena.h"
#include "views/agents.h"
