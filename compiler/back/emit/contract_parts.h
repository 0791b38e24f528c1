#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "ishi/asset_info.h"
#include "ishi/contract.h"
#include "syntax/tree.h"

namespace ishi::compiler {

// One part of a contract with its texts. The pointers of `entry` are not set.
struct ContractPart {
  ContractEntry entry;
  std::string name;
  std::string owner_name;
  std::string reference_name;
  std::string doc;
  std::string source;  // the file by which it came in, as messages show it

  // The entry with its names, which live as long as this part.
  [[nodiscard]] ContractEntry named() const;
};

// The contracts of several files, brought together: each part once, in the order of first mention.
class ContractParts {
 public:
  // Adds the contract of one file: its blob, and the sections that it was made from, which have the docs.
  // An empty string, or in which part it departs from a file that was added before.
  [[nodiscard]] std::string add(const Asset& asset, const Node& sections, const std::string& source);

  [[nodiscard]] const std::vector<ContractPart>& all() const { return parts_; }
  // Those of a kind that belong to an owner (0: to none), in order.
  [[nodiscard]] std::vector<const ContractPart*> of(ContractKind kind, uint64_t owner = 0) const;

  // The text of the files that say it.
  [[nodiscard]] ishi::Up up() const { return up_; }

 private:
  using Id = std::tuple<ContractKind, uint64_t, uint64_t>;  // with its owner's and its own id

  std::vector<ContractPart> parts_;
  std::map<Id, size_t> by_id_;
  ishi::Up up_ = ishi::Up::y;
  std::string up_source_;
};

}  // namespace ishi::compiler
