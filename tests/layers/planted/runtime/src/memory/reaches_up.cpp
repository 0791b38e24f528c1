#include "blackboard/variable.h"
