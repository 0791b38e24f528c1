#pragma once

#include <cstddef>
#include <cstdint>

#include "built_features.h"
#include "program/schedule.h"
#include "program/schedule_needs.h"
#include "program/schedule_pruning.h"

// The making of a schedule: what a program needs, which of it is pruned, and its instructions one operation
// after another, each with a register from where it is computed to where it is read last.

namespace ishi {

// The registers that are taken; what was given back last is taken first.
class Registers {
 public:
  // Room for as many as are given back. False if there is no memory.
  [[nodiscard]] bool allocate(size_t most) {
    return free_.reserve_more(most) && deferred_.reserve_more(most);
  }

  uint32_t take() { return free_.size() == 0 ? count_++ : free_.take_last(); }
  // What a pass reads from before it is read again in the next round: free when the pass is over.
  void give_back(uint32_t at, bool is_read_again = false) { (is_read_again ? deferred_ : free_).append(at); }
  void end_pass() {
    while (deferred_.size() != 0) free_.append(deferred_.take_last());
  }
  [[nodiscard]] uint32_t count() const { return count_; }

 private:
  uint32_t count_ = 0;
  Array<uint32_t> free_;
  Array<uint32_t> deferred_;
};

struct Scheduler {
  const ScheduleInput& in;
  Schedule& out;
  Needs needs{in};
  Pruning pruning{};
  Registers registers{};
  // Registers.
  Array<uint32_t> at{};           // by operation: kNone before it is computed, and once it is read no more
  Array<uint32_t> best_score{};   // by option that is for a set
  Array<uint32_t> best_raised{};  // by choice
  uint32_t best_so_far = 0;       // where something is pruned
  uint32_t next_part = 0;         // of the kernel
  bool lacks_memory = false;      // something could not be allocated while instructions were written

  // The instruction of an operation, and what follows from its value. Gives its register.
  uint32_t emit(uint32_t i);
  // True if an operation is an instruction of its own.
  [[nodiscard]] bool runs(uint32_t i) const {
    return needs.runs(i) && (in.plan == nullptr || in.plan->leaves(i));
  }
  // The parts of a kernel that run before an operation. Calls `visit` with each operation that they give.
  template <typename Visitor>
  void emit_kernel(uint32_t before, Visitor&& visit) {
    while (is_built(Feature::kernels) && in.plan != nullptr && next_part < in.plan->parts.size() &&
           in.plan->parts[next_part].before <= before) {
      emit_part(next_part);
      for (const uint32_t i : in.plan->list(in.plan->parts[next_part].outputs)) visit(i);
      ++next_part;
    }
  }
  void emit_part(uint32_t part);
  // Raises the flag of a condition that no instruction of its own gives.
  void raise(uint32_t i);
  // The flag without which it is skipped.
  [[nodiscard]] uint32_t flag_of(uint32_t i) const;
  // Gives a value's register back if operation `now` is what reads it last.
  void release(uint32_t value, uint32_t now);
  // An option competes with the scores in a register.
  void compete(uint32_t option, uint32_t scores, bool has_inertia, uint32_t flag);
  // A register for the best of scores that are still to come.
  uint32_t begin_best();
};

// Finds whether the pass that the `each` at `first` opens and that ends before `behind` can run with pairs in
// the lanes, and for which pairs its option cannot be had. Before the pass is scheduled.
[[nodiscard]] bool find_pairs(const Scheduler& scheduler, uint32_t first, uint32_t behind, PairPass& pairs);
// Lists what the pass, which is scheduled, reads of the agents, and keeps `pairs` for it.
void list_pair_reads(Scheduler& scheduler, PairPass pairs, Pass& pass);

// The pass that the `each` at `first` opens, with what is made of all members; gives the operation behind
// it. Options that are for the set keep the best of their members in it, and compete with that.
uint32_t schedule_pass(Scheduler& scheduler, uint32_t first);

}  // namespace ishi
