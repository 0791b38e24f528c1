#include "world/act.h"
