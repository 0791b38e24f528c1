#pragma once

#include "diagnostics/diagnostics.h"
#include "model/model.h"
#include "resolve/names.h"

namespace ishi::compiler {

// Finds what senses and sounds name, and brings what levels of awareness declare into the model: an event and
// a number each. After memories, before what names events.
void link_senses(Model& model, const Scopes& scopes, Names& names, Diagnostics& diagnostics);

}  // namespace ishi::compiler
