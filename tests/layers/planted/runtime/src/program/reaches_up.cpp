#include "views/agents.h"
