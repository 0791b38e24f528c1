#include "emit/emit.h"
