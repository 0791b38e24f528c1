#include <CLI/CLI.hpp>

#include "source/sources.h"
#include "testing/run_tests.h"
