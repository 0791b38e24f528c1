#pragma once

#include "check/check.h"
