#include "asset/check.h"
