#include "population/population_state.h"
