#pragma once

#include "language/field.h"
