#include "lower/program_layout.h"

#include <algorithm>

namespace ishi::compiler {
namespace {

constexpr uint32_t kUngated = 0xffff'ffff;
constexpr uint32_t kUnseen = 0xffff'fffe;

uint32_t operand(const LoweredOperation& operation, uint8_t index) {
  return index == 0 ? operation.a : index == 1 ? operation.b : operation.c;
}

uint32_t& operand_place(LoweredOperation& operation, uint8_t index) {
  return index == 0 ? operation.a : index == 1 ? operation.b : operation.c;
}

}  // namespace

std::vector<LoweredOperation> ProgramLayout::write(std::span<Ref* const> roots,
                                                   std::vector<Interval>* ranges) {
  find_used(roots);
  find_stages();
  find_conditions();
  free_conditions();
  group();
  place_.assign(nodes_.size(), 0);
  write_shared();
  uint32_t stage = 0;
  for (const Group& group : groups_) {
    for (; stage <= group.stage; ++stage) write_agents(stage);
    write_pass(group);
  }
  const uint32_t last = stage_.empty() ? 0 : *std::ranges::max_element(stage_);
  for (; stage <= last; ++stage) write_agents(stage);
  for (const Root& root : roots_) *root.place = place_[root.ref];
  if (ranges != nullptr) *ranges = std::move(ranges_);
  return std::move(program_);
}

void ProgramLayout::find_used(std::span<Ref* const> roots) {
  is_used_.assign(nodes_.size(), false);
  for (Ref* const root : roots) roots_.push_back({root, *root});
  for (const ProgramBuilder::Pass& pass : passes_) {
    is_used_[pass.each] = is_used_[pass.score] = true;
    for (Ref* const root : pass.roots) {
      is_used_[*root] = true;
      if (!is_member(*root)) roots_.push_back({root, *root});
    }
  }
  for (const Root& root : roots_) is_used_[root.ref] = true;
  for (auto ref = static_cast<Ref>(nodes_.size()); ref-- > 0;) {
    if (!is_used_[ref]) continue;
    for (uint8_t i = 0; i < nodes_[ref].operands; ++i) is_used_[operand(nodes_[ref].operation, i)] = true;
  }
}

void ProgramLayout::find_stages() {
  stage_.assign(nodes_.size(), 0);
  for (Ref ref = 0; ref < nodes_.size(); ++ref) {
    const Node& node = nodes_[ref];
    const bool made = reduces(node.operation.code);
    for (uint8_t i = 0; i < node.operands; ++i) {
      const Ref from = operand(node.operation, i);
      stage_[ref] = std::max(stage_[ref], stage_[from] + (made && i < 2 ? 1 : 0));
    }
  }
}

// For each operation the condition whose gates alone need it, or kUngated.
void ProgramLayout::find_conditions() {
  under_.assign(nodes_.size(), kUnseen);
  const auto need = [&](Ref ref, uint32_t condition) {
    under_[ref] = under_[ref] == kUnseen || under_[ref] == condition ? condition : kUngated;
  };
  for (auto ref = static_cast<Ref>(nodes_.size()); ref-- > 0;) {
    if (!is_used_[ref]) continue;
    const Node& node = nodes_[ref];
    if (under_[ref] == kUnseen || node.is_kept) under_[ref] = kUngated;  // a root
    if (node.operation.code == OperationCode::gate) {
      under_[ref] = kUngated;
      need(node.operation.a, kUngated);
      const bool is_constant = nodes_[node.operation.a].operation.code == OperationCode::constant;
      need(node.operation.b, is_constant ? kUngated : node.operation.a);
      continue;
    }
    for (uint8_t i = 0; i < node.operands; ++i) need(operand(node.operation, i), under_[ref]);
  }
  // A condition must come before what stands under it, and only agents and their candidates are skipped.
  for (Ref ref = 0; ref < nodes_.size(); ++ref) {
    const uint32_t condition = under_[ref];
    const bool comes_first =
        condition == kUngated || (condition < ref && nodes_[condition].domain <= nodes_[ref].domain &&
                                  stage_[condition] <= stage_[ref] &&
                                  !(reduces(nodes_[ref].operation.code) && stage_[condition] == stage_[ref]));
    const bool is_each = nodes_[ref].operation.code == OperationCode::each;
    if (nodes_[ref].domain < Domain::agent || is_each || !comes_first) under_[ref] = kUngated;
  }
}

// An operation may feed only what stands under its own condition: what it feeds otherwise frees it.
void ProgramLayout::free_conditions() {
  for (auto ref = static_cast<Ref>(nodes_.size()); ref-- > 0;) {
    if (!is_used_[ref] || nodes_[ref].operation.code == OperationCode::gate) continue;
    for (uint8_t i = 0; i < nodes_[ref].operands; ++i) {
      uint32_t& feeding = under_[operand(nodes_[ref].operation, i)];
      if (feeding != under_[ref]) feeding = kUngated;
    }
  }
}

ProgramLayout::Group& ProgramLayout::group_of(Ref each, uint32_t stage) {
  for (Group& group : groups_) {
    if (group.each == each && group.stage == stage) return group;
  }
  return groups_.emplace_back(Group{each, stage});
}

void ProgramLayout::group() {
  for (Ref ref = 0; ref < nodes_.size(); ++ref) {
    const LoweredOperation& operation = nodes_[ref].operation;
    if (is_used_[ref] && reduces(operation.code))
      group_of(operation.b, stage_[operation.a]).made.push_back(ref);
  }
  // A score that is not of members stands before its pass. A term may need more than the score does, which
  // was folded.
  for (const ProgramBuilder::Pass& pass : passes_) {
    uint32_t stage = stage_[pass.score];
    for (const Ref* const root : pass.roots) {
      if (is_member(*root)) stage = std::max(stage, stage_[*root]);
    }
    Group& group = group_of(pass.each, stage);
    group.scores.push_back(pass.score);
    group.places.push_back(pass.place);
    for (Ref* const root : pass.roots) {
      if (is_member(*root)) group.roots.push_back({root, *root});
    }
  }
  std::ranges::stable_sort(groups_, {}, &Group::stage);
}

void ProgramLayout::append(Ref ref) {
  LoweredOperation operation = nodes_[ref].operation;
  for (uint8_t i = 0; i < nodes_[ref].operands; ++i) {
    uint32_t& target = operand_place(operation, i);
    target = place_[target];
  }
  operation.gate = under_[ref] == kUngated ? 0 : 1 + place_[under_[ref]];
  place_[ref] = static_cast<uint32_t>(program_.size());
  program_.push_back(operation);
  ranges_.push_back(nodes_[ref].range);
}

void ProgramLayout::write_shared() {
  std::vector<Ref> order;
  for (Ref ref = 0; ref < nodes_.size(); ++ref) {
    if (is_used_[ref] && nodes_[ref].domain < Domain::agent) order.push_back(ref);
  }
  std::ranges::stable_sort(order, {}, [&](Ref ref) { return nodes_[ref].domain; });
  for (const Ref ref : order) append(ref);
}

// The operations of each agent that are known after `stage` passes; those that are made of all members stand
// behind them.
void ProgramLayout::write_agents(uint32_t stage) {
  for (Ref ref = 0; ref < nodes_.size(); ++ref) {
    const Node& node = nodes_[ref];
    if (is_used_[ref] && node.domain == Domain::agent && stage_[ref] == stage &&
        !reduces(node.operation.code)) {
      append(ref);
    }
  }
}

void ProgramLayout::write_pass(const Group& group) {
  std::vector<bool> is_here(nodes_.size(), false);
  for (const Ref made : group.made) is_here[nodes_[made].operation.a] = true;
  for (const Ref score : group.scores) is_here[score] = true;
  for (const Root& root : group.roots) is_here[root.ref] = true;
  for (auto ref = static_cast<Ref>(nodes_.size()); ref-- > 0;) {
    if (!is_here[ref] || !is_member(ref)) continue;
    for (uint8_t i = 0; i < nodes_[ref].operands; ++i) is_here[operand(nodes_[ref].operation, i)] = true;
  }
  append(group.each);
  for (Ref ref = 0; ref < nodes_.size(); ++ref) {
    if (!is_here[ref] || !is_member(ref) || ref == group.each) continue;
    append(ref);
    // A term that a folded score needs no more may stand under the condition of another pass.
    const uint32_t condition = under_[ref];
    if (condition != kUngated && is_member(condition) && !is_here[condition]) program_.back().gate = 0;
  }
  for (Ref* const place : group.places) *place = place_[group.each];
  for (const Root& root : group.roots) *root.place = place_[root.ref];
  for (const Ref made : group.made) append(made);
}

}  // namespace ishi::compiler
