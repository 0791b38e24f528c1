#include "asset/limits.h"
