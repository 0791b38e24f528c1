#include <flatbuffers/flatbuffers.h>

#include <vector>

#include "asset_generated.h"
#include "ishi/asset_info.h"
// #include "syntax/tree.h"
