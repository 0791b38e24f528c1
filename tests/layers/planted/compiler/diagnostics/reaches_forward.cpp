#include "syntax/tree.h"
