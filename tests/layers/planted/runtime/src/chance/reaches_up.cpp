#include "program/row.h"
