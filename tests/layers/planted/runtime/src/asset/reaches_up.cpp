#include "columns/column.h"
