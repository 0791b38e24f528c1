#include "resolve/scopes.h"
