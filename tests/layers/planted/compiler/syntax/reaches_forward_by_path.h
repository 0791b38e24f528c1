#pragma once

#include "../emit/emit.h"
