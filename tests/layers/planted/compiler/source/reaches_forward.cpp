#include "diagnostics/diagnostics.h"
