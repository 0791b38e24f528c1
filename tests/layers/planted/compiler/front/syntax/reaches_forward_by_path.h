#pragma once

#include "../../back/emit/emit.h"
