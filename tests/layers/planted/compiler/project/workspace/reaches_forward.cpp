#include "cli/process.h"
