#pragma once

#include "tape/calls.h"
