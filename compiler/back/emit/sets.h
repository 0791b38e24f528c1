#pragma once

#include <cstdint>
#include <vector>

#include "emit/contract.h"

// The part of the blob that says what programs go over: memories, and behind them the contract's candidates.

namespace ishi::compiler {

struct SetTables {
  std::vector<blob::Awareness> awareness;
  std::vector<blob::AwarenessLevel> levels;
  std::vector<blob::Set> sets;
  std::vector<uint32_t> things;
  std::vector<blob::Field> fields;
};

// Fills the tables and, beside each, the names of its entries.
SetTables emit_sets(const Model& model, const ContractTables& contract, NameTables& names);

}  // namespace ishi::compiler
