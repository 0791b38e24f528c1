#include "testing/coverage.h"
