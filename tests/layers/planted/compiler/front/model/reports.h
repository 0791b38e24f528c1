#pragma once

#include "diagnostics/diagnostics.h"
