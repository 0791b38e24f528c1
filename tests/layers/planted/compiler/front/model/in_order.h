#pragma once

#include "syntax/tree.h"
