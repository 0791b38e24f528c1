#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "lower/program_builder.h"

// The order in which a built program is written: what agents share, by domain; then what is each agent's and
// passes over their candidates in turns. A value of a member that is needed in several passes is written in
// each.

namespace ishi::compiler {

class ProgramLayout {
 public:
  explicit ProgramLayout(ProgramBuilder& builder) : nodes_(builder.nodes_), passes_(builder.passes_) {}

  // `ranges`, if it is given, gets those of the operations.
  std::vector<LoweredOperation> write(std::span<Ref* const> roots, std::vector<Interval>* ranges = nullptr);

 private:
  using Node = ProgramBuilder::Node;

  // The new place of an operation, and the old one.
  struct Root {
    Ref* place = nullptr;
    Ref ref = kNoRef;
  };
  // A pass to be written: what is made of all its members, and the scores in it.
  struct Group {
    Ref each = kNoRef;
    uint32_t stage = 0;
    std::vector<Ref> made{};
    std::vector<Ref> scores{};
    std::vector<Root> roots{};
    std::vector<Ref*> places{};  // of its `each`
  };

  void find_used(std::span<Ref* const> roots);
  void find_stages();
  void find_conditions();
  void free_conditions();
  void group();
  Group& group_of(Ref each, uint32_t stage);
  void write_shared();
  void write_agents(uint32_t stage);
  void write_pass(const Group& group);
  void append(Ref ref);
  [[nodiscard]] bool is_member(Ref ref) const { return nodes_[ref].domain == Domain::candidate; }

  const std::vector<Node>& nodes_;
  std::span<const ProgramBuilder::Pass> passes_;
  std::vector<bool> is_used_;
  std::vector<uint32_t> stage_;  // how many passes must have been before an operation
  std::vector<uint32_t> under_;  // the condition whose gates alone need it
  std::vector<Group> groups_;    // by stage, then in the order of their sets' first use
  std::vector<uint32_t> place_;  // in the program; of a member's value in the pass at hand
  std::vector<Root> roots_;      // those that are of no member
  std::vector<LoweredOperation> program_;
  std::vector<Interval> ranges_;  // parallel
};

}  // namespace ishi::compiler
