#include "api/calls.h"
