#include "prove/witness.h"
