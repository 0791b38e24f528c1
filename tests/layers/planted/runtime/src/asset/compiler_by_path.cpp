#include "../../../compiler/model/model.h"
