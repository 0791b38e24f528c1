#include "../world/act.h"
