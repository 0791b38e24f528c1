#include "reload/reload_state.h"
