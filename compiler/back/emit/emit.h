#pragma once

#include <cstdint>
#include <vector>

#include "diagnostics/diagnostics.h"
#include "lower/lowered.h"
#include "model/model.h"
#include "resolve/include.h"
#include "source/sources.h"

namespace ishi::compiler {

struct EmitOptions {
  bool strip = false;  // leave out names, places and terms
};

// Writes the blob (schemas/asset.fbs). Its bytes are a function of the arguments alone: no time, no
// path but those of Sources, no order but that of the text. Reports names whose ids collide; then the
// result is empty.
std::vector<uint8_t> emit(const Model& model, const Lowered& lowered, const Units& units,
                          const Sources& sources, const EmitOptions& options, Diagnostics& diagnostics);

// A blob holds a hash of each of its sources, which is of their layout and comments, too: clears these, so
// that stripped blobs of the same meaning are the same.
void forget_sources(std::vector<uint8_t>& blob);

}  // namespace ishi::compiler
