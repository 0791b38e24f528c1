#pragma once

#include "asset_generated.h"
