#pragma once

#include <yaml-cpp/eventhandler.h>

#include "diagnostics/diagnostics.h"
#include "ishi/compiler/diagnostic.h"
#include "syntax/tree.h"
