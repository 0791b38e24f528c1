#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "asset_generated.h"
#include "diagnostics/diagnostics.h"
#include "emit/names.h"
#include "model/model.h"

// The part of the blob that is the contract with the game.

namespace ishi::compiler {

struct ContractTables {
  std::vector<blob::Enum> enums;
  std::vector<blob::Member> members;
  std::vector<blob::Thing> things;
  std::vector<blob::Field> fields;
  std::vector<blob::Key> keys;
  std::vector<blob::Event> events;
  std::vector<blob::Parameter> event_fields;
  std::vector<blob::Task> tasks;
  std::vector<blob::Parameter> parameters;
  std::vector<blob::Set> candidates;  // whose ranges count within the next two
  std::vector<uint32_t> candidate_things;
  std::vector<blob::Field> candidate_fields;
  std::vector<blob::Token> tokens;
  std::vector<blob::Sound> sounds;  // whose scales are added with the formulas
  std::vector<bool> hidden_enums;   // by enum: only private keys have it

  // The hash of all parts that the game knows. Private keys, and enums that only these use, do not change it.
  [[nodiscard]] uint64_t hash(Up up) const;

 private:
  // As though nobody had written private keys, and the enums that these alone have.
  [[nodiscard]] ContractTables without_private_keys() const;
};

// The type of a key, field or parameter.
[[nodiscard]] blob::Variable emit_variable(const Variable& variable);

// Adds the parameters of a task or goal or the fields of an event, in their order with natural alignment.
blob::Range add_record(std::string_view section, std::string_view owner, const Map<Variable>& variables,
                       std::vector<blob::Parameter>& out, std::vector<std::string>& names);

// Fills the tables and, beside each, the names of its entries.
ContractTables emit_contract(const Model& model, NameTables& names);

}  // namespace ishi::compiler
