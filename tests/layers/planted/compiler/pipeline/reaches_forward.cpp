#include "format/layout.h"
