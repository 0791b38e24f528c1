#include "analyze/linear.h"
