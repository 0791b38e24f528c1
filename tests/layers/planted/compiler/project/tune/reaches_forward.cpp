#include "cli/verbs.h"
