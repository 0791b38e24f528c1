#include "resolve/gather.h"
