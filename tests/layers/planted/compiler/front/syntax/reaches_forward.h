#pragma once

#include <string>

#include "lower/lower.h"
#include "source/sources.h"
