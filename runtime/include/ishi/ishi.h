#pragma once

// Everything that a game includes.

#include "ishi/allocator.h"
#include "ishi/asset.h"
#include "ishi/batch.h"
#include "ishi/candidates.h"
#include "ishi/column.h"
#include "ishi/commands.h"
#include "ishi/contract.h"
#include "ishi/dispatch.h"
#include "ishi/grid.h"
#include "ishi/id.h"
#include "ishi/moves.h"
#include "ishi/population.h"
#include "ishi/reload.h"
#include "ishi/run_frame.h"
#include "ishi/save.h"
#include "ishi/scratch.h"
#include "ishi/status.h"
#include "ishi/tasks.h"
#include "ishi/types.h"
#include "ishi/world.h"
