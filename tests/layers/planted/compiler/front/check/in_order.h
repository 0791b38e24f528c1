#pragma once

#include "expression/typer.h"
