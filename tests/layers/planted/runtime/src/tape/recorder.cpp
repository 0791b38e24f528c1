#include "ishi/record/recorder.h"
