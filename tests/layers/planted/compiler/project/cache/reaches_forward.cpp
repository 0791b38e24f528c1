#include "explain/chances.h"
