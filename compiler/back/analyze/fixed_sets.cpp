#include "analyze/fixed_sets.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <utility>

namespace ishi::compiler {
namespace {

using enum OperationCode;

constexpr Interval kUnlimited{-kInfinity, kInfinity};

// A set of whose members' operations there are copies.
struct Copied {
  uint32_t set = 0;
  size_t count = 0;
  const FixedSet* known = nullptr;  // one copy for each member; null: one for each option, of any member
};

class SetFixing {
 public:
  SetFixing(const LoweredAgent& agent, std::span<const FixedSet> sets, float self_row)
      : given_(agent), self_row_(self_row) {
    for (const FixedSet& set : sets) copied_.push_back({set.set, set.members.size(), &set});
    for (const LoweredOption& option : agent.options) {
      if (option.set == kNoRef || find_known(option.set) != nullptr) continue;
      const auto known = std::ranges::find(copied_, option.set, &Copied::set);
      known == copied_.end() ? copied_.push_back({option.set, 1, nullptr}) : void(++known->count);
    }
  }

  FixedAgent run() {
    result_.agent.agent = given_.agent;
    result_.agent.moments = given_.moments;
    for (uint32_t i = 0; i < given_.program.size(); ++i) add_operation(i);
    add_options();
    for (const LoweredState& state : given_.states) add_state(state);
    for (const Ref level : given_.levels) result_.agent.levels.push_back(place(level, 0));
    return std::move(result_);
  }

 private:
  [[nodiscard]] const Copied* find(uint32_t set) const {
    const auto found = std::ranges::find(copied_, set, &Copied::set);
    return found == copied_.end() ? nullptr : &*found;
  }
  // The contents of a set; null if they are not known.
  [[nodiscard]] const FixedSet* find_known(uint32_t set) const {
    const Copied* const copied = set == kNoRef ? nullptr : find(set);
    return copied == nullptr ? nullptr : copied->known;
  }
  static uint32_t count_operands(const LoweredOperation& operation) {
    return operation_table()[static_cast<uint32_t>(operation.code)].operands;
  }
  static bool computes(OperationCode code) {
    return code == constant || code == spread || code == OperationCode::curve || code == gate ||
           operation_table()[static_cast<uint32_t>(code)].elementwise;
  }

  // The set for whose members an operation is copied; null: for none.
  [[nodiscard]] const Copied* set_of(const LoweredOperation& operation) const {
    if (operation.code == each || operation.code == OperationCode::member) return find(operation.parameter);
    if (reduces(operation.code)) return nullptr;
    const uint32_t operands[] = {operation.a, operation.b, operation.c};
    for (uint32_t i = 0; i < count_operands(operation); ++i) {
      if (of_[operands[i]] != nullptr) return of_[operands[i]];
    }
    return nullptr;
  }

  // The known set of which an operation reads the member with a number, whoever is at hand; null: of none.
  [[nodiscard]] const FixedSet* numbered(const LoweredOperation& operation) const {
    if (operation.code == nth) return find_known(operation.parameter);
    const bool reads = reads_member(operation.code) || reads_entity(operation.code);
    return reads ? numbered_[operation.a] : nullptr;
  }

  // The place of an operation; of those for members the one for this member.
  [[nodiscard]] uint32_t place(uint32_t given, size_t member) const {
    return of_[given] == nullptr ? places_[given][0] : places_[given][member];
  }

  uint32_t append(const LoweredOperation& operation, Interval range, uint32_t from = kNoRef) {
    result_.agent.program.push_back(operation);
    result_.agent.ranges.push_back(range);
    result_.operations.push_back(from);
    return static_cast<uint32_t>(result_.agent.program.size() - 1);
  }
  uint32_t append_constant(float value) {
    return append({constant, 0, 0, 0, 0, std::bit_cast<uint32_t>(value)}, {value, value});
  }

  void add_operation(uint32_t i) {
    const LoweredOperation& operation = given_.program[i];
    of_.push_back(set_of(operation));
    numbered_.push_back(numbered(operation));
    std::vector<uint32_t>& places = places_.emplace_back();
    if (const FixedSet* const set = numbered_[i]; set != nullptr) {
      places.push_back(copy_numbered(i, *set));
    } else if (const FixedSet* const of_choice = chosen_from(operation); of_choice != nullptr) {
      places.push_back(choose(i, *of_choice));
    } else if (const FixedSet* const read_of = read_of_chosen(operation); read_of != nullptr) {
      places.push_back(copy_of_chosen(i, *read_of));
    } else if (of_[i] != nullptr) {
      for (size_t member = 0; member < of_[i]->count; ++member) places.push_back(copy(i, member));
    } else if (const FixedSet* const set = reduced(operation); set != nullptr) {
      places.push_back(fold(i, *set));
    } else if (const FixedSet* const counted =
                   operation.code == member_count ? find_known(operation.parameter) : nullptr;
               counted != nullptr) {
      places.push_back(append_constant(static_cast<float>(counted->members.size())));
    } else {
      places.push_back(copy(i, 0));
    }
  }

  // The set of which an operation chooses the best member, if what was chosen before does not matter; null:
  // none that is known.
  [[nodiscard]] const FixedSet* chosen_from(const LoweredOperation& operation) const {
    if (!chooses(operation.code) || of_[operation.b] == nullptr) return nullptr;
    const bool is_scored = given_.program[operation.a].code == gate && of_[operation.a] == of_[operation.b];
    const bool has_inertia =
        operation.parameter >= given_.choices.size() || given_.choices[operation.parameter].inertia != 0;
    return is_scored && !has_inertia ? of_[operation.b]->known : nullptr;
  }

  // The set of whose chosen member an operation reads something; null if there is none or that is not known.
  [[nodiscard]] const FixedSet* read_of_chosen(const LoweredOperation& operation) const {
    if (!reads_member(operation.code) || given_.program[operation.a].code != best_of) return nullptr;
    return chosen_from(given_.program[operation.a]);
  }

  // The first of the eligible members that score most, as the runtime chooses; its number, or its score.
  uint32_t choose(uint32_t i, const FixedSet& set) {
    const LoweredOperation& operation = given_.program[i];
    const LoweredOperation& scored = given_.program[operation.a];
    uint32_t best = append_constant(-1), most = append_constant(0);
    for (size_t member = 0; member < set.members.size(); ++member) {
      const uint32_t score = place(scored.b, member), eligible = place(scored.a, member);
      const uint32_t is_more = append({less, most, score, 0, 0, 0}, kTruth);
      const uint32_t is_first = append({less, best, append_constant(0), 0, 0, 0}, kTruth);
      const uint32_t leads = append({either, is_first, is_more, 0, 0, 0}, kTruth);
      const uint32_t is_best = append({both, eligible, leads, 0, 0, 0}, kTruth);
      best = append({select, is_best, append_constant(static_cast<float>(member)), best, 0, 0}, kUnlimited);
      most = append({select, is_best, score, most, 0, 0}, kUnlimited);
    }
    return operation.code == best_of ? best : most;
  }

  // Where nobody is chosen it is left open.
  uint32_t copy_of_chosen(uint32_t i, const FixedSet& set) {
    const LoweredOperation& operation = given_.program[i];
    const uint32_t best = place(operation.a, 0);
    uint32_t value = copy(i, 0);
    if (operation.code == member_row) {  // of whom the test gives there is somebody
      const uint32_t is_none = append({less, best, append_constant(0), 0, 0, 0}, kTruth);
      const uint32_t somebody = append({maximum, value, append_constant(1), 0, 0, 0}, kUnlimited);
      return append({select, is_none, append_constant(0), somebody, 0, 0}, kUnlimited);
    }
    for (uint32_t other = 0; other < given_.program.size(); ++other) {
      const LoweredOperation& same = given_.program[other];
      const bool reads_same = same.code == operation.code && same.parameter == operation.parameter &&
                              given_.program[same.a].code == each &&
                              given_.program[same.a].parameter == set.set;
      const bool is_timed = same.code == member_first_seen || same.code == member_last_seen;
      if (!reads_same || is_timed) continue;
      for (size_t member = 0; member < set.members.size(); ++member) {
        const uint32_t is_it =
            append({equal, best, append_constant(static_cast<float>(member)), 0, 0, 0}, kTruth);
        value = append({select, is_it, append_constant(set.members[member][other]), value, 0, 0}, kUnlimited);
      }
      break;
    }
    return value;
  }

  // The set of which an operation makes one value; null if there is none or that is not known.
  [[nodiscard]] const FixedSet* reduced(const LoweredOperation& operation) const {
    const bool folds = reduces(operation.code) && !chooses(operation.code) && of_[operation.b] != nullptr;
    return folds ? of_[operation.b]->known : nullptr;
  }

  // The time at which something was seen first or last depends on the age of the world, which is not fixed,
  // and neither is a draw. All values of an entity are fixed if the member itself names the entity, and it is
  // not the agent.
  [[nodiscard]] bool is_fixed_with_member(const LoweredOperation& operation, size_t member) const {
    const bool is_of_moment = operation.code == member_first_seen || operation.code == member_last_seen ||
                              operation.code == member_random;
    if (computes(operation.code) || is_of_moment) return false;
    if (!reads_entity(operation.code)) return true;
    const LoweredOperation& row = result_.agent.program[place(operation.a, member)];
    return row.code == constant && std::bit_cast<float>(row.parameter) != self_row_;
  }

  uint32_t copy(uint32_t i, size_t member) {
    LoweredOperation operation = given_.program[i];
    if (of_[i] != nullptr && of_[i]->known != nullptr && is_fixed_with_member(operation, member))
      return append_constant(of_[i]->known->members[member][i]);
    operation.gate = 0;
    uint32_t* const operands[] = {&operation.a, &operation.b, &operation.c};
    const bool is_unknown = reduces(operation.code) && of_[operation.b] != nullptr;
    for (uint32_t k = 0; k < count_operands(operation); ++k)
      *operands[k] = is_unknown ? 0 : place(*operands[k], member);
    return append(operation, given_.ranges[i], i);
  }

  // Reads of that member are the same whichever member is at hand.
  uint32_t copy_numbered(uint32_t i, const FixedSet& set) {
    const LoweredOperation& operation = given_.program[i];
    if (set.members.empty()) return operation.code == nth ? append_constant(-1) : copy(i, 0);
    return is_fixed_with_member(operation, 0) ? append_constant(set.members[0][i]) : copy(i, 0);
  }

  // Folds the members in the order of the runtime.
  uint32_t fold(uint32_t i, const FixedSet& set) {
    const LoweredOperation& operation = given_.program[i];
    const OperationCode step = operation.code == sum_of       ? add
                               : operation.code == highest_of ? maximum
                                                              : minimum;
    const size_t count = set.members.size();
    if (count == 0) return operation.code == sum_of ? append_constant(0) : place(operation.c, 0);
    uint32_t so_far = place(operation.a, 0);
    for (size_t member = 1; member < count; ++member)
      so_far = append({step, so_far, place(operation.a, member), 0, 0, 0}, kUnlimited);
    return so_far;
  }

  void add_options() {
    const std::vector<LoweredOption>& options = given_.options;
    std::vector<uint32_t> places_of_best(options.size(), kNoRef);
    std::vector<size_t> own(copied_.size());  // the next copy that is an option's own
    for (uint32_t i = 0; i < options.size(); ++i) {
      const Copied* const copied = options[i].set == kNoRef ? nullptr : find(options[i].set);
      if (copied != nullptr && copied->known != nullptr) {
        for (size_t member = 0; member < copied->count; ++member) add_option(i, member, true);
        continue;
      }
      places_of_best[i] = static_cast<uint32_t>(result_.agent.options.size());
      add_option(i, copied == nullptr ? 0 : own[static_cast<size_t>(copied - copied_.data())]++, false);
    }
    result_.competing = static_cast<uint32_t>(result_.agent.options.size());
    for (uint32_t i = 0; i < options.size(); ++i) {
      if (places_of_best[i] != kNoRef) continue;
      places_of_best[i] = static_cast<uint32_t>(result_.agent.options.size());
      add_best(i, *find_known(options[i].set));
    }
    result_.best = std::move(places_of_best);
  }

  void add_option(uint32_t i, size_t member, bool is_fixed) {
    const LoweredOption& given = given_.options[i];
    LoweredOption& option = result_.agent.options.emplace_back();
    option.action = given.action;
    option.score = place(given.score, member);
    option.condition = place(given.condition, member);
    option.weight = place(given.weight, member);
    option.cooldown = given.cooldown;
    option.cooldown_after_failure = given.cooldown_after_failure;
    option.set = is_fixed ? kNoRef : given.set;
    option.each = is_fixed || given.each == kNoRef ? kNoRef : place(given.each, member);
    for (LoweredTerm term : given.terms) {
      term.input = place(term.input, member);
      term.value = place(term.value, member);
      term.contribution = place(term.contribution, member);
      option.terms.push_back(term);
    }
    result_.origins.push_back(i);
  }

  // Eligible if it is for one of the members; then it scores as for the best of those.
  void add_best(uint32_t i, const FixedSet& set) {
    const LoweredOption& given = given_.options[i];
    const uint32_t score = given_.program[given.score].b;
    const uint32_t least = append_constant(-kLargest);
    uint32_t condition = append_constant(0), best = least;
    for (size_t member = 0; member < set.members.size(); ++member) {
      const uint32_t holds = place(given.condition, member);
      condition = append({either, condition, holds, 0, 0, 0}, kTruth);
      const uint32_t own = append({select, holds, place(score, member), least, 0, 0}, kUnlimited);
      best = append({maximum, best, own, 0, 0, 0}, kUnlimited);
    }
    LoweredOption& option = result_.agent.options.emplace_back();
    option.action = given.action;
    option.condition = condition;
    option.weight = condition;  // nobody asks
    option.score = append({gate, condition, best, 0, 0, 0}, kUnlimited);
    result_.origins.push_back(i);
  }

  void add_state(const LoweredState& given) {
    LoweredState& state = result_.agent.states.emplace_back();
    state.transitions = given.transitions;
    state.enter = given.enter;
    state.finally = given.finally;
    for (uint32_t i = 0; i < result_.origins.size(); ++i) {
      if (std::ranges::find(given.options, result_.origins[i]) != given.options.end())
        state.options.push_back(i);
    }
  }

  const LoweredAgent& given_;
  float self_row_;
  std::vector<Copied> copied_;
  FixedAgent result_;
  std::vector<const Copied*> of_;              // by given operation
  std::vector<const FixedSet*> numbered_;      // the same
  std::vector<std::vector<uint32_t>> places_;  // by given operation: for each member, or one
};

}  // namespace

FixedAgent with_fixed_sets(const LoweredAgent& agent, std::span<const FixedSet> sets, float self_row) {
  return SetFixing(agent, sets, self_row).run();
}

}  // namespace ishi::compiler
