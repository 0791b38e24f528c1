#include "save/format.h"
