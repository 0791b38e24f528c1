#include "client/live_game.h"
