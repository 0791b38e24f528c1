#include "language/field.h"
