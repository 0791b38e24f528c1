#pragma once

#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>

#include "source/read_file.h"

namespace ishi::compiler {

// Texts as they were at one time, so that several threads can compile them, each with a reader of its own;
// what else is asked for is read from disk. Notes what was asked for.
class SnapshotReader final : public FileReader {
 public:
  using Texts = std::map<std::string, std::shared_ptr<const std::string>>;

  // Both must outlive it.
  SnapshotReader(const Texts& texts, const FileReader& disk) : texts_(texts), disk_(disk) {}

  [[nodiscard]] tl::expected<std::string, ReadError> read(const std::string& path) const override {
    asked_.insert(path);
    const auto found = texts_.find(path);
    if (found == texts_.end()) return disk_.read(path);
    return *found->second;
  }
  [[nodiscard]] std::string identity(const std::string& path) const override {
    asked_.insert(path);
    return disk_.identity(path);
  }

  [[nodiscard]] const std::set<std::string>& asked() const { return asked_; }

 private:
  const Texts& texts_;
  const FileReader& disk_;
  mutable std::set<std::string> asked_;
};

}  // namespace ishi::compiler
