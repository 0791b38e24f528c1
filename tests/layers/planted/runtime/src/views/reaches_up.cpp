#include "sets/sets.h"
