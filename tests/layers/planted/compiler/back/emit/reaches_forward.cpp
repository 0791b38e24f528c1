#include "simulate/stage.h"
