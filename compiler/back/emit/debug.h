#pragma once

#include <vector>

#include "asset_generated.h"
#include "emit/names.h"
#include "lower/lowered.h"
#include "resolve/include.h"
#include "source/sources.h"

// The part of the blob that tools read: names, places in the text, and what scores are made of.

namespace ishi::compiler {

// The terms of the score of an option or choice.
struct ExplainedScore {
  const std::vector<LoweredTerm>* terms = nullptr;
  Ref condition = 0;
  Ref weight = 0;
};

// Parallel to the blob's tables. What it points to must outlive it.
struct Explained {
  NameTables names;
  std::vector<Span> agent_spans, option_spans, key_spans;
  std::vector<ExplainedScore> options, choices;
};

[[nodiscard]] flatbuffers::Offset<blob::Debug> write_debug(const Explained& explained, const Units& units,
                                                           const Sources& sources,
                                                           flatbuffers::FlatBufferBuilder& builder);

}  // namespace ishi::compiler
