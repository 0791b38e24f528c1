#include "expression/typer.h"
