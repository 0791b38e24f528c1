#pragma once

#include <cstdint>

#include "asset/tables.h"
#include "bodies/visit.h"

// How many children of an all or any must complete to complete it, and how many must fail to fail it. The
// children that have ended are counted in one number: those that failed in its low 8 bits, those that
// completed above them.

namespace ishi {

class Quorum {
 public:
  explicit Quorum(const blob::Node& node) {
    const bool is_all = node.kind() == blob::NodeKind::all;
    enough_ = is_all ? node.count() : 1;
    failures_ = is_all ? node.subject() + 1 : kAnyNumber;
  }

  // True if children that are skipped count as neither completed nor failed.
  [[nodiscard]] bool passes_over_skipped() const { return enough_ != 0; }
  // `ended` and one more. Where all must complete, nothing asks how many have.
  [[nodiscard]] uint32_t counted(uint32_t ended, Outcome outcome) const {
    if (outcome == Outcome::failed) return ended + 1;
    return enough_ != 0 ? ended + kCompleted : ended;
  }
  // True if the child that has just been counted decides; the node ends as it has.
  [[nodiscard]] bool is_decided_by(uint32_t ended) const {
    return failed(ended) >= failures_ || (enough_ != 0 && completed(ended) >= enough_);
  }
  // The end of a node all of whose children have ended, though none decided.
  [[nodiscard]] Outcome of_all(uint32_t ended) const {
    return enough_ != 0 && failed(ended) > 0 ? Outcome::failed : Outcome::completed;
  }

 private:
  static constexpr uint32_t kCompleted = 1 << 8;
  static constexpr uint32_t kAnyNumber = 0xffff'ffff;

  [[nodiscard]] static uint32_t failed(uint32_t ended) { return ended & (kCompleted - 1); }
  [[nodiscard]] static uint32_t completed(uint32_t ended) { return ended / kCompleted; }

  uint32_t enough_ = 0;  // 0: all
  uint32_t failures_ = 0;
};

}  // namespace ishi
