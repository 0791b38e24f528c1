#include "program/schedule_needs.h"

#include <algorithm>

namespace ishi {
namespace {

class NeedsFinder {
 public:
  explicit NeedsFinder(Needs& needs) : in_(needs.in), n_(needs) {}

  bool run() {
    n_.size = static_cast<uint32_t>(in_.program.size());
    if (!n_.values.allocate(n_.size) || !n_.resolved.allocate(n_.size) || !uses_.allocate(n_.size) ||
        !n_.next_option.allocate(in_.options.size()) || !n_.next_for_set.allocate(in_.options.size())) {
      return false;
    }
    while (n_.first_of_agents < n_.size && in_.domains[n_.first_of_agents] < Domain::agent)
      ++n_.first_of_agents;
    resolve_gates(in_.program, in_.domains, {n_.resolved.data(), n_.size});
    list_scores();
    find_needed();
    if (in_.plan == nullptr) {
      if (!n_.compounds.find(in_.program, in_.domains, uses_)) return false;
    } else if (!n_.compounds.of.allocate(n_.size)) {
      return false;
    }
    find_last_uses();
    if (in_.plan != nullptr) keep_kernels_values();
    return true;
  }

 private:
  // The options of each score and of each pass, in order.
  void list_scores() {
    for (uint32_t option = static_cast<uint32_t>(in_.options.size()); option-- > 0;) {
      Needs::Value& score = n_.values[n_.score_of(option)];
      n_.next_option[option] = score.option;
      score.option = option;
      if (!n_.is_for_set(option)) continue;
      Needs::Value& each = n_.values[in_.options[option].each()];
      n_.next_for_set[option] = each.for_set;
      each.for_set = option;
    }
  }

  // From the scores backwards: what is needed, by how many, and which conditions may save work.
  void find_needed() {
    for (uint32_t option = 0; option < in_.options.size(); ++option) {
      const uint32_t score = n_.score_of(option);
      if (n_.of_agents(score)) need(score);
      if (!n_.of_candidates(score)) n_.values[score].kept = true;
      if (n_.is_for_set(option)) n_.values[in_.options[option].each()].needed = true;
    }
    if (in_.result != Needs::kNone && n_.of_agents(n_.resolved[in_.result])) {
      need(n_.resolved[in_.result]);
      n_.values[n_.resolved[in_.result]].kept = true;
    }
    if (in_.decides) find_needed_of_thought();
    for (uint32_t i = n_.size; i-- > n_.first_of_agents;) {
      if (!n_.values[i].needed) continue;
      if (chooses(n_.code_of(i)))
        need_choice(in_.choices[in_.program[i].parameter()]);  // the two are kept together
      n_.for_each_use(i, [&](uint32_t used) { need(used); });
      const uint32_t condition = n_.condition_of(i);
      if (condition != Needs::kNone && n_.values[condition].flag == 0) n_.values[condition].flag = ++n_.flags;
    }
  }

  void find_needed_of_thought() {
    for (const uint32_t level : in_.levels) {
      need(level);
      const bool is_sum = n_.code_of(level) == OperationCode::level_after;
      const uint32_t kept = is_sum ? n_.operand(level, 0) : level;
      n_.values[kept].kept = true;  // until all that reads levels is done
      need(kept);
    }
    for (const blob::Choice& choice : in_.choices) need_choice(choice);
  }

  void need(uint32_t value) {
    n_.values[value].needed = true;
    ++uses_[value];
  }

  void need_choice(const blob::Choice& choice) {
    for (const uint32_t made : {choice.best(), choice.score()}) {
      need(made);
      n_.values[made].kept = true;  // until all that reads what was chosen last has been done
    }
  }

  void find_last_uses() {
    for (uint32_t i = n_.first_of_agents; i < n_.size; ++i) {
      if (!n_.runs(i)) continue;
      const auto use = [&](uint32_t value) {
        n_.values[value].last_use = std::max(n_.values[value].last_use, i);
      };
      use(i);
      n_.for_each_read(i, use);
    }
  }

  // Keeps the values that kernels read and give: kernels run later than their operations stand in the
  // program.
  void keep_kernels_values() {
    for (const KernelPlan::State::Part& part : in_.plan->parts) {
      for (const auto& list : {part.inputs, part.outputs}) {
        for (const uint32_t i : in_.plan->list(list)) n_.values[i].kept = true;
      }
    }
  }

  const ScheduleInput& in_;
  Needs& n_;
  Array<uint32_t> uses_;  // by operation: how many need it
};

}  // namespace

bool Needs::find() { return NeedsFinder(*this).run(); }

uint32_t Needs::condition_of(uint32_t i) const {
  const blob::Operation& operation = in.program[i];
  uint32_t condition = kNone;
  if (operation.gate() != 0) condition = operation.gate() - 1;
  if (operation.code() == blob::OperationCode::gate) condition = operation.a();
  return condition != kNone && of_agents(condition) ? condition : kNone;
}

}  // namespace ishi
