#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "testing/coverage.h"

namespace ishi::compiler::cli {

// The coverage of several files' tests together: a thing that several of them include counts once.
class CoverageReport {
 public:
  void add(const std::vector<CoverageItem>& items);

  // A table for people, with all that was never tried: to stdout.
  void print(bool color) const;
  // For the object of the tests.
  [[nodiscard]] nlohmann::ordered_json json() const;
  // One page that needs nothing else.
  [[nodiscard]] std::string html() const;

 private:
  [[nodiscard]] std::vector<const CoverageItem*> of_kind(CoverageKind kind) const;

  std::vector<CoverageItem> items_;
};

}  // namespace ishi::compiler::cli
